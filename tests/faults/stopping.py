"""A process that is stopped (SIGSTOP) at the n-th commit, rename, flush or unlink of a piece of work,
while another works on the same folder, and then goes on.

    python stopping.py FLOW FIRST STEP   every STEP-th point from FIRST on; prints one line of JSON

Where the stopped process holds the turn to write, the other is told SERVICE_BUSY after its deadline
and can read all the while; elsewhere it takes over what is left, since the lease has run out. When
the first one goes on it may not finish what the other has: one result, one charge.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from crashing import exit_of, forked, in_child, prepared
from flows import PRICES, START, Story, fail, opened

from brandstudio import errors
from brandstudio.store import database


def carry_out(data: Path, flow: str, stops_at: int) -> None:
    """The flow; the process stops itself at its n-th point."""
    seen = 0

    def fault(point: str) -> None:
        nonlocal seen
        if begun:
            seen += 1
            if seen == stops_at:
                os.kill(os.getpid(), signal.SIGSTOP)

    begun = False
    with opened(data, fault) as bench:
        story = told(Story(bench), flow)
        begun = True
        try:
            getattr(story, flow)()
            bench.run_until_idle()
        except (errors.IdempotencyInProgress, errors.ServiceBusy):
            pass  # the other one was asked with the same key meanwhile
        begun = False


def told(story: Story, flow: str) -> Story:
    """The story with an engine that fails where the flow is about that."""
    if flow == "failing_create":
        story.bench.engines.image.before = fail  # type: ignore[attr-defined]
    return story


def meanwhile(data: Path, flow: str) -> None:
    """What another process does while the first stands still."""
    database.BUSY_SECONDS = 0.2
    try:
        with opened(data) as bench:
            bench.clock.advance(minutes=3)  # type: ignore[attr-defined]
            story = told(Story(bench), flow)
            assert story.studio.jobs.list().jobs  # who only reads is answered
            getattr(story, flow)()
            bench.run_until_idle()
    except (errors.IdempotencyInProgress, errors.ServiceBusy):
        pass


def settled(data: Path, flow: str) -> None:
    """In the end: one result, one charge, and every invariant."""
    with opened(data) as bench:
        bench.clock.advance(hours=1)  # type: ignore[attr-defined]
        story = told(Story(bench), flow)
        bench.run_until_idle()
        getattr(story, flow)()
        bench.run_until_idle()
        spent = START - story.studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"{spent} credits were spent"
        jobs = story.studio.jobs.list(limit=200).jobs
        assert all(job.status in ("completed", "failed") for job in jobs)
        report = bench.doctor()
        assert report.ok, report.problems


def stopped(work: Callable[[], None], other: Callable[[], int]) -> tuple[bool, int]:
    """Whether the work stopped, and the worse of both statuses."""
    child = forked(work)
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        return False, os.waitstatus_to_exitcode(status)
    found = other()
    os.kill(child, signal.SIGCONT)
    return True, max(found, exit_of(child))


def main(flow: str, first: int, step: int) -> None:
    points, bad = 0, []
    with tempfile.TemporaryDirectory() as folder:
        base, data = Path(folder) / "base", Path(folder) / "data"
        prepared(base)
        point = first
        while True:
            shutil.copytree(base, data)
            was, status = stopped(
                lambda point=point: carry_out(data, flow, point),  # type: ignore[misc]
                lambda: in_child(lambda: meanwhile(data, flow)),
            )
            status = max(status, in_child(lambda: settled(data, flow)))
            shutil.rmtree(data)
            if status != 0:
                bad.append(point)
            if not was:
                break
            points += 1
            point += step
    print(json.dumps({"points": points, "bad": bad}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
