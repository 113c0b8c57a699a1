"""Frames of a few pixels: what is tested here is bookkeeping, not drawing."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest

from brandstudio.domain import frames


@pytest.fixture
def small_frames(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """1K, 2K and 4K are 32, 64 and 128 pixels long."""
    monkeypatch.setattr(frames, "LONG_SIDES", MappingProxyType({"1K": 32, "2K": 64, "4K": 128}))
    yield
