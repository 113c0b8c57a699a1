"""Trial invitations."""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Listing, Model, Timestamp

InviteStatus = Literal["issued", "used", "revoked", "expired"]
RevokeStatus = Literal["revoked", "already-revoked", "used", "expired"]


class InviteCreated(Model):
    url: str
    expires_at: Timestamp
    invite_id: str


class Invite(Model):
    invite_id: str
    url: str
    expires_at: Timestamp
    email: str
    status: InviteStatus
    used_at: Timestamp | None = None


class RevokedInvite(Model):
    invite_id: str
    email: str
    status: RevokeStatus
    used_at: Timestamp | None = None


class InvitesRevoked(Model):
    invites: list[RevokedInvite]


class InviteList(Listing[Invite]):
    """``url`` is empty here: a link is shown once, and only its hash is kept."""

    entries: ClassVar[str] = "invites"
    invites: list[Invite]

    @property
    def items(self) -> list[Invite]:
        """The entries, as a list."""
        return self.invites
