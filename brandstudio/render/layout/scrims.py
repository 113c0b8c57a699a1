"""Where a scrim lies: from an edge of the photo, evenly over it, or as a soft field round the
words alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from brandstudio.models.designs import ScrimLayer
from brandstudio.render.geometry import Canvas, Rect

#: How far a soft field eases out, as a share of the banner's mean side: as planned, and at least.
_FEATHER: Final = 0.2
_CALM_FEATHER: Final = 0.42
_SHORTEST: Final = 0.07
#: A soft field reaches to an edge of the banner that is nearer to the words than so many margins.
_NEAR: Final = 1.7
#: A soft field is taken where it covers less than this part of what a gradient would.
_LESS: Final = 0.92


@dataclass(frozen=True)
class Around:
    """What a scrim is laid round: the words, their column, the photo's frame, faces to keep clear."""

    words: Rect
    column: Rect
    frame: Rect
    space: Canvas
    shape: str
    faces: Sequence[Rect] = ()
    calm: bool = False
    """True on a photo so smooth that the end of a field would show: it eases out over more."""


def scrim(
    around: Around, ground: str, opacity: float, *, lights: int | None = None, blur: float = 0.0
) -> ScrimLayer:
    """The scrim that leaves most of the photo as it is: a soft field or a gradient."""
    frame, space = around.frame, around.space
    if around.shape == "even":
        made = ScrimLayer(
            shape="even", box=frame.snapped(), colour=ground, angle=0, opacity_start=opacity,
            opacity_end=opacity, hold=1.0,
        )  # fmt: skip
    else:
        pad = 0.35 * space.margin
        ways = _ways(around.words, frame, pad, around.faces)
        if around.column.width > 0.72 * frame.width:
            ways = [way for way in ways if way.angle in (90, 270)]
        # Half of the easing counts as covered, and faces that it must stop short of.
        chosen = min(ways, key=lambda w: w.covers)
        field, covers = _field(around, pad)
        whole = frame.holds(space.whole, 1.0)
        if around.shape == "linear" and whole and covers < _LESS * max(chosen.covers, around.calm):
            made = soft(field[0], field[1], ground, opacity)
        else:
            made = _gradient(chosen, frame, ground, opacity)
    if lights is None and not blur:
        return made
    return made.model_copy(update={"lights": lights, "blur": blur})


def soft(core: Rect, feather: float, ground: str, opacity: float) -> ScrimLayer:
    """A field that is even over a box and eases out round it."""
    return ScrimLayer(
        shape="soft", box=core.inset(-feather).snapped(), colour=ground, angle=0,
        opacity_start=opacity, opacity_end=0.0, feather=feather,
    )  # fmt: skip


def _field(around: Around, pad: float) -> tuple[tuple[Rect, float], float]:
    """The box of a soft field and its feather (px), and the share of the photo that it covers."""
    space, frame = around.space, around.frame
    near, feather = _NEAR * space.margin, (_CALM_FEATHER if around.calm else _FEATHER) * space.mean
    words = around.words.inset(-pad)
    apart = [_distance(words, face) for face in around.faces]
    feather = round(max(min([feather, *(gap for gap in apart if gap > 0)]), _SHORTEST * space.mean))
    x0 = words.x if words.x - frame.x > near else frame.x - feather
    y0 = words.y if words.y - frame.y > near else frame.y - feather
    x1 = words.right if frame.right - words.right > near else frame.right + feather
    y1 = words.bottom if frame.bottom - words.bottom > near else frame.bottom + feather
    core = Rect(x0, y0, x1 - x0, y1 - y0).snapped()
    seen = core.inset(-0.5 * feather).common(frame)
    shaded = sum(seen.holds(face, 1.0) for face in around.faces)
    return (core, feather), seen.area / frame.area + 0.5 * shaded


def _distance(box: Rect, other: Rect) -> float:
    """How far the middle of another box is from a box; 0 inside."""
    x, y = other.centre
    dx = max(box.x - x, x - box.right, 0.0)
    dy = max(box.y - y, y - box.bottom, 0.0)
    return float((dx * dx + dy * dy) ** 0.5)


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


def _ways(words: Rect, frame: Rect, pad: float, faces: Sequence[Rect]) -> list[_Way]:
    """From the nearer side and from the nearer end."""
    left, top = words.centre[0] <= frame.centre[0], words.centre[1] <= frame.centre[1]
    across = (words.right + pad - frame.x) if left else (frame.right - words.x + pad)
    down = (words.bottom + pad - frame.y) if top else (frame.bottom - words.y + pad)
    made = []
    for angle, reach, side, ease in (
        (0 if left else 180, across, frame.width, 0.36 * frame.width),
        (90 if top else 270, down, frame.height, 0.36 * frame.height),
    ):
        # Distances are counted from the edge that the scrim starts at.
        far = [
            abs(_from_edge(face, frame, angle) - reach)
            for face in faces
            if _from_edge(face, frame, angle) > reach
        ]
        shaded = [face for face in faces if _from_edge(face, frame, angle) <= reach]
        ease = max(min([ease, *far]), 0.1 * side)
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
