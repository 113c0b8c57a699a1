"""The main colours of a picture and the parts they can play in a design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

F32 = NDArray[np.float32]
_SIDE: Final = 96
_ROUNDS: Final = 24
#: Colours nearer than this (OKLab distance x 100) are one colour.
_SAME: Final = 6.0


@dataclass(frozen=True, slots=True)
class Swatch:
    """One colour of a palette. `oklch` is (L 0 to 1, C, hue in degrees), `weight` its share of the
    pixels 0 to 1.
    """

    hex: str
    oklch: tuple[float, float, float]
    weight: float

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        return {"hex": self.hex, "oklch": list(self.oklch), "weight": self.weight}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Swatch:
        """The swatch that `to_json` wrote."""
        lightness, chroma, hue = (float(v) for v in value["oklch"])
        return cls(str(value["hex"]), (lightness, chroma, hue), float(value["weight"]))


def palette(image: Image.Image, n: int = 6, mask: F32 | None = None) -> list[Swatch]:
    """Up to `n` main colours, the heaviest first; weights sum to 1. The same picture always gives
    the same palette.

    k-means in OKLab over at most 96 x 96 pixels, with more centres than asked for, then near ones
    merged, so that a small vivid accent is not averaged into a large quiet area. `mask` (any size)
    weighs the pixels; transparent ones count nothing.
    """
    points, weights = _points(image, mask)
    if points.shape[0] == 0:
        return []
    centres, shares = _clusters(points, weights, min(3 * n, 24))
    centres, shares = _merged(centres, shares, n)
    order = np.lexsort((centres[:, 2], centres[:, 1], centres[:, 0], -shares))
    rgb = colour.oklab_to_u8(centres)
    # Told in the colour that the hex names, so that both always agree.
    lch = colour.oklab_to_oklch(colour.u8_to_oklab(rgb))
    return [
        Swatch(
            colour.format_hex(rgb[i]),
            (round(float(lch[i, 0]), 4), round(float(lch[i, 1]), 4), round(float(lch[i, 2]), 1)),
            round(float(shares[i]), 4),
        )
        for i in order
    ]


def _points(image: Image.Image, mask: F32 | None) -> tuple[F32, F32]:
    small = image.copy() if max(image.size) <= _SIDE else image
    if max(image.size) > _SIDE:
        scale = _SIDE / max(image.size)
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        # Single pixels, not means: means of a red and a green neighbour would be a brown that is
        # nowhere.
        small = image.reduce(
            max(1, min(image.width // (size[0] * 3), image.height // (size[1] * 3)))
        )
        small = small.resize(size, Image.Resampling.NEAREST)
    weights = np.ones((small.height, small.width), np.float32)
    if small.mode == "RGBA":
        weights *= np.asarray(small.getchannel("A"), dtype=np.float32) / 255
    if mask is not None:
        # The soft rim of a mask is as much ground as subject; only what is more subject counts.
        weights *= np.clip(2 * masks.resize(mask, small.width, small.height) - 1, 0, 1)
    lab = colour.u8_to_oklab(np.asarray(small.convert("RGB"))).reshape(-1, 3)
    flat = weights.ravel()
    kept = flat > 0.02
    return lab[kept], flat[kept]


def _clusters(points: F32, weights: F32, k: int) -> tuple[F32, F32]:
    """Centres and shares by k-means; the first centres are farthest apart in turn (deterministic
    k-means++).
    """
    mean = np.average(points, axis=0, weights=weights).astype(np.float32)
    first = int(np.argmin(((points - mean) ** 2).sum(1)))
    centres = [points[first]]
    gap = ((points - centres[0]) ** 2).sum(1)
    # Weighed by how common a colour is: a coarse histogram keeps single odd pixels from becoming
    # centres.
    cells = (np.floor(points * np.float32(16)).astype(np.int64) + 32) @ np.array([1, 97, 97 * 97])
    _, cell, counts = np.unique(cells, return_inverse=True, return_counts=True)
    common = np.sqrt(counts[cell.ravel()]).astype(np.float32)
    while len(centres) < k and float(gap.max()) > 1e-5:
        centres.append(points[int(np.argmax(gap * common))])
        gap = np.minimum(gap, ((points - centres[-1]) ** 2).sum(1))
    current = np.array(centres, dtype=np.float32)
    for _ in range(_ROUNDS):
        owner = _nearest(points, current)
        sums = np.zeros_like(current)
        for axis in range(3):
            sums[:, axis] = np.bincount(owner, weights[:] * points[:, axis], len(current))
        shares = np.bincount(owner, weights, len(current)).astype(np.float32)
        moved = np.where(
            shares[:, None] > 0, sums / np.maximum(shares[:, None], 1e-9), current
        ).astype(np.float32)
        still = float(np.abs(moved - current).max()) < 1e-4
        current = moved
        if still:
            break
    kept = shares > 0
    return current[kept], shares[kept] / shares.sum()


def _nearest(points: F32, centres: F32) -> NDArray[np.intp]:
    squares = (centres * centres).sum(1)[None, :] - 2 * points @ centres.T
    return np.asarray(np.argmin(squares, axis=1))


def _merged(centres: F32, shares: F32, n: int) -> tuple[F32, F32]:
    """Near colours joined, then the least telling dropped into its neighbour until `n` are left."""
    centres, shares = centres.copy(), shares.copy()
    while len(shares) > 1:
        gaps = np.sqrt(((centres[:, None] - centres[None]) ** 2).sum(-1)) * 100
        # Joining costs the distance times the lighter one's weight; the root keeps small accents
        # alive.
        light = np.minimum(shares[:, None], shares[None])
        cost = np.where(np.eye(len(shares), dtype=bool), np.inf, gaps * np.sqrt(light))
        if len(shares) > n:
            i, j = np.unravel_index(int(np.argmin(cost)), cost.shape)
        else:
            near = np.where(np.eye(len(shares), dtype=bool), np.inf, gaps)
            i, j = np.unravel_index(int(np.argmin(near)), near.shape)
            if near[i, j] >= _SAME:
                break
        total = shares[i] + shares[j]
        centres[i] = (centres[i] * shares[i] + centres[j] * shares[j]) / total
        shares[i] = total
        centres, shares = np.delete(centres, j, 0), np.delete(shares, j)
    return centres, shares


def colour_name(oklch: tuple[float, float, float]) -> str:
    """A plain English name for a colour: one of black, grey, white, brown and ten hues."""
    lightness, chroma, hue = oklch
    # In the dark, little chroma is seen as none.
    if chroma < 0.03 or (lightness < 0.35 and chroma < 0.05):
        return "black" if lightness < 0.3 else "white" if lightness > 0.92 else "grey"
    if lightness < 0.22:
        return "black"
    name = next(name for limit, name in _HUES if hue < limit)
    if name in ("red", "orange", "yellow") and lightness < 0.62 and chroma < 0.13 and hue > 35:
        return "brown"
    if name == "red" and lightness < 0.5 and chroma < 0.09:
        return "brown"
    return "pink" if name == "red" and lightness > 0.75 else name


# : Where each hue ends, in OKLCH degrees; the primaries of sRGB lie at 29 (red), 110 (yellow), 142
# (green), 264 (blue).
_HUES: Final = (
    (10.0, "pink"),
    (42.0, "red"),
    (78.0, "orange"),
    (115.0, "yellow"),
    (162.0, "green"),
    (200.0, "teal"),
    (235.0, "cyan"),
    (285.0, "blue"),
    (335.0, "purple"),
    (361.0, "pink"),
)


@dataclass(frozen=True, slots=True)
class Roles:
    """Which colour does what: all hex. `text` reaches 4.5:1 on `background`; `primary` is the
    brand's voice.
    """

    background: str
    surface: str
    text: str
    primary: str
    accent: str


def roles(swatches: list[Swatch]) -> Roles:
    """The parts that the colours of a palette can play.

    Background is the largest light and quiet colour (white if none is light); surface the next step
    from it; text the darkest colour, or near-black, that reads on it; primary the colour with the
    most chroma for its weight; accent the vivid colour furthest from it in hue, else the primary
    turned by 150 degrees.
    """
    light = [s for s in swatches if s.oklch[0] > 0.85 and s.oklch[1] < 0.06]
    background = max(light, key=lambda s: s.weight).hex if light else "#ffffff"
    lightness, chroma, hue = colour.hex_to_oklch(background)
    surface = colour.oklch_to_hex(
        lightness - 0.05 if lightness > 0.97 else lightness + 0.025, min(chroma, 0.02), hue
    )
    dark = sorted((s for s in swatches if s.oklch[0] < 0.45), key=lambda s: s.oklch[0])
    readable = [s.hex for s in dark if colour.contrast_ratio(s.hex, background) >= 7.0]
    text = readable[0] if readable else "#14161a"
    vivid = sorted(
        (s for s in swatches if s.oklch[1] >= 0.04 and 0.25 <= s.oklch[0] <= 0.9),
        key=lambda s: -(s.oklch[1] * (0.15 + s.weight) ** 0.5),
    )
    if not vivid:
        return Roles(background, surface, text, text, colour.oklch_to_hex(0.6, 0.0, 0.0))
    primary = vivid[0]

    def turn(other: Swatch) -> float:
        apart = abs(other.oklch[2] - primary.oklch[2]) % 360
        return min(apart, 360 - apart)

    others = [s for s in vivid[1:] if turn(s) >= 40]
    if others:
        accent = max(others, key=lambda s: s.oklch[1] * turn(s)).hex
    else:
        accent = colour.oklch_to_hex(
            0.68, max(0.12, primary.oklch[1]), (primary.oklch[2] + 150) % 360
        )
    return Roles(background, surface, text, primary.hex, accent)
