"""Trial invitations: spec section "Trial invitations"."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ..errors import (
    BlockedEmailDomain,
    BrandNotFound,
    Forbidden,
    InviteNotFound,
    RateLimited,
    SubBrandNotFound,
)
from ..models.folders import NO_FOLDER, OptionalFolderPath
from ..models.images import ClientReferenceId
from ..models.invites import InviteCreated, InvitesRevoked
from .base import Command, FieldProblem, Route, Scope

Email = Annotated[str, Field(min_length=3, max_length=254)]
PersonName = Annotated[str, Field(max_length=120)]


class CreateInvite(Command[InviteCreated]):
    """Invite a person to a trial studio, with a copy of a folder if you like."""

    route = Route(
        "POST",
        "/v1/trial-invites",
        Scope.FULL,
        status=201,
        depth=1,
        missing="invites",
        permission="trialInvites",
        errors=(Forbidden, BrandNotFound, SubBrandNotFound, BlockedEmailDomain, RateLimited),
    )
    email: Email
    company_name: PersonName | None = None
    first_name: PersonName | None = None
    folder: OptionalFolderPath = NO_FOLDER
    sub_brands: Annotated[list[str], Field(max_length=200)] | None = None
    client_reference_id: ClientReferenceId | None = None

    @model_validator(mode="after")
    def _needs_brand(self) -> Self:
        if self.sub_brands is not None and self.folder is None:
            raise FieldProblem("subBrands", "subBrands needs brand")
        return self


class RevokeInvites(Command[InvitesRevoked]):
    """Withdraw an invitation by its id or link, or all of an address."""

    route = Route(
        "POST",
        "/v1/trial-invites/revoke",
        Scope.FULL,
        permission="trialInvites",
        errors=(Forbidden, InviteNotFound),
    )
    invite_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    url: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    email: Email | None = None
    reason: Annotated[str, Field(max_length=200)] | None = None

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        if sum(value is not None for value in (self.invite_id, self.url, self.email)) != 1:
            raise FieldProblem("inviteId", "send exactly one of inviteId, url and email")
        return self
