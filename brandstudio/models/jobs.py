"""Work that was accepted and is carried out later."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from .base import Listing, Model, Timestamp

JobStatus = Literal["queued", "running", "completed", "failed"]
JobKind = Literal["image", "design", "extraction", "analysis", "text", "save"]
JOB_KINDS: tuple[JobKind, ...] = get_args(JobKind)


class Progress(Model):
    """How far a job is: the step it is in, a sentence for people, and a share of the whole in
    percent.
    """

    step: str
    message: str
    percent: float | None = None


class JobFailure(Model):
    """Why a job failed, and whether the same request may succeed later."""

    code: str
    message: str
    retryable: bool


class Job(Model):
    job_id: str
    kind: JobKind
    status: JobStatus
    progress: Progress
    attempts: int
    created_at: Timestamp
    updated_at: Timestamp
    error: JobFailure | None
    client_reference_id: str | None = None


class JobPage(Listing[Job]):
    entries: ClassVar[str] = "jobs"
    jobs: list[Job]
    next_cursor: str | None

    @property
    def items(self) -> list[Job]:
        """The entries, as a list."""
        return self.jobs
