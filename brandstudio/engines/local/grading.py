"""Grading: a picture's tone, saturation, temperature, tints and colours moved towards a look,
smoothly and with care.

All is done in OKLab. Tone is one monotone curve. Colour moves by a displacement that depends
smoothly on the colour itself, so that neighbours stay neighbours and nothing bands; neutral colours
hardly move, skin moves little. Where a picture has faces, skin is kept more strictly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from brandstudio.engines.protocols import BrandLook

from .canvas import F32, Lab, smooth

_TONES = 2048
#: The displacement of a colour is tabulated over a and b within this bound, in this many cells.
_BOUND, _CELLS = 0.36, 96
_TINTS = 64
_FINE_TONES, _FINE_CELLS = 8192, 768
# : What people know the colour of (fruit, foliage, skies, signals) is mostly vivid. Towards a look,
# hues turn by at most : this many degrees (vivid ones by the second figure), a vivid colour keeps
# this share of its chroma, and it is held back : from this share of a tint.
_TURN, _TURN_VIVID, _CHROMA_KEPT, _TINT_HELD = 18.0, 9.0, 0.8, 0.7
C64: TypeAlias = NDArray[np.complex64]


def _identity() -> F32:
    return np.linspace(0, 1, _TONES + 1, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Grading:
    """Curve over lightness, displacement of (a, b), and tints by lightness; ``nothing`` is the
    identity.
    """

    curve: F32 = field(default_factory=_identity)
    shift: F32 | None = None  # (cells + 1, cells + 1, 2): what is added to (a, b), by [b, a]
    tints: F32 | None = None  # (65, 2): what is added to (a, b) by lightness
    guarded: bool = False  # vivid colours take only a part of the tints
    colourless: bool = False  # all chroma is taken away before the tints
    _fine: tuple[F32, C64 | None, C64 | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Tables so fine that the nearest entry will do (a step is far under one of 8 bits); a and b
        # are one complex number, so that a pixel costs one look-up for both.
        x = np.linspace(0, _TONES, _FINE_TONES + 1)
        curve = np.interp(x, np.arange(_TONES + 1), self.curve).astype(np.float32)
        shift = tints = None
        if self.shift is not None:
            at = np.linspace(0, _CELLS, _FINE_CELLS + 1)
            low = np.minimum(at.astype(int), _CELLS - 1)
            weights = np.zeros((_FINE_CELLS + 1, _CELLS + 1), dtype=np.float32)
            weights[np.arange(_FINE_CELLS + 1), low] = 1 - (at - low)
            weights[np.arange(_FINE_CELLS + 1), low + 1] += at - low
            a, b = (weights @ self.shift[..., k] @ weights.T for k in (0, 1))
            shift = (a + 1j * b).astype(np.complex64).ravel()
        if self.tints is not None:
            x = np.linspace(0, _TINTS, _FINE_TONES + 1)
            a, b = (np.interp(x, np.arange(_TINTS + 1), self.tints[:, k]) for k in (0, 1))
            tints = (a + 1j * b).astype(np.complex64)
        object.__setattr__(self, "_fine", (curve, shift, tints))

    @property
    def nothing(self) -> bool:
        return (
            not self.colourless
            and self.shift is None
            and self.tints is None
            and bool(np.allclose(self.curve, _identity(), atol=1e-4))
        )

    def apply(self, lab: F32) -> None:
        """Grade planes (3, rows, width) in place."""
        if self.nothing:
            return
        curve, shift, tints = self._fine
        hold = (
            1 - np.float32(_TINT_HELD) * vivid(np.hypot(lab[1], lab[2]))
            if tints is not None and self.guarded
            else None
        )
        tone = (np.clip(lab[0], 0, 1) * np.float32(_FINE_TONES) + np.float32(0.5)).astype(np.int32)
        if self.colourless:
            lab[1:] = 0
        elif shift is not None:
            scale = np.float32(_FINE_CELLS / (2 * _BOUND))
            at = (
                np.clip(lab[2], -_BOUND, _BOUND) * scale + np.float32(_FINE_CELLS / 2 + 0.5)
            ).astype(np.int32)
            at *= np.int32(_FINE_CELLS + 1)
            at += (
                np.clip(lab[1], -_BOUND, _BOUND) * scale + np.float32(_FINE_CELLS / 2 + 0.5)
            ).astype(np.int32)
            # Very dark and very bright colours have little chroma to move.
            room = np.clip(np.minimum(lab[0], 1 - lab[0] * np.float32(0.98)) * np.float32(9), 0, 1)
            move = np.take(shift, at)
            lab[1] += move.real * room
            lab[2] += move.imag * room
        if tints is not None:
            move = np.take(tints, tone)
            if hold is not None:
                move *= hold
            lab[1] += move.real
            lab[2] += move.imag
        lab[0] = np.take(curve, tone)


def tone_curve(
    median: float, contrast: float, target_median: float, target_contrast: float, strength: float
) -> F32:
    """A monotone curve that moves the median and the spread of lightness towards a target.

    A power moves the median, a swing about it the spread; both vanish at black and white and are
    bounded, so that no tone is crushed.
    """
    m = float(np.clip(median, 0.08, 0.92))
    wanted = float(np.clip(m + strength * (target_median - m), 0.1, 0.9))
    power = float(np.clip(np.log(wanted) / np.log(m), 0.62, 1.6))
    x = np.linspace(0, 1, _TONES + 1)
    y = x**power
    pivot = m**power
    ratio = target_contrast / max(contrast, 0.05)
    swing = float(np.clip(strength * (ratio - 1), -0.42, 0.5))
    window = 1 - (np.abs(y - pivot) / np.where(y > pivot, 1 - pivot, pivot)) ** 2
    y = y + swing * (y - pivot) * np.clip(window, 0, 1)
    return np.maximum.accumulate(np.clip(y, 0, 1)).astype(np.float32)


def skin(a: F32, b: F32) -> F32:
    """How much a colour is of skin's hues, 0 to 1 (from the darkest to the palest skin the hue
    hardly changes).
    """
    chroma, hue = np.hypot(a, b), np.degrees(np.arctan2(b, a))
    band = smooth(hue, 18, 34) * smooth(hue, 88, 68)
    return np.asarray(
        band * smooth(chroma, 0.018, 0.04) * smooth(chroma, 0.17, 0.12), dtype=np.float32
    )


def vivid(chroma: F32) -> F32:
    """How vivid a colour is, 0 to 1, by its chroma."""
    return smooth(chroma, 0.05, 0.14)


def colour_shift(
    palette: Sequence[tuple[Lab, float]],
    gain: float,
    pull: float,
    *,
    keep_skin: float = 0.5,
    guarded: bool = False,
) -> F32 | None:
    """The displacement table: chroma times ``gain``, and hues drawn towards the palette's by
    ``pull`` (0 to 1).

    A colour is drawn to near palette hues by a weight that falls smoothly with the angle, so that
    far hues stay what they are (a red car in a blue brand stays red). No hue turns by more than 18
    degrees. ``keep_skin`` (0 to 1) holds skin back; ``guarded`` lets vivid colours keep most of
    their chroma when the gain would take it.
    """
    axis = np.linspace(-_BOUND, _BOUND, _CELLS + 1, dtype=np.float32)
    a, b = np.meshgrid(axis, axis)
    chroma, hue = np.hypot(a, b), np.arctan2(b, a)
    coloured = smooth(chroma, 0.012, 0.05)
    da, db = np.zeros_like(a), np.zeros_like(b)
    lively = [(lab, w) for lab, w in palette if np.hypot(lab[1], lab[2]) > 0.03]
    if pull > 0 and lively:
        # The turn is a mean of the turns to each palette hue, weighted by nearness and by the
        # colour's share.
        total = np.full_like(a, 0.18)
        turned = np.zeros_like(a)
        for lab, weight in lively:
            apart = np.angle(np.exp(1j * (np.arctan2(lab[2], lab[1]) - hue))).astype(np.float32)
            near = np.exp(-((apart / 0.75) ** 2)) * np.float32(0.15 + weight)
            turned += near * apart
            total += near
        most = np.radians(_TURN + (_TURN_VIVID - _TURN) * vivid(chroma)).astype(np.float32)
        # A soft limit: neighbouring hues stay neighbours.
        angle = most * np.tanh(np.float32(pull) * turned / total / most) * coloured
        cos, sin = np.cos(angle), np.sin(angle)
        da += a * cos - b * sin - a
        db += a * sin + b * cos - b
    if abs(gain - 1) > 1e-3:
        # More colour where there is little, less where there is much: nothing is driven out of
        # gamut.
        amount = np.float32(gain - 1) * (
            smooth(chroma, 0.3, 0.1) if gain > 1 else np.ones_like(chroma)
        )
        if guarded and gain < _CHROMA_KEPT:
            amount += np.float32(_CHROMA_KEPT - gain) * vivid(chroma)
        da += a * amount * (np.float32(0.35) + np.float32(0.65) * coloured)
        db += b * amount * (np.float32(0.35) + np.float32(0.65) * coloured)
    if not (np.any(da) or np.any(db)):
        return None
    hold = 1 - np.float32(keep_skin) * skin(a, b)
    return np.stack([da * hold, db * hold], axis=-1).astype(np.float32)


def tint_table(
    shadows: tuple[float, float],
    midtones: tuple[float, float],
    highlights: tuple[float, float],
    most: float = 0.035,
) -> F32 | None:
    """Tints by lightness between three zones, bounded, and fading at black and white."""
    zones = np.array([shadows, midtones, highlights], dtype=np.float64)
    lengths = np.hypot(zones[:, 0], zones[:, 1])
    zones *= np.minimum(1.0, most / np.maximum(lengths, 1e-9))[:, None]
    if float(np.abs(zones).max()) < 5e-4:
        return None
    x = np.linspace(0, 1, _TINTS + 1)
    fade = np.clip(x / 0.1, 0, 1) * np.clip((1.02 - x) / 0.1, 0, 1)
    columns = [np.interp(x, [0.25, 0.56, 0.82], zones[:, k]) * fade for k in (0, 1)]
    return np.stack(columns, axis=-1).astype(np.float32)


def towards(
    lab: F32,
    look: BrandLook,
    palette: Sequence[tuple[Lab, float]],
    strength: float,
    *,
    faces: bool = False,
    tone: float = 1.0,
    pull: float = 0.8,
) -> Grading:
    """The grading that moves a picture, given as a small OKLab sample (h, w, 3) or (n, 3), towards
    a look.

    ``strength`` 0 to 1 is how far; ``tone`` scales the tone curve, ``pull`` the draw towards
    palette hues. What the look leaves open (None) stays.
    """
    seen = lab.reshape(-1, 3)
    p5, p50, p95 = (float(v) for v in np.percentile(seen[:, 0], [5, 50, 95]))
    curve = _identity()
    if (look.key is not None or look.contrast is not None) and tone > 0:
        curve = tone_curve(
            p50,
            p95 - p5,
            look.key if look.key is not None else p50,
            look.contrast if look.contrast is not None else p95 - p5,
            strength * tone,
        )
    gain = 1.0
    chroma = np.hypot(seen[:, 1], seen[:, 2])
    if look.saturation is not None and float(chroma.mean()) > 0.004:
        ratio = look.saturation / float(chroma.mean())
        gain = float(np.clip(1 + strength * (ratio - 1), 0.55, 1.6))
    shift = colour_shift(
        palette, gain, strength * pull, keep_skin=0.85 if faces else 0.45, guarded=True
    )
    wanted = _tints(seen, look, gain, strength)
    tints = None
    if any(w != (0.0, 0.0) for w in wanted):
        tints = tint_table(*wanted, 0.022 if faces else 0.04)
    return Grading(curve, shift, tints, guarded=True)


_Tint = tuple[float, float]
"""How far a zone's a and b of OKLab are moved."""


def _tints(seen: F32, look: BrandLook, gain: float, strength: float) -> tuple[_Tint, _Tint, _Tint]:
    """How shadows, midtones and highlights (of pixels ``seen``, n x 3, whose chroma is multiplied
    by ``gain``) are tinted to come nearer to a look's grade, or to its temperature.
    """
    none = (0.0, 0.0)
    if look.grade is not None:
        goals = (look.grade.shadows, look.grade.midtones, look.grade.highlights)
        light = seen[:, 0]
        zones = (light < 0.40, (light >= 0.40) & (light <= 0.72), light > 0.72)

        def tint(goal: _Tint, zone: NDArray[np.bool_]) -> _Tint:
            if not any(abs(v) > 1e-6 for v in goal):
                return none
            part = seen[zone]
            mean = part[:, 1:].mean(0) if len(part) > 0.005 * len(seen) else np.zeros(2)
            a, b = (
                0.75 * strength * (v - gain * float(m)) for v, m in zip(goal, mean, strict=True)
            )
            return a, b

        shadows, midtones, highlights = map(tint, goals, zones)
        return shadows, midtones, highlights
    if look.temperature is not None:
        move = (0.0, strength * (look.temperature - float(seen[:, 2].mean()) * gain))
        return move, move, move
    return none, none, none
