"""Specs that version 0.1 wrote are drawn to the same pixels for ever (decision 23)."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from brandstudio import errors
from brandstudio.models.designs import DesignSpec
from brandstudio.render.draw import draw

from .conftest import STACK
from .gallery import BUNDLED

WRITTEN = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "specs-0.1.jsonl").read_text().splitlines()
]


def _assets() -> dict[str, bytes]:
    held = files("brandstudio.assets")
    names = [("photos", f"{name}.jpg") for name in BUNDLED]
    data = [held.joinpath(*n).read_bytes() for n in (*names, ("demo", "logo.svg"), ("demo", "logo-light.svg"))]  # fmt: skip
    return {hashlib.sha256(one).hexdigest(): one for one in data}


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_a_spec_of_the_first_version_is_drawn_to_the_same_pixels(number: int) -> None:
    held: dict[str, Any] = WRITTEN[number]
    spec = DesignSpec.model_validate(held["spec"])
    try:
        drawn = draw(spec, _assets(), STACK)
    except errors.NotFound as missing:
        if "font" not in missing.message:
            raise
        pytest.skip("set in a version of a font that is not installed here")
    assert hashlib.sha256(drawn.tobytes()).hexdigest() == held["pixels"]


def test_a_spec_of_the_first_version_says_the_same_when_it_is_written_again() -> None:
    for held in WRITTEN:
        spec = DesignSpec.model_validate(held["spec"])
        assert spec.model_dump(mode="json", by_alias=True) == held["spec"]
