"""A brand without colour makes photographs black and white, wholly; one with colour never does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.local.brandify import brandify
from brandstudio.engines.protocols import BrandLook, BrandSwatch, EditRequest
from brandstudio.pixels import colour

PHOTOS = Path(__file__).parents[3] / "brandstudio" / "assets" / "photos"
GREYS = (BrandSwatch("#111111"), BrandSwatch("#888888"), BrandSwatch("#f4f4f4"))


def chroma(pixels: np.ndarray) -> float:
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels))
    return float(np.percentile(np.hypot(lab[..., 1], lab[..., 2]), 95))


@pytest.mark.parametrize("name", ["astronaut", "coffee", "bridge", "citrus"])
def test_a_black_and_white_brand_s_photos_become_black_and_white(name: str) -> None:
    image = Image.open(PHOTOS / f"{name}.jpg").convert("RGB")
    image.thumbnail((240, 240))
    source = np.asarray(image)
    grey = BrandLook(GREYS, key=0.5, contrast=0.6, saturation=0.004, temperature=0.0)
    made = brandify(EditRequest(source, purpose="brandify", look=grey)).pixels
    # Rounding to 8 bits leaves a level or two between the channels.
    assert int(np.ptp(made.astype(int), axis=2).max()) <= 3
    muted = BrandLook(GREYS, key=0.5, contrast=0.6, saturation=0.05, temperature=0.0)
    assert chroma(brandify(EditRequest(source, purpose="brandify", look=muted)).pixels) > 0.03


def test_a_palette_of_greys_and_nothing_else_is_a_black_and_white_brand_and_that_is_said() -> None:
    image = Image.open(PHOTOS / "citrus.jpg").convert("RGB")
    image.thumbnail((240, 240))
    source = np.asarray(image)
    look = BrandLook((BrandSwatch("#000000"), BrandSwatch("#ffffff")))
    made = brandify(EditRequest(source, purpose="brandify", look=look))
    assert int(np.ptp(made.pixels.astype(int), axis=2).max()) <= 3
    assert "black and white" in made.warnings[0]
    kept = brandify(
        EditRequest(source, "keep the colours", purpose="brandify", look=look, strength=0.6)
    )
    assert chroma(kept.pixels) > 0.03
    assert not any("black and white" in each for each in kept.warnings)


def test_a_palette_of_greys_takes_no_colour_from_a_brand_whose_photos_have_one() -> None:
    image = Image.open(PHOTOS / "citrus.jpg").convert("RGB")
    image.thumbnail((240, 240))
    look = BrandLook(GREYS, key=0.5, contrast=0.6, temperature=0.02)
    made = brandify(EditRequest(np.asarray(image), purpose="brandify", look=look))
    assert chroma(made.pixels) > 0.03


def test_a_dark_portrait_is_lifted_for_an_airy_brand_and_keeps_its_colour() -> None:
    image = Image.open(PHOTOS / "astronaut.jpg").convert("RGB")
    image.thumbnail((240, 240))
    dark = (np.asarray(image).astype(np.float32) * 0.42).astype(np.uint8)
    airy = BrandLook(
        (BrandSwatch("#f7f4ef"), BrandSwatch("#e8dccb"), BrandSwatch("#7fb2c9")),
        key=0.82,
        contrast=0.45,
        saturation=0.06,
        temperature=0.01,
    )
    made = brandify(EditRequest(dark, purpose="brandify", look=airy)).pixels

    def light(pixels: np.ndarray) -> np.ndarray:
        return np.asarray(colour.u8_to_oklab(np.ascontiguousarray(pixels))[..., 0])

    assert light(made).mean() > light(dark).mean() + 0.08
    assert np.percentile(light(made), 2) < 0.2  # no grey veil lies over its blacks
    assert chroma(made) > chroma(dark)


def test_a_picture_that_is_nearly_black_is_lifted_too() -> None:
    image = Image.open(PHOTOS / "coffee.jpg").convert("RGB")
    image.thumbnail((240, 240))
    dark = (np.asarray(image).astype(np.float32) * 0.12).astype(np.uint8)
    airy = BrandLook((BrandSwatch("#f7f4ef"),), key=0.82, contrast=0.45, saturation=0.06)
    made = brandify(EditRequest(dark, purpose="brandify", look=airy))
    assert colour.u8_to_oklab(made.pixels)[..., 0].mean() > (
        colour.u8_to_oklab(dark)[..., 0].mean() + 0.05
    )


def test_a_picture_that_no_grade_brings_nearer_is_not_said_to_be_in_the_look() -> None:
    image = Image.open(PHOTOS / "coffee.jpg").convert("RGB")
    image.thumbnail((240, 240))
    source = np.asarray(image)
    look = BrandLook((BrandSwatch("#000000"),))
    made = brandify(EditRequest(source, purpose="brandify", look=look))
    assert made.warnings[0].startswith("No grade brings this picture nearer")
    assert np.array_equal(made.pixels, source)
