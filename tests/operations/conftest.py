"""Frames of a few pixels, and no network that looks at pictures: what is tested here is
bookkeeping, not drawing.
"""

from __future__ import annotations

from collections import defaultdict
from types import MappingProxyType

import pytest

from brandstudio.domain import frames
from brandstudio.pixels import subject

#: Where drawing and ranking take the time, each test is tried over one transport at once, the next
#: over the next; the other two are drills.
IN_TURN = ("test_design_edits", "test_edit_machine", "test_quotes", "test_search")
TRANSPORTS = ("process", "http", "async")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seen: dict[str, dict[str, None]] = defaultdict(dict)
    for item in items:
        if item.path.parent.name != "operations" or item.path.stem not in IN_TURN:
            continue
        spec = getattr(item, "callspec", None)
        if spec is None or "transport" not in spec.params:
            continue
        tests = seen[item.path.stem]
        tests.setdefault(item.originalname)  # type: ignore[attr-defined]
        turn = list(tests).index(item.originalname)  # type: ignore[attr-defined]
        if spec.params["transport"] != TRANSPORTS[turn % 3]:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """1K, 2K and 4K are 32, 64 and 128 pixels long, and subjects are found by saliency alone."""
    monkeypatch.setattr(frames, "LONG_SIDES", MappingProxyType({"1K": 32, "2K": 64, "4K": 128}))
    monkeypatch.setattr(subject, "_network", lambda name: None)
