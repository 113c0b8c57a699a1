"""Pictures small enough for a cell: WebP of at most 320 pixels a side and 64 KB, 256 KB a cell. Tiles
of a list are JPEG: at that size as small as WebP, and written ten times as fast.
"""

from __future__ import annotations

import base64
import hashlib
import io
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from .markup import EDGE, Html, show, tag

SIDE = 320
EACH = 64 * 1024
CELL = 256 * 1024
MOST = 48
"""Pictures of a list that are shown."""
TILE = 220
"""The side up to which a picture is one of several."""
_KEPT = "_small"
_PNG = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 6: 4}
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
            f'style="display:block;max-width:100%;margin:0;border-radius:6px">'
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


@lru_cache(maxsize=256)
def _made_once(content: _Content, side: int) -> bytes:
    """The small picture of a file: a list that is read anew does not decode all of it again."""
    return small_picture(content.taken(), side)


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
    picture = _opened(data, side)
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


def _opened(data: bytes, side: int) -> Any:
    from PIL import Image

    opened = Image.open(io.BytesIO(_inflated(data)), formats=["PNG", "JPEG", "WEBP"])
    # A mean of whole pixels, best while a JPEG is decoded, is ten times as quick as a kernel: a tile may
    # be a sixteenth smaller for it.
    least = side - side // 16 if side <= TILE else side
    width, height = (max(1, edge * least // max(opened.size)) for edge in opened.size)
    opened.draft("RGB", (width, height))
    longest = max(opened.size)
    fewest, most = longest // side, -(-longest // side)
    whole = most if longest >= most * least else fewest
    shrinks = whole > 1 and opened.mode in ("RGB", "RGBA")
    picture = opened.reduce(whole) if shrinks else opened
    # As clear as a bicubic kernel to the eye at the size of a tile, at half its cost.
    kernel = Image.Resampling.HAMMING if side <= TILE else Image.Resampling.BICUBIC
    picture.thumbnail((side, side), kernel)
    return picture.convert(
        "RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB"
    )


def _inflated(data: bytes) -> bytes:
    """A PNG with its pixels as they are: ISA-L unpacks them in less than half of Pillow's time, which
    is most of what showing a banner takes. Anything but a plain PNG is given back.
    """
    try:
        from isal import isal_zlib
    except ImportError:
        return data
    if not data.startswith(_PNG) or len(data) < 64:
        return data
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or colour not in _CHANNELS or interlaced or width * height > _MOST_PIXELS:
        return data
    packed, at = [], 33
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"tRNS":
            return data
        if kind == b"IDAT":
            packed.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    size = height * (width * _CHANNELS[colour] + 1)
    rows = isal_zlib.decompressobj().decompress(b"".join(packed), size)
    if len(rows) != size:
        return data
    stored = zlib.compress(rows, 0)
    checked = struct.pack(">I", zlib.crc32(stored, zlib.crc32(b"IDAT")))
    whole = (data[:33], struct.pack(">I", len(stored)), b"IDAT", stored, checked)
    return b"".join((*whole, b"\0\0\0\0IEND\xaeB`\x82"))


def _saved(picture: Any, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def _within(picture: Any, encode: Callable[[Any, int], bytes]) -> bytes:
    for quality in (80, 60, 40):
        data = encode(picture, quality)
        if len(data) <= EACH:
            return data
    while True:
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))
        data = encode(picture, 40)
        if len(data) <= EACH or max(picture.size) < 16:
            return data
