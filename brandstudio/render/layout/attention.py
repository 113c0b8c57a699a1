"""What in a photo must be kept: its subject, the faces in it, and the point that a person set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from brandstudio.pixels import masks
from brandstudio.render.brief import Extension, Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.borders import Borders
from brandstudio.render.layout.open_edges import open_edges
from brandstudio.render.layout.sightings import Box, Sightings, sightings
from brandstudio.render.layout.slivers import Slivers
from brandstudio.render.layout.things import Things

F64 = NDArray[np.float64]
End = Literal["top", "bottom", "left", "right"]

# : A "subject" over more of the picture than this is its whole content: words can't and needn't
# keep off it.
_WHOLE = 0.72
#: What the top of a subject counts, and its foot, of its middle: heads, blossoms and spires are at
#: the top of what they belong to, and are what a viewer misses first.
_TOP, _FOOT = 1.6, 0.4
#: The part of a subject's height that is its top, and how far it is from the photo's edge at least.
_UPPER, _SHOWS = 0.22, 0.008
#: From so many heights on a subject lies across the photo.
_LIES = 1.25
#: All of a photo, in fractions.
_PHOTO = (0.0, 0.0, 1.0, 1.0)
#: The air beside a head, of its side; above it there is twice as much.
_AIR = 0.15


@dataclass(frozen=True, eq=False)
class Attention:
    """In pixels of the photo, ``width`` x ``height``. ``sure`` is False where the subject is only a
    hint.
    """

    width: int
    height: int
    mask: NDArray[np.float32] | None
    subject: Rect | None
    faces: tuple[Rect, ...]
    focal: tuple[float, float] | None
    sure: bool
    calm: tuple[str, ...]
    """Sides calm enough for words, the calmest first."""
    tops: tuple[Rect, ...] = ()
    """The upper ends of what the photo is of: the heads of people who have no face (from behind, far away),
    or of a subject that the photo shows whole its head, blossom or spire.
    """
    heads: tuple[Rect, ...] = ()
    """All heads that have no face with some air, those of people at the rim too: nothing lies on them."""
    edges: tuple[str, ...] = ("left", "right", "top", "bottom")
    """The edges at which the photo may be continued."""
    light: tuple[float, float] | None = None
    """The one light that a picture is lit by: a sun, a moon, a lamp."""
    borders: Borders | None = None
    """What crops would cut through, where that is known."""
    plain: tuple[str, ...] = ()
    """The edges over which a crop may reach, as the photo's plain ground goes on there."""
    things: Things | None = None
    """The things that a sure subject is made of."""
    slivers: Slivers | None = None
    """Where a border leaves a strip of somebody."""

    @cached_property
    def table(self) -> F64 | None:
        """The integral image of the mask."""
        return None if self.mask is None else masks.integral(self.mask)

    @property
    def total(self) -> float:
        return 0.0 if self.table is None else float(self.table[-1, -1])

    @property
    def is_scene(self) -> bool:
        """True of a subject that spans the photo and is nobody: a range, a wood, a town."""
        return self.sure and self.things is None and not (self.faces or self.heads)

    def sums(self, x0: F64, y0: F64, x1: F64, y1: F64) -> F64:
        """Mask mass in boxes given by their edges in pixels of the photo, each an array; 0 without
        a subject.

        Edges between mask pixels are interpolated, so that small moves of a crop make small
        differences.
        """
        table = self.table
        if table is None:
            return np.zeros_like(x0)
        rows, columns = table.shape[0] - 1, table.shape[1] - 1
        left, right = x0 * (columns / self.width), np.maximum(x0, x1) * (columns / self.width)
        top, bottom = y0 * (rows / self.height), np.maximum(y0, y1) * (rows / self.height)
        return masks.sums(table, left, top, right, bottom)

    @property
    def cell(self) -> float:
        """Photo pixels in one mask pixel."""
        if self.mask is None:
            return 1.0
        return self.width * self.height / self.mask.size


def attention_of(photo: Photo, extension: Extension | None = None) -> Attention:
    """What to keep in a photo, or in its extension, where the original's facts hold at their new
    place.
    """
    whole, facts = extension.photo if extension is not None else photo, photo.facts
    dx, dy = (extension.x, extension.y) if extension is not None else (0, 0)

    def placed(box: tuple[float, float, float, float]) -> Rect:
        return Rect(
            box[0] * photo.width + dx,
            box[1] * photo.height + dy,
            (box[2] - box[0]) * photo.width,
            (box[3] - box[1]) * photo.height,
        )

    focal = photo.focal_point
    spot = (
        (focal[0] * photo.width + dx, focal[1] * photo.height + dy) if focal is not None else None
    )
    if facts is None:
        return Attention(whole.width, whole.height, None, None, (), spot, False, ())
    known = sightings(facts)
    # The box round a face leaves hair and chin out: what words must keep off is a little larger.
    found, aside = _parted(known, [(f.x0, f.y0, f.x1, f.y1) for f in facts.faces])
    faces = tuple(placed(known.with_hair(face, _with_hair(face))) for face in found)
    heads = tuple(placed(head) for head in known.heads)
    mask, subject, people = known.mask, known.subject, known.people
    if mask is not None and float(mask.mean()) > _WHOLE and not (faces or heads):
        mask, subject = None, None  # a person who fills the picture is still not to be written on
    sure, things, weighed, tops = known.sure, None, mask, heads
    if mask is not None and subject is not None:
        end: End | None = None if not sure or faces or heads else _free_end(subject, photo)
        weighed, ends = _weighed(mask, subject, photo, end, extended=extension is not None)
        tops = tuple(one.moved(dx, dy) for one in ends) or heads
    if mask is not None and weighed is not None and extension is not None:
        mask, weighed, people = *(_widened(m, photo, whole, dx, dy) for m in (mask, weighed)), None
    if mask is not None and sure:
        things = Things.of(mask, Rect(0, 0, whole.width, whole.height), faces, people)
    mask = weighed
    lit = facts.light
    return Attention(
        whole.width,
        whole.height,
        mask,
        placed(subject) if subject is not None else None,
        faces,
        spot,
        sure and mask is not None,
        tuple(facts.text_space) if extension is None else (extension.side, *facts.text_space),
        tops,
        tuple(placed(_with_air(head)) for head in (*known.heads, *known.others, *aside)),
        open_edges(facts.edges, subject if sure else None, known.mask, facts.outlines),
        (lit[0] * photo.width + dx, lit[1] * photo.height + dy) if lit is not None else None,
        Borders.of(facts.outlines, placed(_PHOTO)) if facts.outlines is not None else None,
        tuple(facts.plain) if extension is None and focal is None else (),
        things,
        None if known.slivers is None else known.slivers.placed(placed(_PHOTO)),
    )


def _parted(known: Sightings, faces: list[Box]) -> tuple[list[Box], list[Box]]:
    """The faces that a photo is of, and those of people whom its side cuts; where it is of nobody else, it is
    of these.
    """
    aside = [face for face in faces if known.is_at_rim(face)]
    found = [face for face in faces if face not in aside]
    return (found, aside) if found else (faces, [])


def _free_end(subject: Box, photo: Photo) -> End:
    """The end of a subject that a viewer would miss. One that comes into the photo from an edge ends in it: legs
    in boots, a lamp, an arm with what its hand holds. Of any other it is the upper one.
    """
    left, top, right, bottom = (
        at < _SHOWS for at in (subject[0], subject[1], 1 - subject[2], 1 - subject[3])
    )
    if top and not bottom:
        return "bottom"
    across = (subject[2] - subject[0]) * photo.width
    lies = across > _LIES * (subject[3] - subject[1]) * photo.height
    if left == right or top or bottom or not lies:
        return "top"
    return "right" if left else "left"


def _weighed(
    mask: NDArray[np.float32], subject: Box, photo: Photo, end: End | None, *, extended: bool
) -> tuple[NDArray[np.float32], tuple[Rect, ...]]:
    """The mask weighed from an ``end`` of the subject, and the box of that; from its top without one. As it is in
    an extended photo, which has room above what stands in it.
    """
    if extended and end in (None, "top"):
        return mask, ()
    ends = () if end is None else _end(mask, subject, photo, end)
    return _end_first(mask, subject, end or "top"), ends


def _end(mask: NDArray[np.float32], subject: Box, photo: Photo, end: End) -> tuple[Rect, ...]:
    """The box of the part of a subject at an ``end`` of it; none where the photo's own edge cuts it."""
    if end == "top" and subject[1] < _SHOWS:
        return ()
    axis = 1 if end in ("left", "right") else 0
    length = mask.shape[axis]
    low, high = (subject[0], subject[2]) if axis else (subject[1], subject[3])
    part = _UPPER * (high - low)
    begins, ends = (low, low + part) if end in ("top", "left") else (high - part, high)
    first = round(begins * length)
    last = max(round(ends * length), first + 1)
    strip = mask[:, first:last] if axis else mask[first:last]
    there = np.flatnonzero((strip > 0.5).any(axis=axis))
    if not there.size:
        return ()
    across, down = photo.width / mask.shape[1], photo.height / mask.shape[0]
    low, high = float(there[0]), float(there[-1] + 1)
    if axis:
        return (Rect(first * across, low * down, (last - first) * across, (high - low) * down),)
    return (Rect(low * across, first * down, (high - low) * across, (last - first) * down),)


def _end_first(mask: NDArray[np.float32], subject: Box, end: End) -> NDArray[np.float32]:
    """The mask weighed from an ``end`` of the subject to the other."""
    axis = 1 if end in ("left", "right") else 0
    count = mask.shape[axis]
    at = (np.arange(count, dtype=np.float32) + np.float32(0.5)) / np.float32(count)
    low, high = (subject[0], subject[2]) if axis else (subject[1], subject[3])
    way = np.clip((at - np.float32(low)) / np.float32(max(high - low, 1e-3)), 0, 1)
    first, last = (_TOP, _FOOT) if end in ("top", "left") else (_FOOT, _TOP)
    weight = np.float32(first) + np.float32(last - first) * way
    return np.asarray(mask * (weight if axis else weight[:, None]), dtype=np.float32)


def _with_hair(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A face with hair and chin, as far as the photo has them: what it does not show no crop cuts."""
    across, down = box[2] - box[0], box[3] - box[1]
    return (
        max(box[0] - 0.12 * across, 0.0),
        max(box[1] - 0.22 * down, 0.0),
        min(box[2] + 0.12 * across, 1.0),
        min(box[3] + 0.12 * down, 1.0),
    )


def _with_air(head: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A head with what words keep off it: dark hair on a dusk has no outline, and is seen by its air."""
    across, down = head[2] - head[0], head[3] - head[1]
    return (
        max(head[0] - _AIR * across, 0.0),
        max(head[1] - 2 * _AIR * down, 0.0),
        min(head[2] + _AIR * across, 1.0),
        head[3],
    )


def _widened(
    mask: NDArray[np.float32], photo: Photo, whole: Photo, dx: int, dy: int
) -> NDArray[np.float32]:
    """The mask on the larger frame of an extension, at the mask's own scale."""
    rows, columns = mask.shape
    across, down = columns / photo.width, rows / photo.height
    out = np.zeros(
        (max(round(whole.height * down), rows), max(round(whole.width * across), columns)),
        np.float32,
    )
    x, y = (
        min(round(dx * across), out.shape[1] - columns),
        min(round(dy * down), out.shape[0] - rows),
    )
    out[y : y + rows, x : x + columns] = mask
    return out
