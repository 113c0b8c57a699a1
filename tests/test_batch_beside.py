"""What stands beside the drawing of a batch's rows: the thread that renews their leases, and the style
that is kept from row to row.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import brandstudio
from brandstudio.pipelines import designs
from brandstudio.service import worker
from brandstudio.studio.batch import stream
from brandstudio.studio.results import RowResult
from brandstudio.studio.studio import LocalStudio

SMALL = {"width": 160, "height": 160}
PATIENCE = 60.0
"""Seconds after which what is waited for is taken never to come."""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "studio") as studio:
        studio.folders.create(name="Acme")
        yield studio


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def leases(folder: Path) -> dict[str, int]:
    """When the lease of each job that is carried out ends."""
    with sqlite3.connect(folder / "studio" / "studio.db") as db:
        return dict(db.execute("select id, lease_until from jobs where status = 'running'"))


def keepers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "brandstudio-lease"}


def while_drawing(monkeypatch: pytest.MonkeyPatch, look: Callable[[], object]) -> None:
    """Have something looked at in the middle of each drawing."""
    drawn = designs.compose

    def compose(*given: Any, **named: Any) -> Any:
        look()
        return drawn(*given, **named)

    monkeypatch.setattr(designs, "compose", compose)


def rows(number: int) -> list[dict[str, str]]:
    return [{"headline": f"Row {n}"} for n in range(number)]


# -- leases ----------------------------------------------------------------------------------------


def test_the_lease_of_a_row_is_renewed_while_it_is_drawn(
    studio: LocalStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "RENEW_SECONDS", 0.02)
    seen = list[str]()

    def look() -> None:
        ((job, first),) = leases(tmp_path).items()
        until(lambda: leases(tmp_path)[job] > first)
        seen.append(job)

    while_drawing(monkeypatch, look)
    made = studio.designs.batch(rows(2), folder="acme", canvas=SMALL, progress=False)
    assert [row.job_id for row in made] == seen
    assert not made.problems


def test_the_leases_of_rows_that_are_drawn_side_by_side_are_both_renewed(
    studio: LocalStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "RENEW_SECONDS", 0.02)
    both = threading.Barrier(2, timeout=PATIENCE)

    def look() -> None:
        both.wait()
        first = leases(tmp_path)
        assert len(first) == 2
        both.wait()
        until(lambda: all(end > first[job] for job, end in leases(tmp_path).items()))
        both.wait()

    while_drawing(monkeypatch, look)
    with ThreadPoolExecutor(2) as pool:
        made = studio.designs.batch(
            rows(2), folder="acme", canvas=SMALL, executor=pool, progress=False
        )
    assert not made.problems
    assert len(keepers()) <= 1


def test_one_thread_keeps_the_leases_of_row_after_row_and_ends_with_the_studio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[set[threading.Thread]]()
    others = keepers()
    while_drawing(monkeypatch, lambda: seen.append(keepers() - others))
    with brandstudio.open(tmp_path / "studio") as studio:
        studio.folders.create(name="Acme")
        assert not studio.designs.batch(
            rows(4), folder="acme", canvas=SMALL, progress=False
        ).problems
    assert [len(one) for one in seen] == [1, 1, 1, 1]
    (keeper,) = set().union(*seen)
    assert not keeper.is_alive()


def test_the_thread_ends_when_nothing_is_drawn_and_comes_back_with_the_next_row(
    studio: LocalStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "RENEW_SECONDS", 0.02)
    others = keepers()
    renewed = list[bool]()

    def look() -> None:
        ((job, first),) = leases(tmp_path).items()
        until(lambda: leases(tmp_path)[job] > first)
        renewed.append(True)

    while_drawing(monkeypatch, look)
    for number in range(2):
        studio.designs.batch([rows(2)[number]], folder="acme", canvas=SMALL, progress=False)
        until(lambda: not keepers() - others)
    assert renewed == [True, True]


def test_a_row_that_another_worker_took_over_is_kept_and_charged_once(
    studio: LocalStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = list[str]()

    def look() -> None:
        if taken:
            return
        ((job, _),) = leases(tmp_path).items()
        taken.append(job)
        with sqlite3.connect(tmp_path / "studio" / "studio.db", timeout=PATIENCE) as db:
            db.execute("update jobs set lease_until = -1 where id = ?", (job,))
        with brandstudio.open(tmp_path / "studio") as other:
            assert other.run_until_idle() >= 1

    while_drawing(monkeypatch, look)
    made = studio.designs.batch(rows(1), folder="acme", canvas=SMALL, progress=False)
    assert [(row.status, row.job_id) for row in made] == [("done", taken[0])]
    assert sum(entry.type == "charge" for entry in studio.credits.transactions()) == 1


# -- the style -------------------------------------------------------------------------------------

SAME = {"headline": "The same words", "button_text": "Look"}


def paint(studio: LocalStudio, folder: str, colour: str) -> None:
    studio.style.update(folder=folder, palette=[{"hex": colour, "role": "primary"}])


def picture(studio: LocalStudio, row: RowResult) -> str:
    assert row.ok, row
    return hashlib.sha256(studio.read(row.pictures[0].png_url)).hexdigest()


@pytest.mark.parametrize("changed", ["acme", "acme/summer"])
def test_a_style_that_changes_between_two_rows_is_used_by_the_second(
    studio: LocalStudio, changed: str
) -> None:
    studio.folders.create(name="Summer", parent="acme")
    paint(studio, "acme", "#c01020")
    coming = stream(studio, [SAME] * 4, folder="acme/summer", canvas=SMALL)
    first, second = picture(studio, next(coming)), picture(studio, next(coming))
    # The rows after it were accepted already; it is their drawing that the colours are for.
    paint(studio, changed, "#1030c0")
    third, fourth = picture(studio, next(coming)), picture(studio, next(coming))
    assert first == second
    assert third == fourth != first


def test_a_style_that_another_process_changes_is_used_by_the_next_row(
    studio: LocalStudio, tmp_path: Path
) -> None:
    paint(studio, "acme", "#c01020")
    coming = stream(studio, [SAME] * 2, folder="acme", canvas=SMALL)
    first = picture(studio, next(coming))
    with brandstudio.open(tmp_path / "studio") as other:
        paint(other, "acme", "#1030c0")
    assert picture(studio, next(coming)) != first


def test_rows_of_several_folders_each_have_their_own_style(studio: LocalStudio) -> None:
    names = ["acme", "bolt", "acme", "bolt"]
    studio.folders.create(name="Bolt")
    paint(studio, "acme", "#c01020")
    paint(studio, "bolt", "#1030c0")
    mixed = studio.designs.batch(
        [{**SAME, "brand": name} for name in names],
        folder_column="brand",
        canvas=SMALL,
        progress=False,
    )
    found = [picture(studio, row) for row in mixed]
    assert found[0] == found[2] != found[1] == found[3]


def test_a_style_that_is_given_back_its_colours_draws_what_it_drew(studio: LocalStudio) -> None:
    paint(studio, "acme", "#c01020")
    coming = stream(studio, [SAME] * 3, folder="acme", canvas=SMALL)
    first = picture(studio, next(coming))
    paint(studio, "acme", "#1030c0")
    second = picture(studio, next(coming))
    paint(studio, "acme", "#c01020")
    assert first == picture(studio, next(coming)) != second
