"""What holds work up for all processes of a studio: the place of the files takes none, say. Each time it
does so again work rests longer; what was drawn would be drawn for nothing, and what is accepted
would be paid for and wait.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import ServiceBusy
from .area import Area

FILES = "files"
FIRST_MS, MOST_MS = 2_000, 120_000
"""The first rest, and the longest; each is twice as long as the last."""
FORGOTTEN_MS = 600_000
"""After so long without a refusal the next one is the first again."""
_GRACE_MS = 60_000
"""So long after a rest its end counts as not tried yet; then no worker is there to try, and work is
accepted as ever.
"""
TRY_MS = 30_000
"""How long one process has for trying whether the place takes files again."""


class HoldUp(NamedTuple):
    """Since when, until when (ms since 1970), for the how-manieth time in a row, and what was said."""

    since: int
    until: int
    times: int
    said: str


class HoldUps(Area):
    def standing(self, now: int) -> HoldUp | None:
        """What holds work up now. A rest that ends further ahead than any can was written by a clock
        that has been set back since, and does not count.
        """
        return self._one(
            HoldUp,
            "select since, until, times, said from hold_ups "
            "where name = ?1 and standing = 1 and until > ?2 and until <= ?3",
            FILES,
            now - _GRACE_MS,
            now + MOST_MS,
        )

    def begin(self, said: str, now: int) -> HoldUp:
        """Files were refused: work rests, longer than the last time. Where it rests already nothing
        changes.
        """
        last = self._one(
            _Last,
            "select since, until, times, said, standing from hold_ups where name = ?",
            FILES,
        )
        if last is not None and last.standing and now < last.until <= now + MOST_MS:
            return HoldUp(last.since, last.until, last.times, last.said)
        recent = last is not None and now - FORGOTTEN_MS < last.until <= now + MOST_MS
        times = last.times + 1 if last is not None and recent else 1
        since = last.since if last is not None and recent and last.standing else now
        until = now + min(MOST_MS, FIRST_MS * 2 ** min(times - 1, 20))
        self._run(
            "insert into hold_ups values (?1, ?2, ?3, ?4, ?5, 1) on conflict (name) do update set "
            "since = ?2, until = ?3, times = ?4, said = ?5, standing = 1",
            FILES,
            since,
            until,
            times,
            said[:300],
        )
        return HoldUp(since, until, times, said)

    def take_try(self, now: int) -> bool:
        """Whether this process is the one that tries now, the rest being over."""
        return (
            self._run(
                "update hold_ups set until = ?1 where name = ?2 and standing = 1 "
                "and (until <= ?3 or until > ?4)",
                now + TRY_MS,
                FILES,
                now,
                now + MOST_MS,
            )
            == 1
        )

    def fail_try(self, said: str, now: int) -> HoldUp:
        """It takes none yet: another rest."""
        self._run("update hold_ups set until = ? where name = ?", now, FILES)
        return self.begin(said, now)

    def end(self, now: int) -> None:
        """Files are taken again; how often they were refused is kept for a while."""
        self._run("update hold_ups set standing = 0, until = ? where name = ?", now, FILES)


class _Last(NamedTuple):
    since: int
    until: int
    times: int
    said: str
    standing: int


def refuse_held_up(held: HoldUp | None, now: int) -> None:
    """Raise ServiceBusy while no files are taken: before anything is charged that would need them."""
    if held is not None:
        seconds = max(1, (held.until - now) // 1000 + 1)
        raise ServiceBusy(
            "The place that keeps the studio's files takes none at the moment; nothing was charged. "
            "Try again later.",
            retryAfter=seconds,
        )
