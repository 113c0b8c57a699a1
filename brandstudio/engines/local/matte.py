"""Mattes: a coarse subject mask brought onto the picture's own edges, and the subject cut out
without fringes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import colour, masks
from brandstudio.pixels.subject import subject as find_subject

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
_SIDE = 900


def as_float(mask: NDArray[np.uint8] | NDArray[np.float32], width: int, height: int) -> F32:
    """A mask of any size and kind as float32 (height, width) 0 to 1."""
    values = mask.astype(np.float32)
    if mask.dtype == np.uint8:
        values /= np.float32(255)
    return masks.resize(values, width, height)


def subject_of(pixels: U8, given: NDArray[np.uint8] | NDArray[np.float32] | None) -> F32 | None:
    """The refined subject mask of a picture (height, width); looked for when none is given, None
    when there is none.
    """
    coarse = coarse_of(pixels, given)
    return None if coarse is None else refined(pixels, coarse)


def coarse_of(pixels: U8, given: NDArray[np.uint8] | NDArray[np.float32] | None) -> F32 | None:
    """The subject mask as it was given or is found, not yet brought onto edges."""
    if given is None:
        found = find_subject(Image.fromarray(pixels))
        # Saliency is a hint for crops; a cut along it would look torn.
        if found.box is None or found.method in ("none", "saliency"):
            return None
        return found.mask
    coarse = as_float(given, given.shape[1], given.shape[0])
    return None if float(coarse.max()) < 0.5 else coarse


def refined(pixels: U8, coarse: F32) -> F32:
    """The mask snapped to the picture's edges by a guided filter (He, Sun and Tang 2010) on its
    lightness.
    """
    height, width = pixels.shape[:2]
    scale = min(1.0, _SIDE / max(width, height))
    w, h = max(8, round(width * scale)), max(8, round(height * scale))
    small = np.asarray(
        Image.fromarray(np.ascontiguousarray(pixels[..., :3])).resize((w, h), Image.Resampling.BOX),
        dtype=np.float32,
    )
    guide = (small @ np.array([0.299, 0.587, 0.114], np.float32)) / np.float32(255)
    mask = masks.resize(coarse, w, h)
    radius = max(3, round(max(w, h) / 90))
    filtered = _guided(guide, mask, radius, 2e-4)
    sharp = smooth(filtered, 0.22, 0.78)
    # Far from the coarse edge the coarse mask is right; the filter only decides near it.
    near = masks.feather(mask, radius * 1.2)
    band = smooth(near, 0.02, 0.2) * smooth(near, 0.995, 0.9)
    out = np.where(band > 0.05, sharp, (mask > 0.5).astype(np.float32))
    return masks.resize(out.astype(np.float32), width, height)


def _mean(values: F32, radius: int) -> F32:
    table = masks.integral(np.pad(values, radius, mode="edge"))
    side = 2 * radius + 1
    return (masks.sliding_sums(table, side, side) / (side * side)).astype(np.float32)


def _guided(guide: F32, values: F32, radius: int, smoothness: float) -> F32:
    mean_i, mean_p = _mean(guide, radius), _mean(values, radius)
    variance = np.maximum(_mean(guide * guide, radius) - mean_i * mean_i, 0)
    covariance = _mean(guide * values, radius) - mean_i * mean_p
    a = covariance / (variance + np.float32(smoothness))
    b = mean_p - a * mean_i
    slope, offset = (_mean(np.asarray(v, dtype=np.float32), radius) for v in (a, b))
    return np.asarray(slope * guide + offset, dtype=np.float32)


def cut_out(pixels: U8, mask: F32, heads: F32 | None = None) -> U8:
    """The subject on transparency; along the edge its own colours are continued outwards, so no old
    background shows. About ``heads`` less is kept of what shines through hair.
    """
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    alpha = masks.feather(mask, max(0.5, max(image.size) / 2400))
    if heads is not None:
        alpha = (alpha + (_without_ground(image, alpha) - alpha) * heads).astype(np.float32)
    solid = np.clip((alpha - 0.85) / 0.15, 0, 1).astype(np.float32)
    inner = image.copy()
    inner.putalpha(masks.to_image(np.maximum(solid, 0.004)))
    spread = (
        inner.convert("RGBa")
        .filter(ImageFilter.GaussianBlur(max(2.0, max(image.size) / 220)))
        .convert("RGBA")
    )
    fill = np.asarray(spread, dtype=np.float32)[..., :3]
    sharp = np.asarray(image, dtype=np.float32)
    weight = np.clip(alpha * 1.25 - 0.2, 0, 1)[..., None] ** 2
    rgb = fill + (sharp - fill) * weight
    own = pixels[..., 3].astype(np.float32) / 255 if pixels.shape[2] == 4 else 1.0
    seen = np.clip(alpha * own * 255 + 0.5, 0, 255).astype(np.uint8)
    # Far from the subject the continued colours are divided by almost nothing. Programs that drop
    # the alpha channel would show that as noise, and it is dear to compress.
    rgb[seen == 0] = 255
    return np.dstack([np.clip(rgb + 0.5, 0, 255).astype(np.uint8), seen])


#: How far along the edge what is mixed is looked for, of the longer side; how far subject and background must
#: differ (of 1) for it to be told.
_RIM, _DIFFER = 1 / 90, (0.1, 0.22)


def _without_ground(image: Image.Image, alpha: F32) -> F32:
    """The alpha of a cut-out with less of what lies along its edge and has the colour of the background
    beside it, as between strands of hair: each place is taken as a mixture of the nearest sure subject and
    the nearest sure background.
    """
    radius = max(2.0, max(image.size) * _RIM)
    rgb = np.asarray(image, dtype=np.float32) / np.float32(255)
    near = masks.feather(alpha, radius)
    rim = smooth(near, 0.02, 0.15) * smooth(near, 0.995, 0.93)
    own = _spread(rgb, np.asarray(smooth(near, 0.9, 0.985), np.float32), radius)
    ground = _spread(rgb, np.asarray(smooth(near, 0.1, 0.015), np.float32), radius)
    way = own - ground
    apart = np.sqrt((way**2).sum(axis=-1))
    share = ((rgb - ground) * way).sum(axis=-1) / np.maximum(apart**2, 1e-4)
    off = np.sqrt(((rgb - ground - np.clip(share, 0, 1)[..., None] * way) ** 2).sum(axis=-1))
    # What is of neither colour, as a lip or an earring is, is left as it was found.
    told = smooth(np.asarray(apart, np.float32), *_DIFFER) * smooth(
        np.asarray(off, np.float32), 0.16, 0.06
    )
    less = rim * told * (1 - smooth(np.asarray(share, np.float32), 0.12, 0.75))
    less = masks.feather(np.asarray(less, np.float32), max(0.6, max(image.size) / 1600))
    return np.asarray(alpha * (1 - less), dtype=np.float32)


def _spread(rgb: F32, weight: F32, radius: float) -> F32:
    """Colours continued from where a weight holds them."""
    total = np.maximum(masks.feather(weight, 2 * radius), 1e-4)
    planes = [masks.feather(rgb[..., k] * weight, 2 * radius) / total for k in range(3)]
    return np.stack(planes, axis=-1).astype(np.float32)


#: How far from a plain ground's colour in OKLab a thing stands out from it, and how far nine parts of
#: ten of the picture's border stay within where the ground is plain.
_STANDS_OUT, _PLAIN = 0.07, 0.11


def ground_of(pixels: U8, mask: F32) -> F32 | None:
    """The OKLab colour of a plain ground along the picture's border; None where it is not plain."""
    lab, border = _bordered(pixels, mask)
    if not border.any():
        return None
    middle = np.median(lab[border], axis=0)
    spread = np.sqrt(((lab[border] - middle) ** 2).sum(axis=-1))
    return np.asarray(middle, np.float32) if float(np.quantile(spread, 0.8)) < _PLAIN else None


def kept_share(pixels: U8, mask: F32) -> float | None:
    """How much of what stands out from a plain ground lies within a mask (0..1); None where the ground
    is not plain.
    """
    ground = ground_of(pixels, mask)
    if ground is None:
        return None
    lab, _ = _bordered(pixels, mask)
    held = masks.resize(mask, lab.shape[1], lab.shape[0]) > 0.5
    out = (np.sqrt(((lab - ground) ** 2).sum(axis=-1)) > _STANDS_OUT) | held
    return float(held[out].mean()) if out.any() else None


def _bordered(pixels: U8, mask: F32) -> tuple[F32, NDArray[np.bool_]]:
    """A small copy in OKLab, and where its border lies outside a mask."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((320, 320), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(image))
    rows, columns = lab.shape[:2]
    edge = max(2, min(rows, columns) // 25)
    border = masks.resize(mask, columns, rows) < 0.5
    border[edge:-edge, edge:-edge] = False
    return lab, border


def on_colour(pixels: U8, mask: F32, rgb: tuple[int, int, int], heads: F32 | None = None) -> U8:
    """The subject before a plain colour."""
    cut = cut_out(pixels, mask, heads).astype(np.float32)
    alpha = cut[..., 3:] / 255
    flat = np.array(rgb, dtype=np.float32)
    return np.clip(cut[..., :3] * alpha + flat * (1 - alpha) + 0.5, 0, 255).astype(np.uint8)
