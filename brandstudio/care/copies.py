"""Copies of a studio in object storage: its files beside the stream of its database, in the order
that makes a restore whole.

A round reads which files the database names, copies those that are not there yet, and then writes
down the moment at which it had read. Whatever was committed until that moment has its files in the
bucket; so a restore never goes beyond it (file first, row second, once more).
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import ServiceBusy, StudioError
from ..settings import Settings
from ..store import Store
from ..store.object_place import ObjectPlace
from ..store.objects import ObjectBlobs
from ..store.owning import Claim

log = logging.getLogger("brandstudio")

NOTE, LEAVING = "copied-until.json", "leaving.json"
DAY = 24 * 3600.0
CLAIM = Claim(
    "replica.owner",
    "Copies of another studio folder lie there. Name another prefix for this one; or, where this is "
    "that studio, restored, and the old one is gone for good: replicate run --take-over.",
)


def object_place(settings: Settings, url: str) -> ObjectPlace:
    """A place in object storage, with the keys of these settings."""
    return ObjectPlace(
        url,
        endpoint=settings.s3_endpoint,
        region=settings.s3_region,
        access_key_id=settings.s3_access_key_id,
        secret_access_key=settings.s3_secret_access_key,
        session_token=settings.s3_session_token,
    )


def copies_at(place: ObjectPlace, data: Path) -> ObjectBlobs:
    """The place as it takes files of a library; nothing of it is kept nearby."""
    return ObjectBlobs(place.store(), data, cache_bytes=1, claim=CLAIM)


@dataclass(frozen=True)
class Round:
    """One round: when it had read, how many files there are, how many were copied, how many could
    not be read.
    """

    until: float
    files: int
    copied: int
    missing: int


class Copies:
    """The files of a studio, copied as they come."""

    def __init__(self, store: Store, place: ObjectBlobs, keep_days: float) -> None:
        self._store, self._place = store, place
        self._keep = keep_days * DAY
        self._there: set[str] | None = None
        self._leaving: dict[str, float] = {}
        self._templates: dict[str, int] = {}

    def round(self) -> Round:
        """Copy what is new. Raises ServiceBusy where the bucket does not answer."""
        until = time.time()
        with self._store.read() as tx:
            rows = tx.blobs.all()
        if not self._store.blobs.near:
            # They lie in a bucket already, put before the rows that name them.
            return self._noted(Round(until, len(rows), 0, 0))
        if self._there is None:
            self._there = {file.name for file in self._place.names()}
            self._leaving = json.loads(self._place.fetch_note(LEAVING) or b"{}")
        copied = missing = 0
        for row in rows:
            if row.sha256 in self._there:
                continue
            try:
                data = self._store.blobs.read(row.sha256)
            except StudioError:
                missing += self._still_named(row.sha256)
                continue
            self._place.put(data, row.mime_type)
            self._there.add(row.sha256)
            copied += 1
        self._copy_templates()
        done = self._noted(Round(until, len(rows), copied, missing))
        self._remove({row.sha256 for row in rows}, until)
        return done

    def _still_named(self, sha256: str) -> bool:
        """A file that is gone with its row was purged meanwhile; else it is missing."""
        with self._store.read() as tx:
            named = tx.blobs.exists(sha256)
        if named:
            log.error(
                "file %s of the library can't be copied; run: brandstudio doctor", sha256[:12]
            )
        return named

    def _noted(self, done: Round) -> Round:
        elsewhere = not self._store.blobs.near
        note = {"until": done.until, "files": done.files, "missing": done.missing}
        self._place.put_note(NOTE, json.dumps(note | {"elsewhere": elsewhere}).encode())
        return done

    def _copy_templates(self) -> None:
        for file in sorted((self._store.data / "templates").glob("*.*ml")) + sorted(
            (self._store.data / "templates").glob("*.json")
        ):
            stamp = file.stat().st_mtime_ns
            if self._templates.get(file.name) != stamp:
                self._place.put_note(f"templates/{file.name}", file.read_bytes())
                self._templates[file.name] = stamp

    def _remove(self, named: set[str], now: float) -> None:
        """Files that no row names any more go when every kept copy of the database has forgotten
        them.
        """
        assert self._there is not None
        before = dict(self._leaving)
        for sha256 in self._there - named:
            self._leaving.setdefault(sha256, now)
        self._leaving = {name: at for name, at in self._leaving.items() if name not in named}
        due = [name for name, at in self._leaving.items() if now - at > self._keep]
        if due:
            self._place.unlink_all(due)
            self._there -= set(due)
            for name in due:
                del self._leaving[name]
        if self._leaving != before:
            self._place.put_note(LEAVING, json.dumps(self._leaving).encode())


def copied(place: ObjectBlobs, wanted: Iterable[str]) -> Iterator[bytes]:
    """The content of those files that are whole in the copies. Raises StudioError where there are
    no copies, ServiceBusy where the bucket does not answer.
    """
    noted(place)
    for sha256 in wanted:
        try:
            yield place.read(sha256)
        except ServiceBusy:
            raise
        except StudioError as error:
            log.warning("%s", error.message)  # this one is of no use; the others may be


def noted(place: ObjectBlobs) -> tuple[float, bool]:
    """Until when the copies are whole (seconds since 1970), and whether the files lie elsewhere.

    Raises StudioError where there are no copies.
    """
    found = place.fetch_note(NOTE)
    if found is None:
        raise StudioError("There are no copies of a studio in this place.")
    note = json.loads(found)
    return float(note["until"]), bool(note["elsewhere"])
