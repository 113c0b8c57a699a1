"""What an uploaded font is, or why it can't be taken. The bytes are hostile until HarfBuzz has read
them.

TTF, OTF, collections, WOFF and WOFF2 (the last needs fontTools and brotli). Every bound is checked
before memory is taken for it: sizes declared by the file are compared with what really unpacks.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from brandstudio.errors import PayloadTooLarge, UnsupportedMediaType

from .characters import SCRIPT_NAMES, script_of
from .faces import Axis, FontFace, FontSpec

MAX_BYTES = 40 << 20
MAX_FACES = 32
_MAX_TABLES = 128
MAX_EXTENT = 40.0  # em; the widest ligature of a real font is under 20
_SFNT = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_WOFF2_TABLES = 63  # index that says that a tag is written out


@dataclass(frozen=True)
class FaceInfo:
    """One face of a font file."""

    index: int
    family: str
    weight_range: tuple[float, float]
    axes: tuple[Axis, ...]
    is_italic: bool
    is_colour: bool
    glyphs: int
    characters: int
    scripts: tuple[str, ...]
    """Names of the scripts of which it has at least a few characters, most characters first."""


@dataclass(frozen=True)
class FontInfo:
    """A font file that can be used. ``data`` is the unpacked font, ``sha256`` (hex) names it."""

    format: str
    """``ttf``, ``otf``, ``ttc``, ``woff`` or ``woff2``: what was sent."""
    data: bytes
    sha256: str
    faces: tuple[FaceInfo, ...]

    @property
    def family(self) -> str:
        return self.faces[0].family

    def specs(self) -> tuple[FontSpec, ...]:
        """The faces as entries of a ``FontStack``."""
        return tuple(
            FontSpec(face.family, self.sha256, self.data, face.index) for face in self.faces
        )


def check_font(data: bytes, *, max_bytes: int = MAX_BYTES) -> FontInfo:
    """Read an uploaded font. PayloadTooLarge if it is over ``max_bytes`` (packed or unpacked);
    UnsupportedMediaType with the reason if it is no font that can be drawn with.
    """
    if len(data) > max_bytes:
        raise PayloadTooLarge(f"The font is larger than {max_bytes >> 20} MB.", maxBytes=max_bytes)
    kind, unpacked = _unpack(data, max_bytes)
    offsets = _face_offsets(unpacked)
    tables = [_tables(unpacked, offset) for offset in offsets]
    faces = tuple(_face_info(unpacked, index, found) for index, found in enumerate(tables))
    return FontInfo(kind, unpacked, hashlib.sha256(unpacked).hexdigest(), faces)


def _refuse(reason: str) -> UnsupportedMediaType:
    return UnsupportedMediaType(
        f"This is not a font that can be used here: {reason}.", reason=reason
    )


def _unpack(data: bytes, most: int) -> tuple[str, bytes]:
    magic = data[:4]
    if magic in _SFNT:
        return ("otf" if magic == b"OTTO" else "ttf"), data
    if magic == b"ttcf":
        return "ttc", data
    if magic == b"wOFF":
        return "woff", _unpack_woff(data, most)
    if magic == b"wOF2":
        return "woff2", _unpack_woff2(data, most)
    raise _refuse("it is neither TTF, OTF, WOFF, WOFF2 nor a collection of them")


def _read(layout: str, data: bytes, offset: int) -> tuple[Any, ...]:
    try:
        return struct.unpack_from(layout, data, offset)
    except struct.error:
        raise _refuse("it ends too early") from None


def _face_offsets(data: bytes) -> tuple[int, ...]:
    if data[:4] != b"ttcf":
        return (0,)
    (count,) = _read(">I", data, 8)
    if not 0 < count <= MAX_FACES:
        raise _refuse(f"a collection may hold 1 to {MAX_FACES} faces, this one says {count}")
    return _read(f">{count}I", data, 12)


def _tables(data: bytes, offset: int) -> dict[bytes, tuple[int, int]]:
    """Offset and length of every table of a face; all must lie inside the file."""
    flavour = data[offset : offset + 4]
    if flavour not in _SFNT:
        raise _refuse("a face has an unknown outline format")
    (count,) = _read(">H", data, offset + 4)
    if not 0 < count <= _MAX_TABLES:
        raise _refuse(f"{count} tables in one face")
    found = {}
    for number in range(count):
        tag, _, start, length = _read(">4sIII", data, offset + 12 + 16 * number)
        if start + length > len(data):
            raise _refuse("a table reaches past the end of the file")
        found[bytes(tag)] = (start, length)
    needed = {b"cmap", b"head", b"hhea", b"hmtx", b"maxp"} - found.keys()
    if needed:
        raise _refuse(f"the table {sorted(needed)[0].decode()} is missing")
    if not found.keys() & {b"glyf", b"CFF ", b"CFF2"}:
        raise _refuse("it holds no outlines")
    return found


def _face_info(data: bytes, index: int, tables: dict[bytes, tuple[int, int]]) -> FaceInfo:
    (upem,) = _read(">H", data, tables[b"head"][0] + 18)
    if not 16 <= upem <= 16384:
        raise _refuse(f"{upem} units per em")
    try:
        return _describe(FontFace(data, index, sha256="unnamed"))
    except (
        ValueError,
        RuntimeError,
        MemoryError,
    ):  # what the binding raises on names and tags that are no text
        raise _refuse("its names or tables are damaged") from None


def _describe(face: FontFace) -> FaceInfo:
    if face.glyph_count == 0 or not face.coverage:
        raise _refuse("it maps no character to a glyph")
    if not (0 < face.ascender <= 10 and -5 <= face.descender <= 10):
        raise _refuse("its line height is out of all proportion")
    font = face.font()
    limit = MAX_EXTENT * face.upem
    for gid in range(face.glyph_count):
        extents = font.get_glyph_extents(gid)
        if extents is not None and max(map(abs, extents)) > limit:
            raise _refuse(f"glyph {gid} is larger than {MAX_EXTENT:.0f} em")
    return FaceInfo(
        face.index,
        face.family[:200],
        face.weight_range,
        face.axes,
        face.is_italic,
        face.is_colour,
        face.glyph_count,
        len(face.coverage),
        _scripts(face),
    )


def _scripts(face: FontFace) -> tuple[str, ...]:
    counts: dict[str, int] = {}
    for codepoint in face.coverage:
        script = script_of(codepoint)
        if script is not None:
            counts[script] = counts.get(script, 0) + 1
    ordered = sorted(
        (script for script, count in counts.items() if count >= 10), key=lambda s: (-counts[s], s)
    )
    return tuple(SCRIPT_NAMES.get(script, script) for script in ordered)


def _unpack_woff(data: bytes, most: int) -> bytes:
    """WOFF 1 to sfnt: zlib per table, never more bytes than the directory says."""
    flavour, _, count = _read(">4sIH", data, 4)
    if not 0 < count <= _MAX_TABLES:
        raise _refuse(f"{count} tables")
    entries = [_read(">4sIIII", data, 44 + 20 * number) for number in range(count)]
    if sum(entry[3] for entry in entries) > most:
        raise PayloadTooLarge(f"The unpacked font is larger than {most >> 20} MB.", maxBytes=most)
    directory, body = [], bytearray()
    start = 12 + 16 * count
    for tag, offset, packed, size, checksum in entries:
        raw = data[offset : offset + packed]
        if len(raw) != packed:
            raise _refuse("a table reaches past the end of the file")
        if packed < size:
            try:
                raw = zlib.decompressobj().decompress(raw, size)
            except zlib.error:
                raise _refuse("a packed table can't be unpacked") from None
        if len(raw) != size:
            raise _refuse("a packed table has another size than it says")
        directory.append(struct.pack(">4sIII", tag, checksum, start + len(body), size))
        body += raw + b"\0" * (-size % 4)
    search = 1 << (count.bit_length() - 1)
    header = struct.pack(
        ">4sHHHH", flavour, count, search * 16, search.bit_length() - 1, (count - search) * 16
    )
    return header + b"".join(directory) + bytes(body)


def _unpack_woff2(data: bytes, most: int) -> bytes:
    """WOFF 2 to sfnt through fontTools, after a bounded trial of the Brotli stream."""
    try:
        import brotli  # type: ignore[import-untyped, unused-ignore]
        from fontTools.ttLib import woff2  # type: ignore[import-untyped]
    except ImportError:
        raise _refuse(
            "WOFF2 needs brandstudio[fonts] (fontTools and brotli); send TTF or OTF instead"
        ) from None
    flavour, _, count = _read(">4sIH", data, 4)
    if flavour == b"ttcf":
        raise _refuse("collections inside WOFF2 are not supported; send the TTC or OTC file")
    (packed,) = _read(">I", data, 20)
    start = woff2_stream(data, count)
    unpacker = brotli.Decompressor()
    try:
        size = len(unpacker.process(data[start : start + packed], output_buffer_limit=most))
        while not unpacker.is_finished() and size <= most:
            more = unpacker.process(b"", output_buffer_limit=most)
            if not more:
                break
            size += len(more)
    except brotli.error:
        raise _refuse("it can't be unpacked") from None
    if size > most or not unpacker.is_finished():
        raise PayloadTooLarge(
            f"The unpacked font is larger than {most >> 20} MB, or cut short.", maxBytes=most
        )
    out = BytesIO()
    try:
        woff2.decompress(BytesIO(data), out)
    except Exception:  # fontTools raises whatever a broken table makes it raise
        raise _refuse("its tables can't be rebuilt") from None
    if out.tell() > most:
        raise PayloadTooLarge(f"The unpacked font is larger than {most >> 20} MB.", maxBytes=most)
    return out.getvalue()


def woff2_stream(data: bytes, count: int) -> int:
    """Where the Brotli stream begins: after the directory of variable-length entries (WOFF2,
    4.1).
    """
    if not 0 < count <= _MAX_TABLES:
        raise _refuse(f"{count} tables")
    at = 48
    for _ in range(count):
        (flags,) = _read(">B", data, at)
        at += 1
        index, version = flags & 0x3F, flags >> 6
        tag = data[at : at + 4] if index == _WOFF2_TABLES else b""
        at += len(tag)
        at = _skip_base128(data, at)
        outlines = index in {10, 11} or tag in {b"glyf", b"loca"}
        if (outlines and version == 0) or (not outlines and version != 0):
            at = _skip_base128(data, at)  # a transformed table says its transformed length too
    return at


def _skip_base128(data: bytes, at: int) -> int:
    for length in range(5):
        if not _read(">B", data, at + length)[0] & 0x80:
            return at + length + 1
    raise _refuse("a table length is malformed")
