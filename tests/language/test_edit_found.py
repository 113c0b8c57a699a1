"""Things and parts of people that an edit names: read as places in four languages, and refused where
they are to be taken away, put in or cut at.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def told(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("make her hair warmer", ["temperature of the hair +1"]),
        ("die Haare der Frau heller", ["brightness of the hair +1"]),
        ("rends les cheveux plus chauds", ["temperature of the hair +1"]),
        ("el pelo más cálido", ["temperature of the hair +1"]),
        ("die Haut etwas heller", ["brightness of the skin +0.45"]),
        ("darken the clothes by 20 %", ["brightness of the clothes -20 %"]),
        ("the man's jacket darker", ["brightness of the piece of clothing -1"]),
        ("Kleid 20 % weniger bunt", ["saturation of the piece of clothing -20 %"]),
        ("le pull plus sombre", ["brightness of the piece of clothing -1"]),
        ("oscurece la chaqueta", ["brightness of the piece of clothing -1"]),
        ("brighten the dog", ["brightness of the dog +1"]),
        ("chairs darker", ["brightness of the chairs -1"]),
        ("das Boot heller", ["brightness of the boat +1"]),
        ("blur everything except the car", ["blur of all but the car +1"]),
        ("alles schwarzweiß außer dem Auto", ["monochrome of all but the car +1"]),
        ("desenfoca todo menos el coche", ["blur of all but the car +1"]),
        ("blur the background but not the dog", ["blur of the background but the dog +1"]),
        ("brighter but don't touch the car", ["brightness of all but the car +1"]),
        ("der linke Hund heller", ["brightness of the dog on the left +1"]),
        ("le chien de gauche plus clair", ["brightness of the dog on the left +1"]),
        ("el perro de la derecha más claro", ["brightness of the dog on the right +1"]),
        ("brighten the person on the left", ["brightness of the person on the left +1"]),
        ("brighten the left half of the dog", ["brightness of the left half of the dog +1"]),
        (
            "both dogs sharper and brighter",
            ["sharpen of the dogs +1", "brightness of the dogs +1"],
        ),
    ],
)
def test_a_thing_that_can_be_found_is_a_place(said: str, edits: list[str]) -> None:
    assert told(said) == edits


def test_what_a_noun_was_taken_for_is_said() -> None:
    assert parse("kitty warmer").taken_for == ('Took "kitty" for the cat.',)
    assert parse("Jacke dunkler").taken_for == ('Took "Jacke" for one piece of clothing.',)


@pytest.mark.parametrize(
    "said",
    [
        "remove the dog",
        "put a dog on the sofa",
        "more dogs",
        "replace the car with a bus",
        "make her hair red",
        "brighten the dog on the sofa",
        "darken the jacket of the man on the left",
        "everything except the big cow darker",
        "hands brighter",
        "the hat darker",
    ],
)
def test_another_wish_for_a_thing_is_refused(said: str) -> None:
    assert parse(said).not_understood


def test_a_crop_and_a_cut_out_of_such_a_thing_take_it_for_the_subject() -> None:
    for said in ("crop close on the dog", "cut out the dog"):
        assert parse(said).presumed == ("dog",)


def test_a_thing_with_its_colour_is_told_by_that() -> None:
    assert told("darken the red car") == ["brightness of the red parts -1"]
    assert parse("darken the red car").edits[0].thing == "car"
