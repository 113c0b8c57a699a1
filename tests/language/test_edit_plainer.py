"""Short orders: what people leave out, and what they say beside a wish that asks for nothing."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return [e.told() for e in parsed.edits]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("background removal", "cutout +1"),
        ("get rid of the colour cast", "balance +1"),
        ("enlève la dominante verte", "colour green -1"),
        ("vignette -15", "vignette +15 %"),
        ("boost the greens 15", "saturation of the green parts +15 %"),
        ("HDR-ish", "look hdr +0.45"),
        ("blur the background twice as much", "blur of the background +1.7"),
        ("floute le fond deux fois plus", "blur of the background +1.7"),
        ("desenfoca el fondo el doble", "blur of the background +1.7"),
        ("faces less yellow", "colour of the faces yellow -1"),
        ("nicht kühler - wärmer! so um 10", "temperature +10 %"),
        ("sharpen the pyramid but not the sky", "sharpen of the subject +1"),
    ],
)
def test_a_short_order_is_read_as_its_long_form(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize("said", ["contrast 20", "vignette +20", "sharpness to 20", "duotone 20"])
def test_a_bare_figure_that_tells_no_way_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told", "aside"),
    [
        ("dehaze by about 40, water can stay soft", "dehaze +40 %", "water can stay soft"),
        ("Gelbstich raus, Holz darf warm bleiben", "colour yellow -1", "Holz darf warm bleiben"),
        ("brighten the face, hat can stay dark", "brightness of the faces +1", "hat can stay dark"),
        ("cut out the teapot, handle included", "cutout +1", "handle included"),
        ("détoure la bouteille, avec le bouchon", "cutout +1", "avec le bouchon"),
        ("sky darker, the church must not get darker", "brightness of the sky -1", ""),
    ],
)
def test_what_may_stay_or_lies_elsewhere_asks_for_nothing(said: str, told: str, aside: str) -> None:
    assert _read(said) == [told]
    assert aside in " ".join(parse(said).left_aside)


def test_what_may_stay_dark_is_no_matter_of_words_where_everything_gets_brighter() -> None:
    parsed = parse("brighten everything, the hat can stay dark")
    assert parsed.edits[0].place != ("all", ()) or parsed.not_understood


@pytest.mark.parametrize(
    ("said", "hue"),
    [
        ("black and white, only the skirt keeps its yellow", "yellow"),
        ("black and white but the red umbrella keeps its colour", "red"),
        ("Schwarzweiß, nur der Rock behält sein Gelb", "yellow"),
        ("noir et blanc, seule la jupe garde son jaune", "yellow"),
    ],
)
def test_what_alone_keeps_its_colour_is_left_out_of_black_and_white(said: str, hue: str) -> None:
    assert _read(said) == [f"monochrome of all but the {hue} parts +1"]


@pytest.mark.parametrize(
    "said", ["Hintergrund dunkler, Panda bleibt", "background darker, the teapot stays"]
)
def test_a_thing_that_stays_beside_the_background_is_what_stands_out(said: str) -> None:
    parsed = parse(said)
    assert (_read(said), parsed.keeps) == (["brightness of the background -1"], ("subject",))
    assert parsed.presumed


def test_a_thing_that_stays_and_is_changed_itself_is_not_understood() -> None:
    assert parse("brighten the cake, the plate stays").not_understood


@pytest.mark.parametrize(
    "said", ["crop to a square, torch must not be cut off", "crop to 3:2, don't crop the mast"]
)
def test_what_must_not_be_cut_off_is_kept_in_view(said: str) -> None:
    assert parse(said).in_view
    assert _read(said) == [f"crop {'1:1' if 'square' in said else '3:2'} +1"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("contrast -10 or so, that's all", ["contrast -10 %"]),
        ("photo is hazy, clear it up", ["dehaze +1"]),
        ("looks grainy, clean it up", ["denoise +1"]),
        ("baisse les hautes lumières de 30, ciel compris", ["brightness of the highlights -30 %"]),
        ("HDR-ish, but subtle enough that nobody asks", ["look hdr +0.45"]),
        ("Weißabgleich korrigieren, die Wände sollen weiß sein und nicht gelb", ["balance +1"]),
        ("deja la cámara sola, sin fondo", ["cutout +1"]),
        ("viñeta suave, que no llegue a la cara", ["vignette of all but the faces +0.45"]),
        ("warmer, snow should remain white", ["temperature of all but the highlights +1"]),
        ("darken the left third, fade softly", ["brightness of the left third -1"]),
    ],
)
def test_what_is_said_beside_a_wish_is_read_with_it(said: str, told: list[str]) -> None:
    assert _read(said) == told


def test_a_noun_that_is_another_word_in_french_is_no_wish() -> None:
    parsed = parse("lighten the cake by 10 %, plate and table unchanged")
    assert [e.told() for e in parsed.edits] == ["brightness of the subject +10 %"]


def test_what_is_left_out_with_another_is_not_changed() -> None:
    parsed = parse("floute l'arrière-plan, sauf le mannequin et sa robe")
    assert [e.kind for e in parsed.edits] == ["blur"]
    assert parsed.edits[0].without


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("white balance: a bit cooler", "temperature -0.45"),
        ("pull the saturation of the sky down to half", "saturation of the sky -50 %"),
        ("quita el verde del pelo", "colour of the hair green -1"),
        ("Etwas Korn, so 10 %", "grain +10 %"),
        ("warmer, keep the whites white", "temperature of all but the highlights +1"),
        ("kühler, Haut darf nicht blau werden", "temperature of all but the skin -1"),
        ("exposition +1, les hautes lumières ne doivent pas cramer", ""),
        ("Haut weicher, Augen scharf lassen", "soften of the skin +1"),
        ("recadre autour du visage", "crop of the faces +1"),
        ("more detail in the sky", "clarity of the sky +1"),
    ],
)
def test_more_turns_of_a_short_order(said: str, told: str) -> None:
    assert _read(said) == [told] or not told
    assert told or parse(said).keeps == ("highlights",)


def test_a_second_figure_behind_and_is_of_the_same_place() -> None:
    told = _read("cielo un 10 % más saturado y un 5 % más oscuro")
    assert told == ["saturation of the sky +10 %", "brightness of the sky -5 %"]


@pytest.mark.parametrize("said", ["remove the brown hair", "quita el pelo castaño"])
def test_a_part_that_is_to_go_is_no_colour_that_is(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("skin, less red please", ["colour of the skin red -1"]),
        ("sky, less blue", ["saturation of the blue parts of the sky -1"]),
        ("fade +10", ["fade +10 %"]),
        ("except the dog and the cat, darker", ["brightness of all but the dog and the cat -1"]),
        (
            "sauf le ciel et la mer, plus chaud",
            ["temperature of all but the sky and the water +1"],
        ),
        (
            "the sky and the sea, warmer",
            ["temperature of the sky +1", "temperature of the water +1"],
        ),
        (
            "saturation -20, the lemon keeps its yellow",
            ["saturation of all but the yellow parts -20 %"],
        ),
    ],
)
def test_what_is_named_first_is_where_all_of_it_is_done(said: str, told: list[str]) -> None:
    assert _read(said) == told


def test_half_as_blurred_is_no_measure() -> None:
    assert parse("halb so unscharf").not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Pflanzen 10 grüner", "colour of the plants green +10 %"),
        ("tone the greens down 20", "saturation of the green parts -20 %"),
        ("leicht nach links drehen, 1,5 Grad", "rotate left 1.5°"),
        ("rotate slightly left, maybe 1.5", "rotate left 1.5°"),
        ("add grain but keep it light", "grain +0.45"),
        ("vignette, but only a light one", "vignette +0.45"),
        ("add a vignette, a light one please", "vignette +0.45"),
        ("grain, but only light", "grain +0.45"),
        ("Vignette, aber nur eine leichte", "vignette +0.45"),
        ("ajoute du grain, un grain léger", "grain +0.45"),
        ("viñeta, pero solo una ligera", "vignette +0.45"),
        ("blur the background, but only a light blur", "blur of the background +0.45"),
        ("hl -20", "brightness of the highlights -20 %"),
    ],
)
def test_a_figure_stands_where_people_put_it(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize("said", ["Foto 10 heller", "brighten 2", "die 3 Personen heller"])
def test_a_number_that_counts_something_is_no_share(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said", ["slightly overexposed look", "less yellow, the lamp may stay yellow"]
)
def test_what_would_undo_its_own_wish_is_not_done(said: str) -> None:
    parsed = parse(said)
    assert not parsed.edits


def test_a_house_that_is_to_look_natural_beside_a_sky_is_left_alone() -> None:
    assert _read("Wolken dramatischer, Gebäude natürlich") == ["look of the sky dramatic +1"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Vignette leicht, Gesicht nicht dunkler", "vignette of all but the faces +0.45"),
        ("contraste +15, sans assombrir la peau", "contrast of all but the skin +15 %"),
        ("sharpen the eyes, background can stay soft", "sharpen of the eyes +1"),
        ("tourne de 90° dans le sens inverse des aiguilles d'une montre", "rotate left 90°"),
        ("very grainy, please denoise", "denoise +1"),
    ],
)
def test_what_must_not_get_darker_is_left_out_of_what_would_darken_it(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize(
    "said",
    [
        "remove the red cast from the cheeks",
        "ciel plus sombre d'un quart, nuages encore blancs",
        "remove the yellow cast from the teeth",
    ],
)
def test_a_part_of_a_face_is_not_all_of_a_colour_and_what_is_still_so_no_place(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "all but the sky and the faces 10 % darker",
            "brightness of all but the sky and the faces -10 %",
        ),
        (
            "everything except the sky and the cow darker",
            "brightness of all but the sky and the cow -1",
        ),
        (
            "sauf le mannequin et sa robe, floute",
            "blur of the background but the piece of clothing +1",
        ),
    ],
)
def test_all_but_two_places_is_one_place(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize(
    "said", ["recorta a 1:1, sin cortar la vela", "recadre en 1:1, sans couper la voile"]
)
def test_what_is_not_to_be_cut_is_kept_in_view_in_any_order(said: str) -> None:
    assert (parse(said).in_view, parse(said).not_understood) == (True, ())


@pytest.mark.parametrize("said", ["halve the grain", "Korn halbieren", "half the vignette"])
def test_half_of_what_is_there_already_is_not_laid_on(said: str) -> None:
    assert parse(said).not_understood
