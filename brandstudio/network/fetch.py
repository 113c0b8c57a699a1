"""Fetches links that someone else chose: the one function for it.

https only, on any port. Every address of every hop is checked and pinned (``guard``), at most five
redirects are followed, and time and bytes are bounded while reading: 10 s to connect and get an
answer, 60 s in all. Nothing of ours is sent along: no cookie, no credential, no proxy from the
environment.

What a caller may learn is kept small. A refused address, a closed port, a name that does not
resolve and a certificate that does not fit all read the same, so that nobody maps a private network
through us.
"""

from __future__ import annotations

import re
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, Protocol

import httpcore
import httpx

from brandstudio.errors import PayloadTooLarge, ServiceBusy, UnsupportedMediaType
from brandstudio.network.guard import (
    AddressRefused,
    AllowedHosts,
    Deadline,
    GuardedBackend,
    Resolver,
)

Kind = Literal["image", "page", "any"]
# : Why a link was refused. For logs alone: ``address`` and ``unreachable`` told apart would make us
# a port scanner.
Reason = Literal[
    "url", "address", "unreachable", "timeout", "status", "redirects", "encoding", "empty"
]

CONNECT_SECONDS = 10.0
TOTAL_SECONDS = 60.0
MAX_REDIRECTS = 5
MAX_URL_LENGTH = 8192
PER_WORKSPACE = 4

UNREADABLE = "The link can't be read. It must be a public https link that answers."

_ACCEPT: dict[Kind, str] = {
    "image": "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.9,*/*;q=0.5",
    "page": "text/html,application/xhtml+xml,text/css;q=0.9,*/*;q=0.5",
    "any": "*/*",
}
# What a server says of the type is a first sieve; what the bytes are decides later.
_TYPES: dict[Kind, re.Pattern[str]] = {
    "image": re.compile(r"image/[\w.+-]+|(application|binary)/octet-stream|"),
    "page": re.compile(r"text/[\w.+-]+|application/(xhtml\+xml|xml)|"),
    "any": re.compile(r".*", re.DOTALL),
}
_PRINTABLE = re.compile(r"[^\s\x00-\x20\x7f\\]+")


class FetchRefused(Exception):
    """A link that is not fetched. The text is for people and safe to show; ``reason`` is for logs
    alone.
    """

    def __init__(self, reason: Reason, message: str = UNREADABLE) -> None:
        super().__init__(message)
        self.reason: Reason = reason

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a link gave: ``content_type`` is the server's word, lower case and without parameters
    ("" when it said none) and ``charset`` the parameter of that name; ``final_url`` is where the
    redirects ended.
    """

    url: str
    content_type: str
    body: bytes
    final_url: str
    charset: str | None = None


class LinkFetcher(Protocol):
    """What reads links for a studio; ``open(..., fetcher=...)`` takes one of your own.

    It answers ``Fetched``, or raises FetchRefused, PayloadTooLarge, UnsupportedMediaType or
    ServiceBusy. Whatever it reads is checked as if a stranger had sent it.
    """

    def fetch(
        self, url: str, *, max_bytes: int, kind: Kind = "image", workspace: str = ""
    ) -> Fetched: ...


class Fetcher:
    """Fetches links, at most ``per_workspace`` of one workspace at a time. Safe to share between
    threads.
    """

    def __init__(
        self,
        allow_private_hosts: Iterable[str] = (),
        *,
        per_workspace: int = PER_WORKSPACE,
        connect_seconds: float = CONNECT_SECONDS,
        total_seconds: float = TOTAL_SECONDS,
        max_redirects: int = MAX_REDIRECTS,
        ssl_context: ssl.SSLContext | None = None,
        resolver: Resolver | None = None,
        clock: Callable[[], float] = time.monotonic,
        user_agent: str = "brandstudio",
    ) -> None:
        """``ssl_context`` defaults to the usual trust store, which follows ``SSL_CERT_FILE``."""
        self._connect_seconds = connect_seconds
        self._total_seconds = total_seconds
        self._max_redirects = max_redirects
        self._clock = clock
        self._user_agent = user_agent
        self._deadline = Deadline(clock)
        self._backend = GuardedBackend(
            AllowedHosts.of(allow_private_hosts), self._deadline, resolver
        )
        self._ssl_context = ssl_context
        self._slots = _Slots(per_workspace)

    def fetch(
        self, url: str, *, max_bytes: int, kind: Kind = "image", workspace: str = ""
    ) -> Fetched:
        """The content of ``url``, of at most ``max_bytes`` bytes.

        Raises FetchRefused, which the caller maps to its own error; PayloadTooLarge;
        UnsupportedMediaType when the server names a type that ``kind`` can't be; ServiceBusy when
        the workspace's other fetches take too long.
        """
        current = _checked(url)
        with self._slots.taken(workspace, self._total_seconds):
            end = self._clock() + self._total_seconds
            for _ in range(self._max_redirects + 1):
                answer = self._hop(current, end, max_bytes, kind, url)
                if isinstance(answer, Fetched):
                    return answer
                current = answer
        raise FetchRefused(
            "redirects", f"The link redirects more than {self._max_redirects} times."
        )

    def _hop(
        self, url: httpx.URL, end: float, max_bytes: int, kind: Kind, asked: str
    ) -> Fetched | httpx.URL:
        """One request: the content, or the address that it redirects to."""
        self._deadline.within(min(self._connect_seconds, end - self._clock()))
        headers = [
            (b"Host", url.netloc),
            (b"User-Agent", self._user_agent.encode("ascii")),
            (b"Accept", _ACCEPT[kind].encode("ascii")),
            (b"Accept-Encoding", b"identity"),
            (b"Connection", b"close"),
        ]
        target = httpcore.URL(
            scheme=b"https", host=url.raw_host, port=url.port, target=url.raw_path
        )
        try:
            # A pool of its own for each hop: no connection outlives the check that it passed.
            with (
                httpcore.ConnectionPool(
                    ssl_context=self._context(), network_backend=self._backend
                ) as pool,
                pool.stream("GET", target, headers=headers) as response,
            ):
                fields = {name.lower(): value.decode("latin-1") for name, value in response.headers}
                if response.status in {301, 302, 303, 307, 308}:
                    return _redirected(url, fields.get(b"location"))
                self._deadline.within(end - self._clock())
                return self._read(response, fields, max_bytes, kind, asked, url)
        except AddressRefused as refused:
            raise FetchRefused("address") from refused
        except httpcore.TimeoutException as late:
            raise FetchRefused("timeout") from late
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError, ValueError) as failed:
            # ValueError: TLS can't spell a host such as "a..b".
            raise FetchRefused("unreachable") from failed

    def _read(
        self,
        response: httpcore.Response,
        fields: dict[bytes, str],
        max_bytes: int,
        kind: Kind,
        asked: str,
        url: httpx.URL,
    ) -> Fetched:
        if response.status not in {200, 203}:
            raise FetchRefused(
                "status", f"The link answered with status {response.status} instead of a file."
            )
        content_type, charset = _media_type(fields.get(b"content-type", ""))
        if not _TYPES[kind].fullmatch(content_type):
            raise UnsupportedMediaType(
                f"The link leads to {content_type[:80]}, not to {'an image' if kind == 'image' else 'a page'}."
            )
        declared = fields.get(b"content-length", "")
        if (
            declared.isascii()
            and declared.isdigit()
            and len(declared) < 20
            and int(declared) > max_bytes
        ):
            raise _too_large(max_bytes)
        body = bytearray()
        for piece in _decoded(
            response.iter_stream(), fields.get(b"content-encoding", ""), max_bytes
        ):
            body += piece
            if len(body) > max_bytes:
                raise _too_large(max_bytes)
        if not body:
            raise FetchRefused("empty", "The link gives an empty file.")
        return Fetched(asked, content_type, bytes(body), str(url), charset)

    def _context(self) -> ssl.SSLContext:
        # Made on first use: loading a trust store takes tens of milliseconds. Two threads making it
        # twice is harmless.
        if self._ssl_context is None:
            self._ssl_context = httpx.create_ssl_context()
        return self._ssl_context


class _Slots:
    """So many at a time for each name; a name that nobody uses takes no memory."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: dict[str, int] = {}
        self._changed = threading.Condition()

    @contextmanager
    def taken(self, name: str, seconds: float) -> Iterator[None]:
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken.get(name, 0) < self._limit, seconds):
                raise ServiceBusy(
                    "Too many links of this workspace are being read; try again in a moment."
                )
            self._taken[name] = self._taken.get(name, 0) + 1
        try:
            yield
        finally:
            with self._changed:
                self._taken[name] -= 1
                if not self._taken[name]:
                    del self._taken[name]
                self._changed.notify_all()


def _checked(url: str) -> httpx.URL:
    """``url``, parsed, when its form can be fetched at all. Where it leads is checked when
    connecting.
    """
    if len(url) > MAX_URL_LENGTH or not _PRINTABLE.fullmatch(url):
        raise FetchRefused(
            "url", "The link must be an address without spaces or control characters."
        )
    try:
        parsed = httpx.URL(url)
        host = parsed.raw_host
        parsed.netloc.decode("ascii")
    except (httpx.InvalidURL, ValueError) as wrong:
        raise FetchRefused("url", "The link is not a web address.") from wrong
    if parsed.scheme != "https":
        raise FetchRefused("url", "The link must begin with https://.")
    if parsed.userinfo or "@" in re.split("[/?#]", url.partition("://")[2], maxsplit=1)[0]:
        raise FetchRefused("url", "The link must not hold a user name or password.")
    if not host or len(host) > 253 or b"%" in host or parsed.port == 0:
        raise FetchRefused("url", "The link is not a web address.")
    return parsed.copy_with(fragment=None)


def _redirected(url: httpx.URL, location: str | None) -> httpx.URL:
    if not location:
        raise FetchRefused("status", "The link redirects to nowhere.")
    try:
        return _checked(str(url.join(location)))
    except (httpx.InvalidURL, ValueError) as wrong:
        raise FetchRefused("url") from wrong


def _media_type(value: str) -> tuple[str, str | None]:
    name, _, parameters = value.partition(";")
    charset = re.search(r"charset\s*=\s*\"?([\w.:+-]{1,40})", parameters, re.IGNORECASE | re.ASCII)
    return name.strip().lower(), charset[1].lower() if charset else None


def _decoded(pieces: Iterable[bytes], encoding: str, max_bytes: int) -> Iterator[bytes]:
    """The body without its transfer coding. We ask for none; a server that packs all the same is
    unpacked in bounds.
    """
    encoding = encoding.strip().lower()
    if encoding in {"", "identity"}:
        yield from pieces
        return
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise FetchRefused("encoding", "The link answers in a compression that was not asked for.")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
    received = 0
    try:
        for piece in pieces:
            received += len(piece)
            if (
                received > max_bytes
            ):  # also what follows the packed data, of which nothing comes out
                raise _too_large(max_bytes)
            yield unpack.decompress(
                piece, max_bytes + 1
            )  # where this bound is hit, the reader stops
        yield unpack.flush()
    except zlib.error as wrong:
        raise FetchRefused("encoding", "The link answers with broken compression.") from wrong


def _too_large(max_bytes: int) -> PayloadTooLarge:
    return PayloadTooLarge(
        f"The link's file is larger than {max_bytes / 1_000_000:g} MB.", maxBytes=max_bytes
    )
