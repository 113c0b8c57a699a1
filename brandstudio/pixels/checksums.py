"""What a picture's own checksums say of its bytes.

PNG alone carries one for every byte (a CRC-32 a chunk). Pillow checks some of them, and once it has
failed to load a picture it hands out the rows that it had, black below; so all are checked here
first. JPEG, WebP, GIF, BMP, TIFF and AVIF have none over their pixels: a flipped byte there gives
another valid picture, and nothing in the file can tell.
"""

from __future__ import annotations

import struct
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_damage(data: bytes) -> str | None:
    """Why a PNG is not whole (Portable Network Graphics, section 5.3), None when every chunk up to
    its end is as it was written. What follows the end is no part of the picture.
    """
    if not data.startswith(PNG_SIGNATURE):
        return "its signature is broken"
    view, at, seen = memoryview(data), len(PNG_SIGNATURE), False
    while at + 12 <= len(view):
        length, kind = struct.unpack_from(">I4s", view, at)
        end = at + 12 + length
        if end > len(view):
            return "it is truncated"
        (written,) = struct.unpack_from(">I", view, end - 4)
        if zlib.crc32(view[at + 4 : end - 4]) != written:
            return f"the checksum of its part {kind.decode('latin-1')!r} is wrong"
        seen = seen or kind == b"IDAT"
        if kind == b"IEND":
            return None if seen else "it holds no pixels"
        at = end
    return "it is truncated"
