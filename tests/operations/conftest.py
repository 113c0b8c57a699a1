"""Frames of a few pixels, and no network that looks at pictures: what is tested here is
bookkeeping, not drawing.
"""

from __future__ import annotations

from types import MappingProxyType

import pytest

from brandstudio.domain import frames
from brandstudio.pixels import subject


@pytest.fixture
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """1K, 2K and 4K are 32, 64 and 128 pixels long, and subjects are found by saliency alone."""
    monkeypatch.setattr(frames, "LONG_SIDES", MappingProxyType({"1K": 32, "2K": 64, "4K": 128}))
    monkeypatch.setattr(subject, "_network", lambda name: None)
