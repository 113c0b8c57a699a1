"""The machine of the database is lost under load, and a standby takes its place: nothing acknowledged is
lost, where commits wait for the standby (``synchronous_commit = remote_apply``).
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

import psycopg
import pytest
from server import PostgresServer, serving

from brandstudio import errors
from brandstudio.testing import Bench

pytestmark = pytest.mark.machines


def test_a_standby_takes_over_under_load_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with serving(durable=True) as first:
        name = first.new_database().rpartition("/")[2]
        standby = PostgresServer(durable=True, follows=first)
        try:
            standby.start()
            first.wait_for_followers()
            both = (
                f"postgresql://studio@127.0.0.1:{first.port},127.0.0.1:{standby.port}/{name}"
                "?target_session_attrs=read-write"
            )
            with Bench(tmp_path / "data", database_url=both) as bench:
                lose_the_first_of(bench, first, standby)
        finally:
            standby.stop()


def until_a_commit_waits(first: PostgresServer, done: list[str]) -> None:
    """Or until fifty more were acknowledged that the standby has not: those are lost."""
    end, goal = time.monotonic() + 60, len(done) + 50
    with psycopg.connect(first.url("postgres"), autocommit=True) as looking:
        while (
            len(done) < goal
            and not looking.execute(
                "select 1 from pg_stat_activity where wait_event = 'SyncRep'"
            ).fetchone()
        ):
            assert time.monotonic() < end, "nobody commits"
            time.sleep(0.05)


def lose_the_first_of(bench: Bench, first: PostgresServer, standby: PostgresServer) -> None:
    place = bench.workspace(credits=100_000)
    ctx = bench.context(place.workspace_id)
    done: list[str] = []
    refused: list[errors.StudioError] = []
    stop = threading.Event()

    def load() -> None:
        while not stop.is_set():
            try:
                with ctx.store.write() as tx:
                    charged = ctx.charge(tx, "upload", "test", None)[0]
                done.append(charged)
            except errors.StudioError as error:
                refused.append(error)

    def wait_for(many: int) -> None:
        end, goal = time.monotonic() + 240, len(done) + many
        while len(done) < goal:
            assert time.monotonic() < end, refused[-1:]
            time.sleep(0.05)

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        wait_for(30)
        first.hold_up_followers()
        until_a_commit_waits(first, done)
        first.kill()
        standby.promote()
        wait_for(30)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert {type(error) for error in refused} <= {errors.ServiceBusy}
    with ctx.store.read() as tx:
        rows = {row[0] for row in tx.db.execute("select txn_id from ledger where type = 'charge'")}
    assert set(done) <= rows, "what was acknowledged is there"
    assert len(rows) == len(done), "what was refused is not"
    assert bench.doctor().ok
