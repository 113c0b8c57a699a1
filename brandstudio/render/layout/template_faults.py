"""What is wrong with a template file, field by field, in plain sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel
from pydantic import ValidationError as Unfit

from brandstudio.models.nearest import nearest
from brandstudio.models.unfit import message

_MOST: Final = 50
_FIELD: Final = re.compile(r"([a-z_]+(?:\.[a-z_]+)*): (.+)", re.DOTALL)
"""A sentence that names its field itself."""
_Schema = Mapping[str, Any]


def faults(broken: Unfit, model: type[BaseModel]) -> list[dict[str, object]]:
    """Every fault with its path in the file and what is to be done about it."""
    schema = model.model_json_schema()
    found = broken.errors(include_input=False, include_url=False)
    # A list whose entry is at fault counts as one entry short, and is not.
    inner = {problem["loc"][:at] for problem in found for at in range(len(problem["loc"]))}
    found = [p for p in found if p["type"] != "too_short" or p["loc"] not in inner]
    return [_fault(problem, schema) for problem in found[:_MOST]]


def _fault(problem: Any, schema: _Schema) -> dict[str, Any]:
    names, within = _followed(problem["loc"], schema)
    said = _said(problem, within)
    path = ".".join(names)
    if not path and (named := _FIELD.fullmatch(said)):
        path, said = named.groups()
    return {"path": path or "template", "code": problem["type"], "message": said[:300]}


def _said(problem: Any, within: _Schema) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown(str(problem["loc"][-1]), list(within.get("properties", {})))
    if kind == "union_tag_not_found":
        return "a layer says its kind: " + ", ".join(
            within.get("discriminator", {}).get("mapping", ())
        )
    if kind == "union_tag_invalid":
        known = list(within.get("discriminator", {}).get("mapping", ()))
        return f"kind: {_unknown(str(context['tag']), known)}"
    return message([problem])


def _unknown(name: str, known: list[str]) -> str:
    near = nearest(name, known)
    more = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
    return f"{name[:60]!r} is not known here; {more}"


def _followed(loc: tuple[object, ...], schema: _Schema) -> tuple[list[str], _Schema]:
    """The place as the file has it, and the schema of the value that holds its last part."""
    names: list[str] = []
    here = within = _resolved(schema, schema)
    for part in loc:
        within = here
        mapping = here.get("discriminator", {}).get("mapping", {})
        if part in mapping:  # the kind of a layer, which the file says in a field
            here = _resolved({"$ref": mapping[part]}, schema)
            continue
        if part != "[key]":
            names.append(str(part))
        here = _resolved(_step(here, part), schema)
    ended_in_union = "discriminator" in here
    return names, here if ended_in_union else within


def _step(here: _Schema, part: object) -> _Schema:
    found: object = here.get("items") if isinstance(part, int) else None
    if found is None:
        found = here.get("properties", {}).get(part, here.get("additionalProperties"))
    return found if isinstance(found, dict) else {}


def _resolved(part: _Schema, schema: _Schema) -> _Schema:
    """A schema without references, and of an alternative with nothing the other arm."""
    while True:
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rpartition("/")[2]]
        elif "anyOf" in part:
            part = next((arm for arm in part["anyOf"] if arm.get("type") != "null"), {})
        else:
            return part
