"""The contract: "Credit transaction", "Credits", "Trial invite" and "Trial invitations"."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from speaking import Client, Room, good, invalid, moment, open_link, refused, shaped

from brandstudio.operations import SetPrice

OPERATIONS = (
    "create_1k",
    "create_2k",
    "create_4k",
    "brandify_1k",
    "brandify_2k",
    "brandify_4k",
    "revise",
    "resize",
    "improve",
    "upload",
    "image_analyse",
    "extract",
    "brand_intake",
    "text_create",
    "banner_create",
    "banner_cover",
    "banner_extend",
)


def test_prices_are_told_and_may_be_cached_for_a_minute(room: Room) -> None:
    """GET pricing: { prices: { operation: number }, updatedAt }; free; cached for 60 seconds."""
    answer = room.client.get("/v1/pricing")
    body = good(answer)
    assert body.keys() >= {"prices", "updatedAt"}
    assert set(OPERATIONS) <= body["prices"].keys()
    assert all(isinstance(price, int | float) and price >= 0 for price in body["prices"].values())
    moment(body["updatedAt"])
    assert "max-age=60" in answer.headers["cache-control"]


def test_every_charge_uses_the_price_table(alone: Room) -> None:
    """GET pricing: every charge uses this table."""
    alone.folders("Acme")
    alone.place.owner.send(SetPrice(operation="upload", credits=7.25))
    assert good(alone.client.get("/v1/pricing"))["prices"]["upload"] == 7.25
    before = alone.balance
    alone.photo()
    assert alone.balance == before - 7.25


def test_transactions_have_their_fields_and_come_newest_first(acme: Room) -> None:
    """GET transactions: Credit transaction; charges negative, refunds positive; newest first."""
    acme.photo()
    job = good(
        acme.client.post(
            "/v1/images", {"level1": "acme", "prompt": "Sea", "clientReferenceId": "c"}
        ),
        202,
    )
    good(acme.client.post(f"/v1/jobs/{job['jobId']}/cancel"))
    answer = good(acme.client.get("/v1/credits/transactions"))
    assert "totals" not in answer
    for one in answer["transactions"]:
        shaped(
            one,
            txnId=str,
            type=str,
            credits=(int, float),
            description=str,
            createdAt=str,
            metadata=dict,
        )
        moment(one["createdAt"])
    kinds = [one["type"] for one in answer["transactions"]]
    assert kinds == ["refund", "charge", "charge", "grant"]
    refund, charge, upload, _ = answer["transactions"]
    assert (refund["credits"], charge["credits"], upload["credits"]) == (4, -4, -1)
    assert refund["metadata"]["refundOf"] == charge["txnId"]
    assert charge["metadata"]["clientReferenceId"] == "c"
    assert (charge["metadata"]["level1"], charge["metadata"]["brand"]) == ("acme", "acme")
    times = [one["createdAt"] for one in answer["transactions"]]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("name", ["level1", "brand", "brandSlug"])
def test_a_folder_adds_its_totals(acme: Room, name: str) -> None:
    """GET transactions: level1 (or brand) adds per-folder totals; Totals: charged, refunded, net;
    refunds of its charges count.
    """
    acme.folders("Other")
    acme.photo("acme")
    acme.photo("other", 2)
    job = good(
        acme.client.post("/v1/images", {"level1": "acme", "level2": "summer", "prompt": "Sea"}), 202
    )
    good(acme.client.post(f"/v1/jobs/{job['jobId']}/cancel"))
    answer = good(acme.client.get("/v1/credits/transactions", **{name: "acme"}))
    assert answer["totals"] == {"charged": 5, "refunded": 4, "net": 1}


def test_transactions_are_limited_and_dated(alone: Room) -> None:
    """Limits: transactions limit 1 to 200; default window 90 days; since is an ISO date."""
    alone.folders("Acme")
    for limit in (0, 201, -1, "x"):
        invalid(alone.client.get("/v1/credits/transactions", limit=limit), "limit")
    for since in ("yesterday", "2026-13-01", "01.02.2026"):
        invalid(alone.client.get("/v1/credits/transactions", since=since), "since")
    alone.photo()
    alone.bench.manual_clock.advance(days=89)
    assert len(good(alone.client.get("/v1/credits/transactions", limit=200))["transactions"]) == 2
    alone.bench.manual_clock.advance(days=2)
    alone.photo(mark=2)
    assert len(good(alone.client.get("/v1/credits/transactions"))["transactions"]) == 1
    long_ago = (
        (datetime.fromtimestamp(alone.bench.clock.now() / 1000, UTC) - timedelta(days=200))
        .date()
        .isoformat()
    )
    assert (
        len(good(alone.client.get("/v1/credits/transactions", since=long_ago))["transactions"]) == 3
    )


def test_too_little_credit_is_told_with_both_figures_and_leaves_nothing(acme: Room) -> None:
    """Errors: INSUFFICIENT_CREDITS, details { balance, required }, on everything that is
    charged.
    """
    image = acme.photo()
    good(
        acme.client.post(
            "/v1/folders/acme/golden-refs/photos/from-library", {"libraryImageIds": [image]}
        ),
        201,
    )
    acme.place.owner.admin.credits.add(credits=0.5 - acme.balance)
    jobs = good(acme.client.get("/v1/jobs"))
    for path, body in (
        ("/v1/images", {"level1": "acme", "prompt": "Sea"}),
        ("/v1/images/brandify", {"level1": "acme", "sourceUrl": acme.link()}),
        (f"/v1/images/{image}/revise", {"instructions": "x"}),
        (f"/v1/images/{image}/resize", {"aspectRatio": "1:1", "resolution": "1K"}),
        (f"/v1/images/{image}/improve", {"level1": "acme"}),
        ("/v1/images/analyse", {"imageUrl": acme.link()}),
        ("/v1/library", {"level1": "acme", "imageUrl": acme.link()}),
        ("/v1/folders/acme/extract-jobs", {}),
        ("/v1/text/generate", {"level1": "acme", "mode": "write", "brief": "Tea"}),
        ("/v1/designs", {"level1": "acme", "size": "square", "slots": {"headline": "Sea"}}),
    ):
        named = {"level1": "acme"} if path.endswith(("/revise", "/resize")) else {}
        error = refused(acme.client.post(path, body, **named), 402, "INSUFFICIENT_CREDITS")
        shaped(error["details"], balance=(int, float), required=(int, float))
        assert error["details"]["balance"] == 0.5
        assert error["details"]["required"] > 0.5
    assert acme.balance == 0.5
    assert good(acme.client.get("/v1/jobs")) == jobs


# ---- trial invitations ----------------------------------------------------------------------------------------------


@pytest.fixture
def inviter(acme: Room) -> Room:
    acme.place.owner.admin.permissions.grant(permission="trialInvites")
    return acme


def sent(room: Room, email: str = "ada@example.org", **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = good(
        room.client.post("/v1/trial-invites", {"email": email, **more}), 201
    )
    return answer


def test_an_invitation_is_a_link_of_30_days_for_nothing(inviter: Room) -> None:
    """POST trial-invites: 201 { url, expiresAt, inviteId }; expires after 30 days; free."""
    before = inviter.balance
    now = inviter.bench.clock.now() / 1000
    answer = sent(
        inviter, companyName="Tea Ltd", firstName="Ada", brand="acme", subBrands=["summer"]
    )
    assert answer.keys() >= {"url", "expiresAt", "inviteId"}
    moment(answer["expiresAt"])
    left = datetime.fromisoformat(answer["expiresAt"]).timestamp() - now
    assert abs(left - 30 * 86400) < 60
    assert open_link(answer["url"]).status_code == 200
    assert inviter.balance == before


def test_invitations_are_checked(inviter: Room) -> None:
    """Errors of trial-invites."""

    def post(**body: Any) -> httpx.Response:
        return inviter.client.post("/v1/trial-invites", body)

    invalid(post(), "email")
    for email in (
        "",
        "x",
        "a@b",
        "a b@example.org",
        "a\nb@example.org",
        5,
        "a@" + "x" * 300 + ".org",
    ):
        invalid(post(email=email), "email")
    refused(post(email="a@example.org", brand="ghost"), 404, "BRAND_NOT_FOUND")
    refused(
        post(email="a@example.org", brand="acme", subBrands=["ghost"]), 404, "SUB_BRAND_NOT_FOUND"
    )
    invalid(post(email="a@example.org", subBrands=["summer"]), "subBrands")
    for email in ("a@mailinator.com", "a@sub.mailinator.com", "a@MAILINATOR.com"):
        refused(post(email=email), 400, "BLOCKED_EMAIL_DOMAIN")


def accepted(url: str, email: str) -> Any:
    return open_link(url, "POST", data={"email": email})


def key_in(page: str) -> str:
    found = re.search(r"bsk_[0-9A-Za-z]+", page)
    assert found
    return found.group()


@pytest.mark.parametrize(
    ("subs", "wanted"), [(None, ["spring", "summer"]), (["spring"], ["spring"]), ([], [])]
)
def test_accepting_opens_a_studio_with_the_copied_folder(
    inviter: Room, subs: Any, wanted: list[str]
) -> None:
    """Trial invitations: copied with style, rules, references and images; omitted copies all
    sub-folders, [] the folder only.
    """
    client = inviter.client
    good(client.post("/v1/folders", {"name": "Spring", "level1": "acme"}), 201)
    photo = inviter.photo("acme")
    good(
        client.post(
            "/v1/folders/acme/golden-refs/photos/from-library", {"libraryImageIds": [photo]}
        ),
        201,
    )
    good(client.post("/v1/folders/acme/rules", {"kind": "copy", "text": "Never write cheap"}), 201)
    good(client.patch("/v1/folders/acme/style", {"feel": "calm"}))
    more = {} if subs is None else {"subBrands": subs}
    page = accepted(sent(inviter, "bo@example.org", brand="acme", **more)["url"], "bo@example.org")
    assert page.status_code == 200
    theirs = Client(inviter.bench.url, key_in(page.text))
    assert (
        sorted(child["slug"] for child in good(theirs.get("/v1/folders/acme/children"))["children"])
        == wanted
    )
    assert good(theirs.get("/v1/library", level1="acme"))["totalCount"] == 1
    assert len(good(theirs.get("/v1/folders/acme/golden-refs/photos"))["refs"]) == 1
    assert len(good(theirs.get("/v1/folders/acme/rules"))["rules"]) == 1
    assert "calm" in str(good(theirs.get("/v1/folders/acme/style"))["purpose"])
    assert (
        sum(one["credits"] for one in good(theirs.get("/v1/credits/transactions"))["transactions"])
        == 200
    )


def test_the_link_works_only_for_that_email_and_once(inviter: Room) -> None:
    """Trial invitations: the link works only for that email, once."""
    url = sent(inviter)["url"]
    assert "bsk_" not in accepted(url, "eve@example.org").text
    assert "bsk_" in accepted(url, "ada@example.org").text
    assert "bsk_" not in accepted(url, "ada@example.org").text


def test_a_link_expires_after_30_days(alone: Room) -> None:
    """Limits: link valid 30 days; revoke tells expired."""
    alone.place.owner.admin.permissions.grant(permission="trialInvites")
    invite = sent(alone)
    alone.bench.manual_clock.advance(days=30, seconds=1)
    assert "bsk_" not in accepted(invite["url"], "ada@example.org").text
    told = good(alone.client.post("/v1/trial-invites/revoke", {"inviteId": invite["inviteId"]}))[
        "invites"
    ]
    assert told[0]["status"] == "expired"


@pytest.mark.parametrize("by", ["inviteId", "url", "email"])
def test_an_invitation_is_withdrawn_by_id_link_or_email(inviter: Room, by: str) -> None:
    """POST revoke: 200 { invites: [{ inviteId, email, status, usedAt? }] }; revoked, then
    already-revoked.
    """
    invite = sent(inviter)
    body = {by: {**invite, "email": "ada@example.org"}[by], "reason": "x" * 200}
    for status in ("revoked", "already-revoked"):
        answer = good(inviter.client.post("/v1/trial-invites/revoke", body))
        assert answer.keys() == {"invites"}
        (one,) = answer["invites"]
        shaped(one, inviteId=str, email=str, status=str)
        assert (one["inviteId"], one["email"], one["status"]) == (
            invite["inviteId"],
            "ada@example.org",
            status,
        )
    page = open_link(invite["url"])
    assert "withdrawn" in page.text.lower(), (
        "the link opens a page saying the invitation was withdrawn"
    )
    assert "bsk_" not in accepted(invite["url"], "ada@example.org").text


def test_a_used_invitation_stays_used(inviter: Room) -> None:
    """Revoke result statuses: used (already signed up or in; account unchanged)."""
    invite = sent(inviter)
    theirs = Client(inviter.bench.url, key_in(accepted(invite["url"], "ada@example.org").text))
    (told,) = good(
        inviter.client.post("/v1/trial-invites/revoke", {"inviteId": invite["inviteId"]})
    )["invites"]
    assert told["status"] == "used"
    moment(told["usedAt"])
    good(theirs.get("/v1/folders"))


def test_revoke_takes_exactly_one_target(inviter: Room) -> None:
    """POST revoke: exactly one of inviteId, url, email; unknown id or url 404; unknown email an
    empty list; reason 200 chars.
    """

    def post(**body: Any) -> httpx.Response:
        return inviter.client.post("/v1/trial-invites/revoke", body)

    refused(post(), 400, "VALIDATION_ERROR")
    refused(post(inviteId="a", email="a@example.org"), 400, "VALIDATION_ERROR")
    refused(post(inviteId="inv_nothing"), 404, "INVITE_NOT_FOUND")
    refused(post(url=inviter.bench.url + "/invites/nothing"), 404, "INVITE_NOT_FOUND")
    assert good(post(email="nobody@example.org")) == {"invites": []}
    invalid(post(email="nobody@example.org", reason="x" * 201), "reason")


def test_a_hundred_invitations_a_day_and_no_more(alone: Room) -> None:
    """Errors: RATE_LIMITED, more than 100 per workspace per day; decisions: Invitations; Retry-After, revoked
    ones count.
    """
    alone.place.owner.admin.permissions.grant(permission="trialInvites")
    for number in range(100):
        sent(alone, f"a{number}@example.org")
    good(alone.client.post("/v1/trial-invites/revoke", {"email": "a1@example.org"}))
    answer = alone.client.post("/v1/trial-invites", {"email": "late@example.org"})
    refused(answer, 429, "RATE_LIMITED")
    assert 0 < int(answer.headers["retry-after"]) <= 86400
    alone.bench.manual_clock.advance(days=1, seconds=1)
    sent(alone, "late@example.org")
