"""The shape that every value shares: frozen, snake_case in Python, camelCase on the wire.

Two conventions hold for all models, and the wire relies on them:

* **Set it to show it.** A field that the contract always sends has no default; one that it sends
  only sometimes has
  the default None. The wire leaves out what was never set, so an explicit None is sent as ``null``.
* **A folder is one string**, ``"acme/summer"``, in a field whose wire name is ``folder``. Only
  ``http/dialect.py``
  spreads it into level1, level2, ... and their older names.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Coroutine, Generator, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeVar,
    cast,
    get_args,
    overload,
)

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainSerializer
from pydantic import ValidationError as Unfit
from pydantic.alias_generators import to_camel

from .. import display
from .frames import Columns, Framed, Rows, columns_of, rows_of
from .nearest import meant
from .unfit import validation_error

T = TypeVar("T")


class Home(Protocol):
    """What a value may ask of the studio that it came from; a studio that is awaited refuses what
    would block.
    """

    def wait_for(
        self, accepted: object, origin: object, timeout: float | None, progress: bool
    ) -> Any: ...

    def await_for(self, accepted: object, origin: object) -> Coroutine[Any, Any, Any]: ...

    def read(self, url: str) -> Any: ...

    def aread(self, url: str) -> Coroutine[Any, Any, bytes]: ...


class Model(BaseModel):
    """A frozen value that crosses the border of the service; fields unknown to this version are
    ignored.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        populate_by_name=True,
        ser_json_inf_nan="null",
    )

    shown_whole: ClassVar[bool] = False
    """Whether the repr of a value that holds this one shows it whole: prices, which people look for."""

    def omit_none(self) -> Self:
        """This value, with every optional field that is None counted as never set, so that the wire
        leaves it out; for whoever has just made it.
        """
        may_lack = _optional(type(self))
        held = self.__dict__
        self.__pydantic_fields_set__.difference_update(
            [name for name in held if held[name] is None and name in may_lack]
        )
        return self

    # What a value remembers lies in __dict__ outside its fields: equality, repr and JSON pass over
    # it.

    def remember(self, home: Home, origin: object) -> None:
        """Keep the studio and the operation that this value came from."""
        self.__dict__["_home"], self.__dict__["_origin"] = home, origin

    def _memory(self) -> tuple[Home, Any]:
        try:
            return self.__dict__["_home"], self.__dict__["_origin"]
        except KeyError:
            raise RuntimeError(
                f"This {type(self).__name__} did not come from a studio; fetch it with studio.send(...) first."
            ) from None

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        # Short: what is set, long texts and links cut, values within values by their names alone.
        for name in type(self).model_fields:
            value = self.__dict__.get(name)
            info = type(self).model_fields[name]
            if value is not None and info.repr and not _signed(value):
                yield name, _Short(value)

    def __str__(self) -> str:
        return repr(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return display.bundle(self)

    if not TYPE_CHECKING:  # a type checker knows the fields by itself

        def __getattr__(self, name: str) -> Any:
            try:
                return super().__getattr__(name)
            except AttributeError:
                if name.startswith("_"):  # what notebooks and copy() look for is no mistake
                    raise
                known = [word for word in dir(type(self)) if not word.startswith(("_", "model_"))]
                raise AttributeError(
                    f"{type(self).__name__!r} has no attribute {name!r}"
                    f"{meant(name, {*known, *type(self).model_fields})}",
                    name=name,
                    obj=None,  # else the interpreter would add a suggestion of its own
                ) from None

    def __getstate__(self) -> dict[Any, Any]:
        # What a value remembers of its studio (see studio.bind) holds locks and sockets and stays
        # in this process.
        state = super().__getstate__()
        state["__dict__"] = {
            key: value for key, value in state["__dict__"].items() if not key.startswith("_")
        }
        return state


@cache
def _optional(kind: type[Model]) -> frozenset[str]:
    """The fields that a value of that class may lack."""
    return frozenset(name for name, info in kind.model_fields.items() if not info.is_required())


def _signed(value: object) -> bool:
    """Whether it is one of the service's own links, which open what they lead to."""
    return (
        isinstance(value, str) and ("/files/" in value or "/uploads/" in value) and " " not in value
    )


class _Short:
    """A value as a short repr shows it."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        value = self._value
        if isinstance(value, str):
            return repr(value if len(value) <= 60 else value[:57] + "...")
        if isinstance(value, Model):
            return repr(value) if value.shown_whole else f"{type(value).__name__}(...)"
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        if isinstance(value, datetime):
            return iso(value)
        if isinstance(value, list | tuple):
            return _listed(value)
        if isinstance(value, dict):
            return f"<{len(value)} entries>" if len(value) > 3 else _cut(repr(value))
        return _cut(repr(value))


def _listed(values: list[Any] | tuple[object, ...]) -> str:
    if values and isinstance(values[0], Model):
        return f"[{len(values)} x {type(values[0]).__name__}]"
    shown = ", ".join(repr(_Short(value)) for value in values[:3])
    return f"[{shown}{f', ... {len(values)} in all' if len(values) > 3 else ''}]"


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."


class Readable(Model):
    """A value with a file behind it: ``read()`` and ``save(path)``, or ``await value.aread()`` and
    ``await value.asave(path)`` on a studio that is awaited.
    """

    @abstractmethod
    def _link(self) -> str:
        """The link to the file."""

    def read(self) -> bytes:
        """The file."""
        found: bytes = self._memory()[0].read(self._link())
        return found

    def save(self, path: str | Path) -> Path:
        """Write the file as it is, and return its path. Raises OSError where it can't be written;
        no part of it is left then where there was no file before.
        """
        return _written(Path(path), self.read())

    async def aread(self) -> bytes:
        """The file, without blocking the event loop."""
        return await self._memory()[0].aread(self._link())

    async def asave(self, path: str | Path) -> Path:
        """What ``save`` does, without blocking the event loop."""
        import asyncio

        return await asyncio.to_thread(_written, Path(path), await self.aread())


def _written(target: Path, data: bytes) -> Path:
    """The path, with the file there; half a picture on a full disk would pass for a whole one."""
    was_there = target.exists()
    try:
        target.write_bytes(data)
    except OSError:
        if not was_there:
            target.unlink(missing_ok=True)
        raise
    return target


class FileLink(Readable):
    """A link to one file of the service, and the way to its bytes."""

    url: str

    def _link(self) -> str:
        return self.url


class Accepted(Generic[T]):
    """Work that was accepted and is carried out later: ``job.wait()``, or ``await job``."""

    def wait(self, timeout: float | None = None, progress: bool = True) -> T:
        """The finished value. Raises the job's error, or TimeoutError after ``timeout`` seconds;
        0 looks once, None waits as long as it takes. ``progress`` shows a bar in a terminal or a
        notebook.
        """
        home, origin = cast(Model, self)._memory()
        return cast(T, home.wait_for(self, origin, timeout, progress))

    def __await__(self) -> Generator[Any, None, T]:
        home, origin = cast(Model, self)._memory()
        return cast("Generator[Any, None, T]", home.await_for(self, origin).__await__())


class Listing(Model, Framed, Sequence[T], Generic[T]):
    """A value that lists others: it is a sequence of them, and ``.items`` is the list."""

    # The field that holds the entries, where it is not ``items`` itself.
    entries: ClassVar[str] = "items"

    @property
    def _entries(self) -> list[T]:
        return cast("list[T]", self.__dict__[self.entries])

    def _table(self) -> tuple[Columns, Rows]:
        held = get_args(type(self).model_fields[self.entries].annotation)[0]
        columns = columns_of(held)
        return columns, rows_of(cast("list[Model]", self._entries), columns)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[T]:  # type: ignore[override]
        return iter(self._entries)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._entries[index]

    def __contains__(self, value: object) -> bool:
        return value in self._entries

    def __bool__(self) -> bool:
        return bool(self._entries)


class _StrictCall(type(BaseModel)):  # type: ignore[misc]
    """Calling the class with a field it does not have is a TypeError, as with any function; parsing
    is lenient.

    A value that does not fit is VALIDATION_ERROR, so that callers meet one tree of errors wherever
    they make a value.
    """

    def __call__(cls, *args: object, **fields: object) -> Any:
        known: set[str] = set()
        for name, info in cls.model_fields.items():
            known |= {name, info.alias or name}
        unknown = sorted(fields.keys() - known)
        if unknown:
            raise TypeError(
                f"{cls.__name__}() got an unexpected keyword argument {unknown[0]!r}"
                f"{meant(unknown[0], cls.model_fields)}"
            )
        try:
            return super().__call__(*args, **fields)
        except Unfit as error:
            raise validation_error(error) from None


if TYPE_CHECKING:

    class Input(Model):
        """A value that callers make and send."""

else:

    class Input(Model, metaclass=_StrictCall):
        """A value that callers make and send."""


def as_tuple(value: object) -> Any:
    """A JSON list as the tuple that a field of fixed length is; bodies are read strictly."""
    return tuple(value) if isinstance(value, list) else value


def _to_utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def iso(value: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and Z, as every timestamp on the wire."""
    return _to_utc(value).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


Timestamp = Annotated[
    datetime, AfterValidator(_to_utc), PlainSerializer(iso, return_type=str, when_used="json")
]
"""A moment, in UTC."""
