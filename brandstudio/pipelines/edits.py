"""Banners that are changed: proven, quoted, accepted and drawn as one more variant of their job."""

from __future__ import annotations

from ..context import Context, JobContext, Sealed
from ..domain import pricing
from ..errors import AlreadyProcessing, NotFound
from ..jobs.accepting import JobOrder
from ..jobs.kinds import EditJob
from ..jobs.now import Changed, DrawEdit, ProveEdit
from ..models.designs import DesignPreview, EditAccepted
from ..pixels import encode
from ..pixels.resize import fit
from ..render.brief import Brief
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from .accepted_templates import kept, template_of
from .briefs import (
    Materials,
    gather,
    require_carried,
    require_fit,
    require_glyphs,
)
from .continuing import foreseen
from .copy_rules import advisories
from .designs import Drawn, Stance, draw_variant, kept_though, or_drop, remarks, with_addition
from .keeping import passing_owner
from .planning import would_extend
from .previewing import quote, seen
from .unchanged import refusal, require_change, same_picture, why_unchanged
from .variants import stored_variant


def _proven(ctx: Context, changed: Changed) -> tuple[Materials, Brief]:
    """The brief of a changed banner; raises what keeps it from being drawn."""
    template = template_of(ctx, changed.template, changed.template_sha256)
    require_fit(template, [changed.size], changed.slots, changed.choices.scheme)
    materials = gather(ctx, changed.folder, changed.slots, [changed.size])
    require_glyphs(materials, changed.slots)
    require_carried(materials, template, [changed.size], changed.slots)
    return materials, materials.brief(
        template, changed.size, changed.slots, changed.choices, changed.shared
    )


def accept(ctx: Context, asked: ProveEdit) -> Sealed[EditAccepted]:
    """One transaction: the charge, the variant, and the job that draws it."""
    op, changed = asked.op, asked.changed
    materials, brief = _proven(ctx, changed)
    said = advisories(materials, changed.slots, [brief.template])
    ctx.store.assert_idle()
    extends = would_extend(brief)
    require_change(ctx, op, changed, brief, extends)
    files = kept(ctx, [brief.template])
    job_id = changed.based_on.job_id
    with ctx.store.write() as tx:
        place = _still_done(ctx, tx, changed)
        order = JobOrder(ctx, tx, place, op.client_reference_id, paid_by=job_id)
        variant_id = ctx.ids("var")
        charge_id = order.pay(
            pricing.banner_operation(changed.template),
            f"Banner {changed.template}, {changed.size}, changed: {changed.slots.title}",
            variant=variant_id,
        )
        position = tx.variants.next_position(job_id)
        tx.variants.add(
            variant_id, job_id, position, changed.template, changed.size, charge_id, ctx.now()
        )
        for file in files.values():
            ctx.keep(tx, file, f"variant:{variant_id}")
        order.queue(
            EditJob(
                folder=place.path,
                job_id=job_id,
                variant_id=variant_id,
                slots=changed.slots,
                choices=changed.choices,
                extend=extends,
                based_on=changed.based_on.id,
                advisories=tuple(said),
                template_sha256=brief.template.sha256,
                shared=changed.shared,
            )
        )
        return order.seal(
            EditAccepted(
                job_id=job_id,
                variant_id=variant_id,
                based_on=changed.based_on.id,
                status="queued",
                template=changed.template,
                size=changed.size,
                credits=with_addition(tx, order.credits, int(extends)),
                advisories=said or None,
                client_reference_id=op.client_reference_id,
            ).omit_none()
        )


def _still_done(ctx: Context, tx: Transaction, changed: Changed) -> FolderRow:
    """The folder of a job that is done still, in the transaction that charges."""
    place = tx.folders.get(ctx.workspace_id, changed.folder)
    row = tx.variants.get(changed.based_on.job_id, changed.based_on.id)
    if place is None or row is None:
        raise NotFound("No such variant of this job.")
    job = tx.jobs.get(row.job_id)
    if job is None or job.status != "completed":
        raise AlreadyProcessing("This job is still drawing; wait for it.")
    return place


def preview(ctx: Context, asked: DrawEdit) -> Sealed[DesignPreview]:
    """What the edit would give, smaller; only its picture is kept, for an hour."""
    changed = asked.changed
    materials, brief = _proven(ctx, changed)
    said = advisories(materials, changed.slots, [brief.template])
    ctx.store.assert_idle()
    ahead = foreseen(ctx, materials, brief)
    made, extends = ahead.made, ahead.extends
    unchanged = why_unchanged(ctx, asked.op, changed, brief, extends, None if extends else made)
    extensions = int(extends and unchanged is None)
    small = seen(fit(made.image, asked.op.max_side).convert("RGB"), asked.op.vision)
    blob = ctx.store.blobs.publish(encode.jpeg(small, 85), "image/jpeg")
    with ctx.store.write() as tx:
        ctx.keep(tx, blob, passing_owner(ctx))
        answer = DesignPreview(
            template=changed.template,
            size=changed.size,
            url=ctx.link(blob.sha256),
            width=small.width,
            height=small.height,
            scores=made.scores,
            warnings=[
                *([] if unchanged is None else [f"The edit would be refused: {unchanged}."]),
                *made.warnings,
                *kept_though(made),
                *remarks(materials, brief),
                *ahead.notes,
            ],
            unchanged=unchanged,
            assessment=made.assessment,
            contrast_failures=list(made.contrast_failures),
            contrast=list(made.contrast),
            vision=asked.op.vision,
            credits=quote(tx, [] if unchanged else [changed.template], extensions=extensions),
            advisories=said or None,
        )
        return ctx.seal(tx, answer)


def carry_out(ctx: JobContext, job: JobRow, asked: EditJob) -> None:
    """Draw the changed variant; it stands or is dropped and refunded."""
    with ctx.store.read() as tx:
        row = tx.variants.get(asked.job_id, asked.variant_id)
        source = tx.variants.get(asked.job_id, asked.based_on or "")
    assert row is not None
    drawn: Drawn | None = None
    if row.status == "queued":
        ctx.progress("drawing", f"Drawing {row.template} in {row.size}", 0)

        def draw() -> Drawn:
            materials = gather(ctx, asked.folder, asked.slots, [row.size])
            template = template_of(ctx, row.template, asked.template_sha256)
            brief = materials.brief(template, row.size, asked.slots, asked.choices, asked.shared)
            stance = Stance(keep_damaged=True)
            made = draw_variant(ctx, job, row, materials, brief, asked.extend, stance, asked)
            if source is not None and (
                made.banner.sha256 == source.sha256
                or same_picture(stored_variant(source).spec, made.spec)
            ):
                # Rules, fonts or the balance are others than when it was accepted.
                raise refusal("this changes nothing: the banner comes out as it is already")
            return made

        drawn = or_drop(ctx, row, draw)
    with ctx.store.write() as tx:
        if drawn is not None:
            drawn.keep(ctx, tx)
        ctx.finish(tx, message="The changed version is ready")
        ctx.emit_job(tx, job, None)
