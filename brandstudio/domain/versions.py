"""Versions of an image: which one an edit starts from, and which number comes next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from ..errors import ValidationError


def source_version(
    finished: Collection[int],
    current: int | None,
    asked: int | None = None,
    *,
    default: Literal["newest", "current"] = "newest",
) -> int:
    """The finished version that an edit is made from: the one asked for, else the newest or the
    current one.

    Revise defaults to the newest (spec: Images), resize and improve to the current one (decisions,
    point 9). Raises ValidationError for an asked version that is not finished, and when no version
    is.
    """
    if asked is not None:
        return finished_version(finished, asked, path="fromVersion")
    if not finished:
        raise ValidationError.of("fromVersion", "the image has no finished version to start from")
    if default == "current" and current is not None and current in finished:
        return current
    return max(finished)


def finished_version(finished: Collection[int], asked: int, *, path: str = "version") -> int:
    """``asked`` itself when it is a finished version; ValidationError that lists those that are."""
    if asked not in finished:
        ready = ", ".join(map(str, sorted(finished)[-20:])) or "none yet"
        raise ValidationError.of(path, f"must be a finished version ({ready})", value=asked)
    return asked


def next_version(accepted: Collection[int]) -> int:
    """The number after every one that was ever accepted: a failed number is never used again."""
    return max(accepted, default=0) + 1
