"""Make words readable where they stand, repaired in order: another palette colour, a scrim that
takes least from the photo, a panel.

Every decision is taken on the painted pixels at full resolution and in four kinds of vision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import PanelLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import contrast, shapes, veils
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import colours, scrims
from brandstudio.render.layout.behind import SIXTEENTH, Behind

U8 = NDArray[np.uint8]

#: A scrim denser than this hides the photo; a panel is the more honest way.
_DENSEST = 0.8
# : Texture (see `texture`) from which words need a calmer ground than contrast alone asks for, and
# from which a panel.
BUSY = 0.055
TOO_BUSY = 0.16
#: Below this the photo is so smooth that the end of a scrim shows.
_SMOOTH: Final = 0.02
_EVEN: Final = 38.0
#: So much brighter than the middle of what is under the words (0 to 255) is a speck of light.
_SPECKS: Final = 96.0
# : Means over the pixels under words are taken over so many, evenly spread: a mean needs no more.
# The proof takes all.
_MEANS = 2048
#: To what lightness a photo's lights are brought down under light words before a veil is laid on.
_LIGHTS: Final = 150
#: What a pale veil costs beyond what it changes.
_PALE: Final = 0.03
#: The share of what words touch that must be bright enough for dark words by itself, before a pale
#: veil is laid over the rest.
_BRIGHT: Final = 0.6
#: How much of a banner's light a scrim may take in white parts of the photo before it is to end sooner: the
#: ways that are tried, of the planned one.
_DULL: Final = 0.0008
_SHORTER: Final = (0.75, 0.55, 0.4)


@dataclass(frozen=True)
class Backing:
    """What goes behind the words: their colour, and the layers between photo and words."""

    text: str
    scrim: ScrimLayer | None = None
    panel: PanelLayer | None = None
    repair: str = "colour"
    texture: float = 0.0
    """Of the photo under the words before anything was laid on it."""
    loss: float = 0.0
    """What a scrim takes from the photo under the words (see `_loss`)."""
    planned: ScrimLayer | None = None
    """The scrim as it would ease out in full, before it was to spare a light: by this one is told
    whether words are better beside the photo.
    """
    light: float = 0.0
    """How light the photo is round the words (0 to 1), before anything was laid on it."""
    shade: bool = False
    """The scrim is a shade from the words' side (see `shading`)."""
    greyed: float = 0.0
    """The share of the banner that this one makes grey of what was bright: its opacity over
    skies, mist and windows.
    """


def texture(canvas: Image.Image, box: Rect) -> float:
    """How busy the pixels of a box are: the mean step of grey (0 to 1) between neighbours two
    pixels apart.
    """
    x0, y0, x1, y1 = box.pixels(*canvas.size)
    size = (x1 - x0 + 1) // 2, (y1 - y0 + 1) // 2
    if min(size) < 2:
        return 0.0
    # Every second pixel of every second row; green carries most of lightness.
    seconds = canvas.transform(
        size, Image.Transform.AFFINE, (2, 0, x0 - 0.5, 0, 2, y0 - 0.5), Image.Resampling.NEAREST
    )
    part = np.frombuffer(seconds.tobytes("raw", "G"), np.uint8).reshape(size[1], size[0])
    return (_step(part[:, 1:], part[:, :-1]) + _step(part[1:], part[:-1])) / 2 / 255


def _step(one: U8, other: U8) -> float:
    """The mean difference of two pictures."""
    apart = np.maximum(one, other) - np.minimum(one, other)
    return int(apart.sum(dtype=np.int64)) / apart.size


def back_words(behind: Behind) -> Backing:
    """The lightest backing with which words pass over what they touch."""
    busy = texture(behind.canvas, behind.words)
    deciding, target = behind.deciding, behind.required * contrast.MARGIN
    plain = {text: contrast.worst(deciding, text) for text in behind.texts()}
    best = max(plain, key=plain.__getitem__)
    if plain[best] >= target and busy < BUSY and not behind.denser and not behind.least:
        return Backing(best, repair="colour", texture=busy)
    if "scrim" in behind.allowed and behind.scrim_shape != "none":
        made = _scrimmed(behind, target, busy)
        if made is not None:
            return made
    fill, text = panel_colours(behind.look, behind.under, behind.required, behind.text)
    layer = panel(behind.words, behind.space, fill, behind.panel_radius)
    return Backing(text, panel=layer, repair="panel", texture=busy)


@dataclass(frozen=True)
class _Veil:
    """One way to calm what is behind words: their colour, how the photo is changed first, and the
    colour laid over it.
    """

    text: str
    colour: str
    opacity: float
    lights: int | None
    loss: float


def _scrimmed(behind: Behind, target: float, busy: float) -> Backing | None:
    """The scrim that takes least from the photo; None where each would hide it."""
    shape = scrims.Around(
        behind.words, behind.column, behind.frame, behind.space, behind.scrim_shape, behind.faces
    )
    found = [
        v for lights in _treatments(behind, busy) for v in _veils(behind, target, lights, busy)
    ]
    if not found:
        return None
    best = min(found, key=lambda veil: veil.loss)
    planned, laid = _laid(behind, shape, best)
    return Backing(
        best.text,
        scrim=laid.layer,
        repair="scrim",
        texture=busy,
        loss=best.loss,
        planned=planned.layer,
        greyed=planned.greyed,
    )


def _laid(behind: Behind, shape: scrims.Around, veil: _Veil) -> tuple[_Weighed, _Weighed]:
    """The scrim of a veil that takes least light from the photo, and the one that is laid: where it
    would turn a white light that lies away from the words grey, it eases out before that.
    """

    def least(ease: float) -> _Weighed:
        around = replace(shape, ease=ease)
        ways = scrims.scrims(around, veil.colour, veil.opacity, lights=veil.lights)
        weighed = [_Weighed(behind, layer) for layer in ways]
        return min(weighed, key=_darkened) if len(weighed) > 1 else weighed[0]

    planned = least(1.0)
    if planned.dulled <= _DULL:
        return planned, planned
    most = planned.on_faces + 0.01
    shorter = []
    for way in map(least, _SHORTER):
        if way.on_faces <= most:
            if way.dulled <= _DULL:
                return planned, way
            shorter.append(way)
    return planned, min((planned, *shorter), key=_dulled)


_darkened, _dulled = attrgetter("darkened"), attrgetter("dulled")


@dataclass(frozen=True, eq=False)
class _Weighed:
    """A scrim that may be laid, and what it takes from the photo, each measured once, on the small
    picture.
    """

    behind: Behind
    layer: ScrimLayer

    @cached_property
    def mask(self) -> NDArray[np.float32]:
        """Its opacity."""
        cover = Image.new("L", self.behind.small.size)
        x, y, width, height = (round(value / SIXTEENTH) for value in self.layer.box)
        box = (x, y, max(width, 1), max(height, 1))
        feather = self.layer.feather / SIXTEENTH
        reduced = self.layer.model_copy(update={"box": box, "feather": feather})
        cover.paste(shapes.scrim(reduced), (x, y))
        return np.asarray(cover, dtype=np.float32) / np.float32(255)

    @cached_property
    def is_dark(self) -> bool:
        return colour.luminance_of(colour.parse_hex(self.layer.colour)) < 0.18

    @cached_property
    def dulled(self) -> float:
        """How much a dark scrim lies on white lights that are away from the words, as a share of
        the banner; nothing where the words stand in the light themselves.
        """
        if not self.is_dark or self.layer.shape == "even" or self.behind.in_light:
            return 0.0
        return float((self.mask * self.behind.white).mean())

    @cached_property
    def darkened(self) -> float:
        """How much light it takes (or shade, where it is pale), faces counted beside that."""
        grey = self.behind.grey
        taken = self.mask * (grey if self.is_dark else 255 - grey) / 255
        return float(taken.mean()) + 0.5 * self.on_faces

    @cached_property
    def on_faces(self) -> float:
        """How densely it lies on each face, added up."""
        shaded = 0.0
        for face in self.behind.faces:
            x0, y0, x1, y1 = self.behind.reduced(face)
            if x1 > x0 and y1 > y0:
                shaded += float(self.mask[y0:y1, x0:x1].mean())
        return shaded

    @cached_property
    def greyed(self) -> float:
        """See `Backing`: what is brought down of bright parts before the colour is laid on counts too."""
        if not self.is_dark:
            return 0.0
        taken = self.mask
        if self.layer.lights is not None:
            whole = self.mask / max(self.layer.opacity_start, 1e-6)
            taken = 1 - (1 - taken) * (1 - veils.lost(self.behind.grey, self.layer.lights) * whole)
        return float((taken * self.behind.dulls).mean())


def _bright(pixels: U8, text: str, target: float) -> float:
    """The share of pixels on which a text passes as they are."""
    own = np.float32(colour.luminance_of(colour.parse_hex(text)))
    return float((colour.contrast(colour.luminance(pixels), own) >= target).mean())


def _smooth(behind: Behind, busy: float) -> bool:
    """True where the photo under the words is so even that the end of a scrim would show, with no bright
    specks for whose sake all of it would be veiled.
    """
    some = behind.under[:: max(1, behind.under.shape[0] // _MEANS), 1]
    if busy >= _SMOOTH or not some.size or float(some.std()) >= _EVEN:
        return False
    return float(behind.under[:, 1].max()) - float(np.median(some)) < _SPECKS


def _treatments(behind: Behind, busy: float) -> list[int | None]:
    """To what the photo's lights may be brought down under the words before a colour is laid on."""
    if behind.least or behind.veil is not None or _smooth(behind, busy):
        return [None]  # a person said how it is to be done, or nothing sticks out
    return [None, _LIGHTS]


def _veils(behind: Behind, target: float, lights: int | None, busy: float) -> list[_Veil]:
    """The veils with which words of each colour pass on the photo, its lights brought down or not."""
    if busy >= TOO_BUSY and not behind.least:
        return []
    before = behind.under[:: max(1, behind.under.shape[0] // _MEANS)]
    calming = min(0.35 + (busy - BUSY) * 4.0, 0.72) if busy >= BUSY else 0.0
    found = []
    for number, text in enumerate(behind.texts()):
        if lights is not None and number:
            continue  # dark words gain nothing from darker lights
        # A pale veil on what is not bright is fog, wherever one is needed.
        fog = number > 0 and _bright(before, text, target) < _BRIGHT
        if fog and not contrast.reaches(behind.deciding, text, target):
            continue
        fill = behind.veil_for(text)
        deciding, treated = behind.deciding, before
        if lights is not None:
            deciding, treated = (veils.dimmed(p, lights, fill) for p in (deciding, treated))
        needed = _needed(deciding, text, fill, target)
        opacity = max(needed, calming, behind.least) + behind.denser
        if opacity > max(_DENSEST, behind.least) or needed > _DENSEST:
            continue
        if fog and needed:
            continue
        # Where both change it alike, light words on a darkened photo keep its colours alive.
        loss = scrims.loss(before, treated, fill, opacity) + _PALE * bool(number)
        found.append(_Veil(text, fill, opacity, lights, loss))
    return found


def _needed(pixels: U8, text: str, ground: str, target: float) -> float:
    """The least opacity of a ground over pixels at which a text passes, in 64ths."""
    base = pixels.astype(np.float32)
    over = np.array(colour.parse_hex(ground), dtype=np.float32)

    def passes(opacity: float) -> bool:
        mixed = np.round(base + (over - base) * opacity).astype(np.uint8)
        return contrast.reaches(mixed, text, target)

    low, high = 0, 64
    while low < high:
        middle = (low + high) // 2
        if passes(middle / 64):
            high = middle
        else:
            low = middle + 1
    return min(low / 64 + (0.02 if low else 0.0), 1.0)


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
