"""Events on their way out: each attempt signed anew, six receives at most, then the dead letters.

The first attempts of a workspace leave one after the other, so that a receiver sees them in order;
redeliveries go beside them and hold nothing back. Slow receivers hold back their own events and
nobody else's. Outcomes are stored in batches, since each commit is flushed to disk.
"""

from __future__ import annotations

import json
import logging
import random
import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from ..context import Context
from ..keys.links import Target
from ..keys.master import WEBHOOK_PURPOSE
from ..models.admin import MAX_RECEIVES
from ..store.outbox import EventRow, WebhookRow
from ..traces import traceparent
from ..webhooks import EVENT_HEADER, SIGNATURE_HEADER, sign

log = logging.getLogger("brandstudio.events")

LEASE_MS = 60_000
JITTER = 0.1
PARALLEL = 64
REDELIVERIES_PER_WORKSPACE = 16
LANE = 64
"""First attempts of a workspace that are taken up together."""
LANE_MS = 20_000
"""After so long a lane gives back what it has not begun, well before its lease ends."""


@dataclass(frozen=True)
class Outcome:
    """What came of an event that was taken up: ``tried`` is False where its turn did not come."""

    event: EventRow
    tried: bool
    error: str | None = None


class Deliveries:
    """Attempts in the air. One for each worker; ``step`` is called again and again by one
    thread.
    """

    def __init__(self, ctx: Context, parallel: int = PARALLEL) -> None:
        self._ctx = ctx
        self._parallel = parallel
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._lanes: dict[Future[list[Outcome]], str] = {}
        self._redeliveries: dict[Future[list[Outcome]], str] = {}

    def step(self, *, settle: bool = False) -> int:
        """Send what is due and store what came of earlier attempts; returns how many events moved.

        ``settle`` waits until every attempt in the air has come down.
        """
        with self._lock:
            moved = self._launch()
            flying = [*self._lanes, *self._redeliveries]
            if not flying:
                return moved
            timeout = None if settle else 0.05
            done, _ = wait(
                flying, timeout=timeout, return_when="ALL_COMPLETED" if settle else FIRST_COMPLETED
            )
            return moved + self._land(done)

    @property
    def flying(self) -> bool:
        """Whether attempts are in the air."""
        return bool(self._lanes or self._redeliveries)

    def close(self) -> None:
        """Store what comes down within the time-outs of its attempts."""
        with self._lock:
            done, _ = wait([*self._lanes, *self._redeliveries], timeout=12)
            self._land(done)
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None

    def _launch(self) -> int:
        ctx, now = self._ctx, self._ctx.now()
        furthest = now + round(max(ctx.settings.webhook_retry_seconds) * 1000 * (1 + JITTER))
        free = self._parallel - len(self._lanes) - len(self._redeliveries)
        if free <= 0:
            return 0
        with ctx.store.read() as tx:
            due = tx.outbox.any_due(now, furthest)
        if not due:
            return 0
        held = Counter(self._redeliveries.values())
        full = [
            workspace for workspace, count in held.items() if count >= REDELIVERIES_PER_WORKSPACE
        ]
        tick = ctx.clock.tick()
        # One process after the other, so that events of a workspace don't overtake each other;
        # writers of other things wait for none of them.
        with ctx.store.beside("deliveries").write() as tx:
            first = tx.outbox.claim_first(
                ctx.process_id, tick, tick + LEASE_MS, LANE, list(self._lanes.values())
            )
            again = tx.outbox.claim_again(
                ctx.process_id,
                now,
                furthest,
                tick,
                tick + LEASE_MS,
                min(free, REDELIVERIES_PER_WORKSPACE),
                full,
            )
            hooks = {
                event.workspace_id: tx.webhooks.get(event.workspace_id)
                for event in (*first, *again)
            }
        lanes: defaultdict[str, list[EventRow]] = defaultdict(list)
        for event in first:
            lanes[event.workspace_id].append(event)
        if (lanes or again) and self._pool is None:
            self._pool = ThreadPoolExecutor(
                self._parallel, thread_name_prefix="brandstudio-delivery"
            )
        for workspace, events in lanes.items():
            assert self._pool is not None
            self._lanes[self._pool.submit(send, ctx, events, hooks[workspace])] = workspace
        for event in again:
            assert self._pool is not None
            self._redeliveries[self._pool.submit(send, ctx, [event], hooks[event.workspace_id])] = (
                event.workspace_id
            )
        return len(first) + len(again)

    def _land(self, done: set[Future[list[Outcome]]]) -> int:
        """One commit for all. A crash before it means that they are delivered again: at least
        once.
        """
        outcomes = []
        for future in done:
            self._lanes.pop(future, None)
            self._redeliveries.pop(future, None)
            outcomes += future.result()  # `send` lets no error out, so that nobody's else is lost
        if not outcomes:
            return 0
        ctx = self._ctx
        # Rows that this process alone has in hand.
        with ctx.store.beside("").write() as tx:
            for outcome in outcomes:
                event = outcome.event
                if not outcome.tried:
                    tx.outbox.give_back(event.id, event.receives)
                elif outcome.error is None:
                    tx.outbox.delivered(event.id, event.receives, ctx.now())
                else:
                    tx.outbox.failed(
                        event.id,
                        event.receives,
                        outcome.error,
                        next_attempt(ctx, event.receives + 1),
                    )
        return len(outcomes)


def send(ctx: Context, events: Sequence[EventRow], hook: WebhookRow | None) -> list[Outcome]:
    """Attempts of one workspace, one after the other, for as long as their lease safely lasts."""
    end = ctx.clock.tick() + LANE_MS
    outcomes = []
    try:
        secret = (
            None
            if hook is None
            else ctx.master_key().decrypt(hook.secret, WEBHOOK_PURPOSE).decode()
        )
    except Exception:
        # One workspace's damaged secret harms nobody else's events, and counts as a receive.
        log.exception("the webhook secret of workspace %s can't be read", events[0].workspace_id)
        why = "the signing secret can't be read; set the webhook anew: brandstudio webhooks set URL"
        return [Outcome(event, tried=True, error=why) for event in events]
    for event in events:
        if ctx.clock.tick() > end:
            outcomes.append(Outcome(event, tried=False))
            continue
        try:
            outcomes.append(Outcome(event, tried=True, error=attempt(ctx, event, hook, secret)))
        except Exception as error:  # whatever it was, the events behind it go on
            outcomes.append(
                Outcome(event, tried=True, error=f"the attempt broke off: {type(error).__name__}")
            )
    return outcomes


def attempt(
    ctx: Context, event: EventRow, hook: WebhookRow | None, secret: str | None
) -> str | None:
    """One delivery; the reason when the receiver did not take it."""
    with ctx.traces.span(
        f"deliver {event.event}", "client", event.trace, event_id=event.event_id,
        attempt=event.receives + 1,
    ):  # fmt: skip
        why = _attempt(ctx, event, hook, secret)
        if why is not None:
            ctx.traces.note(error="not taken")
    return why


def _attempt(
    ctx: Context, event: EventRow, hook: WebhookRow | None, secret: str | None
) -> str | None:
    if hook is None or secret is None:
        return "no webhook is set any more"
    payload = json.loads(event.payload)
    if event.sha256 is not None:
        payload["url"] = ctx.links.to(Target(event.workspace_id, event.sha256, event.item_id))
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "content-type": "application/json",
        EVENT_HEADER: event.event,
        SIGNATURE_HEADER: sign(secret, body, ctx.now() // 1000),
        "user-agent": "brandstudio",
    }
    told = traceparent(ctx.traces.here())
    if told is not None:
        headers["traceparent"] = told
    outcome = ctx.engines.deliverer.post(hook.url, body, headers)
    if outcome.ok:
        return None
    return outcome.error or f"the receiver answered {outcome.status}"


def next_attempt(ctx: Context, receives: int) -> int | None:
    """When an event that failed so many times is sent again; None when it is a dead letter."""
    if receives >= MAX_RECEIVES:
        return None
    pause = ctx.settings.webhook_retry_seconds[receives - 1]
    # Jitter spreads the redeliveries of one outage; it decides nothing else.
    return ctx.now() + round(pause * 1000 * (1 + random.random() * JITTER))  # noqa: S311
