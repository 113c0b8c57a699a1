"""What of a logo's ink reads on the pixels behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import LogoLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.layout.logo_shapes import is_round
from brandstudio.render.pictures import logo_pixels

U8 = NDArray[np.uint8]

#: The ratio at which an inked pixel of a logo reads.
RATIO: Final = 3.0
#: And on a ground darker than this (luminance), where a middling colour glows no more than an ember: the ratio
#: alone counts light on dark as it counts dark on light, which the eye does not.
_NIGHT, _RATIO_NIGHT = 0.045, 5.0
#: And for the small letters of a seal on a photo, as for any (WCAG 2.2, 1.4.3).
_RATIO_SEAL = 4.5
#: From this spread of its channels (0 to 255) on a ground is no plain one.
_PLAIN = 6
#: And the one at which a part of a logo is seen beside others that read.
_SEEN = 2.0
#: Below these ratios nothing is seen, and nothing reads, however vivid: a neon on a pale grey.
_FAINT = 1.15, 1.4
#: Two colours that both have more chroma than this (OKLCH) vibrate.
_NEON = 0.19
#: Or this difference in OKLab (times 100), for colours as far apart as orange and blue.
_APART = 17.0
#: Unless both are darker than this (luminance): navy on black is seen by nobody.
_DIM = 0.22
#: The share of its ink that is seen from which on none of a logo is lost.
_WHOLE = 0.95
#: A share is taken over so many inked pixels, evenly spread; of more of them it would be the same.
_SPOTS = 5000


def all_seen(layer: LogoLayer, ground: U8, assets: Mapping[str, bytes]) -> bool:
    """True of a logo all of which is seen, though some of it may read less well: a coloured bar of a light mark."""
    ink = _ink_on(layer, ground, assets)
    return ink is not None and float(ink.seen.mean()) >= _WHOLE


def readable(
    layer: LogoLayer, behind: U8, assets: Mapping[str, bytes]
) -> tuple[float, float | None]:
    """The share of a logo's ink that reads on the pixels behind it, and its median ratio; None
    where it has no ink.
    """
    ink = _ink_on(layer, behind, assets)
    if ink is None:
        return 0.0, None
    return _evenly(ink), float(np.median(ink.ratios))


@dataclass(frozen=True)
class _Ink:
    """Inked pixels of a logo on what is behind them: whether each reads, and whether it is seen beside others."""

    reads: NDArray[np.bool_]
    seen: NDArray[np.bool_]
    ratios: NDArray[np.floating]
    columns: NDArray[np.intp]
    width: int


def _ink_on(layer: LogoLayer, behind: U8, assets: Mapping[str, bytes]) -> _Ink | None:
    size, tint = (round(layer.box[2]), round(layer.box[3])), layer.tint
    pixels = np.asarray(logo_pixels(layer.asset, assets, size))
    inked = pixels[..., 3] > 140
    if behind.shape[:2] != (size[1], size[0]) or not inked.any():
        return None
    spots = np.flatnonzero(inked)
    spots = spots[:: max(1, spots.size // _SPOTS)]
    below = behind.reshape(-1, 3)[spots]
    own = (
        pixels.reshape(-1, 4)[spots, :3]
        if tint is None
        else np.array([colour.parse_hex(tint)], dtype=np.uint8)
    )
    under = colour.luminance(below)
    ratios = colour.contrast(colour.luminance(own), under)
    small = not _is_plain(behind) and is_round(layer.asset, assets)
    least = _RATIO_SEAL if small else RATIO
    reads = ratios >= np.where(under < _NIGHT, _RATIO_NIGHT, least)
    seen = ratios >= _SEEN
    # A vivid colour on another is seen though both are equally light.
    doubtful = np.flatnonzero(~reads & (ratios >= _FAINT[0]))
    if doubtful.size:
        ink = own if own.shape[0] == 1 else own[doubtful]
        lighter = np.maximum(colour.luminance(ink), colour.luminance(below[doubtful]))
        lit = (lighter >= _DIM) & (under[doubtful] >= _NIGHT)
        apart = contrast.vividly_apart(ink, below[doubtful], _APART) & lit
        seen[doubtful] |= apart
        clear = (ratios[doubtful] >= _FAINT[1]) & ~_vibrates(ink, below[doubtful])
        reads[doubtful] = apart & clear
    seen |= reads
    return _Ink(reads, seen, ratios, spots % size[0], size[0])


def _vibrates(ink: U8, below: U8) -> NDArray[np.bool_]:
    """Where two neons meet: each is seen, and no line between them."""
    inked, under = (colour.u8_to_oklab(np.ascontiguousarray(one[None])) for one in (ink, below))
    return np.asarray(
        (np.hypot(inked[0, :, 1], inked[0, :, 2]) > _NEON)
        & (np.hypot(under[0, :, 1], under[0, :, 2]) > _NEON)
    )


def _is_plain(behind: U8) -> bool:
    return bool((np.ptp(behind.reshape(-1, 3), axis=0) < _PLAIN).all())


def _evenly(ink: _Ink) -> float:
    """The readable share of the ink, but little more than what is seen of its worst eighth: half a
    word is no logo, but one light bar of a mark that reads is a part of it.
    """
    eighth = np.minimum(ink.columns * 8 // max(ink.width, 1), 7)
    there = np.bincount(eighth, minlength=8)
    good = np.bincount(eighth, weights=ink.seen, minlength=8)
    weak = min(
        (g / i for g, i in zip(good, there, strict=True) if i > 0.02 * ink.columns.size),
        default=0.0,
    )
    return min(float(ink.reads.mean()), 1.12 * float(weak))
