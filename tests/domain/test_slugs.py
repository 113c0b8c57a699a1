"""Slugs from names in any script, suffixes on a clash, names of copies."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from brandstudio.domain.slugs import MAX_SLUG, copy_name, copy_slug, slugify, with_suffix
from brandstudio.models.folders import FolderPath

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FALLBACK = "folder-ab12"
slugs = st.from_regex(r"[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,2}", fullmatch=True).map(
    lambda s: s[:60].strip("-")
)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Summer 2026", "summer-2026"),
        ("Crème Brûlée & Co.", "creme-brulee-co"),
        ("Q&A", "q-a"),
        ("Straße", "strasse"),
        ("Лето", "leto"),
        ("東京", "dong-jing"),
        ("Don’t stop", "dont-stop"),
        ("Don't stop", "dont-stop"),
        ("--a--b--", "a-b"),
        ("A&lt;B", "a-lt-b"),
        ("ＡＣＭＥ", "acme"),
        ("🚀", FALLBACK),
        ("--", FALLBACK),
        ("", FALLBACK),
        ("\u202e\u200b", FALLBACK),
    ],
)
def test_a_name_gives_its_slug(name: str, slug: str) -> None:
    assert slugify(name, fallback=FALLBACK) == slug


@given(st.text(max_size=300))
def test_every_slug_is_well_formed_and_a_folder_path_takes_it(name: str) -> None:
    slug = slugify(name, fallback=FALLBACK)
    assert SLUG.fullmatch(slug)
    assert len(slug) <= MAX_SLUG
    assert TypeAdapter(FolderPath).validate_python(slug) == slug


@given(slugs)
def test_a_slug_is_its_own_slug(slug: str) -> None:
    assert slugify(slug, fallback=FALLBACK) == slug


@given(slugs, st.integers(0, 30))
def test_a_clash_takes_the_first_free_number(slug: str, clashes: int) -> None:
    taken: set[str] = set()
    for _ in range(clashes + 1):
        found = with_suffix(slug, taken)
        assert found not in taken
        assert SLUG.fullmatch(found)
        assert len(found) <= MAX_SLUG
        taken.add(found)
    if len(slug) < 55:
        assert taken == {slug} | {f"{slug}-{n}" for n in range(2, clashes + 2)}


def test_a_long_slug_makes_room_for_its_suffix() -> None:
    slug = "a" * 60
    assert with_suffix(slug, {slug}) == "a" * 58 + "-2"


def test_a_copy_is_named_after_its_original() -> None:
    assert copy_name("Summer") == "Summer copy"
    assert copy_slug("summer") == "summer-copy"
    assert copy_name("x" * 80) == "x" * 75 + " copy"
    assert len(copy_slug("x" * 60)) == 60


def test_a_cut_name_keeps_whole_characters() -> None:
    family = "👩‍👩‍👧"
    name = "x" * 73 + family  # the cut at 75 falls inside the family
    assert copy_name(name) == "x" * 73 + " copy"
    assert copy_name("y" * 74 + "e\u0301" + "z" * 4) == "y" * 74 + " copy"


@given(st.text(min_size=1, max_size=80))
def test_a_copied_name_is_never_too_long(name: str) -> None:
    assert len(copy_name(name)) <= 80
    assert copy_name(name).endswith(" copy")
