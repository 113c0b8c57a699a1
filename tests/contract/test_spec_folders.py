"""The contract: "Folder", "Folders" and the folder rows of "States and transitions"."""

from __future__ import annotations

from typing import Any

import pytest
from speaking import Room, good, invalid, moment, refused, shaped


def summary(value: dict[str, Any]) -> None:
    shaped(value, level=int, slug=str, name=str)


def test_a_folder_is_returned_with_its_fields(room: Room) -> None:
    """Folder: level, slug, name, level1, createdAt."""
    made = good(room.client.post("/v1/folders", {"name": "Acme Ltd"}), 201)
    assert made.keys() == {"folder"}
    folder = made["folder"]
    shaped(folder, level=int, slug=str, name=str, level1=str, createdAt=str)
    moment(folder["createdAt"])
    assert (folder["level"], folder["slug"], folder["name"], folder["level1"]) == (
        1,
        "acme-ltd",
        "Acme Ltd",
        "acme-ltd",
    )


def test_no_parent_makes_level_1_one_level_2_two_level_3_and_a_path_deeper(room: Room) -> None:
    """Folders, rule 1."""
    client = room.client
    wanted: tuple[tuple[dict[str, Any], int], ...] = (
        ({"name": "A"}, 1),
        ({"name": "B", "level1": "a"}, 2),
        ({"name": "C", "level1": "a", "level2": "b"}, 3),
        ({"name": "D", "folderPath": "a/b/c"}, 4),
        ({"name": "E", "folderPath": ["a", "b", "c", "d"]}, 5),
        ({"name": "F", "folderPath": "a/b/c/d/e"}, 6),
    )
    for body, level in wanted:
        folder = good(client.post("/v1/folders", body), 201)["folder"]
        assert (folder["level"], folder["slug"]) == (level, body["name"].lower())
    refused(
        client.post("/v1/folders", {"name": "G", "folderPath": "a/b/c/d/e/f"}),
        400,
        "FOLDER_TOO_DEEP",
    )


def test_a_slug_is_derived_from_the_name_or_taken_as_sent(room: Room) -> None:
    """Folder: slug derived from name when omitted on create."""
    assert good(room.client.post("/v1/folders", {"name": "Sun & Sea"}), 201)["folder"][
        "slug"
    ].startswith("sun")
    assert (
        good(room.client.post("/v1/folders", {"name": "X", "slug": "my-own"}), 201)["folder"][
            "slug"
        ]
        == "my-own"
    )


def test_a_clash_gets_a_suffix_instead_of_an_error(room: Room) -> None:
    """Folder: -2, -3 and so on."""
    slugs = [
        good(room.client.post("/v1/folders", {"name": "Acme"}), 201)["folder"]["slug"]
        for _ in range(3)
    ]
    assert slugs == ["acme", "acme-2", "acme-3"]


@pytest.mark.parametrize("name", ["", "x" * 81, None, 7, ["a"]])
def test_a_name_is_text_of_80_characters_at_most(acme: Room, name: Any) -> None:
    """Folder: name max 80 chars; Limits, folder name: create, rename."""
    invalid(acme.client.post("/v1/folders", {"name": name}), "name")
    invalid(acme.client.patch("/v1/folders/acme", {"name": name}), "name")


def test_a_name_of_80_characters_is_taken(room: Room) -> None:
    """Limits: folder name max 80 chars."""
    assert (
        good(room.client.post("/v1/folders", {"name": "é" * 80}), 201)["folder"]["name"] == "é" * 80
    )
    good(room.client.post("/v1/folders", {"name": "Acme"}), 201)
    good(room.client.patch("/v1/folders/acme", {"name": "x" * 80}))


def test_a_rename_changes_the_name_and_never_the_slug(acme: Room) -> None:
    """PATCH folder: 200 { folder }; slug unchanged."""
    answer = good(acme.client.patch("/v1/folders/acme", {"name": "Brand New"}, level2="summer"))
    assert answer.keys() == {"folder"}
    assert (answer["folder"]["name"], answer["folder"]["slug"], answer["folder"]["level"]) == (
        "Brand New",
        "summer",
        2,
    )


def test_the_list_holds_the_level_1_folders_as_summaries(acme: Room) -> None:
    """GET folders: 200 { level1Folders: [folder summary] }."""
    acme.folders("Other")
    answer = good(acme.client.get("/v1/folders"))
    assert answer.keys() == {"level1Folders"}
    for folder in answer["level1Folders"]:
        summary(folder)
    assert {folder["slug"] for folder in answer["level1Folders"]} == {"acme", "other"}


def test_the_tree_holds_three_levels(acme: Room) -> None:
    """GET tree: { level1Folder, level2Folders: [summary + level3Folders: [summary]] }."""
    answer = good(acme.client.get("/v1/folders/acme/tree"))
    assert answer.keys() == {"level1Folder", "level2Folders"}
    summary(answer["level1Folder"])
    (second,) = answer["level2Folders"]
    summary(second)
    (third,) = second["level3Folders"]
    summary(third)
    assert [answer["level1Folder"]["slug"], second["slug"], third["slug"]] == [
        "acme",
        "summer",
        "launch",
    ]


def test_children_are_listed_with_their_counts(acme: Room) -> None:
    """GET children: { folder, children: [{ slug, name, level, path?, childFolderCount }], maxDepth:
    6 }.
    """
    answer = good(acme.client.get("/v1/folders/acme/children"))
    assert answer.keys() == {"folder", "children", "maxDepth"}
    assert answer["maxDepth"] == 6
    (child,) = answer["children"]
    shaped(child, slug=str, name=str, level=int, childFolderCount=int)
    assert (child["slug"], child["level"], child["childFolderCount"]) == ("summer", 2, 1)
    assert "path" not in child
    acme.folders("Acme", "Summer", "Launch", "Four")
    deep = good(acme.client.get("/v1/folders/acme-2/children", path="acme-2/summer/launch"))
    assert deep["children"][0]["path"] == "acme-2/summer/launch/four"


def test_statistics_and_heroes_come_when_asked_for(acme: Room) -> None:
    """Folder summary: with withHero a hero object; with includeStats statistics."""
    image = acme.photo("acme")
    good(acme.client.post(f"/v1/library/{image}/hero", {"brand": "acme", "level": "brand"}))
    for path in ("/v1/folders", "/v1/folders/acme/tree"):
        plain = good(acme.client.get(path))
        full = good(acme.client.get(path, withHero="true", includeStats="true"))
        bare = plain["level1Folders"][0] if "level1Folders" in plain else plain["level1Folder"]
        rich = full["level1Folders"][0] if "level1Folders" in full else full["level1Folder"]
        assert bare.get("hero") is None
        assert bare.get("stats") is None
        shaped(rich["hero"], url=str, width=int, height=int, imageId=str)
        assert rich["hero"]["imageId"] == image
        assert rich["stats"]["images"] == 1


def test_a_hero_inherits_upward_and_is_null_only_without_any(acme: Room) -> None:
    """Hero object: a folder without its own hero takes its parent's; null only when no level in the
    chain has one.
    """

    def heroes() -> list[Any]:
        tree = good(acme.client.get("/v1/folders/acme/tree", withHero="true"))
        second = tree["level2Folders"][0]
        return [tree["level1Folder"]["hero"], second["hero"], second["level3Folders"][0]["hero"]]

    assert heroes() == [None, None, None]
    upper, lower = acme.photo("acme", 1), acme.photo("acme/summer", 2)
    good(acme.client.post(f"/v1/library/{upper}/hero", {"brand": "acme", "level": "brand"}))
    assert [hero["imageId"] for hero in heroes()] == [upper] * 3
    body = {"brand": "acme", "subBrand": "summer", "level": "sub-brand"}
    good(acme.client.post(f"/v1/library/{lower}/hero", body))
    assert [hero["imageId"] for hero in heroes()] == [upper, lower, lower]


def test_the_legacy_route_tells_sub_brands_and_campaigns(acme: Room) -> None:
    """GET sub-brands: { brand: {slug, name}, subBrands: [{ slug, name, hero, campaigns: [{ slug,
    name, hero }] }] }.
    """
    image = acme.photo("acme")
    good(acme.client.post(f"/v1/library/{image}/hero", {"brand": "acme", "level": "brand"}))
    answer = good(acme.client.get("/v1/brands/acme/sub-brands"))
    assert answer.keys() == {"brand", "subBrands"}
    assert answer["brand"] == {"slug": "acme", "name": "Acme"}
    (sub,) = answer["subBrands"]
    assert sub.keys() >= {"slug", "name", "campaigns"}
    assert sub.get("hero") is None, "rule 3: hero is left unpopulated without withHero=true"
    assert sub["campaigns"][0]["slug"] == "launch"
    sub = good(acme.client.get("/v1/brands/acme/sub-brands", withHero="true"))["subBrands"][0]
    assert [sub["hero"]["imageId"], sub["campaigns"][0]["hero"]["imageId"]] == [image, image]
    refused(acme.client.get("/v1/brands/ghost/sub-brands"), 404, "NOT_FOUND")


@pytest.mark.parametrize("flag", ["withHero", "includeStats"])
def test_flags_are_true_false_1_or_0(acme: Room, flag: str) -> None:
    """Folders, rule 4, as decisions (Reading the contract, 1) settle it."""
    for value in ("true", "false", "1", "0"):
        good(acme.client.get("/v1/folders", **{flag: value}))
    for value in ("yes", "TRUE", "2", ""):
        invalid(acme.client.get("/v1/folders", **{flag: value}), flag)


def test_a_folder_without_live_folders_inside_is_archived(acme: Room) -> None:
    """DELETE folder: 200 { folder, deleted: { slug, name } }; States: soft delete."""
    answer = good(acme.client.delete("/v1/folders/acme", level2="summer", level3="launch"))
    assert answer.keys() == {"folder", "deleted"}
    assert answer["deleted"] == {"slug": "launch", "name": "Launch"}
    refused(
        acme.client.get("/v1/folders/acme/children", level2="summer", level3="launch"),
        404,
        "FOLDER_NOT_FOUND",
    )
    assert good(acme.client.get("/v1/folders/acme/children", level2="summer"))["children"] == []
    back = good(acme.client.post("/v1/folders/acme/restore", level2="summer", level3="launch"))
    assert back["folder"]["slug"] == "launch", "an archived folder is kept"


def test_a_folder_with_live_folders_inside_stays(acme: Room) -> None:
    """States: 409 HAS_CHILDREN, unchanged."""
    refused(acme.client.delete("/v1/folders/acme"), 409, "HAS_CHILDREN")
    assert good(acme.client.get("/v1/folders/acme/children"))["children"][0]["slug"] == "summer"


def test_duplicate_copies_the_folder_and_its_contents_for_nothing(acme: Room) -> None:
    """POST duplicate: 201 { folder, imagesCopied, itemsSkipped, subFoldersCopied, errors }; rule 2:
    free, a copy suffix.
    """
    acme.photo("acme", 1)
    acme.photo("acme/summer", 2)
    before = acme.balance
    answer = good(acme.client.post("/v1/folders/acme/duplicate"), 201)
    assert answer.keys() == {"folder", "imagesCopied", "itemsSkipped", "subFoldersCopied", "errors"}
    shaped(answer, imagesCopied=int, itemsSkipped=int, subFoldersCopied=int, errors=list)
    assert (
        answer["imagesCopied"],
        answer["itemsSkipped"],
        answer["subFoldersCopied"],
        answer["errors"],
    ) == (2, 0, 2, [])
    assert "copy" in answer["folder"]["slug"]
    assert "copy" in answer["folder"]["name"]
    assert acme.balance == before
    assert (
        good(acme.client.get("/v1/library", level1=answer["folder"]["slug"], level2="summer"))[
            "totalCount"
        ]
        == 1
    )


def test_references_rules_and_style_of_the_folders_above_are_inherited(acme: Room) -> None:
    """What the service does: each level inherits; the most specific level wins."""
    for path, feel in (("acme", "calm"), ("acme/summer", "bright")):
        good(acme.client.patch("/v1/folders/acme/style", {"feel": feel}, path=path))
    feels = [
        good(acme.client.get("/v1/folders/acme/style", path=p))["purpose"]
        for p in ("acme", "acme/summer", "acme/summer/launch")
    ]
    assert ["calm" in str(feels[0]), "bright" in str(feels[1]), "bright" in str(feels[2])] == [
        True
    ] * 3
    good(
        acme.client.post("/v1/folders/acme/rules", {"kind": "copy", "text": "Never write cheap"}),
        201,
    )
    rules = good(acme.client.get("/v1/folders/acme/rules", path="acme/summer/launch"))["rules"]
    assert [rule["text"] for rule in rules] == ["Never write cheap"]
