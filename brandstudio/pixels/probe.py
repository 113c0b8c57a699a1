"""What a file is, from its first bytes alone: format, size, frames, alpha. Nothing is decoded here.

The list of formats is explicit and the file's name is never asked. Everything is read with bounds:
no offset is followed out of the file, no chain longer than `_MAX_STEPS`, so that hostile headers
cost as little as good ones.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Final

from brandstudio import errors
from brandstudio.pixels import svg

#: Pictures above this are refused from their header.
MAX_PIXELS: Final = 100_000_000
#: No side may be longer; JPEG's own limit.
MAX_SIDE: Final = 65_535
_MAX_STEPS: Final = 20_000
#: A progressive JPEG's cost is its pixels times its scans; encoders write about ten.
_MAX_SCANS: Final = 100

MIME: Final = {
    "jpeg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
    "avif": "image/avif",
    "gif": "image/gif",
    "heic": "image/heic",
    "tiff": "image/tiff",
    "bmp": "image/bmp",
    "svg": "image/svg+xml",
}
_ACCEPTED: Final = "JPEG, PNG, WebP, AVIF, GIF, HEIC, TIFF, BMP or SVG"

#: What files that are not pictures of ours begin with: (offset, bytes, name).
_FOREIGN: Final[tuple[tuple[int, bytes, str], ...]] = (
    (0, b"%PDF", "a PDF document"),
    (0, b"%!PS", "a PostScript or EPS document"),
    (0, b"\xc5\xd0\xd3\xc6", "an EPS document"),
    (0, b"8BPS", "a Photoshop document (PSD)"),
    (0, b"PK\x03\x04", "a ZIP archive or an Office document"),
    (0, b"PK\x05\x06", "a ZIP archive"),
    (0, b"\x7fELF", "a program (ELF)"),
    (0, b"MZ", "a Windows program"),
    (0, b"\xcf\xfa\xed\xfe", "a program (Mach-O)"),
    (0, b"\xca\xfe\xba\xbe", "a program or Java class"),
    (0, b"\x1f\x8b", "gzip-compressed data (an SVGZ must be unpacked to SVG first)"),
    (0, b"BZh", "bzip2-compressed data"),
    (0, b"\xfd7zXZ", "xz-compressed data"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard-compressed data"),
    (0, b"7z\xbc\xaf", "a 7-Zip archive"),
    (0, b"Rar!", "a RAR archive"),
    (0, b"SIMPLE  =", "a FITS file"),
    (0, b"\xff\x0a", "a JPEG XL picture"),
    (0, b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (0, b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (0, b"\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (0, b"\x00\x00\x01\x00", "an icon (ICO)"),
    (0, b"\x76\x2f\x31\x01", "an OpenEXR picture"),
    (0, b"#?RADIANCE", "a Radiance HDR picture"),
    (0, b"gimp xcf", "a GIMP picture (XCF)"),
    (0, b"DDS ", "a DDS texture"),
    (0, b"\x1a\x45\xdf\xa3", "a WebM or Matroska video"),
    (0, b"OggS", "an Ogg file"),
    (0, b"ID3", "an MP3 file"),
    (0, b"fLaC", "a FLAC file"),
    (0, b"\x00\x00\x01\xba", "an MPEG video"),
    (0, b"wOFF", "a font (WOFF)"),
    (0, b"wOF2", "a font (WOFF2)"),
    (0, b"OTTO", "a font (OpenType)"),
    (0, b"\x00\x01\x00\x00\x00", "a font (TrueType)"),
    (0, b"SQLite format 3", "an SQLite database"),
    (0, b"AT&TFORM", "a DjVu document"),
    (0, b"\xd7\xcd\xc6\x9a", "a Windows metafile (WMF)"),
    (0, b"{\\rtf", "an RTF document"),
    (8, b"AVI ", "an AVI video"),
    (8, b"WAVE", "a WAV file"),
    (257, b"ustar", "a TAR archive"),
)


@dataclass(frozen=True, slots=True)
class Probe:
    """What the header says. Sizes are as stored, before any EXIF orientation; an SVG's are its
    nominal size.
    """

    format: str
    mime: str
    width: int
    height: int
    frames: int
    has_alpha: bool


def probe(data: bytes, *, max_pixels: int = MAX_PIXELS) -> Probe:
    """What kind of picture these bytes are, by content.

    Raises `errors.UnsupportedMediaType` (saying what it seems to be) for anything that is not on
    the list or has a broken header, `errors.PayloadTooLarge` for more than `max_pixels` or a side
    over 65,535.
    """
    kind = sniff(data)
    try:
        found = _READERS[kind](data)
    except (struct.error, IndexError, ValueError, UnicodeDecodeError) as broken:
        raise errors.UnsupportedMediaType(
            f"The {kind.upper()} has a broken or incomplete header.", seems=kind
        ) from broken
    if found.width < 1 or found.height < 1:
        raise errors.UnsupportedMediaType(
            f"The {kind.upper()} says that it has no pixels.", seems=kind
        )
    if kind != "svg" and (
        found.width * found.height > max_pixels or max(found.width, found.height) > MAX_SIDE
    ):
        raise errors.PayloadTooLarge(
            f"The picture is {found.width} x {found.height} pixels; at most {max_pixels / 1e6:.0f} megapixels "
            f"and {MAX_SIDE} on a side can be taken. Make it smaller first.",
            width=found.width,
            height=found.height,
        )
    return found


def sniff(data: bytes) -> str:
    """The format's short name (a key of `MIME`), from the first bytes. Raises
    `errors.UnsupportedMediaType`.
    """
    head = bytes(data[:512])
    if not head:
        raise errors.UnsupportedMediaType("The file is empty.", seems="nothing")
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    if head[:6] in (b"GIF87a", b"GIF89a"):
        return "gif"
    if head[:4] in (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"):
        return "tiff"
    if head[:2] == b"BM" and len(data) >= 26 and head[14:18] in _BMP_HEADERS:
        return "bmp"
    if head[4:8] == b"ftyp":
        return _sniff_isobmff(head)
    for offset, magic, name in _FOREIGN:
        if head[offset : offset + len(magic)] == magic:
            raise _refused(name)
    return _sniff_text(data)


def _refused(seems: str) -> errors.UnsupportedMediaType:
    return errors.UnsupportedMediaType(
        f"This seems to be {seems}. Send a picture: {_ACCEPTED}.", seems=seems
    )


def _sniff_isobmff(head: bytes) -> str:
    size = struct.unpack(">I", head[:4])[0]
    brands = {head[i : i + 4] for i in (8, *range(16, min(max(size, 16), len(head)) - 3, 4))}
    if brands & {b"avif", b"avis"}:
        return "avif"
    if brands & {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}:
        if find_spec("pi_heif") is None:
            raise errors.UnsupportedMediaType(
                "This is a HEIC picture, and the reader for it is not installed here. "
                "Install brandstudio[heif], or send the picture as JPEG.",
                seems="a HEIC picture",
            )
        return "heic"
    if head[8:12] == b"crx ":
        raise _refused("a camera raw picture (CR3)")
    if head[8:12] == b"qt  ":
        raise _refused("a QuickTime video")
    raise _refused("an MP4 video")


_COMMENTS: Final = re.compile(
    rb"\s*(?:<\?xml[^>]{0,512}\?>|<!--.{0,65536}?-->|<!DOCTYPE\s+svg[^>\[]{0,1024}(?=[>\[]))", re.S
)


def _sniff_text(data: bytes) -> str:
    start = bytes(data[: 256 * 1024])
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ):
        if start.startswith(mark):
            start = start[len(mark) :].decode(encoding, "replace").encode()
            break
    position = 0
    for _ in range(100):
        match = _COMMENTS.match(start, position)
        if match is None:
            break
        position = match.end()
    rest = start[position : position + 2048].lstrip(b" \t\r\n>")
    lowered = rest.lower()
    if re.match(rb"<(?:[a-z_][\w.-]{0,40}:)?svg[\s>/]", lowered) or (
        rest[:1] == b"[" and b"<svg" in start[position:]
    ):
        return "svg"
    if lowered.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<script")):
        raise _refused("an HTML page")
    if lowered.startswith((b"<?xml", b"<")):
        raise _refused("an XML or HTML document")
    if lowered.startswith((b"{", b"[")):
        raise _refused("JSON text")
    if rest and not re.search(rb"[\x00-\x08\x0e-\x1a\x7f-\xff]", rest[:512]):
        raise _refused("plain text")
    raise errors.UnsupportedMediaType(
        f"The file is not a picture of a known kind. Send {_ACCEPTED}.", seems="unknown"
    )


# -- one reader per format -------------------------------------------------------------------------


def _jpeg(data: bytes) -> Probe:
    position = 2
    for _ in range(_MAX_STEPS):
        if data[position] != 0xFF:
            raise ValueError("no marker")
        while data[position] == 0xFF:
            position += 1
        marker = data[position]
        position += 1
        if marker in (0x01, *range(0xD0, 0xD8)):
            continue
        if marker in (0xD9, 0xDA):
            raise ValueError("no frame header")
        (length,) = struct.unpack_from(">H", data, position)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, position + 3)
            if data.count(b"\xff\xda", position) > _MAX_SCANS:
                raise errors.UnsupportedMediaType(
                    f"The JPEG has more than {_MAX_SCANS} scans.", seems="jpeg"
                )
            return Probe("jpeg", MIME["jpeg"], width, height, 1, False)
        if length < 2:
            raise ValueError("bad segment")
        position += length
    raise ValueError("too many segments")


def _png(data: bytes) -> Probe:
    if data[12:16] != b"IHDR":
        raise ValueError("no IHDR")
    width, height, _depth, colour = struct.unpack_from(">IIBB", data, 16)
    frames, alpha, position = 1, colour in (4, 6), 8
    for _ in range(_MAX_STEPS):
        if position + 8 > len(data):
            raise ValueError("no image data")
        (length,) = struct.unpack_from(">I", data, position)
        kind = data[position + 4 : position + 8]
        if kind == b"IDAT":
            return Probe("png", MIME["png"], width, height, frames, alpha)
        if kind == b"acTL":
            frames = max(1, struct.unpack_from(">I", data, position + 8)[0])
        elif kind == b"tRNS":
            alpha = True
        position += 12 + length
    raise ValueError("too many chunks")


def _webp(data: bytes) -> Probe:
    kind = data[12:16]
    if kind == b"VP8 ":
        if data[23:26] != b"\x9d\x01\x2a":
            raise ValueError("no key frame")
        width, height = struct.unpack_from("<HH", data, 26)
        return Probe("webp", MIME["webp"], width & 0x3FFF, height & 0x3FFF, 1, False)
    if kind == b"VP8L":
        if data[20] != 0x2F:
            raise ValueError("no lossless signature")
        (bits,) = struct.unpack_from("<I", data, 21)
        return Probe(
            "webp",
            MIME["webp"],
            (bits & 0x3FFF) + 1,
            (bits >> 14 & 0x3FFF) + 1,
            1,
            bool(bits >> 28 & 1),
        )
    if kind != b"VP8X":
        raise ValueError("unknown chunk")
    flags = data[20]
    width = int.from_bytes(data[24:27], "little") + 1
    height = int.from_bytes(data[27:30], "little") + 1
    frames, position = 0, 12
    for _ in range(_MAX_STEPS if flags & 0x02 else 0):
        if position + 8 > len(data):
            break
        frames += data[position : position + 4] == b"ANMF"
        (length,) = struct.unpack_from("<I", data, position + 4)
        position += 8 + length + (length & 1)
    return Probe("webp", MIME["webp"], width, height, max(1, frames), bool(flags & 0x10))


def _gif(data: bytes) -> Probe:
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    position = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    frames, alpha = 0, False
    for _ in range(_MAX_STEPS):
        if position >= len(data) or data[position] == 0x3B:
            break
        if data[position] == 0x21:
            if data[position + 1] == 0xF9 and frames == 0:
                alpha = bool(data[position + 3] & 1)
            position += 2
        elif data[position] == 0x2C:
            left, top, across, down, local = struct.unpack_from("<HHHHB", data, position + 1)
            # Decoders widen the canvas for a frame that sticks out of it.
            width, height = (
                (max(width, left + across), max(height, top + down))
                if frames == 0
                else (width, height)
            )
            frames += 1
            position += 11 + (3 << (local & 7) + 1 if local & 0x80 else 0)
        else:
            break
        while position < len(data) and data[position]:
            position += data[position] + 1
        position += 1
    if not frames:
        raise ValueError("no frame")
    return Probe("gif", MIME["gif"], width, height, frames, alpha)


_BMP_HEADERS: Final = tuple(struct.pack("<I", size) for size in (12, 16, 40, 52, 56, 64, 108, 124))


def _bmp(data: bytes) -> Probe:
    (size,) = struct.unpack_from("<I", data, 14)
    if size == 12:
        width, height = struct.unpack_from("<HH", data, 18)
        return Probe("bmp", MIME["bmp"], width, height, 1, False)
    width, height, _planes, depth = struct.unpack_from("<iiHH", data, 18)
    alpha = depth == 32 and size >= 56 and struct.unpack_from("<I", data, 66)[0] != 0
    return Probe("bmp", MIME["bmp"], width, abs(height), 1, alpha)


def _tiff(data: bytes) -> Probe:
    order = "<" if data[:2] == b"II" else ">"
    big = struct.unpack_from(order + "H", data, 2)[0] == 43
    pointer, count, entry_size = (
        (order + "Q", order + "Q", 20) if big else (order + "I", order + "H", 12)
    )
    (offset,) = struct.unpack_from(pointer, data, 8 if big else 4)
    frames, seen, tags = 0, set[int](), dict[int, int]()
    while (
        offset
        and offset not in seen
        and frames < 1000
        and offset + struct.calcsize(count) <= len(data)
    ):
        seen.add(offset)
        (entries,) = struct.unpack_from(count, data, offset)
        start = offset + struct.calcsize(count)
        if entries > 4096:
            raise ValueError("too many tags")
        if frames == 0:
            for i in range(entries):
                tag, kind = struct.unpack_from(order + "HH", data, start + i * entry_size)
                value_at = start + i * entry_size + (12 if big else 8)
                form = {1: "B", 3: "H", 4: "I", 16: "Q"}.get(kind)
                if tag in (256, 257, 277, 338) and form:
                    (tags[tag],) = struct.unpack_from(order + form, data, value_at)
        frames += 1
        end = start + entries * entry_size
        (offset,) = (
            struct.unpack_from(pointer, data, end)
            if end + struct.calcsize(pointer) <= len(data)
            else (0,)
        )
    if not {256, 257} <= tags.keys():
        raise ValueError("no size")
    return Probe(
        "tiff",
        MIME["tiff"],
        tags[256],
        tags[257],
        max(1, frames),
        338 in tags and tags[338] in (1, 2),
    )


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The boxes of ISO base media (kind, start and end of the content) between two offsets."""
    for _ in range(_MAX_STEPS):
        if start + 8 > end:
            return
        size, kind = struct.unpack_from(">I4s", data, start)
        content = start + 8
        if size == 1:
            (size,) = struct.unpack_from(">Q", data, content)
            content += 8
        stop = end if size == 0 else start + size
        if stop > end or stop < content:
            raise ValueError("bad box")
        yield kind, content, stop
        start = stop


def _find(data: bytes, start: int, end: int, kind: bytes) -> tuple[int, int]:
    for found, content, stop in _boxes(data, start, end):
        if found == kind:
            return content, stop
    raise ValueError(f"no {kind!r}")


def _heif(format: str, data: bytes) -> Probe:
    """Size and alpha of AVIF and HEIC: the largest declared item, since tiles are smaller than the
    whole.
    """
    meta, meta_end = _find(data, 0, len(data), b"meta")
    properties, properties_end = _find(data, *_find(data, meta + 4, meta_end, b"iprp"), b"ipco")
    width = height = 0
    alpha = False
    for kind, content, stop in _boxes(data, properties, properties_end):
        if kind == b"ispe":
            across, down = struct.unpack_from(">II", data, content + 4)
            if across * down > width * height:
                width, height = across, down
        elif kind == b"auxC":
            alpha = (
                alpha
                or b"alpha" in data[content:stop]
                or b":hevc:2015:auxid:1" in data[content:stop]
            )
    return Probe(format, MIME[format], width, height, 1, alpha)


def _svg(data: bytes) -> Probe:
    width, height = svg.svg_size(data)
    return Probe("svg", MIME["svg"], max(1, round(width)), max(1, round(height)), 1, True)


_READERS: Final[dict[str, Callable[[bytes], Probe]]] = {
    "jpeg": _jpeg,
    "png": _png,
    "webp": _webp,
    "gif": _gif,
    "bmp": _bmp,
    "tiff": _tiff,
    "svg": _svg,
    "avif": partial(_heif, "avif"),
    "heic": partial(_heif, "heic"),
}
