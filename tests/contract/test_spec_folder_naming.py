"""The contract: "Folder naming rules", on every endpoint that names a folder; and "Versioning" 2 and
3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from furnished import ENDPOINTS, Endpoint, Furnished
from speaking import Room, good, refused

NAMED = [row for row in ENDPOINTS if row.folder]
OLD = (("brand", "brandSlug"), ("subBrand", "subBrandSlug"), ("campaign", "campaignSlug"))
HERE = ("acme", "summer", "launch", "four", "five", "six")

each = pytest.mark.parametrize("endpoint", NAMED, ids=lambda row: row.name)


def name_of(part: Any) -> str:
    return str(getattr(part, "name", part))


def some(rows: list[Endpoint]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("endpoint", rows, ids=name_of)


def pairs(name: str, numbers: Iterable[int], rows: list[Endpoint]) -> pytest.MarkDecorator:
    """Each endpoint at each depth that it takes; a new folder's parent lies at Level 5 at the
    deepest.
    """
    taken = [
        (row, n)
        for row in rows
        for n in numbers
        if n <= row.depth and not (row.name == "create folder" and n == 6)
    ]
    return pytest.mark.parametrize(("endpoint", name), taken, ids=name_of)


# Restoring names a folder that is not live, which is missing in other words.
LIVE = [row for row in NAMED if row.name != "restore folder"]


def spellings(endpoint: Endpoint, slugs: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Every way in which this endpoint may be told this folder, apart from what already stands in
    its path.
    """
    first = 1 if endpoint.folder == "path" else 0
    found: dict[str, dict[str, Any]] = {
        "levels": {f"level{number}": slug for number, slug in enumerate(slugs, 1) if number > first}
    }
    for form in (0, 1):
        old = {}
        for number, slug in enumerate(slugs, 1):
            if number > first:
                old[OLD[number - 1][form] if number <= 3 else f"level{number}"] = slug
        found[f"old names {form + 1}"] = old
    found["both, the same"] = {**found["levels"], **found["old names 1"]}
    if endpoint.folder == "body":
        found |= {
            "folderPath text": {"folderPath": "/".join(slugs)},
            "folderPath array": {"folderPath": list(slugs)},
        }
    else:
        found["path"] = {"path": "/".join(slugs)}
    return found


def mirrors(endpoint: Endpoint) -> list[bool]:
    return [False, True] if endpoint.path.startswith("/v1/folders/") else [False]


def missing(
    endpoint: Endpoint, slugs: tuple[str, ...], level: int
) -> tuple[int, str, dict[str, Any] | None]:
    """How the contract tells this missing folder (Errors; decisions, point 4)."""
    if endpoint.missing == "images":
        return 400, "UNSUPPORTED_BRAND" if level == 1 else "UNSUPPORTED_HIERARCHY", None
    if endpoint.missing == "legacy":
        return 404, "NOT_FOUND", None
    if endpoint.missing == "invites":
        return 404, "BRAND_NOT_FOUND", None
    details: dict[str, Any] = {
        "level": level,
        **{f"level{n}": slug for n, slug in enumerate(slugs[:3], 1)},
    }
    if level <= 3:
        details["legacyCode"] = ("BRAND_NOT_FOUND", "SUB_BRAND_NOT_FOUND", "CAMPAIGN_NOT_FOUND")[
            level - 1
        ]
    return 404, "FOLDER_NOT_FOUND", details


@pairs("depth", (1, 2, 3, 4, 6), LIVE)
def test_a_missing_folder_is_told_alike_however_it_is_named(
    furnished: Furnished, endpoint: Endpoint, depth: int
) -> None:
    """Rules 1, 2, 3 and 5: levels, older names, mirror routes, path and folderPath name the same
    folder on every endpoint.
    """
    slugs = (*HERE[: depth - 1], "ghost")
    for way, names in spellings(endpoint, slugs).items():
        for mirrored in mirrors(endpoint):
            answer = endpoint.ask(
                furnished.room.client, furnished.ids, names, slugs[0], mirrored=mirrored
            )
            status, code, details = missing(endpoint, slugs, depth)
            error = refused(answer, status, code)
            if details is not None:
                told = error["details"]
                assert {name: told.get(name) for name in details} == details, way
                assert ("legacyCode" in told) == (depth <= 3), way


@each
def test_depth_over_six_is_too_deep(furnished: Furnished, endpoint: Endpoint) -> None:
    """Rule 6: depth over 6 answers 400 FOLDER_TOO_DEEP, in path, query and body."""
    seven = [*HERE, "seven"]
    name = "folderPath" if endpoint.folder == "body" else "path"
    forms: list[Any] = ["/".join(seven), seven] if endpoint.folder == "body" else ["/".join(seven)]
    for form in forms:
        refused(
            endpoint.ask(furnished.room.client, furnished.ids, {name: form}), 400, "FOLDER_TOO_DEEP"
        )


@some([row for row in NAMED if row.depth < 6])
def test_an_endpoint_without_deeper_levels_never_takes_the_folder_above_instead(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Rule 6: 400 FOLDER_DEPTH_UNSUPPORTED; it never substitutes the Level 3 folder."""
    for depth in range(max(endpoint.depth + 1, 4), 7):
        for names in spellings(endpoint, HERE[:depth]).values():
            for mirrored in mirrors(endpoint):
                answer = endpoint.ask(
                    furnished.room.client, furnished.ids, names, mirrored=mirrored
                )
                refused(answer, 400, "FOLDER_DEPTH_UNSUPPORTED")


def test_only_these_endpoints_stop_at_level_3() -> None:
    """Decisions, point 2: tree, sub-brands, hero, trial invites and the brand."""
    shallow = {row.name for row in NAMED if row.depth < 6}
    assert shallow == {"tree", "sub-brands", "set hero", "clear hero", "invite", "brand"}


@pairs("level", (1, 2, 3), NAMED)
def test_the_same_folder_under_two_names_with_different_values_is_a_conflict(
    furnished: Furnished, endpoint: Endpoint, level: int
) -> None:
    """Rule 4: 400 FOLDER_ALIAS_CONFLICT."""
    base = spellings(endpoint, HERE[:level])["levels"]
    for old in OLD[level - 1]:
        for mirrored in mirrors(endpoint):
            answer = endpoint.ask(
                furnished.room.client, furnished.ids, {**base, old: "other"}, mirrored=mirrored
            )
            refused(answer, 400, "FOLDER_ALIAS_CONFLICT")
    whole = (
        "folderPath" if endpoint.folder == "body" else "path",
        "/".join((*HERE[: level - 1], "other")),
    )
    refused(
        endpoint.ask(furnished.room.client, furnished.ids, {**base, whole[0]: whole[1]}),
        400,
        "FOLDER_ALIAS_CONFLICT",
    )


@each
def test_the_two_older_names_conflict_with_each_other_too(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Rule 4, between brand and brandSlug."""
    names = {"brand": "acme", "brandSlug": "other"}
    refused(endpoint.ask(furnished.room.client, furnished.ids, names), 400, "FOLDER_ALIAS_CONFLICT")


@some([row for row in NAMED if row.depth >= 3])
def test_a_missing_middle_level_is_a_validation_error(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Rule 5 omits deeper levels, not those between (decisions, point 3)."""
    names = (
        {"level1": "acme", "level3": "launch"}
        if endpoint.folder != "path"
        else {"level3": "launch"}
    )
    refused(endpoint.ask(furnished.room.client, furnished.ids, names), 400, "VALIDATION_ERROR")


@some([row for row in LIVE if row.depth >= 3])
def test_an_empty_deeper_level_is_the_same_as_left_out(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Rule 5: omitting the deeper levels targets the parent level; here the parent is missing and
    is told as such.
    """
    base = {} if endpoint.folder == "path" else {"level1": "ghost"}
    answer = endpoint.ask(
        furnished.room.client, furnished.ids, {**base, "level2": "", "campaign": ""}, "ghost"
    )
    status, code, _ = missing(endpoint, ("ghost",), 1)
    refused(answer, status, code)


@some(
    [
        row
        for row in NAMED
        if row.folder != "path"
        and not row.optional
        and row.name not in ("create folder", "analyse")
    ]
)
def test_the_folder_is_required_where_the_contract_says_so(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Endpoints: level1 (required)."""
    error = refused(endpoint.ask(furnished.room.client, furnished.ids, {}), 400, "VALIDATION_ERROR")
    assert "level1" in {field["path"] for field in error["details"]["fields"]}


READS = [
    row for row in NAMED if row.method == "GET" and "{" not in row.path.replace("{level1}", "")
]


@pairs("depth", range(1, 7), READS)
def test_a_live_folder_answers_alike_however_it_is_named(
    furnished: Furnished, endpoint: Endpoint, depth: int
) -> None:
    """Rules 1 to 3 on folders that exist."""
    answers = []
    for names in spellings(endpoint, HERE[:depth]).values():
        for mirrored in mirrors(endpoint):
            answer = good(
                endpoint.ask(furnished.room.client, furnished.ids, names, mirrored=mirrored)
            )
            answers.append(unsigned(answer))
    assert len(answers) >= 5
    assert all(answer == answers[0] for answer in answers)


def unsigned(value: Any) -> Any:
    """An answer without its links, which are signed anew each time."""
    if isinstance(value, dict):
        return {name: unsigned(part) for name, part in value.items()}
    if isinstance(value, list):
        return [unsigned(part) for part in value]
    return "LINK" if isinstance(value, str) and "/files/" in value else value


# ---- writes, one by one --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        {"level1": "acme", "level2": "summer"},
        {"brand": "acme", "subBrand": "summer"},
        {"brandSlug": "acme", "subBrandSlug": "summer"},
        {"folderPath": "acme/summer"},
        {"folderPath": ["acme", "summer"]},
        {"level1": "acme", "subBrand": "summer"},
        {"level1": "acme", "brand": "acme", "folderPath": "acme/summer"},
        {"level1": "acme", "level2": "summer", "level3": ""},
    ],
    ids=str,
)
def test_what_is_made_lies_in_the_folder_that_was_named(acme: Room, names: dict[str, Any]) -> None:
    """Rules 1 to 3, and 7: responses carry both the new keys and the old keys."""
    made = good(acme.client.post("/v1/library", {**names, "imageUrl": acme.link()}), 201)["image"]
    keys = {"level1": "acme", "level2": "summer", "brand": "acme", "subBrand": "summer"}
    assert {name: made.get(name) for name in keys} == keys
    assert "path" not in made
    assert {"level3", "campaign"} & made.keys() == set() or made.get("level3") is None


@pytest.mark.parametrize("prefix", ["folders", "brands"])
def test_a_mirror_route_does_what_its_original_does(acme: Room, prefix: str) -> None:
    """Rule 2: /v1/brands/... routes mirror /v1/folders/{level1}/... routes, for every method."""
    client = acme.client
    renamed = good(client.patch(f"/v1/{prefix}/acme", {"name": "New"}, subBrand="summer"))["folder"]
    assert (renamed["name"], renamed["slug"]) == ("New", "summer")
    assert (
        good(client.post(f"/v1/{prefix}/acme/duplicate", subBrand="summer"), 201)["folder"]["slug"]
        == "summer-copy"
    )
    gone = good(client.delete(f"/v1/{prefix}/acme", level2="summer", campaignSlug="launch"))
    assert gone["deleted"] == {"slug": "launch", "name": "Launch"}
    assert (
        good(client.get(f"/v1/{prefix}/acme/children", brandSlug="acme"))["folder"]["slug"]
        == "acme"
    )


def test_folders_of_level_4_and_deeper_add_their_path_and_others_do_not(room: Room) -> None:
    """Rule 7: responses for Level 4+ folders add a path field; responses for Level 1 to 3 are
    unchanged.
    """
    room.folders("Acme", "Summer", "Launch", "Four", "Five")
    for depth in range(1, 6):
        path = "/".join(HERE[:depth])
        folder = good(room.client.get("/v1/folders/acme/children", path=path))["folder"]
        item = good(room.client.get(f"/v1/library/{room.photo(path, depth)}", path=path))
        for found in (folder, item):
            assert found.get("path") == (path if depth >= 4 else None)
            assert ("path" in found) == (depth >= 4)
            assert [found[f"level{n}"] for n in range(1, min(depth, 3) + 1)] == list(
                HERE[: min(depth, 3)]
            )
            assert [found[old] for old in ("brand", "subBrand", "campaign")[:depth]] == list(
                HERE[: min(depth, 3)]
            )


def test_the_older_version_parameter_keeps_working(acme: Room) -> None:
    """Versioning 2: the older version parameter (now fromVersion); a difference between the two is
    refused.
    """
    image = acme.image()
    for name in ("fromVersion", "version"):
        made = good(
            acme.client.post(
                f"/v1/images/{image}/revise", {"instructions": "Warmer", name: 1}, level1="acme"
            ),
            202,
        )
        acme.work()
        assert made["basedOn"] == 1
    body = {"aspectRatio": "1:1", "resolution": "1K", "version": 1}
    assert (
        good(acme.client.post(f"/v1/images/{image}/resize", body, level1="acme"), 202)["basedOn"]
        == 1
    )
    acme.work()
    good(acme.client.post(f"/v1/images/{image}/improve", {"level1": "acme", "version": 1}), 202)
    acme.work()
    both = {"instructions": "Warmer", "fromVersion": 1, "version": 2}
    refused(
        acme.client.post(f"/v1/images/{image}/revise", both, level1="acme"), 400, "VALIDATION_ERROR"
    )


def test_an_image_answer_names_its_link_under_both_names(acme: Room) -> None:
    """Image: imageUrl, and url in an earlier form of the response (decisions, point 9)."""
    found = good(acme.client.get(f"/v1/images/{acme.image()}", level1="acme"))
    assert found["imageUrl"] == found["url"]


@pytest.mark.parametrize(
    "slug", ["Acme", "acme ", "ac me", "acme/", "..", "acme\u0000", "%61cme", "ＡＣＭＥ", "a" * 500]
)
def test_a_name_that_is_no_slug_of_the_callers_is_a_missing_folder(acme: Room, slug: str) -> None:
    """Rule 1: folders are named by slugs."""
    answer = acme.client.get("/v1/library", level1=slug)
    assert answer.status_code in (400, 404), answer.text
    refused(
        answer,
        answer.status_code,
        "FOLDER_NOT_FOUND" if answer.status_code == 404 else "VALIDATION_ERROR",
    )
