"""Words of a prompt that say no scene: shades of colours in four languages, what a picture is used for,
mere accents, and paper that is named for its feel.
"""

from __future__ import annotations

import pytest

from brandstudio.language.scenes import plan, warnings


@pytest.mark.parametrize(
    ("shade", "prompts"),
    [
        ("rust", ("rust coloured background", "rostroter Hintergrund", "fond rouille", "fondo color óxido")),
        ("ochre", ("ochre background", "ockerfarbener Hintergrund", "fond ocre", "fondo ocre")),
        ("charcoal", ("charcoal background", "Hintergrund in Anthrazit", "fond gris anthracite", "fondo gris marengo")),
        ("petrol", ("petrol blue background", "petrolfarbener Hintergrund", "fond bleu pétrole", "fondo azul petróleo")),
        ("turquoise", ("turquoise background", "türkiser Hintergrund", "fond turquoise", "fondo turquesa")),
        ("plum", ("plum background", "pflaumenfarbener Hintergrund", "fond prune", "fondo berenjena")),
        ("lilac", ("mauve background", "fliederfarbener Hintergrund", "fond lilas", "fondo malva")),
        ("dusty rose", ("dusty pink background", "altrosa Hintergrund", "fond vieux rose", "fondo rosa palo")),
        ("salmon", ("salmon background", "lachsfarbener Hintergrund", "fond saumon", "fondo color salmón")),
        ("copper", ("copper background", "kupferfarbener Hintergrund", "fond cuivré", "fondo cobrizo")),
        ("crimson", ("dark red background", "dunkelroter Hintergrund", "fond rouge foncé", "fondo rojo oscuro")),
        ("royal blue", ("cobalt blue background", "königsblauer Hintergrund", "fond bleu roi", "fondo azul eléctrico")),
        ("denim", ("dusty blue background", "taubenblauer Hintergrund", "fond bleu acier", "fondo azul grisáceo")),
        ("cream", ("off-white background", "cremefarbener Hintergrund", "fond blanc cassé", "fondo marfil")),
    ],
)  # fmt: skip
def test_a_shade_is_read_in_four_languages_and_nothing_else_beside_it(
    shade: str, prompts: tuple[str, ...]
) -> None:
    for prompt in prompts:
        found = plan(prompt)
        assert (found.named, warnings(found)) == ((shade,), ()), prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "White marble with grey veins, for a price list", "Sanfter Verlauf in Blau, für die Steuerkanzlei",
        "Fond bleu clair pour une newsletter", "Calm gradient in sage for the cover of an annual report",
        "Fondo verde con textura de papel para una carta de vinos", "Dégradé de sauge, pour un salon de bien-être",
        "Soft waves in coral for our dentist's waiting list", "Feuerwerk am Abend, für den Newsletter der Bäckerei",
    ],
)  # fmt: skip
def test_what_a_picture_is_used_for_is_not_missed_in_it(prompt: str) -> None:
    assert warnings(plan(prompt)) == ()


def test_what_a_picture_is_used_for_chooses_no_scene_but_an_event_gives_a_backdrop_its_own() -> (
    None
):
    assert plan("Soft gradient in sage, for a kitchen shop").family == "mesh"
    assert plan("background for New Year's Eve: fireworks").family == "fireworks"
    assert "Igel" in " ".join(
        warnings(plan("Podest für einen Igel"))
    )  # what stands on a stage is to be in it
    assert "bicycle" in " ".join(warnings(plan("A background for a café, and a bicycle")))


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("concrete with a copper accent", "copper accent"), ("Heller Betonhintergrund mit Kupferakzent", "Kupferakzent"),
        ("mur en béton avec des touches de doré", "touches de doré"), ("leather, black, with gold details", "gold details"),
    ],
)  # fmt: skip
def test_a_sheet_is_not_of_the_colour_of_its_accent_which_is_named(prompt: str, said: str) -> None:
    found = plan(prompt)
    assert f'Not drawn: "{said}".' in warnings(found)
    assert not {"copper", "gold"} & {*found.named}


@pytest.mark.parametrize(
    "prompt",
    [
        "Verlauf von Petrol zu Sandbeige, körnig wie Papier", "gradient from navy to teal with a paper texture",
        "dégradé de corail à crème, grain papier", "degradado de azul a verde con textura de papel",
    ],
)  # fmt: skip
def test_a_gradient_that_is_to_feel_like_paper_is_a_gradient_with_a_grain(prompt: str) -> None:
    found = plan(prompt)
    assert found.family == "mesh"
    assert {"graded", "ramped"} <= found.motifs
    assert "grain" in found.manners
    assert len(found.named) == 2
    assert warnings(found) == ()


def test_a_gradient_with_waves_keeps_its_colours() -> None:
    for prompt in ("degradado de coral a crema con ondas suaves", "Farbverlauf mit Wellen in Mint und Flieder"):  # fmt: skip
        found = plan(prompt)
        assert (found.family, len(found.named), warnings(found)) == ("waves", 2, ())


def test_the_colour_of_a_land_of_sand_is_that_of_its_sand() -> None:
    assert dict(plan("Desert dunes in terracotta tones").parts) == {"sand": "terracotta"}
    assert dict(plan("Dünen in Orange").parts) == {"sand": "orange"}


def test_the_light_of_a_window_falls_on_a_wall_whatever_stands_between_the_words() -> None:
    for prompt in ("Mur terracotta avec une lumière douce de fenêtre", "beige wall, warm light from a big window"):  # fmt: skip
        assert "window_light" in plan(prompt).motifs


def test_what_is_seen_from_above_and_what_a_wood_has_are_drawn() -> None:
    assert plan("Nubes suaves desde arriba al amanecer").family == "cloudsea"
    assert plan("Herbstwald mit buntem Laub, oben Platz").family == "forest"
    assert warnings(plan("Herbstwald mit buntem Laub, oben Platz")) == ()
    assert plan("Nebel über einem See im Morgengrauen").named == ()  # no grey in the dawn


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("Fond vert sauge avec un grain papier discret", "texture"), ("Schattenspiel von Blättern auf beiger Wand", "texture"),
        ("linen texture in rust, left side empty for our summer headline", "texture"), ("Stadt bei Nacht mit Lichtern", "city"),
        ("Playa con palmeras, sitio a la izquierda para el precio", "sea"),
    ],
)  # fmt: skip
def test_words_that_a_scene_shows_or_nobody_misses_are_not_named(prompt: str, family: str) -> None:
    found = plan(prompt)
    assert (found.family, warnings(found)) == (family, ())


def test_poppies_stand_among_wheat() -> None:
    for prompt in ("poppies in a wheat field", "Coquelicots dans un champ de blé"):
        assert warnings(plan(prompt)) == ()


def test_a_watercolour_stays_one_beside_what_is_not_drawn() -> None:
    found = plan("Rosa Aquarell mit Silbersprenkeln, viel Weißraum")
    assert (found.family, found.subject) == ("mesh", "Silbersprenkeln")


def test_no_snow_falls_from_a_light_blue_sky() -> None:
    assert "clear_sky" in plan("Montagnes enneigées sous un ciel bleu clair").motifs
