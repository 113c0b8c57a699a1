"""Trial invitations: a link for one person, once, within 30 days; accepting it opens a workspace
with a copied folder.

A token is 256 random bits; only its hash is kept. Knowing the invited address is all that is
checked, since there is no mail server: the link itself is the secret, and five wrong addresses an
hour are all that it takes.
"""

from __future__ import annotations

import json
import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ..catalogue import finding
from ..catalogue.copying import Copied, copy_folder
from ..context import Context, Sealed, moment
from ..errors import (
    BlockedEmailDomain,
    InviteNotFound,
    RateLimited,
    StudioError,
    SubBrandNotFound,
    ValidationError,
)
from ..models.invites import (
    Invite,
    InviteCreated,
    InviteList,
    InvitesRevoked,
    InviteStatus,
    RevokedInvite,
)
from ..operations import CreateInvite, ListInvites, RevokeInvites
from ..store import Transaction
from ..store.invites import InviteRow
from .admin import make_key, open_workspace, token_hash

DAY_MS = 24 * 3600 * 1000
LIFE_MS = 30 * DAY_MS
MOST_A_DAY = 100
"""spec: Limits, trial invitations; a rolling 24 hours, withdrawn ones count (decisions:
Invitations).
"""
TRIES_WINDOW_MS = 3600 * 1000
MOST_TRIES = 5
TRIAL_CREDITS = 200.0

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_NAME_LENGTH = 80


@dataclass(frozen=True)
class InviteView:
    """What the page behind a link shows; ``unknown`` when there never was such an invitation."""

    status: InviteStatus | Literal["unknown"]
    company: str | None = None
    first_name: str | None = None
    folder_name: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True)
class InviteAccepted:
    """The new workspace; ``api_key`` is shown once, ``note`` says what could not be done."""

    workspace_name: str
    api_key: str
    credits: float
    folder: str | None = None
    note: str | None = None

    def __repr__(self) -> str:
        return f"InviteAccepted(workspace_name={self.workspace_name!r}, api_key='...')"


# -- sending and withdrawing -----------------------------------------------------------------------


def create_invite(ctx: Context, op: CreateInvite) -> Sealed[InviteCreated]:
    email, domain = checked_email(op.email)
    if is_throwaway(domain):
        raise BlockedEmailDomain(f"{domain} gives out throwaway addresses; invite another address.")
    token = secrets.token_urlsafe(32)
    with ctx.store.write() as tx:
        now = ctx.now()
        folder_id = None
        if op.folder is not None:
            place = finding.folder(ctx, tx, op, op.folder)
            folder_id = place.id
            known = {child.slug for child in tx.folders.children(place.id)}
            for slug in op.sub_brands or ():
                if slug not in known:
                    raise SubBrandNotFound(f"{slug!r} is no sub-folder of {place.path}.")
        sent = tx.invites.times_since(ctx.workspace_id, now - DAY_MS)
        if len(sent) >= MOST_A_DAY:
            wait = math.ceil((sent[len(sent) - MOST_A_DAY] + DAY_MS - now) / 1000)
            raise RateLimited(
                f"A workspace may send {MOST_A_DAY} invitations a day.", retryAfter=max(1, wait)
            )
        id = ctx.ids("inv")
        tx.invites.add(
            id,
            ctx.workspace_id,
            email,
            token_hash(token),
            _text(op.company_name),
            _text(op.first_name),
            folder_id,
            None if op.sub_brands is None else json.dumps(op.sub_brands),
            now,
            now + LIFE_MS,
        )
        answer = InviteCreated(
            url=ctx.links.absolute(f"/invites/{token}"),
            expires_at=moment(now + LIFE_MS),
            invite_id=id,
        )
        # The answer is kept for a day with its Idempotency-Key; the link must not lie there for
        # anyone to read.
        secret = ctx.links.seal(answer.url, ctx.workspace_id)
        return ctx.seal(tx, answer, kept=answer.model_copy(update={"url": secret}))


def revoke_invites(ctx: Context, op: RevokeInvites) -> Sealed[InvitesRevoked]:
    with ctx.store.write() as tx:
        if op.email is not None:
            try:
                email = checked_email(op.email)[0]
            except ValidationError:
                email = (
                    op.email.strip()
                )  # nobody can have been invited by it, and an empty list says so
            rows = tx.invites.of_email(ctx.workspace_id, email)
        else:
            found = (
                _by_link(tx, op.url)
                if op.url is not None
                else tx.invites.get(ctx.workspace_id, op.invite_id or "")
            )
            if found is None or found.workspace_id != ctx.workspace_id:
                raise InviteNotFound
            rows = [found]
        answer = InvitesRevoked(invites=[_revoke(ctx, tx, row, op.reason) for row in rows])
        return ctx.seal(tx, answer)


def _by_link(tx: Transaction, url: str) -> InviteRow | None:
    token = url.strip().rpartition("/invites/")[2]
    return tx.invites.by_token(token_hash(token)) if _TOKEN.fullmatch(token) else None


def _revoke(ctx: Context, tx: Transaction, row: InviteRow, reason: str | None) -> RevokedInvite:
    status = status_of(row, ctx.now())
    if status == "issued":
        tx.invites.revoke(row.id, reason, ctx.now())
        return RevokedInvite(invite_id=row.id, email=row.email, status="revoked")
    if status == "used":
        return RevokedInvite(
            invite_id=row.id, email=row.email, status="used", used_at=moment(row.used_at or 0)
        )
    return RevokedInvite(
        invite_id=row.id,
        email=row.email,
        status="already-revoked" if status == "revoked" else "expired",
    )


def list_invites(ctx: Context, op: ListInvites) -> InviteList:
    with ctx.store.read() as tx:
        rows = tx.invites.list(ctx.workspace_id)
    now = ctx.now()
    return InviteList(invites=[_invite(row, now) for row in rows])


def _invite(row: InviteRow, now: int) -> Invite:
    return Invite(
        invite_id=row.id,
        url="",
        expires_at=moment(row.expires_at),
        email=row.email,
        status=status_of(row, now),
        used_at=None if row.used_at is None else moment(row.used_at),
    ).omit_none()


def status_of(row: InviteRow, now: int) -> InviteStatus:
    """What an invitation is at this moment; being used or withdrawn outlasts its 30 days."""
    if row.used_at is not None:
        return "used"
    if row.revoked_at is not None:
        return "revoked"
    return "issued" if now < row.expires_at else "expired"


# -- the invited person ----------------------------------------------------------------------------


def invite_view(ctx: Context, token: str) -> InviteView:
    """What the page shows. Reading changes nothing: mail scanners open links."""
    if not _TOKEN.fullmatch(token):
        return InviteView("unknown")
    with ctx.store.read() as tx:
        row = tx.invites.by_token(token_hash(token))
        if row is None:
            return InviteView("unknown")
        place = None if row.folder_id is None else tx.folders.by_id(row.folder_id)
    status = status_of(row, ctx.now())
    if status != "issued":
        return InviteView(status)
    name = place.name if place is not None and place.archived_at is None else None
    return InviteView(status, row.company, row.first_name, name, moment(row.expires_at))


def accept_invite(ctx: Context, token: str, email: str) -> InviteAccepted:
    """Open the trial workspace: one transaction, so that a link is used once however often it is
    sent.

    Raises InviteNotFound for a link that no longer works, RateLimited after five tries in an hour,
    and ValidationError for another address than the invited one.
    """
    refused: StudioError
    with ctx.store.write() as tx:
        now = ctx.now()
        row = tx.invites.by_token(token_hash(token)) if _TOKEN.fullmatch(token) else None
        if row is None or status_of(row, now) != "issued":
            raise InviteNotFound("This invitation does not work any more; ask for a new one.")
        tries = tx.invites.attempts(row.id, now - TRIES_WINDOW_MS)
        if len(tries) >= MOST_TRIES:
            wait = math.ceil((tries[len(tries) - MOST_TRIES] + TRIES_WINDOW_MS - now) / 1000)
            refused = RateLimited(
                "Too many tries; wait an hour, then try again.", retryAfter=max(1, wait)
            )
        elif _same_address(email, row.email):
            return _open(ctx, tx, row)
        else:
            # The try counts: the transaction commits before the refusal is raised.
            tx.invites.add_attempt(row.id, now)
            refused = ValidationError.of("email", "this is not the address that was invited")
    raise refused


def _open(ctx: Context, tx: Transaction, row: InviteRow) -> InviteAccepted:
    base = " ".join((row.company or row.email.rpartition("@")[2]).split()) or "Trial"
    name = _unique(base, lambda name: tx.workspaces.named(name) is not None)
    workspace = open_workspace(ctx, tx, name, TRIAL_CREDITS, "Trial credits")
    # A trial's key may do everything, in a workspace that holds nothing but the trial.
    key, _ = make_key(ctx, tx, workspace.id, "full", "Trial")
    used = tx.invites.use(row.id, workspace.id, ctx.now())
    assert used, "the status was read under the same write lock"
    folder, note = None, None
    if row.folder_id is not None:
        place = tx.folders.by_id(row.folder_id)
        if place is None or place.archived_at is not None:
            note = "The folder that was to come with this invitation is gone, so the studio starts empty."
        else:
            only = None if row.sub_brands is None else set(json.loads(row.sub_brands))
            copied = copy_folder(
                ctx, tx, place, workspace.id, None, place.slug, place.name, only_children=only
            )
            folder, note = copied.folder.path, _left_out(copied)
    return InviteAccepted(workspace.name, key, TRIAL_CREDITS, folder, note)


def _left_out(copied: Copied) -> str | None:
    if not copied.errors:
        return None
    count = len(copied.errors)
    return f"{count} {'picture' if count == 1 else 'pictures'} without a finished version could not be copied."


def _unique(base: str, taken: Callable[[str], bool]) -> str:
    name, number = base[:_NAME_LENGTH].rstrip(), 2
    while taken(name):
        suffix = f" {number}"
        name, number = base[: _NAME_LENGTH - len(suffix)].rstrip() + suffix, number + 1
    return name


# -- addresses -------------------------------------------------------------------------------------


def checked_email(email: str) -> tuple[str, str]:
    """The address in its normal form, and its domain in ASCII. Raises ValidationError; asks no name
    server.
    """
    from email_validator import EmailNotValidError, validate_email

    try:
        # Names under .test are for trying things out, and trying out is no mistake: no mail is sent
        # from here.
        found = validate_email(email.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError as error:
        raise ValidationError.of("email", str(error), code="email", value=email) from None
    return found.normalized, found.ascii_domain


def is_throwaway(domain: str) -> bool:
    """Whether a domain, or one that it lies under, gives out throwaway addresses."""
    from disposable_email_domains import blocklist

    labels = domain.lower().split(".")
    return any(".".join(labels[start:]) in blocklist for start in range(len(labels) - 1))


def _same_address(typed: str, invited: str) -> bool:
    try:
        typed = checked_email(typed)[0]
    except ValidationError:
        return False
    return typed.casefold() == invited.casefold()


def _text(value: str | None) -> str | None:
    return None if value is None else " ".join(value.split()) or None
