"""What could be read and nobody meant is not done; bounds, strengths and what stays are read alike in every language."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("a bit duller on the left: saturation -15 % on the left", "saturation of the left half -15 %"),
        ("mehr Kontrast - Kontrast +15", "contrast +15 %"),
        ("moins de vert en bas : saturation -20 des verts", "saturation of the green parts -20 %"),
        ("un poco menos de rojo abajo: rojos -20", "saturation of the red parts -20 %"),
    ],
)  # fmt: skip
def test_what_is_told_again_with_its_figure_is_done_once(said: str, edits: str) -> None:
    parsed = parse(said)
    assert [edit.told() for edit in parsed.edits] == [edits]
    assert parsed.left_aside


def test_two_wishes_beside_a_dash_are_two() -> None:
    assert _read("sky bluer - contrast +20") == ["colour of the sky blue +1", "contrast +20 %"]
    assert _read("brighten the sky: shadows +20") == [
        "brightness of the sky +1",
        "brightness of the shadows +20 %",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "dog brighter, mug darker",
        "Katze heller, Vase dunkler",
        "le chien plus clair, la tasse plus sombre",
        "el perro más claro, la taza más oscura",
    ],
)
def test_beside_a_thing_that_is_found_no_other_is_what_stands_out(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "there's a dark strip at the bottom, crop it off",
        "oben ist ein Streifen, schneid den weg",
        "il y a une bande noire en haut, coupe-la",
        "hay una franja oscura abajo, recórtala",
        "too much on the right, crop it",
    ],
)
def test_an_edge_that_is_to_go_is_no_tighter_crop_and_gets_no_darker(said: str) -> None:
    parsed = parse(said)
    assert parsed.not_understood
    assert not parsed.edits


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("cooler, but no more than 15 %", "temperature -15 %"),
        ("less saturation, 20 % at most", "saturation -20 %"),
        ("etwas kühler, maximal 15 %", "temperature -15 %"),
        ("weniger Kontrast, aber höchstens 10 %", "contrast -10 %"),
        ("plus froid, mais pas plus de 15 %", "temperature -15 %"),
        ("plus de contraste, 10 % maxi", "contrast +10 %"),
        ("más frío, como mucho un 15 %", "temperature -15 %"),
        ("más contraste, pero no más de un 10 %", "contrast +10 %"),
    ],
)
def test_a_bound_is_how_much_is_done(said: str, edit: str) -> None:
    assert _read(said) == [edit]


@pytest.mark.parametrize(
    "said",
    [
        "vintage at 40 % opacity",
        "Vintage mit 40 % Stärke",
        "style vintage à 40 % de force",
        "vintage al 40 % de intensidad",
    ],
)
def test_a_strength_needs_no_word_beside_its_figure(said: str) -> None:
    assert _read(said) == ["look vintage +40 %"]


@pytest.mark.parametrize("said", ["teal and orange, 25 %", "teal & orange at 25 % strength"])
def test_a_figure_behind_a_split_tone_is_of_both(said: str) -> None:
    assert _read(said) == [
        "colour of the shadows teal +25 %",
        "colour of the highlights orange +25 %",
    ]


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("lower the highlights of the red background", "brightness of the highlights of the background -1"),
        ("Lichter des grünen Hintergrunds senken", "brightness of the highlights of the background -1"),
        ("baisse les hautes lumières du fond bleu", "brightness of the highlights of the background -1"),
        ("sube las sombras del fondo verde", "brightness of the shadows of the background +1"),
    ],
)  # fmt: skip
def test_the_colour_of_a_ground_whose_lights_are_changed_only_describes_it(
    said: str, edit: str
) -> None:
    assert _read(said) == [edit]


@pytest.mark.parametrize(
    "said",
    [
        "faces brighter, poster untouched",
        "Gesichter heller, Banner bleibt, wie es ist",
        "visages plus clairs, la bannière ne bouge pas",
        "caras más claras, el cartel ni tocarlo",
    ],
)
def test_a_banner_that_stays_is_no_format(said: str) -> None:
    parsed = parse(said)
    assert [edit.told() for edit in parsed.edits] == ["brightness of the faces +1"]
    assert not parsed.not_understood


@pytest.mark.parametrize(
    "said",
    [
        "moody look with natural skin",
        "düsterer Look mit natürlicher Haut",
        "look dramatique avec la peau naturelle",
        "efecto vintage con la piel natural",
    ],
)
def test_natural_skin_is_skin_as_it_is(said: str) -> None:
    (edit,) = parse(said).edits
    assert (edit.kind, edit.without) == ("look", ("skin",))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("top darker, bottom: nothing", "brightness of the top half -1"),
        ("links heller, rechts nichts", "brightness of the left half +1"),
        ("ciel plus sombre et rien d'autre", "brightness of the sky -1"),
        ("cielo más oscuro y nada más", "brightness of the sky -1"),
        ("fond plus sombre, la loupe ne bouge pas", "brightness of the background -1"),
        ("Grün in Blau umfärben, die Felsen bleiben grau", "repaint of the green parts blue +1"),
    ],
)  # fmt: skip
def test_what_stays_beside_an_edit_asks_for_nothing(said: str, kept: str) -> None:
    assert _read(said) == [kept]


def test_a_thing_of_a_colour_that_stays_is_left_out_and_said() -> None:
    parsed = parse("highlights -20, leave the red jackets alone")
    assert parsed.edits[0].without == ("colour-red",)
    assert parsed.taken_for == ('Took "jackets" for all red parts.',)
    assert parse("Make the orange sofa brighter, leave the red rug as it is").not_understood


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("way too red. Pull it back about a quarter.", "colour red -25 %"),
        ("viel zu grün. Nimm es um ein Viertel zurück.", "colour green -25 %"),
        ("trop saturé, réduis d'un tiers", "saturation -33.3 %"),
        ("demasiada saturación, bájala un tercio", "saturation -33.3 %"),
    ],
)
def test_a_complaint_is_answered_by_the_share_behind_it(said: str, edit: str) -> None:
    assert _read(said) == [edit]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("satration -10", "saturation"),
        ("contrats +10", "contrast"),
        ("Kontrats -10", "contrast"),
        ("netete +10", "sharpen"),
        ("nitides +20", "sharpen"),
    ],
)
def test_beside_a_sliders_figure_a_slip_is_of_a_measure(said: str, kind: str) -> None:
    (edit,) = parse(said).edits
    assert edit.kind == kind


@pytest.mark.parametrize(
    "word", ["welche", "parque", "fuerza", "haben", "point", "maniere", "sucht", "montrer"]
)
def test_a_common_word_is_no_slip_of_another(word: str) -> None:
    assert not parse(f"{word} xyz").read_as


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("el fondo rojo se come la foto. Apágalo un poco", "saturation of the background -0.45"),
        ("muy azul por las luces de la sala, caliéntala un poco, sin pasarte", "temperature +0.45"),
    ],
)  # fmt: skip
def test_what_it_speaks_of_is_the_place_and_not_the_cause(said: str, edit: str) -> None:
    told = [e.told() for e in parse(said).edits]
    assert edit in told


@pytest.mark.parametrize(
    "said",
    ["brighten them both", "sie beide heller", "éclaircis-les tous les deux", "aclara a los dos"],
)
def test_both_of_them_are_the_persons(said: str) -> None:
    assert _read(said) == ["brightness of the persons +1"]


@pytest.mark.parametrize(
    ("said", "never"),
    [
        ("crop out the shoe in the top left corner", 'Without "out"'),
        ("el rojo del fondo a verde", 'Without "a"'),
        ("can you drop her onto a transparent background", 'Without "onto'),
    ],
)
def test_no_refusal_tells_to_leave_out_the_wish_itself(said: str, never: str) -> None:
    parsed = parse(said)
    assert never not in unsupported(parsed.not_understood)


@pytest.mark.parametrize(
    "said",
    [
        "swap the dull sky for a rainbow",
        "put three more cups on the shelf",
        "eine zweite Lampe auf den Tisch stellen",
    ],
)
def test_a_thing_that_is_to_be_made_is_told_to_need_a_model(said: str) -> None:
    assert "needs a model" in unsupported(parse(said).not_understood)


def test_what_somebody_did_to_a_picture_is_no_wish() -> None:
    said = "looks like somebody put tracing paper over this"
    assert "needs a model" not in unsupported((said,))


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("my wife says it's too yellow, cool it down a touch", "temperature -0.45"),
        ("my wife thinks the sky is too bright, darken it", "brightness of the sky -1"),
        ("mein Chef findet es zu dunkel, bitte etwas heller", "brightness +0.45"),
        ("mein Chef findet den Himmel zu hell, bitte abdunkeln", "brightness of the sky -1"),
        ("mon chef trouve que c'est trop sombre, éclaircis un peu", "brightness +0.45"),
        ("mi jefa dice que el cielo está muy oscuro, acláralo un poco", "brightness of the sky +0.45"),
    ],
)  # fmt: skip
def test_who_says_what_is_wrong_is_not_on_the_picture(said: str, edit: str) -> None:
    assert _read(said) == [edit]
    assert not parse(said).presumed


def test_what_somebody_says_of_a_thing_that_is_nowhere_is_not_done_everywhere() -> None:
    assert parse("my wife thinks the roof is too bright, darken it").not_understood


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Bildkontrast erhöhen", "contrast +1"),
        ("Gesichtspartie etwas aufhellen", "brightness of the faces +0.45"),
        ("Hintergrundfarbe auf weiß", "background colour of the background white +1"),
        ("Himmelspartie dunkler", "brightness of the sky -1"),
        ("Grünanteil reduzieren", "saturation of the green parts -1"),
        ("hol die Tiefen etwas hoch", "brightness of the shadows +0.45"),
        ("setz den Kontrast bitte etwas runter", "contrast -0.45"),
        ("dämpfe die Lichter", "brightness of the highlights -1"),
        ("reduziere die Lichter", "brightness of the highlights -1"),
    ],
)
def test_german_compounds_and_verbs_in_two_parts_are_what_they_mean(said: str, edit: str) -> None:
    assert _read(said) == [edit]


@pytest.mark.parametrize(
    "said",
    [
        "my eyes hurt, less saturation",
        "Süß! Weniger Sättigung",
        "j'ai mal aux yeux, moins de saturation",
        "ya lo sé, menos saturación",
    ],
)
def test_an_outcry_asks_for_nothing(said: str) -> None:
    assert _read(said) == ["saturation -1"]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("contrast +15 brightness -5", ["contrast +15 %", "brightness -5 %"]),
        ("Kontrast +10% Sättigung -20%", ["contrast +10 %", "saturation -20 %"]),
        ("contraste +10 saturation -5", ["contrast +10 %", "saturation -5 %"]),
    ],
)
def test_settings_of_sliders_in_a_row_are_each_done(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize("said", ["brightness -10 to contrast -20", "contrast from -5 to -10"])
def test_figures_that_are_no_settings_in_a_row_are_not_taken_for_them(said: str) -> None:
    parsed = parse(said)
    assert parsed.not_understood or not parsed.edits
