"""JSON as the contract reads it: RFC 8259 to the letter, every name once, finite numbers, bounded
depth.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from ..errors import ValidationError

MAX_DEPTH = 32
"""Objects and arrays inside each other; the deepest body of the contract has four."""

MAX_INTEGER = 2**63 - 1
"""What a database column holds; a larger number is refused here instead of failing there."""

# Line breaks and tabs are text; every other control character is not, NUL ends strings in C, and
# half of a surrogate pair can't be stored.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_NO_TEXT_MESSAGE = "holds a control character or half of a character"


def parse(data: bytes) -> Any:
    """The value of a JSON text. Raises VALIDATION_ERROR, quickly, on anything else."""
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_constant,
            parse_float=_real,
            parse_int=_integer,
        )
    except RecursionError:
        raise _broken("is nested too deeply") from None
    except UnicodeDecodeError:
        raise _broken("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _broken(
            f"is broken at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except ValueError as error:
        raise _broken(str(error)) from None


def is_text(value: str) -> bool:
    """Whether a text holds nothing that no text of a request may hold."""
    return _NO_TEXT.search(value) is None


def flaws(values: Iterable[tuple[str, object]]) -> list[dict[str, object]]:
    """What no text of a request may hold (control characters, halves of surrogate pairs) and
    nesting too deep.
    """
    found: list[dict[str, object]] = []
    waiting: list[tuple[str, object, int]] = []
    for path, value in values:
        if not isinstance(value, str):
            waiting.append((path, value, 1))
        elif _NO_TEXT.search(value):
            found.append(_field(path, "control_character", _NO_TEXT_MESSAGE))
    while waiting:
        path, value, depth = waiting.pop()
        if isinstance(value, str):
            if _NO_TEXT.search(value):
                found.append(_field(path, "control_character", _NO_TEXT_MESSAGE))
        elif isinstance(value, dict | list):
            if depth > MAX_DEPTH:
                return [
                    _field(path[:100], "too_deep", f"is nested more than {MAX_DEPTH} levels deep")
                ]
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend((f"{path}.{key}"[:200], item, depth + 1) for key, item in inner)
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"names {twice[:60]!r} twice in one object")
    return value


def _constant(word: str) -> object:
    raise ValueError(f"holds {word}, which is no JSON number")


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("holds a number that is out of range")
    return number


def _integer(text: str) -> int:
    # Measured by its length first: reading a million digits takes the square of that in time.
    if len(text) > 20 or abs(int(text)) > MAX_INTEGER:
        raise ValueError("holds an integer that is out of range")
    return int(text)


def _field(path: str, code: str, message: str) -> dict[str, object]:
    return {"path": path, "code": code, "message": message}


def _broken(what: str) -> ValidationError:
    return ValidationError(f"The JSON body {what}.", fields=[_field("body", "json_invalid", what)])
