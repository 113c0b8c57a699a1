"""What belongs to an edit beside it, in four languages: a following clause with its own object is of
the whole picture, "not more" confirms, "keep her sharp" and "keeping the dog in" hold for the subject.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def told(said: str) -> list[str]:
    """The edits of an instruction in words; it is understood whole."""
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    assert not parsed.withheld
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    "said",
    [
        "lighten the face and lower the temperature",
        "Gesicht aufhellen und die Temperatur senken",
        "éclaircis le visage et baisse la température",
        "ilumina la cara y baja la temperatura",
    ],
)
def test_a_clause_with_its_own_object_is_of_the_whole_picture(said: str) -> None:
    assert told(said) == ["brightness of the faces +1", "temperature -1"]


@pytest.mark.parametrize(
    "said",
    [
        "make the sky darker and bluer",
        "mach den Himmel dunkler und blauer",
        "rends le ciel plus sombre et plus bleu",
        "haz el cielo más oscuro y más azul",
    ],
)
def test_a_bare_comparison_goes_on_with_the_place_before_it(said: str) -> None:
    assert told(said) == ["brightness of the sky -1", "colour of the sky blue +1"]


@pytest.mark.parametrize("said", ["rends le ciel plus sombre, et rends-le bleu"])
def test_a_pronoun_behind_make_is_no_article(said: str) -> None:
    assert told(said)[1] == "colour of the sky blue +1"


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("reduce the colours by 25 %", "saturation -25 %"),
        ("Farben um 25 % verstärken", "saturation +25 %"),
        ("réduis les couleurs de 10 %", "saturation -10 %"),
        ("satura un 20 % menos", "saturation -20 %"),
        ("sature moins", "saturation -1"),
        ("Lichter absenken", "brightness of the highlights -1"),
        ("lower the shadows", "brightness of the shadows -1"),
        ("less shadows", "brightness of the shadows +1"),
        ("sube las sombras", "brightness of the shadows +1"),
        ("highlights -40", "brightness of the highlights -40 %"),
        ("température plus basse", "temperature -1"),
        ("20 % de saturation en plus", "saturation +20 %"),
        ("turn the colours down a bit", "saturation -0.45"),
        ("die Schatten leicht heben", "brightness of the shadows +0.45"),
        ("sin saturación", "saturation -100 %"),
        ("Hintergrund ohne Farbe", "saturation of the background -100 %"),
        ("ganz ohne Farbe", "saturation -100 %"),
        ("less saturatoin, about 30 percent", "saturation -30 %"),
        ("ungefähr 15 % mehr Kontrast", "contrast +15 %"),
        ("set the contrast to about 80 %", "contrast -20 %"),
        ("reduce la saturación a unos 80 %", "saturation -20 %"),
    ],
)
def test_raising_and_lowering_hold_for_tones_colours_and_rough_figures(
    said: str, edit: str
) -> None:
    assert told(said) == [edit]


@pytest.mark.parametrize("said", ["sky -20", "no contrast", "brighter, but not the colours"])
def test_what_is_doubtful_beside_them_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "less contrast, not more",
        "weniger Kontrast, nicht mehr",
        "moins de contraste, pas plus",
        "menos contraste, no más",
    ],
)
def test_not_more_confirms_less(said: str) -> None:
    assert told(said) == ["contrast -1"]


def test_not_more_alone_is_no_wish() -> None:
    assert parse("more contrast, not more").not_understood


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("blur the background, keep her sharp", ()),
        ("Hintergrund weichzeichnen, aber nicht den Elch", ("Elch",)),
        ("floute le fond mais garde la statue nette", ("statue",)),
        ("desenfoca el fondo, no el castillo", ("castillo",)),
    ],
)
def test_a_thing_kept_out_of_a_background_s_blur_is_the_subject(
    said: str, noun: tuple[str, ...]
) -> None:
    assert told(said) == ["blur of the background +1"]
    assert parse(said).presumed == noun


@pytest.mark.parametrize(
    "said",
    [
        "keep her sharp",
        "crop to 1:1, keep the logo",
        "warmer, keep the moose",
    ],
)
def test_such_a_thing_beside_anything_else_is_not_understood(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "darken the edges, keep the centre bright",
        "Ränder abdunkeln, die Mitte hell lassen",
        "assombris les bords en gardant le centre lumineux",
        "oscurece los bordes, deja el centro claro",
    ],
)
def test_a_centre_kept_bright_is_what_darker_edges_leave(said: str) -> None:
    assert told(said) == ["vignette +1"]


def test_a_place_kept_bright_is_left_out_of_what_darkens() -> None:
    assert told("darken the picture, keep the sky bright") == ["brightness of all but the sky -1"]
    assert parse("keep the sky bright").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "don't change anything in the sky, but make the rest more saturated",
        "am Himmel nichts ändern, aber den Rest gesättigter",
        "ne change rien au ciel, mais rends le reste plus saturé",
        "rends le reste plus saturé sans toucher au ciel",
        "no cambies nada en el cielo, pero haz el resto más saturado",
    ],
)
def test_the_rest_is_what_a_prohibition_leaves(said: str) -> None:
    assert told(said) == ["saturation of all but the sky +1"]


@pytest.mark.parametrize(
    "said",
    [
        "crop to 9:16, keeping the poppy in",
        "auf 9:16 zuschneiden und die Mohnblume drin lassen",
        "auf 9:16 zuschneiden, die Mohnblume soll drin bleiben",
        "recadre en 9:16 en gardant le coquelicot dans le cadre",
        "recorta a 9:16 dejando la amapola dentro",
    ],
)
def test_a_crop_keeps_the_thing_that_is_named_in_it(said: str) -> None:
    parsed = parse(said)
    assert told(said) == ["crop 9:16 +1"]
    assert parsed.in_view
    assert len(parsed.presumed) == 1


@pytest.mark.parametrize(
    ("said", "colour"),
    [
        ("remove the white background", "white"),
        ("rosa Hintergrund entfernen", "pink"),
        ("supprime le fond bleu", "blue"),
        ("quita el fondo verde", "green"),
    ],
)
def test_a_background_may_be_told_by_its_colour(said: str, colour: str) -> None:
    assert told(said) == [f"cutout {colour} +1"]


@pytest.mark.parametrize("said", ["remove the blue from the background", "enlève le bleu du fond"])
def test_a_colour_taken_out_of_a_background_is_no_cut_out(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("die Zitronen kräftiger", 'no "Zitronen" on a picture: say "die Gelbtöne", which is all'),
        (
            "the strawberries more saturated",
            'no "strawberries" on a picture: say "the reds", which is all',
        ),
    ],
)
def test_a_thing_with_a_hue_is_refused_with_that_hue(said: str, hint: str) -> None:
    assert hint in unsupported(parse(said).not_understood)


def test_a_hue_that_would_not_be_read_either_is_no_hint() -> None:
    assert "on a picture" not in unsupported(parse("rends la mer plus turquoise").not_understood)


def test_only_the_part_that_was_not_read_is_quoted() -> None:
    assert parse("crop to 9:16 without wobbling the frob").not_understood == (
        "without wobbling the frob",
    )
