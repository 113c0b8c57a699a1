"""Tries to lead the fetcher and the deliverer into a private network, inside a network of its own in
which every address there is answers: what was reached is what was connected to, not what was meant.

    unshare --map-root-user --net python leaking.py

All addresses are local here, and each connection is noted with the address that it came for. Only
``PUBLIC`` may be among them. Prints one line of JSON.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import trustme

PUBLIC = ("93.184.216.34", "2606:2800:21f:cb07:6820:80da:af6b:8b2c")
NAME = "public.example"
PORTS = (443, 80, 3128, 8443)
BLOCKS = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::1/128",
    "::/128",
    "::ffff:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
]
WRAPPING = ("::ffff:0:0/96", "64:ff9b::/96")
SPELLINGS = [
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "0177.0.0.1",
    "127。0。0。1",
    "１２７.０.０.１",
    "0",
    "0.0.0.0",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "10.0.0.5",
    "169.254.169.254",
    "169.254.169.254.",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a00:5]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:7f00:1::]",
    "[fe80::1]",
    "[fe80::1%25lo]",
    "[fe80::1%lo]",
    "[fd00::1]",
    "[fec0::1]",
    "127.0.0.1:80",
    "127.0.0.1:8443",
    "public.example@127.0.0.1",
    "127.0.0.1%00.public.example",
    "127.0.0.1#@public.example",
    "127.0.0.1\\@public.example",
    "public.example:443@127.0.0.1",
    "ip6-localhost",
]


class Everywhere:
    """A server behind every address of this network; it redirects where its path says."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self._lock = threading.Lock()
        authority = trustme.CA()
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        authority.issue_cert(NAME, *PUBLIC).configure_cert(self._tls)
        with tempfile.NamedTemporaryFile(suffix=".pem", delete=False) as file:
            file.write(authority.cert_pem.bytes())
        os.environ["SSL_CERT_FILE"] = file.name
        for port in PORTS:
            listener = socket.create_server(
                ("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=512
            )
            threading.Thread(target=self._serve, args=(listener,), daemon=True).start()

    def _serve(self, listener: socket.socket) -> None:
        while True:
            line, _ = listener.accept()
            with self._lock:
                self.reached.append(line.getsockname()[0].removeprefix("::ffff:"))
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError, IndexError):
            line.settimeout(3)
            with self._tls.wrap_socket(line, server_side=True) as safe:
                asked = safe.recv(65536).split(b" ")[1].decode()
                query = parse_qs(urlsplit(asked).query)
                head = "HTTP/1.1 200 OK"
                if "to" in query:
                    head = f"HTTP/1.1 {query['status'][0]} See\r\nlocation: {query['to'][0]}"
                safe.sendall(f"{head}\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok".encode())


def answer(address: str, port: int) -> list[Any]:
    """What getaddrinfo says of an address."""
    kind = socket.AF_INET6 if ":" in address else socket.AF_INET
    place: tuple[Any, ...] = (address.partition("%")[0], port)
    if kind == socket.AF_INET6:
        place = (*place, 0, 1 if "%" in address else 0)
    return [(kind, socket.SOCK_STREAM, 6, "", place)]


def addresses() -> Iterator[str]:
    """The first, the last and one in the middle of each block, and the IPv4 ones inside IPv6. The
    middle of a block that wraps all of IPv4 is a public address, which may be reached.
    """
    for block in BLOCKS:
        net = ipaddress.ip_network(block)
        middle = 0 if block in WRAPPING else net.num_addresses // 2
        for place in (0, middle, net.num_addresses - 1):
            one = net[place]
            yield str(one)
            if one.version == 4:
                tail = f"{int(one) >> 16:x}:{int(one) & 0xFFFF:x}"
                yield from (f"::ffff:{one}", f"::{one}", f"64:ff9b::{tail}", f"2002:{tail}::")
    yield "fe80::1%1"


def main() -> int:
    for command in (
        "link set lo up",
        "route add local 0.0.0.0/0 dev lo",
        "-6 route add local ::/0 dev lo",
    ):
        subprocess.run(["ip", *command.split()], check=True)
    everywhere, tried = Everywhere(), 0
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"):
        os.environ[name] = "http://127.0.0.1:3128"
    from brandstudio.network.deliver import Deliverer
    from brandstudio.network.fetch import Fetcher

    said: list[str] = []  # what the resolver answers, in turn

    def resolve(host: str, port: int, *rest: Any) -> Any:
        if host == NAME:
            return answer(said.pop(0) if len(said) > 1 else said[0], port)
        return socket.getaddrinfo(host, port, *rest)

    fetcher, deliverer = Fetcher([], resolver=resolve), Deliverer([], resolver=resolve)

    def go(url: str) -> None:
        nonlocal tried
        tried += 1
        with contextlib.suppress(Exception):
            fetcher.fetch(url, max_bytes=1000)
        deliverer.post(url, b"{}", {})

    said[:] = [PUBLIC[0]]
    go(f"https://{NAME}/")
    said[:] = [PUBLIC[1]]
    go(f"https://{NAME}/")
    open_ways = len(everywhere.reached)
    for spelling in SPELLINGS:
        go(f"https://{spelling}/")
        go(f"http://{spelling}/")
    for address in addresses():
        said[:] = [address]
        go(f"https://{NAME}/a.png")
    for turn in range(500):  # public when it is checked, private when it is connected to
        said[:] = [PUBLIC[turn % 2], ("127.0.0.1", "::1", "10.0.0.5")[turn % 3]]
        go(f"https://{NAME}/{turn}")
    for status in (301, 302, 303, 307, 308):
        for spelling in ("127.0.0.1", "[::1]", "169.254.169.254", "0x7f.1", "[fe80::1%25lo]"):
            for scheme in ("https", "http"):
                said[:] = [PUBLIC[0]]
                go(f"https://{NAME}/?status={status}&to={scheme}://{spelling}/x")
        for target in (
            "file:///etc/passwd",
            "ftp://127.0.0.1/",
            "gopher://127.0.0.1/",
            "//127.0.0.1/",
        ):
            go(f"https://{NAME}/?status={status}&to={target}")
    leaks = sorted({address for address in everywhere.reached if address not in PUBLIC})
    print(
        json.dumps(
            {"tried": tried, "open": open_ways, "reached": len(everywhere.reached), "leaks": leaks}
        )
    )
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
