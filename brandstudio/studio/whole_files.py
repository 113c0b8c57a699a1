"""Files that appear when they are whole, and whether two paths are one file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

try:
    import fcntl
except ImportError:  # pragma: no cover  # Windows deletes no file that is open
    fcntl = None  # type: ignore[assignment]


def same_file(one: str | PathLike[str], other: str | PathLike[str]) -> bool:
    """Whether both paths lead to one file: by another spelling, a symbolic or a hard link too, and
    also where there is none yet.
    """
    with suppress(OSError):
        return Path(one).samefile(other)
    with suppress(OSError, RuntimeError):  # links that go round in a circle
        return Path(one).resolve() == Path(other).resolve()
    return False


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to, which takes the place of ``path`` when all is well; what a killed run
    left of the same one is taken away.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    with NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}-", suffix=".part", delete=False
    ) as half:
        try:
            _is_ours(half)
            yield half
            half.flush()
            os.chmod(half.name, 0o644)
            os.replace(half.name, path)
        except BaseException:
            Path(half.name).unlink(missing_ok=True)
            raise


def _sweep(path: Path) -> None:
    """Take away halves of this file that nobody writes any more: whoever does holds a lock."""
    half = re.compile(rf"\.{re.escape(path.name)}-[a-z0-9_]{{8}}\.part")
    for left in path.parent.iterdir():
        if half.fullmatch(left.name):
            with suppress(OSError), left.open("r+b") as file:
                if _is_ours(file):
                    left.unlink()


def _is_ours(file: IO[bytes]) -> bool:
    """Whether nobody else writes this half; it is held until it is closed."""
    if fcntl is None:  # pragma: no cover
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # pragma: no cover  # a file system without locks: nothing is taken away
        return False
    return True
