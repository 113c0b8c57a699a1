"""The form of the joint between a field of words and the photo beside it: slanted, one large round
corner of the photo, or a curve; one for a brand, from the shape that it says its corners have.

The field's colour is laid over a part of the photo, so that words keep all of their room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from brandstudio.models.designs import LogoLayer, PanelLayer, PhotoLayer, ShapeLayer
from brandstudio.pixels import colour
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop import Crop, best_crop, judged, lies_on
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.template import SHIPPED

Side = Literal["left", "right", "top", "bottom"]
Depth = Callable[[float], float]
"""How far the field reaches over the photo (px), by the way along the joint (0 to 1)."""

#: Banners with a shorter side (px) have a straight joint, and so have those of such a ratio.
_SMALL: Final = 250
_LONG: Final = 3.2
#: How far the field reaches over the photo at most, of the joint's length and of the photo's depth.
_SLANT: Final = (0.13, 0.24)
_CURVE: Final = (0.11, 0.2)
#: The radius of the one round corner, of the photo's shorter side.
_ROUND: Final = 0.4
#: The share of a subject from which on it is cut.
_CUT: Final = 0.004
#: How far a form keeps off the subject, of the photo's shorter side: its mask ends short of feet.
_APART: Final = 0.02
#: How deep the band along a form's edge is in which things count, of the same, and from which density of
#: outlines in a part of it on it cuts them: this, or so many times what the whole photo has.
_BAND: Final = 0.02
_HARD: Final = 0.12
_MUCH: Final = 1.85
#: How much worse a part of the photo may be that gives the form room.
_MOVED: Final = 0.4
#: What of a photo is as near as this to the field's colour goes on in it (OKLab), and the share of it
#: under a form from which on the form would look torn.
_ALIKE: Final = 0.09
_LOST: Final = 0.3
#: How far the form reaches into the field (px): no seam shows, however it is drawn.
_UNDER: Final = 2
#: The boxes that stand for a form where it is measured.
_SLICES: Final = 12


@dataclass(frozen=True)
class _Form:
    """What covers a photo from the ``side`` that the field lies at. ``path`` is given as commands with
    points (into the photo, along the joint) in px.
    """

    photo: Rect
    side: Side
    commands: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    depth: Depth
    reach: float
    """The deepest that it is (px)."""

    def _at(self, into: float, along: float) -> tuple[float, float]:
        box = self.photo
        if self.side in ("left", "right"):
            return (box.x + into if self.side == "left" else box.right - into), box.y + along
        return box.x + along, (box.y + into if self.side == "top" else box.bottom - into)

    @property
    def path(self) -> str:
        """The outline (SVG path data in px of the banner)."""
        said = []
        for name, points in self.commands:
            placed = (self._at(*point) for point in points)
            said.append(name + " ".join(f"{x:.3f} {y:.3f}" for x, y in placed))
        return "".join(said) + "Z"

    def _box(self, first: float, last: float, start: float, end: float) -> Rect:
        (x0, y0), (x1, y1) = self._at(first, start), self._at(last, end)
        return Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    @property
    def box(self) -> Rect:
        return self._box(-_UNDER, float(np.ceil(self.reach)), 0.0, _length(self.photo, self.side))

    def edges(self, deep: float) -> list[Rect]:
        """Boxes on the photo along the form's edge, so ``deep`` at either side of it."""
        length, found = _length(self.photo, self.side), list[Rect]()
        for number in range(_SLICES):
            start, end = number / _SLICES, (number + 1) / _SLICES
            first, last = sorted((self.depth(start), self.depth(end)))
            if last > 0.5:
                box = self._box(max(first - deep, 0.0), last + deep, start * length, end * length)
                found.append(box.common(self.photo))
        return found

    @property
    def slices(self) -> list[Rect]:
        """Boxes on the photo that hold all of it that is covered."""
        length, found = _length(self.photo, self.side), list[Rect]()
        for number in range(_SLICES):
            start, end = number / _SLICES, (number + 1) / _SLICES
            deep = max(self.depth(start), self.depth(end))
            if deep > 0.5:
                found.append(self._box(0.0, deep, start * length, end * length))
        return found


def form_joint(draft: Draft) -> Draft:
    """The joint in the brand's form, where that cuts nothing and reaches no logo."""
    joint = _straight(draft)
    if joint is None:
        return draft
    photo, field, side = joint
    for form in _forms(draft.setting, Rect(*photo.box), side):
        if _is_free(draft, form) and not _goes_on(draft, photo, field, form):
            return draft.over(
                ShapeLayer(box=form.box.rounded(), colour=field.colour, path=form.path)
            )
    return draft


def _straight(draft: Draft) -> tuple[PhotoLayer, PanelLayer, Side] | None:
    """The photo that runs to the banner's edges, the field beside it and at which side that lies;
    None of another layout, or where its joint stays as it is.
    """
    setting = draft.setting
    if not _may_form(setting, draft.place.arrangement):
        return None
    photo = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    field = next(
        (x for x in draft.layers if isinstance(x, PanelLayer) and x.purpose == "ground"), None
    )
    if photo is None or field is None or photo.beyond is not None:
        return None
    if field.opacity < 1 or field.radius:
        return None
    side = _side(Rect(*photo.box), Rect(*field.box), setting.canvas.whole)
    return (photo, field, side) if side is not None else None


def _may_form(setting: Setting, arrangement: Arrangement) -> bool:
    """True of a layout whose joint has a form where nothing is in its way."""
    width, height = setting.canvas.width, setting.canvas.height
    if (
        not setting.brief.look.formed
        or min(width, height) < _SMALL
        or max(width, height) > _LONG * min(width, height)
    ):
        return False
    shipped = setting.brief.template.name in SHIPPED and arrangement.head is None
    return shipped and arrangement.joint in ("none", "edge")


def with_space(place: Place, setting: Setting) -> Place:
    """The place with its photo moved a little where the joint's form would else meet something in it; as
    it is where no other part of the photo is as good.
    """
    option, crop, attention = place.arrangement, place.crop, setting.attention
    asked = setting.brief.choices.crop is not None or setting.brief.choices.seed
    if crop is None or attention is None or option.ground is None or asked:
        return place
    if attention.focal is not None or not _may_form(setting, option):
        return place
    photo, inside = option.photo.snapped(), Rect(0, 0, attention.width, attention.height)
    side = _side(photo, option.ground.snapped(), setting.canvas.whole)
    if side is None or not inside.holds(crop.box, 1.0):
        return place
    forms = _forms(setting, photo, side)
    if any(_keeps_off(attention, place, form) for form in forms):
        return place
    for form in forms:
        apart = (_APART + _BAND) * min(photo.width, photo.height)
        covers = [part.inset(-apart).common(photo) for part in form.slices]
        found = best_crop(attention, option.photo, covers)
        moved = replace(place, crop=found)
        if not inside.holds(found.box, 1.0) or not _keeps_off(attention, moved, form):
            continue
        free = judged(attention, option.photo, (), found.box)
        if free.cost <= crop.cost + _MOVED and _as_whole(free, crop):
            return replace(place, crop=free)
    return place


def _as_whole(crop: Crop, before: Crop) -> bool:
    """True of a crop that cuts no more than another."""
    faces = crop.faces_lost <= before.faces_lost and crop.head_lost <= before.head_lost + 0.02
    return faces and crop.visible >= before.visible - 0.02 and crop.sliced <= before.sliced + 0.1


def _side(photo: Rect, field: Rect, whole: Rect) -> Side | None:
    """The side of the photo at which the field lies, where the two fill the banner."""
    if abs(photo.area + field.area - whole.area) > 1 or photo.meets(field):
        return None
    if photo.height == whole.height:
        return "left" if field.x < photo.x else "right"
    return ("top" if field.y < photo.y else "bottom") if photo.width == whole.width else None


def _length(photo: Rect, side: Side) -> float:
    return photo.height if side in ("left", "right") else photo.width


def _forms(setting: Setting, photo: Rect, side: Side) -> list[_Form]:
    """The brand's form, the end of the joint first at which it usually stands."""
    corners = setting.brief.look.corners
    if corners == "round":
        return [_curve(photo, side)]
    if corners == "soft":
        first = side == "top"
        return [_corner(photo, side, at_start=first), _corner(photo, side, at_start=not first)]
    # It rises to the right wherever the field lies.
    first = side in ("left", "top")
    return [_slant(photo, side, at_start=first), _slant(photo, side, at_start=not first)]


def _reach(photo: Rect, side: Side, most: tuple[float, float]) -> float:
    long = _length(photo, side)
    return float(round(min(most[0] * long, most[1] * photo.area / long)))


def _slant(photo: Rect, side: Side, *, at_start: bool) -> _Form:
    long, deep = _length(photo, side), _reach(photo, side, _SLANT)
    near, far_end = (0.0, long) if at_start else (long, 0.0)
    commands = (
        ("M", ((-_UNDER, near),)),
        ("L", ((deep, near),)),
        ("L", ((0.0, far_end),)),
        ("L", ((-_UNDER, far_end),)),
    )
    return _Form(photo, side, commands, lambda t: deep * (1 - t if at_start else t), deep)


def _curve(photo: Rect, side: Side) -> _Form:
    long, deep = _length(photo, side), _reach(photo, side, _CURVE)
    commands = (
        ("M", ((-_UNDER, 0.0),)),
        ("L", ((deep, 0.0),)),
        ("Q", ((-deep, long / 2), (deep, long))),
        ("L", ((-_UNDER, long),)),
    )
    return _Form(photo, side, commands, lambda t: deep * (2 * t - 1) ** 2, deep)


def _corner(photo: Rect, side: Side, *, at_start: bool) -> _Form:
    long, radius = _length(photo, side), round(_ROUND * min(photo.width, photo.height))
    end, sign = (0.0, 1) if at_start else (long, -1)
    bend = 0.447715 * radius  # where a cubic's handles stand for a quarter of a circle
    commands = (
        ("M", ((-_UNDER, end),)),
        ("L", ((radius, end),)),
        ("C", ((bend, end), (0.0, end + sign * bend), (0.0, end + sign * radius))),
        ("L", ((-_UNDER, end + sign * radius),)),
    )

    def depth(t: float) -> float:
        from_end = min(t * long if at_start else (1 - t) * long, radius)
        return float(radius - (radius**2 - (radius - from_end) ** 2) ** 0.5)

    return _Form(photo, side, commands, depth, float(radius))


def _is_free(draft: Draft, form: _Form) -> bool:
    """True where a form covers neither subject nor face, and comes near nothing that lies there."""
    place, attention, slices = draft.place, draft.setting.attention, form.slices
    for layer in draft.layers:
        own = layer.clear_space if isinstance(layer, LogoLayer) else 2.0
        lies = not isinstance(layer, PhotoLayer) and not (
            isinstance(layer, PanelLayer) and layer.purpose in ("ground", "mat")
        )
        if lies and any(Rect(*layer.box).meets(part, own) for part in slices):
            return False
    return attention is None or place.crop is None or _keeps_off(attention, place, form)


def _keeps_off(attention: Attention, place: Place, form: _Form) -> bool:
    """True of a form that stays off the subject, faces, the picture's light and things at its edge."""
    assert place.crop is not None
    frame, box, slices = place.arrangement.photo, place.crop.box, form.slices
    apart = _APART * min(frame.width, frame.height)
    scale = frame.width / box.width
    spots = (spot for spot in (attention.light, attention.focal) if spot is not None)
    near = any(
        part.meets(
            Rect(frame.x + (x - box.x) * scale, frame.y + (y - box.y) * scale, 0.0, 0.0),
            0.06 * min(frame.width, frame.height),
        )
        for x, y in spots
        for part in slices
    )
    if near or _through_things(attention, place, form):
        return False
    # Last, as it costs most.
    around = [part.inset(-apart).common(frame) for part in slices]
    covered, faces, head = lies_on(attention, frame, around, box)
    return covered <= _CUT and not faces and head <= 0


def _through_things(attention: Attention, place: Place, form: _Form) -> bool:
    """True of a form whose edge cuts things that stand out: what a mask of the subject lacks, as hands,
    feet, stalks and lamps.
    """
    borders, crop = attention.borders, place.crop
    if borders is None or crop is None:
        return False
    frame = place.arrangement.photo
    scale, deep = crop.box.width / frame.width, _BAND * min(frame.width, frame.height)
    found = []
    for part in form.edges(deep):
        x, y = crop.box.x + (part.x - frame.x) * scale, crop.box.y + (part.y - frame.y) * scale
        found.append((x, y, part.width * scale, part.height * scale))
    there = borders.density(np.array(found))
    whole = borders.density(np.array([tuple(crop.box)]))[0]
    return bool(there.max() > max(_HARD, _MUCH * whole))


def _goes_on(draft: Draft, photo: PhotoLayer, field: PanelLayer, form: _Form) -> bool:
    """True where the photo under a form is so like the field that its edge would be lost."""
    part = draft.ground.crop(form.box.common(Rect(*photo.box)).pixels(*draft.ground.size))
    pixels = colour.u8_to_oklab(np.asarray(part.convert("RGB").reduce(8)))
    own = np.array(colour.hex_to_oklab(field.colour), np.float32)
    return float((np.linalg.norm(pixels - own, axis=2) < _ALIKE).mean()) > _LOST
