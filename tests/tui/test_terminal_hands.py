"""What hands do without looking it up: drop files, press enter, type while a key has a letter."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from brandstudio_tui.compositing import Changes
from brandstudio_tui.screens.dialogs import Form, Pick
from brandstudio_tui.widgets.choice import Choice
from brandstudio_tui.widgets.folders import FolderTree
from rich.console import Console
from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widgets import Input

from brandstudio.studio import Studio
from brandstudio.testing import picture
from tests.tui.conftest import Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    return studio


def tell(story: Any) -> None:
    asyncio.run(story())


def test_files_dropped_on_the_library_are_added(
    opened: Opened, acme: Studio, tmp_path: Path
) -> None:
    files = [tmp_path / "sea view.png", tmp_path / "pier.png"]
    for mark, file in enumerate(files):
        file.write_bytes(picture(64, 48, mark=mark))

    async def story() -> None:
        async with opened(folder="acme") as hand:
            hand.app.screen._forward_event(events.Paste("\n".join(map(str, files))))
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.press("enter")
            await hand.until(lambda: acme.library.list(folder="acme").total_count == 2)

    tell(story)


def test_what_was_added_and_a_search_hides_is_said(
    opened: Opened, acme: Studio, tmp_path: Path
) -> None:
    for mark, name in enumerate(("pier.png", "harbour.png")):
        (tmp_path / name).write_bytes(picture(64, 48, mark=mark))

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("slash")
            await hand.type("harbour")
            await hand.press("enter")
            for name, words in (
                ("pier.png", "Added to acme: pier (hidden by the search)"),
                ("harbour.png", "Added to acme: harbour"),
            ):
                hand.app.screen._forward_event(events.Paste(str(tmp_path / name)))
                await hand.until(lambda: isinstance(hand.app.screen, Form))
                await hand.press("enter")
                await hand.until(lambda words=words: hand.app.last_said[0] == words)

    tell(story)


def test_enter_in_a_choice_sends_the_form_and_the_tree_opens_to_the_new_folder(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme/spring") as hand:
            tree = hand.app.screen.query_one(FolderTree)
            await hand.until(lambda: tree.path == "acme/spring")
            await hand.press("n")
            await hand.type("May")
            await hand.press("tab")
            assert isinstance(hand.app.focused, Choice)
            await hand.press("enter")
            await hand.until(lambda: tree.path == "acme/spring/may")

    tell(story)


def test_a_key_with_a_letter_is_no_letter_of_the_headline(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            headline = hand.app.screen.query_one("#slot-headline", Input)
            await hand.press("alt+s")
            await hand.until(lambda: isinstance(hand.app.screen, Pick))
            assert headline.value == "The harbour opens"

    tell(story)


def test_a_change_is_sent_without_what_stands_left_of_it() -> None:
    line = Strip([Segment("picture"), Segment("frame"), Segment("picture")])
    changes = Changes([{0: line}], [(0, 7, 12)], [[19]])
    sent = changes.render_segments(Console(color_system=None))
    assert sent == "\x1b[1;8Hframe"
