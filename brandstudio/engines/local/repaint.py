"""One colour painted over with another: every place of its hue turns, and keeps its light and shade.

The named colour is where its hue is strong; what is as pale as skin beside a mustard armchair is left
out. Where a single thing was named and several places have its colour, it may be any of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.language.colour_names import HUES
from brandstudio.language.edits import Edit
from brandstudio.pixels import colour, masks

from .canvas import F32, smooth
from .doubt import are_several
from .paints import lab_of
from .things import colours_of, joined, may_be_several, painted_place, strong_in
from .work import Work, place

U8 = NDArray[np.uint8]
#: From this chroma on a place has a colour (OKLab), so many degrees round its middle are the same hue,
#: and so much of a thing has at least its own.
_COLOURED, _REACH, _OF_A_THING = 0.05, 34.0, 0.3
#: How much of the new colour's lightness is taken over: of a plain hue less than of a shade.
_OF_A_HUE, _OF_A_SHADE = 0.6, 0.8
#: A piece of clothing has its colour over so much of it; one so vivid is told beyond its mask too.
_ALL_OVER, _VIVID = 0.9, 0.1
_OF_CLOTH = ("worn-", "clothes", "thing-chair", "thing-sofa", "things-chair", "things-sofa")
#: Of so much of a grey thing its grey is at least, which goes so far in lightness, and has so little colour.
_OF_A_GREY, _SPREAD, _GREYISH = 0.6, 0.24, 0.032


def repaint(work: Work, edit: Edit, rgb: tuple[int, int, int]) -> None:
    """Paint the places of an edit; says where they can't be told."""
    mask = place(work, edit)
    if mask is None or work.missed:
        return
    if not colours_of(edit):
        own = own_colour(work.pixels, mask)
        if own is None and edit.target.startswith(_OF_CLOTH):
            own = own_grey(work.pixels, mask)  # of a car the panes are as grey as it is
        if own is not None and edit.target.startswith("worn-"):
            own = _whole_piece(work, mask, own)
        if own is None:
            work.missed.append(
                f"No one colour of {edit.thing} stands out that could be painted over."
            )
            return
        own = _to_the_rim(work.pixels, mask, own)
        work.pixels = _painted(work.pixels, own, rgb, plain=edit.value in HUES)
        return
    whole = painted_place(work, edit, mask)
    strong, lacking = painted_whole(work.pixels, whole, strong_in(work.pixels, whole))
    if work.missed:
        return
    if lacking > _LACKING:
        work.missed.append(
            f"Only a part of what is {_names(edit)} would get the new colour: its pale places can't be told "
            "from what is about it."
        )
        return
    if edit.thing and may_be_several(edit.thing) and (dull := _dull_beside(work.pixels, strong)):
        work.missed.append(
            f"Much more of the picture is a dull {_names(edit)} ({dull:.0%}), so {edit.thing} can't be told by that."
        )
        return
    if edit.thing and not may_be_several(edit.thing) and are_several(joined(strong)):
        work.missed.append(
            f'Several places have the colour that "{edit.thing}" is told by, so it can\'t be told from the rest.'
        )
        return
    work.pixels = _painted(work.pixels, strong, rgb, plain=edit.value in HUES)


def _to_the_rim(pixels: U8, mask: F32, own: F32) -> F32:
    """What has a thing's own colour with what of it lies just beyond its mask: a back's upper edge, an arm's."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    held = own > 0.5
    vivid = float(np.median(np.hypot(lab[..., 1], lab[..., 2])[held])) if held.any() else 0.0
    if vivid < _VIVID:
        return own
    a, b = (float(np.median(lab[..., i][held])) for i in (1, 2))
    reach = max(2, round(_RIM * max(mask.shape)))
    near = masks.feather(masks.grow(mask, reach), reach / 2)
    return np.asarray(np.maximum(own, near * _alike(lab, a, b, _SURELY * vivid)), np.float32)


#: So far beyond its mask a vivid thing may go on, of the picture's long side, and by so much stronger its colour must be
#: there than within it to be no reflection.
_RIM, _SURELY = 0.012, 1.6


def _names(edit: Edit) -> str:
    return " and ".join(colours_of(edit))


#: So much of what has a hue may stay as it was where the rest of it is painted.
_LACKING = 0.22
#: Of a hue that is strong in places, so much more may not be dull: it may be what was meant.
_DULL, _MOST_DULL, _OF_A_HUE_BESIDE = 0.025, 3.0, 22.0
_SIDE = 320


def painted_whole(pixels: U8, hued: F32, strong: F32) -> tuple[F32, float]:
    """The strong places of a hue with the pale ones that hang together with them and have just their hue, and how
    much of all that has it is still not painted. Where more than about as much hangs together with them, that is
    another thing: a beige wall behind a mustard chair.
    """
    scale = min(1.0, _SIDE / max(hued.shape))
    rows, columns = (max(8, round(side * scale)) for side in hued.shape)
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    lab = colour.u8_to_oklab(np.asarray(image.resize((columns, rows), Image.Resampling.BOX)))
    seen = masks.resize(strong, columns, rows) > 0.8
    if not seen.any():
        return strong, 0.0
    a, b = (float(np.median(lab[..., i][seen])) for i in (1, 2))
    vivid = float(np.median(np.hypot(lab[..., 1], lab[..., 2])[seen]))
    held = masks.reached(seen, _alike(lab, a, b, vivid) > 0.5)
    whole = strong
    if float((held & ~seen).sum()) <= _MOST_PALE * float(seen.sum()):
        near = masks.resize(masks.grow(held.astype(np.float32), 1), hued.shape[1], hued.shape[0])
        full = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
        whole = np.maximum(strong, _alike(full, a, b, vivid) * smooth(near, 0.2, 0.6))
    certain = hued > 0.6
    lacking = float((whole[certain] < 0.6).mean()) if certain.any() else 0.0
    return np.asarray(whole, np.float32), lacking


def _alike(lab: F32, a: float, b: float, vivid: float) -> F32:
    """Where a picture has just a hue, however pale (0..1); beside a ``vivid`` thing (its chroma) not as pale as what
    it only throws its light on.
    """
    low, high = max(_PALEST[0], _REFLECTED[0] * vivid), max(_PALEST[1], _REFLECTED[1] * vivid)
    turn = np.degrees(np.arctan2(lab[..., 2], lab[..., 1]) - np.arctan2(b, a))
    away = np.asarray(np.abs((turn + 180) % 360 - 180), np.float32)
    chroma = np.asarray(np.hypot(lab[..., 1], lab[..., 2]), np.float32)
    return np.asarray(smooth(away, _SAME + 4, _SAME - 4) * smooth(chroma, low, high), np.float32)


#: So much of what is strong may be pale beside it, as the light side of a cushion is.
_MOST_PALE = 0.8
#: Pale places of a thing have its hue within so many degrees, and at least this chroma; or of the thing's own so
#: much, below which a wall only has its reflection.
_SAME = 24.0
_PALEST, _REFLECTED = (0.022, 0.036), (0.22, 0.34)


def _dull_beside(pixels: U8, strong: F32) -> float:
    """How much of the picture has the hue dully, where that is far more than what has it strongly; else 0."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::2, ::2, :3]))
    inside = strong[::2, ::2] > 0.5
    if not inside.any():
        return 0.0
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    a, b = (float(np.median(lab[..., i][inside])) for i in (1, 2))
    turn = np.degrees(np.arctan2(lab[..., 2], lab[..., 1]) - np.arctan2(b, a))
    beside = (np.abs((turn + 180) % 360 - 180) < _OF_A_HUE_BESIDE) & (chroma > _DULL) & ~inside
    dull = float(beside.mean())
    return dull if dull > _MOST_DULL * float(inside.mean()) else 0.0


def _whole_piece(work: Work, mask: F32, own: F32) -> F32 | None:
    """A piece of clothing with what of its colour goes on beyond its mask (a hood, cuffs); None where its
    colour is not all over it.
    """
    held = mask > 0.5
    if float((own > 0.5)[held].mean()) < _ALL_OVER:
        return None
    person = work.found().everybody()
    lab = colour.u8_to_oklab(np.ascontiguousarray(work.pixels[..., :3]))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    strong = float(np.median(chroma[own > 0.5]))
    if person is None or strong < _VIVID:
        return own
    a, b = (float(np.median(lab[..., i][own > 0.5])) for i in (1, 2))
    away = np.hypot(lab[..., 1] - a, lab[..., 2] - b)
    alike = smooth(away, 0.55 * strong, 0.3 * strong)
    return np.maximum(own, np.asarray(person * alike, np.float32))


def own_colour(pixels: U8, mask: F32) -> F32 | None:
    """What of a thing has its own colour, the hue that most of it has; None where none is of most of it."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    inside = mask > 0.5
    seen = inside & (chroma > _COLOURED)
    counts = np.bincount((hue[seen] // 10).astype(np.int64), minlength=36).astype(np.float64)
    around = counts + np.roll(counts, 1) + np.roll(counts, -1)
    if float(around.max()) < _OF_A_THING * max(1.0, float(inside.sum())):
        return None
    middle = (int(around.argmax()) + 0.5) * 10
    away = np.abs((hue - middle + 180) % 360 - 180)
    near = smooth(away, _REACH + 10, _REACH - 6) * smooth(chroma, 0.02, 0.05)
    return np.asarray(mask * near, dtype=np.float32)


def own_grey(pixels: U8, mask: F32) -> F32 | None:
    """What of a thing has its own lightness, where that is white, grey or black; None where most of it is
    neither that nor of one lightness.
    """
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    inside = mask > 0.5
    grey = inside & (chroma < _GREYISH)
    if float(grey.sum()) < _OF_A_GREY * max(1.0, float(inside.sum())):
        return None
    away = np.abs(lab[..., 0] - float(np.median(lab[..., 0][grey])))
    if float((away[grey] < _SPREAD).mean()) < _OF_A_GREY:
        return None
    near = smooth(away, 1.4 * _SPREAD, _SPREAD) * smooth(chroma, 1.8 * _COLOURED, _COLOURED)
    return np.asarray(mask * near, dtype=np.float32)


def _painted(pixels: U8, mask: F32, rgb: tuple[int, int, int], *, plain: bool) -> U8:
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    wanted = lab_of(colour.format_hex(rgb))
    inside = mask > 0.5
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    seen = lab[..., 0][inside]
    middle = float(np.median(seen)) if seen.size else 0.5
    mean = float(np.median(chroma[inside])) if seen.size else 0.1
    new = middle + (_OF_A_HUE if plain else _OF_A_SHADE) * (wanted[0] - middle)
    out = lab.copy()
    # Darker than before its shades draw together, or they would fall to black.
    spread = min(1.15, max(0.55, new / max(middle, 0.05)))
    out[..., 0] = np.clip(new + (lab[..., 0] - middle) * np.float32(spread), 0, 1)
    grey = mean < _COLOURED
    strength = np.ones_like(chroma) if grey else np.clip(chroma / np.float32(mean), 0, 1.3)
    for axis in (1, 2):
        out[..., axis] = strength * np.float32(wanted[axis])
    mixed = lab + (out - lab) * mask[..., None]
    painted = pixels.copy()
    painted[..., :3] = colour.oklab_to_u8(mixed.astype(np.float32))
    return painted


__all__ = ["repaint"]
