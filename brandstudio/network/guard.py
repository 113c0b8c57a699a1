"""The only door to the network for addresses that someone else chose.

``GuardedBackend`` sits where httpcore opens sockets: it resolves a name once, checks every address
that came back, and connects to a checked address. TLS is then httpcore's own, with the name from
the link, so certificates are verified against the name and never against the address. Two tables
must agree, ours (``addresses``) and ssrfguard's.

Hosts listed as allowed skip the address check, except that link-local addresses stay closed to all.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

import httpcore
import httpx
import ssrfguard
from httpcore import NetworkBackend, NetworkStream
from httpcore._backends.sync import SyncStream

from brandstudio.errors import ValidationError
from brandstudio.network.addresses import is_link_local, is_public

#: The shape of ``socket.getaddrinfo``; tests hand in their own.
Resolver = Callable[..., Iterable[tuple[int, int, int, str, tuple[Any, ...]]]]
SocketOption = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)

# : A name may resolve to many addresses, and whoever runs its name server chooses how many; this
# many are tried.
MAX_ATTEMPTS = 4
# : Name look-ups that may hang at once: ``getaddrinfo`` knows no time-out and its thread can't be
# stopped.
MAX_LOOKUPS = 32

_HOST = re.compile(r"[\w.:-]+", re.ASCII)

_PUBLIC_ONLY = ssrfguard.Policy(allowed_ports=frozenset({443}))
_ANYWHERE = ssrfguard.Policy(
    allowed_ports=frozenset({443}), allowed_networks=(ip_network("0.0.0.0/0"), ip_network("::/0"))
)


class AddressRefused(Exception):
    """The host's address is not one that may be reached. Never tell a caller which; it would map a
    private network.
    """


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """Hosts whose address check is lifted: ``name``, ``name:port``, ``10.0.0.1:8443`` or
    ``[::1]:8443``.
    """

    entries: frozenset[tuple[str, int | None]] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str]) -> AllowedHosts:
        """Read the spelling of ``BRANDSTUDIO_ALLOW_PRIVATE_HOSTS``; ValidationError for what can't
        be one.
        """
        return cls(frozenset(_entry(name.strip()) for name in names if name.strip()))

    def __contains__(self, origin: tuple[str, int]) -> bool:
        host, port = _plain(origin[0]), origin[1]
        return (host, port) in self.entries or (host, None) in self.entries


def _entry(name: str) -> tuple[str, int | None]:
    if name.count(":") > 1 and not name.startswith("["):
        name = f"[{name}]"
    try:
        url = httpx.URL(f"https://{name}/")
        host, port = url.raw_host.decode("ascii"), url.port
    except (httpx.InvalidURL, ValueError) as wrong:
        raise _no_host(name) from wrong
    if (
        not _HOST.fullmatch(host)
        or url.userinfo
        or url.raw_path != b"/"
        or not 0 < (port or 443) < 65536
    ):
        raise _no_host(name)
    # httpx drops a scheme's default port, and "host:443" must not become "host on any port".
    return _plain(host), 443 if port is None and name.endswith(":443") else port


def _no_host(name: str) -> ValidationError:
    return ValidationError.of(
        "BRANDSTUDIO_ALLOW_PRIVATE_HOSTS", f"{name[:80]!r} is not host or host:port"
    )


def _plain(host: str) -> str:
    try:
        return str(ip_address(host))
    except ValueError:
        return host.lower()


class Deadline(threading.local):
    """The moment at which this thread's exchange must be over; socket time-outs alone let a slow
    sender go on.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at = float("inf")

    def within(self, seconds: float) -> None:
        """Give this thread's exchange ``seconds`` from now."""
        self._at = self._clock() + seconds

    def left(self, error: type[Exception]) -> float:
        """The seconds left; raises ``error`` when there are none."""
        left = self._at - self._clock()
        if left <= 0:
            raise error("out of time")
        return left


class GuardedBackend(NetworkBackend):
    """Opens connections to checked addresses only."""

    def __init__(
        self, allowed: AllowedHosts, deadline: Deadline, resolver: Resolver | None = None
    ) -> None:
        self._allowed = allowed
        self._deadline = deadline
        self._resolver = resolver or socket.getaddrinfo
        self._lookups = threading.BoundedSemaphore(MAX_LOOKUPS)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> NetworkStream:
        """A stream to a checked address of ``host``.

        Raises AddressRefused, or httpcore's ConnectError and ConnectTimeout.
        """
        listed = (host, port) in self._allowed
        policy = _ANYWHERE if listed else _PUBLIC_ONLY
        addresses = self._resolve(host, port, policy)
        for address in addresses:
            if is_link_local(address.ip) or not (listed or is_public(address.ip)):
                raise AddressRefused(host)
        tried = addresses[:MAX_ATTEMPTS]
        for number, address in enumerate(tried):
            # A first address that swallows packets must leave time for the next one.
            seconds = self._deadline.left(httpcore.ConnectTimeout) / (len(tried) - number)
            try:
                connected = ssrfguard.connect([address], policy=policy, timeout=seconds)
            except ssrfguard.SSRFGuardError as refused:
                raise AddressRefused(host) from refused
            except OSError as failed:
                last = failed
                continue
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return _DeadlineStream(SyncStream(connected), self._deadline)
        if isinstance(last, TimeoutError):
            raise httpcore.ConnectTimeout("no address answered in time") from last
        raise httpcore.ConnectError("no address could be connected to") from last

    def _resolve(
        self, host: str, port: int, policy: ssrfguard.Policy
    ) -> Sequence[ssrfguard.Address]:
        try:
            literal = ip_address(host)
        except ValueError:
            literal = None
        target = ssrfguard.Target(
            scheme="tcp", host=host, port=port, host_as_written=host, address=literal
        )

        def look_up() -> Sequence[ssrfguard.Address]:
            try:
                return ssrfguard.resolve(target, policy=policy, resolver=self._resolver)
            except ssrfguard.SSRFGuardError as refused:
                raise AddressRefused(host) from refused
            except (
                OSError,
                ValueError,
            ) as failed:  # ValueError: a label over 63 characters, an unreadable answer
                raise httpcore.ConnectError("the name does not resolve") from failed

        if literal is not None:
            return look_up()
        return self._in_time(look_up)

    def _in_time(
        self, look_up: Callable[[], Sequence[ssrfguard.Address]]
    ) -> Sequence[ssrfguard.Address]:
        """Run a look-up in a thread of its own and wait for it no longer than the deadline."""
        outcome: list[Sequence[ssrfguard.Address] | Exception] = []
        done = threading.Event()

        def run() -> None:
            try:
                outcome.append(look_up())
            except Exception as failed:
                outcome.append(failed)
            finally:
                self._lookups.release()
                done.set()

        if not self._lookups.acquire(timeout=self._deadline.left(httpcore.ConnectTimeout)):
            raise httpcore.ConnectTimeout("too many name look-ups hang")
        threading.Thread(target=run, name="look-up", daemon=True).start()
        if not done.wait(self._deadline.left(httpcore.ConnectTimeout)):
            raise httpcore.ConnectTimeout("the name was not resolved in time")
        answer = outcome[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> NetworkStream:
        """Always refused: a file has no address to check."""
        raise AddressRefused(path)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class _DeadlineStream(NetworkStream):
    """httpcore's own stream, with every time-out cut to what is left before the deadline."""

    def __init__(self, stream: NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> NetworkStream:
        seconds = self._deadline.left(httpcore.ConnectTimeout)
        return _DeadlineStream(
            self._stream.start_tls(ssl_context, server_hostname, seconds), self._deadline
        )

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)
