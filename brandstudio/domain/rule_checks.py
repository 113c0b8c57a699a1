"""Whether a check of a brand rule makes sense: its measure, its operator and its value."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ..errors import ValidationError
from ..models.rules import CheckOperator, CheckValue, RuleCheck, RuleKind
from .rules import MEASURES, Measure, Type, pair

_OPERATORS: Mapping[Type, tuple[CheckOperator, ...]] = {
    "number": ("<=", ">=", "between", "is"),
    "word": ("is", "in", "not_in", "matches"),
    "flag": ("is",),
    "words": ("in", "not_in", "is"),
}
_WORDS_OPERATORS = {
    "banned_words": ("not_in", "in"),
    "preferred_words": ("is",),
    "product_names": ("in",),
}
_MAX_WORDS, _MAX_LENGTH = 500, 120


def validate(check: RuleCheck, kind: RuleKind | None = None) -> None:
    """Raises ``errors.ValidationError`` naming the field that makes no sense: measure, op or
    value.
    """
    measure = MEASURES.get(check.measure)
    if measure is None:
        known = ", ".join(m.name for m in MEASURES.values() if kind is None or m.kind == kind)
        raise ValidationError.of(
            "check.measure", f"no such measure; known are {known}", value=check.measure
        )
    if kind is not None and measure.kind != kind:
        raise ValidationError.of(
            "check.measure",
            f"{measure.name} is measured for {measure.kind} rules, not for {kind}",
            value=check.measure,
        )
    operators = _WORDS_OPERATORS.get(measure.name, _OPERATORS[measure.type])
    if check.op not in operators:
        raise ValidationError.of(
            "check.op", f"{measure.name} takes {', '.join(operators)}", value=check.op
        )
    problem = _value_problem(measure, check.op, check.value)
    if problem:
        raise ValidationError.of("check.value", problem, value=check.value)


def _value_problem(measure: Measure, op: CheckOperator, value: CheckValue) -> str | None:
    if measure.type == "flag":
        return None if isinstance(value, bool) else f"{measure.name} is true or false"
    if measure.type == "number":
        return _number_problem(measure, op, value)
    return _words_problem(measure, op, value)


def _number_problem(measure: Measure, op: CheckOperator, value: CheckValue) -> str | None:
    numbers = value if isinstance(value, list) else [value]
    if (op == "between") != isinstance(value, list):
        return "between takes two numbers, the other operators take one"
    if any(
        isinstance(n, bool) or not isinstance(n, (int, float)) or not math.isfinite(n)
        for n in numbers
    ):
        return f"{measure.name} is a number ({measure.unit})"
    figures = [float(n) for n in numbers]
    if op == "between" and (len(figures) != 2 or figures[0] > figures[1]):
        return "between takes two numbers, the smaller first"
    if any(not measure.low <= n <= measure.high for n in figures):
        return f"{measure.name} lies between {measure.low:g} and {measure.high:g}"
    return None


def _words_problem(measure: Measure, op: CheckOperator, value: CheckValue) -> str | None:
    entries = value if isinstance(value, list) else [value]
    if any(
        not isinstance(entry, str) or not entry.strip() or len(entry) > _MAX_LENGTH
        for entry in entries
    ):
        return f"{measure.name} takes words of 1 to {_MAX_LENGTH} characters"
    if not entries or len(entries) > _MAX_WORDS:
        return f"{measure.name} takes 1 to {_MAX_WORDS} words"
    words = [str(entry) for entry in entries]
    if measure.type == "word":
        if op in ("in", "not_in") and not isinstance(value, list):
            return f"{op} takes a list"
        if op == "is" and isinstance(value, list):
            return "is takes one word"
        if op != "matches" and measure.choices and not set(words) <= set(measure.choices):
            return f"{measure.name} is one of {', '.join(measure.choices)}"
    elif measure.name == "preferred_words" and any(pair(word) is None for word in words):
        return "write each pair as 'said -> preferred'"
    return None
