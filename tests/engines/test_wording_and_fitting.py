"""How a look becomes words, and how pictures are fitted to what a model can draw."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines import fitting, wording
from brandstudio.engines.protocols import BrandLook, BrandSwatch, EditRequest, Grade


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("#ffffff", "white"), ("#000000", "black"), ("#7f7f7f", "grey"), ("#c0c0c0", "light grey"), ("#333333", "dark grey"),
        ("#e2231a", "red"), ("#800000", "dark red"), ("#ff7f00", "orange"), ("#f4c542", "golden yellow"), ("#0a7d3b", "green"),
        ("#008080", "teal"), ("#87ceeb", "light blue"), ("#102a6b", "dark blue"), ("#000080", "dark blue"), ("#ff69b4", "pink"),
        ("#4b0082", "dark purple"), ("#6b3f1d", "dark brown"), ("#c8a27a", "tan"), ("#fbe9d0", "cream"), ("#556b2f", "olive green"),
    ],
)  # fmt: skip
def test_a_colour_has_its_everyday_name(colour: str, name: str) -> None:
    assert wording.name_of(colour) == name


def test_every_colour_has_a_name() -> None:
    for value in range(0, 0x1000000, 0x0F0F1):
        assert wording.name_of(f"#{value:06x}")


def test_a_look_without_wishes_says_nothing() -> None:
    assert wording.describe(BrandLook()) == ""


@pytest.mark.parametrize(
    ("look", "says", "says_not"),
    [
        (BrandLook(key=0.2), "low key", "high key"), (BrandLook(key=0.85), "high key", "low key"),
        (BrandLook(contrast=0.3), "soft contrast", "strong"), (BrandLook(saturation=0.005), "black and white", "muted"),
        (BrandLook(saturation=0.03), "muted", "vivid"), (BrandLook(saturation=0.2), "vivid", "muted"),
        (BrandLook(temperature=0.03), "warm light", "cool"), (BrandLook(temperature=-0.03), "cool light", "warm"),
        (BrandLook(grade=Grade((0.0, -0.03), (0.0, 0.0), (0.0, 0.03))), "cool shadows and warm highlights", "warm shadows"),
        (BrandLook(space="top"), "upper part", "left"), (BrandLook(rules=("No people",)), "No people.", "Mood"),
        (BrandLook(palette=(BrandSwatch("#ffffff", 0.1), BrandSwatch("#e2231a", 0.9))), "red (#e2231a), white (#ffffff)", "Mood"),
    ],
)  # fmt: skip
def test_figures_become_words(look: BrandLook, says: str, says_not: str) -> None:
    assert says in wording.describe(look)
    assert says_not not in wording.describe(look)


def test_a_revision_is_not_told_to_restyle_what_it_keeps() -> None:
    look = BrandLook(palette=(BrandSwatch("#e2231a"),), key=0.2, mood=("bold",), space="left")
    prompt = wording.edit_prompt(
        EditRequest(np.zeros((2, 2, 3), np.uint8), "add a plant", look=look)
    )
    assert "#e2231a" in prompt
    assert not {"low key", "bold", "room for text"} & {
        word for word in ("low key", "bold", "room for text") if word in prompt
    }


def photo(width: int, height: int) -> Any:
    rng = np.random.default_rng(1)
    small = Image.fromarray(rng.integers(0, 255, (6, 8, 3), np.uint8))
    return np.asarray(small.resize((width, height), Image.Resampling.BICUBIC))


@pytest.mark.parametrize("source", [(300, 200), (1, 1), (5, 900), (1024, 1024), (4000, 30)])
@pytest.mark.parametrize("frame", [(1024, 1024), (1536, 1024), (64, 512)])
def test_what_is_laid_into_a_frame_comes_out_again(
    source: tuple[int, int], frame: tuple[int, int]
) -> None:
    laid = fitting.Laid.whole(source, frame)
    pixels = photo(*source)
    framed = laid.into(pixels)
    assert framed.shape == (frame[1], frame[0], 3)
    back = laid.back(framed)
    assert back.shape == pixels.shape
    if min(source) >= 200:
        assert np.abs(back.astype(int) - pixels).mean() < 6


def test_a_model_that_answers_in_another_size_is_put_up_with() -> None:
    laid = fitting.Laid.whole((300, 200), (1024, 1024))
    answer = fitting.resized(laid.into(photo(300, 200)), (512, 512))
    assert np.abs(laid.back(answer).astype(int) - photo(300, 200)).mean() < 6


@pytest.mark.parametrize("size", [(1, 1), (10_000, 3), (819, 1024), (4096, 2304), (63, 64)])
@pytest.mark.parametrize("multiple", [8, 16, 64])
def test_rounded_sizes_can_be_drawn(size: tuple[int, int], multiple: int) -> None:
    width, height = fitting.rounded(size, multiple, longest=1024)
    assert width % multiple == height % multiple == 0
    assert 0 < width <= 1024
    assert 0 < height <= 1024


def test_a_soft_mask_never_reaches_into_what_it_protects() -> None:
    mask = np.zeros((60, 60), np.uint8)
    mask[20:40, 20:40] = 255
    softened = fitting.soft(mask, 3)
    assert softened[mask == 0].max() == 0
    assert softened[30, 30] == 255


@pytest.mark.parametrize("place", [(0, 0), (100, 0), (60, 40), (199, 99)])
def test_a_shift_of_colour_shows_no_edge_where_a_picture_goes_on(place: tuple[int, int]) -> None:
    whole = photo(400, 240)
    x, y = place
    source = np.ascontiguousarray(whole[y : y + 140, x : x + 200])
    shifted = np.clip(whole.astype(int) * 0.9 + (20, 5, 15), 0, 255).astype(np.uint8)
    joined = fitting.joined(shifted, source, x, y)
    assert np.array_equal(joined[y : y + 140, x : x + 200], source)
    outside = np.ones(whole.shape[:2], bool)
    outside[y : y + 140, x : x + 200] = False
    ring = outside.copy()
    ring[: max(0, y - 4)] = ring[y + 144 :] = False
    ring[:, : max(0, x - 4)] = ring[:, x + 204 :] = False

    def off(pixels: Any) -> float:
        return float(np.abs(pixels.astype(int) - whole)[ring].mean())

    assert off(joined) < 0.35 * off(shifted)


def test_a_model_that_drew_something_else_is_left_as_it_is() -> None:
    drawn = np.full((100, 200, 3), (200, 30, 30), np.uint8)
    joined = fitting.joined(drawn, np.full((100, 80, 3), (20, 40, 220), np.uint8), 0, 0)
    assert np.array_equal(joined[:, 80:], drawn[:, 80:])


@pytest.mark.parametrize("height", [384, 677, 1003])
def test_a_picture_of_any_size_covers_a_frame_of_any_other(height: int) -> None:
    for width in range(100, 1500, 37):
        drawn = np.full((height, width, 3), 7, np.uint8)
        for size in (
            (1184, 864),
            (width * 3 // 7 + 1, height * 3 // 7 + 1),
            (160, 120),
            (333, 777),
        ):
            covered = fitting.covering(drawn, size)
            assert covered.shape == (size[1], size[0], 3)
            assert (covered == 7).all()
