"""Photos and logos that the layout tests draw: made here, each hard in its own way."""

from __future__ import annotations

import hashlib
import io
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from brandstudio.models.designs import Slots
from brandstudio.models.sizes import pixels_of
from brandstudio.pixels.facts import PictureFacts
from brandstudio.pixels.subject import Face
from brandstudio.render.brief import Brief, LogoFile, Look, Photo
from brandstudio.render.layout.template import builtin
from brandstudio.render.type.bundled import bundled_stack

STACK = bundled_stack()
NAVY = Look(
    palette=(
        ("primary", "#14213d"),
        ("accent", "#fca311"),
        ("background", "#ffffff"),
        ("text", "#14213d"),
    ),
    brand_name="Acme",
)
RED = Look(
    palette=(("primary", "#d90429"), ("accent", "#2b2d42"), ("background", "#edf2f4")),
    corners="square",
)
MIDDLE = Look(
    palette=(
        ("primary", "#7a7a7a"),
        ("accent", "#808080"),
        ("surface", "#777777"),
        ("text", "#858585"),
    )
)
LOOKS = {"navy": NAVY, "red": RED, "middle": MIDDLE}
SLOTS = Slots(
    headline="Ship campaigns that look like you, every single time",
    subhead="A studio that keeps to your brand and proves that its words can be read.",
    button_text="Start free",
)
ARTICLE = Slots(
    headline="What open tools taught us about colour", author_name="Ada Lind", author_role="Design"
)


def _jpeg(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def _noise(seed: int, width: int, height: int, low: int, high: int, grain: int = 4) -> Image.Image:
    chance = np.random.default_rng(seed)
    small = chance.integers(low, high, (height // grain, width // grain, 3), dtype=np.uint8)
    return Image.fromarray(small).resize((width, height), Image.Resampling.NEAREST)


def _gradient(
    width: int, height: int, top: tuple[int, int, int], low: tuple[int, int, int]
) -> Image.Image:
    way = np.linspace(0, 1, height)[:, None, None]
    field = np.array(top) + (np.array(low) - np.array(top)) * way
    return Image.fromarray(np.broadcast_to(field, (height, width, 3)).astype(np.uint8).copy())


def _pictures() -> dict[str, Image.Image]:
    snow = _noise(1, 1600, 1067, 225, 255, 2)
    night = _gradient(1600, 1000, (6, 9, 20), (30, 40, 70))
    draw = ImageDraw.Draw(night)
    for x in range(40, 1600, 97):  # street lamps: single bright spots that a mean would hide
        draw.ellipse((x, 300 + x % 400, x + 6, 306 + x % 400), fill=(255, 244, 214))
    stripes = Image.new("RGB", (1500, 1500), "white")
    draw = ImageDraw.Draw(stripes)
    for x in range(0, 1500, 40):
        draw.rectangle((x, 0, x + 19, 1500), fill="black")
    middle = _noise(2, 1400, 900, 100, 160, 6)
    poster = _gradient(1080, 1920, (240, 80, 30), (250, 220, 60)).filter(
        ImageFilter.GaussianBlur(2)
    )
    wide = _gradient(3000, 800, (150, 180, 230), (230, 235, 240))
    return {
        "snow": snow, "night": night, "busy": _noise(3, 1600, 1200, 0, 255, 5), "stripes": stripes, "middle": middle,
        "poster": poster, "wide": wide,
    }  # fmt: skip


PICTURES = {name: (_jpeg(image), image.size) for name, image in _pictures().items()}


def facts(
    subject: tuple[float, float, float, float] | None = None,
    faces: tuple[tuple[float, float, float, float], ...] = (),
    size: tuple[int, int] = (160, 107),
    sides: tuple[str, ...] = (),
) -> PictureFacts:
    """Facts as an intake would find them, with a mask that fills the subject's box."""
    mask = None
    if subject is not None:
        mask = np.zeros((size[1], size[0]), np.uint8)
        x0, y0, x1, y1 = subject
        mask[
            round(y0 * size[1]) : round(y1 * size[1]), round(x0 * size[0]) : round(x1 * size[0])
        ] = 255
    return PictureFacts(
        "landscape", False, subject, "u2netp" if subject else "none", mask,
        tuple(Face(*f, score=0.9) for f in faces), cast(Any, sides), cast(Any, None),
    )  # fmt: skip


def photo(name: str, **known: Any) -> Photo:
    data, (width, height) = PICTURES[name]
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/jpeg", width, height, **known)


def logo(variant: str, colour: str) -> LogoFile:
    data = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect width="50" height="50" rx="10" '
        f'fill="{colour}"/><rect x="62" y="10" width="138" height="30" fill="{colour}"/></svg>'
    ).encode()
    return LogoFile(
        "main", cast(Any, variant), data, "image/svg+xml", hashlib.sha256(data).hexdigest(), 200, 50
    )


LOGOS = (logo("dark", "#14213d"), logo("light", "#ffffff"))


def brief(
    photo: Photo | None = None, size: str = "linkedin-feed", template: str = "overlay", slots: Slots = SLOTS,
    look: Look = NAVY, **more: Any,
) -> Brief:  # fmt: skip
    width, height = pixels_of(size)
    more.setdefault("logos", LOGOS)
    return Brief(
        builtin(template), size, width, height, slots, look, more.pop("fonts", STACK), photo, **more
    )


def assets_of(made: Brief) -> dict[str, bytes]:
    held = {file.sha256: file.data for file in made.logos}
    held |= {picture.sha256: picture.data for _, picture in made.pictures}
    return {**held, made.photo.sha256: made.photo.data} if made.photo is not None else held


@pytest.fixture(params=["overlay", "split", "panel"])
def template(request: pytest.FixtureRequest) -> str:
    return cast(str, request.param)
