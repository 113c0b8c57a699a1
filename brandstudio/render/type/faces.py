"""Font faces over HarfBuzz, cached by content, and stacks of them in fallback order."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import uharfbuzz as hb  # type: ignore[import-untyped]

from .bounded import Bounded
from .characters import VS15, VS16, ZWJ, is_emoji, is_ignorable, needs_glyph

_OPTICAL_STEPS = (6.0, 8.0, 10.0, 14.0, 18.0, 24.0, 32.0, 48.0, 72.0, 144.0)


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a variable font, in the font's design units."""

    tag: str
    minimum: float
    default: float
    maximum: float


@dataclass(frozen=True)
class FontSpec:
    """A font as a value: what it is called, what its bytes hash to, and the bytes, or how to get
    them.

    ``sha256`` (hex) and ``index`` alone make two specs equal. ``data`` may be a picklable function
    without arguments, so that a large font is read only when a character needs it.
    """

    family: str = field(compare=False)
    sha256: str
    data: bytes | Callable[[], bytes] = field(compare=False, repr=False)
    index: int = 0
    italic: bool = field(default=False, compare=False, repr=False)
    """Whether it is known to be an italic, without opening it."""

    @classmethod
    def of(cls, family: str, data: bytes, index: int = 0) -> FontSpec:
        """The spec of bytes at hand."""
        return cls(family, hashlib.sha256(data).hexdigest(), data, index)

    def read(self) -> bytes:
        """The font file's bytes."""
        return self.data if isinstance(self.data, bytes) else self.data()


class FontFace:
    """One face of a font file: names, axes, metrics (em units, y up) and coverage. Immutable,
    shared by threads.
    """

    def __init__(self, data: bytes, index: int = 0, *, sha256: str | None = None) -> None:
        self.sha256 = sha256 or hashlib.sha256(data).hexdigest()
        self.index = index
        self.size = len(data)
        self._face = hb.Face(hb.Blob(data), index)
        self.upem: int = self._face.upem
        self.glyph_count: int = self._face.glyph_count
        self.axes = tuple(
            Axis(a.tag, a.min_value, a.default_value, a.max_value) for a in self._face.axis_infos
        )
        self.is_colour: bool = self._face.has_color_paint or self._face.has_color_layers
        self._fonts: Bounded[tuple[tuple[str, float], ...], Any] = Bounded(32)
        font = hb.Font(self._face)
        extents = font.get_font_extents("ltr")
        self.ascender: float = extents.ascender / self.upem
        self.descender: float = -extents.descender / self.upem
        """Both positive, in em."""
        metric = font.get_metric_position_with_fallback
        self.cap_height: float = metric(hb.OTMetricsTag.CAP_HEIGHT) / self.upem
        self.x_height: float = metric(hb.OTMetricsTag.X_HEIGHT) / self.upem
        weight = font.get_style_value(hb.StyleTag.WEIGHT)
        self._default_weight = float(weight) if weight else 400.0
        slant = font.get_style_value(hb.StyleTag.ITALIC)
        self.is_italic: bool = bool(slant)

    @property
    def key(self) -> tuple[str, int]:
        """What tells this face from every other."""
        return (self.sha256, self.index)

    @cached_property
    def family(self) -> str:
        """The typographic family name (name ID 16, else 1)."""
        names = (self._face.get_name(i, "en") for i in (16, 1))
        return next((name for name in names if name), "Unnamed")

    @cached_property
    def postscript_name(self) -> str:
        """What programs call the face (name ID 6)."""
        return self._face.get_name(6, "en") or self.family

    @cached_property
    def coverage(self) -> frozenset[int]:
        """Every code point that the face maps to a glyph."""
        return frozenset(self._face.unicodes)

    @property
    def weight_range(self) -> tuple[float, float]:
        """The lightest and the heaviest weight; equal for a static font."""
        for axis in self.axes:
            if axis.tag == "wght":
                return (axis.minimum, axis.maximum)
        return (self._default_weight, self._default_weight)

    def variations(self, weight: float, size: float) -> tuple[tuple[str, float], ...]:
        """Axis settings for a weight (100 to 900) and a size in px; optical sizes go in steps to
        keep caches warm.
        """
        values = []
        for axis in self.axes:
            if axis.tag == "wght":
                values.append((axis.tag, min(max(weight, axis.minimum), axis.maximum)))
            elif axis.tag == "opsz":
                step = max((s for s in _OPTICAL_STEPS if s <= size), default=_OPTICAL_STEPS[0])
                values.append((axis.tag, min(max(step, axis.minimum), axis.maximum)))
        return tuple(values)

    def font(self, variations: tuple[tuple[str, float], ...] = ()) -> Any:
        """The ``uharfbuzz.Font`` with these axis settings, scaled to ``upem``. Treat it as
        read-only.
        """
        held = self._fonts.get(variations)
        if held is None:
            held = hb.Font(self._face)
            if variations:
                held.set_variations(dict(variations))
            self._fonts.put(variations, held)
        return held

    def covers(self, cluster: str) -> bool:
        """True if the face can draw the whole grapheme cluster, composed or decomposed if need
        be.
        """
        coverage = self.coverage
        if all(ord(c) in coverage or not needs_glyph(ord(c)) for c in cluster):
            return True
        forms = {unicodedata.normalize("NFC", cluster), unicodedata.normalize("NFD", cluster)} - {
            cluster
        }
        return any(
            all(ord(c) in coverage or not needs_glyph(ord(c)) for c in form) for form in forms
        )

    def lacks(self, cluster: str) -> tuple[str, ...]:
        """The characters of a cluster that the face has no glyph for."""
        if self.covers(cluster):
            return ()
        return tuple(c for c in cluster if needs_glyph(ord(c)) and ord(c) not in self.coverage)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FontFace) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"FontFace({self.family!r}, {self.sha256[:12]}, {self.index})"


# 256 MB of font bytes at most; a face in use elsewhere stays alive until its last user lets go.
_FACES: Bounded[tuple[str, int], FontFace] = Bounded(256 << 20, lambda face: face.size)


def face_of(spec: FontSpec) -> FontFace:
    """The face of a spec, made once and kept while it is used."""
    key = (spec.sha256, spec.index)
    held = _FACES.get(key)
    return (
        held
        if held is not None
        else _FACES.put(key, FontFace(spec.read(), spec.index, sha256=spec.sha256))
    )


@dataclass(frozen=True)
class FontStack:
    """Fonts in the order in which they are asked for a character; an emoji goes to the first colour
    face that has it.

    Several faces of one family (Regular, Bold) stand together: the one nearest in weight is asked
    (CSS Fonts 4, 5.2).
    """

    faces: tuple[FontSpec, ...]
    italics: tuple[FontSpec, ...] = ()
    """Faces that set nothing but italic runs, each beside the upright one of its family."""

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError("a font stack needs at least one font")

    @cached_property
    def _key(self) -> int:
        return hash(self.faces)

    def __hash__(self) -> int:
        return self._key

    def spec_for(self, cluster: str, weight: float = 400) -> FontSpec | None:
        """The font for a grapheme cluster at a weight, or None if no face has all of it."""
        key = (self._key, cluster, weight)
        held = _PICKED.get(key)
        if held is not None and held[0] == self:
            return held[1]
        found = self._find(cluster, weight)
        if len(cluster) <= 32:
            _PICKED.put(key, (self, found))
        return found

    def slanted(self, upright: FontSpec, cluster: str, weight: float) -> FontSpec:
        """The italic of a face's family for a cluster; the face itself where there is none."""
        held = [s for s in self.faces if s.family == upright.family and s != upright]
        found = [s for s in (*held, *self.italics) if s.family == upright.family and _slants(s)]
        fitting = [s for s in found if face_of(s).covers(cluster)]
        return min(fitting, key=lambda s: _unlike(face_of(s), weight), default=upright)

    def first(self, weight: float = 400) -> FontSpec:
        """The face of the first family that is nearest in weight."""
        return self._by_family(weight)[0]

    def nearest(self, cluster: str, weight: float = 400) -> FontSpec:
        """The face that lacks least of a cluster that no face has whole."""
        order = self._by_family(weight)
        return min(order, key=lambda spec: len(face_of(spec).lacks(cluster)))

    def _find(self, cluster: str, weight: float) -> FontSpec | None:
        order = self._by_family(weight)
        if is_emoji(cluster):
            wanted = "".join(c for c in cluster if not is_ignorable(ord(c)))
            for spec in reversed(
                order
            ):  # the emoji face stands last: do not open the others to find it
                face = face_of(spec)
                if face.is_colour and face.covers(wanted):
                    return spec
        plain = "".join(c for c in cluster if ord(c) not in {VS15, VS16, ZWJ})
        return next((spec for spec in order if face_of(spec).covers(plain)), None)

    def _by_family(self, weight: float) -> tuple[FontSpec, ...]:
        if len({spec.family for spec in self.faces}) == len(self.faces):
            return self.faces
        families: dict[str, list[FontSpec]] = {}
        for spec in self.faces:
            families.setdefault(spec.family, []).append(spec)
        return tuple(
            group[0]
            if len(group) == 1
            else min(group, key=lambda spec: _unlike(face_of(spec), weight))
            for group in families.values()
        )


def _slants(spec: FontSpec) -> bool:
    return spec.italic or face_of(spec).is_italic


def _unlike(face: FontFace, weight: float) -> tuple[bool, float, float]:
    """How badly a face of the right family fits: upright first, then by distance in weight, heavier
    for bold.
    """
    low, high = face.weight_range
    distance = max(low - weight, weight - high, 0.0)
    return (face.is_italic, distance, -high if weight >= 500 else high)


_PICKED: Bounded[tuple[int, str, float], tuple[FontStack, FontSpec | None]] = Bounded(16384)
