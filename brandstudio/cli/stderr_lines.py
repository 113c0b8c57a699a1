"""Lines to standard error that nobody waits for: a thread writes them, some of a moment at once.

A terminal that is held, or a pipe that nobody reads, stops whoever writes to it. Were that the event
loop, the whole server would stand still.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from typing import TextIO

MOST_WAITING = 20_000
"""Lines; what comes above that is dropped, and counted."""
_TOGETHER_SECONDS = 0.05
_LAST_SECONDS = 2.0


class StderrLines:
    """Writes lines to a stream, in order, from a thread of its own."""

    def __init__(self, stream: TextIO, most: int = MOST_WAITING) -> None:
        self._stream, self._most = stream, most
        self._waiting: deque[str] = deque()
        self._dropped = 0
        self._something, self._ending = threading.Event(), threading.Event()
        self._written = threading.Event()
        self._written.set()
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Take a line without its end; never waits."""
        if len(self._waiting) >= self._most:
            self._dropped += 1
            return
        self._written.clear()
        self._waiting.append(line)
        if not self._something.is_set():
            self._something.set()

    def flush(self) -> None:
        """Wait until all is written, as far as the stream takes it within two seconds."""
        self._written.wait(_LAST_SECONDS)

    def close(self) -> None:
        """Write what waits, as far as the stream takes it within two seconds, and end."""
        self._ending.set()
        self._something.set()
        self._thread.join(_LAST_SECONDS)

    def _write_all(self) -> None:
        while not (self._ending.is_set() and not self._waiting):
            self._something.wait()
            self._something.clear()
            lines = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if self._dropped:
                count, self._dropped = self._dropped, 0
                lines.append(f'{{"dropped":{count},"why":"standard error was not read"}}')
            try:
                self._stream.write("".join(f"{line}\n" for line in lines))
                self._stream.flush()
            except (OSError, ValueError):
                return  # closed: there is nobody to tell
            if not self._waiting:
                self._written.set()
            if not self._ending.is_set():
                time.sleep(_TOGETHER_SECONDS)


class LinesHandler(logging.Handler):
    """What the program logs, by the same way."""

    def __init__(self, lines: StderrLines) -> None:
        super().__init__()
        self._lines = lines

    def flush(self) -> None:
        """Wait until all is written."""
        self._lines.flush()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.write(self.format(record))
        except Exception:
            self.handleError(record)
