"""Who may call what: the contract's "Authentication", rules 1 to 4; every endpoint by every level."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from furnished import ENDPOINTS, Endpoint, Furnished
from speaking import Client, Room, good, open_link, refused

from brandstudio.operations import OPERATIONS

ORDER = ("read", "create", "full")
every_endpoint = pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)


def state(room: Room) -> list[tuple[Any, ...]]:
    """Every row that the data folder holds, apart from when a key was last used."""
    with sqlite3.connect(next(room.bench.data.glob("*.db"))) as store:
        tables = store.execute(
            "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' "
            "and name not in ('keys', 'api_keys')"
        ).fetchall()
        rows = [
            (table, *row)
            for (table,) in tables
            for row in store.execute(f'select * from "{table}"')
        ]
    store.close()
    assert len(rows) > 100
    return rows


def send_nonsense(endpoint: Endpoint, client: Client, ids: dict[str, str]) -> Any:
    """The endpoint's address with a body that is no JSON, in a folder that does not exist."""
    address = endpoint.address(ids, "ghost")
    return client.http.request(
        endpoint.method, address, content=b"{nonsense", params={"level2": "!", "limit": "x"}
    )


@every_endpoint
@pytest.mark.parametrize("level", ORDER)
def test_a_call_above_the_keys_level_is_refused_before_anything_else_and_no_other_is(
    furnished: Furnished, endpoint: Endpoint, level: str
) -> None:
    """Authentication 4: INSUFFICIENT_SCOPE with details required and keyScope, before anything
    runs.
    """
    answer = send_nonsense(endpoint, furnished.room.at(level), furnished.ids)
    if ORDER.index(level) < ORDER.index(endpoint.level):
        error = refused(answer, 403, "INSUFFICIENT_SCOPE")
        assert error["details"] == {"required": endpoint.level, "keyScope": level}
    else:
        assert answer.status_code != 403, answer.text
        assert answer.status_code < 500


@pytest.mark.parametrize("level", ORDER[:2])
def test_refused_calls_leave_no_trace(furnished: Furnished, level: str) -> None:
    """Authentication 4: refused before anything runs - with requests that would have done
    something.
    """
    room, client = furnished.room, furnished.room.at(level)
    good(client.get("/v1/folders"))
    before = state(room)
    above = [endpoint for endpoint in ENDPOINTS if ORDER.index(endpoint.level) > ORDER.index(level)]
    assert len(above) >= 20
    for endpoint in above:
        refused(endpoint.ask(client, furnished.ids), 403, "INSUFFICIENT_SCOPE")
    assert state(room) == before


def test_the_table_names_every_operation_once() -> None:
    """Endpoints: no route of the code is left out of these tests, and none is named that does not
    exist.
    """
    routes = sorted(
        (kind.route.method, _plain(kind.route.path), kind.route.scope.label)
        for kind in OPERATIONS
        if kind.route
    )
    ours = sorted(
        (row.method, _plain(row.path.replace("photos", "{d}").replace("general", "{c}")), row.level)
        for row in ENDPOINTS
    )
    assert ours == routes


def _plain(path: str) -> str:
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


@every_endpoint
def test_a_call_without_a_key_is_unauthenticated(furnished: Furnished, endpoint: Endpoint) -> None:
    """Authentication 2: missing key, 401 UNAUTHENTICATED."""
    address = furnished.room.bench.url + endpoint.address(furnished.ids, "ghost")
    refused(open_link(address, endpoint.method, content=b"{nonsense"), 401, "UNAUTHENTICATED")


@every_endpoint
def test_a_call_with_a_key_that_is_not_known_is_refused(
    furnished: Furnished, endpoint: Endpoint
) -> None:
    """Authentication 2: key not recognised, 403 INVALID_API_KEY."""
    address = furnished.room.bench.url + endpoint.address(furnished.ids, "ghost")
    refused(
        open_link(address, endpoint.method, headers={"x-api-key": "bsk_wrong"}, content=b"{"),
        403,
        "INVALID_API_KEY",
    )


def test_a_key_with_one_character_changed_is_not_recognised(room: Room) -> None:
    """Authentication 2: at every place of the key."""
    key = room.place.key("full")
    for place in range(len(key)):
        other = "a" if key[place] != "a" else "b"
        refused(
            Client(room.bench.url, key[:place] + other + key[place + 1 :]).get("/v1/pricing"),
            403,
            "INVALID_API_KEY",
        )


@pytest.mark.parametrize(
    "spell",
    [str.lower, str.upper, str.swapcase, lambda k: k + "a", lambda k: k[:-1], lambda k: "x" * 9000],
)
def test_a_key_is_good_only_as_it_was_given(room: Room, spell: Any) -> None:
    """Authentication 2: no other spelling of a key is recognised."""
    refused(
        Client(room.bench.url, spell(room.place.key("full"))).get("/v1/pricing"),
        403,
        "INVALID_API_KEY",
    )


def test_an_empty_key_counts_as_none(room: Room) -> None:
    """Authentication 2: missing key."""
    refused(Client(room.bench.url, "").get("/v1/pricing"), 401, "UNAUTHENTICATED")


def test_a_key_travels_in_its_header_alone(room: Room) -> None:
    """Authentication 1: every request carries the header x-api-key; a key elsewhere is no key."""
    key, nobody = room.place.key("full"), Client(room.bench.url, None)
    refused(nobody.get("/v1/pricing", **{"x-api-key": key}), 401, "UNAUTHENTICATED")
    refused(
        nobody.http.get("/v1/pricing", headers={"authorization": f"Bearer {key}"}),
        401,
        "UNAUTHENTICATED",
    )
    good(nobody.http.get("/v1/pricing", headers={"X-API-KEY": key}))


def test_a_revoked_key_is_refused_at_once_and_others_go_on(room: Room) -> None:
    """Authentication 2 and 3: revoked, 403 INVALID_API_KEY; rotation makes a new key and revokes
    the old one.
    """
    admin = room.place.owner.admin
    old, new = (
        admin.keys.create(level="full", name="old"),
        admin.keys.create(level="full", name="new"),
    )
    client = Client(room.bench.url, old.secret)
    good(client.get("/v1/pricing"))
    admin.keys.revoke(key=old.key_id)
    refused(client.get("/v1/pricing"), 403, "INVALID_API_KEY")
    good(Client(room.bench.url, new.secret).get("/v1/pricing"))


def test_a_new_key_is_of_level_create(room: Room) -> None:
    """Authentication 4: new keys default to Create."""
    client = Client(room.bench.url, room.place.owner.admin.keys.create().secret)
    good(client.post("/v1/folders", {"name": "Acme"}), 201)
    assert (
        refused(client.delete("/v1/folders/acme"), 403, "INSUFFICIENT_SCOPE")["details"]["keyScope"]
        == "create"
    )


def test_a_key_is_shown_once_and_may_be_named(room: Room) -> None:
    """Authentication 3: shown once, at creation; the data folder holds no copy that could be
    read.
    """
    made = room.place.owner.admin.keys.create(name="newsletter")
    listed = room.place.owner.admin.keys.list()
    assert made.secret not in listed.model_dump_json()
    assert "newsletter" in {key.name for key in listed.keys}
    assert not any(made.secret in line for line in state(room))


@every_endpoint
def test_a_paused_workspace_is_refused_with_its_reason(
    paused: Furnished, endpoint: Endpoint
) -> None:
    """Authentication 2: 403 CLIENT_PAUSED, and the message states why; before the level is looked
    at.
    """
    for level in ORDER:
        error = refused(
            send_nonsense(endpoint, paused.room.at(level), paused.ids), 403, "CLIENT_PAUSED"
        )
        assert "the invoice of May is open" in error["message"]


@pytest.fixture(scope="module")
def paused(server: Any, furnished: Furnished) -> Furnished:
    place = server.workspace()
    for level in ORDER:
        place.key(level)
    place.owner.admin.workspaces.pause(reason="the invoice of May is open")
    return Furnished(Room(server, place, Client(server.url, place.key("full"))), furnished.ids)


def test_a_workspace_that_is_resumed_answers_again(room: Room) -> None:
    """Authentication 2: the pause is a state of the workspace, not of its keys."""
    room.place.owner.admin.workspaces.pause(reason="a test")
    refused(room.client.get("/v1/pricing"), 403, "CLIENT_PAUSED")
    room.place.owner.admin.workspaces.resume()
    good(room.client.get("/v1/pricing"))


# ---- levels that depend on a field ---------------------------------------------------------------------------------


def test_auto_approved_rules_need_full_access(furnished: Furnished) -> None:
    """Style: autoApproveRules needs a Full access key; refused before any charge or job."""
    room, client = furnished.room, furnished.room.at("create")
    before = room.balance, good(room.client.get("/v1/jobs"))
    error = refused(
        client.post("/v1/folders/acme/extract-jobs", {"autoApproveRules": True}),
        403,
        "INSUFFICIENT_SCOPE",
    )
    assert error["details"] == {"required": "full", "keyScope": "create"}
    assert (room.balance, good(room.client.get("/v1/jobs"))) == before


def test_auto_approved_rules_are_refused_before_the_folder_is_looked_for(
    furnished: Furnished,
) -> None:
    """Authentication 4: before anything runs."""
    client = furnished.room.at("create")
    refused(
        client.post("/v1/folders/ghost/extract-jobs", {"autoApproveRules": True}),
        403,
        "INSUFFICIENT_SCOPE",
    )


def test_an_extraction_without_auto_approval_needs_create_only(acme: Room) -> None:
    """Authentication, level Create: extraction jobs."""
    reference = acme.photo("acme")
    good(
        acme.client.post(
            "/v1/folders/acme/golden-refs/photos/from-library", {"libraryImageIds": [reference]}
        ),
        201,
    )
    good(acme.at("create").post("/v1/folders/acme/extract-jobs", {"autoApproveRules": False}), 202)


def test_purge_needs_full_access(acme: Room) -> None:
    """Library: purge=true needs a Full access key; so does the plain delete (Create: not
    deletes).
    """
    image = acme.photo("acme")
    for level in ("read", "create"):
        for purge in ("true", "false", "1", None):
            refused(
                acme.at(level).delete(f"/v1/library/{image}", brand="acme", purge=purge),
                403,
                "INSUFFICIENT_SCOPE",
            )
    assert good(acme.client.get(f"/v1/library/{image}", level1="acme"))["imageId"] == image


def test_trial_invites_need_the_permission_whatever_the_key(room: Room) -> None:
    """Trial invitations: both endpoints need the permission trialInvites, otherwise 403; after the
    level (decisions).
    """
    for path, body in (
        ("/v1/trial-invites", {"email": "a@example.org"}),
        ("/v1/trial-invites/revoke", {"email": "a@example.org"}),
    ):
        refused(room.client.post(path, body), 403, "FORBIDDEN")
        refused(room.at("create").post(path, body), 403, "INSUFFICIENT_SCOPE")
        refused(room.client.post(path, {"nonsense": 1}), 403, "FORBIDDEN")
        refused(room.client.post(path), 400, "MISSING_BODY")
