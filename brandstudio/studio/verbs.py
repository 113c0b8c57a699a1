"""Verb, Pages and recipe: an operation as a method of a group, with the operation's own signature.

Each is declared once. On a studio that answers at once it is a function; on one that is awaited, the
same function gives a coroutine (of pages: an asynchronous iterator). A type checker sees both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import cached_property
from inspect import Parameter, cleandoc, signature
from types import MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    ParamSpec,
    TypeVar,
    cast,
    overload,
)

from ..models.base import Listing
from ..models.nearest import meant
from ..operations import Operation
from .core import Core, Later, M, Now, build
from .signatures import described, facts, signature_of
from .steps import Steps, ask

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Group(Generic[M]):
    """Operations of one area; ``attribute`` is its name on a studio."""

    attribute: ClassVar[str] = ""

    def __init_subclass__(cls, attribute: str = "") -> None:
        cls.attribute = attribute or cls.attribute

    def __init__(self, studio: Core[M]) -> None:
        self.studio: Core[M] = studio

    def __repr__(self) -> str:
        return f"<studio.{self.attribute}: {', '.join(calls_of(type(self)))}>"

    if not TYPE_CHECKING:  # a type checker names the attribute that does not exist by itself

        def __getattr__(self, name: str) -> Any:
            hint = elsewhere(name, self.attribute) or meant(name, calls_of(type(self)))
            raise AttributeError(
                f"studio.{self.attribute} has no call {name!r}{hint}",
                name=name,
                obj=None,  # else the interpreter would add a suggestion of its own
            )


def calls_of(group: type[Group[Any]]) -> list[str]:
    """The names of a group's calls."""
    return sorted(
        {
            name
            for kind in group.__mro__
            for name, value in vars(kind).items()
            if isinstance(value, Call)
        }
    )


def elsewhere(name: str, area: str = "") -> str:
    """``; did you mean 'credits.pricing'?`` where one other group has that very call; of the groups
    of that area alone, if one is said.
    """
    found, groups = [], list(Group.__subclasses__())
    for group in groups:
        groups += group.__subclasses__()
        fits = group.attribute.endswith(f".{area}") if area else "." not in group.attribute
        if fits and name in calls_of(group):
            found.append(f"{group.attribute}.{name}")
    return f"; did you mean {found[0]!r}?" if len(set(found)) == 1 else ""


class Call(ABC):
    """A method of a group that is made from a declaration: named, signed and documented by it."""

    _group: type[Group[Any]] | None = None
    _name = ""

    def __set_name__(self, owner: type[Group[Any]], name: str) -> None:
        # The group learns its own attribute after its calls were named; they are put together in a
        # call.
        self._group, self._name = owner, name

    @property
    def called(self) -> str:
        """What a program writes: ``designs.create``."""
        group = self._group
        return self._name if group is None else f"{group.attribute}.{self._name}"

    @cached_property
    @abstractmethod
    def function(self) -> Callable[..., Any]:
        """The call as a plain function of its group."""

    def _get(self, group: object) -> Any:
        return self.function if group is None else MethodType(self.function, group)


class Declared(Call):
    """A call that is an operation's own: its arguments are the operation's fields."""

    operation: type[Operation[Any]]

    @abstractmethod
    def _put(self, group: Any, fields: dict[str, Any]) -> Any:
        """Carry the call out for a group of a studio."""

    @abstractmethod
    def _doc(self) -> str:
        """What ``help()`` says."""

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The call as a plain function of its group."""
        signed = signature_of(self.operation)
        first = next(
            (name for name, given in signed.parameters.items() if given.default is given.empty),
            "name",
        )

        def call(group: object, /, *unnamed: object, **fields: object) -> Any:
            if unnamed:
                raise TypeError(f"{self.called}() takes keyword arguments only, like {first}=...")
            return self._put(group, fields)

        owner = self._group
        call.__name__ = self._name
        call.__qualname__ = self._name if owner is None else f"{owner.__name__}.{self._name}"
        call.__doc__ = self._doc()
        own = Parameter("self", Parameter.POSITIONAL_ONLY)
        call.__signature__ = signed.replace(  # type: ignore[attr-defined]
            parameters=[own, *signed.parameters.values()]
        )
        return call


class Verb(Declared, Generic[P, R]):
    """One operation."""

    def __init__(self, operation: Callable[P, Operation[R]]) -> None:
        self.operation = cast("type[Operation[R]]", operation)

    @overload
    def __get__(self, group: None, owner: type | None = None) -> Callable[P, R]: ...

    @overload
    def __get__(self, group: Group[Now], owner: type | None = None) -> Callable[P, R]: ...

    @overload
    def __get__(
        self, group: Group[Later], owner: type | None = None
    ) -> Callable[P, Coroutine[Any, Any, R]]: ...

    def __get__(self, group: object, owner: type | None = None) -> Any:
        return self._get(group)

    def _put(self, group: Group[Any], fields: dict[str, Any]) -> Any:
        asked = build(self.operation, fields, self.called, group.studio.lacks)
        return group.studio.send(asked)

    def _doc(self) -> str:
        return described(self.operation)


class Pages(Declared, Generic[P, T]):
    """Every entry of a listing, page after page."""

    def __init__(self, operation: Callable[P, Operation[Listing[T]]]) -> None:
        self.operation = cast("type[Operation[Listing[T]]]", operation)

    @overload
    def __get__(self, group: None, owner: type | None = None) -> Callable[P, Iterator[T]]: ...

    @overload
    def __get__(self, group: Group[Now], owner: type | None = None) -> Callable[P, Iterator[T]]: ...

    @overload
    def __get__(
        self, group: Group[Later], owner: type | None = None
    ) -> Callable[P, AsyncIterator[T]]: ...

    def __get__(self, group: object, owner: type | None = None) -> Any:
        return self._get(group)

    def _put(self, group: Group[Any], fields: dict[str, Any]) -> Any:
        build(self.operation, fields, self.called)  # a wrong call is told at once
        return group.studio.each(self._pages(fields))

    def _pages(self, fields: dict[str, Any]) -> Iterator[Steps[tuple[list[T], bool]]]:
        """Page after page; each is a call of its own, which says whether another one follows."""
        cursor: str | None = fields.get("cursor")
        more = True

        def page() -> Steps[tuple[list[T], bool]]:
            nonlocal cursor, more
            found = yield from ask(build(self.operation, {**fields, "cursor": cursor}, self.called))
            cursor = getattr(found, "next_cursor", None)
            more = cursor is not None
            return list(found), more

        while more:
            yield page()

    def _doc(self) -> str:
        return (
            "Every entry, page after page, fetched as you go: loop over it with for (or async for)."
            f"\n\n{described(self.operation)}"
        )


class Recipe(Call, Generic[P, R]):
    """A call of several steps, or one that takes its arguments in a shape of its own."""

    def __init__(
        self,
        steps: Callable[Concatenate[Any, P], Steps[R]],
        operation: type[Operation[Any]] | None,
        free: bool,
    ) -> None:
        self._steps, self._operation, self._free = steps, operation, free

    @overload
    def __get__(self, group: None, owner: type | None = None) -> Callable[P, R]: ...

    @overload
    def __get__(self, group: Group[Now], owner: type | None = None) -> Callable[P, R]: ...

    @overload
    def __get__(
        self, group: Group[Later], owner: type | None = None
    ) -> Callable[P, Coroutine[Any, Any, R]]: ...

    def __get__(self, group: object, owner: type | None = None) -> Any:
        return self._get(group)

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The call as a plain function of its group."""
        signed = signature(self._steps)
        known = list(signed.parameters)[1:]

        def call(group: Any, /, *unnamed: Any, **fields: Any) -> Any:
            for name in fields:
                if name not in known and not self._free:
                    raise TypeError(
                        f"{self.called}() got an unexpected keyword argument {name!r}"
                        f"{meant(name, known)}"
                    )
            return group.studio.run(self._steps(group, *unnamed, **fields))

        for name in ("__name__", "__qualname__", "__module__"):
            setattr(call, name, getattr(self._steps, name))
        own = cleandoc(self._steps.__doc__ or "")
        told = "" if self._operation is None else f"\n\n{facts(self._operation)}"
        call.__doc__ = own + told
        result = str(signed.return_annotation).removeprefix("Steps[").removesuffix("]")
        call.__signature__ = signed.replace(return_annotation=result)  # type: ignore[attr-defined]
        return call


def recipe(
    operation: type[Operation[Any]] | None = None, *, free: bool = False
) -> Callable[[Callable[Concatenate[Any, P], Steps[R]]], Recipe[P, R]]:
    """Makes a generator of steps a call of its group; ``operation`` is where its price and its
    errors are declared, ``free`` lets names through that the signature does not list.
    """
    return lambda steps: Recipe(steps, operation, free)
