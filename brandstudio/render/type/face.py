"""One face of a font over HarfBuzz, and a font as a value."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import uharfbuzz as hb  # type: ignore[import-untyped]

from brandstudio.errors import StudioError

from .bounded import Bounded
from .characters import needs_glyph

Variations = tuple[tuple[str, float], ...]
"""Axis settings of a variable font."""
Features = tuple[tuple[str, int], ...]
"""OpenType features, and whether they are on."""

_OPTICAL_STEPS = (6.0, 8.0, 10.0, 14.0, 18.0, 24.0, 32.0, 48.0, 72.0, 144.0)


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a variable font, in the font's design units."""

    tag: str
    minimum: float
    default: float
    maximum: float


#: How to get the bytes of the fonts that were named last, by hash; the newest first.
_READERS: Bounded[str, tuple[Callable[[], bytes], ...]] = Bounded(256)
_MOST_READERS: Final = 4


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
    foreign: bool = field(default=False, compare=False, repr=False)
    """Whether somebody else brought it, so that only a child process opens it."""

    @classmethod
    def of(cls, family: str, data: bytes, index: int = 0) -> FontSpec:
        """The spec of bytes at hand."""
        return cls(family, hashlib.sha256(data).hexdigest(), data, index)

    def __post_init__(self) -> None:
        if isinstance(self.data, bytes):
            return
        known = _READERS.get(self.sha256) or ()
        whose = getattr(self.data, "func", self.data)
        others = (read for read in known if getattr(read, "func", read) != whose)
        _READERS.put(self.sha256, (self.data, *others)[:_MOST_READERS])

    def read(self) -> bytes:
        """The font file's bytes. Faces and set words are kept for all studios of a process: where the one
        that this came from is gone, another that has the same font gives it.
        """
        if isinstance(self.data, bytes):
            return self.data
        try:
            return self.data()
        except (OSError, StudioError):
            for read in _READERS.get(self.sha256) or ():
                with suppress(OSError, StudioError):
                    if read is not self.data:
                        return read()
            raise


class Extents(NamedTuple):
    """Where a glyph's ink lies, in font units, y up; the height is below 0."""

    x_bearing: int
    y_bearing: int
    width: int
    height: int


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
        self._fonts: Bounded[Variations, Any] = Bounded(32)
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

    def variations(self, weight: float, size: float) -> Variations:
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

    def font(self, variations: Variations = ()) -> Any:
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

    def extents(self, variations: Variations, gid: int) -> Extents | None:
        """The ink of a glyph; None where the font does not say."""
        found = self.font(variations).get_glyph_extents(gid)
        return None if found is None else Extents(*found)

    def advance(self, variations: Variations, gid: int) -> int:
        """A glyph's own width in font units, without kerning."""
        width: int = self.font(variations).get_glyph_h_advance(gid)
        return width

    @cached_property
    def embedding(self) -> int:
        """The licence bits that say whether a part of it may stand in a document (OS/2 fsType)."""
        table: bytes = self._face.reference_table("OS/2").data
        return int.from_bytes(table[8:10], "big") if len(table) >= 10 else 0

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
