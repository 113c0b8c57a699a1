"""In a network of its own, where every address answers: no connection to a private one is ever seen."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

APART = ["unshare", "--map-root-user", "--net"]


def can_be_apart() -> bool:
    """Whether this machine gives a process a network of its own."""
    if sys.platform != "linux" or not shutil.which("unshare") or not shutil.which("ip"):
        return False
    return subprocess.run([*APART, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_no_link_no_redirect_and_no_second_look_up_reaches_a_private_address() -> None:
    if not can_be_apart():
        pytest.skip("needs unshare(1), ip(8) and user namespaces")
    run = subprocess.run(
        [*APART, sys.executable, str(Path(__file__).with_name("leaking.py"))],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr[-4000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["open"] == 4  # both ways, to both public addresses: the drill itself can see
    assert found["leaks"] == []
    assert found["tried"] > 800
