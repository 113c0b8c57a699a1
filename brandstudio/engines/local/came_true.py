"""Whether an edit did what its word says: what it changed, measured on the picture before and after it, in its
place and in the word's own direction.

An edit is half done by its arithmetic and half by the picture. A little less of a pale colour is no change that
anybody sees, what is out of focus can't be blurred, and white can't be brightened: such an edit would be charged
and shown for nothing. All figures are in steps that are just seen: 1 is the least change that somebody who
compares two pictures side by side finds.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.language.colour_names import hex_of
from brandstudio.language.edit_values import TONES
from brandstudio.language.edits import Edit
from brandstudio.pixels import colour, masks

from .canvas import F32
from .shades import HUES

U8 = NDArray[np.uint8]
#: Light and colour are measured on a picture of this size, detail on strips of one this large.
_SIDE, _FINE = 256, 1200
#: What is just seen: of lightness and of chroma in OKLab, as a mean of a place.
_LIGHT, _CHROMA, _LEAST_CHROMA = 0.01, 0.008, 0.01
#: And of the spread of lightness, as a share of it.
_SPREAD = 0.03
#: What is just seen of detail: by so much of 255 a place differs, in so much of it; out of focus, and in focus.
_SOFT, _CRISP = (6, 0.02), (3, 0.01)
#: Of a picture smaller than these nothing, and no detail, is measured.
_TINY, _LEAST_SIDE = 8, 64
#: Kinds that may be done again by more where they are hardly seen, and by how much at most.
_OF_TONE = frozenset({"brightness", "contrast", "saturation", "temperature", "colour"})
_BY_MORE = _OF_TONE | {"blur", "soften", "sharpen", "clarity"}
_MOST, _MOST_DETAIL = 2.6, 4.0
#: In a place of less than the second share of a picture a change must be larger to be found, twice as large in one of
#: the first.
_SMALL_PLACE = (0.05, 0.2)
#: Kinds that work on detail, with what they do to edges.
_EDGES = MappingProxyType({"blur": -1, "soften": -1, "denoise": -1, "sharpen": 1, "clarity": 1})
#: The least that is shown: below it, nothing was done that anybody sees.
LEAST = 0.5


def moved(edit: Edit, before: U8, after: U8, where: F32 | None) -> float | None:
    """By how many steps that are just seen an edit moved its place its own way, negative where it went the
    other way; None where its kind has no such measure.
    """
    if before.shape[:2] != after.shape[:2] or min(before.shape[:2]) < _TINY:
        return None
    if edit.kind in _EDGES:
        return _of_detail(edit, before, after, where)
    if edit.kind not in _OF_TONE:
        return None
    one, two, weight = _sampled(before, after, where)
    if float(weight.sum()) < 1e-3:
        return None
    small, large = _SMALL_PLACE
    sign = 1.0 if edit.amount >= 0 else -1.0
    sign /= 1 + float(np.clip((large - float(weight.mean())) / (large - small), 0, 1))
    if edit.kind == "brightness":
        return sign * _mean(two[..., 0] - one[..., 0], weight) / _LIGHT
    if edit.kind == "contrast":
        spread = _spread(one[..., 0], weight)
        return sign * (_spread(two[..., 0], weight) / max(spread, 1e-3) - 1) / _SPREAD
    if edit.kind == "saturation":
        # Of a picture that is mostly grey the colours are looked at.
        seen = np.asarray(weight * (_chroma(one) + np.float32(_LEAST_CHROMA)), np.float32)
        return sign * _mean(_chroma(two) - _chroma(one), seen) / _CHROMA
    return sign * _mean((two - one)[..., 1:] @ _way(edit), weight) / _CHROMA


def short_of(edit: Edit, before: U8, after: U8, where: F32 | None) -> str:
    """What is said of a brightness whose figure came out as another, by the middle value of its place; ""
    where it came true.
    """
    named = edit.exact is not None and edit.kind == "brightness" and before.shape == after.shape
    tones = not TONES.isdisjoint(edit.target.split("&"))
    if not named or tones or edit.exact is None or min(before.shape[:2]) < _TINY:
        return ""
    step = max(1, max(before.shape[:2]) // _FINE)
    held = np.ones(before.shape[:2], bool) if where is None else where > 0.9
    one, two = (
        float(np.median((p[::step, ::step, :3].astype(np.float32) @ _GREY)[held[::step, ::step]]))
        if held[::step, ::step].any()
        else 0.0
        for p in (before, after)
    )
    wanted = edit.exact if edit.amount >= 0 else -edit.exact
    # A value of 255 is a step of its own: in the dark a figure can't be met more closely.
    if one < 1 or abs(two - one * (1 + wanted)) <= max(_ROUND, abs(wanted) * one * _NEARLY):
        return ""
    return f"Brightness {wanted:+.0%} came out as about {two / one - 1:+.0%} here, by the middle of what changed."


#: How far a figure may be missed: of itself, and of 255.
_NEARLY, _ROUND = 0.2, 2.5


def by_more(edit: Edit, steps: float) -> Edit | None:
    """An edit that is hardly seen, done by as much more as it takes to be; None where it is seen, has a figure
    of its own, or nothing would help.
    """
    if edit.kind not in _BY_MORE or edit.exact is not None or not 0.02 < steps < 1:
        return None
    if edit.kind in _EDGES and steps >= LEAST:
        return None  # a slight blur is slight
    if edit.kind == "saturation" and edit.amount < -2.5:
        return None
    most = (
        _MOST_DETAIL if _EDGES.get(edit.kind, 0) > 0 else max(_MOST, 1 / max(0.1, abs(edit.amount)))
    )
    return replace(edit, amount=edit.amount * min(most, 1.1 / steps))


def _way(edit: Edit) -> F32:
    """The direction in OKLab's a and b that an edit of colour goes."""
    if edit.kind == "temperature":
        way = np.array([0.22, 1.0], np.float32)
        return np.asarray(way / np.hypot(*way), np.float32)
    if edit.value in HUES:
        degrees = HUES[edit.value][0]
    else:
        degrees = float(colour.hex_to_oklch(hex_of(edit.value) or "#808080")[2])
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], np.float32)


def _sampled(before: U8, after: U8, where: F32 | None) -> tuple[F32, F32, F32]:
    """Both pictures small, in OKLab, and the weight of their place."""
    scale = min(1.0, _SIDE / max(before.shape[:2]))
    height, width = (max(4, round(side * scale)) for side in before.shape[:2])
    labs = []
    for pixels in (before, after):
        image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
        small = image.resize((width, height), Image.Resampling.BOX)
        labs.append(colour.u8_to_oklab(np.asarray(small)))
    ones = np.ones((height, width), np.float32)
    weight = ones if where is None else masks.resize(where, width, height)
    if before.shape[2] == 4:
        seen = np.asarray(before[..., 3], np.float32) / np.float32(255)
        weight = weight * masks.resize(seen, width, height)
    return labs[0], labs[1], np.asarray(weight, np.float32)


def _mean(values: NDArray[np.floating], weight: F32) -> float:
    return float((values * weight).sum() / weight.sum())


def _spread(values: F32, weight: F32) -> float:
    middle = _mean(values, weight)
    return float(np.sqrt(_mean((values - np.float32(middle)) ** 2, weight)))


def _chroma(lab: F32) -> F32:
    return np.asarray(np.hypot(lab[..., 1], lab[..., 2]), np.float32)


def _of_detail(edit: Edit, before: U8, after: U8, where: F32 | None) -> float | None:
    """By how much the detail of a place is other than it was; the other way round where edges went so. What
    lies along its rim is left out: there the edge of what is sharp goes.
    """
    softens = edit.kind in ("blur", "soften")
    if min(before.shape[:2]) < _LEAST_SIDE or (softens and where is None):
        return None
    step = max(1, max(before.shape[:2]) // _FINE)
    one, two = (p[::step, ::step, :3].astype(np.float32) @ _GREY for p in (before, after))
    held = np.ones(one.shape, bool)
    if where is not None:
        rim = max(2, max(one.shape) // 60)
        inside = masks.grow(np.ascontiguousarray(where[::step, ::step]), -rim) > 0.9
        held = inside if inside.any() else where[::step, ::step] > 0.5
    if not held.any():
        return None
    least, share = _SOFT if softens else _CRISP
    changed = float((np.abs(two - one)[held] > least).mean()) / share
    edges = [float(np.abs(np.diff(p, axis=1))[held[:, 1:]].mean()) for p in (one, two)]
    wanted = _EDGES[edit.kind] * (1 if edit.amount >= 0 else -1)
    return changed if (edges[1] - edges[0]) * wanted >= 0 else -changed


_GREY = np.array([0.299, 0.587, 0.114], np.float32)

__all__ = ["LEAST", "by_more", "moved", "short_of"]
