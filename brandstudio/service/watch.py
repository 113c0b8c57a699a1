"""Figures of a studio for those who watch over it, as (name, help, samples)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ..context import Clock
from ..store import Store
from ..store.hold_ups import HoldUp


class Sample(NamedTuple):
    """One figure with its labels."""

    labels: tuple[tuple[str, str], ...]
    value: float


class Figure(NamedTuple):
    """One metric as Prometheus knows it; ``kind`` is gauge or counter."""

    name: str
    kind: str
    text: str
    samples: tuple[Sample, ...]


def figures(store: Store, clock: Clock) -> list[Figure]:
    """What waits and what lies there, of the whole folder, whoever works on it."""
    now = clock.now()
    with store.read() as tx:
        jobs, lost = tx.watching.jobs(), tx.watching.lost_leases(clock.tick())
        events, removals = tx.watching.events(), tx.watching.removals()
        held = tx.hold_ups.standing(now)
        cached = tx.renditions.total_bytes()
    by_kind = [(("kind", row.kind), ("status", row.status)) for row in jobs]
    waiting = [row for row in jobs if row.status == "queued"]
    return [
        Figure(
            "brandstudio_jobs",
            "gauge",
            "Jobs that wait or are under way.",
            tuple(Sample(labels, row.many) for labels, row in zip(by_kind, jobs, strict=True)),
        ),
        Figure(
            "brandstudio_job_oldest_seconds",
            "gauge",
            "How long ago the oldest waiting job was accepted.",
            tuple(Sample((("kind", row.kind),), _age(now, row.oldest)) for row in waiting),
        ),
        _one("brandstudio_leases_lost", "Jobs whose worker has not been heard of.", lost),
        _one(
            "brandstudio_events_waiting",
            "Events that have not been delivered.",
            sum(row.many for row in events),
        ),
        _one(
            "brandstudio_event_oldest_seconds",
            "How long ago the oldest of them came about.",
            max((_age(now, row.oldest) for row in events), default=0.0),
        ),
        _one("brandstudio_removals_owed", "Files in a bucket that are still to go.", removals),
        *_held_up(held, now),
        _one("brandstudio_rendition_cache_bytes", "Bytes of prepared downloads.", cached),
        *(
            _one(f"brandstudio_database_{name}_bytes", f"Bytes of {file}.", _size(store, file))
            for name, file in (("file", "studio.db"), ("log", "studio.db-wal"))
            if store.possession is None
        ),
        _one(
            "brandstudio_database_writes_total",
            "Write transactions of the process that answers.",
            store.database.writes,
            "counter",
        ),
        _one(
            "brandstudio_database_wait_seconds_total",
            "Seconds that they waited for their turn.",
            store.database.waited,
            "counter",
        ),
    ]


def _held_up(held: HoldUp | None, now: int) -> Iterator[Figure]:
    yield _one(
        "brandstudio_files_held_up",
        "How often in a row the place of the files refused them; 0 where it takes them.",
        0 if held is None else held.times,
    )
    yield _one(
        "brandstudio_files_held_up_seconds",
        "For how long it has been so.",
        0 if held is None else _age(now, held.since),
    )


def _one(name: str, text: str, value: float, kind: str = "gauge") -> Figure:
    return Figure(name, kind, text, (Sample((), value),))


def _age(now: int, then: int) -> float:
    return max(0.0, (now - then) / 1000)


def _size(store: Store, name: str) -> int:
    with suppress(OSError):
        return (store.data / name).stat().st_size
    return 0
