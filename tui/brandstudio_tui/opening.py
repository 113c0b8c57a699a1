"""How a studio is reached: a folder of this machine in a process beside us, or an address."""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any

import brandstudio
from brandstudio.errors import ServiceBusy

from . import memory
from .calls import Call, Recorder


@dataclass(frozen=True)
class Embedded:
    """A folder of data on this machine."""

    data: Path
    workspace: str = "default"

    @property
    def label(self) -> str:
        return str(self.data)

    @property
    def python(self) -> str:
        """The expression that opens the same studio."""
        more = "" if self.workspace == "default" else f", workspace={self.workspace!r}"
        return f"brandstudio.open({str(self.data)!r}{more}, worker=True)"

    @property
    def command(self) -> str:
        """The beginning of a command on the same studio."""
        import shlex

        more = [] if self.workspace == "default" else ["--workspace", self.workspace]
        return shlex.join(["brandstudio", "--data", str(self.data), *more])

    def open(self) -> brandstudio.Studio:
        beside = Beside(self.data, self.workspace)
        return brandstudio.LocalStudio(beside)


@dataclass(frozen=True)
class Remote:
    """A server behind an address."""

    url: str
    api_key: str

    def __repr__(self) -> str:
        return f"Remote({self.url!r})"

    @property
    def label(self) -> str:
        return self.url

    @property
    def python(self) -> str:
        return (
            f"brandstudio.connect({self.url!r}, "
            "api_key=__import__('os').environ['BRANDSTUDIO_API_KEY'])"
        )

    @property
    def command(self) -> str:
        import shlex

        return shlex.join(["brandstudio", "--url", self.url])

    def open(self) -> brandstudio.Studio:
        return brandstudio.connect(self.url, api_key=self.api_key, timeout=30.0)


@dataclass(frozen=True)
class Given:
    """A studio that is open already; whoever opened it closes it."""

    studio: brandstudio.Studio
    label: str = "studio"
    python: str = "brandstudio.open('brandstudio-data', worker=True)"
    command: str = "brandstudio"

    def open(self) -> brandstudio.Studio:
        return self.studio


Place = Embedded | Remote | Given


def recorded(studio: brandstudio.Studio, tell: Callable[[Call], None]) -> brandstudio.Studio:
    """The same studio, which tells of each call that changes something."""
    return type(studio)(Recorder(studio.transport, tell))


class Beside:
    """A transport to a studio in a process beside this one, which is started again if it dies."""

    def __init__(self, data: Path, workspace: str) -> None:
        self._data, self._workspace = data, workspace
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Any]] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        self._process = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
            [
                sys.executable,
                "-m",
                "brandstudio_tui.backstage",
                str(theirs.fileno()),
                str(self._data),
                self._workspace,
            ],
            pass_fds=[theirs.fileno()],
            env=memory.ENVIRONMENT | os.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._words,
            # ^Z and ^C of the terminal are for the screen alone.
            start_new_session=True,
        )
        theirs.close()
        self._ours = ours
        self._connection = Connection(os.dup(ours.fileno()))
        opened: Future[Any] = Future()
        self._waiting = {0: opened}
        threading.Thread(
            target=self._listen, args=(self._connection, self._waiting), daemon=True
        ).start()
        opened.result(120)

    def _listen(self, connection: Connection, waiting: dict[int, Future[Any]]) -> None:
        while True:
            try:
                number, value, error = connection.recv()
            except (EOFError, OSError):
                break
            future = waiting.pop(number, None)
            if future is None:
                continue
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)
        for future in list(waiting.values()):
            if not future.done():
                future.set_exception(ServiceBusy(self._last_words()))
        waiting.clear()

    def _last_words(self) -> str:
        try:
            self._words.seek(0)
            lines = self._words.read().decode(errors="replace").strip().splitlines()
        except (OSError, ValueError):
            lines = []
        said = f": {lines[-1]}" if lines else ""
        return f"The studio's own process ended{said}. It is started again; try once more."

    def _ask(self, method: str, *arguments: Any) -> Any:
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("this studio is closed")
            if self._process.poll() is not None:
                self._hang_up()
                self._start()
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                self._connection.send((number, method, arguments))
            except OSError:
                self._waiting.pop(number, None)
                raise ServiceBusy(self._last_words()) from None
        return future.result()

    def send(self, operation: Any, /) -> Any:
        return self._ask("send", operation)

    def upload(self, ticket: Any, data: bytes, /) -> None:
        self._ask("upload", ticket, data)

    def read(self, url: str, /) -> bytes:
        data: bytes = self._ask("read", url)
        return data

    def assist(self) -> bool:
        """The process beside works by itself; there is nothing to do here."""
        return False

    def _hang_up(self) -> None:
        # Closing alone would not reach the other side while our own thread still reads.
        with suppress(OSError):
            self._ours.shutdown(socket.SHUT_RDWR)
        self._ours.close()
        self._connection.close()

    def close(self) -> None:
        """Close the socket; the process ends by itself."""
        with self._lock:
            self._closed = True
            self._hang_up()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)
        self._words.close()
