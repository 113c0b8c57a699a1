"""What is flushed before it is counted on: files, their names, and the folders that hold them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from brandstudio.keys import master
from brandstudio.store.backup import back_up, restore
from brandstudio.store.blobs import FolderBlobs
from brandstudio.testing import Bench, picture


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The path behind each descriptor that was flushed, in order."""
    seen: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        seen.append(os.readlink(f"/proc/self/fd/{handle}"))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def test_a_new_subfolder_is_flushed_in_its_parent(tmp_path: Path, flushed: list[str]) -> None:
    blobs = FolderBlobs(tmp_path / "blobs")
    blobs.prepare()
    assert flushed == [str(tmp_path / "blobs"), str(tmp_path)]
    flushed.clear()
    name = blobs.path(blobs.publish(b"one", "text/plain").sha256)
    assert flushed[-2:] == [str(name.parent), str(tmp_path / "blobs")]


def test_a_file_that_is_there_already_is_flushed_before_a_row_counts_on_it(
    tmp_path: Path, flushed: list[str]
) -> None:
    FolderBlobs(tmp_path / "blobs").prepare()
    name = FolderBlobs(tmp_path / "blobs").publish(b"one", "text/plain").sha256
    flushed.clear()
    # Another process wrote it and may have died before its flush.
    again = FolderBlobs(tmp_path / "blobs")
    again.publish(b"one", "text/plain")
    path = again.path(name)
    assert flushed == [str(path), str(path.parent), str(tmp_path / "blobs")]


def test_a_rotated_key_is_flushed_with_its_folder_before_anything_is_sealed_with_it(
    tmp_path: Path, flushed: list[str]
) -> None:
    file = tmp_path / "secret.key"
    master.create(file)
    flushed.clear()
    master.rotate(file)
    assert flushed[-1] == str(tmp_path)
    assert len(flushed) == 2


def test_a_backup_and_a_restored_studio_are_durable_when_they_are_told_as_done(
    tmp_path: Path, flushed: list[str]
) -> None:
    with Bench(tmp_path / "data") as bench:
        bench.owner().folders.create(name="Acme")
        bench.owner().library.add(folder="acme", file=picture(64, 48), filename="a.png")
    kept, back = tmp_path / "kept", tmp_path / "back"
    kept.mkdir()
    flushed.clear()
    back_up(tmp_path / "data", kept / "one.tar", now=datetime.now(UTC), with_secrets=True)
    assert flushed[-1] == str(kept)
    flushed.clear()
    restore(kept / "one.tar", back / "studio")
    assert flushed[-1] == str(back)
    names = {path.relative_to(back / "studio").as_posix() for path in (back / "studio").rglob("*")}
    ends = {name.partition("restoring.")[2].partition("/")[2] for name in flushed[:-1]}
    assert names <= ends  # under the passing name that it had until it was whole
