"""The file structure of a PDF: numbered objects, streams, a table of where they lie. Source: ISO
32000-1, 7.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Final

from PIL import Image

_HEADER: Final = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class PdfFile:
    """Objects that are added one by one; `finish` gives the bytes, the same ones for the same
    objects.
    """

    def __init__(self) -> None:
        self._bodies: list[bytes | None] = []

    def reserve(self) -> int:
        """The number of an object that `put` says later, for objects that name each other."""
        self._bodies.append(None)
        return len(self._bodies)

    def put(self, number: int, body: bytes) -> int:
        self._bodies[number - 1] = body
        return number

    def add(self, body: bytes) -> int:
        """Its number."""
        return self.put(self.reserve(), body)

    def stream(
        self, data: bytes, entries: bytes = b"", *, packed: bool = True, number: int | None = None
    ) -> int:
        """A stream with these further entries of its dictionary; deflated unless it shall be
        readable as it is.
        """
        if packed:
            data, entries = zlib.compress(data, 9), entries + b"/Filter/FlateDecode"
        body = b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(data), entries, data)
        return self.add(body) if number is None else self.put(number, body)

    def picture(self, image: Image.Image) -> int:
        """An image object, lossless; an alpha channel (RGBA) becomes its soft mask."""
        clear = b""
        if image.mode == "RGBA":
            clear = b"/SMask %d 0 R" % self._samples(image.getchannel("A"), b"/DeviceGray", b"")
        return self._samples(image.convert("RGB"), b"/DeviceRGB", clear)

    def _samples(self, image: Image.Image, space: bytes, more: bytes) -> int:
        width, height = image.size
        row = width * len(image.getbands())
        plain = image.tobytes()
        # Each row as its difference from the row above (PNG's filter 2): a third to a half of the
        # bytes.
        rows, above = bytearray(), bytes(row)
        for at in range(0, len(plain), row):
            now = plain[at : at + row]
            rows += b"\x02"
            rows += _difference(now, above)
            above = now
        entries = (
            b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace%b%b/Filter/FlateDecode"
            b"/DecodeParms<</Predictor 15/Colors %d/Columns %d>>"
            % (width, height, space, more, row // width, width)
        )
        return self.stream(zlib.compress(bytes(rows), 6), entries, packed=False)

    def finish(self, catalog: int, info: int) -> bytes:
        """The whole file."""
        out, places = bytearray(_HEADER), []
        for number, body in enumerate(self._bodies, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body if body is not None else b"null")
        name = hashlib.sha256(bytes(out)).hexdigest()[:32].upper().encode()
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n\r\n" % place for place in places)
        out += b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]>>\n" % (
            len(places) + 1,
            catalog,
            info,
            name,
            name,
        )
        out += b"startxref\n%d\n%%%%EOF\n" % start
        return bytes(out)


def _difference(now: bytes, above: bytes) -> bytes:
    import numpy as np

    return bytes((np.frombuffer(now, np.uint8) - np.frombuffer(above, np.uint8)).tobytes())


def text_string(text: str) -> bytes:
    """A text string object (7.9.2.2), in UTF-16 with what XML and PDF know no use for left out."""
    return b"<FEFF" + utf16(text) + b">"


def utf16(text: str) -> bytes:
    """UTF-16BE in hexadecimal digits."""
    return text.encode("utf-16-be", "ignore").hex().upper().encode()


def real(value: float) -> bytes:
    """Four decimals at most, never an exponent."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return b"0" if text in ("-0", "") else text.encode()
