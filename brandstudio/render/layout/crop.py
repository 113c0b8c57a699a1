"""Choose the part of a photo that fills a frame: the subject whole and clear of the words, faces
never covered, placed by thirds in what the words leave free. A focal point that a person set always
wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop_weights import WEIGHTS, Weights
from brandstudio.render.layout.elbow_room import jammed
from brandstudio.render.layout.going_on import cut_at_plain, ground_added, lopsided, reaching
from brandstudio.render.layout.logo_ground import LogoGround
from brandstudio.render.layout.standing import clear_centre, heart

F64 = NDArray[np.float64]

#: The air above a head from which on it does not touch the upper edge, and from which on people sink in
#: the frame, of the crop's height.
_HEADROOM, _SUNK = 0.06, 0.2
#: What that counts of a thing, which would rather stand on whole legs than under air.
_NO_HEAD = 0.35
#: The height that a scene's sky is to have, of the crop's: it is what lights it.
_SKY = 0.2
#: The hair above a face that words keep off where they can, of its height.
_ABOVE_FACE = 0.3
#: And at its sides, of its width: an ear at a line's beginning looks as if it hid some of that.
_BESIDE_FACE = 0.25
# A face so wide in a crop is a portrait's, which stands in the middle, give or take so much.
_CLOSE, _ASIDE = 0.2, 0.04
# More faces than these, none of them higher than this part of the photo, are an audience: what each counts.
_FEW, _TINY, _CROWD = 5, 0.09, 0.1
#: A face that is larger than this part of the biggest is one of those that the picture is of; one smaller than
#: that part is in the audience behind them.
_MAIN, _REAR = 0.4, 0.3


@dataclass(frozen=True)
class Crop:
    """A crop in pixels of the photo, and what it does to the subject."""

    box: Rect
    cost: float
    covered: float
    """The share of the subject that lies under something (0 to 1)."""
    occlusion: float
    """How much of the covering boxes lies on the subject (0 to 1); the papers' Occ."""
    faces_covered: int
    visible: float
    """The share of the subject that is in the frame."""
    faces_lost: int = 0
    """Faces that the frame cuts or leaves out."""
    head_lost: float = 0.0
    """The share of the subject's top that is cut off, or that something lies over (0 to 1)."""
    face_seen: float = 1.0
    """How much is seen of the main face of which least is (0 to 1)."""
    sliced: float = 0.0
    """How much it slices off things (see `Things.sliced`); 1 is one end of the subject."""
    strip: float = 0.0
    """How much of somebody cut to a strip stands at its borders (see `Slivers.shown`)."""


def best_crop(
    attention: Attention, frame: Rect, covers: Sequence[Rect], logo: LogoGround | None = None
) -> Crop:
    """The cheapest crop for a frame, with ``covers`` (boxes on the canvas) lying over it, and a
    ``logo`` that has one place.
    """
    boxes = _candidates_of(attention, frame)
    more = 0.0 if logo is None else logo.cost(frame, boxes)
    return _best(attention, frame, covers, boxes, more)


def alike_crop(
    attention: Attention, frame: Rect, covers: Sequence[Rect], part: Rect, most: float
) -> Crop:
    """The crop that shows most of a part of the photo among those that cost at most so much more
    than the cheapest.
    """
    boxes = _candidates_of(attention, frame)
    over = [c.common(frame) for c in covers if c.common(frame).area > 0]
    x, y, w, h = boxes.T
    shown = _shared(part, x, y, w, h) * part.area / np.minimum(w * h, part.area)
    total = _cost(attention, frame, boxes, over).total - most * np.minimum(shown, 1.0)
    return judged(attention, frame, covers, Rect(*(float(v) for v in boxes[np.argmin(total)])))


def chosen_crop(
    attention: Attention,
    frame: Rect,
    covers: Sequence[Rect],
    wanted: tuple[float, float, float, float],
) -> Crop:
    """The smallest crop of the frame's ratio round a part of the photo (fractions of it), moved
    inside where it stands out; the largest there is where even that is smaller than the part.
    """
    ratio = frame.width / frame.height
    x, y = wanted[0] * attention.width, wanted[1] * attention.height
    across, down = wanted[2] * attention.width, wanted[3] * attention.height
    width = max(across, down * ratio)
    width = min(width, attention.width, attention.height * ratio)
    height = width / ratio
    left = min(max(x + (across - width) / 2, 0.0), attention.width - width)
    top = min(max(y + (down - height) / 2, 0.0), attention.height - height)
    return _best(attention, frame, covers, np.array([[left, top, width, height]]))


def judged(attention: Attention, frame: Rect, covers: Sequence[Rect], box: Rect) -> Crop:
    """A crop as it is, with what it does to the subject."""
    return _best(attention, frame, covers, np.array([tuple(box)]))


def costs(attention: Attention, frame: Rect, covers: Sequence[Rect], boxes: F64) -> F64:
    """What each crop costs under boxes that lie over it."""
    return _cost(attention, frame, boxes, covers).total


def lies_on(
    attention: Attention, frame: Rect, covers: Sequence[Rect], box: Rect
) -> tuple[float, int, float]:
    """What boxes over a crop lie on: the share of the subject, how many faces, and the share of the
    subject's top; a tenth of the work of `judged`.
    """
    boxes, scale = np.array([tuple(box)]), box.width / frame.width
    mapped = [
        (
            boxes[:, 0] + (c.x - frame.x) * scale,
            boxes[:, 1] + (c.y - frame.y) * scale,
            np.array([c.width * scale]),
            np.array([c.height * scale]),
        )
        for c in covers
    ]
    none = np.zeros(1)
    covered = _subject(attention, boxes, mapped)[1] if attention.total > 0 else none
    top, faces = _top(attention, boxes, mapped)[1], _with_faces(none, attention, boxes, mapped)[1]
    return float(covered[0]), int(faces[0]), float(top[0])


def _best(
    attention: Attention,
    frame: Rect,
    covers: Sequence[Rect],
    boxes: F64,
    more: F64 | float = 0.0,
) -> Crop:
    cost = _cost(
        attention, frame, boxes, [c.common(frame) for c in covers if c.common(frame).area > 0]
    )
    total = cost.total + more
    at = int(np.argmin(total))
    return Crop(
        Rect(*(float(v) for v in boxes[at])),
        float(total[at]),
        float(cost.covered[at]),
        float(cost.occlusion[at]),
        int(cost.faces[at]),
        float(cost.visible[at]),
        int(cost.lost[at]),
        float(cost.headless[at]),
        float(_least_seen(attention, boxes[at])),
        float(cost.sliced[at]),
        float(cost.strip[at]),
    )


def _candidates_of(attention: Attention, frame: Rect) -> F64:
    photo, focal = (attention.width, attention.height), attention.focal
    size = (frame.width, frame.height)
    inside = _candidates(photo, size, focal, WEIGHTS)
    if focal is not None or not attention.plain:
        return inside
    return np.concatenate((inside, reaching(photo, size, attention.plain)))


@lru_cache(maxsize=64)
def _candidates(
    photo: tuple[int, int],
    frame: tuple[float, float],
    focal: tuple[float, float] | None,
    weights: Weights,
) -> F64:
    """Crops of a frame's ratio as rows (x, y, width, height): the same for all words, so they are
    kept, not to be changed. Smaller ones too, where nobody set a focal point.
    """
    ratio = frame[0] / frame[1]
    width = min(photo[0], photo[1] * ratio)
    height = width / ratio
    rows: list[F64] = []
    for factor in weights.zooms if focal is None else (1.0,):
        w, h = width / factor, height / factor
        if factor > 1 and frame[0] / w > weights.coarsest:
            break
        steps = 33 if factor == 1.0 else 13
        free_x, free_y = photo[0] - w, photo[1] - h
        xs = np.linspace(0, free_x, steps) if free_x > 1 else np.array([free_x / 2])
        ys = np.linspace(0, free_y, steps) if free_y > 1 else np.array([free_y / 2])
        if focal is not None:
            xs = np.append(xs, np.clip(focal[0] - w / 2, 0, max(free_x, 0)))
            ys = np.append(ys, np.clip(focal[1] - h / 2, 0, max(free_y, 0)))
        grid_y, grid_x = np.meshgrid(ys, xs, indexing="ij")
        rows.append(
            np.stack(
                [grid_x.ravel(), grid_y.ravel(), np.full(grid_x.size, w), np.full(grid_x.size, h)],
                axis=1,
            )
        )
    found = np.concatenate(rows)
    found.flags.writeable = False
    return found


@dataclass(frozen=True)
class _Cost:
    total: F64
    covered: F64
    occlusion: F64
    faces: F64
    visible: F64
    lost: F64
    headless: F64
    sliced: F64
    strip: F64


def _are_many(attention: Attention) -> bool:
    """True of the faces of an audience, of which no single one is what the photo is of: a band before
    theirs is larger.
    """
    biggest = max((f.area for f in attention.faces), default=0.0)
    tallest = max((f.height for f in attention.faces), default=0.0)
    alike = sum(f.area > _MAIN * biggest for f in attention.faces)
    return alike > _FEW and tallest < _TINY * attention.height


def _least_seen(attention: Attention, box: F64) -> float:
    if _are_many(attention):
        return 1.0
    shown = Rect(*(float(v) for v in box))
    biggest = max((face.area for face in attention.faces), default=1.0)
    main = [face for face in attention.faces if face.area > _MAIN * biggest]
    return min((face.common(shown).area / max(face.area, 1e-9) for face in main), default=1.0)


_Boxes = Sequence[tuple[F64, F64, F64, F64]]
"""What lies over the crop, one entry each: x, y, width and height in the photo for every crop."""


def _cost(attention: Attention, frame: Rect, boxes: F64, covers: Sequence[Rect]) -> _Cost:
    x, y, w, _ = boxes.T
    scale = w / frame.width  # photo pixels per banner pixel
    mapped = [
        (
            x + (c.x - frame.x) * scale,
            y + (c.y - frame.y) * scale,
            c.width * scale,
            c.height * scale,
        )
        for c in covers
    ]
    none = np.zeros(len(boxes))
    largest = min(float(w.max()), attention.width, attention.height * frame.width / frame.height)
    cost = WEIGHTS.zoom * np.maximum(largest / w - 1, 0)
    if attention.plain:
        cost = cost + WEIGHTS.beyond * ground_added(attention, boxes, beside=bool(mapped))
        cost = cost + WEIGHTS.whole * cut_at_plain(attention, boxes)
    visible, covered, occlusion = none + 1, none.copy(), none.copy()
    if attention.total > 0:
        visible, covered, occlusion = _subject(attention, boxes, mapped)
        trust = (1.0 if attention.sure else WEIGHTS.unsure) * (
            WEIGHTS.beside_focal if attention.focal is not None else 1.0
        )
        cost = cost + trust * (
            WEIGHTS.cut_off * (1 - visible)
            + WEIGHTS.covered * covered
            + WEIGHTS.occlusion * occlusion
        )
    if attention.borders is not None and attention.focal is None:
        cost = cost + WEIGHTS.sliced * attention.borders.cut(boxes)
        group = WEIGHTS.group_out * min(attention.borders.calm / WEIGHTS.still, 1.0)
        shown = attention.borders.shown(boxes)
        hidden = sum((attention.borders.shown(np.stack(m, axis=1)) for m in mapped), none)
        laid_on = WEIGHTS.hidden * group + WEIGHTS.written * bool(attention.plain)
        cost = cost + group * (1 - shown) + laid_on * hidden
        cost = cost + WEIGHTS.enlarged * np.maximum(frame.width / w - 1, 0)
    outside, under = _top(attention, boxes, mapped)
    cost = cost + _lights(attention, boxes, mapped)
    people = bool(attention.heads)
    cost = cost + (WEIGHTS.head_out if people else WEIGHTS.top_out) * outside
    cost = cost + (WEIGHTS.head_covered if people else WEIGHTS.top_covered) * under
    cost, faces_covered, lost = _with_faces(cost, attention, boxes, mapped)
    target = clear_centre(frame, covers)
    if attention.plain:
        cost = cost + WEIGHTS.lopsided * lopsided(attention, boxes, target)
    cost = _with_place(cost, attention, frame, boxes, mapped, target)
    if attention.focal is None and not _are_many(attention):
        cost = cost + WEIGHTS.jammed * jammed(attention, boxes)
    headless = np.asarray(outside + under)
    cut, strip = _sliced(attention, boxes), none
    if attention.slivers is not None and attention.focal is None:
        strip = attention.slivers.shown(boxes)
    cost = np.asarray(cost + WEIGHTS.ends * cut + WEIGHTS.strip * strip)
    return _Cost(cost, covered, occlusion, faces_covered, visible, lost, headless, cut, strip)


def _sliced(attention: Attention, boxes: F64) -> F64:
    """What of its things a crop slices off, where no person's point stands above it."""
    if attention.things is None or attention.focal is not None:
        return np.zeros(len(boxes))
    return attention.things.sliced(boxes)


def _top(attention: Attention, boxes: F64, mapped: _Boxes) -> tuple[F64, F64]:
    """The shares of the subject's top, or of the head of which most is, that are cut off, and that
    something lies over. Small heads count less, and those of people at the rim only where they are covered.
    """
    outside, under = np.zeros(len(boxes)), np.zeros(len(boxes))
    if attention.focal is not None:
        return outside, under
    x, y, w, h = boxes.T
    largest = max((part.area for part in (*attention.tops, *attention.faces)), default=1.0)
    for top in attention.tops:
        weight = min(top.area / largest, 1.0) ** 0.5
        outside = np.maximum(outside, weight * (1 - _shared(top, x, y, w, h)))
    for head in attention.heads or attention.tops:
        weight = min(head.area / largest, 1.0) ** 0.5
        laid = sum((_shared(head, *cover) for cover in mapped), np.zeros(len(boxes)))
        under = np.maximum(under, weight * np.minimum(laid, _shared(head, x, y, w, h)))
    return outside, under


def _shared(part: Rect, x: F64, y: F64, w: F64, h: F64) -> F64:
    """The share of a rectangle that lies in each of many."""
    across = np.minimum(x + w, part.right) - np.maximum(x, part.x)
    down = np.minimum(y + h, part.bottom) - np.maximum(y, part.y)
    return np.asarray(np.clip(across, 0, None) * np.clip(down, 0, None) / max(part.area, 1e-9))


def _lights(attention: Attention, boxes: F64, mapped: _Boxes) -> F64:
    """What it costs to lose the picture's one light, or to lay something over it."""
    x, y, w, h = boxes.T
    none = np.zeros(len(boxes))
    if attention.light is None or attention.focal is not None:
        return none
    at_x, at_y = attention.light
    rim = 0.1 * w
    out = (at_x < x + rim) | (at_x > x + w - rim) | (at_y < y + rim) | (at_y > y + h - rim)
    under = none > 1
    for cx, cy, cw, ch in mapped:
        under |= (
            (at_x > cx - rim) & (at_x < cx + cw + rim) & (at_y > cy - rim) & (at_y < cy + ch + rim)
        )
    return np.asarray(WEIGHTS.light_out * out + WEIGHTS.light_covered * (under & ~out))


def _subject(attention: Attention, boxes: F64, mapped: _Boxes) -> tuple[F64, F64, F64]:
    """How much of the subject is in the frame, how much of it is covered, and how much of what
    covers lies on it.
    """
    total, all_of_them = attention.total, [tuple(boxes.T), *mapped]
    x, y, w, h = (np.concatenate([box[at] for box in all_of_them]) for at in range(4))
    visible, *covered = attention.sums(x, y, x + w, y + h).reshape(-1, len(boxes))
    under = sum(covered, np.zeros(len(boxes)))
    area = sum((cw * ch / attention.cell for _, _, cw, ch in mapped), np.zeros(len(boxes)) + 1e-9)
    return visible / total, under / total, under / area


def _with_faces(
    cost: F64, attention: Attention, boxes: F64, mapped: _Boxes
) -> tuple[F64, F64, F64]:
    """The cost with that of faces, how many are covered, and how many are lost."""
    x, y, w, h = boxes.T
    none = np.zeros(len(boxes))
    covered, lost = none.copy(), none.copy()
    biggest = max((f.area for f in attention.faces), default=1.0)
    crowd = _CROWD if _are_many(attention) else 1.0
    for face in attention.faces:
        hit, near = none > 1, none > 1
        for cx, cy, cw, ch in mapped:
            hit |= (cx < face.right) & (face.x < cx + cw) & (cy < face.bottom) & (face.y < cy + ch)
            low = (cy + ch > face.y - _ABOVE_FACE * face.height) & (cy < face.bottom)
            aside = _BESIDE_FACE * face.width
            near |= (cx < face.right + aside) & (face.x - aside < cx + cw) & low
        covered += hit
        cost = cost + WEIGHTS.face_near * (near & ~hit)
        shown = np.clip(np.minimum(x + w, face.right) - np.maximum(x, face.x), 0, None) * np.clip(
            np.minimum(y + h, face.bottom) - np.maximum(y, face.y), 0, None
        )
        part = shown / max(face.area, 1e-9)
        # A face at the back of a crowd may go; one of those that the picture is of may not.
        size = min(face.area / biggest, 1.0)
        weight = crowd * size * (1.0 if size > _REAR else _CROWD)
        lost += (part < 0.9) * (crowd * size > _MAIN)
        cut = (part > 0.02) & (part < 0.98)
        # Half a face at the border is seen by whoever sees the border, be it a small one.
        cost = cost + weight * WEIGHTS.face_out * (1 - part)
        cost = cost + weight**0.5 * WEIGHTS.face_cut * cut
    if len(attention.faces) == 1 and not mapped and attention.focal is None:
        (face,) = attention.faces
        aside = np.abs((face.x + face.width / 2 - x) / w - 0.5) - _ASIDE
        cost = cost + WEIGHTS.face_aside * np.clip(aside, 0, None) * (face.width > _CLOSE * w)
    return cost + WEIGHTS.face_covered * covered, covered, lost


def _with_place(
    cost: F64,
    attention: Attention,
    frame: Rect,
    boxes: F64,
    mapped: _Boxes,
    target: tuple[float, float],
) -> F64:
    """The cost with that of where the subject stands, or the focal point."""
    x, y, w, h = boxes.T
    spot = attention.focal or heart(attention)
    if spot is None:
        # Nothing stands out: near the middle, a little high, where horizons and skies are.
        across = np.abs((x + w / 2) / attention.width - 0.5)
        free = across + np.abs((y + h / 2) / attention.height - 0.47)
        return np.asarray(cost + WEIGHTS.middle * free)
    at_x, at_y = (spot[0] - x) / w, (spot[1] - y) / h
    away = np.hypot(at_x - target[0], (at_y - target[1]) * min(frame.height / frame.width, 1.0))
    if attention.focal is not None:
        outside = (at_x < 0.02) | (at_x > 0.98) | (at_y < 0.02) | (at_y > 0.98)
        hidden = np.zeros(len(boxes)) > 1
        for cx, cy, cw, ch in mapped:
            hidden |= (spot[0] > cx) & (spot[0] < cx + cw) & (spot[1] > cy) & (spot[1] < cy + ch)
        cost = cost + WEIGHTS.focal_outside * outside + WEIGHTS.focal_covered * hidden
        return np.asarray(cost + WEIGHTS.focal_away * away)
    thirds = np.minimum.reduce([np.abs(at_x - t) for t in (1 / 3, 1 / 2, 2 / 3)])
    cost = cost + WEIGHTS.away * away + WEIGHTS.thirds * thirds
    if attention.subject is not None:
        above = (attention.subject.y - y) / h
        if attention.faces and "top" in attention.plain:
            cost = cost + WEIGHTS.sunk * np.clip(above - _SUNK, 0, None)
        if attention.is_scene:
            cost = cost + WEIGHTS.sky * np.clip(1 - above / _SKY, 0, 1)
        gap = np.clip(_HEADROOM - above, 0, _HEADROOM)
        people = bool(attention.faces or (attention.tops and attention.heads))
        cost = cost + WEIGHTS.head * (1.0 if people else _NO_HEAD) * gap / _HEADROOM
    return np.asarray(cost)
