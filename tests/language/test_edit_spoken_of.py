"""What is told of a picture before an order says where the order is, and what it must answer."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(said: str) -> list[str]:
    parsed = parse(said)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    "said",
    [
        "Man sieht zu sehr auf die Autos hinten. Mach die doch bitte unschärfer.",
        "you look too much at the cars behind. make those blurrier.",
        "Die Autos hinten stören. Mach die unschärfer.",
        "Los coches de detrás distraen. Desenfócalos.",
    ],
)
def test_those_are_what_was_spoken_of(said: str) -> None:
    assert _read(said) == ["blur of the cars of the background +1"]


def test_those_that_cannot_be_found_are_not_the_whole_picture() -> None:
    assert parse("Man sieht zu sehr auf die Häuser. Mach die bitte dunkler.").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "the background is too busy, blur all that a bit",
        "too much going on behind her! blur all that a bit",
        "il se passe trop de choses derrière elle, floute un peu tout ça",
        "Der Hintergrund ist zu unruhig, mach das alles etwas unschärfer",
        "Hay demasiadas cosas detrás, desenfoca todo eso un poco",
    ],
)
def test_all_that_is_what_was_spoken_of_and_not_the_whole_picture(said: str) -> None:
    assert _read(said) == ["blur of the background +0.45"]


@pytest.mark.parametrize(
    "said",
    [
        "Irgendwie wirkt das ziemlich kalt, kannst du es etwas freundlicher machen?",
        "c'est plutôt froid, tu peux éclaircir un peu ?",
        "se ve bastante fría, aclárala un poco",
        "it looks quite cold, brighten it a bit",
    ],
)
def test_what_is_rather_cold_is_warmed_beside_another_wish(said: str) -> None:
    assert _read(said) == ["brightness +0.45", "temperature +0.7"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Mir ist das alles viel zu grell, geht das auch etwas sanfter?",
            ["brightness of the highlights -1", "contrast -0.45"],
        ),
        (
            "it's much too glaring, could it be softer?",
            ["brightness of the highlights -1", "contrast -1"],
        ),
        ("C'est beaucoup trop criard, un peu plus doux ?", ["saturation -1"]),
        ("es demasiado chillón, ¿puede ser más suave?", ["saturation -1"]),
        ("the colours are too loud, soften the skin", ["saturation -0.7", "soften of the skin +1"]),
    ],
)
def test_softer_behind_a_complaint_of_glare_is_no_blur(said: str, told: list[str]) -> None:
    assert _read(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "honestly the orange is over the top, can you take it down a notch",
        "das Orange ist zu stark, nimm es etwas zurück",
        "l'orange est trop fort, baisse-le un peu",
        "el naranja es demasiado, bájalo un poco",
    ],
)
def test_a_colour_that_is_too_much_is_taken_back_where_it_is(said: str) -> None:
    assert _read(said) == ["saturation of the orange parts -0.45"]


def test_a_picture_that_is_too_orange_has_a_cast() -> None:
    assert _read("it's too orange, take it down a notch") == ["colour orange -0.45"]


@pytest.mark.parametrize(
    "said",
    [
        "C'est sympa mais un peu trop violet, tu peux corriger ça ?",
        "a bit too violet, can you fix that?",
    ],
)
def test_a_cast_that_is_to_be_mended_goes_however_little_it_is(said: str) -> None:
    assert _read(said) == ["colour violet -0.7"]


def test_it_is_the_thing_whose_looks_are_told() -> None:
    parsed = parse("the food looks kinda sad, make it pop")
    assert [edit.target for edit in parsed.edits] == ["subject"]
    assert parsed.presumed == ("food",)
    assert _read("my boss is mad, make it brighter") == ["brightness +1"]


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("Casi no se ve el pájaro, a ver si puedes acercar el encuadre", ("pájaro",)),
        ("the bird is tiny, crop closer", ("bird",)),
        ("the fence is distracting, crop closer", ()),
    ],
)
def test_a_closer_crop_goes_to_what_was_told_of(said: str, noun: tuple[str, ...]) -> None:
    assert parse(said).presumed == noun


@pytest.mark.parametrize(
    "said",
    ["make everything b/w except the yellow chair", "black and white but keep the yellow chair"],
)
def test_the_thing_that_keeps_its_colour_goes_with_the_edit(said: str) -> None:
    parsed = parse(said)
    assert [(e.without, e.thing) for e in parsed.edits] == [(("colour-yellow",), "chair")]


@pytest.mark.parametrize(
    "said",
    [
        "brighten the man a bit, keep the room dark",
        "Mann etwas heller, Raum dunkel lassen",
        "éclaircis un peu l'homme, garde la pièce sombre",
        "aclara un poco al hombre, mantén la habitación oscura",
        "Könntest du den Mann etwas aufhellen? Der Rest darf gern so düster bleiben",
    ],
)
def test_what_lies_around_stays_as_dark_as_it_is(said: str) -> None:
    assert _read(said) == ["brightness of the person +0.45"]


def test_what_is_brightened_can_not_stay_dark() -> None:
    assert parse("brighten everything, keep the room dark").not_understood


def test_a_thing_on_the_other_side_is_well_as_it_is() -> None:
    said = "top half is too dark, the snow at the bottom is fine"
    assert _read(said) == ["brightness of the top half +0.7"]
    assert parse("brighten it, the snow at the bottom is fine").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "increase brightness 20 and contrast 10",
        "Helligkeit 20 und Kontrast 10 erhöhen",
        "augmente la luminosité de 20 et le contraste de 10",
        "sube el brillo 20 y el contraste 10",
    ],
)
def test_two_sliders_share_the_way_that_they_go(said: str) -> None:
    assert _read(said) == ["brightness +20 %", "contrast +10 %"]


@pytest.mark.parametrize(
    "said", ["brightness +20 and contrast 10", "brighten the 3 people and contrast 10"]
)
def test_a_figure_without_its_way_is_not_guessed(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "remove the haze over the sea",
        "Dunst über dem Meer entfernen",
        "enlève la brume au-dessus de la mer",
        "quita la bruma sobre el mar",
    ],
)
def test_haze_over_the_sea_is_taken_from_it(said: str) -> None:
    assert _read(said) == ["dehaze of the water +1"]


@pytest.mark.parametrize(
    "said",
    [
        "light vignette all around",
        "leichte Vignette rundherum",
        "vignettage léger tout autour",
        "viñeta suave alrededor",
    ],
)
def test_a_vignette_lies_all_around(said: str) -> None:
    assert _read(said) == ["vignette +0.45"]


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("bring back detail in the windows", "windows"),
        ("tone down the bright windows", "windows"),
        ("Lichter im Sand zurückholen", "Sand"),
        ("Récupère les hautes lumières du sable", "sable"),
        ("recupera las altas luces de la arena", "arena"),
    ],
)
def test_the_light_of_what_is_bright_by_itself_is_the_highlights(said: str, noun: str) -> None:
    assert _read(said) == ["brightness of the highlights -1"]
    assert parse(said).taken_for == (f'Took "{noun}" for the highlights.',)


def test_somebody_who_is_not_touched_lies_before_the_background() -> None:
    said = "Baja un poco las luces del fondo, a ella no la toques"
    assert _read(said) == ["brightness of the highlights of the background -0.45"]


def test_an_orange_top_is_painted_as_an_orange_shirt_is() -> None:
    assert [(e.target, e.thing) for e in parse("make the orange top blue").edits] == [
        ("colour-orange", "top")
    ]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("can we give this a cosier, candle-light kind of mood", ["temperature +1"]),
        (
            "this one could use an old photo feel, like from my grandparents' album",
            ["look vintage +1"],
        ),
        ("wie aus dem Fotoalbum meiner Oma", ["look vintage +1"]),
        ("comme dans l'album de mes grands-parents", ["look vintage +1"]),
        (
            "what would it look like in plain black and white, quite dramatic?",
            ["monochrome +1", "look dramatic +1.7"],
        ),
        ("à quoi ça ressemblerait en noir et blanc ?", ["monochrome +1"]),
        (
            "looks like midday glare, soften it so it's easier on the eyes",
            ["brightness of the highlights -1", "contrast -1"],
        ),
        ("da darf ruhig mehr Farbe rein", ["saturation +1"]),
        ("quisiera un tono más cálido, como de tarde", ["temperature +0.45"]),
        ("¿le puedes dar algo más de vida?", ["saturation +0.45"]),
        ("die Farben sind übertrieben, bitte natürlicher", ["saturation -1"]),
        ("les couleurs sont exagérées, fais quelque chose de plus naturel", ["saturation -1"]),
    ],
)
def test_a_wish_in_other_words_is_the_plain_one(said: str, told: list[str]) -> None:
    assert _read(said) == told


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("Ich hätte den Schmetterling gern größer im Bild", "Schmetterling"),
        ("j'aimerais le papillon plus grand dans l'image", "papillon"),
        ("quisiera la mariposa más grande en la foto", "mariposa"),
    ],
)
def test_what_is_to_be_larger_in_the_picture_is_cropped_to(said: str, noun: str) -> None:
    parsed = parse(said)
    assert [e.kind for e in parsed.edits] == ["crop"]
    assert parsed.presumed == (noun,)


def test_more_natural_alone_says_nothing() -> None:
    assert parse("make it more natural").not_understood


def test_less_of_a_colour_in_a_thing_is_less_of_that_colour() -> None:
    said = "less red in the tree trunks please, skin should stay as is"
    assert _read(said) == ["saturation of all but the skin -1"] or _read(said) == [
        "saturation of the red parts but the skin -1"
    ]
