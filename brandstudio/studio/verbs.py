"""Verb: an operation as a method of a group."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from ..operations import Operation
from .core import Core, build

P = ParamSpec("P")
R = TypeVar("R")


class Group:
    """Operations of one area; ``attribute`` is its name on a studio."""

    attribute: ClassVar[str] = ""

    def __init_subclass__(cls, attribute: str = "") -> None:
        cls.attribute = attribute

    def __init__(self, studio: Core) -> None:
        self.studio = studio


class Verb(Generic[P, R]):
    """An operation as a method of a group, with the operation's own signature."""

    def __init__(self, operation: Callable[P, Operation[R]]) -> None:
        self._operation = cast("type[Operation[R]]", operation)
        self._group: type[Group] | None = None
        self._name = self._operation.__name__
        self.__doc__ = self._operation.__doc__

    def __set_name__(self, owner: type[Group], name: str) -> None:
        # The group learns its own attribute after its verbs were named; they are put together in a
        # call.
        self._group, self._name = owner, name

    def __get__(self, group: Group | None, owner: type | None = None) -> Callable[P, R]:
        operation = self._operation
        called = self._name if self._group is None else f"{self._group.attribute}.{self._name}"

        def call(*unnamed: Any, **fields: Any) -> R:
            assert group is not None
            if unnamed:
                raise TypeError(
                    f"{called}() takes keyword arguments only, like {_first_field(operation)}=..."
                )
            return group.studio.send(build(operation, fields, called))

        call.__doc__ = self.__doc__
        call.__name__ = call.__qualname__ = operation.__name__
        call.__signature__ = signature(operation)  # type: ignore[attr-defined]
        return cast("Callable[P, R]", call)


def signature(operation: type[Operation[Any]]) -> inspect.Signature:
    """The call as an editor or a notebook shows it: snake_case names, plain types, defaults."""
    parameters = []
    for name, info in sorted(
        operation.model_fields.items(), key=lambda field: field[0] == "idempotency_key"
    ):
        default = (
            inspect.Parameter.empty
            if info.is_required()
            else info.get_default(call_default_factory=True)
        )
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=plain(info.annotation),
            )
        )
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    return inspect.Signature(parameters, return_annotation=operation.result)


def plain(annotation: Any) -> Any:
    """A type without the limits that pydantic keeps beside it; they are checked, but nobody can
    read them.
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return plain(inner[0])
    if origin in (Union, UnionType):
        return functools.reduce(operator.or_, [plain(part) for part in inner])
    if origin is None or origin is Literal:
        return annotation
    return origin[tuple(plain(part) for part in inner)]


def _first_field(operation: type[Operation[Any]]) -> str:
    return next(
        (name for name, info in operation.model_fields.items() if info.is_required()), "name"
    )
