"""Whose a prefix of a bucket is: one data folder's, which alone may remove what no row names.

A copy of a studio (a restored backup, a drill) that swept the bucket of the original would take
away what the original has made since. So the prefix names its owner in ``studio.json``, and another
folder is refused until it takes over.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from ..errors import ServiceBusy, StudioError

MARKER = "studio.json"


class PutSmall(Protocol):
    def __call__(self, name: str, data: bytes, once: bool) -> bool: ...


class Claim(NamedTuple):
    """The file of the data folder that holds the owner's name, and what a stranger is told."""

    file: str
    refusal: str
    owner: Callable[[], str] | None = None
    """Gives the name of those who share it, where it is not one folder's."""
    place: str | None = None
    """The address of the bucket and prefix, where the files of a studio lie there."""


class Owning:
    """This folder's claim on a prefix; ``fetch`` and ``put`` reach small objects below it,
    ``refusal`` is said where it is another's. Where it belongs to all who share a database, ``name``
    gives theirs.
    """

    def __init__(
        self,
        file: Path,
        fetch: Callable[[str], bytes | None],
        put: PutSmall,
        refusal: str,
        name: Callable[[], str] | None = None,
    ) -> None:
        self._file, self._refusal, self._name = file, refusal, name
        self._fetch, self._put = fetch, put
        self._confirmed = False
        self._lock = threading.Lock()

    def claim(self) -> None:
        """Make the prefix ours where it is nobody's. Raises StudioError where it is another's."""
        mine = self._mine()
        if self._put(MARKER, _marker(mine), True) or self.owner() == mine:
            self._confirmed = True
            return
        raise StudioError(self._refusal)

    def require(self) -> None:
        """Claim it, if that could not be done yet."""
        if not self._confirmed:
            with self._lock:
                if not self._confirmed:
                    self.claim()

    def still_ours(self) -> bool:
        """Whether nobody has taken over; False too where nobody answers."""
        try:
            return self.owner() == self._mine()
        except ServiceBusy:
            return False

    def take_over(self) -> None:
        """Make the prefix this folder's, whoever had it."""
        self._put(MARKER, _marker(self._mine()), False)
        self._confirmed = True

    def owner(self) -> str | None:
        """Whose it is now."""
        data = self._fetch(MARKER)
        try:
            return None if data is None else str(json.loads(data)["owner"])
        except (ValueError, KeyError, TypeError):
            return None

    def _mine(self) -> str:
        """The name of this folder as an owner, made once, in no backup; or of those who share."""
        if self._name is not None:
            return self._name()
        while True:
            try:
                return self._file.read_text("ascii").strip()
            except FileNotFoundError:
                new = self._file.with_name(f"{self._file.name}.{secrets.token_hex(4)}")
                new.touch(0o600)
                new.write_text(secrets.token_hex(16))
                try:
                    os.link(new, self._file)
                except FileExistsError:
                    pass
                finally:
                    new.unlink()


def _marker(owner: str) -> bytes:
    return json.dumps({"brandstudio": 1, "owner": owner}).encode()
