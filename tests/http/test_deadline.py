"""A request that takes too long is given up and charges nothing; one that has charged is waited for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from brandstudio import errors
from brandstudio.http.app import make_app
from brandstudio.http.deadline import Deadline
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
            deadline.charge()
            await late.wait()
            return "paid and delivered"

        asyncio.get_running_loop().call_later(0.3, late.set)
        return await deadline.answer(work(), 0.01)

    assert asyncio.run(scene()) == "paid and delivered"


def test_the_deadline_and_the_charge_never_both_win() -> None:
    first = Deadline()
    first.charge()
    assert not first.run_out()
    first.charge()
    second = Deadline()
    assert second.run_out()
    with pytest.raises(errors.ServiceBusy):
        second.charge()
