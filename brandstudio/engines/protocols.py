"""What an engine is asked and what it answers: frozen values and three small protocols.

Every engine (the built-in one, an OpenAI-compatible server, a folder of diffusion weights) answers
the same requests, so a pipeline never knows which one it talks to. Requests carry all that matters;
nothing is looked up elsewhere, and the same request with the same seed gives the same picture where
the engine can promise that (``Capabilities.deterministic``).

Pictures are uint8 arrays of shape (height, width, 3) or (height, width, 4), sRGB, straight alpha.
Masks are arrays of shape (height, width), either uint8 0..255 or float 0..1.

An engine raises only these: ``errors.UpstreamError`` (it failed), ``errors.UpstreamTimeout`` (no
answer in time), ``errors.ContentRefused`` (it will not draw or write that),
``errors.UnsupportedInstruction`` (a part of a revision is not understood or can't be done),
``errors.UnsupportedPrompt`` (the subject of a strict request can't be drawn) and
``errors.ValidationError`` (the request makes no sense, for instance a side of zero pixels).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Mask = NDArray[np.uint8] | NDArray[np.float32]

Side = Literal["left", "right", "top", "bottom"]
# : Why a picture is edited. ``revise`` does what the words say; ``brandify`` moves it into the
# brand's look and : ``improve`` mends what was measured as off: both may have no words at all and
# never fail on words they can't read.
EditPurpose = Literal["revise", "brandify", "improve"]
Sketched = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class BrandSwatch:
    """One colour of a brand: ``#rrggbb``, its share of the palette (0..1), and its role, for
    instance ``primary``.
    """

    hex: str
    weight: float = 1.0
    role: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The tint of shadows, midtones and highlights, each as OKLab (a, b); (0, 0) is neutral."""

    shadows: tuple[float, float] = (0.0, 0.0)
    midtones: tuple[float, float] = (0.0, 0.0)
    highlights: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class BrandLook:
    """A folder's resolved style, as far as a picture can follow it. What is None is free.

    Figures are measured as ``photoStyle`` measures them: ``key`` is the median and ``contrast`` the
    5..95 percentile spread of OKLab lightness (0..1), ``saturation`` the mean OKLCH chroma
    (0..0.4), ``temperature`` the mean OKLab b (negative is cool, positive is warm).
    """

    palette: tuple[BrandSwatch, ...] = ()
    key: float | None = None
    contrast: float | None = None
    saturation: float | None = None
    temperature: float | None = None
    grade: Grade | None = None
    grain: float | None = None
    medium: str | None = None
    mood: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    space: Side | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels: left and top edge, width and height."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class CreateRequest:
    """Make a new picture of exactly ``width`` by ``height`` pixels from a prompt and a look.

    ``strict``: an engine that can't draw the prompt's subject refuses instead of drawing a
    background for it. ``references`` are pictures whose look is to be followed, not their content,
    at most as many as ``Capabilities.references``; ``logo`` is the brand's, where the prompt asks for
    one. ``sketched`` is told how many views of how many came before the picture; what it raises
    ends the request.
    """

    prompt: str
    width: int
    height: int
    seed: int = 0
    look: BrandLook = field(default_factory=BrandLook)
    strict: bool = False
    references: tuple[Pixels, ...] = field(default=(), compare=False, repr=False)
    logo: Pixels | None = field(default=None, compare=False, repr=False)
    sketched: Sketched | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class EditRequest:
    """Change a picture; the answer has the source's size unless the instructions ask for another
    crop.

    ``mask`` is bright where the picture may change (None: everywhere). ``subject`` and ``faces``
    are what was found when the picture came in (None: nobody looked; an engine may look for
    itself). ``strength`` (0..1) is how far the answer may move from the source. ``references``,
    ``logo`` and ``sketched`` are as in ``CreateRequest``.
    """

    source: Pixels
    instructions: str = ""
    purpose: EditPurpose = "revise"
    look: BrandLook = field(default_factory=BrandLook)
    mask: Mask | None = None
    subject: Mask | None = None
    faces: tuple[Box, ...] | None = None
    seed: int = 0
    strength: float = 0.6
    references: tuple[Pixels, ...] = field(default=(), repr=False)
    logo: Pixels | None = field(default=None, repr=False)
    sketched: Sketched | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class ExtendRequest:
    """Continue a picture beyond its edges into a frame of ``width`` by ``height`` pixels.

    The source lies with its top left corner at (``x``, ``y``) of the frame, wholly inside it, and
    its pixels stay as they are. A crop is the caller's to make.
    """

    source: Pixels
    width: int
    height: int
    x: int
    y: int
    prompt: str = ""
    look: BrandLook = field(default_factory=BrandLook)
    subject: Mask | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        height, width = self.source.shape[:2]
        if self.x < 0 or self.y < 0 or self.x + width > self.width or self.y + height > self.height:
            raise ValueError("the source must lie wholly inside the frame")


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture that an engine made, and how.

    ``prompt_sent`` is the prompt as the model got it (for a rule-based engine: what it understood),
    kept with the version. ``warnings`` say in plain words what was left out or repaired; ``done``
    lists the edits that were made.
    """

    pixels: Pixels
    prompt_sent: str
    model: str
    warnings: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do, for ``brandstudio engines``; ``understands`` are lines for people,
    ``references`` how many pictures of a look it takes with a request.
    """

    name: str
    model: str
    create: bool = False
    edit: bool = False
    extend: bool = False
    mask: bool = False
    text: bool = False
    vision: bool = False
    deterministic: bool = False
    offline: bool = False
    references: int = 0
    understands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation. What comes from outside (a page, a picture's words) is always
    ``user``.
    """

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class TextRequest:
    """Ask for words, or for a JSON value that fits ``schema`` (JSON Schema, an object at the
    top).
    """

    system: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 2048
    temperature: float = 0.4
    seed: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class VisionRequest:
    """Ask about a picture, for words or for a JSON value that fits ``schema``."""

    picture: Pixels
    prompt: str
    system: str = ""
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What a text or vision engine said. ``data`` fits the request's schema; it is None when there
    was none. ``cut_off``: it ends at the model's limit and not where it was meant to.
    """

    text: str
    prompt_sent: str
    model: str
    data: Mapping[str, Any] | None = None
    warnings: tuple[str, ...] = ()
    cut_off: bool = False


@runtime_checkable
class ImageEngine(Protocol):
    """Makes and changes pictures."""

    @property
    def capabilities(self) -> Capabilities: ...

    def create(self, request: CreateRequest) -> Picture: ...

    def edit(self, request: EditRequest) -> Picture: ...

    def extend(self, request: ExtendRequest) -> Picture: ...


@runtime_checkable
class TextEngine(Protocol):
    """Writes words or structured answers."""

    @property
    def capabilities(self) -> Capabilities: ...

    def complete(self, request: TextRequest) -> Answer: ...


@runtime_checkable
class VisionEngine(Protocol):
    """Looks at a picture and says what it sees."""

    @property
    def capabilities(self) -> Capabilities: ...

    def describe(self, request: VisionRequest) -> Answer: ...
