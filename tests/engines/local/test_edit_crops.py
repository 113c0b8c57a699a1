"""A crop that nobody told how far it goes cuts nothing off what stands out."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.protocols import EditRequest, Picture

HEIGHT, WIDTH = 200, 300


def _cropped(said: str, columns: slice) -> tuple[Picture, int]:
    """A picture after a crop, and how many pixels of its red thing were there before."""
    pixels = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[60:140, columns] = 255
    pixels[mask > 0] = (200, 20, 20)
    request = EditRequest(pixels, said, subject=mask, faces=())
    return LocalImageEngine().edit(request), int((mask > 0).sum())


@pytest.mark.parametrize("said", ["recorta la imagen", "crop it", "crop the left side"])
def test_a_crop_keeps_what_stands_out_whole(said: str) -> None:
    after, held = _cropped(said, slice(28, 262))
    assert int((after.pixels[..., 1] < 100).sum()) == held
    assert after.pixels.shape[1] < WIDTH


@pytest.mark.parametrize("said", ["recorta la imagen", "crop it"])
def test_a_crop_that_would_cut_into_what_stands_out_fails_and_says_what_to_say(said: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="crop 10 % from the left"):
        _cropped(said, slice(2, 298))


def test_a_crop_by_a_figure_goes_as_far_as_it_says() -> None:
    after, _ = _cropped("crop 20 % from the left", slice(28, 262))
    assert after.pixels.shape[1] == round(0.8 * WIDTH)


@pytest.mark.parametrize(("columns", "told"), [(slice(28, 262), True), (slice(110, 190), False)])
def test_a_ratio_that_what_stands_out_does_not_fit_into_says_so(columns: slice, told: bool) -> None:
    after, held = _cropped("crop to 1:1", columns)
    assert (int((after.pixels[..., 1] < 100).sum()) < held) == told
    assert any("does not fit whole into 1:1" in warning for warning in after.warnings) == told
