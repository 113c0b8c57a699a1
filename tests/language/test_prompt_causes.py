"""Rules that were found missing on prompts by others, each held on sentences in four languages."""

from __future__ import annotations

import pytest

from brandstudio.language import scenes

DARK, PALE, OAK = "dark_wood", "pale_wood", "oak_wood"


@pytest.mark.parametrize(
    ("prompt", "wood"),
    [
        ("walnut texture", DARK), ("walnut planks, top view", DARK), ("dark wood background", DARK), ("mahogany wood grain", DARK), ("ebony wood texture", DARK),
        ("oak planks", OAK), ("oak wood surface", OAK), ("teak wood texture", OAK), ("light wood background", PALE), ("birch wood texture", PALE), ("pine wood planks", PALE),
        ("Nussbaumholz", DARK), ("Nussbaum Textur", DARK), ("dunkles Holz als Hintergrund", DARK), ("Mahagoniholz Maserung", DARK), ("dunkle Holzbretter", DARK),
        ("Eichenholz", OAK), ("Eichendielen von oben", OAK), ("Buchenholz Struktur", OAK), ("helles Holz, fein gemasert", PALE), ("helle Holzbretter", PALE), ("Birkenholz Textur", PALE),
        ("texture de noyer", DARK), ("planches de noyer", DARK), ("fond en bois foncé", DARK), ("acajou, texture", DARK), ("bois sombre", DARK),
        ("planches de chêne", OAK), ("texture bois de chêne", OAK), ("texture teck", OAK), ("bois clair", PALE), ("fond bois clair", PALE), ("bois de bouleau", PALE),
        ("textura de nogal", DARK), ("tablas de nogal", DARK), ("madera oscura de fondo", DARK), ("textura de caoba", DARK), ("madera de nogal", DARK),
        ("tablones de roble", OAK), ("madera de roble", OAK), ("textura de teca", OAK), ("madera clara", PALE), ("fondo de madera clara", PALE), ("madera de pino", PALE),
    ],
)  # fmt: skip
def test_a_wood_that_is_named_is_boards_of_that_wood(prompt: str, wood: str) -> None:
    plan = scenes.plan(prompt, 1)
    assert (plan.family, plan.subject) == ("texture", "")
    assert {wood, "planks"} <= plan.motifs


@pytest.mark.parametrize(
    "prompt",
    [
        "a beach with dark rocks", "sunny hills with dark trees", "lake with dark mountains by day", "white marble with dark veins", "harbour with dark boats at noon",
        "dark wooden table with a garden behind", "village with dark roofs", "pink confetti with dark details", "meadow with dark mountains", "podium with dark lines",
        "Strand mit dunklen Felsen", "Wiese mit dunklen Bäumen", "weißer Marmor mit dunklen Adern", "Dorf mit dunklen Dächern", "dunkler Holztisch vor einem Garten",
        "See mit dunklen Bergen am Mittag", "Blumenwiese mit dunklen Tannen", "Hafen mit dunklen Booten", "rosa Hintergrund mit dunklen Punkten", "Feld vor dunklen Hügeln",
        "plage avec des rochers sombres", "marbre blanc aux veines foncées", "village aux toits sombres", "table en bois foncé devant un jardin", "prairie avec des arbres sombres",
        "lac avec des montagnes sombres à midi", "fond rose avec des lignes foncées", "champ avec des sapins foncés", "port avec des bateaux sombres", "ciel bleu et collines sombres",
        "playa con rocas oscuras", "mármol blanco con vetas oscuras", "pueblo con tejados oscuros", "mesa de madera oscura con un jardín", "pradera con árboles oscuros",
        "lago con montañas oscuras a mediodía", "fondo rosa con líneas oscuras", "campo con abetos oscuros", "puerto con barcos oscuros", "arena clara y piedras oscuras en la playa",
    ],
)  # fmt: skip
def test_what_is_dark_beside_something_darkens_no_picture(prompt: str) -> None:
    assert scenes.plan(prompt, 1).dark is not True


@pytest.mark.parametrize(
    "prompt", ["dark forest", "dunkler Wald", "forêt sombre", "bosque oscuro", "dark hills", "dark mountains", "dark background with gold lines"]
)  # fmt: skip
def test_a_scene_that_is_dark_itself_is_dark(prompt: str) -> None:
    assert scenes.plan(prompt, 1).dark is True


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("fields with a warm glow on the horizon", "hills"), ("snowy forest, orange horizon", "forest"), ("city skyline with a bright horizon", "city"),
        ("Wüste mit glühendem Horizont", "dunes"), ("Weizenfeld bis zum Horizont", "field"), ("Straße, die zum Horizont führt", "road"), ("desierto, luz en el horizon", "dunes"),
        ("studio backdrop with a spotlight", "stage"), ("Fotostudio mit einem Scheinwerfer", "stage"), ("fond de studio avec un projecteur", "stage"), ("escenario de estudio rosa", "stage"), ("fondo de estudio con un foco", "stage"),
        ("theatre stage with a spotlight", "curtain"), ("Bühne mit Vorhang und Scheinwerfer", "curtain"), ("rideau rouge, projecteur", "curtain"), ("escenario con telón rojo", "curtain"),
        ("blurred circles in pink and gold", "bokeh"), ("unscharfe Kreise in Gold", "bokeh"), ("cercles flous dorés", "bokeh"), ("círculos desenfocados dorados", "bokeh"),
        ("smoke on black", "ribbons"), ("blauer Rauch", "ribbons"), ("fumée blanche sur fond noir", "ribbons"), ("humo de colores", "ribbons"),
        ("bright hallway", "room"), ("Krankenhausflur", "room"), ("couloir d'hôpital", "room"), ("pasillo de hospital", "room"), ("open space lumineux", "room"), ("open plan office", "room"),
        ("red velvet, theatrical light", "curtain"), ("éclairage théâtral sur velours bleu", "curtain"),
    ],
)  # fmt: skip
def test_what_a_scene_has_anyway_chooses_no_other(prompt: str, family: str) -> None:
    assert scenes.plan(prompt, 1).family == family


@pytest.mark.parametrize(
    ("prompt", "meant"),
    [
        ("backgorund in blue", "background in blue"), ("pastel confeti backround", "pastel confeti background"), ("moutains at dawn", "mountains at dawn"), ("autum leaves", "autumn leaves"), ("gradiant from red to blue", "gradient from red to blue"),
        ("Hintergund in Blau", "hintergrund in Blau"), ("Sonnenuntergnag am Meer", "sonnenuntergang am Meer"), ("Landschft im Nebel", "landschaft im Nebel"),
        ("aquarele rose", "aquarelle rose"), ("atardcer en la playa", "atardecer en la playa"), ("acuarella azul", "acuarela azul"),
        ("backgrounds in blue", "backgrounds in blue"), ("abstrakter Hintergrund", "abstrakter Hintergrund"), ("a forester", "a forester"), ("un paisaje", "un paisaje"), ("montagne", "montagne"), ("flower", "flower"),
    ],
)  # fmt: skip
def test_a_slip_of_the_hand_is_read_as_what_is_meant(prompt: str, meant: str) -> None:
    from brandstudio.language.typing_slips import without_slips

    assert without_slips(prompt) == meant


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("dos empresarios en una oficina", "empresarios"), ("Geschäftsleute im Büro", "Geschäftsleute"), ("businesswoman in an office", "businesswoman"),
        ("hommes d'affaires dans un bureau", "hommes d'affaires"), ("Handwerker in der Küche", "Handwerker"), ("waiter in a café", "waiter"), ("una camarera en un bar", "camarera"), ("un menuisier dans son atelier", "menuisier"),
    ],
)  # fmt: skip
def test_people_by_their_work_are_missed(prompt: str, subject: str) -> None:
    assert subject in scenes.plan(prompt, 1).subject
