"""Engines of other people: given to ``open()`` or named by an entry point, and held to the
protocol.

What such an engine does wrong stays its own: any error that the protocol does not know, and any
answer of another shape than was asked for, is UpstreamError with a line in the log, so that the job
fails, is refunded and says which engine it was. What the engine says it can't do, the built-in one
does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import StudioError, UpstreamError, UpstreamTimeout, ValidationError
from .protocols import (
    Answer,
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    ImageEngine,
    Picture,
    TextEngine,
    TextRequest,
    VisionEngine,
    VisionRequest,
)

if TYPE_CHECKING:
    pass

log = logging.getLogger("brandstudio")
Request = TypeVar("Request", CreateRequest, EditRequest, ExtendRequest)

PROTOCOLS: Mapping[str, type] = {"image": ImageEngine, "text": TextEngine, "vision": VisionEngine}


@dataclass(frozen=True)
class Engines:
    """Engines of your own, for ``brandstudio.open(..., engines=Engines(image=...))``.

    Each is any object with the attributes of its protocol (``brandstudio.engines.protocols``);
    where one is None, the settings choose. ``brandstudio.testing.check_image_engine`` tries an
    engine against all that is asked of one. Raises TypeError for an object that lacks an attribute.
    """

    image: ImageEngine | None = None
    text: TextEngine | None = None
    vision: VisionEngine | None = None

    def __post_init__(self) -> None:
        for kind in PROTOCOLS:
            engine = getattr(self, kind)
            if engine is not None:
                check_attributes(kind, engine)


def check_attributes(kind: str, engine: object) -> None:
    """TypeError for what is no engine of that kind; it names what is missing."""
    wanted = sorted(name for name in vars(PROTOCOLS[kind]) if not name.startswith("_"))
    if isinstance(engine, type):
        raise TypeError(f"{kind}= takes an engine, not its class; write {engine.__name__}()")
    lacks = [name for name in wanted if not hasattr(engine, name)]
    if lacks:
        raise TypeError(
            f"{kind}= takes an object with {', '.join(wanted)}; "
            f"{type(engine).__name__} lacks {', '.join(lacks)}"
        )


def of_entry_point(kind: str, name: str) -> Any:
    """The engine that an installed package offers under that name: what its entry point's function
    returns.
    """
    from importlib.metadata import entry_points

    found = entry_points(group=f"brandstudio.{kind}_engines", name=name)
    for entry in found:
        try:
            engine = entry.load()()
            check_attributes(kind, engine)
        except Exception as error:
            raise ValidationError.of(
                f"{kind}_engine", f"{name} ({entry.value}) can't be made: {error}", value=name
            ) from error
        return engine
    raise ValidationError.of(f"{kind}_engine", f"no package offers {name!r}", value=name)


class OwnImageEngine:
    """An image engine of other people, held to the protocol."""

    def __init__(self, engine: ImageEngine, built_in: Callable[[], ImageEngine]) -> None:
        self._engine, self._built_in = engine, built_in

    @property
    def capabilities(self) -> Capabilities:
        return self._engine.capabilities

    def create(self, request: CreateRequest) -> Picture:
        return self._checked("create", request, request.width, request.height)

    def edit(self, request: EditRequest) -> Picture:
        # A revision may ask for another crop: the size is free.
        return self._checked("edit", request, None, None)

    def extend(self, request: ExtendRequest) -> Picture:
        return self._checked("extend", request, request.width, request.height)

    def _checked(
        self, does: str, request: Request, width: int | None, height: int | None
    ) -> Picture:
        can = self._engine.capabilities
        if not getattr(can, does):
            made: Picture = getattr(self._built_in(), does)(request)
            said = f"{can.name} can't {does}; the built-in engine did it."
            return replace(made, warnings=(*made.warnings, said))
        with _answering(can):
            picture: Picture = getattr(self._engine, does)(request)
        problem = problem_with(picture, width, height)
        if problem is not None:
            log.error("image engine %s, %s: %s", can.name, does, problem)
            raise UpstreamError(f"{can.name} gave a picture that can't be used: {problem}.")
        return picture


class OwnTextEngine:
    """A text engine of other people, held to the protocol."""

    def __init__(self, engine: TextEngine) -> None:
        self._engine = engine

    @property
    def capabilities(self) -> Capabilities:
        return self._engine.capabilities

    def complete(self, request: TextRequest) -> Answer:
        with _answering(self.capabilities):
            answer = self._engine.complete(request)
        return _checked_answer(self.capabilities, answer, request.schema)


class OwnVisionEngine:
    """A vision engine of other people, held to the protocol."""

    def __init__(self, engine: VisionEngine) -> None:
        self._engine = engine

    @property
    def capabilities(self) -> Capabilities:
        return self._engine.capabilities

    def describe(self, request: VisionRequest) -> Answer:
        with _answering(self.capabilities):
            answer = self._engine.describe(request)
        return _checked_answer(self.capabilities, answer, request.schema)


def problem_with(picture: object, width: int | None, height: int | None) -> str | None:
    """What is wrong with an engine's picture, in words; None when it is as asked for."""
    import numpy as np

    if not isinstance(picture, Picture):
        return f"a {type(picture).__name__} is no Picture"
    pixels = picture.pixels
    if not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8:
        return "its pixels are no array of uint8"
    if pixels.ndim != 3 or pixels.shape[2] not in (3, 4) or 0 in pixels.shape:
        return f"its shape is {pixels.shape}, not (height, width, 3 or 4)"
    if width is not None and (picture.width, picture.height) != (width, height):
        return f"it is {picture.width} x {picture.height} pixels, not {width} x {height}"
    return None


def _checked_answer(
    can: Capabilities, answer: object, schema: Mapping[str, object] | None
) -> Answer:
    if not isinstance(answer, Answer) or not isinstance(answer.text, str):
        raise UpstreamError(f"{can.name} gave a {type(answer).__name__} instead of an Answer.")
    if schema is not None and not isinstance(answer.data, Mapping):
        raise UpstreamError(f"{can.name} gave no data that fits the schema.")
    return answer


@contextmanager
def _answering(can: Capabilities) -> Iterator[None]:
    try:
        yield
    except StudioError:
        raise
    except TimeoutError:
        raise UpstreamTimeout(f"{can.name} did not answer in time.") from None
    except Exception as error:
        log.exception("engine %s failed", can.name)
        raise UpstreamError(f"{can.name} failed ({type(error).__name__}).") from None
