"""A sky is told by its lower edge where its colours don't tell it; a room's or a studio's wall is none."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local import places
from brandstudio.engines.local.indoors import is_indoors
from brandstudio.engines.local.skyline import above_skyline
from brandstudio.pixels import segments

HEIGHT, WIDTH = 240, 360


def _dusk(*, land: bool = True) -> np.ndarray:
    """A sky that goes from blue through a greenish grey to cream, above dark hills."""
    stops = np.array([(40, 110, 165), (120, 165, 165), (150, 165, 140), (205, 190, 150)], float)
    at = np.linspace(0, 3, HEIGHT)
    column = np.stack([np.interp(at, range(4), stops[:, k]) for k in range(3)], axis=-1)
    picture = np.broadcast_to(column[:, None], (HEIGHT, WIDTH, 3)).copy()
    hills = 150 + 12 * np.sin(np.arange(WIDTH) / 30)
    grain = np.random.default_rng(6).normal(0, 6, picture.shape)
    if land:
        below = np.arange(HEIGHT)[:, None] > hills
        picture[below] = (np.array((45, 40, 38)) + grain)[below]
    return picture.clip(0, 255).astype(np.uint8)


def test_a_sky_of_dusk_is_found_down_to_the_hills() -> None:
    found = places.sky(_dusk())
    assert found is not None
    assert found[:130].min() > 0.9
    assert found[175:].max() < 0.1


@pytest.mark.parametrize("case", ["no land", "a thing before a wall", "a wall of one grey"])
def test_what_goes_down_to_the_lower_edge_or_has_no_colour_is_no_sky_by_its_edge(case: str) -> None:
    picture = _dusk(land=case == "a wall of one grey")
    if case == "a thing before a wall":
        picture[80:, 100:260] = (30, 25, 20)
    if case == "a wall of one grey":
        picture[..., :] = picture.mean(axis=2, keepdims=True).astype(np.uint8)
    assert above_skyline(picture) is None


@pytest.mark.parametrize(
    ("kind", "share", "indoors"),
    [("chair", 0.1, True), ("person", 0.5, True), ("person", 0.2, False), ("boat", 0.1, False)],
)
def test_furniture_or_nothing_but_a_person_before_it_makes_a_sky_a_wall(
    kind: str, share: float, indoors: bool
) -> None:
    likely = np.zeros((100, 100, len(segments.KINDS)), np.float32)
    likely[..., 0] = 0.5
    likely[100 - round(100 * share) :, :, segments.KINDS.index(kind)] = 0.9
    sky = np.zeros((100, 100), np.float32)
    sky[:50] = 1
    assert is_indoors(likely, sky) is indoors
