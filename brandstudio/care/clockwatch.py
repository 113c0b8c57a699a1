"""The look at both clocks that comes before anything is destroyed because of its age."""

from __future__ import annotations

import logging

from ..context import Clock
from ..domain.clock import DAY_MS, TOLERANCE_MS, look
from ..store import Store, Transaction

log = logging.getLogger("brandstudio")


def in_doubt(tx: Transaction, clock: Clock) -> bool:
    """Whether the wall clock was set within the last day; remembers this look."""
    last = tx.clock.last()
    now = look(last, clock.unmoved(), clock.tick(), clock.boot())
    tx.clock.keep(now)
    if now.doubt_ms and (last is None or now.doubt_ms > last.doubt_ms):
        log.warning(
            "the machine's clock was set: nothing is removed because of its age until it has run on "
            "for %d hours",
            -(-now.doubt_ms // 3_600_000),
        )
    return now.doubt_ms > 0


def notice(tx: Transaction, clock: Clock) -> None:
    """Remember a clock that was set since the last look, before something is dated by it: set right
    again by the next look, it would seem never to have been wrong, and what was dated a day old.
    """
    last = tx.clock.last()
    if last is not None:
        now = look(last, clock.unmoved(), clock.tick(), clock.boot())
        if now.doubt_ms > last.doubt_ms:
            in_doubt(tx, clock)


def look_in(store: Store, clock: Clock) -> None:
    """The look at a start: later ones are compared with it. Nothing is written where the last one
    is of this day and says the same.
    """
    with store.read() as tx:
        last = tx.clock.last()
    if last is not None and last.boot == clock.boot():
        ran, passed = clock.tick() - last.tick, clock.unmoved() - last.wall
        if 0 <= ran < DAY_MS and abs(passed - ran) < TOLERANCE_MS:
            return
    with store.write() as tx:
        in_doubt(tx, clock)
