"""The parts of the people on a picture: hair, skin, clothes, and the persons themselves.

The network of parts is asked about a crop round each group of persons, and what it sees is held to the
persons that the other network found: alone it sees clothes in landscapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import masks, segments

from .canvas import F32, smooth
from .finds import Finds, Piece, hanging_together

U8 = NDArray[np.uint8]
#: The long side that parts are laid out on.
_SIDE = 900
#: How much room a crop has about the persons in it, and how much longer than wide it may be.
_ROOM, _LONGEST = 0.12, 1.6
#: How far beyond the persons parts may reach, as a share of the longer side.
_BEYOND = 0.022
#: How much of the persons the network of parts must see as such to draw their edge.
_AGREE = 0.75
#: A head of so much of the largest one is another's.
_A_HEAD = 0.35
#: Groups of people beyond this many are too small to be told.
_MOST = 6
Crop = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class People:
    """Persons of a picture, and how likely each place of them is of each part; long side ``_SIDE``."""

    person: F32
    layers: F32

    def part(self, *names: str) -> F32:
        """The mask of some parts together."""
        own = np.zeros(self.person.shape, np.float32)
        for name in names:
            own += self.layers[..., segments.PARTS[name]]
        return np.asarray(smooth(own, 0.25, 0.75), np.float32)

    def heads(self) -> int:
        """How many heads are seen apart from each other, of those that are as large as the largest."""
        columns, rows = (max(4, round(side / 5)) for side in self.person.shape[::-1])
        own = masks.resize(self.part("hair", "face"), columns, rows) > 0.5
        sizes = sorted((int(part.sum()) for part in hanging_together(own)), reverse=True)
        return sum(size >= _A_HEAD * sizes[0] for size in sizes)


def people_of(finds: Finds, pieces: Sequence[Piece]) -> People | None:
    """The persons in some pieces with their parts; None where no network can tell them."""
    if not pieces:
        return None
    height, width = finds.pixels.shape[:2]
    scale = min(1.0, _SIDE / max(width, height))
    columns, rows = max(8, round(width * scale)), max(8, round(height * scale))
    seen = Image.fromarray(np.ascontiguousarray(finds.pixels[..., :3]))
    seen = seen.resize((columns, rows), Image.Resampling.BOX)
    coarse = masks.resize(finds.coarse_of("person", pieces), columns, rows)
    reach = max(2, round(_BEYOND * max(rows, columns)))
    about = masks.feather(masks.grow((coarse > 0.5).astype(np.float32), reach), reach / 2)
    gate = np.asarray(smooth(about, 0.2, 0.7), np.float32)
    layers = np.zeros((rows, columns, len(segments.PARTS)), np.float32)
    for crop in _crops(pieces, columns, rows):
        found = segments.parts(seen.crop(crop))
        if found is None:
            return None
        x0, y0, x1, y1 = crop
        for at in range(1, found.shape[-1]):
            own = masks.resize(np.ascontiguousarray(found[..., at]), x1 - x0, y1 - y0)
            held = layers[y0:y1, x0:x1, at]
            np.maximum(held, own, out=held)
    layers *= gate[..., None]
    fine = np.asarray(np.clip(layers[..., 1:].sum(axis=-1), 0, 1), np.float32)
    both = (fine > 0.5) & (coarse > 0.5)
    if float(both.sum()) < _AGREE * float((coarse > 0.5).sum()):
        return People(coarse, layers)
    # What is surely of a person and no part (a bag before the chest) stays of it.
    sure = masks.grow((coarse > 0.85).astype(np.float32), -reach)
    return People(np.maximum(fine, masks.feather(sure, 1.5)), layers)


def _crops(pieces: Sequence[Piece], columns: int, rows: int) -> list[Crop]:
    """Where to look: a crop round each piece, those that overlap together."""
    boxes = [_box(piece, columns, rows) for piece in pieces[:_MOST]]
    joined = True
    while joined:
        joined = False
        for at, one in enumerate(boxes):
            other = next((o for o in boxes[at + 1 :] if _overlap(one, o)), None)
            if other is not None:
                boxes = [b for b in boxes if b not in (one, other)]
                boxes.append(_both(one, other))
                joined = True
                break
    return [_squarer(box, columns, rows) for box in boxes]


def _both(one: Crop, other: Crop) -> Crop:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def _box(piece: Piece, columns: int, rows: int) -> Crop:
    ys, xs = np.nonzero(piece.held)
    down, across = rows / piece.held.shape[0], columns / piece.held.shape[1]
    x0, x1 = float(xs.min()) * across, float(xs.max() + 1) * across
    y0, y1 = float(ys.min()) * down, float(ys.max() + 1) * down
    room = _ROOM * max(x1 - x0, y1 - y0)
    return (
        max(0, int(x0 - room)),
        max(0, int(y0 - room)),
        min(columns, int(x1 + room) + 1),
        min(rows, int(y1 + room) + 1),
    )


def _squarer(box: Crop, columns: int, rows: int) -> Crop:
    """A crop that is not much longer than it is wide, where the picture has the room."""
    x0, y0, x1, y1 = box
    wide = max(x1 - x0, round((y1 - y0) / _LONGEST))
    tall = max(y1 - y0, round((x1 - x0) / _LONGEST))
    left = min(max(0, (x0 + x1 - wide) // 2), max(0, columns - wide))
    top = min(max(0, (y0 + y1 - tall) // 2), max(0, rows - tall))
    return left, top, min(columns, left + wide), min(rows, top + tall)


def _overlap(one: Crop, other: Crop) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


__all__ = ["People", "people_of"]
