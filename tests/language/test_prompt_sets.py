"""Prompts as marketers write them: a scene that can be drawn is drawn, and what can't be is named,
the subject first.

The halves were parted at random before the words were written; those were written with the first
half in view only.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brandstudio.language.scenes import plan, unsupported, warnings
from brandstudio.language.tables import table
from brandstudio.language.words import plain

DATA = Path(__file__).parent.parent / "data" / "language"


def rows(half: str) -> list[dict[str, object]]:
    lines = (DATA / f"prompts-{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def hues(named: tuple[str, ...]) -> set[str]:
    """Colours with the hue that each shade is one of: turquoise is a teal."""
    return {*named, *(hue for name in named for hue in table("scenes")["shade_of"].get(name, ()))}


@pytest.mark.parametrize("half", ["seen", "unseen", "later", "sixth"])
def test_no_main_wish_is_missed_without_a_warning(half: str) -> None:
    silent = [
        (row["text"], word)
        for row in rows(half)
        for word in row["missing"]  # type: ignore[attr-defined]
        if plain(word) not in plain(" ".join(warnings(plan(str(row["text"])))))
    ]
    assert silent == []


@pytest.mark.parametrize("half", ["seen", "unseen", "later", "sixth"])
def test_most_prompts_get_their_scene_their_light_their_colours_and_their_space(half: str) -> None:
    right = 0
    for row in rows(half):
        found = plan(str(row["text"]))
        right += (
            found.family in row["scenes"]  # type: ignore[operator]
            and row["space"] in (None, found.space)
            and not (row["light"] == "dark" and found.dark is not True)
            and not (row["light"] == "bright" and found.dark is True)
            and set(row["colours"]) <= hues(found.named)  # type: ignore[call-overload]
        )
    assert right / len(rows(half)) >= 0.85


def test_a_missing_subject_comes_first_and_gets_a_stage() -> None:
    found = plan("A bicycle leaning on a brick wall, rustic")
    first, *rest = warnings(found)
    assert first.startswith(
        'Not drawn: "bicycle". The built-in engine draws backgrounds and scenes'
    )
    assert found.family == "stage"
    assert rest == []  # the wall is drawn


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("A plumber fixing a kitchen sink", "plumber"),
        ("Three coworkers laughing in a bright office", "coworkers"),
        ("Zapatillas rojas sobre fondo amarillo", "Zapatillas rojas"),
        ("Réunion d'équipe dans une salle lumineuse", "Réunion d'équipe"),
        ("Sonnenschirm am Strand", "Sonnenschirm"),
        ("A rustic bicycle leaning on a wall", "bicycle"),
        ("A tennis racket on a beach at sunset", "tennis racket"), ("four penguins in a snowy forest", "penguins"),
        ("a pair of glasses under the northern lights", "glasses"), ("some kind of robot in a forest", "robot"),
        ("a jar of honey in a field", "jar of honey"), ("a child's drawing on a beach", "child's drawing"),
        ("wine glasses in front of mountains", "wine glasses"), ("a set of ceramic vases, studio shot", "ceramic vases"),
        ("ein Akkordeon am Strand", "Akkordeon"), ("une raquette sur la plage", "raquette"),
        ("red balloon in a blue sky", "red balloon"),
        ("cherry blossom branches against a pale sky", ""),
        ("wooden surface, top view", ""), ("a walk in the forest", ""), ("a moment by the sea", ""), ("soft morning light over hills", ""),
        ("Sommerabend am Meer", ""), ("Winterlandschaft", ""), ("Abendstimmung am Hafen", ""),
        ("Serenity in the mountains", ""),
        ("Turnschuhe auf einem gelben Hintergrund", "Turnschuhe"), ("rotes Cabrio auf einer Landstraße", "rotes Cabrio"),
        ("la tour Eiffel au crépuscule", "tour Eiffel"), ("Glas Weißwein mit Blick auf Weinberge", "Glas Weißwein"),
        ("homme d'affaires dans un couloir", "homme d'affaires"), ("Freiheit auf dem Meer", ""),
    ],
)  # fmt: skip
def test_what_a_prompt_is_about_is_what_it_begins_with(prompt: str, subject: str) -> None:
    assert plan(prompt).subject == subject


def test_what_is_forbidden_or_is_room_for_words_is_no_missing_thing() -> None:
    for prompt in (
        "calm sea, no text, no people",
        "Sea at dusk with room for a headline on the left",
        "Sea at dusk, headline space on the right",
    ):
        assert warnings(plan(prompt)) == ()


@pytest.mark.parametrize(
    ("prompt", "parts"),
    [
        ("green hills, clear blue sky", {"ground": "green", "sky": "blue"}),
        ("green rolling hills under a pink evening sky", {"ground": "green", "sky": "pink"}),
        ("grüne Hügel, blauer Himmel", {"ground": "green", "sky": "blue"}),
        ("collines vertes sous un ciel rose", {"ground": "green", "sky": "pink"}),
        ("mar azul y cielo rosa", {"sea": "blue", "sky": "pink"}),
        ("緑の丘と青い空", {"ground": "green", "sky": "blue"}),
        ("orange dunes under a purple sky", {"sand": "orange", "sky": "purple"}),
        ("a purple sky over the city", {"sky": "purple"}), ("abstract green waves", {}), ("hills, blue and white", {}),
    ],
)  # fmt: skip
def test_a_colour_beside_a_part_of_a_scene_is_that_parts(
    prompt: str, parts: dict[str, str]
) -> None:
    found = plan(prompt)
    assert dict(found.parts) == parts
    assert bool(found.loose) == (not parts and bool(found.named))


def test_what_is_not_drawn_is_said_with_the_same_words_whatever_it_is() -> None:
    prompts = (
        ("Playing football on a meadow", '"Playing football"'),
        ("A tennis racket on a beach", '"tennis racket"'),
        ("a calm sea, tangled kelp", '"tangled kelp"'),
        ('a calm sea with "SALE" on it', "lettering"),
    )
    for prompt, what in prompts:
        assert any(said.startswith(f"Not drawn: {what}.") for said in warnings(plan(prompt)))


def test_a_missing_things_colour_is_its_own() -> None:
    assert plan("red balloon in a blue sky").named == ()
    assert plan("a red bicycle against a white wall").named == ("white",)
    assert plan("un globo rojo en el cielo").named == ()
    assert plan("a bottle on a pink pedestal").named == ("pink",)


def test_a_moon_or_snow_that_a_scene_does_not_show_is_named() -> None:
    for prompt, word in (
        ("lanterns under a crescent moon", "moon"),
        ("festive lights and ice", "ice"),
        ("cherry blossom on wood", "wood"),
    ):
        assert any(f'{word}"' in said for said in warnings(plan(prompt)))
    assert warnings(plan("full moon over the sea")) == warnings(plan("snow in the forest")) == ()


def test_flowers_are_no_flow_and_an_hour_alone_is_a_sky() -> None:
    assert plan("soft pink flowers").family == "blossom"
    assert plan("sunset").family == "sky"


def test_soft_shadows_and_pastel_are_not_dark() -> None:
    assert plan("soft shadows, pastel gradient").dark is False


@pytest.mark.parametrize(("side", "free"), [("left", "right"), ("right", "left")])
def test_a_thing_on_one_side_leaves_room_on_the_other(side: str, free: str) -> None:
    assert plan(f"a podium on the {side}").space == free
    assert plan(f"hills, space on the {side}").space == side


@pytest.mark.parametrize(
    ("prompt", "refused"),
    [
        ("a bicycle", True),
        ("a woman by the sea", True),
        ("calm sea", False),
        ("soft gradient", False),
    ],
)
def test_a_strict_engine_refuses_a_subject_that_it_cannot_draw(prompt: str, refused: bool) -> None:
    assert (unsupported(plan(prompt)) is not None) == refused


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        ("falling leaves on a forest path", "forest"),
        ("waves crashing on a rock", "crashing"),
        ("a ladder leaning on clouds", "ladder"),
    ],
)
def test_a_word_that_looks_like_a_mood_is_named_where_it_is_not_drawn(
    prompt: str, named: str
) -> None:
    assert any(named in warning for warning in warnings(plan(prompt)))


@pytest.mark.parametrize(
    ("prompt", "family", "time"),
    [
        ("plage au coucher du soleil", "sea", "dusk"),
        ("Frühlingswiese mit blauem Himmel", "field", "day"),
        ("puesta de sol en el desierto", "dunes", "dusk"),
        ("plage déserte", "sea", None),
    ],
)
def test_an_hour_and_a_compound_are_read(prompt: str, family: str, time: str | None) -> None:
    found = plan(prompt)
    assert (found.family, found.time) == (family, time)


def test_the_colour_that_is_named_first_leads() -> None:
    assert plan("pattern in red, yellow and navy").named == ("red", "yellow", "navy")


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        ("Eiffel Tower at night", 'Not drawn: "Eiffel Tower". '),
        ("Hot air balloons over the valley", 'Not drawn: "Hot air balloons". '),
        ("Un vélo devant un mur de briques", 'Not drawn: "vélo". '),
        ("frisches Brot auf einem Holzbrett", 'Not drawn: "Brot". '),
    ],
)
def test_what_is_missing_is_named_as_the_prompt_has_it(prompt: str, first: str) -> None:
    assert warnings(plan(prompt))[0].startswith(first)


@pytest.mark.parametrize(
    "prompt",
    [
        "A harbour with sailing boats at dusk",
        "Hero image for a bank's homepage, calm gradient",
        "Pastel podium for a skincare bottle",
        "Concrete wall texture, grey",
    ],
)
def test_strict_draws_what_can_be_drawn_whatever_it_is_for(prompt: str) -> None:
    assert unsupported(plan(prompt)) is None


def test_shadows_fall_away_from_the_light_and_keep_nothing_free() -> None:
    for prompt in ("a cup, shadow to the right", "Tasse, Schatten nach rechts"):
        found = plan(prompt)
        assert (found.light, found.space) == ("left", None)
    assert plan("ombres vers la gauche, fond rose").light == "right"


@pytest.mark.parametrize(
    "prompt", ["confetti, empty middle", "Konfetti, Mitte frei", "confettis, centre vide"]
)
def test_the_middle_can_be_kept_free(prompt: str) -> None:
    found = plan(prompt)
    assert found.space == "middle"
    assert warnings(found) == ()


def test_a_words_beginning_is_not_the_word() -> None:
    for prompt in ("fondo en tonos tierra", "faceted crystals", "aquarelle abstraite beige"):
        found = plan(prompt)
        assert (found.subject, found.left_out) == ("", ())
        assert "teal" not in found.named


def test_lavender_in_a_field_is_no_colour_of_the_sky() -> None:
    found = plan("Lavendelfelder bei Sonnenuntergang")
    assert (found.family, found.time, found.named) == ("field", "dusk", ())


def test_a_thing_that_names_no_scene_stands_where_it_is_at_home() -> None:
    assert plan("a skier in powder snow").family == "snow"
    picnic = plan("a family having a picnic in the park")
    assert (picnic.family, "lawn" in picnic.motifs) == ("stage", True)
    assert plan("a lipstick").family == "stage"


def test_black_and_gold_are_both_read_in_french() -> None:
    assert plan("motif géométrique noir et or").named == ("black", "gold")


def test_a_wall_alone_is_drawn_and_a_thing_before_it_is_still_missed() -> None:
    for prompt in ("beige wall, soft shadows", "fond en tons terre, ombres douces"):
        assert warnings(plan(prompt)) == ()
    assert plan("a lamp against a white wall").subject == "lamp"


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("Rucksack im Nebel", "Rucksack"),
        ("un phare en bord de mer", "phare"),
        ("linterna en el bosque", "linterna"),
        ("feuilles tropicales sur fond sombre", ""),
        ("neige qui tombe doucement sur les montagnes", ""),
        ("Gewitterwolken über einem Weizenfeld", ""),
        ("Elegancia en el mar", ""),
    ],
)
def test_a_noun_that_a_prompt_begins_with_is_its_subject_but_no_adjective_or_adverb(
    prompt: str, subject: str
) -> None:
    assert plan(prompt).subject == subject


def test_a_subject_is_not_named_twice() -> None:
    for prompt in ("cafetería con mesas de madera", "a skier in powder snow"):
        found = plan(prompt)
        assert not set(found.subject.split()) & set(found.missing)


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("Landstraße durch Felder im Nebel", "road"),
        ("Frühlingswiese mit bunten Blumen", "field"),
        ("dunkler Holzboden von oben", "texture"),
        ("Gewitterwolken über einem Weizenfeld", "field"),
        ("harbour at sea", "harbour"),
    ],
)
def test_what_shows_another_scene_beside_its_own_is_the_scene(prompt: str, family: str) -> None:
    found = plan(prompt)
    assert found.family == family
    assert warnings(found) == ()


def test_colours_in_spanish_are_no_playful_mood() -> None:
    assert plan("mosaico de colores cálidos").mood == "warm"


def test_waves_thunder_and_months_are_known_in_four_languages() -> None:
    assert plan("olas suaves en tonos azules").family == "waves"
    assert "storm" in plan("thunderstorm over the ocean").motifs
    for month in ("May", "Mai", "juillet", "octubre"):
        assert warnings(plan(f"hills, {month}")) == ()


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("a path in a wood", "forest"), ("Weg durch den Wald", "forest"), ("sentier en forêt", "forest"), ("sendero en el bosque", "forest"),
        ("rooftops of a town", "village"), ("Bergdorf im Schnee", "village"), ("village de pierre", "village"), ("pueblo blanco", "village"),
        ("rain on a window", "pane"), ("Regen am Fenster", "pane"), ("pluie sur une vitre", "pane"), ("lluvia en la ventana", "pane"),
        ("empty wooden table, blurred garden", "tabletop"), ("leerer Holztisch", "tabletop"), ("table en bois vide", "tabletop"), ("mesa de madera", "tabletop"),
        ("bunting and streamers", "garland"), ("Girlanden und Luftschlangen", "garland"), ("guirlandes et ballons", "garland"), ("papel picado", "garland"),
        ("clouds from above", "cloudsea"), ("über den Wolken", "cloudsea"), ("mer de nuages", "cloudsea"), ("mar de nubes", "cloudsea"),
        ("diagonal stripes in navy and white", "pattern"), ("gestreift", "pattern"), ("rayures bleues", "pattern"), ("rayas azules", "pattern"),
        ("candlelight", "candles"), ("Kerzenschein", "candles"), ("bougies", "candles"), ("velas", "candles"),
    ],
)  # fmt: skip
def test_the_words_of_a_scene_are_known_in_four_languages(prompt: str, family: str) -> None:
    assert plan(prompt).family == family


def test_words_that_stand_together_are_named_as_one_and_a_foreign_subject_is_quoted() -> None:
    assert any('"tangled kelp"' in said for said in warnings(plan("calm sea, tangled kelp")))
    assert warnings(plan("une tasse sur la plage"))[0].startswith('Not drawn: "tasse". ')


def test_what_is_behind_a_thing_has_the_colour_of_the_ground() -> None:
    found = plan("gold confetti on a navy background")
    assert found.own("backdrop") == "navy"
    assert "navy" not in found.loose
    assert plan("Schneeflocken auf dunkelblauem Grund").named[0] == "navy"
    assert "green" not in plan("Schneeflocken auf dunkelblauem Grund").named


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("a beach with a red bicycle and a blue bench", ("red bicycle", "blue bench")),
        ("una bicicleta roja en la playa", ("bicicleta roja",)),
        ("ein rotes Fahrrad am Strand", ("rotes Fahrrad",)),
        ("un vélo rouge devant la mer", ("vélo rouge",)),
    ],
)
def test_a_colour_goes_with_its_thing_where_that_is_not_drawn(
    prompt: str, said: tuple[str, ...]
) -> None:
    found = plan(prompt)
    assert (found.named, found.loose, found.parts) == ((), (), ())
    told = " ".join(warnings(found))
    assert all(f'"{thing}"' in told for thing in said)


def test_an_adjective_that_is_not_known_takes_no_colour_from_the_scene() -> None:
    assert dict(plan("hills under a blue frumious sky").parts) == {"sky": "blue"}
    assert plan("hills under a frumious red sky").own("sky") == "red"


@pytest.mark.parametrize(
    ("prompt", "place", "family"),
    [
        ("harbour in Lisbon at dusk", "Lisbon", "harbour"),
        ("Strand auf Usedom", "Usedom", "sea"),
        ("amanecer en la Patagonia", "Patagonia", "hills"),
        ("hills near Whitcombe", "Whitcombe", "hills"),
    ],
)
def test_a_place_is_drawn_as_any_such_place_and_says_so(
    prompt: str, place: str, family: str
) -> None:
    found = plan(prompt)
    assert (found.family, found.subject) == (family, "")
    assert found.places == (place,)
    assert not any(place in word for word in found.missing)
    told = f'Not drawn: the own look of "{place}". The scene is any such place.'
    assert told in warnings(found)


def test_a_title_in_capitals_names_no_places() -> None:
    assert plan("A Calm Sea Full of Zorbles").places == ()


@pytest.mark.parametrize(
    ("prompt", "family", "motif"),
    [
        ("pine forest with a low sun", "forest", "conifers"),
        ("Fichtenwald bei tiefstehender Sonne", "forest", "low_sun"),
        ("forêt de sapins enneigée", "forest", "conifers"),
        ("bosque de pinos con sol bajo", "forest", "low_sun"),
        ("lago congelado rodeado de abetos", "lake", "frozen"),
        ("clear starry sky over snowy mountains", "snow", "stars"),
        ("Bergsee im Herbst", "lake", "autumn"),
    ],
)
def test_trees_a_low_sun_and_the_season_are_heard(prompt: str, family: str, motif: str) -> None:
    found = plan(prompt)
    assert found.family == family
    assert motif in found.motifs
    assert not found.missing


def test_words_that_no_scene_shows_are_named() -> None:
    assert plan("wheat field, long shadows").missing == ("long shadows",)
    # A harbour has a sky, and no stars in it.
    assert "starry" in " ".join(warnings(plan("starry sky over a harbour")))


def test_the_colour_of_trees_is_not_the_skys() -> None:
    found = plan("lake with golden trees")
    assert found.own("trees") == "gold"
    assert found.loose == ()


def test_only_the_ground_behind_something_sharp_is_said_not_to_be_blurred() -> None:
    found = plan("tulip field, blurred background")
    assert found.blur == 0
    assert 'Not drawn: "blurred background".' in warnings(found)
    assert plan("a woman in a forest, blurred background").blur > 0
    assert plan("a blurred background of a forest").blur > 0


def test_a_golden_retriever_gilds_nothing_and_its_verb_is_no_thing() -> None:
    found = plan("a golden retriever running on the beach")
    assert (found.subject, found.missing, found.mood) == ("golden retriever", (), "calm")
    assert plan("a golden trumpet on a beach").mood == "calm"


@pytest.mark.parametrize(
    ("prompt", "missing"),
    [
        ("olivos en una colina seca", "olivos"),
        ("birches on rolling hills", "birches"),
        ("ein Bergsee mit Bambus", "Bambus"),
    ],
)
def test_a_kind_of_tree_that_a_scene_does_not_draw_is_named(prompt: str, missing: str) -> None:
    assert missing in " ".join(warnings(plan(prompt)))


def test_a_towns_adjective_is_its_place_and_alone_it_is_a_dish() -> None:
    assert plan("der Hamburger Hafen bei Nacht").places == ("Hamburger",)
    assert plan("ein Hamburger auf einem Teller").subject == "Hamburger"


def test_a_snow_landscape_is_under_snow_and_a_capped_mountain_misses_nothing() -> None:
    assert plan("Schneelandschaft am Abend").family == "snow"
    assert warnings(plan("a snow-capped mountain reflected in a lake")) == ()


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("northern lights above a pine forest", "pine forest"),
        ("city street at night", "street"),
        ("aerial view of a sea at sunset", "aerial view"),
        ("Steilküste von oben", "von oben"),
        ("vagues vues du ciel", "vues du ciel"),
        ("cosy room with Christmas decorations", "Christmas decorations"),
        ("Ein Paar am Strand", "Paar"),
    ],
)
def test_what_the_chosen_scene_does_not_show_of_another_is_named(prompt: str, said: str) -> None:
    assert f'"{said}"' in " ".join(warnings(plan(prompt)))


@pytest.mark.parametrize(
    "prompt",
    [
        "Wiese mit ein paar Wolken",
        "Großstadt bei Nacht mit beleuchteten Fenstern",
        "Regentropfen am Fenster, trübe Stimmung",
        "Wiese, links freie Fläche",
        "freundlicher Hintergrund",
        "plage déserte",
        "champ de tournesols en plein été",
        "tormenta de nieve en la montaña",
        "lago con reflejo de los árboles",
        "wooden table from above",
        "sea, light from above",
        "village in fog",
        "fond uni rouge",
    ],
)
def test_words_of_mood_number_and_light_and_what_is_drawn_are_not_named(prompt: str) -> None:
    assert warnings(plan(prompt)) == ()


@pytest.mark.parametrize(
    ("prompt", "family"),
    [
        ("ruhiger Sommersee", "lake"), ("Herbststurm", "sky"), ("Wintersee", "lake"),
        ("Winterlandschaft", "snow"), ("digital gradient", "mesh"), ("vertical gradient", "mesh"),
    ],
)  # fmt: skip
def test_a_compound_of_a_season_is_its_scene_and_an_ending_is_no_valley(
    prompt: str, family: str
) -> None:
    assert plan(prompt).family == family


def test_no_snow_falls_from_a_blue_sky_unless_it_is_asked_for() -> None:
    found = plan("snowy mountains under a clear blue winter sky")
    assert (found.time, found.loose) == ("day", ())
    assert "clear_sky" in found.motifs
    assert "clear_sky" not in plan("snowfall under a blue sky").motifs


def test_a_night_blue_is_one_colour() -> None:
    assert plan("fond bleu nuit").named == ("navy",)
    assert plan("motif bleu nuit et bleu clair").named == ("navy", "sky blue")


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("une femme tenant un sac à main rouge", "sac à main rouge"),
        ("un homme avec une planche à voile bleue sur la plage", "planche à voile bleue"),
        ("una mujer con una botella de vino verde en la playa", "botella de vino verde"),
    ],
)
def test_a_thing_of_several_words_is_named_whole_and_keeps_its_colour(
    prompt: str, said: str
) -> None:
    found = plan(prompt)
    assert said in found.missing
    assert found.named == ()


def test_a_subject_of_several_words_is_whole_and_keeps_its_colour() -> None:
    found = plan("un sac à main rouge sur une table")
    assert (found.subject, found.named) == ("sac à main rouge", ())


def test_a_plain_ground_under_a_pattern_keeps_its_colour() -> None:
    found = plan("fondo rojo liso con puntos blancos")
    assert (found.own("backdrop"), found.loose, found.missing) == ("red", ("white",), ())
