"""Work on whole pictures in strips: grading under a mask, vignette, grain, blur, sharpening, noise
removal.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import colour, masks

from .canvas import F32, smooth
from .finish import _grain, encode, rolled
from .grading import Grading

U8 = NDArray[np.uint8]
# : Changes planes (3, rows, width) in place; the last arguments are the strip's first row and the
# picture's size.
Step = Callable[[F32, int, int, int], None]
_ROWS = 128
_BOX = Image.Resampling.BOX


def in_oklab(pixels: U8, steps: list[Step], salt: int = 0) -> U8:
    """The picture after steps in OKLab, strip by strip, dithered back to 8 bits; alpha stays."""
    height, width = pixels.shape[:2]
    out = pixels.copy()
    rows = max(8, min(_ROWS, (1 << 18) // max(1, width)))
    for y0 in range(0, height, rows):
        part = pixels[y0 : y0 + rows, :, :3]
        lab = np.ascontiguousarray(
            np.moveaxis(colour.u8_to_oklab(np.ascontiguousarray(part)), -1, 0)
        )
        for step in steps:
            step(lab, y0, width, height)
        out[y0 : y0 + rows, :, :3] = encode(lab, y0, salt)
    return out


def graded(grading: Grading, mask: F32 | None = None) -> Step:
    """A grading, everywhere or by a mask (h, w)."""

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        del width, height
        if mask is None:
            grading.apply(lab)
            return
        before = lab.copy()
        grading.apply(lab)
        lab[...] = before + (lab - before) * mask[y0 : y0 + lab.shape[1]]

    return step


def shared(step: Step, share: float) -> Step:
    """A step laid on in part."""
    if share >= 1:
        return step

    def part(lab: F32, y0: int, width: int, height: int) -> None:
        before = lab.copy()
        step(lab, y0, width, height)
        lab[...] = before + (lab - before) * np.float32(share)

    return part


def vignette(amount: float, centre: tuple[float, float] = (0.5, 0.5)) -> Step:
    """Darker towards the corners; negative amounts brighten them."""

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        x = (np.arange(width, dtype=np.float32) / width - np.float32(centre[0]))[None, :]
        y = ((np.arange(lab.shape[1], dtype=np.float32) + y0) / height - np.float32(centre[1]))[
            :, None
        ]
        fall = smooth(np.sqrt(x * x * np.float32(1.1) + y * y), 0.28, 0.78)
        lab[0] *= 1 - np.float32(0.36 * amount) * fall
        lab[1:] *= 1 - np.float32(0.2 * max(0.0, amount)) * fall

    return step


def grain(amount: float, salt: int) -> Step:
    """Film grain in the lightness; 1 is clearly seen."""

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        tile = _grain(max(1, min(4, round(min(width, height) / 800))))
        weight = np.float32(0.026 * amount) * (
            np.float32(0.4) + np.float32(2.4) * lab[0] * (1 - lab[0])
        )
        lab[0] += weight * rolled(tile, y0, lab.shape[1], width, salt)

    return step


def _split(pixels: U8) -> tuple[Image.Image, U8 | None]:
    alpha = pixels[..., 3] if pixels.shape[2] == 4 else None
    return Image.fromarray(np.ascontiguousarray(pixels[..., :3])), alpha


def _joined(image: Image.Image, alpha: U8 | None) -> U8:
    rgb = np.asarray(image)
    return rgb.copy() if alpha is None else np.dstack([rgb, alpha])


def sharpened(pixels: U8, amount: float) -> U8:
    """Unsharp masking with a radius that suits the size; nothing of flat areas or grain."""
    image, alpha = _split(pixels)
    radius = max(0.8, max(image.size) / 1400)
    return _joined(image.filter(ImageFilter.UnsharpMask(radius, round(75 * amount), 2)), alpha)


def clarified(pixels: U8, amount: float) -> U8:
    """Local contrast: differences from a wide neighbourhood are enlarged, most in the midtones.
    Negative amounts take from them.
    """
    image, alpha = _split(pixels)
    radius = max(2.0, max(image.size) / 55)
    sharp = np.asarray(image, dtype=np.float32)
    grey = np.asarray(image.convert("L"), dtype=np.float32)
    wide = np.asarray(image.convert("L").filter(ImageFilter.GaussianBlur(radius)), np.float32)
    middle = 1 - np.abs(grey / np.float32(127.5) - 1) ** 2
    gain = np.float32(np.clip(0.42 * amount, -0.7, 1.2))
    out = sharp + (gain * (grey - wide) * middle)[..., None]
    return _joined(Image.fromarray(np.clip(out + 0.5, 0, 255).astype(np.uint8)), alpha)


def dehazed(pixels: U8, amount: float) -> U8:
    """Haze taken away by the dark channel prior (He, Sun and Tang 2009): where no colour channel is
    dark, the air's own light lies over the picture. Negative amounts add such a veil.
    """
    image, alpha = _split(pixels)
    sharp = np.asarray(image, dtype=np.float32)
    least = Image.fromarray(sharp.min(axis=2).astype(np.uint8))
    reach = max(1, round(max(image.size) / 120)) * 2 + 1
    small = least.resize((max(1, least.width // 2), max(1, least.height // 2)), _BOX)
    dark = small.filter(ImageFilter.MinFilter(min(reach, 31))).resize(least.size)
    dark = dark.filter(ImageFilter.GaussianBlur(max(1.0, max(image.size) / 60)))
    veil = np.asarray(dark, dtype=np.float32)
    air = np.float32(max(60.0, float(np.percentile(veil, 99))))
    share = np.float32(np.clip(0.55 * amount, -0.6, 0.92))
    through = np.clip(1 - share * veil / air, 0.25, 1.6)[..., None]
    away = sharp - air
    # What is brighter than the air itself lies behind no haze: stretched too, it would be blown out.
    out = np.where((away > 0) & (through < 1), away, away / through) + air
    return _joined(Image.fromarray(np.clip(out + 0.5, 0, 255).astype(np.uint8)), alpha)


def softened(pixels: U8, amount: float, mask: F32 | None = None) -> U8:
    """A soft veil over a sharp picture: part of it is blurred, light more than dark."""
    image, alpha = _split(pixels)
    radius = max(1.5, max(image.size) / 190) * min(2.0, 0.6 + 0.4 * amount)
    blurred = np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32)
    sharp = np.asarray(image, dtype=np.float32)
    veil = 255 - (255 - sharp) * (255 - blurred * 0.35) / 255
    share = np.float32(min(0.85, 0.42 * amount))
    mixed = sharp + share * ((blurred * np.float32(0.8) + veil * np.float32(0.2)) - sharp)
    if mask is not None:
        mixed = sharp + mask[..., None] * (mixed - sharp)
    return _joined(Image.fromarray(np.clip(mixed + 0.5, 0, 255).astype(np.uint8)), alpha)


#: Grain finer than this (of 255) is no noise that anybody wants gone.
_LEAST_GRAIN = 2.0


def denoised(pixels: U8, amount: float) -> U8:
    """Small differences from the neighbourhood are taken away, large ones (edges) stay."""
    image, alpha = _split(pixels)
    radius = max(1.0, max(image.size) / 1800)
    base = np.asarray(image.filter(ImageFilter.GaussianBlur(radius * 1.4)), dtype=np.float32)
    sharp = np.asarray(image, dtype=np.float32)
    detail = sharp - base
    size = np.abs(detail).max(axis=2, keepdims=True)
    # By the grain that there is: what is finer than that is skin, hair and cloth.
    grain = 1.4826 * float(np.median(size[:: max(1, size.shape[0] // 600)]))
    level = min(5.0 + 4.0 * amount, max(_LEAST_GRAIN, (1.6 + 1.2 * amount) * grain))
    kept = smooth(size, float(level) * 0.6, float(level) * 2.2)
    return _joined(
        Image.fromarray(np.clip(base + detail * kept + 0.5, 0, 255).astype(np.uint8)), alpha
    )


def blurred(pixels: U8, mask: F32, amount: float) -> U8:
    """The background out of focus: it is blurred without the subject, so that none of its colour
    bleeds out.
    """
    image, alpha = _split(pixels)
    radius = max(image.size) * 0.0095 * min(3.0, max(0.1, amount))
    behind = _without(image, mask, radius)
    weight = masks.feather(mask, max(0.6, max(image.size) / 900))[..., None]
    sharp = np.asarray(image, dtype=np.float32)
    mixed = behind + (sharp - behind) * weight
    return _joined(Image.fromarray(np.clip(mixed + 0.5, 0, 255).astype(np.uint8)), alpha)


def _without(image: Image.Image, mask: F32, radius: float) -> F32:
    """The blurred picture as it would be without what the mask shows."""
    behind = np.clip(1 - masks.grow(mask, max(1, round(max(image.size) / 400))), 0.004, 1)
    rgba = image.copy()
    rgba.putalpha(masks.to_image(behind.astype(np.float32)))
    soft = rgba.convert("RGBa").filter(ImageFilter.GaussianBlur(radius)).convert("RGBA")
    near = np.asarray(soft, dtype=np.float32)
    # Deep inside a large subject nothing of the background is near: there a wider blur stands in.
    wide = np.asarray(
        rgba.convert("RGBa").filter(ImageFilter.GaussianBlur(radius * 5)).convert("RGBA"),
        dtype=np.float32,
    )
    have = np.clip(near[..., 3:] / 48, 0, 1)
    return np.asarray(near[..., :3] * have + wide[..., :3] * (1 - have), dtype=np.float32)


def whole_blur(pixels: U8, amount: float) -> U8:
    """Everything out of focus."""
    image, alpha = _split(pixels)
    return _joined(
        image.filter(
            ImageFilter.GaussianBlur(max(image.size) * 0.008 * min(4.0, max(0.1, amount)))
        ),
        alpha,
    )
