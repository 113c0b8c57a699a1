"""Another frame: the subject stays whole, the size is exact, and continuing has no seam."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.domain import frames
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.local.extend import continued
from brandstudio.engines.local.reframe import planned, resize
from brandstudio.engines.protocols import Box, ExtendRequest

from .pictures import mask, scene


def orange(pixels: np.ndarray) -> np.ndarray:
    return pixels[..., 0].astype(int) - pixels[..., 2] > 110


@pytest.mark.parametrize("ratio", frames.RATIOS)
@pytest.mark.parametrize("source", [(240, 160), (160, 240), (400, 90)])
def test_every_ratio_from_every_shape_has_exactly_the_size_and_the_whole_subject(
    ratio: str, source: tuple[int, int]
) -> None:
    width, height = (side // 4 for side in frames.frame(ratio, "1K"))  # type: ignore[arg-type]
    picture = scene(*source)
    made = resize(picture, width, height, subject=mask(*source))
    assert made.pixels.shape == (height, width, 3)
    _ys, xs = np.nonzero(orange(made.pixels))
    scale = np.sqrt(xs.size / max(1, orange(picture).sum()))
    assert xs.max() - xs.min() > 0.9 * (np.ptp(np.nonzero(orange(picture))[1])) * scale
    assert xs.min() > 0
    assert xs.max() < width - 1


def test_a_face_is_never_cut() -> None:
    face = Box(8, 60, 40, 40)
    plan = planned(scene(), 9 / 16, None, (face,))
    assert plan.crop[0] <= 8
    assert plan.crop[2] >= 48
    assert plan.crop[1] <= 60


def test_the_same_ratio_keeps_all_of_it() -> None:
    assert planned(scene(), 1.5, None).crop == (0, 0, 240, 160)


def test_an_enlargement_is_said() -> None:
    made = resize(scene(), 480, 320)
    assert any("Enlarged" in w for w in made.warnings)
    assert not resize(scene(), 120, 80).warnings


def test_a_crop_that_would_lose_the_scene_is_continued_instead_and_said() -> None:
    assert resize(scene(), 90, 160).done == ("crop",)
    made = resize(scene(400, 90), 90, 160)
    assert "extend" in made.done
    assert any("continued" in w for w in made.warnings)


def test_the_source_stays_as_it_is_inside_its_frame() -> None:
    source = scene()
    made = LocalImageEngine().extend(ExtendRequest(source, 400, 260, 90, 40, subject=mask()))
    assert made.pixels.shape == (260, 400, 3)
    assert np.array_equal(made.pixels[40:200, 90:330], source)


def test_no_seam_shows_where_the_continuation_begins() -> None:
    source = scene()
    out, _ = continued(source, 420, 160, 90, 0, mask() / np.float32(255))
    flat = out.astype(np.float32).mean(axis=2)
    columns = np.abs(np.diff(flat, axis=1)).mean(axis=0)
    inside = np.median(columns[95:320])
    assert columns[89] < 2.2 * inside
    assert columns[329] < 2.2 * inside


def test_no_mirror_image_of_the_subject_appears() -> None:
    source = scene()
    out, _ = continued(source, 240 + 160, 160, 0, 0, mask() / np.float32(255))
    assert orange(out[:, 240:]).mean() < 0.01


def test_no_mirror_image_of_anything_appears() -> None:
    y, x = np.mgrid[0:200, 0:300].astype(np.float32)
    source = np.stack([120 + y / 4, 150 + y / 5, 205 - y / 9], axis=-1)
    # Clouds of many sizes: a reflection would bring every one of them back.
    for cx, cy, r in ((40, 30, 20), (110, 60, 32), (190, 25, 16), (250, 70, 28)):
        source += (60 * np.exp(-(((x - cx) ** 2) + 2 * (y - cy) ** 2) / r**2))[..., None]
    source = np.clip(source, 0, 255).astype(np.uint8)
    out, _ = continued(source, 300, 320, 0, 120)
    above, mirrored = (
        out[10:100].astype(np.float32).mean(axis=2),
        source[20:110][::-1].astype(np.float32).mean(axis=2),
    )
    assert (
        abs(
            np.corrcoef(
                (above - above.mean(1, keepdims=True)).ravel(),
                (mirrored - mirrored.mean(1, keepdims=True)).ravel(),
            )[0, 1]
        )
        < 0.5
    )


def test_a_line_across_the_edge_makes_no_elbow() -> None:
    y, x = np.mgrid[0:200, 0:300].astype(np.float32)
    source = np.full((200, 300, 3), 170, np.uint8)
    source[np.abs(x - 0.6 * y - 80) < 2] = 30
    out, _ = continued(source, 300, 280, 0, 80)
    # A reflected line would stand as dark as it is, far above the edge.
    assert out[:60].min() > 110


def test_a_grain_goes_on_in_what_was_added() -> None:
    source = np.clip(np.random.default_rng(1).normal(128, 6, (120, 160, 3)), 0, 255).astype(
        np.uint8
    )
    out, _ = continued(source, 320, 120, 80, 0)
    inner, outer = out[:, 80:240].astype(float).std(), out[:, :80].astype(float).std()
    assert 0.5 < outer / inner < 1.6


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 9, 3), (9, 1, 4), (2, 2, 4)])
def test_the_tiniest_sources_are_continued_too(shape: tuple[int, int, int]) -> None:
    source = np.full(shape, 99, np.uint8)
    assert resize(source, 32, 18).pixels.shape == (18, 32, shape[2])


@pytest.mark.parametrize("size", [(0, 5), (-3, 4), (9000, 10), (8000, 8000)])
def test_a_senseless_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(errors.ValidationError):
        resize(scene(), *size)


@pytest.mark.parametrize("size", [(75, 50), (1, 1), (2, 1), (1, 5), (40, 30), (3, 200)])
@pytest.mark.parametrize(
    "more", [(0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 1), (2, 3, 1, 0), (0, 50, 0, 50), (30, 0, 70, 0)]
)
def test_even_a_pixel_more_of_a_tiny_picture_is_continued(
    size: tuple[int, int], more: tuple[int, int, int, int]
) -> None:
    (width, height), (left, top, right, bottom) = size, more
    source = np.random.default_rng(1).integers(0, 255, (height, width, 3), dtype=np.uint8)
    frame = (width + left + right, height + top + bottom)
    made, _ = continued(source, *frame, left, top, None, 3)
    assert made.shape[:2] == frame[::-1]
    assert (made[top : top + height, left : left + width] == source).all()
