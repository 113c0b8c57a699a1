"""Nothing of another workspace can be reached, seen or told apart from what does not exist
(decisions, point 5).
"""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from furnished import ENDPOINTS, Endpoint, Furnished
from speaking import good, open_link, refused
from test_levels import state

BORROWED = [
    (endpoint, name)
    for endpoint in ENDPOINTS
    for name in (
        "image",
        "generated",
        "second",
        "extraction",
        "design",
        "variant",
        "ref",
        "rule",
        "font",
        "fontKey",
        "invite",
    )
    if f"{{{name}}}" in endpoint.path or f"{{{name}}}" in str(endpoint.body)
]


def unknown(kind: str) -> str:
    """An id of the same form that was never given out."""
    return re.sub(r"[0-9a-f]{32}$", "0" * 32, kind)


def said(answer: httpx.Response, *hidden: str) -> tuple[Any, ...]:
    """Status and error without what must differ: the request id, and the id that was asked for."""
    text = answer.text
    for value in hidden:
        text = text.replace(value, "ID")
    error = httpx.Response(200, text=text).json()["error"]
    return answer.status_code, error["code"], error["message"], error.get("details")


@pytest.mark.parametrize(
    ("endpoint", "name"), BORROWED, ids=lambda part: getattr(part, "name", part)
)
def test_an_id_of_another_workspace_is_told_in_the_words_of_an_unknown_one(
    furnished: Furnished, neighbour: Furnished, endpoint: Endpoint, name: str
) -> None:
    """Errors: NOT_FOUND and its kin say "does not exist for this client"."""
    theirs, nobodys = neighbour.ids[name], unknown(neighbour.ids[name])
    assert theirs != nobodys
    before = state(neighbour.room)
    borrowed = endpoint.ask(furnished.room.client, {**furnished.ids, name: theirs})
    absent = endpoint.ask(furnished.room.client, {**furnished.ids, name: nobodys})
    assert borrowed.status_code in (400, 404), borrowed.text
    assert said(borrowed, theirs) == said(absent, nobodys)
    assert state(neighbour.room) == before


@pytest.mark.parametrize(
    "endpoint",
    [row for row in ENDPOINTS if row.folder and row.name != "create folder"],
    ids=lambda row: row.name,
)
def test_a_folder_of_another_workspace_is_an_unknown_one(
    furnished: Furnished, neighbour: Furnished, endpoint: Endpoint
) -> None:
    """Errors: FOLDER_NOT_FOUND, UNSUPPORTED_BRAND: not the caller's."""
    made = neighbour.room.client.post("/v1/folders", {"name": "Only Theirs", "slug": "only-theirs"})
    assert made.status_code == 201
    theirs = str(made.json()["folder"]["slug"])
    before = state(neighbour.room)
    borrowed = endpoint.ask(furnished.room.client, furnished.ids, level1=theirs)
    absent = endpoint.ask(furnished.room.client, furnished.ids, level1="no-such-slug")
    assert borrowed.status_code in (400, 404), borrowed.text
    assert said(borrowed, theirs) == said(absent, "no-such-slug")
    assert state(neighbour.room) == before


def test_a_parent_of_another_workspace_is_an_unknown_one(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Errors: FOLDER_NOT_FOUND, a folder or a parent is missing."""
    theirs = good(neighbour.room.client.post("/v1/folders", {"name": "Their parent"}), 201)[
        "folder"
    ]["slug"]
    error = refused(
        furnished.room.client.post("/v1/folders", {"name": "X", "level1": theirs}),
        404,
        "FOLDER_NOT_FOUND",
    )
    assert error["details"] == {"level": 1, "level1": theirs, "legacyCode": "BRAND_NOT_FOUND"}


def test_an_upload_of_another_workspace_is_an_unknown_one(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Decisions, uploads: unknown, used or another workspace's: INVALID_IMAGE_URL, the same text;
    and it stays theirs.
    """
    key, client = neighbour.ids["s3Key"], furnished.room.client
    body = {"level1": "acme", "imageUrl": key}
    borrowed, absent = (
        client.post("/v1/library", body),
        client.post("/v1/library", {**body, "imageUrl": unknown(key)}),
    )
    assert said(borrowed, key) == said(absent, unknown(key))
    refused(borrowed, 400, "INVALID_IMAGE_URL")
    good(neighbour.room.client.post("/v1/library", {**body, "level1": "acme"}), 201)
    refused(neighbour.room.client.post("/v1/library", body), 400, "INVALID_IMAGE_URL")


def test_an_invitation_of_another_workspace_is_an_unknown_one_by_id_link_and_email(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Errors: INVITE_NOT_FOUND, the target is not one of the workspace's invites; an email gives an
    empty list.
    """
    invite = good(
        neighbour.room.client.post("/v1/trial-invites", {"email": "carol@example.org"}), 201
    )
    client = furnished.room.client
    for body in ({"inviteId": invite["inviteId"]}, {"url": invite["url"]}):
        refused(client.post("/v1/trial-invites/revoke", body), 404, "INVITE_NOT_FOUND")
    assert good(client.post("/v1/trial-invites/revoke", {"email": "carol@example.org"})) == {
        "invites": []
    }
    assert "withdrawn" not in open_link(invite["url"]).text


def test_a_cursor_of_another_workspace_shows_nothing_of_it(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Library: a cursor is a place in the caller's own list."""
    answer = furnished.room.client.get("/v1/library", cursor=neighbour.ids["cursor"])
    if answer.status_code == 200:
        own = {
            item["imageId"]
            for item in good(furnished.room.client.get("/v1/library", limit=500))["items"]
        }
        assert {item["imageId"] for item in answer.json()["items"]} <= own
    else:
        refused(answer, 400, "VALIDATION_ERROR")


def test_lists_hold_nothing_of_another_workspace(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """What the service does: the workspace balance, folders, library and jobs are the key's
    workspace's.
    """
    theirs = {
        value
        for name, value in neighbour.ids.items()
        if name not in ("logo", "search", "cursor", "inviteUrl")  # names are no ids
    }
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET":
            query = (
                {"limit": "200"}
                if endpoint.name in ("list library", "transactions", "jobs")
                else {}
            )
            answer = furnished.room.client.get(
                endpoint.address(furnished.ids), **query, level1="acme"
            )
            assert not [value for value in theirs if value in answer.text], endpoint.name


def test_a_link_of_one_workspace_names_only_its_own_file(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Image: links are signed. The same picture in two workspaces has two links, and a purge ends
    only one's.
    """
    links = []
    for one in (furnished, neighbour):
        image = one.room.photo("acme", 4242)
        links.append(
            (
                one,
                image,
                good(one.room.client.get(f"/v1/images/{image}", level1="acme"))["imageUrl"],
            )
        )
    (_, _, mine), (other, image, theirs) = links
    assert mine != theirs
    assert open_link(mine).content == open_link(theirs).content
    good(other.room.client.delete(f"/v1/library/{image}", brand="acme", purge="true"))
    assert open_link(theirs).status_code == 404
    assert open_link(mine).status_code == 200


def test_an_idempotency_key_is_the_workspaces_own(
    furnished: Furnished, neighbour: Furnished
) -> None:
    """Decisions, Idempotency-Key: unique per workspace and key."""
    made = []
    for one in (furnished, neighbour):
        answer = one.room.client.http.post(
            "/v1/folders", json={"name": "Keyed"}, headers={"idempotency-key": "same"}
        )
        made.append(good(answer, 201))
        slugs = [f["slug"] for f in good(one.room.client.get("/v1/folders"))["level1Folders"]]
        assert made[-1]["folder"]["slug"] in slugs
