"""What every request gets: an id, headers that every answer has, and a line in the access log."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..traces import NO_TRACES, Traces
from .metrics import area_of

_SECRET_PLACES = ("files", "uploads", "invites")
_KEY = re.compile(r"bsk_\w+")
_UNTRACED = frozenset({"/healthz", "/readyz", "/metrics"})
_CLIENT_GONE = 499
"""Stands in the log where nobody was left to answer; never sent."""


class Access:
    """Middleware: ``state.request_id`` for all that follows; ``write`` takes each line of the log,
    a JSON object without its line end, dated by ``now`` (seconds since 1970).

    ``root_path`` is the prefix under which a proxy shows this application, whether or not the
    proxy takes it off; an application that mounts this one says so itself.
    """

    def __init__(
        self,
        app: ASGIApp,
        new_id: Callable[[], str],
        write: Callable[[str], object] | None,
        now: Callable[[], float],
        root_path: str = "",
        seen: Callable[[str, str, int, float], object] | None = None,
        traces: Traces = NO_TRACES,
    ) -> None:
        self.app, self.new_id, self.write, self.now = app, new_id, write, now
        self.root_path, self.seen, self.traces = root_path, seen, traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        if self.root_path and not scope.get("root_path"):
            scope["root_path"] = self.root_path
        state = scope.setdefault("state", {})
        request_id = state["request_id"] = self.new_id()
        head, path, status = scope["method"] == "HEAD", path_below(scope), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *always(request_id)]
            elif head and message.get("body"):
                message = {**message, "body": b""}
            await send(message)

        try:
            if self.traces.active and path not in _UNTRACED:
                with self._traced(scope, path, request_id):
                    await self.app(scope, receive, answer)
                    self.traces.note(status=status or _CLIENT_GONE)
            else:
                await self.app(scope, receive, answer)
        except Exception:
            status = status or 500
            raise
        finally:
            seconds = time.perf_counter() - started
            if self.seen is not None:
                self.seen(scope["method"], path, status or _CLIENT_GONE, seconds)
            if self.write is not None:
                milliseconds = seconds * 1000
                self.write(self._line(scope, path, status or _CLIENT_GONE, milliseconds))

    def _traced(self, scope: Scope, path: str, request_id: str) -> AbstractContextManager[None]:
        """The request as a part of whatever its caller named."""
        named = next((value for name, value in scope["headers"] if name == b"traceparent"), b"")
        return self.traces.span(
            f"{scope['method'][:20]} {area_of(path)}",
            "server",
            named.decode("latin-1") or None,
            request_id,
            method=scope["method"][:20],
            path=redacted(path),
        )

    def _line(self, scope: Scope, path: str, status: int, milliseconds: float) -> str:
        # Written by hand: only the method and the path come from outside and need escaping.
        state = scope["state"]
        key_id = state.get("key_id")
        key = f'"{key_id}"' if key_id is not None else "null"
        return (
            f'{{"time":{self.now():.3f},"requestId":"{state["request_id"]}","keyId":{key},'
            f'"method":{json.dumps(scope["method"][:20])},"path":{json.dumps(redacted(path))},'
            f'"status":{status},"ms":{milliseconds:.2f}}}'
        )


def always(request_id: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of every answer."""
    return (
        (b"x-request-id", request_id.encode("ascii")),
        (b"x-content-type-options", b"nosniff"),
    )


def path_below(scope: Scope) -> str:
    """The decoded path below the prefix that this application is mounted at; whole where a proxy
    has taken the prefix off.
    """
    path: str = scope["path"]
    prefix = scope.get("root_path", "").rstrip("/")
    below = path.removeprefix(prefix)
    return below if below.startswith("/") else path


def prefix_of(scope: Scope) -> str:
    """The prefix that this application is mounted at or shown under, as links begin with it; empty
    where there is none.
    """
    prefix = scope.get("root_path", "").strip("/")
    return "/" + quote(prefix) if prefix else ""


def redacted(path: str) -> str:
    """A path as it may stand in a log: without the tokens of links, and without keys that were put
    there by mistake.
    """
    if path.startswith("/v1/"):
        return (_KEY.sub("***", path) if "bsk_" in path else path)[:200]
    first, _, rest = path.removeprefix("/").partition("/")
    if rest and first in _SECRET_PLACES:
        return f"/{first}/***"
    return _KEY.sub("***", path)[:200]
