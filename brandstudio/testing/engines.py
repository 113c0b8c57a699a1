"""Tries an engine of one's own against all that the protocol asks of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..engines.own import check_attributes, problem_with
from ..engines.protocols import (
    Answer,
    BrandLook,
    BrandSwatch,
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    ImageEngine,
    Message,
    Picture,
    TextEngine,
    TextRequest,
    VisionEngine,
    VisionRequest,
)
from ..errors import (
    ContentRefused,
    UnsupportedInstruction,
    UpstreamError,
    UpstreamTimeout,
    ValidationError,
)

if TYPE_CHECKING:
    from ..engines.protocols import Pixels

MAY_RAISE = (
    UpstreamError,
    UpstreamTimeout,
    ContentRefused,
    UnsupportedInstruction,
    ValidationError,
)
"""The errors that an engine may raise; every other one is a fault of its own."""

SIZES = ((64, 64), (320, 180), (123, 77))
LOOK = BrandLook(
    palette=(BrandSwatch("#0b3d5c", 0.6, "primary"), BrandSwatch("#f2a65a", 0.4)), key=0.5
)
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def check_image_engine(engine: ImageEngine) -> list[str]:
    """Have an image engine make, edit and extend small pictures, as far as it says that it can.

    Returns a line for each thing that was tried. Raises AssertionError that lists every point where
    the engine departs from ``brandstudio.engines.protocols``: sizes, types and shapes of pixels, a
    source that is written into, an extension that changes the source, errors that are none of the
    engine's to raise, and, where it says so, pictures that differ for the same request.
    """
    check_attributes("image", engine)
    return _tried(engine.capabilities, _image_trials(engine))


def check_text_engine(engine: TextEngine) -> list[str]:
    """Have a text engine write words and a structured answer; as ``check_image_engine``."""
    check_attributes("text", engine)
    plain = TextRequest("Answer in one word.", (Message("user", "The sea is"),), max_tokens=64)
    shaped = TextRequest(
        "Answer as JSON.", (Message("user", "What is blue?"),), schema=SCHEMA, max_tokens=128
    )
    return _tried(
        engine.capabilities,
        iter(
            [
                ("complete, words", lambda: _answer(engine.complete(plain), shaped=False)),
                ("complete, a schema", lambda: _answer(engine.complete(shaped), shaped=True)),
            ]
        ),
    )


def check_vision_engine(engine: VisionEngine) -> list[str]:
    """Have a vision engine look at a picture; as ``check_image_engine``."""
    check_attributes("vision", engine)
    plain = VisionRequest(_source(96, 64), "What is this?", max_tokens=64)
    shaped = VisionRequest(_source(96, 64), "What is this?", schema=SCHEMA, max_tokens=128)
    return _tried(
        engine.capabilities,
        iter(
            [
                ("describe, words", lambda: _answer(engine.describe(plain), shaped=False)),
                ("describe, a schema", lambda: _answer(engine.describe(shaped), shaped=True)),
            ]
        ),
    )


Trial = tuple[str, Callable[[], str | None]]


def _tried(capabilities: object, trials: Iterator[Trial]) -> list[str]:
    if not isinstance(capabilities, Capabilities):
        raise AssertionError(f"capabilities is a {type(capabilities).__name__}, not Capabilities")
    done, wrong = [], []
    for name, trial in trials:
        try:
            problem = trial()
        except MAY_RAISE as error:
            problem = f"raised {type(error).__name__}: {error}"
        except Exception as error:
            problem = f"raised {type(error).__name__}, which an engine never may: {error}"
        done.append(name)
        if problem is not None:
            wrong.append(f"{name}: {problem}")
    if wrong:
        raise AssertionError(f"{capabilities.name}:\n" + "\n".join(f"- {line}" for line in wrong))
    return done


def _image_trials(engine: ImageEngine) -> Iterator[Trial]:
    can = engine.capabilities
    if can.create:
        for width, height in SIZES:
            request = CreateRequest("calm sea at dusk, \u6d77", width, height, seed=7, look=LOOK)
            yield f"create {width} x {height}", _making(engine.create, request, width, height)
        if can.deterministic:
            yield "create, the same twice", lambda: _same(engine.create, SIZES[1])
    if can.edit:
        for purpose in ("revise", "brandify", "improve"):
            words = "a little warmer" if purpose == "revise" else ""
            yield f"edit, {purpose}", lambda p=purpose, w=words: _edited(engine, p, w)  # type: ignore[misc]
    if can.extend:
        yield "extend to the right and below", lambda: _extended(engine, 0, 0)
        yield "extend on all sides", lambda: _extended(engine, 31, 17)


def _making(
    make: Callable[[CreateRequest], Picture], request: CreateRequest, width: int, height: int
) -> Callable[[], str | None]:
    return lambda: _told(make(request), width, height)


def _told(picture: Any, width: int | None, height: int | None) -> str | None:
    problem = problem_with(picture, width, height)
    if problem is None and not (isinstance(picture.prompt_sent, str) and picture.model):
        problem = "it says no prompt_sent or model"
    return problem


def _same(make: Callable[[CreateRequest], Picture], size: tuple[int, int]) -> str | None:
    request = CreateRequest("calm sea", *size, seed=3)
    first, again = make(request).pixels, make(request).pixels
    return None if (first == again).all() else "it says deterministic, and two pictures differ"


def _edited(engine: ImageEngine, purpose: Any, words: str) -> str | None:
    source = _source(160, 120)
    before = source.copy()
    made = engine.edit(EditRequest(source, words, purpose, look=LOOK, seed=5))
    if not (source == before).all():
        return "it wrote into the source"
    return _told(made, *((None, None) if purpose == "revise" else (160, 120)))


def _extended(engine: ImageEngine, x: int, y: int) -> str | None:
    source = _source(80, 60)
    made = engine.extend(ExtendRequest(source, 144, 96, x, y, prompt="calm sea", seed=5))
    problem = _told(made, 144, 96)
    if problem is None and not (made.pixels[y : y + 60, x : x + 80, :3] == source).all():
        return "the source's own pixels changed"
    return problem


def _answer(answer: object, *, shaped: bool) -> str | None:
    if not isinstance(answer, Answer):
        return f"a {type(answer).__name__} is no Answer"
    if not isinstance(answer.text, str) or not answer.model:
        return "it says no text or model"
    if shaped and (answer.data is None or not isinstance(answer.data.get("answer"), str)):
        return f"its data {answer.data!r} does not fit the schema"
    return None


def _source(width: int, height: int) -> Pixels:
    """A sky over ground with something in it: a picture in which there is what to edit."""
    import numpy as np

    pixels = np.empty((height, width, 3), np.uint8)
    pixels[: height // 2] = (140, 180, 220)
    pixels[height // 2 :] = (90, 120, 70)
    pixels[height // 3 : height // 2, width // 3 : width // 2] = (200, 60, 40)
    return pixels
