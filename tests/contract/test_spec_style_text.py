"""The contract: "Golden reference", "Extraction job", "Style", "Text result" and "Text"."""

from __future__ import annotations

from typing import Any

import pytest
from speaking import Room, good, invalid, moment, refused, shaped

REFS = "/v1/folders/acme/golden-refs/photos"


def refer(room: Room, *images: str, **more: Any) -> Any:
    return good(
        room.client.post(f"{REFS}/from-library", {"libraryImageIds": list(images), **more}), 201
    )


def test_references_are_added_from_the_library_and_listed(acme: Room) -> None:
    """GET and POST golden-refs: { currentVersion, refs[] } and 201 { added[], totalCount }; Golden
    reference fields.
    """
    assert good(acme.client.get(REFS))["refs"] == []
    answer = refer(acme, acme.photo(mark=1), acme.photo(mark=2), category="product")
    assert answer.keys() >= {"added", "totalCount"}
    assert (len(answer["added"]), answer["totalCount"]) == (2, 2)
    listed = good(acme.client.get(REFS))
    shaped(listed, currentVersion=int, refs=list)
    for reference in listed["refs"]:
        shaped(reference, refId=str, category=str, filename=str, thumbnailUrl=str)
        assert reference["category"] == "product"


def test_each_level_and_each_domain_has_its_own_set(acme: Room) -> None:
    """Golden reference: each level has its own set; {domain} is photos or designs."""
    refer(acme, acme.photo())
    assert good(acme.client.get(REFS, level2="summer"))["refs"] == []
    assert good(acme.client.get("/v1/folders/acme/golden-refs/designs"))["refs"] == []
    for method in ("GET", "POST"):
        path = "/v1/folders/acme/golden-refs/words" + ("/from-library" if method == "POST" else "")
        answer = acme.client.ask(
            method, path, {"libraryImageIds": ["x"]} if method == "POST" else None
        )
        assert answer.status_code in (400, 404)


def test_categories_are_the_four_and_general_by_default(acme: Room) -> None:
    """From-library body: category hero, asset, product, general (decisions, point 11: the
    default).
    """
    assert refer(acme, acme.photo(mark=9))["added"][0]["category"] == "general"
    for mark, category in enumerate(("hero", "asset", "product", "general"), 1):
        assert (
            refer(acme, acme.photo(mark=mark), category=category)["added"][0]["category"]
            == category
        )
    invalid(
        acme.client.post(
            f"{REFS}/from-library", {"libraryImageIds": [acme.photo(mark=20)], "category": "best"}
        ),
        "category",
    )


def test_a_folder_holds_five_references_and_replace_starts_afresh(acme: Room) -> None:
    """Limits: golden references 5 per folder; 409 is a listed error; replace true starts a fresh
    set.
    """
    photos = [acme.photo(mark=mark) for mark in range(1, 8)]
    refer(acme, *photos[:5])
    error = acme.client.post(f"{REFS}/from-library", {"libraryImageIds": [photos[5]]})
    refused(error, 409, "REFERENCE_LIMIT")
    assert refer(acme, photos[5], photos[6], replace=True)["totalCount"] == 2
    assert len(good(acme.client.get(REFS))["refs"]) == 2
    refused(
        acme.client.post(f"{REFS}/from-library", {"libraryImageIds": [photos[5]]}),
        409,
        "REFERENCE_EXISTS",
    )
    too_many = acme.client.post(
        f"{REFS}/from-library", {"libraryImageIds": photos[:6], "replace": True}
    )
    assert too_many.status_code in (400, 409)


def test_references_come_from_the_same_level(acme: Room) -> None:
    """Style: the images must already be in the library at the same level."""
    body = {"libraryImageIds": [acme.photo("acme/summer")]}
    refused(acme.client.post(f"{REFS}/from-library", body), 404, "NOT_FOUND")
    good(acme.client.post(f"{REFS}/from-library", body, level2="summer"), 201)
    wrong: Any
    for wrong in ({}, {"libraryImageIds": []}, {"libraryImageIds": "x"}, {"libraryImageIds": [1]}):
        refused(acme.client.post(f"{REFS}/from-library", wrong), 400, "VALIDATION_ERROR")


def test_a_reference_is_removed_under_its_own_category(acme: Room) -> None:
    """DELETE .../golden-refs/{domain}/{category}/{refId}."""
    reference = refer(acme, acme.photo(), category="hero")["added"][0]["refId"]
    refused(acme.client.delete(f"{REFS}/asset/{reference}"), 404, "NOT_FOUND")
    good(acme.client.delete(f"{REFS}/hero/{reference}"))
    assert good(acme.client.get(REFS))["refs"] == []
    refused(acme.client.delete(f"{REFS}/hero/{reference}"), 404, "NOT_FOUND")


def test_an_extraction_runs_from_queued_to_completed(acme: Room) -> None:
    """POST extract-jobs: 202 { jobId }; Extraction job fields; charges one extract."""
    refer(acme, acme.photo())
    before = acme.balance
    answer = good(acme.client.post("/v1/folders/acme/extract-jobs"), 202)
    assert answer.keys() >= {"jobId"}
    path = f"/v1/folders/acme/extract-jobs/{answer['jobId']}"
    job = good(acme.client.get(path))
    shaped(job, jobId=str, status=str, progress=dict, createdAt=str, updatedAt=str)
    assert job["status"] == "queued"
    shaped(job["progress"], step=str, message=str)
    acme.work()
    job = good(acme.client.get(path))
    assert job["status"] == "completed"
    assert {"photoStyle", "visualWorld", "suggestedRules"} <= job["result"].keys()
    assert "adoptedRules" not in job["result"] or not job["result"]["adoptedRules"]
    moment(job["updatedAt"])
    assert acme.balance == before - good(acme.client.get("/v1/pricing"))["prices"]["extract"]
    refused(
        acme.client.get(f"/v1/folders/acme/extract-jobs/{answer['jobId']}", level2="summer"),
        404,
        "NOT_FOUND",
    )


def test_auto_approval_adopts_the_suggested_rules_once(acme: Room) -> None:
    """Extraction body: autoApproveRules adopts suggested image rules as brand rules immediately;
    existing rules skipped.
    """
    refer(acme, acme.photo())
    counts = []
    for _ in range(2):
        job = good(
            acme.client.post(
                "/v1/folders/acme/extract-jobs", {"autoApproveRules": True, "contentType": "photo"}
            ),
            202,
        )
        acme.work()
        result = good(acme.client.get(f"/v1/folders/acme/extract-jobs/{job['jobId']}"))["result"]
        assert isinstance(result["adoptedRules"], list)
        counts.append(len(good(acme.client.get("/v1/folders/acme/rules"))["rules"]))
    assert counts[0] == counts[1]


def test_a_second_extraction_waits_for_the_first(acme: Room) -> None:
    """Errors: EXTRACTION_IN_PROGRESS, uncharged."""
    refer(acme, acme.photo())
    good(acme.client.post("/v1/folders/acme/extract-jobs", {}), 202)
    before = acme.balance
    refused(acme.client.post("/v1/folders/acme/extract-jobs", {}), 409, "EXTRACTION_IN_PROGRESS")
    assert acme.balance == before


def test_a_locked_level_is_not_extracted(acme: Room) -> None:
    """Errors: 423 LEVEL_LOCKED."""
    refer(acme, acme.photo())
    acme.place.owner.admin.locks.lock(folder="acme")
    refused(acme.client.post("/v1/folders/acme/extract-jobs", {}), 423, "LEVEL_LOCKED")


def test_extraction_fields_are_checked(acme: Room) -> None:
    """Extraction body: contentType photo, illustration, document; booleans are booleans."""
    path = "/v1/folders/acme/extract-jobs"
    invalid(acme.client.post(path, {"contentType": "video"}), "contentType")
    for name in ("autoApproveRules", "keepColours"):
        invalid(acme.client.post(path, {name: "true"}), name)
    invalid(acme.client.post(path, {"websiteUrl": 5}), "websiteUrl")


def test_an_unreadable_website_refunds_the_intake(acme: Room) -> None:
    """Style: with websiteUrl also one brand_intake, refunded if the site cannot be read."""
    refer(acme, acme.photo())
    before = acme.balance
    prices = good(acme.client.get("/v1/pricing"))["prices"]
    body = {"websiteUrl": "https://nowhere.example.com/"}
    job = good(acme.client.post("/v1/folders/acme/extract-jobs", body), 202)
    assert acme.balance == before - prices["extract"] - prices["brand_intake"]
    acme.work()
    assert (
        good(acme.client.get(f"/v1/folders/acme/extract-jobs/{job['jobId']}"))["status"]
        == "completed"
    )
    assert acme.balance == before - prices["extract"]


def test_the_learned_style_is_read_by_its_old_route(acme: Room) -> None:
    """GET /v1/brands/{brand}."""
    answer = good(acme.client.get("/v1/brands/acme"))
    assert answer["brand"] == {"slug": "acme", "name": "Acme"}
    assert {"photos", "designs", "rules", "purpose", "palette", "fonts", "logos"} <= answer.keys()


# ---- text -----------------------------------------------------------------------------------------------------------

DRAFT = "Our new tea is here. It is grown on small farms, and it tastes of spring. Come and try a cup today."
MODES: dict[str, dict[str, str]] = {
    "write": {"brief": "A short post about our new spring tea"},
    "rebrand": {"draft": DRAFT},
    "amend": {"draft": DRAFT, "instruction": 'Replace "today" with "tomorrow"'},
    "resize": {"draft": DRAFT, "target": "10 words"},
}


@pytest.mark.parametrize("mode", MODES)
def test_text_is_generated_saved_and_charged(acme: Room, mode: str) -> None:
    """POST text/generate: Text result; saved to the folder's library; text_create is charged."""
    before = acme.balance
    answer = good(
        acme.client.post(
            "/v1/text/generate",
            {"level1": "acme", "mode": mode, "format": "LinkedIn post", **MODES[mode]},
        )
    )
    shaped(
        answer,
        text=str,
        markdown=str,
        lintApplied=list,
        advisories=list,
        itemId=str,
        version=int,
        credits=dict,
    )
    assert answer["text"].strip()
    price = good(acme.client.get("/v1/pricing"))["prices"]["text_create"]
    assert answer["credits"] == {"deducted": price, "balance": acme.balance}
    assert acme.balance == before - price
    assert answer["itemId"] in {
        item["imageId"] for item in good(acme.client.get("/v1/library", level1="acme"))["items"]
    }
    if mode == "amend":
        assert answer["text"] == DRAFT.replace("today", "tomorrow"), (
            "apply only the change in instruction"
        )


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_needs_its_own_parts(acme: Room, mode: str) -> None:
    """Text: write brief, rebrand draft, amend instruction, resize to target (decisions, point 16);
    uncharged.
    """
    before = acme.balance
    for left_out in MODES[mode]:
        body = {
            "level1": "acme",
            "mode": mode,
            **{k: v for k, v in MODES[mode].items() if k != left_out},
        }
        invalid(acme.client.post("/v1/text/generate", body), left_out)
    assert acme.balance == before


def test_text_fields_are_bounded(acme: Room) -> None:
    """Limits: text brief / draft 4000 / 20000 chars, proofread text 50000 chars."""
    path = "/v1/text/generate"
    invalid(
        acme.client.post(path, {"level1": "acme", "mode": "write", "brief": "x" * 4001}), "brief"
    )
    invalid(
        acme.client.post(path, {"level1": "acme", "mode": "rebrand", "draft": "x" * 20001}), "draft"
    )
    invalid(acme.client.post(path, {"level1": "acme", "mode": "sing", "brief": "x"}), "mode")
    invalid(acme.client.post(path, {"level1": "acme"}), "mode")
    invalid(acme.client.post("/v1/text/proofread", {"level1": "acme", "text": "x" * 50001}), "text")
    for text in ("", None, 1):
        invalid(acme.client.post("/v1/text/proofread", {"level1": "acme", "text": text}), "text")
    good(acme.client.post("/v1/text/proofread", {"level1": "acme", "text": "Tea. " * 10000}))


def test_proofreading_corrects_against_the_rules_for_nothing(acme: Room) -> None:
    """POST text/proofread: corrected, markdown, applied[], advisories[], rulesChecked; free."""
    good(
        acme.client.post("/v1/folders/acme/rules", {"kind": "copy", "text": 'Never write "cheap"'}),
        201,
    )
    before = acme.balance
    answer = good(
        acme.client.post(
            "/v1/text/proofread", {"level1": "acme", "text": "A cheap tea for teh office."}
        )
    )
    shaped(answer, corrected=str, markdown=str, applied=list, advisories=list, rulesChecked=int)
    assert answer["rulesChecked"] >= 1
    found = answer["applied"] + answer["advisories"]
    assert any("cheap" in one["original"] for one in found)
    for one in found:
        shaped(one, message=str, offset=int, length=int, original=str)
    assert acme.balance == before
