"""The contract: "Errors", "Limits" and "Versioning": the body, the codes, the order of checks, and the
tables counted.
"""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from furnished import ENDPOINTS, Endpoint, Furnished
from speaking import Room, good, invalid, open_link, refused

from brandstudio import errors
from brandstudio.operations import OPERATIONS

CODES = {
    "MISSING_BODY": 400,
    "VALIDATION_ERROR": 400,
    "UNSUPPORTED_BRAND": 400,
    "UNSUPPORTED_HIERARCHY": 400,
    "INVALID_SOURCE_URL": 400,
    "INVALID_IMAGE_URL": 400,
    "FOLDER_TOO_DEEP": 400,
    "FOLDER_DEPTH_UNSUPPORTED": 400,
    "FOLDER_ALIAS_CONFLICT": 400,
    "BLOCKED_EMAIL_DOMAIN": 400,
    "UNAUTHENTICATED": 401,
    "INSUFFICIENT_CREDITS": 402,
    "INVALID_API_KEY": 403,
    "INSUFFICIENT_SCOPE": 403,
    "CLIENT_PAUSED": 403,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "FOLDER_NOT_FOUND": 404,
    "BRAND_NOT_FOUND": 404,
    "SUB_BRAND_NOT_FOUND": 404,
    "CAMPAIGN_NOT_FOUND": 404,
    "IMAGE_NOT_FOUND": 404,
    "LOGO_NOT_FOUND": 404,
    "DESIGN_NOT_FOUND": 404,
    "INVITE_NOT_FOUND": 404,
    "ALREADY_PROCESSING": 409,
    "HAS_CHILDREN": 409,
    "EXTRACTION_IN_PROGRESS": 409,
    "DESIGN_BUSY": 409,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "LEVEL_LOCKED": 423,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "UPSTREAM_ERROR": 502,
    "SERVICE_BUSY": 503,
    "UPSTREAM_TIMEOUT": 504,
}
"""Every row of the table in "Errors"."""

OUR_CODES = {
    "METHOD_NOT_ALLOWED": 405,
    "IDEMPOTENCY_CONFLICT": 409,
    "IDEMPOTENCY_IN_PROGRESS": 409,
    "REFERENCE_EXISTS": 409,
    "REFERENCE_LIMIT": 409,
    "GLYPH_MISSING": 400,
    "JOB_FINISHED": 409,
}
"""Decisions, "Errors beyond the contract's table"; what only a job carries has no status of its
own.
"""

CONTRACT_ROUTES = [
    "",
    "GET /v1/folders",
    "GET /v1/folders/{level1}/tree",
    "POST /v1/folders",
    "PATCH /v1/folders/{level1}",
    "DELETE /v1/folders/{level1}",
    "GET /v1/folders/{level1}/children",
    "POST /v1/folders/{level1}/duplicate",
    "GET /v1/brands/{brandSlug}/sub-brands",
    "POST /v1/images",
    "GET /v1/images/{imageId}",
    "POST /v1/images/brandify",
    "POST /v1/images/{imageId}/revise",
    "POST /v1/images/{imageId}/resize",
    "POST /v1/images/{imageId}/improve",
    "POST /v1/images/{imageId}/set-current-version",
    "POST /v1/images/analyse",
    "GET /v1/library",
    "POST /v1/library",
    "GET /v1/library/{imageId}/download",
    "DELETE /v1/library/{imageId}",
    "POST /v1/library/{imageId}/hero",
    "DELETE /v1/library/{imageId}/hero",
    "GET /v1/folders/{level1}/golden-refs/{domain}",
    "POST /v1/folders/{level1}/golden-refs/{domain}/from-library",
    "DELETE /v1/folders/{level1}/golden-refs/{domain}/{category}/{refId}",
    "POST /v1/folders/{level1}/extract-jobs",
    "GET /v1/folders/{level1}/extract-jobs/{jobId}",
    "GET /v1/brands/{brand}",
    "POST /v1/text/generate",
    "POST /v1/text/proofread",
    "POST /v1/designs",
    "GET /v1/designs/{jobId}",
    "POST /v1/designs/{jobId}",
    "GET /v1/pricing",
    "GET /v1/credits/transactions",
    "POST /v1/trial-invites",
    "POST /v1/trial-invites/revoke",
    "",
][1:-1]


def shape_of(route: str) -> str:
    return re.sub(r"\{\w+\}", "{}", route)


def test_the_contract_has_37_endpoints_and_the_code_serves_each_of_them_and_marks_its_own() -> None:
    """Endpoints, counted against the operations table."""
    assert len(CONTRACT_ROUTES) == 37
    served = [
        f"{kind.route.method} {kind.route.path}"
        for kind in OPERATIONS
        if kind.route and not kind.route.extension
    ]
    assert sorted(map(shape_of, served)) == sorted(map(shape_of, CONTRACT_ROUTES))


def test_the_contract_has_37_error_codes_and_the_code_has_each_with_its_status() -> None:
    """Errors, counted against the classes."""
    assert len(CODES) == 37
    assert {code: errors.BY_CODE[code].status for code in CODES | OUR_CODES} == CODES | OUR_CODES
    of_jobs = {"UNSUPPORTED_INSTRUCTION", "UNSUPPORTED_PROMPT", "CONTENT_REFUSED", "JOB_CANCELLED"}
    assert errors.BY_CODE.keys() - CODES.keys() - OUR_CODES.keys() <= of_jobs


def properties(document: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    item = document["paths"][path][method]
    found = {p["name"]: p["schema"] for p in item.get("parameters", []) if "name" in p}
    schema = (
        item.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    )
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return {**found, **schema.get("properties", {})}


def bound(schema: dict[str, Any], name: str) -> Any:
    for option in (schema, *schema.get("anyOf", ())):
        if name in option:
            return option[name]
    return None


@pytest.mark.parametrize(
    ("method", "path", "field", "limits"),
    [
        ("post", "/v1/images", "prompt", {"maxLength": 4000}),
        ("post", "/v1/images", "clientReferenceId", {"maxLength": 200}),
        ("post", "/v1/images/{imageId}/revise", "instructions", {"maxLength": 4000}),
        ("post", "/v1/images/{imageId}/improve", "instructions", {"maxLength": 4000}),
        ("post", "/v1/folders", "name", {"maxLength": 80}),
        ("patch", "/v1/folders/{level1}", "name", {"maxLength": 80}),
        ("get", "/v1/library", "limit", {"minimum": 1, "maximum": 500, "default": 50}),
        ("get", "/v1/credits/transactions", "limit", {"minimum": 1, "maximum": 200}),
        ("post", "/v1/images/analyse", "context", {"maxLength": 1500}),
        ("post", "/v1/images/analyse", "briefs", {"minimum": 1, "maximum": 8, "default": 5}),
        ("post", "/v1/text/generate", "brief", {"maxLength": 4000}),
        ("post", "/v1/text/generate", "draft", {"maxLength": 20000}),
        ("post", "/v1/text/proofread", "text", {"maxLength": 50000}),
        ("post", "/v1/trial-invites/revoke", "reason", {"maxLength": 200}),
        ("get", "/v1/library/{imageId}/download", "maxSide", {"default": 1600}),
        (
            "get",
            "/v1/library/{imageId}/download",
            "quality",
            {"minimum": 1, "maximum": 100, "default": 82},
        ),
    ],
)
def test_the_document_tells_the_limits(
    room: Room, method: str, path: str, field: str, limits: dict[str, Any]
) -> None:
    """Limits, in the interface description."""
    schema = properties(contract(room), path, method)[field]
    assert {name: bound(schema, name) for name in limits} == limits


def contract(room: Room) -> dict[str, Any]:
    answer: dict[str, Any] = good(open_link(room.bench.url + "/v1/openapi.json"))
    return answer


def test_the_interface_description_is_version_1_0_0(room: Room) -> None:
    """Versioning 1: the version is in the path prefix /v1; the interface description is version
    1.0.0.
    """
    document = contract(room)
    assert document["info"]["version"] == "1.0.0"
    assert all(
        path.startswith(
            ("/v1", "/files/", "/uploads/", "/invites/", "/docs", "/healthz", "/readyz")
        )
        for path in document["paths"]
    )


def test_every_create_type_endpoint_takes_a_client_reference(room: Room) -> None:
    """What the service does: every create-type endpoint accepts an optional clientReferenceId (max
    200 chars).
    """
    document = contract(room)
    free_or_plain = {
        "/v1/images/{imageId}/set-current-version",
        "/v1/library/{imageId}/hero",
        "/v1/trial-invites/revoke",
        "/v1/text/proofread",
    }
    for route in CONTRACT_ROUTES:
        method, path = route.split()
        path = path.replace("{brandSlug}", "{level1}")
        if method == "POST" and path not in free_or_plain:
            assert "clientReferenceId" in properties(document, path, "post"), path


# ---- the body, and the order of checks ------------------------------------------------------------------------------

WITH_BODY = [row for row in ENDPOINTS if row.method in ("POST", "PATCH")]


@pytest.mark.parametrize(
    "endpoint", [row for row in WITH_BODY if not row.body_optional], ids=lambda row: row.name
)
def test_a_body_that_is_required_and_absent_is_missing(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Errors: MISSING_BODY, body required but absent; before the folder is looked for."""
    answer = furnished.room.client.http.request(
        endpoint.method, endpoint.address(furnished.ids, "ghost")
    )
    refused(answer, 400, "MISSING_BODY")


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=lambda row: row.name)
@pytest.mark.parametrize(
    "content", [b"{", b"[]", b"null", b'"x"', b'{"a":NaN}', b'{"a":1,"a":2}', b"\xff\xfe{}"]
)
def test_a_body_that_is_no_json_object_is_invalid(
    furnished: Furnished, endpoint: Endpoint, content: bytes
) -> None:
    """Errors: VALIDATION_ERROR, schema failure."""
    answer = furnished.room.client.http.request(
        endpoint.method, endpoint.address(furnished.ids), content=content
    )
    refused(answer, 400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    "endpoint", [row for row in ENDPOINTS if row.body], ids=lambda row: row.name
)
def test_the_body_is_checked_before_the_folder(furnished: Furnished, endpoint: Endpoint) -> None:
    """Decisions, order of checks: body valid, then folder."""
    broken = endpoint.ask(
        furnished.room.client,
        furnished.ids,
        level1="ghost",
        change=lambda body: {key: [[1]] for key in body} | {"level1": "ghost"},
    )
    refused(broken, 400, "VALIDATION_ERROR")


# In a folder that does not exist, which keeps this test free of effects.
@pytest.mark.parametrize(
    "endpoint",
    [row for row in ENDPOINTS if row.folder and row.name != "restore folder"],
    ids=lambda row: row.name,
)
def test_a_field_that_the_contract_does_not_know_is_ignored(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Decisions, reading the contract, 1: clients of a later version keep working."""
    before = endpoint.ask(furnished.room.client, furnished.ids, level1="ghost")
    more = endpoint.ask(
        furnished.room.client,
        {**furnished.ids},
        level1="ghost",
        change=lambda body: {**body, "fromTheFuture": {"a": [1]}},
    )
    if endpoint.optional and before.status_code < 300:
        assert more.status_code == before.status_code
    else:
        assert (more.status_code, more.json()["error"]["code"]) == (
            before.status_code,
            before.json()["error"]["code"],
        )


def test_nothing_is_coerced_in_a_json_body(acme: Room) -> None:
    """Decisions, reading the contract, 1: JSON bodies are strict."""
    for body in ({"name": 5}, {"name": True}, {"name": ["x"]}, {"name": {"a": 1}}, {"name": None}):
        invalid(acme.client.post("/v1/folders", body), "name")
    invalid(
        acme.client.post("/v1/images/analyse", {"imageUrl": acme.link(), "briefs": "2"}), "briefs"
    )
    refs = "/v1/folders/acme/golden-refs/photos/from-library"
    for replace in ("true", 1, "yes"):
        invalid(acme.client.post(refs, {"libraryImageIds": ["x"], "replace": replace}), "replace")


def test_all_failing_fields_are_told_at_once_without_repeating_the_input(acme: Room) -> None:
    """Errors: details lists per-field failures (decisions, point 7)."""
    body = {
        "level1": "acme",
        "prompt": "x" * 5000,
        "aspectRatio": "y" * 5000,
        "resolution": 7,
        "clientReferenceId": "z" * 300,
    }
    answer = acme.client.post("/v1/images", body)
    error = invalid(answer, "prompt", "aspectRatio", "resolution", "clientReferenceId")
    assert len(error["details"]["fields"]) == 4
    assert len(answer.content) < 3000


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v2/folders",
        "/v1/nothing",
        "/v1/images/a/b/c",
        "/v1/folders/",
        "/V1/folders",
        "/v1//folders",
    ],
)
def test_an_unknown_path_is_not_found(room: Room, path: str) -> None:
    """Errors: every error response has this body shape; unknown paths too."""
    refused(room.client.get(path), 404, "NOT_FOUND")
    refused(open_link(room.bench.url + path), 404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/folders", {"GET", "POST"}),
        ("DELETE", "/v1/images", {"POST"}),
        ("POST", "/v1/pricing", {"GET"}),
        ("PATCH", "/v1/designs/x", {"GET", "POST"}),
        ("GET", "/v1/text/generate", {"POST"}),
        ("TRACE", "/v1/library", {"GET", "POST"}),
        ("BREW", "/v1/folders/acme", {"PATCH", "DELETE"}),
    ],
)
def test_a_method_that_a_path_does_not_take_is_told_with_those_it_takes(
    room: Room, method: str, path: str, allowed: set[str]
) -> None:
    """Decisions, errors beyond the table: METHOD_NOT_ALLOWED with Allow."""
    answer = room.client.http.request(method, path)
    refused(answer, 405, "METHOD_NOT_ALLOWED")
    assert allowed <= set(answer.headers["allow"].replace(" ", "").split(","))
    assert method not in answer.headers["allow"]


def test_every_answer_has_a_request_id_of_its_own(room: Room) -> None:
    """Errors: requestId identifies the request for support."""
    seen = [
        room.client.get(path).headers["x-request-id"]
        for path in ("/v1/folders", "/v1/folders", "/v1/nothing", "/healthz")
    ]
    assert len(set(seen)) == 4


def test_probes_and_the_contract_need_no_key(room: Room) -> None:
    """Decisions: /v1/openapi.json, /docs, /healthz, /readyz."""
    for path in ("/v1/openapi.json", "/docs", "/healthz", "/readyz"):
        assert open_link(room.bench.url + path).status_code == 200


# ---- Idempotency-Key -------------------------------------------------------------------------------------------------


def keyed(room: Room, path: str, body: Any, key: str = "k-1", **query: str) -> httpx.Response:
    return room.client.http.post(path, json=body, params=query, headers={"idempotency-key": key})


def test_a_repeated_request_gives_the_first_result_and_no_second_charge(acme: Room) -> None:
    """Decisions, Idempotency-Key: the same request gives the first result again; another body
    IDEMPOTENCY_CONFLICT.
    """
    requests: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/v1/images", {"level1": "acme", "prompt": "Sea"}),
        ("/v1/library", {"level1": "acme", "imageUrl": acme.link()}),
        ("/v1/text/generate", {"level1": "acme", "mode": "write", "brief": "Tea"}),
        ("/v1/folders", {"name": "New"}),
        ("/v1/designs", {"level1": "acme", "size": "square", "slots": {"headline": "Sea"}}),
    )
    for number, (path, body) in enumerate(requests):
        first = keyed(acme, path, body, f"k{number}")
        assert first.status_code in (200, 201, 202), first.text
        balance = acme.balance
        again = keyed(acme, path, dict(reversed(body.items())), f"k{number}")
        assert again.status_code == first.status_code
        signed = r'http://[^"]+/files/[^"]+'
        assert re.sub(signed, "", again.text) == re.sub(signed, "", first.text)
        assert acme.balance == balance
        refused(
            keyed(acme, path, {**body, "clientReferenceId": "other"}, f"k{number}"),
            409,
            "IDEMPOTENCY_CONFLICT",
        )


def test_a_refusal_frees_the_key(acme: Room) -> None:
    """Decisions, Idempotency-Key: an answer of 400 or more frees the key."""
    refused(
        keyed(acme, "/v1/folders", {"name": "Deep", "level1": "ghost"}), 404, "FOLDER_NOT_FOUND"
    )
    good(keyed(acme, "/v1/folders", {"name": "Deep", "level1": "acme"}), 201)


def test_a_key_is_kept_for_24_hours(alone: Room) -> None:
    """Decisions, Idempotency-Key."""
    slugs = []
    for hours in (0, 23, 2):
        alone.bench.manual_clock.advance(hours=hours)
        slugs.append(good(keyed(alone, "/v1/folders", {"name": "Acme"}), 201)["folder"]["slug"])
    assert slugs == ["acme", "acme", "acme-2"]
