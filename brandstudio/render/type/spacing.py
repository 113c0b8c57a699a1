"""Tracking and leading by size and script, and the room that tall letters need above the line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from .shape import GlyphRun

# (px, em): large type is set closer and tighter, small type looser; between the points a straight
# line.
_TRACKING = (
    (11.0, 0.012),
    (16.0, 0.0),
    (24.0, -0.008),
    (40.0, -0.018),
    (64.0, -0.024),
    (96.0, -0.028),
)
_LEADING = (
    (12.0, 1.5),
    (18.0, 1.42),
    (24.0, 1.32),
    (36.0, 1.2),
    (56.0, 1.12),
    (84.0, 1.06),
    (140.0, 1.02),
)

# What a script needs beyond Latin: vowel signs above and below, full-height ideographs.
_TALLER = {
    "Deva": 0.18, "Beng": 0.18, "Gujr": 0.18, "Guru": 0.18, "Taml": 0.18, "Telu": 0.22, "Knda": 0.22, "Mlym": 0.2,
    "Sinh": 0.2, "Thai": 0.24, "Laoo": 0.24, "Khmr": 0.3, "Mymr": 0.3, "Tibt": 0.35, "Arab": 0.16, "Hani": 0.14,
    "Hira": 0.14, "Kana": 0.14, "Bopo": 0.14, "Hang": 0.12, "Hebr": 0.06,
}  # fmt: skip

# em of white that is left between ink and ink of neighbouring lines. The band of small letters
# keeps lines of a cased script apart; where a script has none, dots and signs fill the whole line
# and need more, and the deepest ink of a line stays above the highest of the next one anywhere.
_CLEARANCE = 0.08
_CLEARANCE_UNCASED = 0.16
_BANDS_UNCASED = 0.06
_CASED = frozenset({"Latn", "Grek", "Cyrl", "Armn", "Geor", "Copt", "Cher", "Glag", "Adlm"})


class SetLine(Protocol):
    """What ``extra_gap`` reads of a line."""

    @property
    def x(self) -> float: ...
    @property
    def runs(self) -> tuple[GlyphRun, ...]: ...


def _between(points: tuple[tuple[float, float], ...], size: float) -> float:
    if size <= points[0][0]:
        return points[0][1]
    for (a, low), (b, high) in pairwise(points):
        if size <= b:
            return low + (high - low) * (size - a) / (b - a)
    return points[-1][1]


def auto_tracking(size: float, *, has_optical: bool) -> float:
    """Tracking in em for a size in px. A font with an optical size axis has done half of the work
    itself.
    """
    value = _between(_TRACKING, size)
    return value / 2 if has_optical else value


def auto_leading(size: float, scripts: Iterable[str]) -> float:
    """Distance of baselines in em for a size in px and the scripts of a text."""
    taller = max((_TALLER.get(script, 0.0) for script in scripts), default=0.0)
    return _between(_LEADING, size) + taller


def step_of(
    lines: Sequence[SetLine], step: float, size: float, stored: float | None = None
) -> float:
    """The distance of a paragraph's baselines (px): as it was ``stored``, else as asked, or as much
    as it takes that no ink comes near the line below it.
    """
    if stored is not None and size <= stored <= 2 * size:
        return stored
    need = max([step, *(extra_gap(upper, lower, size) for upper, lower in pairwise(lines))])
    return min(need, max(step, 2 * size))


def extra_gap(upper: SetLine, lower: SetLine, size: float) -> float:
    """The least distance of two baselines (px) at which the ink of neither line comes near the
    other's.
    """
    bin_width = size * 0.25
    below = _profile(upper, bin_width, lower_edge=True)
    above = _profile(lower, bin_width, lower_edge=False)
    if not below or not above:
        return 0.0
    uncased = _is_uncased(upper) and _is_uncased(lower)
    clearance = _CLEARANCE_UNCASED if uncased else _CLEARANCE
    need = max((below[at] + above[at] for at in below.keys() & above.keys()), default=-1e9)
    need += clearance * size
    if uncased:
        need = max(need, max(below.values()) + max(above.values()) + _BANDS_UNCASED * size)
    return max(need, 0.0)


def _is_uncased(line: SetLine) -> bool:
    """True of a line most of whose letters are of a script without small letters."""
    cased = sum(len(run.glyphs) for run in line.runs if run.script in _CASED)
    return 2 * cased < sum(len(run.glyphs) for run in line.runs)


def _profile(line: SetLine, bin_width: float, *, lower_edge: bool) -> dict[int, float]:
    """How far the ink reaches below (or above) the baseline, px, in columns of ``bin_width``."""
    out: dict[int, float] = {}
    for run in line.runs:
        face = run.font
        scale = run.size / face.upem
        pen = line.x + run.x
        inks = {gid: face.extents(run.variations, gid) for gid in {g[0] for g in run.glyphs}}
        for gid, _, advance, dx, dy in run.glyphs:
            extents = inks[gid]
            if extents is not None and extents.width:
                upper = dy + extents.y_bearing * scale
                reach = -(upper + extents.height * scale) if lower_edge else upper
                start = pen + dx + extents.x_bearing * scale
                first, last = (
                    int(start // bin_width),
                    int((start + extents.width * scale) // bin_width),
                )
                for at in range(first, last + 1):
                    if reach > out.get(at, -1e9):
                        out[at] = reach
            pen += advance
    return out
