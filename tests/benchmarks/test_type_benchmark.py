"""Type beside what one would write with Pillow: four texts of a banner, fitted, balanced and
painted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from brandstudio.render.type.fonts import bundled_stack
from brandstudio.render.type.paint import paint
from brandstudio.render.type.paragraph import TextStyle, fit

pytestmark = pytest.mark.benchmark

STACK = bundled_stack()
BANNERS = [
    (
        "The harbour opens on Saturday with music",
        "Bring friends and an appetite: forty stalls, three stages.",
        "Plan your visit",
        "New",
    ),
    (
        "Launch the spring collection with confidence",
        "Sharper copy and faster approvals for every market",
        "Get started",
        "Launch",
    ),
    (
        "A quieter way to work begins this autumn",
        "Meet the desk that moves when you do, without a sound",
        "Try it today",
        "Autumn",
    ),
    (
        "Save twenty percent on every garden chair",
        "Only this week, while stocks last, in all our stores",
        "Shop now",
        "Sale",
    ),
    (
        "Une saison pour tout changer, sans hasard",
        "Découvrez la collection en boutique et en ligne",
        "Découvrir",
        "Nouveau",
    ),
]
SLOTS = [
    (620, 300, 24, 96, 700),
    (620, 120, 16, 32, 400),
    (220, 60, 14, 22, 600),
    (220, 60, 14, 22, 600),
]


def ours(texts: tuple[str, ...]) -> None:
    canvas = np.zeros((627, 1200, 3), np.uint8)
    for text, (width, height, least, most, weight) in zip(texts, SLOTS, strict=True):
        paragraph = fit(
            text, TextStyle(STACK, 1, weight), width, height, min_size=least, max_size=most
        )
        assert paragraph is not None
        paint(canvas, paragraph, 60, 60, (255, 255, 255))


def plain_pillow(texts: tuple[str, ...]) -> None:
    canvas = Image.new("RGB", (1200, 627))
    draw = ImageDraw.Draw(canvas)
    data = STACK.faces[0].read()
    for text, (width, height, least, most, _) in zip(texts, SLOTS, strict=True):
        for size in range(most, least - 1, -1):
            font = ImageFont.truetype(BytesIO(data), size)
            lines = [""]
            for word in text.split():
                longer = f"{lines[-1]} {word}".strip()
                if draw.textlength(longer, font) <= width:
                    lines[-1] = longer
                else:
                    lines.append(word)
            if len(lines) * size * 1.2 <= height:
                break
        draw.multiline_text((60, 60), "\n".join(lines), (255, 255, 255), font)


def milliseconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def test_type_of_a_banner() -> None:
    ours(("Warm the fonts up", "and the code", "once", "only"))
    rows = [
        (
            milliseconds(lambda t=t: ours(t)),
            milliseconds(lambda t=t: ours(t)),
            milliseconds(lambda t=t: plain_pillow(t)),
        )
        for t in BANNERS
    ]
    cold, warm, pillow = (sorted(column)[len(rows) // 2] for column in zip(*rows, strict=True))
    print(
        f"\ntype of one banner: new words {cold:.1f} ms, known words {warm:.1f} ms, plain Pillow {pillow:.1f} ms"
    )
