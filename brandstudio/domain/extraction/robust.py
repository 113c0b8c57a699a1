"""Robust statistics over a handful of references: medians, their spread, and which reference is the
odd one.

Nothing here depends on the order of the references.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from ...models.style import Figure

# : A reference this many times as far from the middle of the others as the median one of those is
# odd, ...
_TIMES_FARTHER = 3.0
#: ... when it is also at least so far, in plainly seen steps (see distance).
_LEAST_DISTANCE = 1.5
_DIGITS = 4


def figure(values: Sequence[float]) -> Figure:
    """The median and the median absolute deviation. ValueError when there are none."""
    if not values:
        raise ValueError("a figure needs at least one value")
    middle = median(values)
    return Figure(
        value=round(middle, _DIGITS), spread=round(median(abs(v - middle) for v in values), _DIGITS)
    )


def figure_or_none(values: Sequence[float | None]) -> Figure | None:
    """The figure of the values that were found, None when fewer than half were."""
    found = [value for value in values if value is not None]
    return figure(found) if found and 2 * len(found) >= len(values) else None


def majority(values: Sequence[str], undecided: str) -> str:
    """The value that more than half have, ``undecided`` when none does."""
    if not values:
        return undecided
    value, count = max(Counter(values).items(), key=lambda entry: (entry[1], entry[0]))
    return value if 2 * count > len(values) else undecided


def circular_median(degrees: Sequence[float]) -> float:
    """The one of the angles that is nearest to all others, in degrees."""
    return min(sorted(degrees), key=lambda one: math.fsum(_turn(one, other) for other in degrees))


def _turn(one: float, other: float) -> float:
    apart = abs(one - other) % 360
    return min(apart, 360 - apart)


def odd_ones(features: Sequence[Mapping[str, float]], steps: Mapping[str, float]) -> list[int]:
    """The indices of the references that look unlike the others: never half of them or more, none
    of fewer than three.

    ``features`` are the figures of each reference, ``steps`` how large a difference of each is
    plainly seen.
    """
    odd: list[int] = []
    while True:
        kept = [i for i in range(len(features)) if i not in odd]
        # Once more may go only while those that stay are more than those that went.
        if len(kept) < 3 or len(odd) + 1 > (len(features) - 1) // 2:
            return sorted(odd)
        strangeness = {
            i: _strangeness([features[k] for k in kept if k != i], features[i], steps) for i in kept
        }
        strangest = max(kept, key=lambda i: strangeness[i])
        if strangeness[strangest] <= 1:
            return sorted(odd)
        odd.append(strangest)


def _strangeness(
    others: Sequence[Mapping[str, float]], one: Mapping[str, float], steps: Mapping[str, float]
) -> float:
    """How far a reference is from the middle of the others, in units of what makes it odd."""
    middle = {name: median(entry[name] for entry in others) for name in steps}
    usual = median(distance(entry, middle, steps) for entry in others)
    return distance(one, middle, steps) / max(_LEAST_DISTANCE, _TIMES_FARTHER * usual)


def distance(
    one: Mapping[str, float], other: Mapping[str, float], steps: Mapping[str, float]
) -> float:
    """How far two looks are apart, in steps: the root mean square of their three largest
    differences.

    A look may differ in colour alone or in light alone; over all features that would drown.
    """
    largest = sorted(
        (abs(one[name] - other[name]) / step for name, step in steps.items()), reverse=True
    )[:3]
    return math.sqrt(math.fsum(difference**2 for difference in largest) / len(largest))


def strongest_differences(
    one: Mapping[str, float],
    others: Sequence[Mapping[str, float]],
    steps: Mapping[str, float],
    words: Mapping[str, tuple[str, str]],
    most: int = 2,
) -> list[str]:
    """How ``one`` differs from the middle of ``others``, in words: (less, more) for each
    feature.
    """
    apart: Callable[[str], float] = lambda name: (  # noqa: E731
        (one[name] - median(o[name] for o in others)) / steps[name]
    )
    named = sorted(
        (name for name in words if abs(apart(name)) >= 1),
        key=lambda name: (-abs(apart(name)), name),
    )
    return [words[name][apart(name) > 0] for name in named[:most]]
