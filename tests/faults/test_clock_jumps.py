"""A wall clock that is set at the worst moment: no job stands still, no event is lost, nothing is
destroyed or paid twice, and links go on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from brandstudio import errors
from brandstudio.testing import START_MS, Bench, ManualClock, Place, picture

HOOK = "https://example.com/hook"
HOURS, DAYS = 3600.0, 86_400.0


def until(*when: int) -> float:
    """The seconds from where a bench begins to that moment."""
    return datetime(*when, tzinfo=UTC).timestamp() - START_MS / 1000  # type: ignore[arg-type, misc]


JUMPS = {
    "40 days back": -40 * DAYS,
    "an hour back": -HOURS,
    "a second back": -1.0,
    "a second on": 1.0,
    "an hour on": HOURS,
    "40 days on": 40 * DAYS,
    "past 2038": until(2038, 1, 19, 3, 14, 8),
    "the night when summer time ends": until(2026, 10, 25, 0, 59, 59),
}


def named(jump: Callable[..., None]) -> Callable[..., None]:
    """One test for each jump; the harshest one runs quickly, the rest with the drills."""
    quick = ("40 days back",)
    cases = [
        pytest.param(JUMPS[name], id=name, marks=() if name in quick else pytest.mark.slow)
        for name in JUMPS
    ]
    return pytest.mark.parametrize("seconds", cases)(jump)


@pytest.fixture
def place(bench: Bench, small_frames: None) -> Place:
    place = bench.workspace()
    place.owner.admin.webhooks.set(url=HOOK)
    place.owner.folders.create(name="Acme")
    return place


@pytest.fixture
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import MappingProxyType

    from brandstudio.domain import frames
    from brandstudio.pixels import subject

    monkeypatch.setattr(frames, "LONG_SIDES", MappingProxyType({"1K": 32, "2K": 64, "4K": 128}))
    monkeypatch.setattr(subject, "_network", lambda name: None)


def passes(bench: Bench, hours: int) -> None:
    """Time goes on, with a worker at work."""
    clock = bench.manual_clock
    assert isinstance(clock, ManualClock)
    for _ in range(hours):
        clock.advance(hours=1)
        bench.run_until_idle()


@named
def test_a_clock_set_within_a_job(bench: Bench, place: Place, seconds: float) -> None:
    bench.engines.image.before = lambda request: bench.manual_clock.jump(seconds)  # type: ignore[attr-defined]
    accepted = place.owner.images.create(folder="acme", prompt="A lake", resolution="1K")
    bench.run_until_idle()
    image = place.owner.images.get(folder="acme", image_id=accepted.id)
    assert (image.status, [version.version for version in image.versions]) == ("completed", [1])
    assert place.balance == 1000 - 3
    assert place.owner.read(image.versions[0].url or "")
    passes(bench, 2)
    assert [sent.url for sent in bench.engines.deliverer.sent] == [HOOK]
    assert bench.doctor().problems == []


@named
def test_a_clock_set_between_two_attempts_at_an_event(
    bench: Bench, place: Place, seconds: float
) -> None:
    bench.engines.deliverer.outcomes[:] = [503, 503, 503]
    for prompt in ("A lake", "A door"):
        place.owner.images.create(folder="acme", prompt=prompt, resolution="1K")
        bench.run_until_idle()
    bench.manual_clock.jump(seconds)
    passes(bench, 30)
    deliveries = place.owner.admin.webhooks.events().events
    assert [found.status for found in deliveries] == ["delivered", "delivered"]
    assert len(bench.engines.deliverer.sent) == 5  # three that failed, and one for each
    assert bench.doctor().problems == []


@named
def test_a_clock_set_at_rest(bench: Bench, place: Place, seconds: float) -> None:
    owner = place.owner
    trashed = owner.library.add(folder="acme", file=picture(64, 48, mark=1), filename="a.png")
    owner.library.delete(folder="acme", image_id=trashed.image_id)
    kept = owner.library.add(
        folder="acme", file=picture(64, 48, mark=2), filename="b.png", idempotency_key="once"
    )
    before = place.balance
    bench.manual_clock.jump(seconds)
    bench.sweep()
    again = owner.library.add(
        folder="acme", file=picture(64, 48, mark=2), filename="b.png", idempotency_key="once"
    )
    assert (again.image_id, place.balance) == (kept.image_id, before)
    assert owner.library.restore(folder="acme", image_id=trashed.image_id)
    link = owner.library.get(folder="acme", image_id=kept.image_id).url or ""
    assert owner.read(link)
    bench.manual_clock.advance(hours=2)
    with pytest.raises(errors.NotFound):
        owner.read(link)
    assert bench.doctor().problems == []
