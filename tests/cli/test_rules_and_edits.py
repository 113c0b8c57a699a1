"""What a designer reads when a rule has a word to say, and how the versions of a banner are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from running import last_word

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
        printed = run("designs", command, *asked).stdout
        assert "note: headline: " in printed
        assert "cheap" in printed
    edit = (ruled, "split", "--headline", SLOGAN, "--logo-place", "bottom-right")
    for command in ("preview-edit", "edit"):
        printed = run("designs", command, *edit).stdout
        assert "note: headline: " in printed
        assert "note: The logo stands top-left, not bottom-right as was chosen" in printed
    printed = run("designs", "show", ruled).stdout
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
    made_from = {row.split()[6]: row.split()[7] for row in rows if row.startswith("var_")}
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
