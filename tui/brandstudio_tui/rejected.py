"""Proposed rules that were rejected. The service keeps what an extraction proposed as it was, so that
who rejected what is the terminal's own state: a file of this user, by studio and folder.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

Kept = dict[str, dict[str, list[str]]]


def default_file() -> Path:
    """Where the file lies when none is named."""
    from platformdirs import user_state_path

    return user_state_path("brandstudio") / "studio-rejected.json"


class Rejected:
    """The sentences rejected in one studio; without a file they are kept as long as it is open.

    Every call reads the file anew, for another terminal may have written it, and is for threads.
    """

    def __init__(self, file: Path | None, studio: str) -> None:
        self._file, self._studio = file, studio
        self._change = threading.Lock()
        self._held: Kept = {}

    def of(self, folder: str) -> frozenset[str]:
        with self._change:
            return frozenset(self._read().get(self._studio, {}).get(folder, ()))

    def add(self, folder: str, text: str) -> None:
        self._put(folder, self.of(folder) | {text})

    def remove(self, folder: str, *texts: str) -> None:
        """Propose them again; without any, all of the folder's."""
        self._put(folder, self.of(folder) - {*texts} if texts else frozenset())

    def _put(self, folder: str, texts: frozenset[str]) -> None:
        with self._change:
            kept = self._read()
            kept.setdefault(self._studio, {})[folder] = sorted(texts)
            if self._file is not None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                new = self._file.with_name(f"{self._file.name}.{os.getpid()}")
                try:
                    new.write_text(json.dumps(kept, indent=1, ensure_ascii=False))
                    new.replace(self._file)
                finally:
                    new.unlink(missing_ok=True)
            self._held = kept

    def _read(self) -> Kept:
        """What is kept; a file that is none of ours, or was cut off, counts as empty."""
        if self._file is None:
            return self._held
        try:
            kept = json.loads(self._file.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}
