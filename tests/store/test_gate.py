"""The gate before every write: fair, and never waited at for ever."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from brandstudio import errors
from brandstudio.store import database
from brandstudio.store.database import wal_reset_bug
from brandstudio.store.gate import Gate

_HOLDER = """
import sys
from pathlib import Path
from brandstudio.store.gate import Gate

with Gate(Path(sys.argv[1])).passed(60):
    print("held", flush=True)
    sys.stdin.readline()
print("free", flush=True)
"""


class Holder:
    """Another process that stands in the gate until it is told to go on."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _HOLDER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"

    def go_on(self) -> None:
        if self._process.poll() is None:
            self._process.communicate("\n", timeout=60)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, Holder]]:
    path = tmp_path / "gate"
    holder = Holder(path)
    yield path, holder
    holder.go_on()


def test_a_process_that_stands_still_in_a_write_costs_others_their_deadline_and_no_more(
    held: tuple[Path, Holder],
) -> None:
    gate = Gate(held[0])
    for _ in range(3):
        with pytest.raises(errors.ServiceBusy) as caught, gate.passed(0.1):
            raise AssertionError
        assert caught.value.details["retryAfter"] > 0


def test_who_asks_next_takes_over_the_place_of_who_went_away(held: tuple[Path, Holder]) -> None:
    path, holder = held
    gate = Gate(path)
    with pytest.raises(errors.ServiceBusy), gate.passed(0.05):
        raise AssertionError
    passed = threading.Event()

    def ask() -> None:
        with gate.passed(60):
            passed.set()

    asking = threading.Thread(target=ask)
    asking.start()
    holder.go_on()
    asking.join(60)
    assert passed.is_set()


def test_a_place_that_nobody_wants_any_more_holds_nobody_back(held: tuple[Path, Holder]) -> None:
    path, holder = held
    gate = Gate(path)
    with pytest.raises(errors.ServiceBusy), gate.passed(0.05):
        raise AssertionError
    holder.go_on()
    with Gate(path).passed(60):  # the abandoned place came and was given up
        pass
    with gate.passed(60):
        pass


def test_one_at_a_time_among_threads_and_processes(tmp_path: Path) -> None:
    path, inside, most = tmp_path / "gate", [0], [0]
    gates = [Gate(path), Gate(path)]

    def work(gate: Gate) -> None:
        for _ in range(50):
            with gate.passed(60):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0.0005)
                inside[0] -= 1

    threads = [threading.Thread(target=work, args=(gate,)) for gate in gates * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


@pytest.mark.parametrize(
    ("version", "has"),
    [
        ((3, 40, 1), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 54, 0), False),
    ],
)
def test_an_sqlite_with_the_wal_reset_bug_is_known_by_its_version(
    version: tuple[int, int, int], has: bool
) -> None:
    assert wal_reset_bug(version) is has


@pytest.mark.parametrize("has", [True, False])
def test_a_database_of_an_sqlite_with_the_bug_has_no_memory_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has: bool
) -> None:
    monkeypatch.setattr(database, "wal_reset_bug", lambda: has)
    found = database.Database(tmp_path / "studio.db")
    found.prepare()
    with found.read() as db:
        assert (db.execute("pragma mmap_size").fetchone()[0] == 0) is has
    found.close()
