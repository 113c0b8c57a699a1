"""Specs that were written once are drawn to the same pixels for ever (decision 23)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from brandstudio import errors
from brandstudio.models.designs import DesignSpec
from brandstudio.render.draw import draw
from tests import recipes

from .conftest import STACK

WRITTEN = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "specs-0.1.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_a_spec_of_the_first_version_is_drawn_to_the_same_pixels(number: int) -> None:
    held: dict[str, Any] = WRITTEN[number]
    spec = DesignSpec.model_validate(held["spec"])
    try:
        drawn = draw(spec, recipes.assets(), STACK)
    except errors.NotFound as missing:
        if "font" not in missing.message:
            raise
        pytest.skip("set in a version of a font that is not installed here")
    assert hashlib.sha256(drawn.tobytes()).hexdigest() == held["pixels"]


def test_a_spec_of_the_first_version_says_the_same_when_it_is_written_again() -> None:
    for held in WRITTEN:
        spec = DesignSpec.model_validate(held["spec"])
        assert spec.model_dump(mode="json", by_alias=True) == held["spec"]


@pytest.mark.slow
def test_a_thousand_stored_recipes_are_drawn_to_the_same_pixels() -> None:
    """Every template, size and kind of layer; 22 s of one core."""
    kept = recipes.stored()
    assert len(kept) == recipes.COUNT
    assert recipes.differing(kept) == []


def test_a_recipe_that_another_processor_draws_otherwise_says_to_what_pixels_and_why() -> None:
    kept = recipes.stored()
    other = [number for number, one in enumerate(kept) if "elsewhere" in one]
    assert len(other) == 49
    for number in other:
        told = kept[number]["elsewhere"]["aarch64"]
        assert "outlines of variable fonts" in told["why"]
        assert recipes.expected(kept[number], "aarch64") == told["pixels"]
        assert recipes.expected(kept[number], "x86_64") == kept[number]["pixels"] != told["pixels"]
    assert recipes.differing([kept[other[0]]], "aarch64") == [0]


def test_recipes_that_are_drawn_otherwise_are_named() -> None:
    kept = recipes.stored()[:3]
    kept[1]["spec"]["layers"][0] = kept[0]["spec"]["layers"][0] | {"background": "#123456"}
    assert recipes.differing(kept) == [1]
