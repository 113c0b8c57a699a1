"""Backup and restore: a consistent copy while everything runs, and back into an empty folder with
every file checked.

A backup is a tar file: ``manifest.json`` first, then ``studio.db``, the team's ``templates/`` and
``blobs/ab/<sha256>``. The database is copied with SQLite's backup API out of one pinned snapshot;
files are held by hard links from the moment of that snapshot, so that a purge in between takes
nothing away.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from ..errors import BadRequest, ValidationError
from . import BlobStore, Store
from .blobs import flush_folder
from .brought_back import MOST_SMALL, flush_all, folder_to_fill, without_its_key
from .database import schema_files, statements
from .holding import hold, lock
from .references import BlobRow

FORMAT = 1
_BLOB = re.compile(r"blobs/([0-9a-f]{2})/([0-9a-f]{64})")
_TEMPLATE = re.compile(r"templates/([a-z0-9][a-z0-9-]{0,59}\.(?:json|toml))")
_CHUNK = 1 << 20
_PARTIAL_SECONDS = 3600.0

Progress = Callable[[int, int], None]
"""Called with the files done and all files."""


@dataclass(frozen=True)
class Backup:
    """What a backup holds, or what was restored from one."""

    path: Path
    files: int
    bytes: int
    created_at: str
    with_secrets: bool
    webhooks: int = 0
    left_out: int = 0
    """Files of the library that stay in object storage."""


def _nothing(done: int, total: int) -> None:
    pass


# -- backup ----------------------------------------------------------------------------------------


def back_up(
    data: Path,
    file: Path,
    *,
    now: datetime,
    with_secrets: bool = False,
    progress: Progress = _nothing,
    blobs: BlobStore | None = None,
) -> Backup:
    """Write everything in the data folder to ``file``, which must not exist yet.

    Files that are kept elsewhere (``blobs``) stay there: the manifest counts them as left out.

    Without ``with_secrets`` the master key stays behind: links and sealed webhook secrets then need
    the key file of the original. The file appears whole or not at all. Raises StudioError where a
    file of the library is missing on disk.
    """
    _require_places(data, file)
    store = Store(data, blobs=blobs)
    store.prepare()
    held = data / f"backup.{secrets.token_hex(6)}"
    partial = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    _forget_partials(file, now)
    handle = None
    try:
        held.mkdir(mode=0o700)
        handle = lock(held)
        rows = hold(store, held)
        created_at = now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        manifest = {
            "format": FORMAT,
            "createdAt": created_at,
            "withSecrets": with_secrets,
            "database": _sha256_of(held / "studio.db"),
            "blobs": len(rows) if store.blobs.near else 0,
            "leftOut": 0 if store.blobs.near else len(rows),
            "schema": [name for name, _ in schema_files()],
        }
        taken = rows if store.blobs.near else []
        _write(partial, data, held, manifest, taken, now, progress)
        partial.rename(file)
        flush_folder(file.absolute().parent)
    finally:
        partial.unlink(missing_ok=True)
        shutil.rmtree(held, ignore_errors=True)
        if handle is not None:
            os.close(handle)
        store.close()
    left_out = 0 if store.blobs.near else len(rows)
    return Backup(
        file,
        len(rows) - left_out,
        file.stat().st_size,
        created_at,
        with_secrets,
        left_out=left_out,
    )


def _require_places(data: Path, file: Path) -> None:
    if file.exists():
        raise ValidationError.of("file", "exists already; name a new file", value=file)
    if not (data / "studio.db").is_file():
        raise ValidationError.of("data", "there is no studio in this folder", value=data)
    if not file.absolute().parent.is_dir():
        raise ValidationError.of(
            "file", "there is no such folder to write into", value=file.absolute().parent
        )


def _forget_partials(file: Path, now: datetime) -> None:
    """Remove what killed backups to the same name left; one that is being written is young."""
    for left in file.absolute().parent.glob(f".{glob.escape(file.name)}.????????.part"):
        with suppress(OSError):
            if left.stat().st_mtime < now.timestamp() - _PARTIAL_SECONDS:
                left.unlink()


def _write(
    partial: Path,
    data: Path,
    held: Path,
    manifest: Mapping[str, Any],
    taken: list[BlobRow],
    now: datetime,
    progress: Progress,
) -> None:
    """The tar file, flushed."""
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        with tarfile.open(fileobj=out, mode="w|", format=tarfile.PAX_FORMAT) as tar:
            _add_bytes(tar, "manifest.json", json.dumps(manifest, indent=1).encode(), now)
            _add_file(tar, "studio.db", held / "studio.db", now)
            if manifest["withSecrets"] and (data / "secret.key").is_file():
                _add_file(tar, "secret.key", data / "secret.key", now)
            for template in sorted((data / "templates").glob("*")):
                if template.is_file() and _TEMPLATE.fullmatch(f"templates/{template.name}"):
                    _add_file(tar, f"templates/{template.name}", template, now)
            for done, row in enumerate(taken):
                progress(done, len(taken))
                _add_file(tar, f"blobs/{row.sha256[:2]}/{row.sha256}", held / row.sha256, now)
            progress(len(taken), len(taken))
        out.flush()
        os.fsync(out.fileno())


def _add_bytes(tar: tarfile.TarFile, name: str, data: bytes, now: datetime) -> None:
    import io

    tar.addfile(_member(name, len(data), now), io.BytesIO(data))


def _add_file(tar: tarfile.TarFile, name: str, path: Path, now: datetime) -> None:
    with path.open("rb") as source:
        tar.addfile(_member(name, os.fstat(source.fileno()).st_size, now), source)


def _member(name: str, size: int, now: datetime) -> tarfile.TarInfo:
    """A plain file, without the owner or the times of this machine."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(now.timestamp())
    return member


# -- restore ---------------------------------------------------------------------------------------


def restore(
    file: Path,
    data: Path,
    *,
    key: Path | None = None,
    key_is_set: bool = False,
    without_key: bool = False,
    progress: Progress = _nothing,
) -> Backup:
    """Bring a backup back into ``data``, which must be empty or not there yet.

    Every member is checked: its name is one that a backup has, its content is what its hash says,
    and nothing that the database names is missing. A backup without its master key takes it from
    the file ``key`` or (``key_is_set``) from the environment later on; ``without_key`` goes on
    without, and takes out what nobody could open: webhooks and kept answers. Raises
    ValidationError, and leaves nothing behind, where something does not fit.
    """
    with folder_to_fill(data) as place:
        with file.open("rb") as source:
            try:
                found = _unpack(source, place, progress)
            except (tarfile.TarError, EOFError, UnicodeError) as error:
                raise _bad(f"is no backup, or was cut off: {error}") from None
        if not found["secrets"] and not key_is_set:
            without_its_key(place, key, found["webhooks"], without_key)
        flush_all(place)
        if data.exists():
            data.rmdir()
        place.rename(data)
        flush_folder(data.absolute().parent)
    return Backup(
        data,
        found["blobs"],
        _size_of(data),
        found["createdAt"],
        found["secrets"],
        found["webhooks"],
        found["leftOut"],
    )


def blobs_in(file: Path, wanted: Mapping[str, int]) -> Iterator[bytes]:
    """The content of those files of the library that a backup holds whole, of the given sizes.

    Raises ValidationError where it is no backup.
    """
    try:
        with tarfile.open(file, mode="r|") as tar:
            members = iter(tar)
            _manifest(tar, next(members, None))
            for member in members:
                blob = _BLOB.fullmatch(member.name)
                if blob is None or not member.isreg() or wanted.get(blob[2]) != member.size:
                    continue
                source = tar.extractfile(member)
                data = b"" if source is None else source.read()
                if hashlib.sha256(data).hexdigest() == blob[2]:
                    yield data
    except (tarfile.TarError, EOFError, UnicodeError) as error:
        raise _bad(f"is no backup, or was cut off: {error}") from None


def _unpack(source: IO[bytes], place: Path, progress: Progress) -> dict[str, Any]:
    with tarfile.open(fileobj=source, mode="r|") as tar:
        members = iter(tar)
        manifest = _manifest(tar, next(members, None))
        member = next(members, None)
        if member is None or member.name != "studio.db" or not member.isreg():
            raise _bad("has no database")
        if _copy(tar, member, place / "studio.db", member.size) != manifest["database"]:
            raise _bad("has a database with another content than its manifest says")
        expected, webhooks = _examine(place / "studio.db", manifest["schema"])
        (place / "blobs").mkdir(mode=0o700)
        seen: set[str] = set()
        has_key = False
        for member in members:
            name = member.name
            if name in seen or not member.isreg():
                raise _bad(f"holds something that no backup has: {name[:100]!r}")
            seen.add(name)
            if blob := _BLOB.fullmatch(name):
                _restore_blob(tar, member, place, blob[1], blob[2], expected)
                progress(len(seen), len(expected))
            elif (template := _TEMPLATE.fullmatch(name)) and member.size <= MOST_SMALL:
                (place / "templates").mkdir(exist_ok=True, mode=0o700)
                _copy(tar, member, place / "templates" / template[1], MOST_SMALL)
            elif name == "secret.key" and member.size <= MOST_SMALL:
                _copy(tar, member, place / "secret.key", MOST_SMALL)
                has_key = True
            else:
                raise _bad(f"holds something that no backup has: {name[:100]!r}")
    absent = [sha256 for sha256 in expected if f"blobs/{sha256[:2]}/{sha256}" not in seen]
    left_out = manifest.get("leftOut") or 0
    if absent and len(absent) != left_out:
        raise _bad(f"lacks {len(absent)} files that its database names")
    return {
        "blobs": len(expected) - left_out,
        "leftOut": left_out,
        "createdAt": manifest["createdAt"],
        "secrets": has_key,
        "webhooks": 0 if has_key else webhooks,
    }


def _restore_blob(
    tar: tarfile.TarFile,
    member: tarfile.TarInfo,
    place: Path,
    folder: str,
    sha256: str,
    expected: dict[str, int],
) -> None:
    if folder != sha256[:2] or expected.get(sha256) != member.size:
        raise _bad(f"holds a file that its database does not name: {sha256[:12]}")
    target = place / "blobs" / folder / sha256
    target.parent.mkdir(mode=0o700, exist_ok=True)
    if _copy(tar, member, target, member.size) != sha256:
        raise _bad(f"holds a file with another content than its name says: {sha256[:12]}")


def _manifest(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> dict[str, Any]:
    if (
        member is None
        or member.name != "manifest.json"
        or not member.isreg()
        or member.size > MOST_SMALL
    ):
        raise _bad("is no backup of brandstudio")
    source = tar.extractfile(member)
    assert source is not None
    try:
        found = json.loads(source.read())
    except (ValueError, RecursionError):
        raise _bad("has a manifest that can't be read") from None
    if (
        not isinstance(found, dict)
        or not isinstance(found.get("schema"), list)
        or not (isinstance(found.get("database"), str) and isinstance(found.get("createdAt"), str))
    ):
        raise _bad("has a manifest that can't be read")
    if found.get("format") != FORMAT:
        raise _bad("was made by a newer version; update brandstudio first")
    return found


def _examine(path: Path, schema: list[Any]) -> tuple[dict[str, int], int]:
    """Check a database that came from outside; gives the files that it names with their sizes, and
    its webhooks.
    """
    known = {name for name, _ in schema_files()}
    try:
        with closing(sqlite3.connect(path)) as db:
            db.execute("pragma trusted_schema = off")
            _require_own_schema(db)
            if db.execute("pragma integrity_check(1)").fetchone() != ("ok",):
                raise _bad("has a damaged database")
            applied = {name for (name,) in db.execute("select name from schema_migrations")}
            if not applied <= known or not set(schema) <= known:
                raise _bad("was made by a newer version; update brandstudio first")
            blobs = {
                str(sha256): int(size)
                for sha256, size in db.execute("select sha256, bytes from blobs")
            }
            (webhooks,) = db.execute("select count(*) from webhooks").fetchone()
    except (sqlite3.DatabaseError, TypeError, ValueError) as error:
        raise _bad(f"has a database that can't be read: {error}") from None
    return blobs, int(webhooks)


def _require_own_schema(db: sqlite3.Connection) -> None:
    """Triggers and views act by themselves when a database is used: only our own, word for word,
    may be there.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        for _, script in schema_files():
            for statement in statements(script):
                fresh.execute(statement)
        ours = {
            sql
            for (sql,) in fresh.execute(
                "select sql from sqlite_master where type in ('trigger', 'view')"
            )
        }
    theirs = {
        sql
        for (sql,) in db.execute("select sql from sqlite_master where type in ('trigger', 'view')")
    }
    if not theirs <= ours:
        raise _bad("has triggers or views in its database that are not ours")


def _copy(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path, most: int) -> str:
    """Write a member to a new file; gives the SHA-256 of what was written."""
    source = tar.extractfile(member)
    if source is None or member.size > most:
        raise _bad(f"holds something that no backup has: {member.name[:100]!r}")
    digest = hashlib.sha256()
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        for chunk in _chunks(source):
            digest.update(chunk)
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest()


def _chunks(source: IO[bytes]) -> Iterator[bytes]:
    while chunk := source.read(_CHUNK):
        yield chunk


def _sha256_of(path: Path) -> str:
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _bad(what: str) -> BadRequest:
    return ValidationError.of("file", f"the file {what}")
