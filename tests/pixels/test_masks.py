"""What hangs together in a mask."""

from __future__ import annotations

import numpy as np

from brandstudio.pixels import masks


def test_what_is_reached_hangs_together_side_by_side_and_never_round_the_edges() -> None:
    likely = np.array([[1, 1, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0], [1, 0, 0, 1]], bool)
    start = np.zeros_like(likely)
    start[0, 0] = True
    around = np.zeros_like(likely)
    around[[0, 0, 1], [0, 1, 1]] = True
    assert np.array_equal(masks.reached(start, likely), around)


def test_a_start_that_is_not_likely_itself_reaches_what_is() -> None:
    start, likely = np.array([[True, False, False]]), np.array([[False, True, True]])
    assert masks.reached(start, likely).all()
