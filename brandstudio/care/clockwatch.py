"""The look at both clocks that comes before anything is destroyed because of its age."""

from __future__ import annotations

import logging

from ..context import Clock
from ..domain.clock import look
from ..store import Transaction

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
