"""Cursors: where the next page of a list begins.

A cursor holds the sort values of the last entry shown (a keyset, so that a page stays right while
entries come and go), bound to the sort and the filters of its list. It is opaque to callers and
carries nothing secret: whoever edits one only moves the place where their own list begins.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any

from ..errors import ValidationError

Value = str | int | float | None

MAX_CURSOR = 500
_VERSION = 1
_INT64 = 2**63


def encode(sort: str, values: Sequence[Value], filters: Mapping[str, object] | None = None) -> str:
    """The cursor after the entry whose sort values are ``values`` (the last one unique, usually the
    id).
    """
    payload = json.dumps(
        [_VERSION, _digest(sort, filters), *values], ensure_ascii=False, separators=(",", ":")
    )
    return base64.urlsafe_b64encode(payload.encode()).decode("ascii").rstrip("=")


def decode(
    cursor: str,
    sort: str,
    kinds: Sequence[type | UnionType],
    filters: Mapping[str, object] | None = None,
) -> tuple[Any, ...]:
    """The sort values in ``cursor``, each of the kind at its place (``int``, ``str``, ``float |
    None`` ...).

    Raises ValidationError for anything that ``encode`` did not make for the same sort and filters.
    """
    try:
        values = _parsed(cursor, _digest(sort, filters))
    except (ValueError, binascii.Error, RecursionError) as wrong:
        raise _refused(cursor) from wrong
    if len(values) != len(kinds) or not all(
        _fits(value, kind) for value, kind in zip(values, kinds, strict=True)
    ):
        raise _refused(cursor)
    return tuple(values)


def _parsed(cursor: str, digest: str) -> list[object]:
    if len(cursor) > MAX_CURSOR or not cursor.isascii():
        raise ValueError("not one of our cursors")
    padded = cursor + "=" * (-len(cursor) % 4)
    payload = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True).decode())
    if not isinstance(payload, list) or payload[:2] != [_VERSION, digest] or payload[0] is True:
        raise ValueError("not a cursor of this list")
    return payload[2:]


def _fits(value: object, kind: type | UnionType) -> bool:
    match value:
        case bool():
            return False
        case int():
            # A float that is whole may have been written without its point; SQLite holds 64-bit
            # integers.
            return abs(value) < _INT64 and (isinstance(value, kind) or isinstance(0.0, kind))
        case float():
            return math.isfinite(value) and isinstance(value, kind)
        case str():
            return isinstance(value, kind) and not any(
                "\ud800" <= character <= "\udfff" for character in value
            )
        case None:
            return isinstance(value, kind)
        case _:
            return False


def _digest(sort: str, filters: Mapping[str, object] | None) -> str:
    text = json.dumps([sort, filters or {}], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _refused(cursor: str) -> ValidationError:
    return ValidationError.of(
        "cursor",
        "take the nextCursor of the page before, with the same sort and filters",
        value=cursor,
    )
