"""Server-sent events (WHATWG HTML, 9.2) as far as providers use them: JSON objects in ``data`` fields.

The bytes come from outside: what is bounded is bounded by whoever reads them; a field that is no JSON
object is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Heard = Callable[[dict[str, Any]], None]
"""Told of each event but the last. What it raises ends the request."""

_LINE = re.compile(rb"\r\n|\n|\r")


def streamed(headers: Mapping[str, str]) -> bool:
    """Whether an answer is a stream of events."""
    return headers.get("content-type", "").partition(";")[0].strip() == "text/event-stream"


def events(pieces: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The objects of a stream, in order. A picture is one line of megabytes, so that a line is joined
    once and not with each piece.
    """
    data: list[bytes] = []
    for line in _lines(pieces):
        if line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" "))
        elif not line and data:
            found = _object(b"\n".join(data))
            data = []
            if found is not None:
                yield found
    if data and (found := _object(b"\n".join(data))) is not None:
        yield found


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    begun: list[bytes] = []
    for piece in pieces:
        first, *rest = _LINE.split(piece)
        begun.append(first)
        for after in rest:
            yield b"".join(begun)
            begun = [after]
    yield b"".join(begun)


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
