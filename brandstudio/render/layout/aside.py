"""Words beside the photo: the way out where every crop would put words on a face."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout.arrangement import Arrangement, Joint
from brandstudio.render.layout.limits import LEAST

#: The part of a field's height at its top that is kept for the logo.
LOGO_ROW = 0.2
#: The height above words over a framed photo that is kept for the logo, of the banner's mean side.
_BAND = 0.105
#: And above words in whose last line, beside the button, it stands: so much of a field's inside must be
#: free there.
_NO_BAND = 0.02
#: A square logo needs more on a phone's screen, where there is height for it: so many times its own.
_ROOM: Final = 1.5
_FREE: Final = 0.42
#: The height of a row for the logo above words below the photo, of the same.
_ROW = 0.12
#: The part of the banner that a field beside a framed photo takes at least.
_FIELD = 0.38
#: The least part of a banner that a photo with the field's colour all round it takes: a smaller one
#: goes to the banner's edges.
LEAST_FRAMED: Final = 0.36
#: And of one that would lose nothing there that a frame keeps: a small box on a bare field is liked least.
_FRAMED: Final = 0.5
#: The part of a low banner's width that its field takes where the logo stands beside the button.
_FOOT: Final = 0.58
#: The part of the way of a melting photo (smootherstep has a sixth done there) that the words reach
#: into; and the part on which more of the field is seen than a subject bears.
_INTO: Final = 0.3
_HEAVY: Final = 0.62
#: How much of the banner's side a photo that melts has at least.
_LEAST_MELTED: Final = 0.42
#: The part of the banner's height at the top of a field that a panel in it leaves to the logo: more
#: stands empty, less crowds it.
_CROWN: Final = 0.31
#: How much larger than on a panel that lies on the photo, and is to hide little of it, its headline may be.
_LARGER: Final = 1.35
#: The most of a banner's height that words for a card take as a field above or below the photo.
_MOST_FIELD: Final = 0.58
#: How much larger words for a card are on a field as wide as the banner.
_WIDER: Final = 1.25
#: How far words keep off a band for the logo above them, in margins.
_BELOW: Final = 0.8


@dataclass(frozen=True)
class Manner:
    """How words stand beside the photo where they leave it."""

    wanted: bool = False
    """They leave it whatever it has room for."""
    for_logo: bool = False
    """And it is the logo that has no place on it, not they."""
    row: bool = False
    """A row is kept for the logo on a field above or below the photo; on a field at a side that is
    too low for one, room beside the button.
    """
    mirrored: bool = False
    """A field at a side is at the other one."""
    hung: bool = False
    """A field above or below the photo is above it."""
    high: float = 0.0
    """How high the logo is for which a row is kept (px)."""
    above: bool = False
    """On a phone's screen the photo is above its field."""


#: As it comes.
PLAIN: Final = Manner()


def beside(
    arrangement: Arrangement,
    canvas: Canvas,
    manner: Manner = PLAIN,
    *,
    centred: bool = True,
    upright: bool = False,
) -> Arrangement:
    """The same words on a field of their own, with the photo only where that ends: nothing of it
    lies under a word.

    The way out where every crop would put words on a face. On a field at a side they stand in the
    middle of its height if ``centred``, else as high as they stood. ``upright`` has the field at a
    side of a square, too.
    """
    joint: Joint = "edge" if arrangement.ground is None else "frame"
    if arrangement.words.blocks[0].paragraph.size * 3 > canvas.height:
        joint = "edge"  # a strip so low has no room for more
    wide = upright or canvas.width > canvas.height * 1.1
    row = LOGO_ROW * (canvas.height - 2 * canvas.margin)
    at_foot = wide and manner.row and row < LEAST
    # Above words that left it no band on a phone's screen the row is that band.
    banded = bool(canvas.controls.bottom) and foot_is_free(arrangement, canvas)
    for_logo = _ROW * canvas.mean * (manner.row and not banded)
    arrangement = arrangement if wide else _as_wide(arrangement, canvas)
    hung = not wide and (manner.hung or _hangs(canvas, joint, manner))
    if wide:
        least = _FOOT * canvas.width * at_foot
        field, photo = _across(arrangement, canvas, joint, least, mirrored=manner.mirrored)
    else:
        band = _band(arrangement, canvas, manner)
        if manner.above and not hung:
            arrangement = _at_foot(arrangement, canvas)
        field, photo = _down(arrangement, canvas, for_logo, band, hung=hung)
    words = arrangement.words
    # In a panel the words stood inside its padding; on a field they stand at the margin, below the
    # logo.
    inner = field.inset(canvas.margin).common(canvas.safe)
    dx, dy = _to_the_margin(arrangement, inner, wide=wide), 0.0
    if hung:
        dy = round(inner.y + _band(arrangement, canvas, manner) + for_logo - words.visible.y)
    if wide and centred:
        # In the middle of what the row that a logo stands in leaves of the field: centred on all of
        # it, logo and words together would hang at its top.
        seen = words.visible
        spare = max(inner.height - row - seen.height, 0.0)
        top = min(inner.y + row + 0.48 * spare, inner.bottom - seen.height)
        if at_foot:
            top = inner.y + 0.5 * max(inner.height - seen.height, 0.0)
        dy = round(top - seen.y)
    joint, photo = _edged(joint, photo, canvas)
    moved = words.moved(dx, dy)
    return replace(arrangement, ground=field, photo=photo, words=moved, joint=joint, logo_box=None)


def _edged(joint: Joint, photo: Rect, canvas: Canvas) -> tuple[Joint, Rect]:
    """A photo framed by its field, if that is wanted and leaves enough of it."""
    if joint != "frame":
        return joint, photo
    tower = canvas.orientation == "skyscraper"  # beside a photo there, no logo has a row
    # On a phone's screen a field lies above the photo in every version; the frame is what tells a panel's.
    high = tower or bool(canvas.controls.bottom)
    smaller = framed(photo, canvas)
    enough = smaller.area >= (LEAST_FRAMED if high else _FRAMED) * canvas.whole.area
    return ("frame", smaller) if enough else ("edge", photo)


def _as_wide(arrangement: Arrangement, canvas: Canvas) -> Arrangement:
    """The words set anew for a field that is as wide as the banner, where they were set for a card:
    a field has no sides that take room from them.
    """
    setter, area, rule = arrangement.setter, arrangement.words.area, arrangement.layout.ground
    card = rule is not None and rule.hug
    if setter is None or not card or arrangement.fixtures or area.width >= canvas.safe.width - 1:
        return arrangement
    most = _MOST_FIELD * canvas.height - _BAND * canvas.mean - 2.4 * canvas.margin
    wider = Rect(canvas.safe.x, area.y, canvas.safe.width, min(area.height, most))
    words = replace(setter, area=wider, shrink=_WIDER * setter.shrink).best()
    seen = arrangement.words.visible
    words = words.moved(
        0.0, round(seen.y + (seen.height - words.visible.height) / 2 - words.visible.y)
    )
    return replace(arrangement, words=words, setter=None)


def over_field(arrangement: Arrangement, canvas: Canvas, part: float) -> Arrangement:
    """The same panel in its corner, at the foot of a field that takes a ``part`` of the banner's
    width; the photo fills the rest.
    """
    box = arrangement.ground
    assert box is not None
    left, whole = round(part * canvas.width), arrangement.photo
    photo = Rect(left, whole.y, canvas.width - left, whole.height)
    if box.centre[0] > canvas.width / 2:
        photo = photo.moved(-left, 0)
    return replace(arrangement, photo=photo, joint="field", logo_box=None)


def heightened(arrangement: Arrangement, canvas: Canvas) -> Arrangement:
    """A panel at the foot of its field made as high as the logo's part of that leaves it, with larger
    words in the middle of its height, and wider for them. As it is where it is that high already.
    """
    box, setter, rule = arrangement.ground, arrangement.setter, arrangement.layout.ground
    top = round(_CROWN * canvas.height)
    if box is None or setter is None or rule is None or box.y <= top or arrangement.fixtures:
        return arrangement
    pad = rule.padding * canvas.margin
    inner = Rect(box.x, top, box.width, box.bottom - top).inset(pad)
    area = Rect(setter.area.x, inner.y, setter.area.width, inner.height)
    bold = setter.rule.model_copy(update={"largest": _LARGER * setter.rule.largest})
    words, held = replace(setter, area=area, rule=bold).best(), arrangement.words
    seen = words.visible
    across = held.rect.right - words.rect.right if words.rtl else held.rect.x - words.rect.x
    words = words.moved(across, round(inner.y + (inner.height - seen.height) / 2 - seen.y))
    wide = round(max(words.rect.width + 2 * pad, box.width))
    left = box.right - wide if box.centre[0] > canvas.width / 2 else box.x
    higher = Rect(left, top, wide, box.bottom - top)
    # A panel that gets wider takes its words along, which begin at the side that moves.
    words = words.moved(wide - box.width if words.rtl and left == box.x else 0.0, 0.0)
    words = words.moved(left - box.x if not words.rtl else 0.0, 0.0)
    return replace(arrangement, ground=higher, words=words, setter=None)


def under_head(arrangement: Arrangement, canvas: Canvas, height: float) -> Arrangement | None:
    """The same with a band for the logo above everything, and the photo so much lower; None where
    something else stands there.
    """
    head = Rect(0, 0, canvas.width, height).snapped()
    boxes = [fixture.box for fixture in arrangement.fixtures]
    words, gap = arrangement.words, _BELOW * canvas.margin
    lower = max(round(head.bottom + gap - words.visible.y), 0)
    words = words.moved(0, lower)
    seen = words.visible
    crowded = seen.bottom > canvas.safe.bottom + 1 or any(
        seen.inset(-gap / 2).meets(box) for box in boxes if lower
    )
    if crowded or any(head.meets(box) for box in boxes):
        return None
    photo = arrangement.photo
    if not arrangement.hides_photo and photo.y < head.bottom:
        photo = Rect(photo.x, head.bottom, photo.width, photo.bottom - head.bottom)
    return replace(
        arrangement, photo=photo, words=words, head=head, logo_place=None, logo_ground=None
    )


def _across(
    arrangement: Arrangement, canvas: Canvas, joint: Joint, least: float, *, mirrored: bool
) -> tuple[Rect, Rect]:
    """Field and photo beside each other, the field at least so wide."""
    box, pad = arrangement.words.rect, canvas.margin
    if joint == "frame":  # as wide as the words need it: the card's padding is the photo's now
        box = Rect(box.x, box.y, max(box.width, _FIELD * canvas.width - 2 * pad), box.height)
    elif arrangement.ground is not None:
        box = arrangement.ground
    # At the other side than a split has its field: two in the brand's colour are two looks.
    at_left = arrangement.words.rtl
    at_left = at_left is not mirrored
    box = Rect(pad if at_left else canvas.width - pad - box.width, box.y, *box[2:])
    if at_left:
        right = min(max(box.right + pad, least), 0.78 * canvas.width)
        field = Rect(0, 0, right, canvas.height)
        photo = Rect(field.right, 0, canvas.width - field.right, canvas.height)
    else:
        left = max(min(box.x - pad, canvas.width - least), 0.22 * canvas.width)
        field = Rect(left, 0, canvas.width - left, canvas.height)
        photo = Rect(0, 0, left, canvas.height)
    return field.snapped(), photo.snapped()


def _band(arrangement: Arrangement, canvas: Canvas, manner: Manner) -> float:
    """The height that words over their photo leave to the logo above them: none where it has room
    beside the button, and the photo has that much more.
    """
    free = not manner.row and not manner.hung and foot_is_free(arrangement, canvas)
    band = (_NO_BAND if free else _BAND) * canvas.mean
    return max(band, _ROOM * manner.high) if manner.row and canvas.controls.bottom else band


def foot_is_free(arrangement: Arrangement, canvas: Canvas) -> bool:
    """True where a logo has room beside the button, at the foot of words on a field."""
    button, room = arrangement.words.button, canvas.safe.width
    at_start = arrangement.align == "start" and not arrangement.fixtures
    return button is not None and at_start and room - button.width > _FREE * room


def _down(
    arrangement: Arrangement, canvas: Canvas, row: float, band: float, *, hung: bool
) -> tuple[Rect, Rect]:
    """Field and photo above each other. A framed photo hangs below its words: above them a split
    has its own.
    """
    box, pad = arrangement.ground or arrangement.words.rect, canvas.margin
    if not hung and box.centre[1] >= canvas.height / 2:
        top = max(box.y - pad - row, 0.2 * canvas.height)
        field = Rect(0, top, canvas.width, canvas.height - top)
        photo = Rect(0, 0, canvas.width, top)
    else:
        stack = arrangement.words.visible.height + band + pad * 1.4
        stack += canvas.safe.y - pad + row
        bottom = min((stack if hung else box.bottom) + pad, 0.8 * canvas.height)
        field = Rect(0, 0, canvas.width, bottom)
        photo = Rect(0, bottom, canvas.width, canvas.height - bottom)
    return field.snapped(), photo.snapped()


def _hangs(canvas: Canvas, joint: Joint, manner: Manner) -> bool:
    """True of a photo below its words wherever these stood on it: a framed one, and one that else
    leaves the part under an app's controls to a bare field.
    """
    return joint == "frame" or (bool(canvas.controls.bottom) and not manner.above)


def _at_foot(arrangement: Arrangement, canvas: Canvas) -> Arrangement:
    """The words at the foot of what no app lies over, with no card."""
    words = arrangement.words
    down = round(canvas.safe.bottom - words.visible.bottom)
    return replace(arrangement, words=words.moved(0.0, down), ground=None)


def _to_the_margin(arrangement: Arrangement, inner: Rect, *, wide: bool) -> float:
    """How far words move across to the edge of a field's inside that they are aligned to."""
    words, align = arrangement.words, arrangement.align
    rtl, told = words.rtl, words.aligned
    dx = inner.right - told.right if rtl else inner.x - told.x
    if align == "center":
        dx = inner.centre[0] - words.rect.centre[0]
    elif align == "end":
        dx = inner.x - words.rect.x if rtl else inner.right - words.rect.right
    moved = told.moved(dx, 0)
    if moved.x < inner.x - 2 or moved.right > inner.right + 2:
        dx = inner.centre[0] - words.rect.centre[0] if wide else 0.0
    return dx


def framed(photo: Rect, canvas: Canvas) -> Rect:
    """A photo's box with the field's colour round it on the sides at the banner's edge, as wide
    there as the margin of the words: both stand on one line.
    """
    rim = canvas.margin
    x0 = photo.x + rim if photo.x < 1 else photo.x
    y0 = photo.y + rim if photo.y < 1 else photo.y
    x1 = photo.right - rim if photo.right > canvas.width - 1 else photo.right
    y1 = photo.bottom - rim if photo.bottom > canvas.height - 1 else photo.bottom
    return Rect(x0, y0, x1 - x0, y1 - y0).snapped()


def fading(aside: Arrangement, canvas: Canvas, way: float) -> Arrangement | None:
    """Words beside their photo, this carried on under the ends of their lines, to go over into their
    field on a ``way`` of the banner's side; None where little of it would be left.
    """
    words, field, photo = union(aside.covered), aside.ground, aside.photo
    assert field is not None
    if _above(aside):
        reach = _INTO * way * canvas.height
        top = field.y > photo.y
        edge = round(words.y + reach if top else words.bottom - reach)
        above, below = (
            Rect(0, 0, canvas.width, edge),
            Rect(0, edge, canvas.width, canvas.height - edge),
        )
        photo, field = (above, below) if top else (below, above)
        enough = photo.height >= _LEAST_MELTED * canvas.height
    else:
        reach = _INTO * way * canvas.width
        left = field.x > photo.x
        edge = round(words.x + reach if left else words.right - reach)
        first, second = (
            Rect(0, 0, edge, canvas.height),
            Rect(edge, 0, canvas.width - edge, canvas.height),
        )
        photo, field = (first, second) if left else (second, first)
        enough = photo.width >= _LEAST_MELTED * canvas.width
    return replace(aside, photo=photo, ground=field, joint="melt", way=way) if enough else None


def _above(aside: Arrangement) -> bool:
    """True of a field above or below its photo."""
    photo, field = aside.photo, aside.ground
    assert field is not None
    return field.x <= photo.x + 1 and field.right >= photo.right - 1


def melted(arrangement: Arrangement, part: float = 1.0) -> Rect:
    """The part of a photo that melts into the field next to it; of that the first ``part``."""
    photo, field = arrangement.photo, arrangement.ground
    assert field is not None
    if _above(arrangement):
        tall = part * min(arrangement.way * (photo.height + field.height), 0.9 * photo.height)
        y = photo.bottom - tall if field.y > photo.y else photo.y
        return Rect(photo.x, y, photo.width, tall).snapped()
    wide = part * min(arrangement.way * (photo.width + field.width), 0.9 * photo.width)
    x = photo.x if field.x < photo.x else photo.right - wide
    return Rect(x, photo.y, wide, photo.height).snapped()


def dissolving(arrangement: Arrangement) -> Rect:
    """The part of a photo of which more is its field than picture."""
    return melted(arrangement, _HEAVY)
