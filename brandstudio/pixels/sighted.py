"""People, animals and things that a picture shows, and the heads of people whose faces can't be seen.

The subject's network tells what stands out and not what it is: of somebody with a laptop it may tell the
laptop. Here a network that knows kinds says where people, animals and things are, each on a small map; the
top of a person who has no face (from behind, in profile, far away) is a head.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import masks, regions, segments
from brandstudio.pixels.regions import Region
from brandstudio.pixels.subject import Face

Box = tuple[float, float, float, float]
F32 = NDArray[np.float32]
Map = NDArray[np.uint8]

#: The long side that the network looks at. At 449 it sees who and what a banner can be about, for a
#: twelfth of what a picture costs when it comes in.
_SIDE: Final = 449
#: The long side of the map.
_MAP: Final = 160
PERSON: Final = segments.KINDS.index("person")
ANIMALS: Final = frozenset(
    segments.KINDS.index(kind) for kind in ("bird", "cat", "cow", "dog", "horse", "sheep")
)
#: Surfaces and rooms' furniture at the rim are told too, but no table, plant or screen: the network sees
#: these in any wood, leaf and window.
_UNSURE: Final = frozenset(
    segments.KINDS.index(kind) for kind in ("nothing", "table", "plant", "tv")
)
_LIKELY: Final = 0.5
#: How much surer a person is where the subject's network sees something too.
_TOO: Final = 0.2
#: How sure it must be of all of a region, and how much of the picture that takes at least: people, others.
_SURE, _SURER = 0.6, 0.75
_LEAST, _LEAST_THING = 0.0006, 0.006
#: A head from its top down: the first height that the mean width above it is so much of.
_WIDE: Final = 0.85
#: A head takes so much of a person at most, and of the map's rows at least.
_TALL, _ROWS = 0.5, 2
#: And so much at least: a tip of hair or a feather is none.
_SHORT: Final = 0.1
#: Between two heads of one region it sinks by so much of a head's height.
_DIP: Final = 0.35
#: What lies so far under a region's top is no head of somebody beside (a hand, a knee).
_BELOW: Final = 0.5
#: A face with its hair, of the face's height; and a head beside it is no smaller than this part of that.
_HAIR, _LIKE = 1.3, 0.6
_MOST: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Sighted:
    """What was seen: a map (long side at most 160) whose values are of `segments.KINDS`, 0 where nothing was
    told, and the heads without a face, as boxes in fractions 0 to 1 of the picture.
    """

    map: Map
    heads: tuple[Box, ...] = ()

    @property
    def people(self) -> NDArray[np.bool_]:
        """Where people are."""
        return np.asarray(self.map == PERSON)

    def to_json(self) -> dict[str, object]:
        """As plain JSON values; the map is a PNG in base64."""
        buffer = io.BytesIO()
        Image.fromarray(self.map).save(buffer, "PNG")
        packed = base64.b64encode(buffer.getvalue()).decode("ascii")
        return {"map": packed, "heads": [list(head) for head in self.heads]}

    @classmethod
    def from_json(cls, packed: str, heads: Sequence[Sequence[float]]) -> Sighted:
        """What `to_json` wrote: its "map" and its "heads"."""
        data = io.BytesIO(base64.b64decode(packed))
        with Image.open(data, formats=("PNG",)) as image:
            seen = np.asarray(image.convert("L"))
        return cls(seen, tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in heads))


def sighted(
    image: Image.Image, faces: Sequence[Face], subject: F32 | None = None
) -> Sighted | None:
    """What is seen in a picture whose faces and ``subject`` (a mask) are known; None where nothing is, or no
    runtime is installed.
    """
    told = segments.grid(image, _SIDE)
    if told is None:
        return None
    likely, cells = told
    scale = _MAP / max(image.size)
    shape = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    seen = np.zeros((shape[1], shape[0]), np.uint8)
    surest = np.full(seen.shape, _LIKELY, np.float32)
    people: list[Region] = []
    for kind in np.flatnonzero(likely.max(axis=(0, 1)) > _LIKELY - _TOO).tolist():
        if kind in _UNSURE:
            continue
        layer = Image.fromarray(np.ascontiguousarray(likely[..., kind]))
        own = np.asarray(layer.resize(shape, Image.Resampling.BILINEAR, box=cells))
        if kind == PERSON and subject is not None:
            # Somebody far away is a few cells: with what stands out there they are told from a stone.
            own = own + _TOO * masks.resize(subject, *shape)
        there = own > surest
        least, sure = (_LEAST, _SURE) if kind == PERSON else (_LEAST_THING, _SURER)
        for region in regions.connected(there, own, max(1, round(least * seen.size))):
            if region.tone >= sure:
                part = np.s_[region.y0 : region.y1, region.x0 : region.x1]
                seen[part][there[part]] = kind
                people += [region] if kind == PERSON else []
        surest = np.where(there, own, surest)
    if not seen.any():
        return None
    heads = [head for region in people for head in _heads(seen == PERSON, region, faces)]
    return Sighted(seen, tuple(heads[:_MOST]))


def _heads(people: NDArray[np.bool_], region: Region, faces: Sequence[Face]) -> Iterator[Box]:
    """The heads in a region of people, but those whose faces are known."""
    rows, columns = people.shape
    there = people[region.y0 : region.y1, region.x0 : region.x1]
    tall = there.shape[0]
    top = np.where(there.any(axis=0), there.argmax(axis=0), tall)
    known = [
        (
            f.x0 * columns - region.x0,
            f.y0 * rows - region.y0,
            f.x1 * columns - region.x0,
            f.y1 * rows - region.y0,
        )
        for f in faces
    ]
    known = [
        f for f in known if 0 < (f[0] + f[2]) / 2 < there.shape[1] and f[3] > 0 and f[1] < tall
    ]
    least = max([_ROWS, *(_LIKE * _HAIR * (f[3] - f[1]) for f in known)])
    free = np.ones(len(top), np.bool_)
    for x0, y0, x1, y1 in known:
        _take(free, top, x0, x1, y1 - y0)
    while free.any():
        column = int(np.argmin(np.where(free, top, tall)))
        free[column] = False  # whatever box its head gets, it is looked at once
        if top[column] > _BELOW * tall or top[column] >= tall:
            return
        x0, x1, high = _head(there, column, int(top[column]))
        beside = free[max(int(x0), 0) : max(int(np.ceil(x1)), 1)]
        alone = int((~beside).sum()) <= 1
        cut = (region.y0 + top[column] == 0) + (region.x0 + x0 <= 0) + (region.x0 + x1 >= columns)
        if high >= least and alone and cut < 2:  # a blur in the picture's corner has no head
            y0 = int(top[column])
            yield (
                round((region.x0 + x0) / columns, 4),
                round((region.y0 + y0) / rows, 4),
                round((region.x0 + x1) / columns, 4),
                round(min(region.y0 + y0 + high, rows) / rows, 4),
            )
        _take(free, top, x0, x1, high)


def _head(there: NDArray[np.bool_], column: int, first: int) -> tuple[float, float, float]:
    """The left and right end and the height of a head whose top is at a place."""
    tall = there.shape[0]
    left, right, wide = column, column + 1, 0.0
    start, end, row = column, column + 1, first
    for row in range(first, tall):
        line = there[row]
        if line[column]:  # else what they hold before them, a camera or a cup, has no name here
            before, after = np.flatnonzero(~line[:column]), np.flatnonzero(~line[column:])
            start = int(before[-1]) + 1 if before.size else 0
            end = column + int(after[0]) if after.size else len(line)
        wide += end - start
        high = row - first + 1
        if high >= _SHORT * tall and (wide / high <= _WIDE * high or high >= _TALL * tall):
            mean = wide / high
            middle = (left + right) / 2
            return middle - mean / 2, middle + mean / 2, float(high)
        left, right = (start, end) if row == first else (min(left, start), max(right, end))
    return float(left), float(right), float(max(row - first + 1, 1))


def _take(
    free: NDArray[np.bool_], top: NDArray[np.intp], x0: float, x1: float, high: float
) -> None:
    """Columns of a head, and on as far as its region does not sink and rise again."""
    first, last = max(int(x0), 0), min(int(np.ceil(x1)), len(free))
    free[first:last] = False
    for way in (range(last, len(free)), range(first - 1, -1, -1)):
        lowest = top[min(max(way.start, 0), len(free) - 1)] if len(way) else 0
        for column in way:
            lowest = max(lowest, top[column])
            if top[column] < lowest - _DIP * high:
                break
            free[column] = False
