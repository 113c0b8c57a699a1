"""Banners: accepted with their words proven drawable, composed, extended where a crop can't help,
previewed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from PIL import Image

from ..catalogue import finding
from ..context import Cause, Context, JobContext, LeaseLost, Sealed
from ..display.pictures import drawn_just_now
from ..domain import pricing
from ..errors import InsufficientCredits, JobCancelled, JobError, ServiceBusy, StudioError
from ..jobs.accepting import JobOrder
from ..jobs.failing import drop_variant
from ..jobs.kinds import DesignJob, EditJob
from ..jobs.now import ProveDesign
from ..models.choices import Choices
from ..models.credits import Deduction
from ..models.designs import DesignAccepted, DesignSpec
from ..pixels import encode
from ..render.brief import Brief, Extension, Photo
from ..render.compose import Rendering, compose
from ..store import Blob, Transaction
from ..store.jobs import JobRow, VariantRow
from ..store.ledger import EntryRow
from ..store.trouble import trouble
from . import origin
from .accepted_templates import kept, template_of
from .briefs import (
    Materials,
    find_template,
    gather,
    require_carried,
    require_fit,
    require_glyphs,
)
from .continuing import continued
from .copy_rules import advisories
from .cutting import cutouts
from .keeping import hold_assets
from .planning import planned
from .twins import otherwise, twin_of
from .variant_bodies import variant_body
from .variants import stored_variant

log = logging.getLogger("brandstudio.designs")
R = TypeVar("R")


def accept(ctx: Context, asked: ProveDesign) -> Sealed[DesignAccepted]:
    """Prepare: templates and glyphs; then one transaction of charges, job and variants."""
    op, templates = asked.op, asked.templates
    sizes = op.all_sizes()
    found = {name: find_template(ctx, name) for name in templates}
    for template in found.values():
        require_fit(template, sizes, op.slots, op.scheme)
    materials = gather(ctx, op.folder, op.slots, sizes)
    require_glyphs(materials, op.slots)
    said = advisories(materials, op.slots, found.values())
    for template in found.values():
        ctx.store.assert_idle()
        require_carried(materials, template, sizes, op.slots)
    plans = {
        name: planned(ctx, materials, template, sizes, op.slots, op.scheme)
        for name, template in found.items()
    }
    in_order = [plans[name][at] for at in range(len(sizes)) for name in templates]
    extends = tuple(at for at, plan in enumerate(in_order) if plan.extends)
    files = kept(ctx, found.values())
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        order = JobOrder(ctx, tx, place, op.client_reference_id)
        order.queue(
            DesignJob(
                folder=place.path,
                sizes=tuple(sizes),
                templates=templates,
                slots=op.slots,
                extends=extends,
                advisories=tuple(said),
                scheme=op.scheme,
                template_hashes={name: file.sha256 for name, file in files.items()},
                shared=tuple(plan.brief.shared for plan in in_order) if len(sizes) > 1 else (),
            )
        )
        for position, (size, name) in enumerate(
            (size, name) for size in sizes for name in templates
        ):
            variant_id = ctx.ids("var")
            charge_id = order.pay(
                pricing.banner_operation(name),
                f"Banner {name}, {size}: {op.slots.title}",
                variant=variant_id,
            )
            tx.variants.add(variant_id, order.job_id, position, name, size, charge_id, ctx.now())
            if name in files:
                ctx.keep(tx, files[name], f"variant:{variant_id}")
        return order.seal(
            DesignAccepted(
                job_id=order.job_id,
                status="queued",
                templates=list(templates),
                credits=with_addition(tx, order.credits, len(extends)),
                client_reference_id=op.client_reference_id,
            ).omit_none()
        )


def with_addition(tx: Transaction, credits: Deduction, extensions: int) -> Deduction:
    """What was deducted, and what so many extensions may add."""
    if not extensions:
        return credits.omit_none()
    may_add = extensions * tx.prices.get("banner_extend") / 100
    return credits.model_copy(update={"may_add": may_add})


def carry_out(ctx: JobContext, job: JobRow, asked: DesignJob) -> None:
    """Draw every variant that is still to be drawn; each one stands or falls, and is refunded, on
    its own. What could only be made by damage is dropped where another stands; else the least bad
    one is kept.
    """
    slots = asked.slots
    materials = gather(ctx, asked.folder, slots, asked.sizes)
    with ctx.store.read() as tx:
        rows = tx.variants.of_job(job.id)
    drawing: list[tuple[VariantRow, Draw]] = []
    standing = {row.id: stored_variant(row).spec for row in rows if row.status == "done"}
    # A split is a field beside its photo by nature. The others become one where the photo leaves their words no
    # room; they come after it, as it is they that are to differ then.
    for row in sorted(rows, key=lambda row: (asked.sizes.index(row.size), row.template != "split")):
        if row.status != "queued":
            continue
        may_extend = asked.may_extend(row.position)
        choices = Choices(scheme=asked.scheme)
        template = template_of(ctx, row.template, asked.template_hashes.get(row.template))
        shared = dict(enumerate(asked.shared)).get(row.position)
        brief = materials.brief(template, row.size, slots, choices, shared)
        drawing.append((row, partial(draw_variant, ctx, job, row, materials, brief, may_extend)))
    damaged: list[tuple[VariantRow, Draw, _Damaged]] = []
    for number, (row, draw) in enumerate(drawing, len(rows) - len(drawing)):
        done = number / len(rows) * 100
        ctx.progress("drawing", f"Drawing {row.template} in {row.size}", done)
        beside = {
            r.template: standing[r.id] for r in rows if r.size == row.size and r.id in standing
        }
        try:
            drawn = or_drop(ctx, row, partial(draw, Stance(len(rows) == 1, beside)))
        except _Damaged as found:
            damaged.append((row, draw, found))
            continue
        if drawn is not None and len(rows) == 1:
            _end(ctx, job, 1, drawn)  # the banner and the job's end are one commit
            return
        _keep(ctx, drawn)
        if drawn is not None:
            standing[row.id] = drawn.spec
    _settle(ctx, job, damaged)
    _end(ctx, job, len(rows))


def _keep(ctx: JobContext, drawn: Drawn | None) -> None:
    """Keep a version, one of several, so that a worker after this one need not draw it."""
    if drawn is not None:
        with ctx.store.write() as tx:
            drawn.keep(ctx, tx)


def _end(ctx: JobContext, job: JobRow, asked: int, drawn: Drawn | None = None) -> None:
    """End the job well where a version stands, with the last one that was ``drawn``; else raise
    JobError.
    """
    with ctx.store.write() as tx:
        if drawn is not None:
            drawn.keep(ctx, tx)
        rows = tx.variants.of_job(job.id)
        standing = sum(row.status == "done" for row in rows)
        if standing:
            ctx.finish(tx, message=f"{standing} of {asked} versions are ready")
            ctx.emit_job(tx, job, None)
            return
    reasons = "; ".join(dict.fromkeys(row.error or "" for row in rows))
    raise JobError(f"No version could be drawn: {reasons}"[:500])


class _Damaged(Exception):
    """A version that could only be made by damage, not kept yet."""

    def __init__(self, why: Sequence[str]) -> None:
        super().__init__("; ".join(why))
        self.reasons = len(why)


def _settle(
    ctx: JobContext,
    job: JobRow,
    damaged: list[tuple[VariantRow, Draw, _Damaged]],
) -> None:
    """Drop what would be damaged; where nothing else stands, keep the least bad of it."""
    with ctx.store.read() as tx:
        stands = any(row.status == "done" for row in tx.variants.of_job(job.id))
    for row, draw, found in sorted(damaged, key=lambda e: (e[2].reasons, e[0].position)):
        if stands:
            why = f"This version is left out and refunded: {found}."
            _drop(ctx, row, StudioError(why))
        else:
            _keep(ctx, or_drop(ctx, row, partial(draw, Stance(keep_damaged=True))))
            with ctx.store.read() as tx:
                kept = tx.variants.get(row.job_id, row.id)
            stands = kept is not None and kept.status == "done"


def _drop(ctx: JobContext, row: VariantRow, error: StudioError) -> None:
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        drop_variant(ctx, tx, row, error.message)


def or_drop(ctx: JobContext, row: VariantRow, draw: Callable[[], R]) -> R | None:
    """Draw a variant; where that can't be, drop and refund it and say why."""
    try:
        return draw()
    except (ServiceBusy, JobCancelled, LeaseLost, _Damaged):
        raise
    except StudioError as error:
        _drop(ctx, row, error)
    except Exception as error:
        if trouble(error) is not None:
            raise  # the machine's fault, which passes: the job waits
        log.exception("variant %s of job %s could not be drawn", row.id, row.job_id)
        _drop(ctx, row, StudioError("This version could not be drawn; it is refunded."))
    return None


@dataclass(frozen=True)
class Drawn:
    """A version whose files are published but named by no row yet."""

    row: VariantRow
    body: str
    banner: Blob
    pictures: Sequence[Blob]
    spec: DesignSpec

    def keep(self, ctx: JobContext, tx: Transaction) -> None:
        """Name its files in the version's row, and hold what it draws."""
        ctx.still_mine(tx)
        owner = f"variant:{self.row.id}"
        for blob in (self.banner, *self.pictures):
            ctx.keep(tx, blob, owner)
        hold_assets(tx, self.spec, owner)
        tx.variants.finish(self.row.id, self.body, self.banner.sha256)


@dataclass(frozen=True)
class Stance:
    """What a version is drawn with regard to."""

    keep_damaged: bool
    """It is kept though it is damaged."""
    beside: Mapping[str, DesignSpec] = field(default_factory=dict)
    """The versions of the same size that stand already, by template: it is to differ from each."""


Draw = Callable[[Stance], Drawn]
"""Draws a version, with regard to what else there is."""


def draw_variant(
    ctx: JobContext,
    job: JobRow,
    row: VariantRow,
    materials: Materials,
    brief: Brief,
    may_extend: bool,
    stance: Stance,
    edit: EditJob | None = None,
) -> Drawn:
    """Compose a variant, continue its photo where that was quoted, and write its files. Raises
    `_Damaged` for what could only be made by damage, unless that is kept; then it says so. One that looks like
    another that stands is arranged otherwise; raises StudioError where every way of it does.
    """
    with ctx.traces.span("draw banner", size=row.size):
        rendering, extended = _composed(ctx, job, row, materials, brief, may_extend)
    if rendering.damage and not stance.keep_damaged:
        raise _Damaged(rendering.damage)
    if extended is None and (twin := twin_of(rendering, stance.beside)):
        rendering = otherwise(brief, twin, stance.beside)
    for warning in (*kept_though(rendering), *remarks(materials, brief)):
        rendering = _with_warning(rendering, warning)
    assets = {file.sha256: file.data for file in (materials.photo, extended) if file is not None}
    blob = ctx.store.blobs.publish(as_png(rendering.image, rendering.spec, assets), "image/png")
    drawn_just_now(blob.sha256, rendering.image)
    more = [*cutouts(brief), *([extended] if extended is not None else [])]
    pictures = [ctx.store.blobs.publish(photo.data, photo.mime_type) for photo in more]
    body = variant_body(row.id, row.template, row.size, rendering, edit)
    return Drawn(row, body, blob, pictures, rendering.spec)


def kept_though(made: Rendering) -> list[str]:
    """What is said of a version that is kept in spite of its damage."""
    return [f"Kept though {why}." for why in made.damage]


def remarks(materials: Materials, brief: Brief) -> list[str]:
    """What is to be said of words that the template or the brand's fonts lack."""
    slots, template = brief.slots, brief.template
    said = materials.borrowed(slots)
    if (slots.author_name or slots.author_role) and "byline" not in template.order:
        said.insert(
            0, f"The template {template.name} has no byline: the author is not named on it."
        )
    return said


def as_png(image: Image.Image, spec: DesignSpec, assets: Mapping[str, bytes]) -> bytes:
    """The file of a banner: the same pixels, spec and photo give the same bytes."""
    photographic = True if any(layer.kind == "photo" for layer in spec.layers) else None
    return encode.png(image, photo=photographic, metadata=origin.of_banner(spec, assets))


def _composed(
    ctx: JobContext,
    job: JobRow,
    row: VariantRow,
    materials: Materials,
    brief: Brief,
    may_extend: bool,
) -> tuple[Rendering, Photo | None]:
    """The rendering, with the photo extended and ``banner_extend`` charged only when that runs
    (spec: Designs, rule 4).
    """
    ctx.store.assert_idle()
    made = compose(brief, allow_extension=may_extend, encode_png=False)
    if isinstance(made, Rendering):
        return made, None
    photo = brief.photo
    assert photo is not None
    if not _charge_extension(ctx, job, row, materials, brief.slots.title):
        made = compose(brief, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        warning = "The balance does not cover continuing the photo, so a panel stands behind the words instead."
        return _with_warning(made, warning), None
    ctx.progress("extending", f"Continuing the photo for {row.template}")
    extended, notes = continued(ctx, materials, photo, made)
    again = compose(
        brief, extension=Extension(extended, made.side, made.x, made.y), encode_png=False
    )
    assert isinstance(again, Rendering)
    if not again.shows_continued:
        # Its words left the photo after all: nobody pays for what is not seen.
        _give_extension_back(ctx, row)
        made = compose(brief, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        return made, None
    for note in (*notes, _paid_for(ctx, row)):
        again = _with_warning(again, note)
    return again, extended


def _paid_for(ctx: JobContext, row: VariantRow) -> str:
    """What continuing the photo cost, beside the price of the version."""
    with ctx.store.read() as tx:
        paid = sum(
            -charge.amount
            for charge in _extensions(tx, row)
            if not tx.ledger.refunded(charge.txn_id)
        )
    return (
        f"The photo was continued beyond its edge for {paid / 100:g} credits more (banner_extend)."
    )


def _with_warning(made: Rendering, warning: str) -> Rendering:
    return replace(made, warnings=(*made.warnings, warning))


def _charge_extension(
    ctx: JobContext, job: JobRow, row: VariantRow, materials: Materials, title: str
) -> bool:
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        if any(not tx.ledger.refunded(charge.txn_id) for charge in _extensions(tx, row)):
            # A worker before this one paid for it and then broke off.
            return True
        try:
            ctx.charge(
                tx,
                "banner_extend",
                f"Photo continued for {row.template}, {row.size}: {title}",
                materials.place,
                Cause(
                    job_id=row.job_id, variant=row.id, client_reference_id=job.client_reference_id
                ),
            )
        except InsufficientCredits:
            return False
    return True


def _give_extension_back(ctx: JobContext, row: VariantRow) -> None:
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        for charge in _extensions(tx, row):
            ctx.refund(tx, charge, "the banner shows nothing of the continued photo")


def _extensions(tx: Transaction, row: VariantRow) -> list[EntryRow]:
    """What was charged for continuing a version's photo."""
    return [
        charge
        for charge in tx.ledger.charges_of_job(row.job_id)
        if charge.variant == row.id and charge.operation == "banner_extend"
    ]
