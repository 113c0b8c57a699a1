"""What is to stay sharp is never softened, "it" stays what it was behind "and", and what lies around a thing is no place."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    "said",
    [
        "Hintergrund weichzeichnen, Gesicht und Haare scharf lassen",
        "Hintergrund weichzeichnen, Gesicht und Haare scharf lasen",
        "blur the background, face and hair stay sharp",
        "blur the background, keep the face and hair sharp",
        "blur the background, face and hair sharp",
        "blur the background; her face and hair must be sharp",
        "flouter le fond, visage et cheveux nets",
        "flouter le fond, laiser le visage et les cheveux nets",
        "desenfoca el fondo, cara y pelo nítidos",
        "desenfoca el fondo, deja la cara y el pelo nítidos",
    ],
)
def test_what_is_to_be_sharp_is_not_blurred_with_what_stands_before_it(said: str) -> None:
    edits = parse(said).edits
    blurred = [e.target for e in edits if e.kind in ("blur", "soften")]
    assert blurred == ["background"]


@pytest.mark.parametrize(
    "said",
    [
        "blur the background, leav the face sharp",
        "Hintergrund weichzeichnen, Gesicht soll scharf blieben",
    ],
)
def test_a_slip_of_a_keeping_verb_that_nobody_knows_is_asked_about(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Die Lichter um die Sonne zurückholen",
        "um das Gesicht dunkler",
        "Wasser um die Boote heller",
        "recover the highlights around the sun",
        "darken around the face",
        "assombris autour du visage",
        "oscurece alrededor de la cara",
    ],
)
def test_what_lies_around_a_thing_is_no_place_and_not_the_thing(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("um die Hälfte heller", ["brightness +50 %"]),
        ("um 20 % heller", ["brightness +20 %"]),
        ("mehr Platz um das Motiv", ["space all +1"]),
    ],
)
def test_by_how_much_and_room_around_are_read(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize(
    "said",
    [
        "The sky is too cyan. Make it bluer and pull saturation down 30",
        "Der Himmel ist zu türkis. Mach ihn blauer und die Sättigung um 30 % runter",
        "Le ciel est trop cyan. Rends-le plus bleu et baisse la saturation de 30 %",
        "El cielo está demasiado cian. Hazlo más azul y baja la saturación un 30 %",
    ],
)
def test_what_and_adds_to_it_is_done_to_it(said: str) -> None:
    parsed = parse(said)
    assert parsed.not_understood == ()
    assert {edit.target for edit in parsed.edits} == {"sky"}
    assert parsed.edits[-1].told() == "saturation of the sky -30 %"


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("The sky is too dark. Make it brighter and add a vignette", "vignette +1"),
        ("The sky is too dark. Make it brighter. Add contrast", "contrast +1"),
        ("The sky is dull. Make it bluer and the grass greener and add contrast", "contrast +1"),
        ("The sky is too dark. Brighten it and warm up the whole photo", "temperature +1"),
    ],
)
def test_what_is_of_the_picture_or_of_another_sentence_is_not(said: str, last: str) -> None:
    assert _read(said)[-1] == last


@pytest.mark.parametrize(
    "said",
    [
        "¿Puedes girarla para que se le vea la cara?",
        "tourne-la pour qu'on voie son visage",
        "Dreh sie, damit man ihr Gesicht sieht",
        "turn her so we can see her face",
    ],
)
def test_a_turn_that_is_to_show_a_face_turns_no_picture(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "the mountains are dull, make them pop",
        "les montagnes me paraissent ternes, fais-les ressortir un peu",
        "las montañas se ven apagadas, hazlas resaltar",
    ],
)
def test_scenery_that_is_spoken_of_is_not_what_stands_out(said: str) -> None:
    assert parse(said).not_understood


def test_a_meadow_is_said_to_be_all_that_is_green() -> None:
    told = parse("saturer les verts de la prairie").taken_for
    assert told == ('Took "prairie" for the plants, all that is green.',)
