"""Moods with one meaning in a photo: what is done for the word is said, and doubtful words are refused."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _kinds(said: str) -> dict[str, bool]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return {e.kind: e.amount > 0 for e in parsed.edits}


_CHEERFUL = {"brightness": True, "temperature": True, "saturation": True}
_LIVELY = {"contrast": True, "saturation": True}
_CALM = {"contrast": False, "saturation": False}


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("looks sad", _CHEERFUL),
        ("make it happier", _CHEERFUL),
        ("wirkt etwas traurig", _CHEERFUL),
        ("plus gai", _CHEERFUL),
        ("más feliz, por favor", _CHEERFUL),
        ("needs more impact", _LIVELY),
        ("mehr Wumms", _LIVELY),
        ("pas assez de vie", _LIVELY),
        ("se ve sin vida", _LIVELY),
        ("calmer please", _CALM),
        ("bitte ruhiger", _CALM),
        ("plus calme", _CALM),
        ("más tranquilo", _CALM),
        ("looks cold", {"temperature": True}),
        ("zu körnig", {"denoise": True}),
        ("a bit blurry", {"sharpen": True}),
    ],
)
def test_a_mood_is_what_photographers_mean_by_it(said: str, kinds: dict[str, bool]) -> None:
    assert _kinds(said) == kinds


def test_what_is_done_for_a_mood_is_said() -> None:
    told = parse("a bit sad, cheer it up").taken_for
    assert told == ('Took "cheer up" for a picture that is brighter, warmer and richer in colour.',)


def test_a_mood_that_is_complained_of_is_answered_by_what_is_said_behind_it() -> None:
    parsed = parse("looks sad, brighten it by 20 %")
    assert [e.told() for e in parsed.edits] == ["brightness +20 %"]
    assert parsed.left_aside == ("looks sad",)


@pytest.mark.parametrize("said", ["make it sad", "too happy", "not calmer", "the sky happier"])
def test_a_mood_that_is_wished_the_other_way_or_for_a_part_is_refused(said: str) -> None:
    assert parse(said).not_understood or not parse(said).edits
