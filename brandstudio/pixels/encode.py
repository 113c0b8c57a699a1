"""Pixels to bytes: our own PNG writer, JPEG and WebP through Pillow. Everything is tagged sRGB and
carries nothing but what `metadata` says.

PNG: Pillow's is the slowest part of a banner. Ours filters all rows alike, by what does best on a
few strips of the picture (the Sub, Up or Average filter of the PNG specification), and compresses
photos at level 1 with ISA-L; where that is missing, with zlib's Huffman coding alone. Flat drawings
go to zlib at level 4: fast on them, and far smaller.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from brandstudio import errors
from brandstudio.pixels.decode import JpegCoding, on_background
from brandstudio.pixels.metadata import Metadata, to_xmp

_PNG_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPE: Final = {"L": 0, "RGB": 2, "RGBA": 6}
_WEBP_SIDE: Final = 16_383
_JPEG_SIDE: Final = 65_500
_NONE, _SUB, _UP, _AVERAGE = 0, 1, 2, 3
_TOGETHER: Final = 32
#: Below this share of its size after a fast compression, a picture is a drawing.
_FLAT: Final = 0.06


def png(
    image: Image.Image, *, photo: bool | None = None, metadata: Metadata | None = None
) -> bytes:
    """The picture as PNG (8 bits; modes L, RGB, RGBA; others become RGB or RGBA).

    `photo` says whether the content is photographic; None lets a strip decide.
    """
    if image.mode not in _COLOUR_TYPE:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    pixels = np.asarray(image)
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, -1)
    data = _compressed(rows, pixels.shape[2] if pixels.ndim == 3 else 1, photo)
    chunks = [
        *_chunk(
            b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPE[image.mode], 0, 0, 0)
        ),
        *_chunk(b"sRGB", b"\x01"),  # relative colorimetric
    ]
    if metadata is not None:
        # Keyword, uncompressed, no language, no translation; the order is the PNG specification's
        # (11.3.3.4).
        chunks += _chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + to_xmp(metadata))
    return b"".join([_PNG_MAGIC, *chunks, *_chunk(b"IDAT", data), *_chunk(b"IEND", b"")])


def jpeg(
    image: Image.Image,
    quality: int = 90,
    background: tuple[int, int, int] = (255, 255, 255),
    *,
    metadata: Metadata | None = None,
    coding: JpegCoding | None = None,
) -> bytes:
    """The picture as baseline JPEG, transparency laid on `background`; 4:4:4 from quality 93 up,
    else 4:2:0.

    `coding` writes with a source's own tables and sampling, which loses next to nothing when the
    pixels are that source's; `quality` is then not used. Raises `errors.ValidationError` above
    65,500 pixels on a side.
    """
    _require_sides(image, _JPEG_SIDE, "JPEG")
    flat = image if image.mode in ("RGB", "L", "YCbCr") else on_background(image, background)
    buffer = io.BytesIO()
    xmp = to_xmp(metadata) if metadata is not None else b""
    extra: dict[str, object] = {"xmp": xmp} if xmp else {}
    if coding is not None and flat.mode == "RGB":
        extra["qtables"] = [list(table) for table in coding.tables]
        extra["subsampling"] = coding.sampling if coding.sampling in (0, 1, 2) else 0
    else:
        extra["quality"] = quality
        extra["subsampling"] = 0 if quality >= 93 else 2
    flat.save(buffer, "JPEG", icc_profile=srgb_profile(), exif=b"", **extra)
    return buffer.getvalue()


def webp(image: Image.Image, quality: int = 82, *, metadata: Metadata | None = None) -> bytes:
    """The picture as lossy WebP, transparency kept. Raises `errors.ValidationError` above 16,383
    pixels on a side.
    """
    _require_sides(image, _WEBP_SIDE, "WebP")
    buffer = io.BytesIO()
    extra: dict[str, object] = {"xmp": to_xmp(metadata)} if metadata is not None else {}
    # Method 2 of 0 to 6: half the time of the default for about 3 % more bytes.
    image.save(
        buffer, "WEBP", quality=quality, method=2, icc_profile=srgb_profile(), exif=b"", **extra
    )
    return buffer.getvalue()


@lru_cache(maxsize=1)
def srgb_profile() -> bytes:
    """An ICC profile of sRGB, the same bytes each time."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    # lcms writes the time of day into bytes 24 to 36; a fixed one keeps drawing deterministic.
    profile[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    return bytes(profile)


def _require_sides(image: Image.Image, most: int, name: str) -> None:
    if max(image.size) > most:
        raise errors.ValidationError.of(
            "format", f"{name} holds at most {most} pixels on a side; ask for a smaller size"
        )


# -- PNG's inside ----------------------------------------------------------------------------------


def _chunk(kind: bytes, content: bytes) -> tuple[bytes, ...]:
    """Length, kind, content and checksum, to be joined once: a picture's content is megabytes."""
    return (
        struct.pack(">I", len(content)),
        kind,
        content,
        struct.pack(">I", zlib.crc32(content, zlib.crc32(kind))),
    )


def _filtered(rows: NDArray[np.uint8], channels: int, kind: int) -> NDArray[np.uint8]:
    """The scan lines with their filter bytes. Every filter looks at unfiltered neighbours, so all
    rows go at once.
    """
    height, width = rows.shape
    out = np.empty((height, width + 1), dtype=np.uint8)
    out[:, 0] = kind
    body = out[:, 1:]
    if kind == _NONE:
        body[:] = rows
    elif kind == _SUB:
        body[:, :channels] = rows[:, :channels]
        np.subtract(rows[:, channels:], rows[:, :-channels], out=body[:, channels:])
    elif kind == _UP:
        body[0] = rows[0]
        np.subtract(rows[1:], rows[:-1], out=body[1:])
    else:
        _average(rows, channels, body)
    return out


def _average(rows: NDArray[np.uint8], channels: int, body: NDArray[np.uint8]) -> None:
    """PNG's filter of the mean of what is above and what is left (9.2), some rows at a time: what
    is between its steps stays in the processor's cache.
    """
    height, width = rows.shape
    body[0] = rows[0]
    body[0, channels:] -= rows[0, :-channels] >> 1
    np.subtract(rows[1:, :channels], rows[:-1, :channels] >> 1, out=body[1:, :channels])
    spare = np.empty((_TOGETHER, max(width - channels, 0)), dtype=np.uint8)
    for at in range(1, height, _TOGETHER):
        end = min(at + _TOGETHER, height)
        above, left = rows[at - 1 : end - 1, channels:], rows[at:end, :-channels]
        made, some = body[at:end, channels:], spare[: end - at]
        # The floor of the mean without leaving 8 bits: what both share, and half of what they
        # don't.
        np.bitwise_and(above, left, out=some)
        np.subtract(rows[at:end, channels:], some, out=made)
        np.bitwise_xor(above, left, out=some)
        some >>= 1
        made -= some


def _sample(rows: NDArray[np.uint8], channels: int, kind: int) -> NDArray[np.uint8]:
    """About 64 filtered rows out of the whole height: enough to judge a filter by."""
    height = rows.shape[0]
    if height <= 80:
        return _filtered(rows, channels, kind)
    starts = (height // 8, 3 * height // 8, 5 * height // 8, 7 * height // 8)
    # The row above each band is filtered along and dropped, so that no band begins without a
    # neighbour.
    return np.concatenate([_filtered(rows[at - 1 : at + 16], channels, kind)[1:] for at in starts])


def _restlessness(filtered: NDArray[np.uint8]) -> int:
    """The sum of the filtered bytes as signed steps: of a photo's filters, the one with the least
    compresses best.

    The minimum sum of absolute differences of the PNG specification (12.7), at a thirtieth of what
    trying costs.
    """
    return int(np.abs(filtered[:, 1:].view(np.int8), dtype=np.int16).sum())


def _compressed(rows: NDArray[np.uint8], channels: int, photo: bool | None) -> bytes:
    fast = _isal()
    if photo:
        kinds = (_SUB, _UP, _AVERAGE)
        return _photographic(
            rows,
            channels,
            min(kinds, key=lambda kind: _restlessness(_sample(rows, channels, kind))),
        )
    judge = fast or _zlib_fast
    samples = {kind: _sample(rows, channels, kind) for kind in (_NONE, _SUB, _UP, _AVERAGE)}
    sizes = {kind: len(judge(sample)) for kind, sample in samples.items()}
    if photo is None:
        photo = min(sizes.values()) > _FLAT * samples[_NONE].size
    if not photo:
        # Drawings compress so far that zlib takes little time, and its matches are twice as good as
        # ISA-L's.
        tried = {kind: len(zlib.compress(samples[kind].data, 4)) for kind in (_NONE, _UP)}
        return zlib.compress(_filtered(rows, channels, min(tried, key=tried.__getitem__)).data, 4)
    return _photographic(rows, channels, min((_SUB, _UP, _AVERAGE), key=sizes.__getitem__))


def _photographic(rows: NDArray[np.uint8], channels: int, kind: int) -> bytes:
    filtered = _filtered(rows, channels, kind)
    fast = _isal()
    if fast is not None:
        return fast(filtered)
    engine = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_HUFFMAN_ONLY)
    return engine.compress(filtered.data) + engine.flush()


def is_drawing(image: Image.Image) -> bool:
    """Whether a picture is flat enough for PNG: it compresses to under 6 % without loss."""
    pixels = np.asarray(image)
    rows = pixels.reshape(pixels.shape[0], -1)
    channels = pixels.shape[2] if pixels.ndim == 3 else 1
    judge = _isal() or _zlib_fast
    samples = [_sample(rows, channels, kind) for kind in (_NONE, _UP)]
    return min(len(judge(sample)) for sample in samples) <= _FLAT * samples[0].size


def _zlib_fast(data: NDArray[np.uint8]) -> bytes:
    return zlib.compress(data.data, 1)


@lru_cache(maxsize=1)
def _isal() -> Callable[[NDArray[np.uint8]], bytes] | None:
    """ISA-L's deflate at level 1, or None where it is not installed."""
    try:
        from isal import isal_zlib
    except ImportError:
        return None
    return lambda data: isal_zlib.compress(data.data, 1)
