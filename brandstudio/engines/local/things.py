"""A single thing that was named with its colour: the subject where that has the colour, else the largest
place of it, so that "the orange bag" is no brown of a notebook beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.language.edit_found import kind_of, value_of
from brandstudio.language.edit_nouns import is_likely, is_person, lies_within
from brandstudio.language.edits import Edit
from brandstudio.language.tables import table
from brandstudio.pixels import colour, masks

from . import places
from .canvas import F32, smooth
from .doubt import are_several
from .hues import hue
from .whole_faces import of_faces

if TYPE_CHECKING:
    from .work import Work

U8 = NDArray[np.uint8]

#: How far beyond its bounds the hue of a subject may go; how much of that hue the subject must hold,
#: and of how much of the subject it must be.
_BEYOND, _HELD, _OF_IT = 20.0, 0.75, 0.42
#: What is painted of a subject may be so far beyond: its shades and the light that it throws on itself.
_PAINTED = 36.0
#: What has such a hue may be so much more than what has the colour by its name.
_MOST_OF_OTHERS = 1.7
#: Where nothing else has the hue, so much of the subject may be of others (windows, wheels).
_ALL_HELD, _LESS_OF_IT = 0.95, 0.3
#: How strong a colour must be beside the strongest of its hue to be of the thing, from and to.
_WEAK, _STRONG = 0.3, 0.55
#: The same of its chroma alone.
_FAINT, _VIVID = 0.2, 0.34
#: Of what is about a head, where hair is of the same hue.
_FAINT_HAIR, _VIVID_HAIR = 0.36, 0.52
#: How broad a strand of hair is at most, as a share of a picture's longer side (half of it).
_STRAND = 0.008
#: A part that takes so much of two of the picture's sides is no small thing.
_OF_SIDE = 0.15
#: The least share of a picture that the clothes of a colour must have to be looked at alone.
_OF_CLOTHES = 0.004
_SIDE, _CELLS = 320, 80
_AROUND = tuple((y, x) for y in range(3) for x in range(3))


def colours_of(edit: Edit) -> tuple[str, ...]:
    """The colours whose places an edit is about, or leaves out."""
    parts = (part for some in (edit.target, *edit.without) for part in some.split("&"))
    return tuple(p.removeprefix("colour-") for p in parts if p.startswith("colour-"))


def is_subject(work: Work, edit: Edit) -> bool:
    """Whether the thing of an edit was named with a colour, and is the subject."""
    names = colours_of(edit)
    return bool(names and edit.thing) and all(
        as_subject(work, n, edit.thing) is not None for n in names
    )


def as_subject(work: Work, name: str, thing: str) -> F32 | None:
    """The subject where it is the thing of that colour, None where it is not."""
    if not is_likely(thing) or is_person(thing) or work.lacks_subject():
        return None
    matte, seen = work.matte(), _hued(work, name, _BEYOND)
    if matte is None or seen is None or are_several(matte):
        return None
    held, hued = matte > 0.5, seen > 0.5
    both = float((held & hued).sum())
    inside, own = both / max(1.0, float(hued.sum())), both / max(1.0, float(held.sum()))
    whole = (inside >= _HELD and own >= _OF_IT) or (inside >= _ALL_HELD and own >= _LESS_OF_IT)
    return matte if whole else None


def _hued(work: Work, name: str, beyond: float) -> F32 | None:
    return hue(work.pixels if work.coloured is None else work.coloured, name, beyond)


def place_of(work: Work, name: str, thing: str, mask: F32) -> F32:
    """The places of a colour as those of a thing: all of them where it may be several."""
    matte = as_subject(work, name, thing)
    if matte is not None:
        work.named[thing] = "the subject, which is what stands out"
        return matte
    if may_be_several(thing):
        return mask
    kind, _ = kind_of(thing)
    own = work.found().coloured(kind, mask) if kind else None
    if own is not None:
        work.named[thing] = f"the {kind} that was found and is {name}"
        return own
    clothes = work.found().clothes() if value_of(thing).startswith("worn-") else None
    if clothes is not None and float((mask * clothes).mean()) > _OF_CLOTHES:
        mask = (mask * clothes).astype(np.float32)
    seen = work.pixels if work.coloured is None else work.coloured
    heads = _ovals(work, 1.5, 1.7)
    mask = (strong_in(seen, mask) * _vivid_in(seen, mask, heads)).astype(np.float32)
    if float(heads.max()) > 0:
        # Strands of hair, and their rim against a wall, are thin; a collar is not.
        reach = max(2, round(max(work.width, work.height) * _STRAND))
        broad = np.minimum(mask, masks.grow(masks.grow(mask, -reach), reach))
        mask = (mask + (broad - mask) * heads).astype(np.float32)
    if thing not in table("edits")["on_a_face"]["words"]:
        mask = (mask * (1 - _ovals(work, 0.6, 0.6))).astype(np.float32)  # lips are red as well
    wide = joined(mask)
    if are_several(wide):
        work.missed.append(
            f'Several places have the colour that "{thing}" is told by, so it can\'t be told from the rest.'
        )
        return mask
    whole = _largest(wide)
    if lies_within(thing) and _fills_sides(whole):
        work.missed.append(
            f'The {name} part that "{thing}" was taken for runs out of the picture at two sides, as a wall behind '
            f"it does, so the {thing} can't be told from it."
        )
        return mask
    work.named[thing] = f"the largest {name} part"
    return (mask * masks.resize(whole, mask.shape[1], mask.shape[0])).astype(np.float32)


def _fills_sides(part: F32) -> bool:
    """Whether a part takes much of two sides of the picture."""
    held = part > 0.5
    sides = (held[0], held[-1], held[:, 0], held[:, -1])
    return sum(float(side.mean()) >= _OF_SIDE for side in sides) >= 2


def painted_place(work: Work, edit: Edit, mask: F32) -> F32:
    """What of a subject has the colour that is painted over."""
    for name in colours_of(edit):
        seen = _hued(work, name, _PAINTED)
        if edit.thing and seen is not None and as_subject(work, name, edit.thing) is not None:
            own = _hued(work, name, 0.0)
            if own is None or float((mask * seen).mean()) > _MOST_OF_OTHERS * float(
                (mask * own).mean()
            ):
                # Green leaves over a yellow pot: they are of the subject, and none of its colour.
                work.missed.append(
                    f"The {name} of {edit.thing} can't be told from the hues beside it on the same subject."
                )
            mask = (mask * seen).astype(np.float32)
    return mask


def may_be_several(thing: str) -> bool:
    """Whether a noun may be a plural; a bus or an iris is none."""
    plural = thing.endswith("s") and not thing.endswith(("ss", "us", "is"))
    return thing.endswith(("x", "en")) or plural


def strong_in(pixels: U8, mask: F32) -> F32:
    """The mask without what is pale beside the rest of its hue."""
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    strength: F32 = np.asarray(
        np.hypot(lab[..., 1], lab[..., 2]) / np.maximum(lab[..., 0], 0.25), dtype=np.float32
    )
    inside = strength[mask > 0.5]
    if not inside.size:
        return mask
    most = float(np.percentile(inside, 90))
    return (mask * smooth(strength, _WEAK * most, _STRONG * most)).astype(np.float32)


def _ovals(work: Work, across: float, down: float) -> F32:
    """Ovals over the faces of a picture, so many of their widths and heights from the middle."""
    out = np.zeros((work.height, work.width), np.float32)
    x = np.arange(work.width, dtype=np.float32)[None, :]
    y = np.arange(work.height, dtype=np.float32)[:, None]
    for f in places.face_boxes(work.pixels, work.faces):
        away = np.hypot(
            (x - (f.x + f.width / 2)) / (f.width * across),
            (y - (f.y + f.height / 2)) / (f.height * down),
        )
        np.maximum(out, smooth(away, 1.1, 0.95), out=out)
    return out


def heads_of(work: Work) -> F32 | None:
    """Where the hair of a picture's heads is, about their faces; None where no face is seen."""
    faces = places.face_boxes(work.pixels, work.faces)
    if not faces:
        return None
    return np.asarray(_ovals(work, 1.15, 1.25) * (1 - of_faces(work.pixels, faces)), np.float32)


def _vivid_in(pixels: U8, mask: F32, heads: F32) -> F32:
    """Where a mask is as vivid as a thing is in its folds; hair is darker, and of less colour, than the
    jumper beside it.
    """
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma: F32 = np.asarray(np.hypot(lab[..., 1], lab[..., 2]), dtype=np.float32)
    inside = chroma[mask > 0.5]
    if not inside.size:
        return mask
    most = float(np.percentile(inside, 90))
    plain = smooth(chroma, _FAINT * most, _VIVID * most)
    strict = smooth(chroma, _FAINT_HAIR * most, _VIVID_HAIR * most)
    return np.asarray(plain + (strict - plain) * heads, np.float32)


def joined(mask: F32) -> F32:
    """The mask with its small gaps closed, as things are told apart on it."""
    image = Image.fromarray((mask * 255).astype(np.uint8))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    wide = image.filter(ImageFilter.MaxFilter(9))
    return np.asarray(wide, dtype=np.float32) / np.float32(255)


def _largest(mask: F32) -> F32:
    """The largest of the things on a mask, with a rim."""
    held = masks.resize(mask, _CELLS, _CELLS) > 0.5
    best: NDArray[np.bool_] = np.zeros_like(held)
    while held.any():
        part = np.zeros_like(held)
        part[tuple(np.argwhere(held)[0])] = True
        size = 0
        while int(part.sum()) != size:
            size = int(part.sum())
            part = held & _grown(part)
        if size > int(best.sum()):
            best = part
        held &= ~part
    return _grown(best).astype(np.float32)


def _grown(part: NDArray[np.bool_]) -> NDArray[np.bool_]:
    wide = np.pad(part, 1)
    near = [wide[y : y + part.shape[0], x : x + part.shape[1]] for y, x in _AROUND]
    return np.asarray(np.logical_or.reduce(near))


__all__ = [
    "colours_of",
    "heads_of",
    "is_subject",
    "joined",
    "may_be_several",
    "painted_place",
    "place_of",
    "strong_in",
]
