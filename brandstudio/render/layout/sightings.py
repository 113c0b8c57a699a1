"""What a photo is of, from all that is known of it: its subject with the people, animals and things that
were seen there, and the heads of people whose faces can't be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import masks, regions
from brandstudio.pixels.sighted import ANIMALS, PERSON
from brandstudio.render.layout.slivers import Slivers

if TYPE_CHECKING:
    from brandstudio.pixels.facts import PictureFacts

Box = tuple[float, float, float, float]
Map = NDArray[np.bool_]

#: From so much of somebody, or of something else, in the subject on it is what the photo is of.
_MAIN, _PART_OF = 0.35, 0.25
#: Beside no sure subject whoever is so large, of the largest, and what takes so much of the photo.
_LIKE: Final = 0.25
_LEAST: Final = 0.01
#: What somebody counts whom the subject leaves out, as a body from behind before a laptop, and how much of
#: the photo that takes.
_BESIDE, _LARGE = 0.35, 0.12
#: So much of a head lies on those whom the photo is of.
_THEIRS: Final = 0.3
#: What looks like a head so near to the photo's edge may be an arm that reaches in.
_AT_EDGE: Final = 0.004
#: The hair above a face that was seen, of the face's height, at most.
_HAIR: Final = 0.6


@dataclass(frozen=True, eq=False)
class Sightings:
    """The subject's mask and box (fractions), whether they are sure, where people are, the heads of those
    whom the photo is of, and those of others.
    """

    mask: NDArray[np.float32] | None
    subject: Box | None
    sure: bool
    people: Map | None = None
    heads: tuple[Box, ...] = ()
    others: tuple[Box, ...] = ()
    rim: Map | None = None
    """Those at a side of the photo that cuts them, whom it is not of."""
    slivers: Slivers | None = None
    """Where a border leaves a strip of somebody."""

    def is_at_rim(self, face: Box) -> bool:
        """True of a face of somebody whom the photo's side cuts and whom it is not of."""
        return self.rim is not None and _share(self.rim, face) > _THEIRS

    def with_hair(self, face: Box, least: Box) -> Box:
        """The box ``least`` of a face, as high as its head is seen to be."""
        if self.people is None:
            return least
        rows, columns = self.people.shape
        first, last = int(face[0] * columns), max(int(np.ceil(face[2] * columns)), 1)
        line = np.asarray(self.people[:, first:last].any(axis=1))
        row = min(int(face[1] * rows), rows - 1)
        highest = face[1] - _HAIR * (face[3] - face[1])
        while row > 0 and line[row - 1] and (row - 1) / rows >= highest:
            row -= 1
        return least[0], max(min(least[1], row / rows), 0.0), least[2], least[3]


@lru_cache(maxsize=32)
def sightings(facts: PictureFacts) -> Sightings:
    """What a photo with these facts is of. Those of an older picture have nobody seen."""
    mask, sure = facts.mask_float, facts.subject_method in ("u2netp", "alpha")
    seen = facts.sighted
    if seen is None or facts.subject_method == "alpha":
        return Sightings(mask, facts.subject, sure)
    there, rows, columns = seen.map, *seen.map.shape
    if mask is not None and mask.shape != there.shape:
        rows, columns = mask.shape
        there = np.asarray(Image.fromarray(there).resize((columns, rows), Image.Resampling.NEAREST))
    own = mask if sure and mask is not None else np.zeros((rows, columns), np.float32)
    main, weights = _main(there, own, bool(own.any()))
    people = there == PERSON
    heads = [head for head in seen.heads if _share(main, head) > _THEIRS]
    others = tuple(head for head in seen.heads if head not in heads)
    if not (main.any() or sure):
        return Sightings(mask, facts.subject, sure, people, (), others)
    known = [(face.x0, face.y0, face.x1, face.y1) for face in facts.faces]
    known += [head for head in seen.heads if min(head[0], head[1], 1 - head[2]) > _AT_EDGE]
    rim = _at_rim(people, main, known)
    slivers = Slivers.of(people, rim, known)
    whole = np.maximum(own, weights)
    box = masks.bounding_box(np.maximum(own, main.astype(np.float32)), trim=0.0)
    if box is None or not (main & (own < 0.5)).any():
        box = facts.subject if sure else box
    if box is not None and box[1] <= _AT_EDGE and box[3] < 1 - _AT_EDGE:
        # Somebody whom the photo's top cuts and who stands free below it is legs: no head is at that edge.
        heads = [head for head in heads if head[1] > _AT_EDGE]
        others = tuple(head for head in others if head[1] > _AT_EDGE)
    return Sightings(whole, box, True, people, tuple(heads), others, rim, slivers)


def _main(
    there: NDArray[np.uint8], own: NDArray[np.float32], sure: bool
) -> tuple[Map, NDArray[np.float32]]:
    """Where those are whom and which the photo is of, and what everybody counts."""
    main, weights = np.zeros(there.shape, np.bool_), np.zeros(there.shape, np.float32)
    for kind in np.unique(there[there > 0]).tolist():
        places = there == kind
        found = regions.connected(places, own)
        largest = max((region.area for region in found), default=0)
        for region in found:
            part = np.s_[region.y0 : region.y1, region.x0 : region.x1]
            if sure:
                counts = region.tone > (_MAIN if kind == PERSON else _PART_OF)
            else:
                alive = kind == PERSON or kind in ANIMALS
                counts = alive and region.area > max(_LIKE * largest, _LEAST * there.size)
            if counts:
                main[part] |= places[part]
                weights[part] = np.where(places[part], 1.0, weights[part])
            elif kind == PERSON and region.area > _LARGE * there.size:
                weights[part] = np.where(places[part], np.float32(_BESIDE), weights[part])
    return main, weights


def _at_rim(people: Map, main: Map, heads: Sequence[Box]) -> Map | None:
    """Where those are at the photo's left or right edge who are cut by it and whom it is not of; None where
    nobody is, or where it is of nobody. Arms that reach into it are not among them.
    """
    if not (people & main).any():
        return None
    found = np.zeros(people.shape, np.bool_)
    for region in regions.connected(people & ~main, np.zeros(people.shape, np.float32)):
        if region.x0 == 0 or region.x1 == people.shape[1]:
            part, own = np.s_[region.y0 : region.y1, region.x0 : region.x1], np.zeros_like(found)
            own[part] = (people & ~main)[part]
            if any(_share(own, head) > _THEIRS for head in heads):
                found |= own
    return found if found.any() else None


def _share(places: Map, box: Box) -> float:
    rows, columns = places.shape
    x0, y0 = int(box[0] * columns), int(box[1] * rows)
    part = places[
        y0 : max(int(np.ceil(box[3] * rows)), y0 + 1),
        x0 : max(int(np.ceil(box[2] * columns)), x0 + 1),
    ]
    return float(part.mean()) if part.size else 0.0
