"""Rows of a batch tried beforehand: laid out as they would be drawn, or only priced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .. import errors
from ..models.designs import Quote, Slots
from ..operations import PreviewDesign, QuoteDesign
from .core import BlockingCore, build
from .results import RowProblem, RowResult
from .rows import (
    BatchPlan,
    Cell,
    RowOrder,
    extensions_of,
    job_of,
    jobs_of,
    looked_up,
    missing_of,
    once,
    problems_of,
    refused,
    said_of_words,
    sized,
    sizes_of_jobs,
    slot_of,
    slots_of,
)


@dataclass
class _Tried:
    """What trying the banners of a row found."""

    problems: list[RowProblem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)


Trying = Callable[[BlockingCore, BatchPlan, RowOrder, Slots, list[Cell]], _Tried]


def check_row(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> RowResult:
    """Lay every banner of a row out without keeping anything: words, photo, logo, glyphs and the
    template are all tried, and each is quoted as it would be drawn; what is paid already is not
    tried again.
    """
    return _checked(studio, plan, order, _previewed)


def quote_row(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> RowResult:
    """Price a row and try its words in every size; nothing is drawn, so that it takes a tenth of
    checking it.
    """
    return _checked(studio, plan, order, _quoted)


def try_row(studio: BlockingCore, plan: BatchPlan, order: RowOrder) -> RowResult:
    """Check a row of several languages, and tell whether it ``holds`` all others: what is found
    by pricing it is what nothing is made for.
    """
    quoted, checked = quote_row(studio, plan, order), check_row(studio, plan, order)
    if quoted.ok:
        return checked
    return (quoted if checked.ok else checked).model_copy(update={"holds": True})


def _checked(studio: BlockingCore, plan: BatchPlan, order: RowOrder, trying: Trying) -> RowResult:
    try:
        slots = slots_of(order)
        begun = looked_up(studio, plan, order)
        # A job on its way is paid for but for photos that are still to be continued; what it makes
        # is known when it is asked.
        paid = [*begun.done, *(job_of(studio, accepted.job_id) for accepted in begun.waiting)]
    except errors.StudioError as error:
        return refused("invalid", order, error)
    missing = missing_of(plan, paid)
    found = trying(studio, plan, order, slots, missing)
    problems = found.problems
    before = sum(plan.price(template) for _, template in plan.cells) - sum(
        plan.price(template) for _, template in missing
    )
    continued, may_add = extensions_of(plan, paid)
    before += continued
    return RowResult(
        row=order.number,
        status="invalid" if problems else "valid",
        headline=order.headline,
        language=order.spoken,
        folder=order.folder,
        job_ids=[job.job_id for job in paid],
        problems=once(problems),
        warnings=list(dict.fromkeys(found.warnings)),
        credits=0 if problems else before + sum(quote.deducted for quote in found.quotes),
        credits_before=0 if problems else before,
        may_add=may_add + (0 if problems else sum(quote.may_add for quote in found.quotes)),
    )


def _previewed(
    studio: BlockingCore, plan: BatchPlan, order: RowOrder, slots: Slots, missing: list[Cell]
) -> _Tried:
    """Every banner laid out as it would be drawn, with what a person should know of it."""
    found, together = _Tried(), sizes_of_jobs(missing)
    for size, template in missing:
        asked = {"folder": order.folder, "template": template, "slots": slots, "max_side": 128}
        with_others = {"sizes": together.get((size, template))}
        try:
            preview = studio.send(build(PreviewDesign, {**asked, **sized(size), **with_others}))
        except errors.StudioError as error:
            found.problems += problems_of(error, (size, template) if len(plan.cells) > 1 else None)
        else:
            found.warnings += [*said_of_words(preview.advisories), *preview.warnings]
            found.quotes.append(preview.credits or Quote(deducted=plan.price(template), may_add=0))
    return found


def _quoted(
    studio: BlockingCore, plan: BatchPlan, order: RowOrder, slots: Slots, missing: list[Cell]
) -> _Tried:
    """Every banner priced, and its words tried."""
    found, alone = _Tried(), len(plan.cells) == 1
    for asked in jobs_of(missing):
        fields = {**asked, "folder": order.folder, "slots": slots}
        try:
            quoted = studio.send(build(QuoteDesign, fields))
        except errors.StudioError as error:
            found.problems += problems_of(error, None)
            continue
        found.problems += [
            RowProblem(
                slot=slot_of(problem.path),
                code=errors.ValidationError.code,
                message=problem.message,
                size=None if alone else problem.size,
                template=None if alone else problem.template,
            )
            for problem in quoted.problems
        ]
        found.warnings += said_of_words(quoted.advisories)
        found.quotes.append(quoted.credits)
    return found
