"""A request that takes too long is given up and charges nothing; one that has charged is waited for."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from brandstudio import errors
from brandstudio.http import endpoints
from brandstudio.http.app import make_app
from brandstudio.http.deadline import Deadline
from brandstudio.operations import CreateFolder, ListFolders
from brandstudio.testing import Bench, Place, picture

LINK = "https://example.com/slow.png"


class Slow:
    """A gate in front of the real work."""

    def __init__(self) -> None:
        self.gate, self.came = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.came.set()
        self.gate.wait(20)


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.gate.set()


@pytest.fixture
def place(bench: Bench) -> Place:
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    return place


def client(bench: Bench, place: Place, seconds: float) -> TestClient:
    app = make_app(bench.service, seconds=seconds)
    return TestClient(app, headers={"x-api-key": place.key(), "idempotency-key": "one"})


def test_work_that_has_not_charged_in_time_is_given_up_for_good(
    bench: Bench, place: Place, slow: Slow
) -> None:
    def fetched(url: str) -> bytes:
        slow.wait()
        return picture(64, 48)

    bench.engines.fetcher.answers[LINK] = fetched
    before = place.balance
    with client(bench, place, 0.2) as http:
        answer = http.post("/v1/library", json={"level1": "acme", "imageUrl": LINK})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "SERVICE_BUSY")
        assert answer.headers["retry-after"] == "5"
        slow.gate.set()
    # The application has stopped, so the thread has ended, and its late charge was refused.
    assert place.balance == before
    assert place.owner.library.list().total_count == 0
    with client(bench, place, 30) as http:
        # The key is free again: the same request may be sent anew.
        again = http.post("/v1/library", json={"level1": "acme", "imageUrl": LINK})
        assert again.status_code == 201
    assert place.balance < before


def test_work_that_has_charged_is_waited_for() -> None:
    async def scene() -> str:
        deadline, late = Deadline(), asyncio.Event()

        async def work() -> str:
            deadline.go_ahead()
            await late.wait()
            return "paid and delivered"

        asyncio.get_running_loop().call_later(0.3, late.set)
        return await deadline.answer(asyncio.ensure_future(work()), 0.01)

    assert asyncio.run(scene()) == "paid and delivered"


def test_the_deadline_and_a_commit_never_both_win() -> None:
    first = Deadline()
    first.go_ahead()
    assert not first.run_out()
    assert not first.over()
    first.go_ahead()
    second = Deadline()
    assert second.run_out()
    assert second.over()
    with pytest.raises(errors.ServiceBusy):
        second.go_ahead()


def test_what_costs_nothing_is_not_done_late_either(bench: Bench, place: Place) -> None:
    late = Deadline()
    late.run_out()
    caller = bench.service.authenticate(place.key("full"))
    with pytest.raises(errors.ServiceBusy):
        bench.service.send(caller, CreateFolder(name="Late"), "req_1", late)
    assert [folder.slug for folder in place.owner.folders.list()] == ["acme"]


def test_a_long_statement_stops_at_the_deadline(bench: Bench) -> None:
    deadline = Deadline()
    store = bench.service.store.until(deadline)
    endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"
    threading.Timer(0.05, deadline.run_out).start()
    with pytest.raises(errors.ServiceBusy, match="given up"), store.read() as tx:
        tx.db.execute(endless).fetchone()
    # The connection is as good as before for whoever reads next.
    with bench.service.store.read() as tx:
        assert tx.db.execute("select 1").fetchone() == (1,)


def test_slow_work_is_not_begun_when_nobody_waits(bench: Bench) -> None:
    deadline = Deadline()
    store = bench.service.store.until(deadline)
    store.assert_idle()
    deadline.run_out()
    with pytest.raises(errors.ServiceBusy):
        store.assert_idle()


def test_a_read_that_stands_still_holds_up_no_health_check_and_is_given_up(
    bench: Bench, place: Place, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "READ_SECONDS", 0.2)
    send = bench.service.send

    def stalled(caller: Any, operation: Any, *rest: Any) -> Any:
        if isinstance(operation, ListFolders):
            slow.wait()
        return send(caller, operation, *rest)

    monkeypatch.setattr(bench.service, "send", stalled)
    with client(bench, place, 30) as http:
        found: list[tuple[int, str]] = []

        def read() -> None:
            answer = http.get("/v1/folders")
            found.append((answer.status_code, answer.headers.get("retry-after", "")))

        reading = threading.Thread(target=read)
        reading.start()
        assert slow.came.wait(10)
        assert http.get("/healthz").json() == {"status": "ok"}
        assert http.get("/v1/pricing").status_code == 200
        reading.join(10)
        assert found == [(503, "5")]
        slow.gate.set()


def test_a_database_that_is_locked_whole_holds_up_no_health_check(
    bench: Bench, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = bench.service.store.database
    with client(bench, place, 30) as http:
        assert http.get("/v1/folders").status_code == 200
        bench.service.callers.settle()
        database.close()
        monkeypatch.setattr(endpoints, "READ_SECONDS", 0.2)
        with contextlib.closing(sqlite3.connect(database.path, isolation_level=None)) as holder:
            holder.execute("pragma journal_mode = delete")
            holder.execute("begin exclusive")
            answer = http.get("/v1/folders")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "SERVICE_BUSY")
            assert http.get("/healthz").json() == {"status": "ok"}
            assert http.get("/readyz").status_code == 503
            holder.execute("rollback")
        monkeypatch.undo()
        assert http.get("/v1/folders").status_code == 200
