"""Trial invitations on a real data folder: who may send them, what their links do, and what
accepting one opens.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

import brandstudio
from brandstudio import errors
from brandstudio.handlers.invites import InviteAccepted, InviteView
from brandstudio.http.app import make_app
from brandstudio.service.service import Service
from brandstudio.service.session import Session
from brandstudio.studio.studio import LocalStudio

DAY = 24 * 3600


@contextmanager
def opened(data: Path, later: float = 0.0) -> Iterator[LocalStudio]:
    """The studio, with its clock moved by so many seconds."""
    with brandstudio.open(data, clock_offset=later) as studio:
        yield studio


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with opened(tmp_path / "studio") as studio:
        studio.admin.permissions.grant(permission="trialInvites")
        yield studio


def service(studio: LocalStudio) -> Service:
    assert isinstance(studio.transport, Session)
    return studio.transport.service


def token(url: str) -> str:
    return url.rpartition("/invites/")[2]


def view(studio: LocalStudio, url: str) -> InviteView:
    found: InviteView = service(studio).invite_view(token(url))
    return found


def accept(studio: LocalStudio, url: str, email: str) -> InviteAccepted:
    accepted: InviteAccepted = service(studio).accept_invite(token(url), email, "192.0.2.1")
    return accepted


def trial(studio: LocalStudio, accepted: InviteAccepted) -> LocalStudio:
    """The new workspace, as its key's holder sees it."""
    return LocalStudio(Session(service(studio), service(studio).authenticate(accepted.api_key)))


def picture(folder: Path, colour: str) -> Path:
    path = folder / f"{colour}.png"
    Image.new("RGB", (64, 48), colour).save(path)
    return path


def brand(studio: LocalStudio, folder: Path) -> None:
    """Acme with two sub-folders and a picture in each of the three."""
    studio.folders.create(name="Acme")
    for name in ("Spring", "Summer"):
        studio.folders.create(name=name, parent="acme")
    for place, colour in (("acme", "red"), ("acme/spring", "green"), ("acme/summer", "blue")):
        studio.library.add(folder=place, file=picture(folder, colour))
    studio.rules.add(folder="acme", kind="copy", text="Never write cheap")


# -- sending ---------------------------------------------------------------------------------------


def test_a_workspace_without_the_permission_may_not_invite(tmp_path: Path) -> None:
    with opened(tmp_path / "studio") as studio:
        with pytest.raises(errors.Forbidden):
            studio.invites.create(email="jane@example.com")
        with pytest.raises(errors.Forbidden):
            studio.invites.revoke(email="jane@example.com")


def test_an_invitation_is_good_for_thirty_days(tmp_path: Path, studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com", first_name="Jane", company_name="Globex")
    found = view(studio, made.url)
    assert (found.status, found.first_name, found.company) == ("issued", "Jane", "Globex")
    assert found.expires_at == made.expires_at
    with opened(tmp_path / "studio", 30 * DAY - 60) as soon:
        assert view(soon, made.url).status == "issued"
    with opened(tmp_path / "studio", 30 * DAY + 1) as late:
        assert view(late, made.url).status == "expired"
        with pytest.raises(errors.InviteNotFound):
            accept(late, made.url, "jane@example.com")


def test_the_link_is_nowhere_in_the_database(tmp_path: Path, studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com")
    with sqlite3.connect(tmp_path / "studio" / "studio.db") as db:
        dump = "\n".join(db.iterdump())
    assert made.invite_id in dump
    assert token(made.url) not in dump


@pytest.mark.parametrize(
    "email", ["no address", "jane@", "Jane <jane@example.com>", "jane@localhost", "a@b@example.com"]
)
def test_something_that_is_no_address_is_a_validation_error(
    studio: LocalStudio, email: str
) -> None:
    with pytest.raises(errors.ValidationError) as caught:
        studio.invites.create(email=email)
    assert [field["path"] for field in caught.value.details["fields"]] == ["email"]


@pytest.mark.parametrize(
    "email", ["a@mailinator.com", "a@MAILINATOR.com", "a@sub.deep.mailinator.com"]
)
def test_throwaway_domains_and_what_lies_under_them_are_blocked(
    studio: LocalStudio, email: str
) -> None:
    with pytest.raises(errors.BlockedEmailDomain):
        studio.invites.create(email=email)


def test_a_missing_brand_and_a_missing_sub_brand_are_told_apart(studio: LocalStudio) -> None:
    studio.folders.create(name="Acme")
    with pytest.raises(errors.BrandNotFound):
        studio.invites.create(email="jane@example.com", folder="globex")
    with pytest.raises(errors.SubBrandNotFound):
        studio.invites.create(email="jane@example.com", folder="acme", sub_brands=["spring"])


def test_sub_brands_without_a_brand_are_a_validation_error(studio: LocalStudio) -> None:
    with pytest.raises(errors.ValidationError):
        studio.invites.create(email="jane@example.com", sub_brands=["spring"])


def test_a_hundred_a_day_and_withdrawn_ones_count(tmp_path: Path, studio: LocalStudio) -> None:
    for number in range(100):
        studio.invites.create(email=f"person{number}@example.com")
    studio.invites.revoke(email="person7@example.com")
    with pytest.raises(errors.RateLimited) as caught:
        studio.invites.create(email="one.more@example.com")
    assert DAY - 300 < caught.value.details["retryAfter"] <= DAY
    assert len(studio.admin.invites().invites) == 100
    with opened(tmp_path / "studio", DAY + 1) as tomorrow:
        assert tomorrow.invites.create(email="one.more@example.com").invite_id


# -- withdrawing -----------------------------------------------------------------------------------


def test_a_withdrawn_link_opens_a_page_that_says_so(studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com")
    answer = studio.invites.revoke(invite_id=made.invite_id, reason="Wrong person")
    assert [(entry.invite_id, entry.email, entry.status) for entry in answer.invites] == [
        (made.invite_id, "jane@example.com", "revoked")
    ]
    assert view(studio, made.url).status == "revoked"
    with pytest.raises(errors.InviteNotFound):
        accept(studio, made.url, "jane@example.com")
    assert len(studio.admin.workspaces.list().workspaces) == 1


def test_withdrawing_by_address_tells_the_state_of_each_invitation(
    tmp_path: Path, studio: LocalStudio
) -> None:
    old = studio.invites.create(email="jane@example.com")
    with opened(tmp_path / "studio", 31 * DAY) as later:
        used = later.invites.create(email="jane@example.com")
        accept(later, used.url, "jane@example.com")
        gone = later.invites.create(email="Jane@example.com")
        later.invites.revoke(url=gone.url)
        live = later.invites.create(email="jane@example.com")
        answer = later.invites.revoke(email="jane@example.com")
    assert {entry.invite_id: entry.status for entry in answer.invites} == {
        old.invite_id: "expired",
        used.invite_id: "used",
        gone.invite_id: "already-revoked",
        live.invite_id: "revoked",
    }
    assert [entry.used_at is not None for entry in answer.invites] == [False, True, False, False]


def test_an_address_that_was_never_invited_gives_an_empty_list(studio: LocalStudio) -> None:
    assert studio.invites.revoke(email="nobody@example.com").invites == []
    assert studio.invites.revoke(email="no address at all").invites == []


def test_an_unknown_id_or_link_is_not_found(studio: LocalStudio) -> None:
    for target in (
        {"invite_id": "inv_unknown"},
        {"url": "https://studio.example.com/invites/" + "A" * 43},
        {"url": "x"},
    ):
        with pytest.raises(errors.InviteNotFound):
            studio.invites.revoke(**target)


def test_another_workspace_can_not_withdraw_it(tmp_path: Path, studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com")
    studio.admin.workspaces.create(name="other")
    with brandstudio.open(tmp_path / "studio", workspace="other") as other:
        other.admin.permissions.grant(permission="trialInvites")
        assert other.invites.revoke(email="jane@example.com").invites == []
        with pytest.raises(errors.InviteNotFound):
            other.invites.revoke(invite_id=made.invite_id)
        with pytest.raises(errors.InviteNotFound):
            other.invites.revoke(url=made.url)
    assert view(studio, made.url).status == "issued"


def test_exactly_one_of_id_link_and_address_is_sent(studio: LocalStudio) -> None:
    with pytest.raises(errors.ValidationError):
        studio.invites.revoke()
    with pytest.raises(errors.ValidationError):
        studio.invites.revoke(invite_id="inv_1", email="jane@example.com")


# -- accepting -------------------------------------------------------------------------------------


def test_accepting_opens_a_workspace_with_credits_and_a_full_key(studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com", company_name="Globex")
    accepted = accept(studio, made.url, "JANE@example.com")
    assert (accepted.workspace_name, accepted.credits, accepted.folder) == ("Globex", 200, None)
    with trial(studio, accepted) as guest:
        assert [
            (entry.type, entry.credits) for entry in guest.credits.transactions().transactions
        ] == [("grant", 200)]
        guest.folders.create(name="Ours")
        guest.folders.delete(folder="ours")  # only a Full access key may
    assert view(studio, made.url).status == "used"
    [listed] = studio.admin.invites().invites
    assert (listed.status, listed.url) == ("used", "")


def test_the_workspace_is_named_after_the_domain_and_never_twice_the_same(
    studio: LocalStudio,
) -> None:
    names = []
    for email in ("a@example.com", "b@example.com", "c@example.com"):
        names.append(accept(studio, studio.invites.create(email=email).url, email).workspace_name)
    assert names == ["example.com", "example.com 2", "example.com 3"]


def test_the_folder_comes_along_with_all_below_it(tmp_path: Path, studio: LocalStudio) -> None:
    brand(studio, tmp_path)
    made = studio.invites.create(email="jane@example.com", folder="acme")
    assert view(studio, made.url).folder_name == "Acme"
    accepted = accept(studio, made.url, "jane@example.com")
    assert (accepted.folder, accepted.note) == ("acme", None)
    with trial(studio, accepted) as guest:
        tree = guest.folders.tree(folder="acme")
        assert sorted(level2.slug for level2 in tree.level2_folders) == ["spring", "summer"]
        items = list(guest.library.pages(folder="acme", subtree=True))
        assert sorted(item.filename for item in items) == ["blue.png", "green.png", "red.png"]
        assert all(guest.read(item.url or "") for item in items)
        assert [rule.text for rule in guest.rules.list(folder="acme").rules] == [
            "Never write cheap"
        ]
        theirs = {item.image_id for item in items}
    ours = {item.image_id for item in studio.library.pages(folder="acme", subtree=True)}
    assert not ours & theirs
    report = studio.admin.doctor()
    assert report.ok, report.problems


def test_purging_the_original_leaves_the_copy_whole(tmp_path: Path, studio: LocalStudio) -> None:
    brand(studio, tmp_path)
    made = studio.invites.create(email="jane@example.com", folder="acme", sub_brands=[])
    accepted = accept(studio, made.url, "jane@example.com")
    [item] = studio.library.list(folder="acme").items
    studio.library.delete(image_id=item.image_id, folder="acme", purge=True)
    with trial(studio, accepted) as guest:
        [copy] = guest.library.list(folder="acme").items
        assert guest.read(copy.url or "")
    assert studio.admin.doctor().ok


@pytest.mark.parametrize(
    ("named", "found"), [(None, ["spring", "summer"]), ([], []), (["summer"], ["summer"])]
)
def test_only_the_named_sub_brands_come_along(
    tmp_path: Path, studio: LocalStudio, named: list[str] | None, found: list[str]
) -> None:
    brand(studio, tmp_path)
    made = studio.invites.create(email="jane@example.com", folder="acme", sub_brands=named)
    with trial(studio, accept(studio, made.url, "jane@example.com")) as guest:
        assert (
            sorted(child.slug for child in guest.folders.children(folder="acme").children) == found
        )


def test_a_folder_that_is_gone_leaves_a_note_and_an_empty_studio(studio: LocalStudio) -> None:
    studio.folders.create(name="Acme")
    made = studio.invites.create(email="jane@example.com", folder="acme")
    studio.folders.delete(folder="acme")
    assert view(studio, made.url).folder_name is None
    accepted = accept(studio, made.url, "jane@example.com")
    assert accepted.folder is None
    assert "gone" in (accepted.note or "")


def test_another_address_opens_nothing_and_five_tries_an_hour_are_all(
    tmp_path: Path, studio: LocalStudio
) -> None:
    made = studio.invites.create(email="jane@example.com")
    for number in range(5):
        with pytest.raises(errors.ValidationError):
            accept(studio, made.url, f"guess{number}@example.com")
    with pytest.raises(errors.RateLimited) as caught:
        accept(studio, made.url, "jane@example.com")
    assert 3300 < caught.value.details["retryAfter"] <= 3600
    assert len(studio.admin.workspaces.list().workspaces) == 1
    with opened(tmp_path / "studio", 3601) as later:
        assert accept(later, made.url, "jane@example.com").api_key


def test_looking_at_the_page_changes_nothing(tmp_path: Path, studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com")
    before = service(studio).store.database.connection().execute("select * from invites").fetchall()
    for _ in range(20):
        assert view(studio, made.url).status == "issued"
    assert (
        service(studio).store.database.connection().execute("select * from invites").fetchall()
        == before
    )


def test_a_link_is_used_once_however_many_come_at_the_same_moment(studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com")

    def attempt(_: int) -> str:
        try:
            return accept(studio, made.url, "jane@example.com").api_key
        except errors.InviteNotFound:
            return ""

    with ThreadPoolExecutor(8) as pool:
        keys = [key for key in pool.map(attempt, range(16)) if key]
    assert len(keys) == 1
    assert len(studio.admin.workspaces.list().workspaces) == 2
    assert studio.admin.doctor().ok


@pytest.mark.parametrize(
    "odd", ["", "short", "A" * 43, "../../etc/passwd", "\x00" * 43, "\N{PILE OF POO}" * 43]
)
def test_a_made_up_link_is_unknown(studio: LocalStudio, odd: str) -> None:
    assert service(studio).invite_view(odd).status == "unknown"
    with pytest.raises(errors.InviteNotFound):
        service(studio).accept_invite(odd, "jane@example.com", "")


def test_the_same_key_gives_the_same_invitation(studio: LocalStudio) -> None:
    first = studio.invites.create(email="jane@example.com", idempotency_key="monday")
    again = studio.invites.create(email="jane@example.com", idempotency_key="monday")
    assert first == again
    assert len(studio.admin.invites().invites) == 1
    assert token(first.url) not in "\n".join(service(studio).store.database.connection().iterdump())


def test_the_page_behind_the_link_opens_the_studio_with_the_key_on_it(studio: LocalStudio) -> None:
    made = studio.invites.create(email="jane@example.com", first_name="Jane")
    with TestClient(make_app(service(studio))) as browser:
        assert "Jane, your studio is ready" in browser.get(made.url).text
        wrong = browser.post(made.url, data={"email": "joe@example.com"})
        assert (wrong.status_code, "not the address" in wrong.text) == (400, True)
        opened = browser.post(made.url, data={"email": "jane@example.com"})
        key = re.search(r"bsk_[0-9A-Za-z]{49}", opened.text)
        assert key is not None
        assert browser.get("/v1/folders", headers={"x-api-key": key[0]}).status_code == 200
        assert browser.get(made.url).status_code == 410
        assert browser.get("/invites/" + "A" * 43).status_code == 404


def test_links_begin_with_the_configured_address(studio: LocalStudio) -> None:
    base = service(studio)
    base.settings = replace(base.settings, base_url="https://studio.example.com")
    made = studio.invites.create(email="jane@example.com")
    assert made.url.startswith("https://studio.example.com/invites/")
