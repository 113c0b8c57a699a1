"""The studio in a browser: only who has the token gets in."""

from __future__ import annotations

import asyncio
from typing import Any

from brandstudio_tui.serving import COOKIE, Guard


async def inner(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"the page"})


def asked(
    kind: str = "http", query: str = "", host: str = "127.0.0.1:8001", **headers: str
) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    guard = Guard(inner, "s3cret", ["127.0.0.1:8001", "localhost:8001"])
    pairs = [(b"host", host.encode())]
    pairs += [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "query_string": query.encode(), "headers": pairs, "path": "/"}

    async def receive() -> dict[str, Any]:
        return {"type": f"{kind}.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(guard(scope, receive, send))
    return sent


def test_without_the_token_nothing_is_shown() -> None:
    assert asked()[0]["status"] == 403
    assert asked(query="token=wrong")[0]["status"] == 403
    assert asked(cookie=f"{COOKIE}=wrong")[0]["status"] == 403
    assert asked("websocket")[0] == {"type": "websocket.close", "code": 1008}


def test_the_token_is_traded_for_a_cookie_and_leaves_the_address() -> None:
    first = asked(query="token=s3cret")[0]
    assert first["status"] == 303
    headers = dict(first["headers"])
    assert headers[b"location"] == b"/"
    assert b"HttpOnly; SameSite=Strict" in headers[b"set-cookie"]
    assert asked(cookie=f"{COOKIE}=s3cret")[0]["status"] == 200
    assert asked("websocket", cookie=f"{COOKIE}=s3cret")[0]["type"] == "websocket.accept"


def test_another_site_and_another_name_are_refused_even_with_the_cookie() -> None:
    cookie = f"{COOKIE}=s3cret"
    assert asked(cookie=cookie, host="evil.example:8001")[0]["status"] == 403
    assert asked("websocket", cookie=cookie, origin="https://evil.example")[0]["code"] == 1008
    assert asked("websocket", cookie=cookie, origin="http://127.0.0.1:8001")[0]["type"].endswith(
        "accept"
    )
