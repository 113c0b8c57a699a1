"""A terminal that goes away ends the studio as quitting does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App


@contextmanager
def heed_hangup(app: App[Any]) -> Iterator[None]:
    """SIGHUP and SIGTERM leave the app in order; what is under way goes on in its own process."""

    def leave(number: int, frame: FrameType | None) -> None:
        app.call_later(app.exit)

    before = {number: signal.signal(number, leave) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        _let_go(app)
        for number, handler in before.items():
            signal.signal(number, handler)


def _let_go(app: App[Any]) -> None:
    """Textual's input thread is told that all is over.

    Where the terminal is gone, restoring it fails before Textual tells the thread itself: it would
    read the end of its input again and again, and keep the process alive.
    """
    told = getattr(app._driver, "exit_event", None)
    if told is not None:
        told.set()
