"""Schemas as the OpenAPI document writes them: our own keywords gone, folders spread by their levels."""

from __future__ import annotations

from typing import Any

from ..models.folders import MAX_DEPTH
from . import dialect
from .strictjson import MAX_INTEGER


def tidy(schema: object) -> Any:
    """Drop titles that only repeat names, and say what integers and moments are."""
    if isinstance(schema, list):
        for item in schema:
            tidy(item)
    elif isinstance(schema, dict):
        if isinstance(schema.get("title"), str):
            del schema["title"]
        if schema.get("default", ...) is None:
            del schema["default"]
        if schema.get("type") == "integer":
            schema.setdefault("maximum", MAX_INTEGER)
        if schema.get("type") == "object" and "properties" in schema:
            schema.pop("additionalProperties", None)
            _name_moments(schema["properties"])
        if isinstance(schema.get("description"), str):
            schema["description"] = schema["description"].replace("``", "`")
        for item in schema.values():
            tidy(item)
    return schema


def _name_moments(properties: dict[str, Any]) -> None:
    for name, told in properties.items():
        if not name.endswith(("At", "Until")):
            continue
        for arm in (told, *told.get("anyOf", ())):
            if arm.get("type") == "string":
                arm["format"] = "date-time"


def spread_folder(schema: dict[str, Any]) -> None:
    """A folder in a result stands there as its level keys, new and old."""
    properties = schema.get("properties", {})
    told = properties.get("folder")
    if told is None or "$ref" in told:
        return
    del properties["folder"]
    nullable = "anyOf" in told
    required = [name for name in schema.get("required", []) if name != "folder"]
    for level in range(1, MAX_DEPTH + 1):
        kind: object = ["string", "null"] if nullable and level == 1 else "string"
        properties.setdefault(
            f"level{level}", {"type": kind, "description": f"The folder's slug at Level {level}."}
        )
    for level, names in enumerate(dialect.OLDER_NAMES, start=1):
        kind = ["string", "null"] if nullable and level == 1 else "string"
        text = f"Older name of level{level}; dropped after a notice period."
        properties.setdefault(names[0], {"type": kind, "deprecated": True, "description": text})
    properties["path"] = {
        "type": "string",
        "description": "From Level 4 on: the slugs joined by '/'.",
    }
    if "folder" in schema.get("required", []):
        required = [*dict.fromkeys([*required, "level1", "brand"])]
    if required:
        schema["required"] = required


def not_null(schema: dict[str, Any]) -> dict[str, Any]:
    told = dict(schema)
    if isinstance(told.get("type"), list):
        told["type"] = told["type"][0]
    for key in ("anyOf", "oneOf"):
        arms = [arm for arm in told.get(key, ()) if arm != {"type": "null"}]
        if key in told and len(arms) == 1:
            del told[key]
            told = {**arms[0], **told}
        elif key in told:
            told[key] = arms
    return told
