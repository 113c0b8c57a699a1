"""Things out of focus: shapes painted small, blurred as a lens blurs them, and enlarged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..canvas import F32, Field, Lab, Layer, Planes, SceneFrame, Strip, circle, preview, smooth
from ..noise import grid
from .scene import Scene

#: The longer side of the small painting.
SIDE = 420
#: The longer side of a scene that is painted to be blurred as a whole.
_UNFOCUSED = 900


#: A rectangle: left, top, right and bottom.
Corners = tuple[float, float, float, float]


class SoftFocus:
    """A small OKLab painting over the whole frame; places and lengths are units of the frame."""

    def __init__(self, scene: Scene, side: int = SIDE) -> None:
        self.frame = scene.frame
        self.x, self.y = grid(scene.frame, side)
        self.shape = (self.y.shape[0], self.x.shape[1])
        #: Pixels of the small painting to a unit.
        self.scale = self.shape[1] / scene.frame.wide
        self.lab: list[F32] = [np.zeros(self.shape, np.float32) for _ in range(3)]

    def fill(self, colours: Planes) -> None:
        """Cover everything."""
        for plane, value in zip(self.lab, colours, strict=True):
            plane[...] = value

    def lay(self, cover: F32 | float, colour: Planes) -> None:
        """Lay a colour over what is there."""
        for plane, value in zip(self.lab, colour, strict=True):
            plane += cover * (value - plane)

    def glow(self, amount: F32, colour: Lab) -> None:
        """Add light."""
        self.lab[0] += amount * (1 - self.lab[0]) * np.float32(colour[0])
        for plane, value in zip(self.lab[1:], colour[1:], strict=True):
            plane += amount * (np.float32(value) - plane)

    def mask(self, draw: Callable[[Pen], None], blur: float = 0.0) -> F32:
        """What ``draw`` covers (0 to 1), blurred by so many units; drawn at twice the size."""
        size = (self.shape[1] * 2, self.shape[0] * 2)
        image = Image.new("L", size, 0)
        draw(Pen(ImageDraw.Draw(image), self.scale * 2))
        if blur > 0:
            image = image.filter(ImageFilter.GaussianBlur(blur * self.scale * 2))
        small = image.resize((self.shape[1], self.shape[0]), Image.Resampling.BOX)
        return np.asarray(small, np.float32) / np.float32(255)

    def boxes(self, corners: Sequence[Corners], blur: float, round_by: float = 0.0) -> F32:
        """The mask of rectangles."""

        def draw(pen: Pen) -> None:
            for box in corners:
                pen.box(*box, round_by)

        return self.mask(draw, blur)

    def layer(self) -> Layer:
        """The painting, enlarged."""
        fields = [Field(plane) for plane in self.lab]

        def layer(strip: Strip) -> None:
            strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))

        return layer


def unfocused(frame: SceneFrame, layers: list[Layer], sigma: float) -> Layer:
    """A whole scene out of focus by a deviation in units: painted as small as that lets it be,
    blurred and enlarged.
    """
    planes = np.moveaxis(preview(frame, layers, side=_UNFOCUSED), -1, 0)
    scale = planes.shape[2] / frame.wide
    fields = [Field(_gaussian(plane, sigma * scale)) for plane in planes]

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))

    return layer


def _gaussian(plane: F32, sigma: float) -> F32:
    """A plane blurred, its edges going on as they end."""
    reach = max(1, round(3 * sigma))
    steps = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (steps / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        held = np.pad(plane, [(reach, reach) if k == axis else (0, 0) for k in (0, 1)], mode="edge")
        long = plane.shape[axis]
        rows = np.moveaxis(held, axis, 0)
        out = np.zeros_like(rows[:long])
        for k, weight in enumerate(weights):
            out += np.float32(weight) * rows[k : k + long]
        plane = np.moveaxis(out, 0, axis)
    return plane


class Pen:
    """Draws on a mask in units of the frame."""

    def __init__(self, pen: ImageDraw.ImageDraw, scale: float) -> None:
        self._pen, self._scale = pen, scale

    def box(self, x0: float, y0: float, x1: float, y1: float, round_by: float = 0.0) -> None:
        """A rectangle, its corners rounded."""
        s = self._scale
        self._pen.rounded_rectangle(
            (min(x0, x1) * s, min(y0, y1) * s, max(x0, x1) * s, max(y0, y1) * s), round_by * s, 255
        )

    def oval(self, cx: float, cy: float, half_wide: float, half_high: float) -> None:
        """An ellipse."""
        s = self._scale
        self._pen.ellipse(
            (
                (cx - half_wide) * s,
                (cy - half_high) * s,
                (cx + half_wide) * s,
                (cy + half_high) * s,
            ),
            fill=255,
        )

    def shape(self, corners: Sequence[tuple[float, float]]) -> None:
        """A polygon."""
        self._pen.polygon([(x * self._scale, y * self._scale) for x, y in corners], fill=255)

    def line(self, points: Sequence[tuple[float, float]], wide: float) -> None:
        """A line through points."""
        s = self._scale
        self._pen.line(
            [(x * s, y * s) for x, y in points],
            fill=255,
            width=max(1, round(wide * s)),
            joint="curve",
        )


#: A disc of light: place, radius, colour and strength.
Disc = tuple[float, float, float, Lab, float]


def discs(spots: Sequence[Disc], *, lit: bool = True) -> Layer:
    """Lights out of focus: discs a little brighter at the rim, added as light or laid over."""

    def layer(strip: Strip) -> None:
        for x, y, radius, colour, strength in spots:
            reach = radius * 1.2 + 2 * strip.px
            where = strip.window(x - reach, y - reach, x + reach, y + reach)
            if where is None:
                continue
            away = circle(strip.x[:, where[1]], strip.y[where[0]], x, y, radius)
            blur = max(0.15 * radius, strip.px)
            rim = np.exp(-(((away + np.float32(blur)) / np.float32(blur + radius * 0.08)) ** 2))
            amount = smooth(away, blur * 0.5, -blur * 0.5) * np.float32(strength)
            amount = np.clip(amount * (np.float32(0.8) + np.float32(0.26) * rim), 0, 1)
            if lit:
                strip.glow(np.asarray(amount, np.float32), colour, where)
            else:
                strip.blend(np.asarray(amount, np.float32), colour, where)

    return layer


def scattered(
    scene: Scene,
    count: int,
    colours: Sequence[Lab],
    box: tuple[float, float, float, float],
    radius: tuple[float, float] = (0.012, 0.05),
    strength: tuple[float, float] = (0.15, 0.5),
) -> list[Disc]:
    """Discs by chance in a box, few where the picture is to be free."""
    rng = scene.rng
    out: list[Disc] = []
    x0, y0, x1, y1 = box
    for _ in range(count):
        x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
        size = radius[0] + (radius[1] - radius[0]) * float(rng.random()) ** 1.8
        force = float(rng.uniform(*strength))
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() > 1 - 0.9 * scene.free_at(x, y):
            continue
        out.append((x, y, size, colour, force))
    return out
