"""Masks of simple shapes with smooth edges: rounded boxes, paths and gradients. Kept in bounded caches,
never changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from brandstudio.models.designs import ScrimLayer
from brandstudio.render import svg_path
from brandstudio.render.type.bounded import Bounded

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]

_FINE: Final = 4_000_000
_MASKS: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(
    24 << 20, lambda m: m.width * m.height + 256
)


def rounded(width: int, height: int, radius: float, opacity: float = 1.0) -> Image.Image:
    """Coverage (mode L) of a box of whole pixels with round corners, times an opacity 0 to 1."""
    radius = min(radius, width / 2, height / 2)
    key = ("rounded", width, height, radius, opacity)
    held = _MASKS.get(key)
    if held is not None:
        return held
    level = round(255 * opacity)
    cover = np.full((height, width), level, dtype=np.uint8)
    reach = int(np.ceil(radius))
    if reach:
        # Distance of pixel centres from the corner's arc; half a pixel either side of it is the
        # soft edge.
        offsets = radius - (np.arange(reach) + 0.5)
        distance = np.hypot(offsets[:, None], offsets[None, :])
        corner = (np.clip(radius - distance + 0.5, 0, 1) * level + 0.5).astype(np.uint8)
        cover[:reach, :reach] = corner
        cover[:reach, width - reach :] = corner[:, ::-1]
        cover[height - reach :, :reach] = corner[::-1]
        cover[height - reach :, width - reach :] = corner[::-1, ::-1]
    return _MASKS.put(key, Image.fromarray(cover))


def polygon(path: str, box: tuple[float, float, float, float], opacity: float) -> Image.Image:
    """Coverage (mode L) of a path over the whole pixels of a box, by the even-odd rule, times an
    opacity 0 to 1.
    """
    x, y, width, height = (round(value) for value in box)
    key = ("path", path, x, y, width, height, opacity)
    held = _MASKS.get(key)
    if held is not None:
        return held
    # Sixteen samples a pixel; four where that many would take more memory than a banner itself.
    fine = 4 if width * height <= _FINE else 2
    cover = Image.new("1", (width * fine, height * fine))
    for outline in svg_path.flattened(svg_path.parse(path)):
        one = Image.new("1", cover.size)
        points = [((px - x) * fine - 0.5, (py - y) * fine - 0.5) for px, py in outline]
        ImageDraw.Draw(one).polygon(points, fill=1)
        cover = ImageChops.logical_xor(cover, one)
    made = cover.convert("L").reduce(fine)
    if opacity < 1:
        made = made.point([round(level * opacity) for level in range(256)])
    return _MASKS.put(key, made)


def strikes(
    lines: Iterable[tuple[float, float, float]], size: float
) -> list[tuple[int, int, int, int]]:
    """The lines through words, as boxes of whole pixels. ``lines`` are the left and right end of
    each line's ink, and its baseline (px).
    """
    thick = max(round(0.075 * size), 1)
    reach = 0.06 * size
    return [
        (
            round(left - reach),
            round(low - 0.3 * size),
            max(round(right - left + 2 * reach), 1),
            thick,
        )
        for left, right, low in lines
        if right > left
    ]


def scrim_profile(layer: ScrimLayer, steps: int) -> F32:
    """The opacity at the centres of ``steps`` equal steps along a linear scrim's direction."""
    t = (np.arange(steps, dtype=np.float32) + 0.5) / max(steps, 1)
    hold = min(max(layer.hold, 0.0), 0.99)
    way = np.clip((t - hold) / (1 - hold), 0, 1)
    # Smootherstep: an edge that no eye finds (its first and second derivatives end at zero).
    eased = way * way * way * (way * (way * 6 - 15) + 10)
    return np.asarray(
        layer.opacity_start + (layer.opacity_end - layer.opacity_start) * eased, dtype=np.float32
    )


def scrim(layer: ScrimLayer, within: tuple[int, int, int, int] | None = None) -> Image.Image:
    """The opacity of a scrim over its box, or over the part (x0, y0, x1, y1) of it (mode L)."""
    width, height = round(layer.box[2]), round(layer.box[3])
    whole = (0, 0, width, height)
    part = whole if within is None else within
    if layer.shape != "soft" and part != whole:
        return scrim(layer).crop(part)
    # Exact: what is drawn must not depend on what nearly the same was drawn before.
    key = (
        "scrim", layer.shape, width, height, layer.angle, layer.opacity_start, layer.opacity_end,
        layer.hold, layer.feather, part,
    )  # fmt: skip
    held = _MASKS.get(key)
    if held is not None:
        return held
    if layer.shape == "even":
        return _MASKS.put(key, Image.new("L", (width, height), round(255 * layer.opacity_start)))
    if layer.shape == "soft":
        return _MASKS.put(key, Image.fromarray(_soft(layer, width, height, part)))
    turn = round(layer.angle) % 360
    along = width if turn in (0, 180) else height
    line = (scrim_profile(layer, along) * 255 + 0.5).astype(np.uint8)
    if turn in (180, 270):
        line = line[::-1]
    grid = line[None, :] if turn in (0, 180) else line[:, None]
    return _MASKS.put(
        key, Image.fromarray(np.ascontiguousarray(np.broadcast_to(grid, (height, width))))
    )


def _soft(layer: ScrimLayer, width: int, height: int, part: tuple[int, int, int, int]) -> U8:
    """A part of a scrim whose edges melt. One corner is computed: the others mirror it, and what is
    between them goes on as it ends.
    """
    across, down = _feathered(width, layer.feather), _feathered(height, layer.feather)
    level = np.float32(255 * layer.opacity_start)
    corner = (down[:, None] * (across * level)[None, :] + np.float32(0.5)).astype(np.uint8)
    x0, y0, x1, y1 = part
    rows, seen = _mirrored(corner, width)[:, x0:x1], np.arange(y0, y1)
    return rows.take(np.minimum(np.minimum(seen, height - 1 - seen), len(rows) - 1), axis=0)


def _feathered(side: int, feather: float) -> F32:
    """Eased from 0 at one end of a side (px) to 1 over ``feather`` px, no further than its middle."""
    near = np.arange(min(soft_edge(feather) + 1, (side + 1) // 2), dtype=np.float32)
    way = np.clip((near + np.float32(0.5)) / np.float32(max(feather, 1.0)), 0, 1)
    return np.asarray(way * way * way * (way * (way * 6 - 15) + 10), dtype=np.float32)


def soft_edge(feather: float) -> int:
    """How many px of a soft scrim's edge are not yet whole."""
    return int(np.ceil(max(feather, 1.0) - 0.5))


def _mirrored(beginning: U8, side: int) -> U8:
    """Rows that begin so, go on as they end to the middle of a side, and come back."""
    rest = (side + 1) // 2 - beginning.shape[1]
    half = np.concatenate([beginning, np.repeat(beginning[:, -1:], rest, axis=1)], axis=1)
    return np.concatenate([half, half[:, : side // 2][:, ::-1]], axis=1)


def evenly(layer: ScrimLayer) -> tuple[int, int, int, int]:
    """The part of a scrim's own box (x0, y0, x1, y1) over which its opacity is the same
    everywhere.
    """
    mask = scrim(layer)
    lines = (
        np.asarray(mask.crop((0, 0, mask.width, 1))),
        np.asarray(mask.crop((0, 0, 1, mask.height))),
    )
    across, down = (line.ravel() for line in lines)
    turn = round(layer.angle) % 360
    first_x, first_y = (-1 if turn == 180 else 0), (-1 if turn == 270 else 0)
    wide, high = int((across == across[first_x]).sum()), int((down == down[first_y]).sum())
    left, top = (mask.width - wide if first_x else 0), (mask.height - high if first_y else 0)
    return left, top, left + wide, top + high


def over(level: int, fill: tuple[int, int, int]) -> list[int]:
    """The table with which `Image.point` lays a colour at one opacity (0 to 255) over RGB, in
    Pillow's own rounding.
    """
    ground = np.arange(256, dtype=np.int32)
    mixed = [ground * (255 - level) + part * level + 128 for part in fill]
    return [int(value) for channel in mixed for value in ((channel >> 8) + channel) >> 8]
