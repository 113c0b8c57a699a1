"""Processes that die at the worst moment, workers that sleep through their lease: nothing lost,
nothing charged twice.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from lives import place_of

from brandstudio import errors
from brandstudio.context import JobContext, LeaseLost
from brandstudio.engines.protocols import CreateRequest
from brandstudio.models.jobs import JOB_KINDS
from brandstudio.service.session import Session
from brandstudio.service.worker import Worker
from brandstudio.store.claiming import Claim
from brandstudio.store.jobs import Jobs
from brandstudio.studio.studio import LocalStudio, Studio
from brandstudio.testing import Bench, ScriptedImageEngine, picture

_PRELUDE = """
    import json, os, sys, time
    from pathlib import Path
    from brandstudio import errors
    from brandstudio.testing import Bench, ManualClock, picture
"""


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    code = textwrap.dedent(_PRELUDE) + textwrap.dedent(script)
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


# -- every commit, rename, flush and unlink as the last thing that a process does ------------------

_FLOWS = """
    data, flow = Path(sys.argv[1]), sys.argv[2]
    pid, point = None, 0
    def fault(name):
        global seen
        if armed:
            seen += 1
            if seen == point:
                os._exit(9)
    seen, armed = 0, False

    def flows(studio, bench):
        if flow == "add":
            studio.library.add(folder="acme", file=picture(64, 48, mark=500), filename="new.png")
        elif flow == "purge":
            studio.library.delete(folder="acme", image_id=studio.library.list(folder="acme").items[0].image_id, purge=True)
        elif flow == "duplicate":
            studio.folders.duplicate(folder="acme")
        elif flow == "archive":
            studio.folders.delete(folder="acme")
            studio.folders.restore(folder="acme")
        elif flow == "edit":
            item = studio.library.list(folder="acme").items[0]
            studio.images.resize(folder="acme", image_id=item.image_id, aspect_ratio="1:1", resolution="1K")
            bench.run_until_idle()
        elif flow == "sweep":
            for item in studio.library.list(folder="acme").items:
                studio.library.delete(folder="acme", image_id=item.image_id)
            bench.clock.advance(days=31)
            bench.sweep()
        print("done", flush=True)

    import shutil, subprocess
    # One child of this process for each point: forked after everything was imported, before anything was opened.
    warm = Path(sys.argv[3])
    with Bench(warm) as bench:
        bench.owner().folders.create(name="Warm")
        bench.owner().library.add(folder="warm", file=picture(64, 48), filename="warm.png")
    point = 1
    while True:
        target = Path(str(data) + f"-{flow}-{point}")
        shutil.copytree(data, target)
        child = os.fork()
        if child == 0:
            armed = False
            bench = Bench(target, fault=fault)
            armed = True
            flows(bench.owner(), bench)
            armed = False
            os._exit(0)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        print(point, code, flush=True)
        if code != 9:
            sys.exit(code)
        point += 1
"""


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("furnished") / "data"
    with Bench(data) as bench:
        studio = bench.owner()
        studio.folders.create(name="Acme")
        for mark in (1, 2):
            studio.library.add(
                folder="acme", file=picture(64, 48, mark=mark), filename=f"{mark}.png"
            )
        first = studio.library.list(folder="acme").items[0]
        studio.references.add(folder="acme", domain="photos", library_image_ids=[first.image_id])
        studio.library.set_hero(folder="acme", image_id=first.image_id)
        assert bench.doctor().problems == []
    return data


@pytest.mark.parametrize(
    "flow",
    [
        "purge",
        "duplicate",
        "archive",
        *(pytest.param(flow, marks=pytest.mark.slow) for flow in ("add", "edit", "sweep")),
    ],
)
def test_no_crash_point_breaks_an_invariant(furnished: Path, tmp_path: Path, flow: str) -> None:
    base = tmp_path / "data"
    shutil.copytree(furnished, base)
    result = run(_FLOWS, base, flow, tmp_path / "warm")
    assert result.returncode == 0, result.stderr
    points = sum(line.endswith(" 9") for line in result.stdout.splitlines())
    assert points >= 2
    for point in range(1, points + 1):
        with Bench(Path(f"{base}-{flow}-{point}")) as bench:
            bench.manual_clock.advance(minutes=2)  # leases of the dead end
            bench.run_until_idle()
            problems = [problem for problem in bench.doctor().problems if "no row" not in problem]
            assert problems == [], f"{flow}, point {point}"
            items = bench.owner().library.list(limit=500).items
            for item in items:
                assert item.status == "completed"
                assert bench.owner().read(item.url or "")
            if flow == "add":
                assert bench.owner().admin.credits.balance().balance == 1000 - len(items)


# -- leases ----------------------------------------------------------------------------------------

_WORKER = """
    data = Path(sys.argv[1])
    bench = Bench(data, **json.loads(sys.argv[2]))
    def stall(request):
        print("working", flush=True)
        time.sleep(60)
    bench.engines.image.before = stall
    bench.run_until_idle()
"""


def make_image(studio: Studio) -> Any:
    studio.folders.create(name="Acme")
    return studio.images.create(folder="acme", prompt="A red door", resolution="1K")


def test_the_job_of_a_killed_worker_is_taken_up_at_once(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    accepted = make_image(studio)
    worker = subprocess.Popen(
        [
            sys.executable,
            "-c",
            textwrap.dedent(_PRELUDE) + textwrap.dedent(_WORKER),
            str(bench.data),
            json.dumps(place_of(bench)),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == "working\n"
    assert bench.run_until_idle() == 0  # its holder lives, and no lease has ended
    assert studio.jobs.get(job_id=accepted.job_id).status == "running"
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    worker.stdout.close()
    # No time passes here: the dead process's lock is free, which is sign enough.
    other = Worker(bench.service, threads=0)
    assert other.run_one()
    job = studio.jobs.get(job_id=accepted.job_id)
    assert (job.status, job.attempts) == ("completed", 2)
    assert place.balance == 1000 - 3
    assert bench.doctor().problems == []


def test_a_stolen_lease_can_not_finish(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    engine = bench.engines.image
    assert isinstance(engine, ScriptedImageEngine)
    accepted = make_image(studio)
    rival = Worker(bench.service, threads=0)
    stolen: list[bool] = []

    def sleep_through(request: object) -> None:
        if not stolen and isinstance(request, CreateRequest):
            stolen.append(True)
            bench.manual_clock.advance(minutes=2)
            assert rival.run_one()

    engine.before = sleep_through
    assert bench.worker.run_one()
    assert stolen
    image = studio.images.get(folder="acme", image_id=accepted.id)
    assert ([version.version for version in image.versions], image.status) == ([1], "completed")
    assert place.balance == 1000 - 3
    assert bench.doctor().problems == []


def test_only_the_holder_of_the_fence_may_write(bench: Bench) -> None:
    make_image(bench.owner())
    store, clock = bench.service.store, bench.manual_clock
    with store.write() as tx:
        first = tx.claims.next(Claim("prc_a", clock.now(), 0, 60_000), JOB_KINDS)
        assert first is not None
        assert tx.claims.next(Claim("prc_b", clock.now(), 0, 60_000), JOB_KINDS) is None
        second = tx.claims.next(Claim("prc_b", clock.now(), 60_001, 120_000), JOB_KINDS)
        assert second is not None
        assert second.fence == first.fence + 1
        assert not tx.jobs.renew(first.id, first.fence, 1)
        assert not tx.jobs.progress(first.id, first.fence, "x", "x", None, 1)
        assert not tx.jobs.release(first.id, first.fence, 1)
        assert not tx.jobs.finish(first.id, first.fence, "completed", "x", None, None, 1)
        assert tx.jobs.holds(second.id, second.fence)


def test_after_three_attempts_the_job_fails_and_refunds_once(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    accepted = make_image(studio)
    engine = bench.engines.image
    assert isinstance(engine, ScriptedImageEngine)
    tries: list[int] = []

    class Killed(BaseException):
        """What ends a process."""

    def die(request: object) -> None:
        tries.append(1)
        raise Killed

    engine.before = die
    for _ in range(3):
        with pytest.raises(Killed):
            _run_without_release(bench)
        bench.manual_clock.advance(minutes=2)
    bench.run_until_idle()
    assert len(tries) == 3
    job = studio.jobs.get(job_id=accepted.job_id)
    assert job.status == "failed"
    image = studio.images.get(folder="acme", image_id=accepted.id)
    assert (image.status, image.versions) == ("failed", [])
    assert place.balance == 1000
    assert [entry.type for entry in studio.credits.transactions().transactions] == [
        "refund",
        "charge",
        "grant",
    ]
    assert bench.doctor().problems == []


def _run_without_release(bench: Bench) -> None:
    """A worker whose process ends before it can give its job back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Jobs, "release", lambda *arguments: False)
        Worker(bench.service, threads=0).run_one()


def test_an_interrupted_wait_gives_the_job_back(bench: Bench) -> None:
    studio = bench.workspace().studio()
    accepted = make_image(studio)
    engine = bench.engines.image
    assert isinstance(engine, ScriptedImageEngine)

    def interrupt(request: object) -> None:
        raise KeyboardInterrupt

    engine.before = interrupt
    with pytest.raises(KeyboardInterrupt):
        bench.worker.run_one()
    job = studio.jobs.get(job_id=accepted.job_id)
    assert (job.status, job.attempts) == ("queued", 0)
    engine.before = None
    bench.run_until_idle()
    assert studio.jobs.get(job_id=accepted.job_id).status == "completed"


def test_a_wall_clock_that_jumps_moves_no_lease(bench: Bench) -> None:
    make_image(bench.owner())
    clock = bench.manual_clock
    with bench.service.store.write() as tx:
        mine = bench.service.process.id
        claim = Claim(mine, clock.now(), clock.tick(), clock.tick() + 60_000)
        assert tx.claims.next(claim, JOB_KINDS)
    for seconds in (-40 * 86400, 40 * 86400, 20 * 365 * 86400):
        clock.jump(seconds)
        with bench.service.store.read() as tx:
            assert not tx.claims.any(clock.tick(), JOB_KINDS)


def test_a_dead_process_is_known_by_its_free_lock(bench: Bench) -> None:
    process = bench.service.process
    assert process.is_alive(process.id)
    with Bench(bench.data, **place_of(bench)) as other:
        id = other.service.process.id
        assert process.is_alive(id)
    assert not process.is_alive(id)
    assert not process.is_alive("prc_" + "0" * 16)
    for odd in ("", "..", "../../etc/passwd", "prc_x"):
        assert not process.is_alive(odd)


def test_a_lost_lease_undoes_the_whole_transaction(bench: Bench) -> None:
    make_image(bench.owner())
    clock = bench.manual_clock
    with bench.service.store.write() as tx:
        job = tx.claims.next(Claim("prc_gone", clock.now(), 0, 1), JOB_KINDS)
    assert job is not None
    ctx = JobContext(
        **vars(bench.context(job.workspace_id)) | {"job_id": job.id, "fence": job.fence - 1}
    )

    def finish_late() -> None:
        with bench.service.store.write() as tx:
            tx.folders.add(job.workspace_id, None, "ghost", "Ghost", 1)
            ctx.finish(tx)

    with pytest.raises(LeaseLost):
        finish_late()
    assert [folder.slug for folder in bench.owner().folders.list().level1_folders] == ["acme"]


def test_a_cancelled_job_does_not_finish(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    accepted = make_image(studio)
    engine = bench.engines.image
    assert isinstance(engine, ScriptedImageEngine)

    def cancel(request: object) -> None:
        studio.jobs.cancel(job_id=accepted.job_id)

    engine.before = cancel
    bench.run_until_idle()
    assert studio.jobs.get(job_id=accepted.job_id).status == "failed"
    assert studio.images.get(folder="acme", image_id=accepted.id).error is not None
    assert place.balance == 1000
    with pytest.raises(errors.JobFinished):
        studio.jobs.cancel(job_id=accepted.job_id)
    assert LocalStudio(Session(bench.service, bench.service.owner())).admin.doctor().ok
