"""Cut-outs that a template's layers ask for, made from the pictures of a banner."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..pixels.cutout import cut_out
from ..pixels.safely import decode_fully_safely
from ..render.brief import Brief, Photo
from ..render.layout.layer_rules import ImageRule, every
from ..render.layout.template import Template
from ..render.type.bounded import Bounded

_SUFFIX: Final = "/cutout"
#: 32 MB of cut-outs by the picture that they are made from: one job draws many sizes of one.
_MADE: Final[Bounded[str, tuple[Photo, ...]]] = Bounded(
    32 << 20, lambda made: sum(len(photo.data) for photo in made) + 256
)


def with_cutouts(
    template: Template, pictures: Sequence[tuple[str, Photo]], photo: Photo | None
) -> tuple[tuple[str, Photo], ...]:
    """The pictures with a cut-out of each that some layer of the template wants so; ``photo`` is
    the banner's own. A picture without a subject has none, and is shown whole.
    """
    wanted = {
        rule.slot
        for whole in template.layouts.values()
        for layout in (whole, whole.bare or whole)
        for rule in every(layout.layers)
        if isinstance(rule, ImageRule) and rule.cutout
    }
    known = dict(pictures) | ({"photo": photo} if photo is not None else {})
    cut = [
        (f"{slot}{_SUFFIX}", made)
        for slot in sorted(wanted & known.keys())
        for made in _cut(known[slot])
    ]
    return (*pictures, *cut)


def cutouts(brief: Brief) -> list[Photo]:
    """The cut-outs among a brief's pictures."""
    return [photo for name, photo in brief.pictures if name.endswith(_SUFFIX)]


def _cut(photo: Photo) -> tuple[Photo, ...]:
    held = _MADE.get(photo.sha256)
    if held is not None:
        return held
    made: tuple[Photo, ...] = ()
    if photo.facts is not None and photo.facts.mask is not None:
        found = cut_out(decode_fully_safely(photo.data).image, photo.facts.mask)
        if found is not None:
            one = replace(
                photo,
                data=found.png,
                sha256=hashlib.sha256(found.png).hexdigest(),
                mime_type="image/png",
                width=found.width,
                height=found.height,
                facts=None,
                focal_point=None,
            )
            made = (one,)
    return _MADE.put(photo.sha256, made)
