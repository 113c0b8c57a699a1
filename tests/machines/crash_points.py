"""A process over PostgreSQL and a bucket that dies at the n-th commit, put or removal of a piece of work,
and what is there afterwards.

    python crash_points.py SETTINGS STEP FLOW...   every STEP-th point of each; prints one line of JSON

As ``tests/faults/crashing.py`` does over a folder: a forked child carries the flow out until it dies, a
second one finishes what waits, asks once more with the same Idempotency-Key, and tests every invariant.
Each point has a workspace of its own in the one database. SETTINGS are JSON: where both are.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "faults"))

from crashing import in_child
from flows import PRICES, START, Story, fail, payments, quickly

from brandstudio.testing import Bench, ManualClock, Place, ScriptedEngines

FLOWS = (
    "create", "failing_create", "brandify", "revise", "resize", "improve", "set_current", "banners",
    "save", "edit", "search", "rule", "style", "restore", "extract", "text", "analyse", "add", "purge",
    "duplicate",
)  # fmt: skip
"""Those of the folder without four: ``batch`` asks as its table's owner, ``webhook`` and ``sweep`` move the
clock that all points of one database share, ``rotate`` changes a key that machines are told.
"""


class Told(Story):
    """The story in a workspace of its own."""

    def __init__(self, bench: Bench, workspace_id: str | None) -> None:
        super().__init__(bench)
        place = bench.workspace() if workspace_id is None else Place(bench, workspace_id)
        self.place, self.studio = place, place.owner


class Points:
    """The cases over one database and one bucket; time goes on from process to process."""

    def __init__(self, folder: Path, told: dict[str, Any]) -> None:
        self.folder, self.told = folder, told
        self.minutes = count(60, 2)

    def opened(self, fault: Callable[[str], None] | None = None) -> Bench:
        clock = ManualClock()
        clock.advance(minutes=next(self.minutes))
        data = self.folder / "data"
        return Bench(data, clock=clock, engines=ScriptedEngines(), fault=fault, **self.told)

    def case(self, flow: str, point: int) -> tuple[int, int]:
        """How the process that was to die at that point ended, and the one that recovered."""
        name = self.folder / "workspace"
        assert self._child(lambda: self._prepare(name)) == 0
        workspace_id = name.read_text()
        died = self._child(lambda: self._carry_out(workspace_id, flow, point))
        return died, self._child(lambda: self._recover(workspace_id, flow))

    def _child(self, work: Callable[[], None]) -> int:
        next(self.minutes)  # also here: a child's count is its own
        return in_child(work)

    def _prepare(self, name: Path) -> None:
        with self.opened() as bench:
            story = Told(bench, None)
            story.prepare()
            name.write_text(story.place.workspace_id)

    def _carry_out(self, workspace_id: str, flow: str, dies_at: int) -> None:
        seen, begun = 0, False

        def fault(point: str) -> None:
            nonlocal seen
            if begun:
                seen += 1
                if seen == dies_at:
                    os._exit(9)

        with self.opened(fault) as bench:
            story = Told(bench, workspace_id)
            begun = True
            getattr(story, flow)()
            bench.run_until_idle()
            begun = False

    def _recover(self, workspace_id: str, flow: str) -> None:
        with self.opened() as bench:
            story = Told(bench, workspace_id)
            if flow == "failing_create":
                bench.engines.image.before = fail  # type: ignore[attr-defined]
            bench.run_until_idle()
            spent = START - story.place.balance
            assert spent in payments(flow), f"{spent} credits were spent after the crash"
            getattr(story, flow)()
            bench.run_until_idle()
            spent = START - story.place.balance
            assert spent == PRICES[flow], f"{spent} credits were spent in the end"
            ended = {job.status for job in story.studio.jobs.list(limit=200).jobs}
            assert ended <= {"completed", "failed"}
            problems = [one for one in bench.doctor().problems if "no row" not in one]
            assert problems == [], problems


def main(told: dict[str, Any], step: int, flows: list[str]) -> None:
    quickly()
    points: dict[str, int] = {}
    bad: list[tuple[str, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        cases = Points(Path(folder), told)
        for flow in flows:
            points[flow] = 0
            for point in count(1, step):
                died, recovered = cases.case(flow, point)
                points[flow] += died == 9
                if died not in (0, 9) or recovered != 0:
                    bad.append((flow, point))
                if died != 9:
                    break
    print(json.dumps({"points": points, "bad": bad}))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or list(FLOWS))
