"""Rules as people write them, each with the check that it must become, or none: nothing is misread,
at least six in ten that can be checked are, and the answer says which.

The halves were parted at random before the forms were written; those were written with the first
half in view only.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brandstudio.language.rule_echo import UNCHECKED, echo
from brandstudio.language.rule_sentences import check_from
from brandstudio.models.rules import RuleCheck

DATA = Path(__file__).parent.parent / "data" / "language"


@pytest.mark.parametrize("half", ["seen", "unseen", "later", "fresh"])
def test_no_rule_is_misread_and_most_are_read(half: str) -> None:
    lines = (DATA / f"rules-{half}.jsonl").read_text(encoding="utf-8").splitlines()
    misread, right, checkable = [], 0, 0
    for row in map(json.loads, lines):
        check = check_from(row["kind"], row["text"])
        read = None if check is None else check.model_dump(mode="json")
        if read is not None and read != row["want"]:
            misread.append((row["text"], read))
        if row["want"] is not None:
            checkable += 1
            right += read == row["want"]
    assert misread == []
    assert right / checkable >= 0.6


@pytest.mark.parametrize(
    ("kind", "sentence", "said"),
    [
        ("copy", "Headlines: at most 6 words", "Headlines: at most 6 words. Checked on banners and texts."),
        ("copy", 'Never say "cheap"', 'Never says "cheap". Checked on banners and texts.'),
        ("copy", "Say customers, not users", '"customers" instead of "users". Checked on banners and texts.'),
        ("copy", "No exclamation marks", "Exclamation marks: none. Checked on banners and texts."),
        ("copy", "Use the Oxford comma", "Oxford comma: used. Checked on banners and texts."),
        ("copy", "Be friendly", UNCHECKED),
        ("copy", "No emojis on LinkedIn", UNCHECKED),
        ("image", "At least 30% negative space", "Area left calm: at least 30 %. Checked on pictures."),
        ("layout", "At most two fonts", "Font families: at most 2. Checked on banners."),
        ("logo", "The logo never goes bottom right",
         "Where the logo stands: never bottom right. Checked on banners."),
    ],
)  # fmt: skip
def test_a_rule_is_said_back(kind: str, sentence: str, said: str) -> None:
    assert echo(check_from(kind, sentence)) == said  # type: ignore[arg-type]


def test_what_nothing_measures_is_said_to_be_unchecked() -> None:
    check = RuleCheck(measure="logo_contrast", op=">=", value=3.0)
    assert echo(check).endswith("Kept for people: nothing measures it yet.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Never say cheap unless it is",
        'Never say "cheap" except in the outlet',
        "No exclamation marks in headlines",
        "Use at most 5 hashtags on Instagram",
        "Most headlines have at most 6 words",
        "Never say anything bad",
        "Say less, not more",
        "At most 5 hashtags or 3 emojis",
        "No emojis and no hashtags",
    ],
)
def test_a_doubtful_rule_is_kept_unchecked(sentence: str) -> None:
    assert check_from("copy", sentence) is None
