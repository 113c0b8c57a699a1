"""What is said beside a wish and asks for no change, and things that are told by their colour."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "plain", "aside"),
    [
        ("Blur the background so she pops", "blur the background", "so she pops"),
        ("Darken the top to draw the eye to him", "darken the top", "to draw the eye to him"),
        (
            "Desenfoca la mitad izquierda para poner texto encima",
            "desenfoca la mitad izquierda",
            "para poner texto encima",
        ),
        (
            "Retourne l'image pour qu'elle regarde de l'autre côté",
            "retourne l'image",
            "pour qu'elle regarde de l'autre côté",
        ),
        ("Warmer, for a flyer", "warmer", "for a flyer"),
        (
            "The windows are blown out - pull the highlights back 40 %",
            "pull the highlights back 40 %",
            "The windows are blown out",
        ),
    ],
)
def test_an_aim_and_a_complaint_are_left_aside_and_said(said: str, plain: str, aside: str) -> None:
    assert _read(said) == _read(plain)
    assert parse(said).left_aside == (aside,)


@pytest.mark.parametrize(
    "said",
    [
        "Brighter, so that it looks like night",
        "Blur the background so the dog disappears",
        "Darker, so she looks younger",
        "The hat is too blue, warmer",
        "The windows are blown out - more saturation",
    ],
)
def test_what_asks_for_more_is_not_left_aside(said: str) -> None:
    assert parse(said).not_understood


def test_what_follows_a_complaint_is_of_its_place() -> None:
    assert _read("Die Tiefen sind abgesoffen, bitte um 30 % aufhellen") == [
        "brightness of the shadows +30 %"
    ]
    assert _read("Le turquoise est trop criard, baisse-le un peu") == [
        "saturation of the turquoise parts -0.45"
    ]


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Turn the mustard armchair teal", "repaint of the mustard parts teal +1"),
        ("Das blaue Notizbuch in Grün umfärben", "repaint of the blue parts green +1"),
        ("Notizbuch in Bordeauxrot statt Blau", "repaint of the blue parts burgundy +1"),
        ("El cuaderno azul en rojo", "repaint of the blue parts red +1"),
        ("Le carnet bleu en rouge", "repaint of the blue parts red +1"),
        ("All black and white, only the red jumper stays in colour", ""),
        ("Alles schwarzweiß, nur der rote Pulli soll farbig bleiben", ""),
        ("Tout en noir et blanc sauf le pull rouge", ""),
        ("Todo en blanco y negro menos el jersey rojo", ""),
    ],
)
def test_a_thing_is_told_by_its_colour_and_that_is_said(said: str, edit: str) -> None:
    assert _read(said) == [edit or "monochrome of all but the red parts +1"]
    assert len(parse(said).taken_for) == 1


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Swap the white backdrop for a flat pastel pink (#F7C9D4)", "#f7c9d4"),
        ("Remplace le fond rose par un gris clair uni", "silver"),
        ("Den grauen Hintergrund durch ein helles Blau ersetzen", "sky blue"),
        ("Cambia el fondo rosa por un verde menta", "mint"),
        ("Make the background pastel pink", "blush"),
        ("Mets un fond bleu pastel à la place du blanc", "sky blue"),
    ],
)
def test_the_colour_of_a_background_only_describes_it(said: str, edit: str) -> None:
    assert _read(said) == [f"background colour of the background {edit} +1"]


@pytest.mark.parametrize(
    "said",
    [
        "swap the red car for a blue one",
        "red and blue",
        "turn the table blue",
        "turn her hair blue",
    ],
)
def test_another_thing_of_another_colour_is_no_colour_for_a_colour(said: str) -> None:
    assert not any(edit.kind == "repaint" for edit in parse(said).edits)


def test_a_place_without_colour_beside_one_in_colour_has_none_at_all() -> None:
    assert _read("Désature le fond et laisse la statue en couleur") == [
        "saturation of the background -100 %"
    ]


def test_degrees_are_read_as_words_and_bare_edges_only_of_a_turn() -> None:
    assert _read("Gira la imagen cinco grados en sentido antihorario") == ["rotate left 5°"]
    assert _read("Dreh das Bild um drei Grad nach rechts") == ["rotate right 3°"]
    assert _read("rotate 2 degrees clockwise and crop the black edges") == ["rotate right 2°"]
    assert parse("brighter and crop the black edges").not_understood


def test_a_thing_below_a_sky_that_is_changed_needs_not_be_found() -> None:
    assert _read("Cielo más oscuro, sin tocar la lona") == ["brightness of the sky -1"]
    assert parse("Cielo más oscuro, sin tocar la lona").left_aside == ("sin tocar la lona",)
    assert parse("Darken the sky, leave the moon alone").not_understood
    assert parse("Darker, leave the cliffs alone").not_understood


def test_the_subject_is_what_a_crop_goes_to_and_what_is_to_stand_out() -> None:
    assert _read("Recadre serré sur le verre") == ["crop +1"]
    assert parse("Make the cup pop").presumed == ("cup",)
    assert parse("crop the car off").not_understood


def test_a_refusal_names_the_words_and_says_what_needs_a_model() -> None:
    told = unsupported(parse("Lose the tie").not_understood)
    assert '"Lose the tie"' in told
    assert "needs a model" in told
    assert "needs a model" not in unsupported(parse("a purring look").not_understood)
