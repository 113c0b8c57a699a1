"""Continuing a picture beyond its edges: the texture by reflection, structure dissolved with distance, grain matched.

A reflection meets its source without a seam in colour, texture or sharpness. What would be recognised in a mirror (a
subject, hard structure) is taken out first or dissolves into its own colours the further it is from the edge, as a
lens would do it. Source pixels stay as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio import errors
from brandstudio.engines.protocols import ExtendRequest, Picture
from brandstudio.pixels import masks
from brandstudio.pixels.busyness import busyness

from .canvas import F32, smooth
from .create import LONGEST, MODEL, MOST
from .matte import as_float

U8 = NDArray[np.uint8]
_DITHER = 7


def extend(request: ExtendRequest) -> Picture:
    """The source inside a larger frame, continued on every side that is open."""
    if not (1 <= request.width <= LONGEST and 1 <= request.height <= LONGEST) or request.width * request.height > MOST:
        raise errors.ValidationError.of("size", f"a picture has sides up to {LONGEST} pixels and at most 40 megapixels")
    subject = (
        None if request.subject is None else as_float(request.subject, request.source.shape[1], request.source.shape[0])
    )
    pixels, calm = continued(request.source, request.width, request.height, request.x, request.y, subject, request.seed)
    warnings: tuple[str, ...] = ()
    if not calm:
        warnings = (
            "The picture's edge is busy; the built-in engine continued it softly out of focus. A generative "
            "provider would invent new detail.",
        )
    return Picture(pixels, "continue the picture's edges", MODEL, warnings, ("extend",))


def continued(
    source: U8, width: int, height: int, x: int, y: int, subject: F32 | None = None, seed: int = 0
) -> tuple[U8, bool]:
    """The continued picture, and whether the open edges were calm enough to do it without dissolving them."""
    h, w = source.shape[:2]
    left, right, top, bottom = x, width - x - w, y, height - y - h
    if min(left, right, top, bottom) < 0:
        raise errors.ValidationError.of("frame", "the source must lie wholly inside the frame")
    if left == right == top == bottom == 0:
        return source.copy(), True
    opaque = source[..., :3]
    if source.shape[2] == 4:
        # Transparency goes on as it is at the edge; there is nothing to invent.
        pads = ((top, bottom), (left, right), (0, 0))
        return np.pad(source, pads, mode="edge").astype(np.uint8), True
    plain = _without_subject(opaque, subject)
    rows, columns = _mirrored(h, top, bottom), _mirrored(w, left, right)
    mirrored = plain[rows][:, columns]
    busy = _edge_busyness(opaque, left, right, top, bottom)
    dissolved = _dissolved(mirrored, _distance(width, height, left, right, top, bottom), busy, max(w, h))
    out = _with_grain(dissolved, opaque, mirrored, seed)
    out[top : top + h, left : left + w] = opaque
    _blend_seam(out, opaque, subject, left, right, top, bottom)
    return out, busy < 0.45


def _mirrored(length: int, before: int, after: int) -> NDArray[np.intp]:
    """Indices of a reflection that turns back before it reaches the far edge again."""
    at = np.arange(-before, length + after)
    if length == 1:
        return np.zeros(at.size, dtype=np.intp)
    period = 2 * (length - 1)
    folded = np.mod(at, period)
    return np.where(folded >= length, period - folded, folded).astype(np.intp)


def _without_subject(rgb: U8, subject: F32 | None) -> U8:
    """The picture with its subject filled from around it, so that no mirror image of it appears."""
    if subject is None or float(subject.max()) < 0.5:
        return rgb
    image = Image.fromarray(np.ascontiguousarray(rgb))
    scale = min(1.0, 640 / max(image.size))
    size = (max(8, round(image.width * scale)), max(8, round(image.height * scale)))
    small = image.resize(size, Image.Resampling.BOX)
    hole = masks.grow(masks.resize(subject, *size), max(2, round(max(size) / 60)))
    values = np.asarray(small, dtype=np.float32)
    filled, weight = values * (1 - hole[..., None]), 1 - hole
    # Pull-push: ever wider means, the narrowest that has something to say wins.
    result, have = filled.copy(), weight.copy()
    radius = 3.0
    while float(have.min()) < 0.98 and radius < max(size):
        soft = [masks.feather(np.clip(filled[..., c] / 255, 0, 1), radius) * 255 for c in range(3)]
        near = masks.feather(weight, radius)
        mean = np.stack(soft, axis=-1) / np.maximum(near, 1e-3)[..., None]
        gain = np.clip(near * 3, 0, 1) * (1 - have)
        result += mean * gain[..., None]
        have += gain
        radius *= 2
    result /= np.maximum(have, 1e-3)[..., None]
    full = np.asarray(
        Image.fromarray(np.clip(result, 0, 255).astype(np.uint8)).resize(image.size, Image.Resampling.BICUBIC),
        dtype=np.float32,
    )
    cover = masks.feather(masks.resize(hole, *image.size), max(1.0, max(image.size) / 200))[..., None]
    return np.clip(rgb + (full - rgb) * cover + 0.5, 0, 255).astype(np.uint8)


def _edge_busyness(rgb: U8, left: int, right: int, top: int, bottom: int) -> float:
    """How busy the open edges are, 0 to 1: the busiest open side counts."""
    map_ = busyness(Image.fromarray(np.ascontiguousarray(rgb)))
    band_x, band_y = max(1, map_.shape[1] // 6), max(1, map_.shape[0] // 6)
    sides = [(left, map_[:, :band_x]), (right, map_[:, -band_x:]), (top, map_[:band_y]), (bottom, map_[-band_y:])]
    # A few hard lines on a calm ground would make elbows: they count as much as texture all over does.
    return max((max(float(part.mean()), 0.55 * float(np.quantile(part, 0.93))) for pixels, part in sides if pixels), default=0.0)


def _distance(width: int, height: int, left: int, right: int, top: int, bottom: int) -> F32:
    """How far each pixel of the frame lies outside the source, in pixels."""
    x = np.arange(width, dtype=np.float32)
    y = np.arange(height, dtype=np.float32)
    dx = np.maximum(np.maximum(left - x, x - (width - right - 1)), 0)[None, :]
    dy = np.maximum(np.maximum(top - y, y - (height - bottom - 1)), 0)[:, None]
    return np.hypot(dx, dy).astype(np.float32)


def _dissolved(mirrored: U8, distance: F32, busy: float, side: int) -> F32:
    """The mirrored picture, blurred more and more with distance; calm texture keeps its detail for long."""
    image = Image.fromarray(np.ascontiguousarray(mirrored))
    sharp = np.asarray(image, dtype=np.float32)
    # Calm edges (sky, wall, blur) need no dissolving; hard structure begins at once.
    start = side * (0.9 * (1 - smooth(np.array(busy, np.float32), 0.12, 0.5).item()) ** 2 + 0.012)
    reach = side * 0.34
    depth = np.clip((distance - np.float32(start)) / np.float32(reach), 0, 1)
    if float(depth.max()) <= 0:
        return sharp
    levels = [0.0, side / 260, side / 90, side / 36, side / 18]
    place = depth ** np.float32(0.7) * np.float32(len(levels) - 1)
    out = np.zeros_like(sharp)
    scale = 4
    small = image.resize((max(1, image.width // scale), max(1, image.height // scale)), Image.Resampling.BOX)
    for k, radius in enumerate(levels):
        weight = np.clip(1 - np.abs(place - np.float32(k)), 0, 1)
        if float(weight.max()) <= 0:
            continue
        if radius == 0:
            layer = sharp
        elif radius < 12:
            layer = np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32)
        else:
            soft = small.filter(ImageFilter.GaussianBlur(radius / scale))
            layer = np.asarray(soft.resize(image.size, Image.Resampling.BICUBIC), dtype=np.float32)
        out += layer * weight[..., None]
    return out


def _with_grain(values: F32, source: U8, mirrored: U8, seed: int) -> U8:
    """The grain that blurring took is given back: new chance of the source's own strength."""
    piece = source[: min(1024, source.shape[0]), : min(1024, source.shape[1])].astype(np.float32).mean(axis=2)
    second = piece[:-2] - 2 * piece[1:-1] + piece[2:]
    noise = (
        np.abs(second[:, :-2] - 2 * second[:, 1:-1] + second[:, 2:])
        if piece.shape[0] > 4 and piece.shape[1] > 4
        else np.zeros((1, 1))
    )
    sigma = float(np.percentile(noise, 25)) * 1.9 * float(np.sqrt(np.pi / 2)) / 6
    lost = np.abs(values - mirrored.astype(np.float32)).max(axis=2)
    rng = np.random.Generator(np.random.PCG64([_DITHER, seed & 0xFFFFFFFF]))
    tile = rng.standard_normal((256, 256)).astype(np.float32)
    rows, columns = np.arange(values.shape[0]), np.arange(values.shape[1])
    line = tile[(rows % 256)[:, None], (columns[None, :] + (rows // 256 * 97)[:, None]) % 256]
    amount = np.where(lost > 0.01, np.float32(max(0.35, min(sigma, 9.0))), np.float32(0.0))
    return np.asarray(np.clip(values + (line * amount)[..., None] + np.float32(0.5), 0, 255), dtype=np.uint8)


def _blend_seam(out: U8, source: U8, subject: F32 | None, left: int, right: int, top: int, bottom: int) -> None:
    """Where the subject itself is cut by an edge, its colours run out softly instead of ending at a line."""
    if subject is None:
        return
    h, w = source.shape[:2]
    reach = max(2, round(max(h, w) / 28))
    fade = (np.arange(reach, dtype=np.float32) + 1) / (reach + 1)
    fade = 1 - fade * fade * (3 - 2 * fade)
    across, down = slice(left, left + w), slice(top, top + h)
    if left:
        _run_out(out[down, max(0, left - reach) : left][:, ::-1], source[:, 0], subject[:, 0], fade)
    if right:
        _run_out(out[down, left + w : left + w + reach], source[:, -1], subject[:, -1], fade)
    if top:
        above = out[max(0, top - reach) : top, across][::-1]
        _run_out(above.swapaxes(0, 1), source[0], subject[0], fade)
    if bottom:
        _run_out(out[top + h : top + h + reach, across].swapaxes(0, 1), source[-1], subject[-1], fade)


def _run_out(band: U8, line: U8, edge: F32, fade: F32) -> None:
    """Lay an edge's colours over a band (along the edge, away from it, 3), fading away from it; in place."""
    if float(edge.max()) < 0.3:
        return
    weight = (edge[:, None] * fade[None, : band.shape[1]])[..., None]
    mixed = band + (line[:, None].astype(np.float32) - band) * weight + np.float32(0.5)
    band[...] = np.clip(mixed, 0, 255).astype(np.uint8)
