"""Photographers' words for a wish, and what they say beside it."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def told(said: str) -> list[str]:
    found = parse(said)
    assert found.not_understood == (), said
    return [edit.told() for edit in found.edits]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("gentle S-curve", ["contrast +0.45"]),
        ("leichte S-Kurve", ["contrast +0.45"]),
        ("bump exposure 2/3 stop", ["brightness +23.3"]),
        ("eine Drittelblende dunkler", ["brightness -9.9"]),
        ("bas de l'image +1 diaph", ["brightness of the bottom half +37.0351 %"]),
        ("shirt less red, -25 sat", ["saturation of the red parts of the piece of clothing -1"]),
        ("warm it up 10 points", ["temperature +10 %"]),
        ("teal shadows / orange highlights", ["teal", "orange"]),
        ("duotone black + orange", ["duotone black+orange +1"]),
        ("Duplex in Dunkelblau", ["duotone navy +1"]),
        ("polarizer look on the sky only", ["look of the sky polarised +1"]),
        ("Weißabgleich neutral", ["balance +1"]),
        ("blancos neutros", ["balance +1"]),
        ("enlève la dominante rosée", ["colour pink -1"]),
        ("bg flat mint green", ["background colour of the background mint +1"]),
        ("fondo liso verde agua", ["background colour of the background mint +1"]),
    ],
)
def test_what_photographers_write_is_a_plain_wish(said: str, wanted: list[str]) -> None:
    found = parse(said)
    assert found.not_understood == ()
    lines = [edit.told() for edit in found.edits]
    assert all(any(want in line for line in lines) for want in wanted), lines


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("less yellow in the greens", "colour of the green parts teal +0.45"),
        ("blues less cyan", "colour of the blue parts purple +0.45"),
        ("Rottöne ins Orange schieben", "colour of the red parts orange +0.6"),
    ],
)
def test_a_hue_leans_to_its_neighbour_and_away_from_the_other(said: str, wanted: str) -> None:
    assert told(said) == [wanted]


def test_a_hue_does_not_lean_to_what_has_nothing_of_it() -> None:
    assert parse("less blue in the oranges").not_understood


def test_faded_colours_are_a_complaint_and_a_faded_look_is_a_wish() -> None:
    assert told("colors are faded, vibrance +25") == ["saturation +25 %"]
    assert told("faded look") == ["fade +1"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("too much HDR: clarity down", ["clarity -1"]),
        ("contre-jour : débouche les ombres", ["brightness of the shadows +1"]),
        ("no purple in the shadows, make them neutral", ["colour of the shadows purple -1"]),
        ("vignettage léger, pas trop", ["vignette +0.45"]),
        ("menos naranja, piel natural", ["colour orange -1"]),
        ("Weißabgleich neutral, nicht so bläulich", ["balance +1"]),
    ],
)
def test_what_is_said_of_a_style_beside_an_order_asks_for_nothing(
    said: str, wanted: list[str]
) -> None:
    assert told(said) == wanted


@pytest.mark.parametrize("said", ["make it neutral and dreamy", "pas trop", "too much HDR"])
def test_what_is_said_of_a_style_alone_is_no_order(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "wanted", "noun"),
    [
        ("recover blown windows", "brightness of the highlights -1", "windows"),
        ("Lichter im Schnee -25", "brightness of the highlights -25 %", "Schnee"),
        ("lift the shadows in the rocks", "brightness of the shadows +1", "rocks"),
        ("quítale el tono azul a la pared", "saturation of the blue parts -2.4", "pared"),
    ],
)
def test_a_noun_that_only_tells_which_light_or_hue_is_named_for_what_it_was_taken(
    said: str, wanted: str, noun: str
) -> None:
    assert told(said) == [wanted]
    assert noun in parse(said).taken_for[0]


def test_the_light_of_a_thing_is_no_light_of_all() -> None:
    found = parse("highlights on the goat -30")
    assert [edit.told() for edit in found.edits] == [
        "brightness of the highlights of the subject -30 %"
    ]
    assert found.presumed == ("goat",)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("16:9, ball on the left third", "subject@left"),
        ("Zuschnitt 16:9, Motiv rechts", "subject@right"),
        ("recorte 16:9 con el perro a la izquierda", "subject@left"),
    ],
)
def test_a_crop_puts_a_thing_where_it_was_asked_to_stand(said: str, place: str) -> None:
    assert parse(said).centred == place


def test_a_side_without_a_crop_places_nothing() -> None:
    assert parse("ball on the left third").not_understood


@pytest.mark.parametrize(
    ("said", "forbids"),
    [
        ("kill the purple tint, leave the sparks bright", ("brightness", -1, "highlights")),
        ("más luz a la izquierda, la puerta sigue oscura", ("brightness", 1, "shadows")),
        ("dehaze, but keep the dust warm", ("temperature", -1, "all")),
    ],
)
def test_what_is_to_stay_bright_or_warm_is_made_neither_darker_nor_cooler(
    said: str, forbids: tuple[str, int, str]
) -> None:
    (ban,) = parse(said).forbidden
    assert (ban.kind, ban.sign, ban.target) == forbids


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("make the skateboard blue, leave the stripes alone", True),
        ("make the skateboard blue, leave the deck alone", False),
        ("bg pure #ffffff, no grey left", True),
        ("brighter, no grey left", False),
        ("sofa two shades darker, wall untouched", True),
        ("sofa two shades darker, cushions untouched", False),
    ],
)
def test_only_what_surely_stays_may_be_kept_without_being_found(said: str, kept: bool) -> None:
    assert (parse(said).not_understood == ()) is kept


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Tiefen -10, Lichter +10", ["brightness of the shadows -10 %", "brightness of the highlights +10 %"]),
        ("nur die Jacke farbig", ["monochrome of all but the piece of clothing +1"]),
        ("halb so stark gesättigt", ["saturation -50 %"]),
        ("nicht nur den Himmel, alles dunkler", ["brightness -1"]),
        ("lumières chaudes, ombres froides", ["temperature of the highlights +1", "temperature of the shadows -1"]),
        ("leave the sky as moody as it is, warmer", ["temperature of all but the sky +1"]),
        ("wärmer, ca. 300 K", ["temperature +0.43"]),
        (
            "It's a bit too orange, could you tone the orange down by about half?",
            ["saturation of the orange parts -50 %"],
        ),
    ],
)  # fmt: skip
def test_turns_that_were_read_the_wrong_way_are_read_right(said: str, wanted: list[str]) -> None:
    assert told(said) == wanted


@pytest.mark.parametrize("said", ["as bright as the left side", "warmer, so hell wie möglich"])
def test_a_likeness_that_nobody_measures_is_refused(said: str) -> None:
    assert parse(said).not_understood


def test_a_colour_for_another_is_of_the_thing_that_is_named_behind_it() -> None:
    (edit,) = parse("green -> red for the door").edits
    assert (edit.kind, edit.target, edit.thing) == ("repaint", "colour-green", "door")


def test_a_refusal_says_what_of_a_wish_would_be_understood() -> None:
    said = unsupported(parse("vignette thick").not_understood)
    assert 'It would understand "vignette".' in said


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("reds only, rest grey", "monochrome of all but the red parts +1"),
        ("solo el rojo, el resto en gris", "monochrome of all but the red parts +1"),
        ("make the grey jacket navy", "repaint of the piece of clothing navy +1"),
        ("Gelb zu Orange", "repaint of the yellow parts orange +1"),
        ("remove noise but keep grain", "denoise +1"),
    ],
)
def test_what_alone_keeps_its_colour_and_a_grey_that_only_describes(said: str, wanted: str) -> None:
    assert told(said) == [wanted]
