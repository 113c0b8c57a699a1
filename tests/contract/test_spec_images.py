"""The contract: "What the service does", "Image", "Images" and the image rows of "States and
transitions".
"""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest
from speaking import Room, good, invalid, moment, open_link, refused, shaped

from brandstudio import errors
from brandstudio.testing import picture

CREATE = {"level1": "acme", "prompt": "A calm sea", "resolution": "1K"}
RATIOS = ("1:1", "4:5", "9:16", "16:9", "2:3", "5:4")


def test_create_answers_202_and_the_client_polls_until_it_is_completed(acme: Room) -> None:
    """What the service does: 202 with an id; POST images: 202 { id, jobId, status: 'processing'
    }.
    """
    made = good(acme.client.post("/v1/images", CREATE), 202)
    shaped(made, id=str, jobId=str)
    assert made["status"] == "processing"
    path = f"/v1/images/{made['id']}"
    waiting = good(acme.client.get(path, level1="acme"))
    assert (waiting["status"], waiting["error"], waiting["versions"]) == ("processing", None, [])
    acme.work()
    assert good(acme.client.get(path, level1="acme"))["status"] == "completed"


def test_an_image_has_the_documented_fields(acme: Room) -> None:
    """Image, and Version object; a score says how well a version keeps to the rules, so there must
    be one.
    """
    rule = {
        "kind": "image",
        "text": "Bright",
        "check": {"measure": "saturation", "op": "<=", "value": 0.4},
    }
    good(acme.client.post("/v1/folders/acme/rules", rule), 201)
    image = acme.image(
        "acme/summer", clientReferenceId="r-1", aspectRatio="16:9", outputFormat="jpg"
    )
    found = good(acme.client.get(f"/v1/images/{image}", brand="acme", subBrand="summer"))
    shaped(
        found,
        id=str,
        status=str,
        imageUrl=str,
        currentVersion=int,
        brand=str,
        subBrand=str,
        clientReferenceId=str,
        versions=list,
    )
    assert found["error"] is None
    assert (found["id"], found["currentVersion"], found["brand"], found["level1"]) == (
        image,
        1,
        "acme",
        "acme",
    )
    assert (found["subBrand"], found["level2"], found["clientReferenceId"]) == (
        "summer",
        "summer",
        "r-1",
    )
    (version,) = found["versions"]
    shaped(version, version=int, url=str, createdAt=str, prompt=str, score=(int, float))
    moment(version["createdAt"])
    kept = [
        version[name] for name in ("version", "prompt", "aspectRatio", "resolution", "outputFormat")
    ]
    assert kept == [1, "A calm sea", "16:9", "1K", "jpg"]
    answer = open_link(found["imageUrl"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")


def test_left_out_options_have_their_defaults(acme: Room) -> None:
    """Shared enumerations: 1:1, 2K and png on create."""
    made = good(acme.client.post("/v1/images", {"level1": "acme", "prompt": "A calm sea"}), 202)
    acme.work()
    version = good(acme.client.get(f"/v1/images/{made['id']}", level1="acme"))["versions"][0]
    assert [version[name] for name in ("aspectRatio", "resolution", "outputFormat")] == [
        "1:1",
        "2K",
        "png",
    ]


@pytest.mark.parametrize(
    ("name", "good_ones", "bad"),
    [
        ("aspectRatio", RATIOS, "3:2"),
        ("resolution", ("1K", "2K", "4K"), "8K"),
        ("outputFormat", ("png", "jpg"), "gif"),
    ],
)
def test_enumerations_take_their_values_and_no_other(
    acme: Room, name: str, good_ones: tuple[str, ...], bad: str
) -> None:
    """Shared enumerations, on create, brandify and resize."""
    for fits in good_ones:
        good(acme.client.post("/v1/images", {**CREATE, name: fits}), 202)
    image = acme.photo()
    for value in (bad, "", 1, good_ones[0].upper() + " "):
        invalid(acme.client.post("/v1/images", {**CREATE, name: value}), name)
        invalid(
            acme.client.post(
                "/v1/images/brandify", {"level1": "acme", "sourceUrl": acme.link(), name: value}
            ),
            name,
        )
        body = {"aspectRatio": "1:1", "resolution": "1K", name: value}
        invalid(acme.client.post(f"/v1/images/{image}/resize", body, level1="acme"), name)


def test_the_image_is_as_large_as_its_resolution_and_ratio_say(acme: Room) -> None:
    """Decisions, figures: the long side is 1024 pixels for 1K, the short side follows from the
    ratio.
    """
    image = acme.image(aspectRatio="16:9")
    item = good(acme.client.get(f"/v1/library/{image}", level1="acme"))
    assert (item["width"], item["height"]) == (1024, 576)


@pytest.mark.parametrize("field", ["prompt", "clientReferenceId"])
def test_texts_are_bounded(acme: Room, field: str) -> None:
    """Limits: prompt max 4000 chars, clientReferenceId max 200 chars."""
    most = {"prompt": 4000, "clientReferenceId": 200}[field]
    invalid(acme.client.post("/v1/images", {**CREATE, field: "x" * (most + 1)}), field)
    good(acme.client.post("/v1/images", {**CREATE, field: "x" * most}), 202)


def test_the_prompt_and_the_folder_are_required_and_told_together(acme: Room) -> None:
    """Generate body: required; Errors: details lists per-field failures."""
    invalid(acme.client.post("/v1/images", {"aspectRatio": "x"}), "prompt", "level1", "aspectRatio")


def test_a_folder_that_is_not_the_callers_is_unsupported(acme: Room) -> None:
    """Errors: UNSUPPORTED_BRAND, UNSUPPORTED_HIERARCHY; level2, level3 must belong to the
    parent.
    """
    acme.folders("Other")
    refused(acme.client.post("/v1/images", {**CREATE, "level1": "ghost"}), 400, "UNSUPPORTED_BRAND")
    refused(
        acme.client.post("/v1/images", {**CREATE, "level1": "other", "level2": "summer"}),
        400,
        "UNSUPPORTED_HIERARCHY",
    )
    refused(
        acme.client.post("/v1/images", {**CREATE, "level2": "summer", "level3": "no"}),
        400,
        "UNSUPPORTED_HIERARCHY",
    )


def test_an_image_is_found_through_its_own_folder_alone(acme: Room) -> None:
    """Get image: every call needs the image's folder; Errors: NOT_FOUND."""
    image = acme.photo("acme/summer")
    body = {"aspectRatio": "1:1", "resolution": "1K"}
    for folder in ({"level1": "acme"}, {"level1": "acme", "level2": "summer", "level3": "launch"}):
        refused(acme.client.get(f"/v1/images/{image}", **folder), 404, "NOT_FOUND")
        refused(
            acme.client.post(f"/v1/images/{image}/revise", {"instructions": "x"}, **folder),
            404,
            "NOT_FOUND",
        )
        refused(acme.client.post(f"/v1/images/{image}/resize", body, **folder), 404, "NOT_FOUND")
    invalid(acme.client.get(f"/v1/images/{image}"), "level1")
    good(acme.client.get(f"/v1/images/{image}", level1="acme", level2="summer"))


def test_a_permanent_failure_is_failed_with_its_error_and_refunds(acme: Room) -> None:
    """States: processing to failed, error populated; decisions, point 8: a failed image job refunds
    its charge.
    """
    before = acme.balance
    acme.bench.engines.image.failures = [errors.ContentRefused()]  # type: ignore[attr-defined]
    image = acme.image()
    found = good(acme.client.get(f"/v1/images/{image}", level1="acme"))
    assert found["status"] == "failed"
    shaped(found["error"], code=str, message=str, retryable=bool)
    assert found["error"]["code"] == "CONTENT_REFUSED"
    assert acme.balance == before


# ---- brandify ------------------------------------------------------------------------------------------------------


def test_brandify_keeps_the_original_as_version_1_and_writes_version_2(acme: Room) -> None:
    """States: brandify keeps the original as version 1 and writes the result as version 2; 202 {
    id, jobId, status }.
    """
    body = {
        "level1": "acme",
        "sourceUrl": acme.link(),
        "instructions": "Warmer",
        "clientReferenceId": "b",
        "resolution": "1K",
    }
    made = good(acme.client.post("/v1/images/brandify", body), 202)
    shaped(made, id=str, jobId=str, status=str)
    acme.work()
    found = good(acme.client.get(f"/v1/images/{made['id']}", level1="acme"))
    assert (found["status"], found["currentVersion"], found["clientReferenceId"]) == (
        "completed",
        2,
        "b",
    )
    assert [version["version"] for version in found["versions"]] == [1, 2]
    assert open_link(found["versions"][0]["url"]).status_code == 200


def test_brandify_takes_a_multipart_form_with_the_file_named_source(acme: Room) -> None:
    """Brandify body (multipart): the same fields as form fields, and the file in a field named
    source.
    """
    files = {"source": ("sea.png", picture(200, 100), "image/png")}
    fields = {
        "brand": "acme",
        "instructions": "Warmer",
        "resolution": "1K",
        "clientReferenceId": "form",
    }
    made = good(acme.client.http.post("/v1/images/brandify", data=fields, files=files), 202)
    acme.work()
    found = good(acme.client.get(f"/v1/images/{made['id']}", level1="acme"))
    assert (found["currentVersion"], found["clientReferenceId"]) == (2, "form")


def test_the_source_is_required_in_either_mode_and_one_mode_is_picked(acme: Room) -> None:
    """Brandify body: sourceUrl required in JSON, source in multipart; pick one mode."""
    invalid(acme.client.post("/v1/images/brandify", {"level1": "acme"}), "sourceUrl")
    form: Any = {"files": {"other": ("a.png", picture(), "image/png")}, "data": {"level1": "acme"}}
    refused(acme.client.http.post("/v1/images/brandify", **form), 400, "VALIDATION_ERROR")
    both: Any = {
        "files": {"source": ("a.png", picture(), "image/png")},
        "data": {"level1": "acme", "sourceUrl": acme.link()},
    }
    refused(acme.client.http.post("/v1/images/brandify", **both), 400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    "url",
    [
        "http://pictures.example.com/a.png",
        "https://nowhere.example.com/a.png",
        "ftp://x/a.png",
        "/etc/passwd",
        "file:///etc/passwd",
    ],
)
def test_a_source_that_is_not_https_or_not_reachable_is_refused_uncharged(
    acme: Room, url: str
) -> None:
    """Errors: INVALID_SOURCE_URL: unreachable, not HTTPS, or not an image."""
    before = acme.balance
    refused(
        acme.client.post("/v1/images/brandify", {"level1": "acme", "sourceUrl": url}),
        400,
        "INVALID_SOURCE_URL",
    )
    assert acme.balance == before


def test_a_source_that_is_no_image_is_refused_uncharged(acme: Room) -> None:
    """Errors: INVALID_SOURCE_URL for a link that is not an image, UNSUPPORTED_MEDIA_TYPE for an
    upload.
    """
    before = acme.balance
    link = acme.link("page.html", b"<html>no picture</html>")
    refused(
        acme.client.post("/v1/images/brandify", {"level1": "acme", "sourceUrl": link}),
        400,
        "INVALID_SOURCE_URL",
    )
    files = {"source": ("a.png", b"no picture at all", "image/png")}
    refused(
        acme.client.http.post("/v1/images/brandify", data={"level1": "acme"}, files=files),
        415,
        "UNSUPPORTED_MEDIA_TYPE",
    )
    assert acme.balance == before


def test_a_source_over_20_mb_is_too_large_in_either_mode(acme: Room) -> None:
    """Limits: brandify source 20 MB; Errors: PAYLOAD_TOO_LARGE."""
    big = picture() + b"\0" * (20 * 1024 * 1024)
    refused(
        acme.client.post(
            "/v1/images/brandify", {"level1": "acme", "sourceUrl": acme.link("big.png", big)}
        ),
        413,
        "PAYLOAD_TOO_LARGE",
    )
    files = {"source": ("big.png", big, "image/png")}
    refused(
        acme.client.http.post("/v1/images/brandify", data={"level1": "acme"}, files=files),
        413,
        "PAYLOAD_TOO_LARGE",
    )


# ---- revise, resize, improve, set current version -------------------------------------------------------------------


def test_revise_makes_version_n_plus_1_and_keeps_the_others(acme: Room) -> None:
    """POST revise: 202 { id, version, basedOn, status: 'processing' }; editing from an earlier
    version leaves the others.
    """
    image = acme.image()
    for version, asked in ((2, {}), (3, {"fromVersion": 1}), (4, {})):
        body = {"instructions": "Warmer", "clientReferenceId": f"v{version}", **asked}
        made = good(acme.client.post(f"/v1/images/{image}/revise", body, level1="acme"), 202)
        assert made.keys() >= {"id", "version", "basedOn", "status"}
        expected = (image, version, asked.get("fromVersion", version - 1), "processing")
        assert (made["id"], made["version"], made["basedOn"], made["status"]) == expected
        acme.work()
        found = good(acme.client.get(f"/v1/images/{image}", level1="acme"))
        assert [one["version"] for one in found["versions"]] == list(range(1, version + 1))
        assert (found["currentVersion"], found["clientReferenceId"]) == (version, f"v{version}")
        assert found["versions"][-1]["basedOn"] == made["basedOn"]


@pytest.mark.parametrize("number", [0, -1, 2, 99, 10**9, "1", 1.5, True])
def test_an_edit_of_a_version_that_is_not_there_is_invalid_and_costs_nothing(
    acme: Room, number: Any
) -> None:
    """Revise, resize, improve, set-current-version: fromVersion/version must be finished, otherwise
    VALIDATION_ERROR, free.
    """
    image, before = acme.photo(), acme.balance
    path = f"/v1/images/{image}"
    for answer in (
        acme.client.post(
            f"{path}/revise", {"instructions": "x", "fromVersion": number}, level1="acme"
        ),
        acme.client.post(
            f"{path}/resize",
            {"aspectRatio": "1:1", "resolution": "1K", "fromVersion": number},
            level1="acme",
        ),
        acme.client.post(f"{path}/improve", {"level1": "acme", "fromVersion": number}),
        acme.client.post(f"{path}/set-current-version", {"brand": "acme", "version": number}),
    ):
        refused(answer, 400, "VALIDATION_ERROR")
    assert acme.balance == before


def test_instructions_are_required_for_revise_and_bounded_for_all(acme: Room) -> None:
    """Limits: instructions max 4000 chars for revise, improve; brandify's as well here."""
    path = f"/v1/images/{acme.photo()}"
    for instructions in ("", "x" * 4001, None, 5):
        invalid(
            acme.client.post(f"{path}/revise", {"instructions": instructions}, level1="acme"),
            "instructions",
        )
    invalid(acme.client.post(f"{path}/revise", {}, level1="acme"), "instructions")
    invalid(
        acme.client.post(f"{path}/improve", {"level1": "acme", "instructions": "x" * 4001}),
        "instructions",
    )
    good(acme.client.post(f"{path}/revise", {"instructions": "x" * 4000}, level1="acme"), 202)


def test_an_edit_while_a_pipeline_is_in_flight_is_refused_uncharged(acme: Room) -> None:
    """Errors: ALREADY_PROCESSING, a pipeline is in flight for that image."""
    made = good(acme.client.post("/v1/images", CREATE), 202)
    path, before = f"/v1/images/{made['id']}", acme.balance
    refused(
        acme.client.post(f"{path}/revise", {"instructions": "x"}, level1="acme"),
        409,
        "ALREADY_PROCESSING",
    )
    refused(
        acme.client.post(
            f"{path}/resize", {"aspectRatio": "1:1", "resolution": "1K"}, level1="acme"
        ),
        409,
        "ALREADY_PROCESSING",
    )
    refused(acme.client.post(f"{path}/improve", {"level1": "acme"}), 409, "ALREADY_PROCESSING")
    assert acme.balance == before


def test_an_upload_stays_version_1_and_its_edit_is_version_2_of_the_same_image(acme: Room) -> None:
    """States: uploaded library images can be edited with revise or resize."""
    for path, body in (
        ("revise", {"instructions": "Warmer"}),
        ("resize", {"aspectRatio": "1:1", "resolution": "1K"}),
    ):
        image = acme.photo(mark=len(path) + ord(path[2]))
        made = good(acme.client.post(f"/v1/images/{image}/{path}", body, level1="acme"), 202)
        assert (made["id"], made["version"], made["basedOn"]) == (image, 2, 1)
        acme.work()
        found = good(acme.client.get(f"/v1/images/{image}", level1="acme"))
        assert ([one["version"] for one in found["versions"]], found["currentVersion"]) == (
            [1, 2],
            2,
        )


def test_resize_changes_the_frame_only(acme: Room) -> None:
    """POST resize: 202 { id, jobId, version, basedOn, status }; aspectRatio and resolution
    required, outputFormat png.
    """
    image = acme.photo(data=picture(400, 300, (9, 99, 199)))
    path = f"/v1/images/{image}/resize"
    invalid(acme.client.post(path, {}, level1="acme"), "aspectRatio", "resolution")
    made = good(
        acme.client.post(path, {"aspectRatio": "16:9", "resolution": "1K"}, level1="acme"), 202
    )
    shaped(made, id=str, jobId=str, version=int, basedOn=int)
    assert made["status"] == "processing"
    acme.work()
    version = good(acme.client.get(f"/v1/images/{image}", level1="acme"))["versions"][-1]
    assert [version[name] for name in ("aspectRatio", "resolution", "outputFormat")] == [
        "16:9",
        "1K",
        "png",
    ]


def test_improve_makes_a_new_version(acme: Room) -> None:
    """POST improve: 202; it checks the image against the brand and fixes it as a new version."""
    image = acme.image()
    made = good(
        acme.client.post(
            f"/v1/images/{image}/improve", {"level1": "acme", "clientReferenceId": "i"}
        ),
        202,
    )
    shaped(made, id=str, jobId=str, version=int, basedOn=int, status=str, findings=list)
    assert (made["version"], made["basedOn"]) == (2, 1)
    acme.work()
    found = good(acme.client.get(f"/v1/images/{image}", level1="acme"))
    assert (found["currentVersion"], found["clientReferenceId"]) == (2, "i")


def test_any_finished_version_may_become_the_current_one_for_nothing(acme: Room) -> None:
    """Set-current-version: { ok, currentVersion, totalVersions, url, title, description, tags,
    systemTags }; free.
    """
    image = acme.image()
    good(
        acme.client.post(f"/v1/images/{image}/revise", {"instructions": "Warmer"}, level1="acme"),
        202,
    )
    acme.work()
    before, path = acme.balance, f"/v1/images/{image}/set-current-version"
    answer = good(acme.client.post(path, {"brand": "acme", "version": 1}))
    shaped(
        answer, ok=bool, currentVersion=int, totalVersions=int, url=str, tags=list, systemTags=list
    )
    assert {"title", "description"} <= answer.keys()
    assert (answer["ok"], answer["currentVersion"], answer["totalVersions"]) == (True, 1, 2)
    assert acme.balance == before
    found = good(acme.client.get(f"/v1/images/{image}", level1="acme"))
    assert (found["currentVersion"], len(found["versions"])) == (1, 2)
    tile = good(acme.client.get("/v1/library", level1="acme"))["items"][0]
    assert open_link(tile["url"]).content == open_link(found["imageUrl"]).content, (
        "what the library tile shows"
    )
    invalid(acme.client.post(path, {"brand": "acme"}), "version")
    invalid(acme.client.post(path, {"version": 1}), "level1")


# ---- analyse --------------------------------------------------------------------------------------------------------


def test_analyse_describes_an_image_and_suggests_briefs(acme: Room) -> None:
    """POST analyse: { format, subject, setting, industry, audience, medium, style, briefs: [{
    title, brief, why }] }.
    """
    image, before = acme.photo(), acme.balance
    for source in ({"imageId": image, "brand": "acme"}, {"imageUrl": acme.link()}):
        answer = good(
            acme.client.post("/v1/images/analyse", {**source, "context": "A tea shop", "briefs": 2})
        )
        assert answer.keys() >= {
            "format",
            "subject",
            "setting",
            "industry",
            "audience",
            "medium",
            "style",
            "briefs",
        }
        assert len(answer["briefs"]) == 2
        for brief in answer["briefs"]:
            shaped(brief, title=str, brief=str, why=str)
    price = good(acme.client.get("/v1/pricing"))["prices"]["image_analyse"]
    assert acme.balance == before - 2 * price


def test_analyse_has_five_briefs_by_default_and_one_to_eight(acme: Room) -> None:
    """Limits: analyse context 1500 chars; briefs 1 to 8, default 5."""
    body = {"imageUrl": acme.link()}
    assert len(good(acme.client.post("/v1/images/analyse", body))["briefs"]) == 5
    assert len(good(acme.client.post("/v1/images/analyse", {**body, "briefs": 8}))["briefs"]) == 8
    for briefs in (0, 9, "3", 2.5, True):
        invalid(acme.client.post("/v1/images/analyse", {**body, "briefs": briefs}), "briefs")
    invalid(acme.client.post("/v1/images/analyse", {**body, "context": "x" * 1501}), "context")
    good(acme.client.post("/v1/images/analyse", {**body, "context": "x" * 1500, "briefs": 1}))


def test_analyse_stores_nothing_and_a_link_that_cannot_be_read_costs_nothing(acme: Room) -> None:
    """Analyse: looked at once, never stored; a link that cannot be read costs nothing."""
    good(acme.client.post("/v1/images/analyse", {"imageUrl": acme.link(), "briefs": 1}))
    assert good(acme.client.get("/v1/library"))["totalCount"] == 0
    before = acme.balance
    refused(
        acme.client.post("/v1/images/analyse", {"imageUrl": "https://nowhere.example.com/x.png"}),
        400,
        "INVALID_IMAGE_URL",
    )
    refused(
        acme.client.post("/v1/images/analyse", {"imageUrl": "http://pictures.example.com/x.png"}),
        400,
        "INVALID_IMAGE_URL",
    )
    refused(acme.client.post("/v1/images/analyse", {}), 400, "VALIDATION_ERROR")
    refused(
        acme.client.post("/v1/images/analyse", {"imageId": acme.photo()}), 400, "VALIDATION_ERROR"
    )
    assert acme.balance == before - 1  # the photo


# ---- links ----------------------------------------------------------------------------------------------------------


def test_an_image_link_expires_after_one_hour_and_a_fresh_one_is_to_be_had(alone: Room) -> None:
    """Image: links are signed and expire after one hour; Limits: signed image and banner links 1
    hour.
    """
    alone.folders("Acme")
    path = f"/v1/images/{alone.photo()}"
    url = good(alone.client.get(path, level1="acme"))["imageUrl"]
    alone.bench.manual_clock.advance(minutes=59)
    assert open_link(url).status_code == 200
    alone.bench.manual_clock.advance(minutes=2)
    refused(open_link(url), 404, "NOT_FOUND")
    assert open_link(good(alone.client.get(path, level1="acme"))["imageUrl"]).status_code == 200


def test_links_begin_with_the_servers_address_never_with_the_requests_host(acme: Room) -> None:
    """Decisions, links."""
    image = acme.photo()
    answer = acme.client.http.get(
        f"/v1/images/{image}", params={"level1": "acme"}, headers={"host": "evil.example.com"}
    )
    assert good(answer)["imageUrl"].startswith(acme.bench.url + "/files/")


def test_a_link_needs_no_key_and_tells_type_and_ranges(acme: Room) -> None:
    """Decisions, GET /files/{token}: range requests, right content type, nosniff."""
    url = good(acme.client.get(f"/v1/images/{acme.photo()}", level1="acme"))["imageUrl"]
    whole = open_link(url)
    assert whole.headers["content-type"] == "image/png"
    assert whole.headers["x-content-type-options"] == "nosniff"
    part = open_link(url, headers={"range": "bytes=0-7"})
    assert (part.status_code, part.content) == (206, whole.content[:8])
    assert part.headers["content-range"] == f"bytes 0-7/{len(whole.content)}"
    head = open_link(url, "HEAD")
    assert (head.status_code, head.content, head.headers["content-length"]) == (
        200,
        b"",
        str(len(whole.content)),
    )


def test_a_read_is_answered_while_a_picture_is_being_made(acme: Room) -> None:
    """What the service does: image work is asynchronous."""
    good(acme.client.post("/v1/images", CREATE), 202)
    started, go_on = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        started.set()
        assert go_on.wait(30)

    engine: Any = acme.bench.engines.image
    engine.before = hold
    working = threading.Thread(target=acme.work)
    try:
        working.start()
        assert started.wait(30)
        answer: httpx.Response = acme.client.get("/v1/folders")
        good(answer)
    finally:
        go_on.set()
        working.join()
        engine.before = None
