"""The errors of an operation as the OpenAPI document tells them: which can happen, their shape, an
example of each."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from .. import errors
from ..models.folders import MAX_DEPTH
from ..operations import Scope
from .examples import BY_NAME
from .wire import Codec

REQUEST_ID: dict[str, Any] = {"x-request-id": {"$ref": "#/components/headers/RequestId"}}


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


def error_responses(kinds: Iterable[type[errors.StudioError]]) -> dict[str, object]:
    """One response a status, naming each code that it may hold."""
    by_status: dict[int, list[type[errors.StudioError]]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    responses: dict[str, object] = {}
    for status, members in sorted(by_status.items()):
        headers = dict(REQUEST_ID)
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


def error_schema() -> dict[str, object]:
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


def told(paths: dict[str, dict[str, Any]]) -> Iterable[type[errors.StudioError]]:
    """Every error that some response names, so that none of their references dangles."""
    codes = {
        code
        for item in paths.values()
        for operation in item.values()
        for response in operation["responses"].values()
        for code in response.get("content", {}).get("application/json", {}).get("examples", ())
    }
    return (kind for code, kind in sorted(errors.BY_CODE.items()) if code in codes)


def error_example(kind: type[errors.StudioError]) -> dict[str, object]:
    body: dict[str, object] = {"code": kind.code, "message": kind.__doc__}
    if kind.code in _DETAILS:
        body["details"] = _DETAILS[kind.code]
    return {"summary": kind.code, "value": {"error": {**body, "requestId": BY_NAME["requestId"]}}}
