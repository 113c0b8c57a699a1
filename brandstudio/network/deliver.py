"""Delivers webhooks: one POST, one outcome, never an exception.

The same guard as for fetching stands at every connection; plain http goes only to listed hosts; a
redirect is an answer like any other and is never followed. Connections are kept for the next
delivery to the same receiver, since opening one costs more than thirty times the delivery itself.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from types import TracebackType

import httpcore
import httpx

from brandstudio.network.addresses import is_public
from brandstudio.network.fetch import MAX_URL_LENGTH
from brandstudio.network.guard import (
    AddressRefused,
    AllowedHosts,
    Deadline,
    GuardedBackend,
    Resolver,
)

# : Seconds for one delivery, from the look-up of the name to the end of the answer (decisions:
# Figures).
TIMEOUT_SECONDS = 10.0
# : How much of an answer is read; what it says does not matter, but a read answer leaves the
# connection usable.
MAX_ANSWER_BYTES = 64 * 1024


_MOST_TARGETS = 1000
_PRIVATE = "the host's address is private; list it in BRANDSTUDIO_ALLOW_PRIVATE_HOSTS"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came of one delivery: the receiver's status, or None and why there was none."""

    status: int | None
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the receiver has taken it: any 2xx."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class _Target:
    """An address that may be delivered to, as it stands in a request."""

    url: httpcore.URL
    host: bytes

    @classmethod
    def of(cls, url: httpx.URL) -> _Target:
        made = httpcore.URL(
            scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
        )
        return cls(made, url.netloc)


class Deliverer:
    """Sends webhooks; one for each worker, shared by its threads."""

    def __init__(
        self,
        allow_private_hosts: Iterable[str] = (),
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        ssl_context: ssl.SSLContext | None = None,
        resolver: Resolver | None = None,
        max_connections: int = 100,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``ssl_context`` defaults to the usual trust store, which follows ``SSL_CERT_FILE``."""
        self._allowed = AllowedHosts.of(allow_private_hosts)
        self._timeout_seconds = timeout_seconds
        self._deadline = Deadline(clock)
        self._targets: dict[str, _Target] = {}
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context or httpx.create_ssl_context(),
            network_backend=GuardedBackend(self._allowed, self._deadline, resolver),
            max_connections=max_connections,
            max_keepalive_connections=20,
            # Shorter than any server's own limit that we know, so that a delivery seldom meets a
            # closing connection.
            keepalive_expiry=2.0,
        )

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
        """Send ``body`` to ``url`` and say what came of it."""
        target = self._target(url)
        if isinstance(target, str):
            return Delivery(None, target)
        self._deadline.within(self._timeout_seconds)
        try:
            return Delivery(self._send(target, body, headers))
        except AddressRefused:
            return Delivery(None, _PRIVATE)
        except httpcore.TimeoutException:
            return Delivery(None, f"no answer within {self._timeout_seconds:g} s")
        except httpcore.ConnectError as failed:
            reason = failed.__cause__ or failed.__context__ or failed
            return Delivery(None, f"no connection: {_plain(reason)}")
        except Exception as failed:  # whatever a receiver does, the worker goes on
            return Delivery(None, f"the connection broke: {_plain(failed)}")

    def _target(self, url: str) -> _Target | str:
        """Where an address leads, or why nothing goes there. One workspace's is always the same, and
        reading it costs a sixth of a delivery.
        """
        known = self._targets.get(url)
        if known is None:
            refused = _misshapen(url) or _insecure(httpx.URL(url), self._allowed)
            if refused is not None:
                return refused
            if len(self._targets) >= _MOST_TARGETS:
                self._targets.clear()
            known = self._targets[url] = _Target.of(httpx.URL(url))
        return known

    def _send(self, target: _Target, body: bytes, headers: Mapping[str, str]) -> int:
        fields = [
            (b"Host", target.host),
            (b"Content-Length", b"%d" % len(body)),
            (b"Accept-Encoding", b"identity"),
        ]
        fields += [
            (name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()
        ]
        # The pool must not wait for a free connection longer than the delivery may take.
        limits = {"timeout": {"pool": self._timeout_seconds}}
        with self._pool.stream(
            "POST", target.url, headers=fields, content=body, extensions=limits
        ) as response:
            read = 0
            # The status is the whole answer; a body that breaks off changes nothing. Leaving the
            # block closes a connection whose answer was not read to its end.
            with suppress(httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
                for piece in response.iter_stream():
                    read += len(piece)
                    if read > MAX_ANSWER_BYTES:
                        break
            return response.status

    def close(self) -> None:
        """Close the connections that are kept."""
        self._pool.close()

    def __enter__(self) -> Deliverer:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


def undeliverable(url: str, allow_private_hosts: Iterable[str]) -> str | None:
    """Why nothing will be delivered to an address, as far as it can be told without the network."""
    allowed = AllowedHosts.of(allow_private_hosts)
    refused = _misshapen(url) or _insecure(httpx.URL(url), allowed)
    if refused is not None or _origin(httpx.URL(url)) in allowed:
        return refused
    host = httpx.URL(url).host.rstrip(".").lower()
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return _PRIVATE
    with suppress(ValueError):
        return None if is_public(ip_address(host)) else _PRIVATE
    return None


def _misshapen(url: str) -> str | None:
    try:
        target = httpx.URL(url)
        host = _origin(target)[0]
    except (httpx.InvalidURL, ValueError, TypeError):
        return "the address is not a URL"
    if not host or target.userinfo or len(url) > MAX_URL_LENGTH:
        return "the address is not one that can be delivered to"
    return None


def _insecure(target: httpx.URL, allowed: AllowedHosts) -> str | None:
    if target.scheme == "https" or (target.scheme == "http" and _origin(target) in allowed):
        return None
    return (
        "the address must begin with https://, or its host stand in "
        "BRANDSTUDIO_ALLOW_PRIVATE_HOSTS of the process that delivers"
    )


def _origin(target: httpx.URL) -> tuple[str, int]:
    port = target.port or (443 if target.scheme == "https" else 80)
    return target.raw_host.decode("ascii"), port


def _plain(failed: BaseException) -> str:
    """The error in a few words, on one line."""
    return " ".join(str(failed).split())[:200] or type(failed).__name__
