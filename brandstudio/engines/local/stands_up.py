"""Whether what an edit made would stand up to a look: its place is one that can be seen as a whole, and what was
asked for is seen where it was asked for.

An edit may move its mask by enough and still look broken: half of an orange is yellow and turns grey in specks, the
"pink of the sky" is a railing before it, and the clouds that the sun lights are none of the sky that was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.language.edits import Edit
from brandstudio.pixels import colour, masks

from .came_true import LEAST
from .canvas import F32
from .hues import hue
from .things import colours_of

if TYPE_CHECKING:
    from .work import Work

U8 = NDArray[np.uint8]
#: Places are looked at on a picture of this size; gaps of so many of its pixels to both sides are closed.
_SIDE, _GAP = 320, 5
#: What lies enclosed by a hue and is of the hue beside it, within so many degrees, may be so much of it. By 33
#: colours on photographs: those whose things hold together have 0.08 at most, those that break up 0.12 or more.
_BESIDE, _MOST_ENCLOSED, _DARK = 14.0, 0.1, 72
#: Kinds that a broken place is seen by at once: half of a thing has no colour, or another one.
_HARD = frozenset({"monochrome", "sepia", "duotone", "repaint"})
#: Of a sky that is named with a colour or a tone, so much has it at least.
_LEAST_OF_SKY = 0.08
#: From this lightness on a place of a sky is light; so much of that may be none of what was found.
_LIGHT, _BEYOND = 0.62, 0.5
#: Beside what was painted so much may stay of the old hue, so near to it in degrees, with so much chroma. Of five
#: pictures four have less than 0.01, one of which a shoe's laces and toe stay pink 0.17.
_LEFT, _SAME_HUE, _COLOURED = 0.08, 30.0, 0.045

#: Of what is painted so much may be somebody's skin, where none was named: its rim, a reflection.
_ON_SKIN, _PAINTED = 0.04, 12
_OF_SKIN = frozenset({"skin", "faces"})


def why_not(edit: Edit, before: U8, work: Work, steps: float | None) -> str:
    """Why an edit that was done looks wrong on a picture, or by how many ``steps`` it moved is not seen; "" where
    it is as it was asked for.
    """
    if steps is not None and steps < LEAST and (edit.exact is None or steps < -LEAST):
        return (
            f"The edit ({edit.told()}) would hardly be seen on this picture: it has too little there that "
            "could change."
        )
    after, where = work.pixels, work.where
    parts = edit.target.split("&")
    sky = work.sky() if "sky" in parts else None
    if edit.kind in _HARD and (name := _broken(edit, before)):
        return (
            f"What is {name} here goes over into the hues beside it and would break up into specks, so nothing "
            "was changed."
        )
    if where is None or before.shape[:2] != after.shape[:2]:
        return ""
    if sky is not None and len(parts) > 1:
        share = float((where * sky).sum()) / max(1.0, float(sky.sum()))
        if share < _LEAST_OF_SKY:
            said = " and ".join(p.removeprefix("colour-") for p in parts if p != "sky")
            return f"Hardly anything of this sky ({share:.0%}) is {said}, so {edit.about} can't be changed."
    if (
        sky is not None
        and "highlights" in parts
        and (beyond := _light_beyond(before, sky)) > _BEYOND
    ):
        return (
            f"Most of what is light in this sky ({beyond:.0%}) was not found to be of it, so {edit.about} can't be "
            "changed."
        )
    if (
        edit.kind == "repaint"
        and not _OF_SKIN & set(parts)
        and (on := _on_skin(work, before)) > _ON_SKIN
    ):
        return f"Skin has the same colour here ({on:.0%} of what would be painted), so nothing was changed."
    if edit.kind == "repaint" and (left := left_over(before, after)) > _LEFT:
        return (
            f"Beside what would get the new colour as much as {left:.0%} of it would keep its old one, so nothing was "
            "changed."
        )
    return ""


def _broken(edit: Edit, before: U8) -> str:
    """The first colour of an edit whose places on the picture break up; "" where they hold together."""
    for name in colours_of(edit):
        own, wide = hue(before, name), hue(before, name, _BESIDE)
        if own is None or wide is None:
            continue
        # In the dark nobody sees of which hue a place is.
        bright = before[..., :3].max(axis=-1) > _DARK
        if enclosed(own, np.asarray(wide * bright, np.float32)) > _MOST_ENCLOSED:
            return name
    return ""


def enclosed(own: F32, wide: F32) -> float:
    """How much of the hues beside one lies enclosed by it, as a share of that."""
    scale = min(1.0, _SIDE / max(own.shape))
    rows, columns = (max(8, round(side * scale)) for side in own.shape)
    one, two = (masks.resize(some, columns, rows) for some in (own, wide))
    held = (one > 0.5).astype(np.float32)
    closed = masks.grow(masks.grow(held, _GAP), -_GAP) > 0.5
    within = closed & (two > 0.5) & (one < 0.3)
    return float(within.sum()) / max(1.0, float(held.sum()))


def _light_beyond(before: U8, sky: F32) -> float:
    """How much of what is light above a sky's lower edge is none of it: clouds that the sun lights."""
    scale = min(1.0, _SIDE / max(sky.shape))
    rows, columns = (max(8, round(side * scale)) for side in sky.shape)
    image = Image.fromarray(np.ascontiguousarray(before[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    held = masks.resize(sky, columns, rows)
    above = np.logical_or.accumulate((held > 0.5)[::-1], axis=0)[::-1]
    light = above & (lab[..., 0] > _LIGHT)
    return float((light & (held < 0.5)).sum()) / max(1.0, float(light.sum()))


def _on_skin(work: Work, before: U8) -> float:
    """How much of what was painted is somebody's skin."""
    skin = work.found().place("skin")
    if skin is None or skin.shape != before.shape[:2]:
        return 0.0
    away = np.abs(work.pixels[::2, ::2, :3].astype(np.int16) - before[::2, ::2, :3]).max(axis=-1)
    painted = away > _PAINTED
    return float((skin[::2, ::2] > 0.5)[painted].mean()) if painted.any() else 0.0


def left_over(before: U8, after: U8) -> float:
    """How much of the hue that was painted over is left beside it, as a share of what was painted."""
    scale = max(1, max(before.shape[:2]) // _SIDE)
    one, two = (
        colour.u8_to_oklab(np.ascontiguousarray(p[::scale, ::scale, :3])) for p in (before, after)
    )
    moved = np.sqrt(((two - one)[..., 1:] ** 2).sum(axis=-1))
    painted = moved > 0.03
    if not painted.any():
        return 0.0
    a, b = (float(np.median(one[..., i][painted])) for i in (1, 2))
    turn = np.degrees(np.arctan2(one[..., 2], one[..., 1]) - np.arctan2(b, a))
    away = np.abs((turn + 180) % 360 - 180)
    chroma = np.hypot(one[..., 1], one[..., 2])
    near = masks.grow(painted.astype(np.float32), 6) > 0.5
    left = near & (moved < 0.015) & (away < _SAME_HUE) & (chroma > _COLOURED)
    return float(left.sum()) / float(painted.sum())


__all__ = ["enclosed", "left_over", "why_not"]
