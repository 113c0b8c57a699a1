"""Whole workflows by the mouse alone (words are typed all the same), in the areas that have buttons of
lines: making, words, style and the desk.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from brandstudio_tui.screens.changing import ChangeScreen
from brandstudio_tui.screens.dialogs import Form
from brandstudio_tui.widgets.choice import Choice
from brandstudio_tui.widgets.rows import Rows
from textual.widgets import Input, Static

from brandstudio.studio import LocalStudio, Studio
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


def words(hand: Hand, selector: str) -> str:
    return str(hand.app.screen.query_one(selector, Static).content)


def tell(story: Any) -> None:
    asyncio.run(story())


def test_a_picture_is_made_by_the_mouse(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("2 Make")
            await hand.click("TextArea#words")
            await hand.type("calm sea")
            await hand.click("#ratio", offset=(16, 0))
            assert hand.app.screen.query_one("#ratio", Choice).value != "16:9"
            await hand.click_word("KeyBar", "Make it")
            await hand.until(lambda: any(job.status == "completed" for job in hand.app.jobs))
            await hand.click("#jobs", offset=(4, 1))
            await hand.until(lambda: "calm sea" in words(hand, "#came-words"))

    tell(story)


def test_a_text_is_proofread_by_the_mouse(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("5 Words")
            await hand.click("#mode", offset=(2, 0))  # the one before the first: proofread
            assert hand.app.screen.query_one("#mode", Choice).value == "proofread"
            await hand.click("TextArea#text")
            await hand.type("We we sail today.")
            await hand.click_word("KeyBar", "Do it")
            await hand.until(lambda: hand.app.screen.query_one("#marks", Rows).rows)
            await hand.click("#marks", offset=(4, 1))
            await hand.click_word("KeyBar", "Accept")
            await hand.until(lambda: "We sail today." in words(hand, "#answer-text"))

    tell(story)


def test_a_rule_is_added_and_removed_by_the_mouse(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("4 Style")
            await hand.click_word("KeyBar", "New rule")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.click("#field-text")
            await hand.type("Never shout")
            await hand.click("#send")
            await hand.until(lambda: len(acme.rules.list(folder="acme").rules) == 1)
            await hand.until(lambda: hand.app.screen.query_one("#rules", Rows).rows)
            await hand.click("#rules", offset=(6, 1))
            await hand.click_word("KeyBar", "Reject")
            await hand.until(lambda: not acme.rules.list(folder="acme").rules)

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_key_is_made_by_the_mouse(opened: Opened, acme: Studio) -> None:
    assert isinstance(acme, LocalStudio)
    owner = acme

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("6 Desk")
            await hand.click("#sections", offset=(4, 4))
            await hand.click_word("#deeds", "New key")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.click("#field-name")
            await hand.type("site")
            await hand.click("#send")
            await hand.until(lambda: len(owner.admin.keys.list().keys) == 1)

    tell(story)


def test_a_banner_is_drawn_and_changed_by_the_mouse(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("3 Banner")
            await hand.click("#slot-headline")
            await hand.type("It opens")
            await hand.click_word("KeyBar", "Change")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            await hand.click("#turn-align", offset=(20, 0))
            await hand.click("#turn-colour_text")
            await hand.type("accent")
            screen: Any = hand.app.screen
            assert screen.query_one("#turn-colour_text", Input).value == "accent"
            assert screen.changes["colours"] == {"text": "accent"}
            await hand.click("#turn-colour_text")
            await hand.press("ctrl+u")
            await hand.click_word("KeyBar", "Change it")
            await hand.until(lambda: "2 of 2 drawn" in words(hand, "Figures"))

    tell(story)
