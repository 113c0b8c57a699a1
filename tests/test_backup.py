"""Backup and restore: everything comes back, while work goes on, and nothing hostile comes in."""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.keys import master
from brandstudio.keys.master import MasterKeyMissing
from brandstudio.store.backup import back_up, restore
from brandstudio.studio.studio import LocalStudio

NOW = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)
Members = list[tuple[tarfile.TarInfo, bytes]]


def picture(colour: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (48, 32), (colour % 256, colour // 256 % 256, 90)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A studio with a little of everything, made once."""
    folder = tmp_path_factory.mktemp("origin") / "studio"
    with brandstudio.open(folder) as studio:
        studio.folders.create(name="Acme")
        for number in range(3):
            studio.library.add(folder="acme", file=picture(number), filename=f"{number}.png")
        studio.admin.webhooks.set(url="https://example.com/hooks")
    (folder / "templates").mkdir()
    (folder / "templates" / "launch.json").write_text("{}")
    return folder


@pytest.fixture
def data(origin: Path, tmp_path: Path) -> Path:
    """The test's own copy of it."""
    shutil.copytree(origin, tmp_path / "studio")
    return tmp_path / "studio"


def made(data: Path, with_secrets: bool = False) -> Path:
    return back_up(data, data.parent / "backup.tar", now=NOW, with_secrets=with_secrets).path


def names(studio: LocalStudio) -> list[str]:
    return sorted(item.filename for item in studio.library.pages(folder="acme"))


# -- round trip ------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_secrets", [False, True])
def test_everything_comes_back_but_the_master_key_unless_asked(
    data: Path, with_secrets: bool
) -> None:
    key = (data / "secret.key").read_bytes()
    again = data.parent / "again"
    found = restore(made(data, with_secrets), again, key=data / "secret.key")
    assert (found.files > 0, found.with_secrets, found.created_at) == (
        True,
        with_secrets,
        "2026-11-21T08:30:00Z",
    )
    assert (again / "templates" / "launch.json").read_text() == "{}"
    with brandstudio.open(again) as studio:
        assert names(studio) == ["0.png", "1.png", "2.png"]
        assert all(studio.read(item.url or "") for item in studio.library.pages(folder="acme"))
        report = studio.admin.doctor(mend=False)
        assert report.ok, report.problems
    assert (again / "secret.key").read_bytes() == key
    assert oct((again / "secret.key").stat().st_mode & 0o777) == "0o600"


def test_a_backup_without_its_key_is_refused_first_and_goes_on_without_when_told(
    data: Path,
) -> None:
    again = data.parent / "again"
    with pytest.raises(errors.ValidationError, match="--without-key"):
        restore(made(data), again)
    assert not again.exists()
    restore(data.parent / "backup.tar", again, without_key=True)
    with pytest.raises(MasterKeyMissing, match="secrets create"):
        brandstudio.open(again)
    master.create(again / "secret.key")
    with brandstudio.open(again) as studio:
        report = studio.admin.doctor(mend=False)
        assert report.ok, report.problems
        assert names(studio) == ["0.png", "1.png", "2.png"]


def test_a_used_studio_makes_up_no_key_and_a_running_one_keeps_the_one_it_knows(
    data: Path,
) -> None:
    with brandstudio.open(data) as studio:
        link = studio.library.list(folder="acme").items[0].url or ""
        key = (data / "secret.key").read_bytes()
        (data / "secret.key").unlink()
        assert studio.read(link)
    with pytest.raises(MasterKeyMissing):
        brandstudio.open(data)
    assert not (data / "secret.key").exists()
    (data / "secret.key").write_bytes(key)
    with brandstudio.open(data) as studio:
        assert studio.read(link)


def test_a_killed_backup_leaves_nothing_that_the_sweep_does_not_take(data: Path) -> None:
    left = data / "backup.0123456789ab"
    left.mkdir()
    (left / "purged").write_bytes(b"a picture that was purged")
    held = data / "backup.ba9876543210"
    held.mkdir()
    lock = os.open(held, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        with brandstudio.open(data) as studio:
            os.utime(left, (1, 1))
            assert any("backup.0123" in line for line in studio.admin.doctor(mend=False).problems)
            studio.admin.doctor()
        assert not left.exists()
        assert held.exists(), "a backup that still runs keeps what it holds"
    finally:
        os.close(lock)


def test_the_key_is_nowhere_in_a_backup_without_secrets(data: Path) -> None:
    secret = json.loads((data / "secret.key").read_text())["keys"][0]
    assert secret.encode() not in made(data).read_bytes()
    assert oct(made_mode(data)) == "0o600"


def made_mode(data: Path) -> int:
    return (data.parent / "backup.tar").stat().st_mode & 0o777


def test_a_backup_is_consistent_while_pictures_come_and_go(data: Path) -> None:
    stop = threading.Event()
    failed: list[BaseException] = []

    def churn() -> None:
        try:
            with brandstudio.open(data) as studio:
                number = 1000
                while not stop.is_set():
                    item = studio.library.add(
                        folder="acme", file=picture(number), filename=f"{number}.png"
                    )
                    studio.library.delete(image_id=item.image_id, folder="acme", purge=True)
                    number += 1
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        for number in range(4):
            file = back_up(data, data.parent / f"{number}.tar", now=NOW).path
            again = data.parent / f"again{number}"
            restore(file, again, key=data / "secret.key")
            with brandstudio.open(again) as studio:
                report = studio.admin.doctor(mend=False)
                assert report.ok, report.problems
                assert {"0.png", "1.png", "2.png"} <= set(names(studio))
    finally:
        stop.set()
        thread.join()
    assert not failed
    assert not list(data.glob("backup.*"))


def test_a_missing_file_of_the_library_is_told_and_leaves_no_backup(data: Path) -> None:
    next(file for file in (data / "blobs").rglob("*") if file.is_file()).unlink()
    with pytest.raises(errors.StudioError, match="doctor"):
        made(data)
    assert not (data.parent / "backup.tar").exists()
    assert not [file for file in data.parent.iterdir() if "part" in file.name]


def test_nothing_is_written_over(data: Path) -> None:
    file = made(data)
    before = file.read_bytes()
    with pytest.raises(errors.ValidationError, match="exists already"):
        made(data)
    with pytest.raises(errors.ValidationError, match="empty folder"):
        restore(file, data)
    assert file.read_bytes() == before
    with pytest.raises(errors.ValidationError, match="no studio"):
        back_up(data.parent / "nothing", data.parent / "b.tar", now=NOW)


# -- hostile files ---------------------------------------------------------------------------------


def members(file: Path) -> Members:
    with tarfile.open(file) as tar:
        return [(member, (tar.extractfile(member) or io.BytesIO()).read()) for member in tar]


def write(file: Path, found: Members) -> None:
    with tarfile.open(file, "w") as tar:
        for member, content in found:
            member.size = len(content) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(content) if member.isreg() else None)


def with_name(
    name: str, kind: bytes = tarfile.REGTYPE, link: str = ""
) -> Callable[[Members], None]:
    def change(found: Members) -> None:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, link
        found.append((member, b"x"))

    return change


def changed_blob(found: Members) -> None:
    member, content = found[-1]
    found[-1] = member, content[:-1] + bytes([content[-1] ^ 1])


def lost_blob(found: Members) -> None:
    found.pop()


def twice(found: Members) -> None:
    found.append(found[-1])


def no_manifest(found: Members) -> None:
    found.pop(0)


def newer(found: Members) -> None:
    manifest = json.loads(found[0][1]) | {"format": 99}
    found[0] = found[0][0], json.dumps(manifest).encode()


def swapped_database(found: Members) -> None:
    found[1] = found[1][0], b"SQLite format 3\x00" + b"\x00" * 4080


def trigger(found: Members) -> None:
    """A database that acts by itself, with a manifest that fits it."""
    path = Path(found[0][0].name)  # only a name; the database is changed in memory
    assert path.name == "manifest.json"
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(found[1][1])
        db.execute("create trigger evil after insert on ledger begin delete from ledger; end")
        content = db.serialize()
    manifest = json.loads(found[0][1]) | {"database": hashlib.sha256(content).hexdigest()}
    found[0] = found[0][0], json.dumps(manifest).encode()
    found[1] = found[1][0], content


CHANGES: tuple[Callable[[Members], None], ...] = (
    with_name("../../escaped"),
    with_name("/escaped"),
    with_name("blobs/../../escaped"),
    with_name("base_url"),
    with_name("blobs/aa/" + "a" * 64),
    with_name("blobs/link", tarfile.SYMTYPE, "/etc/passwd"),
    with_name("templates/launch.toml", tarfile.LNKTYPE, "studio.db"),
    with_name("locks", tarfile.DIRTYPE),
    with_name("templates/../../escaped.json"),
    changed_blob,
    lost_blob,
    twice,
    no_manifest,
    newer,
    swapped_database,
    trigger,
)


@pytest.mark.parametrize("change", CHANGES, ids=[str(number) for number in range(len(CHANGES))])
def test_a_changed_backup_is_refused_and_leaves_nothing_behind(
    data: Path, change: Callable[[Members], None]
) -> None:
    file = made(data)
    found = members(file)
    change(found)
    write(file, found)
    before = set(data.parent.rglob("*"))
    with pytest.raises(errors.ValidationError):
        restore(file, data.parent / "again")
    assert set(data.parent.rglob("*")) == before


def cuts() -> Iterator[float]:
    yield from (0.0, 0.1, 0.5, 0.9)


@pytest.mark.parametrize("share", list(cuts()))
def test_a_backup_that_was_cut_off_is_refused(data: Path, share: float) -> None:
    file = made(data)
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(errors.ValidationError):
        restore(file, data.parent / "again")
    assert not (data.parent / "again").exists()


def test_any_other_file_is_refused(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "photo.tar"
    file.write_bytes(picture(5))
    with pytest.raises(errors.ValidationError):
        restore(file, tmp_path / "again")
