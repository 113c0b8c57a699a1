"""Everyday ways of asking: each measure in many words keeps its way, a keep beside an order is weighed, and
nothing that is not done hides behind a remark.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse

#: A measure with its nouns, and what asks for more and for less of it, in each language.
NOUNS = {
    "en": {"brightness": "brightness", "contrast": "contrast", "saturation": "saturation", "temperature": "warmth", "sharpen": "sharpness"},
    "de": {"brightness": "Helligkeit", "contrast": "Kontrast", "saturation": "Sättigung", "temperature": "Wärme", "sharpen": "Schärfe"},
    "fr": {"brightness": "luminosité", "contrast": "contraste", "saturation": "saturation", "temperature": "chaleur", "sharpen": "netteté"},
    "es": {"brightness": "luminosidad", "contrast": "contraste", "saturation": "saturación", "temperature": "calidez", "sharpen": "nitidez"},
}  # fmt: skip
MORE = {
    "en": "more N|N up|bring the N up|dial the N up 10%|a touch of N|could use a bit more N|N: +15|N x2|the N is too low|boost the N|give it more N|there should be more N",
    "de": "mehr N|N rauf|N hochsetzen|zieh N etwas rauf|N ist zu niedrig|könnte mehr N vertragen|N aufdrehen|ein bisschen N dazu|N darf höher sein",
    "fr": "plus de N|monte un peu N|il faut plus de N|N trop basse|une touche de N en plus|pousse N|N +20 %",
    "es": "más N|sube N|¿puedes subir N?|N es muy baja|eleva N|que tenga más N|métele más N|N al 120 %",
}
LESS = {
    "en": "less N|N down|pull the N back 20%|take some N out|half the N|the N is too high|dial N back 15%|drop the N|N to 80%|knock the N back|get rid of some N",
    "de": "weniger N|N runter|zieh N runter|N halbieren|halbe N|N zu stark|N herunterfahren|nimm etwas N raus|N drosseln",
    "fr": "moins de N|baisse N|divise N par deux|N trop forte|un peu de N en moins|descends N|calme N",
    "es": "menos N|baja N|¿puedes bajar N?|N es muy alta|N a la mitad|quita un poco de N|que tenga menos N",
}


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize(("ways", "sign"), [(MORE, 1), (LESS, -1)])
def test_no_way_of_asking_turns_a_measure_round(
    language: str, ways: dict[str, str], sign: int
) -> None:
    read = 0
    asked = [
        (way.replace("N", noun), kind)
        for way in ways[language].split("|")
        for kind, noun in NOUNS[language].items()
    ]
    for said, kind in asked:
        parsed = parse(said)
        if parsed.not_understood or not parsed.edits:
            continue
        read += 1
        (edit,) = parsed.edits
        assert (edit.kind, edit.amount * sign > 0, edit.target) == (kind, True, "all"), said
    assert read >= 0.95 * len(asked)


def told(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    assert not parsed.withheld
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("only the right half please", ["crop left +50 %"]),
        ("quédate con la mitad derecha", ["crop left +50 %"]),
        ("oberes Drittel weg", ["crop top +33.3333 %"]),
        ("enlève le quart inférieur", ["crop bottom +25 %"]),
        ("crop a bit off the right", ["crop right +0.45"]),
        ("formato carnet 3:4, cara centrada", ["crop 3:4 +1"]),
        ("just the face", ["crop of the faces +1"]),
        ("mirror it so the phone's on the left", ["flip horizontal +1"]),
        ("dale la vuelta en horizontal", ["flip horizontal +1"]),
    ],
)
def test_a_part_of_the_frame_goes_or_alone_stays(said: str, edits: list[str]) -> None:
    assert told(said) == edits


def test_a_half_beside_another_wish_tells_where_and_is_no_crop() -> None:
    assert told("only the right half, darker") == ["brightness of the right half -1"]
    assert parse("keep the right half as it is, darker").edits[0].kind == "brightness"
    assert parse("recorta a la mitad derecha").not_understood  # and never cut off what is to stay


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("bg from blue to soft sage", ["background colour of the background light sage +1"]),
        ("fondo de amarillo a turquesa", ["background colour of the background turquoise +1"]),
        ("Hintergrund in Dunkelblau umfärben", ["background colour of the background navy +1"]),
        ("yellow -> mint", ["repaint of the yellow parts mint +1"]),
        ("bowl from red to cobalt", ["repaint of the red parts royal blue +1"]),
        ("armchair emerald", ["repaint of the chair emerald +1"]),
        ("die Jacke soll rot sein", ["repaint of the piece of clothing red +1"]),
        ("sofa bluer", ["colour of the sofa blue +1"]),
    ],
)
def test_a_colour_is_told_from_what_to_what(said: str, edits: list[str]) -> None:
    assert told(said) == edits


@pytest.mark.parametrize("said", ["the car is red", "red car", "remove the red car"])
def test_what_a_thing_is_is_no_wish_for_its_colour(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Pulli dunkler, sonst nix",
        "bateau plus lumineux, rien d'autre ne bouge",
        "dog brighter, rest exactly same",
        "sky darker, the roof stays",
        "dog darker, road not",
        "dogs warmer, window frame as it is",
        "paint the car mint green, same shading",
        "background to black, keep the curls clean",
        "I'm printing this on canvas, so sharpen it slightly",
        "Shirt ist schon hell genug, nur das Gesicht aufhellen",
        "brighten the face, it's for a flyer",
    ],
)
def test_what_is_kept_anyway_and_what_is_only_told_stop_nothing(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits
    assert not parsed.not_understood
    assert not parsed.withheld


@pytest.mark.parametrize(
    "said",
    [
        "brighter, floor stays",
        "more saturated, walls as they are",
        "car sharper, wheels not",
        "dog brighter, collar stays",
        "brighter, no people",
        "more contrast, no cars",
        "I want a hat on him and more contrast",
        "we need a bird in the sky, also more contrast",
        "he needs a hat, brighter please",
        "brighter and make her smile",
        "heller, Schild weg",
        "plus clair, sans les fils",
        "más cálido, ponle gafas",
    ],
)
def test_what_can_t_be_kept_or_done_is_never_left_aside(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("bring it down half a stop, highlights especially", ["brightness -14.5752 %", "brightness of the highlights -0.6"]),
        ("darker, almost black", ["brightness -2"]),
        ("there is a yellow cast, please fix", ["colour yellow -1"]),
        ("yellow is blown out, bring it back", ["brightness of the yellow parts -1"]),
        ("background blurry", ["blur of the background +1"]),
        ("blues -20%", ["saturation of the blue parts -20 %"]),
        ("los azules a la mitad", ["saturation of the blue parts -50 %"]),
        ("grass less yellow more green", ["saturation of the yellow parts of the plants -1", "colour of the plants green +1"]),
        ("-1 EV", ["brightness -27.026 %"]),
        ("light sepia", ["sepia +0.45"]),
        ("background darker and blurrier", ["brightness of the background -1", "blur of the background +1"]),
        ("oscurece la parte derecha y desenfócala", ["brightness of the right half -1", "blur of the right half +1"]),
        ("subtle vignette and cool it a hair", ["vignette +0.45", "temperature -0.25"]),
    ],
)  # fmt: skip
def test_what_goes_on_with_an_edit_is_of_it(said: str, edits: list[str]) -> None:
    assert told(said) == edits


@pytest.mark.parametrize("said", ["washed out", "the background is blurry", "un peu délavée"])
def test_what_may_be_a_look_or_a_fault_is_not_guessed(said: str) -> None:
    assert parse(said).not_understood


def test_a_thing_that_is_kept_beside_a_crop_lies_within_it() -> None:
    parsed = parse("recadre 4:5 en gardant les deux enfants")
    assert parsed.in_view
    assert parsed.presumed == ("enfants",)


@pytest.mark.parametrize(
    "said", ["aspecto de película, colores apagados", "couleurs éteintes", "muted colours"]
)
def test_muted_colours_as_a_wish_are_less_of_them(said: str) -> None:
    edits = [e for e in parse(said).edits if e.kind == "saturation"]
    assert edits
    assert all(edit.amount < 0 for edit in edits)


def test_a_thing_that_spoils_the_picture_is_no_wish_for_all_of_it() -> None:
    assert parse("crowd is distracting, blur it and darken it a bit").not_understood
    assert not parse("the dog is distracting, blur it").not_understood


def test_what_is_cut_out_and_put_on_a_colour_stands_on_that() -> None:
    parsed = parse("cut the car out and put it on plain light grey")
    assert [edit.kind for edit in parsed.edits] == ["background_colour"]
