"""Every value that comes back from a call or goes into one, with its fields."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

from pydantic import TypeAdapter
from wording import GENERATED, anchor, described, sentence, table

from brandstudio import models
from brandstudio.models.base import Model


def pages() -> dict[str, str]:
    """Path below ``docs`` to text."""
    found = _models()
    parts = [_section(name, kind) for name, kind in sorted(found.items())]
    text = (
        f"{GENERATED}\n# Values\n\nWhat calls take and give, frozen and typed. In Python the names are in "
        "snake_case; on the wire they are as shown here. A field that is marked *sometimes* is left out where there "
        "is nothing to say.\n\n"
    )
    return {"reference/values.md": text + "\n".join(parts)}


def _models() -> dict[str, type[Model]]:
    found: dict[str, type[Model]] = {}
    for module in pkgutil.iter_modules(models.__path__):
        loaded = importlib.import_module(f"{models.__name__}.{module.name}")
        for name, kind in inspect.getmembers(loaded, inspect.isclass):
            if issubclass(kind, Model) and kind.__module__ == loaded.__name__ and kind.model_fields:
                found[name] = kind
    from brandstudio.operations import SourceFile

    return found | {"SourceFile": SourceFile}


def _section(name: str, kind: type[Model]) -> str:
    schema = TypeAdapter(kind).json_schema(mode="serialization")
    schema = _own(schema, name)
    required = schema.get("required", [])
    rows = []
    for field, told in schema.get("properties", {}).items():
        rows.append(
            (f"`{field}`", described(told, field), "" if field in required else "sometimes")
        )
    if "own" in kind.model_fields and "own" not in schema.get("properties", {}):
        # On the wire they stand beside the others, under their own names.
        told = described(schema["additionalProperties"], "own")
        rows.append(("`own`", f"mapping to {told}; on the wire beside the others", "sometimes"))
    doc = sentence(kind.__doc__) if kind.__doc__ != Model.__doc__ else ""
    return f"({anchor('value', name)})=\n## {name}\n\n{doc}\n\n{table(('Field', 'Type', ''), rows)}"


def _own(schema: dict[str, Any], name: str) -> dict[str, Any]:
    if "properties" in schema:
        return schema
    own: dict[str, Any] = schema.get("$defs", {}).get(name, {})
    return own
