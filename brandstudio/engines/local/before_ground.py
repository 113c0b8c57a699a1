"""A matte made better where the subject stands before a plain ground: a studio's wall, paper, a clear sky.

The networks see a picture small, and lose a white shoulder before a pale wall or keep the wall between curls. Before
a plain ground each place tells by itself: the ground goes softly over the picture and is known on all sides, and what
differs from it near the subject's rim is of the subject.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

from .canvas import F32, smooth
from .rim import untold

U8 = NDArray[np.uint8]
Flags = NDArray[np.bool_]
#: Between these a network is not sure of a place. On 320 places of the longer side the rim is so broad at most where
#: it is not, on its mean, and so much of the subject it takes at most. By 127 photographs that were looked at one by
#: one: most outlines that tore or lost a part are broader, most good ones are not.
_NEITHER, _SIDE, _BROAD, _MOST = (0.15, 0.85), 320, 3.45, 0.3
#: So much of the rim may lie in one colour, and so much of the subject beside it may have the ground's.
_UNTOLD, _ALIKE = 0.08, 0.008
#: The ground is learned on a picture of the first size, and the rim is drawn on one of the second.
_SMALL, _FINE = 240, 1400
#: The least share of a picture that is surely ground, and how far (OKLab) nine parts of ten of it are from what
#: goes softly over it, at most.
_LEAST, _PLAIN = 0.12, 0.03
#: How far about the matte's rim, as a share of the longer side, places are told by the ground.
_BAND = 0.028
#: In spreads of the ground, with the least and the most in OKLab: from here on a place differs from it.
_NEAR, _FAR, _LEAST_NEAR, _LEAST_FAR = 1.6, 3.2, 0.016, 0.034
#: A shadow has the ground's colour, and less of its light.
_SHADE, _OF_SHADE = 0.012, 0.3
#: The shadow of what is vivid takes so much of its colour; of the inside of such a thing so much may look like one.
#: Where it touches its ground its shadow is darkest.
_VIVID, _OF_ITS_COLOUR, _NO_SHADE, _OF_TOUCH = 0.08, 0.75, 0.03, 0.5


def outlined(pixels: U8, matte: F32, coarse: F32 | None) -> F32 | None:
    """The matte that a subject is cut out along; None where its edge can't be told well enough: the network is not
    sure of it (``coarse`` is what that saw, None where another told it), it ends in the middle of one colour, or it
    has the colour of the plain ground behind it.
    """
    broad, share = (0.0, 0.0) if coarse is None else _unsure(coarse)
    if share > _MOST:
        return None
    drawn = before_ground(pixels, matte)
    if drawn is not None:
        return drawn[0] if drawn[1] <= _ALIKE else None
    return matte if broad <= _BROAD and untold(pixels, matte) <= _UNTOLD else None


def _unsure(coarse: F32) -> tuple[float, float]:
    """How broad the rim is where a network is not sure of it, and how much of the subject that is."""
    scale = _SIDE / max(coarse.shape)
    rows, columns = (max(4, round(side * scale)) for side in coarse.shape)
    seen = masks.resize(coarse, columns, rows)
    held = seen > 0.5
    neither = float(((seen > _NEITHER[0]) & (seen < _NEITHER[1])).sum())
    long = float((held[1:] != held[:-1]).sum() + (held[:, 1:] != held[:, :-1]).sum())
    return neither / max(1.0, long), neither / max(1.0, float(held.sum()))


def before_ground(pixels: U8, matte: F32) -> tuple[F32, float] | None:
    """The matte drawn anew along its rim by what differs from the ground, and how much of the subject along its
    rim (0..1) can't be told from that; None where the ground is not plain.
    """
    height, width = matte.shape
    scale = min(1.0, _FINE / max(height, width))
    rows, columns = max(8, round(height * scale)), max(8, round(width * scale))
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    own = masks.resize(matte, columns, rows)
    learned = _ground(image, matte)
    if learned is None:
        return None
    terms, spread = learned
    off = lab - _over(terms, rows, columns)
    away = np.sqrt((off**2).sum(axis=-1))
    near, far = max(_LEAST_NEAR, _NEAR * spread), max(_LEAST_FAR, _FAR * spread)
    differs = np.asarray(smooth(np.asarray(away, np.float32), near, far), np.float32)
    # A shadow beside the subject is of the ground.
    hued = np.hypot(off[..., 1], off[..., 2])
    shade = smooth(np.asarray(hued, np.float32), 2 * _SHADE, _SHADE) * smooth(
        np.asarray(-off[..., 0], np.float32), 0.0, 0.02
    )
    soft = np.asarray(
        shade * smooth(np.asarray(-off[..., 0], np.float32), _OF_SHADE, 0.8 * _OF_SHADE)
    )
    reach = max(3, round(_BAND * max(rows, columns)))
    inner, outer = masks.grow(own, -reach) > 0.9, masks.grow(own, reach) > 0.1
    tinted = _thrown(off, inner)
    if tinted is not None:
        soft = np.maximum(soft, tinted)
    outside = differs * (1 - soft)
    likely = outer & (outside > 0.5)
    added = likely & masks.reached(own > 0.5, likely)
    if tinted is not None:
        # Of a shadow shreds may be left.
        half = max(1, reach // 2)
        added &= masks.grow(masks.grow(added.astype(np.float32), -half), half) > 0.5
    core = masks.grow(own, -max(2, reach // 3)) > 0.9
    ground = differs if tinted is None else outside
    likely = (own > 0.1) & ~inner & (ground < 0.5)
    taken = likely & masks.reached(own <= 0.1, likely)
    held = np.where(added, np.maximum(own, outside), own)
    held = np.where(taken, np.minimum(held, ground), held)
    strip = core & (masks.grow(own, -2 * reach) < 0.5) & _inland(core, reach)
    alike = float((differs[strip] < 0.5).mean()) if strip.any() else 0.0
    return masks.resize(masks.feather(held.astype(np.float32), 0.6), width, height), alike


def _thrown(off: F32, inner: Flags) -> F32 | None:
    """The shadow with the light that a vivid thing throws into it, by how far places are off the ground; None where
    the thing is not vivid, or is itself as pale and dark in places as its shadow would be.
    """
    hued = np.asarray(np.hypot(off[..., 1], off[..., 2]), np.float32)
    own = float(np.median(hued[inner])) if inner.any() else 0.0
    if own < _VIVID:
        return None
    darker = np.asarray(-off[..., 0], np.float32)
    pale = smooth(hued, _OF_ITS_COLOUR * own, 0.8 * _OF_ITS_COLOUR * own)
    shade = np.asarray(
        pale * smooth(darker, 0.0, 0.02) * smooth(darker, _OF_TOUCH, 0.8 * _OF_TOUCH), np.float32
    )
    return shade if float((shade > 0.5)[inner].mean()) < _NO_SHADE else None


def soft_ground(pixels: U8, matte: F32) -> F32 | None:
    """What goes softly over a plain ground, in OKLab all over the picture; None where the ground is not plain."""
    learned = _ground(Image.fromarray(np.ascontiguousarray(pixels[..., :3])), matte)
    return None if learned is None else _over(learned[0], *matte.shape)


def _inland(held: Flags, reach: int) -> Flags:
    """All places but those along the picture's own edge."""
    out = np.zeros_like(held)
    out[reach:-reach, reach:-reach] = True
    return out


def _ground(image: Image.Image, matte: F32) -> tuple[NDArray[np.float64], float] | None:
    """What goes softly over the ground, as terms of a polynomial in each of OKLab's planes, and how far the
    ground is from it.
    """
    scale = _SMALL / max(image.size)
    columns, rows = (max(8, round(side * scale)) for side in image.size)
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    wide = masks.grow(masks.resize(matte, columns, rows), max(2, columns // 40))
    sure = wide < 0.05
    if float(sure.mean()) < _LEAST:
        return None
    basis, seen = _basis(rows, columns)[sure], lab[sure]
    kept = np.ones(len(seen), bool)
    for _ in range(3):
        terms = np.linalg.lstsq(basis[kept], seen[kept], rcond=None)[0]
        away = np.sqrt(((seen - basis @ terms) ** 2).sum(axis=-1))
        kept = away <= np.quantile(away, 0.92)
    spread = float(np.quantile(away, 0.9))
    return (np.asarray(terms, np.float64), spread) if spread < _PLAIN else None


def _basis(rows: int, columns: int) -> NDArray[np.float64]:
    y, x = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    ones = np.ones_like(x)
    return np.stack([ones, x, y, x * x, x * y, y * y, x**3, y**3, x * x * y, x * y * y], axis=-1)


def _over(terms: NDArray[np.float64], rows: int, columns: int) -> F32:
    return np.asarray(_basis(rows, columns) @ terms, np.float32)


__all__ = ["before_ground", "outlined", "soft_ground"]
