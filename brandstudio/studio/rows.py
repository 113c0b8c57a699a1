"""Rows of a batch: what holds for all, one row checked or made, and what became of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from .. import errors
from ..models import Model
from ..models.designs import (
    ALL_TEMPLATES,
    BannerJob,
    DesignAccepted,
    PhotoLayer,
    Quote,
    Slots,
    Variant,
    WordsAdvisory,
)
from ..models.frames import Columns
from ..operations import CreateDesign, GetJob, PreviewDesign
from .core import BlockingCore, build
from .tables import not_a_value


class RowProblem(Model):
    """What stands in the way of a row: the slot (None for the row as a whole), the error's code,
    and a sentence.
    """

    slot: str | None
    code: str
    message: str


class RowPicture(Model):
    """One banner of a row; ``path`` where it was saved."""

    variant_id: str
    template: str
    png_url: str
    score: float
    contrast_failures: int
    path: str | None = None


class RowResult(Model):
    """What became of a row.

    ``row`` counts from 1 and leaves the head of a file out. ``credits`` is what its standing
    banners cost; after a dry run what they would cost, and ``may_add`` what continuing their photos
    would add at most. ``charged_before`` says that an earlier run of the same batch made and paid
    for them.
    """

    row: int
    status: Literal["valid", "invalid", "done", "failed"]
    headline: str | None
    job_id: str | None = None
    pictures: list[RowPicture] = []
    problems: list[RowProblem] = []
    warnings: list[str] = []
    credits: float = 0
    may_add: float = 0
    charged_before: bool = False

    @property
    def ok(self) -> bool:
        """Whether there is nothing to see to."""
        return self.status in ("valid", "done")


FLAT: Columns = {
    "row": "whole",
    "status": "text",
    "headline": "text",
    "job_id": "text",
    "credits": "number",
    "may_add": "number",
    "charged_before": "yes or no",
    "templates": "text",
    "variant_ids": "text",
    "paths": "text",
    "problems": "text",
    "warnings": "text",
}
"""The columns of results."""


def flat(row: RowResult) -> dict[str, Any]:
    """A result as one line of a table."""
    return {
        "row": row.row,
        "status": row.status,
        "headline": row.headline,
        "job_id": row.job_id,
        "credits": row.credits,
        "may_add": row.may_add,
        "charged_before": row.charged_before,
        "templates": " ".join(picture.template for picture in row.pictures),
        "variant_ids": " ".join(picture.variant_id for picture in row.pictures),
        "paths": " ".join(picture.path for picture in row.pictures if picture.path is not None),
        "problems": "; ".join(f"{problem.code}: {problem.message}" for problem in row.problems),
        "warnings": "; ".join(row.warnings),
    }


@dataclass(frozen=True)
class BatchPlan:
    """What holds for all rows; small and picklable, so that it can travel to where a row is made.

    ``price`` is that of one banner, in credits. ``batch_id`` is the caller's; without one, a row is
    known by its place, its words and this plan, so that the same row is never made twice.
    """

    folder: str
    size: str
    template: str
    batch_id: str | None
    price: float
    extension_price: float = 0
    save_to: str | None = None
    after: datetime | None = None
    """When the newest job was accepted before the batch began, by the service's own clock."""


def check_row(
    studio: BlockingCore, plan: BatchPlan, number: int, slots: dict[str, Any]
) -> RowResult:
    """Lay every version of a row out without keeping anything: words, photo, logo, glyphs and the
    template are all tried, and each is quoted as it would be drawn.
    """
    templates = ALL_TEMPLATES if plan.template == "all" else (plan.template,)
    try:
        words = _slots(slots)
        found = [
            studio.send(
                build(
                    PreviewDesign,
                    {
                        "folder": plan.folder,
                        "size": plan.size,
                        "template": template,
                        "slots": words,
                        "max_side": 128,
                    },
                )
            )
            for template in templates
        ]
    except errors.StudioError as error:
        return refused("invalid", number, slots, error)
    quotes = [preview.credits or Quote(deducted=plan.price, may_add=0) for preview in found]
    return RowResult(
        row=number,
        status="valid",
        headline=_headline(slots),
        warnings=[
            *_said_of_words(found[0].advisories if found else None),
            *dict.fromkeys(said for preview in found for said in preview.warnings),
        ],
        credits=sum(quote.deducted for quote in quotes),
        may_add=sum(quote.may_add for quote in quotes),
    )


def make_row(
    studio: BlockingCore, plan: BatchPlan, number: int, slots: dict[str, Any]
) -> RowResult:
    """Make the banners of one row and wait for them."""
    accepted = accept(studio, plan, number, slots)
    return (
        accepted
        if isinstance(accepted, RowResult)
        else finish(studio, plan, number, slots, accepted)
    )


def accept(
    studio: BlockingCore, plan: BatchPlan, number: int, slots: dict[str, Any], failed: str = ""
) -> DesignAccepted | RowResult:
    """Have a row accepted, or what stands in its way; ``failed`` is the job of an earlier run that
    came to nothing.
    """
    try:
        return studio.send(
            build(
                CreateDesign,
                {
                    "folder": plan.folder,
                    "size": plan.size,
                    "template": plan.template,
                    "slots": _slots(slots),
                    "client_reference_id": f"{_name(plan)[:100]}/{number}",
                    "idempotency_key": _key(plan, number, slots) + (failed and f"/{failed}"),
                },
            )
        )
    except errors.StudioError as error:
        return refused("failed", number, slots, error)


def _name(plan: BatchPlan) -> str:
    """The batch as its jobs and charges carry it."""
    if plan.batch_id is not None:
        return plan.batch_id
    return f"batch-{_digest(plan.folder, plan.size, plan.template)[:12]}"


def _key(plan: BatchPlan, number: int, slots: dict[str, Any]) -> str:
    if plan.batch_id is not None:
        return f"{plan.batch_id[:200]}/{number}"
    words = json.dumps(slots, sort_keys=True, ensure_ascii=False, default=str)
    return f"batch/{_digest(plan.folder, plan.size, plan.template, words)}/{number}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()


def finish(
    studio: BlockingCore,
    plan: BatchPlan,
    number: int,
    slots: dict[str, Any],
    accepted: DesignAccepted,
) -> RowResult:
    try:
        before = (
            plan.after is not None
            and studio.send(build(GetJob, {"job_id": accepted.job_id})).created_at <= plan.after
        )
        try:
            job: BannerJob = accepted.wait(progress=False)
        except errors.StudioError:
            if not before:
                raise
            # It failed in an earlier run, and was refunded: now it is tried once more.
            again = accept(studio, plan, number, slots, accepted.job_id)
            if isinstance(again, RowResult):
                return again
            accepted, before = again, False
            job = accepted.wait(progress=False)
        pictures = []
        for variant in job.variants:
            path = None
            if plan.save_to is not None:
                path = str(
                    variant.save(Path(plan.save_to) / f"{number:05d}-{variant.template}.png")
                )
            pictures.append(
                RowPicture(
                    variant_id=variant.variant_id,
                    template=variant.template,
                    png_url=variant.png_url,
                    score=variant.scores.total,
                    contrast_failures=len(variant.contrast_failures),
                    path=path,
                )
            )
    except errors.StudioError as error:
        return refused("failed", number, slots, error, accepted)
    except OSError as error:
        reason = errors.StudioError(f"The picture could not be written: {error.strerror or error}")
        return refused("failed", number, slots, reason, accepted)
    problems = [
        RowProblem(slot=None, code="DROPPED", message=f"{dropped.template}: {dropped.error}")
        for dropped in job.dropped
    ]
    return RowResult(
        row=number,
        status="failed" if problems else "done",
        headline=_headline(slots),
        job_id=job.job_id,
        pictures=pictures,
        problems=problems,
        credits=sum(_cost(plan, variant) for variant in job.variants),
        charged_before=before,
        warnings=_said_of_words(job.advisories)
        + [
            f"{variant.template}: {warning}"
            for variant in job.variants
            for warning in variant.warnings
        ],
    )


def _said_of_words(advisories: Sequence[WordsAdvisory] | None) -> list[str]:
    """What the rules on copy say of a row's words, with the place in each slot."""
    return [
        f"{said.slot}, {said.offset} to {said.offset + said.length}: {said.message}"
        for said in advisories or ()
    ]


def _cost(plan: BatchPlan, variant: Variant) -> float:
    extended = any(
        isinstance(layer, PhotoLayer) and layer.extended is not None
        for layer in variant.spec.layers
    )
    return plan.price + (plan.extension_price if extended else 0)


def _slots(slots: dict[str, Any]) -> Slots:
    if "headline" not in slots:
        raise errors.ValidationError.of(
            "slots.headline", "a banner needs a headline; this row has none", code="missing"
        )
    if not_a_value(slots.get("image_id")):
        raise errors.ValidationError.of(
            "slots.image_id",
            "the photo's cell holds no value (NaN); write an id, or None for a banner without one",
            code="missing",
        )
    return Slots(**slots)


def _headline(slots: dict[str, Any]) -> str | None:
    headline = slots.get("headline")
    return None if headline is None else str(headline)[:140]


def refused(
    status: Literal["invalid", "failed"],
    number: int,
    slots: dict[str, Any],
    error: errors.StudioError,
    accepted: DesignAccepted | None = None,
) -> RowResult:
    fields = error.details.get("fields") if isinstance(error, errors.ValidationError) else None
    if fields:
        problems = [
            RowProblem(
                slot=_slot(str(entry["path"])), code=error.code, message=str(entry["message"])
            )
            for entry in fields
        ]
    else:
        problems = [RowProblem(slot=None, code=error.code, message=error.message)]
    return RowResult(
        row=number,
        status=status,
        headline=_headline(slots),
        problems=problems,
        job_id=None if accepted is None else accepted.job_id,
    )


def _slot(path: str) -> str | None:
    """The slot that a failing field's path names, in our spelling."""
    last = path.rpartition(".")[2]
    for name, info in Slots.model_fields.items():
        if last in (name, info.alias):
            return name
    return None
