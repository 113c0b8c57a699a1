"""The paths of the API's document that are no operations: health, files, uploads, pages."""

from __future__ import annotations

from typing import Any

from .. import errors
from .openapi_errors import error_responses

TAGS = {
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
    "searching": (
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
BINARY: dict[str, Any] = {"type": "string", "format": "binary"}


def _object(said: str) -> dict[str, Any]:
    """The answers of a document in JSON."""
    content = {"application/json": {"schema": {"type": "object"}}}
    return {"200": {"description": said, "content": content}}


def service_paths() -> dict[str, dict[str, object]]:
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
    file = {"description": "The file.", "content": {"*/*": {"schema": BINARY}}}
    busy = (errors.ServiceBusy, errors.StudioError)
    form = {
        "type": "object",
        "required": ["email"],
        "properties": {"email": {"type": "string", "maxLength": 254}},
    }
    state = {"type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}}

    def item(name: str, summary: str, responses: dict[str, Any], **more: object) -> dict[str, Any]:
        return {
            "operationId": name,
            "summary": summary,
            "tags": [TAGS["service"][0], "extension"],
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
                requestBody={"required": True, "content": {"*/*": {"schema": BINARY}}},
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
        "/v1/openapi.json": {"get": item("contract", "This document", _object("OpenAPI 3.1."))},
        "/v1/template.schema.json": {
            "get": item("templateSchema", "What a template may say", _object("JSON Schema."))
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
