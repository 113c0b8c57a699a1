"""The team's own templates: files in the folder of data, or below ``templates/`` in the bucket that
machines share, with a copy beside each of them.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..errors import ServiceBusy
from .engine import StoreError

if TYPE_CHECKING:
    from .object_notes import ObjectNotes

ENDINGS = ("json", "toml")
FRESH_SECONDS = 5.0
"""How old a machine's copies may be where a name is among them."""


class OwnTemplates(Protocol):
    """Files ``NAME.toml`` and ``NAME.json``."""

    def folder(self, *, at_once: bool = False) -> Path:
        """Where they can be read; ``at_once`` as they are now, on whatever machine they came in."""
        ...

    def keep(self, file: str, data: bytes) -> None:
        """Add or replace one, under ``NAME.toml`` or ``NAME.json``."""
        ...

    def drop(self, file: str) -> None: ...


class FolderTemplates:
    """Templates in the folder of data."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folder(self, *, at_once: bool = False) -> Path:
        return self._folder

    def keep(self, file: str, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(self._folder / file, data)

    def drop(self, file: str) -> None:
        (self._folder / file).unlink(missing_ok=True)


class SharedTemplates:
    """Templates in the bucket. What lies in ``copies`` is only as fresh as the last look."""

    def __init__(self, notes: ObjectNotes, copies: Path) -> None:
        self._notes, self._copies = notes, copies
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._marks: dict[str, str] = {}

    def folder(self, *, at_once: bool = False) -> Path:
        with self._lock:
            if at_once or time.monotonic() - self._looked > FRESH_SECONDS:
                try:
                    self._look()
                except ServiceBusy:
                    if at_once or not self._marks:
                        raise
        return self._copies

    def keep(self, file: str, data: bytes) -> None:
        self._notes.put(f"templates/{file}", data)
        self._looked = float("-inf")

    def drop(self, file: str) -> None:
        self._notes.drop(f"templates/{file}")
        self._looked = float("-inf")

    def _look(self) -> None:
        """Bring the copies up to what lies in the bucket."""
        self._copies.mkdir(parents=True, exist_ok=True, mode=0o700)
        there = {note.path.rpartition("/")[2]: note.mark for note in self._notes.list("templates")}
        for file, mark in there.items():
            if self._marks.get(file) == mark and (self._copies / file).exists():
                continue
            data = self._notes.fetch(f"templates/{file}")
            if data is not None:
                _write(self._copies / file, data)
                self._marks[file] = mark
        for path in self._copies.iterdir():
            if path.name not in there and not path.name.endswith(".tmp"):
                self._marks.pop(path.name, None)
                path.unlink(missing_ok=True)
        self._looked = time.monotonic()


def template_files(folder: Path) -> list[Path]:
    """The templates that lie in a folder, by name."""
    return sorted(file for end in ENDINGS for file in folder.glob(f"*.{end}"))


def require_shared(folder: Path, shared: OwnTemplates) -> None:
    """Raise StoreError for a template in this machine's folder that the others don't have."""
    mine = template_files(folder)
    there = shared.folder(at_once=True) if mine else folder
    for file in mine:
        with suppress(FileNotFoundError):
            if (there / file.name).read_bytes() == file.read_bytes():
                continue
        raise StoreError(
            f"{file} is a template of this machine alone. Give it to all that share the studio "
            f"(brandstudio templates add {file}), or take it out of the folder."
        )


def _write(path: Path, data: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    temporary.rename(path)
