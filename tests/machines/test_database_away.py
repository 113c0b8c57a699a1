"""What a server says, and how, while its database server is gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from server import serving

pytestmark = pytest.mark.machines


def test_a_server_names_the_database_that_is_gone_and_logs_objects_alone(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with serving(durable=True) as postgres, log.open("wb") as stderr:
        told = {
            **os.environ,
            "BRANDSTUDIO_DATA": str(tmp_path / "data"),
            "BRANDSTUDIO_DATABASE_URL": postgres.new_database(),
            "BRANDSTUDIO_LOG": "json",
            "BRANDSTUDIO_METRICS": "true",
        }
        words = ["-m", "brandstudio", "serve", "--port", "0"]
        server = subprocess.Popen(
            [sys.executable, *words], env=told, stdout=subprocess.PIPE, stderr=stderr
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().decode().removeprefix("Serving ").strip()
            postgres.kill()
            # Less than a read waits for a database; the pool begins its own tries meanwhile.
            asking = httpx.Client(base_url=address, timeout=6)
            for _ in range(2):
                answer = asking.get("/readyz")
                assert answer.status_code == 503
                assert "the database does not answer" in answer.json()["error"]["message"]
            figures = asking.get("/metrics")
            assert figures.status_code == 200
            assert 'brandstudio_request_seconds_count{method="GET",area="readyz"' in figures.text
            assert "brandstudio_jobs" not in figures.text
            end = time.monotonic() + 30
            while "psycopg.pool" not in log.read_text() and time.monotonic() < end:
                time.sleep(0.2)
        finally:
            server.kill()  # no grace: its job process ends with it
            server.wait(60)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert "psycopg.pool" in {line.get("logger") for line in lines}
