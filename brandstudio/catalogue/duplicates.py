"""Pictures that are one and the same: equal files, or perceptual hashes that lie close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ..pixels.similarity import NEAR_DUPLICATE
from ..store.library import ItemHash

MOST: Final = 30_000
"""Pictures that are compared in one call, the newest: each with each takes a second then."""
MOST_GROUPS: Final = 500
_BLOCK: Final = 512


def groups(pictures: Sequence[ItemHash], go_on: Callable[[], None]) -> list[list[int]]:
    """Ids of two and more pictures that are one, each group from the oldest, the newest group
    first. ``go_on`` is asked between blocks and raises where nobody waits any more.
    """
    leader = {picture.id: picture.id for picture in pictures}

    def top(id: int) -> int:
        while leader[id] != id:
            leader[id] = leader[leader[id]]
            id = leader[id]
        return id

    def join(first: int, second: int) -> None:
        leader[max(top(first), top(second))] = min(top(first), top(second))

    by_content: dict[str, int] = {}
    for picture in pictures:
        if picture.content_sha is not None:
            join(picture.id, by_content.setdefault(picture.content_sha, picture.id))
    # A flat picture hashes to 0, which is no likeness.
    hashed = [picture for picture in pictures if picture.phash]
    ids = [picture.id for picture in hashed]
    hashes = np.array([(picture.phash or 0) & (1 << 64) - 1 for picture in hashed], dtype=np.uint64)
    for start in range(0, len(ids), _BLOCK):
        go_on()
        block = hashes[start : start + _BLOCK, None] ^ hashes[None, start:]
        rows, columns = np.nonzero(np.bitwise_count(block) <= NEAR_DUPLICATE)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            if row < column:
                join(ids[start + row], ids[start + column])
    found: dict[int, list[int]] = {}
    for id in sorted(leader):
        found.setdefault(top(id), []).append(id)
    return sorted((group for group in found.values() if len(group) > 1), key=lambda g: -g[-1])
