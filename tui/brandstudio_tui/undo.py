"""What can be taken back: each step names itself and knows the call that undoes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import brandstudio


@dataclass(frozen=True)
class Step:
    """Something done, and how it is undone."""

    label: str
    back: Callable[[brandstudio.Studio], object]


class History:
    """The steps of this sitting, newest last; only the event loop touches it."""

    def __init__(self, longest: int = 200) -> None:
        self._steps: list[Step] = []
        self._longest = longest

    def add(self, label: str, back: Callable[[brandstudio.Studio], object]) -> None:
        self._steps.append(Step(label, back))
        del self._steps[: -self._longest]

    def pop(self) -> Step | None:
        return self._steps.pop() if self._steps else None

    def __len__(self) -> int:
        return len(self._steps)
