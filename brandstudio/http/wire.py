"""Both directions of ``/v1`` in one place: an operation to a request and back, a result to a body
and back, errors too.

Server and client use the same ``Codec``, so they can't drift apart. Folder names are dialect.py's;
everything else of the wire is here.
"""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, Union, cast
from urllib.parse import parse_qsl, quote

import pydantic
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, to_json

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

R = TypeVar("R")

MAX_QUERY_FIELDS = 100

MAX_PROBLEMS = 100
"""How many failing fields one answer names; a long array of wrong values would make an answer
longer than itself.
"""

_INTEGER = re.compile(r"-?[0-9]{1,19}")
_NUMBER = re.compile(r"-?[0-9]{1,19}(\.[0-9]{1,19})?")
_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}
_HEADER_VALUE = re.compile(r"[\x20-\x7e]*")
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
            names[alias] = _kind(info.annotation)
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
        body: Mapping[str, Any] | None = None,
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
        problems: list[dict[str, Any]] = []
        data: dict[str, Any] = {}
        folder_names: list[tuple[str, Any]] = []
        older_sent: dict[str, str] = {}

        def take(name: str, value: Any, names: Mapping[str, Any], is_text: bool) -> None:
            newer = self.older.get(name, name)
            if newer in names:
                value = _from_text(value, names[newer]) if is_text else value
                if newer in data and (data[newer] != value or type(data[newer]) is not type(value)):
                    problems.append(
                        _problem(
                            name, "conflict", f"sent twice with different values (now: {newer})"
                        )
                    )
                    return
                if newer != name and newer not in data:
                    older_sent[newer] = name
                data[newer] = value

        for name, alias in self.path_names.items():
            if name == "level1":
                folder_names.append(("level1", path[name]))
            else:
                data[alias] = path[name]
        for name, value in _pairs(query) if query else ():
            if name in self.query_names and name in data:
                problems.append(_problem(name, "repeated", "sent more than once"))
            elif self.folder is not None and dialect.names_folder(name):
                folder_names.append((name, value))
            else:
                take(name, value, self.query_names, True)
        if body is not None:
            for name, value in body.items():
                if self.folder is not None and dialect.names_folder(name):
                    folder_names.append((name, value))
                else:
                    take(name, value, self.body_names, form)
        for name in self.ids.intersection(data):
            if isinstance(data[name], str) and not strictjson.is_text(data[name]):
                data[name] = Id.NOWHERE  # decisions: an id that can't exist is 404
        if data:
            problems += strictjson.flaws(data.items())
        missing = self._place_folder(folder_names, data, problems)
        if form and source is None and self.file is not None:
            # spec: Images, brandify: in a form the file is required and no link takes its place.
            problems.append(
                _problem(self.file_name, "missing", "a form needs a file in this field")
            )
            data.pop(_camel(self.operation, self.file.instead_of), None)
            source = SourceFile(filename="", content_type="", data=b"")
        if source is not None:
            data[self.file_name] = source
        if self.is_command and idempotency_key is not None:
            data["idempotencyKey"] = idempotency_key
            if not _HEADER_VALUE.fullmatch(idempotency_key):
                problems.append(
                    _problem(
                        "Idempotency-Key", "characters", "holds characters other than visible ASCII"
                    )
                )
        if lacks is not None:
            problems += self._unknown(data, lacks)
        return Decoded(self._build(data, problems, older_sent), missing)

    def _unknown(
        self, data: dict[str, Any], lacks: Callable[[str, str], str | None]
    ) -> Iterator[dict[str, Any]]:
        # Told with all other failing fields at once, not only when they are mended.
        for name, kind in self.stored.items():
            value = data.get(name)
            why = lacks(kind, value) if isinstance(value, str) else None
            if why is not None:
                yield {**_problem(name, "value_error", why), "input": str(value)[:100]}

    def _place_folder(
        self, names: list[tuple[str, Any]], data: dict[str, Any], problems: list[dict[str, Any]]
    ) -> MissingFolder | None:
        if self.folder is None:
            return None
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
                problems.append(_problem("level1", "missing", "is required"))
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
                query.append((name, _to_text(value)))
        path = _PLACE.sub(lambda found: quote(place[found[1]], safe=""), self.route.path)
        key = operation.idempotency_key if isinstance(operation, Command) else None
        source = getattr(operation, field) if field else None
        if isinstance(source, SourceFile):
            form = {name: _to_text(value) for name, value in data.items() if value is not None}
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


# ---- errors ----------------------------------------------------------------------------------------------------------


def encode_error(error: errors.StudioError, request_id: str) -> bytes:
    """The error body (spec: Errors)."""
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.details:
        body["details"] = error.details
    body["requestId"] = request_id
    try:
        return to_json({"error": body}, inf_nan_mode="null", fallback=str)
    except (UnicodeEncodeError, PydanticSerializationError):
        # Details tell back what was sent, which may be half of a character: escaped, it stays in
        # ASCII.
        return json.dumps({"error": body}, default=str).encode("ascii")


def error_headers(error: errors.StudioError) -> dict[str, str]:
    """What HTTP wants said outside the body: Allow, Retry-After, WWW-Authenticate."""
    if isinstance(error, errors.MethodNotAllowed):
        return {"allow": ", ".join(error.details.get("allowed", ()))}
    if isinstance(error, errors.RateLimited | errors.ServiceBusy):
        wait = error.details.get("retryAfter", 1 if isinstance(error, errors.ServiceBusy) else 60)
        return {"retry-after": str(max(1, int(wait)))}
    if isinstance(error, errors.Unauthenticated):
        return {"www-authenticate": 'ApiKey realm="brandstudio", header="x-api-key"'}
    return {}


_BY_STATUS: dict[int, type[errors.StudioError]] = {
    400: errors.BadRequest,
    401: errors.Unauthenticated,
    402: errors.InsufficientCredits,
    403: errors.Refused,
    404: errors.Missing,
    405: errors.MethodNotAllowed,
    409: errors.Conflict,
    413: errors.PayloadTooLarge,
    415: errors.UnsupportedMediaType,
    423: errors.LevelLocked,
    429: errors.RateLimited,
    502: errors.UpstreamError,
    503: errors.ServiceBusy,
    504: errors.UpstreamTimeout,
}


def decode_error(status: int, body: bytes, request_id: str | None = None) -> errors.StudioError:
    """The error that a response holds: the same class as in process, with its details and request
    id.
    """
    fallback = _BY_STATUS.get(status, errors.StudioError)
    try:
        told = json.loads(body)["error"]
        code, message, details = str(told["code"]), str(told["message"]), told.get("details") or {}
        error = errors.BY_CODE.get(code, fallback)(message, **details)
        if code not in errors.BY_CODE:
            # A later server's code: programs branch on it all the same, and the class says what
            # family it is of.
            error.__dict__["code"] = code
        error.request_id = str(told.get("requestId") or request_id or "") or None
        return error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        error = fallback(
            f"The server answered {status} without an error body; is there a proxy in between?"
        )
        error.request_id = request_id
        return error


# ---- text of queries and forms ---------------------------------------------------------------------------------------


def _pairs(query: bytes) -> list[tuple[str, str]]:
    try:
        text = query.decode("ascii")
        if "%" not in text and "+" not in text and text.count("&") < MAX_QUERY_FIELDS:
            # Plain names and values are most queries, and splitting them takes a fifth of the time.
            return [
                (name, value)
                for name, _, value in (part.partition("=") for part in text.split("&"))
                if name
            ]
        return parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
        )
    except UnicodeDecodeError:
        raise errors.ValidationError.of("query", "is not UTF-8", code="encoding") from None
    except ValueError:
        raise errors.ValidationError.of(
            "query", f"has more than {MAX_QUERY_FIELDS} parameters", code="too_long"
        ) from None


def _from_text(value: Any, kind: Any) -> Any:
    """The typed value of a text; what can't be read stays text, and the strict schema then refuses
    it by name.
    """
    if kind is bool:
        return _BOOLEANS.get(value, value)
    if kind is int and _INTEGER.fullmatch(value) and abs(int(value)) <= strictjson.MAX_INTEGER:
        return int(value)
    if kind is float and _NUMBER.fullmatch(value):
        return float(value)
    return value


def _to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _kind(annotation: Any) -> Any:
    """The plain type of a field, without None and annotations."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _kind(typing.get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        kinds = [_kind(arm) for arm in typing.get_args(annotation) if arm is not type(None)]
        return kinds[0] if len(kinds) == 1 else annotation
    return annotation


def _camel(operation: type[Operation[Any]], name: str) -> str:
    return "level1" if name == "level1" else operation.model_fields[name].alias or name


def _problem(path: str, code: str, message: str) -> dict[str, Any]:
    return {"path": path, "code": code, "message": message}
