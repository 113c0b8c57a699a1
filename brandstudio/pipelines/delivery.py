"""Events on their way out: each attempt signed anew, six receives at most, then the dead letters."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from ..context import Context
from ..links import Target
from ..store.outbox import EventRow, WebhookRow
from ..webhooks import sign

LEASE_MS = 120_000
"""Longer than a whole claim takes when every receiver lets its time run out."""
MAX_RECEIVES = 6
"""spec: Events, "After 6 failed receives the message goes to a dead-letter queue"."""
JITTER = 0.1
PARALLEL = 16


def deliver_due(ctx: Context, most: int = 100) -> int:
    """Send what is due, in order of first attempts; returns how many events were tried."""
    now = ctx.now()
    with ctx.store.read() as tx:
        due = tx.outbox.next_due()
    if due is None or due > now:
        return 0
    tick = ctx.clock.tick()
    with ctx.store.write() as tx:
        events = tx.outbox.claim(ctx.process_id, now, tick, tick + LEASE_MS, most)
        hooks = {row.workspace_id: tx.webhooks.get(row.workspace_id) for row in events}
    if not events:
        return 0
    if len(events) == 1:
        _deliver(ctx, events[0], hooks[events[0].workspace_id])
        return 1
    # One slow receiver holds back its own event, not everybody's.
    futures = [_pool().submit(_deliver, ctx, event, hooks[event.workspace_id]) for event in events]
    for future in futures:
        future.result()
    return len(events)


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(PARALLEL, thread_name_prefix="brandstudio-delivery")


def _deliver(ctx: Context, event: EventRow, hook: WebhookRow | None) -> None:
    if hook is None:
        error: str | None = "no webhook is set any more"
    else:
        error = _attempt(ctx, event, hook)
    with ctx.store.write() as tx:
        if error is None:
            tx.outbox.delivered(event.id, event.receives, ctx.now())
        else:
            tx.outbox.failed(event.id, event.receives, error, _next_attempt(ctx, event.receives + 1))


def _next_attempt(ctx: Context, receives: int) -> int | None:
    if receives >= MAX_RECEIVES:
        return None
    wait = ctx.settings.webhook_retry_seconds[receives - 1]
    # Jitter spreads the redeliveries of one outage; it decides nothing else.
    return ctx.now() + round(wait * 1000 * (1 + random.random() * JITTER))  # noqa: S311


def _attempt(ctx: Context, event: EventRow, hook: WebhookRow) -> str | None:
    """One delivery; the reason when the receiver did not take it."""
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
