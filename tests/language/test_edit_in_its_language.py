"""A word is mended within its sentence's language only, and a cast that is complained of is never set aside."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


@pytest.mark.parametrize(
    "said",
    [
        "Mach den Hintergrund unscharf, nur der Redner bleibt scharf",
        "mach den hintergrund unscharf, nur der redner bleibt scharf",
        "I took this with an ancient phone, make it brighter",
        "Mach den Himmel dunkler, nur der Blaue Heller",
    ],
)
def test_no_word_of_another_language_and_no_noun_is_a_slip(said: str) -> None:
    parsed = parse(said)
    assert not parsed.read_as
    assert not [e for e in parsed.edits if e.kind == "colour"]


@pytest.mark.parametrize(
    ("said", "known"),
    [("mach den Hintergrnd unscharf", "hintergrund"), ("Bitte den Kontrsat erhöhen", "kontrast")],
)
def test_a_slip_of_a_german_noun_is_still_mended(said: str, known: str) -> None:
    assert [meant for _, meant in parse(said).read_as] == [known]


def kinds(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood
    return [f"{e.kind} {e.value} {e.amount:+.2g} {e.exact or ''}".strip() for e in parsed.edits]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("everything's yellowish brown", ["colour yellow -1"]),
        (
            "They took this with an old phone and everything's yellowish. Less noise.",
            ["colour yellow -1", "denoise  +1"],
        ),
        ("make it look like normal light", ["balance  +1"]),
        ("b&w, red filter", ["monochrome red +1"]),
        ("blanco y negro con filtro rojo", ["monochrome red +1"]),
        ("black and white with a red tint", ["monochrome  +1", "colour red +1"]),
        ("claridad +20", ["clarity  +1 0.2"]),
        ("más claridad", ["brightness  +1"]),
        ("make the background #ffffff", ["background_colour #ffffff +1"]),
        ("background #A0FFFF", ["background_colour #a0ffff +1"]),
        ("brown tones, a bit of grain", ["colour brown +1", "grain  +0.45"]),
    ],
)
def test_it_is_read_as_it_is_meant(said: str, told: list[str]) -> None:
    assert kinds(said) == told
