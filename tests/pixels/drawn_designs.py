"""Designs with known answers, drawn for the tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import fontpkg_inter
from PIL import Image, ImageDraw, ImageFont

_INTER = Path(fontpkg_inter.__file__).parent / "files" / "Inter[opsz,wght].ttf"
_WORDS = [
    "Good",
    "design",
    "begins",
    "with",
    "a",
    "clear",
    "thought",
    "and",
    "ends",
    "when",
    "nothing",
    "can",
    "be",
    "taken",
    "away",
    "from",
    "the",
    "page",
    "so",
    "that",
    "every",
    "line",
    "has",
    "room",
    "to",
    "breathe",
    "and",
    "the",
    "reader",
    "always",
    "knows",
    "where",
    "to",
    "look",
    "next",
]


def inter(size: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(str(_INTER), size)
    face.set_variation_by_axes([14, weight])
    return face


@dataclass(frozen=True)
class Layout:
    """What is drawn; lengths in pixels."""

    size: tuple[int, int] = (1200, 628)
    ground: str = "#ffffff"
    ink: str = "#14161a"
    accent: str = "#c4302b"
    margin: int = 72
    headline: int = 64
    body: int = 22
    columns: int = 1
    alignment: str = "left"
    logo: str = "top-right"
    radius: int | None = None
    words: str = "Quiet rooms for loud ideas"


def cap_height(size: int) -> float:
    """The height of Inter's capitals in pixels."""
    return 0.727 * size


def draw(layout: Layout) -> Image.Image:
    width, height = layout.size
    image = Image.new("RGB", layout.size, layout.ground)
    pen = ImageDraw.Draw(image)
    inner = width - 2 * layout.margin
    y = layout.margin + 90
    for row in _wrapped(
        layout.words,
        inter(layout.headline, 700),
        inner * (0.62 if layout.alignment == "left" else 0.9),
    ):
        _row(pen, row, inter(layout.headline, 700), layout, y, layout.margin, inner)
        y += round(layout.headline * 1.2)
    y += layout.body
    gutter = round(inner * 0.06)
    column = (inner - gutter * (layout.columns - 1)) // layout.columns
    start = y
    for index in range(layout.columns):
        y = start
        x = layout.margin + index * (column + gutter)
        text = " ".join(_WORDS[index * 5 : index * 5 + 22])
        for row in _wrapped(text, inter(layout.body), column)[:5]:
            _row(pen, row, inter(layout.body), layout, y, x, column)
            y += round(layout.body * 1.5)
    if layout.radius is not None:
        # Buttons are apart from the words, so that corners are all that is asked of them.
        for k in range(2):
            box = (
                layout.margin + k * 260,
                height - layout.margin - 60,
                layout.margin + k * 260 + 220,
                height - layout.margin,
            )
            pen.rounded_rectangle(box, layout.radius, fill=layout.accent)
    _logo(pen, layout)
    return image


def _logo(pen: ImageDraw.ImageDraw, layout: Layout) -> None:
    if layout.logo == "none":
        return
    width, height = layout.size
    side = 56
    x = layout.margin if layout.logo.endswith("left") else width - layout.margin - side
    y = layout.margin // 2 if layout.logo.startswith("top") else height - layout.margin // 2 - side
    pen.ellipse((x, y, x + side, y + side), fill=layout.accent)
    pen.rectangle((x + 20, y + 20, x + 36, y + 36), fill=layout.ground)


def _row(
    pen: ImageDraw.ImageDraw,
    text: str,
    face: ImageFont.FreeTypeFont,
    layout: Layout,
    y: int,
    x: int,
    across: int,
) -> None:
    long = pen.textlength(text, face)
    shift = {"left": 0.0, "centre": (across - long) / 2, "right": across - long}[layout.alignment]
    pen.text((x + shift, y), text, font=face, fill=layout.ink)


def _wrapped(text: str, face: ImageFont.FreeTypeFont, across: float) -> list[str]:
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if face.getlength(longer) <= across or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows
