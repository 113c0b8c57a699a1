"""The studio's gate: threads that need the studio before it is open wait here."""

from __future__ import annotations

import threading

import brandstudio


class Gate:
    """The studio once it is open, or why it is not."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._studio: brandstudio.Studio | None = None
        self._error: Exception | None = None

    def set(self, studio: brandstudio.Studio) -> None:
        self._studio = studio
        self._open.set()

    def fail(self, error: Exception) -> None:
        self._error = error
        self._open.set()

    def studio(self) -> brandstudio.Studio:
        self._open.wait()
        if self._studio is None:
            raise self._error or RuntimeError("the studio is closed")
        return self._studio

    @property
    def opened(self) -> bool:
        return self._studio is not None
