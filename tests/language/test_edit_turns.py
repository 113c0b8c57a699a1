"""Turns of phrase, Spanish verbs and figures of sliders: read as the plain wish that they are, never turned
round, and told apart from wishes that only a model can carry out.
"""

from __future__ import annotations

from itertools import product

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, (text, parsed.not_understood)
    return [edit.told() for edit in parsed.edits]


_VERBS = {
    "aclara aclare aclaren aclarad aclares aclararas aclarando aclarala aclarenla": "brightness +1",
    "oscurece oscurezca oscurezcan oscureced oscureciera oscurézcanla": "brightness -1",
    "satura sature saturen saturad saturaras satúrela": "saturation +1",
}


@pytest.mark.parametrize(("verbs", "told"), list(_VERBS.items()))
def test_a_spanish_verb_is_read_in_every_form_that_orders(verbs: str, told: str) -> None:
    assert [_read(f"{verb} la foto" if verb[-2:] != "la" else verb) for verb in verbs.split()] == [
        [told]
    ] * len(verbs.split())


def test_a_spanish_noun_that_looks_like_a_verb_is_none() -> None:
    assert parse("las pasas más claras").not_understood


@pytest.mark.parametrize(
    "frame",
    ["deja {}", "me dejas {}", "que {} quede", "que {} salga", "pongan {}", "poné {}", "hacé {}"],
)
def test_what_is_left_or_put_more_so_is_made_so(frame: str) -> None:
    for place, where in (("el cielo", " of the sky"), ("el fondo", " of the background")):
        assert _read(frame.format(place) + " un poco más claro") == [f"brightness{where} +0.45"]


def test_what_is_left_as_it_is_stays() -> None:
    assert _read("más claro, deja el cielo como está") == ["brightness of all but the sky +1"]
    assert not parse("deja el fondo oscuro").edits


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("warmer? no, cooler", "temperature -1"),
        ("¿más cálido? No, más frío", "temperature -1"),
        ("plus clair ? non, plus sombre", "brightness -1"),
        ("wärmer? nein, kühler", "temperature -1"),
        ("no más saturado: menos", "saturation -1"),
        ("más saturado no, menos", "saturation -1"),
        ("que no quede tan oscuro", "brightness +0.7"),
        ("no le pongas tanto contraste", "contrast -0.7"),
        ("que ce ne soit pas si sombre", "brightness +0.7"),
        ("not so much contrast", "contrast -0.7"),
        ("no tan negro", "brightness +0.7"),
        ("too white", "brightness -0.7"),
    ],
)
def test_what_is_taken_back_goes_the_other_way(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize(
    "said", ["not so much brighter", "no tanto más claro", "menos contraste leve"]
)
def test_less_of_a_comparative_is_not_its_opposite(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("exposure +0.5", "brightness +17.062 %"),
        ("Belichtung -0,3", "brightness -9.01905 %"),
        ("+0.7 exposure", "brightness +24.6758 %"),
        ("exposure +1/3", "brightness +11.0735 %"),
        ("exposure +20", "brightness +20 %"),
        ("exposure +0.5 %", "brightness +0.5 %"),
        ("temp -15", "temperature -15 %"),
    ],
)
def test_exposure_without_a_unit_is_told_in_stops_while_its_figure_is_small(
    said: str, told: str
) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize("said", ["exposure +3", "vignette +20", "contrast 20", "exposure to 0.5"])
def test_a_figure_that_can_be_meant_two_ways_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "vintage at half strength",
        "Vintage mit halber Stärke",
        "vintage, à mi-intensité",
        "vintage a media intensidad",
    ],
)
def test_half_the_strength_is_half_of_a_finish(said: str) -> None:
    assert _read(said) == ["look vintage +0.5"]
    assert _read("desaturate halfway") == ["saturation -50 %"]


def test_what_must_look_believable_is_done_in_measure_and_no_grey_keeps_its_colour() -> None:
    for said in ("but keep it believable", "nothing plasticky", "without looking overdone"):
        assert _read(f"HDR look, {said}") == ["look hdr +0.45"]
    assert _read("soften her skin a tiny bit, nothing plasticky") == ["soften of the skin +0.25"]
    assert _read("black and white but tasteful") == ["monochrome +1"]


@pytest.mark.parametrize(
    "said",
    ["skin a little smoother", "Haut etwas glatter", "lisse un peu la peau", "piel algo más tersa"],
)
def test_smoother_is_of_skin_alone(said: str) -> None:
    assert _read(said) == ["soften of the skin +0.45"]
    assert parse("smoother hair").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "recover the blown highlights",
        "ausgefressene Lichter zurückholen",
        "récupère les hautes lumières cramées",
        "recupera las luces quemadas",
    ],
)
def test_what_is_wrong_with_a_tone_that_is_mended_only_says_which(said: str) -> None:
    assert _read(said) == ["brightness of the highlights -1"]


@pytest.mark.parametrize(
    "said",
    [
        "Hintergrund entfernen und durch Weiß ersetzen",
        "remove the background and replace it with white",
        "enlève le fond et remplace-le par du blanc",
        "quita el fondo y ponlo blanco",
    ],
)
def test_what_is_put_in_the_place_of_the_background_is_another_one(said: str) -> None:
    assert _read(said) == ["background colour of the background white +1"]


def test_a_colon_parts_no_place_from_what_is_said_of_it() -> None:
    assert _read("sky: richer blue. house: no change") == ["colour of the sky blue +1"]
    assert _read("Himmel: dunkler, Rest: unverändert") == ["brightness of the sky -1"]


def test_what_is_not_to_be_changed_may_be_told_by_a_bare_not() -> None:
    assert _read("Schatten aufhellen, Lichter nicht") == ["brightness of the shadows +1"]
    assert _read("heller, das Gesicht nicht") == ["brightness of all but the faces +1"]
    assert _read("the dog stays sharp, soften the rest") == ["soften of all but the dog +1"]


def test_a_colour_beside_a_finish_is_its_tone() -> None:
    assert _read("moody teal") == ["look moody +1", "colour teal +1"]
    assert _read("passe-le en bleu nuit monochrome") == ["duotone navy +1"]


def test_a_thing_that_is_only_named_with_its_colour_is_not_painted() -> None:
    assert parse("la chaqueta roja").not_understood
    for said in ("más viva", "hazla más viva", "que quede más viva"):
        assert _read(f"la chaqueta roja, {said}") == ["saturation of the red parts +1"]


_THINGS = {
    "add {}": ("a dog", "a big plant"),
    "get rid of {}": ("the bin", "the man on the left"),
    "den {} rausretuschieren": ("Mann", "zweiten Jungen"),
    "enlève {}": ("les bateaux", "la voiture"),
    "ponle {}": ("un sombrero rojo", "unas gafas"),
    "replace {} with a tram": ("the bus", "the sign"),
}


@pytest.mark.parametrize(
    "said", [form.format(thing) for form, things in _THINGS.items() for thing in things]
)
def test_a_thing_that_is_added_removed_or_replaced_is_refused_as_work_for_a_model(
    said: str,
) -> None:
    told = unsupported(parse(said).not_understood)
    assert "Adding, removing or replacing things needs a model." in told
    assert "It can't tell where" not in told


@pytest.mark.parametrize(
    "said", ["make it look expensive", "skin a little fluffier", "dale aire de oficina"]
)
def test_what_is_only_not_understood_is_no_work_for_a_model(said: str) -> None:
    assert "needs a model" not in unsupported(parse(said).not_understood)


_WAYS = {
    ("brightness", 1): ("brighter", "heller", "plus clair", "más claro"),
    ("brightness", -1): ("darker", "dunkler", "plus sombre", "más oscuro"),
    ("saturation", -1): ("less saturated", "weniger gesättigt", "moins saturé", "menos saturado"),
    ("temperature", 1): ("warmer", "wärmer", "plus chaud", "más cálido"),
}
_FRAMES = (
    ("I'd prefer it {}", "not so much {}", "would you mind making it {}?", "don't make it {}"),
    ("ich will es {}", "nicht so viel {}", "kann man das {} machen", "bitte nicht {}"),
    ("fais en sorte que ce soit {}", "pas autant {}", "je préfère {}", "ne la rends pas {}"),
    ("que salga {}", "no tanto {}", "¿me la dejas {}?", "que no quede {}"),
)


@pytest.mark.parametrize(("kind", "sign"), list(_WAYS))
def test_no_turn_changes_a_measure_against_its_word(kind: str, sign: int) -> None:
    for at, frame in ((at, f) for at, frames in enumerate(_FRAMES) for f in frames):
        for edit in parse(frame.format(_WAYS[kind, sign][at])).edits:
            assert (edit.kind, edit.amount * sign > 0) == (kind, True), frame


def test_every_frame_that_asks_is_read() -> None:
    asking = [(0, 2), (0, 2), (0, 2), (0, 2)]
    for (at, some), wish in product(enumerate(asking), _WAYS):
        for one in some:
            assert parse(_FRAMES[at][one].format(_WAYS[wish][at])).edits


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("give it a cool blue tone", ["colour blue +1"]),
        ("dale un tono azul fr\u00edo", ["colour blue +1"]),
        ("the blue tones warmer", ["temperature of the blue parts +1"]),
        ("the light is too harsh, soften it", ["contrast -1"]),
        ("black and white with deep shadows", ["monochrome +1", "brightness of the shadows -1"]),
        ("turn it into a duotone, navy and cream", ["duotone navy+cream +1"]),
        ("der Kaffee darf w\u00e4rmer und satter aussehen", ["temperature of the subject +1",
            "saturation of the subject +1"]),
        ("recorta la botella, fondo transparente", ["cutout +1"]),
        ("recorta un poco por arriba", ["crop top +0.45"]),
    ],
)  # fmt: skip
def test_a_word_beside_another_says_what_is_meant(said: str, told: list[str]) -> None:
    assert _read(said) == told


@pytest.mark.parametrize(
    ("said", "told", "forbidden"),
    [
        ("a subtle vignette, not too dark", ["vignette +0.23"], 0),
        ("una vi\u00f1eta sutil, no muy oscura", ["vignette +0.23"], 0),
        ("warmer, but not too dark", ["temperature +1"], 1),
        ("brighter, not too bright", ["brightness +0.5"], 0),
        ("k\u00f6nnte knackiger sein, aber nicht zu viel Kontrast", ["contrast +0.5"], 0),
        ("warmer, sin demasiada saturaci\u00f3n", ["temperature +1"], 1),
    ],
)
def test_what_bounds_a_wish_asks_for_nothing_itself(
    said: str, told: list[str], forbidden: int
) -> None:
    assert _read(said) == told
    assert len(parse(said).forbidden) == forbidden
    assert parse("nicht zu viel Kontrast").not_understood


@pytest.mark.parametrize(
    ("said", "told", "aside"),
    [
        ("insgesamt etwas dunkel, um 15 % aufhellen", "brightness +15 %", "insgesamt etwas dunkel"),
        ("un peu sombre, \u00e9claircis d'environ 15 %", "brightness +15 %", "un peu sombre"),
        ("too much sky, crop 10 % off the top", "crop top +10 %", "too much sky"),
        ("zu viel Wiese, unten 10 % abschneiden", "crop bottom +10 %", "zu viel Wiese"),
    ],
)
def test_what_a_wish_answers_is_left_aside(said: str, told: str, aside: str) -> None:
    assert _read(said) == [told]
    assert parse(said).left_aside == (aside,)
    assert parse("too much sky, warmer").not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("it's a bit dark", "brightness +0.7"),
        ("the sky is a bit bright", "brightness of the sky -0.7"),
        ("est\u00e1 muy oscuro", "brightness +0.7"),
        ("das Bild ist etwas dunkel", "brightness +0.7"),
        ("c'est un peu sombre", "brightness +0.7"),
    ],
)
def test_a_complaint_that_stands_alone_is_mended(said: str, told: str) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize(
    "said",
    [
        "it's a bit dark but I like it",
        "it's very bright and I love it",
        "est\u00e1 muy c\u00e1lida",
        "it's dark",
    ],
)
def test_what_may_be_praise_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("darken the top third, gradually", ["brightness of the top third -1"]),
        ("c\u00f4t\u00e9 droit plus clair, progressivement", ["brightness of the right half +1"]),
        ("rotate 2 degrees left and crop the corners clean", ["rotate left 2\u00b0"]),
        ("lift the shadows, keep the sunlight as it is", ["brightness of the shadows +1"]),
        ("m\u00e1s luz y color", ["brightness +1", "saturation +1"]),
        ("enl\u00e8ve un peu de cyan dans le ciel", ["colour of the sky cyan -0.45"]),
        ("lo veo verdoso, neutral\u00edzalo", ["colour green -1"]),
        ("isole la plume sur fond blanc", ["background colour of the background white +1"]),
    ],
)  # fmt: skip
def test_what_lies_within_an_edit_or_beyond_it_stops_nothing(said: str, told: list[str]) -> None:
    assert _read(said) == told


@pytest.mark.parametrize("said", ["brighter, gradually", "darker, keep the sunlight as it is"])
def test_what_nobody_can_tell_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("it isn't very bright", "brightness +0.7"),
        ("no la veo muy contrastada", "contrast +0.7"),
        ("das Bild ist nicht sehr hell", "brightness +0.7"),
        ("la photo n'est pas tr\u00e8s nette", "sharpen +0.7"),
        ("it's not so bright", "brightness -0.7"),
        ("brighter, not very bright", "brightness +0.5"),
        ("warmer, not very strong", "temperature +0.45"),
        ("s\u00e9pia, mais pas tr\u00e8s fort", "sepia +0.45"),
    ],
)
def test_what_something_is_not_is_what_it_lacks(said: str, told: str) -> None:
    assert _read(said) == [told]
    assert parse("it isn't dark").not_understood
    assert parse("not very bright").not_understood
