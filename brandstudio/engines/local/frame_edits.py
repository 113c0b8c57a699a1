"""Edits of the whole frame: straightened, turned, mirrored, cropped and extended."""

from __future__ import annotations

import numpy as np

from brandstudio.engines.protocols import Box
from brandstudio.language.edits import Edit
from brandstudio.models.owners import image_provider

from . import geometry, places
from .canvas import F32
from .create import MOST
from .extend import continued, smeared
from .matte import as_float
from .reframe import scaled
from .work import Work

KINDS = ("straighten", "rotate", "flip", "crop", "space")


def _coarse(work: Work) -> F32 | None:
    """The subject's mask where it is known, without looking for it."""
    return None if work.given is None else as_float(work.given, work.width, work.height)


def carry_out(work: Work, edit: Edit) -> None:
    known = _coarse(work)
    if edit.kind == "straighten":
        angle = geometry.lean(work.pixels)
        if angle is None:
            work.warnings.append(
                "Straighten: no clear horizon or upright is off level; nothing was turned. Say by how much: "
                '"rotate 2 degrees left".'
            )
            return
        work.moved(
            geometry.turned(work.pixels, angle),
            None if known is None else geometry.turned_mask(known, angle),
        )
    elif edit.kind == "rotate":
        degrees = edit.exact if edit.exact is not None else -90.0
        work.moved(
            geometry.turned(work.pixels, degrees),
            None if known is None else geometry.turned_mask(known, degrees),
        )
    elif edit.kind == "flip":
        axis = 0 if edit.value == "vertical" else 1
        work.moved(
            np.ascontiguousarray(np.flip(work.pixels, axis)),
            None if known is None else np.ascontiguousarray(np.flip(known, axis)),
        )
    elif edit.kind == "crop":
        _crop(work, edit, known)
    else:
        _space(work, edit, known)


def _crop(work: Work, edit: Edit, known: F32 | None) -> None:
    """Crop to a ratio, a side less, or close about something."""
    if edit.target == "faces":
        _crop_to_faces(work, edit)
        return
    about = work.in_view or work.centred.startswith("subject") or work.presumed or not edit.value
    if known is None and about:
        known = work.matte()
    faces = places.face_boxes(work.pixels, work.faces) if ":" in edit.value else ()
    box = geometry.crop_box(work.pixels, edit, known, faces, work.centred)
    if work.presumed and not edit.value and edit.exact is None and known is not None:
        box = geometry.about(known, edit.amount)  # "crop tight around the lighthouse"
    if not (":" in edit.value or work.presumed or work.in_view):
        kept = _kept_whole(work, edit, known, box)
        if kept is None:
            return
        box = kept
    if lacking := _unfit(work, edit, known, box, faces):
        work.missed.append(lacking)
        return
    work.told.extend(_cut_off(edit, known, box))
    x0, y0, x1, y1 = box
    work.moved(
        np.ascontiguousarray(work.pixels[y0:y1, x0:x1]),
        None if known is None else known[y0:y1, x0:x1],
    )
    if edit.size is not None:
        _sized(work, *edit.size)


def _unfit(
    work: Work,
    edit: Edit,
    known: F32 | None,
    box: tuple[int, int, int, int],
    faces: tuple[Box, ...],
) -> str:
    """Why a crop is not what was asked for, as it cuts what it is about; "" where it is."""
    whole, to_ratio = _within(known, *box), ":" in edit.value
    if work.presumed and not edit.value and geometry.fills(known, work.structure):
        return "What stands out takes most of the picture: a crop to it keeps it all."
    if work.several and work.centred and to_ratio and not whole:
        return f"They do not fit whole into a crop to {edit.value}."
    if work.presumed and to_ratio and not whole:
        # "Crop tight to the sofa, 3:1": a sofa without feet is not what was asked for.
        return f"What stands out does not fit whole into a crop to {edit.value}."
    if "@" in work.centred and to_ratio and (lacking := _not_placed(work, known, box)):
        return lacking
    if work.in_view and not whole:
        return f"The subject does not fit whole into a crop to {edit.value}."
    return geometry.cut_heads(box, faces, work.width, work.height) if work.heads else ""


def _cut_off(edit: Edit, known: F32 | None, box: tuple[int, int, int, int]) -> list[str]:
    """What is said of a crop to a ratio that cuts a part off what stands free in the picture; what the picture cuts
    itself is scenery.
    """
    if known is None or ":" not in edit.value or float(known.max()) < 0.5 or _within(known, *box):
        return []
    x0, y0, x1, y1 = box
    height, width = known.shape
    ys, xs = np.nonzero(known >= 0.5)
    wide = x1 - x0 < width and (xs.min() > 0 and xs.max() < width - 1)
    tall = y1 - y0 < height and (ys.min() > 0 and ys.max() < height - 1)
    ratio = edit.value.partition("+")[0]
    told = f"What stands out does not fit whole into {ratio}: a part of it is cut off."
    return [told] if wide or tall else []


def _kept_whole(
    work: Work, edit: Edit, known: F32 | None, box: tuple[int, int, int, int]
) -> tuple[int, int, int, int] | None:
    """A crop that nobody told how far it goes, moved and widened so that it cuts nothing off what stands out; None
    where that leaves hardly a crop.
    """
    if edit.exact is not None or known is None or float(known.max()) < 0.5:
        return box
    ys, xs = np.nonzero(known >= 0.5)
    left, top, right, bottom = int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1
    x0, y0, x1, y1 = box
    if x0 <= left and y0 <= top and right <= x1 and bottom <= y1:
        return box
    if edit.value:
        found = min(x0, left), min(y0, top), max(x1, right), max(y1, bottom)
    else:
        margin = round(_MARGIN * max(work.width, work.height))
        wide = max(x1 - x0, right - left + 2 * margin)
        tall = max(y1 - y0, bottom - top + 2 * margin)
        grown = min(1.0, max(wide / work.width, tall / work.height))
        wide, tall = round(grown * work.width), round(grown * work.height)
        x0 = min(max(0, (left + right - wide) // 2), work.width - wide)
        y0 = min(max(0, (top + bottom - tall) // 2), work.height - tall)
        found = x0, y0, x0 + wide, y0 + tall
    area = (found[2] - found[0]) * (found[3] - found[1])
    if area > _HARDLY * work.width * work.height:
        work.missed.append(
            "A crop would cut into what stands out, which reaches nearly to the edges, so nothing was cropped. Say how "
            'far ("crop 10 % from the left") or to what ("crop to 4:5").'
        )
        return None
    return found


#: Air beside what a crop keeps whole, of the longer side; what is cropped by less is hardly seen.
_MARGIN, _HARDLY = 0.02, 0.95


def _crop_to_faces(work: Work, edit: Edit) -> None:
    faces = places.face_boxes(work.pixels, work.faces)
    if not faces:
        work.missed.append("No face was found, so nothing was cropped.")
        return
    x0, y0, x1, y1 = geometry.about_heads(faces, work.width, work.height, edit.amount)
    known = _coarse(work)
    cut = None if known is None else known[y0:y1, x0:x1]
    work.moved(np.ascontiguousarray(work.pixels[y0:y1, x0:x1]), cut)


def _sized(work: Work, width: int, height: int) -> None:
    """Scale a crop down to the size that was named; nothing is enlarged."""
    if work.width < width or work.height < height:
        work.told.append(
            f"The crop has the ratio of {width} x {height} and is {work.width} x {work.height} pixels: the picture "
            "has no more, and none are invented."
        )
    elif (work.width, work.height) != (width, height):
        work.moved(scaled(work.pixels, width, height), _coarse(work))


#: A crop of less than so much of the picture's width leaves too little of it for a thing to stand where it was
#: asked for.
_LEAST_PLACED = 0.4


def _not_placed(work: Work, known: F32 | None, box: tuple[int, int, int, int]) -> str:
    """Why what was found does not stand where it is to in a crop; "" where it does."""
    what, _, side = work.centred.partition("@")
    x0, y0, x1, y1 = box
    if x1 - x0 < _LEAST_PLACED * work.width or y1 - y0 < _LEAST_PLACED * work.height:
        return (
            f"The {what} stands too near an edge to come to the {side} of such a crop without most of the "
            "picture being lost."
        )
    if what == "subject" and not _within(known, x0, y0, x1, y1):
        return f"The subject does not fit whole into such a crop with it on the {side}."
    return ""


def _within(matte: F32 | None, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a box holds all but a rim of the subject."""
    if matte is None or float(matte.max()) < 0.5:
        return False
    held = matte > 0.5
    return float(held[y0:y1, x0:x1].sum()) >= 0.98 * float(held.sum())


def _space(work: Work, edit: Edit, known: F32 | None) -> None:
    share = min(2.0, edit.exact if edit.exact is not None else 0.3 * min(3.0, edit.amount))
    sides = edit.value.split("+") if edit.value != "all" else ["left", "right", "top", "bottom"]
    if edit.value == "all" and edit.exact is None:
        share *= 0.5
    grow = {
        side: round(share * (work.width if side in ("left", "right") else work.height))
        if side in sides
        else 0
        for side in ("left", "right", "top", "bottom")
    }
    width, height = (
        work.width + grow["left"] + grow["right"],
        work.height + grow["top"] + grow["bottom"],
    )
    if width * height > MOST:
        work.missed.append("Space: the picture would become larger than 40 megapixels.")
        return
    if busy := smeared(work.pixels, **grow):
        work.missed.append(
            f"Space: the picture's edge is too busy ({', '.join(busy)}) to be continued: what is made "
            "up there would look smeared, so nothing was changed. New detail needs a provider. "
            + image_provider()
        )
        return
    matte = work.matte()
    pixels, calm = continued(
        work.pixels, width, height, grow["left"], grow["top"], matte, work.seed
    )
    placed = None
    if known is not None:
        placed = np.pad(known, ((grow["top"], grow["bottom"]), (grow["left"], grow["right"])))
    work.moved(pixels, placed)
    work.done.append("space continued" + ("" if calm else " softly, the edges being busy"))


__all__ = ["KINDS", "carry_out"]
