"""A process that dies at the n-th commit, rename, flush or unlink of a piece of work, and what is
there afterwards.

    python crashing.py FLOW FIRST STEP   every STEP-th point from FIRST on; prints one line of JSON

For each point the prepared folder is copied, a forked child carries the flow out until it dies
there (``os._exit``, as after kill -9), and a second child starts the service again, lets the worker
finish, asks once more with the same Idempotency-Key, and tests every invariant.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from flows import PRICES, START, Story, fail, opened, payments, quickly


def in_child(work: Callable[[], None]) -> int:
    """The exit status of a forked child that does the work: 0 well, 1 with a traceback, else as it
    died.
    """
    return exit_of(forked(work))


def forked(work: Callable[[], None]) -> int:
    """The id of a forked child that does the work."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    return child


def exit_of(child: int) -> int:
    """How a child ended."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def prepared(base: Path) -> None:
    """Make the folder that each case begins with; what that loads is loaded here too, so that no
    child has to load it again.
    """
    quickly()
    loaded = base.with_name("loaded")

    def prepare() -> None:
        with opened(base) as bench:
            Story(bench).prepare()
        loaded.write_text("\n".join(sys.modules))

    assert in_child(prepare) == 0
    for name in loaded.read_text().splitlines():
        if name not in sys.modules and not name.startswith("_"):
            with suppress(Exception):
                import_module(name)


def carry_out(data: Path, flow: str, dies_at: int) -> None:
    """The flow up to its n-th point; dies there with status 9."""
    seen = 0

    def fault(point: str) -> None:
        nonlocal seen
        if begun:
            seen += 1
            if seen == dies_at:
                os._exit(9)

    begun = False
    with opened(data, fault) as bench:
        story = Story(bench)
        begun = True
        getattr(story, flow)()
        bench.run_until_idle()
        begun = False


def recover(data: Path, flow: str) -> None:
    """Start again, finish what waits, ask once more, and hold everything to the invariants."""
    with opened(data) as bench:
        story = Story(bench)
        if flow == "failing_create":
            bench.engines.image.before = fail  # type: ignore[attr-defined]
        bench.run_until_idle()
        after_crash = bench.doctor().problems
        assert after_crash == [], after_crash
        spent = START - story.studio.admin.credits.balance().balance
        assert spent in payments(flow), f"{spent} credits were spent after the crash"
        getattr(story, flow)()
        bench.run_until_idle()
        spent = START - story.studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"{spent} credits were spent in the end"
        assert all(
            job.status in ("completed", "failed") for job in story.studio.jobs.list(limit=200).jobs
        )
        problems = bench.doctor().problems
        assert problems == [], problems


def main(flow: str, first: int, step: int) -> None:
    points, bad = [], []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        prepared(base)
        point = first
        while True:
            data = Path(folder) / "data"
            shutil.copytree(base, data)
            status = in_child(lambda data=data, point=point: carry_out(data, flow, point))  # type: ignore[misc]
            if status == 9:
                points.append(point)
            recovered = in_child(lambda data=data: recover(data, flow))  # type: ignore[misc]
            if status not in (0, 9) or recovered != 0:
                bad.append(point)
            shutil.rmtree(data)
            if status != 9:
                break
            point += step
    print(json.dumps({"points": points, "bad": bad}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
