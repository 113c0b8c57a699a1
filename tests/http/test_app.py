"""The order of checks, the shape of every answer, and what never happens to a request."""

from __future__ import annotations

import json

import pytest
from fake_service import MOMENT, fields_of, image
from starlette.testclient import TestClient

from brandstudio import errors
from brandstudio.http.app import make_app
from brandstudio.models.credits import Pricing
from brandstudio.models.designs import DesignSaved
from brandstudio.operations import (
    OPERATIONS,
    BrandifyImage,
    CreateImage,
    ExtractStyle,
    GetImage,
    GetPricing,
    ReviseImage,
    SaveDesign,
)

GENERATE = {"level1": "acme", "prompt": "calm sea at dusk"}


def test_an_image_comes_with_new_and_old_folder_keys_and_its_request_id(http, service):
    answer = http.get("/v1/images/img_1", params={"brand": "acme", "level2": "summer"})
    assert answer.status_code == 200
    assert {
        "level1": "acme",
        "brand": "acme",
        "level2": "summer",
        "subBrand": "summer",
    }.items() <= answer.json().items()
    assert "path" not in answer.json()
    assert "folder" not in answer.json()
    assert answer.headers["x-request-id"] == "req_1"
    assert answer.headers["cache-control"] == "no-store"
    assert service.sent == [GetImage(image_id="img_1", folder="acme/summer")]


def test_a_level_4_folder_adds_path(http, service):
    service.answers[GetImage] = lambda ask: image(ask.image_id, ask.folder)
    body = http.get("/v1/images/i", params={"path": "acme/summer/launch/week1"}).json()
    assert body["path"] == "acme/summer/launch/week1"
    assert body["level4"] == "week1"
    assert body["campaign"] == "launch"


def test_every_error_has_the_same_shape(http):
    for answer in (
        http.get("/v1/nowhere"),
        http.delete("/v1/images/i"),
        http.get("/v1/images/i"),
        http.post("/v1/images"),
        http.get("/v1/images/i", headers={"x-api-key": "no"}),
        http.get("/v1/images/i", params={"brand": "none"}),
    ):
        error = answer.json()["error"]
        assert answer.status_code >= 400
        assert set(error) <= {"code", "message", "details", "requestId"}
        assert error["code"].isupper()
        assert error["message"]
        assert error["requestId"] == answer.headers["x-request-id"]
        assert answer.headers["content-type"] == "application/json"


def test_no_key_is_401_and_an_unknown_key_403(http, service):
    del http.headers["x-api-key"]
    missing = http.get("/v1/folders")
    assert (missing.status_code, missing.json()["error"]["code"]) == (401, "UNAUTHENTICATED")
    unknown = http.get("/v1/folders", headers={"x-api-key": "bsk_other"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (403, "INVALID_API_KEY")
    assert service.sent == []


def test_a_paused_workspace_says_why(http, service, monkeypatch):
    def paused(key):
        raise errors.ClientPaused("Paused: the bill of October is open.")

    monkeypatch.setattr(service, "authenticate", paused)
    answer = http.get("/v1/folders")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "CLIENT_PAUSED")
    assert "October" in answer.json()["error"]["message"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
def test_key_and_level_come_before_anything_that_is_wrong_with_the_request(
    http, service, operation
):
    path = operation.route.path.replace("{", "").replace("}", "") + "?level1=a&brand=b"
    broken = {"content": b"{", "headers": {"content-type": "text/plain"}}
    for key, wanted in (
        (None, {401}),
        ("bsk_x", {403}),
        ("bsk_read", {403} if operation.route.scope > 1 else {400, 404}),
    ):
        http.headers.pop("x-api-key", None)
        if key:
            http.headers["x-api-key"] = key
        answer = http.request(
            operation.route.method, path, **(broken if operation.route.method != "GET" else {})
        )
        assert answer.status_code in wanted | ({200} if key == "bsk_read" else set()), answer.text
        if answer.status_code == 403 and key == "bsk_read":
            assert answer.json()["error"]["details"] == {
                "required": operation.route.scope.label,
                "keyScope": "read",
            }


def test_the_body_is_missed_before_the_permission_and_the_permission_before_the_schema(
    http, service
):
    assert http.post("/v1/trial-invites").json()["error"]["code"] == "MISSING_BODY"
    assert http.post("/v1/trial-invites", content=b"{").json()["error"]["code"] == "FORBIDDEN"
    service.keys["bsk_full"] = type(service.keys["bsk_full"])(
        "inviter", "k", service.keys["bsk_full"].scope
    )
    assert (
        http.post("/v1/trial-invites", content=b"{").json()["error"]["code"] == "VALIDATION_ERROR"
    )


def test_all_failing_fields_are_told_at_once(http):
    body = {
        "level1": 7,
        "prompt": "",
        "aspectRatio": "3:1",
        "resolution": 2,
        "outputFormat": "gif",
        "clientReferenceId": "x" * 201,
    }
    assert fields_of(http.post("/v1/images", json=body)).keys() == body.keys()


def test_an_input_is_told_back_in_100_characters_at_most(http):
    answer = http.post("/v1/images", json={"level1": "acme", "prompt": "x" * 5000})
    assert len(answer.json()["error"]["details"]["fields"][0]["input"]) == 100


def test_a_long_array_of_wrong_values_gets_a_short_answer(http):
    answer = http.patch("/v1/folders/acme/style", json={"voice": {"bannedWords": [1] * 50_000}})
    assert answer.status_code == 400
    assert len(answer.json()["error"]["details"]["fields"]) == 100


def test_fields_of_a_later_contract_are_ignored(http, service):
    assert (
        http.post(
            "/v1/images",
            json={**GENERATE, "mood": {"calm": [1]}, "folder": "other", "client_reference_id": 3},
        ).status_code
        == 202
    )
    assert service.sent == [CreateImage(folder="acme", prompt="calm sea at dusk")]


def test_a_field_that_was_sent_stays_set(http, service):
    http.post("/v1/images", json={**GENERATE, "aspectRatio": "1:1"})
    assert service.sent[0].model_fields_set == {"folder", "prompt", "aspect_ratio"}


def test_an_optional_body_may_be_absent_and_is_checked_when_present(http, service):
    service.answers[ExtractStyle] = lambda ask: (
        {"job_id": "j"}
        and __import__("brandstudio.models.style", fromlist=["x"]).ExtractionAccepted(job_id="j")
    )
    assert http.post("/v1/folders/acme/extract-jobs").status_code == 202
    assert (
        http.post("/v1/folders/acme/extract-jobs", json={"autoApproveRules": True}).status_code
        == 202
    )
    assert fields_of(http.post("/v1/folders/acme/extract-jobs", json={"keepColours": "yes"})) == {
        "keepColours": "bool_type"
    }
    assert [ask.auto_approve_rules for ask in service.sent] == [False, True]


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin-1",
        "image/png",
    ],
)
def test_a_body_of_another_type_is_a_validation_error(http, content_type):
    answer = http.post(
        "/v1/images", content=json.dumps(GENERATE), headers={"content-type": content_type}
    )
    assert fields_of(answer) == {"content-type": "content_type"}


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON; charset=UTF-8", "application/vnd.acme+json"],
)
def test_json_is_known_by_its_many_names(http, content_type):
    assert (
        http.post(
            "/v1/images", content=json.dumps(GENERATE), headers={"content-type": content_type}
        ).status_code
        == 202
    )


def test_a_json_body_has_a_limit(http):
    answer = http.post("/v1/images", content=b'{"prompt": "' + b"x" * 2_000_000 + b'"}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "PAYLOAD_TOO_LARGE")


def test_unknown_paths_are_404_and_trailing_slashes_are_no_routes(http):
    for path in (
        "/v1",
        "/v2/folders",
        "/v1/folders/",
        "/v1/images/i/",
        "/v1//folders",
        "/v1/images/i/revise/x",
        "/V1/folders",
        "/v1/images/%ff",
    ):
        answer = http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND"), path


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/folders", {"GET", "HEAD", "POST"}),
        ("GET", "/v1/folders/acme", {"DELETE", "PATCH"}),
        ("DELETE", "/v1/images/brandify", {"POST"}),
        ("POST", "/v1/pricing", {"GET", "HEAD"}),
        ("OPTIONS", "/v1/images", {"POST"}),
        ("TRACE", "/v1/brands/acme", {"GET", "HEAD", "PATCH", "DELETE"}),
        ("GET", "/uploads/t", {"PUT"}),
    ],
)
def test_a_wrong_method_is_405_and_says_which_are_right(http, method, path, allowed):
    answer = http.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "METHOD_NOT_ALLOWED")
    assert set(answer.headers["allow"].split(", ")) == allowed


def test_a_fixed_path_goes_before_an_id(http, service):
    assert http.get("/v1/images/brandify", params={"level1": "acme"}).status_code == 405
    http.post("/v1/images/brandify/revise?level1=acme", json={"instructions": "x"})
    assert service.sent == [ReviseImage(image_id="brandify", folder="acme", instructions="x")]


def test_an_encoded_slash_stays_inside_its_name(http, service):
    http.get("/v1/images/a%2Fb%20c", params={"level1": "acme"})
    assert service.sent == [GetImage(image_id="a/b c", folder="acme")]


def test_head_answers_as_get_without_its_body(http):
    get, head = (
        http.request(method, "/v1/images/i", params={"level1": "acme"})
        for method in ("GET", "HEAD")
    )
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == str(len(get.content))


def test_reads_and_other_work_have_threads_of_their_own(http, service):
    http.get("/v1/images/i", params={"level1": "acme"})
    http.post("/v1/images", json=GENERATE)
    read, worked = service.threads
    assert read.startswith("read")
    assert worked.startswith("request")


def test_the_idempotency_key_reaches_the_operation_and_is_checked(http, service):
    http.post("/v1/images", json=GENERATE, headers={"idempotency-key": "abc-1"})
    assert service.sent[0].idempotency_key == "abc-1"
    for bad in ("", "x" * 256, "caf\xe9"):
        answer = http.post(
            "/v1/images", json=GENERATE, headers={"idempotency-key": bad.encode("latin-1")}
        )
        assert list(fields_of(answer)) == ["Idempotency-Key"]
    http.post("/v1/images", json={**GENERATE, "idempotencyKey": "body"})
    assert service.sent[-1].idempotency_key is None


def test_saving_what_is_saved_answers_200_and_a_new_save_201(http, service):
    service.answers[SaveDesign] = lambda ask: DesignSaved(
        image_id="i", version=2, already_saved=ask.variant_id == "old"
    )
    assert http.post("/v1/designs/j", json={"variantId": "old"}).status_code == 200
    assert http.post("/v1/designs/j", json={"variantId": "new"}).status_code == 201


def test_only_prices_may_be_cached(http, service):
    service.answers[GetPricing] = lambda ask: Pricing(prices={"revise": 4.0}, updated_at=MOMENT)
    assert http.get("/v1/pricing").headers["cache-control"] == "private, max-age=60"


def test_older_version_parameter_is_from_version(http, service):
    url = "/v1/images/i/revise?level1=acme"
    http.post(url, json={"instructions": "warmer", "version": 2})
    http.post(url, json={"instructions": "warmer", "version": 2, "fromVersion": 2})
    assert [ask.from_version for ask in service.sent] == [2, 2]
    assert "fromVersion" in fields_of(
        http.post(url, json={"instructions": "w", "version": 2, "fromVersion": 3})
    )
    assert fields_of(http.post(url, json={"instructions": "w", "version": "2"})) == {
        "version": "int_type"
    }


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("withHero=true&includeStats=0", set()),
        ("withHero=yes", {"withHero"}),
        ("withHero=True&includeStats=", {"withHero", "includeStats"}),
        ("withHero=1&withHero=1", {"withHero"}),
        ("other=1&other=2", set()),
    ],
)
def test_booleans_in_a_query_are_read_from_four_words(http, query, wrong):
    answer = http.get(f"/v1/folders?{query}")
    assert (set(fields_of(answer)) if answer.status_code == 400 else set()) == wrong


@pytest.mark.parametrize(
    "limit", ["", "0", "501", "x", "1.0", "1e2", "+5", " 5", "\u0665", "9" * 30]
)
def test_a_limit_is_a_plain_whole_number_within_its_bounds(http, limit):
    assert set(fields_of(http.get("/v1/library", params={"limit": limit}))) == {"limit"}


@pytest.mark.parametrize(
    "query", ["q=%ff", "&".join(f"a{n}=1" for n in range(200)), "q=a%00b", "level1=a%00"]
)
def test_a_hostile_query_is_a_validation_error(http, query):
    answer = http.get(f"/v1/library?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "VALIDATION_ERROR")


# ---- brandify -----------------------------------------------------------------------------------------------------


def accept_brandify(service):
    from brandstudio.models.images import ImageAccepted

    service.answers[BrandifyImage] = lambda ask: ImageAccepted(
        id="i", job_id="j", status="processing"
    )


def test_brandify_takes_json_and_a_form_on_one_route(http, service):
    accept_brandify(service)
    url = "/v1/images/brandify"
    assert (
        http.post(url, json={"brand": "acme", "sourceUrl": "https://a.example/b.png"}).status_code
        == 202
    )
    answer = http.post(
        url,
        data={"level1": "acme", "subBrand": "summer", "resolution": "4K"},
        files={"source": ("日の出.png", b"\x89PNG", "image/png")},
        headers={"idempotency-key": "k"},
    )
    assert answer.status_code == 202
    by_link, by_file = service.sent
    assert by_link.source_url == "https://a.example/b.png"
    assert (by_file.folder, by_file.resolution, by_file.idempotency_key) == (
        "acme/summer",
        "4K",
        "k",
    )
    assert (by_file.source.filename, by_file.source.content_type, by_file.source.data) == (
        "日の出.png",
        "image/png",
        b"\x89PNG",
    )


@pytest.mark.parametrize(
    ("data", "files", "path"),
    [
        ({"level1": "acme"}, {"other": ("a.png", b"x")}, "other"),
        ({"level1": "acme", "source": "text"}, {"source": ("a.png", b"x")}, "source"),
        (
            {"level1": "acme", "sourceUrl": "https://a.example/b"},
            {"source": ("a.png", b"x")},
            "sourceUrl",
        ),
        ({"level1": "acme", "resolution": "8K"}, {"source": ("a.png", b"x")}, "resolution"),
        ({}, {"source": ("a.png", b"x")}, "level1"),
    ],
)
def test_a_wrong_form_says_which_field_is_wrong(http, data, files, path):
    answer = http.post("/v1/images/brandify", data=data, files=files)
    assert list(fields_of(answer)) == [path]


def test_a_form_without_its_file_misses_it(http):
    boundary = "----x"
    body = f'--{boundary}\r\nContent-Disposition: form-data; name="level1"\r\n\r\nacme\r\n--{boundary}--\r\n'
    headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
    assert fields_of(http.post("/v1/images/brandify", content=body, headers=headers)) == {
        "source": "missing"
    }
    assert (
        http.post("/v1/images/brandify", headers=headers).json()["error"]["code"] == "MISSING_BODY"
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"x",
        b"--b\r\n",
        b"--b\r\nContent-Disposition: form-data; name=\r\n\r\n",
        b"\x00" * 100,
        b"--b--",
        b'--b\r\nContent-Disposition: form-data; name="source"; filename="a"\r\n\r\nabc',
    ],
)
@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=b",
        "multipart/form-data; boundary=" + "b" * 300,
    ],
)
def test_a_broken_form_is_refused(http, body, content_type):
    answer = http.post("/v1/images/brandify", content=body, headers={"content-type": content_type})
    assert answer.status_code == 400, answer.text


def test_a_form_over_20_mb_is_too_large(http, service):
    accept_brandify(service)
    limit = 20 * 1024 * 1024
    for size, wanted in ((limit, 202), (limit + 1, 413), (limit + 400_000, 413)):
        answer = http.post(
            "/v1/images/brandify", data={"level1": "acme"}, files={"source": ("a.png", b"x" * size)}
        )
        assert answer.status_code == wanted


# ---- the unexpected -------------------------------------------------------------------------------------------------


def test_what_nobody_expected_is_told_in_fixed_words_and_logged(http, service, caplog):
    def fail(ask):
        raise RuntimeError("password=hunter2")

    service.answers[GetImage] = fail
    answer = http.get("/v1/images/i", params={"level1": "acme"})
    assert answer.status_code == 500
    assert answer.json()["error"] == {
        "code": "INTERNAL_ERROR",
        "message": errors.StudioError.__doc__,
        "requestId": "req_1",
    }
    assert "req_1" in caplog.text
    assert "hunter2" in caplog.text


def test_limits_in_time_say_when_to_come_back(http, service):
    def limited(ask):
        raise errors.RateLimited(retryAfter=120)

    service.answers[CreateImage] = limited
    assert http.post("/v1/images", json=GENERATE).headers["retry-after"] == "120"


def test_the_access_log_names_key_path_and_status_and_no_secret(service):
    written: list[str] = []
    http = TestClient(
        make_app(service, access=written.append, now=lambda: 1.5), headers={"x-api-key": "bsk_full"}
    )
    http.get("/v1/images/i?level1=acme&token=secret-token")
    http.get("/files/secret-token")
    http.put("/uploads/secret-token", content=b"x")
    http.get("/invites/secret-token")
    http.get("/v1/bsk_mistake")
    http.get("/v1/%22%0Ax")
    lines = [json.loads(line) for line in written]
    assert [line["path"] for line in lines] == [
        "/v1/images/i",
        "/files/***",
        "/uploads/***",
        "/invites/***",
        "/v1/***",
        '/v1/"\nx',
    ]
    first = lines[0]
    assert first.pop("ms") >= 0
    assert first == {
        "time": 1.5,
        "requestId": "req_1",
        "keyId": "key_full",
        "method": "GET",
        "path": "/v1/images/i",
        "status": 200,
    }
    assert lines[1]["keyId"] is None
    assert "secret-token" not in "".join(written)
    assert "bsk_" not in "".join(written)
    assert "\n" not in "".join(written)


def test_probes(http, service):
    assert http.get("/healthz").status_code == 200
    assert http.get("/readyz").status_code == 200
    service.is_ready = False
    assert http.get("/readyz").json()["error"]["code"] == "SERVICE_BUSY"


def test_a_body_that_stalls_is_not_waited_for_for_ever(service, monkeypatch):
    import asyncio

    from brandstudio.http import bodies

    monkeypatch.setattr(bodies, "PATIENCE_SECONDS", 0.01)
    told = []

    async def receive():
        if told:
            await asyncio.Event().wait()
        told.append("first")
        return {"type": "http.request", "body": b'{"level1":', "more_body": True}

    async def send(message):
        told.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/images",
        "raw_path": b"/v1/images",
        "query_string": b"",
        "headers": [(b"x-api-key", b"bsk_full")],
        "root_path": "",
    }
    asyncio.run(make_app(service)(scope, receive, send))
    assert told[1]["status"] == 503
    assert b"SERVICE_BUSY" in told[2]["body"]


CONTRACT = """
GET /v1/folders; GET /v1/folders/{}/tree; POST /v1/folders; PATCH /v1/folders/{}; DELETE /v1/folders/{}
GET /v1/folders/{}/children; POST /v1/folders/{}/duplicate; GET /v1/brands/{}/sub-brands
POST /v1/images; GET /v1/images/{}; POST /v1/images/brandify; POST /v1/images/{}/revise; POST /v1/images/{}/resize
POST /v1/images/{}/improve; POST /v1/images/{}/set-current-version; POST /v1/images/analyse
GET /v1/library; POST /v1/library; GET /v1/library/{}/download; DELETE /v1/library/{}; POST /v1/library/{}/hero
DELETE /v1/library/{}/hero; GET /v1/folders/{}/golden-refs/{}; POST /v1/folders/{}/golden-refs/{}/from-library
DELETE /v1/folders/{}/golden-refs/{}/{}/{}; POST /v1/folders/{}/extract-jobs; GET /v1/folders/{}/extract-jobs/{}
GET /v1/brands/{}; POST /v1/text/generate; POST /v1/text/proofread; POST /v1/designs; GET /v1/designs/{}
POST /v1/designs/{}; GET /v1/pricing; GET /v1/credits/transactions; POST /v1/trial-invites; POST /v1/trial-invites/revoke
""".replace("\n", ";").split(";")


@pytest.mark.parametrize("endpoint", [entry.strip() for entry in CONTRACT if entry.strip()])
def test_every_endpoint_of_the_contract_is_there_and_needs_a_key(http, endpoint):
    method, path = endpoint.split()
    del http.headers["x-api-key"]
    assert (
        http.request(method, path.replace("{}", "photos")).json()["error"]["code"]
        == "UNAUTHENTICATED"
    )


def test_an_unknown_template_is_told_together_with_all_that_is_wrong(http):
    slots = {"headline": "x" * 141}
    body = {"level1": "acme", "size": "huge", "template": "brochure", "slots": slots}
    assert fields_of(http.post("/v1/designs", json=body)) == {
        "size": "literal_error",
        "template": "value_error",
        "slots.headline": "string_too_long",
    }
    body["template"] = "No Template"
    assert fields_of(http.post("/v1/designs", json=body))["template"] == "string_pattern_mismatch"


@pytest.mark.parametrize("image_id", ["x" * 201, "x" * 9000, "a%00b", "a%0Ab%07", "%ef%bf%be"])
def test_an_id_that_cannot_exist_is_one_that_does_not(http, service, image_id):
    def lost(ask):
        raise errors.NotFound

    service.answers[GetImage] = lost
    answer = http.get(f"/v1/images/{image_id}", params={"level1": "acme"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")
