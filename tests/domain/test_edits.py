"""Plain words become edits; what they don't say is handed back."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def told(instructions: str) -> list[tuple[str, str, str, int]]:
    return [
        (e.kind, e.value, e.target, 1 if e.amount > 0 else -1) for e in parse(instructions).edits
    ]


@pytest.mark.parametrize(
    ("instructions", "kind", "value", "target", "sign"),
    [
        ("brighter", "brightness", "", "all", 1),
        ("darker background", "brightness", "", "background", -1),
        ("lift the shadows", "brightness", "", "shadows", 1),
        ("recover the highlights", "brightness", "", "highlights", -1),
        ("less contrast", "contrast", "", "all", -1),
        ("make it pop", "saturation", "", "all", 1),
        ("cooler", "temperature", "", "all", -1),
        ("bluer", "colour", "blue", "all", 1),
        ("less red", "saturation", "", "colour-red", -1),
        ("turn the reds blue", "repaint", "blue", "colour-red", 1),
        ("crop to square", "crop", "1:1", "all", 1),
        ("crop to 16:9", "crop", "16:9", "all", 1),
        ("straighten the horizon", "straighten", "", "all", 1),
        ("mirror it", "flip", "horizontal", "all", 1),
        ("flip vertically", "flip", "vertical", "all", 1),
        ("blur the background", "blur", "", "background", 1),
        ("cut out the subject", "cutout", "", "all", 1),
        ("remove the background", "cutout", "", "all", 1),
        ("on a white background", "background_colour", "white", "background", 1),
        ("put it on a #1a7f5a background", "background_colour", "#1a7f5a", "background", 1),
        ("background in our brand colour", "background_colour", "brand", "background", 1),
        ("add a vignette", "vignette", "", "all", 1),
        ("more grain", "grain", "", "all", 1),
        ("black and white", "monochrome", "", "all", 1),
        ("duotone in brand colours", "duotone", "", "all", 1),
        ("sharper", "sharpen", "", "all", 1),
        ("softer", "soften", "", "all", 1),
        ("add space on the left", "space", "left", "all", 1),
        ("more room at the top", "space", "top", "all", 1),
        ("make it peach", "colour", "peach", "all", 1),
        ("navy tones", "colour", "navy", "all", 1),
        ("add a peach tint", "colour", "peach", "all", 1),
        ("less mustard", "saturation", "", "colour-mustard", -1),
        ("rose gold background", "background_colour", "rose gold", "background", 1),
        ("on a light blue background", "background_colour", "sky blue", "background", 1),
        ("Hintergrund marineblau", "background_colour", "navy", "background", 1),
        ("heller", "brightness", "", "all", 1),
        ("weniger gesättigt", "saturation", "", "all", -1),
        ("Hintergrund unscharf", "blur", "", "background", 1),
        ("schwarzweiß", "monochrome", "", "all", 1),
        ("plus chaud", "temperature", "", "all", 1),
        ("moins de contraste", "contrast", "", "all", -1),
        ("arrière-plan flou", "blur", "", "background", 1),
        ("más oscuro", "brightness", "", "all", -1),
        ("menos saturado", "saturation", "", "all", -1),
        ("fondo blanco", "background_colour", "white", "background", 1),
    ],
)
def test_an_edit_in_plain_words(
    instructions: str, kind: str, value: str, target: str, sign: int
) -> None:
    assert told(instructions) == [(kind, value, target, sign)]
    assert parse(instructions).not_understood == ()


def test_several_edits_in_one_sentence_keep_their_order() -> None:
    assert [k for k, *_ in told("a little warmer, darker background and crop to square")] == [
        "temperature",
        "brightness",
        "crop",
    ]


@pytest.mark.parametrize(
    "instructions",
    ["too dark", "not so dark", "less dark", "zu dunkel", "nicht so dunkel", "trop sombre"],
)
def test_a_negation_turns_an_edit_round(instructions: str) -> None:
    assert told(instructions) == [("brightness", "", "all", 1)]


def test_amounts_scale_a_step() -> None:
    sizes = [
        parse(f"{word} warmer").edits[0].amount for word in ("slightly", "", "much", "extremely")
    ]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 4


def test_a_share_and_degrees_are_taken_as_they_stand() -> None:
    assert parse("20% brighter").edits[0].exact == pytest.approx(0.2)
    assert parse("rotate 3 degrees left").edits[0].exact == pytest.approx(3)
    assert parse("rotate 90 degrees right").edits[0].exact == pytest.approx(-90)


def test_a_prohibition_is_no_edit() -> None:
    parsed = parse("don't crop, brighter")
    assert [ban.kind for ban in parsed.forbidden] == ["crop"]
    assert [e.kind for e in parsed.edits] == ["brightness"]


@pytest.mark.parametrize(
    ("instructions", "keeps", "kinds"),
    [
        ("brighter, do not change the colours", ("colours",), ["brightness"]),
        ("brighter without changing the colors", ("colours",), ["brightness"]),
        ("keep the colours, more contrast", ("colours",), ["contrast"]),
        ("darker but leave the subject alone", ("subject",), ["brightness"]),
        ("don't touch the background, warmer", ("background",), ["temperature"]),
        ("heller, aber die Farben nicht verändern", ("colours",), ["brightness"]),
        ("plus clair sans changer les couleurs", ("colours",), ["brightness"]),
        ("más oscuro, mantén los colores", ("colours",), ["brightness"]),
    ],
)
def test_what_is_to_stay_is_a_constraint(
    instructions: str, keeps: tuple[str, ...], kinds: list[str]
) -> None:
    parsed = parse(instructions)
    assert (parsed.keeps, [e.kind for e in parsed.edits], parsed.not_understood) == (
        keeps,
        kinds,
        (),
    )


def test_an_edit_of_what_is_to_stay_is_withheld_and_told() -> None:
    parsed = parse("warmer and brighter, keep the colours")
    assert [e.kind for e in parsed.edits] == ["brightness"]
    assert [e.kind for e in parsed.withheld] == ["temperature"]


@pytest.mark.parametrize("instructions", ["keep the background white"])
def test_keeping_something_in_a_state_is_an_edit_and_no_constraint(instructions: str) -> None:
    assert parse(instructions).edits
    assert parse(instructions).keeps == ()


@pytest.mark.parametrize("thing", ["add a peach", "put a rose", "add an olive"])
def test_a_thing_with_the_name_of_a_colour_is_no_colour(thing: str) -> None:
    assert parse(thing).edits == ()
    assert parse(thing).not_understood


def test_warmer_but_not_too_warm_is_a_smaller_step() -> None:
    (edit,) = parse("warmer but not too warm").edits
    assert 0 < edit.amount < 1


@pytest.mark.parametrize(
    "instructions",
    [
        "add a dog",
        "remove the person on the left",
        "replace the sky with a warm sunset",
        "xyzzy",
        "写上标题",
        "ajoute un chat",
    ],
)
def test_what_is_not_in_the_vocabulary_is_handed_back_and_not_guessed(instructions: str) -> None:
    parsed = parse(instructions)
    assert parsed.edits == ()
    assert parsed.not_understood


def test_the_understood_part_of_a_mixed_wish_is_done() -> None:
    parsed = parse("make it bluer and add a dog")
    assert [(e.kind, e.value) for e in parsed.edits] == [("colour", "blue")]
    assert parsed.not_understood == ("add a dog",)


@pytest.mark.parametrize(
    "instructions",
    [
        "",
        "   ",
        "...",
        "!!!",
        "not not " * 500,
        "&amp;" * 800,
        "\x00\x01",
        "a" * 4000,
        "(" * 2000,
        "🙂" * 500,
        "١٢٣٪",
    ],
)
def test_odd_text_never_fails(instructions: str) -> None:
    assert parse(instructions).edits == ()


def test_the_sentence_says_what_is_understood_and_who_could_have_more() -> None:
    said = unsupported(("add a dog",))
    assert said.startswith('The built-in engine can\'t do "add a dog", so it changed')
    assert said.endswith("The studio's owner can turn on an image provider for more.")
    assert "BRANDSTUDIO_" not in said


@pytest.mark.parametrize(
    ("instructions", "said"),
    [
        ("warmer and cooler", "holds two wishes that contradict each other"),
        ("cut out the product and darken the background", "holds two wishes that contradict"),
        ("contrast 20 %", 'The figure in "contrast 20 %" can\'t be carried out'),
        ("saturation -150%", 'The figure in "saturation -150%" can\'t be carried out'),
        ("rotate 400 degrees", 'The figure in "rotate 400 degrees" can\'t be carried out'),
        ("remove 3 people", 'can\'t do "remove 3 people"'),
        ("background #12345", 'does not understand "background #12345"'),
        ("<b>brighter</b>", 'does not understand "<b>brighter</b>"'),
        ("sharper, ÉCLAIRCIS le SOL!", 'does not understand "ÉCLAIRCIS le SOL"'),
        ("add a dog, and a cat", 'can\'t do "add a dog" and "a cat"'),
        ("pull the man's hat up", 'does not understand "pull the man\'s hat up"'),
    ],
)
def test_a_refusal_says_what_the_matter_is_in_the_words_that_were_sent(
    instructions: str, said: str
) -> None:
    assert said in unsupported(parse(instructions).not_understood)


@pytest.mark.parametrize(
    ("instructions", "asked"),
    [
        (
            "the red and the blue parts darker",
            [("brightness", "", "colour-red", -1), ("brightness", "", "colour-blue", -1)],
        ),
        (
            "teal and orange",
            [("colour", "teal", "shadows", 1), ("colour", "orange", "highlights", 1)],
        ),
        ("mehr Blau", [("colour", "blue", "all", 1)]),
        ("Blau kräftiger", [("saturation", "", "colour-blue", 1)]),
    ],
)
def test_a_colour_that_is_only_named_waits_for_what_is_to_be_done_there(
    instructions: str, asked: list[tuple[str, str, str, int]]
) -> None:
    assert told(instructions) == asked


def test_a_colour_of_a_thing_that_is_named_by_a_colour_is_no_place_in_it() -> None:
    assert parse("sable plus doré").not_understood == ("sable plus doré",)


def test_a_cut_out_takes_a_colour_behind_it_and_nothing_else() -> None:
    assert not parse("cut it out on a white background").not_understood
    assert not parse("Freistellen, weißer Hintergrund").not_understood


@pytest.mark.parametrize(
    "instructions",
    ["brighter and warmer, but only the sky", "in the sky only: brighter and warmer"],
)
def test_a_place_that_is_named_once_holds_for_the_whole_sentence(instructions: str) -> None:
    assert told(instructions) == [
        ("brightness", "", "sky", 1),
        ("temperature", "", "sky", 1),
    ]


@pytest.mark.parametrize("instructions", ["blur the rest", "make the reds rot", "un blur"])
def test_what_speaks_of_nothing_or_of_two_languages_is_not_read(instructions: str) -> None:
    assert parse(instructions).not_understood


def test_a_word_is_read_in_the_language_of_its_sentence() -> None:
    assert told("fade it a little") == [("fade", "", "all", 1)]
    assert told("la photo est fade") == [("saturation", "", "all", 1)]


@pytest.mark.parametrize(
    "instructions",
    [
        "darken the corner", "darken that area", "brighten these parts", "blur the bottom corner",
        "dunkle die untere Ecke ab", "assombris le coin gauche", "oscurece la esquina izquierda",
        "recorta el sujeto", "crop the subject", "rotate the left half", "crop the left half", "extend the left half", "the sky darker, and that part",
    ],
)  # fmt: skip
def test_a_word_of_a_place_without_its_place_is_no_whole_picture_and_no_half(
    instructions: str,
) -> None:
    assert parse(instructions).not_understood


def test_a_place_and_a_way_to_turn_are_told_apart() -> None:
    assert told("darken the bottom left corner") == [("brightness", "", "bottom&left", -1)]
    assert told("brighten the left half") == [("brightness", "", "left", 1)]
    assert told("rotate left")[0][:2] == ("rotate", "left")
    assert told("helle auf den Hintergrund um die H\u00e4lfte") == [
        ("brightness", "", "background", 1)
    ]


def test_what_was_not_understood_is_quoted_as_it_was_written() -> None:
    parsed = parse("Enl\u00e8ve le drapeau derri\u00e8re \u00c9lodie")
    assert parsed.not_understood == ("Enl\u00e8ve le drapeau derri\u00e8re \u00c9lodie",)
