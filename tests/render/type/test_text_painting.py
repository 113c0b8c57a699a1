"""Pixels and outlines: exact colour, nothing outside, the same bytes every time, on every
thread.
"""

from __future__ import annotations

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image

from brandstudio.render.type.fonts import bundled_stack
from brandstudio.render.type.paint import GlyphOutline, GlyphPicture, mask, outlines, paint
from brandstudio.render.type.paragraph import TextStyle, fit, layout

STACK = bundled_stack()
BOLD = TextStyle(STACK, 60, 700)


def canvas(height: int = 120, width: int = 400, value: int = 255) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def test_full_coverage_is_exactly_the_colour_and_none_leaves_the_ground() -> None:
    image = canvas(value=200)
    paragraph = layout("HI", BOLD, 400)
    paint(image, paragraph, 10, 10, (13, 57, 101))
    drawn = mask(paragraph, 10, 10)
    part = image[drawn.y : drawn.y + drawn.alpha.shape[0], drawn.x : drawn.x + drawn.alpha.shape[1]]
    assert (part[drawn.alpha == 255] == (13, 57, 101)).all()
    assert (part[drawn.alpha == 0] == 200).all()
    assert (drawn.alpha == 255).sum() > 500


def test_a_pillow_image_and_an_array_get_the_same_bytes() -> None:
    text = "Same 🚀 bytes"
    array, image = canvas(value=90), Image.new("RGB", (400, 120), (90, 90, 90))
    for target in (array, image):
        paint(target, layout(text, BOLD, 400), 5.3, 7.8, (250, 240, 30))
    assert (np.asarray(image) == array).all()


def test_the_mask_lies_within_the_ink_that_layout_promised() -> None:
    for text in ("Ågjpq “W”", "שלום 2026", "ที่กิ่ง", "हिन्दी", "漢字かな", "fi ﬁ"):
        paragraph = layout(text, BOLD, 900)
        drawn, ink = mask(paragraph, 100, 50), paragraph.ink
        rows, columns = np.nonzero(drawn.alpha)
        assert drawn.x + columns.min() >= np.floor(100 + ink.left) - 1, text
        assert drawn.x + columns.max() <= np.ceil(100 + ink.right) + 1, text
        assert drawn.y + rows.min() >= np.floor(50 + ink.top) - 1, text
        assert drawn.y + rows.max() <= np.ceil(50 + ink.bottom) + 1, text


def test_what_lies_outside_the_canvas_is_left_out() -> None:
    whole, cut = canvas(200, 600), canvas(60, 90)
    paragraph = layout("Wide 🚀 word", BOLD, 600)
    paint(whole, paragraph, 0, 0, (0, 0, 0))
    for x, y in ((0, 0), (-150, -20), (80, 50), (-5000, 0), (0, 5000)):
        paint(cut, paragraph, x, y, (0, 0, 0))
    fresh = canvas(60, 90)
    paint(fresh, paragraph, 0, 0, (0, 0, 0))
    assert (fresh == whole[:60, :90]).all()


def test_emoji_have_their_own_colours_and_skin_tones_differ() -> None:
    pictures = []
    for text in ("👍🏻", "👍🏿", "👩‍👩‍👧‍👦", "❤️", "1️⃣", "🇩🇪"):
        image = canvas()
        paint(image, layout(text, BOLD, 400), 10, 10, (0, 0, 0))
        assert (image != 255).any(), text
        pictures.append(image.tobytes())
    assert len(set(pictures)) == len(pictures)
    heart = canvas()
    paint(heart, layout("❤️", BOLD, 400), 10, 10, (0, 0, 0))
    red = heart[(heart != 255).any(axis=2)].astype(int)
    assert (red[:, 0] - red[:, 1]).mean() > 80


def test_emoji_stand_in_the_masks_patches_not_in_its_alpha() -> None:
    drawn = mask(layout("🚀", BOLD, 400))
    assert drawn.alpha.size == 0
    (patch,) = drawn.patches
    assert patch.rgba[..., 3].max() == 255
    assert (patch.rgba[..., :3] <= patch.rgba[..., 3:]).all()


def test_a_fraction_of_a_pixel_moves_the_letters() -> None:
    paragraph = layout("lll", BOLD, 400)
    assert not np.array_equal(mask(paragraph, 10.0).alpha, mask(paragraph, 10.5).alpha)
    assert np.array_equal(mask(paragraph, 10.25).alpha, mask(paragraph, 33.25).alpha)


def test_weight_is_drawn() -> None:
    inked = [
        mask(layout("Weight", TextStyle(STACK, 60, weight), 600)).alpha.astype(int).sum()
        for weight in (300, 500, 800)
    ]
    assert inked == sorted(inked)
    assert inked[2] > 1.4 * inked[0]


def test_kerning_brings_letters_together() -> None:
    kerned = layout("AVAVAV", BOLD, 900).width
    loose = layout("AVAVAV", TextStyle(STACK, 60, 700, features=(("kern", 0),)), 900).width
    assert kerned < loose - 5


def test_a_canvas_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="uint8"):
        paint(np.zeros((10, 10), np.uint8), layout("a", BOLD, 50), 0, 0, (0, 0, 0))


def test_a_line_too_large_to_draw_is_refused() -> None:
    from brandstudio.errors import ValidationError

    with pytest.raises(ValidationError):
        mask(layout("WWWWWWWW", TextStyle(STACK, 60_000), 1e9))


TEXTS = [
    "The harbour opens on Saturday 🚀",
    "أطلق مجموعة الربيع بثقة 2026",
    "春の新作コレクション",
    "เปิดตัวคอลเลกชัน",
    "Frühling in Kopenhagen",
]


def digest(text: str) -> str:
    image = canvas(300, 500)
    paragraph = fit(text, TextStyle(bundled_stack(), 1, 700), 480, 280, min_size=12, max_size=90)
    assert paragraph is not None
    paint(image, paragraph, 10, 10, (10, 20, 30))
    return hashlib.sha256(image.tobytes()).hexdigest()


def test_threads_draw_the_same_bytes() -> None:
    expected = [digest(text) for text in TEXTS]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(digest, TEXTS * 12))
    assert found == expected * 12


def test_outlines_cover_what_pixels_cover() -> None:
    paragraph = layout("Hop 🚀", BOLD, 400)
    found = outlines(paragraph)
    paths = [item for item in found if isinstance(item, GlyphOutline)]
    (picture,) = [item for item in found if isinstance(item, GlyphPicture)]
    assert [paragraph.text[item.start] for item in paths] == ["H", "o", "p"]
    ink = layout("Hop", BOLD, 400).ink
    numbers = [
        tuple(map(float, pair))
        for item in paths
        for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", item.path)
    ]
    assert min(x for x, _ in numbers) == pytest.approx(ink.left, abs=0.1)
    assert min(y for _, y in numbers) == pytest.approx(ink.top, abs=0.1)
    assert all(re.fullmatch(r"(?:[MLQC][-\d. ]+|Z)+", item.path) for item in paths)
    assert picture.width < picture.rgba.shape[1]
    assert picture.rgba[..., 3].max() == 255
