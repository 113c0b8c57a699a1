"""A subject is cut out along an edge that the picture shows, or not at all."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local.before_ground import outlined
from brandstudio.engines.local.rim import untold
from brandstudio.pixels import masks

from .test_edit import revised


def _disc(radius: float, width: int = 480, height: int = 360) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    return np.hypot(x - width / 2, y - height / 2) < radius


def _before(ground: tuple[int, int, int], thing: tuple[int, int, int]) -> np.ndarray:
    """A disc before a ground that gets lighter to the right, both with a little grain."""
    light = np.linspace(0.92, 1.06, 480)[None, :, None]
    picture = np.where(_disc(110)[..., None], np.array(thing), np.array(ground) * light)
    grain = np.random.default_rng(3).normal(0, 1.5, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def test_before_a_plain_ground_a_bite_is_given_back_and_ground_is_taken_off() -> None:
    mask = _disc(110).astype(np.float32)
    mask[:, :140][_disc(110)[:, :140]] = 0  # its left edge is lost
    mask[60:80, 236:246] = 1  # and a piece of the ground is taken for it
    found = outlined(_before((20, 160, 150), (225, 60, 40)), mask, None)
    assert found is not None
    assert found[180, 134] > 0.9
    assert found[62:66, 240].max() < 0.1
    assert found[180, 240] > 0.99


def test_what_has_the_colour_of_its_ground_or_an_unsure_edge_is_not_cut_out() -> None:
    mask = _disc(110).astype(np.float32)
    assert outlined(_before((236, 236, 236), (238, 238, 238)), mask, None) is None
    red = _before((20, 160, 150), (225, 60, 40))
    assert outlined(red, mask, mask) is not None
    with pytest.raises(errors.UnsupportedInstruction, match="edge of the subject"):
        revised("cut out the subject", red, subject=masks.feather(mask, 11))


def test_a_mask_that_ends_in_the_middle_of_one_colour_is_told_by_nothing_there() -> None:
    picture = _before((20, 160, 150), (225, 60, 40))
    assert untold(picture, _disc(110).astype(np.float32)) < 0.02
    cut = _disc(110).astype(np.float32)
    cut[:, 240:] = 0
    assert 0.25 < untold(picture, cut) < 0.6
