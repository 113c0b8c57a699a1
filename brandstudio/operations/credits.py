"""Credits: spec section "Credits"; usage and jobs, which are ours."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from ..errors import FolderNotFound, JobFinished, NotFound
from ..models.credits import Pricing, Transactions, Usage
from ..models.folders import NO_FOLDER, OptionalFolderPath
from ..models.images import ClientReferenceId
from ..models.jobs import Job, JobKind, JobPage, JobStatus
from .base import Command, Operation, Route, Scope
from .images import ImageId


def _iso_date(value: str) -> str:
    from datetime import datetime

    try:
        datetime.fromisoformat(value)
    except ValueError:
        told = "must be a day like 2026-11-01, or a moment like 2026-11-01T08:30:00Z"
        raise ValueError(told) from None
    return value


IsoDate = Annotated[str, Field(max_length=40), AfterValidator(_iso_date)]
"""An ISO 8601 date or date and time; UTC when it names no zone."""


class GetPricing(Operation[Pricing]):
    """What each operation costs."""

    # spec: Limits, pricing cache
    route = Route("GET", "/v1/pricing", Scope.READ, cache="private, max-age=60")


class ListTransactions(Operation[Transactions]):
    """The ledger, newest first; with a folder also its totals."""

    route = Route("GET", "/v1/credits/transactions", Scope.READ, errors=(FolderNotFound,))
    folder: OptionalFolderPath = NO_FOLDER
    since: IsoDate | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str, Field(max_length=500)] | None = None


class GetUsage(Operation[Usage]):
    """Credits and calls by day, operation and folder."""

    route = Route("GET", "/v1/usage", Scope.READ, errors=(FolderNotFound,), extension=True)
    folder: OptionalFolderPath = NO_FOLDER
    since: IsoDate | None = None
    until: IsoDate | None = None


class ListJobs(Operation[JobPage]):
    """Jobs of any kind, newest first."""

    route = Route("GET", "/v1/jobs", Scope.READ, extension=True)
    status: JobStatus | None = None
    kind: JobKind | None = None
    client_reference_id: ClientReferenceId | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str, Field(max_length=500)] | None = None


class GetJob(Operation[Job]):
    """Any job."""

    route = Route("GET", "/v1/jobs/{job_id}", Scope.READ, errors=(NotFound,), extension=True)
    job_id: ImageId


class CancelJob(Command[Job]):
    """Stop a job that has not finished; its charge is refunded."""

    route = Route(
        "POST",
        "/v1/jobs/{job_id}/cancel",
        Scope.CREATE,
        errors=(NotFound, JobFinished),
        extension=True,
        body_required=False,
    )
    job_id: ImageId
