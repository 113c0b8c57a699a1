"""``serve`` draws in processes of its own: started, watched, replaced, and ended with it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from running import finish, first_line, start

import brandstudio
from brandstudio.cli import serve as serving
from brandstudio.cli.root import cli
from brandstudio.models.designs import DesignAccepted
from brandstudio.studio import LocalStudio

processes = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="processes are looked up in /proc"
)


def children(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def until(met: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that other processes do."""
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def gone(pid: int) -> bool:
    """Whether a process has ended; who has nobody left to collect it counts as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def refused(url: str) -> bool:
    """Whether nobody listens; a process counts as ended while its last threads still hold its port,
    and what is asked then is reset."""
    try:
        httpx.get(f"{url}/healthz")
    except httpx.ConnectError:
        return True
    except httpx.ReadError:
        pass
    return False


@contextmanager
def server(data: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = start(data, "serve", "--port", "0", *more)
    try:
        yield process, first_line(process).split()[-1]
    finally:
        finish(process)


def test_what_a_first_banner_needs_is_loaded_and_left_out_of_collections() -> None:
    before = gc.get_freeze_count()
    try:
        serving._settle()
        assert "brandstudio.pipelines" in sys.modules
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


def three_banners(studio: LocalStudio) -> DesignAccepted:
    studio.folders.ensure("acme", name="Acme")
    return studio.designs.create(
        folder="acme",
        sizes=["square", "portrait", "linkedin-cover"],
        slots=brandstudio.Slots(headline="Hello"),
    )


def charged_once(studio: LocalStudio, accepted: DesignAccepted) -> None:
    """Nine versions stand, and each was paid for once."""
    assert len(studio.designs.get(job_id=accepted.job_id).variants) == 9
    kept = [
        entry
        for entry in studio.credits.transactions(limit=200).transactions
        if entry.metadata.job_id == accepted.job_id
    ]
    assert [entry.type for entry in kept] == ["charge"] * 9


def drawing(studio: LocalStudio, job_id: str) -> bool:
    return studio.jobs.get(job_id=job_id).status == "running"


def ended(studio: LocalStudio, job_id: str) -> bool:
    return studio.jobs.get(job_id=job_id).status == "completed"


@pytest.mark.slow
@processes
def test_jobs_have_processes_of_their_own_that_stand_back(tmp_path: Path) -> None:
    with server(tmp_path / "studio", "--workers", "2", "--job-processes", "2") as (process, _):
        nice = [os.getpriority(os.PRIO_PROCESS, child) for child in children(process.pid)]
        own = os.getpriority(os.PRIO_PROCESS, process.pid)
        assert sorted(nice) == [own, own, min(19, own + 10), min(19, own + 10)]


@pytest.mark.slow
@processes
def test_a_small_machine_draws_in_the_process_that_serves(tmp_path: Path) -> None:
    with server(tmp_path / "studio", "--workers-in-process") as (process, _):
        assert children(process.pid) == []
        with brandstudio.open(tmp_path / "studio") as studio:
            accepted = three_banners(studio)
            until(lambda: ended(studio, accepted.job_id))
            charged_once(studio, accepted)


@pytest.mark.slow
@processes
def test_a_killed_job_process_is_replaced_and_its_job_is_drawn_and_paid_once(
    tmp_path: Path,
) -> None:
    with (
        server(tmp_path / "studio") as (process, url),
        brandstudio.open(tmp_path / "studio") as studio,
    ):
        accepted = three_banners(studio)
        until(lambda: drawing(studio, accepted.job_id))
        first = children(process.pid)
        (working,) = (
            child
            for child in first
            if os.getpriority(os.PRIO_PROCESS, child) > os.getpriority(os.PRIO_PROCESS, process.pid)
        )
        os.kill(working, signal.SIGKILL)
        # Whoever asks meanwhile is answered as before.
        assert httpx.get(f"{url}/readyz").status_code == 200
        until(lambda: ended(studio, accepted.job_id))
        charged_once(studio, accepted)
        assert studio.jobs.get(job_id=accepted.job_id).attempts == 2
        now = children(process.pid)
        assert len(now) == 2
        assert working not in now
        status, _, err = finish(process)
    assert status == 0, err
    assert "a job process ended (status -9) and is replaced" in err


@pytest.mark.slow
@processes
def test_what_is_drawn_when_the_server_is_asked_to_end_is_finished(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    with server(data) as (process, _), brandstudio.open(data) as studio:
        accepted = three_banners(studio)
        until(lambda: drawing(studio, accepted.job_id))
        status, _, err = finish(process)
        assert status == 0, err
        assert ended(studio, accepted.job_id)
        assert studio.jobs.get(job_id=accepted.job_id).attempts == 1
        charged_once(studio, accepted)
        mine = studio.transport.service.process.id
        assert [file.name for file in (data / "locks").iterdir()] == [mine]


@pytest.mark.slow
@processes
def test_when_the_server_is_killed_its_processes_end_and_the_next_takes_over(
    tmp_path: Path,
) -> None:
    data = tmp_path / "studio"
    with brandstudio.open(data) as studio:
        with server(data) as (process, url):
            accepted = three_banners(studio)
            until(lambda: drawing(studio, accepted.job_id))
            left = children(process.pid)
            process.kill()
            until(lambda: all(gone(child) for child in left))
            until(lambda: refused(url))
        with server(data):
            until(lambda: ended(studio, accepted.job_id))
        charged_once(studio, accepted)


STANDING_STILL = """
import ctypes, logging, signal, sys, threading
from pathlib import Path
from brandstudio.cli import supervisor
logging.basicConfig(level=logging.ERROR)
supervisor.STILL_SECONDS = 3.0
asked, met = threading.Event(), Path(sys.argv[1])
signal.signal(signal.SIGTERM, lambda *_: asked.set())
def stand_still(ready):
    ready()
    if met.exists():
        print("again", flush=True)
        return asked.wait()
    met.touch()
    ctypes.PyDLL(None).sleep(600)  # without letting go of the interpreter
supervisor.Supervisor([supervisor.Role("job", stand_still)]).run(asked, lambda: None)
"""


@pytest.mark.slow
@processes
def test_a_process_that_a_library_holds_for_ever_is_ended_and_replaced(tmp_path: Path) -> None:
    """As a font could do whose drawing never ends: no thread of that process can act any more."""
    process = subprocess.Popen(
        [sys.executable, "-c", STANDING_STILL, str(tmp_path / "met")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = first_line(process)
    status, _, err = finish(process)
    assert (said, status) == ("again\n", 0), err
    assert "a job process has stood still for 3 s and is ended" in err
    assert "a job process ended (status -9) and is replaced" in err


def test_processes_of_their_own_and_none_exclude_each_other(tmp_path: Path) -> None:
    asked = ["--data", str(tmp_path), "serve", "--job-processes", "2", "--workers-in-process"]
    told = CliRunner().invoke(cli, asked)
    assert told.exit_code == 2
    assert "--workers-in-process" in told.stderr
