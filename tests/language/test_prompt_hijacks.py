"""One word chooses no scene where it is part of a colour, of a light or of a manner, and what the engine
draws is read under its other names.
"""

from __future__ import annotations

import pytest

from brandstudio.language.scenes import plan, unsupported, warnings


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("Studiohintergrund in Blau mit leichter Vignette", "stage"),
        ("Ruhiger Farbverlauf von Petrol zu hellem Sand", "mesh"),
        ("Un sac à côté d'un bouquet", "stage"),
        ("Un plateau de fromages", "stage"),
        ("Médico en un hospital moderno", "stage"),
        ("Skincare bottle on a white surface", "stage"),
        ("Zapatillas sobre un fondo celeste con salpicaduras de agua", "stage"),
        ("Flacon de parfum, gouttes d'eau, fond sombre", "stage"),
        ("Sportwagen bei Nacht, Scheinwerfer an", "stage"),
        ("Les toits de la ville sous la pluie, lumières aux fenêtres", "village"),
        ("A cup of tea on a wooden table by a rainy window", "tabletop"),
        ("Raindrops on a window, city lights", "pane"),
        ("Theatervorhang mit Scheinwerfer", "curtain"),
        ("Côte sauvage au lever du soleil", "sea"),
        ("Rheintal im Nebel", "hills"),
        ("Un chirurgien dans un couloir d'hôpital", "room"),
        ("Weinberge im Herbst", "field"),
        ("vignes au soleil", "field"),
    ],
)
def test_a_word_within_another_wish_chooses_no_scene(prompt: str, family: str) -> None:
    assert plan(prompt).family == family


@pytest.mark.parametrize(
    ("prompt", "family", "motif"),
    [
        ("Helle Holzplanken von oben fotografiert", "texture", "planks"),
        ("Planches de bois clair vues de dessus", "texture", "planks"),
        ("Tablones de madera oscura", "texture", "planks"),
        ("Grey planks from above", "texture", "planks"),
        ("Fondo de estudio rojo", "stage", "studio"),
        ("Fond de studio terracotta", "stage", "studio"),
        ("Roter Studiohintergrund", "stage", "studio"),
        ("Verschneite Berglandschaft im Morgenlicht", "snow", "mountains"),
        ("Mur blanc avec l'ombre d'une feuille de palmier", "texture", "leaf_shadows"),
        ("Weiße Wand mit dem Schatten von Palmblättern", "texture", "leaf_shadows"),
        ("Pared blanca con la sombra de unas hojas", "texture", "leaf_shadows"),
        ("White wall with the shadow of a palm leaf", "texture", "leaf_shadows"),
    ],
)
def test_what_is_drawn_is_read_under_its_other_names(prompt: str, family: str, motif: str) -> None:
    found = plan(prompt)
    assert found.family == family
    assert motif in found.motifs
    assert warnings(found) == ()


@pytest.mark.parametrize(
    ("prompt", "colours"),
    [
        ("Fondo de estudio amarillo liso", ("yellow",)),
        ("Farbverlauf von Petrol zu hellem Sand", ("petrol", "sand")),
        ("Fond dégradé bleu nuit vers turquoise avec de fines particules", ("navy", "turquoise")),
        ("degradado de arena a azul", ("sand", "blue")),
    ],
)
def test_the_colours_of_a_phrase_are_kept(prompt: str, colours: tuple[str, ...]) -> None:
    assert plan(prompt).named == colours


@pytest.mark.parametrize(
    "prompt",
    [
        "Misty forest at dawn, keep the left third clear for copy",
        "Blumenwiese, rechts bitte frei lassen für unser Logo",
        "Confeti sobre fondo rosa, dejar el lado izquierdo vacío",
        "Plage, laisser le haut libre pour le texte",
        "Blauer Samtvorhang mit Falten",
        "Textura de metal cepillado con reflejos fríos",
        "Selva tropical con hojas grandes",
        "Branches de sapin et boules, le centre vide",
        "Fondo amarillo con un pedestal cilíndrico y sombra dura",
        "Salbeigrüner Studiohintergrund mit weichem Schatten eines Fensters",
        "Dächer einer Altstadt am Abend, warme Fenster",
        "Feuilles vertes, gros plan",
        "Fond de studio, lumière de fin d'après-midi, bien-être",
    ],
)
def test_nobody_misses_a_manner_or_what_is_drawn(prompt: str) -> None:
    assert warnings(plan(prompt)) == ()


def test_a_scene_that_begins_with_what_is_not_drawn_says_so_in_a_sentence_and_strict_refuses() -> (
    None
):
    found = plan("Ink drops, blue waves")
    first = warnings(found)[0]
    assert first.startswith('Not drawn: "Ink drops", which the prompt begins with. ')
    assert 'its scene "waves"' in first
    assert "Ink drops" in (unsupported(found) or "")


def test_a_craftsman_in_blue_trousers_is_not_blue() -> None:
    assert plan("Handwerker in blauer Arbeitshose auf einem Dach").subject == "Handwerker"


@pytest.mark.parametrize(
    ("prompt", "side"),
    [
        ("Dark gradient, copy goes on the left", "left"),
        ("Heller Verlauf, Titel kommt rechts hin", "right"),
        ("Fond de vagues, texte en haut", "top"),
        ("Fondo con bokeh dorado, texto a la izquierda", "left"),
        ("Misty forest, headline on top", "top"),
    ],
)
def test_where_words_are_to_stand_is_room_and_no_lettering(prompt: str, side: str) -> None:
    found = plan(prompt)
    assert (found.space, found.left_out, found.missing) == (side, (), ())


def test_words_in_quotation_marks_are_lettering() -> None:
    assert "lettering" in plan('Dark gradient with the text "Sale" on the left').left_out


@pytest.mark.parametrize(
    "prompt",
    [
        "Wooden table ready for product placement",
        "Holztisch, Platz für unser Produkt",
        "Podium beige pour présenter un produit, fond assorti",
        "Un cielo anaranjado sobre dunas",
        "Lake where a moon floats",
        "Dégradé bleu pour le titre de notre campagne",
    ],
)
def test_what_is_no_thing_is_not_said_to_be_missing(prompt: str) -> None:
    assert [w for w in warnings(plan(prompt)) if "Not drawn" in w] == []


@pytest.mark.parametrize(
    ("prompt", "verb"),
    [
        ("a dog running through a park", "running"),
        ("un perro corriendo por el parque", "corriendo"),
        ("une femme qui saute sur la plage", "saute"),
        ("eine Frau läuft am Strand", "läuft"),
    ],
)
def test_a_verb_is_no_missing_thing(prompt: str, verb: str) -> None:
    assert verb not in " ".join(warnings(plan(prompt)))


@pytest.mark.parametrize(
    "prompt",
    [
        "palm leaves on bright yellow",
        "Palmblätter auf Gelb",
        "feuilles sur jaune vif",
        "hojas de palmera sobre amarillo vivo",
    ],
)
def test_a_colour_that_things_are_on_is_the_ground(prompt: str) -> None:
    assert plan(prompt).own("backdrop") == "yellow"


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("Falling maple leaves", "leaves"),
        ("Fond dégradé rose, espace pour le titre de notre campagne", "mesh"),
        ("Leuchtende Linien auf Dunkelblau", "ribbons"),
        ("Lignes de lumière futuristes", "ribbons"),
        ("estelas de luz en azul", "ribbons"),
    ],
)
def test_what_a_prompt_begins_with_is_its_scene(prompt: str, family: str) -> None:
    assert plan(prompt).family == family


@pytest.mark.parametrize(
    ("prompt", "family", "motif"),
    [
        ("Wet street at night with neon signs", "city", "lit_street"),
        ("Regennasse Straße bei Nacht mit Neonschildern", "city", "lit_street"),
        ("Rue la nuit, enseignes au néon", "city", "lit_street"),
        ("Calle mojada con luces de neón", "city", "lit_street"),
        ("Thin diagonal lines in white on navy", "pattern", "thin"),
        ("Feine diagonale Linien auf Grau", "pattern", "thin"),
        ("Fines lignes verticales bleues", "pattern", "thin"),
        ("Líneas diagonales finas en blanco", "pattern", "thin"),
        ("Rocky coast at sunset", "sea", "rocks"),
        ("Felsige Küste am Abend", "sea", "rocks"),
        ("Côte rocheuse au coucher du soleil", "sea", "rocks"),
        ("Costa rocosa al atardecer", "sea", "rocks"),
        ("Soap bubbles on pale blue", "scatter", "bubbles"),
        ("Seifenblasen auf Hellblau", "scatter", "bubbles"),
        ("Bulles de savon sur fond bleu pâle", "scatter", "bubbles"),
        ("Pompas de jabón sobre fondo celeste", "scatter", "bubbles"),
        ("Watercolour in coral on white paper", "mesh", "watercolour"),
        ("Texture de papier recyclé aux fibres visibles", "texture", "fibres"),
        ("Winter forest with snow-covered trees", "forest", "snowy"),
        ("Paint splashes in blue and yellow", "mesh", "splashes"),
        ("Farbspritzer in Rot", "mesh", "splashes"),
        ("Éclaboussures de peinture bleue sur fond blanc", "mesh", "splashes"),
        ("Salpicaduras de pintura roja", "mesh", "splashes"),
        ("Bokeh over a city skyline at night", "bokeh", "skyline"),
        ("Voie lactée au-dessus des montagnes", "galaxy", "mountains"),
        ("Globos y confeti", "garland", "confetti"),
        ("Hand-painted watercolour in blush", "mesh", "watercolour"),
    ],
)
def test_what_is_drawn_is_read_in_each_language(prompt: str, family: str, motif: str) -> None:
    found = plan(prompt)
    assert found.family == family
    assert motif in found.motifs
    assert [w for w in warnings(found) if "Not drawn" in w] == []


def test_a_street_by_day_is_still_named() -> None:
    assert "street" in " ".join(warnings(plan("a busy city street at noon")))


@pytest.mark.parametrize(
    "prompt",
    [
        "a vineyard in golden light",
        "Weinberg in goldenem Licht",
        "vignes, lumière dorée",
        "viñedo con luz dorada",
    ],
)
def test_golden_light_is_an_hour_and_no_colour(prompt: str) -> None:
    found = plan(prompt)
    assert (found.time, found.named) == ("dusk", ())


def test_tones_of_a_colour_are_the_colour_and_no_place() -> None:
    found = plan("Abstrakte Wellen in Grüntönen")
    assert (found.named, found.places) == (("green",), ())


@pytest.mark.parametrize(
    "prompt",
    [
        "Contour lines in dark green on cream",
        "Höhenlinien in Dunkelgrün auf Creme",
        "courbes de niveau vert foncé sur crème",
    ],
)
def test_a_dark_colour_on_a_light_ground_darkens_no_picture(prompt: str) -> None:
    found = plan(prompt)
    assert found.dark is not True
    assert found.own("backdrop") == "cream"


def test_wheat_is_golden_and_its_sky_is_not() -> None:
    for prompt in ("golden wheat under a stormy sky", "champ de blé doré sous un ciel d'orage"):
        assert (plan(prompt).own("crop"), plan(prompt).loose) == ("gold", ())


@pytest.mark.parametrize(
    "prompt",
    [
        "pouring tea, shallow depth of field",
        "Tee einschenken, geringe Schärfentiefe",
        "tasse de thé, faible profondeur de champ",
        "una taza de té, poca profundidad de campo",
    ],
)
def test_a_depth_of_field_is_no_field(prompt: str) -> None:
    found = plan(prompt)
    assert found.family not in ("hills", "field", "meadow", "landscape")
    assert not any(word in " ".join(found.missing) for word in ("depth", "profond", "profund"))
