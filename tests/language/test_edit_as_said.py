"""What people say among themselves is read as the wish that it is, and what it does not say is not done."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("can u brighten it a lil pls", "brighten it a little"),
        ("idk maybe a bit warmer?", "a bit warmer"),
        (
            "more contrast please, half of what you'd normally dare",
            "more contrast, at half strength",
        ),
        ("mehr Kontrast, halb so viel wie sonst", "mehr Kontrast, halb so stark"),
        ("how would the car look in dark red", "make the car dark red"),
        ("wie würde das in schwarzweiß aussehen", "in schwarzweiß"),
        ("ça donnerait quoi en noir et blanc", "en noir et blanc"),
        ("cómo quedaría en blanco y negro", "en blanco y negro"),
        ("too dark i cant see her face", "her face is too dark"),
        ("zu dunkel, man erkennt sein Gesicht kaum", "das Gesicht ist zu dunkel"),
        ("trop sombre, on voit pas son visage", "le visage est trop sombre"),
        ("wirkt wie ein foto durch eine schmutzige scheibe", "wirkt dunstig"),
        ("un truc style film des années 70, tu vois le genre", "look vintage"),
        ("remove everything around the bottle", "cut out the bottle"),
        ("alles um die Flasche herum weg", "die Flasche freistellen"),
        ("me encanta pero es demasiado naranja, como si se quemara todo", "demasiado naranja"),
        ("could use an old film look, faded blacks", "film look, faded blacks"),
        ("the guy is a bit dark", "the guy is too dark"),
        ("das is viel zu dunkel", "das ist viel zu dunkel"),
        ("un peu + de contraste", "un peu plus de contraste"),
        ("why is it so yellow? fix pls", "too yellow"),
        ("so dark!!", "too dark"),
        ("super dark", "it's very dark"),
        ("colors feel off, kinda greenish", "it looks greenish"),
        ("horizon's off", "straighten"),
        ("näher an den Hund ran", "eng auf den Hund zuschneiden"),
        ("tilt-shift is too much, just add a soft vignette", "a soft vignette"),
        ("straighten nothing, warmer", "warmer"),
        ("tone down the glare, highlights -50", "highlights -50"),
        ("put the bottle on plain white", "put the bottle on a white background"),
        ("the clouds are blown out, fix it", "clouds blown out"),
        ("blanco y negro menos lo rojo", "blanco y negro excepto el rojo"),
        ("i wish the sky was bluer", "make the sky bluer"),
        ("da oben dunkler", "oben dunkler"),
        ("schwarzweiß wär mir lieber, so richtig hart", "schwarzweiß, viel mehr Kontrast"),
        ("sky is flat. more contrast there", "contrast of the sky"),
    ],
)
def test_how_people_say_it_is_read_as_the_plain_wish(said: str, plain: str) -> None:
    if plain == "contrast of the sky":
        assert _read(said) == ["contrast of the sky +1"]
    else:
        assert _read(said) == _read(plain)


@pytest.mark.parametrize(
    "said",
    [
        "how would the car look in front of a beach",
        "make it look like a summer evening at the beach",
        "the shadows are almost black, I like it",
        "the man isn't too dark",
        "i can't see her face",
        "darker, as if it was shot at night",
        "brighter or warmer",
        "lose everything but the bottle",
        "not the background",
        "turquoise is a teal",
        "tone down the glare on her glasses",
    ],
)
def test_what_could_mean_more_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("sharper, sky doesn't matter", "sharper"),
        ("schärfer, der Himmel ist egal", "schärfer"),
        ("plus net, le ciel on s'en fiche", "plus net"),
        ("más nítido, el cielo da igual", "más nítido"),
    ],
)
def test_what_nobody_minds_asks_for_nothing(said: str, plain: str) -> None:
    assert _read(said) == _read(plain)
    # What stands beside it in the same breath is not left out with it.
    assert parse("wärmer und Meer egal").edits == () or _read("wärmer und Meer egal") == [
        "temperature +1"
    ]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("voltear en vertical no, en horizontal sí", ["flip horizontal +1"]),
        ("flip vertically no, horizontally yes", ["flip horizontal +1"]),
        ("vertikal spiegeln nein, horizontal ja", ["flip horizontal +1"]),
        ("flip it not vertically but horizontally", ["flip horizontal +1"]),
        ("flip it horizontally but not vertically", ["flip horizontal +1"]),
        ("rotate not left but right by 90 degrees", ["rotate right 90°"]),
    ],
)
def test_of_two_ways_the_one_that_is_wished_for_is_gone(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


def test_not_only_is_no_choice_between_two() -> None:
    assert parse("not only brighter but warmer").not_understood


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("blur the background but not the woman or her camera", "the background but the person"),
        ("floute le fond mais pas la femme ni son appareil", "the background but the person"),
        (
            "Hintergrund unscharf, aber nicht die Frau oder ihre Kamera",
            "the background but the person",
        ),
        ("desenfoca el fondo pero no la mujer ni su cámara", "the background but the person"),
        ("blur all except the sky or the water", "all but the sky and the water"),
    ],
)
def test_a_list_behind_not_leaves_each_of_its_nouns_out(said: str, place: str) -> None:
    assert _read(said) == [f"blur of {place} +1"]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("the yellow jacket should be red instead", ["repaint of the yellow parts red +1"]),
        ("die rote Tür sollte grün werden", ["repaint of the red parts green +1"]),
        ("que la veste jaune devienne rouge", ["repaint of the yellow parts red +1"]),
        ("la chaqueta amarilla debería ser roja", ["repaint of the yellow parts red +1"]),
        (
            "solo las azoteas turquesas: pásalas a terracota",
            ["repaint of the turquoise parts terracotta +1"],
        ),
        ("que le fond jaune devienne rose pâle", ["background colour of the background blush +1"]),
        ("make the shirt blue, not green", ["repaint of the piece of clothing blue +1"]),
        ("the chair should stay red, warmer", ["temperature of all but the red parts +1"]),
    ],
)
def test_what_a_thing_should_be_it_is_made(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("only the sky brighter, the silhouette stays black", ["brightness of the sky +1"]),
        ("solo el cielo más claro, la silueta sigue negra", ["brightness of the sky +1"]),
        ("Himmel passt, mehr Kontrast", ["contrast of all but the sky +1"]),
        ("le ciel ok, plus chaud", ["temperature of all but the sky +1"]),
        (
            "take out the blue tint in the whites, not the yellow pencil",
            ["colour of the highlights but the yellow parts blue -1"],
        ),
    ],
)
def test_what_stays_beside_a_place_is_left_alone(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


def test_a_silhouette_that_stays_black_is_not_brightened_with_all() -> None:
    assert parse("brighter, the silhouette stays black").not_understood


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        ("ein hartes Schwarzweiß", 1),
        ("noir et blanc, bien dur", 1),
        ("hard black and white", 1),
        ("schwarzweiß, aber es ist zu hart", -1),
    ],
)
def test_a_hard_black_and_white_has_more_contrast(said: str, sign: int) -> None:
    (contrast,) = (e for e in parse(said).edits if e.kind == "contrast")
    assert contrast.amount * sign > 0


def test_a_thing_with_its_colour_may_stand_in_the_middle_of_a_crop() -> None:
    parsed = parse("crop to a square with the golden temple in the middle")
    assert (parsed.not_understood, parsed.centred, parsed.presumed) == ((), "subject", ("temple",))


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("the dog is too dark", ["brightness of the dog +0.7"]),
        ("le chien est trop sombre", ["brightness of the dog +0.7"]),
        ("the sea is too dark", ["brightness of the water +0.7"]),
        # What is asked for answers it, and nothing is done besides.
        ("the dog is too dark, brighten it by 20 %", ["brightness of the dog +20 %"]),
        ("the water looks dull, more contrast", ["contrast of the water +1"]),
        ("the dog is too dark, fix it", ["brightness of the dog +0.7"]),
    ],
)
def test_a_complaint_of_a_thing_is_mended_where_nothing_else_answers_it(
    said: str, edits: list[str]
) -> None:
    assert _read(said) == edits


def test_not_the_background_cuts_nothing_away() -> None:
    assert all(e.kind != "cutout" for e in parse("not the background but the dog sharper").edits)
    assert _read("no background") == ["cutout +1"]
