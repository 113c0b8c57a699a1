"""Values as text, as paths and queries carry them."""

from __future__ import annotations

import re
import types
import typing
from typing import Any, Union
from urllib.parse import parse_qsl

from .. import errors
from . import strictjson

MAX_QUERY_FIELDS = 100
_INTEGER = re.compile(r"-?[0-9]{1,19}")
_NUMBER = re.compile(r"-?[0-9]{1,19}(\.[0-9]{1,19})?")
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}


def query_pairs(query: bytes) -> list[tuple[str, str]]:
    try:
        text = query.decode("ascii")
        if "%" not in text and "+" not in text and text.count("&") < MAX_QUERY_FIELDS:
            # Plain names and values are most queries, and splitting them takes a fifth of the time.
            return [
                (name, value)
                for name, _, value in (part.partition("=") for part in text.split("&"))
                if name
            ]
        return parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
        )
    except UnicodeDecodeError:
        raise errors.ValidationError.of("query", "is not UTF-8", code="encoding") from None
    except ValueError:
        raise errors.ValidationError.of(
            "query", f"has more than {MAX_QUERY_FIELDS} parameters", code="too_long"
        ) from None


def from_text(value: Any, kind: Any) -> Any:
    """The typed value of a text; what can't be read stays text, and the strict schema then refuses
    it by name.
    """
    if kind is bool:
        return _BOOLEANS.get(value, value)
    if kind is int and _INTEGER.fullmatch(value) and abs(int(value)) <= strictjson.MAX_INTEGER:
        return int(value)
    if kind is float and _NUMBER.fullmatch(value):
        return float(value)
    return value


def to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def plain_kind(annotation: object) -> object:
    """The plain type of a field, without None and annotations."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return plain_kind(typing.get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        kinds = [plain_kind(arm) for arm in typing.get_args(annotation) if arm is not type(None)]
        return kinds[0] if len(kinds) == 1 else annotation
    return annotation


def problem(path: str, code: str, message: str) -> dict[str, Any]:
    return {"path": path, "code": code, "message": message}
