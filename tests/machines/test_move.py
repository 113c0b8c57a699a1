"""A studio moved from a folder into PostgreSQL and a bucket, and back, also where that breaks off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from bucket import Bucket, settings
from server import PostgresServer

from brandstudio.care.moving import move
from brandstudio.errors import StudioError
from brandstudio.service.places import open_store
from brandstudio.settings import Settings
from brandstudio.store.engine import StoreError
from brandstudio.store.rows_moved import LEFT, MADE_ANEW, MOVED
from brandstudio.testing import Bench, Place, picture

pytestmark = pytest.mark.machines
KEY = "the-key-that-all-machines-of-this-studio-share"
BASE = "https://studio.example.com"


def filled(bench: Bench) -> Place:
    """A workspace with pictures, a hero, rules, charges, a refund, a queued job and an upload."""
    place = bench.workspace(credits=100)
    studio = place.studio()
    studio.folders.create(name="Acme")
    first = studio.library.add(
        folder="acme", url=studio.library.upload(picture(64, 48), "harbour.png")
    )
    studio.library.set_hero(folder="acme", image_id=first.image_id)
    studio.rules.add(folder="acme", kind="copy", text="No exclamation marks")
    studio.images.create(prompt="the sea at dusk", folder="acme")
    bench.run_until_idle()
    studio.images.create(prompt="a hill in snow", folder="acme", idempotency_key="once")
    studio.library.upload(picture(32, 32), "waits.png")
    return place


def seen(bench: Bench, place: Place) -> dict[str, Any]:
    """What callers see of it."""
    studio = Place(bench, place.workspace_id).studio()
    items = studio.library.list(folder="acme").items
    return {
        "items": [(item.image_id, item.title, item.is_hero, item.bytes) for item in items],
        "found": studio.library.search("dusk").total_count,
        "ledger": [
            (entry.txn_id, entry.credits) for entry in studio.credits.transactions().transactions
        ],
        "jobs": [(job.job_id, job.status) for job in studio.jobs.list().jobs],
        "rules": [rule.text for rule in studio.rules.list(folder="acme").rules],
        "files": [len(studio.read(item.url or "")) for item in items if item.url],
    }


def test_every_table_is_moved_made_anew_or_left(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.new_database()
    Bench(tmp_path, database_url=url).service.close()
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "select table_name from information_schema.tables "
            "where table_schema = 'public' and table_type = 'BASE TABLE'"
        ).fetchall()
    assert sorted(name for (name,) in found) == sorted((*MOVED, *MADE_ANEW, *LEFT))


def test_a_studio_goes_to_the_machines_and_comes_back(
    postgres: PostgresServer, bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    url, there = postgres.new_database(), settings(bucket.endpoint, prefix)
    with Bench(tmp_path / "home", secret_key=KEY, base_url=BASE) as home:
        place = filled(home)
        before = seen(home, place)
        refused = brandstudio(tmp_path / "home", bucket, prefix, "move", "--to", url)
        assert "STUDIO_IN_USE" in refused.stderr
    done = brandstudio(tmp_path / "home", bucket, prefix, "move", "--to", url)
    assert done.returncode == 0, done.stderr
    shared = {**there, "database_url": url, "secret_key": KEY, "base_url": BASE}
    with pytest.raises(StoreError, match="BRANDSTUDIO_DATABASE_URL"):
        Bench(tmp_path / "home")
    with Bench(tmp_path / "machine", **shared) as machine:
        assert seen(machine, place) == before
        studio = Place(machine, place.workspace_id).studio()
        again = studio.images.create(prompt="a hill in snow", folder="acme", idempotency_key="once")
        assert again.job_id in {id for id, _ in before["jobs"]}
        machine.run_until_idle()
        assert {job.status for job in studio.jobs.list().jobs} == {"completed"}
        assert studio.library.search("snow").total_count == 1
        assert machine.doctor(mend=False).ok
        later = seen(machine, place)
    back = brandstudio(
        tmp_path / "machine", bucket, prefix, "move", "--to", str(tmp_path / "back"), url=url
    )
    assert back.returncode == 0, back.stderr
    with Bench(tmp_path / "back") as again_home:  # its key came along in a file
        assert seen(again_home, place) == later
        assert again_home.doctor(mend=False).ok
    with pytest.raises(StoreError, match="moved elsewhere"):
        Bench(tmp_path / "machine", **shared)


@pytest.mark.parametrize("point", ["before put", "before commit", "after commit"])
def test_a_move_that_breaks_off_is_run_again(
    point: str, postgres: PostgresServer, bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    told = {**settings(bucket.endpoint, prefix), "database_url": postgres.new_database()}
    with Bench(tmp_path / "home", secret_key=KEY, base_url=BASE) as home:
        place = filled(home)
        before = seen(home, place)
    source = open_store(Settings(data=tmp_path / "home"))
    source.prepare()
    armed: list[bool] = []

    def fault(now: str) -> None:
        if armed and now == point:
            raise ConnectionError("the cable was pulled")

    new = Settings(data=tmp_path / "scratch", secret_key=KEY, base_url=BASE, **told)
    target = open_store(new, fault)
    target.prepare()
    armed.append(True)
    with pytest.raises((ConnectionError, StudioError)):
        move(source, target)
    armed.clear()
    move(source, target)
    source.close()
    target.close()
    with Bench(tmp_path / "machine", secret_key=KEY, base_url=BASE, **told) as machine:
        assert seen(machine, place) == before
        assert machine.doctor(mend=False).ok


def test_a_place_that_holds_another_studio_is_refused(
    postgres: PostgresServer, bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    url = postgres.new_database()
    told = {**settings(bucket.endpoint, prefix), "database_url": url}
    with Bench(tmp_path / "machine", secret_key=KEY, base_url=BASE, **told) as machine:
        machine.workspace()
    with Bench(tmp_path / "home", secret_key=KEY, base_url=BASE) as home:
        filled(home)
    done = brandstudio(tmp_path / "home", bucket, prefix, "move", "--to", url)
    assert "holds a studio already" in done.stderr
    with Bench(tmp_path / "home", secret_key=KEY) as home:
        assert home.doctor(mend=False).ok


def brandstudio(
    folder: Path, bucket: Bucket, prefix: str, *words: str, url: str | None = None
) -> subprocess.CompletedProcess[str]:
    told = {
        **os.environ,
        **bucket.environment(prefix),
        "BRANDSTUDIO_DATA": str(folder),
        "BRANDSTUDIO_SECRET_KEY": KEY,
        "BRANDSTUDIO_BASE_URL": BASE,
    }
    if url is not None:
        told["BRANDSTUDIO_DATABASE_URL"] = url
    return subprocess.run(
        [sys.executable, "-m", "brandstudio", *words], env=told, capture_output=True, text=True
    )
