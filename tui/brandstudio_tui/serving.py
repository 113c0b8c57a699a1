"""The same studio in a browser: a page on loopback whose address carries a token.

Whoever has the address has the studio, so it is made anew at each start, compared in constant time,
and required of the page and of its socket; the page's own files are all that is open. Each page that
is opened runs a studio of its own.
"""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs

AsgiScope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

COOKIE = "brandstudio_studio"


class Guard:
    """Lets in whoever brings the token, in the address once and in a cookie from then on.

    A page of another site can neither read the token nor send the cookie, and the Host must be the
    one that was bound, so that no foreign name can be pointed at it.
    """

    def __init__(self, inner: Any, token: str, hosts: Sequence[str]) -> None:
        self._inner, self._token, self._hosts = inner, token, frozenset(hosts)

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        if headers.get("host", "") not in self._hosts or not self._origin_fits(headers):
            await self._refuse(scope, receive, send)
            return
        asked = parse_qs(scope.get("query_string", b"").decode()).get("token", [""])[0]
        if scope["type"] == "http" and self._is_token(asked):
            await self._welcome(scope, send)
            return
        held = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        if held is None or not self._is_token(held.value):
            await self._refuse(scope, receive, send)
            return
        await self._inner(scope, receive, send)

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self._token.encode())

    def _origin_fits(self, headers: Mapping[str, str]) -> bool:
        origin = headers.get("origin")
        return origin is None or origin.partition("://")[2] in self._hosts

    async def _welcome(self, scope: AsgiScope, send: Send) -> None:
        cookie = f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"
        await _answer(send, 303, b"", [(b"location", b"/"), (b"set-cookie", cookie.encode())])

    async def _refuse(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await _answer(send, 403, b"Open the address that brandstudio studio --serve printed.", [])


async def _answer(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    fixed = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": body})


def command(arguments: Sequence[str]) -> str:
    """The command that each page runs."""
    return shlex.join([sys.executable, "-m", "brandstudio", *arguments])


def serve(arguments: Sequence[str], *, host: str, port: int, say: Callable[[str], object]) -> None:
    """Serve the studio that ``arguments`` open until this process is ended."""
    import socket

    import uvicorn

    from .page import studio_server

    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        bound = listener.getsockname()[1]
        token = secrets.token_urlsafe(24)
        shown = "127.0.0.1" if host in ("127.0.0.1", "localhost", "0.0.0.0") else host  # noqa: S104
        hosts = {f"{name}:{bound}" for name in (shown, host, "127.0.0.1", "localhost")}
        app = Guard(studio_server(command(arguments), host, bound), token, sorted(hosts))
        say(f"http://{shown}:{bound}/?token={token}")
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
