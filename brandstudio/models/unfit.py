"""What is wrong with the fields of a value, in plain sentences.

The library that checks the values speaks of its own parts (``constrained-str``, ``function-before``)
and tells each arm of an alternative by itself; whoever sent the value is told what it must be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError as Unfit

from .. import errors
from .nearest import nearest

_ARM = re.compile(
    r"(literal|function-\w+|union|tuple|list|dict|set|nullable|is-instance|lax-or-strict|json-or-python)\[.*\]"
    r"|constrained-\w+|str|int|float|bool|bytes|none|date|datetime|tuple|[A-Z]\w*",
    re.DOTALL,
)
"""What stands in a problem's place for an arm of an alternative, where no name of ours does."""
_KEY = "[key]"
_MANY = 12
"""Names above which not all are told where one is near."""

_MUST_BE = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "bytes_type": "bytes",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object with named fields",
    "model_type": "an object with named fields",
    "model_attributes_type": "an object with named fields",
    "is_instance_of": "a value of that kind",
    "none_required": "nothing",
    "datetime_type": "a moment in ISO 8601",
    "datetime_parsing": "a moment in ISO 8601",
    "datetime_from_date_parsing": "a moment in ISO 8601",
    "date_type": "a day in ISO 8601",
    "date_from_datetime_parsing": "a day in ISO 8601",
}

_PATTERNS = {
    r"^#[0-9a-fA-F]{6}$": "a colour as #1a2b3c",
    r"^(#[0-9a-fA-F]{6}|background|surface|primary|secondary|accent|text)$": (
        "a colour as #1a2b3c, or background, surface, primary, secondary, accent or text"
    ),
    r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$": "a language as en, de-CH or pt-BR",
    r"^[a-z0-9][a-z0-9-]{0,59}$": "a name of small letters, digits and hyphens",
}

_Limits = Mapping[str, Any]


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


_SAID: dict[str, Callable[[_Limits], str]] = {
    "missing": lambda _: "is required",
    "extra_forbidden": lambda _: "is not known here",
    "string_too_short": lambda limit: (
        f"must have at least {_counted(limit['min_length'], 'character', 'characters')}"
    ),
    "string_too_long": lambda limit: (
        f"may have at most {_counted(limit['max_length'], 'character', 'characters')}"
    ),
    "too_short": lambda limit: (
        f"must have at least {_counted(limit['min_length'], 'entry', 'entries')}"
    ),
    "too_long": lambda limit: (
        f"may have at most {_counted(limit['max_length'], 'entry', 'entries')}"
    ),
    "greater_than": lambda limit: f"must be above {limit['gt']:g}",
    "greater_than_equal": lambda limit: f"must be at least {limit['ge']:g}",
    "less_than": lambda limit: f"must be below {limit['lt']:g}",
    "less_than_equal": lambda limit: f"must be at most {limit['le']:g}",
    "multiple_of": lambda limit: f"must be a multiple of {limit['multiple_of']:g}",
}


def validation_error(error: Unfit) -> errors.ValidationError:
    """All failing fields at once, in the shape of ``details.fields``."""
    fields = [_field(path, found) for path, found in _gathered(error)]
    text = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
    return errors.ValidationError(text, fields=fields)


def _gathered(error: Unfit) -> Iterable[tuple[str, list[Any]]]:
    """The problems by the field that they are about: of an alternative the arm that fits furthest,
    and all arms where none fits at all.
    """
    arms: dict[tuple[object, ...], dict[tuple[object, ...], list[object]]] = {}
    for problem in error.errors(include_url=False):
        place, outer = _place(problem["loc"])
        arms.setdefault(outer, {}).setdefault(place, []).append(problem)
    for outer, found in arms.items():
        deeper = {place: told for place, told in found.items() if len(place) > len(outer)}
        for place, told in (deeper or found).items():
            yield ".".join(str(part) for part in place) or "body", told


def _place(loc: tuple[object, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """A problem's place in our names, and the place of the alternative that it is an arm of."""
    place: list[object] = []
    outer: tuple[object, ...] | None = None
    for at, part in enumerate(loc):
        is_key = at + 1 < len(loc) and loc[at + 1] == _KEY
        if part == _KEY:
            continue
        if isinstance(part, str) and not is_key and at and _ARM.fullmatch(part):
            outer = tuple(place) if outer is None else outer
            continue
        place.append(part)
    return tuple(place), tuple(place) if outer is None else outer


def _field(path: str, problems: list[Any]) -> dict[str, Any]:
    keys = [problem for problem in problems if problem["loc"] and problem["loc"][-1] == _KEY]
    problems = keys or problems
    first = problems[0]
    # A check that sees several fields names the one at fault (operations.base.FieldProblem).
    named = getattr(first.get("ctx", {}).get("error"), "field", None)
    field: dict[str, object] = {
        "path": named if isinstance(named, str) else path,
        "code": first["type"],
        "message": message(problems),
    }
    value = first.get("input")
    if isinstance(value, str | int | float | bool):
        field["input"] = str(value)[:100]
    return field


def message(problems: list[Any]) -> str:
    """What a field must be, from what the library found wrong with it."""
    if problems[0]["loc"] and problems[0]["loc"][-1] == _KEY:
        return f"is no name that is known here; known are {_wanted(problems[0])}"
    wanted = [_wanted(problem) for problem in problems]
    if all(wanted):
        return "must be " + " or ".join(dict.fromkeys(filter(None, wanted)))
    return " or ".join(dict.fromkeys(map(_said, problems)))


def _wanted(problem: Any) -> str | None:
    """What the value must be; None where that is not what is wrong."""
    kind, limits = problem["type"], problem.get("ctx", {})
    if kind in ("literal_error", "enum"):
        return _one_of(limits["expected"], problem.get("input"))
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(limits["pattern"])
    return _MUST_BE.get(kind)


def _one_of(expected: str, value: object) -> str:
    names = re.findall(r"'([^']*)'", expected)
    # Of "3:1" and its like, every other one is near.
    near = nearest(value, names) if isinstance(value, str) and len(value) > 3 else None
    if near is None:
        return expected
    if len(names) > _MANY:
        return f"one of {len(names)} names; did you mean {near!r}?"
    return f"{expected}; did you mean {near!r}?"


def _said(problem: Any) -> str:
    wanted = _wanted(problem)
    if wanted is not None:
        return f"must be {wanted}"
    say = _SAID.get(problem["type"])
    if say is not None:
        return say(problem.get("ctx", {}))
    message: str = problem["msg"]
    return message.removeprefix("Value error, ")
