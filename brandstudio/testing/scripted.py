"""An outside world that does what a test says: links, webhooks, pictures."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from ..engines.lettering import Lettering
from ..engines.meaning import Meaning
from ..engines.protocols import Capabilities, CreateRequest, EditRequest, ExtendRequest, Picture
from ..errors import PayloadTooLarge, StudioError
from ..network.deliver import Delivery
from ..network.fetch import Fetched, FetchRefused

if TYPE_CHECKING:
    from PIL import Image

    from ..engines.protocols import ImageEngine, TextEngine, VisionEngine
    from ..network.deliver import Deliverer
    from ..network.fetch import Fetcher


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


class ScriptedLettering(Lettering):
    """Reads in every picture the lines that a test gives it; without any it is not installed."""

    def __init__(self) -> None:
        super().__init__()
        self.said: tuple[str, ...] | None = None
        self.read = 0

    @property
    def installed(self) -> bool:
        return self.said is not None

    def lines(self, image: Image.Image) -> tuple[str, ...]:
        self.read += 1
        return self.said or ()


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
        self.meaning = Meaning()
        self.lettering = ScriptedLettering()


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
    def meaning(self) -> Meaning:
        return self.scripted.meaning

    @property
    def lettering(self) -> Lettering:
        return self.scripted.lettering

    @property
    def local_image(self) -> ImageEngine:
        return self.scripted.image

    @property
    def text(self) -> TextEngine | None:
        return self.scripted.text

    @property
    def vision(self) -> VisionEngine | None:
        return self.scripted.vision
