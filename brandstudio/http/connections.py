"""Connections under uvicorn that can't be held for nothing: a head has a deadline and a size, and
there are no more of them than the process has descriptors for.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection or from its first byte on."""

MOST_UNREAD = 65_536
"""Bytes that may come before they are a head, a piece of a body or its end: of long heads, trailers
and chunk extensions the parser itself keeps as much as is sent.
"""

#: The method of a request line. llhttp refuses those that it has not heard of, where a path that does
#: not take a method is to say which it takes; it is shown one that it knows and no path takes.
_METHOD = re.compile(
    rb"(?!(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) )([A-Za-z][\w!#$%&'*+.^`|~-]{0,19})(?= /)"
)
_SHOWN = b"SOURCE"

SPARE_DESCRIPTORS = 200
"""Left for the database, files and pictures when all connections are taken."""


def connection_limit() -> int:
    """How many connections this process may hold; its soft limit of descriptors is raised first."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows has no such limit
        return 4096
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(64, min(soft - SPARE_DESCRIPTORS, 16384))


class Impatient(HttpToolsProtocol):
    """uvicorn's protocol with these limits: a connection is closed where its request does not come,
    or comes without an end, or where there are too many.
    """

    most: int
    head_seconds: float
    _head: asyncio.TimerHandle | None = None
    _unread = 0
    _method: bytes | None = None
    """Of the request that comes, where the parser was shown another."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._unread == 0 and self._asking() and (found := _METHOD.match(data)):
            self._method = found[1]
            data = _SHOWN + data[found.end() :]
        self._unread += len(data)
        super().data_received(data)
        if self._unread > MOST_UNREAD and not self.transport.is_closing():
            self.send_400_response("A part of this request is too long.")
        if not self._asking():
            self._relax()
        elif self._head is None:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        self._unread = 0
        super().on_headers_complete()
        if self._method is not None:  # the application starts after this
            self.scope["method"], self._method = self._method.decode("ascii"), None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, in the shape of every error (spec: Errors)."""
        error = {
            "code": "VALIDATION_ERROR",
            "message": msg,
            "requestId": f"req_{secrets.token_hex(12)}",
        }
        body = json.dumps({"error": error}).encode("ascii")
        head = (
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nx-request-id: {error['requestId']}\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        super().on_message_complete()

    def _asking(self) -> bool:
        """Whether no request is under way: what came so far is a part of a head."""
        return self.cycle is None or self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head = self.loop.call_later(self.head_seconds, self._give_up)

    def _relax(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _give_up(self) -> None:
        self._head = None
        if self._asking() and not self.transport.is_closing():
            self.transport.close()


def impatient(most: int, head_seconds: float = HEAD_SECONDS) -> type[Impatient]:
    """The protocol for so many connections."""
    return type("Impatient", (Impatient,), {"most": most, "head_seconds": head_seconds})
