"""What the HTTP layer adds to one read, in CPU time, beside bare Starlette with one SQLite row (goals: Speed)."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from brandstudio.http.app import make_app
from brandstudio.http.wire import codec
from brandstudio.operations import GetImage
from brandstudio.testing import Bench, picture

sys.path.insert(0, str(Path(__file__).parent.parent / "http"))

from fake_service import FakeService, image


@pytest.mark.benchmark
def test_a_read_over_http_beside_bare_starlette():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE item (id TEXT PRIMARY KEY, folder TEXT)")
    db.execute("INSERT INTO item VALUES ('img_1', 'acme')")
    body = json.loads(codec(GetImage).encode_result(image("img_1", "acme")))

    def row(image_id: str):
        return db.execute("SELECT * FROM item WHERE id = ?", (image_id,)).fetchone()

    async def bare(request):
        return JSONResponse({**body, "id": row(request.path_params["image_id"])[0]})

    service = FakeService()
    service.answers[GetImage] = lambda ask: image(*row(ask.image_id))
    ours = make_app(service, access=lambda line: None)
    theirs = Starlette(routes=[Route("/v1/images/{image_id}", bare)])
    scope = {
        "type": "http", "method": "GET", "path": "/v1/images/img_1", "raw_path": b"/v1/images/img_1",
        "query_string": b"level1=acme", "headers": [(b"host", b"x"), (b"x-api-key", b"bsk_full")], "root_path": "",
        "scheme": "http", "server": ("x", 80), "client": ("127.0.0.1", 1), "http_version": "1.1",
    }
    statuses: set[int] = set()

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        statuses.add(message.get("status", 200))

    async def rounds(app, count: int) -> None:
        for _ in range(count):
            await app(dict(scope), receive, send)

    def microseconds(app, count: int = 2000) -> float:
        started = time.process_time()
        asyncio.run(rounds(app, count))
        return (time.process_time() - started) / count * 1e6

    figures = sorted((microseconds(ours) - microseconds(theirs), microseconds(theirs)) for _ in range(5))
    added, base = figures[2]
    print(f"\none read: bare Starlette {base:.0f} us, our HTTP layer {added:.0f} us more (a server adds 60 to 300 us to both)")
    assert statuses == {200}


@pytest.mark.benchmark
def test_a_read_of_the_real_service_beside_bare_starlette_with_one_row(tmp_path: Path) -> None:
    """Key check, folder, image, versions, links and JSON, beside one row of one table as JSON of the same length."""
    with Bench(tmp_path / "data") as bench:
        place = bench.workspace()
        studio = place.studio()
        studio.folders.create(name="Acme")
        made = studio.library.add(folder="acme", file=picture(320, 240))
        answer = place.studio("http").images.get(image_id=made.image_id, folder="acme")
        key = place.key("read")
        path = f"/v1/images/{made.image_id}"
        db = sqlite3.connect(tmp_path / "raw.db", check_same_thread=False)
        db.execute("CREATE TABLE item (id TEXT PRIMARY KEY, body TEXT)")
        text = codec(GetImage).encode_result(answer)
        db.execute("INSERT INTO item VALUES (?, ?)", (made.image_id, text.decode() if isinstance(text, bytes) else text))
        db.commit()

        def bare(request: Request) -> JSONResponse:
            row = db.execute("SELECT body FROM item WHERE id = ?", (request.path_params["image_id"],)).fetchone()
            return JSONResponse(json.loads(row[0]))

        async def bare_on_the_loop(request: Request) -> JSONResponse:
            return bare(request)

        apps = {
            "ours": make_app(bench.service, access=lambda line: None),
            "bare, handler on the loop": Starlette(routes=[Route("/v1/images/{image_id}", bare_on_the_loop)]),
            "bare, handler in a thread": Starlette(routes=[Route("/v1/images/{image_id}", bare)]),
        }
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"level1=acme",
            "headers": [(b"host", b"x"), (b"x-api-key", key.encode())], "root_path": "", "scheme": "http", "server": ("x", 80),
            "client": ("127.0.0.1", 1), "http_version": "1.1",
        }
        statuses: set[int] = set()

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            statuses.add(message.get("status", 200))

        async def calls(app: Any, count: int) -> None:
            for _ in range(count):
                await app(dict(scope), receive, send)

        spent: dict[str, list[float]] = {name: [] for name in apps}
        for _ in range(9):
            for name, app in apps.items():
                started = time.process_time()
                asyncio.run(calls(app, 300))
                spent[name].append((time.process_time() - started) / 300 * 1e6)
        figures = {name: sorted(each)[4] for name, each in spent.items()}
        print("\n" + ", ".join(f"{name} {each:.0f} us ({each / figures['ours']:.2f} of ours)" for name, each in figures.items()))
        assert statuses == {200}
