"""Where a photo melts into the field of words beside it: in which colour, and what joins the two."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import PhotoLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.pixels.sampling import some_oklab
from brandstudio.render import pictures
from brandstudio.render.brief import Look
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.aside import melted
from brandstudio.render.layout.draft import Draft

Oklab = tuple[float, float, float]
Cells = NDArray[np.floating]

#: A pale field that is farther from the photo than this looks like fog on it (OKLab), and from this
#: lightness on a photo melts into a pale one.
_FAR: Final = 0.2
_PALE: Final = 0.72
#: A dark field may be so light (OKLab) and goes on from a photo that is no lighter than this; a lighter
#: one is shaded by the brand's dark, its lights brought down first (0 to 255): a veil alone greys them.
_DEEP: Final = 0.36
_DARKENED: Final = 0.63
_LIGHTS: Final = 120
#: A shade of a brand's colour that is too light for one itself: its lightness, and its chroma at most.
_SHADE, _SHADED = 0.3, 0.09
#: A photo's part is looked at in so many cells across and down.
_CELLS: Final = 36
#: Next to the field it is calm up to this spread of lightness, and goes on as it is.
_CALM: Final = 0.055
#: A pale one with larger steps of lightness than this has things in it, which would stand in fog; so much
#: more of them is borne where the photo would else be framed.
_RESTLESS, _BORNE = 0.045, 2.0
#: A field so deep and no more vivid gives way to a photo's own ground: a dark one up to this lightness, a
#: pale one this still that has a hue: on a bare white one the brand would be lost.
_DEEP_FIELD, _VIVID, _NIGHT = 0.45, 0.12, 0.42
_STILL, _TINTED = 0.045, 0.015
#: How dark the photo's own dark is made, how pale its pale, and which part of it is its darkest.
_DEEPEST: Final = (0.1, 0.24)
_BRIGHTEST: Final = 0.8
_DARKEST: Final = 0.35
_MOST_CHROMA, _VIVID_PALE = 0.09, 0.2
#: A dark of the brand's stands for the photo's own that is no farther from it in lightness: another hue
#: is still the brand's, where a brown one is nobody's. A pale one must be near in hue and chroma too (OKLab).
_AS_DARK: Final = 0.26
_NEAR: Final = (0.012, 0.05)
#: A pale one whose hue and chroma are farther from the photo's than this stains it (OKLab).
_STAIN: Final = 0.08


def melting(draft: Draft, fill: str) -> ScrimLayer:
    """What lets a photo go over into the colour of the field next to it."""
    arrangement = draft.place.arrangement
    box, field = melted(arrangement), arrangement.ground
    assert field is not None
    if box.width >= arrangement.photo.width - 1:
        angle = 270 if field.y > arrangement.photo.y else 90
    else:
        angle = 0 if field.x < arrangement.photo.x else 180
    return ScrimLayer(
        box=box,
        colour=fill,
        angle=angle,
        opacity_start=1.0,
        opacity_end=0.0,
        purpose="joint",
        lights=_LIGHTS if _deep(fill) else None,
    )


def melting_fill(draft: Draft, chosen: str | None) -> str | None:
    """The colour that the photo goes over into: its own ground where that is calm, or its own darkest
    hue; the brand's where that is near to it, and a dark of the brand's on any other photo. None where
    each would look like fog on it, or the logo would need a plate. ``chosen`` is a person's.
    """
    own = beside_field(draft)
    if own is None:
        return None
    setting = draft.setting
    look, files, needed = setting.brief.look, setting.brief.logos, setting.limits.contrast
    wanted = _named(look) if chosen is None else (chosen,)
    bearing = [c for c in wanted if colours.text_on(c, look, needed) is not None]
    # A shade of the brand's colour stands for none that a person chose.
    shades = _shades(look, bearing) if chosen is None else [c for c in bearing if _deep(c)]
    fitting = [*_going_on(draft, own, bearing, chosen), *shades]
    reads = (c for c in fitting if not files or logos.reads_on(files, c, look, setting.assets))
    return next(reads, None)


def _named(look: Look) -> tuple[str, ...]:
    """Every colour that a brand names or is given, each once."""
    roles = (look.role("background"), look.role("surface"), look.role("text"))
    return tuple(dict.fromkeys((*look.all_colours, *roles)))


def _going_on(draft: Draft, own: Oklab, bearing: list[str], chosen: str | None) -> list[str]:
    """The colours that a photo goes on in, the nearest first; none for a middling one, and for a pale
    one with things in it, which would stand in fog.
    """
    if _DARKENED < own[0] < _PALE:
        return []
    seen = _seen(draft)
    otherwise = draft.place.otherwise
    boxed = otherwise is not None and otherwise.arrangement.joint == "frame"
    if chosen is None and own[0] >= _PALE and seen.unrest > _RESTLESS * (_BORNE if boxed else 1.0):
        return []
    fitting = sorted((c for c in bearing if _suits(own, c)), key=lambda c: _liking(own, c))
    if chosen is not None:
        return fitting
    look, needed = draft.setting.brief.look, draft.setting.limits.contrast
    tone = colours.readable_ground(seen.tone, look, needed)[0]
    kin = [c for c in fitting if _kin(tone, c)]
    # Of its darks the brand is known by its first colour.
    kin.sort(key=lambda c: c != look.role("primary"))
    return [*kin, tone, *fitting]


def _shades(look: Look, bearing: list[str]) -> list[str]:
    """The darks that a brand has to shade a bright photo with: its first colour where that is deep, the
    others that it names, those with a hue first, a shade of its first colour, and its black.
    """
    primary = look.role("primary")
    light, (chroma, hue) = colour.hex_to_oklch(primary)[0], colours.shade_of(look)
    dark = [c for c in bearing if _deep(c)]
    named = sorted((c for c in dark if c in look.all_colours), key=lambda c: not _hued(c))
    named.sort(key=lambda c: c != primary)
    made = [colours.tone(_SHADE, round(min(chroma, _SHADED), 3), round(hue))]
    return list(
        dict.fromkeys((*named, *(made if light > _DEEP_FIELD and _hued(primary) else ()), *dark))
    )


def _deep(fill: str) -> bool:
    return colour.hex_to_oklab(fill)[0] <= _DEEP_FIELD


def _hued(fill: str) -> bool:
    return math.hypot(*colour.hex_to_oklab(fill)[1:]) >= _TINTED


def goes_on(draft: Draft, fill: str) -> bool:
    """True of a photo at a template's own field whose ground goes on below the words better than the
    field's colour stands beside it: a dark one beside a deep colour, a calm pale one too unless it is white or
    grey. A vivid colour of the brand's stands beside any.
    """
    deep, hued = (
        colour.hex_to_oklab(fill)[0] <= _DEEP_FIELD,
        math.hypot(*colour.hex_to_oklab(fill)[1:]),
    )
    part = _part(draft)
    if part is None or not deep or hued >= _VIVID:
        return False
    seen = _seen(draft)
    light, a, b = colour.hex_to_oklab(seen.tone)
    if light <= _DEEPEST[1] + 0.01:
        return seen.light <= _NIGHT
    return seen.unrest <= _STILL and light >= _BRIGHTEST and math.hypot(a, b) >= _TINTED


def _suits(own: Oklab, fill: str) -> bool:
    light = colour.hex_to_oklab(fill)[0]
    if own[0] >= _PALE:
        stain = math.dist(own[1:], colour.hex_to_oklab(fill)[1:])
        return (
            light >= _PALE and stain <= _STAIN and math.dist(own, colour.hex_to_oklab(fill)) <= _FAR
        )
    return light <= _DEEP


def _liking(own: Oklab, fill: str) -> float:
    """How little a colour is liked: by how far it is from the photo's, of darks their lightness apart."""
    ground = colour.hex_to_oklab(fill)
    return math.dist(own, ground) if own[0] >= _PALE else math.dist(own[1:], ground[1:])


def _kin(tone: str, fill: str) -> bool:
    """True of a colour of the brand's that can stand for the photo's own."""
    own, other = colour.hex_to_oklab(tone), colour.hex_to_oklab(fill)
    hue, light = math.dist(own[1:], other[1:]), abs(own[0] - other[0])
    return light <= _AS_DARK if other[0] < _PALE else hue <= _NEAR[0] and light <= _NEAR[1]


@dataclass(frozen=True)
class _Seen:
    """What a photo is like next to its field: the colour that goes on from it, and how restless it is
    where it melts (the mean step of lightness from one cell to the next, across and down), and how light.
    """

    tone: str
    unrest: float
    light: float


def _seen(draft: Draft) -> _Seen:
    """What is seen of a photo in what melts."""
    part = _part(draft)
    assert part is not None
    photo, box = part
    small = np.asarray(photo.resize((_CELLS, _CELLS), Image.Resampling.BOX, box=box))
    lab = colour.u8_to_oklab(small).reshape(_CELLS, _CELLS, 3)
    light = lab[..., 0]
    unrest = sum(float(np.abs(np.diff(light, axis=axis)).mean()) for axis in (0, 1))
    outer = _outer(draft, lab)
    near = outer.reshape(-1, 3)
    mean, middle = near.mean(axis=0), float(light.mean())
    pale = middle >= _PALE
    if float(near[:, 0].std()) <= _CALM:
        return _Seen(_tone(mean, (_BRIGHTEST, 1.0) if pale else _DEEPEST, 1.0), unrest, middle)
    if pale:
        brighter = near[near[:, 0] >= np.median(near[:, 0])].mean(axis=0)
        return _Seen(_tone(brighter, (0.9, 1.0), 0.6), unrest, middle)
    flat = lab.reshape(-1, 3)
    dark = flat[flat[:, 0] <= np.quantile(flat[:, 0], _DARKEST)].mean(axis=0)
    return _Seen(_tone(dark, _DEEPEST, 1.0), unrest, middle)


def _tone(lab: Cells, light: tuple[float, float], part: float) -> str:
    """A colour with its lightness brought between two and a part of its chroma."""
    most = _VIVID_PALE if light[0] >= _BRIGHTEST and part == 1.0 else _MOST_CHROMA
    chroma = min(part * math.hypot(lab[1], lab[2]), most)
    hue = round(math.degrees(math.atan2(lab[2], lab[1])) % 360)
    return colours.tone(
        round(min(max(float(lab[0]), light[0]), light[1]), 2), round(chroma, 3), hue
    )


def near(own: Oklab, fill: str) -> float:
    """How far a colour is from one of a photo (OKLab)."""
    return math.dist(own, colour.hex_to_oklab(fill))


def beside_field(draft: Draft) -> Oklab | None:
    """The mean colour (OKLab) of the part of a photo next to the field of words that left it; None where
    none did.
    """
    if draft.place.arrangement.joint not in ("melt", "edge"):
        return None
    part = _part(draft)
    if part is None:
        return None
    light, a, b = (float(v) for v in some_oklab(*part).mean(axis=0))
    return light, a, b


def _part(draft: Draft) -> tuple[Image.Image, tuple[int, int, int, int]] | None:
    """A photo and the part of it next to its field, as (x0, y0, x1, y1)."""
    layer = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    if layer is None:
        return None
    arrangement = draft.place.arrangement
    photo, box = pictures.photo(layer, draft.setting.assets), arrangement.photo
    return photo, melted(arrangement).moved(-box.x, -box.y).pixels(*photo.size)


def _outer(draft: Draft, lab: Cells) -> Cells:
    """The third of what melts that is next to the field."""
    arrangement, third = draft.place.arrangement, _CELLS // 3
    photo, field = arrangement.photo, arrangement.ground
    assert field is not None
    if field.width > photo.width - 2 and abs(field.x - photo.x) < 2:
        return lab[-third:] if field.y > photo.y else lab[:third]
    return lab[:, :third] if field.x < photo.x else lab[:, -third:]
