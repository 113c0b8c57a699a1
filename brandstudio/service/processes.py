"""This process among those that share a data folder: its sign of life, and whether another still
runs.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ..store import Transaction

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no flock; leases alone tell there
    fcntl = None  # type: ignore[assignment]


_NAME = re.compile(r"prc_[0-9a-f]{16}")


class SignOfLife(Protocol):
    """How this process shows others that it runs, and sees whether they do."""

    @property
    def id(self) -> str: ...

    def is_alive(self, id: str, tx: Transaction) -> bool: ...

    def gone(self, holders: Iterable[str]) -> set[str]: ...

    def forget(self, ids: Iterable[str], tx: Transaction) -> None: ...

    def close(self) -> None: ...


class ProcessLock:
    """This process's sign of life: an operating-system lock on a file of its own, free as soon as
    it is gone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._id, self._file = self._take()
        self._pid = os.getpid()

    @property
    def id(self) -> str:
        """The name of this process; a forked child takes one of its own when it is first asked."""
        if self._pid != os.getpid():
            # The parent's lock stays with the parent: the child's copy of its descriptor is left
            # open, since another thread may be here as well.
            self._id, self._file = self._take()
            self._pid = os.getpid()
        return self._id

    def _take(self) -> tuple[str, int | None]:
        """A new name, and its locked file."""
        name = f"prc_{secrets.token_hex(8)}"
        while True:
            file = os.open(self._folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                # Another process is looking at it, and may stand still there: a new name is free.
                os.close(file)
                name = f"prc_{secrets.token_hex(8)}"
                continue
            # Between the two calls another process may have found the file unlocked and removed it.
            if _same_file(file, self._folder / name):
                return name, file
            os.close(file)

    def is_alive(self, id: str, tx: Transaction | None = None) -> bool:
        """Whether the process of that id still runs; the database is not asked."""
        if id == self.id:
            return self._file is not None
        if not _NAME.fullmatch(id):
            return False
        try:
            file = os.open(self._folder / id, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            if fcntl is None:
                return True
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(file)
        (self._folder / id).unlink(missing_ok=True)
        return False

    def gone(self, holders: Iterable[str]) -> set[str]:
        """Those of the holders of work, and of all that gave a sign of life, that run no more."""
        return {id for id in {*holders, *self.others()} if not self.is_alive(id)}

    def forget(self, ids: Iterable[str], tx: Transaction) -> None:
        """Their lock files went as they were found free."""

    def others(self) -> list[str]:
        """The names of those that have, or had, a sign of life here."""
        found = [file.name for file in self._folder.iterdir()]
        return [name for name in found if _NAME.fullmatch(name) and name != self.id]

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # whoever looks next finds it unlocked, and removes it
                (self._folder / self.id).unlink()
            os.close(self._file)
            self._file = None


def _same_file(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
