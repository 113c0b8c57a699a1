"""A read is answered from the last answer only while nothing has changed, by whomever."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from starlette.testclient import TestClient

from brandstudio import errors
from brandstudio.http.app import make_app
from brandstudio.http.held import Held, HeldAnswers
from brandstudio.testing import Bench, picture


class Counting:
    """The service, with a count of what reached it."""

    def __init__(self, bench: Bench) -> None:
        self._service = bench.service
        self.reached = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._service, name)

    def authenticate(self, key: str) -> object:
        self.reached += 1
        return self._service.authenticate(key)


@pytest.fixture
def counting(bench: Bench) -> Counting:
    return Counting(bench)


@pytest.fixture
def http(bench: Bench, counting: Counting) -> TestClient:
    """A server with a folder and a key whose first use has been noted."""
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    client = TestClient(make_app(counting), headers={"x-api-key": place.key("full")})  # type: ignore[arg-type]
    client.get("/v1/folders")
    bench.service.callers.settle()
    return client


def settled(http: TestClient, counting: Counting, path: str) -> Any:
    """An answer after which the same question no longer reaches the service."""
    for _ in range(20):
        answer = http.get(path)
        before = counting.reached
        again = http.get(path)
        if counting.reached == before:
            assert again.content == answer.content
            return again
    raise AssertionError("no answer was ever held")


def test_an_answer_is_held_and_looks_like_the_first(http: TestClient, counting: Counting) -> None:
    first = http.get("/v1/folders")
    held = settled(http, counting, "/v1/folders")
    assert held.json() == first.json()
    own = {"x-request-id"}
    assert {name: text for name, text in held.headers.items() if name not in own} == {
        name: text for name, text in first.headers.items() if name not in own
    }
    assert held.headers["x-request-id"] != first.headers["x-request-id"]


def test_a_write_over_http_is_seen_at_once(http: TestClient, counting: Counting) -> None:
    for number in range(5):
        settled(http, counting, "/v1/folders")
        http.post("/v1/folders", json={"name": f"Brand {number}"})
        listed = [entry["slug"] for entry in http.get("/v1/folders").json()["level1Folders"]]
        assert f"brand-{number}" in listed


def test_a_write_of_another_process_is_seen_at_once(
    http: TestClient, counting: Counting, bench: Bench
) -> None:
    settled(http, counting, "/v1/folders")
    code = (
        "import sys, brandstudio\n"
        "with brandstudio.open(sys.argv[1]) as studio: studio.admin.workspaces.create(name='Other')"
    )
    subprocess.run([sys.executable, "-c", code, str(bench.data)], check=True)
    before = counting.reached
    http.get("/v1/folders")
    assert counting.reached == before + 1


def test_a_revoked_key_gets_nothing_that_was_held(bench: Bench, counting: Counting) -> None:
    place = bench.workspace()
    secret = place.key("read")
    http = TestClient(make_app(counting), headers={"x-api-key": secret})  # type: ignore[arg-type]
    http.get("/v1/folders")
    bench.service.callers.settle()
    settled(http, counting, "/v1/folders")
    place.owner.admin.keys.revoke(key=secret)
    refused = http.get("/v1/folders")
    assert (refused.status_code, refused.json()["error"]["code"]) == (
        errors.InvalidApiKey.status,
        errors.InvalidApiKey.code,
    )


def test_what_one_key_was_answered_no_other_gets(
    http: TestClient, counting: Counting, bench: Bench
) -> None:
    other = bench.workspace("other")
    own = {"x-api-key": other.key("read")}
    http.get("/v1/folders", headers=own)
    bench.service.callers.settle()
    mine = settled(http, counting, "/v1/folders").json()
    theirs = http.get("/v1/folders", headers=own).json()
    assert [entry["slug"] for entry in mine["level1Folders"]] == ["acme"]
    assert theirs["level1Folders"] == []


def test_another_question_has_another_answer(
    http: TestClient, counting: Counting, bench: Bench
) -> None:
    added = http.post(
        "/v1/images/brandify?level1=acme",
        files={"source": ("a.png", picture(64, 64), "image/png")},
    )
    assert added.status_code == 202, added.text
    image_id = added.json()["id"]
    settled(http, counting, f"/v1/images/{image_id}?level1=acme")
    assert http.get(f"/v1/images/{image_id}?level1=other").status_code == 400
    assert http.get(f"/v1/images/{image_id}x?level1=acme").status_code == 404


def test_what_a_second_brings_is_asked_anew(
    http: TestClient, counting: Counting, bench: Bench
) -> None:
    settled(http, counting, "/v1/folders")
    bench.manual_clock.advance(seconds=1)
    before = counting.reached
    http.get("/v1/folders")
    assert counting.reached == before + 1


def test_refusals_are_never_held(http: TestClient, counting: Counting) -> None:
    for _ in range(3):
        before = counting.reached
        assert http.get("/v1/images/none?level1=acme").status_code == 404
        assert counting.reached == before + 1


def held(body: bytes) -> Held:
    return Held(body, 200, [], None)


def test_who_asks_the_same_at_the_same_time_waits_for_one_read() -> None:
    answers, reads = HeldAnswers(), 0

    async def together() -> list[bytes]:
        go = asyncio.Event()

        async def read() -> Held:
            nonlocal reads
            reads += 1
            await go.wait()
            return held(b"one")

        asking = [asyncio.create_task(answers.give("image", 1, read)) for _ in range(5)]
        await asyncio.sleep(0)
        go.set()
        return [answer.body for answer in await asyncio.gather(*asking)]

    assert asyncio.run(together()) == [b"one"] * 5
    assert reads == 1


def test_who_asks_after_a_commit_does_not_wait_for_a_read_from_before() -> None:
    answers = HeldAnswers()

    async def across() -> tuple[bytes, bytes, bytes]:
        go = asyncio.Event()

        async def old() -> Held:
            await go.wait()
            return held(b"old")

        async def new() -> Held:
            return held(b"new")

        first = asyncio.create_task(answers.give("image", 1, old))
        await asyncio.sleep(0)
        second = await answers.give("image", 2, new)
        go.set()
        return (await first).body, second.body, (await answers.give("image", 2, old)).body

    assert asyncio.run(across()) == (b"old", b"new", b"new")


def test_who_waits_for_a_read_that_fails_asks_anew_and_is_told_when_all_is_busy() -> None:
    answers = HeldAnswers()

    async def failing(error: Exception) -> list[object]:
        async def first() -> Held:
            await asyncio.sleep(0)
            raise error

        async def own() -> Held:
            return held(b"own")

        both = (answers.give("image", 1, first), answers.give("image", 1, own))
        return list(await asyncio.gather(*both, return_exceptions=True))

    lost = errors.NotFound()
    assert asyncio.run(failing(lost)) == [lost, held(b"own")]
    busy, told = asyncio.run(failing(errors.ServiceBusy("too long", retryAfter=5)))
    assert isinstance(busy, errors.ServiceBusy)
    assert isinstance(told, errors.ServiceBusy)
    assert told.details == {"retryAfter": 5}
