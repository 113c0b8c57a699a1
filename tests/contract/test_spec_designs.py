"""The contract: "Banner job" and "Designs"."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from speaking import Room, good, invalid, open_link, refused, shaped

from brandstudio.testing import picture

SIZES = {
    "linkedin-cover": (1920, 1080),
    "linkedin-feed": (1200, 627),
    "square": (1080, 1080),
    "portrait": (1080, 1350),
    "email-header": (1200, 400),
}
BODY: dict[str, Any] = {
    "level1": "acme",
    "size": "email-header",
    "template": "panel",
    "slots": {"headline": "Calm seas"},
}


def job_of(room: Room, **more: Any) -> dict[str, Any]:
    made = good(room.client.post("/v1/designs", {**BODY, **more}), 202)
    room.work()
    found: dict[str, Any] = good(room.client.get(f"/v1/designs/{made['jobId']}"))
    return found


def test_create_is_queued_with_its_templates_and_its_charge(acme: Room) -> None:
    """Designs, rules 3 and 4: 202 { jobId, status: 'queued', templates, credits }; banner_create
    per version.
    """
    before, prices = acme.balance, good(acme.client.get("/v1/pricing"))["prices"]
    answer = good(
        acme.client.post("/v1/designs", {k: v for k, v in BODY.items() if k != "template"}), 202
    )
    assert answer.keys() >= {"jobId", "status", "templates", "credits"}
    assert answer["status"] == "queued"
    assert sorted(answer["templates"]) == ["overlay", "panel", "split"], (
        "all is the default: one version each"
    )
    assert answer["credits"] == {"deducted": 3 * prices["banner_create"], "balance": acme.balance}
    assert acme.balance == before - 3 * prices["banner_create"]


@pytest.mark.parametrize("size", SIZES)
def test_a_banner_has_the_size_that_was_asked_for(acme: Room, size: str) -> None:
    """Banner sizes (pixels), and the fields of Banner job and Variant."""
    found = job_of(acme, size=size)
    shaped(
        found,
        jobId=str,
        status=str,
        progress=str,
        size=str,
        width=int,
        height=int,
        variants=list,
        dropped=list,
    )
    assert (found["status"], found["size"], (found["width"], found["height"])) == (
        "completed",
        size,
        SIZES[size],
    )
    assert "error" in found
    (variant,) = found["variants"]
    shaped(
        variant,
        variantId=str,
        template=str,
        pngUrl=str,
        spec=dict,
        scores=dict,
        assessment=str,
        fixPasses=int,
        contrastFailures=list,
        warnings=list,
    )
    assert variant["contrastFailures"] == [], "each version is checked for WCAG AA contrast"
    assert variant.get("savedImageId") is None
    file = open_link(variant["pngUrl"])
    assert file.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(file.content)).size == SIZES[size]


def test_a_banner_link_is_valid_for_one_hour(alone: Room) -> None:
    """Limits: signed image and banner links 1 hour."""
    alone.folders("Acme")
    found = job_of(alone)
    url = found["variants"][0]["pngUrl"]
    alone.bench.manual_clock.advance(minutes=59)
    assert open_link(url).status_code == 200
    alone.bench.manual_clock.advance(minutes=2)
    assert open_link(url).status_code == 404
    fresh = good(alone.client.get(f"/v1/designs/{found['jobId']}"))["variants"][0]["pngUrl"]
    assert open_link(fresh).status_code == 200


def test_the_words_are_drawn_exactly_as_sent(acme: Room) -> None:
    """Designs, rule 2."""
    words = {"headline": "Größe – “calm” seas", "subhead": "Tea, from 3 €", "buttonText": "Try it"}
    layers = job_of(acme, slots=words)["variants"][0]["spec"]["layers"]
    drawn = {layer["slot"]: layer["text"] for layer in layers if layer["kind"] == "text"}
    assert list(drawn.values()) == list(words.values())


@pytest.mark.parametrize(
    ("slot", "most"),
    [
        ("headline", 140),
        ("subhead", 200),
        ("buttonText", 40),
        ("authorRole", 60),
        ("authorName", 60),
    ],
)
def test_slots_are_bounded(acme: Room, slot: str, most: int) -> None:
    """Limits: banner slots."""
    over = {"headline": "Calm", slot: "x" * (most + 1)}
    error = refused(
        acme.client.post("/v1/designs", {**BODY, "slots": over}), 400, "VALIDATION_ERROR"
    )
    assert [field["path"] for field in error["details"]["fields"]] == [f"slots.{slot}"]
    good(
        acme.client.post(
            "/v1/designs",
            {**BODY, "slots": {"headline": "Calm", slot: ("word " * 40)[:most].strip()}},
        ),
        202,
    )


def test_required_fields_and_enumerations_are_checked(acme: Room) -> None:
    """Designs body: size, slots and slots.headline are required; size and template are
    enumerations.
    """
    invalid(acme.client.post("/v1/designs", {"level1": "acme"}), "slots")
    invalid(acme.client.post("/v1/designs", {**BODY, "slots": {}}), "slots.headline")
    invalid(acme.client.post("/v1/designs", {**BODY, "slots": {"headline": ""}}), "slots.headline")
    invalid(acme.client.post("/v1/designs", {**BODY, "size": "a4"}), "size")
    invalid(acme.client.post("/v1/designs", {**BODY, "template": "mosaic"}), "template")
    refused(
        acme.client.post("/v1/designs", {"level1": "acme", "slots": {"headline": "x"}}),
        400,
        "VALIDATION_ERROR",
    )


def test_the_article_cover_needs_an_image_and_one_of_two_sizes(acme: Room) -> None:
    """Designs, rule 1; decisions, point 10: VALIDATION_ERROR otherwise, before any charge; priced
    as banner_cover.
    """
    image, before = acme.photo(data=picture(1600, 900)), acme.balance
    slots = {"headline": "Calm seas", "authorName": "Ada", "authorRole": "Editor", "imageId": image}
    cover = {
        "level1": "acme",
        "template": "article-cover-panel",
        "size": "linkedin-feed",
        "slots": slots,
    }
    invalid(
        acme.client.post("/v1/designs", {**cover, "slots": {"headline": "Calm seas"}}),
        "slots.imageId",
    )
    for size in ("square", "portrait", "email-header"):
        invalid(acme.client.post("/v1/designs", {**cover, "size": size}), "size")
    assert acme.balance == before
    answer = good(acme.client.post("/v1/designs", cover), 202)
    assert answer["templates"] == ["article-cover-panel"]
    assert (
        answer["credits"]["deducted"]
        == good(acme.client.get("/v1/pricing"))["prices"]["banner_cover"]
    )


def test_an_unknown_image_or_logo_is_refused_before_any_charge(acme: Room) -> None:
    """Designs, rule 5: 404 IMAGE_NOT_FOUND / LOGO_NOT_FOUND; the image lies in the folder or a
    folder above it.
    """
    below, above = acme.photo("acme/summer", 1), acme.photo("acme", 2)
    before = acme.balance
    for unknown in ("img_nothing", below):
        body = {**BODY, "slots": {"headline": "x", "imageId": unknown}}
        refused(acme.client.post("/v1/designs", body), 404, "IMAGE_NOT_FOUND")
    refused(
        acme.client.post("/v1/designs", {**BODY, "slots": {"headline": "x", "logo": "ghost"}}),
        404,
        "LOGO_NOT_FOUND",
    )
    assert acme.balance == before
    good(
        acme.client.post(
            "/v1/designs",
            {**BODY, "level2": "summer", "slots": {"headline": "x", "imageId": above}},
        ),
        202,
    )
    good(acme.client.post("/v1/designs", {**BODY, "slots": {"headline": "x", "logo": "none"}}), 202)


def test_the_primary_logo_is_drawn_unless_none_is_wanted(acme: Room) -> None:
    """Designs body: slots.logo, default the folder's primary logo; none for no logo."""
    logo = {"name": "mark", "imageUrl": acme.link("logo.png", picture(200, 80, (10, 20, 30)))}
    good(acme.client.post("/v1/folders/acme/logos", logo), 201)

    def logos(**slots: str) -> int:
        (variant,) = job_of(acme, slots={"headline": "Calm seas", **slots})["variants"]
        return sum(layer["kind"] == "logo" for layer in variant["spec"]["layers"])

    assert (logos(), logos(logo="mark"), logos(logo="none")) == (1, 1, 0)


def test_a_variant_is_saved_once_and_charged_as_an_upload(acme: Room) -> None:
    """POST designs/{jobId}: 201 { imageId, credits }; then 200 { imageId, version, alreadySaved:
    true }, no charge.
    """
    found = job_of(acme)
    path, body = f"/v1/designs/{found['jobId']}", {"variantId": found["variants"][0]["variantId"]}
    before = acme.balance
    first = good(acme.client.post(path, body), 201)
    shaped(first, imageId=str, credits=dict)
    upload = good(acme.client.get("/v1/pricing"))["prices"]["upload"]
    assert first["credits"] == {"deducted": upload, "balance": acme.balance}
    again = good(acme.client.post(path, body))
    assert {name: again[name] for name in ("imageId", "version", "alreadySaved")} == {
        "imageId": first["imageId"],
        "version": 1,
        "alreadySaved": True,
    }
    assert acme.balance == before - upload
    assert good(acme.client.get(path))["variants"][0]["savedImageId"] == first["imageId"]
    items = good(acme.client.get("/v1/library", level1="acme", kind="design"))["items"]
    assert [item["imageId"] for item in items] == [first["imageId"]]
    shaped(items[0]["design"], template=str, size=str)


def test_a_banner_becomes_the_next_version_of_a_saved_design(acme: Room) -> None:
    """intoImageId: the next version of that design, same imageId, the new headline becomes its
    title.
    """
    found = job_of(acme)
    variant = {"variantId": found["variants"][0]["variantId"]}
    saved = good(acme.client.post(f"/v1/designs/{found['jobId']}", variant), 201)["imageId"]
    other = job_of(acme, slots={"headline": "Rough seas"})
    body = {"variantId": other["variants"][0]["variantId"], "intoImageId": saved}
    answer = good(acme.client.post(f"/v1/designs/{other['jobId']}", body), 201)
    assert (answer["imageId"], answer["version"]) == (saved, 2)
    item = good(acme.client.get(f"/v1/library/{saved}", level1="acme"))
    assert (item["title"], item["totalVersions"]) == ("Rough seas", 2)
    again = good(acme.client.post(f"/v1/designs/{other['jobId']}", body))
    assert (again["alreadySaved"], again["version"]) == (True, 2)


def test_a_save_into_what_is_no_saved_design_is_refused_uncharged(acme: Room) -> None:
    """404 DESIGN_NOT_FOUND when intoImageId is not a saved design in that folder, before any
    charge.
    """
    found, photo = job_of(acme), acme.photo()
    before, body = acme.balance, {"variantId": found["variants"][0]["variantId"]}
    for target in ("img_nothing", photo):
        refused(
            acme.client.post(f"/v1/designs/{found['jobId']}", {**body, "intoImageId": target}),
            404,
            "DESIGN_NOT_FOUND",
        )
    refused(
        acme.client.post(f"/v1/designs/{found['jobId']}", {"variantId": "var_nothing"}),
        404,
        "NOT_FOUND",
    )
    refused(acme.client.post("/v1/designs/job_nothing", body), 404, "NOT_FOUND")
    refused(acme.client.get("/v1/designs/job_nothing"), 404, "NOT_FOUND")
    invalid(acme.client.post(f"/v1/designs/{found['jobId']}", {}), "variantId")
    assert acme.balance == before
