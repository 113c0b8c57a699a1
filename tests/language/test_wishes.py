"""What a prompt asks of a scene beside its things is done, or named: adverbs, hours, seasons, sides,
colours, and the second of two things of which a scene draws one.
"""

from __future__ import annotations

import pytest

from brandstudio.language.scene_plan import FAMILIES
from brandstudio.language.scenes import plan, warnings
from brandstudio.language.tables import table
from brandstudio.language.wishes import keeps, met, unmet


def named(prompt: str) -> str:
    return " ".join(warnings(plan(prompt)))


def test_the_table_of_wishes_speaks_of_families_groups_and_motifs_that_there_are() -> None:
    wishes = table("wishes")
    known = {*FAMILIES, *wishes["groups"]}
    said = {
        f for row in wishes["wish"] for key in ("asked_of", "done_by") for f in row.get(key, ())
    }
    said |= {f for families in wishes["groups"].values() for f in families}
    said |= {f for row in (*wishes["fits"], *wishes["hidden"]) for f in row["families"]}
    said |= {f for families in wishes["sides"].values() for f in families} | {*wishes["one_of"]}
    assert said <= known
    motifs = {m for order in wishes["one_of"].values() for m in order}
    motifs |= {m for row in wishes["hidden"] for key in ("by", "what") for m in row[key]}
    assert motifs <= {*table("scenes")["motifs"]}


def test_every_family_is_in_one_group_of_them() -> None:
    groups = table("wishes")["groups"]
    held = [f for name, families in groups.items() if name != "patterned" for f in families]
    assert sorted(held) == sorted(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wish_is_done_or_named_and_never_both(family: str) -> None:
    for word in ("solid", "glossy", "winter", "vintage", "overcast", "muted", "photorealistic"):
        done, missed = met(word, family), unmet(word, family)
        assert not (done and missed)
        if word in ("vintage", "overcast", "photorealistic"):
            assert missed


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("solid waves in blue", "solid"), ("a vintage village", "vintage"), ("photorealistic sea", "photorealistic"),
        ("Kirschblüten bei Sonnenuntergang", "Sonnenuntergang"), ("Hafen im Herbst", "Herbst"),
        ("plage en hiver", "hiver"), ("harbour under an overcast sky", "overcast"), ("konfetti in der Nahaufnahme", ""),
        ("stripes and polka dots", "stripes"), ("marble and planks texture", "planks"), ("hearts and snowflakes", "hearts"), ("garland and string lights", "garland"), ("curtain and smoke", "smoke"),
        ("balloons in a garden", "garden"), ("confetti and bokeh lights", "bokeh"), ("fireworks over a street", "street"),
        ("cherry blossom in a garden", "garden"), ("felt texture", "felt"),
        ("a velvet curtain with free space on the left", "space on the left"), ("northern lights, light from the left", "light from the left"),
        ("Muster aus Streifen, rechts frei", "rechts frei"), ("a village under mountains", "mountains"), ("Rapsfeld vor schneebedeckten Bergen", "schneebedeckten Bergen"),
        ("candles under the stars", "stars"), ("a faint grid on a coral background", "grid"), ("podium, light from above", "light from above"),
    ],
)  # fmt: skip
def test_what_a_scene_does_not_do_is_named(prompt: str, said: str) -> None:
    assert said in named(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "subtle dots on a sage green background", "dezentes Streifenmuster in Blau", "muted sea", "hills with low contrast",
        "a mysterious dark forest", "geheimnisvoller Wald", "forêt mystérieuse", "bosque misterioso", "fond uni vert sapin",
        "festive confetti", "northern lights over a fjord", "fondo abstracto con líneas curvas azules", "solid yellow background, no gradient",
        "stage with soft shadows", "sea, light from above", "autumn forest", "Winterwald", "autumn leaves on wood, light from the left",
        "velvet curtain", "Nebel über dem See, früh am Morgen", "fuegos artificiales, año nuevo", "stormy harbour", "podio redondo rosa", "fondo azul marino con estrellas doradas", "playa tropical con palmeras y barcos", "dark blue sky above the sea",
    ],
)  # fmt: skip
def test_what_a_scene_does_is_not_named(prompt: str) -> None:
    assert named(prompt) == ""


@pytest.mark.parametrize(
    ("prompt", "missing", "colours"),
    [
        ("strawberries and mint on a stage", "mint", ()), ("Zitronen und Minze auf einem Podest", "Minze", ()),
        ("fraises et menthe fraîche", "menthe", ()), ("lemons on a wooden table", "lemons", ()),
        ("naranjas sobre una mesa de madera", "naranjas", ()), ("mint green podium", "", ("mint",)),
        ("waves in coral and mint", "", ("coral", "mint")), ("sac à main rouge", "rouge", ()), ("bolso rojo", "rojo", ()),
    ],
)  # fmt: skip
def test_a_fruit_is_no_colour_and_a_colour_no_fruit(
    prompt: str, missing: str, colours: tuple[str, ...]
) -> None:
    assert missing in named(prompt)
    assert plan(prompt).named == colours


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("forest green background", "mesh"), ("fond vert sapin", "mesh"), ("fondo azul cielo", "mesh"),
        ("meerblauer Hintergrund", "mesh"), ("Tannengrün und Kerzen", "candles"), ("forest with green light", "forest"),
        ("rainbow over green hills", "hills"), ("fireworks over a mountain lake", "fireworks"),
    ],
)  # fmt: skip
def test_what_a_colour_is_likened_to_is_not_drawn(prompt: str, family: str) -> None:
    assert plan(prompt).family == family


def test_the_colour_of_a_land_that_has_its_own_tints_nothing_else() -> None:
    found = plan("a road through green hills")
    assert (found.named, found.loose) == ((), ())
    assert found.colours == (("green", "green"),)


def test_a_side_grows_dark_and_a_dark_floor_from_above_is_no_such_side() -> None:
    assert plan("blue gradient, darker at the bottom").toned == ("bottom", "darker")
    assert plan("blauer Verlauf, unten dunkler").toned == ("bottom", "darker")
    assert plan("dégradé bleu, plus clair en haut").toned == ("top", "lighter")
    assert plan("dunkler Holzboden von oben").toned is None


def test_what_is_fresh_is_the_thing_and_not_the_picture() -> None:
    assert plan("frische Erdbeeren").mood == "calm"
    assert plan("a fresh morning by the sea").mood == "fresh"


def test_a_family_keeps_the_sides_that_the_table_does_not_name() -> None:
    assert keeps("left", "sea")
    assert keeps("left", "waves")
    assert not keeps("left", "curtain")


@pytest.mark.parametrize(
    ("prompt", "family", "told"),
    [
        ("Zickzackmuster in Rot und Weiß", "pattern", ""), ("Wellenmuster in Blau", "waves", ""),
        ("Goldkonfetti auf dunklem Grund", "confetti", ""), ("Frühlingsgarten mit Tulpen", "field", "Garten"),
        ("Vulkanlandschaft bei Nacht", "hills", "Vulkan"), ("Marmorhintergrund in Weiß", "texture", ""),
        ("Felsenküste bei Sonnenaufgang", "sea", ""), ("Herbstabend am See", "lake", ""),
        ("Betonwand mit hartem Schattenwurf von Palmenblättern", "texture", ""),
        ("Lichtermeer in der Stadt", "city", "Lichtermeer"), ("Flughafen im Nebel", "hills", "Flughafen"),
    ],
)  # fmt: skip
def test_a_german_compound_is_its_scene_and_tells_what_of_it_is_not_drawn(
    prompt: str, family: str, told: str
) -> None:
    found = plan(prompt)
    assert found.family == family
    assert told in named(prompt)
    assert found.subject or found.missing or not told


@pytest.mark.parametrize(
    ("prompt", "colours"),
    [
        ("Zickzackmuster in Rot und Weiß", {"red", "white"}), ("Fondo de terciopelo rojo con luz suave", {"red"}),
        ("Sanfter Verlauf von Apricot nach Flieder", {"peach", "lilac"}), ("rote Gummistiefel", {"red"}),
        ("Rautenmuster in Grün", {"green"}), ("Velours bleu nuit avec lumière douce", {"navy"}), ("rote Schuhe", set()), ("a red balloon over the sea", set()),
    ],
)  # fmt: skip
def test_the_colour_beside_an_unknown_noun_is_the_pictures_and_that_of_a_thing_is_not(
    prompt: str, colours: set[str]
) -> None:
    assert {*plan(prompt).named} == colours


@pytest.mark.parametrize(
    ("prompt", "family", "time", "told"),
    [
        ("Vollmond über dem Meer", "sea", "night", ""), ("Mondlicht auf einem See", "lake", "night", ""),
        ("Sommernacht am Meer", "sea", "night", ""), ("Nebliger Fluss im Morgengrauen", "lake", "dawn", "Fluss"),
        ("waterfall at noon", "lake", "day", "waterfall"), ("Cielo de tormenta con rayos sobre la ciudad", "city", None, ""),
        ("Degradado radial de naranja a amarillo", "mesh", None, ""), ("Jardín con tulipanes", "field", None, "Jardín"),
        ("engineers on a building site", "stage", None, "engineers"), ("pink tulips on a white background", "blossom", None, "tulips"),
        ("Weihnachtlicher Hintergrund mit goldenem Bokeh und Schneeflocken", "bokeh", None, ""),
    ],
)  # fmt: skip
def test_nature_gets_a_landscape_and_what_a_scene_has_not_is_named(
    prompt: str, family: str, time: str | None, told: str
) -> None:
    found = plan(prompt)
    assert (found.family, found.time) == (family, time)
    assert told in named(prompt)
    assert bool(named(prompt)) == bool(told)


@pytest.mark.parametrize(
    "prompt",
    [
        "Smooth gradient from emerald green to black", "fireworks over a river, nothing in the top left corner",
        "Sonnenuntergang, links viel Platz für eine Überschrift", "sea, free space for logos on the right",
        "Gewitterwolken über einem Weizenfeld, dramatisches Licht", "Feuilles d'automne qui tombent sur un fond crème",
        "Confettis multicolores", "Montagne enneigée qui se reflète dans un lac", "harbour at dusk with boats",
    ],
)  # fmt: skip
def test_what_is_drawn_or_only_says_how_is_not_told_as_missing(prompt: str) -> None:
    assert named(prompt) == ""


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("A huge moon over the sea", "huge"), ("Riesiger Mond über dem Meer", "Riesiger"), ("Une lune énorme sur la mer", "énorme"),
        ("Una luna gigante sobre el mar", "gigante"), ("Old brick wall", "Old"), ("Alte Backsteinmauer", "Alte"),
        ("Vieux mur de brique", "Vieux"), ("Pared vieja de ladrillo", "vieja"), ("Narrow road through the hills", "Narrow"),
        ("Schmale Straße im Gebirge", "Schmale"), ("Une route étroite", "étroite"), ("Carretera estrecha en el desierto", "estrecha"),
        ("Hohe Wellen am Strand", "Hohe Wellen"), ("Weathered wooden planks", "Weathered"), ("Weihnachtsmarkt am Abend", "Weihnachtsmarkt"),
        ("Marché de Noël sous la neige", "Marché de Noël"), ("An old bicycle on a beach", "old bicycle"),
        ("Une vieille voiture rouge sur la plage", "vieille voiture rouge"),
    ],
)  # fmt: skip
def test_a_plain_adjective_that_is_not_drawn_is_told(prompt: str, told: str) -> None:
    assert f'"{told}"' in named(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Small boats in a harbour", "Large windows in a bright office", "Große Fenster in einem hellen Büro", "Old town at dusk",
        "Altstadt am Abend", "Vieille ville au coucher du soleil", "Fond à petits points roses", "Grandes hojas verdes",
        "wide mountain landscape", "little contrast, soft waves", "Confeti pequeño sobre fondo negro", "tiny stars in the night sky",
    ],
)  # fmt: skip
def test_a_plain_adjective_that_a_scene_has_anyway_is_not_told(prompt: str) -> None:
    assert named(prompt) == ""


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("Riesiger Mond über einer schmalen Gasse", "village"), ("Steiniger Strand mit hohen Wellen", "sea"), ("Small waves at the beach", "sea"),
        ("Christmas market at night", "village"), ("Un gran árbol en una pradera", "hills"), ("wave pattern in blue", "waves"),
        ("stone texture", "texture"), ("Olas suaves al atardecer", "sea"), ("Waves at sunrise", "sea"), ("abstract waves at sunset", "waves"),
        ("Große Fenster mit weißen Vorhängen", "room"), ("Red theatre curtain", "curtain"), ("Brush strokes in teal", "mesh"),
    ],
)  # fmt: skip
def test_an_adjective_is_no_thing_that_a_stage_is_built_for(prompt: str, family: str) -> None:
    assert plan(prompt).family == family


@pytest.mark.parametrize(
    "prompt",
    ["Winzige Sterne über der Wüste", "Stars over the sea", "Ciudad con luces de neón", "Neonlichter in einer Straße"],
)  # fmt: skip
def test_stars_and_neon_are_seen_at_night(prompt: str) -> None:
    assert plan(prompt).time == "night"


def test_what_an_undrawn_thing_is_of_is_no_mood_of_the_scene() -> None:
    assert plan("Small wooden chapel in a meadow").mood == "calm"


def test_pink_is_said_of_things_in_the_plural_and_roses_stay_roses() -> None:
    assert plan("Champ de fleurs roses").own("crop") == "pink"
    assert plan("Nuages roses").named == ("pink",)
    assert "roses" in plan("Des roses sur fond blanc").subject


def test_a_frozen_lake_is_no_ice_cream() -> None:
    assert plan("Auroras boreales sobre un lago helado").left_out == ()
    assert "food" in plan("helados sobre una mesa").left_out


def test_the_advice_speaks_of_the_thing_that_is_told_beside_it() -> None:

    assert "image provider for it." in named("Podest für einen Igel") + named("Igel im Wald")


@pytest.mark.parametrize(
    ("prompt", "side"),
    [
        ("Autumn leaves falling on the left side, right half clear for copy", "right"), ("leaves on the left, right side clear", "right"),
        ("Herbstblätter links, rechte Hälfte frei", "right"), ("Wellen, das linke Drittel bleibt leer", "left"),
        ("Feuilles à droite, moitié gauche vide", "left"), ("Montañas, mitad superior vacía", "top"),
        ("Hojas a la izquierda, mitad derecha libre", "right"), ("sea, lower half empty", "bottom"), ("clear right half, petals", "right"),
    ],
)  # fmt: skip
def test_a_half_that_is_to_be_clear_is_the_free_one_whatever_stands_in_the_other(
    prompt: str, side: str
) -> None:
    assert plan(prompt).space == side


@pytest.mark.parametrize(
    ("prompt", "family", "motif"),
    [
        ("Watercolour texture", "mesh", "watercolour"), ("Textura de acuarela verde", "mesh", "watercolour"), ("wood texture", "texture", "planks"),
        ("Brushed concrete wall", "texture", "concrete"), ("Gebürsteter Beton", "texture", "concrete"), ("Brushed steel", "texture", "metal"),
        ("Muster aus Dreiecken in Petrol und Orange", "pattern", "triangles"), ("Motif de triangles bleus", "pattern", "triangles"), ("Patrón de triángulos azules", "pattern", "triangles"),
        ("Patrón de hojas pequeñas", "botanical", "foliage"), ("Muster aus Kreisen in Blau", "geometric", "circles"),
        ("Verschneite Berglandschaft", "snow", "snowy"), ("Alte Holzbretter, dunkelbraun, von oben gesehen", "texture", "planks"),
        ("Mur de briques blanches, ombre d'une fenêtre", "texture", "bricks"), ("Betonwand mit Fensterschatten", "texture", "window_light"),
    ],
)  # fmt: skip
def test_what_a_pattern_a_sheet_or_a_land_is_of_chooses_the_scene(
    prompt: str, family: str, motif: str
) -> None:
    found = plan(prompt)
    assert (found.family, found.subject) == (family, "")
    assert motif in found.motifs


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Village with sun rays", "sun rays"), ("Dorf mit Sonnenstrahlen", "Sonnenstrahlen"), ("waves, no gradients", "gradients"),
        ("Brushed concrete wall", "Brushed"), ("Pattern of small leaves", "Pattern"), ("Lemon pattern on a pale yellow background", "Lemon"),
        ("Konfetti freigestellt", "freigestellt"), ("Leaves on a transparent background", "transparent background"),
        ("Hojas sin fondo", "fondo"), ("Confettis sur fond transparent", "fond transparent"),
    ],
)  # fmt: skip
def test_what_a_scene_is_asked_beside_itself_and_does_not_do_is_told(
    prompt: str, told: str
) -> None:
    assert f'"{told}"' in " ".join(warnings(plan(prompt)))


@pytest.mark.parametrize(
    "prompt",
    [
        "Lunares blancos sobre fondo rojo", "Forest with sun rays", "Plage tropicale avec palmiers", "Azulejos mediterráneos azules y blancos",
        "Rayures bleu marine et blanc, style marin", "Cerezos en flor, pétalos cayendo", "Montañas en capas con niebla",
        "Fond marin avec des bulles", "Weinberge im Spätsommer", "dunkler Hintergrund für eine Einladung", "Leinenstruktur in Naturbeige",
    ],
)  # fmt: skip
def test_what_a_scene_has_anyway_and_what_a_picture_is_for_is_not_told(prompt: str) -> None:
    found = plan(prompt)
    assert named(prompt) == ""
    assert not found.places
    assert found.dark is not True or "dunkler" in prompt


@pytest.mark.parametrize(
    ("prompt", "pale"),
    [
        ("Pale yellow background", True), ("Fond jaune pâle", True), ("Zartes Gelb, einfarbig", True), ("Fondo amarillo pálido", True),
        ("yellow background", False), ("pale blue background", False), ("red dots on a pale yellow background", False),
    ],
)  # fmt: skip
def test_a_picture_of_one_pale_colour_is_pale(prompt: str, pale: bool) -> None:
    assert ("pale" in plan(prompt).manners) is pale
