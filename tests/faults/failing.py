"""A disk that fails the n-th call of a piece of work, and the same process going on afterwards.

    python failing.py FLOW FAULT FIRST STEP MANY   (with the shim loaded: see disk.py)

For each point a forked child works on a copy of the prepared folder: MANY calls fail from the n-th
on, then the disk works again. What was refused was refused in the contract's words; the same
Idempotency-Key goes on at once; the price is paid exactly once; every invariant holds. Prints one
line of JSON: how many points failed, and those that broke something.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from crashing import in_child, prepared
from disk import FAULTS, Disk
from flows import PRICES, START, Story, fail, opened

from brandstudio import errors

TOLD = (
    "SERVICE_BUSY",
    "UNSUPPORTED_MEDIA_TYPE",
    "NOT_FOUND",
    "INVALID_SOURCE_URL",
    "UPSTREAM_ERROR",
)
"""What may be said of a request that met a broken disk."""


def carry_out(data: Path, flow: str, fault: str, point: int, many: int, said: Path) -> None:
    disk, (kinds, error) = Disk(data), FAULTS[fault]
    with opened(data) as bench:
        story = Story(bench)
        if flow == "failing_create":
            bench.engines.image.before = fail  # type: ignore[attr-defined]
        bench.worker._stopping.set()  # it need not wait between two tries
        disk.fail(kinds, point, many, error)
        refused = None
        try:
            getattr(story, flow)()
            bench.run_until_idle()
        except errors.StudioError as caught:
            refused = caught
        said.write_text(str(disk.work()))
        if refused is not None:
            assert refused.code in TOLD, f"{refused.code}: {refused}"
        settle(bench, story)
        getattr(story, flow)()
        settle(bench, story)
        spent = START - story.studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"{spent} credits were spent"


def settle(bench, story) -> None:  # type: ignore[no-untyped-def]
    """What is owed is written, what waits is done, and everything is as it should be."""
    assert bench.service.owed.settle() == 0
    for _ in range(4):
        bench.run_until_idle()
        bench.clock.advance(minutes=40)
    jobs = story.studio.jobs.list(limit=200).jobs
    assert all(job.status in ("completed", "failed") for job in jobs), jobs
    report = bench.doctor(mend=True)
    assert report.ok, report.problems


def main(flow: str, fault: str, first: int, step: int, many: int) -> None:
    tried, bad = 0, []
    with tempfile.TemporaryDirectory() as folder:
        base, said = Path(folder) / "base", Path(folder) / "said"
        prepared(base)
        point = first
        while True:
            data = Path(folder) / "data"
            shutil.copytree(base, data)
            said.write_text("-1")
            status = in_child(
                lambda data=data, point=point: carry_out(data, flow, fault, point, many, said)  # type: ignore[misc]
            )
            shutil.rmtree(data)
            met = int(said.read_text())
            if status != 0:
                bad.append(point)
            if met < point:
                break
            tried += 1
            point += step
    print(json.dumps({"tried": tried, "bad": bad}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
