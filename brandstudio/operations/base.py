"""An operation is a value: what is asked, where it travels, which key level it needs, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from ..errors import StudioError
from ..models import Model

R = TypeVar("R", covariant=True)


class Scope(IntEnum):
    """The level of an API key; a higher one may do all that a lower one may."""

    READ = 1
    CREATE = 2
    FULL = 3

    @property
    def label(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Route:
    """Where an operation travels and what it may answer.

    ``envelope`` is the key that wraps the result on the wire (``{"folder": ...}``). ``depth`` is the deepest folder
    level that the call's shape can carry. ``missing`` says in which words a missing folder is told (decisions: which
    not-found). ``extension`` marks what the contract does not name.
    """

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    scope: Scope
    status: int = 200
    errors: tuple[type[StudioError], ...] = ()
    envelope: str | None = None
    depth: int = 6
    missing: Literal["images", "folders", "invites", "legacy"] = "folders"
    extension: bool = False
    multipart: bool = False
    body_required: bool = True


class InQuery:
    """Marks a field of a POST, PATCH or DELETE that travels in the query string."""


class OlderName:
    """Marks a field that older clients send under another name as well."""

    def __init__(self, name: str) -> None:
        self.name = name


class ParentFolder:
    """Marks the field that takes the place of the folder keys where a parent is named."""


class FieldProblem(ValueError):
    """What is wrong with one field, told by a check that sees several; ``field`` is the field's wire name."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Operation(Model, Generic[R]):
    """Base of all operations. ``result`` is the type of what comes back; ``route`` is None for admin operations."""

    model_config = ConfigDict(ignored_types=(Route,), extra="forbid")
    route: ClassVar[Route | None] = None
    result: ClassVar[Any]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        for base in cls.__mro__:
            arguments = getattr(base, "__pydantic_generic_metadata__", {}).get("args")
            if arguments and not isinstance(arguments[0], TypeVar):
                cls.result = arguments[0]
                break

    def required_scope(self) -> Scope:
        """The key level that this very call needs; some need more when a field says so."""
        return Scope.FULL if self.route is None else self.route.scope


class Command(Operation[R], Generic[R]):
    """An operation that makes or changes something by POST: the same key gives the first result again for 24 hours."""

    idempotency_key: Annotated[str | None, Field(default=None, min_length=1, max_length=255, exclude=True)]


class AdminOperation(Operation[R], Generic[R]):
    """What the owner of the data folder may do; it has no route and never travels over ``/v1``."""
