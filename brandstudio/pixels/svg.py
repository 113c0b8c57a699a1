"""SVG to pixels, through typst on a page of fixed size with nothing to read from.

An SVG is a program that others wrote. Before it is drawn its root element is read by our own
bounded scanner (no XML parser sees it, so no DTD and no entity is ever expanded); then typst draws
it with an empty root folder and no packages, which refuses every link to a file or an address.
`rasterise` draws here; `safely.rasterise_safely` does it in a child process with limits on time and
memory, and is what foreign bytes go through.
"""

from __future__ import annotations

import importlib.util
import io
import math
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from PIL import Image

from brandstudio import errors

#: CSS pixels of each absolute unit.
_UNITS: Final = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "q": 96 / 101.6,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
}
_LENGTH: Final = re.compile(
    r"^\s*([+-]?(?:\d{1,12}\.?\d{0,12}|\.\d{1,12})(?:[eE][+-]?\d{1,3})?)\s*([a-zA-Z]{0,3}|%)\s*$"
)
_ROOT: Final = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?svg(?=[\s>/])")
_ATTRIBUTE: Final = re.compile(
    r"""\s+([A-Za-z_:][\w:.-]{0,100})\s*=\s*(?:"([^"<]{0,100000})"|'([^'<]{0,100000})')"""
)
_DEFAULT_SIZE: Final = (300.0, 150.0)
_MAX_BYTES: Final = 10 * 1024 * 1024
# : Deeper nesting than this is no drawing; it is looked for here because recursion elsewhere ends a
# process.
_MAX_DEPTH: Final = 200
_MAX_TAGS: Final = 100_000
#: A filter effect goes over every pixel of what it is put on; a logo needs a few.
_MAX_FILTERS: Final = 60
_FILTER: Final = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?fe[A-Z]")
#: What may hold angle brackets that are no tags, and how it ends.
_SKIPPED: Final = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"))
# : A serif among the fonts that it asks for; what it gets otherwise is a sans serif, as with any
# font that is not there.
_SERIF: Final = re.compile(
    r"(?<![-\w])(?:serif|Georgia|Garamond|Times(?: New Roman)?)\b", re.IGNORECASE
)
_ENCODINGS: Final = {
    "utf-8",
    "utf8",
    "utf-8-sig",
    "utf-16",
    "us-ascii",
    "ascii",
    "iso-8859-1",
    "windows-1252",
}

# : The picture arrives as bytes and has no place of its own, so that relative links lead nowhere
# either.
_DRAW: Final = b"""
#set page(width: int(sys.inputs.width) * 1pt, height: int(sys.inputs.height) * 1pt, margin: 0pt, fill: none)
#set text(font: sys.inputs.font)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%, height: 100%, fit: "contain")
"""


def check(svg: bytes) -> str:
    """The text of an SVG that may be drawn. Raises `errors.UnsupportedMediaType` or
    `errors.PayloadTooLarge`.
    """
    if len(svg) > _MAX_BYTES:
        raise errors.PayloadTooLarge("An SVG may be at most 10 MB.", bytes=len(svg))
    text = _decode(svg)
    # More than one declaration is no XML; with one alone the search below is linear.
    if text.upper().count("<!DOCTYPE") > 1 or re.search(
        r"<!(?:DOCTYPE\b[^>]*\[|ENTITY|ELEMENT|ATTLIST|NOTATION)", text, re.I
    ):
        raise errors.UnsupportedMediaType(
            "The SVG declares entities (a DTD), which are not read here. Export it again as plain SVG.",
            seems="svg",
        )
    if text.count("<") > _MAX_TAGS:
        raise errors.UnsupportedMediaType(f"The SVG has more than {_MAX_TAGS:,} tags.", seems="svg")
    if len(_FILTER.findall(text)) > _MAX_FILTERS:
        raise errors.UnsupportedMediaType(
            f"The SVG has more than {_MAX_FILTERS} filter effects, which take too long to draw; "
            "export it without them.",
            seems="svg",
        )
    if _too_deep(text):
        raise errors.UnsupportedMediaType(
            f"The SVG nests more than {_MAX_DEPTH} elements deep.", seems="svg"
        )
    return text


def _decode(svg: bytes) -> str:
    marks = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
    encoding = next((name for mark, name in marks if svg.startswith(mark)), "")
    if not encoding:
        declared = re.match(
            rb"""\s*<\?xml[^>]{0,200}encoding=["']([A-Za-z0-9._-]{1,40})["']""", svg
        )
        encoding = declared.group(1).decode() if declared else "utf-8"
    if encoding.lower() not in _ENCODINGS:
        raise errors.UnsupportedMediaType(
            f"The SVG is encoded as {encoding}; save it as UTF-8.", seems="svg"
        )
    try:
        text = svg.decode(encoding)
    except UnicodeDecodeError as broken:
        raise errors.UnsupportedMediaType(
            f"The SVG is not valid {encoding} text.", seems="svg"
        ) from broken
    return re.sub(r"^\s*<\?xml[^>]{0,300}\?>", "", text, count=1)


# : One tag with its quoted attributes; possessive, so that text without an end costs no
# backtracking.
_TAG: Final = re.compile(r"""<(/?)[A-Za-z_:](?>(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*)>""")


def _too_deep(text: str) -> bool:
    depth = position = 0
    while (position := text.find("<", position)) >= 0:
        skipped = next((end for start, end in _SKIPPED if text.startswith(start, position)), None)
        if skipped is not None:
            position = text.find(skipped, position)
            if position < 0:
                return False  # never closed: the drawing will be refused as broken
            continue
        match = _TAG.match(text, position)
        position += 1
        if match is not None:
            position = match.end()
            if match.group(1):
                depth -= 1
            elif text[position - 2] != "/":
                depth += 1
            if depth > _MAX_DEPTH:
                return True
    return False


def svg_size(svg: bytes) -> tuple[float, float]:
    """Nominal width and height in CSS pixels: from width and height, else the viewBox, else 300 x
    150.

    Percentages count as missing. Never zero, never over 1e6. Raises like `check`.
    """
    return _size(check(svg))


def _size(text: str) -> tuple[float, float]:
    root = _ROOT.search(text)
    if root is None:
        raise errors.UnsupportedMediaType("The SVG has no root element.", seems="svg")
    attributes: dict[str, str] = {}
    position = root.end()
    while (match := _ATTRIBUTE.match(text, position)) and len(attributes) < 200:
        attributes[match.group(1)] = (
            match.group(2) if match.group(2) is not None else match.group(3)
        )
        position = match.end()
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    box = [
        _number(v) for v in re.split(r"[\s,]+", attributes.get("viewBox", "").strip()[:200]) if v
    ]
    ratio = box[2] / box[3] if len(box) == 4 and box[2] > 0 and box[3] > 0 else None
    if width is None and height is None:
        width, height = (box[2], box[3]) if ratio else _DEFAULT_SIZE
    elif width is None:
        width = (height or 1) * (ratio or 1)
    elif height is None:
        height = width / (ratio or 1)
    return tuple(min(max(v or 1.0, 1e-3), 1e6) for v in (width, height))  # type: ignore[return-value]


def _pixels(text: str | None) -> float | None:
    match = _LENGTH.match(text[:64]) if text else None
    if match is None or match.group(2).lower() not in _UNITS:
        return None
    value = _number(match.group(1)) * _UNITS[match.group(2).lower()]
    return value if value > 0 else None


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def target_size(
    size: tuple[float, float], width: int | None, height: int | None, max_side: int
) -> tuple[int, int]:
    """Pixels to draw at: the asked side or sides, the other by ratio, neither over `max_side`, none
    under 1.
    """
    natural_w, natural_h = size
    if width and height:
        scale = min(width / natural_w, height / natural_h)
    elif width:
        scale = width / natural_w
    elif height:
        scale = height / natural_h
    else:
        scale = 1.0
    scale = min(scale, max_side / natural_w, max_side / natural_h)
    return max(1, round(natural_w * scale)), max(1, round(natural_h * scale))


def _font_folders() -> list[str]:
    """Where Inter lies; nowhere if its package is gone."""
    found = importlib.util.find_spec("fontpkg_inter")
    return (
        [f"{place}/files" for place in (found.submodule_search_locations or ())]
        if found is not None
        else []
    )


def rasterise(
    svg: bytes, width: int | None = None, height: int | None = None, max_side: int = 4096
) -> Image.Image:
    """The drawing as RGBA pixels, `width` and `height` being a box that it fits into; its ratio
    stays.

    Raises `errors.UnsupportedMediaType` for what can't be drawn (broken XML, links to files or
    addresses, entities). Text is drawn in Inter, in a serif where the SVG names one: none of the
    machine's fonts is looked at.
    """
    text = check(svg)
    page = _drawn(text, target_size(_size(text), width, height, max_side), format="png", ppi=72.0)
    if not page:
        raise errors.UnsupportedMediaType("The SVG draws nothing.", seems="svg")
    with Image.open(io.BytesIO(page), formats=["PNG"]) as picture:
        picture.load()
        return picture.convert("RGBA")


def as_pdf(svg: bytes, width: int, height: int) -> bytes:
    """The drawing as a PDF 1.4 file of one page, ``width`` by ``height`` points, that it fits into;
    its ratio stays.

    Raises `errors.UnsupportedMediaType` as `rasterise` does. The same drawing gives the same bytes.
    """
    return _drawn(check(svg), (width, height), format="pdf", pdf_standards=["1.4"], timestamp=0)


def _drawn(text: str, size: tuple[int, int], **form: Any) -> bytes:
    import typst

    compile: Any = typst.compile  # its stub ties the types of unrelated parameters together
    folders = _font_folders()
    font = "Libertinus Serif" if _SERIF.search(text) or not folders else "Inter"
    # An SVG of one by a hundred million must not decide the page: the page is ours, one point a
    # pixel.
    with _empty_folder() as empty:
        try:
            drawn: Any = compile(
                _DRAW,
                root=empty,
                sys_inputs={
                    "svg": text,
                    "width": str(size[0]),
                    "height": str(size[1]),
                    "font": font,
                },
                font_paths=folders,
                ignore_system_fonts=True,
                package_path=empty,
                package_cache_path=empty,
                **form,
            )
        except Exception as failed:
            raise errors.UnsupportedMediaType(
                f"The SVG can't be drawn: {_reason(failed)}", seems="svg"
            ) from failed
    page = drawn[0] if isinstance(drawn, list) else drawn
    return bytes(page) if page else b""


@contextmanager
def _empty_folder() -> Iterator[str]:
    """A folder with nothing in it for typst to look in: one for good, since a child that is killed
    cleans nothing up.
    """
    path = Path(tempfile.gettempdir()) / f"brandstudio-empty-{getattr(os, 'getuid', int)()}"
    path.mkdir(mode=0o500, exist_ok=True)
    mine = (
        not path.is_symlink()
        and path.is_dir()
        and path.stat().st_uid == getattr(os, "getuid", int)()
    )
    if mine and not any(path.iterdir()):
        yield str(path)
        return
    with tempfile.TemporaryDirectory(prefix="brandstudio-svg-") as other:
        yield other


def _reason(failed: Exception) -> str:
    """One line for people out of typst's report, without paths of this machine."""
    line = str(failed).strip().splitlines()[0] if str(failed).strip() else "it is broken"
    line = re.sub(
        r"/\S*", "", line.removeprefix("error: ").replace("failed to parse SVG", "broken SVG")
    )
    return line[:200].strip().rstrip(".:(") + "."
