"""Batches in several sizes, templates, folders and languages; what is paid is known for ever; ends."""

from __future__ import annotations

import csv
import functools
import io
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.studio.batch import stream
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import Bench

STORY = "story-1080x1920"
LONG = "A headline that goes on and on, about everything that there is to be said of the harbour"


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "studio") as studio:
        studio.folders.create(name="Acme")
        yield studio


def balance(studio: LocalStudio) -> float:
    return studio.admin.credits.balance().balance


def charges(studio: Any) -> int:
    return [entry.type for entry in studio.credits.transactions(limit=200)].count("charge")


# -- several at once -------------------------------------------------------------------------------


def test_every_row_comes_in_all_sizes_and_templates(studio: LocalStudio) -> None:
    made = studio.designs.batch(
        [{"headline": "The harbour opens"}],
        folder="acme",
        sizes=["email-header", "billboard-970x250"],
        canvas={"width": 600, "height": 200},
        template=["overlay", "split"],
    )
    [row] = made
    assert [(picture.size, picture.template) for picture in row.pictures] == [
        (size, template)
        for size in ("email-header", "billboard-970x250", "canvas-600x200")
        for template in ("overlay", "split")
    ]
    assert (made.credits, charges(studio), made.banners) == (12, 6, 6)
    assert Image.open(io.BytesIO(row.pictures[-1].read())).size == (600, 200)


def test_a_size_whose_name_carries_its_pixels_is_taken(studio: LocalStudio) -> None:
    rows = [{"headline": "The harbour opens"}]
    tried = studio.designs.batch(rows, folder="acme", size=STORY, dry_run=True)
    assert [row.status for row in tried] == ["valid"]
    made = studio.designs.batch(rows, folder="acme", size=STORY)
    assert [picture.size for row in made for picture in row.pictures] == [STORY]


def test_more_sizes_than_a_job_takes_are_several_jobs(studio: LocalStudio) -> None:
    sides = range(200, 213)
    made = studio.designs.batch(
        [{"headline": "Now"}],
        folder="acme",
        canvas=[{"width": side, "height": 200} for side in sides],
        dry_run=True,
    )
    assert made.credits == 2 * len(sides)


def test_a_column_names_the_folder_of_each_row(studio: LocalStudio) -> None:
    studio.folders.ensure("acme/spring")
    rows = [
        {"headline": "One", "place": "acme/spring"},
        {"headline": "Two", "place": ""},
        {"headline": "Three", "place": "acme/autumn"},
    ]
    made = studio.designs.batch(rows, folder="acme", folder_column="place", size="email-header")
    assert [(row.folder, row.status) for row in made] == [
        ("acme/spring", "done"),
        ("acme", "done"),
        ("acme/autumn", "failed"),
    ]
    alone = studio.designs.batch(rows, folder_column="place", size="email-header", dry_run=True)
    assert [row.status for row in alone] == ["valid", "invalid", "invalid"]
    assert alone.rows[1].problems[0].message == "this row names no folder"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"folder": "acme"}, "needs size="),
        ({"size": "square"}, "folder_column"),
        ({"folder": "acme", "size": "square", "languages": "de"}, "languages"),
        ({"folder": "acme", "size": "square", "template": []}, "template"),
    ],
)
def test_what_is_missing_is_told_at_once(
    studio: LocalStudio, wrong: dict[str, Any], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        studio.designs.batch([{"headline": "One"}], **wrong)


# -- paid once, for ever ---------------------------------------------------------------------------


def test_a_batch_of_long_ago_is_not_paid_again(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    rows = [{"headline": f"Row {n}"} for n in range(3)]
    begun = stream(studio, rows, folder="acme", size="email-header", window=2)
    assert next(begun).ok
    begun.close()
    bench.clock.advance(days=80)
    bench.sweep()
    tried = studio.designs.batch(rows, folder="acme", size="email-header", dry_run=True)
    assert (tried.credits, tried.credits_before) == (2, 4)
    made = studio.designs.batch(rows, folder="acme", size="email-header")
    assert [row.status for row in made] == ["done"] * 3
    assert [row.charged_before for row in made] == [True, True, False]
    assert charges(studio) == 3


def test_rows_may_move_about_in_the_table(studio: LocalStudio) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(3)]
    first = studio.designs.batch(rows, folder="acme", size="email-header")
    moved = studio.designs.batch(
        [{"headline": "New"}, *reversed(rows)], folder="acme", size="email-header"
    )
    assert [row.charged_before for row in moved] == [False, True, True, True]
    assert [row.job_id for row in moved][1:] == [row.job_id for row in first][::-1]


def test_equal_rows_are_each_made_once(studio: LocalStudio) -> None:
    rows = [{"headline": "Same"}] * 3
    first = studio.designs.batch(rows[:2], folder="acme", size="email-header")
    assert len({row.job_id for row in first}) == 2
    studio.designs.batch(rows, folder="acme", size="email-header")
    assert charges(studio) == 3


def test_a_size_or_a_template_more_is_all_that_is_paid(studio: LocalStudio) -> None:
    rows = [{"headline": "Row"}]
    studio.designs.batch(rows, folder="acme", size="email-header")
    tried = studio.designs.batch(
        rows, folder="acme", sizes=["email-header", "square"], template="all", dry_run=True
    )
    assert (tried.credits, tried.credits_before) == (10, 2)
    more = studio.designs.batch(
        rows, folder="acme", sizes=["email-header", "square"], template="all"
    )
    assert (more.credits, more.credits_before, more.banners) == (10, 2, 6)
    assert not more.rows[0].charged_before
    assert charges(studio) == 6


def test_a_fresh_run_can_be_gone_on_with_by_its_id(studio: LocalStudio) -> None:
    rows = [{"headline": "Row"}]
    studio.designs.batch(rows, folder="acme", size="email-header")
    anew = studio.designs.batch(rows, folder="acme", size="email-header", fresh=True)
    assert anew.batch_id is not None
    again = studio.designs.batch(rows, folder="acme", size="email-header", batch_id=anew.batch_id)
    assert (again.credits, again.rows[0].job_id) == (0, anew.rows[0].job_id)


# -- languages -------------------------------------------------------------------------------------


def test_words_in_several_languages_are_one_call(studio: LocalStudio) -> None:
    made = studio.designs.batch(
        languages={"de": {"headline": "Der Hafen öffnet"}, "fr": {"headline": "Le port ouvre"}},
        folder="acme",
        sizes=["email-header", "square"],
    )
    assert [(row.row, row.language, row.headline, len(row.pictures)) for row in made] == [
        (1, "de", "Der Hafen öffnet", 2),
        (1, "fr", "Le port ouvre", 2),
    ]
    assert made.credits == 8


def test_a_table_has_its_languages_in_columns(studio: LocalStudio) -> None:
    rows = [{"title_de": "Neu", "title_fr": "Nouveau", "button_text": "OK"}]
    made = studio.designs.batch(
        rows, folder="acme", size="email-header", headline="title", languages=["de", "fr"]
    )
    assert [row.headline for row in made] == ["Neu", "Nouveau"]
    with pytest.raises(errors.ValidationError, match="headline in ja"):
        studio.designs.batch(
            rows,
            folder="acme",
            size="square",
            headline="title",
            languages={"de": "_de", "ja": {"subhead": "x"}},
        )


def test_every_overflow_is_told_before_anything_is_charged(studio: LocalStudio) -> None:
    before = balance(studio)
    held = studio.designs.batch(
        languages={
            "en": {"headline": "Open"},
            "de": {"headline": LONG, "button_text": "Jetzt einen Platz reservieren"},
            "fr": {"headline": f"{LONG}!", "button_text": "Réservez dès maintenant"},
        },
        folder="acme",
        sizes=["square", "mobile-banner-320x50", "leaderboard-728x90"],
    )
    assert held.held
    assert held.credits == 0
    assert all(row.credits == row.may_add == 0 for row in held)
    assert repr(held).endswith(", nothing made)")
    told = {(row.language, problem.size) for row in held.failed for problem in row.problems}
    assert {("de", "mobile-banner-320x50"), ("fr", "mobile-banner-320x50")} <= told
    assert all(row.language != "en" for row in held.failed)
    assert "nothing made" in str(held._repr_mimebundle_()["text/html"])
    assert balance(studio) == before
    assert not studio.jobs.list().jobs


# -- ends ------------------------------------------------------------------------------------------


def test_a_batch_that_is_cancelled_refunds_what_is_not_drawn(studio: LocalStudio) -> None:
    rows = ({"headline": f"Row {n}"} for n in range(100))
    heard: list[bool] = []

    def cancel() -> bool:
        heard.append(True)
        return len(heard) > 6

    before = balance(studio)
    made = studio.designs.batch(rows, folder="acme", size="email-header", cancel=cancel)
    assert made.stopped
    assert 0 < len(made) < 10
    assert "cancelled" in [row.status for row in made]
    done = [row for row in made if row.ok]
    assert before - balance(studio) == made.credits == 2 * len(done)
    assert studio.admin.doctor().ok


@pytest.fixture
def made(studio: LocalStudio) -> Any:
    return studio.designs.batch(
        [{"headline": "=Row"}, {"headline": "Row"}], folder="acme", sizes=["email-header", "square"]
    )


def test_a_batch_is_saved_as_a_folder_with_its_manifest(made: Any, tmp_path: Path) -> None:
    made.save(tmp_path / "out")
    with (tmp_path / "out" / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["file"] for line in lines] == [
        "00001-email-header-overlay.png",
        "00001-square-overlay.png",
        "00002-email-header-overlay.png",
        "00002-square-overlay.png",
    ]
    assert (lines[0]["headline"], lines[0]["width"], lines[0]["height"]) == ("'=Row", "1200", "400")
    assert all((tmp_path / "out" / line["file"]).stat().st_size > 1000 for line in lines)


def test_one_zip_has_the_same_bytes_each_time(
    made: Any, studio: LocalStudio, tmp_path: Path
) -> None:
    rows = [{"headline": "=Row"}, {"headline": "Row"}]
    made.save(tmp_path / "a.zip")
    studio.designs.batch(
        rows, folder="acme", sizes=["email-header", "square"], save_to=tmp_path / "b.zip"
    )
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == 5
    assert sorted(file.name for file in tmp_path.glob("*.zip*")) == ["a.zip", "b.zip"]
    assert not list(tmp_path.glob(".*"))


def test_a_link_that_is_over_is_asked_for_anew(bench: Bench, tmp_path: Path) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    made = studio.designs.batch([{"headline": "Row"}], folder="acme", size="email-header")
    bench.clock.advance(days=3)
    made.save(tmp_path / "out")
    assert len(list((tmp_path / "out").glob("*.png"))) == 1


def test_a_contact_sheet_shows_all_banners(made: Any, tmp_path: Path) -> None:
    sheet = made.contact_sheet(tmp_path / "sheet.png", columns=2)
    assert Image.open(tmp_path / "sheet.png").size == sheet.size
    assert sheet.width == 16 + 2 * (240 + 16)
    assert len(set(sheet.convert("L").tobytes())) > 20


def test_results_are_kept_out_of_memory_and_read_as_a_sequence(made: Any) -> None:
    assert [row.row for row in made.rows[::-1]] == [2, 1]
    assert made.rows[-1] == list(made)[1]
    with pytest.raises(IndexError):
        made.rows[2]
    frame = made.to_pandas()
    assert list(frame["sizes"]) == ["email-header square"] * 2


def test_threads_find_what_is_paid_too(studio: LocalStudio, tmp_path: Path) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(4)]
    opener = functools.partial(brandstudio.open, str(tmp_path / "studio"))
    with ThreadPoolExecutor(2) as pool:
        for options in ({}, {"opener": opener}):
            made = studio.designs.batch(
                rows, folder="acme", size="email-header", executor=pool, **options
            )
            assert [row.status for row in made] == ["done"] * 4
    assert charges(studio) == 4
