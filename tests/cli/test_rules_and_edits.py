"""What a designer reads when a rule has a word to say, and how the versions of a banner are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from calm_edges import bee_in_focus
from click.testing import CliRunner, Result
from PIL import Image
from running import last_word

import brandstudio
from brandstudio.cli.root import cli
from brandstudio.engines.lettering import Lettering

Run = Callable[..., Result]
Said = Callable[..., Any]
SLOGAN = "A cheap bridge"


@pytest.fixture
def ruled(run: Run, tmp_path: Path) -> str:
    """A banner job of a folder with a rule on words and one on the logo."""
    logo = tmp_path / "logo.svg"
    logo.write_bytes(
        resources.files("brandstudio.assets").joinpath("demo", "logo.svg").read_bytes()
    )
    run("folders", "create", "Acme")
    run("logos", "add", "acme", logo, "--name", "mark")
    made = run("designs", "create", "acme", "--size", "email-header", "--template", "split",
               "--headline", "The harbour opens")  # fmt: skip
    run("rules", "add", "acme", "Never say cheap", "--kind", "copy")
    run("rules", "add", "acme", "Logo always top left", "--kind", "logo")
    return last_word(made)


def test_what_the_rules_say_of_a_banner_is_printed(run: Run, said: Said, ruled: str) -> None:
    asked = ("acme", "--size", "email-header", "--template", "split", "--headline", SLOGAN)
    for command in ("preview", "create"):
        made = run("designs", command, *asked)
        assert "note:" not in made.stdout  # a script reads the banner alone
        printed = made.stderr
        assert "note: headline: " in printed
        assert "cheap" in printed
    edit = (ruled, "split", "--headline", SLOGAN, "--logo-place", "bottom-right")
    for command in ("preview-edit", "edit"):
        printed = run("designs", command, *edit).stderr
        assert "note: headline: " in printed
        assert "note: The logo stands top-left, not bottom-right as was chosen" in printed
    printed = run("designs", "show", ruled).stderr
    assert "note: headline: " in printed
    assert "note: split/email-header@2: The logo stands top-left, not bottom-right" in printed
    assert [a["slot"] for a in said("designs", "show", ruled)["advisories"]] == ["headline"]


def test_a_banner_that_was_edited_is_named_as_before(
    run: Run, said: Said, ruled: str, tmp_path: Path
) -> None:
    def headline(variant: str) -> str:
        out = tmp_path / "spec.json"
        run("export", ruled, variant, "--format", "spec", "--out", out)
        return str(json.loads(out.read_text())["recipe"]["slots"]["headline"])

    first = said("designs", "show", ruled)["variants"][0]["variantId"]
    run("designs", "edit", ruled, "split/email-header", "--headline", "Second")
    run("designs", "edit", ruled, "split/email-header", "--headline", "Third")
    run("designs", "edit", ruled, "split@1", "--headline", "Fourth")
    assert headline("split/email-header") == headline("split") == "Fourth"
    assert headline("split/email-header@1") == headline(first) == "The harbour opens"
    assert headline("split@3") == "Third"
    rows = run("designs", "show", ruled).stdout.splitlines()
    made_from = {row.split()[1]: row.split()[6] for row in rows if row.startswith("var_")}
    assert made_from == {
        "split/email-header@1": "-",
        "split/email-header@2": "split/email-header@1",
        "split/email-header@3": "split/email-header@2",
        "split/email-header@4": "split/email-header@1",
    }
    wrong = run("designs", "edit", ruled, "split@9", "--headline", "No", status=1).stderr
    assert "no version '9' in" in wrong
    assert "split/email-header@4" in wrong


def test_a_template_in_several_sizes_is_to_be_named_with_one(run: Run, ruled: str) -> None:
    run("designs", "edit", ruled, "split", "--size", "square")
    wrong = run("designs", "save", ruled, "split", status=1).stderr
    assert "split in several sizes; name one: split/email-header, split/square" in wrong
    run("designs", "save", ruled, "split/square")


def test_a_spec_comes_through_a_pipe_and_draws_the_same_bytes(
    run: Run, ruled: str, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "again.png"
    spec = run("export", ruled, "split", "--format", "spec", "--out", "-").stdout_bytes
    command = ["--data", str(data), "designs", "render", "acme", "-", "--out", str(out)]
    assert CliRunner().invoke(cli, command, input=spec).exit_code == 0
    run("export", ruled, "split", "--out", tmp_path / "first.png")
    with Image.open(out) as again, Image.open(tmp_path / "first.png") as first:
        assert again.tobytes() == first.tobytes()
    wrong = CliRunner().invoke(cli, command, input=b"\xff\xd8").stderr
    assert "standard input is no DesignSpec: it is not JSON" in wrong
    missing = run("designs", "render", "acme", tmp_path / "no.json", status=1).stderr
    assert "can't be read: No such file" in missing


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("splt/email-header", "--align", "center"), "did you mean 'split/email-header'?"),
        (("split", "--template", "overley"), "did you mean 'overlay'?"),
        (("split", "--scheme", "dark"), "split has no such colour scheme; it has none"),
        (("split", "--headline", ""), "a banner needs a headline"),
    ],
)
def test_a_slip_in_an_edit_is_answered_with_what_was_meant(
    run: Run, ruled: str, options: tuple[str, ...], told: str
) -> None:
    assert told in run("designs", "edit", ruled, *options, status=1).stderr


def test_an_edit_that_names_nothing_and_eyes_that_nobody_has_are_told(run: Run, ruled: str) -> None:
    assert "Say what to change" in run("designs", "edit", ruled, "split", status=2).stderr
    wrong = ("preview-edit", ruled, "split", "--seed", "1", "--vision", "dutan")
    assert "Did you mean 'deutan'?" in run("designs", *wrong, status=2).stderr


def test_a_rule_says_what_will_be_checked_of_it(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    added = run("rules", "add", "acme", "Headlines: at most 6 words").stdout
    assert "Headlines: at most 6 words. Checked on banners and texts." in added
    assert "acme has the copy rule" in added
    people = run("rules", "add", "acme", "Warm light", "--kind", "image").stdout
    assert "Kept for people, not checked." in people
    listed = run("rules", "list", "acme").stdout
    assert "Headlines: at most 6 words. Checked on banners and texts." in listed
    assert "Kept for people, not checked." in listed
    asked = ("acme", "--template", "split", "--size", "email-header", "--headline")
    broken = said("designs", "preview", *asked, "one two three four five six seven")["advisories"]
    assert broken[0]["message"].startswith("Words in the longest heading: 7, should be at most 6.")


def test_a_rule_whose_kind_is_not_clear_is_answered_with_the_kinds(run: Run) -> None:
    run("folders", "create", "Acme")
    wrong = run("rules", "add", "acme", "Warm light", status=2).stderr
    assert "say --kind with one of image, copy, logo, layout" in wrong
    assert last_word(run("rules", "add", "acme", "Logo always top left")).startswith("rule_")
    assert " logo " in run("rules", "list", "acme").stdout


def test_a_picture_is_written_in_the_form_that_its_name_says(
    run: Run, ruled: str, tmp_path: Path
) -> None:
    preview = ("preview", "acme", "--size", "email-header", "--template", "split",
               "--headline", "Open", "--max-side", "200")  # fmt: skip
    looked = ("preview-edit", ruled, "split", "--seed", "1", "--max-side", "200")
    for asked in (preview, looked):
        for name, form in (("seen.png", "PNG"), ("seen.JPG", "JPEG"), ("seen.webp", "WEBP")):
            run("designs", *asked, "--out", tmp_path / name)
            with Image.open(tmp_path / name) as picture:
                assert (picture.format, picture.width) == (form, 200)
    run("designs", "edit", ruled, "split", "--seed", "1", "--out", tmp_path / "made.jpg")
    with Image.open(tmp_path / "made.jpg") as picture:
        assert picture.format == "JPEG"


def test_several_sizes_are_previewed_as_one_job_would_make_them(
    run: Run, ruled: str, tmp_path: Path
) -> None:
    sizes = ("--size", "medium-rectangle-300x250", "--size", "email-header")
    asked = ("designs", "preview", "acme", *sizes, "--headline", "Open", "--max-side", "200")
    told = run(*asked, "--out", tmp_path / "seen.png").stdout
    for name in ("medium-rectangle-300x250", "email-header"):
        assert f"overlay, {name}, score" in told
        with Image.open(tmp_path / f"seen-{name}.png") as picture:
            assert picture.format == "PNG"
    both = json.loads(run("--json", *asked).stdout)
    assert [one["size"] for one in both] == ["medium-rectangle-300x250", "email-header"]
    assert "one --size" in run(*asked, "--out", "-", status=2).stderr


def test_a_form_that_no_picture_is_written_in_is_refused_before_the_charge(
    run: Run, ruled: str, tmp_path: Path
) -> None:
    balance = run("credits", "balance").stdout
    for command in ("edit", "preview-edit"):
        asked = ("designs", command, ruled, "split", "--seed", "1", "--out", tmp_path / "seen.pdf")
        told = run(*asked, status=2).stderr
        assert ".pdf is no picture that can be written: .png, .jpg, .jpeg, .webp" in told
    assert run("credits", "balance").stdout == balance


def test_an_edit_that_draws_the_same_picture_is_refused_and_its_dry_run_and_preview_say_so(
    run: Run, ruled: str
) -> None:
    run("designs", "edit", ruled, "split", "--headline", "Second")  # the rule holds of this one
    balance = run("credits", "balance").stdout
    idle = (ruled, "split", "--logo-place", "bottom-right")
    why = (
        "this changes nothing: with logo.place=bottom-right the banner comes out as it is already "
        "(The logo stands top-left, not bottom-right as was chosen: a rule says top-left)"
    )
    for asked in (("edit", *idle), ("edit", *idle, "--dry-run")):
        assert why in run("designs", *asked, status=1).stderr
    seen = run("designs", "preview-edit", *idle).stderr
    assert f"note: The edit would be refused: {why}" in seen
    assert "it costs" not in seen
    assert run("credits", "balance").stdout == balance


@pytest.mark.slow
def test_the_balance_told_with_banners_is_that_after_their_job(
    run: Run, said: Said, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    small = tmp_path / "bee.jpg"
    small.write_bytes(bee_in_focus())
    photo = last_word(run("library", "add", "acme", small))
    asked = ("designs", "create", "acme", "--size", "square", "--image-id", photo, "--save")
    made = said(*asked, "--headline", "Open again", "--button-text", "Plan your visit")
    assert made["extensions"]  # charged while the job ran
    assert made["balance"] == said("credits", "balance")["balance"]


def test_a_preview_says_what_the_banner_would_cost(run: Run, ruled: str) -> None:
    told = "Free to look at; made, it costs 2 credits."
    assert told in run("designs", "preview-edit", ruled, "split", "--seed", "1").stdout
    asked = ("acme", "--size", "email-header", "--template", "split", "--headline", "Open")
    assert told in run("designs", "preview", *asked).stdout


def test_the_newest_banner_job_of_the_list_is_one_that_can_be_shown_after_an_edit(
    run: Run, said: Said, ruled: str
) -> None:
    run("designs", "edit", ruled, "split", "--headline", "Second")
    newest = run("jobs", "list", "--kind", "design").stdout.splitlines()[1].split()[0]
    assert newest != ruled
    assert said("designs", "show", newest)["jobId"] == ruled
    run("designs", "edit", newest, "split", "--headline", "Third")
    assert "split/email-header@3" in run("designs", "show", ruled).stdout


def test_a_suggested_rule_is_adopted_with_its_check_by_its_number_or_its_words(
    run: Run, said: Said, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    none = run("rules", "adopt", "acme", "1", status=1).stderr
    assert "no extraction of acme suggested a rule" in none
    warm = resources.files("brandstudio.assets").joinpath("photos", "coffee.jpg")
    (tmp_path / "warm.jpg").write_bytes(warm.read_bytes())
    run(
        "references", "add", "acme", last_word(run("library", "add", "acme", tmp_path / "warm.jpg"))
    )
    printed = run("style", "extract", "acme").stdout
    assert "Suggested rules (brandstudio rules adopt FOLDER NUMBER... adopts them)" in printed
    [job] = said("jobs", "list", "--kind", "extraction")["jobs"]
    found = said("style", "extraction", "acme", job["jobId"])["result"]["suggestedRules"]
    checked = [rule for rule in found if rule["check"]]
    assert len(checked) > 1
    first, second = (found.index(rule) for rule in checked[:2])
    assert f" {first + 1}  {found[first]['kind']}  {found[first]['text']}" in printed
    run("rules", "adopt", "acme", first + 1, found[second]["text"])
    rules = {rule["text"]: rule for rule in said("rules", "list", "acme")["rules"]}
    for rule in checked[:2]:
        assert rules[rule["text"]]["check"] == rule["check"]
        assert rules[rule["text"]]["kind"] == rule["kind"]
    twice = run("rules", "adopt", "acme", first + 1, status=1).stderr
    assert "acme has that rule already" in twice
    wrong = run("rules", "adopt", "acme", "99", status=1).stderr
    assert f"there are: 1 {found[0]['text']}" in wrong
    by_add = run("rules", "add", "acme", found[first]["text"], status=2).stderr
    assert "adopted with its check by brandstudio rules adopt" in " ".join(by_add.split())
    assert ".." not in by_add


def test_a_command_by_its_name_elsewhere_is_told_with_ours(run: Run) -> None:
    assert "Did you mean 'show'?" in run("designs", "get", "job_1", status=2).stderr
    assert "Did you mean 'remove'?" in run("rules", "rm", "acme", "rule_1", status=2).stderr


def test_a_table_comes_in_through_a_pipe_with_a_column_of_its_own_and_in_two_languages(
    run: Run, data: Path
) -> None:
    run("folders", "create", "Acme")
    how = ["--data", str(data), "--json", "batch", "-", "--folder", "acme", "--size",
           "email-header", "--template", "panel", "--headline", "title", "--dry-run"]  # fmt: skip
    piped = CliRunner().invoke(cli, how, input="title,note\nThe harbour opens,x\nA bridge,y\n")
    assert piped.exit_code == 0, piped.output
    assert "The harbour opens" in piped.stdout
    table = "title_en,title_de\nThe harbour opens,Der Hafen macht auf\n"
    both = CliRunner().invoke(cli, [*how, "--language", "en", "--language", "de"], input=table)
    assert both.exit_code == 0, both.output
    for words in ("The harbour opens", "Der Hafen macht auf"):
        assert words in both.stdout
    assert run("credits", "balance").stdout == "Balance: 10,000\n"  # nothing was charged


def test_an_error_that_nobody_foresaw_is_one_line_with_a_hint(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(brandstudio, "open", broken)
    asked = ["--data", str(data), "folders", "list"]
    told = CliRunner().invoke(cli, asked)
    assert told.exit_code == 1
    assert told.stderr == (
        "INTERNAL_ERROR: ZeroDivisionError: by zero (BRANDSTUDIO_DEBUG=1 shows where it comes from)\n"
    )
    as_json = CliRunner().invoke(cli, ["--json", *asked])
    assert json.loads(as_json.stderr)["error"]["code"] == "INTERNAL_ERROR"
    monkeypatch.setenv("BRANDSTUDIO_DEBUG", "1")
    assert isinstance(CliRunner().invoke(cli, asked).exception, ZeroDivisionError)


def test_an_enforced_rule_refuses_beside_an_advisory_one_and_the_list_says_so(run: Run) -> None:
    run("folders", "create", "Two")
    for more in ((), ("--enforce",)):
        added = run("rules", "add", "two", "Headlines have at most three words", *more).stdout
        assert ("has the same rule already" in added) is bool(more)
    assert run("rules", "list", "two").stdout.count("Refuses banners.") == 1
    asked = ("two", "--size", "square", "--template", "split", "--headline", "One two three four")
    refused = run("designs", "create", *asked, "--dry-run", status=1).stderr
    assert "Words in the longest heading: 4, should be at most 3." in refused


@pytest.mark.parametrize("installed", [True, False])
def test_a_search_without_a_hit_says_that_words_in_pictures_are_not_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    monkeypatch.setattr(Lettering, "installed", property(lambda self: installed))
    run("folders", "create", "Two")
    told = run("library", "search", "hafenkonzert")
    said = "Words that stand in pictures are not read here"
    assert (told.stdout + told.stderr).count(said) == (not installed)
