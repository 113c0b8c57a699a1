"""Files that come and go by links: an upload put where it was announced, a file behind a signed
link.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..context import Clock, Context
from ..errors import NotFound, PayloadTooLarge, ValidationError
from ..keys.links import Links
from ..store import Deadline, Store
from ..store.references import UploadRow


@dataclass(frozen=True)
class OpenedFile:
    """A file behind a link: a path, bytes or ``pieces(start, stop)`` of it, its type, and how it is
    to be sent; ``location`` is where the reader may fetch it instead.
    """

    mime: str
    size: int
    etag: str
    max_age: int
    filename: str | None = None
    path: Path | None = None
    data: bytes | None = None
    pieces: Callable[[int, int], Iterator[bytes]] | None = None
    location: str | None = None

    def read(self) -> bytes:
        """All of it."""
        if self.pieces is not None:
            return b"".join(self.pieces(0, self.size))
        return self.data if self.data is not None else Path(self.path or "").read_bytes()


class Files:
    """The two kinds of links of one data folder; ``context`` gives what drawing a rendition needs,
    for a workspace.
    """

    def __init__(
        self, store: Store, clock: Clock, links: Links, context: Callable[[str], Context]
    ) -> None:
        self._store, self._clock = store, clock
        self._links, self._context = links, context

    def expect(self, token: str, content_type: str | None, length: int | None) -> int:
        """How many bytes a link waits for; raises what ``put`` would, before any of them is read."""
        return self._waiting(token, content_type, length).bytes

    def _waiting(self, token: str, content_type: str | None, length: int | None) -> UploadRow:
        now = self._clock.now()
        with self._store.read() as tx:
            row = tx.uploads.by_token(hashlib.sha256(token.encode()).digest())
        if row is None or now >= row.expires_at or row.written_at is not None:
            raise _gone()
        sent = (content_type or "").partition(";")[0].strip().lower()
        if sent != row.mime_type.lower():
            raise ValidationError.of(
                "content-type", f"this link takes {row.mime_type} only", value=sent
            )
        if length is not None and length > row.bytes:
            raise PayloadTooLarge(f"This link takes exactly {row.bytes} bytes; more were sent.")
        if length is not None and length != row.bytes:
            raise ValidationError.of(
                "body", f"this link takes exactly {row.bytes} bytes; {length} were sent"
            )
        return row

    def put(
        self, token: str, content_type: str | None, data: bytes, deadline: Deadline | None = None
    ) -> None:
        """Take the bytes of an upload: exactly as many as announced, of that type, once."""
        row = self._waiting(token, content_type, len(data))
        gone, now = _gone(), self._clock.now()
        with (
            self._store.room.arriving(row.s3_key, data) as land,
            self._store.of(row.workspace_id).until(deadline).write() as tx,
        ):
            if not tx.uploads.written(row.s3_key, now):
                raise gone
            land()

    def open(self, token: str) -> OpenedFile:
        """The file behind a link. NotFound when the link is bad or has expired, or what it opens is
        gone.
        """
        target, max_age = self._links.opened(token)
        gone = NotFound("This link has expired or never existed; ask for a fresh one.")
        with self._store.read() as tx:
            if target.item is not None and tx.items.get(target.workspace_id, target.item) is None:
                raise gone
            blob = tx.blobs.get(target.sha256)
        if blob is None:
            raise gone
        if target.format is not None or target.max_side or target.quality:
            from ..pipelines import open_rendition

            data, mime = open_rendition(self._context(target.workspace_id), target)
            etag = quoted(hashlib.sha256(data).hexdigest()[:32])
            return OpenedFile(mime, len(data), etag, max_age, target.filename, data=data)
        try:
            found = self._store.blobs.open(target.sha256)
        except FileNotFoundError:
            raise gone from None
        # A name to save it under, and our policies, can't be told to the place that keeps it.
        location = (
            self._store.blobs.link(target.sha256, blob.mime_type, max_age)
            if target.filename is None
            else None
        )
        return OpenedFile(
            blob.mime_type,
            found.size,
            quoted(target.sha256[:32]),
            max_age,
            target.filename,
            path=found.path,
            pieces=found.pieces,
            location=location,
        )


def quoted(validator: str) -> str:
    """A strong validator as RFC 9110, section 8.8.3, spells it."""
    return f'"{validator}"'


def _gone() -> NotFound:
    return NotFound("This upload link has expired, was used, or never existed; ask for a new one.")
