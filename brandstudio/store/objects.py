"""Files in object storage (S3), by their hash: ``PREFIX/ab/abcdef...``.

File first, row second, as in a folder: a put that was answered is durable. Nothing here is asked
inside a transaction but for what was removed shortly before (see ``removals``). Files that are
read come through a bounded cache on the local disk. GCS and Azure come with obstore; nobody has
tried them.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import ServiceBusy, StudioError
from .attempts import Attempts
from .blobs import Blob, OpenBlob, Stored, require_hash
from .etags import PART, is_tag
from .nearby import NearbyFiles
from .owning import MARKER, Claim, Owning
from .trouble import FilesAway

if TYPE_CHECKING:
    from obstore.store import ObjectStore

log = logging.getLogger("brandstudio")
R = TypeVar("R")

PIECE = 1 << 20
DAY = 24 * 3600.0
_TRIAL = "trial"
"""Where it is tried whether the bucket takes and gives; no file of the library has such a name."""
_YOUNG = DAY / 2
_PLAIN_PICTURES = {"image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"}
"""What a browser draws and never runs; only these are handed out by the bucket itself."""


FILES = Claim(
    "bucket.owner",
    "The prefix that BRANDSTUDIO_BLOBS_URL names belongs to another studio folder. If that one is "
    "gone for good, or this is it, restored: brandstudio replicate take-over. Otherwise name "
    "another prefix.",
)


class ObjectBlobs:
    """Blobs in a bucket below a prefix that belongs to one data folder."""

    near = False
    grace_seconds = DAY
    """Files younger than a day may still get their row; the bucket's clock may differ from ours."""

    def __init__(
        self,
        store: ObjectStore,
        data: Path,
        *,
        cache_bytes: int,
        keep_seconds: float = 0.0,
        redirect: bool = False,
        attempts: Attempts | None = None,
        fault: Callable[[str], None] | None = None,
        claim: Claim = FILES,
    ) -> None:
        self.objects, self.place = store, claim.place
        self.keep_seconds = keep_seconds
        self._redirect = redirect
        self._attempts = attempts or Attempts()
        self._fault = fault or (lambda point: None)
        self.nearby = NearbyFiles(data / "nearby", cache_bytes)
        self.owning = Owning(
            data / claim.file, self.fetch_note, self.put_note, claim.refusal, claim.owner
        )

    def prepare(self) -> None:
        """Make the cache, and the prefix ours. Raises StudioError where it is another studio's; a
        store that does not answer is waited for by whoever needs it.
        """
        self.nearby.prepare()
        try:
            self.owning.claim()
        except ServiceBusy:
            log.warning("the object store does not answer; files will be missing until it does")

    # -- in ----------------------------------------------------------------------------------------

    def publish(self, data: bytes, mime_type: str) -> Blob:
        """Store the bytes under their hash, once. Raises ServiceBusy when the store does not take
        them.
        """
        self.owning.require()
        self._fault("before put")
        blob = self.put(data, mime_type)
        self._fault("after put")
        self.nearby.keep(blob.sha256, data)
        return blob

    def put(self, data: bytes, mime_type: str) -> Blob:
        """As ``publish``, keeping no copy."""
        sha256 = hashlib.sha256(data).hexdigest()
        if not self._put_new(sha256, data, mime_type) and not self._holds(sha256, data):
            self._put(sha256, data, mime_type)
        return Blob(sha256, len(data), mime_type)

    def _put_new(self, sha256: str, data: bytes, mime_type: str) -> bool:
        """Put it where nothing lies yet, as most often; parts can't be put so."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        if len(data) > PART:
            return False
        kind = {"Content-Type": mime_type}
        try:
            self.tried(
                lambda: obstore.put(
                    self.objects,
                    _key(sha256),
                    data,
                    attributes=kind,
                    mode="create",
                    use_multipart=False,
                )
            )
        except AlreadyExistsError:
            return False
        return True

    def _put(self, sha256: str, data: bytes, mime_type: str) -> None:
        import obstore

        self.tried(
            lambda: obstore.put(
                self.objects,
                _key(sha256),
                data,
                attributes={"Content-Type": mime_type},
                use_multipart=len(data) > PART,
                chunk_size=PART,
                max_concurrency=4,
            )
        )

    def _holds(self, sha256: str, data: bytes) -> bool:
        """Whether the very content lies there, young enough not to be swept before its row comes."""
        import obstore

        try:
            meta = self.tried(lambda: obstore.head(self.objects, _key(sha256)))
        except FileNotFoundError:
            return False
        age = (datetime.now(UTC) - meta["last_modified"]).total_seconds()
        return meta["size"] == len(data) and is_tag(meta["e_tag"], data) and age < _YOUNG

    def fetch_note(self, name: str) -> bytes | None:
        """A small object that is no file of the library; None where there is none."""
        import obstore

        try:
            return self.tried(lambda: bytes(obstore.get(self.objects, name).bytes()))
        except FileNotFoundError:
            return None

    def put_note(self, name: str, data: bytes, once: bool = False) -> bool:
        """Write one; False where it was to be written ``once`` and is there."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        try:
            self.tried(
                lambda: obstore.put(
                    self.objects,
                    name,
                    data,
                    mode="create" if once else "overwrite",
                    use_multipart=False,
                )
            )
        except AlreadyExistsError:
            return False
        except FileNotFoundError:
            raise StudioError(
                "The bucket that BRANDSTUDIO_BLOBS_URL names does not exist; make it first."
            ) from None
        return True

    # -- out ---------------------------------------------------------------------------------------

    def read(self, sha256: str) -> bytes:
        """The bytes, checked against their hash."""
        import obstore

        found = self.nearby.read(sha256)
        if found is not None:
            return found
        try:
            data = self.tried(lambda: bytes(obstore.get(self.objects, _key(sha256)).bytes()))
        except FileNotFoundError:
            raise StudioError(
                "A file of the library is missing in the object store; run: brandstudio doctor"
            ) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise StudioError(
                "A file of the library is damaged in the object store; run: brandstudio doctor"
            )
        self.nearby.keep(sha256, data)
        return data

    def open(self, sha256: str) -> OpenBlob:
        """The file, to be sent: from the cache, else in pieces as they come. Raises
        FileNotFoundError where it is gone.
        """
        import obstore

        path = self.nearby.find(sha256)
        if path is not None:
            return OpenBlob(path.stat().st_size, path)
        size: int = self.tried(lambda: obstore.head(self.objects, _key(sha256)))["size"]

        def pieces(start: int, stop: int) -> Iterator[bytes]:
            if (start, stop) == (0, size):
                return self._whole(sha256)
            return self._stream(sha256, start, stop)

        return OpenBlob(size, pieces=pieces)

    def _stream(self, sha256: str, start: int, stop: int) -> Iterator[bytes]:
        """That part of the file in pieces; what breaks off is taken up again where it broke."""
        import obstore

        for begin in range(start, stop, PIECE):
            ask = partial(
                obstore.get_range,
                self.objects,
                _key(sha256),
                start=begin,
                end=min(stop, begin + PIECE),
            )
            yield bytes(self.tried(ask))

    def _whole(self, sha256: str) -> Iterator[bytes]:
        """All of the file, kept in the cache; broken off before its last piece where it is damaged,
        so that nobody takes it for whole.
        """
        import obstore

        size: int = self.tried(lambda: obstore.head(self.objects, _key(sha256)))["size"]
        digest, held = hashlib.sha256(), b""
        for piece in self.nearby.teed(sha256, self._stream(sha256, 0, size)):
            digest.update(piece)
            if held:
                yield held
            held = piece
        if digest.hexdigest() != sha256:
            raise StudioError(
                "A file of the library is damaged in the object store; run: brandstudio doctor"
            )
        if held:
            yield held

    def link(self, sha256: str, mime_type: str, seconds: int) -> str | None:
        """A presigned GET of a picture, where that is asked for in the settings."""
        if not self._redirect or mime_type not in _PLAIN_PICTURES:
            return None
        import obstore

        # A bare number would be taken for days.
        lasting = timedelta(seconds=max(1, min(seconds, 3600)))
        found: str = obstore.sign(cast(Any, self.objects), "GET", _key(sha256), lasting)
        return found

    # -- what is there -----------------------------------------------------------------------------

    def exists(self, sha256: str) -> bool:
        import obstore

        try:
            self.tried(lambda: obstore.head(self.objects, _key(sha256)))
        except FileNotFoundError:
            return False
        return True

    def answers(self) -> bool:
        """Whether the bucket answers, asked once."""
        import obstore

        try:
            self.said(lambda: obstore.head(self.objects, MARKER))
        except (ServiceBusy, FileNotFoundError):
            return False
        return True

    def try_out(self) -> None:
        """One small object put, and fetched again, without a second try. Raises FilesAway."""
        import obstore

        said = secrets.token_bytes(16)
        self.said(lambda: obstore.put(self.objects, _TRIAL, said, use_multipart=False))
        try:
            found = self.said(lambda: bytes(obstore.get(self.objects, _TRIAL).bytes()))
        except FileNotFoundError:
            found = b""
        if len(found) != len(said):
            raise FilesAway("The object store loses what it took.", retryAfter=30)

    def problem(self, sha256: str, size: int, *, scrub: bool) -> str | None:
        """What is wrong with the object, None where nothing is."""
        import obstore

        try:
            length = self.tried(lambda: obstore.head(self.objects, _key(sha256)))["size"]
            if length != size:
                return f"has {length} bytes instead of {size}"
            if scrub:
                digest = hashlib.sha256()
                for piece in self._stream(sha256, 0, size):
                    digest.update(piece)
                if digest.hexdigest() != sha256:
                    return "has another content than its name says"
        except FileNotFoundError:
            return "has a row but no file"
        except ServiceBusy:
            return "can't be read (the object store does not answer)"
        return None

    def save(self, sha256: str, target: Path) -> None:
        """Write the file to a new path, piece by piece, and flush it. Raises FileNotFoundError
        where it is gone, StudioError where it is damaged.
        """
        import obstore

        size: int = self.tried(lambda: obstore.head(self.objects, _key(sha256)))["size"]
        digest = hashlib.sha256()
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as out:
            for piece in self._stream(sha256, 0, size):
                digest.update(piece)
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        if digest.hexdigest() != sha256:
            target.unlink()
            raise StudioError(f"A file is damaged in the object store: {sha256[:12]}")

    def names(self) -> Iterator[Stored]:
        """Every stored file, in one listing of the prefix. Raises ServiceBusy where it breaks off."""
        import obstore

        pages = iter(obstore.list(self.objects, chunk_size=1000))
        while True:
            page = self.said(lambda: next(pages, None))
            if page is None:
                return
            for meta in page:
                name = str(meta["path"]).rpartition("/")[2]
                if str(meta["path"]) == f"{name[:2]}/{name}" and len(name) == 64:
                    yield Stored(name, meta["last_modified"].timestamp(), meta["size"])

    def temporary(self) -> Iterator[tuple[Path, float]]:
        """None: parts of a file that never became whole are the bucket's to take away."""
        return iter(())

    def sweep_temporary(self, older_than: float) -> int:
        return self.nearby.trim()

    # -- away --------------------------------------------------------------------------------------

    def may_remove(self) -> bool:
        """Whether the prefix is still this folder's, asked anew."""
        return self.owning.still_ours()

    def unlink(self, sha256: str) -> bool:
        """Remove one object; it does not say whether it was there."""
        self.unlink_all([sha256])
        return True

    def unlink_all(self, names: list[str]) -> None:
        """Remove objects. Never tried again at once: a removal that was given up and comes after
        all must not meet the same file, published anew.
        """
        import obstore

        for sha256 in names:
            self.nearby.drop(sha256)
        self._fault("before unlink")
        if names:
            self.said(lambda: obstore.delete(self.objects, [_key(name) for name in names]))

    # -- asking ------------------------------------------------------------------------------------

    def tried(self, call: Callable[[], R]) -> R:
        return self.said(lambda: self._attempts.run(call, _passing))

    def said(self, call: Callable[[], R]) -> R:
        from obstore.exceptions import AlreadyExistsError, BaseError, NotFoundError

        try:
            return call()
        except (AlreadyExistsError, FileNotFoundError):
            raise
        except NotFoundError as error:
            raise FileNotFoundError(str(error)) from None
        except (BaseError, OSError) as error:
            told = str(error).splitlines()[0]
            if _refused(error):
                log.error("the object store refuses this studio's keys: %s", told)
                raise FilesAway(
                    "The object store that holds the studio's files refuses its keys.",
                    retryAfter=30,
                ) from error
            log.warning("the object store does not answer: %s", told)
            raise FilesAway(
                "The object store that holds the studio's files does not answer; try again in a moment.",
                retryAfter=5,
            ) from error


def _key(sha256: str) -> str:
    return f"{sha256[:2]}/{require_hash(sha256)}"


def _refused(error: Exception) -> bool:
    from obstore.exceptions import PermissionDeniedError, UnauthenticatedError

    return isinstance(error, PermissionDeniedError | UnauthenticatedError) or (
        "403 Forbidden" in str(error)[:600]
    )


def _passing(error: Exception) -> bool:
    """Whether it may be gone at the next try: faults of the network and of the server are."""
    from obstore.exceptions import GenericError

    return isinstance(error, GenericError | OSError) and not (
        isinstance(error, FileNotFoundError) or _refused(error)
    )
