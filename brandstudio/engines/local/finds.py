"""Things that a picture shows, found by what they are: a dog, two cars, the person on the left.

The network that tells kinds is coarse, and sees kinds that it knows in things that it doesn't. So a
thing is taken only where much of it is surely of its kind; the bounds are from 110 photographs that
were looked at one by one. Its edge is that of the subject where both are the same thing, and is drawn
along the picture's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import Box
from brandstudio.pixels import masks, segments

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
Flags = NDArray[np.bool_]
#: Pieces are told apart on so many cells of the longer side.
_CELLS = 128
#: How sure the network must be of a piece, on its mean, and the least share of a picture it must have.
_SURE, _LEAST = 0.8, 0.004
_SURE_OF = MappingProxyType({"car": 0.72, "chair": 0.75, "cow": 0.86, "sheep": 0.86, "horse": 0.86})
#: How sure where a person is what stands out of the picture.
_SURE_OF_SUBJECT = 0.6
#: A person is so much of the subject at least to be it.
_OF_SUBJECT = 0.25
#: Of the largest piece another one has so much at least to be another of its kind.
ANOTHER = 0.25
#: How much of a piece lies in the subject where both are one thing.
_IN_SUBJECT = 0.85
#: A face of so much of the largest one's height is another person's.
_AS_LARGE = 0.6
#: How likely the subject must be of a kind to be taken for it where no piece is sure.
_INCLINED = 0.2


@dataclass(frozen=True, eq=False)
class Piece:
    """What hangs together of one kind: where it is on the cells, its share of the picture, and how sure
    the network is of it.
    """

    held: Flags
    share: float
    sure: float

    @property
    def middle(self) -> float:
        """How far to the right its middle is (0..1)."""
        return (float(np.nonzero(self.held)[1].mean()) + 0.5) / float(self.held.shape[1])


@dataclass
class Finds:
    """What can be found on one picture. The network is asked once, when a kind is first named."""

    pixels: U8
    faces: Callable[[], Sequence[Box]]
    #: The subject's coarse mask, None where nothing stands out.
    coarse: Callable[[], F32 | None]
    _likely: tuple[F32 | None] | None = None
    _pieces: dict[str, list[Piece]] = field(default_factory=dict)

    def likely(self) -> F32 | None:
        """How likely each place is of each kind, None where no network can tell."""
        if self._likely is None:
            image = Image.fromarray(np.ascontiguousarray(self.pixels))
            self._likely = (segments.kinds(image),)
        return self._likely[0]

    def pieces(self, kind: str) -> list[Piece]:
        """The pieces that are surely of a kind, the largest first."""
        if kind not in self._pieces:
            likely = self.likely()
            self._pieces[kind] = [] if likely is None else self._sure(likely, kind)
        return self._pieces[kind]

    def _sure(self, likely: F32, kind: str) -> list[Piece]:
        at = segments.KINDS.index(kind)
        rows, columns = _cells_of(likely.shape[0], likely.shape[1])
        small = np.stack([masks.resize(likely[..., k], columns, rows) for k in (0, at)], axis=-1)
        best = np.asarray(likely.argmax(axis=-1) == at, np.float32)
        own = masks.resize(best, columns, rows) >= 0.5
        if not own.any():
            return []
        subject = self.coarse()
        out = None if subject is None else masks.resize(subject, columns, rows) > 0.5
        found = []
        for held in hanging_together(own):
            inside = held & own
            share, sure = float(inside.mean()), float(small[..., 1][inside].mean())
            least = _SURE_OF.get(kind, _SURE)
            if out is not None and float(out[inside].mean()) > 0.5 and kind == "person":
                large = float(inside.sum()) > _OF_SUBJECT * float(out.sum())
                least = _SURE_OF_SUBJECT if large else least
            if share < _LEAST or sure < least:
                continue
            each = [inside] if kind == "person" else parted(inside)
            found += [Piece(one, float(one.mean()), sure) for one in each]
        return sorted(found, key=lambda piece: -piece.share)

    def single(self, kind: str) -> list[Piece]:
        """The pieces that are of the size of the largest: one where one thing of a kind is seen."""
        found = self.pieces(kind)
        return [p for p in found if p.share >= ANOTHER * found[0].share] if found else []

    def people(self, pieces: Sequence[Piece]) -> int:
        """How many persons stand in some pieces: one in each, or as many as there are large faces."""
        height, width = self.pixels.shape[:2]
        faces = self.faces()
        tallest = max((face.height for face in faces), default=0)
        count = 0
        for piece in pieces:
            rows, columns = piece.held.shape
            wide = masks.grow(piece.held.astype(np.float32), 2) > 0.5
            inside = 0
            for face in faces:
                y = int((face.y + face.height / 2) / height * rows)
                x = int((face.x + face.width / 2) / width * columns)
                near = 0 <= y < rows and 0 <= x < columns and bool(wide[y, x])
                inside += near and face.height >= _AS_LARGE * tallest
            count += max(1, inside)
        return count

    def coarse_of(self, kind: str, pieces: Sequence[Piece]) -> F32:
        """The mask of some pieces on the network's grid; along the subject's edge where they are it."""
        likely = self.likely()
        assert likely is not None
        rows, columns = likely.shape[:2]
        held = np.logical_or.reduce([piece.held for piece in pieces]).astype(np.float32)
        others = [piece.held for piece in self.pieces(kind) if piece not in pieces]
        near_by = masks.grow(held, 2)
        if others:
            # Where things of one kind touch, each ends half way to the next.
            near_by *= 1 - np.logical_or.reduce(others)
        around = masks.resize(near_by, columns, rows)
        own = likely[..., segments.KINDS.index(kind)]
        mask = np.asarray(own * smooth(around, 0.1, 0.6), np.float32)
        subject = self.coarse()
        if subject is None:
            return mask
        out = masks.resize(subject, columns, rows)
        inside = mask > 0.5
        if not inside.any() or float((out > 0.5)[inside].mean()) < _IN_SUBJECT:
            return mask
        # The subject's edge is finer; what is next to it and of another kind is left.
        reach = max(2, round(max(rows, columns) * 0.02))
        near = np.minimum(out, masks.grow(mask, reach))
        if others:
            near = np.minimum(near, smooth(around, 0.1, 0.6))
        sure = masks.grow((mask > 0.9).astype(np.float32), -reach // 2)
        return np.maximum(near, masks.feather(sure, 1.0))

    def inclined(self, kind: str) -> bool:
        """Whether the subject is at all likely to be of a kind, where no piece surely is."""
        likely, subject = self.likely(), self.coarse()
        if likely is None or subject is None:
            return False
        out = masks.resize(subject, likely.shape[1], likely.shape[0]) > 0.5
        if not out.any():
            return False
        mean = likely[out].mean(axis=0)[1:]
        at = segments.KINDS.index(kind) - 1
        return bool(mean[at] >= _INCLINED and mean.argmax() == at)


def _cells_of(rows: int, columns: int) -> tuple[int, int]:
    scale = _CELLS / max(rows, columns)
    return max(4, round(rows * scale)), max(4, round(columns * scale))


def parted(held: Flags) -> list[Flags]:
    """The things of one kind that touch each other: where a mask falls apart when it is made thinner, each
    place is of the part that is nearest.
    """
    cores = hanging_together(masks.grow(held.astype(np.float32), -1) > 0.5, close=0)
    most = max((int(core.sum()) for core in cores), default=0)
    parts = [core for core in cores if core.sum() >= ANOTHER * most]
    if len(parts) < 2:
        return [held]
    left = held & ~np.logical_or.reduce(parts)
    while left.any():
        before = int(left.sum())
        for at, part in enumerate(parts):
            parts[at] = part | (left & (masks.grow(part.astype(np.float32), 1) > 0.5))
            left &= ~parts[at]
        if int(left.sum()) == before:
            break
    return parts


def hanging_together(held: Flags, close: int = 1) -> list[Flags]:
    """The parts of a mask that hang together, gaps of so many cells closed."""
    wide = masks.grow(held.astype(np.float32), close) > 0.5
    names = np.where(wide, np.arange(1, wide.size + 1).reshape(wide.shape), 0)
    while True:
        padded = np.pad(names, 1)
        near = [
            padded[y : y + names.shape[0], x : x + names.shape[1]]
            for y in range(3)
            for x in range(3)
        ]
        spread = np.where(wide, np.maximum.reduce(near), 0)
        # A name that has reached a place takes along what has that place's own.
        spread = np.where(wide, np.maximum(spread, spread.ravel()[np.maximum(spread, 1) - 1]), 0)
        if np.array_equal(spread, names):
            break
        names = spread
    return [(names == name) & wide for name in np.unique(names[held]) if name]


__all__ = ["ANOTHER", "Finds", "Flags", "Piece", "hanging_together", "parted"]
