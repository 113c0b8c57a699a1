"""Every special-purpose block is refused, bare and in every wrapping."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest

from brandstudio.network.addresses import embedded, is_link_local, is_public

# The registries written out again from RFC 6890 and its successors, not imported: a block lost
# there is found here.
V4 = [
    "0.0.0.0/8",
    "0.0.0.0/32",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/32",
    "192.0.0.171/32",
    "192.0.0.192/32",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "100.100.100.200/32",
    "169.254.169.254/32",
    "169.254.170.2/32",
    "239.255.255.250/32",
    # Public by IANA, inside a cloud: Azure, Equinix Metal, IBM Cloud, Google Cloud.
    "168.63.129.16/32",
    "192.80.8.124/32",
    "161.26.0.0/16",
    "166.8.0.0/14",
    "199.36.153.4/30",
    "199.36.153.8/30",
    "233.252.0.0/24",
]
V6 = [
    "::/128",
    "2600:2d00:2:1000::/64",
    "2600:2d00:2:2000::/64",
    "::1/128",
    "::/96",
    "::ffff:0:0:0/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fd00:ec2::254/128",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
    "ff02::1/128",
    "4000::/3",
    "6000::/3",
    "8000::/3",
    "a000::/3",
    "c000::/3",
    "e000::/4",
    "f000::/5",
    "f800::/6",
    "200::/7",
    "400::/6",
    "800::/5",
    "1000::/4",
]

PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "2003::1",
    "2620:4f:8001::1",
    "3ffe:ffff::1",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
]


def points(block: IPv4Network | IPv6Network) -> list[IPv4Address | IPv6Address]:
    first, last = int(block.network_address), int(block.broadcast_address)
    return [type(block.network_address)(value) for value in {first, (first + last) // 2, last}]


def wrapped(inner: IPv4Address) -> dict[str, IPv6Address]:
    bits = int(inner)
    return {
        "mapped": IPv6Address(0xFFFF << 32 | bits),
        "compatible": IPv6Address(bits),
        "6to4": IPv6Address(0x2002 << 112 | bits << 80),
        "6to4 with a host": IPv6Address(0x2002 << 112 | bits << 80 | 1),
        "NAT64": IPv6Address(int(IPv6Address("64:ff9b::")) | bits),
        "local NAT64 /96": IPv6Address(int(IPv6Address("64:ff9b:1::")) | bits),
        "local NAT64 /48": IPv6Address(
            int(IPv6Address("64:ff9b:1::")) | (bits >> 16) << 64 | (bits & 0xFFFF) << 40
        ),
        "SIIT": IPv6Address(0xFFFF << 48 | bits),
        "Teredo client": IPv6Address(0x20010000 << 96 | 0x08080808 << 64 | bits ^ 0xFFFFFFFF),
        "Teredo server": IPv6Address(0x20010000 << 96 | bits << 64 | 0x08080808 ^ 0xFFFFFFFF),
        "ISATAP": IPv6Address(int(IPv6Address("2a00:1450::")) | 0x5EFE << 32 | bits),
        "ISATAP, universal": IPv6Address(int(IPv6Address("2a00:1450::")) | 0x02005EFE << 32 | bits),
    }  # fmt: skip


BARE = [(block, str(at)) for block in V4 for at in points(IPv4Network(block))]
BARE += [(block, str(at)) for block in V6 for at in points(IPv6Network(block))]
WRAPPED = [
    (f"{block} as {how}", str(address))
    for block in V4
    for at in points(IPv4Network(block))
    for how, address in wrapped(IPv4Address(str(at))).items()
]


def test_there_are_enough_cases_to_mean_something() -> None:
    assert len(BARE) > 150
    assert len(WRAPPED) > 850


@pytest.mark.parametrize(("cases"), [BARE, WRAPPED], ids=["bare", "wrapped"])
def test_no_special_purpose_address_is_public(cases: list[tuple[str, str]]) -> None:
    assert [case for case in cases if is_public(ip_address(case[1]))] == []


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_beside_the_blocks_are_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_every_wrapping_gives_back_what_it_holds() -> None:
    inner = IPv4Address("169.254.169.254")
    for how, address in wrapped(inner).items():
        assert inner in embedded(address), how
        assert is_link_local(address), how
    assert embedded(IPv6Address("2606:4700::1111")) == ()


@pytest.mark.parametrize(
    "address", ["169.254.0.0", "169.254.255.255", "fe80::1", "febf:ffff::1", "fe80::1%eth0"]
)
def test_link_local_is_known(address: str) -> None:
    assert is_link_local(ip_address(address))


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.1", "169.253.0.1", "::1", "fec0::1", "fd00::1"]
)
def test_other_private_addresses_are_not_link_local(address: str) -> None:
    assert not is_link_local(ip_address(address))
