"""Tools for tests, ours and those of programs that use brandstudio: a clock, a scripted outside
world, both transports.

    with Bench(tmp_path) as bench:
        place = bench.workspace(credits=20)
        studio = place.studio()                    # in this process
        remote = place.studio("http", level="read")  # the same, through a server on 127.0.0.1
        bench.engines.fetcher.answers["https://example.com/a.png"] = picture(400, 300)
        bench.clock.advance(days=31)
        bench.run_until_idle()

Nothing here reaches a network: links, webhooks and pictures are what the test says they are.
"""

from __future__ import annotations

import hashlib
import io
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast

from .care.sweeping import sweep
from .context import Clock, Context
from .engines.protocols import Capabilities, CreateRequest, EditRequest, ExtendRequest, Picture
from .errors import PayloadTooLarge, StudioError
from .models.admin import Doctor
from .network.deliver import Delivery
from .network.fetch import Fetched, FetchRefused
from .operations import Operation
from .service.service import Service
from .service.session import Session
from .service.worker import Worker
from .settings import Settings
from .studio.studio import LocalStudio, Studio

if TYPE_CHECKING:
    from .engines.protocols import ImageEngine, TextEngine, VisionEngine
    from .network.deliver import Deliverer
    from .network.fetch import Fetcher

R = TypeVar("R")
Transport = Literal["process", "http"]
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


@dataclass
class ScriptedFetcher:
    """A web of links: bytes, an error to raise, or a function of the link. Any other link can't be
    read.
    """

    answers: dict[str, bytes | Exception | Callable[[str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def fetch(
        self, url: str, *, max_bytes: int, kind: str = "image", workspace: str = ""
    ) -> Fetched:
        self.asked.append(url)
        answer = self.answers.get(url)
        if answer is None:
            raise FetchRefused("unreachable")
        if isinstance(answer, Exception):
            raise answer
        body = answer if isinstance(answer, bytes) else answer(url)
        if len(body) > max_bytes:
            raise PayloadTooLarge(f"The file behind the link is over {max_bytes} bytes.")
        return Fetched(url, "", body, url)


@dataclass(frozen=True)
class Sent:
    """One delivery as its receiver saw it."""

    url: str
    body: bytes
    headers: dict[str, str]


@dataclass
class ScriptedDeliverer:
    """A receiver of webhooks: ``outcomes`` are used up one by one (a status or an error text), then
    all succeed.
    """

    outcomes: list[int | str] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Delivery:
        with self._lock:
            self.sent.append(Sent(url, body, dict(headers)))
            outcome = self.outcomes.pop(0) if self.outcomes else 204
        return Delivery(outcome) if isinstance(outcome, int) else Delivery(None, outcome)


@dataclass
class ScriptedImageEngine:
    """Plain pictures whose colour follows from the words; ``failures`` are raised one by one before
    anything is made.
    """

    failures: list[StudioError | None] = field(default_factory=list)
    requests: list[CreateRequest | EditRequest | ExtendRequest] = field(default_factory=list)
    before: Callable[[CreateRequest | EditRequest | ExtendRequest], None] | None = None

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            "scripted",
            "scripted-1",
            create=True,
            edit=True,
            extend=True,
            deterministic=True,
            offline=True,
        )

    def create(self, request: CreateRequest) -> Picture:
        self._note(request)
        return self._painted(f"{request.prompt}/{request.seed}", request.width, request.height)

    def edit(self, request: EditRequest) -> Picture:
        self._note(request)
        height, width = request.source.shape[:2]
        return self._painted(f"{request.instructions}/{request.seed}", width, height)

    def extend(self, request: ExtendRequest) -> Picture:
        self._note(request)
        made = self._painted(request.prompt, request.width, request.height)
        height, width = request.source.shape[:2]
        made.pixels[request.y : request.y + height, request.x : request.x + width] = request.source[
            ..., :3
        ]
        return made

    def _note(self, request: CreateRequest | EditRequest | ExtendRequest) -> None:
        self.requests.append(request)
        if self.before is not None:
            self.before(request)
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            raise failure

    @staticmethod
    def _painted(words: str, width: int, height: int) -> Picture:
        import numpy as np

        seed = hashlib.sha256(words.encode()).digest()
        pixels = np.empty((height, width, 3), np.uint8)
        pixels[:] = list(seed[:3])
        pixels[: height // 2, : width // 2] = list(seed[3:6])
        return Picture(pixels, words, "scripted-1")


class ScriptedEngines:
    """The outside world as a test wants it. ``text`` and ``vision`` are None: the local ones do the
    work.
    """

    def __init__(
        self,
        *,
        image: ImageEngine | None = None,
        text: TextEngine | None = None,
        vision: VisionEngine | None = None,
    ) -> None:
        self.fetcher = ScriptedFetcher()
        self.deliverer = ScriptedDeliverer()
        self.image = ScriptedImageEngine() if image is None else image
        self.text = text
        self.vision = vision


class ScriptedWorld:
    """Scripted engines in the shape that the service asks for."""

    def __init__(self, engines: ScriptedEngines) -> None:
        self.scripted = engines

    @property
    def fetcher(self) -> Fetcher:
        return cast("Fetcher", self.scripted.fetcher)

    @property
    def deliverer(self) -> Deliverer:
        return cast("Deliverer", self.scripted.deliverer)

    @property
    def image(self) -> ImageEngine:
        return self.scripted.image

    @property
    def local_image(self) -> ImageEngine:
        return self.scripted.image

    @property
    def text(self) -> TextEngine | None:
        return self.scripted.text

    @property
    def vision(self) -> VisionEngine | None:
        return self.scripted.vision


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
        """A studio that holds a key of that level, over either transport."""
        key = self.key(level)
        if transport == "process":
            return Studio(KeySession(self.bench.service, key))
        from .http.client import HttpTransport

        # One attempt: a test wants to see the first answer.
        return Studio(HttpTransport(self.bench.url, key, attempts=1))

    @property
    def balance(self) -> float:
        return self.owner.admin.credits.balance().balance


@contextmanager
def listening(service: Service) -> Iterator[str]:
    """A server for the service on a free port of 127.0.0.1; gives its address."""
    import uvicorn

    from .http.app import make_app

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        # Connections inherit it. asyncio sets it only on sockets that were made with an explicit
        # protocol, and without it an answer in two writes waits 40 ms for the other side's
        # acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        config = uvicorn.Config(
            make_app(service), log_level="warning", access_log=False, lifespan="on"
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
