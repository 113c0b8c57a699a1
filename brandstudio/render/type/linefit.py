"""Choose where lines end: as few lines as a greedy setter needs, of lengths as equal as the words
allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .breaks import SOFT_HYPHEN, Break, emergency_breaks
from .measure import HardLine

# lines times places beyond which balancing by a narrower measure replaces the exact search
_EXACT = 6_000
# What a line's end after a clause costs at most (see `breaks`), and what a torn clause costs.
CLAUSE, TORN = -1.5, 14.0
_INVISIBLE_ENDS = frozenset({" ", SOFT_HYPHEN, "\u200b", "\u3000", "\u2009", "\u2002", "\u2003"})
_RAGGED = (
    100.0  # cost of a line as far from the ideal as the measure is wide, squared; see Break.cost
)


class Piece(NamedTuple):
    """One line to set: ``text[start:end]`` without the spaces at its end, and whether a hyphen is
    added.
    """

    start: int
    end: int
    hyphen: bool


class _Places(NamedTuple):
    """Candidate line ends of a hard line, its own end last, with what each would show."""

    offsets: list[int]
    ends: list[int]
    hyphens: list[bool]
    costs: list[float]
    tier: int


def break_line(
    line: HardLine, text: str, measure: float, tracking: float, most: int = 3, spare: int = 0
) -> tuple[list[Piece], int]:
    """Pieces of a hard line for a measure in em, and the highest tier of break that was needed;
    ``spare`` more of them than the measure asks for, where the words have so many.

    With ``most`` below 3 a stretch that can't be broken may come out wider than the measure.
    """
    if line.start == line.end:
        return [Piece(line.start, line.end, False)], 0
    places = _places(line, text, measure, tracking, most)
    greedy = _greedy(line, places, measure, tracking)
    count = min(len(greedy) + spare, len(places.offsets))
    if count > 1:
        if count * len(places.offsets) <= _EXACT:
            greedy = _balanced(line, places, measure, tracking, count) or greedy
        else:
            greedy = _narrowed(line, places, measure, tracking, greedy)
    start, pieces = line.start, []
    for at in greedy:
        pieces.append(Piece(start, max(places.ends[at], start), places.hyphens[at]))
        start = places.offsets[at]
    return pieces, places.tier


def as_stored(
    lines: Sequence[HardLine], text: str, shown: Sequence[str]
) -> list[list[Piece]] | None:
    """The pieces of hard lines that show these lines, one after the other; None where they are not
    the text's. What was set once is set so again, whatever is found better since.
    """
    found: list[list[Piece]] = []
    left = list(reversed(shown))
    for line in lines:
        pieces: list[Piece] = []
        at = line.start
        while not pieces or at < line.end:
            if not left or not text.startswith(left[-1], at):
                return None
            end = at + len(left.pop())
            following = end
            while following < line.end and text[following] in _INVISIBLE_ENDS:
                following += 1
            if following == at and at < line.end:
                return None
            pieces.append(Piece(at, end, _hyphened(line, text, end, following)))
            at = following
        found.append(pieces)
    return found if not left else None


def _hyphened(line: HardLine, text: str, end: int, following: int) -> bool:
    """True of a line end that shows a hyphen which the text has not."""
    if following >= line.end:
        return False
    known = next((b for b in line.breaks if b.offset == following), None)
    if known is not None or following > end:
        return known is not None and known.hyphen
    start = max((b.offset for b in line.breaks if b.offset < end), default=line.start)
    stop = min((b.offset for b in line.breaks if b.offset > end), default=line.end)
    forced = emergency_breaks(text, start, stop, line.language)
    return any(b.offset == end and b.hyphen for b in forced)


def count_lines(
    line: HardLine, text: str, measure: float, tracking: float, most: int
) -> tuple[int, bool]:
    """How many lines a greedy setter needs, and whether every one of them fits the measure."""
    if line.start == line.end:
        return 1, True
    places = _places(line, text, measure, tracking, most)
    greedy = _greedy(line, places, measure, tracking)
    start, fits = line.start, True
    for at in greedy:
        fits = fits and _width(line, places, start, at, tracking) <= measure
        start = places.offsets[at]
    return len(greedy), fits


def _places(line: HardLine, text: str, measure: float, tracking: float, most: int) -> _Places:
    """Good places to break, and lesser ones only inside stretches that are wider than the
    measure.
    """
    chosen: list[Break] = []
    highest = 0
    good = [b for b in line.breaks if b.tier == 0]
    lesser = [b for b in line.breaks if b.tier == 1] if most >= 1 else []
    start = line.start
    for stop in (*good, Break(line.end)):
        if (
            line.width(start, _trim(text, start, stop.offset), tracking) + line.hyphen * stop.hyphen
            > measure
        ):
            inside = [b for b in lesser if start < b.offset < stop.offset]
            highest = max(highest, 1 if inside else 0)
            if most >= 2:
                inside, tier = _force(
                    line, text, measure, tracking, start, stop.offset, inside, most
                )
                highest = max(highest, tier)
            chosen += inside
        chosen.append(stop)
        start = stop.offset
    ends = [_trim(text, line.start, b.offset) for b in chosen]
    return _Places(
        [b.offset for b in chosen],
        ends,
        [b.hyphen for b in chosen],
        [b.cost for b in chosen],
        highest,
    )


def _force(
    line: HardLine,
    text: str,
    measure: float,
    tracking: float,
    start: int,
    end: int,
    inside: list[Break],
    most: int,
) -> tuple[list[Break], int]:
    """Add last-resort breaks between ``inside`` where a stretch still does not fit."""
    out: list[Break] = []
    tier = 1 if inside else 0
    for stop in (*inside, Break(end)):
        if (
            line.width(start, _trim(text, start, stop.offset), tracking) + line.hyphen * stop.hyphen
            > measure
        ):
            extra = emergency_breaks(text, start, stop.offset, line.language)
            syllables = [b for b in extra if b.tier == 2]
            if most < 3 or _all_fit(line, text, measure, tracking, start, (*syllables, stop)):
                extra = syllables
            tier = max([tier, *(b.tier for b in extra)])
            out += extra
        if stop.offset != end:
            out.append(stop)
        start = stop.offset
    return out, tier


def _all_fit(
    line: HardLine, text: str, measure: float, tracking: float, start: int, breaks: Sequence[Break]
) -> bool:
    for stop in breaks:
        width = (
            line.width(start, _trim(text, start, stop.offset), tracking) + line.hyphen * stop.hyphen
        )
        if width > measure:
            return False
        start = stop.offset
    return True


def _trim(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _INVISIBLE_ENDS:
        end -= 1
    return end


def _width(line: HardLine, places: _Places, start: int, at: int, tracking: float) -> float:
    end = max(places.ends[at], start)
    return line.width(start, end, tracking) + (line.hyphen if places.hyphens[at] else 0.0)


def _greedy(line: HardLine, places: _Places, measure: float, tracking: float) -> list[int]:
    """Indices of the places where a greedy setter ends its lines; each line takes at least one
    stretch.
    """
    out: list[int] = []
    start, last = line.start, -1
    for at in range(len(places.offsets)):
        if (
            last >= 0
            and last != (out[-1] if out else -1)
            and _width(line, places, start, at, tracking) > measure
        ):
            out.append(last)
            start = places.offsets[last]
        last = at
    out.append(len(places.offsets) - 1)
    return out


def _balanced(
    line: HardLine, places: _Places, measure: float, tracking: float, count: int
) -> list[int] | None:
    """The best ``count`` lines by dynamic programming: equal lengths, ends that keep short words
    with what follows.
    """
    total = len(places.offsets)
    starts = [line.start, *places.offsets]
    ideal = min(line.width(line.start, places.ends[-1], tracking) / count, measure)
    infinity = float("inf")
    best = [0.0] + [
        infinity
    ] * total  # best[j]: cost of setting the first j stretches in the lines so far
    back: list[list[int]] = []
    for number in range(count):
        following = [infinity] * (total + 1)
        came = [-1] * (total + 1)
        final = number == count - 1
        for i in range(number, total):
            if best[i] == infinity:
                continue
            for j in range(i + 1, total + 1):
                width = _width(line, places, starts[i], j - 1, tracking)
                if width > measure and j > i + 1:
                    break
                if final and j < total:
                    continue
                off = (width - ideal) / measure
                cost = best[i] + _RAGGED * off * off + _torn(places.costs, i, j)
                cost += 0.0 if j == total else places.costs[j - 1]
                if cost < following[j]:
                    following[j] = cost
                    came[j] = i
                if width > measure:
                    break
        back.append(came)
        best = following
    if best[total] == infinity:
        return None
    out, j = [], total
    for came in reversed(back):
        out.append(j - 1)
        j = came[j]
    return out[::-1]


def _torn(costs: Sequence[float], i: int, j: int) -> float:
    """What it costs that the line of the stretches from ``i`` to before ``j`` ends one word into a
    clause, or begins with the last word of one.
    """
    if j - i < 2:  # a line of one word, which ends the clause before it
        return TORN * (i > 0 and j < len(costs) and costs[i] <= CLAUSE < costs[i - 1])
    begun = j < len(costs) and j - i > 2 and costs[j - 2] <= CLAUSE < costs[j - 1]
    left = i > 0 and costs[i] <= CLAUSE < costs[i - 1]
    return TORN * (begun or left)


def _narrowed(
    line: HardLine, places: _Places, measure: float, tracking: float, greedy: list[int]
) -> list[int]:
    """For long texts: the narrowest measure that gives no more lines than the full one (what CSS
    calls balance).
    """
    low, high, best = measure * 0.5, measure, greedy
    for _ in range(8):
        middle = (low + high) / 2
        trial = _greedy(line, places, middle, tracking)
        start, widest = line.start, 0.0
        for at in trial:
            widest = max(widest, _width(line, places, start, at, tracking))
            start = places.offsets[at]
        if len(trial) <= len(greedy) and widest <= measure:
            best, high = trial, middle
        else:
            low = middle
    return best
