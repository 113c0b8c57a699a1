"""From version 0.1 to this one and back again, with the code of 0.1 itself."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import brandstudio
from brandstudio.store.database import StoreError
from brandstudio.testing import Bench, picture

VERSION_0_1 = "4e3c765707516fd23c96c9b67e7a745b53364954"
REPOSITORY = Path(__file__).parents[2]


def test_a_folder_of_a_later_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with Bench(tmp_path) as bench, bench.service.store.database.write() as db:
        db.execute("insert into schema_migrations values ('0999_flying', 1)")
    for _ in range(2):
        with pytest.raises(StoreError, match=r"later version of brandstudio \(0999_flying\)"):
            brandstudio.open(tmp_path)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with the package of version 0.1 in it."""
    packed = subprocess.run(
        ["git", "archive", VERSION_0_1, "brandstudio"],
        cwd=REPOSITORY,
        capture_output=True,
        check=False,
    )
    if packed.returncode:
        pytest.skip("the history that holds version 0.1 is not here")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as file:
        file.extractall(tmp_path / "old", filter="data")
    return tmp_path / "old"


def run(package: Path, data: Path, *arguments: str) -> str:
    """What a command of that package prints about a folder."""
    ended = subprocess.run(
        [sys.executable, "-m", "brandstudio", "--data", str(data), *arguments],
        env={**os.environ, "PYTHONPATH": str(package)},
        cwd=data.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_there_and_back_with_the_backup_of_before(old: Path, tmp_path: Path) -> None:
    data, again, photo = tmp_path / "studio", tmp_path / "again", tmp_path / "photo.png"
    photo.write_bytes(picture(64, 48))
    make = "import brandstudio, sys; brandstudio.open(sys.argv[1]).folders.create(name='Acme')"
    subprocess.run(
        [sys.executable, "-c", make, str(data)],
        env={**os.environ, "PYTHONPATH": str(old)},
        cwd=tmp_path,  # else the package of this checkout would come first
        check=True,
    )
    run(old, data, "library", "add", "acme", str(photo))
    run(old, data, "backup", str(tmp_path / "before.tar"), "--with-secrets")
    # There: what 0.1 made is here, and new work goes beside it.
    assert "sound" in run(REPOSITORY, data, "doctor")
    with brandstudio.open(data) as studio:
        (kept,) = studio.library.list(folder="acme").items
        assert studio.read(kept.url or "")[:8] == b"\x89PNG\r\n\x1a\n"
        studio.folders.create(name="Later")
    # And back: the backup, with the version that made it.
    run(old, again, "restore", str(tmp_path / "before.tar"))
    assert "sound" in run(old, again, "doctor")
    assert "later" not in run(old, again, "folders", "list")
    assert "acme" in run(old, again, "folders", "list")
