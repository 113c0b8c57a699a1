"""The words of a prompt choose the scene, in nine languages; a prompt to a provider carries the
brand's look.
"""

from __future__ import annotations

import pytest

from brandstudio.language.scenes import FAMILIES, plan, warnings


@pytest.mark.parametrize(
    ("prompt", "family", "time", "space"),
    [
        ("calm sea at dusk, space on the left", "sea", "dusk", "left"),
        ("ruhiges Meer in der Abenddämmerung, Platz links", "sea", "dusk", "left"),
        ("mer calme au coucher de soleil, espace à gauche", "sea", "dusk", "left"),
        ("mar en calma al atardecer, espacio a la izquierda", "sea", "dusk", "left"),
        ("mare calmo al tramonto, spazio a sinistra", "sea", "dusk", "left"),
        ("oceano calmo ao entardecer, espaço à esquerda", "sea", "dusk", "left"),
        ("kalme zee in de avond, ruimte links", "sea", "dusk", "left"),
        ("夕暮れの静かな海、左に余白", "sea", "dusk", "left"),
        ("黄昏的平静大海，左边留白", "sea", "dusk", "left"),
        ("foggy mountains with pine trees in the morning", "hills", "dawn", None),
        ("city skyline at night", "city", "night", None),
        ("bauhaus geometric pattern", "geometric", None, None),
        ("paper cut layers", "papercut", None, None),
        ("empty podium for a product", "stage", None, None),
        ("silk ribbons, room at the top", "ribbons", None, "top"),
    ],
)
def test_words_choose_the_scene(
    prompt: str, family: str, time: str | None, space: str | None
) -> None:
    found = plan(prompt)
    assert (found.family, found.time, found.space) == (family, time, space)


def test_any_text_gives_a_plan_and_says_when_it_had_to_choose() -> None:
    for prompt in ("zzz", "Ώρα", "…", "מים שקטים", "42"):
        found = plan(prompt)
        assert found.family in FAMILIES
        assert any("names no scene" in w or w.startswith("Not drawn: ") for w in warnings(found))


@pytest.mark.parametrize(
    ("prompt", "what", "named"),
    [
        ("a smiling woman by the sea", "people", "woman"),
        ("a dog on a hill", "animals", "dog"),
        ('sky with the words "Summer sale"', "lettering", "words"),
        ("our logo on waves", "logos", "logos"),
        ("eine Frau am Meer", "people", "Frau"),
        ("海边的女人", "people", "女人"),
    ],
)
def test_what_cannot_be_drawn_is_named(prompt: str, what: str, named: str) -> None:
    found = plan(prompt)
    assert what in found.left_out
    assert any(named in w and "image provider" in w for w in warnings(found))


def test_density_and_darkness_follow_the_words() -> None:
    assert (
        plan("minimal waves").density < plan("waves").density < plan("rich detailed waves").density
    )
    assert plan("dark moody hills").dark is True
    assert plan("bright airy hills").dark is False
    assert plan("hills").dark is None


def test_a_folders_mood_counts_where_the_prompt_has_none() -> None:
    assert plan("background", mood=("playful",)).mood == "playful"
    assert plan("elegant background", mood=("playful",)).mood == "luxury"
