"""Which IP addresses belong to the public internet, and which never do.

The table is ours because ``ipaddress.is_global`` is wrong on Pythons that we support: up to 3.11.9
it calls NAT64 of 169.254.169.254, 6to4 of 127.0.0.1, 192.0.0.8, fec0::1 and all multicast global
(CVE-2024-4032 mended only a part).

Two rules, both failing closed:

* IPv4 is public unless a block of the IANA special-purpose registry, multicast or class E holds it.
  Blocks that the
  registry calls globally reachable (AS112, AMT, anycast of PCP and TURN) are refused too: no
  picture lives there. So are the addresses that clouds keep for their own machines though IANA
  calls them public.
* IPv6 is public only inside 2000::/3, the one range that IANA has given out, less the
  special-purpose blocks there.
  Two wrappers are looked into instead, since an IPv6-only network reaches all of IPv4 through them:
  IPv4-mapped
  (RFC 4291) and the well-known NAT64 prefix (RFC 6052). Every other wrapper is refused whatever it
  holds.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address

# : IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC 5771) and class E (RFC
# 1112).
SPECIAL_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private use
        "100.64.0.0/10",  # shared address space of carriers
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link local, cloud metadata
        "172.16.0.0/12",  # private use
        "192.0.0.0/24",  # protocol assignments, NAT64 discovery, Oracle metadata
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relay anycast
        "192.168.0.0/16",  # private use
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, limited broadcast
    )
)

#: Public by IANA, and yet inside: what a cloud keeps for its own machines at addresses of its own.
INTERNAL_V4 = tuple(
    IPv4Network(block)
    for block in (
        "168.63.129.16/32",  # Azure: platform agent, DNS, health probes
        "192.80.8.124/32",  # Equinix Metal: metadata
        "161.26.0.0/16",  # IBM Cloud: DNS, time, mirrors on the private network
        "166.8.0.0/14",  # IBM Cloud: private service endpoints
        "199.36.153.4/30",  # Google Cloud: restricted Google APIs inside a network
        "199.36.153.8/30",  # Google Cloud: private Google APIs inside a network
    )
)
INTERNAL_V6 = (
    IPv6Network("2600:2d00:2:1000::/64"),  # Google Cloud: restricted Google APIs
    IPv6Network("2600:2d00:2:2000::/64"),  # Google Cloud: private Google APIs
)

# : IANA IPv6 Special-Purpose Address Registry inside 2000::/3; what lies outside is refused as a
# whole.
SPECIAL_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, AMT, ORCHID, drone ids
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)

_UNICAST_V6 = IPv6Network("2000::/3")
_LINK_LOCAL_V4 = IPv4Network("169.254.0.0/16")
_LINK_LOCAL_V6 = IPv6Network("fe80::/10")

_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_NAT64_LOCAL = IPv6Network("64:ff9b:1::/48")
_COMPATIBLE = IPv6Network("::/96")
_TRANSLATED = IPv6Network("::ffff:0:0:0/96")
_6TO4 = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")
_ISATAP = (0x00005EFE, 0x02005EFE)


def is_public(address: IPAddress) -> bool:
    """Whether a packet to ``address`` goes to the public internet and nowhere else."""
    if isinstance(address, IPv4Address):
        return not any(address in block for block in (*SPECIAL_V4, *INTERNAL_V4))
    if address in _MAPPED or address in _NAT64:
        return is_public(_low(address))
    if address not in _UNICAST_V6 or any(address in block for block in (*SPECIAL_V6, *INTERNAL_V6)):
        return False
    return all(is_public(inner) for inner in embedded(address))


def is_link_local(address: IPAddress) -> bool:
    """Whether ``address`` stays on the link (169.254.0.0/16, fe80::/10), wrapped in whatever way.

    Cloud metadata services live there, so no setting opens these.
    """
    if isinstance(address, IPv4Address):
        return address in _LINK_LOCAL_V4
    return address in _LINK_LOCAL_V6 or any(inner in _LINK_LOCAL_V4 for inner in embedded(address))


def embedded(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses that an IPv6 address carries inside; empty when it carries none."""
    bits = int(address)
    if address in _MAPPED or address in _NAT64 or address in _COMPATIBLE or address in _TRANSLATED:
        return (_low(address),)
    if address in _6TO4:
        return (IPv4Address(bits >> 80 & 0xFFFFFFFF),)
    if address in _TEREDO:
        # RFC 4380, section 4: the server as it is, the client with every bit inverted.
        return IPv4Address(bits >> 64 & 0xFFFFFFFF), IPv4Address(~bits & 0xFFFFFFFF)
    if address in _NAT64_LOCAL:
        # RFC 8215 leaves the prefix length open: the last 32 bits of a /96, or split round bits
        # 64..71 of a /48.
        return _low(address), IPv4Address((bits >> 64 & 0xFFFF) << 16 | bits >> 40 & 0xFFFF)
    if bits >> 32 & 0xFFFFFFFF in _ISATAP:  # RFC 5214, in any prefix
        return (_low(address),)
    return ()


def _low(address: IPv6Address) -> IPv4Address:
    return IPv4Address(int(address) & 0xFFFFFFFF)
