"""A template's layout on one canvas: its frames as pixels, mirrored where words or photo ask for
it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from brandstudio.models.designs import Slots
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.fixtures import Furnisher
from brandstudio.render.layout.grid import Anchor, GridArea
from brandstudio.render.layout.layer_rules import ImageRule, LayerRule, ShapeRule
from brandstudio.render.layout.logo_ground import LogoGround
from brandstudio.render.layout.parts import flips, narrowed, parts
from brandstudio.render.layout.pieces import Fixture
from brandstudio.render.layout.place_rules import Ground, LogoRule, Zone
from brandstudio.render.layout.row import set_row
from brandstudio.render.layout.stacking import Setter
from brandstudio.render.layout.template import SHIPPED, Layout, Template
from brandstudio.render.layout.turning import turned
from brandstudio.render.layout.words import Block, Typography, Words
from brandstudio.render.type.paragraph import Align

Joint = Literal["none", "edge", "melt", "frame", "field"]
"""How a field of words and the photo next to it meet: at an edge, the photo melting into the field's
colour, or the photo framed by it; or the words' panel stands at the foot of a field of its colour,
and the photo beside it.
"""


@dataclass(frozen=True)
class Arrangement:
    """One way to place everything. ``ground`` is the panel behind the words by design, already
    closed round them.
    """

    layout: Layout
    photo: Rect
    ground: Rect | None
    words: Words
    align: Align
    logo_corner: str
    """``top-left``, ``middle-right``, ...: in the canvas's own directions."""
    preference: float
    """How much less the template likes it than its first choice; 0 is best."""
    anchor: Anchor
    fixtures: tuple[Fixture, ...] = ()
    """The template's own layers, from back to front."""
    logo_box: Rect | None = None
    """Where the logo stands on the card, above the words."""
    logo_place: Rect | None = None
    """The corner of the photo that the logo has whatever is there."""
    logo_ground: LogoGround | None = None
    """Where in the photo it reads."""
    head: Rect | None = None
    """A band above the photo that the logo stands in, of the panel's colour."""
    joint: Joint = "none"
    """How words and photo were parted (`beside`), if they were; the logo may then stand on the
    words' field too.
    """
    way: float = 0.4
    """How long a photo melts into the field beside it, of the banner's side."""
    closed: bool = False
    """The words' field is smaller than the template has it, and the photo larger."""
    setter: Setter | None = field(default=None, repr=False, compare=False)
    """What set the words into their area, for one of another size."""

    @property
    def aside(self) -> bool:
        """True if words and photo were parted because the photo left the words no room."""
        return self.joint != "none"

    @property
    def hard(self) -> tuple[Rect, ...]:
        """What hides or covers the photo: the ground, or each block of words and the button."""
        return (self.ground,) if self.ground is not None else self.covered

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All words: those of the stack, then those of the template's own layers."""
        letters = (w.block for fixture in self.fixtures for w in fixture.letters)
        return (*self.words.blocks, *letters)

    @property
    def solid(self) -> tuple[Rect, ...]:
        """The boxes of the template's own layers that hide what is behind them."""
        boxes = (fixture.solid for fixture in self.fixtures)
        return tuple(box for box in boxes if box is not None)

    @property
    def lines(self) -> tuple[Rect, ...]:
        """The boxes of the lines among them: they hide nothing, and run through nothing."""
        forms = (form for fixture in self.fixtures for form in fixture.forms)
        return tuple(
            f.box for f in forms if isinstance(f.rule, ShapeRule) and f.rule.shape == "line"
        )

    @cached_property
    def covered(self) -> tuple[Rect, ...]:
        """The boxes of words and button."""
        boxes = tuple(b.rect for b in self.words.blocks if b.slot != "button_text")
        return (*boxes, self.words.button) if self.words.button is not None else boxes

    @property
    def hides_photo(self) -> bool:
        """True where nothing of the photo's frame is seen: a field of one colour lies over it."""
        rule, ground = self.layout.ground, self.ground
        solid = ground is not None and rule is not None and rule.opacity >= 1
        return solid and ground is not None and ground.holds(self.photo, 1.0)

    @property
    def hard_on_photo(self) -> bool:
        """True if any of that lies over the photo."""
        return any(box.common(self.photo).area > 0 for box in self.hard)

    @property
    def side(self) -> str:
        """Where the words lie on the photo: ``left``, ``right``, ``top`` or ``bottom``; empty when
        in the middle.
        """
        box, frame = self.ground or self.words.rect, self.photo
        gaps = {
            "left": (box.centre[0] - frame.x) / frame.width,
            "right": (frame.right - box.centre[0]) / frame.width,
            "top": (box.centre[1] - frame.y) / frame.height,
            "bottom": (frame.bottom - box.centre[1]) / frame.height,
        }
        side = min(gaps, key=gaps.__getitem__)
        return side if gaps[side] < 0.45 else ""


@dataclass(frozen=True)
class Wishes:
    """What a brand's rules and a person ask of an arrangement.

    ``shrink`` scales the headline's largest size. ``most_lines`` is the most that its lines may be.
    ``seed`` above 0 opens the template's ways in a mirror
    too, for `placing.choose` to take another one. ``flips`` says that the layout may be
    mirrored though the template does not say so. ``reserve`` is the room that a row keeps for the
    logo, at its end where ``reserve_at_end`` (px).
    """

    shrink: float = 1.0
    most_lines: int | None = None
    align: Align | None = None
    seed: int = 0
    flips: bool = False
    reserve: float = 0.0
    reserve_at_end: bool = False
    tall: bool = False
    """The photo is taller than wide."""
    inside: tuple[int, int] | None = None
    """The size of a logo that is to stand on the card above the words (px)."""
    crammed: bool = False
    """And the words get smaller for it on a card that is full."""
    narrow: float = 1.0
    """The part of its width that the words' column has in a template that ships."""
    logo_above: bool = False
    """On a phone's screen the logo has a row above the words, though they end in a button."""
    photo_above: bool = False
    """And the photo is above its field, as it is elsewhere."""


def arrangements(
    template: Template,
    canvas: Canvas,
    slots: Slots,
    voice: Typography,
    wishes: Wishes,
    furnisher: Furnisher | None = None,
) -> list[Arrangement]:
    """Every way that the template allows on this canvas, the preferred first. ``furnisher`` measures
    the template's own layers; without one only words are placed.
    """
    layout, most_lines = template.layout(canvas), wishes.most_lines
    limited = most_lines is not None and most_lines <= layout.headline.lines + 2
    if most_lines is not None and most_lines < layout.headline.lines:
        layout = layout.model_copy(
            update={"headline": layout.headline.model_copy(update={"lines": most_lines})}
        )
    if template.name in SHIPPED:
        layout = narrowed(layout, canvas.orientation, wishes.narrow)
    rtl = voice.direction == "rtl"
    found = []
    for part, less in parts(layout, canvas.orientation, fixed=template.fixed, tall=wishes.tall):
        more, stacked = wishes.flips or wishes.seed > 0, part
        if canvas.controls.bottom and template.name in SHIPPED and not wishes.photo_above:
            foot = slots.button_text is not None and not wishes.logo_above
            part = turned(part, button=foot)
        known: dict[object, Words] = {}
        for number, zone in enumerate(part.words):
            if wishes.align is not None:
                zone = zone.model_copy(update={"align": wishes.align})
            for flip_across, flip_down in flips(part, more, down=part is stacked):
                placer = _Placer(
                    template, part, canvas, slots, voice, mirror=rtl != flip_across, down=flip_down, known=known,
                    more_lines=0 if limited else 2, wishes=wishes, furnisher=furnisher,
                )  # fmt: skip
                preference = less + 0.16 * number + 0.2 * (flip_across or flip_down)
                found.append(placer.place(zone, preference, wishes.shrink))
    return found


@dataclass(frozen=True)
class _Placer:
    template: Template
    layout: Layout
    canvas: Canvas
    slots: Slots
    voice: Typography
    mirror: bool
    down: bool
    known: dict[object, Words]
    """Words by the size of the area that they were set into: the same words fit mirrored areas
    alike.
    """
    more_lines: int
    wishes: Wishes
    furnisher: Furnisher | None = None

    def frame(self, frame: GridArea) -> Rect:
        """A frame of the canvas or the safe area, on whole pixels where it bleeds."""
        rect = self._gridded(frame)
        return (self.canvas.bled(rect) if frame.of == "canvas" else rect).snapped()

    def _gridded(self, frame: GridArea) -> Rect:
        canvas = self.canvas
        area = canvas.gridded if frame.of == "canvas" else canvas.safe
        rect = frame.within(area)
        if self.mirror:
            rect = rect.mirrored(canvas.width)
        if self.down:
            rect = Rect(rect.x, area.y + area.bottom - rect.bottom, rect.width, rect.height)
        return rect

    def place(self, zone: Zone, preference: float, shrink: float) -> Arrangement:
        layout, ground = self.layout, self.layout.ground
        anchor = _flipped(zone.anchor) if self.down else zone.anchor
        padding = ground.padding * self.canvas.margin if ground is not None else 0.0
        frame = self.frame(ground.frame) if ground is not None else None
        if zone.frame.of == "ground" and frame is not None:
            inner = self._inner(frame, ground, padding)
            area = zone.frame.within(inner)
            area = _across_in(area, inner) if self.mirror else area
        else:
            area = self.frame(zone.frame)
        if layout.flow == "row":
            area = self._after_logo(area)
        logo_box: Rect | None = None
        words = self._set(area, zone, shrink)
        if ground is not None and frame is not None and ground.hug:
            frame = self._grown(frame)
            row = self._logo_row(frame, words, padding)
            if not row and (lower := self._below_logo(area, frame, padding)) is not None:
                smaller = self._set(lower, zone, shrink)
                row = self._logo_row(frame, smaller, padding)
                words = smaller if row else words
            closed = self._closed(ground, frame, words, padding + row / 2)
            inner = self._inner(closed, ground, padding)
            seen = words.visible
            # The words' column moves with the panel where this stands at the other side.
            across = self._within(inner, area, zone)
            spare = inner.height - row - seen.height
            words = words.moved(across, inner.y + row + spare / 2 - seen.y)
            if row and self.wishes.inside is not None:
                wide, tall = self.wishes.inside
                if wide > inner.width:  # a wide logo on a narrow card
                    wide, tall = round(inner.width), round(tall * inner.width / wide)
                at_right = (self.voice.direction == "rtl") == (zone.align == "start")
                x = inner.right - wide if at_right else inner.x
                if zone.align == "center":
                    x = inner.centre[0] - wide / 2
                logo_box = Rect(round(x), round(inner.y + spare / 2), wide, tall)
            frame = closed
        else:
            words = self._to_the_edge(_anchored(words, area, anchor), area, zone)
        return Arrangement(
            layout,
            self.frame(layout.photo),
            frame,
            words,
            zone.align,
            self._corner(layout.logo),
            preference,
            anchor,
            self._fixtures(None if frame is None else self._inner(frame, ground, padding)),
            logo_box,
            setter=self._setter(area, zone, shrink),
        )

    def _grown(self, frame: Rect) -> Rect:
        """The frame of a fixed template's card with a row more for a logo above the words: they keep
        their size, and it can't take them elsewhere.
        """
        if self.wishes.inside is None or not self.template.fixed:
            return frame
        top = max(frame.y - self._row_of(self.wishes.inside), self.canvas.margin)
        return Rect(frame.x, top, frame.width, frame.bottom - top)

    def _row_of(self, logo: tuple[int, int]) -> float:
        """The height of a row for a logo of a size, with the white below it."""
        return logo[1] + 0.75 * self.canvas.margin

    def _logo_row(self, frame: Rect, words: Words, padding: float) -> float:
        """The height that a logo above the words takes of a card; 0 where it has no room."""
        if self.wishes.inside is None:
            return 0.0
        row = self._row_of(self.wishes.inside)
        return row if words.visible.height + row + 2 * padding <= frame.height else 0.0

    def _below_logo(self, area: Rect, frame: Rect, padding: float) -> Rect | None:
        """What a logo on a full card leaves to its words, which get smaller before it goes."""
        if self.wishes.inside is None or not self.wishes.crammed:
            return None
        left = frame.height - 2 * padding - self._row_of(self.wishes.inside)
        return Rect(area.x, area.y, area.width, left) if left > 0 else None

    def _fixtures(self, ground: Rect | None) -> tuple[Fixture, ...]:
        """The template's own layers in their frames; ``ground`` is the inside of the panel."""
        if self.furnisher is None:
            return ()
        found = [
            self.furnisher.placed(rule, self._fixture_frame(rule, ground))
            for rule in self.layout.layers
        ]
        return tuple(fixture for fixture in found if fixture is not None)

    def _fixture_frame(self, rule: LayerRule, ground: Rect | None) -> Rect:
        frame = rule.frame
        base = ground if frame.of == "ground" else self.frame(self.layout.photo)
        if frame.of not in ("ground", "photo") or base is None:
            bleeds = isinstance(rule, ShapeRule | ImageRule)
            return self.frame(frame) if bleeds else self._gridded(frame).snapped()
        if not isinstance(rule, ShapeRule | ImageRule):
            base = base.common(self.canvas.gridded)
        rect = frame.within(base)
        if self.mirror:
            rect = _across_in(rect, base)
        return rect.snapped()

    def _within(self, inner: Rect, area: Rect, zone: Zone) -> float:
        """How far words move across from the area that they were set into to a panel's inside."""
        if zone.align == "center":
            return inner.centre[0] - area.centre[0]
        at_right = (self.voice.direction == "rtl") == (zone.align == "start")
        return inner.right - area.right if at_right else inner.x - area.x

    def _after_logo(self, area: Rect) -> Rect:
        """A row's area without the room that its logo takes."""
        room = self.wishes.reserve
        if not room:
            return area
        at_left = self.mirror == self.wishes.reserve_at_end
        return Rect(area.x + room if at_left else area.x, area.y, area.width - room, area.height)

    def _to_the_edge(self, words: Words, area: Rect, zone: Zone) -> Words:
        """Words of a column that begins in the middle and ends at the margin reach out to the
        margin, where the template has them so.

        Their longest line ends there, so that they belong to the banner's edge and leave the middle
        to the photo.
        """
        safe, rtl = self.canvas.safe, self.voice.direction == "rtl"
        begins = area.right < safe.right - 1 if rtl else area.x > safe.x + 1
        ends = area.x <= safe.x + 1 if rtl else area.right >= safe.right - 1
        if not (self.template.words_to_edge and zone.align == "start" and begins and ends):
            return words
        dx = area.x - words.rect.x if rtl else area.right - words.rect.right
        return replace(words.moved(dx, 0.0), area=area.moved(dx, 0.0))

    def _set(self, area: Rect, zone: Zone, shrink: float) -> Words:
        key = (round(area.width, 3), round(area.height, 3), zone.align)
        held = self.known.get(key)
        if held is not None:
            moved = held.moved(area.x - held.area.x, area.y - held.area.y)
            return replace(moved, area=area)
        setter = self._setter(area, zone, shrink)
        words = set_row(setter) if self.layout.flow == "row" else setter.best()
        self.known[key] = words
        return words

    def _setter(self, area: Rect, zone: Zone, shrink: float) -> Setter:
        return Setter(
            self.slots,
            self.template.order_of(self.layout),
            self.layout.headline,
            self.canvas,
            area,
            self.voice,
            zone.align,
            shrink=shrink,
            more_lines=self.more_lines,
        )

    def _inner(self, frame: Rect, ground: Ground | None, padding: float) -> Rect:
        """A ground's inside: its padding, and never nearer to the canvas's edge than the margin."""
        inner = frame.inset(padding)
        safe = self.canvas.safe
        return inner.common(safe) if ground is not None and not ground.hug else inner

    def _closed(self, ground: Ground, frame: Rect, words: Words, padding: float) -> Rect:
        """The panel closed round its words, standing in its frame."""
        seen = words.visible
        height = min(seen.height + 2 * padding, frame.height)
        width = frame.width
        if self.canvas.orientation in ("landscape", "strip"):
            width = min(max(seen.width + 2 * padding, 0.62 * frame.width), frame.width)
        left = frame.x if not self.mirror else frame.right - width
        anchor = _flipped(ground.anchor) if self.down else ground.anchor
        y = {
            "top": frame.y,
            "middle": frame.y + (frame.height - height) / 2,
            "bottom": frame.bottom - height,
        }[anchor]
        return Rect(left, y, width, height).snapped()

    def _corner(self, rule: LogoRule) -> str:
        row, end = rule.corner.split("-")
        if self.layout.flow == "row" and self.wishes.reserve:
            end = "end" if self.wishes.reserve_at_end else "start"
        if self.down:
            row = {"top": "bottom", "bottom": "top"}.get(row, row)
        left = (end == "start") != self.mirror
        return f"{row}-{'left' if left else 'right'}"


def _across_in(rect: Rect, area: Rect) -> Rect:
    """A rectangle mirrored across inside an area."""
    return Rect(area.x + area.right - rect.right, rect.y, rect.width, rect.height)


def _flipped(anchor: Anchor) -> Anchor:
    return {"top": "bottom", "bottom": "top"}.get(anchor, anchor)  # type: ignore[return-value]


def _anchored(words: Words, area: Rect, anchor: Anchor) -> Words:
    seen = words.visible
    y = {
        "top": area.y,
        # A little above the middle: the eye takes the exact middle for too low.
        "middle": area.y + (area.height - seen.height) * 0.48,
        "bottom": area.bottom - seen.height,
    }[anchor]
    return words.moved(0.0, round(y - seen.y))
