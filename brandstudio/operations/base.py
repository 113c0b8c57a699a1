"""An operation is a value: what is asked, where it travels, which key level it needs, and what
comes back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from ..errors import StudioError
from ..models import Model
from .missing import Family

R = TypeVar("R", covariant=True)


class Scope(IntEnum):
    """The level of an API key; a higher one may do all that a lower one may."""

    READ = 1
    CREATE = 2
    FULL = 3

    @property
    def label(self) -> str:
        return self.name.lower()


MAX_JSON_BYTES = 1024 * 1024
"""A JSON body's limit: the longest text of the contract, every character escaped, is six tenths of
it.
"""


@dataclass(frozen=True)
class FilePart:
    """A file that may be sent as a form: the field that holds it, and the field (a link) whose
    place it takes there.
    """

    field: str
    instead_of: str
    max_bytes: int


@dataclass(frozen=True)
class OtherStatus:
    """The HTTP status of a result in which the field ``when`` is true, and what it means."""

    status: int
    when: str
    means: str


@dataclass(frozen=True)
class Route:
    """Where an operation travels and what it may answer: all that a transport knows of it.

    ``envelope`` is the key that wraps the result on the wire (``{"folder": ...}``). ``depth`` is
    the deepest folder level that the call's shape can carry. ``missing`` says in which words a
    missing folder is told (decisions: which not-found). ``permission`` is what the workspace must
    have been granted. ``extension`` marks what the contract does not name. ``cache`` is the
    Cache-Control of the answer. ``file`` is the file that may come in a form instead of JSON,
    ``max_body`` the limit of a JSON body in bytes.
    """

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    scope: Scope
    status: int = 200
    errors: tuple[type[StudioError], ...] = ()
    envelope: str | None = None
    depth: int = 6
    missing: Family = "folders"
    permission: Literal["trialInvites"] | None = None
    extension: bool = False
    file: FilePart | None = None
    body_required: bool = True
    max_body: int = MAX_JSON_BYTES
    cache: str = "no-store"
    other_status: OtherStatus | None = None


class InQuery:
    """Marks a field of a POST, PATCH or DELETE that travels in the query string."""


class Id:
    """Marks a field that names something by its id: one that can't exist is one that does not."""

    NOWHERE = "-"
    """An id that nothing has; it stands for one that holds what no text may hold."""


class Stored:
    """Marks a field that names something of the studio's own which no class can list: ``kind`` is
    what it is (``template``).
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind


class OlderName:
    """Marks a field that older clients send under another name as well."""

    def __init__(self, name: str) -> None:
        self.name = name


class ParentFolder:
    """Marks the field that takes the place of the folder keys where a parent is named."""


class FieldProblem(ValueError):
    """What is wrong with one field, told by a check that sees several; ``field`` is the field's
    wire name.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


# Line breaks and tabs are text; every other control character is not, NUL ends strings in C, and
# half of a surrogate pair can't be stored.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_MAX_INTEGER = 2**63 - 1


def _unfit(value: object) -> str | None:
    """What keeps a value from being stored; None when nothing does."""
    if isinstance(value, str):
        return (
            "holds a control character or half of a character" if _NO_TEXT.search(value) else None
        )
    if isinstance(value, int):
        return "is a number that is too large" if abs(value) > _MAX_INTEGER else None
    if isinstance(value, dict):
        return next(
            (problem for pair in value.items() for part in pair if (problem := _unfit(part))), None
        )
    if isinstance(value, list | tuple):
        return next((problem for part in value if (problem := _unfit(part))), None)
    return None


def is_id(info: FieldInfo) -> bool:
    """Whether a field is marked as an ``Id``."""
    return any(isinstance(mark, Id) for mark in info.metadata)


class Operation(Model, Generic[R]):
    """Base of all operations. ``result`` is the type of what comes back; ``route`` is None for
    admin operations. ``charges`` are the prices that a call may cost, by name.
    """

    model_config = ConfigDict(ignored_types=(Route,), extra="forbid")
    route: ClassVar[Route | None] = None
    charges: ClassVar[tuple[str, ...]] = ()
    result: ClassVar[Any]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        for base in cls.__mro__:
            arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args")
            if arguments and not isinstance(arguments[0], TypeVar):
                cls.result = arguments[0]
                break

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, fields: object) -> Any:
        """The same on both transports: no control characters, no half characters, no number that a
        column can't hold.
        """
        if isinstance(fields, dict):
            for name, value in list(fields.items()):
                problem = _unfit(value)
                if problem is not None:
                    info = cls.model_fields.get(name)
                    if info is not None and isinstance(value, str) and is_id(info):
                        fields = {**fields, name: Id.NOWHERE}
                        continue
                    raise FieldProblem((info.alias if info is not None else None) or name, problem)
        return fields

    def required_scope(self) -> Scope:
        """The key level that this very call needs; some need more when a field says so."""
        return Scope.FULL if self.route is None else self.route.scope


class Command(Operation[R], Generic[R]):
    """An operation that makes or changes something by POST: the same key gives the first result
    again for 24 hours.
    """

    idempotency_key: Annotated[str | None, Field(min_length=1, max_length=255, exclude=True)] = None


class AdminOperation(Operation[R], Generic[R]):
    """What the owner of the data folder may do; it has no route and never travels over ``/v1``."""
