"""Rich words itemised and taken apart: runs of another weight, slope or colour within one text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from brandstudio.models.markup import Runs

from .breaks import graphemes
from .faces import FontStack
from .shape import Item, itemise

#: How many letters beyond a run's end may change the form of its own.
_REACH: Final = 4


def bolder(weight: float) -> float:
    """The weight of bold words among words of a weight."""
    return min(max(700.0, weight + 200.0), 900.0)


def itemise_rich(
    text: str,
    levels: Sequence[int],
    stack: FontStack,
    weight: float,
    optical: float,
    runs: Runs,
    at: int,
) -> list[Item]:
    """The items of a hard line that begins at ``at`` of a text with ``runs``; a run is never in one
    item with what is beside it.
    """
    if not runs:
        return itemise(text, levels, stack, weight, optical)
    items: list[Item] = []
    for start, end, number in _stretches(text, runs, at):
        run = runs[number - 1] if number else None
        heavy = bolder(weight) if run is not None and run.bold else weight
        slanted = run is not None and run.italic
        found = itemise(text[start:end], levels[start:end], stack, heavy, optical, italic=slanted)
        items += (i._replace(start=i.start + start, end=i.end + start, run=number) for i in found)
    return items


def _stretches(text: str, runs: Runs, offset: int) -> Iterator[tuple[int, int, int]]:
    """(start, end, number of the run or 0) over the whole text, between clusters alone."""
    bounds, at = graphemes(text), 0
    for number, run in enumerate(runs, 1):
        # A mark above a letter goes with it, whatever run it was put into.
        edges = (min(max(edge - offset, 0), len(text)) for edge in (run.start, run.end))
        start, end = (bounds[max(bisect_right(bounds, edge) - 1, 0)] for edge in edges)
        if start > at:
            yield at, start, 0
        if end > max(start, at):
            yield max(start, at), end, number
        at = max(at, end)
    if at < len(text):
        yield at, len(text), 0


def around(text: str, item: Item, start: int, end: int) -> tuple[str, str]:
    """The letters before and after a part of an item, where another run takes the word on."""
    before = text[max(start - _REACH, 0) : start] if start == item.start else ""
    after = text[end : end + _REACH] if end == item.end else ""
    return before.rpartition(" ")[2], after.partition(" ")[0]
