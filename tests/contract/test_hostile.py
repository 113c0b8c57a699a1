"""Hostile input over the socket: a plain refusal each time, never a failure of the server, never a
leak.
"""

from __future__ import annotations

import socket
import string
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import pytest
from furnished import ENDPOINTS, Endpoint, Furnished
from hostile import BODIES, FILE_NAMES, TRAVERSALS
from speaking import Room, good, open_link, refused
from test_levels import state

from brandstudio.testing import picture

WITH_BODY = [row for row in ENDPOINTS if row.method in ("POST", "PATCH")]


def answered(response: Any) -> None:
    """Any answer but a failure, in the shape of the contract."""
    assert response.status_code < 500, response.text[:500]
    if response.status_code >= 400:
        assert response.json()["error"]["requestId"] == response.headers["x-request-id"]


def send_bodies(furnished: Furnished, endpoint: Endpoint, bodies: dict[str, bytes]) -> None:
    client, before = furnished.room.client.http, state(furnished.room)
    headers = {"content-type": "application/json"}
    query = {"level1": "acme"} if endpoint.folder == "query" else {}
    for name, body in bodies.items():
        answer = client.request(
            endpoint.method,
            endpoint.address(furnished.ids),
            content=body,
            headers=headers,
            params=query,
        )
        assert answer.status_code in (400, 413), (name, answer.status_code, answer.text[:300])
        answered(answer)
    assert state(furnished.room) == before


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=lambda row: row.name)
def test_bad_bodies_are_refused(furnished: Furnished, endpoint: Endpoint) -> None:
    """A sample of the bodies on every route that takes one; nothing changes."""
    names = sorted(BODIES)[WITH_BODY.index(endpoint) % 7 :: 7]
    send_bodies(furnished, endpoint, {name: BODIES[name] for name in names})


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", WITH_BODY, ids=lambda row: row.name)
def test_all_bad_bodies_are_refused(furnished: Furnished, endpoint: Endpoint) -> None:
    assert len(BODIES) >= 86
    send_bodies(furnished, endpoint, BODIES)


def raw(room: Room, target: bytes, headers: bytes = b"", method: bytes = b"GET") -> bytes:
    """The first bytes that the server says to a request line written by hand."""
    place = urlsplit(room.bench.url)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=10) as wire:
        wire.sendall(
            method
            + b" "
            + target
            + b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
            + headers
            + b"\r\n"
        )
        said = b""
        while part := wire.recv(65536):
            said += part
    return said


def status(said: bytes) -> int:
    return int(said.split(b" ", 2)[1])


@pytest.mark.parametrize(
    "where",
    [
        "/files/",
        "/uploads/",
        "/invites/",
        "/docs/",
        "/v1/library/",
        "/v1/images/",
        "/v1/designs/",
        "/v1/folders/",
    ],
)
def test_no_spelling_of_a_path_leaves_its_place(furnished: Furnished, where: str) -> None:
    """Path traversal over the wire, unnormalised by any client."""
    room = furnished.room
    key = b"x-api-key: " + room.place.key("full").encode() + b"\r\n"
    for spelling in TRAVERSALS:
        said = raw(room, where.encode() + spelling, key)
        assert status(said) in (400, 404, 405), (where, spelling, said[:200])
        assert b"root:" not in said
        assert b"SQLite format" not in said


def test_ids_and_slugs_are_names_and_nothing_else(furnished: Furnished) -> None:
    """Hostile names wherever an id or a slug stands, in path, query and body."""
    client = furnished.room.client
    for name in (
        "../acme",
        "acme%00",
        "acme'--",
        "\u202eacme",
        "a" * 4000,
        "${7*7}",
        "<b>",
        "*",
        "acme\r\nx: y",
        "nul",
        "%",
        "\ud7ff",
    ):
        told = quote(name, safe="")
        answered(client.get(f"/v1/folders/{told}/tree"))
        answered(client.get(f"/v1/images/{told}", level1="acme"))
        answered(client.get(f"/v1/images/{furnished.ids['image']}", level1=name))
        answered(client.get("/v1/library", cursor=name, q=name, tags=name))
        answered(client.post("/v1/images", {"level1": name, "prompt": "x"}))
        answered(
            client.post(
                "/v1/designs",
                {"level1": "acme", "size": "square", "slots": {"headline": "x", "imageId": name}},
            )
        )
        answer = client.get(f"/v1/designs/{told}")
        assert answer.status_code in (400, 404), answer.text
        answered(answer)


@pytest.mark.parametrize(
    "number",
    [
        "9" * 5000,
        "-" + "9" * 400,
        "1e999",
        "0x7f",
        "NaN",
        "Infinity",
        "٣",
        "1_000",
        "+5",
        " 5",
        "5.0",
        "²",
    ],
)
def test_numbers_in_a_query_are_plain_whole_numbers_in_range(
    furnished: Furnished, number: str
) -> None:
    """Huge, odd and foreign numbers."""
    answer = furnished.room.client.get("/v1/library", limit=number)
    if answer.status_code != 200:  # some readers take a sign or a space; that is no harm
        refused(answer, 400, "VALIDATION_ERROR")
    else:
        assert number.strip(" +") == "5"
    refused(
        furnished.room.client.get("/v1/folders/acme/style", styleVersion=number + "0" * 30),
        400,
        "VALIDATION_ERROR",
    )


@pytest.mark.parametrize("number", [2**31, 2**63 - 1, 2**63, 10**30, -(2**63) - 1, 1e308])
def test_huge_numbers_in_a_body_are_refused(furnished: Furnished, number: float) -> None:
    """Numbers beyond what the store can hold."""
    path = f"/v1/images/{furnished.ids['image']}"
    for answer in (
        furnished.room.client.post(
            f"{path}/revise", {"instructions": "x", "fromVersion": number}, level1="acme"
        ),
        furnished.room.client.post(
            f"{path}/set-current-version", {"brand": "acme", "version": number}
        ),
        furnished.room.client.post(
            "/v1/library/uploads", {"filename": "a", "mimeType": "image/png", "bytes": number}
        ),
    ):
        assert answer.status_code in (400, 413)
        answered(answer)


@pytest.mark.parametrize(
    "header",
    [
        b"x-api-key: a\r\nx-api-key: b\r\n",
        b"idempotency-key: " + b"k" * 9000 + b"\r\n",
        b"idempotency-key: \xff\xfe\r\n",
        b"x-api-key: \xff\r\n",
        b"range: bytes=0-,0-,0-\r\n",
        b"accept: */*;q=x\r\n",
        b"x-forwarded-host: evil.example.com\r\n",
        b"content-length: -1\r\n",
        b"content-length: 99999999999\r\n",
        b"transfer-encoding: gzip\r\n",
        b"x: " + b"y" * 60000 + b"\r\n",
    ],
    ids=lambda value: value[:24].decode("latin-1"),
)
def test_odd_headers_are_answered_or_refused(furnished: Furnished, header: bytes) -> None:
    """Header injection and broken framing never bring the server down."""
    for target in (b"/v1/folders", b"/files/x", b"/healthz"):
        said = raw(furnished.room, target, header)
        assert not said or status(said) < 500, said[:300]
        assert b"evil.example.com" not in said
    good(furnished.room.client.get("/v1/folders"))


# ---- file names -----------------------------------------------------------------------------------------------------


def send_names(room: Room, names: list[str]) -> None:
    image = room.photo()
    for name in names:
        sent = room.client.http.get(
            f"/v1/library/{image}/download", params={"level1": "acme", "filename": name}
        )
        answered(sent)
        if sent.status_code != 200:
            continue
        told = sent.json()["filename"]
        assert told
        assert not set(told) & set("/\\\0\r\n\t"), (name, told)
        assert told not in (".", "..")
        file = open_link(sent.json()["url"])
        assert file.status_code == 200
        offered = file.headers["content-disposition"]
        assert offered.startswith(("attachment", "inline"))
        assert offered.isascii()
        assert offered.isprintable()
        assert unquote(offered.partition("filename*=UTF-8''")[2] or offered.split('"')[1]) == told
    for name in names[:12]:
        made = room.client.post(
            "/v1/library",
            {"level1": "acme", "imageUrl": room.link("a.png", picture(40, 40)), "filename": name},
        )
        answered(made)


def test_hostile_file_names_come_out_as_plain_names(acme: Room) -> None:
    """A sample of names through download and add: Content-Disposition (RFC 6266) holds one harmless
    name.
    """
    send_names(acme, FILE_NAMES[::6])


@pytest.mark.slow
def test_all_hostile_file_names_come_out_as_plain_names(acme: Room) -> None:
    assert len(FILE_NAMES) >= 146
    send_names(acme, FILE_NAMES)


# ---- links ------------------------------------------------------------------------------------------------------------


def test_every_single_character_change_of_a_link_is_refused(furnished: Furnished) -> None:
    """Links are signed: no character of one can be changed, dropped or added."""
    ids, client = furnished.ids, furnished.room.client
    for url in (
        good(client.get(f"/v1/images/{ids['image']}", level1="acme"))["imageUrl"],
        good(client.get(f"/v1/library/{ids['image']}/download", level1="acme", maxSide=256))["url"],
    ):
        assert open_link(url).status_code == 200
        start, token = url.rpartition("/")[0] + "/", url.rpartition("/")[2]
        for place, was in enumerate(token):
            for other in {"A", "_", string.ascii_letters[place % 52]} - {was}:
                changed = open_link(f"{start}{token[:place]}{other}{token[place + 1 :]}")
                assert changed.status_code == 404, (place, was, other)
        for bent in (
            token[:-1],
            token[1:],
            token + "A",
            token + "=",
            token.swapcase(),
            token[::-1],
            token + ".",
            token * 2,
        ):
            refused(open_link(start + bent), 404, "NOT_FOUND")


def test_a_link_is_no_key_and_a_key_opens_no_link(furnished: Furnished) -> None:
    """A link is the right to its file and to nothing else."""
    url = good(furnished.room.client.get(f"/v1/images/{furnished.ids['image']}", level1="acme"))[
        "imageUrl"
    ]
    token = url.rpartition("/")[2]
    for place in ("uploads", "invites"):
        assert open_link(
            f"{furnished.room.bench.url}/{place}/{token}", "PUT" if place == "uploads" else "GET"
        ).status_code in (400, 404, 410)
    assert (
        open_link(
            f"{furnished.room.bench.url}/files/{furnished.room.place.key('full')}"
        ).status_code
        == 404
    )
