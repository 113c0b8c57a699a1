"""The first time: from an empty studio to a saved banner, counted in keys."""

from __future__ import annotations

import asyncio

import pytest
from brandstudio_tui.screens.dialogs import Form
from brandstudio_tui.screens.welcome import Welcome

from brandstudio.studio import Studio
from tests.tui.conftest import Opened

MOST_KEYS = 4
"""Besides the words themselves."""


@pytest.mark.parametrize("transport", ["process", "http"])
def test_an_empty_studio_to_a_saved_banner_in_a_few_keys(opened: Opened, studio: Studio) -> None:
    async def story() -> None:
        async with opened() as hand:
            keys: list[str] = []

            async def press(key: str) -> None:
                keys.append(key)
                await hand.press(key)

            await hand.until(lambda: isinstance(hand.app.screen, Welcome))
            await press("n")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.type("Acme")
            await press("enter")
            await hand.until(lambda: hand.app.folder == "acme")
            await press("3")
            await hand.type("The harbour opens")
            await press("ctrl+s")
            await hand.until(
                lambda: studio.library.list(folder="acme", kind="design").total_count == 1
            )
            assert len(keys) <= MOST_KEYS

    asyncio.run(story())
