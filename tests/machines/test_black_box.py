"""The contract as a black box, over two servers and three workers that share a PostgreSQL and a bucket; and
the state machines of the operations over both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bucket import BUCKET, KEY, SECRET, Bucket
from server import PostgresServer

pytestmark = pytest.mark.machines
ROOT = Path(__file__).parents[2]


def holds(postgres: PostgresServer, bucket: Bucket, *words: str) -> None:
    """Carries tests out once more, over both."""
    told = {
        "TEST_POSTGRES": postgres.url("postgres"),
        "TEST_S3_ENDPOINT": bucket.endpoint,
        "TEST_S3_BUCKET": BUCKET,
        "TEST_S3_KEY": KEY,
        "TEST_S3_SECRET": SECRET,
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        env={**os.environ, **told},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert done.returncode == 0, done.stdout[-6000:]


def test_every_clause_holds_over_two_servers_and_three_workers(
    postgres: PostgresServer, bucket: Bucket
) -> None:
    files = sorted((ROOT / "tests" / "contract").glob("test_spec_*.py"))
    holds(postgres, bucket, *map(str, files))


def test_the_state_machines_hold_over_a_database_server_and_a_bucket(
    postgres: PostgresServer, bucket: Bucket
) -> None:
    """Folders and items, states of images with workers that die, and changed banners, as model and
    studio side by side; and the queue that has an end."""
    names = (
        "test_machine.py",
        "test_image_states.py",
        "test_edit_machine.py",
        "test_long_queue.py",
    )
    files = [str(ROOT / "tests" / "operations" / name) for name in names]
    holds(postgres, bucket, "-k", "not http and not async", *files)
