"""Idle workers over PostgreSQL wait for what is announced, and look by themselves where nothing arrives."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from server import PostgresServer, serving

from brandstudio.service import worker as working
from brandstudio.service.worker import Worker
from brandstudio.store.engine import Listening
from brandstudio.store.listening import Listener
from brandstudio.store.postgres import PostgresDatabase
from brandstudio.testing import Bench

pytestmark = pytest.mark.machines
At = Callable[..., Bench]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture
def never_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that are told what waits look for it once an hour: what is done was announced."""
    monkeypatch.setattr(working, "LISTENING_SECONDS", 3600.0)


@contextmanager
def at_work(bench: Bench) -> Iterator[Worker]:
    worker = Worker(bench.service, threads=2)
    worker.start()
    try:
        yield worker
    finally:
        worker.stop(5)


def until(what: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def listener_of(worker: Worker) -> Listening:
    assert worker._listener is not None
    return worker._listener


def test_a_job_and_its_event_of_another_process_wake_an_idle_worker(
    url: str, tmp_path: Path, never_looks: None
) -> None:
    with Bench(tmp_path / "data", database_url=url) as bench, at_work(bench) as worker:
        until(lambda: listener_of(worker).hears)
        # Another process over the same folder; it does no work itself.
        with Bench(tmp_path / "data", database_url=url) as other:
            place = other.workspace()
            studio = place.studio()
            place.owner.admin.webhooks.set(url="https://receiver.example/hook", job_events=True)
            studio.folders.create(name="Acme")
            for number in range(2):
                made = studio.images.create(prompt=f"the sea at dusk, {number}", folder="acme")
                until(lambda made=made: studio.jobs.get(job_id=made.job_id).status == "completed")
            until(lambda: len(bench.engines.deliverer.sent) >= 2)


def test_what_was_announced_while_the_database_restarted_is_found(
    tmp_path: Path, never_looks: None
) -> None:
    with (
        serving(durable=True) as server,
        Bench(tmp_path, database_url=server.new_database()) as bench,
        at_work(bench) as worker,
    ):
        studio = bench.workspace().studio()
        studio.folders.create(name="Acme")
        until(lambda: listener_of(worker).hears)
        for number in range(2):
            server.kill()
            until(lambda: not listener_of(worker).hears)
            server.start()
            made = studio.images.create(prompt=f"a hill in snow, {number}", folder="acme")
            until(lambda made=made: studio.jobs.get(job_id=made.job_id).status == "completed")
            until(lambda: listener_of(worker).hears)


def test_listening_takes_one_connection_more_and_gives_it_back(url: str) -> None:
    database = PostgresDatabase(url, most=2)
    database.prepare()
    heard: list[str] = []
    listener = database.listen(heard.append)
    until(lambda: listener.hears)
    with psycopg.connect(url, autocommit=True) as other:
        asked = (
            "select count(*) from pg_stat_activity where datname = current_database() "
            "and pid <> pg_backend_pid() and backend_type = 'client backend'"
        )

        def connections() -> int:
            return int((other.execute(asked).fetchone() or (9,))[0])

        assert connections() <= 3  # two of the pool, one that listens
        with suppress(KeyError), database.write() as db:
            db.announce("never")
            raise KeyError
        with database.write() as db:
            db.announce("image")
            db.announce("image")
        until(lambda: "image" in heard)
        listener.close()
        until(lambda: connections() <= 2)
    assert [work for work in heard if work] == ["image"]  # once, and only what was committed
    with pytest.raises(ValueError, match="announced"), database.write() as db:
        db.announce("'; drop table jobs")
    database.close()


def test_who_hears_nothing_says_so_and_looks_as_often_as_without(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    said = threading.Event()
    with caplog.at_level(logging.WARNING):
        listener = Listener(url, lambda work: None, lambda work: said.set(), answer_seconds=0.2)
        assert said.wait(10)
        until(lambda: "does not arrive here" in caplog.text)
        assert not listener.hears
        listener.close()


@contextmanager
def pooler(server: PostgresServer, folder: Path) -> Iterator[int]:
    """PgBouncer, which gives each transaction whichever connection is free; its port."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder.chmod(0o755)
    (folder / "users.txt").write_text('"studio" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nauth_type = trust\n"
        f"auth_file = {folder}/users.txt\npool_mode = transaction\ndefault_pool_size = 4\n"
        "unix_socket_dir =\n"
    )
    who = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    process = subprocess.Popen(
        [program, "-q", str(folder / "pgbouncer.ini")], cwd="/", stderr=subprocess.DEVNULL, **who
    )  # type: ignore[call-overload]
    try:
        yield port
    finally:
        process.terminate()
        process.wait(20)


def test_a_studio_works_through_a_pooler_that_passes_no_announcement_on(
    postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:  # fmt: skip
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="pooler."))
    direct = postgres.new_database()
    with pooler(postgres, folder) as port, caplog.at_level(logging.WARNING):
        through = f"postgresql://studio@127.0.0.1:{port}/{direct.rpartition('/')[2]}"

        def answers() -> bool:
            try:
                psycopg.connect(through, connect_timeout=2).close()
            except psycopg.OperationalError:
                return False
            return True

        until(answers)
        data = tmp_path_factory.mktemp("data")
        with Bench(data, database_url=through) as bench, at_work(bench) as worker:
            studio = bench.workspace().studio()
            studio.folders.create(name="Acme")
            made = studio.images.create(prompt="the sea at dusk", folder="acme")
            until(lambda: studio.jobs.get(job_id=made.job_id).status == "completed")
            until(lambda: "does not arrive here" in caplog.text)
            assert not listener_of(worker).hears
            again = studio.images.create(prompt="a hill in snow", folder="acme")
            until(lambda: studio.jobs.get(job_id=again.job_id).status == "completed")
    shutil.rmtree(folder)


def test_a_studio_in_a_file_announces_nothing(bench: Bench) -> None:
    assert bench.service.store.database.listen(lambda work: None) is None
