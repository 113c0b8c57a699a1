"""A call as an editor, a notebook and ``help()`` show it: made from the operation's declaration."""

from __future__ import annotations

import functools
import inspect
import operator
import textwrap
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from ..operations import Operation
from ..operations.fields import FIELDS

_LAST = ("client_reference_id", "idempotency_key")


def signature_of(operation: type[Operation[Any]]) -> inspect.Signature:
    """snake_case names, plain types, defaults; what a call needs comes first."""
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty
            if info.is_required()
            else info.get_default(call_default_factory=True),
            annotation=plain(info.annotation),
        )
        for name, info in operation.model_fields.items()
    ]
    parameters.sort(
        key=lambda given: (given.default is not inspect.Parameter.empty, given.name in _LAST)
    )
    return inspect.Signature(parameters, return_annotation=operation.result)


def plain(annotation: object) -> Any:
    """A type without the limits that pydantic keeps beside it; ``described`` tells them."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return plain(inner[0])
    if origin in (Union, UnionType):
        return functools.reduce(operator.or_, [plain(part) for part in inner])
    if origin is None or origin is Literal:
        return annotation
    return origin[tuple(plain(part) for part in inner)]


def described(operation: type[Operation[Any]]) -> str:
    """What a call does, its arguments with units and limits, what it gives, costs and raises."""
    parts = [inspect.cleandoc(operation.__doc__ or "")]
    arguments = _arguments(operation)
    if arguments:
        parts.append("Arguments:\n" + "\n".join(arguments))
    result = getattr(operation.result, "__name__", str(operation.result))
    waits = hasattr(operation.result, "wait")
    parts.append(
        f"Gives: {result}{'; its wait() gives the finished value' if waits else ''}.\n"
        + facts(operation)
    )
    return "\n\n".join(parts)


def _arguments(operation: type[Operation[Any]]) -> list[str]:
    lines = []
    for name in signature_of(operation).parameters:
        info = operation.model_fields[name]
        words = "; ".join(filter(None, [info.description or FIELDS.get(name, ""), limits(info)]))
        lines.append(
            textwrap.fill(
                f"{name}: {words}" if words else name,
                96,
                initial_indent="    ",
                subsequent_indent="        ",
            )
        )
    return lines


def limits(info: FieldInfo) -> str:
    """What a field takes, in words: ``1 to 4000 characters``, ``1 to 100``, ``'png' or 'jpg'``."""
    annotation, found = info.annotation, list(info.metadata)
    options: list[object] = []
    many = False
    todo = [annotation]
    while todo:
        kind = todo.pop()
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            found += inner[1:]
            todo.append(inner[0])
        elif origin in (Union, UnionType):
            todo += inner
        elif origin is list:
            many = True
            todo += inner
        elif origin is Literal:
            options += inner
    flat = [
        part
        for entry in found
        for part in (entry.metadata if isinstance(entry, FieldInfo) else [entry])
    ]
    low, high = _bounds(flat, "min_length", "max_length")
    unit = " entries" if many else " characters"
    words = [" or ".join(repr(option) for option in options)] if options else []
    if low is not None or high is not None:
        words.append(_span(low, high) + unit)
    low, high = _bounds(flat, "ge", "le")
    if low is not None or high is not None:
        words.append(_span(low, high))
    return ", ".join(words)


def _bounds(metadata: list[Any], low: str, high: str) -> tuple[Any, Any]:
    lows = [getattr(part, low) for part in metadata if getattr(part, low, None) is not None]
    highs = [getattr(part, high) for part in metadata if getattr(part, high, None) is not None]
    return (lows[0] if lows else None), (highs[0] if highs else None)


def _span(low: object, high: object) -> str:
    if high is None:
        return f"{low} or more"
    return f"up to {high}" if low is None else f"{low} to {high}"


def facts(operation: type[Operation[Any]]) -> str:
    """What a call costs, needs and raises."""
    said = ["Price: free."]
    if operation.charges:
        several = len(operation.charges) > 1
        said = [
            f"Price: {'one of ' if several else ''}{', '.join(operation.charges)} "
            "(studio.credits.pricing() gives them in credits)."
        ]
    route = operation.route
    raised: list[str] = []
    if route is None:
        said.append("Needs: the folder of data (brandstudio.open).")
    else:
        said.append(f"Needs: over HTTP a key of level {route.scope.label}.")
        raised = [error.__name__ for error in route.errors]
    names = ", ".join(dict.fromkeys([*raised, "ValidationError"]))
    said.append(f"Raises: {names}.")
    return "\n".join(textwrap.fill(line, 96, subsequent_indent="    ") for line in said)
