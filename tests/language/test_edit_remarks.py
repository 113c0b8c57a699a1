"""What is only told of a picture beside an order, and what the order is of then."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def told(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edits", "aside"),
    [
        ("reduce noise, it's super grainy", ["denoise +1"], "it's super grainy"),
        ("das Bild wirkt etwas kalt, mach es wärmer", ["temperature +1"], "wirkt etwas kalt"),
        ("Rechts etwas wegschneiden, da passiert eh nichts", ["crop right +0.45"], "da passiert"),
        ("menos naranja en general, que parece un filtro cutre", None, "que parece un filtro"),
        ("Recadre en carré, les lampes ne servent à rien", ["crop 1:1 +1"], "les lampes"),
    ],
)
def test_a_remark_beside_an_order_is_left_aside_and_said(
    said: str, edits: list[str] | None, aside: str
) -> None:
    parsed = parse(said)
    assert edits is None or told(said) == edits
    assert any(aside in left for left in parsed.left_aside)


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("The sky is a weird teal, make it a natural blue", ["colour of the sky blue +0.45"]),
        ("Der Himmel ist so ausgewaschen, mach ihn kräftiger", ["saturation of the sky +1"]),
        ("on ne voit presque pas son visage, éclaircis un peu", ["brightness of the faces +0.45"]),
        ("the water looks dull, make it a bit bluer please", ["colour of the water blue +0.45"]),
        ("the dog is hard to see, brighten it", ["brightness of the dog +1"]),
        ("the sky is a weird teal, warm up the photo", ["temperature +1"]),
    ],
)
def test_an_order_behind_a_remark_is_of_what_it_spoke_of(said: str, edits: list[str]) -> None:
    assert told(said) == edits


@pytest.mark.parametrize(
    "said",
    [
        "La pared está demasiado chillona, desatúrala a la mitad",
        "the floor looks dull, make it brighter",
        "The hat is too blue, warmer",
    ],
)
def test_an_order_of_a_thing_that_cannot_be_found_is_refused(said: str) -> None:
    assert parse(said).not_understood


def test_what_is_told_of_light_waits_for_an_answer() -> None:
    assert parse("El cielo está muy claro").not_understood
    assert told("El cielo está muy claro, bájalo un poco") == ["brightness of the sky -0.45"]
    assert parse("The photo is dull, crop it to a square").edits[0].kind == "saturation"
    assert parse("the sky looks dark, crop it to a square").not_understood
    assert parse("the photo is dark").not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("reduce the saturation and the contrast", ["saturation -1", "contrast -1"]),
        ("calmez un peu les couleurs et le contraste", ["saturation -0.45", "contrast -1"]),
        ("more saturation and contrast", ["saturation +1", "contrast +1"]),
    ],
)
def test_a_measure_behind_and_goes_the_way_of_the_one_before(said: str, edits: list[str]) -> None:
    assert told(said) == edits


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("make the sea bluer", "water"),
        ("die Bäume grüner", "plants"),
        ("haz el agua más azul", "water"),
        ("make the clouds more dramatic", "sky"),
        ("brighten the moose", "subject"),
        ("mach die Tasse etwas heller", "subject"),
    ],
)
def test_scenery_and_a_likely_subject_are_places(said: str, place: str) -> None:
    assert [edit.target for edit in parse(said).edits] == [place]
    assert parse(said).taken_for or parse(said).presumed


@pytest.mark.parametrize(
    "said",
    [
        "remove the clouds",
        "add trees",
        "crop out the trees",
        "make it warm like the coffee",
    ],
)
def test_scenery_is_not_put_in_or_taken_away(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        (
            "The sky is dull. Make it bluer.",
            ["saturation of the sky +1", "colour of the sky blue +1"],
        ),
        (
            "The shadow on the left is really heavy. Soften it by about half",
            ["brightness of the left half of the shadows +35 %"],
        ),
        ("her face is too dark, can you lift it a bit?", ["brightness of the faces +0.7"]),
        ("The houses on the left are too dark, bring them up", ["brightness of the left half +1"]),
        ("Un peu trop contrasté à mon gout, enlève 15 % s'il te plaît", ["contrast -15 %"]),
        ("more contrast, say +20", ["contrast +20 %"]),
        ("less saturation, maybe 20", ["saturation -20 %"]),
        (
            "Make the blue parts more intense, like twice as much",
            ["saturation of the blue parts +100 %"],
        ),
    ],
)
def test_what_follows_speaks_of_what_was_told_and_may_only_say_how_much(
    said: str, edits: list[str]
) -> None:
    assert told(said) == edits


def test_a_figure_that_turns_an_edit_round_is_refused() -> None:
    assert parse("warmer, -20").not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("paint the car mint green", ["repaint of the car mint +1"]),
        ("Mach den Stuhl blau", ["repaint of the chair blue +1"]),
        ("turn the sky from orange to pink", ["repaint of the orange parts of the sky pink +1"]),
        ("Himmel von orange auf rosa ändern", ["repaint of the orange parts of the sky pink +1"]),
    ],
)
def test_a_likely_subject_and_a_colour_of_the_sky_are_painted_over(
    said: str, edits: list[str]
) -> None:
    assert told(said) == edits


@pytest.mark.parametrize(
    "said", ["make the woman blue", "make her skin blue", "change the car to a blue one"]
)
def test_people_are_not_painted(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("Background is way too busy, blur it", ["blur of the background +1"]),
        ("Más luz, es para la carta de postres", ["brightness +1"]),
        ("Para la cabecera de la web: más luz", ["brightness +1"]),
        ("Pour une bannière YouTube : format 16:9", ["crop 16:9 +1"]),
        ("Coupez le bas, les pieds de chaises ne m'intéressent pas", ["crop bottom +1"]),
        (
            "Baja un poco las luces altas del fondo, está quemado",
            ["brightness of the highlights of the background -0.45"],
        ),
        ("Schwarzweiß, aber weich", ["monochrome +1", "contrast -0.6"]),
    ],
)
def test_reasons_and_purposes_change_nothing_and_soft_is_no_half_black_and_white(
    said: str, edits: list[str]
) -> None:
    assert told(said) == edits


@pytest.mark.parametrize(
    "said", ["Son pull bleu, je le voudrais rose pâle", "Su jersey azul, lo quiero rosa claro"]
)
def test_a_colour_that_a_thing_told_by_its_colour_is_to_have_does_not_tint_the_picture(
    said: str,
) -> None:
    assert parse(said).not_understood


def test_a_tint_behind_a_complaint_of_the_whole_picture_is_of_it() -> None:
    assert told("the photo looks very blue, more orange please") == ["colour orange +1"]
