"""Effects of the whole picture that need no model, as pixels from pixels: a negative, a poster's few
tones, a glow of what is bright, a miniature's focus, night, light from a side, pixels, and whiter whites.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.engines.protocols import Box
from brandstudio.pixels import colour, masks

from . import pixelwork
from .canvas import F32, smooth

U8 = NDArray[np.uint8]
#: Moonlight, as films have it: its hue in degrees, and how much of it the darks and the lights take.
_MOON, _MOON_DARK, _MOON_LIGHT = 262.0, 0.028, 0.05
#: The middle lightness of a night at most.
_NIGHT_MIDDLE = 0.3


def _rgb(pixels: U8) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(pixels[..., :3]))


def _with(pixels: U8, rgb: NDArray[np.float32] | U8) -> U8:
    """A picture with other colours and its own transparency."""
    out = pixels.copy()
    out[..., :3] = rgb if rgb.dtype == np.uint8 else np.clip(rgb + 0.5, 0, 255).astype(np.uint8)
    return out


def inverted(pixels: U8) -> U8:
    """A negative."""
    return _with(pixels, 255 - pixels[..., :3])


def posterized(pixels: U8, amount: float) -> U8:
    """Few tones and few strengths of colour, of a picture without its fine grain: five tones, more where it
    is to be less. Hues stay what they are.
    """
    tones = int(np.clip(round(5 / max(0.4, amount)), 2, 10))
    size = max(3, max(pixels.shape[:2]) // 500 * 2 + 1)
    calm = _rgb(pixels).filter(ImageFilter.MedianFilter(min(size, 7)))
    lab = colour.u8_to_oklab(np.asarray(calm))
    low, high = (float(v) for v in np.percentile(lab[..., 0], (1, 99)))
    spread = max(high - low, 0.1)
    share = np.clip((lab[..., 0] - low) / spread, 0, 1) * (tones - 1)
    lab[..., 0] = low + spread * np.round(share) / (tones - 1)
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    step = np.float32(0.24 / tones)
    gain = np.round(chroma / step) * step / np.maximum(chroma, 1e-4)
    lab[..., 1:] *= gain[..., None]
    return _with(pixels, colour.oklab_to_u8(lab))


def glowing(pixels: U8, amount: float) -> U8:
    """What is bright spills softly over what is about it; no tone gets darker."""
    sharp = np.asarray(_rgb(pixels), dtype=np.float32) / np.float32(255)
    light = sharp @ np.array([0.299, 0.587, 0.114], np.float32)
    high = float(np.percentile(light, 97))
    bright = sharp * smooth(light, 0.45 * high, max(0.6, high))[..., None]
    image = Image.fromarray(np.clip(bright * 255 + 0.5, 0, 255).astype(np.uint8))
    side = max(image.size)
    near, wide = (
        np.asarray(image.filter(ImageFilter.GaussianBlur(side * part)), dtype=np.float32) / 255
        for part in (0.012, 0.045)
    )
    spilled = np.float32(min(1.0, 0.55 * amount)) * (0.55 * near + 0.65 * wide)
    return _with(pixels, np.asarray((1 - (1 - sharp) * (1 - spilled)) * 255, dtype=np.float32))


def miniature(pixels: U8, amount: float, middle: float) -> U8:
    """Sharp along one height of the picture, and ever softer away from it, as in photographs of models."""
    image = _rgb(pixels)
    side, rows = max(image.size), pixels.shape[0]
    away = np.abs((np.arange(rows, dtype=np.float32) + 0.5) / rows - np.float32(middle))
    softness = smooth(away, 0.1, 0.42)[:, None, None] * np.float32(3)
    out = np.asarray(image, dtype=np.float32)
    for step, part in enumerate((0.0035, 0.007, 0.011)):
        blurred = image.filter(ImageFilter.GaussianBlur(side * part * min(2.0, amount)))
        share = np.clip(softness - step, 0, 1)
        out = out + (np.asarray(blurred, dtype=np.float32) - out) * share
    return _with(pixels, out)


def night(pixels: U8, amount: float, sky: F32 | None) -> pixelwork.Step:
    """Day for night: dark, of little colour, and blue; the sky, which is light by day, darker still, and so
    is a picture that is light all over.
    """
    share = np.float32(min(1.5, amount))
    small = np.ascontiguousarray(pixels[::8, ::8, :3])
    middle = 0.6 * float(np.median(colour.u8_to_oklab(small)[..., 0])) ** 1.55
    dim = np.float32(min(1.0, _NIGHT_MIDDLE / max(middle, 1e-3)) ** 0.8)
    hue = np.radians(_MOON)
    across, up = np.float32(np.cos(hue)), np.float32(np.sin(hue))

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        del width, height
        before = lab.copy()
        lab[0] = np.float32(0.6) * dim * np.clip(lab[0], 0, 1) ** np.float32(1.55)
        if sky is not None:
            lab[0] *= 1 - np.float32(0.42) * sky[y0 : y0 + lab.shape[1]]
        chroma = _MOON_DARK + (_MOON_LIGHT - _MOON_DARK) * lab[0] / np.float32(0.6)
        fade = np.clip(lab[0] / np.float32(0.12), 0, 1) * chroma
        lab[1] = lab[1] * np.float32(0.32) + fade * across
        lab[2] = lab[2] * np.float32(0.32) + fade * up
        lab[...] = before + (lab - before) * share

    return step


def lit_from(width: int, height: int, side: str, amount: float) -> pixelwork.Step:
    """A soft gradient of light from a side, or a corner: nothing gets darker, white stays white."""
    fall = _gradient(width, height, side)

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        del width, height
        power = np.float32(0.76) ** (np.float32(2.6 * amount) * fall[y0 : y0 + lab.shape[1]])
        lab[0] = np.clip(lab[0], 0, 1) ** power

    return step


def _gradient(width: int, height: int, side: str) -> F32:
    x = ((np.arange(width, dtype=np.float32) + 0.5) / np.float32(width))[None, :]
    y = ((np.arange(height, dtype=np.float32) + 0.5) / np.float32(height))[:, None]
    from_side = {
        "left": x + 0 * y,
        "right": 1 - x + 0 * y,
        "top": y + 0 * x,
        "bottom": 1 - y + 0 * x,
    }
    away = [from_side[part] for part in side.split("+")]
    far = np.sqrt(sum(a * a for a in away) / np.float32(len(away)))
    return np.asarray((1 - smooth(far, 0.0, 0.95)) ** np.float32(1.2), dtype=np.float32)


def pixelated(pixels: U8, block: int) -> U8:
    """The picture in squares of one colour each."""
    image = _rgb(pixels)
    small = image.resize(
        (max(1, round(image.width / block)), max(1, round(image.height / block))),
        Image.Resampling.BOX,
    )
    return _with(pixels, np.asarray(small.resize(image.size, Image.Resampling.NEAREST)))


def hidden(pixels: U8, boxes: Sequence[Box], how: str, amount: float) -> U8:
    """Faces that nobody can know again: each in few pixels, or out of focus, hair and chin with it."""
    out = pixels
    for box in boxes:
        size = max(box.width, box.height)
        x0, y0 = max(0, box.x - round(0.3 * box.width)), max(0, box.y - round(0.3 * box.height))
        x1 = min(pixels.shape[1], box.x + round(1.3 * box.width))
        y1 = min(pixels.shape[0], box.y + round(1.25 * box.height))
        part = np.ascontiguousarray(out[y0:y1, x0:x1])
        if part.size == 0:
            continue
        if how == "pixelate":
            changed = pixelated(part, max(2, round(size / 7 * min(1.6, amount))))
        else:
            soft = _rgb(part).filter(
                ImageFilter.GaussianBlur(max(2.0, size / 7 * min(2.0, amount)))
            )
            changed = _with(part, np.asarray(soft))
        x = (np.arange(x0, x1, dtype=np.float32) + 0.5 - box.x) / np.float32(box.width) - 0.5
        y = (np.arange(y0, y1, dtype=np.float32) + 0.5 - box.y) / np.float32(box.height) - 0.5
        oval = smooth(np.hypot(x[None, :] / 0.66, y[:, None] / 0.68), 1.08, 0.98)[..., None]
        mixed = part + (changed.astype(np.float32) - part) * oval
        out = out.copy()
        out[y0:y1, x0:x1] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)
    return out


def white_of(pixels: U8) -> F32:
    """Where a picture is white, or would be: light for it, and of hardly any colour."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    high = max(0.55, float(np.percentile(lab[..., 0], 98)))
    light = smooth(np.ascontiguousarray(lab[..., 0]), 0.68 * high, 0.88 * high)
    found = light * smooth(np.asarray(chroma, np.float32), 0.075, 0.04)
    return masks.feather(np.asarray(found, np.float32), max(0.8, max(pixels.shape[:2]) / 900))


def whiter(mask: F32, amount: float) -> pixelwork.Step:
    """What a mask shows lighter, and without its cast."""
    share = np.float32(min(1.0, 0.6 * amount))

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        del width, height
        there = mask[y0 : y0 + lab.shape[1]] * share
        lab[0] += there * np.float32(0.55) * (np.float32(0.99) - np.clip(lab[0], 0, 0.99))
        lab[1:] *= 1 - np.float32(0.85) * there

    return step


__all__ = [
    "glowing",
    "hidden",
    "inverted",
    "lit_from",
    "miniature",
    "night",
    "pixelated",
    "posterized",
    "white_of",
    "whiter",
]
