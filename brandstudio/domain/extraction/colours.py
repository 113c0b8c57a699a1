"""The palette that several references share.

Near colours of different references become one, spoken for by the one of them that lies nearest to
all (a medoid: a colour that is really there, and that no single odd colour moves).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ...models.style import ColourRole, Oklch, StyleColour
from .reference import ReferenceSwatch

#: OKLab distance up to which colours are one; about 3 just-noticeable differences of large areas.
_SAME = 0.075
_MOST = 8
_LEAST_WEIGHT = 0.01
_QUIET = 0.035  # chroma below which a colour reads as a neutral
Lab = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class _Member:
    reference: int
    hex: str
    lch: tuple[float, float, float]
    lab: Lab
    weight: float


def shared_palette(palettes: Sequence[Sequence[ReferenceSwatch]]) -> list[StyleColour]:
    """Up to eight colours of the references, the most telling first; weights are shares of the area
    of all.
    """
    if not palettes:
        return []
    count = len(palettes)
    members = sorted(
        (
            _Member(
                index, swatch.hex.lower(), swatch.oklch, lab_of(swatch.oklch), swatch.weight / count
            )
            for index, palette in enumerate(palettes)
            for swatch in palette
        ),
        # Not by reference: their order must not tell.
        key=lambda m: (-m.weight, m.hex),
    )
    colours = [_spoken_for(group, count) for group in _grouped(members)]
    # What recurs says more about a brand than what one picture is full of.
    colours.sort(key=lambda entry: (-entry[0].weight * math.sqrt(entry[1]), entry[0].hex))
    telling = [
        colour
        for colour, share in colours
        if colour.weight >= _LEAST_WEIGHT and _tells(colour, share, count)
    ]
    return _with_roles(telling[:_MOST])


def lab_of(lch: tuple[float, float, float]) -> Lab:
    """OKLab of OKLCH."""
    lightness, chroma, hue = lch
    return lightness, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))


def _apart(one: Lab, other: Lab) -> float:
    return math.dist(one, other)


def _grouped(members: Sequence[_Member]) -> list[list[_Member]]:
    """Average-linkage clustering; at most forty members, so the plain way is quick."""
    groups = [[member] for member in members]
    while len(groups) > 1:
        gap, i, j = min(
            (_between(groups[i], groups[j]), i, j)
            for i in range(len(groups))
            for j in range(i + 1, len(groups))
        )
        if gap > _SAME:
            break
        groups[i] += groups.pop(j)
        groups[i].sort(key=lambda m: (-m.weight, m.hex))
    return groups


def _between(one: Sequence[_Member], other: Sequence[_Member]) -> float:
    return math.fsum(_apart(a.lab, b.lab) for a in one for b in other) / (len(one) * len(other))


def _spoken_for(group: Sequence[_Member], count: int) -> tuple[StyleColour, float]:
    """The colour of a group, and the share of the references that have it."""
    speaker = min(
        group,
        key=lambda m: (
            math.fsum(_apart(m.lab, other.lab) * other.weight for other in group),
            m.hex,
        ),
    )
    lightness, chroma, hue = speaker.lch
    nearest: dict[int, float] = {}
    for member in group:
        apart = _apart(member.lab, speaker.lab)
        nearest[member.reference] = min(apart, nearest.get(member.reference, apart))
    return (
        StyleColour(
            hex=speaker.hex,
            oklch=Oklch(l=lightness, c=chroma, h=hue),
            weight=round(min(1.0, math.fsum(member.weight for member in group)), 4),
            role="neutral",
            spread=round(median(nearest.values()), 4),
        ),
        len(nearest) / count,
    )


def _tells(colour: StyleColour, share: float, count: int) -> bool:
    """Whether a colour is more than one picture's own: in two references, or in one of few, or over
    much of one.
    """
    return count < 3 or share * count >= 2 or colour.weight * count >= 0.2


def _with_roles(colours: Sequence[StyleColour]) -> list[StyleColour]:
    """The colours, each with the part that it can play."""
    roles: dict[str, ColourRole] = {}

    def take(role: ColourRole, candidates: list[StyleColour]) -> None:
        free = [colour for colour in candidates if colour.hex not in roles]
        if free:
            roles[free[0].hex] = role

    def loudness(colour: StyleColour) -> float:
        return -colour.oklch.c * math.sqrt(0.05 + colour.weight)

    quiet_light = [c for c in colours if c.oklch.l >= 0.82 and c.oklch.c < 0.06]
    dark = sorted(
        (c for c in colours if c.oklch.l <= 0.4 and c.oklch.c < 0.09), key=lambda c: c.oklch.l
    )
    chromatic = sorted(
        (c for c in colours if c.oklch.c >= _QUIET), key=lambda c: (loudness(c), c.hex)
    )
    take("background", quiet_light)
    take("text", dark)
    take("primary", chromatic)
    take("surface", [c for c in quiet_light if c.hex not in roles])
    rest = [c for c in chromatic if c.hex not in roles]
    leading = next((c for c in colours if roles.get(c.hex) == "primary"), None)
    if leading is not None:
        # An accent is small, loud and of another hue.
        accents = [
            c
            for c in rest
            if c.weight <= 0.15 and c.oklch.c >= 0.08 and _hue_apart(c, leading) >= 40
        ]
        take("accent", sorted(accents, key=lambda c: (-c.oklch.c, c.hex)))
    take("secondary", [c for c in rest if c.hex not in roles])
    return [
        colour.model_copy(update={"role": roles.get(colour.hex, _rest(colour))})
        for colour in colours
    ]


def _rest(colour: StyleColour) -> ColourRole:
    return "neutral" if colour.oklch.c < _QUIET else "secondary"


def _hue_apart(one: StyleColour, other: StyleColour) -> float:
    apart = abs(one.oklch.h - other.oklch.h) % 360
    return min(apart, 360 - apart)
