"""Rows of a batch: what holds for all, and one row made, taken up again or cancelled.

A row is known by its key, which its jobs carry as their reference for as long as they are kept: what
an earlier run has paid for is found by it, however long ago that was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from pathlib import PurePath
from typing import Any, Literal

from .. import errors
from ..models.credits import Deduction
from ..models.designs import (
    ALL_TEMPLATES,
    BannerJob,
    DesignAccepted,
    Slots,
    Variant,
    WordsAdvisory,
)
from ..models.jobs import Job
from ..models.sizes import pixels_of
from ..operations import CancelJob, CreateDesign, GetDesign, ListJobs
from .core import BlockingCore, build, remember
from .results import RowPicture, RowProblem, RowResult
from .tables import Filled, not_a_value

Cell = tuple[str, str]
"""A banner of a row: its size and its template."""

MOST_SIZES = 12
"""The sizes that one job takes."""


@dataclass(frozen=True)
class BatchPlan:
    """What holds for all rows; small and picklable, so that it can travel to where a row is made.

    ``price`` is that of one banner by its template, in credits. ``fresh`` says that no earlier run
    is looked for.
    """

    folder: str | None
    cells: tuple[Cell, ...]
    batch_id: str | None
    prices: dict[str, float]
    fresh: bool = False
    after: datetime | None = None
    """When the newest job was accepted, or the newest entry of the ledger made, before the batch
    began, by the service's own clock.
    """

    def price(self, template: str) -> float:
        """What a banner costs."""
        cover = template == "article-cover-panel"
        return self.prices["banner_cover" if cover else "banner_create"]


@dataclass(frozen=True)
class RowOrder:
    """A row that is to be made, with the key that it is known by."""

    number: int
    key: str
    folder: str
    slots: dict[str, Any]
    language: str | None = None

    @property
    def spoken(self) -> str | None:
        """The language that is known of the row: of several, or in its own column."""
        said = self.language or self.slots.get("language")
        return None if said is None else str(said)

    @property
    def headline(self) -> str | None:
        """The words that people know the row by."""
        said = self.slots.get("headline")
        return None if said is None else str(said)[:140]


def ordered(plan: BatchPlan, rows: Iterable[Filled]) -> Iterator[RowOrder]:
    """The rows with their keys: made of the folder, the words and the batch's id, so that a row is
    the same wherever it stands in the table. Of equal rows, each is told apart by which it is.
    """
    seen: dict[bytes, int] = {}
    for row in rows:
        folder = row.folder or plan.folder or ""
        words = json.dumps(row.slots, sort_keys=True, ensure_ascii=False, default=str)
        said = "\n".join((plan.batch_id or "", folder, row.language or "", words))
        digest = hashlib.sha256(said.encode("utf-8", "replace")).digest()[:16]
        which = seen[digest] = seen.get(digest, 0) + 1
        own = "" if which == 1 else f"/{which}"
        key = f"{(plan.batch_id or 'batch')[:100]}/{digest.hex()}{own}"
        yield RowOrder(row.number, key, folder, row.slots, row.language)


@dataclass
class Begun:
    """A row on its way: jobs of earlier runs that are done, and all that are to be waited for."""

    order: RowOrder
    done: list[BannerJob] = field(default_factory=list)
    waiting: list[DesignAccepted] = field(default_factory=list)
    created: dict[str, datetime] = field(default_factory=dict)
    tried: str = ""
    """The newest job that came to nothing: what is asked again is not the same request."""


def make_row(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> RowResult:
    """Make the banners of one row and wait for them."""
    begun = begin(studio, plan, order)
    return begun if isinstance(begun, RowResult) else finish(studio, plan, begun)


def begin(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> Begun | RowResult:
    """Have accepted what no earlier run has paid for, or say what stands in the row's way."""
    try:
        slots = slots_of(order)
        begun = looked_up(studio, plan, order)
        if not begun.waiting:  # else it is seen afterwards what is still missing
            begun.waiting = _accepted(studio, plan, begun, slots)
    except errors.StudioError as error:
        return refused("failed", order, error)
    return begun


def finish(studio: BlockingCore, plan: BatchPlan, begun: Begun) -> RowResult:
    """Wait for a row's jobs; what they leave undone, since they were asked for less or came to
    nothing in an earlier run, is asked for once.
    """
    jobs = list(begun.done)
    try:
        for again in (True, False):
            for accepted in begun.waiting:
                try:
                    if accepted.job_id not in begun.created:
                        # It has just been accepted: where nobody else draws, it is for us to begin.
                        studio.transport.assist()
                    jobs.append(accepted.wait(progress=False))
                except errors.StudioError:
                    if not (again and _earlier(plan, begun, accepted.job_id)):
                        raise
                    begun.tried = accepted.job_id
            begun.done = jobs
            if not again or not missing_of(plan, jobs):
                break
            begun.waiting = _accepted(studio, plan, begun, slots_of(begun.order))
    except errors.StudioError as error:
        ids = [job.job_id for job in jobs] + [one.job_id for one in begun.waiting]
        return refused("failed", begun.order, error, list(dict.fromkeys(ids)))
    return _result(plan, begun, jobs)


def cancel(studio: BlockingCore, plan: BatchPlan, begun: Begun) -> RowResult:
    """Stop a row that is not drawn yet, which refunds it; one that is done stays done."""
    stopped = False
    for accepted in begun.waiting:
        try:
            studio.send(build(CancelJob, {"job_id": accepted.job_id}))
            stopped = True
        except errors.JobFinished:
            pass
        except errors.StudioError as error:
            return refused("failed", begun.order, error)
    if not stopped:
        return finish(studio, plan, begun)
    reason = errors.JobCancelled("The batch was stopped before this row was drawn.")
    return refused("cancelled", begun.order, reason, [one.job_id for one in begun.waiting])


def looked_up(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> Begun:
    """The row with what earlier runs made of it."""
    begun = Begun(order)
    if plan.fresh:
        return begun
    asked = {"client_reference_id": order.key, "limit": 200}
    jobs: list[Job] = studio.send(build(ListJobs, asked)).jobs
    for job in reversed(jobs):
        begun.created[job.job_id] = job.created_at
        if job.status == "completed":
            begun.done.append(job_of(studio, job.job_id))
        elif job.status == "failed":
            begun.tried = job.job_id
        else:
            accepted = DesignAccepted(
                job_id=job.job_id,
                status=job.status,
                templates=[],
                credits=Deduction(deducted=0, balance=0),
            )
            remember(accepted, studio, None)
            begun.waiting.append(accepted)
    return begun


def job_of(studio: BlockingCore, job_id: str) -> BannerJob:
    return studio.send(build(GetDesign, {"job_id": job_id}))


def missing_of(plan: BatchPlan, jobs: list[BannerJob]) -> list[Cell]:
    """The banners that nothing has been paid for; one that was dropped was tried and refunded."""
    tried: set[Cell] = set()
    for job in jobs:
        sizes, templates = job.sizes or [job.size], job.templates or []
        tried.update((size, template) for size in sizes for template in templates)
        tried.update((variant.size, variant.template) for variant in job.variants)
    return [cell for cell in plan.cells if cell not in tried]


def _accepted(
    studio: BlockingCore, plan: BatchPlan, begun: Begun, slots: Slots
) -> list[DesignAccepted]:
    """Ask for the banners that are missing, in as few jobs as they fit into."""
    accepted = []
    for asked in jobs_of(missing_of(plan, begun.done)):
        name = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:12]
        key = f"{begun.order.key}/{name}" + (begun.tried and f"/{begun.tried}")
        own = {"folder": begun.order.folder, "slots": slots, "idempotency_key": key}
        reference = {"client_reference_id": begun.order.key}
        accepted.append(studio.hand_in(build(CreateDesign, {**asked, **own, **reference})))
    return accepted


def jobs_of(cells: list[Cell]) -> Iterator[dict[str, Any]]:
    """What each job is asked for: a template (or all three) in up to twelve sizes."""
    sizes: dict[str, list[str]] = {}
    for size, template in cells:
        sizes.setdefault(template, []).append(size)
    if len({tuple(sizes.get(template, ())) for template in ALL_TEMPLATES}) == 1:
        shared = sizes.get(ALL_TEMPLATES[0])
        sizes = {name: of for name, of in sizes.items() if name not in ALL_TEMPLATES}
        sizes |= {"all": shared} if shared else {}
    for template, wanted in sizes.items():
        for own, run in groupby(wanted, lambda size: size.startswith("canvas-")):
            names = list(run)
            if own:
                yield from ({"template": template, **sized(size)} for size in names)
                continue
            for at in range(0, len(names), MOST_SIZES):
                part = names[at : at + MOST_SIZES]
                yield {
                    "template": template,
                    **(sized(part[0]) if len(part) == 1 else {"sizes": part}),
                }


def sizes_of_jobs(cells: list[Cell]) -> dict[Cell, list[str]]:
    """The sizes of the job that each banner is one of; none where it is alone."""
    return {
        (size, template): asked["sizes"]
        for asked in jobs_of(cells)
        for template in (ALL_TEMPLATES if asked["template"] == "all" else (asked["template"],))
        for size in asked.get("sizes", ())
    }


def sized(size: str) -> dict[str, Any]:
    """A size as a request names it."""
    if not size.startswith("canvas-"):
        return {"size": size}
    width, height = pixels_of(size)
    return {"canvas": {"width": width, "height": height}}


def _earlier(plan: BatchPlan, begun: Begun, job_id: str) -> bool:
    """Whether an earlier run had the job accepted."""
    created = begun.created.get(job_id)
    return created is not None and _before(plan, created)


def _before(plan: BatchPlan, when: datetime) -> bool:
    """Whether that was before the batch began."""
    return plan.after is not None and when <= plan.after


def extensions_of(plan: BatchPlan, jobs: Iterable[BannerJob]) -> tuple[float, float]:
    """What continuing the photos of these jobs was charged, and what it may still add."""
    charged = may_add = 0.0
    for job in jobs:
        first = {(one.size, one.template): one.variant_id for one in reversed(job.variants)}
        others = {one.variant_id for one in job.variants} - {
            variant_id for cell, variant_id in first.items() if cell in plan.cells
        }
        for one in job.extensions or ():
            if one.charged_at is None:
                may_add += one.credits
            elif one.variant_id not in others:
                charged += one.credits
    return charged, may_add


def _result(plan: BatchPlan, begun: Begun, jobs: list[BannerJob]) -> RowResult:
    """The row with the banners that were asked for, each once."""
    pictures: dict[Cell, RowPicture] = {}
    warnings: list[str] = []
    credits = before = 0.0
    for job in jobs:
        warnings += said_of_words(job.advisories)
        earlier = _earlier(plan, begun, job.job_id)
        extended = {one.variant_id: one for one in job.extensions or ()}
        for variant in job.variants:
            cell = (variant.size, variant.template)
            if cell in pictures or cell not in plan.cells:
                continue
            pictures[cell] = _picture(job, variant)
            price = plan.price(variant.template)
            credits += price
            before += price if earlier else 0
            continued = extended.get(variant.variant_id)
            if continued is not None and continued.charged_at is not None:
                # A banner that was accepted before may have its photo continued, and that charged,
                # only now.
                credits += continued.credits
                before += continued.credits if _before(plan, continued.charged_at) else 0
            warnings += [f"{variant.template}: {said}" for said in variant.warnings]
    problems = [
        RowProblem(slot=None, code="DROPPED", message=dropped.error, template=dropped.template)
        for job in jobs
        for dropped in job.dropped
    ]
    return RowResult(
        row=begun.order.number,
        status="failed" if problems else "done",
        headline=begun.order.headline,
        language=begun.order.spoken,
        folder=begun.order.folder,
        job_ids=[job.job_id for job in jobs],
        pictures=[pictures[cell] for cell in plan.cells if cell in pictures],
        problems=once(problems),
        credits=credits,
        credits_before=before,
        warnings=list(dict.fromkeys(warnings)),
    )


def said_of_words(advisories: Sequence[WordsAdvisory] | None) -> list[str]:
    """What the rules on copy say of a row's words, with the place in each slot."""
    return [
        f"{said.slot}, {said.offset} to {said.offset + said.length}: {said.message}"
        for said in advisories or ()
    ]


def _picture(job: BannerJob, variant: Variant) -> RowPicture:
    return RowPicture(
        job_id=job.job_id,
        variant_id=variant.variant_id,
        template=variant.template,
        size=variant.size,
        png_url=variant.png_url,
        score=variant.scores.total,
        contrast_failures=len(variant.contrast_failures),
    )


def slots_of(order: RowOrder) -> Slots:
    if not order.folder:
        raise errors.ValidationError.of("folder", "this row names no folder", code="missing")
    if not_a_value(order.slots.get("image_id")):
        raise errors.ValidationError.of(
            "slots.image_id",
            "the photo's cell holds no value (NaN); write an id, or None for a banner without one",
            code="missing",
        )
    _no_file(order.slots.get("image_id"))
    return Slots.of(order.slots)


def _no_file(cell: object) -> None:
    """A photo's cell names a picture of the library; people write the path of a file there."""
    if isinstance(cell, str) and ("/" in cell or "\\" in cell or PurePath(cell).suffix):
        name = PurePath(cell).name
        raise errors.ValidationError.of(
            "slots.image_id",
            f"{name!r} looks like a file: add it to the library once (studio.library.add, or "
            f"brandstudio library add FOLDER FILE) and write its id here",
            code="file",
        )


def refused(
    status: Literal["invalid", "failed", "cancelled"],
    order: RowOrder,
    error: errors.StudioError,
    job_ids: list[str] | None = None,
) -> RowResult:
    """The row with what stands in its way."""
    return RowResult(
        row=order.number,
        status=status,
        headline=order.headline,
        language=order.spoken,
        folder=order.folder,
        problems=problems_of(error, None),
        job_ids=job_ids or [],
    )


def problems_of(error: errors.StudioError, cell: Cell | None) -> list[RowProblem]:
    size, template = cell or (None, None)
    fields = error.details.get("fields") if isinstance(error, errors.ValidationError) else None
    told = [(slot_of(str(entry["path"])), str(entry["message"])) for entry in fields or ()]
    return [
        RowProblem(slot=slot, code=error.code, message=message, size=size, template=template)
        for slot, message in told or [(None, error.message)]
    ]


def once(problems: list[RowProblem]) -> list[RowProblem]:
    """Each problem once: one that several banners share is the row's, not theirs."""
    same: dict[tuple[str | None, str, str], list[RowProblem]] = {}
    for problem in problems:
        same.setdefault((problem.slot, problem.code, problem.message), []).append(problem)
    return [
        found[0]
        if len(found) == 1
        else found[0].model_copy(update={"size": None, "template": None})
        for found in same.values()
    ]


def slot_of(path: str) -> str | None:
    """The slot that a failing field's path names, in our spelling."""
    last = path.rpartition(".")[2]
    for name, info in Slots.model_fields.items():
        if last in (name, info.alias):
            return name
    return last if path.startswith("slots.") else None
