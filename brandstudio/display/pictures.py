"""Pictures small enough for a cell: WebP of at most 320 pixels a side and 64 KB, 256 KB a cell. Tiles
of a list are JPEG: at that size as small as WebP, and written ten times as fast.
"""

from __future__ import annotations

import base64
import hashlib
import io
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .lately import Lately
from .markup import EDGE, Html, show, tag

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

SIDE = 320
EACH = 64 * 1024
CELL = 256 * 1024
MOST = 48
"""Pictures of a list that are shown."""
TILE = 220
"""The side up to which a picture is one of several."""
_KEPT = "_small"
_LATELY = Lately()
_PNG = b"\x89PNG\r\n\x1a\n"
_MODES = {0: "L", 2: "RGB", 6: "RGBA"}
_STORED = 65_535
"""Bytes that a block of deflate holds which is not compressed (RFC 1951, section 3.2.4)."""
_MOST_PIXELS = 40_000_000


class Album:
    """The pictures of one cell; when its bytes are used up the rest is shown in words."""

    def __init__(self, budget: int = CELL) -> None:
        self._left = budget
        self.first: bytes | None = None

    def gather(self, values: Sequence[object], width: int = SIDE) -> None:
        """Fetch and shrink the pictures of several values side by side, before they are shown."""
        thumbnails(values, min(width, SIDE))

    def picture(self, value: object, alt: str, width: int = SIDE) -> Html:
        """The value's file as an element, or its name where it has none to show."""
        small = thumbnail(value, min(width, SIDE))
        source = "" if small is None else data_link(small)
        if small is None or len(source) > self._left:
            return placeholder(alt)
        self._left -= len(source)
        self.first = self.first or small
        image = (
            f'<img src="{source}" alt="{show(alt)}" '
            f'style="display:block;max-width:100%;margin:0;border-radius:6px;box-shadow:0 0 0 1px {EDGE}">'
        )
        return tag(
            "div",
            Html(image),
            f"position:relative;display:inline-block;max-width:{width}px;vertical-align:top",
        )


def placeholder(words: str) -> Html:
    """A frame where no picture is shown."""
    return tag(
        "div",
        words[:60] or "no picture",
        f"border:1px dashed {EDGE};border-radius:6px;padding:1.2em .8em;opacity:.7;"
        "display:inline-block;box-sizing:border-box;max-width:100%",
    )


def data_link(small: bytes) -> str:
    """A small picture as a link that holds it."""
    kind = "webp" if small.startswith(b"RIFF") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(small).decode()}"


def thumbnail(value: object, side: int = SIDE) -> bytes | None:
    """The value's picture as WebP or JPEG, kept with the value; None where it has none that can be read
    now (a link that is over, a studio that is closed or awaited).
    """
    kept: dict[int, bytes | None] = value.__dict__.setdefault(_KEPT, {})
    if side not in kept:
        kept[side] = _thumbnail(value, side)
    return kept[side]


def shrink_at_hand(value: object, side: int) -> None:
    """Make the value's small picture now, before it is shown, where this process has just drawn it."""
    home, link = value.__dict__.get("_home"), link_of(value)
    if home is None or link is None:
        return
    try:
        content = _Content(home.read(link))
        if content.tile() is not None:
            value.__dict__.setdefault(_KEPT, {})[side] = _made_once(content, side)
    except Exception:
        return  # then it is tried again when it is shown


def thumbnails(values: Sequence[object], side: int = SIDE) -> list[bytes | None]:
    """The pictures of several values, fetched and shrunk side by side."""
    from concurrent.futures import ThreadPoolExecutor

    if len(values) < 2:
        return [thumbnail(value, side) for value in values]
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(lambda value: thumbnail(value, side), values))


def _thumbnail(value: object, side: int) -> bytes | None:
    link = link_of(value)
    home = value.__dict__.get("_home")
    if link is None or home is None:
        return None
    try:
        return _made_once(_Content(home.read(link)), side)
    except Exception:
        # A repr never fails: what can't be fetched or read is shown in words.
        return None


class _Content:
    """The bytes of a file, equal by what they hold; let go of once they are read."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._told_by = hashlib.sha256(data).digest()

    def __hash__(self) -> int:
        return hash(self._told_by)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self._told_by == other._told_by

    def taken(self) -> bytes:
        """The bytes, once."""
        data, self._data = self._data, b""
        return data

    def tile(self) -> bytes | None:
        """Its tile, where this process has just drawn it."""
        return _LATELY.tile(self._told_by)


@lru_cache(maxsize=256)
def _made_once(content: _Content, side: int) -> bytes:
    """The small picture of a file: a list that is read anew does not decode all of it again."""
    data = content.taken()
    if side <= TILE and (drawn := content.tile()) is not None:
        return drawn if side == TILE else small_picture(drawn, side)
    return small_picture(data, side)


def drawn_just_now(sha256: str, picture: Picture) -> None:
    """Keep the tile of a picture that is at hand, whose file has that SHA-256 (hex): to show it at
    once nobody need unpack the file.
    """
    if picture.mode == "RGB" and _LATELY.wanted():
        _LATELY.keep(bytes.fromhex(sha256), _small(_shrunk(picture, TILE), TILE))


def link_of(value: Any) -> str | None:
    """The link to the value's picture: its thumbnail where it has one."""
    shown = value
    if "versions" in type(value).model_fields:  # asking for what is not there takes long
        current = value.current_version
        shown = next((v for v in value.versions if v.version == current), value)
    for name in ("thumbnail_url", "png_url", "image_url", "url"):
        for held in (shown, value):
            link = getattr(held, name, None) if name in type(held).model_fields else None
            if isinstance(link, str) and link:
                return link
    return None


def small_picture(data: bytes, side: int) -> bytes:
    """The picture within ``side`` pixels and the bytes that one picture may have."""
    return _small(_opened(data, side), side)


def _small(picture: Picture, side: int) -> bytes:
    if side <= TILE and picture.mode == "RGB":
        return _within(picture, lambda shrunk, quality: _saved(shrunk, "JPEG", quality=quality))
    return _within(
        picture, lambda shrunk, quality: _saved(shrunk, "WEBP", quality=quality, method=2)
    )


def small_png(small: bytes) -> bytes:
    """The small picture as a PNG within the same bytes, in 256 colours."""
    from PIL.Image import Quantize

    picture = _opened(small, SIDE)
    return _within(
        picture,
        lambda shrunk, _: _saved(
            shrunk.quantize(256, Quantize.FASTOCTREE), "PNG", compress_level=1
        ),
    )


def _opened(data: bytes, side: int) -> Picture:
    from PIL import Image

    opened = _unpacked(data) or Image.open(io.BytesIO(data), formats=["PNG", "JPEG", "WEBP"])
    return _shrunk(opened, side)


def _shrunk(opened: Picture, side: int) -> Picture:
    from PIL import Image

    # A mean of whole pixels, best while a JPEG is decoded, is ten times as quick as a kernel: a tile may
    # be a sixteenth smaller for it.
    least = side - side // 16 if side <= TILE else side
    width, height = (max(1, edge * least // max(opened.size)) for edge in opened.size)
    opened.draft("RGB", (width, height))
    longest = max(opened.size)
    fewest, most = longest // side, -(-longest // side)
    whole = most if longest >= most * least else fewest
    shrinks = whole > 1 and opened.mode in ("RGB", "RGBA")
    picture = opened.reduce(whole) if shrinks else opened.copy()
    # As clear as a bicubic kernel to the eye at the size of a tile, at half its cost.
    kernel = Image.Resampling.HAMMING if side <= TILE else Image.Resampling.BICUBIC
    picture.thumbnail((side, side), kernel)
    return picture.convert(
        "RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB"
    )


def _unpacked(data: bytes) -> Picture | None:
    """The picture of a plain PNG, None for anything else: ISA-L unpacks its pixels in half of
    Pillow's time, which is most of what showing a banner takes; Pillow undoes the filters.
    """
    try:
        from isal import isal_zlib
    except ImportError:
        return None
    if not data.startswith(_PNG) or len(data) < 64:
        return None
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    mode = _MODES.get(colour)
    if depth != 8 or mode is None or interlaced or width * height > _MOST_PIXELS:
        return None
    packed, at = [], 33
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"tRNS":
            return None
        if kind == b"IDAT":
            packed.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    size = height * (width * len(mode) + 1)
    rows = isal_zlib.decompressobj().decompress(b"".join(packed), size)
    if len(rows) != size:
        return None
    from PIL import Image

    stored = _stored(rows, isal_zlib.adler32(rows))
    return Image.frombytes(mode, (width, height), stored, "zip", mode, 0)


def _stored(data: bytes, checksum: int) -> bytes:
    """A zlib stream (RFC 1950) of blocks that are not compressed."""
    view = memoryview(data)
    parts: list[bytes | memoryview] = [b"\x78\x01"]
    for at in range(0, len(view), _STORED):
        part = view[at : at + _STORED]
        last = at + _STORED >= len(view)
        parts += (struct.pack("<BHH", last, len(part), len(part) ^ 0xFFFF), part)
    return b"".join((*parts, struct.pack(">I", checksum)))


def _saved(picture: Picture, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def _within(picture: Picture, encode: Callable[[Picture, int], bytes]) -> bytes:
    for quality in (80, 60, 40):
        data = encode(picture, quality)
        if len(data) <= EACH:
            return data
    while True:
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))
        data = encode(picture, 40)
        if len(data) <= EACH or max(picture.size) < 16:
            return data
