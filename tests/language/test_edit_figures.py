"""Edits that are sized, or turned to a place, by a clause of their own."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Recover highlights, say -40", "brightness of the highlights -40 %"),
        ("more clarity, maybe 20", "clarity +20 %"),
        ("lower the contrast, drop it like 25%", "contrast -25 %"),
        ("éclaircis le ciel, disons de moitié", "brightness of the sky +50 %"),
        ("Un peu trop contrasté, enlève 15 %", "contrast -15 %"),
        ("Himmel dunkler, sagen wir -30", "brightness of the sky -30 %"),
    ],
)
def test_a_figure_in_a_clause_of_its_own_sizes_the_edit_before_it(said: str, edit: str) -> None:
    assert _read(said) == [edit]


@pytest.mark.parametrize(
    "said",
    ["less contrast, add 20 %", "brighter, 20 px", "brighter, say -40", "vintage, maybe 20"],
)
def test_a_figure_that_goes_another_way_or_fits_no_measure_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("the sky is too dark, bring it up", "brightness of the sky +1"),
        ("the shadows are too dark, lift them by 30 %", "brightness of the shadows +30 %"),
    ],
)
def test_more_or_less_of_it_behind_a_complaint_is_of_its_place(said: str, edit: str) -> None:
    assert _read(said) == [edit]


def test_the_other_way_than_the_complaint_is_refused() -> None:
    assert parse("the sky is too bright, bring it up").not_understood


def test_what_can_not_be_found_is_not_all_of_the_picture() -> None:
    assert parse("les cygnes se voient a peine, éclaircis-les un poil").not_understood
    assert _read("les cygnes se voient a peine, éclaircis la photo") == ["brightness +1"]


@pytest.mark.parametrize(
    "said", ["sepia pero no muy fuerte", "sepia, aber nicht sehr stark", "sepia, but not a lot"]
)
def test_not_very_strong_is_a_little(said: str) -> None:
    assert _read(said) == ["sepia +0.45"]


def test_less_of_a_colour_behind_black_and_white_leaves_that_colour() -> None:
    (edit,) = parse("Hazla blanco y negro, menos el rojo").edits
    assert (edit.kind, edit.without) == ("monochrome", ("colour-red",))
