"""Pages in a real browser: by keyboard, without scripts, on a phone, read aloud."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from browser import CHROMIUM, Browser
from fake_service import Accepted, Invitation

from brandstudio import errors

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

ISSUED = Invitation("issued", "Acme Ltd", "Mara", "Acme", datetime(2026, 12, 21, tzinfo=UTC))


@pytest.fixture
def phone(tmp_path):
    browser = Browser(tmp_path / "profile", width=360, height=740, scripts=False)
    yield browser
    browser.close()


def test_an_invited_person_opens_the_studio_by_keyboard_on_a_phone_without_scripts(phone, running):
    service = running.service
    service.invites["tok"] = ISSUED

    def accept(token, email):
        if service.invites[token].status != "issued":
            raise errors.InviteNotFound
        if email != "mara@acme.example":
            raise errors.ValidationError.of("email", "wrong")
        service.invites[token] = Invitation("used")
        return Accepted("Acme Ltd", "bsk_" + "Xy7" * 16, 200, "acme")

    service.accept = accept
    phone.open(f"{running.url}/invites/tok")
    told = phone.text()
    assert "heading: Mara, your studio is ready" in told
    assert "textbox: Your e-mail address" in told
    assert "button: Open my studio" in told
    assert phone.width_of_content() <= 360

    phone.key("Tab")
    phone.type("mara@other.example")
    phone.key("Enter")
    phone.settle()
    assert "This is not the address that was invited" in phone.text()
    assert "button: Open my studio" in phone.text()
    assert phone.width_of_content() <= 360

    # The field has the focus again, with what was typed in it.
    phone.call(
        "Input.dispatchKeyEvent",
        type="keyDown",
        key="a",
        modifiers=2,
        windowsVirtualKeyCode=65,
        commands=["selectAll"],
    )
    phone.type("mara@acme.example")
    phone.key("Enter")
    phone.settle()
    told = phone.text()
    assert "heading: Your studio is open" in told
    assert "bsk_" + "Xy7" * 16 in told
    assert phone.width_of_content() <= 360

    phone.open(f"{running.url}/invites/tok")
    assert "heading: This invitation has been used" in phone.text()
    assert "bsk_" not in phone.text()


@pytest.mark.parametrize(
    ("status", "heading"),
    [("revoked", "was withdrawn"), ("expired", "has expired"), ("unknown", "no invitation here")],
)
def test_a_dead_link_says_so(phone, running, status, heading):
    running.service.invites["tok"] = Invitation(status)
    phone.open(f"{running.url}/invites/tok")
    assert heading in phone.text()
    assert phone.width_of_content() <= 360


def test_the_docs_can_be_read_without_scripts_and_on_a_phone(phone, running):
    phone.open(f"{running.url}/docs")
    told = phone.text()
    assert "heading: Brand-asset studio API" in told
    assert "/v1/images/{imageId}/revise" in told
    assert "Filter" not in told
    assert phone.width_of_content() <= 360


def test_the_filter_of_the_docs_leaves_what_is_looked_for(tmp_path, running):
    browser = Browser(tmp_path / "profile")
    try:
        browser.open(f"{running.url}/docs#setHero")
        shown = "[...document.querySelectorAll('details.op')].filter((e) => e.offsetParent).length"
        assert browser.run("document.getElementById('setHero').closest('details').open") is True
        every = browser.run(shown)
        browser.run("document.getElementById('filter').focus()")
        browser.type("golden-refs")
        assert 0 < browser.run(shown) < every / 5
        assert browser.run("document.querySelectorAll('pre .copy').length") > 50
    finally:
        browser.close()
