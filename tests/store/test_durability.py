"""What is flushed before it is counted on: files, their names, and the folders that hold them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brandstudio.keys import master
from brandstudio.store.blobs import FolderBlobs


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
