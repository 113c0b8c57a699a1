"""Both directions of ``/v1`` in one place: an operation to a request and back, a result to a body
and back, errors too.

Server and client use the same ``Codec``, so they can't drift apart. Folder names are dialect.py's;
everything else of the wire is here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, cast
from urllib.parse import quote

import pydantic
from pydantic import TypeAdapter
from pydantic_core import to_json

from .. import errors
from ..models.folders import MAX_DEPTH, SLUG
from ..models.unfit import validation_error
from ..operations import (
    OPERATIONS,
    Command,
    InQuery,
    OlderName,
    Operation,
    ParentFolder,
    Route,
    SourceFile,
)
from ..operations.base import Id, Stored, is_id
from . import dialect, strictjson
from .wire_text import from_text, plain_kind, problem, query_pairs, to_text

R = TypeVar("R")
MAX_PROBLEMS = 100


"""How many failing fields one answer names; a long array of wrong values would make an answer
longer than itself.
"""


_HEADER_VALUE = re.compile(r"[\x20-\x7e]*")
_NOT_FOLDER = (
    "is required; over HTTP a folder is level1, level2, ... or path ('acme/summer'), not folder"
)
_PLACE = re.compile(r"\{([a-z0-9_]+)\}")


@dataclass(frozen=True)
class Request:
    """An operation as it travels; ``form`` and ``file`` instead of ``json`` where a file goes with
    it.
    """

    method: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    json: bytes | None = None
    form: dict[str, str] = field(default_factory=dict)
    file: SourceFile | None = None
    idempotency_key: str | None = None


class MissingFolder(NamedTuple):
    """A folder named by something that is no slug, so that it can't be there; ``level`` is that of
    the first one.
    """

    slugs: tuple[str, ...]
    level: int


class Decoded(NamedTuple):
    operation: Operation[Any]
    missing_folder: MissingFolder | None


class Codec(Generic[R]):
    """How one operation and its result travel; compiled once."""

    def __init__(self, operation: type[Operation[R]]) -> None:
        assert operation.route is not None, "only operations with a route travel"
        self.operation = operation
        self.route: Route = operation.route
        self.headers = {"cache-control": self.route.cache}
        self.is_command = issubclass(operation, Command)
        self.takes_body = self.route.method in ("POST", "PATCH")
        self.file = self.route.file
        self.file_name = "" if self.file is None else _camel(operation, self.file.field)
        self.ids = frozenset(
            info.alias or name for name, info in operation.model_fields.items() if is_id(info)
        )
        self.query_names: dict[str, Any] = {}
        self.body_names: dict[str, Any] = {}
        self.older: dict[str, str] = {}
        self.folder: str | None = None
        self.folder_required = False
        self.folder_in_query = not self.takes_body or "{level1}" in self.route.path
        self.folder_depth = self.route.depth
        self.path_names = {
            name: _camel(operation, name) for name in _PLACE.findall(self.route.path)
        }
        for name, info in operation.model_fields.items():
            alias = info.alias or name
            marks = info.metadata
            if name == "idempotency_key" or name in self.path_names or alias == self.file_name:
                continue
            parent = any(isinstance(mark, ParentFolder) or mark is ParentFolder for mark in marks)
            in_query = any(isinstance(mark, InQuery) or mark is InQuery for mark in marks)
            if alias == "folder" or parent:
                self.folder, self.folder_required = alias, info.is_required()
                self.folder_in_query = self.folder_in_query or in_query
                continue
            assert not dialect.names_folder(alias), (
                f"{operation.__name__}.{name} takes a folder's name on the wire"
            )
            names = self.body_names if self.takes_body and not in_query else self.query_names
            names[alias] = plain_kind(info.annotation)
            self.older |= {mark.name: alias for mark in marks if isinstance(mark, OlderName)}
        self.stored = {
            info.alias or name: mark.kind
            for name, info in operation.model_fields.items()
            for mark in info.metadata
            if isinstance(mark, Stored)
        }
        self._validate = operation.__pydantic_validator__.validate_python
        self._result: TypeAdapter[Any] = TypeAdapter(operation.result)
        self._dump = self._result.serializer.to_python
        self._places = dialect.places(operation.result)

    # ---- requests -------------------------------------------------------------------------------------------------

    def decode(
        self,
        path: Mapping[str, str],
        query: bytes = b"",
        body: Mapping[str, object] | None = None,
        *,
        idempotency_key: str | None = None,
        source: SourceFile | None = None,
        form: bool = False,
        lacks: Callable[[str, str], str | None] | None = None,
    ) -> Decoded:
        """The operation that a request asks for. ``body`` is a JSON object, or the text fields of a
        form; ``lacks`` says why a name that only the studio knows is not there.

        Raises a class of ``BadRequest``; a VALIDATION_ERROR names every failing field at once.
        """
        sent = _Sent(self)
        sent.take_path(path)
        sent.take_query(query)
        sent.take_body(body or {}, is_text=form)
        data, problems = sent.data, sent.problems
        for name in self.ids.intersection(data):
            if isinstance(data[name], str) and not strictjson.is_text(data[name]):
                data[name] = Id.NOWHERE  # decisions: an id that can't exist is 404
        if data:
            problems += strictjson.flaws(data.items())
        missing = self._place_folder(sent, data, problems)
        self._place_file(data, problems, source, form)
        if self.is_command and idempotency_key is not None:
            data["idempotencyKey"] = idempotency_key
            if not _HEADER_VALUE.fullmatch(idempotency_key):
                told = "holds characters other than visible ASCII"
                problems.append(problem("Idempotency-Key", "characters", told))
        if lacks is not None:
            problems += self._unknown(data, lacks)
        return Decoded(self._build(data, problems, sent.older), missing)

    def _place_file(
        self,
        data: dict[str, Any],
        problems: list[dict[str, Any]],
        source: SourceFile | None,
        form: bool,
    ) -> None:
        if form and source is None and self.file is not None:
            # spec: Images, brandify: in a form the file is required and no link takes its place.
            problems.append(problem(self.file_name, "missing", "a form needs a file in this field"))
            data.pop(_camel(self.operation, self.file.instead_of), None)
            source = SourceFile(filename="", content_type="", data=b"")
        if source is not None:
            data[self.file_name] = source

    def _unknown(
        self, data: dict[str, Any], lacks: Callable[[str, str], str | None]
    ) -> Iterator[dict[str, Any]]:
        # Told with all other failing fields at once, not only when they are mended.
        for name, kind in self.stored.items():
            value = data.get(name)
            why = lacks(kind, value) if isinstance(value, str) else None
            if why is not None:
                yield {**problem(name, "value_error", why), "input": str(value)[:100]}

    def _place_folder(
        self, sent: _Sent, data: dict[str, Any], problems: list[dict[str, Any]]
    ) -> MissingFolder | None:
        if self.folder is None:
            return None
        names = sent.folder_names
        if len(names) == 1 and names[0][0] == "level1":
            # The common case, told at a glance: one name, and it is a slug.
            slug = names[0][1]
            if isinstance(slug, str) and SLUG.fullmatch(slug):
                data[self.folder] = slug
                return None
        said = dialect.read_folder(names, self.folder_depth)
        problems += said.problems
        problems += strictjson.flaws(
            (f"level{n}", slug) for n, slug in enumerate(said.slugs, start=1)
        )
        stray = said.stray
        if said.slugs:
            if self.folder == "parent" and len(said.slugs) >= MAX_DEPTH:
                raise errors.FolderTooDeep(level=len(said.slugs) + 1, deepest=MAX_DEPTH)
            data[self.folder] = "/".join(said.slugs) if stray is None else dialect.PLACEHOLDER
        elif self.folder_required:
            # Names it in the words of the wire, not as the one field that it is inside.
            data[self.folder] = dialect.PLACEHOLDER
            if not said.problems:
                told = "is required" if not sent.said_folder else _NOT_FOLDER
                problems.append(problem("level1", "missing", told))
        return None if stray is None else MissingFolder(said.slugs, stray)

    def _build(
        self, data: dict[str, Any], problems: list[dict[str, Any]], older_sent: dict[str, str]
    ) -> Operation[R]:
        try:
            operation = self._validate(
                data, strict=True, extra="ignore", by_alias=True, by_name=False
            )
        except pydantic.ValidationError as error:
            told = {found["path"] for found in problems}
            for found in validation_error(error).details["fields"]:
                head, dot, rest = found["path"].partition(".")
                head = older_sent.get(head, "Idempotency-Key" if head == "idempotencyKey" else head)
                if head not in told:
                    problems.append({**found, "path": head + dot + rest})
        if problems:
            text = "; ".join(f"{found['path']}: {found['message']}" for found in problems[:3])
            raise errors.ValidationError(text, fields=problems[:MAX_PROBLEMS])
        return cast("Operation[R]", operation)

    def encode(self, operation: Operation[R]) -> Request:
        """The request that asks for an operation, in the newest names."""
        field = self.file.field if self.file is not None else ""
        data = operation.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={field})
        place: dict[str, str] = {}
        for name, alias in self.path_names.items():
            if name != "level1":
                place[name] = str(data.pop(alias))
        query: list[tuple[str, str]] = []
        folder = data.pop(self.folder, None) if self.folder is not None else None
        if folder is not None:
            keys = dialect.request_keys(folder)
            if "level1" in self.path_names:
                place["level1"] = keys.pop("level1")
            if self.folder_in_query:
                query += keys.items()
            else:
                data |= keys
        for name in self.query_names:
            value = data.pop(name, None)
            if value is not None:
                query.append((name, to_text(value)))
        path = _PLACE.sub(lambda found: quote(place[found[1]], safe=""), self.route.path)
        key = operation.idempotency_key if isinstance(operation, Command) else None
        source = getattr(operation, field) if field else None
        if isinstance(source, SourceFile):
            form = {name: to_text(value) for name, value in data.items() if value is not None}
            return Request(
                self.route.method, path, query, form=form, file=source, idempotency_key=key
            )
        body = to_json(data) if self.takes_body and (data or self.route.body_required) else None
        return Request(self.route.method, path, query, json=body, idempotency_key=key)

    # ---- results --------------------------------------------------------------------------------------------------

    def status(self, result: R) -> int:
        """The HTTP status of a success."""
        other = self.route.other_status
        if other is not None and getattr(result, other.when):
            return other.status
        return self.route.status

    def encode_result(self, result: R) -> bytes:
        """The response body."""
        value = self._dump(result, mode="json", by_alias=True, exclude_unset=True)
        if self._places is not None:
            self._places.spread(value)
        if self.route.envelope is not None:
            value = {self.route.envelope: value}
        return to_json(value, inf_nan_mode="null")

    def decode_result(self, body: bytes) -> R:
        """The result that a response body holds. Raises UPSTREAM_ERROR when it is not this
        contract's.
        """
        try:
            value = json.loads(body)
            if self.route.envelope is not None:
                value = value[self.route.envelope]
            if self._places is not None:
                self._places.collect(value)
            return cast(R, self._result.validate_python(value, by_alias=True, by_name=False))
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            what = f"{self.operation.__name__}: the answer is not what the contract says"
            raise errors.UpstreamError(
                f"{what}. Is this the address of a brandstudio server?"
            ) from error


@cache
def codec(operation: type[Operation[R]]) -> Codec[R]:
    """The codec of an operation; there are as many as operations, so the cache has an end."""
    return Codec(operation)


def codecs() -> list[Codec[Any]]:
    """One codec an operation, in the order of the contract."""
    return [codec(operation) for operation in OPERATIONS]


def _camel(operation: type[Operation[Any]], name: str) -> str:
    return "level1" if name == "level1" else operation.model_fields[name].alias or name


class _Sent:
    """What a request sends, sorted while it is read: fields, names of folders, and what is wrong."""

    def __init__(self, codec: Codec[Any]) -> None:
        self._codec = codec
        self.data: dict[str, Any] = {}
        self.folder_names: list[tuple[str, Any]] = []
        self.older: dict[str, str] = {}
        """Fields that came under the name of older clients, with that name."""
        self.said_folder = False
        """Whether a folder came under its name in Python, which the wire does not know."""
        self.problems: list[dict[str, Any]] = []

    def take_path(self, path: Mapping[str, str]) -> None:
        for name, alias in self._codec.path_names.items():
            if name == "level1":
                self.folder_names.append(("level1", path[name]))
            else:
                self.data[alias] = path[name]

    def take_query(self, query: bytes) -> None:
        names = self._codec.query_names
        for name, value in query_pairs(query) if query else ():
            if name in names and name in self.data:
                self.problems.append(problem(name, "repeated", "sent more than once"))
            else:
                self._take(name, value, names, is_text=True)

    def take_body(self, body: Mapping[str, object], *, is_text: bool) -> None:
        for name, value in body.items():
            self._take(name, value, self._codec.body_names, is_text=is_text)

    def _take(
        self, name: str, value: object, names: Mapping[str, object], *, is_text: bool
    ) -> None:
        if self._codec.folder is not None and dialect.names_folder(name):
            self.folder_names.append((name, value))
            return
        newer = self._codec.older.get(name, name)
        if newer not in names:
            self.said_folder = self.said_folder or name == "folder"
            return
        value = from_text(value, names[newer]) if is_text else value
        known = newer in self.data
        if known and (self.data[newer] != value or type(self.data[newer]) is not type(value)):
            told = f"sent twice with different values (now: {newer})"
            self.problems.append(problem(name, "conflict", told))
            return
        if newer != name and not known:
            self.older[newer] = name
        self.data[newer] = value
