"""The owner's operations: workspaces, keys, credits, prices, the webhook, dead letters, engines,
the store itself.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, cast
from urllib.parse import urlsplit

from ..care import doctor
from ..care.scrubbing import is_address
from ..context import Context, moment
from ..domain import pricing
from ..errors import InsufficientCredits, NotFound, ValidationError
from ..keys import api as api_keys
from ..keys import master as master_keys
from ..keys.master import WEBHOOK_PURPOSE
from ..models.admin import (
    ApiKey,
    ApiKeyList,
    Balance,
    Doctor,
    Done,
    EngineList,
    EngineReport,
    KeyLevel,
    NewApiKey,
    WebhookEvent,
    WebhookEventList,
    WebhookSecret,
    Workspace,
    WorkspaceList,
)
from ..models.base import iso
from ..models.credits import Pricing
from ..operations import (
    AddCredits,
    CheckStore,
    CreateKey,
    CreateWorkspace,
    GetBalance,
    GetPricing,
    GrantPermission,
    ListEngines,
    ListKeys,
    ListWebhookEvents,
    ListWorkspaces,
    PauseWorkspace,
    RedeliverEvent,
    RemoveWebhook,
    ResumeWorkspace,
    RevokeKey,
    RevokePermission,
    RotateSecrets,
    RotateWebhookSecret,
    SetPrice,
    SetWebhook,
    TestWebhook,
)
from ..store import Transaction
from ..store.outbox import EventRow, WebhookRow
from ..store.workspaces import KeyRow, WorkspaceRow
from .credits import get_pricing


def create_workspace(ctx: Context, op: CreateWorkspace) -> Workspace:
    with ctx.store.write() as tx:
        if tx.workspaces.named(op.name) is not None:
            raise ValidationError.of(
                "name", "there is a workspace of that name already", value=op.name
            )
        row = open_workspace(
            ctx, tx, op.name, ctx.settings.starting_credits if op.credits is None else op.credits
        )
        return _workspace(tx, row)


def open_workspace(
    ctx: Context, tx: Transaction, name: str, credits: float, description: str = "Starting credits"
) -> WorkspaceRow:
    """A new workspace; its first credits are a grant."""
    id = ctx.ids("wsp")
    tx.workspaces.add(id, name, ctx.now())
    amount = pricing.from_credits(credits)
    if amount:
        tx.ledger.add(ctx.ids("txn"), id, "grant", amount, description, ctx.now())
    row = tx.workspaces.get(id)
    assert row is not None
    return row


def list_workspaces(ctx: Context, op: ListWorkspaces) -> WorkspaceList:
    with ctx.store.read() as tx:
        return WorkspaceList(workspaces=[_workspace(tx, row) for row in tx.workspaces.list()])


def pause_workspace(ctx: Context, op: PauseWorkspace) -> Workspace:
    return _change(ctx, lambda tx: tx.workspaces.pause(ctx.workspace_id, op.reason))


def resume_workspace(ctx: Context, op: ResumeWorkspace) -> Workspace:
    return _change(ctx, lambda tx: tx.workspaces.pause(ctx.workspace_id, None))


def grant_permission(ctx: Context, op: GrantPermission) -> Workspace:
    return _change(ctx, lambda tx: tx.workspaces.grant(ctx.workspace_id, op.permission))


def revoke_permission(ctx: Context, op: RevokePermission) -> Workspace:
    return _change(ctx, lambda tx: tx.workspaces.withdraw(ctx.workspace_id, op.permission))


def _change(ctx: Context, change: Callable[[Transaction], object]) -> Workspace:
    with ctx.store.write() as tx:
        change(tx)
        row = tx.workspaces.get(ctx.workspace_id)
        assert row is not None
        return _workspace(tx, row)


def _workspace(tx: Transaction, row: WorkspaceRow) -> Workspace:
    return Workspace(
        workspace_id=row.id,
        name=row.name,
        paused=row.pause_reason is not None,
        pause_reason=row.pause_reason,
        permissions=tx.workspaces.permissions(row.id),
        balance=row.balance / 100,
        created_at=moment(row.created_at),
    )


def create_key(ctx: Context, op: CreateKey) -> NewApiKey:
    with ctx.store.write() as tx:
        key, row = make_key(ctx, tx, ctx.workspace_id, op.level, op.name)
    shown = _key(row)
    return NewApiKey(
        key_id=shown.key_id,
        name=shown.name,
        level=shown.level,
        prefix=shown.prefix,
        created_at=shown.created_at,
        last_used_at=shown.last_used_at,
        revoked_at=shown.revoked_at,
        secret=key,
    )


def make_key(
    ctx: Context, tx: Transaction, workspace_id: str, level: str, name: str
) -> tuple[str, KeyRow]:
    """A new key and its row; only its hash is kept."""
    key = api_keys.new_key()
    id = ctx.ids("key")
    tx.keys.add(id, workspace_id, name, level, api_keys.hash_of(key), key[:8], ctx.now())
    row = tx.keys.get(workspace_id, id)
    assert row is not None
    return key, row


def list_keys(ctx: Context, op: ListKeys) -> ApiKeyList:
    with ctx.store.read() as tx:
        return ApiKeyList(keys=[_key(row) for row in tx.keys.list(ctx.workspace_id)])


def revoke_key(ctx: Context, op: RevokeKey) -> Done:
    with ctx.store.write() as tx:
        row = tx.keys.get(ctx.workspace_id, op.key) or tx.keys.by_hash(api_keys.hash_of(op.key))
        if row is None or row.workspace_id != ctx.workspace_id:
            raise NotFound("No such key. brandstudio keys list shows those there are.")
        tx.keys.revoke(row.id, ctx.now())
    return Done(ok=True)


def _key(row: KeyRow) -> ApiKey:
    return ApiKey(
        key_id=row.id,
        name=row.name,
        level=cast(KeyLevel, row.level),
        prefix=row.prefix,
        created_at=moment(row.created_at),
        last_used_at=None if row.last_used_at is None else moment(row.last_used_at),
        revoked_at=None if row.revoked_at is None else moment(row.revoked_at),
    )


def add_credits(ctx: Context, op: AddCredits) -> Balance:
    amount = pricing.from_credits(op.credits)
    if amount == 0:
        raise ValidationError.of("credits", "a number other than zero", value=op.credits)
    kind, words = ("topup", "Credits added") if amount > 0 else ("adjustment", "Credits taken")
    with ctx.store.write() as tx:
        have = tx.ledger.balance(ctx.workspace_id)
        if have + amount < 0:
            raise InsufficientCredits(
                f"An adjustment can't take the balance below zero: {have / 100:g} left, {-amount / 100:g} to be taken.",
                balance=have / 100,
                required=-amount / 100,
            )
        balance = tx.ledger.add(
            ctx.ids("txn"), ctx.workspace_id, kind, amount, op.reason or words, ctx.now()
        )
    return Balance(balance=balance / 100)


def get_balance(ctx: Context, op: GetBalance) -> Balance:
    with ctx.store.read() as tx:
        return Balance(balance=tx.ledger.balance(ctx.workspace_id) / 100)


def set_price(ctx: Context, op: SetPrice) -> Pricing:
    operation, amount = pricing.checked_price(op.operation, op.credits)
    with ctx.store.write() as tx:
        tx.prices.set(operation, amount, ctx.now())
    return get_pricing(ctx, GetPricing())


def set_webhook(ctx: Context, op: SetWebhook) -> WebhookSecret:
    parts = urlsplit(op.url)
    if (
        parts.scheme not in ("https", "http")
        or not parts.hostname
        or parts.username
        or any(c.isspace() for c in op.url)
    ):
        raise ValidationError.of(
            "url", "an https address, like https://example.com/hooks", value=op.url
        )
    with ctx.store.write() as tx:
        row = tx.webhooks.get(ctx.workspace_id)
        if row is not None and row.url == op.url:
            secret, sealed, waiting = _open(ctx, row.secret), row.secret, row.next_secret
        else:
            secret, waiting = _new_secret(), None
            sealed = ctx.master_key().encrypt(secret.encode(), WEBHOOK_PURPOSE)
        tx.webhooks.set(ctx.workspace_id, op.url, sealed, waiting, op.job_events, ctx.now())
    from ..network.deliver import undeliverable  # brings the client along; few calls need it

    made = WebhookSecret(url=op.url, secret=secret, active=True)
    why = undeliverable(op.url, ctx.settings.allow_private_hosts)
    return made if why is None else made.model_copy(update={"warning": f"Not deliverable: {why}."})


def _new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


def _open(ctx: Context, sealed: bytes) -> str:
    return ctx.master_key().decrypt(sealed, WEBHOOK_PURPOSE).decode()


def remove_webhook(ctx: Context, op: RemoveWebhook) -> Done:
    with ctx.store.write() as tx:
        tx.webhooks.remove(ctx.workspace_id)
    return Done(ok=True)


def _hook(tx: Transaction, ctx: Context) -> WebhookRow:
    row = tx.webhooks.get(ctx.workspace_id)
    if row is None:
        raise NotFound("No webhook is set. Set one with: brandstudio webhooks set URL")
    return row


def test_webhook(ctx: Context, op: TestWebhook) -> Done:
    with ctx.store.write() as tx:
        _hook(tx, ctx)
        payload = {
            "event": "image.completed",
            "id": "test",
            "version": 1,
            "url": "",
            "createdAt": iso(moment(ctx.now())),
            "metadata": {
                "brand": "test",
                "subBrand": None,
                "campaign": None,
                "prompt": "A test event",
                "clientReferenceId": None,
            },
        }
        tx.outbox.add(
            ctx.ids("evt"),
            ctx.workspace_id,
            "image.completed",
            "test",
            1,
            None,
            json.dumps(payload, separators=(",", ":")),
            ctx.now(),
        )
    return Done(ok=True)


def rotate_webhook_secret(ctx: Context, op: RotateWebhookSecret) -> WebhookSecret:
    """First call: the next secret, for the receiver to accept as well. With ``activate``: sign with
    it.
    """
    key = ctx.master_key()
    with ctx.store.write() as tx:
        row = _hook(tx, ctx)
        if op.activate:
            if row.next_secret is None:
                raise ValidationError.of(
                    "activate", "there is no next secret; run webhooks rotate first"
                )
            current, waiting, shown = row.next_secret, None, _open(ctx, row.next_secret)
        else:
            shown = _open(ctx, row.next_secret) if row.next_secret is not None else _new_secret()
            current, waiting = (
                row.secret,
                row.next_secret or key.encrypt(shown.encode(), WEBHOOK_PURPOSE),
            )
        tx.webhooks.set(
            ctx.workspace_id, row.url, current, waiting, bool(row.job_events), ctx.now()
        )
    return WebhookSecret(url=row.url, secret=shown, active=op.activate)


def list_webhook_events(ctx: Context, op: ListWebhookEvents) -> WebhookEventList:
    with ctx.store.read() as tx:
        rows = tx.outbox.page(ctx.workspace_id, op.dead, op.limit)
    return WebhookEventList(events=[_event(row) for row in rows])


def _event(row: EventRow) -> WebhookEvent:
    of_job = row.event.startswith("job.")
    return WebhookEvent(
        event_id=row.event_id,
        event=row.event,
        status=cast(Literal["waiting", "delivered", "dead"], row.status),
        receives=row.receives,
        image_id=None if of_job else row.item_id,
        job_id=row.item_id if of_job else None,
        version=None if of_job else row.version,
        created_at=moment(row.created_at),
        next_attempt_at=None if row.next_at is None else moment(row.next_at),
        last_error=row.last_error,
    )


def redeliver_event(ctx: Context, op: RedeliverEvent) -> Done:
    with ctx.store.write() as tx:
        row = tx.outbox.get(op.event_id)
        if row is None or row.workspace_id != ctx.workspace_id:
            raise NotFound("No such event. brandstudio webhooks events shows those there are.")
        tx.outbox.redeliver(row.id, ctx.now())
    return Done(ok=True)


def list_engines(ctx: Context, op: ListEngines) -> EngineList:
    """Every configured engine, asked what it can do; one that can't be made says why."""
    reports = []
    kinds: tuple[Literal["image", "text", "vision"], ...] = ("image", "text", "vision")
    for kind in kinds:
        configured = getattr(ctx.settings, f"{kind}_engine")
        try:
            engine = getattr(ctx.engines, kind)
            if engine is None:
                reports.append(
                    EngineReport(
                        kind=kind,
                        name="local",
                        ok=True,
                        detail="built in, works offline",
                        understands=_LOCAL[kind],
                    )
                )
                continue
            can = engine.capabilities
            reports.append(
                EngineReport(
                    kind=kind,
                    name=can.name,
                    ok=True,
                    detail=can.model,
                    understands=list(can.understands),
                )
            )
        except Exception as error:
            reports.append(
                EngineReport(
                    kind=kind, name=configured, ok=False, detail=str(error)[:300], understands=[]
                )
            )
    return EngineList(engines=reports)


_LOCAL: dict[str, list[str]] = {
    "text": [
        "write: composes from the brief's own facts, never invents one",
        "rebrand: applies the folder's rules and voice",
        "amend: replace, remove, add, shorten, change case",
        "resize: to words, characters, sentences, or a channel's limit",
    ],
    "vision": [
        "measurements of the picture itself: palette, tone, light, faces, subject, space for words"
    ],
}


def rotate_secrets(ctx: Context, op: RotateSecrets) -> Done:
    """A new key in front of the old ones, and everything sealed anew with it.

    A key of the environment is changed there, by putting a new one in front; then this seals anew.
    """
    if ctx.settings.secret_key is None:
        master_keys.rotate(ctx.settings.data / "secret.key")
    elif len(ctx.master_key().keys) == 1:
        raise ValidationError.of(
            "BRANDSTUDIO_SECRET_KEY",
            "the master key comes from the environment; put a new one in front, separated by a "
            "comma, and run this again",
        )
    key = ctx.master_key()
    with ctx.store.write() as tx:
        for row in tx.webhooks.all():
            # What can't be opened stays as it is: the doctor tells of it, and the others go on.
            with suppress(ValidationError):
                waiting = row.next_secret
                tx.webhooks.set(
                    row.workspace_id,
                    row.url,
                    key.reseal(row.secret, WEBHOOK_PURPOSE),
                    None if waiting is None else key.reseal(waiting, WEBHOOK_PURPOSE),
                    bool(row.job_events),
                    ctx.now(),
                )
    return Done(ok=True)


def check_store(ctx: Context, op: CheckStore) -> Doctor:
    source = op.backup
    if source is not None and not is_address(source) and not Path(source).is_file():
        raise ValidationError.of("backup", "there is no such file", value=source)
    return doctor.examine(ctx, mend=op.mend, scrub=op.scrub, source=source)


def token_hash(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()
