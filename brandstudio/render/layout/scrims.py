"""Where a scrim lies, from an edge of the photo, evenly over it or as a soft field in a corner, and what
it takes from the photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render.geometry import Canvas, Rect

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]

#: How far a field in a corner eases out, as a share of the banner's mean side. One that ends sooner
#: shows as a smear.
_FEATHER: Final = 0.46
#: How far a gradient eases out beyond the words, as a share of the photo's side: as planned, and at
#: least.
_EASE: Final = 0.5
_SHORTEST: Final = 0.2
#: A soft field reaches to an edge of the banner that is nearer to the words than so many margins.
_NEAR: Final = 1.7


@dataclass(frozen=True)
class Around:
    """What a scrim is laid round: the words, their column, the photo's frame, faces to keep clear."""

    words: Rect
    column: Rect
    frame: Rect
    space: Canvas
    shape: str
    faces: Sequence[Rect] = ()
    ease: float = 1.0
    """How far a scrim eases out, of the way that it takes as planned."""


def scrims(
    around: Around, ground: str, opacity: float, *, lights: int | None = None
) -> list[ScrimLayer]:
    """The scrims that words may have behind them, those that cover less first: a field in a corner,
    a gradient from an edge. Both go over into the photo on a long way, as no shape of their own.
    """
    frame, space = around.frame, around.space
    if around.shape == "even":
        made = ScrimLayer(
            shape="even", box=frame.snapped(), colour=ground, angle=0, opacity_start=opacity,
            opacity_end=opacity, hold=1.0,
        )  # fmt: skip
        return [made if lights is None else made.model_copy(update={"lights": lights})]
    pad = 0.35 * space.margin
    ways = _ways(around, pad)
    if around.column.width > 0.72 * frame.width:
        ways = [way for way in ways if way.angle in (90, 270)]
    found = [_gradient(way, frame, ground, opacity) for way in sorted(ways, key=lambda w: w.covers)]
    field = _corner(around, pad) if around.shape == "linear" else None
    if field is not None:
        found.insert(0, soft(*field, ground, opacity))
    return found if lights is None else [x.model_copy(update={"lights": lights}) for x in found]


def soft(core: Rect, feather: float, ground: str, opacity: float) -> ScrimLayer:
    """A field that is even over a box and eases out round it."""
    return ScrimLayer(
        shape="soft", box=core.inset(-feather).snapped(), colour=ground, angle=0,
        opacity_start=opacity, opacity_end=0.0, feather=feather,
    )  # fmt: skip


def _corner(around: Around, pad: float) -> tuple[Rect, float] | None:
    """The box of a field in a corner of the banner and its feather (px); None where the words stand
    in no corner, or a face too near to them.
    """
    space, frame = around.space, around.frame
    near, feather = _NEAR * space.margin, round(_FEATHER * around.ease * space.mean)
    words = around.words.inset(-pad)
    left, right = words.x - frame.x <= near, frame.right - words.right <= near
    top, bottom = words.y - frame.y <= near, frame.bottom - words.bottom <= near
    if left == right or top == bottom or not frame.holds(space.whole, 1.0):
        return None
    x0 = frame.x - feather if left else words.x
    y0 = frame.y - feather if top else words.y
    x1 = frame.right + feather if right else words.right
    y1 = frame.bottom + feather if bottom else words.bottom
    core = Rect(x0, y0, x1 - x0, y1 - y0).snapped()
    seen = core.inset(-0.5 * feather).common(frame)
    if any(seen.meets(face) for face in around.faces):
        return None
    return core, feather


def _gradient(chosen: _Way, frame: Rect, ground: str, opacity: float) -> ScrimLayer:
    """A gradient from an edge near the words: even over them, then eased out, in half its way
    before a face.
    """
    angle, reach, full = chosen.angle, chosen.reach, chosen.reach + chosen.ease
    across = angle in (0, 180)
    full = min(full, (frame.width if across else frame.height) * 1.25)
    if across:
        x = frame.x if angle == 0 else frame.right - full
        box = Rect(x, frame.y, full, frame.height).common(frame).snapped()
    else:
        y = frame.y if angle == 90 else frame.bottom - full
        box = Rect(frame.x, y, frame.width, full).common(frame).snapped()
    whole = box.width if across else box.height
    hold = min(reach / max(full, 1.0), 1.0)
    # Where the photo ends before the gradient does, it ends at the opacity it has there.
    rest = 0.0
    if full > whole + 1:
        way = min(max((whole / full - hold) / max(1 - hold, 1e-6), 0.0), 1.0)
        eased = way**3 * (way * (way * 6 - 15) + 10)
        rest = opacity * (1 - eased)
        hold = min(reach / whole, 0.99)
    return ScrimLayer(
        box=box, colour=ground, angle=angle, opacity_start=opacity, opacity_end=rest, hold=hold
    )


@dataclass(frozen=True)
class _Way:
    """A scrim's direction (degrees), how far it is even and then how far it eases out (px)."""

    angle: int
    reach: float
    ease: float
    covers: float
    """The share of the frame that it darkens."""


def _ways(around: Around, pad: float) -> list[_Way]:
    """From the nearer side and from the nearer end."""
    words, frame, faces, planned = around.words, around.frame, around.faces, _EASE * around.ease
    left, top = words.centre[0] <= frame.centre[0], words.centre[1] <= frame.centre[1]
    across = (words.right + pad - frame.x) if left else (frame.right - words.x + pad)
    down = (words.bottom + pad - frame.y) if top else (frame.bottom - words.y + pad)
    made = []
    for angle, reach, side, ease in (
        (0 if left else 180, across, frame.width, planned * frame.width),
        (90 if top else 270, down, frame.height, planned * frame.height),
    ):
        # Distances are counted from the edge that the scrim starts at.
        far = [
            abs(_from_edge(face, frame, angle) - reach)
            for face in faces
            if _from_edge(face, frame, angle) > reach
        ]
        shaded = [face for face in faces if _from_edge(face, frame, angle) <= reach]
        ease = max(min([ease, *far]), _SHORTEST * side)
        covers = min((reach + 0.5 * ease) / side, 1.0) + 0.5 * len(shaded)
        made.append(_Way(angle, reach, ease, covers))
    return made


def _from_edge(face: Rect, frame: Rect, angle: int) -> float:
    x, y = face.centre
    return {0: x - frame.x, 180: frame.right - x, 90: y - frame.y, 270: frame.bottom - y}[angle]


def glow(box: Rect, space: Canvas) -> tuple[Rect, float]:
    """The core and the feather (px) of a field in a corner of the banner: it reaches out of the
    banner at the corner, so that it shows no shape of its own.
    """
    feather = round(0.2 * space.mean)
    core = box.inset(-0.25 * box.height)
    left, top = box.centre[0] < space.width / 2, box.centre[1] < space.height / 2
    x0 = -feather if left else core.x
    x1 = core.right if left else space.width + feather
    y0 = -feather if top else core.y
    y1 = core.bottom if top else space.height + feather
    return Rect(x0, y0, x1 - x0, y1 - y0).snapped(), feather


def loss(before: U8, treated: U8, fill: str, opacity: float) -> float:
    """What a treatment and a veil take from the photo under the words: its lightness and, more
    gravely, its colours and the differences of its lights.
    """
    own = before.astype(np.float32)
    over = np.array(colour.parse_hex(fill), dtype=np.float32)
    after = treated + (over - treated) * np.float32(opacity)
    moved = float(np.abs(after - own).mean())
    vivid = float((_spread(own) - _spread(after)).mean())
    # A fifth of the time of a mean over so short an axis, to the same bit.
    greys = [(p[:, 0] + p[:, 1] + p[:, 2]) / np.float32(3) for p in (own, after)]
    flat = float(greys[0].std() - greys[1].std())
    return (moved + 0.9 * max(vivid, 0.0) + 0.8 * max(flat, 0.0)) / 255


def _spread(pixels: F32) -> F32:
    """How far a pixel's channels are apart."""
    red, green, blue = pixels.T
    low = np.minimum(np.minimum(red, green), blue)
    return np.asarray(np.maximum(np.maximum(red, green), blue) - low)
