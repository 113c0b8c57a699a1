"""Make words readable where they stand, repaired in order: another palette colour, a scrim, a
panel.

Every decision is taken on the painted pixels at full resolution and in four kinds of vision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import PanelLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import colours

U8 = NDArray[np.uint8]

#: A scrim denser than this hides the photo; a panel is the more honest way.
_DENSEST = 0.8
# : Texture (see `texture`) from which words need a calmer ground than contrast alone asks for, and
# from which a panel.
BUSY = 0.055
TOO_BUSY = 0.16
# : Means over the pixels under words are taken over so many, evenly spread: a mean needs no more.
# The proof takes all.
_MEANS = 8192


@dataclass(frozen=True)
class Backing:
    """What goes behind the words: their colour, and the layers between photo and words."""

    text: str
    scrim: ScrimLayer | None = None
    panel: PanelLayer | None = None
    repair: str = "colour"
    texture: float = 0.0
    """Of the photo under the words before anything was laid on it."""


def texture(canvas: Image.Image, box: Rect) -> float:
    """How busy the pixels of a box are: the mean step of grey (0 to 1) between neighbours two
    pixels apart.
    """
    inside = box.pixels(*canvas.size)
    # Green carries most of lightness.
    part = np.asarray(canvas.crop(inside).getchannel("G"))[::2, ::2].astype(np.int16)
    if part.shape[0] < 2 or part.shape[1] < 2:
        return 0.0
    across = np.abs(np.diff(part, axis=1)).mean()
    down = np.abs(np.diff(part, axis=0)).mean()
    return float(across + down) / 2 / 255


@dataclass(frozen=True, eq=False)
class Behind:
    """What words stand on, and what may go behind them.

    ``under`` are the pixels (n, 3) that the words and the button touch, ``words`` is the box of all
    of them, ``column`` the area that they were set into, ``frame`` the photo's, ``faces`` those on
    the canvas. ``denser`` adds to a scrim's opacity (a fix pass), ``required`` is the ratio that
    all words are brought to. ``text``, ``veil`` and ``least`` are a person's choices: the words'
    colour, the scrim's colour and its least opacity.
    """

    canvas: Image.Image
    under: U8
    words: Rect
    column: Rect
    space: Canvas
    look: Look
    allowed: tuple[str, ...]
    scrim_shape: str
    frame: Rect
    panel_radius: float
    faces: Sequence[Rect] = ()
    denser: float = 0.0
    required: float = colours.TARGET
    text: str | None = None
    veil: str | None = None
    least: float = 0.0

    def texts(self) -> tuple[str, ...]:
        """The colours that the words may have: a light and a dark one, unless one was chosen."""
        if self.text is not None:
            return (self.text,)
        return colours.light_text(self.look), colours.dark_text(self.look)

    def veil_for(self, text: str) -> str:
        """The colour of a scrim under words of a colour."""
        if self.veil is not None:
            return self.veil
        light = colour.luminance_of(colour.parse_hex(text)) > 0.18
        return colours.dark_scrim(self.look) if light else colours.light_scrim(self.look)


def back_words(behind: Behind) -> Backing:
    """The lightest backing with which words pass over what they touch."""
    busy = texture(behind.canvas, behind.words)
    deciding = contrast.crucial(behind.under)
    target = behind.required * contrast.MARGIN
    plain = {text: contrast.worst(deciding, text) for text in behind.texts()}
    best = max(plain, key=plain.__getitem__)
    if plain[best] >= target and busy < BUSY and not behind.denser and not behind.least:
        return Backing(best, repair="colour", texture=busy)
    may = "scrim" in behind.allowed and behind.scrim_shape != "none"
    if may and (busy < TOO_BUSY or behind.least):
        made = _scrimmed(behind, deciding, target, busy)
        if made is not None:
            return made
    fill, text = panel_colours(behind.look, behind.under, behind.required, behind.text)
    layer = panel(behind.words, behind.space, fill, behind.panel_radius)
    return Backing(text, panel=layer, repair="panel", texture=busy)


def _scrimmed(behind: Behind, deciding: U8, target: float, busy: float) -> Backing | None:
    """A scrim with which the words pass; None where it would hide the photo."""
    needs = {
        text: _needed(deciding, text, behind.veil_for(text), target) for text in behind.texts()
    }
    text = _kinder(behind, needs)
    calming = min(0.35 + (busy - BUSY) * 4.0, 0.72) if busy >= BUSY else 0.0
    opacity = max(needs[text], calming, behind.least) + behind.denser
    if opacity > max(_DENSEST, behind.least) or needs[text] > _DENSEST:
        return None
    layer = _scrim(
        behind.words,
        behind.column,
        behind.frame,
        behind.space,
        behind.veil_for(text),
        opacity,
        behind.scrim_shape,
        behind.faces,
    )
    return Backing(text, scrim=layer, repair="scrim", texture=busy)


def _kinder(behind: Behind, needs: dict[str, float]) -> str:
    """The words' colour whose scrim changes the photo less.

    A pale scrim costs a bright photo nothing, a dark scrim makes it murky. Where both change it
    alike, light words on a darkened photo keep its colours alive. And a pale scrim takes the colour
    out of what it covers, where a dark one keeps it.
    """
    if behind.text is not None:
        return behind.text
    light, dark = behind.texts()
    under = behind.under
    some = under[:: max(1, under.shape[0] // _MEANS)]
    vivid = 1.2 * float((some.max(axis=1) - some.min(axis=1)).mean()) / 255
    loss = {
        light: (
            needs[light] > _DENSEST,
            needs[light] * _distance(some, behind.veil_for(light)),
        ),
        dark: (
            needs[dark] > _DENSEST,
            needs[dark] * (_distance(some, behind.veil_for(dark)) + vivid),
        ),
    }
    return light if loss[light] <= (loss[dark][0], loss[dark][1] + 0.07) else dark


def _distance(pixels: U8, ground: str) -> float:
    """How far pixels are from a colour on average (0 to 1)."""
    return (
        float(
            np.abs(
                pixels.astype(np.int16) - np.array(colour.parse_hex(ground), dtype=np.int16)
            ).mean()
        )
        / 255
    )


def _needed(pixels: U8, text: str, ground: str, target: float) -> float:
    """The least opacity of a ground over pixels at which a text passes, in 64ths."""
    base = pixels.astype(np.float32)
    over = np.array(colour.parse_hex(ground), dtype=np.float32)

    def passes(opacity: float) -> bool:
        mixed = np.round(base + (over - base) * opacity).astype(np.uint8)
        return contrast.worst(mixed, text) >= target

    low, high = 0, 64
    while low < high:
        middle = (low + high) // 2
        if passes(middle / 64):
            high = middle
        else:
            low = middle + 1
    return min(low / 64 + (0.02 if low else 0.0), 1.0)


def _scrim(
    words: Rect,
    column: Rect,
    frame: Rect,
    space: Canvas,
    ground: str,
    opacity: float,
    shape: str,
    faces: Sequence[Rect],
) -> ScrimLayer:
    """A gradient from an edge near the words: even over them, then eased out, in half its way
    before a face.

    It runs up or down where the column is as wide as the photo, else from the edge that leaves more
    of it untouched.
    """
    box = frame.snapped()
    if shape == "even":
        return ScrimLayer(
            shape="even",
            box=box,
            colour=ground,
            angle=0,
            opacity_start=opacity,
            opacity_end=opacity,
            hold=1.0,
        )
    pad = 0.35 * space.margin
    ways = _ways(words, frame, pad, faces)
    if column.width > 0.72 * frame.width:
        ways = [way for way in ways if way.angle in (90, 270)]
    # The way that leaves most of the photo as it is: half of the easing counts, and faces that it
    # must stop short of.
    chosen = min(ways, key=lambda w: w.covers)
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


def panel_colours(
    look: Look, under: U8, required: float = colours.TARGET, text: str | None = None
) -> tuple[str, str]:
    """The fill of a panel and its text colour: the brand's surface, or its dark tone on a dark
    photo; the ground that bears ``text`` where that was chosen.
    """
    if text is not None:
        for fill in colours.grounds(look):
            if contrast.pair_ratio(text, fill) >= required * contrast.MARGIN:
                return fill, text
    mean = float(under.astype(np.float32).mean()) / 255 if under.size else 0.5
    wanted = look.role("surface") if mean > 0.25 else look.role("primary")
    return colours.readable_ground(wanted, look, required)


def panel(words: Rect, space: Canvas, fill: str, radius: float) -> PanelLayer:
    """A panel round the words, with even padding, on the canvas."""
    pad = min(0.8 * space.margin, *(max(v, 0.0) for v in _room(words, space)))
    box = words.inset(-max(pad, 6.0)).common(space.whole).snapped()
    return PanelLayer(purpose="backing", box=box, colour=fill, opacity=1.0, radius=radius)


def _room(words: Rect, space: Canvas) -> tuple[float, float, float, float]:
    return words.x, words.y, space.width - words.right, space.height - words.bottom
