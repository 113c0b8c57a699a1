"""Numbers of jobs, which a sequence gives: none becomes visible behind a later one of its workspace. And a
process of the version before, beside tables that have grown.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from server import PostgresServer

from brandstudio.testing import Bench

pytestmark = pytest.mark.machines


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture
def pair(url: str, tmp_path: Path) -> Iterator[tuple[Bench, Bench]]:
    """Two processes' worth of connections to one database."""
    with (
        Bench(tmp_path / "data", database_url=url) as one,
        Bench(tmp_path / "data", database_url=url) as other,
    ):
        yield one, other


def add(bench: Bench, workspace_id: str, job_id: str) -> None:
    with bench.context(workspace_id).store.write() as tx:
        tx.jobs.add(job_id, workspace_id, "image", "x", "{}", 1)


def until_it_waits_for_a_lock(url: str) -> None:
    end = time.monotonic() + 60
    with psycopg.connect(url, autocommit=True) as looking:
        while not looking.execute(
            "select 1 from pg_locks where locktype = 'advisory' and not granted and database = "
            "(select oid from pg_database where datname = current_database())"
        ).fetchone():
            assert time.monotonic() < end, "nobody waits: a later number may be committed first"
            time.sleep(0.05)


def test_a_later_number_of_a_workspace_is_taken_after_the_earlier_one_is_committed(
    url: str, pair: tuple[Bench, Bench]
) -> None:
    """The number is taken behind the workspace's lock, which is held until the commit. So whoever
    reads ``seq > cursor`` of a workspace loses no row, though the sequence is everybody's."""
    one, other = pair
    mine, theirs = one.workspace().workspace_id, one.workspace().workspace_id
    with one.context(mine).store.write() as tx:
        tx.jobs.add("first", mine, "image", "x", "{}", 1)
        later = threading.Thread(target=add, args=(other, mine, "second"))
        later.start()
        until_it_waits_for_a_lock(url)
        beside = threading.Thread(target=add, args=(one, theirs, "beside"))
        beside.start()  # another workspace's is held up by nobody
        beside.join(30)
        assert not beside.is_alive()
    later.join(30)
    with one.context(mine).store.read() as tx:
        found = {job: tx.jobs.get(job) for job in ("first", "second", "beside")}
    seq = {job: row.seq for job, row in found.items() if row is not None}
    assert seq["first"] < seq["beside"] < seq["second"]


def test_a_process_works_on_beside_tables_that_a_newer_version_added_to(
    url: str, pair: tuple[Bench, Bench]
) -> None:
    """As ``0007`` to ``0009`` did: columns that may be null, and tables of their own."""
    bench, _ = pair
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    made = studio.images.create(prompt="the sea at dusk", folder="acme", resolution="1K")
    with psycopg.connect(url) as newer:
        newer.execute("insert into schema_migrations values ('0999_more', 1)")
        for (table,) in newer.execute(
            "select table_name from information_schema.tables where table_schema = current_schema() "
            "and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'"
        ).fetchall():
            newer.execute(f'alter table "{table}" add column more text')  # type: ignore[arg-type]
    bench.run_until_idle()
    assert studio.jobs.get(job_id=made.job_id).status == "completed"
    assert studio.library.upload(b"x" * 10, "a.png")
    studio.designs.create(folder="acme", size="email-header", slots={"headline": "Hello"})  # type: ignore[arg-type]
    bench.run_until_idle()
    assert bench.doctor().ok
