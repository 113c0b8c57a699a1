"""What the HTTP layer adds to one read, in CPU time, beside bare Starlette with one SQLite row
(goals: Speed).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
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
from brandstudio.service.service import Service
from brandstudio.settings import Settings
from brandstudio.testing import Bench, ScriptedEngines, ScriptedWorld, picture

sys.path.insert(0, str(Path(__file__).parent.parent / "http"))

from fake_service import FakeService, image


@pytest.mark.benchmark
def test_a_read_over_http_beside_bare_starlette():
    db = sqlite3.connect(":memory:", check_same_thread=False)
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
        "type": "http",
        "method": "GET",
        "path": "/v1/images/img_1",
        "raw_path": b"/v1/images/img_1",
        "query_string": b"level1=acme",
        "headers": [(b"host", b"x"), (b"x-api-key", b"bsk_full")],
        "root_path": "",
        "scheme": "http",
        "server": ("x", 80),
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
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

    figures = sorted(
        (microseconds(ours) - microseconds(theirs), microseconds(theirs)) for _ in range(5)
    )
    added, base = figures[2]
    print(
        f"\none read: bare Starlette {base:.0f} us, our HTTP layer {added:.0f} us more (a server adds 60 to 300 us to both)"
    )
    assert statuses == {200}


def _serve(pipe: Connection, build: Callable[[], Any]) -> None:
    """A server of one app on a free port, in a process of its own; tells its CPU seconds whenever
    it is asked.
    """
    import uvicorn

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = uvicorn.Server(
        uvicorn.Config(build(), log_level="critical", access_log=False, lifespan="off")
    )
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    pipe.send(listener.getsockname()[1])
    while pipe.recv():
        pipe.send(time.process_time())


@pytest.mark.benchmark
def test_a_read_through_a_server_beside_bare_starlette_with_one_row(tmp_path: Path) -> None:
    """CPU of the server's process for a GET against one row as JSON: while nothing changes, and
    with a commit of another process before each, so that key, folder, image, versions, links and
    JSON are all looked up and made anew.
    """
    with Bench(tmp_path / "data") as bench:
        place = bench.workspace()
        studio = place.studio()
        studio.folders.create(name="Acme")
        made = studio.library.add(folder="acme", file=picture(320, 240))
        answer = codec(GetImage).encode_result(
            studio.images.get(image_id=made.image_id, folder="acme")
        )
        key, data = place.key("read"), bench.data
    raw = tmp_path / "raw.db"
    with closing(sqlite3.connect(raw)) as db, db:
        db.execute("CREATE TABLE item (id TEXT PRIMARY KEY, body TEXT)")
        db.execute(
            "INSERT INTO item VALUES (?, ?)",
            (made.image_id, answer.decode() if isinstance(answer, bytes) else answer),
        )

    def bare() -> Starlette:
        db = sqlite3.connect(raw, check_same_thread=False)

        async def read(request: Request) -> JSONResponse:
            row = db.execute(
                "SELECT body FROM item WHERE id = ?", (request.path_params["image_id"],)
            ).fetchone()
            return JSONResponse(json.loads(row[0]))

        return Starlette(routes=[Route("/v1/images/{image_id}", read)])

    def ours() -> Any:
        return make_app(
            Service(Settings(data=data), ScriptedWorld(ScriptedEngines())), access=lambda line: None
        )

    ask = f"GET /v1/images/{made.image_id}?level1=acme HTTP/1.1\r\nhost: x\r\nx-api-key: {key}\r\n\r\n".encode()
    spawn = multiprocessing.get_context("fork")
    servers: dict[str, tuple[Any, Connection, socket.socket]] = {}
    for name, build in {"bare": bare, "ours": ours}.items():
        near, far = spawn.Pipe()
        process = spawn.Process(target=_serve, args=(far, build), daemon=True)
        process.start()
        servers[name] = process, near, socket.create_connection(("127.0.0.1", near.recv()))

    other = closing(sqlite3.connect(data / "studio.db", isolation_level=None))

    def microseconds(name: str, count: int = 400, changing: bool = False) -> float:
        _, pipe, line = servers[name]
        pipe.send(True)
        before = float(pipe.recv())
        for _ in range(count):
            if changing:
                db.execute("update prices set updated_at = updated_at + 1")
            line.sendall(ask)
            head = b""
            while b"\r\n\r\n" not in head:
                head += line.recv(65536)
            start, _, body = head.partition(b"\r\n\r\n")
            assert start.startswith(b"HTTP/1.1 200"), start
            length = int(start.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
            while len(body) < length:
                body += line.recv(65536)
        pipe.send(True)
        return (float(pipe.recv()) - before) / count * 1e6

    with other as db:
        db.execute("pragma synchronous = off")
        rounds = [
            (microseconds("ours"), microseconds("ours", changing=True), microseconds("bare"))
            for _ in range(11)
        ]
    held, anew, bare_us = (sorted(column)[5] for column in zip(*rounds, strict=True))
    ratios = [sorted(one[at] / one[2] for one in rounds)[5] for at in (0, 1)]
    print(
        f"\na GET through a server: bare {bare_us:.0f} us CPU; ours {held:.0f} us, ratio {ratios[0]:.2f} "
        f"(goal 1.5); after a change {anew:.0f} us, ratio {ratios[1]:.2f}"
    )
    for process, pipe, line in servers.values():
        line.close()
        pipe.send(False)
        process.join(10)
