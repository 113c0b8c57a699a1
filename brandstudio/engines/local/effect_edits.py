"""Edits that are effects, carried out on a picture under edit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.edits import Edit

from . import edges, effects, pixelwork, places
from .canvas import F32
from .named import named_colour
from .work import Work, place

U8 = NDArray[np.uint8]
#: What an effect is done by; a border and rounded corners come behind all else.
KINDS = (
    *("invert", "posterize", "glow", "tilt_shift", "night", "light", "pixelate", "whiten"),
    *("border", "rounded"),
)
LAST = ("border", "rounded")
_NIGHT = (
    "Night: the picture was made dark and blue; no lamps, stars or moon were added, and shadows of the "
    "day stay where they fall."
)
#: A border is so much of the shorter side; so much a rounding's radius.
_BORDER, _RADIUS = 0.03, 0.06


def carry_out(work: Work, edit: Edit) -> None:
    """Do an effect; what can't be done is said."""
    size = abs(edit.amount) if edit.exact is None else edit.exact * 2
    if edit.kind in LAST:
        _edge(work, edit)
    elif edit.kind == "pixelate" and edit.target == "faces":
        hide_faces(work, edit, size)
    elif edit.kind == "whiten":
        _whiten(work, edit, size)
    elif edit.kind == "night":
        _night(work, edit, size)
    elif edit.kind == "light":
        step = effects.lit_from(work.width, work.height, edit.value, size)
        work.pixels = pixelwork.in_oklab(work.pixels, [step], work.seed % 1024)
    else:
        mask = place(work, edit)
        if not work.missed:
            work.pixels = _within(work.pixels, _changed(work, edit, size), mask)


def _changed(work: Work, edit: Edit, size: float) -> U8:
    if edit.kind == "invert":
        return effects.inverted(work.pixels)
    if edit.kind == "posterize":
        return effects.posterized(work.pixels, size)
    if edit.kind == "glow":
        return effects.glowing(work.pixels, size)
    if edit.kind == "pixelate":
        side = max(work.width, work.height)
        return effects.pixelated(work.pixels, max(2, round(side / 64 * min(2.5, size))))
    return effects.miniature(work.pixels, size, _focus(work))


def _focus(work: Work) -> float:
    """The height that a miniature is sharp at: that of what stands out, else just below the middle."""
    matte = work.matte()
    held = None if matte is None else matte.sum(axis=1)
    if held is None or float(held.sum()) < 1:
        return 0.55
    at = (np.arange(work.height) + 0.5) / work.height
    return float(np.clip((held * at).sum() / held.sum(), 0.25, 0.75))


def hide_faces(work: Work, edit: Edit, size: float) -> None:
    """Make faces unknowable, by pixels or out of focus."""
    boxes = places.face_boxes(work.pixels, work.faces)
    if not boxes:
        work.missed.append(f"No face was found, so {edit.about} can't be changed.")
        return
    mask = place(work, edit) if edit.without else None
    changed = effects.hidden(work.pixels, boxes, edit.kind, max(1.0, size))
    work.pixels = _within(work.pixels, changed, mask)
    count = "One face was" if len(boxes) == 1 else f"{len(boxes)} faces were"
    work.told.append(
        f"{count} found and made unrecognisable; look for others that turn away or are very small."
    )


def _whiten(work: Work, edit: Edit, size: float) -> None:
    mask: F32 | None
    if edit.target == "teeth":
        mask = place(work, edit)
        if work.missed or mask is None:
            return
    else:
        found = effects.white_of(work.pixels)
        if float(found.mean()) < 0.002:
            work.missed.append(
                "Nothing of this picture is near white, so no white was made whiter."
            )
            return
        held = place(work, edit) if edit.without else None
        mask = found if held is None else (found * held).astype(np.float32)
    step = effects.whiter(mask, size)
    work.pixels = pixelwork.in_oklab(work.pixels, [step], work.seed % 1024)


def _night(work: Work, edit: Edit, size: float) -> None:
    mask = place(work, edit)
    if work.missed:
        return
    sky = places.sky(work.pixels, work.sitter)
    step = effects.night(work.pixels, size, sky)
    changed = pixelwork.in_oklab(work.pixels, [step], work.seed % 1024)
    work.pixels = _within(work.pixels, changed, mask)
    work.told.append(_NIGHT)


def _edge(work: Work, edit: Edit) -> None:
    least = min(work.width, work.height)
    if edit.kind == "rounded":
        share = edit.exact if edit.exact is not None else _RADIUS * edit.amount
        radius = max(1, min(least // 2, round(least * share)))
        work.pixels = edges.rounded(work.pixels, radius)
        work.told.append("The corners are transparent: keep the picture in a format that can be.")
        return
    if (rgb := named_colour(work.look, edit.value or "white")) is None:
        work.missed.append(
            "Border: the folder has no palette yet, so there is no brand colour to take."
        )
        return
    if not edit.value:
        work.told.append("No colour was named for the border, so it is white.")
    share = edit.exact if edit.exact is not None else _BORDER * edit.amount
    width = max(1, min(least // 3, round(least * share)))
    inside = any(done.startswith("crop") and ":" in done for done in work.done)
    if inside:
        work.told.append(
            f"The border covers {width} pixels of each edge, so that the crop keeps its ratio."
        )
    work.moved(edges.bordered(work.pixels, width, rgb, inside=inside), None)


def _within(before: U8, after: U8, mask: F32 | None) -> U8:
    if mask is None:
        return after
    old = before.astype(np.float32)
    return np.clip(old + (after - old) * mask[..., None] + 0.5, 0, 255).astype(np.uint8)


__all__ = ["KINDS", "LAST", "carry_out", "hide_faces"]
