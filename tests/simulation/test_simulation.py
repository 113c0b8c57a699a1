"""Random days of two processes on one folder: clocks that are set, disks that fill up, processes that
die, receivers and engines that fail.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("simulate.py")


def simulated(*arguments: object) -> None:
    """In a process of its own: the simulation steers what is this process's as well."""
    run = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=3000,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
    assert json.loads(run.stdout.splitlines()[-1])["broken"] == 0


@pytest.mark.slow
def test_some_days_lose_nothing_and_repeat_and_so_do_those_that_broke_something_once() -> None:
    simulated(4, "--found")


@pytest.mark.slow
def test_three_hundred_days_lose_nothing() -> None:
    simulated(300, 1000, "--processes", 2)


@pytest.mark.nightly
def test_ten_thousand_longer_days_lose_nothing() -> None:
    simulated(10_000, 100_000, "--steps", 200, "--processes", 2)
