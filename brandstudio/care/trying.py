"""What is done while the place of the files takes none: work rests, and after each rest one process tries
with something small whether it may go on.
"""

from __future__ import annotations

import logging

from ..context import Context
from ..errors import ServiceBusy
from ..store.trouble import FilesAway

log = logging.getLogger("brandstudio.worker")


def rest_from_files(ctx: Context, why: FilesAway) -> None:
    """Let all workers rest, since files were refused; written as soon as the store takes it."""

    def begin() -> None:
        with ctx.store.beside("hold-ups").write() as tx:
            held = tx.hold_ups.begin(why.message, ctx.now())
        log.warning(
            "work rests for %d s: %s", max(0, held.until - ctx.now()) // 1000 + 1, why.message
        )

    ctx.owe(begin)


def try_files(ctx: Context) -> None:
    """Where a rest is over, try; then work goes on, or rests longer."""
    now = ctx.now()
    with ctx.store.read() as tx:
        held = tx.hold_ups.standing(now)
    if held is None or now < held.until:
        return
    with ctx.store.beside("hold-ups").write() as tx:
        mine = tx.hold_ups.take_try(now)
    if not mine:
        return
    try:
        ctx.store.blobs.try_out()
    except ServiceBusy as error:
        with ctx.store.beside("hold-ups").write() as tx:
            tx.hold_ups.fail_try(error.message, ctx.now())
        return
    with ctx.store.beside("hold-ups").write() as tx:
        tx.hold_ups.end(ctx.now())
        tx.jobs.announce_any()
    log.info("files are taken again; work goes on")
