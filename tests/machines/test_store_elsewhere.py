"""The tests of the store once more, over a PostgreSQL and a bucket."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bucket import BUCKET, KEY, SECRET, Bucket
from server import PostgresServer

pytestmark = pytest.mark.machines
ROOT = Path(__file__).parents[2]


def test_the_store_holds_over_a_database_server_and_a_bucket(
    postgres: PostgresServer, bucket: Bucket
) -> None:
    """All but what is one machine's own, which ``tests/store/conftest.py`` names with its reason."""
    told = {
        "TEST_POSTGRES": postgres.url("postgres"),
        "TEST_S3_ENDPOINT": bucket.endpoint,
        "TEST_S3_BUCKET": BUCKET,
        "TEST_S3_KEY": KEY,
        "TEST_S3_SECRET": SECRET,
    }
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m",
            "not slow and not nightly and not benchmark", str(ROOT / "tests" / "store"),
        ],
        env={**os.environ, **told},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1500,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]
    ran = re.search(r"(\d+) passed", done.stdout)
    assert ran is not None
    assert int(ran[1]) > 100, done.stdout[-2000:]
    others = [
        line
        for line in done.stdout.splitlines()
        if line.startswith("SKIPPED") and "one machine's own: " not in line
    ]
    assert others == []
