"""What wakes threads that found nothing to do."""

from __future__ import annotations

import threading


class Bell:
    """Rung from any thread. Who waits says when it last looked, so that nothing that rang meanwhile is
    missed.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._rung = 0

    @property
    def rung(self) -> int:
        """How often it rang so far; asked before one looks for something to do."""
        with self._changed:
            return self._rung

    def ring(self) -> None:
        """Wake all who wait."""
        with self._changed:
            self._rung += 1
            self._changed.notify_all()

    def wait(self, since: int, seconds: float) -> bool:
        """Until it has rung more often than ``since``, or so many seconds; whether it rang."""
        with self._changed:
            return self._changed.wait_for(lambda: self._rung > since, seconds)
