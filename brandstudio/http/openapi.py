"""The OpenAPI 3.1 document, made from the operations alone, so that it can't say anything else than
the code does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from ..models.folders import MAX_DEPTH
from ..operations import GetImage, Operation, Scope
from . import dialect
from .examples import BY_NAME, REQUESTS, example
from .openapi_errors import (
    REQUEST_ID,
    error_example,
    error_responses,
    error_schema,
    possible_errors,
    told,
)
from .openapi_schemas import not_null, spread_folder, tidy
from .openapi_service import BINARY, TAGS, service_paths
from .wire import Codec, codecs
from .wire import codec as codec_of

VERSION = "1.0.0"
_LEVEL_NAMES = {Scope.READ: "Read only", Scope.CREATE: "Create", Scope.FULL: "Full access"}
_INTRODUCTION = """\
On-brand images, banners and copy from folders. Every call needs the header `x-api-key`; `x-key-level` says which key
level it needs. Image work answers `202`: poll `GET /v1/images/{imageId}` until `status` is `completed` or `failed`.

Folders are named by `level1` to `level6` in the path, the query or the body, by one `path` (query) or `folderPath`
(body), or by their older names (`brand`, `subBrand`, `campaign`, `brandSlug`, `subBrandSlug`, `campaignSlug`, marked
deprecated). Every route under `/v1/folders/{level1}` also answers under `/v1/brands/{level1}`. An empty folder name
is the same as none. Responses carry the new keys and the older ones.

Fields that this contract does not know are ignored. A POST with an `Idempotency-Key` is carried out once in 24 hours.
"""


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
        tidy(schema)
    for schema in definitions.values():
        spread_folder(schema)
    paths: dict[str, dict[str, Any]] = {}
    for codec in every:
        name = codec.operation.__name__
        result: Any = made[(name, "serialization")]
        described = _operation(codec, operations[name], tidy(result), definitions)
        for path, item in _places(codec, described):
            paths.setdefault(path, {})[codec.route.method.lower()] = item
    for path, item in service_paths().items():
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
            *({"name": name, "description": text} for name, text in dict(TAGS.values()).items()),
            {"name": "extension", "description": "Ours: not in the contract, and safe to ignore."},
        ],
        "paths": paths,
        "components": {
            "schemas": {"Error": error_schema(), **dict(sorted(definitions.items()))},
            "parameters": {
                name: _query_parameter(name, told)
                for name, told in _folder_names(codec_of(GetImage))
                if name != "level1"
            },
            "examples": {kind.code: error_example(kind) for kind in told(paths)},
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
    tags = [TAGS[operation.__module__.rpartition(".")[2]][0]]
    item: dict[str, object] = {
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


def _path_parameters(codec: Codec[Any], schema: dict[str, Any]) -> Iterable[dict[str, object]]:
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


def _query_parameters(codec: Codec[Any], schema: dict[str, Any]) -> Iterable[dict[str, object]]:
    if codec.folder is not None and codec.folder_in_query:
        for name, told in _folder_names(codec):
            if name == "level1":
                yield _query_parameter(name, told)
            else:
                yield {"$ref": f"#/components/parameters/{name}"}
    required = schema.get("required", [])
    for name in codec.query_names:
        told = not_null(schema["properties"][name])
        yield {"name": name, "in": "query", "required": name in required, "schema": told}


def _query_parameter(name: str, told: dict[str, Any]) -> dict[str, object]:
    deprecated = {"deprecated": True} if told.get("deprecated") else {}
    return {
        "name": name,
        "in": "query",
        "schema": {"type": told["type"]},
        "description": told["description"],
        **deprecated,
    }


def _folder_names(codec: Codec[Any]) -> Iterable[tuple[str, dict[str, object]]]:
    """The names under which this call takes its folder, beside a level1 in its path."""
    in_query, first = codec.folder_in_query, 2 if "level1" in codec.path_names else 1
    kind: object = "string" if in_query else ["string", "null"]
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
            name: not_null(told) for name, told in body["properties"].items() if name != instead_of
        }
        limit = f"The file, {part.max_bytes // 1024**2} MB at most."
        fields |= {
            codec.file_name: {**BINARY, "description": limit},
            "folderPath": {"type": "string"},
        }
        form = {**body, "properties": fields, "required": [codec.file_name]}
        content["multipart/form-data"] = {
            "schema": form,
            "encoding": {codec.file_name: {"contentType": "image/*"}},
        }
    return {"required": codec.route.body_required, "content": content}


def _responses(
    codec: Codec[Any], result: dict[str, Any], definitions: dict[str, Any]
) -> dict[str, object]:
    schema: dict[str, object] = result
    if codec.route.envelope is not None:
        schema = {
            "type": "object",
            "properties": {codec.route.envelope: result},
            "required": [codec.route.envelope],
        }
    headers = dict(REQUEST_ID)
    if codec.route.cache != "no-store":
        headers["cache-control"] = {"schema": {"const": codec.route.cache}}
    success = {
        "description": "Accepted: the work goes on." if codec.route.status == 202 else "Done.",
        "headers": headers,
        "content": {
            "application/json": {"schema": schema, "example": example(schema, definitions)}
        },
    }
    responses: dict[str, object] = {str(codec.route.status): success}
    other = codec.route.other_status
    if other is not None:
        responses[str(other.status)] = {**success, "description": other.means}
    return responses | error_responses(possible_errors(codec))
