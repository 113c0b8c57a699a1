"""Pages for people: they work without scripts, say what is the matter, show the key once, and leak
nothing.
"""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from fake_service import Accepted, Invitation

from brandstudio import errors
from brandstudio.http import docs, openapi

ISSUED = Invitation("issued", "Acme Ltd", "Mara", "Acme", datetime(2026, 12, 21, tzinfo=UTC))
VOID = {"meta", "input", "br", "link", "img", "path", "rect"}


class Page(HTMLParser):
    """The elements of a page; fails on tags that do not close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag in VOID or self.open.pop() == tag

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def policy_allows(answer, tag: str) -> bool:
    """Whether every inline block of this kind is let through by its hash."""
    policy = answer.headers["content-security-policy"]
    blocks = re.findall(rf"<{tag}>(.*?)</{tag}>", answer.text, re.DOTALL)
    digests = [
        base64.b64encode(hashlib.sha256(block.encode()).digest()).decode() for block in blocks
    ]
    return (
        bool(blocks)
        and all(f"'sha256-{digest}'" in policy for digest in digests)
        and "unsafe" not in policy
    )


def accepts(service, token="tok"):
    service.invites[token] = ISSUED

    def accept(token, email):
        if service.invites[token].status != "issued":
            raise errors.InviteNotFound
        if email != "mara@acme.example":
            raise errors.ValidationError.of("email", "wrong")
        service.invites[token] = Invitation("used")
        return Accepted("Acme Ltd", "bsk_brandnew", 200, "acme", None)

    service.accept = accept


def test_opening_an_invitation_changes_nothing_and_asks_for_the_address(http, service):
    accepts(service)
    del http.headers["x-api-key"]
    for _ in range(3):
        answer = http.get("/invites/tok")
    assert answer.status_code == 200
    assert http.head("/invites/tok").content == b""
    assert service.accepted == []
    page = Page(answer.text)
    (field,) = page.all("input")
    assert (field["type"], field["autocomplete"], "required" in field) == ("email", "email", True)
    assert [label["for"] for label in page.all("label")] == [field["id"]]
    assert len(page.all("h1")) == 1
    assert page.all("html") == [{"lang": "en"}]
    assert any("width=device-width" in (meta.get("content") or "") for meta in page.all("meta"))
    assert page.all("script") == []
    for word in ("Mara", "Acme Ltd", "21 December 2026"):
        assert word in answer.text


def test_pages_of_invitations_are_kept_nowhere_and_name_their_address_to_nobody(http, service):
    accepts(service)
    for answer in (
        http.get("/invites/tok"),
        http.get("/invites/none"),
        http.post("/invites/tok", data={"email": "x"}),
        http.post("/invites/tok", data={"email": "mara@acme.example"}),
    ):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-robots-tag"] == "noindex"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert policy_allows(answer, "style")
        assert not re.search(r"(src|href)=\"(https?:)?//", answer.text)


def test_the_invited_address_opens_the_studio_and_the_key_is_shown_once(http, service):
    accepts(service)
    answer = http.post("/invites/tok", data={"email": " mara@acme.example "})
    assert answer.status_code == 200
    assert answer.text.count("bsk_brandnew") == 1
    assert "200" in answer.text
    assert "http://studio.test/v1/folders" in answer.text
    assert service.accepted == [("tok", "mara@acme.example", "testclient")]
    again = http.post("/invites/tok", data={"email": "mara@acme.example"})
    assert "bsk_" not in http.get("/invites/tok").text + again.text


@pytest.mark.parametrize(
    "email",
    [
        "other@acme.example",
        "",
        "   ",
        "x" * 300,
        "a\nb@c.example",
        "<script>alert(1)</script>",
        '"onfocus="x',
    ],
)
def test_another_address_opens_nothing_and_says_so_beside_the_field(http, service, email):
    accepts(service)
    answer = http.post("/invites/tok", data={"email": email})
    assert answer.status_code == 400
    page = Page(answer.text)
    (field,) = page.all("input")
    assert field["aria-invalid"] == "true"
    assert "problem" in field["aria-describedby"]
    assert 'role="alert"' in answer.text
    assert field["value"] == email.strip()[:254]
    assert page.all("script") == []
    assert "onfocus" not in field


def test_too_many_tries_say_when_to_come_back(http, service):
    service.invites["tok"] = ISSUED

    def limited(token, email):
        raise errors.RateLimited(retryAfter=3600)

    service.accept = limited
    answer = http.post("/invites/tok", data={"email": "mara@acme.example"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
    assert "wait" in answer.text


@pytest.mark.parametrize(
    ("status", "code", "word"),
    [
        ("used", 410, "has been used"),
        ("revoked", 410, "was withdrawn"),
        ("expired", 410, "has expired"),
        ("unknown", 404, "no invitation"),
    ],
)
def test_a_link_that_has_stopped_working_says_why(http, service, status, code, word):
    service.invites["tok"] = Invitation(status)

    def gone(token, email):
        raise errors.InviteNotFound

    service.accept = gone
    for answer in (
        http.get("/invites/tok"),
        http.post("/invites/tok", data={"email": "mara@acme.example"}),
    ):
        assert answer.status_code == code
        assert word in answer.text
        assert Page(answer.text).all("form") == []


def test_what_people_typed_is_shown_as_text(http, service):
    service.invites["tok"] = Invitation(
        "issued", "<b>Co</b>", "</h1><script>", "<img src=x>", ISSUED.expires_at
    )
    page = Page(http.get("/invites/tok").text)
    assert page.all("script") + page.all("img") + page.all("b") == []


@pytest.mark.parametrize("body", [b"\xff\xfe", b"email=%ff", b"x" * 9000, b"&" * 100 + b"a=b" * 50])
def test_a_broken_form_is_refused(http, service, body):
    accepts(service)
    assert http.post(
        "/invites/tok", content=body, headers={"content-type": "application/x-www-form-urlencoded"}
    ).status_code in (400, 413)


# ---- /docs ------------------------------------------------------------------------------------------------------------


def test_the_docs_name_every_call_and_need_nothing_from_elsewhere(http):
    del http.headers["x-api-key"]
    answer = http.get("/docs")
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.all("link") + page.all("img") + page.all("iframe") == []
    assert policy_allows(answer, "style")
    assert policy_allows(answer, "script")
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = {a["href"][1:] for a in page.all("a") if a["href"].startswith("#")}
    assert targets <= set(ids)
    document = openapi.document(None)
    for path, item in document["paths"].items():
        for operation in item.values():
            if not operation.get("deprecated"):
                assert operation["operationId"] in ids
                assert path in answer.text


def test_the_docs_show_text_as_text():
    document = openapi.document(None)
    document["paths"]["/v1/folders"]["get"]["summary"] = "<script>alert(1)</script>"
    assert b"<script>alert" not in docs.docs_page(document)
