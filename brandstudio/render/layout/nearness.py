"""Elements that come too near to each other: two or three pixels between them look like a mistake.

The smallest gap is the canvas's (`Canvas.least_gap`). Words of one stack, and the parts of one layer, keep distances of their own and are left alone here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import Final

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.layer_rules import BadgeRule, ShapeRule
from brandstudio.render.layout.pieces import Form, hides

#: Shapes whose box has empty corners.
_ROUND: Final = ("circle", "burst")


@dataclass(frozen=True)
class Near:
    """Two elements that stand too near to each other."""

    one: str
    other: str
    gap: float
    """In px; below 0 by how much they overlap."""


@dataclass(frozen=True)
class _Element:
    """Words, a button or a badge; or the edge of a picture or a shape."""

    name: str
    box: Rect
    layer: int
    """Which of the template's layers it is a part of; -1 of the stack."""
    round: bool = False


def too_near(arrangement: Arrangement, canvas: Canvas) -> Iterator[Near]:
    """The pairs of elements with less than the smallest gap between them, words first. What overlaps
    the edge of a picture or a shape is not among them.
    """
    said = [*_badges(arrangement), *_words(arrangement)]
    edges, least = list(_edges(arrangement)), canvas.least_gap
    for one, other in combinations(said, 2):
        if one.layer != other.layer and (gap := _gap(one, other)) < least:
            yield Near(other.name, one.name, gap)
    for edge in edges:
        for words in said:
            if words.layer != edge.layer and 1 <= (gap := _to_edge(words, edge)) < least:
                yield Near(words.name, edge.name, gap)


def _words(arrangement: Arrangement) -> Iterator[_Element]:
    words = arrangement.words
    for block in words.blocks:
        if block.slot != "button_text" or words.button is None:
            yield _Element(block.slot, block.rect, -1)
    if words.button is not None:
        yield _Element("button", words.button, -1)
    for layer, fixture in enumerate(arrangement.fixtures):
        for letters in fixture.letters:
            if letters.ground is None:  # else it stands in its badge
                yield _Element(letters.block.slot, letters.block.rect, layer)


def _badges(arrangement: Arrangement) -> Iterator[_Element]:
    for layer, fixture in enumerate(arrangement.fixtures):
        for form in fixture.forms:
            if isinstance(form.rule, BadgeRule):
                yield _Element(named(form), form.box, layer, form.rule.shape in _ROUND)


def _edges(arrangement: Arrangement) -> Iterator[_Element]:
    """Pictures and shapes that can be seen to end somewhere, lines too."""
    for layer, fixture in enumerate(arrangement.fixtures):
        for form in fixture.forms:
            rule = form.rule
            line = isinstance(rule, ShapeRule) and rule.shape == "line"
            if not isinstance(rule, BadgeRule) and (line or hides(rule)):
                yield _Element(named(form), form.box, layer, rule.shape in _ROUND)


def _to_edge(words: _Element, edge: _Element) -> float:
    """The distance of words to the edge of what they stand beside or on."""
    a, b = words.box, edge.box
    if not edge.round and b.holds(a, 0.0):
        return min(a.x - b.x, b.right - a.right, a.y - b.y, b.bottom - a.bottom)
    return _gap(words, edge)


def named(form: Form) -> str:
    """What people call a shape, a picture or a badge."""
    rule = form.rule
    if isinstance(rule, BadgeRule):
        return f"badge {rule.slot}" if rule.slot != "badge" else "badge"
    return rule.shape if isinstance(rule, ShapeRule) else f"picture {rule.slot}"


def _gap(one: _Element, other: _Element) -> float:
    """The distance of two elements; below 0 where they overlap."""
    a, b = one.box, other.box
    dx, dy = max(a.x - b.right, b.x - a.right), max(a.y - b.bottom, b.y - a.bottom)
    if one.round or other.round:
        disc, box = (one, b) if one.round else (other, a)
        x, y = disc.box.centre
        out = hypot(max(box.x - x, x - box.right, 0.0), max(box.y - y, y - box.bottom, 0.0))
        return max(out - disc.box.width / 2, dx, dy)
    return hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)
