"""The OpenAPI 3.1 document, made from the operations alone, so that it can't say anything else than
the code does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from .. import errors
from ..models.folders import MAX_DEPTH
from ..operations import GetImage, Operation, Scope
from . import dialect
from .examples import BY_NAME, REQUESTS, example
from .strictjson import MAX_INTEGER
from .wire import Codec, codecs
from .wire import codec as codec_of

VERSION = "1.0.0"

_LEVEL_NAMES = {Scope.READ: "Read only", Scope.CREATE: "Create", Scope.FULL: "Full access"}
_TAGS = {
    "folders": (
        "Folders",
        "Up to six levels; each inherits style, rules and references from those above it.",
    ),
    "images": (
        "Images",
        "Made, edited and checked in the look of their folder. Work is accepted, then polled.",
    ),
    "library": (
        "Library",
        "Every picture, saved design and saved copy of a folder; logos and fonts.",
    ),
    "style": ("Style", "Golden references, what is learned from them, and brand rules."),
    "texts": ("Text", "Copy in the folder's voice, and proofreading."),
    "designs": ("Designs", "Banners: words drawn exactly as sent and proved readable."),
    "edits": ("Designs", "Banners: words drawn exactly as sent and proved readable."),
    "credits": ("Credits", "Prices, the ledger, usage and jobs."),
    "invites": ("Trial invitations", "Invite a person to a studio of their own."),
    "service": ("Service", "Signed links, pages and probes."),
}
_INTRODUCTION = """\
On-brand images, banners and copy from folders. Every call needs the header `x-api-key`; `x-key-level` says which key
level it needs. Image work answers `202`: poll `GET /v1/images/{imageId}` until `status` is `completed` or `failed`.

Folders are named by `level1` to `level6` in the path, the query or the body, by one `path` (query) or `folderPath`
(body), or by their older names (`brand`, `subBrand`, `campaign`, `brandSlug`, `subBrandSlug`, `campaignSlug`, marked
deprecated). Every route under `/v1/folders/{level1}` also answers under `/v1/brands/{level1}`. An empty folder name
is the same as none. Responses carry the new keys and the older ones.

Fields that this contract does not know are ignored. A POST with an `Idempotency-Key` is carried out once in 24 hours.
"""
_REQUEST_ID: dict[str, Any] = {"x-request-id": {"$ref": "#/components/headers/RequestId"}}
_BINARY: dict[str, Any] = {"type": "string", "format": "binary"}


def document(base_url: str | None, root_path: str = "") -> dict[str, Any]:
    """The whole document. ``base_url`` is where the server is reached from outside, None for the
    same address, there below ``root_path``.
    """
    every = codecs()
    inputs = [
        (codec.operation.__name__, "validation", TypeAdapter(codec.operation)) for codec in every
    ]
    outputs = [
        (codec.operation.__name__, "serialization", TypeAdapter(codec.operation.result))
        for codec in every
    ]
    adapters: Any = [*inputs, *outputs]
    made, named = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")
    definitions: dict[str, Any] = named.get("$defs", {})
    operations = {
        codec.operation.__name__: definitions.pop(codec.operation.__name__) for codec in every
    }
    for schema in (*definitions.values(), *operations.values()):
        _tidy(schema)
    for schema in definitions.values():
        _spread_folder(schema)
    paths: dict[str, dict[str, Any]] = {}
    for codec in every:
        name = codec.operation.__name__
        result: Any = made[(name, "serialization")]
        described = _operation(codec, operations[name], _tidy(result), definitions)
        for path, item in _places(codec, described):
            paths.setdefault(path, {})[codec.route.method.lower()] = item
    for path, item in _service_paths().items():
        paths.setdefault(path, {}).update(item)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Brand-asset studio API",
            "version": VERSION,
            "description": _INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server_url(base_url, root_path)}],
        "security": [{"apiKey": []}],
        "tags": [
            *({"name": name, "description": text} for name, text in dict(_TAGS.values()).items()),
            {"name": "extension", "description": "Ours: not in the contract, and safe to ignore."},
        ],
        "paths": paths,
        "components": {
            "schemas": {"Error": _error_schema(), **dict(sorted(definitions.items()))},
            "parameters": {
                name: _query_parameter(name, told)
                for name, told in _folder_names(codec_of(GetImage))
                if name != "level1"
            },
            "examples": {kind.code: _error_example(kind) for kind in _told(paths)},
            "headers": {
                "RequestId": {
                    "description": "Names this request; quote it to support.",
                    "schema": {"type": "string"},
                },
                "RetryAfter": {
                    "description": "Seconds to wait.",
                    "schema": {"type": "integer", "minimum": 1},
                },
            },
            "securitySchemes": {"apiKey": {"type": "apiKey", "in": "header", "name": "x-api-key"}},
        },
    }


def server_url(base_url: str | None, root_path: str) -> str:
    """Where the calls are: the configured address when it leads here, else this very host, below
    the prefix that the document was asked for.
    """
    if base_url is not None and urlsplit(base_url).path.rstrip("/").endswith(root_path):
        return base_url
    return root_path or "/"


def operation_id(operation: type[Operation[Any]]) -> str:
    """The name of an operation in the document, and of its route."""
    return operation.__name__[0].lower() + operation.__name__[1:]


def _places(codec: Codec[Any], item: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    path = codec.route.path
    wire_path = path
    for name, alias in codec.path_names.items():
        wire_path = wire_path.replace(f"{{{name}}}", f"{{{alias}}}")
    yield wire_path, item
    older = dialect.mirror(wire_path)
    if older is not None:
        summary = f"{item['summary']} (older path)"
        yield (
            older,
            {
                **item,
                "operationId": item["operationId"] + "OfBrand",
                "deprecated": True,
                "summary": summary,
            },
        )


def _operation(
    codec: Codec[Any], schema: dict[str, Any], result: dict[str, Any], definitions: dict[str, Any]
) -> dict[str, Any]:
    operation, route = codec.operation, codec.route
    text = (operation.__doc__ or "").strip()
    tags = [_TAGS[operation.__module__.rpartition(".")[2]][0]]
    item: dict[str, Any] = {
        "operationId": operation_id(operation),
        "summary": re.split(r"[.:;(]", text)[0].strip().replace("``", ""),
        "description": f"{text.replace('``', '`')}\n\nKey level: {_LEVEL_NAMES[route.scope]}.",
        "tags": [*tags, "extension"] if route.extension else tags,
        "x-key-level": route.scope.label,
    }
    parameters = [*_path_parameters(codec, schema), *_query_parameters(codec, schema)]
    if codec.is_command:
        parameters.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "schema": {"type": "string", "minLength": 1, "maxLength": 255},
                "description": "The same key and request give the first result again for 24 hours.",
            }
        )
    if parameters:
        item["parameters"] = parameters
    if codec.takes_body:
        item["requestBody"] = _request_body(codec, schema, definitions)
    item["responses"] = _responses(codec, result, definitions)
    return item


def _path_parameters(codec: Codec[Any], schema: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for name, alias in codec.path_names.items():
        told = (
            {"type": "string", "minLength": 1} if name == "level1" else schema["properties"][alias]
        )
        text = "The Level 1 folder's slug." if name == "level1" else ""
        shown = {
            "name": alias,
            "in": "path",
            "required": True,
            "schema": told,
            "example": example(told, {}, alias),
        }
        yield {**shown, "description": text} if text else shown


def _query_parameters(codec: Codec[Any], schema: dict[str, Any]) -> Iterable[dict[str, Any]]:
    if codec.folder is not None and codec.folder_in_query:
        for name, told in _folder_names(codec):
            if name == "level1":
                yield _query_parameter(name, told)
            else:
                yield {"$ref": f"#/components/parameters/{name}"}
    required = schema.get("required", [])
    for name in codec.query_names:
        told = _not_null(schema["properties"][name])
        yield {"name": name, "in": "query", "required": name in required, "schema": told}


def _query_parameter(name: str, told: dict[str, Any]) -> dict[str, Any]:
    deprecated = {"deprecated": True} if told.get("deprecated") else {}
    return {
        "name": name,
        "in": "query",
        "schema": {"type": told["type"]},
        "description": told["description"],
        **deprecated,
    }


def _folder_names(codec: Codec[Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    """The names under which this call takes its folder, beside a level1 in its path."""
    in_query, first = codec.folder_in_query, 2 if "level1" in codec.path_names else 1
    kind: Any = "string" if in_query else ["string", "null"]
    needed = " Required here or under another name." if codec.folder_required and first == 1 else ""
    which = "parent folder" if codec.folder == "parent" else "folder"
    deepest = min(codec.folder_depth, MAX_DEPTH - (codec.folder == "parent"))
    for level in range(first, deepest + 1):
        text = f"The slug of the {which} at Level {level}.{needed if level == 1 else ''}"
        yield f"level{level}", {"type": kind, "description": text}
    for level, names in enumerate(dialect.OLDER_NAMES[:deepest], start=1):
        for name in names if level >= first else ():
            yield (
                name,
                {"type": kind, "description": f"Older name of level{level}.", "deprecated": True},
            )
    if deepest > 1:
        text = f"The whole {which} from Level 1 on: slugs joined by '/'"
        if in_query:
            yield "path", {"type": "string", "description": f"{text}. Instead of the levels."}
        else:
            many = {"type": "array", "items": {"type": "string"}}
            yield (
                "folderPath",
                {
                    "oneOf": [{"type": "string"}, many, {"type": "null"}],
                    "description": f"{text}, or an array of slugs. Instead of the levels.",
                },
            )


def _request_body(
    codec: Codec[Any], schema: dict[str, Any], definitions: dict[str, Any]
) -> dict[str, Any]:
    properties = {
        name: dict(told) for name, told in schema["properties"].items() if name in codec.body_names
    }
    for older, newer in codec.older.items():
        properties[older] = {
            **properties[newer],
            "deprecated": True,
            "description": f"Older name of {newer}.",
        }
    names = (
        dict(_folder_names(codec)) if codec.folder is not None and not codec.folder_in_query else {}
    )
    body: dict[str, Any] = {"type": "object", "properties": {**names, **properties}}
    required = [name for name in schema.get("required", []) if name in codec.body_names]
    if required:
        body["required"] = required
    if names and codec.folder_required:
        # In words: as alternatives of required fields they would take its type from the body in
        # generated clients.
        firsts = [
            name for name in names if name in ("level1", *dialect.OLDER_NAMES[0], "folderPath")
        ]
        body["description"] = f"Name the folder by one of {', '.join(firsts)}."
    shown = REQUESTS.get(codec.operation.__name__)
    if shown is None:
        first = {"level1": BY_NAME["level1"]} if names and codec.folder_required else {}
        shown = {
            **first,
            **{name: example(properties[name], definitions, name) for name in required},
        }
    content: dict[str, Any] = {"application/json": {"schema": body, "example": shown}}
    part = codec.file
    if part is not None:
        # In a form everything is text, nothing is null, and the file takes the place of the link.
        instead_of = codec.operation.model_fields[part.instead_of].alias
        fields = {
            name: _not_null(told) for name, told in body["properties"].items() if name != instead_of
        }
        limit = f"The file, {part.max_bytes // 1024**2} MB at most."
        fields |= {
            codec.file_name: {**_BINARY, "description": limit},
            "folderPath": {"type": "string"},
        }
        form = {**body, "properties": fields, "required": [codec.file_name]}
        content["multipart/form-data"] = {
            "schema": form,
            "encoding": {codec.file_name: {"contentType": "image/*"}},
        }
    return {"required": codec.route.body_required, "content": content}


# ---- responses ----------------------------------------------------------------------------------------------------


def _responses(
    codec: Codec[Any], result: dict[str, Any], definitions: dict[str, Any]
) -> dict[str, Any]:
    schema: dict[str, Any] = result
    if codec.route.envelope is not None:
        schema = {
            "type": "object",
            "properties": {codec.route.envelope: result},
            "required": [codec.route.envelope],
        }
    headers = dict(_REQUEST_ID)
    if codec.route.cache != "no-store":
        headers["cache-control"] = {"schema": {"const": codec.route.cache}}
    success = {
        "description": "Accepted: the work goes on." if codec.route.status == 202 else "Done.",
        "headers": headers,
        "content": {
            "application/json": {"schema": schema, "example": example(schema, definitions)}
        },
    }
    responses: dict[str, Any] = {str(codec.route.status): success}
    other = codec.route.other_status
    if other is not None:
        responses[str(other.status)] = {**success, "description": other.means}
    return responses | error_responses(possible_errors(codec))


def possible_errors(codec: Codec[Any]) -> list[type[errors.StudioError]]:
    """Every error class that this call may answer."""
    route = codec.route
    found: list[type[errors.StudioError]] = [errors.ValidationError]
    if codec.takes_body:
        found += [errors.MissingBody] * route.body_required + [errors.PayloadTooLarge]
    if codec.folder is not None:
        found += [errors.FolderTooDeep, errors.FolderAliasConflict]
        if codec.folder_depth < MAX_DEPTH:
            found.append(errors.FolderDepthUnsupported)
    found += [errors.Unauthenticated, errors.InvalidApiKey, errors.ClientPaused]
    if route.scope > Scope.READ:
        found.append(errors.InsufficientScope)
    found += route.errors
    if codec.is_command:
        found += [errors.IdempotencyConflict, errors.IdempotencyInProgress]
    if errors.InsufficientCredits in route.errors:
        found += [errors.UpstreamError, errors.UpstreamTimeout]
    return [*dict.fromkeys(found), errors.ServiceBusy, errors.StudioError]


def error_responses(kinds: Iterable[type[errors.StudioError]]) -> dict[str, Any]:
    """One response a status, naming each code that it may hold."""
    by_status: dict[int, list[type[errors.StudioError]]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    responses: dict[str, Any] = {}
    for status, members in sorted(by_status.items()):
        headers = dict(_REQUEST_ID)
        if status in (429, 503):
            headers["retry-after"] = {"$ref": "#/components/headers/RetryAfter"}
        codes = [kind.code for kind in members]
        responses[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}",
            "headers": headers,
            "content": {
                "application/json": {
                    "schema": {"$ref": "#/components/schemas/Error"},
                    "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
                }
            },
        }
    return responses


def _error_schema() -> dict[str, Any]:
    text = "Programs branch on it; a later version may add codes."
    return {
        "type": "object",
        "description": "Every error, in one shape.",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message", "requestId"],
                "properties": {
                    "code": {
                        "type": "string",
                        "description": text,
                        "examples": ["VALIDATION_ERROR"],
                    },
                    "message": {"type": "string", "description": "A sentence for people."},
                    "details": {
                        "type": "object",
                        "description": "What a program can act on, by code.",
                    },
                    "requestId": {"type": "string"},
                },
            }
        },
    }


_DETAILS: dict[str, dict[str, Any]] = {
    "VALIDATION_ERROR": {
        "fields": [{"path": "prompt", "code": "missing", "message": "is required"}]
    },
    "FOLDER_NOT_FOUND": {"level": 1, "level1": "acme", "legacyCode": "BRAND_NOT_FOUND"},
    "INSUFFICIENT_CREDITS": {"balance": 3, "required": 4},
    "INSUFFICIENT_SCOPE": {"required": "create", "keyScope": "read"},
    "RATE_LIMITED": {"retryAfter": 3600},
}


def _told(paths: dict[str, dict[str, Any]]) -> Iterable[type[errors.StudioError]]:
    """Every error that some response names, so that none of their references dangles."""
    codes = {
        code
        for item in paths.values()
        for operation in item.values()
        for response in operation["responses"].values()
        for code in response.get("content", {}).get("application/json", {}).get("examples", ())
    }
    return (kind for code, kind in sorted(errors.BY_CODE.items()) if code in codes)


def _error_example(kind: type[errors.StudioError]) -> dict[str, Any]:
    body: dict[str, Any] = {"code": kind.code, "message": kind.__doc__}
    if kind.code in _DETAILS:
        body["details"] = _DETAILS[kind.code]
    return {"summary": kind.code, "value": {"error": {**body, "requestId": BY_NAME["requestId"]}}}


# ---- what is not under /v1 ----------------------------------------------------------------------------------------


def _service_paths() -> dict[str, dict[str, Any]]:
    token = {
        "name": "token",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "minLength": 1},
    }
    page = {
        "description": "A page for people.",
        "content": {"text/html": {"schema": {"type": "string"}}},
    }
    file = {"description": "The file.", "content": {"*/*": {"schema": _BINARY}}}
    busy = (errors.ServiceBusy, errors.StudioError)
    form = {
        "type": "object",
        "required": ["email"],
        "properties": {"email": {"type": "string", "maxLength": 254}},
    }
    state = {"type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}}

    def item(name: str, summary: str, responses: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {
            "operationId": name,
            "summary": summary,
            "tags": [_TAGS["service"][0], "extension"],
            "security": [],
            "responses": responses,
            **more,
        }

    ranges = [
        {"name": name, "in": "header", "schema": {"type": "string"}}
        for name in ("Range", "If-Range", "If-None-Match")
    ]
    nothing = {
        "304": {"description": "Unchanged."},
        "416": {"description": "No byte of that range is there."},
    }
    refused = error_responses(
        (errors.ValidationError, errors.NotFound, errors.PayloadTooLarge, *busy)
    )
    pages = dict.fromkeys(("200", "400", "404", "409", "410", "429"), page)
    return {
        "/files/{token}": {
            "get": item(
                "readFile",
                "The file behind a signed link",
                {
                    "200": file,
                    "206": {**file, "description": "A range of it."},
                    **nothing,
                    **error_responses((errors.NotFound, *busy)),
                },
                parameters=[token, *ranges],
            )
        },
        "/uploads/{token}": {
            "put": item(
                "putUpload",
                "Put a file where an upload ticket says",
                {
                    "204": {"description": "Stored."},
                    **refused,
                    **error_responses((errors.UnsupportedMediaType,)),
                },
                parameters=[token],
                requestBody={"required": True, "content": {"*/*": {"schema": _BINARY}}},
            )
        },
        "/invites/{token}": {
            "get": item(
                "showInvite",
                "The page of an invitation",
                {"200": page, "404": page, "410": page, **error_responses(busy)},
                parameters=[token],
            ),
            "post": item(
                "acceptInvite",
                "Accept an invitation with the invited address",
                {**pages, **error_responses((errors.PayloadTooLarge, *busy))},
                parameters=[token],
                requestBody={
                    "required": True,
                    "content": {"application/x-www-form-urlencoded": {"schema": form}},
                },
            ),
        },
        "/v1/openapi.json": {
            "get": item(
                "contract",
                "This document",
                {
                    "200": {
                        "description": "OpenAPI 3.1.",
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    },
                },
            )
        },
        "/docs": {"get": item("docs", "This document as a page", {"200": page})},
        "/healthz": {
            "get": item(
                "healthy",
                "The process runs",
                {
                    "200": {
                        "description": "It does.",
                        "content": {"application/json": {"schema": state}},
                    },
                },
            )
        },
        "/readyz": {
            "get": item(
                "ready",
                "The service can work",
                {
                    "200": {
                        "description": "It can.",
                        "content": {"application/json": {"schema": state}},
                    },
                    **error_responses(busy),
                },
            )
        },
    }


# ---- schemas ------------------------------------------------------------------------------------------------------


def _tidy(schema: Any) -> Any:
    """Drop titles that only repeat names, and say what integers and moments are."""
    if isinstance(schema, list):
        for item in schema:
            _tidy(item)
    elif isinstance(schema, dict):
        if isinstance(schema.get("title"), str):
            del schema["title"]
        if schema.get("default", ...) is None:
            del schema["default"]
        if schema.get("type") == "integer":
            schema.setdefault("maximum", MAX_INTEGER)
        if schema.get("type") == "object" and "properties" in schema:
            schema.pop("additionalProperties", None)
            for name, told in schema["properties"].items():
                if name.endswith(("At", "Until")):
                    for arm in (told, *told.get("anyOf", ())):
                        if arm.get("type") == "string":
                            arm["format"] = "date-time"
        if isinstance(schema.get("description"), str):
            schema["description"] = schema["description"].replace("``", "`")
        for item in schema.values():
            _tidy(item)
    return schema


def _spread_folder(schema: dict[str, Any]) -> None:
    """A folder in a result stands there as its level keys, new and old."""
    properties = schema.get("properties", {})
    told = properties.get("folder")
    if told is None or "$ref" in told:
        return
    del properties["folder"]
    nullable = "anyOf" in told
    required = [name for name in schema.get("required", []) if name != "folder"]
    for level in range(1, MAX_DEPTH + 1):
        kind: Any = ["string", "null"] if nullable and level == 1 else "string"
        properties.setdefault(
            f"level{level}", {"type": kind, "description": f"The folder's slug at Level {level}."}
        )
    for level, names in enumerate(dialect.OLDER_NAMES, start=1):
        kind = ["string", "null"] if nullable and level == 1 else "string"
        text = f"Older name of level{level}; dropped after a notice period."
        properties.setdefault(names[0], {"type": kind, "deprecated": True, "description": text})
    properties["path"] = {
        "type": "string",
        "description": "From Level 4 on: the slugs joined by '/'.",
    }
    if "folder" in schema.get("required", []):
        required = [*dict.fromkeys([*required, "level1", "brand"])]
    if required:
        schema["required"] = required


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    told = dict(schema)
    if isinstance(told.get("type"), list):
        told["type"] = told["type"][0]
    for key in ("anyOf", "oneOf"):
        arms = [arm for arm in told.get(key, ()) if arm != {"type": "null"}]
        if key in told and len(arms) == 1:
            del told[key]
            told = {**arms[0], **told}
        elif key in told:
            told[key] = arms
    return told
