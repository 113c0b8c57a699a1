"""A disk that is full for a while: every write of every flow fails in turn, and the same process
goes on as if nothing had been, once there is room again.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brandstudio import errors
from brandstudio.jobs.owed import Owed
from brandstudio.studio import LocalStudio
from brandstudio.testing import Bench, picture
from tests.conftest import elsewhere


def _full_database() -> Exception:
    if not os.environ.get("TEST_POSTGRES"):
        return sqlite3.OperationalError("database or disk is full")
    import psycopg

    return psycopg.errors.DiskFull("could not extend file: No space left on device")


class Disk:
    """A disk that is full from its n-th write on, for so many writes."""

    def __init__(self) -> None:
        self.seen, self.first, self.length = 0, 0, 0

    def __call__(self, point: str) -> None:
        if point.startswith("after"):
            return
        self.seen += 1
        if self.first <= self.seen < self.first + self.length:
            if point == "before commit":
                raise _full_database()
            if point != "before unlink":  # which frees room and needs none
                raise OSError(errno.ENOSPC, "No space left on device")

    def fill(self, after: int, length: int) -> None:
        self.seen, self.first, self.length = 0, after, length

    def free(self) -> int:
        """There is room again; how many writes were asked for meanwhile."""
        self.length = 0
        return self.seen


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def filling(tmp_path: Path, disk: Disk) -> Iterator[Bench]:
    with Bench(tmp_path / "data", fault=disk, **elsewhere()) as bench:
        yield bench


def add(studio: LocalStudio, bench: Bench, key: str) -> Any:
    return studio.library.add(
        folder="acme", file=picture(64, 48, mark=7), filename="a.png", idempotency_key=key
    )


def create(studio: LocalStudio, bench: Bench, key: str) -> Any:
    accepted = studio.images.create(
        folder="acme", prompt="A red door", resolution="1K", idempotency_key=key
    )
    bench.run_until_idle()
    return accepted


def write(studio: LocalStudio, bench: Bench, key: str) -> Any:
    return studio.text.generate(
        folder="acme", mode="write", brief="The harbour opens on Saturday.", idempotency_key=key
    )


def folder(studio: LocalStudio, bench: Bench, key: str) -> Any:
    return studio.folders.create(name="Spring", parent="acme", idempotency_key=key)


def duplicate(studio: LocalStudio, bench: Bench, key: str) -> Any:
    return studio.folders.duplicate(folder="acme", idempotency_key=key)


FLOWS: dict[str, Callable[[LocalStudio, Bench, str], Any]] = {
    "add": add,
    "create": create,
    "write": write,
    "folder": folder,
    "duplicate": duplicate,
}
QUICK = ("folder",)


@pytest.mark.parametrize(
    "flow",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FLOWS],
)
def test_whatever_write_fails_nothing_is_lost_and_the_same_key_goes_on(
    filling: Bench, disk: Disk, flow: str
) -> None:
    studio = filling.workspace(credits=1000).owner
    studio.folders.create(name="Acme")
    add(studio, filling, "first")
    point = 0
    while True:
        point += 1
        key = f"{flow} {point}"
        before = studio.admin.credits.balance().balance
        disk.fill(after=point, length=4)
        failed = None
        try:
            FLOWS[flow](studio, filling, key)
        except errors.StudioError as error:
            failed = error
        asked = disk.free()
        if asked < point:
            break  # the flow has no more writes than that
        filling.service.owed.settle()
        if failed is not None:
            assert failed.code in ("SERVICE_BUSY", "UNSUPPORTED_MEDIA_TYPE"), failed
            again = FLOWS[flow](studio, filling, key)
            assert again is not None
        filling.run_until_idle()
        report = filling.doctor(mend=True)
        assert report.ok, (point, report.problems)
        spent = before - studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"point {point}: {spent} credits"
    assert point > 1


PRICES = {"add": 1, "create": 3, "write": 1, "folder": 0, "duplicate": 0}


def test_closing_waits_for_what_is_being_tried_and_tries_it_once_more() -> None:
    full, done = [True], []
    trying, go_on = threading.Event(), threading.Event()
    owed = Owed(every_seconds=0.001)

    def attempt() -> None:
        if threading.current_thread() is not threading.main_thread() and full[0]:
            trying.set()
            go_on.wait(10)
        if full[0]:
            full[0] = threading.current_thread() is threading.main_thread()
            raise errors.ServiceBusy
        done.append("one")

    owed.write(attempt)
    assert trying.wait(10)
    threading.Timer(0.05, go_on.set).start()
    owed.close()
    assert done == ["one"]


def test_what_is_owed_is_repeated_in_order_until_it_is_done() -> None:
    full, done = [True], []
    owed = Owed(every_seconds=0.001)

    def write(name: str) -> Callable[[], None]:
        def attempt() -> None:
            if full[0]:
                raise errors.ServiceBusy
            done.append(name)

        return attempt

    owed.write(write("one"))
    owed.write(write("two"))
    assert owed.settle() == 2
    full[0] = False
    owed.close()
    assert done == ["one", "two"]
    owed.write(write("three"))
    assert done == ["one", "two", "three"]
