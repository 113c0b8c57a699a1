"""A process may be stopped anywhere, and go on when another has done its work: one result, one charge."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from disk import quick_disk
from flows import FLOWS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")
SCRIPT = Path(__file__).with_name("stopping.py")


@pytest.mark.slow
@pytest.mark.parametrize("flow", FLOWS)
def test_a_process_may_stand_still_at_every_commit_rename_and_flush(flow: str) -> None:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), flow, "1", "1"],
        env={**os.environ, **quick_disk()},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["bad"] == [], f"points {found['bad']} of {flow}\n{run.stderr[-4000:]}"
    assert found["points"] >= 1
