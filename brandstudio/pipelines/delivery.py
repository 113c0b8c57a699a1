"""Events on their way out: each attempt signed anew, six receives at most, then the dead letters.

``Deliveries`` keeps many attempts in the air and stores their outcomes in batches, since each commit is flushed to disk. A
workspace holds at most a few of them, so that slow receivers hold back their own events and nobody else's.
"""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ..context import Context
from ..links import Target
from ..store.outbox import EventRow, WebhookRow
from ..webhooks import sign

LEASE_MS = 60_000
MAX_RECEIVES = 6
"""spec: Events, "After 6 failed receives the message goes to a dead-letter queue"."""
JITTER = 0.1
PARALLEL = 64
PER_WORKSPACE = 16
BATCH = 200


class Deliveries:
    """Attempts in the air. One for each worker; ``step`` is called again and again by one thread."""

    def __init__(self, ctx: Context, parallel: int = PARALLEL) -> None:
        self._ctx = ctx
        self._parallel = parallel
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._flying: dict[Future[str | None], EventRow] = {}

    def step(self, *, settle: bool = False) -> int:
        """Send what is due and store what came of earlier attempts; returns how many events moved.

        ``settle`` waits until every attempt in the air has come down.
        """
        with self._lock:
            moved = self._launch()
            if not self._flying:
                return moved
            timeout = None if settle else 0.05
            done, _ = wait(self._flying, timeout=timeout, return_when="ALL_COMPLETED" if settle else FIRST_COMPLETED)
            if done:
                self._store([(self._flying.pop(future), future) for future in done])
            return moved + len(done)

    def close(self) -> None:
        """Store what comes down within the time-outs of its attempts."""
        with self._lock:
            if self._flying:
                done, _ = wait(self._flying, timeout=12)
                self._store([(self._flying.pop(future), future) for future in done])
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None

    def _launch(self) -> int:
        ctx, now = self._ctx, self._ctx.now()
        free = self._parallel - len(self._flying)
        if free <= 0:
            return 0
        with ctx.store.read() as tx:
            due = tx.outbox.next_due()
        if due is None or due > now:
            return 0
        held = Counter(event.workspace_id for event in self._flying.values())
        full = [workspace for workspace, count in held.items() if count >= PER_WORKSPACE]
        tick = ctx.clock.tick()
        with ctx.store.write() as tx:
            events = tx.outbox.claim(ctx.process_id, now, tick, tick + LEASE_MS, min(free, PER_WORKSPACE), full)
            hooks = {event.workspace_id: tx.webhooks.get(event.workspace_id) for event in events}
        if not events:
            return 0
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._parallel, thread_name_prefix="brandstudio-delivery")
        for event in events:
            self._flying[self._pool.submit(attempt, ctx, event, hooks[event.workspace_id])] = event
        return len(events)

    def _store(self, outcomes: list[tuple[EventRow, Future[str | None]]]) -> None:
        """One commit for all. A crash before it means that they are delivered again: at least once."""
        ctx = self._ctx
        with ctx.store.write() as tx:
            for event, future in outcomes:
                failed = future.exception()
                error = "the attempt broke off" if failed is not None else future.result()
                if error is None:
                    tx.outbox.delivered(event.id, event.receives, ctx.now())
                else:
                    tx.outbox.failed(event.id, event.receives, error, next_attempt(ctx, event.receives + 1))


def attempt(ctx: Context, event: EventRow, hook: WebhookRow | None) -> str | None:
    """One delivery; the reason when the receiver did not take it."""
    if hook is None:
        return "no webhook is set any more"
    payload = json.loads(event.payload)
    if event.sha256 is not None:
        payload["url"] = ctx.links.to(Target(event.workspace_id, event.sha256, event.item_id))
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    secret = ctx.master_key().decrypt(hook.secret, "webhook secrets").decode()
    headers = {
        "content-type": "application/json", "x-service-event": event.event,
        "x-service-signature": sign(secret, body, ctx.now() // 1000), "user-agent": "brandstudio",
    }
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


def deliver_due(ctx: Context) -> int:
    """Send what is due now and wait for the outcomes, on the caller's behalf; returns how many events moved."""
    deliveries = Deliveries(ctx, parallel=PER_WORKSPACE)
    try:
        return deliveries.step(settle=True)
    finally:
        deliveries.close()
