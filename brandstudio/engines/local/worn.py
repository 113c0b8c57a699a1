"""One piece of clothing: where one can be told from the others by its colour and where it is worn.

Of one person whose clothes have one colour, that is the jumper as well as the dress; where they have
two, the upper is worn above the lower. All else could be any of them, and none is taken.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from brandstudio.pixels import masks

from .canvas import F32, smooth
from .finds import Flags
from .people import People

#: How far from its middle colour a piece of clothing goes in OKLab, its folds counting for less.
_APART, _FOLDS = 0.075, 0.35
#: Of so much of all clothes one colour is the only one, and less than this is a detail.
_ONE, _DETAIL = 0.86, 0.1
#: Clothes that are so many times as tall as wide may be several of one colour.
_TALL = 1.9
#: How much of the lower one may lie above the upper one's middle.
_MIXED = 0.2
_CELLS = 160
#: So vivid a piece is known by its colour (chroma in OKLab), so far from it in shares of that; on so many cells
#: beside the person too; and how broad its rim is, as a share of the longer side.
_VIVID, _AS_VIVID, _BESIDE, _RIM = 0.08, 0.5, 3, 0.006
WORN = MappingProxyType({"worn-upper": "upper", "worn-lower": "lower", "worn-whole": "whole"})


def piece_of(people: People, lab: F32, worn: str) -> tuple[F32 | None, str]:
    """The mask of a piece of clothing that is worn ``worn-upper``, ``worn-lower`` or ``worn-whole``, and
    what it was found as; ``lab`` is the picture at the size of the masks.
    """
    clothes = people.part("clothes")
    own = clothes > 0.5
    if not own.any():
        return None, ""
    groups = _groups(lab, own)
    if not groups:
        return None, ""
    ys, xs = np.nonzero(own)
    tall = (ys.max() - ys.min() + 1) / max(1, xs.max() - xs.min() + 1)
    if groups[0][1] >= _ONE:
        cut_off = ys.max() >= own.shape[0] * 0.97
        if worn == "worn-lower" or (worn == "worn-upper" and tall > _TALL and not cut_off):
            return None, ""
        return clothes, "all clothes, which have one colour"
    if len(groups) != 2 or groups[0][1] + groups[1][1] < _ONE or worn == "worn-whole":
        return None, ""
    upper, lower = sorted(groups, key=lambda group: float(np.nonzero(group[0])[0].mean()))
    middles = [float(np.nonzero(group[0])[0].mean()) for group in (upper, lower)]
    above = np.nonzero(lower[0])[0] < middles[0]
    if float(above.mean()) > _MIXED or middles[1] - middles[0] < 0.25 * (ys.max() - ys.min()):
        return None, ""
    taken = upper if worn == "worn-upper" else lower
    held = masks.feather(taken[0].astype(np.float32), 1.5)
    mask = (clothes * smooth(held, 0.25, 0.75)).astype(np.float32)
    told = "the upper" if worn == "worn-upper" else "the lower"
    return _with_its_hood(people, lab, mask), f"{told} of two clothes"


def _with_its_hood(people: People, lab: F32, mask: F32) -> F32:
    """A vivid piece of clothing with what of its colour goes on from it, on the person and just beside: of a
    hood over a head, or a shoulder in the light, the network is not sure that it is clothing.
    """
    small = max(1, round(max(mask.shape) / _CELLS / 2))
    seen = np.ascontiguousarray(lab[::small, ::small])
    held = mask[::small, ::small] > 0.5
    if not held.any():
        return mask
    a, b = (float(np.median(seen[..., at][held])) for at in (1, 2))
    vivid = float(np.hypot(a, b))
    if vivid < _VIVID:
        return mask
    away = np.hypot(seen[..., 1] - a, seen[..., 2] - b)
    about = masks.grow(people.person[::small, ::small], _BESIDE) > 0.3
    alike = (away < _AS_VIVID * vivid) & about
    size = -1
    while int(held.sum()) != size:
        size = int(held.sum())
        held |= alike & (masks.grow(held.astype(np.float32), 1) > 0.5)
    wide = masks.resize(held.astype(np.float32), mask.shape[1], mask.shape[0])
    full = np.hypot(lab[..., 1] - a, lab[..., 2] - b)
    own = smooth(np.asarray(full, np.float32), (_AS_VIVID + 0.15) * vivid, _AS_VIVID * vivid)
    # Along its rim what is of another colour is what lies behind it.
    inner = masks.grow(mask, -max(2, round(max(mask.shape) * _RIM)))
    rim = np.asarray(mask * smooth(np.asarray(full, np.float32), 1.3 * vivid, 0.9 * vivid))
    kept = np.maximum(np.minimum(mask, inner), rim)
    return np.maximum(kept, np.asarray(smooth(wide, 0.2, 0.6) * own, np.float32))


def _groups(lab: F32, own: Flags) -> list[tuple[Flags, float]]:
    """The places of clothes by their colours, the largest first, with their shares; details left out."""
    weighed = lab * np.array([_FOLDS, 1, 1], np.float32)
    left, total = own.copy(), float(own.sum())
    groups: list[tuple[Flags, float]] = []
    while float(left.sum()) > _DETAIL * total and len(groups) < 4:
        inside = weighed[left]
        middle = np.median(inside, axis=0)
        for _ in range(6):
            near = np.sqrt(((inside - middle) ** 2).sum(axis=-1)) < _APART
            if not near.any():
                # The middle of two colours is neither: begin at one that is there.
                middle = inside[len(inside) // 3]
                continue
            middle = np.median(inside[near], axis=0)
        away = np.sqrt(((weighed - middle) ** 2).sum(axis=-1))
        group = left & (away < _APART)
        if not group.any():
            break
        left &= ~group
        if float(group.sum()) > _DETAIL * total:
            groups.append((group, float(group.sum()) / total))
    return sorted(groups, key=lambda group: -group[1])


__all__ = ["WORN", "piece_of"]
