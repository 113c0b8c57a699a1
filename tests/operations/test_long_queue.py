"""A queue that is as long as may be takes no more: nothing is charged for what would wait behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from brandstudio import errors
from brandstudio.store.backlog import COUNTED_MS, RETRY_SECONDS
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Transport, picture
from tests.conftest import elsewhere

SLOTS = {"headline": "Quiet mornings"}


@pytest.fixture
def bench(tmp_path: Path, small_frames: None) -> Iterator[Bench]:
    asked = {"queue_per_workspace": 2, "queue_total": 3, **elsewhere()}
    with Bench(tmp_path / "data", **asked) as made:
        yield made


def ask(studio: Studio, **more: str) -> None:
    studio.images.create(prompt="the sea at dusk", folder="acme", resolution="1K", **more)


def test_what_is_one_too_many_is_refused_uncharged_and_taken_when_there_is_room(
    bench: Bench, transport: Transport
) -> None:
    place = bench.workspace()
    with place.studio(transport) as studio:
        studio.folders.create(name="Acme")
        item = studio.library.add(folder="acme", file=picture(64, 48))
        ask(studio)
        studio.designs.create(folder="acme", size="email-header", slots=SLOTS)  # type: ignore[arg-type]
        before = place.balance
        too_many = (
            lambda: ask(studio, idempotency_key="once"),
            lambda: studio.images.resize(
                folder="acme", image_id=item.image_id, aspect_ratio="4:5", resolution="1K"
            ),
            lambda: studio.designs.create(folder="acme", size="email-header", slots=SLOTS),  # type: ignore[arg-type]
            lambda: studio.images.revise(
                folder="acme", image_id=item.image_id, instructions="brighter"
            ),
        )
        for asked in too_many:
            with pytest.raises(errors.ServiceBusy, match=r"^2 jobs of this workspace") as told:
                asked()
            assert told.value.retryable
            assert told.value.details["retryAfter"] == RETRY_SECONDS
        assert place.balance == before
        assert len(studio.jobs.list().jobs) == 2
        assert studio.images.get(folder="acme", image_id=item.image_id).status == "completed"
        bench.run_until_idle()
        ask(studio, idempotency_key="once")
        ask(studio, idempotency_key="once")
        assert place.balance == before - 3
    bench.run_until_idle()
    assert bench.doctor().ok


def test_what_its_caller_waits_for_needs_no_place_in_the_queue(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    image = studio.library.add(folder="acme", file=picture(64, 48))
    for _ in range(2):
        ask(studio)
    assert studio.text.generate(folder="acme", mode="write", brief="We open on 3 May in Bern.")
    assert studio.images.analyse(image_id=image.image_id, folder="acme")
    bench.run_until_idle()


def test_over_http_it_says_when_to_ask_again(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    for _ in range(2):
        ask(place.owner)
    answer = httpx.post(
        f"{bench.url}/v1/images",
        headers={"x-api-key": place.key("create")},
        json={"level1": "acme", "prompt": "calm sea", "resolution": "1K"},
    )
    assert (answer.status_code, answer.headers["retry-after"]) == (503, str(RETRY_SECONDS))
    assert answer.json()["error"]["code"] == "SERVICE_BUSY"
    bench.run_until_idle()


def test_all_workspaces_together_have_a_bound_and_other_processes_count(bench: Bench) -> None:
    one, place = bench.workspace().owner, bench.workspace()
    other = place.owner
    for studio in (one, other):
        studio.folders.create(name="Acme")
    ask(one)
    ask(other)
    # What another process accepts is seen when this one counts again.
    with bench.context(place.workspace_id).store.write() as tx:
        tx.jobs.add("job_more", place.workspace_id, "image", "x", "{}", 1)
    bench.manual_clock.advance(COUNTED_MS / 1000)
    with pytest.raises(errors.ServiceBusy, match=r"^3 jobs of this studio"):
        ask(one)
    with pytest.raises(errors.ServiceBusy, match=r"^2 jobs of this workspace"):
        ask(other)
    other.jobs.cancel(job_id=other.jobs.list().jobs[-1].job_id)
    ask(one)


def test_a_bound_of_0_is_none(tmp_path: Path, small_frames: None) -> None:
    with Bench(tmp_path / "free", queue_per_workspace=0, queue_total=0, **elsewhere()) as bench:
        studio = bench.owner()
        studio.folders.create(name="Acme")
        for _ in range(4):
            ask(studio)
        assert len(studio.jobs.list(status="queued").jobs) == 4
