"""The disk as a drill wants it: built from ``shim.c``, loaded before a process begins, steered from
inside it.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import IntFlag
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Kind(IntFlag):
    """Which calls are counted and fail."""

    WRITE = 1
    FLUSH = 2
    NAME = 4  # rename, link, mkdir
    OPEN = 8
    UNLINK = 16
    SIZE = 32


FAULTS: dict[str, tuple[Kind, int]] = {
    "full": (Kind.WRITE | Kind.FLUSH | Kind.NAME | Kind.SIZE, errno.ENOSPC),
    "broken": (Kind.WRITE | Kind.FLUSH | Kind.NAME | Kind.UNLINK | Kind.SIZE, errno.EIO),
    "files": (Kind.OPEN, errno.EMFILE),
}
"""What a disk may do: no room, no answer, no descriptors."""


def quick_disk() -> dict[str, str]:
    """Where folders of drills lie: in memory where that is a folder, since a flush there costs nothing,
    and what it would do is what the drills play.
    """
    return {"TMPDIR": "/dev/shm"} if Path("/dev/shm").is_dir() else {}


def compiler() -> str | None:
    """What can build the shim here."""
    return None if sys.platform != "linux" else shutil.which("cc") or shutil.which("gcc")


def built(folder: Path) -> Path:
    """The shim, compiled into that folder."""
    found, made = compiler(), folder / "disk.so"
    assert found is not None
    command = [found, "-O1", "-shared", "-fPIC", "-o", made, HERE / "shim.c", "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return made


def drilled(folder: Path, script: str, *arguments: object, seconds: int = 3000) -> Any:
    """What a script of this folder says on its last line, run with the shim before it."""
    found = subprocess.run(
        [sys.executable, str(HERE / script), *map(str, arguments)],
        env={**os.environ, **quick_disk(), "LD_PRELOAD": str(built(folder))},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-6000:]
    return json.loads(found.stdout.splitlines()[-1])


class Disk:
    """The shim of this process."""

    def __init__(self, root: Path) -> None:
        self._shim = ctypes.CDLL(None)
        self._shim.disk_seen.restype = ctypes.c_long
        self._shim.disk_fail.argtypes = [ctypes.c_int, ctypes.c_long, ctypes.c_long, ctypes.c_int]
        self._shim.disk_root(os.fsencode(root))

    def fail(self, kinds: Kind, first: int, many: int, error: int) -> None:
        """Fail so many calls from the ``first``-th on, counted from now."""
        self._shim.disk_fail(int(kinds), first, many, error)

    def work(self) -> int:
        """Fail nothing any more; how many calls were counted."""
        seen: int = self._shim.disk_seen()
        self._shim.disk_fail(0, 0, 0, 0)
        return seen

    def record(self, file: Path | None) -> None:
        """Record from now on; None ends it."""
        self._shim.disk_record(b"" if file is None else os.fsencode(file))

    def mark(self, text: str) -> None:
        """A remark between two calls."""
        self._shim.disk_mark(text.encode())


def recorded(file: Path) -> Iterator[tuple[str, int, int, str, bytes]]:
    """The calls of a recording: kind, descriptor, position, name, and data or second name."""
    data, at = file.read_bytes(), 0
    while at < len(data):
        kind, fd, place = chr(data[at]), *_numbers(data, at + 1)
        one = int.from_bytes(data[at + 17 : at + 21], "little")
        two = int.from_bytes(data[at + 21 : at + 25], "little")
        at += 25
        yield kind, fd, place, os.fsdecode(data[at : at + one]), data[at + one : at + one + two]
        at += one + two


def _numbers(data: bytes, at: int) -> tuple[int, int]:
    return (
        int.from_bytes(data[at : at + 8], "little", signed=True),
        int.from_bytes(data[at + 8 : at + 16], "little", signed=True),
    )
