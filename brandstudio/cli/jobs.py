"""``brandstudio jobs``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from .. import operations as ops
from ..errors import BY_CODE, StudioError
from ..models.jobs import Job
from .app import App, Failure, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import JOB_ID
from .sending import display

if TYPE_CHECKING:
    from ..studio import Studio


@click.group(cls=Commands, epilog=example("brandstudio jobs list --status running"))
def jobs() -> None:
    """Work that was accepted: how far it is, waiting for it, and an end to it."""


for _command in (
    declared(ops.ListJobs, "list", Shape("jobs list --status running")),
    declared(ops.GetJob, "show", Shape("jobs show job_019f2c...")),
    declared(ops.CancelJob, "cancel", Shape("jobs cancel job_019f2c...")),
):
    jobs.add_command(_command)


@jobs.command(epilog=example("brandstudio jobs wait job_019f2c... --timeout 60"))
@click.argument("job_id", type=JOB_ID, metavar="JOB_ID")
@click.option("--timeout", type=click.FloatRange(min=0), metavar="SECONDS", help="No longer.")
@pass_app
def wait(app: App, job_id: str, timeout: float | None) -> None:
    """Wait until a job has ended; fails with the job's own error. Over a data folder without a
    worker this carries out the work.
    """
    with app.studio() as studio:
        job = _ended(app, studio, job_id, timeout)
        if job.status == "failed" and job.error is not None:
            raise BY_CODE.get(job.error.code, StudioError)(job.error.message)
        display(app, studio, job)


def _ended(app: App, studio: Studio, job_id: str, timeout: float | None) -> Job:
    from ..studio.bars import Bar

    started, pause = time.monotonic(), 0.02
    bar = Bar(not app.as_json)
    try:
        while True:
            job = studio.jobs.get(job_id=job_id)
            bar.show(job.progress.message, job.progress.percent)
            if job.status in ("completed", "failed"):
                return job
            if studio.transport.assist():
                continue
            if timeout is not None and time.monotonic() - started >= timeout:
                raise Failure(
                    "TIMEOUT", f"{job_id} is {job.status} after {timeout:g} s; it goes on"
                )
            time.sleep(pause)
            pause = min(pause * 1.5, 2.0)
    finally:
        bar.close()
