"""The command line as a real process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import Result

COMMAND = (sys.executable, "-m", "brandstudio")


def start(data: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """A command of ours over that data folder, with its output piped."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith("BRANDSTUDIO_")
    }
    return subprocess.Popen(
        [*COMMAND, "--data", str(data), *arguments],
        env=clean | environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def first_line(process: subprocess.Popen[str], seconds: float = 60) -> str:
    """The first line that it prints; the process is ended when none comes."""
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        return process.stdout.readline()
    finally:
        timer.cancel()


def finish(process: subprocess.Popen[str], seconds: float = 60) -> tuple[int, str, str]:
    """Ask it to end; its status and what it printed."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    return process.returncode, out, err


@contextmanager
def serving(data: Path, **environment: str) -> Iterator[str]:
    """The address of a server over that data folder."""
    process = start(data, "serve", "--port", "0", **environment)
    try:
        line = first_line(process)
        assert line.startswith("Serving http"), process.communicate()[1]
        yield line.split()[-1]
    finally:
        finish(process)


def last_word(result: Result) -> str:
    """What a script takes from a command."""
    return result.stdout.splitlines()[-1].split()[-1]
