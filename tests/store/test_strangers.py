"""What others leave in the data folder (a file manager, a copy that broke off, a link) stops neither
the sweep nor the doctor, and is left alone; what we left ourselves is taken away, beside it too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from brandstudio.care.sweeping import sweep
from brandstudio.store.backup import back_up, restore
from brandstudio.store.brought_back import folder_to_fill, unfinished
from brandstudio.testing import Bench, picture

OLD = time.time() - 9000


def file(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x")
    os.utime(path, (OLD, OLD))


def folder(path: Path) -> None:
    path.mkdir(parents=True)
    os.utime(path, (OLD, OLD))


def link(path: Path) -> None:
    path.symlink_to("/nowhere/at/all")


STRANGERS: list[tuple[str, Callable[[Path], None]]] = [
    ("blobs/xy", file),
    ("blobs/ab/.DS_Store", file),
    ("blobs/zz", link),
    ("blobs/ab/" + "ab" * 32, folder),
    ("blobs/tmp/x", folder),
    ("blobs/tmp/l", link),
    ("uploads/x", folder),
    ("uploads/l", link),
    ("renditions/x", folder),
    ("locks/.DS_Store", file),
]


def test_strangers_stop_nothing_and_are_told_and_left_alone(tmp_path: Path) -> None:
    with Bench(tmp_path / "data") as bench:
        studio = bench.workspace().owner
        studio.folders.create(name="acme")
        studio.library.add(folder="acme", file=picture(32, 32))
        data = bench.service.store.data
        for name, make in STRANGERS:
            make(data / name)
            file(data / "backup.0123456789ab")  # ours, and old
            sweep(bench.service.context("", "sweep"))
            assert not (data / "backup.0123456789ab").exists(), f"the sweep ends at {name}"
            assert (data / name).is_symlink() or (data / name).exists(), name
        report = bench.doctor(mend=True)
        assert report.ok, report.problems
        (note,) = (one for one in report.notes if "not of brandstudio's making" in one)
        assert "blobs/ab/.DS_Store" in note
        assert "and 5 more" in note


def test_what_a_link_leads_to_is_not_closed(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)
    with Bench(tmp_path / "data") as bench:
        (bench.service.store.data / "templates").symlink_to(tmp_path / "shared")
        assert bench.doctor(mend=True).ok
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o755


def test_a_stranger_among_the_locks_costs_no_write(tmp_path: Path) -> None:
    with Bench(tmp_path / "data") as bench:
        (bench.service.store.locks / ".DS_Store").write_bytes(b"x")
        bench.worker._looked = float("-inf")
        before = bench.service.store.database.writes
        bench.worker.take_back()
        assert bench.service.store.database.writes == before


def killed_restore(data: Path) -> Path:
    """What a restore leaves that is killed half-way."""
    left = data.parent / f".{data.name}.restoring.abcdefgh"
    left.mkdir()
    (left / "studio.db").write_bytes(b"half")
    os.utime(left, (OLD, OLD))
    return left


def test_the_sweep_takes_what_a_killed_restore_left_and_leaves_one_that_runs(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with Bench(data) as bench, folder_to_fill(tmp_path / "data-2"):
        left = killed_restore(data)
        assert any("restoring" in problem for problem in bench.doctor(mend=False).problems)
        sweep(bench.service.context("", "sweep"))
        assert not left.exists()
    with folder_to_fill(tmp_path / "other") as running:
        os.utime(running, (OLD, OLD))
        assert unfinished(tmp_path / "other", 60) == [running]
        with folder_to_fill(tmp_path / "other"):
            assert running.exists()  # its lock is held


def test_a_restore_and_a_backup_take_away_what_killed_ones_left(tmp_path: Path) -> None:
    with Bench(tmp_path / "data"):
        pass
    half = tmp_path / ".saved.tar.01234567.part"
    half.write_bytes(b"half")
    os.utime(half, (OLD, OLD))
    young = tmp_path / ".saved.tar.89abcdef.part"
    young.write_bytes(b"half")
    now = datetime.now(UTC)
    back_up(tmp_path / "data", tmp_path / "saved.tar", now=now, with_secrets=True)
    assert not half.exists()
    assert young.exists()
    left = killed_restore(tmp_path / "again")
    restore(tmp_path / "saved.tar", tmp_path / "again")
    assert not left.exists()
    assert (tmp_path / "again" / "studio.db").is_file()
