"""What commands write never takes the place of what they read, and is whole or not there."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.studio.whole_files import whole_file

Run = Callable[..., Result]
ROWS = "headline\nThe harbour opens\nThe market closes\n"
LONG = "A headline that goes on and on about everything that there is to be said of the harbour"
TOO_LONG = f"{LONG} and {LONG}"


@pytest.fixture
def table(tmp_path: Path, run: Run) -> Path:
    run("folders", "create", "Acme")
    path = tmp_path / "fixed.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def batch(run: Run, table: object, *options: object, status: int = 0) -> Result:
    asked = ("--folder", "acme", "--size", "email-header", *options)
    return run("batch", table, *asked, status=status)


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_results_are_never_written_over_the_table(
    run: Run, table: Path, more: tuple[str, ...]
) -> None:
    out = table.with_suffix(".zip")
    refused = batch(run, table, "--out", out, *more, status=2)
    assert "fixed.csv is what this command reads" in refused.stderr
    assert "name another --out, or say with --results" in refused.stderr
    assert table.read_text(encoding="utf-8") == ROWS
    assert not out.exists()


@pytest.mark.parametrize("name", ["results.csv", "manifest.csv"])
def test_a_table_in_the_folder_of_the_banners_is_not_written_over(
    run: Run, table: Path, name: str
) -> None:
    folder = table.parent / "od"
    folder.mkdir()
    moved = table.rename(folder / name)
    refused = batch(run, moved, "--out", folder, status=2)
    assert f"{name} is what this command reads" in refused.stderr
    assert moved.read_text(encoding="utf-8") == ROWS
    assert os.listdir(folder) == [name]


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_neither_a_link_nor_another_spelling_hides_the_table(
    run: Run, table: Path, link: Callable[[Path, Path], None]
) -> None:
    link(table, table.parent / "other.csv")
    for out in (table.parent / "other.zip", table.parent / "studio" / ".." / "fixed.zip"):
        assert "would be written over" in batch(run, table, "--out", out, status=2).stderr
    assert table.read_text(encoding="utf-8") == ROWS


def test_a_table_that_the_shell_hands_in_is_not_written_over(data: Path, table: Path) -> None:
    command = [sys.executable, "-m", "brandstudio", "--data", str(data), "batch", "-"]
    command += ["--folder", "acme", "--size", "square", "--out", str(table.with_suffix(".zip"))]
    with table.open("rb") as given:
        refused = subprocess.run(command, stdin=given, capture_output=True, text=True, check=False)
    assert (refused.returncode, "would be written over" in refused.stderr) == (2, True)
    assert table.read_text(encoding="utf-8") == ROWS


def test_no_file_of_a_batch_is_written_over_another(run: Run, table: Path) -> None:
    out = table.parent / "out"
    refused = batch(run, table, "--out", out, "--results", out / "manifest.csv", status=2)
    assert "would be written twice" in refused.stderr
    assert "is what this command reads" in batch(run, table, "--results", table, status=2).stderr
    assert not out.exists()


def test_a_dry_run_writes_only_what_has_a_name_of_its_own(run: Run, table: Path) -> None:
    out, results = table.parent / "out", table.parent / "tried.csv"
    sheet = table.parent / "sheet.png"
    batch(run, table, "--out", out, "--contact-sheet", sheet, "--dry-run")
    assert not out.exists()
    assert not sheet.exists()
    said = batch(run, table, "--out", out, "--results", results, "--dry-run").stdout
    assert said.endswith(f"would charge 4 credits: {results}\n")
    with results.open(encoding="utf-8-sig", newline="") as file:
        assert [line["status"] for line in csv.DictReader(file)] == ["valid", "valid"]
    assert not out.exists()


def test_a_table_that_is_refused_leaves_the_results_as_they_were(run: Run, table: Path) -> None:
    results = table.parent / "results.csv"
    results.write_text("of yesterday")
    table.write_text("title\nOne\n")
    batch(run, table, "--results", results, status=1)
    table.write_text("headline\nOne\nTwo,too,many\n")
    batch(run, table, "--results", results, "--dry-run", status=1)
    assert results.read_text() == "of yesterday"
    assert sorted(os.listdir(table.parent)) == ["fixed.csv", "results.csv", "studio"]


def test_a_run_writes_a_contact_sheet_and_its_files_have_one_encoding(
    run: Run, table: Path
) -> None:
    out, sheet = table.parent / "out", table.parent / "sheets" / "sheet.png"
    batch(run, table, "--out", out, "--contact-sheet", sheet)
    assert Image.open(sheet).width == 16 + 2 * (240 + 16)
    for name in ("manifest.csv", "results.csv"):
        assert (out / name).read_bytes().startswith(b"\xef\xbb\xbf")
    refused = batch(run, table, "--contact-sheet", sheet.with_suffix(".pdf"), status=2)
    assert "ends in one of .png" in refused.stderr


def test_a_template_is_not_written_over_by_its_preview(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("templates", "init", "launch")
    words = Path("launch.toml").read_bytes()
    refused = run("templates", "preview", "launch.toml", "--out", "./launch.toml", status=2)
    assert "name another --out" in refused.stderr
    assert Path("launch.toml").read_bytes() == words
    assert "is there already" in run("templates", "init", "launch", status=2).stderr


def test_a_spec_is_not_written_over_by_what_is_drawn_from_it(run: Run, table: Path) -> None:
    for name, told in (("banner", "reads"), ("banner.json", ".json is no picture")):
        spec = table.parent / name
        spec.write_text("{}")
        assert told in run("designs", "render", "acme", spec, "--out", spec, status=2).stderr
        assert spec.read_text() == "{}"


def test_a_photo_is_not_written_over_by_the_demo(run: Run, tmp_path: Path) -> None:
    photo = tmp_path / "out" / "overlay-linkedin-feed.png"
    photo.parent.mkdir()
    photo.write_bytes(b"mine")
    assert "reads" in run("demo", "--photo", photo, "--out", photo.parent, status=2).stderr
    assert photo.read_bytes() == b"mine"


def test_saving_to_where_the_table_is_is_refused_in_python_too(data: Path, table: Path) -> None:
    folder = table.parent / "od"
    folder.mkdir()
    moved = table.rename(folder / "manifest.csv")
    with (
        brandstudio.open(data) as studio,
        pytest.raises(errors.ValidationError, match=r"manifest\.csv over the table"),
    ):
        studio.designs.batch(moved, folder="acme", size="square", save_to=folder)
    assert moved.read_text(encoding="utf-8") == ROWS


# -- several languages -----------------------------------------------------------------------------


def test_a_dry_run_of_languages_says_that_nothing_would_be_made_and_until_when(
    run: Run, table: Path
) -> None:
    table.write_text(f"headline_de,headline_en\nNeu,New\n{TOO_LONG},Open\n", encoding="utf-8")
    asked = ("--size", "mobile-banner-320x50", "--language", "de", "--language", "en")
    tried = batch(run, table, *asked, "--dry-run", status=1).stdout.splitlines()[-1]
    assert tried.startswith(
        "4 rows, 1 with problems, would charge 0 credits: nothing would be made until row 2 de has "
        "no problem"
    )
    assert tried.endswith("the rows without problems come to 12 credits")
    made = batch(run, table, *asked, status=1).stdout
    assert "4 rows, 1 with problems, charged 0 credits, nothing made" in made
    table.write_text("headline_de,headline_en\nNeu,New\nOffen,Open\n", encoding="utf-8")
    mended = batch(run, table, *asked, "--dry-run").stdout
    assert "4 rows, 0 with problems, would charge 16 credits" in mended
    assert "nothing would be made" not in mended


def test_without_languages_a_dry_run_quotes_the_rows_that_would_be_made(
    run: Run, table: Path
) -> None:
    table.write_text(f"headline,language\nNeu,de\n{TOO_LONG},en\n", encoding="utf-8")
    tried = batch(run, table, "--size", "mobile-banner-320x50", "--dry-run", status=1).stdout
    assert "2 rows, 1 with problems, would charge 4 credits" in tried
    assert "nothing would be made" not in tried


def test_the_help_names_the_one_case_in_which_a_row_stops_others(run: Run) -> None:
    words = " ".join(run("batch", "--help").stdout.split())
    assert "stops no other, except that with --language all are checked first" in words


# -- halves ----------------------------------------------------------------------------------------


def test_what_a_killed_run_left_is_taken_away_by_the_next_of_the_same_file(
    tmp_path: Path,
) -> None:
    target = tmp_path / "campaign.zip"
    killed = (
        "import os, sys; from pathlib import Path\n"
        "from brandstudio.studio.whole_files import whole_file\n"
        "with whole_file(Path(sys.argv[1])) as half:\n    os.kill(os.getpid(), 9)\n"
    )
    for name in (target, tmp_path / "other.zip"):
        subprocess.run([sys.executable, "-c", killed, str(name)], check=False)
    left = sorted(os.listdir(tmp_path))
    assert [name[:14] for name in left] == [".campaign.zip-", ".other.zip-" + left[1][11:14]]
    (tmp_path / ".campaign.zip-mine").write_bytes(b"")
    with whole_file(target) as half:
        half.write(b"whole")
    assert target.read_bytes() == b"whole"
    assert sorted(os.listdir(tmp_path)) == [".campaign.zip-mine", left[1], "campaign.zip"]


def test_a_half_that_somebody_still_writes_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "campaign.zip"
    with whole_file(target) as first:
        first.write(b"first")
        with whole_file(target) as second:
            second.write(b"second")
        assert target.read_bytes() == b"second"
    assert target.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["campaign.zip"]


def test_a_file_that_breaks_off_leaves_the_old_one_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "campaign.zip"
    target.write_bytes(b"old")
    with suppress(ZeroDivisionError), whole_file(target) as half:
        half.write(b"new")
        half.write(bytes(1 // 0))
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["campaign.zip"]
