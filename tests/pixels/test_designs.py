"""Designs drawn with known answers are measured back; photos hold no words; odd pictures break
nothing.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio.pixels import regions
from brandstudio.pixels.designs import measure_design, text_lines
from brandstudio.pixels.medium import medium

sys.path.insert(0, str(Path(__file__).parent))
from drawn_designs import Layout, cap_height, draw

PLAIN = Layout()
DARK = Layout(ground="#102a43", ink="#f0f4f8", accent="#f6ad55", radius=8, logo="bottom-right")
COLUMNS = Layout(columns=3, body=18, headline=48, radius=30, logo="top-left")
POSTER = Layout(size=(1080, 1350), alignment="centre", headline=90, body=30, logo="none", radius=0)
LARGE = Layout(
    size=(1920, 1080),
    columns=2,
    headline=110,
    body=28,
    margin=140,
    logo="bottom-left",
    alignment="right",
)
LAYOUTS = [PLAIN, DARK, COLUMNS, POSTER, LARGE]

#: The stated errors: letter heights within 15 %, margins within 2 % of the width.
SIZE_ERROR, MARGIN_ERROR = 0.15, 0.02


@pytest.mark.parametrize("layout", LAYOUTS)
def test_type_sizes_are_measured_back(layout: Layout) -> None:
    found = measure_design(draw(layout))
    height = layout.size[1]
    assert found.headline == pytest.approx(cap_height(layout.headline) / height, rel=SIZE_ERROR)
    assert found.body == pytest.approx(cap_height(layout.body) / height, rel=SIZE_ERROR)
    assert found.steps == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_alignment_and_margins_are_measured_back(layout: Layout) -> None:
    found = measure_design(draw(layout))
    assert found.columns == layout.columns
    assert found.alignment == layout.alignment
    assert found.margin == pytest.approx(layout.margin / layout.size[0], abs=MARGIN_ERROR)


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right"])
def test_a_logo_alone_in_a_corner_is_found_there(corner: str) -> None:
    assert measure_design(draw(replace(PLAIN, logo=corner))).logo_place == corner


def test_no_logo_is_guessed_where_none_stands_alone() -> None:
    assert measure_design(draw(POSTER)).logo_place == "unknown"


@pytest.mark.parametrize(
    ("radius", "corners"),
    [(0, "square"), (8, "soft"), (14, "soft"), (30, "round"), (None, "unknown")],
)
def test_corners_of_panels_are_told_apart(radius: int | None, corners: str) -> None:
    assert measure_design(draw(replace(PLAIN, radius=radius, logo="none"))).corner_radius == corners


def test_a_design_is_the_same_at_another_size() -> None:
    small = measure_design(draw(PLAIN))
    large = measure_design(draw(Layout(size=(2400, 1256), margin=144, headline=128, body=44)))
    assert (large.columns, large.alignment, large.logo_place) == (
        small.columns,
        small.alignment,
        "unknown",
    ) or (large.logo_place == small.logo_place)
    assert large.headline == pytest.approx(small.headline, rel=SIZE_ERROR)
    assert large.whitespace == pytest.approx(small.whitespace, abs=0.05)


def test_space_and_colour_are_shares_of_the_area() -> None:
    half = Image.new("RGB", (800, 400), "#ffffff")
    half.paste("#d0021b", (0, 0, 400, 400))
    found = measure_design(half)
    assert found.vivid == pytest.approx(0.5, abs=0.01)
    assert found.whitespace > 0.9
    assert {swatch.hex for swatch in found.palette} == {"#ffffff", "#d0021b"}


def test_noise_and_shapes_hold_no_words() -> None:
    rng = np.random.default_rng(4)
    noise = Image.fromarray(rng.integers(0, 255, (400, 600, 3), dtype=np.uint8))
    assert text_lines(noise) == []
    bubbles = Image.new("RGB", (900, 600), "#ffffff")
    pen = ImageDraw.Draw(bubbles)
    for x, y, r in zip(
        rng.integers(0, 900, 40), rng.integers(0, 600, 40), rng.integers(5, 60, 40), strict=True
    ):
        pen.ellipse(
            (x - r, y - r, x + r, y + r), fill=tuple(int(v) for v in rng.integers(0, 255, 3))
        )
    found = measure_design(bubbles)
    assert (found.headline, found.body, found.steps) == (None, None, 0)


@pytest.mark.parametrize("size", [(1, 1), (2, 500), (3000, 3), (16, 16), (40, 24)])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_odd_pictures_are_measured_without_a_fault(size: tuple[int, int], mode: str) -> None:
    found = measure_design(Image.new(mode, size))
    assert found.columns == 1
    assert found.headline is None
    assert found.logo_place == "unknown"
    assert medium(Image.new(mode, size)) in {None, "illustration"}


def test_pages_drawings_and_photos_are_told_apart() -> None:
    page = draw(
        Layout(
            size=(900, 1200),
            headline=40,
            body=20,
            columns=2,
            margin=60,
            words="A report on the year " * 9,
        )
    )
    assert medium(page) == "document"
    drawing = Image.new("RGB", (800, 600), "#f4d35e")
    pen = ImageDraw.Draw(drawing)
    pen.ellipse((200, 100, 600, 500), fill="#ee964b")
    pen.rectangle((0, 450, 800, 600), fill="#0d3b66")
    assert medium(drawing) == "illustration"
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:400, 0:600]
    light = 120 + 60 * np.sin(x / 90) + 50 * np.cos(y / 70)
    photo = light[..., None] * np.array([1, 0.8, 0.6]) + rng.normal(0, 6, (400, 600, 3))
    assert medium(Image.fromarray(np.clip(photo, 0, 255).astype(np.uint8))) == "photo"


# ------------------------------------------------------------------------------------------------------------ regions


def test_regions_are_those_of_a_plain_flood_fill() -> None:
    rng = np.random.default_rng(7)
    for density in (0.2, 0.4, 0.6):
        mask = rng.random((40, 50)) < density
        tones = rng.random((40, 50)).astype(np.float32)
        found = sorted(
            (r.x0, r.y0, r.x1, r.y1, r.area, round(r.tone, 4))
            for r in regions.connected(mask, tones, least_area=1)
        )
        assert found == sorted(_flooded(mask, tones))


def _flooded(mask: np.ndarray, tones: np.ndarray) -> list[tuple[int, int, int, int, int, float]]:  # type: ignore[type-arg]
    left, found = {(int(y), int(x)) for y, x in np.argwhere(mask)}, []
    while left:
        waiting, own = [left.pop()], []
        while waiting:
            y, x = waiting.pop()
            own.append((y, x))
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            waiting += near
        ys, xs = [y for y, _ in own], [x for _, x in own]
        tone = sum(float(tones[y, x]) for y, x in own) / len(own)
        found.append((min(xs), min(ys), max(xs) + 1, max(ys) + 1, len(own), round(tone, 4)))
    return found


def test_regions_of_equal_value_are_apart_from_their_neighbours() -> None:
    values = np.zeros((20, 20), dtype=np.int64)
    values[5:15, 5:15] = 3
    found = {(r.value, r.area) for r in regions.connected_by_value(values, least_area=1)}
    assert found == {(0, 300), (3, 100)}
    assert regions.connected(np.zeros((4, 4), dtype=bool), np.zeros((4, 4), np.float32)) == []
