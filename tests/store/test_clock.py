"""A wall clock that is set destroys nothing on its word alone, and reopens nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio import errors
from brandstudio.domain.clock import DAY_MS, DOUBT_MS, TOLERANCE_MS, Reading, look
from brandstudio.testing import Bench, picture

HOUR_MS = 3_600_000
MONTHS = 40 * 86_400


@pytest.mark.parametrize("jump", [-MONTHS, -3600, 3600, MONTHS])
def test_a_jump_is_noticed_and_forgotten_after_a_day_of_running(jump: int) -> None:
    found = look(Reading(0, 0, "a"), jump * 1000 + HOUR_MS, HOUR_MS, "a")
    assert found.doubt_ms == DOUBT_MS
    for _ in range(24):
        assert found.doubt_ms > 0
        found = look(found, found.wall + HOUR_MS, found.tick + HOUR_MS, "a")
    assert found.doubt_ms == 0


@given(st.lists(st.integers(0, 10 * DAY_MS), max_size=30), st.integers(-1000, 1000))
def test_time_that_only_passes_is_never_doubted(steps: list[int], drift: int) -> None:
    reading = Reading(0, 0, "a")
    for step in steps:
        reading = look(reading, reading.wall + step + drift, reading.tick + step, "a")
        assert reading.doubt_ms == 0


def test_between_two_starts_a_week_is_believed_and_a_step_back_is_not() -> None:
    assert look(Reading(0, 99, "a"), 7 * DAY_MS, 5, "b").doubt_ms == 0
    assert look(Reading(0, 99, "a"), 8 * DAY_MS, 5, "b").doubt_ms == DOUBT_MS
    assert look(Reading(0, 99, "a"), -TOLERANCE_MS - 1, 5, "b").doubt_ms == DOUBT_MS
    # A studio that is opened once in a while gets over it too.
    doubted = look(Reading(0, 99, "a"), 8 * DAY_MS, 5, "b")
    for start in range(3):
        doubted = look(doubted, doubted.wall + DAY_MS, 5, f"c{start}")
    assert doubted.doubt_ms == 0


def test_a_clock_set_forward_empties_no_trash_and_charges_no_key_twice(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    item = studio.library.add(
        folder="acme", file=picture(64, 48), filename="a.png", idempotency_key="once"
    )
    studio.library.delete(folder="acme", image_id=item.image_id)
    bench.sweep()
    bench.manual_clock.jump(MONTHS)
    bench.sweep()
    assert studio.library.restore(folder="acme", image_id=item.image_id).image_id == item.image_id
    before = studio.admin.credits.balance().balance
    again = studio.library.add(
        folder="acme", file=picture(64, 48), filename="a.png", idempotency_key="once"
    )
    assert again.image_id == item.image_id
    assert studio.admin.credits.balance().balance == before


def test_a_key_of_a_clock_that_was_wrong_for_a_while_is_charged_once(bench: Bench) -> None:
    """Set back and forward again between two looks, a clock seems never to have been wrong, and
    what was dated meanwhile seems a day old.
    """
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    bench.sweep()
    bench.manual_clock.jump(-86_400)
    item = studio.library.add(
        folder="acme", file=picture(64, 48), filename="a.png", idempotency_key="once"
    )
    before = studio.admin.credits.balance().balance
    bench.manual_clock.advance(seconds=1)
    bench.manual_clock.jump(86_400)
    again = studio.library.add(
        folder="acme", file=picture(64, 48), filename="a.png", idempotency_key="once"
    )
    assert again.image_id == item.image_id
    assert studio.admin.credits.balance().balance == before


def test_time_that_passes_empties_the_trash_and_frees_keys(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    item = studio.library.add(folder="acme", file=picture(64, 48), filename="a.png")
    studio.library.delete(folder="acme", image_id=item.image_id)
    bench.sweep()
    for _ in range(31):
        bench.manual_clock.advance(days=1)
        bench.sweep()
    with pytest.raises(errors.NotFound):
        studio.library.restore(folder="acme", image_id=item.image_id)


def test_a_clock_set_back_reopens_no_link(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    item = studio.library.add(folder="acme", file=picture(64, 48), filename="a.png")
    link = item.url or ""
    bench.manual_clock.advance(hours=2)
    with pytest.raises(errors.NotFound):
        studio.read(link)
    bench.manual_clock.jump(-86_400)
    with pytest.raises(errors.NotFound):
        studio.read(link)
    fresh = studio.library.get(folder="acme", image_id=item.image_id).url or ""
    assert studio.read(fresh)
