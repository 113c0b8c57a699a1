"""A thing that is named with a noun of its own and set apart from the rest is the subject; typing
errors, sides and places that were named before are read in four languages.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def told(said: str) -> list[str]:
    """The edits of an instruction in words; it is understood whole."""
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edit", "noun"),
    [
        (
            "everything except the moose in black and white",
            "monochrome of the background +1",
            "moose",
        ),
        ("alles außer der Statue entsättigen", "saturation of the background -100 %", "Statue"),
        ("tout en noir et blanc sauf la statue", "monochrome of the background +1", "statue"),
        ("todo más oscuro menos el castillo", "brightness of the background -1", "castillo"),
        (
            "leave the castle as it is, brighten the rest",
            "brightness of the background +1",
            "castle",
        ),
        ("Statue so lassen, Rest dunkler", "brightness of the background -1", "Statue"),
        (
            "laisse la statue telle quelle et assombris le reste",
            "brightness of the background -1",
            "statue",
        ),
        (
            "deja el castillo intacto y oscurece lo demás",
            "brightness of the background -1",
            "castillo",
        ),
        ("more contrast, but not on the moose", "contrast of the background +1", "moose"),
        ("darken it, but not the cup", "brightness of the background -1", "cup"),
        (
            "leave the hiker as he is, cool everything else",
            "temperature of the background -1",
            "hiker",
        ),
        ("Hintergrund unscharf, der Läufer bleibt scharf", "blur of the background +1", "Läufer"),
        ("brighten only the cup", "brightness of the subject +1", "cup"),
        ("Flasche freistellen", "cutout +1", "Flasche"),
        ("cut the bottle out", "cutout +1", "bottle"),
        ("détoure la chaussure", "cutout +1", "chaussure"),
    ],
)
def test_a_noun_that_is_set_apart_is_the_subject(said: str, edit: str, noun: str) -> None:
    assert told(said) == [edit]
    assert parse(said).presumed == (noun,)


@pytest.mark.parametrize(
    "said",
    [
        "darken everything except the hat",
        "alles außer der Tür dunkler",
        "cut out the glare",
        "everything except the strawberries darker",
        "everything except the big cow darker",
        "keep the mood as it is, brighter",
        "leave the composition as it is, warmer",
        "darker, not grim",
        "plus clair, mais pas blafard",
        "more contrast but not crunchy",
        "nur das Holz wärmer",
        "only the evening light",
        "cut out the scene",
        "except the cow",
        "isolate the cow and add a rainbow",
    ],
)
def test_parts_landscapes_and_nouns_that_are_changed_are_not_taken_for_it(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("crop 10 % from each side", "crop left+right+top+bottom +10 %"),
        ("auf jeder Seite 5 % abschneiden", "crop left+right+top+bottom +5 %"),
        ("rogne 10 % de chaque côté", "crop left+right+top+bottom +10 %"),
        ("recorta un 10 % de cada lado", "crop left+right+top+bottom +10 %"),
        ("20 % Helligkeit drauf", "brightness +20 %"),
        ("Helligkeit 15 % runter", "brightness -15 %"),
        ("minus 20 Helligkeit", "brightness -20 %"),
        ("Kontrast rauf", "contrast +1"),
        ("blur the background much more", "blur of the background +1.7"),
        ("darken the sky further", "brightness of the sky -1"),
        ("saturation down a hair", "saturation -0.25"),
    ],
)
def test_sides_all_round_and_colloquial_directions_are_read(said: str, edit: str) -> None:
    assert told(said) == [edit]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("lift the shadws", "shadows"),
        ("Schatten aufheln", "aufhellen"),
        ("more contrst", "contrast"),
    ],
)
def test_letters_that_were_left_out_are_found_again(said: str, known: str) -> None:
    assert told(said)
    assert [read for _, read in parse(said).read_as] == [known]


@pytest.mark.parametrize(
    "said",
    [
        "darken the sky, more contrast only there",
        "Himmel dunkler, mehr Kontrast nur dort",
        "assombris le ciel, plus de contraste à cet endroit",
        "oscurece el cielo, con más contraste solo ahí",
    ],
)
def test_there_is_the_place_that_was_named(said: str) -> None:
    assert told(said) == ["brightness of the sky -1", "contrast of the sky +1"]


@pytest.mark.parametrize(
    "said", ["more contrast there", "mehr Kontrast nur dort", "crop each side"]
)
def test_there_without_a_place_and_sides_without_a_figure_are_refused(said: str) -> None:
    assert parse(said).not_understood
