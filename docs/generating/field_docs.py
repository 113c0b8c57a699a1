"""What the fields of a model say of themselves: the string below each, as its source has it.

Pydantic reads them too (``use_attribute_docstrings``), but then at every start of a program.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pydantic import BaseModel


def with_descriptions(schema: dict[str, Any], whole: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model, its fields and those of its parts described."""
    parts = {part.__name__: part for part in _family(whole)}
    described = {**schema, "properties": _described(schema["properties"], whole)}
    described["$defs"] = {
        name: {**inner, "properties": _described(inner["properties"], parts[name])}
        if name in parts and "properties" in inner
        else inner
        for name, inner in schema.get("$defs", {}).items()
    }
    return described


def _described(properties: dict[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    told = field_docs(model)
    aliases = {field.alias or name: name for name, field in model.model_fields.items()}
    return {
        field: {**inner, "description": told[aliases.get(field, field)]}
        if aliases.get(field, field) in told
        else inner
        for field, inner in properties.items()
    }


def field_docs(model: type[BaseModel]) -> dict[str, str]:
    """The sentences below the fields of a model, and of what it inherits from."""
    found: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if kind.__module__.startswith("brandstudio"):
            tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
            assert isinstance(tree, ast.ClassDef)
            found |= dict(_pairs(tree.body))
    return found


def _pairs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                value=ast.Constant(value=str(text))
            ):
                yield name, " ".join(text.split()).replace("``", "`")


def _family(whole: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Every model of the room that a model's parts come from."""
    base = next(
        kind for kind in reversed(whole.__mro__) if kind.__module__.startswith("brandstudio")
    )
    waiting = [base]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += kind.__subclasses__()
