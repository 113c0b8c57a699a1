"""Whether the wall clock can be believed: it is compared with the monotonic clock since the last
look.

A clock that was set back or forward is believed again only after the machine has run on for a day:
until then nothing is destroyed because of its age. What is destroyed by mistake is gone; what is
kept a day too long harms nobody.
"""

from __future__ import annotations

from typing import NamedTuple

MINUTE_MS = 60_000
DAY_MS = 24 * 3600 * 1000

TOLERANCE_MS = 5 * MINUTE_MS
"""What time services correct in a step, and what a look costs."""
LONGEST_SILENCE_MS = 7 * DAY_MS
"""Between two starts of the machine nothing can be compared: a longer silence is doubted too."""
DOUBT_MS = DAY_MS
CREDIT_MS = DAY_MS // 3
"""How much of a doubt one more start of the machine at a plausible time takes away at most."""


class Reading(NamedTuple):
    """Both clocks in milliseconds, the machine's boot id, and how long the wall clock stays in
    doubt.
    """

    wall: int
    tick: int
    boot: str
    doubt_ms: int = 0


def look(last: Reading | None, wall: int, tick: int, boot: str) -> Reading:
    """The reading of now, with the doubt that follows from the last one."""
    if last is None:
        return Reading(wall, tick, boot)
    passed = wall - last.wall
    if last.boot == boot and tick >= last.tick:
        ran = tick - last.tick
        was_set = abs(passed - ran) > TOLERANCE_MS
        doubt = DOUBT_MS if was_set else max(0, last.doubt_ms - ran)
    else:
        was_set = not -TOLERANCE_MS <= passed <= LONGEST_SILENCE_MS
        doubt = DOUBT_MS if was_set else max(0, last.doubt_ms - min(max(0, passed), CREDIT_MS))
    return Reading(wall, tick, boot, doubt)
