"""Has the C library keep little of what was given back; many threads would else each keep their own.
And has Python look for cycles seldom, and never among what was loaded at the start.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

ENVIRONMENT = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
    "MALLOC_MMAP_THRESHOLD_": "2097152",
}
"""The same for a process that is started: what a drawn banner took goes back to the system. (A lower
threshold gives back a little more, and a banner takes a fifth longer.)
"""
_OPTIONS = ((-8, 1), (-1, 131072), (-3, 131072))
"""M_ARENA_MAX, M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc's mallopt(3)."""


def spare() -> None:
    """Set it for this process, before its threads begin; other C libraries have no such call."""
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in _OPTIONS:
            mallopt(option, value)


def settle() -> None:
    """Leave what stands by now out of every collection: to look through all of it takes 50 to 300 ms,
    in which no key is answered. A thread that paints lets the others go on after a millisecond, not
    after five.
    """
    sys.setswitchinterval(0.001)
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)
