"""Batches: tables in from anywhere, a result for every row, over jobs or any executor."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from decimal import Decimal
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.models.designs import DesignAccepted
from brandstudio.studio import tables
from brandstudio.studio.batch import stream
from brandstudio.studio.studio import LocalStudio


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "studio") as studio:
        studio.folders.create(name="Acme")
        yield studio


@pytest.fixture
def photo(studio: LocalStudio, tmp_path: Path) -> str:
    path = tmp_path / "sea.png"
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(path)
    return studio.library.add(folder="acme", file=path).image_id


def balance(studio: LocalStudio) -> float:
    return studio.admin.credits.balance().balance


# -- what becomes of rows --------------------------------------------------------------------------


def test_the_words_of_each_row_are_held_to_the_folders_rules(studio: LocalStudio) -> None:
    rule = studio.rules.add(folder="acme", kind="copy", text='Never say "cheap"')
    rows = [
        {"headline": "A cheap fair"},
        {"headline": "A fair"},
        {"headline": "Le fair", "language": "fr"},
    ]
    tried = studio.designs.batch(rows, folder="acme", size="square", template="panel", dry_run=True)
    assert [len(row.warnings) for row in tried] == [1, 0, 0]
    assert tried.rows[0].warnings[0].startswith("headline, 2 to 7: ")
    made = studio.designs.batch(rows[:1], folder="acme", size="square", template="panel")
    assert made.rows[0].warnings[0] == tried.rows[0].warnings[0]
    studio.rules.update(folder="acme", rule_id=rule.rule_id, enforce=True)
    before = balance(studio)
    for dry_run in (True, False):
        refused = studio.designs.batch(
            rows[:1], folder="acme", size="square", template="panel", dry_run=dry_run, fresh=True
        )
        assert (refused.rows[0].status, refused.rows[0].problems[0].slot) == (
            "invalid" if dry_run else "failed",
            "headline",
        )
    assert balance(studio) == before


def test_each_row_has_a_result_and_a_bad_one_stops_no_other(
    studio: LocalStudio, photo: str
) -> None:
    rows: list[dict[str, Any]] = [
        {"title": "First", "photo": photo},
        {"title": "", "photo": photo},
        {"title": "Third", "photo": "img_unknown"},
        {"title": "x" * 141, "photo": None},
        {"title": "Fifth", "photo": float("nan")},
        {"title": "Last", "photo": None},
    ]
    before = balance(studio)
    made = studio.designs.batch(
        rows, folder="acme", size="square", headline="title", image_id="photo"
    )
    assert [(row.row, row.status) for row in made] == [
        (1, "done"),
        (2, "failed"),
        (3, "failed"),
        (4, "failed"),
        (5, "failed"),
        (6, "done"),
    ]
    assert [[(problem.slot, problem.code) for problem in row.problems] for row in made.failed] == [
        [("headline", "VALIDATION_ERROR")],
        [(None, "IMAGE_NOT_FOUND")],
        [("headline", "VALIDATION_ERROR")],
        [("image_id", "VALIDATION_ERROR")],
    ]
    assert made.credits == before - balance(studio) > 0
    assert all(len(row.pictures) == 1 for row in made if row.ok)
    assert studio.admin.doctor().ok


def test_a_dry_run_says_what_is_wrong_and_keeps_and_charges_nothing(
    studio: LocalStudio, photo: str
) -> None:
    rows = [
        {"headline": "Fine", "image_id": photo},
        {"headline": "\U00012000 in cuneiform"},
        {"headline": "Lost", "logo": "no"},
    ]
    before = balance(studio)
    found = studio.designs.batch(rows, folder="acme", size="square", dry_run=True)
    assert [row.status for row in found] == ["valid", "invalid", "invalid"]
    assert [row.problems[0].code for row in found.failed] == ["GLYPH_MISSING", "LOGO_NOT_FOUND"]
    assert found.credits == 2
    assert balance(studio) == before
    assert studio.jobs.list().jobs == []


def test_running_out_of_credits_fails_the_rows_that_are_left(studio: LocalStudio) -> None:
    studio.admin.credits.add(credits=5 - balance(studio))
    made = studio.designs.batch(
        [{"headline": f"Row {n}"} for n in range(4)], folder="acme", size="square"
    )
    assert [row.status for row in made] == ["done", "done", "failed", "failed"]
    assert {row.problems[0].code for row in made.failed} == {"INSUFFICIENT_CREDITS"}
    assert balance(studio) == 1


def test_the_same_batch_id_goes_on_without_charging_again(studio: LocalStudio) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(3)]
    first = studio.designs.batch(rows[:2], folder="acme", size="square", batch_id="monday")
    again = studio.designs.batch(rows, folder="acme", size="square", batch_id="monday")
    assert [row.job_id for row in again][:2] == [row.job_id for row in first]
    assert [entry.type for entry in studio.credits.transactions().transactions].count("charge") == 3


def charges(studio: LocalStudio) -> int:
    return [entry.type for entry in studio.credits.transactions()].count("charge")


def test_the_same_table_again_never_pays_again_and_a_changed_row_pays_alone(
    studio: LocalStudio,
) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(3)]
    first = studio.designs.batch(rows, folder="acme", size="square")
    again = studio.designs.batch(rows, folder="acme", size="square")
    assert [row.job_id for row in again] == [row.job_id for row in first]
    assert (again.credits, again.credits_before) == (0, first.credits)
    rows[1] = {"headline": "Another row"}
    changed = studio.designs.batch(rows, folder="acme", size="square")
    assert [row.charged_before for row in changed] == [True, False, True]
    assert charges(studio) == 4
    assert studio.designs.batch(rows, folder="acme", size="email-header").credits_before == 0


def test_a_batch_that_broke_off_goes_on_where_it_stood(studio: LocalStudio) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(4)]
    begun = stream(studio, rows, folder="acme", size="square", window=1)
    assert next(begun).ok
    begun.close()
    made = studio.designs.batch(rows, folder="acme", size="square")
    assert [row.status for row in made] == ["done"] * 4
    assert charges(studio) == 4


def test_fresh_makes_and_charges_all_anew(studio: LocalStudio) -> None:
    rows = [{"headline": "Row"}]
    first = studio.designs.batch(rows, folder="acme", size="square")
    again = studio.designs.batch(rows, folder="acme", size="square", fresh=True)
    assert again.rows[0].job_id != first.rows[0].job_id
    assert charges(studio) == 2
    with pytest.raises(TypeError, match="either fresh=True or a batch_id"):
        studio.designs.batch(rows, folder="acme", size="square", fresh=True, batch_id="mine")


def test_a_row_whose_job_was_cancelled_is_tried_again(studio: LocalStudio) -> None:
    rows = [{"headline": "Row"}]
    begun = stream(studio, ({"headline": "Row"} for _ in range(2)), folder="acme", size="square")
    accepted = []
    studio.transport.hand_in = remembering(studio.transport.hand_in, accepted)  # type: ignore[attr-defined]
    assert next(begun).ok
    begun.close()
    studio.jobs.cancel(job_id=accepted[1].job_id)
    made = studio.designs.batch([*rows, *rows], folder="acme", size="square")
    assert [row.status for row in made] == ["done", "done"]
    assert [row.charged_before for row in made] == [True, False]


def remembering(send: Any, accepted: list[Any]) -> Any:
    def sending(operation: Any) -> Any:
        answer = send(operation)
        if isinstance(answer, DesignAccepted):
            accepted.append(answer)
        return answer

    return sending


def test_template_all_makes_three_of_each_row_and_files_are_saved(
    studio: LocalStudio, photo: str, tmp_path: Path
) -> None:
    made = studio.designs.batch(
        [{"headline": "One", "image_id": photo}],
        folder="acme",
        size="email-header",
        template="all",
        save_to=tmp_path / "out",
    )
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "00001-email-header-overlay.png",
        "00001-email-header-panel.png",
        "00001-email-header-split.png",
        "manifest.csv",
    ]
    assert all(
        Image.open(picture.path).size == (1200, 400)
        for picture in made.rows[0].pictures
        if picture.path
    )
    frame = made.to_pandas()
    assert list(frame["status"]) == ["done"]


# -- tables ----------------------------------------------------------------------------------------


def headlines(table: Any) -> list[str]:
    return [str(row["headline"]) for row in tables.read(table)]


def test_tables_come_as_files_frames_and_mappings(tmp_path: Path) -> None:
    plain = tmp_path / "a.csv"
    plain.write_text('\ufeffheadline,note\n"Two\nlines","a, b"\nGrüße,\n', encoding="utf-8")
    tabbed = tmp_path / "a.tsv"
    tabbed.write_text("headline\tnote\nTab, ok\tx\n", encoding="utf-8")
    assert headlines(plain) == ["Two\nlines", "Grüße"]
    assert headlines(str(tabbed)) == ["Tab, ok"]
    assert headlines(pandas.DataFrame({"headline": ["A", "B"]}, index=[7, 7])) == ["A", "B"]
    assert headlines({"headline": word} for word in ("C", "D")) == ["C", "D"]


def test_parquet_comes_in_where_pyarrow_is(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"headline": ["A", "B"]}), tmp_path / "a.parquet")
    assert headlines(tmp_path / "a.parquet") == ["A", "B"]
    (tmp_path / "b.parquet").write_bytes(b"PAR1 not at all")
    with pytest.raises(errors.ValidationError):
        headlines(tmp_path / "b.parquet")


def test_numbers_are_taken_as_written_and_gaps_are_left_out() -> None:
    frame = pandas.DataFrame(
        {"headline": [2026, None], "subhead": [1.5, None], "logo": [None, pandas.NA]}
    )
    rows = list(tables.mapped(tables.read(frame), tables.Places({})))
    assert [(row.number, row.slots) for row in rows] == [
        (1, {"headline": "2026", "subhead": "1.5"}),
        (2, {}),
    ]


@pytest.mark.parametrize("gap", [numpy.float32("nan"), Decimal("nan"), pandas.NA, pandas.NaT])
def test_what_is_no_value_is_none_whatever_its_type(gap: object) -> None:
    (row,) = tables.mapped(iter([{"headline": gap, "image_id": gap}]), tables.Places({}))
    assert set(row.slots) == {"image_id"}  # kept, so that its row says that there is no photo
    assert tables.not_a_value(row.slots["image_id"])


def test_numbers_of_numpy_are_taken_as_pythons() -> None:
    rows = [{"headline": number} for number in (numpy.float32(2026), numpy.int64(2**60 + 1), 7)]
    found = tables.mapped(iter(rows), tables.Places({}))
    assert [row.slots["headline"] for row in found] == ["2026", str(2**60 + 1), "7"]


def test_a_list_in_the_place_of_words_is_the_rows_problem(studio: LocalStudio) -> None:
    made = studio.designs.batch([{"headline": ["A", "B"]}], folder="acme", size="square")
    assert [(one.slot, one.code) for one in made.rows[0].problems] == [
        ("headline", "VALIDATION_ERROR")
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_spreadsheets_csv_may_part_its_cells_by_semicolons_or_tabs(
    tmp_path: Path, mark: str
) -> None:
    path = tmp_path / "posts.csv"
    path.write_text(f'headline{mark}subhead\nHallo{mark}"1,5 Stunden"\n', encoding="utf-8-sig")
    assert list(tables.read(path)) == [{"headline": "Hallo", "subhead": "1,5 Stunden"}]


@pytest.mark.parametrize(
    "content",
    [b"headline\n\xff\xfe\n", b'headline\n"open\n', b"headline\nA,B,C\n", b'headline\n"a"b\n'],
)
def test_a_broken_csv_is_a_validation_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(errors.ValidationError) as caught:
        headlines(path)
    assert caught.value.details["fields"][0]["path"] == "table"


def test_a_wrong_column_is_told_at_once_with_those_there_are(studio: LocalStudio) -> None:
    with pytest.raises(errors.ValidationError, match="no column 'titel'; it has: title, photo"):
        studio.designs.batch(
            [{"title": "A", "photo": ""}], folder="acme", size="square", headline="titel"
        )
    with pytest.raises(errors.ValidationError, match="name the column of the headline"):
        studio.designs.batch([{"title": "A"}], folder="acme", size="square")
    with pytest.raises(TypeError, match="head_line"):
        studio.designs.batch([], folder="acme", size="square", head_line="title")


def test_a_wrong_folder_is_one_error_and_an_empty_table_is_none(studio: LocalStudio) -> None:
    with pytest.raises(errors.FolderNotFound):
        studio.designs.batch([{"headline": "A"}], folder="nowhere", size="square")
    assert len(studio.designs.batch([], folder="acme", size="square")) == 0


def test_the_table_is_read_no_further_than_the_window(studio: LocalStudio) -> None:
    taken = 0

    def rows() -> Iterator[dict[str, str]]:
        nonlocal taken
        while True:
            taken += 1
            yield {"headline": f"Row {taken}"}

    results = stream(studio, rows(), folder="acme", size="square", window=3)
    assert next(results).row == 1
    assert taken <= 4


# -- executors -------------------------------------------------------------------------------------


def test_threads_share_the_studio(studio: LocalStudio) -> None:
    with ThreadPoolExecutor(2) as pool:
        made = studio.designs.batch(
            [{"headline": f"Row {n}"} for n in range(4)],
            folder="acme",
            size="square",
            executor=pool,
        )
    assert [(row.row, row.status, row.headline) for row in made] == [
        (n + 1, "done", f"Row {n}") for n in range(4)
    ]


def test_processes_open_a_studio_of_their_own(studio: LocalStudio, tmp_path: Path) -> None:
    opener = functools.partial(brandstudio.open, str(tmp_path / "studio"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        made = studio.designs.batch(
            [{"headline": "Row"}, {"headline": ""}],
            folder="acme",
            size="square",
            executor=pool,
            opener=opener,
        )
        assert [row.status for row in made] == ["done", "failed"]
        with pytest.raises(TypeError, match="opener"):
            studio.designs.batch([{"headline": "Row"}], folder="acme", size="square", executor=pool)


class Counting(Executor):
    """Somebody else's executor, which counts what it holds."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **named))
        return future


def test_any_executor_is_given_a_bounded_number_of_rows(
    studio: LocalStudio, tmp_path: Path
) -> None:
    pool = Counting()
    opener = functools.partial(brandstudio.open, str(tmp_path / "studio"))
    results = stream(
        studio,
        ({"headline": f"Row {n}"} for n in range(100)),
        folder="acme",
        size="square",
        dry_run=True,
        executor=pool,
        opener=opener,
        window=2,
    )
    assert next(results).status == "valid"
    assert pool.given <= 3


def test_rows_of_a_long_table_share_an_opened_studio(studio: LocalStudio, tmp_path: Path) -> None:
    pool, opened = Counting(), list[int]()

    def opener() -> LocalStudio:
        opened.append(1)
        return brandstudio.open(tmp_path / "studio")

    words = [{"headline": f"Row {n}" if n != 5 else ""} for n in range(12)]
    made = studio.designs.batch(
        words,
        folder="acme",
        size="square",
        dry_run=True,
        executor=pool,
        opener=opener,
        window=2,
    )
    # One and one, two and two, four and the two that are left.
    assert pool.given == len(opened) == 6
    assert [row.row for row in made] == list(range(1, 13))
    assert [row.row for row in made.failed] == [6]


class Waiting(Executor):
    """An executor that nobody works for."""

    def __init__(self) -> None:
        self.given: list[Future[Any]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.given.append(Future())
        return self.given[-1]


def test_rows_that_nobody_has_begun_stay_undone_when_a_run_is_stopped(
    studio: LocalStudio, tmp_path: Path
) -> None:
    pool = Waiting()
    before = balance(studio)
    made = studio.designs.batch(
        [{"headline": f"Row {n}"} for n in range(9)],
        folder="acme",
        size="square",
        executor=pool,
        opener=functools.partial(brandstudio.open, tmp_path / "studio"),
        cancel=lambda: len(pool.given) >= 3,
    )
    assert made.stopped
    assert [row.status for row in made] == ["cancelled"] * 3
    assert all(future.cancelled() for future in pool.given)
    assert balance(studio) == before


# -- told once -------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [{"size": "banner"}, {"size": "square", "template": "nonsense"}])
def test_a_wrong_size_or_template_is_one_error_before_any_row(
    studio: LocalStudio, wrong: dict[str, Any]
) -> None:
    before = balance(studio)
    with pytest.raises(errors.ValidationError, match="|".join(wrong)):
        stream(studio, [{"headline": "One"}, {"headline": "Two"}], folder="acme", **wrong)
    assert balance(studio) == before


def test_what_an_earlier_run_charged_is_told_apart(studio: LocalStudio) -> None:
    rows = [{"headline": f"Row {n}"} for n in range(3)]
    first = studio.designs.batch(rows[:2], folder="acme", size="square", batch_id="monday")
    assert (first.credits, first.credits_before) == (4, 0)
    again = studio.designs.batch(rows, folder="acme", size="square", batch_id="monday")
    assert [row.charged_before for row in again] == [True, True, False]
    assert (again.credits, again.credits_before) == (2, 4)


@pytest.mark.parametrize("table", [42, None, {"headline": "One"}, b"headline\nOne"])
def test_a_table_of_a_wrong_type_is_told_what_is_taken(studio: LocalStudio, table: Any) -> None:
    with pytest.raises(TypeError, match=r"\.csv.*data frame.*mappings"):
        studio.designs.batch(table, folder="acme", size="square")


def test_a_wrong_argument_is_told_by_the_name_of_the_call(studio: LocalStudio) -> None:
    with pytest.raises(
        TypeError, match=r"^designs\.create\(\) got an unexpected keyword argument 'colour'$"
    ):
        studio.designs.create(colour="red")  # type: ignore[call-arg]
    with pytest.raises(
        TypeError,
        match=r"^admin\.credits\.add\(\) is missing the required keyword argument 'credits'$",
    ):
        studio.admin.credits.add()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^folders\.create\(\) takes keyword arguments only"):
        studio.folders.create("Acme")  # type: ignore[misc]
