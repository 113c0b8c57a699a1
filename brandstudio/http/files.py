"""Files behind signed links: whole, in ranges (RFC 9110 section 14), not at all when unchanged;
never run as pages.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import Send

from .serving import OpenedFile

T = TypeVar("T")
InThread = Callable[[Callable[[], T]], Awaitable[T]]

CHUNK_BYTES = 256 * 1024

_RANGE = re.compile(r"bytes=\s*([0-9]{0,19})-([0-9]{0,19})\s*")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]"
)
_ATTRIBUTE_CHARACTERS = "!#$&+-.^_`|~"
_SAFETY = (
    # A picture never needs scripts; an SVG opened as a page may bring some, and the sandbox takes
    # them away. Its photo and its letters stand in the SVG itself, as data.
    (
        b"content-security-policy",
        b"default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class Range(NamedTuple):
    """Bytes ``start`` to ``stop`` (exclusive)."""

    start: int
    stop: int


def wanted_range(header: str | None, size: int) -> Range | None:
    """The one range asked for; None for the whole file. Raises ValueError when no byte of it is
    there (416).

    Several ranges and anything that is no range are answered with the whole file, as RFC 9110
    allows.
    """
    found = _RANGE.fullmatch(header) if header is not None else None
    if found is None or found[0].strip() == "bytes=-":
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


async def send_file(
    opened: OpenedFile,
    headers: Headers,
    *,
    head: bool,
    send: Send,
    in_thread: InThread[Any],
    request_id: str,
) -> int:
    """Answer with the file, or the part of it that the request asks for; returns the status
    sent.
    """
    etag = opened.etag
    base = [
        (b"etag", etag.encode("ascii")),
        (b"cache-control", f"private, max-age={max(0, int(opened.max_age))}".encode("ascii")),
        (b"accept-ranges", b"bytes"),
        (b"x-request-id", request_id.encode("ascii")),
        *_SAFETY,
    ]
    if _matches(headers.get("if-none-match"), etag):
        return await _empty(send, 304, base)
    status, span = 200, Range(0, opened.size)
    condition = headers.get("if-range")
    if condition is None or condition.strip() == etag:
        try:
            part = wanted_range(headers.get("range"), opened.size)
        except ValueError:
            length = f"bytes */{opened.size}".encode("ascii")
            return await _empty(
                send, 416, [*base, (b"content-range", length), (b"content-length", b"0")]
            )
        if part is not None:
            status, span = 206, part
            base.append(
                (
                    b"content-range",
                    f"bytes {part.start}-{part.stop - 1}/{opened.size}".encode("ascii"),
                )
            )
    base += [
        (b"content-type", opened.mime.encode("ascii", "ignore")),
        (b"content-length", str(span.stop - span.start).encode("ascii")),
        (b"content-disposition", content_disposition(opened.filename).encode("ascii")),
    ]
    if head:
        return await _empty(send, status, base)
    if opened.data is not None:
        await send({"type": "http.response.start", "status": status, "headers": base})
        await send({"type": "http.response.body", "body": opened.data[span.start : span.stop]})
        return status
    assert opened.path is not None, "an opened file is on disk or in memory"
    path: Path = opened.path
    # Opened before the status is sent: a file that has just gone is a 404, not a broken answer.
    file: BinaryIO = await in_thread(lambda: path.open("rb"))
    try:
        await send({"type": "http.response.start", "status": status, "headers": base})
        async for piece in _pieces(file, span, in_thread):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        file.close()
    return status


async def _pieces(file: BinaryIO, span: Range, in_thread: InThread[Any]) -> AsyncIterator[bytes]:
    file.seek(span.start)
    left = span.stop - span.start
    while left > 0:
        size = min(CHUNK_BYTES, left)
        piece: bytes = await in_thread(partial(file.read, size))
        if not piece:
            raise OSError("the file is shorter than its record says")
        left -= len(piece)
        yield piece


def _matches(header: str | None, etag: str) -> bool:
    if header is None:
        return False
    candidates = [candidate.strip().removeprefix("W/") for candidate in header.split(",")]
    return "*" in candidates or etag in candidates


async def _empty(send: Send, status: int, headers: list[tuple[bytes, bytes]]) -> int:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
    return status
