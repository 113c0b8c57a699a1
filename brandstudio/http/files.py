"""Files behind signed links: whole, in ranges, not at all when unchanged; never run as pages.

Starlette's ``FileResponse`` sends files and ranges. What stands here is what the contract asks
beside it: names in any script, validators, one range or the whole (several ranges, and anything
that is no range, are answered with the whole file, as RFC 9110, section 14.2, allows; Starlette
answers 400), and pictures that were just made and are on no disk.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse

from .serving import OpenedFile

_RANGE = re.compile(r"bytes=\s*([0-9]{0,19})-([0-9]{0,19})\s*")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]"
)
_ATTRIBUTE_CHARACTERS = "!#$&+-.^_`|~"
_SAFETY = {
    # A picture never needs scripts; an SVG opened as a page may bring some, and the sandbox takes
    # them away. Its photo and its letters stand in the SVG itself, as data.
    "content-security-policy": (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox"
    ),
    "referrer-policy": "no-referrer",
}


class Range(NamedTuple):
    """Bytes ``start`` to ``stop`` (exclusive)."""

    start: int
    stop: int


def wanted_range(header: str | None, size: int) -> Range | None:
    """The one range asked for; None for the whole file. Raises ValueError when no byte of it is
    there (416).
    """
    found = _RANGE.fullmatch(header) if header is not None else None
    if found is None:
        return None
    first, last = found[1], found[2]
    if not first and not last:
        return None
    if not first:
        length = min(int(last), size)
        if length == 0:
            raise ValueError("an empty suffix")
        return Range(size - length, size)
    start = int(first)
    if last and int(last) < start:
        return None
    if start >= size:
        raise ValueError("starts beyond the end")
    return Range(start, min(int(last) + 1, size) if last else size)


def content_disposition(filename: str | None) -> str:
    """RFC 6266: a name in any script as ``filename*`` (RFC 8187), and an ASCII shadow of it for old
    programs.
    """
    if filename is None:
        return "inline"
    name = _UNPRINTABLE.sub("", filename.encode("utf-8", "ignore").decode("utf-8"))
    name = name.replace("/", "_").replace("\\", "_").strip(" .") or "file"
    while len(name.encode("utf-8")) > 255:
        stem, dot, extension = name.rpartition(".")
        name = (stem[:-1] + dot + extension) if dot and stem and len(extension) < 16 else name[:-1]
    # Some programs decode "%41" inside the quoted form; others end it at a backslash or a quote.
    shadow = re.sub(r'[^\x20-\x7e]|["\\%;]', "_", name)
    if shadow == name:
        return f'attachment; filename="{name}"'
    return f"attachment; filename=\"{shadow}\"; filename*=UTF-8''{quote(name, safe=_ATTRIBUTE_CHARACTERS)}"


def file_response(request: Request, opened: OpenedFile, stat: os.stat_result | None) -> Response:
    """The file, or the part of it that the request asks for; ``stat`` where it is on disk."""
    headers = {
        "etag": opened.etag,
        "cache-control": f"private, max-age={max(0, int(opened.max_age))}",
        "accept-ranges": "bytes",
        **_SAFETY,
    }
    if _matches(request.headers.get("if-none-match"), opened.etag):
        return Response(status_code=304, headers=headers)
    if opened.location is not None:
        headers["cache-control"] = "no-store"
        return RedirectResponse(opened.location, status_code=302, headers=headers)
    headers["content-disposition"] = content_disposition(opened.filename)
    mime = opened.mime.encode("ascii", "ignore").decode("ascii")
    asked = request.headers.get("range")
    condition = request.headers.get("if-range")
    if condition is not None and condition.strip() != opened.etag:
        asked = None
    if opened.path is not None:
        _keep_range(request, asked, opened.size)
        return FileResponse(opened.path, headers=headers, media_type=mime, stat_result=stat)
    try:
        part = wanted_range(asked, opened.size)
    except ValueError:
        headers["content-range"] = f"bytes */{opened.size}"
        return Response(status_code=416, headers=headers)
    start, stop = part or (0, opened.size)
    if part is not None:
        headers["content-range"] = f"bytes {start}-{stop - 1}/{opened.size}"
    status = 200 if part is None else 206
    if opened.pieces is not None:
        headers["content-length"] = str(stop - start)
        pieces = opened.pieces(start, stop) if request.method != "HEAD" else iter(())
        return StreamingResponse(pieces, status_code=status, headers=headers, media_type=mime)
    assert opened.data is not None, "an opened file is on disk, in memory or comes in pieces"
    return Response(opened.data[start:stop], status_code=status, headers=headers, media_type=mime)


def _keep_range(request: Request, asked: str | None, size: int) -> None:
    """Leave in the request only a range that is answered with a part."""
    try:
        single = wanted_range(asked, size) is not None
    except ValueError:
        single = True
    if not single:
        scope = request.scope
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"range"]


def _matches(header: str | None, etag: str) -> bool:
    if header is None:
        return False
    candidates = [candidate.strip().removeprefix("W/") for candidate in header.split(",")]
    return "*" in candidates or etag in candidates
