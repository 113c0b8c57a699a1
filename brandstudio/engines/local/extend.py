"""A picture inside a larger frame: every open side is continued, without its subject appearing a
second time.

How one side goes on is ``continuation``'s; here is which sides, in what order, what is kept out of
them (the subject) and what is given back (grain). Source pixels stay as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio import errors
from brandstudio.engines.protocols import ExtendRequest, Picture
from brandstudio.models.owners import image_provider
from brandstudio.pixels import busyness, masks
from brandstudio.pixels.busyness import Side

from . import continuation
from .canvas import F32
from .create import LONGEST, MODEL, MOST
from .matte import as_float

U8 = NDArray[np.uint8]
_DITHER = 7


def extend(request: ExtendRequest) -> Picture:
    """The source inside a larger frame, continued on every side that is open."""
    if (
        not (1 <= request.width <= LONGEST and 1 <= request.height <= LONGEST)
        or request.width * request.height > MOST
    ):
        raise errors.ValidationError.of(
            "size", f"a picture has sides up to {LONGEST} pixels and at most 40 megapixels"
        )
    subject = (
        None
        if request.subject is None
        else as_float(request.subject, request.source.shape[1], request.source.shape[0])
    )
    pixels, calm = continued(
        request.source, request.width, request.height, request.x, request.y, subject, request.seed
    )
    warnings: tuple[str, ...] = ()
    if not calm:
        warnings = (
            "The picture's edge is busy: the built-in engine continued it softly out of focus. New "
            f"detail there needs a provider. {image_provider()}",
        )
    return Picture(pixels, "continue the picture's edges", MODEL, warnings, ("extend",))


def continued(
    source: U8, width: int, height: int, x: int, y: int, subject: F32 | None = None, seed: int = 0
) -> tuple[U8, bool]:
    """The continued picture, and whether the open edges were calm enough to do it without
    dissolving them.
    """
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
    out = np.empty((height, width, 3), dtype=np.uint8)
    busy = 0.0
    wide, shun = plain, subject
    if left or right:
        mask = None if shun is None else np.ascontiguousarray(shun.T)
        busy = max(busy, _edge_busyness(opaque, left, right, 0, 0))
        parts = [wide]
        turned = np.ascontiguousarray(wide.swapaxes(0, 1))
        if left:
            flipped = None if mask is None else mask[::-1]
            more = _beyond(
                turned[::-1], left, False, _edge_busyness(opaque, left, 0, 0, 0), seed, flipped
            )
            parts.insert(0, more[::-1].swapaxes(0, 1))
        if right:
            more = _beyond(
                turned, right, False, _edge_busyness(opaque, 0, right, 0, 0), seed + 1, mask
            )
            parts.append(more.swapaxes(0, 1))
        wide = np.concatenate(parts, axis=1)
        shun = None if shun is None else np.pad(shun, ((0, 0), (left, right)))
    out[top : top + h] = wide
    if top:
        edge = _edge_busyness(opaque, 0, 0, top, 0)
        busy = max(busy, edge)
        out[:top] = _beyond(
            wide[::-1], top, True, edge, seed + 2, None if shun is None else shun[::-1]
        )[::-1]
    if bottom:
        edge = _edge_busyness(opaque, 0, 0, 0, bottom)
        busy = max(busy, edge)
        out[top + h :] = _beyond(wide, bottom, True, edge, seed + 3, shun)
    out[top : top + h, left : left + w] = opaque
    _blend_seam(out, opaque, subject, left, right, top, bottom)
    return out, busy < busyness.CONTINUED


def _beyond(rgb: U8, more: int, upright: bool, busy: float, seed: int, shun: F32 | None) -> U8:
    """Rows below a picture, with the grain given back that dissolving takes."""
    laid = continuation.below(rgb, more, upright=upright, busy=busy, seed=seed, shun=shun)
    lost = 1 - continuation.fading(np.arange(more, dtype=np.float32), busy, max(rgb.shape[:2]))
    return _with_grain(laid, rgb, lost, seed)


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
        Image.fromarray(np.clip(result, 0, 255).astype(np.uint8)).resize(
            image.size, Image.Resampling.BICUBIC
        ),
        dtype=np.float32,
    )
    cover = masks.feather(masks.resize(hole, *image.size), max(1.0, max(image.size) / 200))[
        ..., None
    ]
    return np.clip(rgb + (full - rgb) * cover + 0.5, 0, 255).astype(np.uint8)


def smeared(rgb: U8, **more: int) -> list[Side]:
    """The sides beyond which there is to be ``more`` and whose edges are too busy for it. What is
    transparent goes on as it is.
    """
    if rgb.shape[2] == 4:
        return []
    map_ = busyness.busyness(Image.fromarray(np.ascontiguousarray(rgb)))
    sides: tuple[Side, ...] = ("left", "right", "top", "bottom")
    return [s for s in sides if more.get(s) and busyness.edge(map_, s) >= busyness.SMEARED]


def _edge_busyness(rgb: U8, left: int, right: int, top: int, bottom: int) -> float:
    """How busy the open edges are, 0 to 1: the busiest open side counts."""
    map_ = busyness.busyness(Image.fromarray(np.ascontiguousarray(rgb)))
    open_by: dict[Side, int] = {"left": left, "right": right, "top": top, "bottom": bottom}
    return max((busyness.edge(map_, side) for side, more in open_by.items() if more), default=0.0)


def _with_grain(values: U8, source: U8, lost: F32, seed: int) -> U8:
    """New grain of the source's own strength, by how much of its own each row (n,) lost."""
    piece = (
        source[-min(1024, source.shape[0]) :, : min(1024, source.shape[1])]
        .astype(np.float32)
        .mean(axis=2)
    )
    second = piece[:-2] - 2 * piece[1:-1] + piece[2:]
    noise = (
        np.abs(second[:, :-2] - 2 * second[:, 1:-1] + second[:, 2:])
        if piece.shape[0] > 4 and piece.shape[1] > 4
        else np.zeros((1, 1))
    )
    sigma = float(np.percentile(noise, 25)) * 1.9 * float(np.sqrt(np.pi / 2)) / 6
    rng = np.random.Generator(np.random.PCG64([_DITHER, seed & 0xFFFFFFFF]))
    tile = rng.standard_normal((256, 256)).astype(np.float32)
    columns = np.arange(values.shape[1])
    out = values.copy()
    for y0 in range(0, values.shape[0], 256):
        rows = np.arange(y0, min(y0 + 256, values.shape[0]))
        line = tile[(rows % 256)[:, None], (columns[None, :] + (rows // 256 * 97)[:, None]) % 256]
        # A little is always there: broad colours alone would band.
        line *= np.maximum(np.float32(0.4), np.float32(min(sigma, 9.0)) * lost[rows])[:, None]
        out[rows] = np.clip(values[rows] + line[..., None] + np.float32(0.5), 0, 255).astype(
            np.uint8
        )
    return out


def _blend_seam(
    out: U8, source: U8, subject: F32 | None, left: int, right: int, top: int, bottom: int
) -> None:
    """Where the subject itself is cut by an edge, its colours run out softly instead of ending at a
    line.
    """
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
        _run_out(
            out[top + h : top + h + reach, across].swapaxes(0, 1), source[-1], subject[-1], fade
        )


def _run_out(band: U8, line: U8, edge: F32, fade: F32) -> None:
    """Lay an edge's colours over a band (along the edge, away from it, 3), fading away from it; in
    place.
    """
    if float(edge.max()) < 0.3:
        return
    weight = (edge[:, None] * fade[None, : band.shape[1]])[..., None]
    mixed = band + (line[:, None].astype(np.float32) - band) * weight + np.float32(0.5)
    band[...] = np.clip(mixed, 0, 255).astype(np.uint8)
