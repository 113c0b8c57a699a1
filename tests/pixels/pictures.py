"""Odd and hostile pictures, made from their specifications or by Pillow, for the tests of this
folder.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageCms


def scene(width: int = 96, height: int = 64) -> Image.Image:
    """A smooth colourful picture whose four corners differ, so that turning it wrongly shows."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    red = 40 + 180 * x / (width - 1)
    green = 30 + 190 * y / (height - 1)
    blue = 200 - 150 * (x / (width - 1)) * (y / (height - 1))
    return Image.fromarray(np.stack([red, green, blue], axis=-1).round().astype(np.uint8))


def saved(image: Image.Image, format: str, **options: object) -> bytes:
    """The picture's bytes in a format, by Pillow."""
    buffer = io.BytesIO()
    image.save(buffer, format, **options)
    return buffer.getvalue()


def chunk(kind: bytes, content: bytes) -> bytes:
    """One PNG chunk."""
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


def png_header(width: int, height: int, *chunks: bytes) -> bytes:
    """A PNG that says its size and holds next to no data."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + b"".join(chunks)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


def wide_gamut_profile() -> bytes:
    """An ICC v2 matrix profile with Display P3's primaries and gamma 2.2, written by hand
    (ICC.1:2001-04).
    """

    def s15(value: float) -> bytes:
        return struct.pack(">i", round(value * 65536))

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(s15(v) for v in values)

    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 5) + b"wide\0" + b"\0" * 78,
        b"cprt": b"text\0\0\0\0none\0",
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"rXYZ": xyz(0.51512, 0.24120, -0.00105),
        b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
        b"bXYZ": xyz(0.15710, 0.06657, 0.78407),
        b"rTRC": b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0",
    }
    tags |= {b"gTRC": tags[b"rTRC"], b"bTRC": tags[b"rTRC"]}
    offset = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        padded = content + b"\0" * (-len(content) % 4)
        table += struct.pack(">4sII", name, offset + len(body), len(content))
        body += padded
    size = offset + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += (
        struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
        + b"acsp"
        + b"\0" * 28
        + xyz(0.9642, 1.0, 0.8249)[8:]
    )
    return head.ljust(128, b"\0") + table + body


def p3_to_srgb(rgb: np.ndarray) -> np.ndarray:
    """The same conversion by the matrices alone, without lcms: 8-bit in, 8-bit out."""
    linear = (rgb / 255.0) ** 2.2
    to_xyz = np.array(
        [[0.51512, 0.29198, 0.15710], [0.24120, 0.69225, 0.06657], [-0.00105, 0.04189, 0.78407]]
    )
    # sRGB's primaries adapted to D50 (ICC's own white), as in the sRGB profile.
    srgb_d50 = np.array(
        [[0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410]]
    )
    out = np.clip(linear @ to_xyz.T @ np.linalg.inv(srgb_d50).T, 0, 1)
    curve = np.where(out <= 0.0031308, out * 12.92, 1.055 * out ** (1 / 2.4) - 0.055)
    return np.clip(curve * 255 + 0.5, 0, 255).astype(np.uint8)


def srgb_profile() -> bytes:
    """lcms's own sRGB profile."""
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def mutations(seed: bytes, count: int, salt: int) -> Iterator[bytes]:
    """`seed` with bytes flipped, cut or spliced, the same way every time."""
    chance = np.random.default_rng(salt)
    for _ in range(count):
        data = bytearray(seed)
        kind = int(chance.integers(0, 4))
        if kind == 0:
            for _ in range(int(chance.integers(1, 12))):
                data[int(chance.integers(0, len(data)))] = int(chance.integers(0, 256))
        elif kind == 1:
            del data[int(chance.integers(4, len(data))) :]
        elif kind == 2:
            at, length = int(chance.integers(0, len(data))), int(chance.integers(1, 64))
            data[at:at] = chance.integers(0, 256, length, dtype=np.uint8).tobytes()
        else:
            at = int(chance.integers(0, len(data)))
            del data[at : at + int(chance.integers(1, 64))]
        yield bytes(data)
