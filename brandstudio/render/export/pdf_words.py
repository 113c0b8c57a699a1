"""Set lines as text of a PDF: every cluster of letters is one glyph of an embedded font, placed
where it was set.

A cluster's glyphs (a stem and its dots, a letter and its accents, a ligature) are one outline with
one character code, and the code says the whole cluster's text. So no reader has anything to guess
or to put together: what is copied is what was written, in every script, and no replacement texts
are needed. Colour pictures (emoji) are drawn as images, letters of a font that forbids embedding as
paths, both behind unpainted glyphs that say which they are.

Readers know the order of right-to-left words from their letters alone, one by one from left to
right. So there a cluster of several characters is followed by empty glyphs that say the others
(that is, they stand before it), mirrored signs say what they look like, and foreign words among
them are fenced by right-to-left marks.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from PIL import Image

from brandstudio.render.export.pdf_file import PdfFile, real, utf16
from brandstudio.render.type.apart import Command
from brandstudio.render.type.cff import UNITS, Drawing, cubic, font_program
from brandstudio.render.type.faces import FontFace, FontSpec, Variations, face_of
from brandstudio.render.type.outline import GlyphPicture, commands_of, outlines
from brandstudio.render.type.paragraph import Glyph, GlyphRun, Line
from brandstudio.render.type.subset import may_embed

#: A copied word shall not fall apart at a hyphen that only the line's end made.
HYPHEN: Final = "\u00ad"
_MOST_GLYPHS: Final = 60_000
_RLM: Final = "\u200f"
_MIRRORED: Final = dict(
    zip("()[]{}<>«»‹›≤≥「」『』〈〉《》【】", ")(][}{><»«›‹≥≤」「』『〉〈》《】【", strict=True)
)
_UNSAID: Final = frozenset("\ufeff\ufffe\uffff")


class Cluster(NamedTuple):
    """Glyphs that stand for one stretch of text: where the pen starts (px from the line's start),
    and its advance.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    x: float
    advance: float


def clusters(run: GlyphRun, text: str) -> Iterator[Cluster]:
    """A run's clusters in visual order. ``text`` is the paragraph's; a glyph beyond the run is the
    hyphen shown there.
    """
    starts = sorted({glyph.cluster for glyph in run.glyphs})
    ends = dict(zip(starts, [*starts[1:], run.end], strict=True))
    pen, first = run.x, 0
    glyphs = run.glyphs
    for last in range(1, len(glyphs) + 1):
        if last < len(glyphs) and glyphs[last].cluster == glyphs[first].cluster:
            continue
        group = glyphs[first:last]
        start = group[0].cluster
        meant = text[start : ends[start]] if start < run.end else HYPHEN
        advance = sum(glyph.x_advance for glyph in group)
        yield Cluster(said(meant), group, pen, advance)
        pen += advance
        first = last


def said(text: str) -> str:
    """The text as it is copied: composed, without what can't be shown or said."""
    text = "".join(
        " " if c.isspace() else c
        for c in text
        if not "\ud800" <= c <= "\udfff" and c not in _UNSAID
    )
    return unicodedata.normalize("NFC", "".join(c for c in text if unicodedata.category(c) != "Cc"))


@dataclass
class _Font:
    """One embedded font: the codes of its glyphs so far."""

    face: FontFace
    variations: Variations
    codes: dict[tuple[object, ...], int] = field(default_factory=dict)
    drawings: list[Drawing] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @cached_property
    def unpainted(self) -> bool:
        """True if the glyphs are drawn apart from the words: pictures, and letters whose font must
        not be embedded.
        """
        return self.face.is_colour or not may_embed(self.face)

    def silent(self, text: str) -> int:
        """The code of a glyph that says a text and shows nothing, of no width."""
        return self._code((text,), Drawing((), 0.0), text)

    def space(self, cluster: Cluster, size: float) -> int:
        """The code of a space that another font set, so that it does not stand alone: readers pass
        over such.
        """
        width = round(cluster.advance / size, 3)
        return self._code((cluster.text, width), Drawing(self._block(width), width), cluster.text)

    def _block(self, width: float) -> tuple[Command, ...]:
        """What stands for a picture: never painted, but readers pass over words that take no
        room.
        """
        if not self.unpainted:
            return ()
        height = self.face.cap_height or 0.7
        return (
            ("M", (0, 0)),
            ("L", (width, 0)),
            ("L", (width, height)),
            ("L", (0, height)),
            ("Z", ()),
        )

    def _code(self, key: tuple[object, ...], drawing: Drawing, text: str) -> int:
        if key not in self.codes:
            self.drawings.append(drawing)
            self.texts.append(text)
            self.codes[key] = len(self.drawings)
        return self.codes[key]

    def code(self, cluster: Cluster, size: float) -> int:
        placed, pen = [], 0.0
        for glyph in cluster.glyphs:
            placed.append(
                (
                    glyph.gid,
                    round((pen + glyph.x_offset) / size, 4),
                    round(glyph.y_offset / size, 4),
                )
            )
            pen += glyph.x_advance
        key = (cluster.text, *placed)
        if key in self.codes:
            return self.codes[key]
        commands: list[Command] = []
        if self.unpainted:
            commands += self._block(pen / size)
        else:
            for gid, x, y in placed:
                commands += _moved(commands_of(self.face, self.variations, gid), x, y)
        # The font's own width, without kerning and tracking: readers tell gaps between words by it.
        width = (
            sum(self.face.advance(self.variations, gid) for gid, _, _ in placed) / self.face.upem
        )
        return self._code(key, Drawing(tuple(commands), width), cluster.text)


def _moved(commands: tuple[Command, ...], x: float, y: float) -> Iterator[Command]:
    for letter, values in commands:
        yield letter, tuple(value + (y if i % 2 else x) for i, value in enumerate(values))


class PdfWords:
    """Collects the fonts and pictures of a page's lines while `line` says how they are shown."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._fonts: dict[tuple[FontSpec, Variations, int], _Font] = {}
        self._pictures: dict[bytes, int] = {}

    def line(
        self,
        line: Line,
        text: str,
        left: float,
        baseline: float,
        height: float,
        rtl: bool,
        inks: Sequence[bytes],
    ) -> bytes:
        """Content operators (px, y up from the foot of a page of ``height``) that show a line.

        ``text`` is the paragraph's and ``rtl`` its direction, ``left`` and ``baseline`` are where
        the line's pen starts, from the page's top. ``inks`` are the colours of its runs, the first
        that of words in none.
        """
        drawn = b"".join(
            self._picture(picture, left, baseline, height) for picture in _pictures(line)
        )
        drawn += b"".join(
            b"%b rg %b" % (inks[run.run], _contours(run, left + run.x, height - baseline))
            for run in line.runs
            if not may_embed(run.font)
        )
        out: list[bytes] = []
        now: tuple[bytes, float, _Font] | None = None
        pen = 0.0
        shown: list[bytes] = []
        ink = b"" if drawn else inks[0]
        for run, cluster, before, after in _in_order(line, text, rtl):
            size = run.size
            space = now is not None and cluster.text.isspace()
            if inks[run.run] != ink and not space:
                out += _shown(shown)
                ink = inks[run.run]
                out.append(b"%b rg" % ink)
            if not space or now is None:
                name, font = self._font(run)
                if now is None or now[:2] != (name, size):
                    out += _shown(shown)
                    out.append(b"/%b %b Tf %d Tr" % (name, real(size), 3 if font.unpainted else 0))
                now = name, size, font
            _, size, font = now
            apart = (pen - cluster.x) / size * UNITS
            if abs(apart) >= 0.05:
                shown.append(real(apart))
                pen -= float(real(apart)) * size / UNITS
            shown += [b"<%04X>" % font.silent(character) for character in before]
            code = font.space(cluster, size) if space else font.code(cluster, size)
            shown.append(b"<%04X>" % code)
            pen += round(font.drawings[code - 1].advance * UNITS) * size / UNITS
            shown += [b"<%04X>" % font.silent(character) for character in after]
        out += _shown(shown)
        if not out:
            return drawn
        return drawn + b"BT\n1 0 0 1 %b %b Tm\n%b\nET\n" % (
            real(left),
            real(height - baseline),
            b"\n".join(out),
        )

    def _font(self, run: GlyphRun) -> tuple[bytes, _Font]:
        part = 0
        while True:
            key = (run.spec, run.variations, part)
            found = self._fonts.setdefault(key, _Font(face_of(run.spec), run.variations))
            if len(found.drawings) < _MOST_GLYPHS:
                return b"F%d" % list(self._fonts).index(key), found
            part += 1

    def _picture(self, picture: GlyphPicture, left: float, baseline: float, height: float) -> bytes:
        plain = picture.rgba.tobytes() + repr(picture.rgba.shape).encode()
        key = hashlib.sha256(plain).digest()
        if key not in self._pictures:
            self._pictures[key] = self._file.picture(Image.fromarray(picture.rgba))
        number = list(self._pictures).index(key)
        x, y = left + picture.x, height - baseline - picture.y - picture.height
        place = b" ".join(map(real, (picture.width, 0, 0, picture.height, x, y)))
        return b"q %b cm /E%d Do Q\n" % (place, number)

    def resources(self) -> tuple[bytes, bytes]:
        """The entries of the page's /Font and /XObject resources; called once, after the last
        line.
        """
        fonts = b"".join(
            b"/F%d %d 0 R" % (i, _embedded(self._file, key[0], font))
            for i, (key, font) in enumerate(self._fonts.items())
        )
        pictures = b"".join(
            b"/E%d %d 0 R" % (i, number) for i, number in enumerate(self._pictures.values())
        )
        return fonts, pictures


def _contours(run: GlyphRun, x: float, y: float) -> bytes:
    """The run's letters as filled paths, from a pen that starts at ``x``, ``y`` (px, y up); none
    for pictures.
    """
    if run.font.is_colour:
        return b""
    out: list[bytes] = []
    for glyph in run.glyphs:
        now = (0.0, 0.0)
        for letter, values in commands_of(run.font, run.variations, glyph.gid):
            points = [
                (
                    x + glyph.x_offset + values[i] * run.size,
                    y + glyph.y_offset + values[i + 1] * run.size,
                )
                for i in range(0, len(values), 2)
            ]
            if letter == "Q":
                points = cubic(now, *points)
            now = points[-1] if points else now
            out += [real(value) for point in points for value in point]
            out.append({"M": b"m", "L": b"l", "Z": b"h"}.get(letter, b"c"))
        x += glyph.x_advance
    return b" ".join(out) + b" f\n" if out else b""


def _in_order(line: Line, text: str, rtl: bool) -> Iterator[tuple[GlyphRun, Cluster, str, str]]:
    """The line's clusters in visual order, each with what silent glyphs to its left and to its
    right say.
    """
    found = [(run, cluster) for run in line.runs for cluster in clusters(run, text) if cluster.text]
    own = [run.level % 2 == 1 for run, _ in found]
    for at, (run, cluster) in enumerate(found):
        before = after = ""
        if rtl and any(own) and not own[at]:
            # A mark on one side of foreign words tells that the line is not theirs; the left one
            # keeps the space there.
            if at and own[at - 1]:
                before = _RLM
            elif not any(own[:at]) and own[at + 1]:
                after = _RLM
        shown = cluster.text
        if own[at]:
            before += shown[:0:-1]
            shown = _MIRRORED.get(shown[0], shown[0])
        yield run, cluster._replace(text=shown), before, after


def _pictures(line: Line) -> list[GlyphPicture]:
    """The line's colour glyphs, from its own start and baseline."""
    if not any(face_of(run.spec).is_colour for run in line.runs):
        return []
    return [
        GlyphPicture(g.rgba, g.x - line.x, g.y - line.baseline, g.width, g.height, g.start)
        for g in outlines(line)
        if isinstance(g, GlyphPicture)
    ]


def _shown(waiting: list[bytes]) -> list[bytes]:
    out = [b"[" + b"".join(waiting) + b"]TJ"] if waiting else []
    waiting.clear()
    return out


def _embedded(file: PdfFile, spec: FontSpec, font: _Font) -> int:
    """The font's objects (9.7); the number of the one that the page names."""
    face = font.face
    plain = re.sub(r"[^A-Za-z0-9]", "", face.postscript_name)[:60] or "Font"
    seed = hashlib.sha256(
        repr((spec.sha256, spec.index, font.variations, sorted(font.codes))).encode(
            "utf-8", "replace"
        )
    )
    tag = "".join(chr(65 + byte % 26) for byte in seed.digest()[:6])
    name = f"{tag}+{plain}"
    made = font_program(name, font.drawings)
    program = file.stream(made.data, b"/Subtype/CIDFontType0C")
    box = b" ".join(b"%d" % value for value in made.bounds)
    descriptor = file.add(
        b"<</Type/FontDescriptor/FontName/%b/Flags 4/FontBBox[%b]/ItalicAngle %d/Ascent %d/Descent %d/CapHeight %d/StemV 80"
        b"/FontFile3 %d 0 R>>"
        % (
            name.encode(), box, -10 if face.is_italic else 0, round(face.ascender * UNITS), -round(face.descender * UNITS),
            round(face.cap_height * UNITS), program,
        )
    )  # fmt: skip
    widths = b" ".join(b"%d" % round(drawing.advance * UNITS) for drawing in font.drawings)
    descendant = file.add(
        b"<</Type/Font/Subtype/CIDFontType0/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        b"/FontDescriptor %d 0 R/DW 0/W[1[%b]]>>" % (name.encode(), descriptor, widths)
    )
    meaning = file.stream(_to_unicode(font.texts))
    return file.add(
        b"<</Type/Font/Subtype/Type0/BaseFont/%b-Identity-H/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
        % (name.encode(), descendant, meaning)
    )


def _to_unicode(texts: list[str]) -> bytes:
    """The CMap (9.10.3) that says each code's text."""
    out = [
        b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n"
        b"/CMapType 2 def\n1 begincodespacerange\n<0000><FFFF>\nendcodespacerange"
    ]
    lines = [b"<%04X><%b>" % (code, utf16(text)) for code, text in enumerate(texts, 1)]
    for at in range(0, len(lines), 100):
        part = lines[at : at + 100]
        out.append(b"%d beginbfchar\n%b\nendbfchar" % (len(part), b"\n".join(part)))
    out.append(b"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
    return b"\n".join(out)
