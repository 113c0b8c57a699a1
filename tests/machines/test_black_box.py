"""The contract as a black box, over two servers and three workers that share a PostgreSQL and a bucket."""

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


def test_every_clause_holds_over_two_servers_and_three_workers(
    postgres: PostgresServer, bucket: Bucket
) -> None:
    told = {
        "TEST_POSTGRES": postgres.url("postgres"),
        "TEST_S3_ENDPOINT": bucket.endpoint,
        "TEST_S3_BUCKET": BUCKET,
        "TEST_S3_KEY": KEY,
        "TEST_S3_SECRET": SECRET,
    }
    files = sorted((ROOT / "tests" / "contract").glob("test_spec_*.py"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        env={**os.environ, **told},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert done.returncode == 0, done.stdout[-6000:]
