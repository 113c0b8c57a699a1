"""The least that must be done in Pillow and ISA-L: draft decoding, one BICUBIC resize, words
without fitting or proof, fonts, scrim and logo from a cache, PNG with the Up filter at level 1.
"""

from __future__ import annotations

import functools
import io
import struct
import zlib

import numpy as np
from isal import isal_zlib
from PIL import Image, ImageDraw, ImageFont
from stage import FOLDER, WORDS, Layout, cover, stand

PHOTO, LOGO = (FOLDER / "photo.jpg").read_bytes(), (FOLDER / "logo.png").read_bytes()


@functools.cache
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / file), size)


@functools.cache
def scrim(width: int, height: int) -> Image.Image:
    ramp = (np.linspace(0.78, 0.2, width) * 255).astype(np.uint8)
    return Image.fromarray(np.ascontiguousarray(np.broadcast_to(ramp, (height, width))))


@functools.cache
def logo(size: tuple[int, int]) -> Image.Image:
    return Image.open(io.BytesIO(LOGO)).convert("RGBA").resize(size, Image.Resampling.LANCZOS)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(image: Image.Image) -> bytes:
    pixels = np.asarray(image)
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, -1)
    filtered = np.empty((height, rows.shape[1] + 1), np.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", isal_zlib.compress(filtered, 1))
        + chunk(b"IEND", b"")
    )


def render(width: int, height: int) -> bytes:
    at = Layout(width, height)
    whole = Image.open(io.BytesIO(PHOTO))
    scale = max(width / whole.width, height / whole.height)
    whole.draft("RGB", (round(whole.width * scale), round(whole.height * scale)))
    image = whole.resize(
        (width, height), Image.Resampling.BICUBIC, box=cover(*whole.size, width, height)
    )
    image.paste((0, 0, 0), (0, 0), scrim(width, height))
    draw = ImageDraw.Draw(image)
    y = at.top
    for line in WORDS["lines"]:
        draw.text((at.pad, y), line, font=font("bold.ttf", at.headline), fill="white")
        y += at.leading
    y += at.subhead
    draw.text((at.pad, y), WORDS["subhead"], font=font("regular.ttf", at.subhead), fill="#e8e8e8")
    y += 3 * at.subhead
    across, down = at.button
    draw.rounded_rectangle((at.pad, y, at.pad + across, y + down), down // 4, fill="#ffc400")
    middle = (at.pad + across / 2, y + down / 2)
    draw.text(middle, WORDS["button"], font=font("bold.ttf", at.label), fill="#14203c", anchor="mm")
    image.paste(logo(at.logo), at.logo_at, logo(at.logo))
    return png(image)


stand(render)
