"""Effects in plain words, in four languages: what each is read as, and what is no wish for one."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(said: str) -> list[str]:
    parsed = parse(said)
    refused = parsed.not_understood or parsed.withheld
    return [] if refused else [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("told", "ways"),
    [
        (
            "invert +1",
            "invert the colours|Farben umkehren|inverse les couleurs|invierte los colores",
        ),
        ("posterize +1", "posterize it|Tontrennung|postérise|efecto póster"),
        ("night +1", "make it look like night|Nachtstimmung|ambiance nocturne|efecto noche"),
        (
            "light left +1",
            "light from the left|Licht von links|lumière de gauche|luz desde la izquierda",
        ),
        ("light top +1", "add light from above|Licht von oben"),
        ("glow +1", "add a glow|Leuchteffekt|effet de lueur|efecto glow"),
        ("tilt shift +1", "tilt-shift effect|Miniatureffekt|effet maquette|efecto miniatura"),
        (
            "pixelate of the faces +1",
            "pixelate the faces|Gesichter unkenntlich machen|pixelise les visages",
        ),
        ("pixelate of the faces +1", "anonymise the faces|anonimiza las caras"),
        (
            "border white +0.4",
            "add a thin white border|une fine bordure blanche|un marco blanco fino",
        ),
        ("border black +1", "schwarzer Rahmen|frame it in black|un cadre noir"),
        ("rounded +1", "rounded corners|abgerundete Ecken|coins arrondis|esquinas redondeadas"),
        ("look high-key +1", "high key|haute clé|clave alta"),
        ("whiten of the highlights +1", "make the whites whiter"),
        ("whiten of the teeth +1", "whiten her teeth|Zähne weißer|dents plus blanches"),
        ("brightness of the eyes +1", "brighten the eyes|Augen heller|yeux plus clairs"),
        (
            "brightness of the shadows +1",
            "bring out details in the dark areas|more detail in the shadows",
        ),
        (
            "brightness of the shadows +1",
            "Details in den Schatten hervorheben|mehr Zeichnung in den Schatten",
        ),
        ("brightness of the highlights -1", "recover the detail in the highlights"),
        ("saturation +1", "make the colours pop|resalta los colores|faire ressortir les couleurs"),
        ("duotone blue+orange +1", "duotone in blue and orange|a blue and orange duotone"),
        ("duotone +1", "duotone in our brand colours"),
    ],
)
def test_an_effect_is_read_in_every_language(told: str, ways: str) -> None:
    assert {said: _read(said) for said in ways.split("|")} == {s: [told] for s in ways.split("|")}


@pytest.mark.parametrize(
    "said",
    [
        "split tone with blue shadows and orange highlights",
        "blue shadows, orange highlights",
        "split tone in orange and blue",
    ],
)
def test_toning_gives_the_shadows_the_cooler_colour(said: str) -> None:
    assert _read(said) == ["colour of the shadows blue +1", "colour of the highlights orange +1"]


@pytest.mark.parametrize(
    "said",
    [
        "black and white with strong contrast",
        "Schwarzweiß mit starkem Kontrast",
        "noir et blanc très contrasté",
        "blanco y negro con mucho contraste",
    ],
)
def test_black_and_white_may_have_strong_contrast(said: str) -> None:
    assert _read(said) == ["monochrome +1", "contrast +1.7"]


@pytest.mark.parametrize(
    "said",
    [
        "make it warmer but keep the skin tones",
        "wärmer, aber die Hauttöne so lassen",
        "plus chaud sans toucher à la peau",
    ],
)
def test_skin_that_is_to_stay_is_kept_out_of_a_change_of_colour(said: str) -> None:
    assert _read(said) == ["temperature of all but the skin +1"]


def test_skin_that_is_to_stay_hinders_no_sharpening() -> None:
    assert _read("sharper, keep the skin tones") == ["sharpen +1"]


@pytest.mark.parametrize(
    "said",
    [
        "invert it a little",
        "slightly inverted",
        "add light from behind",
        "add light from the window",
        "hard light from the left",
        "make the eyes blue",
        "paint the teeth green",
        "a border on the left",
        "a white and black border",
        "split tone in red and orange",
        "remove the frame",
        "anonymise the dog",
        "whiter grass",
        "add flowers",
        "make the flowers bigger",
        "more red flowers",
        "virado a algo",
        "night",
    ],
)
def test_what_no_effect_can_do_or_may_mean_something_else_is_refused(said: str) -> None:
    assert parse(said).not_understood or parse(said).withheld


@pytest.mark.parametrize(
    "said",
    [
        "make the flowers more vivid",
        "die Blumen kräftiger",
        "the food a bit brighter",
        "ladybug redder",
    ],
)
def test_a_likely_noun_is_the_subject_and_that_is_said(said: str) -> None:
    parsed = parse(said)
    assert [edit.target for edit in parsed.edits] == ["subject"]
    assert parsed.presumed


def test_a_misspelled_cast_is_no_place_of_its_colour() -> None:
    parsed = parse("weniger Grünstch bitte")
    assert [edit.told() for edit in parsed.edits] == ["colour green -1"]
    assert parsed.read_as == (("grunstch", "grunstich"),)


def test_a_name_of_a_network_is_no_finish() -> None:
    assert all(edit.kind != "look" for edit in parse("crop it square for insta").edits)


@pytest.mark.parametrize(
    "said", ["make the red light stronger", "stronger red light", "rotes Licht verstärken"]
)
def test_a_stronger_red_light_is_redder_and_brighter_and_nothing_else(said: str) -> None:
    assert _read(said) == ["saturation of the red parts +1", "brightness of the red parts +1"]


def test_a_light_that_is_not_there_is_not_added() -> None:
    assert _read("add a red light") == []


def test_a_thing_in_colour_and_the_rest_grey_is_one_wish() -> None:
    assert _read("car only in colour, rest grey") == ["monochrome of all but the car +1"]
    assert _read("brighten the car, rest grey") == [
        "brightness of the car +1",
        "monochrome of all but the car +1",
    ]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("labios más rojos", "colour of the lips red +1"),
        ("Himmel leicht ins Blaue tönen", "colour of the sky blue +0.45"),
        ("más frío sin tocar el cielo", "temperature of all but the sky -1"),
        ("ton plus froid, très léger", "temperature -0.25"),
        ("purple hoodie -> teal", "repaint of the purple parts teal +1"),
        ("eau plus turquoise, +30 %", "colour of the water turquoise +30 %"),
        ("abgerundete Ecken, 5 %", "rounded +5 %"),
        (
            "put the car on a light grey background #e5e5e5",
            "background colour of the background #e5e5e5 +1",
        ),
    ],
)
def test_it_is_read_as_people_write_it(said: str, told: str) -> None:
    assert _read(said) == [told]


def test_a_refusal_names_no_word_as_unknown_that_another_sentence_knows() -> None:
    for said in ("sell the car on the water", "gib dem Wasser ein Xylofon", "les fleurs dansent"):
        told = unsupported(parse(said).not_understood)
        for word in ("car", "water", "Wasser", "fleurs"):
            assert f'not know "{word}"' not in told
