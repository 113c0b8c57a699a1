"""What an extraction is given of each reference: figures that were measured, and words that an
engine saw.

The figures are those of ``pixels.measure`` and ``pixels.designs``; this module names only what it
reads of them, so that deciding stays apart from measuring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from ...models.style import Medium

Box = tuple[float, float, float, float]
Pair = tuple[float, float]
TermKind = Literal["subjects", "settings", "materials", "motifs", "mood"]


class ReferenceSwatch(Protocol):
    """A colour, its OKLCH (L, C, hue in degrees) and its share of the picture."""

    @property
    def hex(self) -> str: ...
    @property
    def oklch(self) -> tuple[float, float, float]: ...
    @property
    def weight(self) -> float: ...


class Tone(Protocol):
    """OKLab lightness: its percentiles and p95 - p5."""

    @property
    def key(self) -> str: ...
    @property
    def p5(self) -> float: ...
    @property
    def p25(self) -> float: ...
    @property
    def p50(self) -> float: ...
    @property
    def p75(self) -> float: ...
    @property
    def p95(self) -> float: ...
    @property
    def contrast(self) -> float: ...


class Cast(Protocol):
    """Mean chroma, mean b (temperature) and mean a (tint)."""

    @property
    def saturation(self) -> float: ...
    @property
    def temperature(self) -> float: ...
    @property
    def tint(self) -> float: ...


class Grade(Protocol):
    """Mean (a, b) of shadows, midtones and highlights; (0, 0) where there are none."""

    @property
    def shadows(self) -> Pair: ...
    @property
    def midtones(self) -> Pair: ...
    @property
    def highlights(self) -> Pair: ...


class Light(Protocol):
    """The brightest side ("even" when none is), the rise of lightness, softness 0 to 1."""

    @property
    def direction(self) -> str: ...
    @property
    def fall(self) -> float: ...
    @property
    def softness(self) -> float: ...


class Texture(Protocol):
    """Grain in 8-bit steps, gradient of the sharpest 5 %, how much sharper the subject is (None: no
    subject).
    """

    @property
    def grain(self) -> float: ...
    @property
    def sharpness(self) -> float: ...
    @property
    def depth(self) -> float | None: ...


class Composition(Protocol):
    """The subject's place and area, calmness by side, horizon and symmetry, all 0 to 1."""

    @property
    def subject_x(self) -> float | None: ...
    @property
    def subject_y(self) -> float | None: ...
    @property
    def subject_size(self) -> float: ...
    @property
    def space_left(self) -> float: ...
    @property
    def space_right(self) -> float: ...
    @property
    def space_top(self) -> float: ...
    @property
    def space_bottom(self) -> float: ...
    @property
    def horizon(self) -> float | None: ...
    @property
    def symmetry(self) -> float: ...


class Measures(Protocol):
    """The figures of one picture."""

    @property
    def tone(self) -> Tone: ...
    @property
    def colour(self) -> Cast: ...
    @property
    def grade(self) -> Grade: ...
    @property
    def light(self) -> Light: ...
    @property
    def texture(self) -> Texture: ...
    @property
    def composition(self) -> Composition: ...
    @property
    def palette(self) -> Sequence[ReferenceSwatch]: ...


class DesignFigures(Protocol):
    """The figures of one design; shares are of the picture's width, heights of its height. None is
    not found.
    """

    @property
    def columns(self) -> int: ...
    @property
    def margin(self) -> float | None: ...
    @property
    def alignment(self) -> str: ...
    @property
    def headline(self) -> float | None: ...
    @property
    def body(self) -> float | None: ...
    @property
    def steps(self) -> int: ...
    @property
    def vivid(self) -> float: ...
    @property
    def whitespace(self) -> float: ...
    @property
    def logo_place(self) -> str: ...
    @property
    def corner_radius(self) -> str: ...
    @property
    def palette(self) -> Sequence[ReferenceSwatch]: ...


@dataclass(frozen=True, slots=True)
class PhotoReference:
    """One reference of the domain ``photos``. ``name`` is for sentences (its file name).

    ``faces`` are boxes as shares of the picture; ``medium`` is what the pixels look like, None when
    that is not clear; ``seen`` are words of a vision engine, empty without one.
    """

    ref_id: str
    measures: Measures
    name: str = ""
    faces: Sequence[Box] = ()
    medium: Medium | None = None
    seen: Mapping[TermKind, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DesignReference:
    """One reference of the domain ``designs``."""

    ref_id: str
    figures: DesignFigures
    name: str = ""


T = TypeVar("T", covariant=True)


@dataclass(frozen=True, slots=True)
class Learned(Generic[T]):
    """What was learned, the ids of the references that it stands on, and what people should know
    about it.
    """

    value: T
    kept: tuple[str, ...]
    warnings: tuple[str, ...] = ()
