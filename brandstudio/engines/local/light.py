"""Edits of light and colour as steps over OKLab: gradings sized by the picture's own figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import BrandLook
from brandstudio.language.colour_names import hex_of
from brandstudio.language.edit_values import TONES
from brandstudio.language.edits import Edit
from brandstudio.pixels import colour

from . import duotone, pixelwork
from .canvas import F32, smooth
from .grading import Grading, colour_shift, tint_table, tone_curve, towards
from .paints import lab_of
from .places import in_tone
from .shades import HUES

U8 = NDArray[np.uint8]


def step_of(
    edit: Edit, pixels: U8, look: BrandLook, mask: F32 | None, *, faces: bool
) -> pixelwork.Step | None:
    """The step that an edit of light or colour is; None for a kind that is none."""
    if edit.kind == "duotone":
        inks = duotone.inks_of(look, edit.value)
        return pixelwork.shared(duotone.step(pixels, inks), _share(edit))
    if edit.kind == "brand":
        brand = brand_grading(pixels, look, min(1.0, 0.6 * edit.amount), faces)
        return pixelwork.graded(brand, mask)
    grading = _grading(edit, pixels, mask)
    if grading is None:
        return None
    if edit.kind == "brightness" and edit.amount < 0:
        return _dimmed(pixelwork.graded(grading, mask))
    if edit.kind in ("monochrome", "sepia") and _share(edit) < 1:
        part = np.float32(_share(edit))
        mask = np.full(pixels.shape[:2], part, np.float32) if mask is None else mask * part
    return pixelwork.graded(grading, mask)


def _dimmed(step: pixelwork.Step) -> pixelwork.Step:
    """Darker as less light makes it: colours lose chroma as they lose lightness, or the dark green of a wood
    would glow.
    """

    def dim(lab: F32, y0: int, width: int, height: int) -> None:
        before = np.maximum(lab[0], np.float32(0.02))
        step(lab, y0, width, height)
        lab[1:] *= np.clip(lab[0] / before, 0, 1) ** np.float32(_CHROMA_OF_LIGHT)

    return dim


#: With how much of the lightness that is lost chroma goes.
_CHROMA_OF_LIGHT = 0.8


def _share(edit: Edit) -> float:
    """How much of an effect is laid on: the share that was named, or by the words."""
    return min(1.0, edit.exact if edit.exact is not None else abs(edit.amount))


def _size(edit: Edit, step: float, full: float) -> float:
    """An amount: steps, or the share that was named of what is full."""
    if edit.exact is not None:
        return (1.0 if edit.amount >= 0 else -1.0) * edit.exact * full
    return step * edit.amount


def sampled(pixels: U8, side: int = 256, mask: F32 | None = None) -> F32:
    """A small OKLab sample of what can be seen of a picture, (n, 3); of a place where one is
    given.
    """
    image = Image.fromarray(pixels)
    image.thumbnail((side, side), Image.Resampling.BOX)
    small = np.asarray(image)
    lab = colour.u8_to_oklab(np.ascontiguousarray(small[..., :3])).reshape(-1, 3)
    if small.shape[2] == 4:
        seen = small[..., 3].ravel() > 127
        lab = lab[seen] if bool(seen.any()) else lab
    elif mask is not None:
        rows = np.linspace(0, mask.shape[0] - 1, small.shape[0]).astype(int)
        columns = np.linspace(0, mask.shape[1] - 1, small.shape[1]).astype(int)
        inside = mask[np.ix_(rows, columns)].ravel() > 0.5
        lab = lab[inside] if bool(inside.any()) else lab
    return lab


def _grading(edit: Edit, pixels: U8, mask: F32 | None) -> Grading | None:
    if edit.kind == "brightness" and edit.amount < 0 and mask is not None:
        return _darker_there(edit, sampled(pixels, mask=mask))
    if edit.kind == "colour" and edit.amount < 0 and edit.exact is None:
        return _without_cast(edit, sampled(pixels, mask=mask))
    if edit.kind == "balance":
        return _balanced(_share(edit), sampled(pixels, mask=mask))
    if edit.exact is not None and edit.kind in _MEASURED:
        return _MEASURED[edit.kind](edit, sampled(pixels, mask=mask))
    make = {
        "brightness": _brightness,
        "contrast": _contrast,
        "fade": _fade,
        "saturation": _saturation,
        "monochrome": _monochrome,
        "sepia": _sepia,
        "temperature": _temperature,
        "colour": _colour,
    }.get(edit.kind)
    return None if make is None else make(edit, pixels)


def _amount(edit: Edit) -> float:
    return float(np.clip(edit.amount, -4, 4))


def _brightness(edit: Edit, pixels: U8) -> Grading:
    del pixels
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    return Grading(np.asarray(x ** float(0.76 ** (_amount(edit) * _part(edit))), dtype=np.float32))


def _darker_there(edit: Edit, seen: F32) -> Grading:
    """Darker in one place of a picture: its white goes too, so that a pale sky is darker at all (of
    highlights it stays, where no share is named: they are recovered, not greyed). By the share that
    was named every lightness falls by that, which keeps the detail. The white of a light that is the
    smaller part of a sky stays: a sun would be a grey disc.
    """
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    light = float((seen[:, 0] >= _BURNT).mean())
    lit = np.zeros_like(x)
    darker = float(np.median(seen[:, 0])) < _GLOW[0]  # a pale sky is no light in one
    if "sky" in edit.target.split("&") and darker and 0 < light <= _OF_LIGHT:
        lit = smooth(x, *_GLOW)
    if edit.exact is not None:
        made = _shown_times(x, 1 - edit.exact)
        return Grading(np.asarray(made + lit * (x - made), np.float32))
    curve = x ** float(0.76 ** (_amount(edit) * _part(edit)))
    if TONES.isdisjoint(edit.target.split("&")):
        curve = curve * (1 - np.float32(0.1 * min(2.5, -edit.amount)) * smooth(x, 0.5, 1.0))
    return Grading(np.asarray(curve + lit * (x - curve), dtype=np.float32))


#: From this lightness on a light is burnt out, it is no more than so much of a sky, and its glow has these.
_BURNT, _OF_LIGHT, _GLOW = 0.985, 0.4, (0.88, 1.0)


def _shown_times(lightness: F32, share: float) -> F32:
    """Lightness whose value on a screen is so many times what it was."""
    grey = np.linspace(0, 1, 1025)
    shown = colour.linear_to_srgb(grey**3)
    told = np.clip(np.interp(lightness, grey, shown) * share, 0, 1)
    return np.asarray(np.interp(told, shown, grey), dtype=np.float32)


def _part(edit: Edit) -> float:
    return {"shadows": 1.5, "highlights": 1.5, "all": 1.0}.get(edit.target, 1.25)


def reach_of(edit: Edit, pixels: U8, mask: F32) -> float:
    """How far beyond themselves shadows, midtones or highlights must reach (0..1), so that what
    becomes lighter or darker there keeps its order and its detail: with too little room a strong edit
    flattens a range of tones to one, or turns them over.
    """
    tone = next((part for part in edit.target.split("&") if part in TONES), None)
    grading = _grading(edit, pixels, mask) if tone and edit.kind == "brightness" else None
    if tone is None or grading is None:
        return 0.0
    x = np.linspace(0, 1, len(grading.curve), dtype=np.float32)
    for wide in _REACHES:
        made = x + in_tone(x, tone, wide) * (grading.curve - x)
        if float(np.diff(made)[_SEEN].min()) * (len(x) - 1) >= _LEAST_SLOPE:
            return wide
    return _REACHES[-1]


#: A tone keeps so much of the difference to its neighbour at least, between near black and near white.
_LEAST_SLOPE = 0.4
_SEEN = slice(100, -60)
_REACHES = (0.0, 0.25, 0.5, 0.75, 1.0)


def _measured_brightness(edit: Edit, seen: F32) -> Grading:
    """What moves the middle lightness of a place by the share that was named, as the picture's values show
    it: twice as bright is twice the value of a grey, not eight times its light.
    """
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    middle = float(np.median(seen[:, 0]))
    if edit.amount > 0 and TONES.isdisjoint(edit.target.split("&")):
        return Grading(_lifted(x, 1 + _named(edit), middle))
    middle = float(np.clip(middle, 0.1, 0.9))
    told = _shown_times(np.array([middle], np.float32), 1 + _named(edit))
    wanted = float(np.clip(told[0], 0.05, 0.96))
    if edit.amount > 0 and "shadows" in edit.target.split("&"):
        wanted = max(wanted, middle + _LIFT * _named(edit))
    power = float(np.clip(np.log(wanted) / np.log(middle), 0.3, 4.0))
    return Grading(np.asarray(x**power, dtype=np.float32))


#: By so much of a named share shadows rise in lightness at least: two fifths more of what is nearly black is black.
_LIFT = 0.2
#: Up to here what is brightened is so by its share; the middle of a bright picture may reach as far as that.
_STRAIGHT, _STRAIGHT_AT_MOST = 0.75, 0.93


def _lifted(lightness: F32, gain: float, middle: float) -> F32:
    """Lightness whose value on a screen is so many times what it was, bent softly towards white: black stays
    black, where a power that moves the middle of a bright picture would make fog of its darks.
    """
    grey = np.linspace(0, 1, 1025)
    shown = colour.linear_to_srgb(grey**3)
    value = np.interp(lightness, grey, shown)
    own = float(np.interp(middle, grey, shown))
    top = float(np.clip(gain * own, _STRAIGHT, _STRAIGHT_AT_MOST))
    steep = gain * (1 - top / gain) / (1 - top)
    beyond = np.clip((value - top / gain) / (1 - top / gain), 0, 1)
    bent = top + (1 - top) * steep * beyond / (1 + (steep - 1) * beyond)
    lifted = np.where(value < top / gain, gain * value, bent)
    return np.asarray(np.interp(np.clip(lifted, 0, 1), shown, grey), dtype=np.float32)


def _contrast(edit: Edit, pixels: U8) -> Grading:
    low, middle, high = (float(v) for v in np.percentile(sampled(pixels)[:, 0], [5, 50, 95]))
    spread = high - low
    ratio = max(0.3, 1 + 0.24 * edit.amount)
    return Grading(tone_curve(middle, spread, middle, spread * ratio, 1.0))


def _measured_contrast(edit: Edit, seen: F32) -> Grading:
    """Lightness spread about the middle of a place by the share that was named, bent softly where
    it would leave black and white.
    """
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    middle = float(np.clip(np.median(seen[:, 0]), 0.1, 0.9))
    ratio = np.float32(1 + _named(edit))
    room = np.where(x > middle, 1 - middle, middle).astype(np.float32)
    away = np.abs(x - np.float32(middle)) * ratio / room
    bent = np.where(away < _BENDS, away, 1 - (1 - _BENDS) * np.exp((_BENDS - away) / (1 - _BENDS)))
    curve = middle + np.sign(x - middle) * room * bent
    return Grading(np.clip(curve, 0, 1).astype(np.float32))


def _measured_saturation(edit: Edit, seen: F32) -> Grading:
    """Chroma times what moves a place's colours by the share that was named, half by how they are seen and half
    by their values: a vivid green or a dark orange loses more of its values than of what is seen of it.
    """
    wanted = max(0.0, 1 + _named(edit))
    if wanted == 0:
        return Grading(colourless=True)
    low, high = (wanted, 1.0) if wanted < 1 else (1.0, wanted)
    some = np.ascontiguousarray(seen[:: max(1, len(seen) // _ENOUGH)])
    own = _strength(some)
    for _ in range(10):
        gain = (low + high) / 2
        ratios = _strength(some * np.array([1, gain, gain], np.float32)) / np.maximum(own, 1e-5)
        low, high = (low, gain) if float(ratios.mean()) > wanted else (gain, high)
    return Grading(shift=_gain_table((low + high) / 2))


#: So many colours tell a place's strength of colour.
_ENOUGH = 4000


def _strength(lab: F32) -> F32:
    """How strong colours are on their mean: as they are seen, and by the span of their values."""
    values = colour.oklab_to_u8(lab[None])[0].astype(np.float32)
    span = float((values.max(axis=-1) - values.min(axis=-1)).mean())
    return np.array([np.hypot(lab[:, 1], lab[:, 2]).mean(), span / 255], np.float32)


#: From here on a tone is bent rather than cut.
_BENDS = 0.85


def _named(edit: Edit) -> float:
    """The share that was named, with its sign."""
    return (1.0 if edit.amount >= 0 else -1.0) * (edit.exact or 0.0)


_MEASURED: Mapping[str, Callable[[Edit, F32], Grading]] = MappingProxyType(
    {
        "brightness": _measured_brightness,
        "contrast": _measured_contrast,
        "saturation": _measured_saturation,
    }
)


def _fade(edit: Edit, pixels: U8) -> Grading:
    del pixels
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    strength = 0.075 * abs(_size(edit, 1.0, 3.0))
    # On a screen, where pure black and what is next to it come to lie side by side: of lightness itself the
    # same rise would part them, and what is black would stand out as a patch.
    grey = np.linspace(0, 1, 1025)
    shown = colour.linear_to_srgb(grey**3)
    value = np.interp(x, grey, shown) * (1 - 1.4 * strength) + 0.8 * strength
    return Grading(
        np.asarray(np.interp(value, shown, grey), dtype=np.float32),
        colour_shift((), 0.88, 0.0, keep_skin=0.0),
    )


#: How much of its strength a plain step takes from one colour.
_OF_ONE_COLOUR = 0.6


def _saturation(edit: Edit, pixels: U8) -> Grading:
    del pixels
    # Where one colour alone loses strength, the rest beside it keeps it and shows every remnant.
    step = _OF_ONE_COLOUR if edit.amount < 0 and "colour-" in edit.target else 0.32
    gain = max(0.0, 1 + step * edit.amount)
    if gain == 0:
        return Grading(colourless=True)
    shift = _gain_table(gain) if gain < 0.5 else colour_shift((), gain, 0.0, keep_skin=0.3)
    return Grading(shift=shift)


def _monochrome(edit: Edit, pixels: U8) -> Grading:
    del edit, pixels
    return Grading(colourless=True)


def _sepia(edit: Edit, pixels: U8) -> Grading:
    del pixels
    k = 1.35 if edit.exact is None and edit.amount > 1.3 else 1.0
    shades = ((0.012, 0.03), (0.016, 0.045), (0.006, 0.03))
    low, middle, high = ((a * k, b * k) for a, b in shades)
    return Grading(colourless=True, tints=tint_table(low, middle, high, 0.06))


def _temperature(edit: Edit, pixels: U8) -> Grading:
    del pixels
    move = _size(edit, 0.021, 0.1)
    pair = (0.22 * move, move)
    return Grading(tints=tint_table(pair, pair, pair, 0.09))


def _hue_of(edit: Edit) -> float:
    if edit.value in HUES:
        return HUES[edit.value][0]
    return float(colour.hex_to_oklch(hex_of(edit.value) or "#808080")[2])


#: What has hardly a colour shows a cast: so much of a picture, of the weakest colours of each tone.
_GREYEST = 0.4
#: The most and the least that a cast is moved by.
_MOST_CAST, _LEAST_CAST = 0.06, 0.006


def _without_cast(edit: Edit, seen: F32) -> Grading:
    """A cast taken out by as much as there is of it in the darks, the mids and the lights: what is
    neutral already stays so, where a fixed step would turn it to the opposite colour.
    """
    hue = np.radians(_hue_of(edit))
    way = np.array([np.cos(hue), np.sin(hue)], np.float32)
    skin = edit.target in ("skin", "faces")  # which would be mauve
    share = min(1.0, abs(edit.amount)) / (2 if skin else 1)
    order = np.argsort(seen[:, 0])
    pairs: list[tuple[float, float]] = []
    for part in np.array_split(order, 3):
        greys = _greyest(seen[part])
        found = float(np.median(greys[:, 1:] @ way)) if greys.size else 0.0
        move = -share * float(np.clip(found, _LEAST_CAST, _MOST_CAST))
        pairs.append((move * float(way[0]), move * float(way[1])))
    low, middle, high = pairs
    return Grading(tints=tint_table(low, middle, high, 0.12))


def _balanced(share: float, seen: F32) -> Grading:
    """Whatever cast there is taken out of the darks, the mids and the lights, by their weakest colours
    (the grey world of Buchsbaum 1980, of what may be grey at all).
    """
    pairs: list[tuple[float, float]] = []
    for part in np.array_split(np.argsort(seen[:, 0]), 3):
        greys = _greyest(seen[part])
        cast = np.median(greys[:, 1:], axis=0) if greys.size else np.zeros(2, np.float32)
        size = float(np.hypot(*cast))
        move = -share * min(1.0, _MOST_CAST / max(size, 1e-6))
        pairs.append((move * float(cast[0]), move * float(cast[1])))
    low, middle, high = pairs
    return Grading(tints=tint_table(low, middle, high, 0.12))


def _greyest(some: F32) -> F32:
    """What of a tone has the weakest colours."""
    chroma = np.hypot(some[:, 1], some[:, 2])
    return some[chroma <= np.quantile(chroma, _GREYEST)] if len(some) > 8 else some


def _colour(edit: Edit, pixels: U8) -> Grading:
    if edit.value not in HUES and edit.amount > 0:
        return _to_colour(edit, pixels)
    hue = _hue_of(edit)
    move = _size(edit, 0.042, 0.12)
    pair = (float(np.cos(np.radians(hue))) * move, float(np.sin(np.radians(hue))) * move)
    return Grading(tints=tint_table(pair, pair, pair, 0.12))


def _to_colour(edit: Edit, pixels: U8) -> Grading:
    """Towards a colour of a lightness of its own (navy, peach): hue and light of the whole move to
    it.
    """
    seen = sampled(pixels)
    target = lab_of(hex_of(edit.value) or "#808080")
    share = float(np.clip(edit.exact if edit.exact is not None else 0.62 * edit.amount, 0, 1))
    median = float(np.clip(np.median(seen[:, 0]), 0.08, 0.92))
    wanted = median + 0.75 * share * (target[0] - median)
    power = float(np.clip(np.log(np.clip(wanted, 0.05, 0.95)) / np.log(median), 0.3, 4.0))
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    # The picture's own colours step back as the named one comes in, or the two would mix to a third
    # hue.
    own = 1 - 0.85 * share
    mean = seen[:, 1:].mean(0)
    strength = share**0.68
    move = (
        strength * target[1] - own * float(mean[0]) * 0.6,
        strength * target[2] - own * float(mean[1]) * 0.6,
    )
    return Grading(
        np.asarray(x**power, dtype=np.float32), _gain_table(own), tint_table(move, move, move, 0.16)
    )


def _gain_table(gain: float) -> F32:
    """Chroma times a gain, the same for all colours (to black and white at 0)."""
    from .grading import _BOUND, _CELLS

    axis = np.linspace(-_BOUND, _BOUND, _CELLS + 1, dtype=np.float32)
    a, b = np.meshgrid(axis, axis)
    return np.stack([a * np.float32(gain - 1), b * np.float32(gain - 1)], axis=-1).astype(
        np.float32
    )


def brand_grading(pixels: U8, look: BrandLook, strength: float, faces: bool) -> Grading:
    """The grading that moves a picture towards a look."""
    return towards(
        sampled(pixels),
        look,
        [(lab_of(s.hex), s.weight) for s in look.palette],
        strength,
        faces=faces,
    )
