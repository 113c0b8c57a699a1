"""A data folder with a clock that tests move and a scripted outside world, on every transport."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from ..care.sweeping import sweep
from ..context import Clock, Context
from ..models.admin import Doctor
from ..operations import Operation
from ..service.service import Service
from ..service.session import Session
from ..service.worker import Worker
from ..settings import Settings
from ..studio.studio import LocalStudio, Studio
from .scripted import ScriptedEngines, ScriptedWorld

if TYPE_CHECKING:
    pass

R = TypeVar("R")
Transport = Literal["process", "http", "async"]
Level = Literal["read", "create", "full"]

START_MS = 1_790_000_000_000
"""Where a ``ManualClock`` begins: 21 September 2026, UTC."""


class ManualClock(Clock):
    """Time that moves when a test says so; every reading is a millisecond later, so that orders are
    certain.
    """

    def __init__(self, now: int = START_MS, *, step: int = 1) -> None:
        super().__init__()
        self._now, self._tick, self._step = now, 0, step
        self._lock = threading.Lock()

    def now(self) -> int:
        with self._lock:
            self._now += self._step
            return self._now

    def tick(self) -> int:
        with self._lock:
            return self._tick

    def boot(self) -> str:
        return f"manual {id(self)}"

    def advance(
        self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0
    ) -> None:
        """Let so much time pass (negative: a wall clock that is set back, which never moves
        leases).
        """
        passed = round((seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1000)
        with self._lock:
            self._now += passed
            self._tick += max(0, passed)

    def jump(self, seconds: float) -> None:
        """Set the wall clock alone."""
        with self._lock:
            self._now += round(seconds * 1000)


class KeySession(Session):
    """A session that shows its API key at every call, as a client of the server does."""

    def __init__(self, service: Service, api_key: str) -> None:
        super().__init__(service, service.authenticate(api_key))
        self._api_key = api_key

    def send(self, operation: Operation[R], /) -> R:
        self.caller = self.service.authenticate(self._api_key)
        return super().send(operation)


class Bench:
    """One data folder with a manual clock and a scripted world, reached in process and through a
    server.
    """

    def __init__(
        self,
        data: Path,
        *,
        clock: Clock | None = None,
        engines: ScriptedEngines | None = None,
        fault: Callable[[str], None] | None = None,
        **settings: Any,
    ) -> None:
        self.data = data
        self.clock = ManualClock() if clock is None else clock
        self.engines = ScriptedEngines() if engines is None else engines
        chosen = Settings(**{"data": data, "starting_credits": 1000, **settings})
        self.service = Service(chosen, ScriptedWorld(self.engines), clock=self.clock, fault=fault)
        self.worker = Worker(self.service, threads=0)
        self._open = ExitStack()
        self._url: str | None = None

    @property
    def manual_clock(self) -> ManualClock:
        """The clock, where it is one that the test moves."""
        assert isinstance(self.clock, ManualClock)
        return self.clock

    @property
    def url(self) -> str:
        """The address of a server of this bench, started when first asked for."""
        if self._url is None:
            self._url = self._open.enter_context(listening(self.service))
        return self._url

    def workspace(self, name: str | None = None, *, credits: float = 1000) -> Place:
        """A new workspace."""
        owner = LocalStudio(Session(self.service, self.service.owner()))
        made = owner.admin.workspaces.create(
            name=name or f"workspace {time.monotonic_ns()}", credits=credits
        )
        return Place(self, made.workspace_id)

    def context(self, workspace_id: str = "", request_id: str = "test") -> Context:
        """What handlers and pipelines work with."""
        return self.service.context(workspace_id, request_id)

    def run_until_idle(self) -> int:
        """Carry out all work that waits; returns how many pieces there were."""
        done = 0
        while self.worker.run_one():
            done += 1
        return done

    def sweep(self) -> None:
        """Remove what is due."""
        sweep(self.context())

    def doctor(self, *, mend: bool = False) -> Doctor:
        """Test every invariant of the store."""
        return self.owner().admin.doctor(mend=mend, scrub=True)

    def owner(self) -> LocalStudio:
        """The owner's studio in the default workspace."""
        return LocalStudio(Session(self.service, self.service.owner()))

    def close(self) -> None:
        """Stop the server and let go of the folder."""
        self._open.close()
        self._url = None
        self.service.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Place:
    """A workspace of a bench."""

    def __init__(self, bench: Bench, workspace_id: str) -> None:
        self.bench = bench
        self.workspace_id = workspace_id
        self.owner = LocalStudio(Session(bench.service, bench.service.owner(workspace_id)))
        self._keys: dict[Level, str] = {}

    def key(self, level: Level = "full") -> str:
        """An API key of that level."""
        if level not in self._keys:
            self._keys[level] = self.owner.admin.keys.create(level=level).secret
        return self._keys[level]

    def studio(self, transport: Transport = "process", level: Level = "full") -> Studio:
        """A studio that holds a key of that level, over each transport. ``async`` is the studio that
        is awaited, driven by an event loop on a thread of its own.
        """
        key = self.key(level)
        if transport == "async":
            from .driven import Driven

            return Driven(KeySession(self.bench.service, key))
        if transport == "process":
            return Studio(KeySession(self.bench.service, key))
        from ..http.client import HttpTransport

        # One attempt: a test wants to see the first answer.
        return Studio(HttpTransport(self.bench.url, key, attempts=1))

    @property
    def balance(self) -> float:
        return self.owner.admin.credits.balance().balance


@contextmanager
def listening(service: Service) -> Iterator[str]:
    """A server for the service on a free port of 127.0.0.1; gives its address."""
    import uvicorn

    from ..http.app import make_app
    from ..http.connections import impatient

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        # Connections inherit it. asyncio sets it only on sockets that were made with an explicit
        # protocol, and without it an answer in two writes waits 40 ms for the other side's
        # acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        config = uvicorn.Config(
            make_app(service),
            http=impatient(1000),  # as ``serve`` speaks
            log_level="warning",
            access_log=False,
            lifespan="on",
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            if not thread.is_alive():
                raise RuntimeError("the test server did not start")
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)


def picture(
    width: int = 320,
    height: int = 240,
    colour: Sequence[int] = (200, 60, 40),
    *,
    format: str = "PNG",
    mark: int = 0,
) -> bytes:
    """A small picture file. ``mark`` moves a square, so that two pictures differ in content and to
    the eye.
    """
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), tuple(colour))
    if mark:
        draw = ImageDraw.Draw(image)
        rest = mark
        # One of 16 fields for each digit of the mark: near-duplicates differ in at least one field.
        for row in range(4):
            for column in range(4):
                if rest & 1:
                    left, top = column * width // 4, row * height // 4
                    draw.rectangle(
                        (left, top, left + width // 4, top + height // 4),
                        fill=(20, 40 + 9 * row, 220),
                    )
                rest >>= 1
    out = io.BytesIO()
    image.save(out, format)
    return out.getvalue()
