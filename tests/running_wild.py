"""What a font could do that takes over what draws with it: run in its child process in place of
HarfBuzz.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from brandstudio.pixels.safely import read_safely
from brandstudio.render.type import apart, faces
from brandstudio.render.type.bounded import Bounded


def spin(data: bytes) -> tuple[object, bytes]:
    """Never end."""
    while True:
        pass


def swallow(data: bytes) -> tuple[object, bytes]:
    """Take more memory than there is room for."""
    return {"taken": len(bytearray(6 << 30))}, data


def leave(data: bytes) -> tuple[object, bytes]:
    """End the process."""
    os._exit(3)


def lie(data: bytes) -> tuple[object, bytes]:
    """Tell nonsense."""
    return {"glyphs": [[1e99, -5, "x", None, float("nan")]], "upem": -1, "pictures": [[9e9]]}, data


def run_wild(monkeypatch: pytest.MonkeyPatch, does: Callable[[bytes], object]) -> None:
    """From now on every font of others does that."""
    monkeypatch.setattr(faces, "_FACES", Bounded(256 << 20, lambda face: face.size))
    monkeypatch.setattr(apart, "_SECONDS", 0)

    def wildly(function: str, *asked: Any) -> object:
        return read_safely(f"{__name__}:{does.__name__}", *asked)

    monkeypatch.setattr(apart, "read_safely", wildly)
