"""Structured answers: finding the JSON in what a model said, and checking it against the schema
that was asked for.

The part of JSON Schema (2020-12) that our requests use is checked; other keywords are ignored, as
the standard has it for unknown ones. References are followed inside the schema only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_MAX_STARTS = 50
_MAX_DEPTH = 30


def found_in(text: str) -> dict[str, object] | None:
    """The first JSON object in ``text``, round which a model may have put thoughts, fences and
    chatter.
    """
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder()
    at = -1
    for _ in range(_MAX_STARTS):
        at = text.find("{", at + 1)
        if at < 0:
            return None
        try:
            value, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None


def misfit(value: object, schema: Mapping[str, object]) -> str | None:
    """What is wrong with ``value`` in one line for the model to mend, None when it fits."""
    return _misfit(value, schema, schema, "the answer", 0)


def _misfit(
    value: object, schema: object, root: Mapping[str, object], at: str, depth: int
) -> str | None:
    if depth > _MAX_DEPTH:
        return f"{at} is nested too deeply"
    if not isinstance(schema, Mapping):
        return f"{at} is not allowed" if schema is False else None
    if "$ref" in schema:
        return _misfit(value, _referred(str(schema["$ref"]), root), root, at, depth + 1)
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else kinds
    if allowed and not any(_is(value, kind) for kind in allowed):
        return f"{at} must be of type {' or '.join(allowed)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{at} must be one of {json.dumps(schema['enum'], ensure_ascii=False)}"
    if "const" in schema and value != schema["const"]:
        return f"{at} must be {json.dumps(schema['const'], ensure_ascii=False)}"
    if wrong := _combined(value, schema, root, at, depth + 1):
        return wrong
    if isinstance(value, dict):
        return _object(value, schema, root, at, depth)
    if isinstance(value, list):
        return _array(value, schema, root, at, depth)
    return _scalar(value, schema, at)


def _combined(
    value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str, depth: int
) -> str | None:
    """What is wrong by the schemas that are joined in this one."""
    for keyword in ("anyOf", "oneOf"):
        if options := schema.get(keyword):
            wrongs = [_misfit(value, option, root, at, depth) for option in options]
            if None not in wrongs:
                return wrongs[0]
    for part in schema.get("allOf", ()):
        if wrong := _misfit(value, part, root, at, depth):
            return wrong
    return None


def _object(
    value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str, depth: int
) -> str | None:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f'{at} lacks "{name}"'
    rest = schema.get("additionalProperties", True)
    for name, inner in value.items():
        if name not in properties and rest is False:
            return f'{at} must not have "{name[:40]}"'
        if wrong := _misfit(inner, properties.get(name, rest), root, f'"{name[:40]}"', depth + 1):
            return wrong
    return None


def _array(
    value: list[Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str, depth: int
) -> str | None:
    if len(value) < schema.get("minItems", 0):
        return f"{at} needs at least {schema['minItems']} items"
    if len(value) > schema.get("maxItems", len(value)):
        return f"{at} takes at most {schema['maxItems']} items"
    for number, inner in enumerate(value):
        if wrong := _misfit(inner, schema.get("items", True), root, f"{at}[{number}]", depth + 1):
            return wrong
    return None


def _scalar(value: Any, schema: Mapping[str, Any], at: str) -> str | None:
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            return f"{at} is too short"
        if len(value) > schema.get("maxLength", len(value)):
            return f"{at} is longer than {schema['maxLength']} characters"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if "minimum" in schema and not value >= schema["minimum"]:
            return f"{at} must be at least {schema['minimum']}"
        if "maximum" in schema and not value <= schema["maximum"]:
            return f"{at} must be at most {schema['maximum']}"
    return None


def _is(value: object, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        # JSON has no NaN or Infinity, though Python's reader takes them.
        return (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and abs(value) < float("inf")
        )
    return isinstance(value, _TYPES.get(kind, object))


def _referred(reference: str, root: Mapping[str, object]) -> object:
    """The part of the schema that ``#/a/b`` names; ValueError for any other reference, which is our
    own mistake.
    """
    if reference != "#" and not reference.startswith("#/"):
        raise ValueError(f"the schema refers outside itself: {reference}")
    part: object = root
    for name in reference.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        if not isinstance(part, Mapping) or name not in part:
            raise ValueError(f"the schema refers to what is not there: {reference}")
        part = part[name]
    return part


def is_strict(schema: object) -> bool:
    """Whether every object in the schema requires all of its properties and allows no other: what
    strict mode asks.
    """
    if isinstance(schema, list):
        return all(is_strict(part) for part in schema)
    if not isinstance(schema, Mapping):
        return True
    properties = schema.get("properties")
    if isinstance(properties, Mapping) and (
        schema.get("additionalProperties") is not False
        or set(schema.get("required", ())) != set(properties)
    ):
        return False
    return all(is_strict(part) for part in schema.values())
