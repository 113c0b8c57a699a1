"""While the place of the files takes none, work rests, longer each time, and nothing is charged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from brandstudio import errors
from brandstudio.care.trying import rest_from_files
from brandstudio.service.watch import figures
from brandstudio.store.hold_ups import FIRST_MS, FORGOTTEN_MS, MOST_MS
from brandstudio.store.trouble import FilesAway
from brandstudio.testing import Bench


class Refusing:
    """A place of files that takes none while ``on``."""

    on = False

    def __call__(self, point: str) -> None:
        if self.on and point == "before rename":
            raise FilesAway("The object store takes nothing.", retryAfter=5)


@pytest.fixture
def refusing() -> Refusing:
    return Refusing()


@pytest.fixture
def bench(tmp_path: Path, refusing: Refusing, small_frames: None) -> Iterator[Bench]:
    with Bench(tmp_path / "data", fault=refusing) as made:
        yield made


def drawn(bench: Bench) -> int:
    return len(bench.engines.image.requests)


def figure(bench: Bench, name: str) -> float:
    found = figures(bench.service.store, bench.clock)
    return next(each.samples[0].value for each in found if each.name == name)


def test_what_is_refused_rests_and_is_drawn_again_once_a_rest(
    bench: Bench, refusing: Refusing
) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    first = studio.images.create(prompt="the sea at dusk", folder="acme")
    refusing.on = True
    bench.run_until_idle()
    assert drawn(bench) == 1
    bench.run_until_idle()
    assert drawn(bench) == 1, "nothing is drawn that could not be kept"
    rests = []
    for _ in range(3):
        with bench.service.store.read() as tx:
            held = tx.hold_ups.standing(bench.clock.now())
        assert held is not None
        rests.append(held.until)
        bench.manual_clock.advance((held.until - bench.clock.now()) / 1000 + 1)
        bench.run_until_idle()  # tries with something small, which is taken
        bench.run_until_idle()  # the picture is not
    assert drawn(bench) == 4
    assert [later - earlier > FIRST_MS for earlier, later in pairwise(rests)]
    refusing.on = False
    bench.manual_clock.advance(MOST_MS / 1000)
    bench.run_until_idle()
    bench.run_until_idle()
    assert studio.jobs.get(job_id=first.job_id).status == "completed"
    assert bench.doctor().ok


def test_nothing_is_accepted_or_charged_meanwhile_and_it_is_told(
    bench: Bench, refusing: Refusing
) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    before = place.balance
    rest_from_files(bench.context(), FilesAway("The object store takes nothing."))
    for _ in range(2):
        with pytest.raises(errors.ServiceBusy, match="nothing was charged") as told:
            studio.images.create(prompt="the sea at dusk", folder="acme", idempotency_key="once")
        assert told.value.details["retryAfter"] >= 1
    assert place.balance == before
    assert studio.jobs.list().jobs == []
    (said,) = bench.service.wrong()
    assert "refused 1 times in a row" in said
    assert figure(bench, "brandstudio_files_held_up") == 1
    bench.manual_clock.advance(FIRST_MS / 1000 + 1)
    bench.run_until_idle()
    assert bench.service.wrong() == []
    assert figure(bench, "brandstudio_files_held_up") == 0
    assert studio.images.create(prompt="the sea at dusk", folder="acme", idempotency_key="once")


def test_each_rest_is_twice_as_long_up_to_a_bound_and_forgotten_after_a_while(
    bench: Bench,
) -> None:
    store, now = bench.service.store, 1_000_000_000_000
    with store.write() as tx:
        held = tx.hold_ups.begin("refused", now)
        assert held.until - now == FIRST_MS
        assert tx.hold_ups.begin("refused", now + 1) == held, "it rests already"
        for times in range(2, 12):
            now = held.until
            assert tx.hold_ups.take_try(now)
            assert not tx.hold_ups.take_try(now), "one process tries"
            held = tx.hold_ups.fail_try("refused", now)
            assert held.until - now == min(MOST_MS, FIRST_MS * 2 ** (times - 1))
        tx.hold_ups.end(now)
        assert tx.hold_ups.standing(now) is None
        assert tx.hold_ups.begin("refused", now + 1).times == 12, "it was refused just before"
        tx.hold_ups.end(now)
        assert tx.hold_ups.begin("refused", now + FORGOTTEN_MS + 1).times == 1


def test_a_rest_that_nobody_ends_or_that_a_clock_set_back_left_is_none(bench: Bench) -> None:
    with bench.service.store.write() as tx:
        held = tx.hold_ups.begin("refused", 10**12)
        assert tx.hold_ups.standing(held.until + 3_600_000) is None
        assert tx.hold_ups.standing(10**12 - 3_600_000) is None
        assert tx.hold_ups.begin("refused", 10**12 - 3_600_000).times == 1
