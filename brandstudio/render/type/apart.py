"""Fonts of others as this process sees them: facts, and what a child process makes with them.

Such a font passed a check (`foreign`), but what draws with it is the same HarfBuzz, and no check
sees every combination of characters. So its bytes are opened in child processes alone, whatever is
asked for: words shaped, lines and pictures drawn, outlines, subsets for documents. Each answer is
doubted; each request has limits of memory and of time that grow with the font and with what is
drawn. A font that breaks them is the caller's error, and its child is replaced.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from brandstudio.errors import PayloadTooLarge, UnsupportedMediaType, ValidationError
from brandstudio.pixels.safely import Bounds, Lane, read_safely

from .bounded import Bounded
from .face import Axis, Extents, Features, FontFace, FontSpec, Variations

Command = tuple[str, tuple[float, ...]]
Picture = tuple[NDArray[np.uint8], int, int]
"""Pixels, H x W x channels, and where their top left one lies (whole px)."""

#: Children for typesetting stay long, since each has to be given the fonts first.
LANE: Final = Lane("typesetting", 2, 20_000)
_MEMORY: Final = 1 << 30
_MEMORY_PER_BYTE: Final = 24
_MEMORY_PER_PIXEL: Final = 16
_SECONDS: Final = 3
_PIXELS_PER_SECOND: Final = 5_000_000
#: A glyph's ink, in em: what the check allows, and room for its corners.
_FAR: Final = 200.0
_POINTS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class Asked(NamedTuple):
    """A word to be shaped, and how."""

    word: str
    variations: Variations
    script: str
    rtl: int
    language: str
    features: Features
    around: tuple[str, str]


class ApartFace(FontFace):
    """A face that a child process has open; here are its facts."""

    def __init__(self, spec: FontSpec) -> None:
        self._spec = spec
        self.sha256, self.index = spec.sha256, spec.index
        self.bytes = len(spec.read())
        told, made = _ask((self,), "open", [])
        with _doubted(spec):
            self.upem = _within(told["upem"], 16, 16384)
            self.glyph_count = _within(told["glyphs"], 1, 0xFFFFFF)
            self.axes = tuple(
                Axis(str(tag), *map(_finite, ends)) for tag, *ends in _rows(told["axes"])
            )
            self.is_colour, self.is_italic = bool(told["colour"]), bool(told["italic"])
            self.ascender, self.descender = _finite(told["ascender"]), _finite(told["descender"])
            self.cap_height, self.x_height = _finite(told["capHeight"]), _finite(told["xHeight"])
            self._default_weight = _finite(told["weight"])
            self.embedding = _within(told["embedding"], 0, 0xFFFF)
            self.family = str(told["family"])[:200]
            self.postscript_name = str(told["postscriptName"])[:200]
            self.coverage = frozenset(np.frombuffer(made[4:], "<u4").tolist())
        self.size = 64 * len(self.coverage) + 4096
        self._glyphs: Bounded[tuple[Variations, int], tuple[Extents | None, int]] = Bounded(4096)

    @property
    def spec(self) -> FontSpec:
        """The font as a value."""
        return self._spec

    def font(self, variations: Variations = ()) -> NoReturn:
        """Refused: HarfBuzz does not open it here."""
        raise RuntimeError("a font of others is opened in a child process only")

    def extents(self, variations: Variations, gid: int) -> Extents | None:
        """The ink of a glyph; None where the font does not say."""
        return self._glyph(variations, gid)[0]

    def advance(self, variations: Variations, gid: int) -> int:
        """A glyph's own width in font units, without kerning."""
        return self._glyph(variations, gid)[1]

    def _glyph(self, variations: Variations, gid: int) -> tuple[Extents | None, int]:
        held = self._glyphs.get((variations, gid))
        if held is not None:
            return held
        told, _ = _ask((self,), "glyph", [variations, gid])
        far = _FAR * self.upem
        with _doubted(self.spec):
            box = told["extents"]
            ink = None if box is None else Extents(*(_within(v, -far, far) for v in _row(box)))
            found = ink, _within(told["advance"], -far, far)
        return self._glyphs.put((variations, gid), found)

    def shaped(
        self, asked: Asked
    ) -> tuple[list[tuple[int, int, float, float, float]], list[float]]:
        """Glyphs of a word (id, cluster, advance, offsets) and its advance and ink, in em."""
        told, _ = _ask((self,), "word", asked)
        with _doubted(self.spec):
            glyphs = [
                (
                    _within(gid, 0, 0xFFFFFF),
                    _within(cluster, 0, len(asked.word)),
                    _finite(advance),
                    _finite(dx),
                    _finite(dy),
                )
                for gid, cluster, advance, dx, dy in _rows(told["glyphs"])
            ]
            advance, left, right, top, bottom = map(_finite, _row(told["ink"]))
        return glyphs, [advance, left, right, top, bottom]

    def path(self, variations: Variations, gid: int) -> tuple[Command, ...]:
        """A glyph's contours as path commands: em, y up."""
        _, made = _ask((self,), "path", [variations, gid])
        with _doubted(self.spec):
            return tuple(_command(letter, values) for letter, values in _rows(json.loads(made)))

    def picture(self, variations: Variations, gid: int, size: float) -> Picture:
        """A colour glyph at a size (px), premultiplied, its origin at 0, 0."""
        ink = self.extents(variations, gid)
        scale = size / self.upem
        across = 0.0 if ink is None else abs(ink.width * ink.height) * scale * scale
        told, made = _ask((self,), "picture", [variations, gid, size], across)
        with _doubted(self.spec):
            (found,) = _pictures(told["pictures"], made, 4 * math.ceil(across) + 65_536)
        return found

    def cut(
        self, variations: Variations, wanted: Iterable[int], features: Iterable[str]
    ) -> bytes | None:
        """A font file of these code points alone; None where there is none that can be used."""
        told, made = _ask((self,), "subset", [variations, sorted(wanted), sorted(features)])
        with _doubted(self.spec):
            return made if told["usable"] else None


def drawn_apart(
    fonts: Mapping[FontSpec, FontFace],
    runs: object,
    bounds: tuple[int, int, int, int],
    fraction: float,
) -> list[Picture]:
    """The coverage of a line of which a font is somebody else's, and its colour glyphs. All its
    runs are drawn there, so that overlapping outlines are united.
    """
    faces = list(fonts.values())
    pixels = float(bounds[2] * bounds[3])
    told, made = _ask(faces, "line", [runs, bounds, fraction], pixels, list(fonts))
    first = next(face for face in faces if isinstance(face, ApartFace))
    with _doubted(first.spec):
        found = _pictures(told["pictures"], made, 32 * math.ceil(pixels) + 65_536)
        if found[0][0].shape[2] != 1 or any(pixels.shape[2] != 4 for pixels, _, _ in found[1:]):
            raise ValueError("a picture of another kind")
    return found


def _ask(
    faces: Sequence[FontFace],
    what: str,
    arguments: object,
    pixels: float = 0.0,
    specs: Sequence[FontSpec] = (),
) -> tuple[dict[str, object], bytes]:
    """What a child tells and makes. It keeps fonts that it was given: they are sent where it says
    that it lacks one.
    """
    named = specs or [face.spec for face in faces if isinstance(face, ApartFace)]
    size = sum(face.bytes for face in faces if isinstance(face, ApartFace))
    bounds = Bounds(
        _MEMORY + _MEMORY_PER_BYTE * size + int(_MEMORY_PER_PIXEL * pixels),
        _SECONDS + (size >> 20) + int(pixels / _PIXELS_PER_SECOND),
    )
    head = {
        "do": what,
        "arguments": arguments,
        "fonts": [[spec.sha256, spec.index] for spec in named],
    }
    function = "brandstudio.render.type.apart_child:answered"
    with _doubted(named[0]):
        told, made = read_safely(function, packed(head, {}), bounds, "font", LANE)
        if "lacks" in told:
            sent = {spec.sha256: spec.read() for spec in named}
            told, made = read_safely(function, packed(head, sent), bounds, "font", LANE)
        if not isinstance(told, dict):
            raise ValueError("no answer")
    return told, made


def packed(head: dict[str, object], sent: dict[str, bytes]) -> bytes:
    """A request as the child reads it: the length of a header, the header, the fonts."""
    lengths = [[sha256, len(data)] for sha256, data in sent.items()]
    text = json.dumps({**head, "sent": lengths}).encode()
    return b"".join([len(text).to_bytes(4, "big"), text, *sent.values()])


@contextmanager
def _doubted(spec: FontSpec) -> Iterator[None]:
    """What the child could not do, and nonsense of it, is said of the font."""
    try:
        yield
    except (UnsupportedMediaType, PayloadTooLarge) as error:
        raise _unusable(spec) from error
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise _unusable(spec) from error


def _unusable(spec: FontSpec) -> ValidationError:
    return ValidationError(
        f"The font {spec.family} can't be drawn with within the limits of memory and time; "
        "use another one.",
        font=spec.family,
    )


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("not a number")
    return float(value)


def _within(value: object, low: float, high: float) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise ValueError("out of bounds")
    return value


def _row(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("no list")
    return value


def _rows(value: object) -> list[list[object]]:
    return [_row(one) for one in _row(value)]


def _command(letter: object, values: object) -> Command:
    points = tuple(map(_finite, _row(values)))
    if not isinstance(letter, str) or len(points) != _POINTS[letter]:
        raise ValueError("no command")
    return letter, points


def _pictures(told: object, made: bytes, most: int) -> list[Picture]:
    """The pictures that lie one after another in what was made."""
    found: list[Picture] = []
    at, every = 0, memoryview(made)
    for size in _rows(told):
        height, width, channels = (_within(one, 0, 1 << 20) for one in size[:3])
        x, y = (_within(one, -(1 << 24), 1 << 24) for one in size[3:])
        length = height * width * channels
        if length > most or at + length > len(every):
            raise ValueError("more pixels than there can be")
        flat = np.frombuffer(every[at : at + length], np.uint8)
        pixels = flat.reshape(height, width, channels)
        found.append((pixels, x, y))
        at += length
    return found
