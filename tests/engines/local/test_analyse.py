"""Analysis tells what can be measured and says unknown for the rest."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local import LocalVision
from brandstudio.engines.local.analyse import UNKNOWN, analyse
from brandstudio.engines.protocols import VisionEngine, VisionRequest

from .pictures import scene


@pytest.mark.parametrize("count", [1, 5, 8])
def test_as_many_briefs_as_asked_all_different(count: int) -> None:
    found = analyse(scene(), briefs=count)
    assert len({b.title for b in found.briefs}) == len(found.briefs) == count
    assert all(b.brief and b.why for b in found.briefs)


def test_industry_and_audience_are_never_invented() -> None:
    found = analyse(scene())
    assert found.industry == UNKNOWN
    assert found.audience == UNKNOWN


def test_context_is_used() -> None:
    found = analyse(scene(), context="Menu for a coffee bar that families like")
    assert found.industry == "food and drink"
    assert found.audience == "families"
    assert "Menu for a coffee bar" in found.briefs[0].brief


def test_format_and_style_are_measured() -> None:
    found = analyse(scene(320, 180))
    assert found.format.startswith("landscape 16:9, 320 x 180")
    grey = np.full((90, 90, 3), 40, np.uint8)
    assert "dark" in analyse(grey).style
    assert "monochrome" in analyse(grey).style


def test_a_description_fits_the_schema_or_is_none() -> None:
    vision = LocalVision()
    assert isinstance(vision, VisionEngine)
    schema = {
        "type": "object",
        "properties": {"medium": {"type": "string"}},
        "required": ["medium"],
    }
    assert set(
        vision.describe(VisionRequest(scene(), "what is it?", schema=schema)).data or {}
    ) == {"medium"}
    other = {"type": "object", "properties": {"price": {"type": "number"}}, "required": ["price"]}
    answer = vision.describe(VisionRequest(scene(), "what does it cost?", schema=other))
    assert answer.data is None
    assert answer.warnings
