"""A change is made where it was asked for, and never at what a list behind it says is to stay."""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse

_CHANGES = {
    "en": "sky 20 % darker",
    "de": "Himmel 20 % dunkler",
    "fr": "ciel 20 % plus sombre",
    "es": "cielo 20 % más oscuro",
}
_KEPT = [
    ("en", "tree and grass stay"),
    ("en", "tree and grass keep their green"),
    ("en", "tree and grass as they are"),
    ("en", "tree, water and grass stay"),
    ("en", "tree and water and grass untouched"),
    ("de", "Baum und Wiese bleiben"),
    ("de", "Baum und Wiese behalten ihr Grün"),
    ("de", "Baum und Wiese nicht anfassen"),
    ("de", "Baum, Wasser und Wiese bleiben unverändert"),
    ("fr", "l'arbre et l'herbe restent"),
    ("fr", "l'arbre et l'herbe restent verts"),
    ("fr", "les arbres et l'herbe ne pas toucher"),
    ("es", "el árbol y la hierba se quedan"),
    ("es", "el árbol y la hierba conservan su verde"),
    ("es", "árbol y hierba ni tocarlos"),
]


@pytest.mark.parametrize("stop", [", ", ". "])
@pytest.mark.parametrize(("language", "kept"), _KEPT)
def test_what_a_list_says_is_to_stay_is_no_place_of_the_change(
    language: str, kept: str, stop: str
) -> None:
    parsed = parse(f"{_CHANGES[language]}{stop}{kept}")
    assert [(e.kind, e.target) for e in parsed.edits] == [("brightness", "sky")]
    assert (parsed.not_understood, parsed.withheld) == ((), ())
    assert {"plants", "plants&colour-green"} & set(parsed.keeps)


def test_what_nobody_finds_in_a_list_that_stays_is_told_where_the_change_has_its_place() -> None:
    parsed = parse("lift the shadows in the grass, sun and sky stay")
    assert [e.target for e in parsed.edits] == ["shadows&plants"]
    assert parsed.left_aside == ("sun stay",)
    assert parsed.not_understood == ()


def test_what_nobody_finds_is_not_kept_where_the_whole_picture_changes() -> None:
    assert parse("brighter, sun and sky stay").not_understood


def test_a_place_behind_a_change_that_has_none_is_not_taken_into_the_list() -> None:
    assert parse("darker, the sky, tree and grass stay").not_understood


def test_a_second_place_of_a_change_is_no_list_that_stays() -> None:
    parsed = parse("sky and grass brighter, please keep the water")
    assert [e.target for e in parsed.edits] == ["sky", "plants"]


def test_a_list_that_stays_may_stand_before_the_change() -> None:
    parsed = parse("the sky and the grass stay, the water darker")
    assert [e.target for e in parsed.edits] == ["water"]
    assert parsed.keeps == ("sky", "plants")
