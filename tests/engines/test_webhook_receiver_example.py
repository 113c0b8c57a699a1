"""The example receiver, as a process of its own: it believes what is signed and acts on each event
once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from brandstudio.network.deliver import Deliverer
from brandstudio.webhooks import SIGNATURE_HEADER, sign

ROOT = Path(__file__).parents[2]


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "examples/webhook_receiver.py"), "0", str(tmp_path / "seen.db")],
        env={**os.environ, "SIGNING_SECRET": "old,new", "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    yield process.stdout.readline().split()[-1], process
    process.terminate()
    process.wait()
    process.stdout.close()


def test_it_verifies_and_acts_once(receiver: tuple[str, subprocess.Popen[str]]) -> None:
    url, process = receiver
    now = int(time.time())

    def body(version: int | None, event: str = "image.completed") -> bytes:
        return json.dumps(
            {"event": event, "id": "img_1", "version": version, "url": "https://s.example/f"}
        ).encode()

    with Deliverer([url.removeprefix("http://")]) as deliverer:

        def send(content: bytes, signature: str | None) -> int | None:
            headers = {} if signature is None else {SIGNATURE_HEADER: signature}
            return deliverer.post(f"{url}/hook", content, headers).status

        first = body(1)
        assert send(first, None) == 400
        assert send(first, sign("wrong", first, now)) == 400
        assert send(first, sign("new", first, now - 400)) == 400
        assert send(first + b" ", sign("new", first, now)) == 400
        assert send(first, sign("old", first, now)) == 204
        assert send(first, sign("new", first, now + 1)) == 204  # a redelivery
        assert send(body(2), sign("new", body(2), now)) == 204
        job = body(None, "job.completed")
        assert send(job, sign("new", job, now)) == 204
        assert send(job, sign("new", job, now)) == 204
    process.terminate()
    assert process.stdout is not None
    lines = process.stdout.read().splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["refused:"] * 4
    assert lines[4:] == [
        "image.completed img_1 v1 https://s.example/f",
        "image.completed img_1 v2 https://s.example/f",
        "job.completed img_1 vNone https://s.example/f",
    ]


def test_it_says_what_is_missing_without_a_secret() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("SIGNING_SECRET", None)
    ran = subprocess.run(
        [sys.executable, str(ROOT / "examples/webhook_receiver.py"), "0"], env=environment, capture_output=True, text=True
    )  # fmt: skip
    assert ran.returncode == 1
    assert "SIGNING_SECRET" in ran.stderr
