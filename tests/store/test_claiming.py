"""Which job is taken up next: each workspace in turn, what somebody waits for first, kinds apart."""

from __future__ import annotations

from collections.abc import Sequence

from brandstudio.models.jobs import JOB_KINDS
from brandstudio.store.claiming import Claim
from brandstudio.testing import Bench


def waits(bench: Bench, workspace_id: str, *jobs: tuple[str, str, str]) -> None:
    """Jobs by id, kind and operation."""
    with bench.service.store.write() as tx:
        for id, kind, operation in jobs:
            tx.jobs.add(id, workspace_id, kind, operation, "{}", 1)


def taken(bench: Bench, most: int, kinds: Sequence[str] = JOB_KINDS, end: bool = True) -> list[str]:
    """What one worker takes up, each ended before the next."""
    found, after = [], ""
    for _ in range(most):
        with bench.service.store.write() as tx:
            row = tx.claims.next(Claim("prc_a", 1, 1, 1000), kinds, after)
            if row is None:
                break
            if end:
                tx.jobs.finish(row.id, row.fence, "completed", "", None, None, 2)
        found.append(row.id)
        after = row.workspace_id
    return found


def test_a_workspace_with_a_long_queue_keeps_no_other_waiting(bench: Bench) -> None:
    big, small = (bench.workspace().workspace_id for _ in range(2))
    waits(bench, big, *((f"big{n}", "image", "create") for n in range(50)))
    waits(bench, small, ("small0", "image", "create"), ("small1", "image", "create"))
    assert {"small0", "small1"} <= set(taken(bench, 4))
    assert taken(bench, 2) == ["big2", "big3"]


def test_the_workspace_with_the_least_under_way_comes_first(bench: Bench) -> None:
    big, small = (bench.workspace().workspace_id for _ in range(2))
    waits(bench, big, *((f"big{n}", "image", "create") for n in range(9)))
    taken(bench, 3, end=False)
    waits(bench, small, *((f"small{n}", "image", "create") for n in range(9)))
    assert taken(bench, 3, end=False) == ["small0", "small1", "small2"]


def test_changes_of_what_is_there_come_before_what_is_new(bench: Bench) -> None:
    one, other = (bench.workspace().workspace_id for _ in range(2))
    waits(bench, one, *((f"new{n}", "image", "create") for n in range(9)))
    waits(bench, one, ("revised", "image", "revise"))
    waits(bench, other, ("edited", "design", "edit"), ("also new", "design", "design"))
    assert set(taken(bench, 2)) == {"revised", "edited"}


def test_a_worker_takes_its_kinds_alone_in_the_order_of_their_coming(bench: Bench) -> None:
    one = bench.workspace().workspace_id
    waits(bench, one, ("a", "design", "design"), ("b", "image", "create"))
    waits(bench, one, ("c", "extraction", "extract"), ("d", "design", "design"))
    with bench.service.store.read() as tx:
        assert tx.claims.any(1, ["image"])
        assert not tx.claims.any(1, ["text"])
    assert taken(bench, 9, ["image"]) == ["b"]
    assert taken(bench, 9, ["design", "extraction"]) == ["a", "c", "d"]


def test_what_was_left_behind_comes_first(bench: Bench) -> None:
    one = bench.workspace().workspace_id
    waits(bench, one, ("a", "image", "create"), ("b", "image", "revise"))
    with bench.service.store.write() as tx:
        first = tx.claims.next(Claim("prc_gone", 1, 1, 10), ["image"])
        assert first is not None
        assert first.id == "b"
        waited = tx.claims.next(Claim("prc_b", 1, 11, 1000), ["image"])
    assert waited is not None
    assert (waited.id, waited.fence) == ("b", first.fence + 1)


def test_the_way_to_the_next_job_is_of_looks_into_indexes(bench: Bench) -> None:
    seen: list[str] = []
    with bench.service.store.read() as tx:
        db = tx.db
        db.set_trace_callback(seen.append)  # type: ignore[attr-defined]
        tx.claims._heads(JOB_KINDS, "")
        db.set_trace_callback(None)  # type: ignore[attr-defined]
        plan = [str(row) for row in db.execute(f"explain query plan {seen[-1]}")]
    assert not [line for line in plan if "SCAN j" in line or "SCAN r" in line], plan
    assert [line for line in plan if "jobs_waiting" in line]
    assert not [line for line in plan if "TEMP B-TREE" in line and "ORDER BY" in line][1:], plan
