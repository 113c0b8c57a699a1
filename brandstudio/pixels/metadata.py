"""Where a picture came from, written into it: XMP with IPTC's digital source type.

Our pictures carry this and nothing else. `to_xmp` writes a small packet; `read` finds the packet in
PNG, JPEG and WebP and reads back exactly the fields of `Metadata` by a bounded scan; foreign XML is
never parsed as XML, so no entity is ever expanded. Source: IPTC Photo Metadata Standard 2025.1 and
the IPTC NewsCodes "digitalsourcetype".
"""

from __future__ import annotations

import html
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Final, Literal, get_args

DigitalSource = Literal[
    "digitalCapture",
    "computationalCapture",
    "negativeFilm",
    "positiveFilm",
    "print",
    "humanEdits",
    "minorHumanEdits",
    "algorithmicallyEnhanced",
    "digitalArt",
    "digitalCreation",
    "dataDrivenMedia",
    "trainedAlgorithmicMedia",
    "compositeWithTrainedAlgorithmicMedia",
    "algorithmicMedia",
    "compositeSynthetic",
    "compositeCapture",
    "composite",
    "screenCapture",
    "virtualRecording",
]
_SOURCES: Final[frozenset[str]] = frozenset(get_args(DigitalSource))
_SOURCE_URI: Final = "http://cv.iptc.org/newscodes/digitalsourcetype/"
_XMP_HEADER: Final = b"http://ns.adobe.com/xap/1.0/\0"
_MAX_TEXT: Final = 4000
_MAX_XMP: Final = 60_000


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a picture says about itself. Texts are cut to 4000 characters on writing."""

    source: DigitalSource | None = None
    creator_tool: str = "brandstudio"
    description: str | None = None
    prompt: str | None = None


def to_xmp(metadata: Metadata) -> bytes:
    """The XMP packet (UTF-8, under 60 kB; the same bytes for the same value)."""
    lines = (
        [f'xmp:CreatorTool="{_escaped(metadata.creator_tool)}"'] if metadata.creator_tool else []
    )
    if metadata.source is not None:
        lines.append(f'Iptc4xmpExt:DigitalSourceType="{_SOURCE_URI}{metadata.source}"')
    if metadata.prompt:
        lines.append(f'Iptc4xmpExt:AIPromptInformation="{_escaped(metadata.prompt)}"')
    inner = ""
    if metadata.description:
        text = _escaped(metadata.description)
        inner = f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{text}</rdf:li></rdf:Alt></dc:description>'
    packet = (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" '
        + " ".join(lines)
        + f">{inner}</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="r"?>'
    )
    return packet.encode("utf-8")


def _escaped(text: str) -> str:
    # Control characters and lone surrogates have no place in XML 1.0; line breaks would be
    # normalised to spaces.
    legal = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "", text)
    # Four bytes a character at most, thrice: still one JPEG segment.
    cut = legal[:_MAX_TEXT]
    return (
        html.escape(cut, quote=True)
        .replace("\n", "&#10;")
        .replace("\r", "&#13;")
        .replace("\t", "&#9;")
    )


def read(data: bytes) -> Metadata | None:
    """The metadata in a PNG, JPEG or WebP, or None where none of our fields is. Never raises on bad
    files.
    """
    try:
        packet = _packet(data)
    except (struct.error, IndexError, ValueError, zlib.error):
        return None
    return from_xmp(packet) if packet else None


def from_xmp(packet: bytes) -> Metadata | None:
    """The fields of `Metadata` in an XMP packet, as attributes or as elements; None when none is
    there.
    """
    text = packet[:_MAX_XMP].decode("utf-8", "replace")
    source = _field(text, "Iptc4xmpExt:DigitalSourceType")
    kind = source.rsplit("/", 1)[-1].strip() if source else None
    tool = _field(text, "xmp:CreatorTool")
    prompt = _field(text, "Iptc4xmpExt:AIPromptInformation")
    match = re.search(
        r"<dc:description>\s*<rdf:Alt>\s*<rdf:li[^>]{0,200}>([^<]{0,40000})</rdf:li>", text
    )
    description = _plain(match.group(1)) if match else None
    if kind not in _SOURCES and tool is None and description is None and prompt is None:
        return None
    known: DigitalSource | None = kind if kind in _SOURCES else None  # type: ignore[assignment]
    return Metadata(known, tool or "", description, prompt)


def _field(text: str, name: str) -> str | None:
    match = re.search(rf"""\s{name}\s*=\s*(?:"([^"<]{{0,40000}})"|'([^'<]{{0,40000}})')""", text)
    if match:
        return _plain(match.group(1) if match.group(1) is not None else match.group(2))
    match = re.search(rf"<{name}>([^<]{{0,40000}})</{name}>", text)
    if match:
        return _plain(match.group(1))
    match = re.search(
        rf"""<{name}\s[^>]{{0,40}}rdf:resource\s*=\s*["']([^"'<]{{0,400}})["']""", text
    )
    return _plain(match.group(1)) if match else None


def _plain(text: str) -> str:
    return html.unescape(text)[:_MAX_TEXT]


def _packet(data: bytes) -> bytes | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png_packet(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg_packet(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_packet(data)
    return None


def _png_packet(data: bytes) -> bytes | None:
    position = 8
    for _ in range(10_000):
        if position + 8 > len(data):
            return None
        (length,) = struct.unpack_from(">I", data, position)
        if (
            data[position + 4 : position + 8] == b"iTXt"
            and data[position + 8 : position + 26] == b"XML:com.adobe.xmp\0"
        ):
            content = data[position + 26 : position + 8 + length]
            compressed = content[0] == 1
            text = content[2:].split(b"\0", 2)[2]
            return (
                zlib.decompressobj().decompress(text, _MAX_XMP) if compressed else text[:_MAX_XMP]
            )
        position += 12 + length
    return None


def _jpeg_packet(data: bytes) -> bytes | None:
    position = 2
    for _ in range(10_000):
        if data[position] != 0xFF or data[position + 1] in (0xDA, 0xD9):
            return None
        (length,) = struct.unpack_from(">H", data, position + 2)
        content = data[position + 4 : position + 2 + length]
        if data[position + 1] == 0xE1 and content.startswith(_XMP_HEADER):
            return content[len(_XMP_HEADER) :]
        position += 2 + max(2, length)
    return None


def _webp_packet(data: bytes) -> bytes | None:
    position = 12
    for _ in range(10_000):
        if position + 8 > len(data):
            return None
        kind, length = struct.unpack_from("<4sI", data, position)
        if kind == b"XMP ":
            return data[position + 8 : position + 8 + min(length, _MAX_XMP)]
        position += 8 + length + (length & 1)
    return None
