"""A process over PostgreSQL and a bucket may die between any two steps, as one over a folder may
(``tests/faults/test_crashes.py``). Power cuts and full disks are of files: there the database's server and the
bucket answer for theirs, and are killed in ``drill.py``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from bucket import Bucket, settings
from server import PostgresServer

pytestmark = pytest.mark.machines
SCRIPT = Path(__file__).with_name("crash_points.py")


def crashed(postgres: PostgresServer, bucket: Bucket, prefix: str, *words: str) -> dict[str, int]:
    told = {**settings(bucket.endpoint, prefix), "database_url": postgres.new_database()}
    run = subprocess.run(
        [sys.executable, str(SCRIPT), json.dumps(told), *words],
        capture_output=True,
        text=True,
        timeout=6000,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["bad"] == [], f"{found['bad']}\n{run.stderr[-4000:]}"
    points: dict[str, int] = found["points"]
    return points


def test_a_process_may_die_at_some_points_of_work_over_servers(
    postgres: PostgresServer, bucket: Bucket, prefix: str
) -> None:
    points = crashed(postgres, bucket, prefix, "9", "create", "banners", "add", "purge")
    assert all(points.values())


@pytest.mark.nightly
def test_a_process_may_die_at_every_commit_put_and_removal_over_servers(
    postgres: PostgresServer, bucket: Bucket, prefix: str
) -> None:
    points = crashed(postgres, bucket, prefix, "1")
    assert min(points.values()) >= 2
