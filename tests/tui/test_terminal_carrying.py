"""The brand's own files, added and removed from the style area."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import as_file, files

import pytest
from brandstudio_tui.screens.dialogs import Form, Pick, Sure
from brandstudio_tui.widgets.choice import Choice
from textual.widgets import Input

from brandstudio.studio import Studio
from tests.tui.conftest import Hand, Opened


def tell(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def said(hand: Hand) -> str:
    return (hand.app.last_said or ("", ""))[0]


def logos(studio: Studio) -> list[tuple[str, str, bool]]:
    found = studio.logos.list(folder="acme").logos
    return [(logo.name, logo.variant, logo.primary) for logo in found]


def test_a_logo_is_added_for_a_ground_removed_and_comes_back(
    opened: Opened, studio: Studio
) -> None:
    studio.folders.create(name="Acme")
    one = [("Acme", "dark", True)]

    async def story() -> None:
        with as_file(files("brandstudio") / "assets" / "demo" / "logo-light.svg") as file:
            async with opened(folder="acme") as hand:
                await hand.press("f4", "l")
                await hand.until(lambda: isinstance(hand.app.screen, Form))
                hand.app.screen.query_one("#field-path", Input).value = "/nowhere/logo.svg"
                await hand.press("ctrl+s")
                assert said(hand) == "There is no file /nowhere/logo.svg"
                await hand.press("l")
                hand.app.screen.query_one("#field-path", Input).value = str(file)
                hand.app.screen.query_one("#field-ground", Choice).value = "dark"
                await hand.press("ctrl+s")
                await hand.until(lambda: logos(studio) == one)
                await hand.until(lambda: "Acme (acme)" in hand.text())
                await hand.press("L")
                await hand.until(lambda: isinstance(hand.app.screen, Pick))
                await hand.press("enter")
                await hand.until(lambda: logos(studio) == [])
                await hand.until(lambda: "Removed: Acme" in said(hand))
                await hand.press("u")
                await hand.until(lambda: logos(studio) == one)

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_font_is_added_and_removed_after_a_question(opened: Opened, studio: Studio) -> None:
    studio.folders.create(name="Acme")

    def fonts() -> list[str]:
        return [font.role for font in studio.fonts.list(folder="acme").fonts]

    async def story() -> None:
        with as_file(files("brandstudio") / "assets" / "fonts" / "NotoColorEmoji.ttf") as file:
            async with opened(folder="acme") as hand:
                await hand.press("f4", "F")
                await hand.until(lambda: "none of its own" in said(hand))
                await hand.press("f")
                await hand.until(lambda: isinstance(hand.app.screen, Form))
                hand.app.screen.query_one("#field-path", Input).value = str(file)
                hand.app.screen.query_one("#field-role", Choice).value = "headline"
                await hand.press("ctrl+s")
                await hand.until(lambda: fonts() == ["headline"])
                await hand.press("F")
                await hand.until(lambda: isinstance(hand.app.screen, Pick))
                await hand.press("enter")
                await hand.until(lambda: isinstance(hand.app.screen, Sure))
                await hand.press("y")
                await hand.until(lambda: fonts() == [])

    tell(story)
