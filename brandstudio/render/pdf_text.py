"""Mend what typst's PDF says of right-to-left words, so that they are copied and read aloud in logical order.

Arabic fonts draw many letters as a bare stem and separate dots. Typst writes each dot off the line as a piece of text of
its own that repeats its letter, and numbers the pieces from left to right. Here such dots get a replacement text that
viewers leave out, and every block of words in the structure tree gets its whole text in reading order (PDF 32000-1,
14.9.4). Both are added as an incremental update (7.5.6): no byte of the file before it changes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Final

_STREAM: Final = re.compile(rb"\n(\d+) 0 obj\n<</Length (\d+)/Filter/FlateDecode>>\nstream\n")
_CONTENTS: Final = re.compile(rb"/Type/Page/.{0,400}?/Contents (\d+) 0 R", re.DOTALL)
_ELEMENT: Final = re.compile(rb"\n(\d+) 0 obj\n<</Type/StructElem/S/(H1|Span)(/P .*?>>)\nendobj", re.DOTALL)
_TRAILER: Final = re.compile(rb"trailer\n<<(.*?)>>\nstartxref\n(\d+)\n%%EOF\s*$", re.DOTALL)
_PIECE: Final = re.compile(rb"(/Span<</MCID \d+>>BDC\nq [\d.-]+ 0 0 -1 [\d.-]+ ([\d.-]+) cm.*?\nBT)(.*?)(ET\nQ\nEMC)", re.DOTALL)
_INNER: Final = re.compile(rb"/Span<</ActualText<[0-9A-F]*>>>BDC(.*)EMC", re.DOTALL)
#: A replacement text may be empty, but Chrome then reads the piece itself; a control character it leaves out.
_NOTHING: Final = b"/Span<</ActualText<FEFF0001>>>BDC"
#: Pieces nearer to a baseline than this (pt) stand on it.
_ON_LINE: Final = 0.02


def mended(pdf: bytes, height: float, baselines: Sequence[float], heading: str, others: str) -> bytes:
    """The file with its update; as it was where it is not laid out as expected.

    ``height`` is the page's and ``baselines`` those of all lines, from the top, in points; ``heading`` is the headline
    and ``others`` the rest of the words in reading order.
    """
    trailer, page = _TRAILER.search(pdf), _CONTENTS.search(pdf)
    stream = next((m for m in _STREAM.finditer(pdf) if page is not None and m.group(1) == page.group(1)), None)
    if trailer is None or stream is None:
        return pdf
    content = zlib.decompress(pdf[stream.end() : stream.end() + int(stream.group(2))])
    lines = [height - baseline for baseline in baselines]
    packed = zlib.compress(_PIECE.sub(lambda piece: _quiet(piece, lines), content), 6)
    changed = {
        int(stream.group(1)): b"<</Length %d/Filter/FlateDecode>>\nstream\n%b\nendstream" % (len(packed), packed),
        **_spoken(pdf, heading, others),
    }
    return pdf + _update(changed, trailer.group(1), int(trailer.group(2)), len(pdf))


def _quiet(piece: re.Match[bytes], lines: Sequence[float]) -> bytes:
    before, y, shown, after = piece.groups()
    if any(abs(float(y) - line) <= _ON_LINE for line in lines):
        return piece.group(0)
    inner = _INNER.search(shown)
    return before + _NOTHING + (inner.group(1) if inner else shown) + b"EMC\n" + after


def _spoken(pdf: bytes, heading: str, others: str) -> dict[int, bytes]:
    """The structure elements with their whole text, where there is one for the headline and one for the rest."""
    found = list(_ELEMENT.finditer(pdf))
    texts = {b"H1": heading, b"Span": others}
    if [m.group(2) for m in found] not in ([b"H1", b"Span"], [b"Span", b"H1"], [b"H1"]):
        return {}
    return {
        int(m.group(1)): b"<</Type/StructElem/S/%b/ActualText<FEFF%b>%b"
        % (m.group(2), texts[m.group(2)].encode("utf-16-be").hex().upper().encode(), m.group(3))
        for m in found
    }


def _update(objects: dict[int, bytes], trailer: bytes, previous: int, offset: int) -> bytes:
    out, places = b"\n", {}
    for number, body in sorted(objects.items()):
        places[number] = offset + len(out)
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = offset + len(out)
    out += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n\r\n" % (number, place) for number, place in places.items())
    return out + b"trailer\n<<%b/Prev %d>>\nstartxref\n%d\n%%%%EOF" % (trailer, previous, start)
