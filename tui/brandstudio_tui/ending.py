"""A terminal that goes away ends the studio as quitting does."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App

    AnyApp = App[Any]

PATIENCE = 8.0
"""Seconds that leaving in order may take after a signal, then the process ends as it stands."""


@contextmanager
def heed_hangup(app: AnyApp) -> Iterator[None]:
    """SIGHUP and SIGTERM leave the app in order; what is under way goes on in its own process.

    Leaving writes to the terminal, and where nobody reads it any more a full buffer would hold that
    for good. So an alarm is set, whose handler also interrupts a wait of the main thread.
    """
    asked = signal.SIGTERM

    def leave(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = signal.Signals(number)
        if signal.getitimer(signal.ITIMER_REAL)[0] == 0:
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        app.call_later(app.exit)

    def cut_off(number: int, frame: FrameType | None) -> None:
        _restore(app)
        os._exit(128 + asked)

    handlers = {signal.SIGHUP: leave, signal.SIGTERM: leave, signal.SIGALRM: cut_off}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        _let_go(app)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _restore(app: AnyApp) -> None:
    """The terminal takes lines again, as before the studio; nothing is written to it."""
    driver = app._driver
    settings = getattr(driver, "attrs_before", None)
    if settings is None:
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # also from the background
    with suppress(termios.error, OSError):
        termios.tcsetattr(getattr(driver, "fileno", 0), termios.TCSANOW, settings)


def _let_go(app: AnyApp) -> None:
    """Textual's input thread is told that all is over.

    Where the terminal is gone, restoring it fails before Textual tells the thread itself: it would
    read the end of its input again and again, and keep the process alive.
    """
    told = getattr(app._driver, "exit_event", None)
    if told is not None:
        told.set()
