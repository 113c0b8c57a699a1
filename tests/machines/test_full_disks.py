"""The disk of the database's server, or that of the bucket's, is full in the middle of a piece of work:
what is refused is refused in the contract's words, and once there is room again the same process goes on
with the same Idempotency-Key, pays once, and every invariant holds. (A folder's own disk is filled in
``tests/faults/test_disk_faults.py``.)
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bucket import Bucket, running, settings
from server import PostgresServer

sys.path.insert(0, str(Path(__file__).parents[1] / "faults"))

from crash_points import FLOWS, Told
from failing import TOLD
from flows import PRICES, START, fail, payments, quickly

from brandstudio import errors
from brandstudio.testing import Bench, ManualClock, ScriptedEngines

pytestmark = pytest.mark.machines
TRIES = 3
"""How often a job is tried while there is no room: it would wait for room as long as that takes."""


NEVER = -1


class SmallDisk:
    """A disk of its own in memory, of some MiB, that can be filled up and emptied again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(mib: int) -> Iterator[SmallDisk]:
    folder = Path(tempfile.mkdtemp(prefix="studio-disk."))
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={mib}m,mode=755", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("a small disk is mounted by root alone")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@pytest.fixture(scope="module", autouse=True)
def _quick_work() -> None:
    quickly()


class Filled:
    """Flows over servers of which one has a small disk, which is full from a chosen step on."""

    def __init__(
        self, folder: Path, disk: SmallDisk, again: Callable[[], None], told: dict
    ) -> None:
        self.folder, self.disk, self.again, self.told = folder, disk, again, told
        self.seen = 0
        self.full_at = 0

    def step(self, _: str) -> None:
        self.seen += 1
        if self.seen == self.full_at:
            self.disk.fill()

    def flow(self, bench: Bench, flow: str, at: int) -> str | None:
        """What was told to who asked, while the disk was full from the ``at``-th step on."""
        story = Told(bench, None)
        story.prepare()
        bench.engines.image.before = fail if flow == "failing_create" else None  # type: ignore[attr-defined]
        refused = None
        self.seen, self.full_at = 0, at
        try:
            if at == 0:
                self.disk.fill()
            getattr(story, flow)()
            for _ in range(TRIES):
                bench.worker.run_one()
        except errors.StudioError as caught:
            refused = caught
        self.full_at = NEVER
        self.disk.free()
        self.again()
        if refused is not None:
            assert refused.code in TOLD, f"{flow} at {at}: {refused.code}: {refused}"
        self.settle(bench, story)
        spent = START - story.place.balance
        assert spent in payments(flow), f"{flow} at {at}: {spent} credits were spent"
        getattr(story, flow)()
        self.settle(bench, story)
        spent = START - story.place.balance
        assert spent == PRICES[flow], f"{flow} at {at}: {spent} credits were spent in the end"
        bench.engines.image.before = None  # type: ignore[attr-defined]
        return None if refused is None else refused.code

    def settle(self, bench: Bench, story: Told) -> None:
        end = time.monotonic() + 60
        while True:  # connections that died with the server are replaced within moments
            try:
                assert bench.service.owed.settle() == 0
                for _ in range(4):
                    bench.run_until_idle()
                    bench.clock.advance(minutes=40)  # type: ignore[attr-defined]
                break
            except errors.ServiceBusy:
                assert time.monotonic() < end
                time.sleep(0.2)
        jobs = story.studio.jobs.list(limit=200).jobs
        assert all(job.status in ("completed", "failed") for job in jobs), jobs
        report = bench.doctor(mend=True)
        assert report.ok, report.problems

    def bench(self) -> Bench:
        clock = ManualClock()
        clock.advance(hours=1)
        return Bench(
            self.folder / "data",
            clock=clock,
            engines=ScriptedEngines(),
            fault=self.step,
            **self.told,
        )

    def all(self, flows: tuple[str, ...], steps: range) -> list[str]:
        """The refusals that were met."""
        met: list[str] = []
        with self.bench() as bench:
            bench.worker._stopping.set()  # it need not wait between two tries
            for flow in flows:
                for at in steps:
                    said = self.flow(bench, flow, at)
                    met += [said] if said else []
                    if at > self.seen:
                        break
        return met


def over_a_small_database(tmp_path: Path, prefix: str, bucket: Bucket) -> Iterator[Filled]:
    with small_disk(112) as disk:
        server = PostgresServer(durable=True, folder=disk.folder)
        server.start()

        def again() -> None:
            """As the one who looks after it would: a server that gave up is started again."""
            time.sleep(0.2)
            if server.process is not None and server.process.poll() is not None:
                server.start()
            else:
                server._wait()

        told = {**settings(bucket.endpoint, prefix), "database_url": server.new_database()}
        try:
            yield Filled(tmp_path, disk, again, told)
        finally:
            disk.free()
            if server.process is not None and server.process.poll() is None:
                server.kill()


def over_a_small_bucket(tmp_path: Path, prefix: str, postgres: PostgresServer) -> Iterator[Filled]:
    with small_disk(96) as disk, running(disk.folder) as bucket:

        def again() -> None:
            bucket.kill()
            bucket.start()

        told = {**settings(bucket.endpoint, prefix), "database_url": postgres.new_database()}
        yield Filled(tmp_path, disk, again, told)


SOME = ("create", "banners", "add")


def test_the_databases_disk_may_be_full(tmp_path: Path, prefix: str, bucket: Bucket) -> None:
    with contextlib.contextmanager(over_a_small_database)(tmp_path, prefix, bucket) as filled:
        assert "SERVICE_BUSY" in filled.all(SOME, range(0, 5, 4))


def test_the_buckets_disk_may_be_full(
    tmp_path: Path, prefix: str, postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    """What is refused is mostly a job's file, and the job waits: a small upload may find room yet."""
    with contextlib.contextmanager(over_a_small_bucket)(tmp_path, prefix, postgres) as filled:
        assert set(filled.all(SOME, range(0, 5, 4))) <= {"SERVICE_BUSY"}
    assert "the object store does not answer" in caplog.text


@pytest.mark.nightly
def test_the_databases_disk_may_be_full_at_every_step_of_every_flow(
    tmp_path: Path, prefix: str, bucket: Bucket
) -> None:
    with contextlib.contextmanager(over_a_small_database)(tmp_path, prefix, bucket) as filled:
        assert set(filled.all(FLOWS, range(100))) <= set(TOLD)


@pytest.mark.nightly
def test_the_buckets_disk_may_be_full_at_every_step_of_every_flow(
    tmp_path: Path, prefix: str, postgres: PostgresServer
) -> None:
    with contextlib.contextmanager(over_a_small_bucket)(tmp_path, prefix, postgres) as filled:
        assert set(filled.all(FLOWS, range(100))) <= set(TOLD)
