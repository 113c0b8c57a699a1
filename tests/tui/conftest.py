"""A studio on the terminal, driven by a pilot over either transport."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from brandstudio_tui.app import StudioApp
from brandstudio_tui.opening import Given
from brandstudio_tui.widgets.bars import PieceLine
from brandstudio_tui.widgets.choice import Choice
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from brandstudio import errors
from brandstudio.studio import Studio
from brandstudio.testing import Bench, Place, Transport
from tests.operations.conftest import small_frames

__all__ = ["small_frames"]

#: What crosses the network is tried in the quick suite; other screens over it are drills.
ACROSS = ("saved_banner_is_opened", "going_away", "first_time", "revised_from_the_gallery")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        screen = item.path.parent.name == "tui" and item.name.endswith("http]")
        if screen and not any(name in item.name for name in ACROSS):
            item.add_marker(pytest.mark.slow)


Opened = Callable[..., AbstractAsyncContextManager["Hand"]]


class Hand:
    """A pilot with patience: it waits for what the threads bring, not for a time."""

    def __init__(self, app: StudioApp, pilot: Pilot[None], bench: Bench) -> None:
        self.app, self.pilot, self.bench = app, pilot, bench

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        await self.pilot.press(*(("space" if letter == " " else letter) for letter in text))
        await self.settle()

    async def click(self, target: Any, **more: Any) -> None:
        await self.pilot.click(target, **more)
        await self.settle()

    async def click_word(self, selector: str, word: str) -> None:
        """Click the piece of a line (the footer, the areas, a filter) that says so."""
        line = self.app.screen.query_one(selector, PieceLine)
        found = [start for start, _, piece in line.laid_out()[0] if piece.text.strip() == word]
        assert found, f"{word} is not in {selector}:\n{self.text()}"
        await self.click(line, offset=(found[0] + 1, 0))

    async def go(self, title: str) -> None:
        """Click an area by what the bar calls it."""
        await self.click_word("TopBar", title)
        await self.until(lambda: self.app.current_mode == title.split()[1].lower())

    async def fill(self, name: str, text: str) -> None:
        """Click a field of a form, and put text in place of what stands there."""
        await self.click(f"#field-{name}")
        await self.pilot.press("end", "ctrl+u")
        self.app.post_message(events.Paste(text))
        await self.until(lambda: self.app.screen.query_one(f"#field-{name}", Input).value == text)

    async def turn(self, name: str, value: str) -> None:
        """Click on a choice until it is that value."""
        choice = self.app.screen.query_one(name, Choice)
        for _ in choice.options:
            if choice.value != value:
                await self.click(choice, offset=(20, 0))
        assert choice.value == value

    async def settle(self) -> None:
        """Until every question is answered and painted; the bench works on what was accepted."""
        await self.pilot.pause()
        for _ in range(3000):
            if not any(worker.is_running for worker in self.app.workers):
                break
            await asyncio.to_thread(self.bench.run_until_idle)
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], object], seconds: float = 20) -> None:
        """Until something is so; what waits in the job queue is carried out meanwhile."""
        end = asyncio.get_running_loop().time() + seconds
        while not holds():
            assert asyncio.get_running_loop().time() < end, self.text()
            await asyncio.to_thread(self.bench.run_until_idle)
            await self.pilot.pause(0.02)
        await self.settle()

    def text(self) -> str:
        """What stands on the screen."""
        height = self.app.size.height
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in line) for line in lines[:height])


def at_once(app: StudioApp, *keys: str) -> None:
    """All of them are in the terminal's buffer before the first is looked at."""
    for key in keys:
        named = {" ": "space", "/": "slash"}.get(key, key)
        app.post_message(events.Key(named, key if len(key) == 1 else None))


async def waiting(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Until something is so, where no bench works beside."""
    for _ in range(2000):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came to be")


class Moody:
    """A transport that can be told to stop answering, or answering operations of some name alone."""

    def __init__(self, inner: object, only: str = "") -> None:
        self.inner, self.only, self.away, self.refused = inner, only, False, 0

    def send(self, operation: object, /) -> object:
        if self.away and type(operation).__name__.startswith(self.only):
            self.refused += 1
            raise errors.ServiceBusy("the server can't be reached")
        return self.inner.send(operation)  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


@pytest.fixture(params=["process", "http"])
def transport(request: pytest.FixtureRequest) -> Transport:
    """The terminal studio awaits nothing of the package's own, so that the third face is not tried."""
    chosen: Transport = request.param
    return chosen


@pytest.fixture
def studio(place: Place, transport: Transport) -> Iterator[Studio]:
    """The owner's studio in process, a full key's over HTTP."""
    if transport == "process":
        yield place.owner
        return
    with place.studio("http") as made:
        yield made


@pytest.fixture
def opened(shared_bench: Bench, studio: Studio) -> Opened:
    """Opens the terminal studio on the workspace of the test."""

    @asynccontextmanager
    async def open_app(size: tuple[int, int] = (120, 40), **options: Any) -> AsyncIterator[Hand]:
        app = StudioApp(Given(studio), **options)
        async with app.run_test(size=size, notifications=True) as pilot:
            hand = Hand(app, pilot, shared_bench)
            await hand.until(lambda: app.gate.opened)
            await hand.settle()
            try:
                yield hand
            finally:
                app.stop_watching()

    return open_app
