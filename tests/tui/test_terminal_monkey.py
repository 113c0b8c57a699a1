"""A monkey at the keyboard and the mouse: whatever it does, nothing crashes and no write is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from brandstudio_tui.widgets.gallery import Gallery
from textual.errors import NoWidget

from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from brandstudio.testing import Place, Transport
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz",
    *("A", "D", "G", "H", "M", "N", "R", "T", "X", "1", "2", "3", "4", "5", "6"),
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f11"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "tab", "shift+tab", "space", "slash", "plus", "minus", "full_stop"),
    *("ctrl+s", "ctrl+n", "ctrl+l", "ctrl+o", "ctrl+p", "ctrl+g", "ctrl+t", "ctrl+y", "ctrl+r"),
    *("question_mark", "backspace", "delete", "alt+right", "alt+left"),
)
LEAVING = ("ctrl+q", "ctrl+z", "f10", "f12")
"""Left out: they end or stop the app, or write files where it stands."""


async def play(hand: Hand, chance: random.Random, times: int) -> None:
    """So many random keys and clicks; now and then it lets the threads catch up."""
    width, height = hand.app.size
    for turn in range(times):
        if chance.random() < 0.2:
            with suppress(NoWidget):  # a screen that has not been laid out has nothing to click on
                await hand.pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
        else:
            await hand.pilot.press(chance.choice(KEYS))
        if chance.random() < 0.03:
            # A monkey would never leave a form by itself often enough to see the rest.
            await hand.pilot.press("escape", "escape", f"f{chance.randrange(1, 7)}")
        if turn % 40 == 0:
            await asyncio.to_thread(hand.bench.run_until_idle)
        assert hand.app._exception is None, turn
        assert hand.app.is_running, turn


def stock(studio: Studio, add: Callable[..., LibraryItem]) -> None:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    for number in range(6):
        add(studio, "acme", number)


def monkey(opened: Opened, times: int, seed: int) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await play(hand, random.Random(seed), times)
            for _ in range(4):
                await hand.pilot.press("escape")
            await hand.settle()
            await hand.pilot.press("f1")
            await hand.until(lambda: hand.app.current_mode == "library")
            assert hand.app.screen_stack[0].query_one(Gallery)

    asyncio.run(story())


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize("seed", [1])
def test_a_few_hundred_random_keys_and_clicks(
    opened: Opened, studio: Studio, add: Callable[..., LibraryItem], place: Place, seed: int
) -> None:
    stock(studio, add)
    monkey(opened, 150, seed)
    assert consistent(place)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_keys_and_clicks(
    opened: Opened,
    studio: Studio,
    add: Callable[..., LibraryItem],
    place: Place,
    transport: Transport,
    seed: int,
) -> None:
    stock(studio, add)
    monkey(opened, 500, seed + (100 if transport == "http" else 0))
    assert consistent(place)


def consistent(place: Place) -> bool:
    """Every charge has its work, every item its files, the balance its ledger."""
    found = place.bench.doctor()
    assert found.problems == []
    entries = []
    cursor = None
    while True:
        page = place.owner.credits.transactions(limit=200, cursor=cursor)
        entries += page.transactions
        cursor = page.next_cursor
        if cursor is None:
            break
    assert round(sum(entry.credits for entry in entries), 2) == place.balance
    return found.ok
