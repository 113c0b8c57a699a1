"""What is typed ahead: keys that are read all at once each go where the one before has put the cursor."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from brandstudio_tui.app import StudioApp
from brandstudio_tui.opening import Given
from brandstudio_tui.screens.dialogs import Form
from brandstudio_tui.widgets.bars import TopBar
from brandstudio_tui.widgets.rows import Rows
from textual import events
from textual.command import CommandPalette
from textual.widgets import Input, TextArea

from brandstudio.studio import Studio
from tests.tui.conftest import Hand, Opened, at_once, waiting

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


def clicked(app: StudioApp, x: int, y: int) -> None:
    for kind in (events.MouseDown, events.MouseUp):
        app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))


def field(hand: Hand, name: str) -> str:
    return hand.app.screen.query_one(name, Input).value


def tell(story: Any) -> None:
    asyncio.run(story())


@pytest.mark.parametrize("key", ["f3", "3"])
def test_a_headline_is_whole_however_soon_it_is_typed(
    opened: Opened, acme: Studio, key: str
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, key, *"3 quiet ham/mocks")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: field(hand, "#slot-headline") == "3 quiet ham/mocks")

    tell(story)


@pytest.mark.parametrize("key", ["2", "5"])
def test_a_text_is_whole_however_soon_it_is_typed(opened: Opened, acme: Studio, key: str) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, key, *"calm sea at 6")
            await hand.until(lambda: hand.app.current_mode != "library")
            await hand.until(
                lambda: hand.app.screen.query(TextArea).first().text == "calm sea at 6"
            )

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_words_after_a_click_on_an_area_are_words_there(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            bar = hand.app.screen.query_one(TopBar)
            pieces = bar.laid_out()[0]
            start = next(start for start, _, piece in pieces if piece.text.strip() == "3 Banner")
            clicked(hand.app, bar.region.x + start + 1, bar.region.y)
            at_once(hand.app, *"quiet")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: field(hand, "#slot-headline") == "quiet")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_pasted_text_comes_after_the_key_before_it(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, "3", *"Open ")
            hand.app.post_message(events.Paste("all day"))
            at_once(hand.app, *", 4")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: field(hand, "#slot-headline") == "Open all day, 4")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_enter_in_a_field_has_the_next_words_in_the_next_field(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, "3", *"Quiet", "enter", *"All day")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: field(hand, "#slot-headline") == "Quiet")
            await hand.until(lambda: field(hand, "#slot-subhead") == "All day")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_search_takes_every_letter(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, "/", *"xmas")
            await hand.until(lambda: field(hand, "#search") == "xmas")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_dialogs_and_the_palette_take_every_letter(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            at_once(hand.app, "n", *"Nunu", "enter")
            await hand.until(lambda: hand.app.folder == "acme/nunu")
            at_once(hand.app, "ctrl+p", *"max")
            await hand.until(lambda: isinstance(hand.app.screen, CommandPalette))
            await hand.until(lambda: hand.app.screen.query(Input).first().value == "max")
            at_once(hand.app, "escape", "n", "N")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.until(lambda: hand.app.screen.query(Input).first().value == "N")

    tell(story)


def test_keys_go_on_though_what_one_was_given_to_never_answers(
    opened: Opened, acme: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            monkeypatch.setattr("brandstudio_tui.inturn.PATIENCE", 0.05)
            monkeypatch.setattr(hand.app, "_follow", lambda *way: None)
            at_once(hand.app, "f3", *"red")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: field(hand, "#slot-headline") == "red")

    tell(story)


@dataclass(frozen=True, kw_only=True)
class Late(Given):
    """A studio that takes its time to open."""

    may: threading.Event

    def open(self) -> Studio:
        self.may.wait(30)
        return super().open()


@pytest.mark.parametrize("transport", ["process"])
def test_the_desk_has_all_its_sections_where_it_is_opened_before_the_studio_is(
    acme: Studio,
) -> None:
    place = Late(acme, may=threading.Event())

    async def story() -> None:
        app = StudioApp(place, folder="acme")
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("f6")
            await waiting(pilot, lambda: app.current_mode == "desk")
            place.may.set()
            sections = app.screen.query_one("#sections", Rows)
            await waiting(pilot, lambda: "doctor" in [row.key for row in sections.rows])
        app.stop_watching()

    tell(story)
