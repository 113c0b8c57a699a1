"""One bad row, file or workspace harms only itself, in the sweep and in the reading for search too."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from lives import StoredFiles

from brandstudio.care import sweeping
from brandstudio.care.sweeping import sweep
from brandstudio.context import Clock
from brandstudio.pixels import safely
from brandstudio.service.processes import ProcessLock
from brandstudio.service.worker import Worker
from brandstudio.store import Transaction
from brandstudio.store.library import ItemRow
from brandstudio.testing import Bench, picture
from tests.conftest import elsewhere


def damage_thumbnail(bench: Bench, image_id: str, lost: bool) -> None:
    with bench.service.store.read() as tx:
        sha256 = next(row.thumbnail_sha for row in tx.items.all() if row.public_id == image_id)
    assert sha256 is not None
    files = StoredFiles(bench)
    files.remove(sha256) if lost else files.replace(sha256, b"no picture any more")


@pytest.mark.parametrize("lost", [False, True])
def test_a_damaged_picture_keeps_no_other_from_being_read_for_search(
    tmp_path: Path, lost: bool
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        studios = [bench.workspace().owner for _ in range(2)]
        found = []
        for mark, studio in enumerate(studios, 1):
            studio.folders.create(name="acme")
            found.append(studio.library.add(folder="acme", file=picture(64, 48, mark=mark)))
            studio.library.similar(image_id=found[-1].image_id)  # from now on it is kept up
        bad = studios[0].library.add(folder="acme", file=picture(64, 48, mark=7))
        new = [
            studio.library.add(folder="acme", file=picture(64, 48, mark=8 + n))
            for n, studio in enumerate(studios)
        ]
        damage_thumbnail(bench, bad.image_id, lost)
        ctx = bench.service.context("", "worker")
        bench.worker._read_at = float("-inf")
        bench.worker._care(ctx)
        with bench.service.store.read() as tx:
            assert not tx.search.waiting("look")
        for studio, first, one in zip(studios, found, new, strict=True):
            alike = studio.library.similar(image_id=first.image_id).items
            assert one.image_id in {each.item.image_id for each in alike}


def test_events_leave_while_care_stumbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("one bad row")

    monkeypatch.setattr(Worker, "_read", stumble)
    monkeypatch.setattr(Worker, "_sweep", stumble)
    with Bench(tmp_path / "data", clock=Clock(), **elsewhere()) as bench:
        waited: list[float] = []
        worker = Worker(bench.service, threads=0)
        monkeypatch.setattr(worker._stopping, "wait", lambda seconds=0: waited.append(seconds))
        worker._care(bench.service.context("", "worker"))  # raises nothing, waits for nothing
        assert waited == []


def test_a_row_that_can_not_be_purged_keeps_no_other_in_the_trash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        studio = bench.workspace().owner
        studio.folders.create(name="acme")
        ids = [
            studio.library.add(folder="acme", file=picture(32, 32, mark=n)).image_id
            for n in range(1, 6)
        ]
        for image_id in ids:
            studio.library.delete(folder="acme", image_id=image_id)
        real = sweeping.purge_item

        def purge(tx: Transaction, row: ItemRow) -> object:
            if row.public_id == ids[2]:
                raise AssertionError("a damaged row")
            return real(tx, row)

        monkeypatch.setattr(sweeping, "purge_item", purge)
        stale = bench.service.store.data / "base_url.0123456789ab"
        stale.write_text("x")
        bench.clock.advance(days=31)  # type: ignore[attr-defined]
        os.utime(stale, (time.time() - 9000,) * 2)
        sweep(bench.service.context("", "sweep"))
        with bench.service.store.read() as tx:
            assert [row.public_id for row in tx.items.all()] == [ids[2]]
        assert not stale.exists()  # and what comes after the trash is done as well


def test_a_process_that_is_stopped_at_a_start_holds_up_no_other_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    names = iter(["0" * 16, "1" * 16])
    monkeypatch.setattr("secrets.token_hex", lambda _: next(names))
    with (tmp_path / ("prc_" + "0" * 16)).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        started = ProcessLock(tmp_path)
        assert started.id == "prc_" + "1" * 16
        started.close()


def test_a_file_waits_for_a_free_child_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    from brandstudio.errors import ServiceBusy

    monkeypatch.setattr(safely, "_WAIT", 0.01)
    pool = safely._Pool(safely.Lane("test", 1))
    with pool._turn(), pytest.raises(ServiceBusy), pool._turn():
        pass
    with pool._turn():
        pass
