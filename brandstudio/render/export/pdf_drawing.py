"""A drawn logo inside a PDF: the page of another PDF becomes a form of ours, its vectors as they
are.

What is read is what `pixels.svg.as_pdf` writes: one page, PDF 1.4, every object in the open and
found by its table.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

from brandstudio.render.export.pdf_file import PdfFile

_START: Final = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF\s*$")
_ROW: Final = re.compile(rb"(\d{10}) \d{5} n")
_OBJECT: Final = re.compile(rb"(\d{1,7}) 0 obj\n")
_STREAM: Final = re.compile(rb"^(<<.*?>>)\nstream\n", re.DOTALL)
_LENGTH: Final = re.compile(rb"/Length (\d{1,9})(?! 0 R)")
_REFERENCE: Final = re.compile(rb"\b(\d{1,7}) 0 R\b")
_PAGE: Final = re.compile(
    rb"^<</Type/Page/Resources (\d{1,7}) 0 R.*?/Contents (\d{1,7}) 0 R", re.DOTALL
)
#: Tags say where words stand in that page's own structure; ours has the drawing as one figure.
_TAG: Final = re.compile(rb"/[A-Za-z0-9]+\s*(?:<<[^<>]*>>\s*BDC|BMC)\n|(?<![A-Za-z])EMC\n?")


def form_of(drawing: bytes, file: PdfFile, width: int, height: int) -> int | None:
    """The number of a form of ``width`` by ``height`` units that shows the drawing's page; None
    where it is not as expected.
    """
    objects = _objects(drawing)
    page = next((m for body in objects.values() if (m := _PAGE.match(body))), None)
    if page is None:
        return None
    resources, contents = int(page.group(1)), int(page.group(2))
    head = _STREAM.match(objects.get(contents, b""))
    if head is None or resources not in objects:
        return None
    try:
        shown = zlib.decompress(_data(objects[contents], head))
    except zlib.error:
        return None
    numbers: dict[int, int] = {}
    waiting = [resources]
    while waiting:
        at = waiting.pop()
        if at in numbers or at not in objects:
            continue
        numbers[at] = file.reserve()
        waiting += [int(m.group(1)) for m in _REFERENCE.finditer(_dictionary(objects[at]))]
    for at, number in numbers.items():
        dictionary = _dictionary(objects[at])
        rest = objects[at][len(dictionary) :]
        file.put(
            number,
            _REFERENCE.sub(lambda m: _renumbered(int(m.group(1)), numbers), dictionary) + rest,
        )
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 %d %d]/Resources %d 0 R/Group<</S/Transparency/CS/DeviceRGB>>" % (
        width, height, numbers[resources],
    )  # fmt: skip
    return file.stream(_TAG.sub(b"", shown), entries)


def _renumbered(at: int, numbers: dict[int, int]) -> bytes:
    return b"%d 0 R" % numbers[at] if at in numbers else b"null"


def _objects(pdf: bytes) -> dict[int, bytes]:
    start = _START.search(pdf)
    if start is None:
        return {}
    table = pdf[int(start.group(1)) :]
    places = sorted(int(m.group(1)) for m in _ROW.finditer(table.partition(b"trailer")[0]))
    found = {}
    for place, end in zip(places, [*places[1:], int(start.group(1))], strict=True):
        head = _OBJECT.match(pdf, place)
        if head is not None:
            found[int(head.group(1))] = (
                pdf[head.end() : end].rstrip().removesuffix(b"endobj").rstrip(b"\n")
            )
    return found


def _dictionary(body: bytes) -> bytes:
    head = _STREAM.match(body)
    return head.group(1) if head else body


def _data(body: bytes, head: re.Match[bytes]) -> bytes:
    length = _LENGTH.search(head.group(1))
    return body[head.end() : head.end() + int(length.group(1))] if length else b""
