"""Instructions as marketers write them, each with what it must come to: nothing is read wrongly, and
at least six in ten that can be done are read.

The two halves of the set were parted at random before the grammar was built; it was built with the
first half in view only. ``later`` was written and run when it stood (7 of 69 were read wrongly, and
mended), ``last`` after that (45, none wrong). ``places`` (140) was written before places could be
narrowed; one half of it was looked at, of the other 3 of 70 were wrong and 1 in part, then mended;
``fresh`` (40) was written after that and run once: none wrong. Of ``seventh`` (60) every second one was
held back: 17 of 27 that can be done were read, none wrongly.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from brandstudio.language.edit_places import placed
from brandstudio.language.edit_values import Edit
from brandstudio.language.edits import parse

DATA = Path(__file__).parent.parent / "data" / "language"
Read = tuple[str, str, str, str, str]


def _canonical(edit: Edit) -> Read:
    size = "small" if abs(edit.amount) < 0.6 else "big" if abs(edit.amount) > 1.35 else ""
    if edit.exact is not None:
        size = str(round(abs(edit.exact) * (1 if edit.kind == "rotate" else 100)))
    place = placed(_of_subject(edit.target), [_of_subject(part) for part in edit.without])
    assert place is not None
    within = "" if place[1] and place[0] == "all" else place[0]
    where = "!".join((within, *place[1])).replace("-third", "")
    return edit.kind, "-" if edit.amount < 0 else "+", edit.value, where, size


def _of_subject(target: str) -> str:
    """A place with the thing that is found by its name as the subject, which it is in these sets."""
    return re.sub(r"things?-[a-z]+", "subject", target)


def _wanted(row: str) -> list[Read] | None:
    """ "brightness - @sky small; crop 16:9" as reads; None for "refuse"."""
    return None if row == "refuse" else [_one(part.split()) for part in row.split(";")]


def _one(words: list[str]) -> Read:
    sign, value, size, where = "+", "", "", "all"
    for word in words[1:]:
        if word in "+-":
            sign = word
        elif word.startswith("@"):
            where = _plain(word.removeprefix("@"))
        elif word in ("small", "big") or re.fullmatch(r"\d+%?", word):
            size = word.rstrip("%")
        else:
            value = word
    if words[0] == "background_colour":
        where = "background"
    return words[0], sign, value, where, size


def _plain(where: str) -> str:
    """A place in its plainest form: all but the subject is the background."""
    within, *without = where.split("!")
    place = placed(within or "all", without)
    assert place is not None
    return "!".join(("" if without and place[0] == "all" else place[0], *place[1]))


def _judged(row: dict[str, object]) -> str:
    parsed = parse(str(row["text"]))
    wanted = [_wanted(w) for w in row["want"]]  # type: ignore[attr-defined]
    if parsed.not_understood or parsed.withheld or not parsed.edits:
        return "right" if None in wanted else "refused"
    return "right" if [_canonical(e) for e in parsed.edits] in wanted else "wrong"


@pytest.mark.parametrize(
    "half", ["seen", "unseen", "later", "last", "places", "fresh", "five", "sixth", "seventh"]
)
def test_no_instruction_is_read_wrongly_and_most_are_read(half: str) -> None:
    lines = (DATA / f"instructions-{half}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    judged = {row["text"]: _judged(row) for row in rows}
    assert [text for text, verdict in judged.items() if verdict == "wrong"] == []
    doable = [row["text"] for row in rows if row["want"] != ["refuse"]]
    read = sum(judged[text] == "right" for text in doable)
    assert read / len(doable) >= 0.6


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("ein weicherer Hintergrund", "soften of the background +1"),
        ("mit kr\u00e4ftigeren Farben", "saturation +1"),
        ("mit w\u00e4rmerem Ton", "temperature +1"),
        ("aufgehellte Schatten", "brightness of the shadows +1"),
    ],
)
def test_another_ending_of_a_german_adjective_is_no_slip(said: str, told: str) -> None:
    found = parse(said)
    assert [edit.told() for edit in found.edits] == [told]
    assert found.read_as == ()


def test_a_foreground_is_taken_for_the_main_subject_and_that_is_said() -> None:
    assert parse("brighten the foreground").read_as == (("foreground", "main subject"),)
    assert parse("brighten the subject").read_as == ()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("softer light", ["contrast -1"]),
        ("mit sanfterem Licht", ["contrast -1"]),
        ("couleurs plus douces", ["saturation -1"]),
        ("softer", ["soften +1"]),
        ("hard light from the left", []),
        ("soft light from the left", ["light left +1"]),
    ],
)
def test_softer_light_is_no_blur_and_none_comes_from_a_side(said: str, told: list[str]) -> None:
    found = parse(said)
    assert [edit.told() for edit in found.edits] == told
    assert bool(found.not_understood) is (not told)
