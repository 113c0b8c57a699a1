"""Banners that stand: saved to the library, exported in other forms."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from ..catalogue import finding
from ..context import Context, JobContext, Sealed
from ..engines import credentials
from ..errors import DesignBusy, DesignNotFound, FolderNotFound, JobError
from ..jobs import promptly
from ..jobs.accepting import JobOrder
from ..jobs.kinds import SaveJob
from ..jobs.now import ExportVariant, KeepVariant
from ..models.designs import (
    DesignExport,
    DesignRecipe,
    DesignSaved,
    DesignSpec,
    PhotoLayer,
    Variant,
)
from ..operations import SaveDesign
from ..pixels import metadata
from ..pixels.intake import Intake, drawn
from ..pixels.safely import decode_fully_safely
from ..render.export import export
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow, VariantRow
from ..store.library import ItemRow
from . import origin
from .briefs import fonts_of
from .keeping import (
    Kept,
    asset_names,
    finish_version,
    hold_assets,
    passing_owner,
    publish,
    show,
    signed,
    signer,
)


def save(ctx: Context, asked: KeepVariant) -> Sealed[DesignSaved]:
    """Keep a variant in the library: a new design, or the next version of one; charged once as
    ``upload``.
    """
    op = asked.op
    with ctx.store.write() as tx:
        job = tx.jobs.get(asked.job_id)
        row = tx.variants.get(asked.job_id, op.variant_id)
        assert job is not None
        assert row is not None
        place = _place_of(tx, job)
        target = _target(ctx, tx, place, op)
        answer = _saved_before(ctx, tx, target, row)
        if answer is not None:
            return answer
        if target is not None and tx.jobs.open_of_item(target.id) is not None:
            raise DesignBusy
        # The mark that a save is under way; whoever finds it after a crash ends it (see PIPELINES).
        order = JobOrder(ctx, tx, place, op.client_reference_id)
        mark = order.start(SaveJob(), item=None if target is None else target.id)
    with promptly.refunding(ctx, mark):
        return _save(ctx, op, job, row, mark)


def _place_of(tx: Transaction, job: JobRow) -> FolderRow:
    place = tx.folders.by_id(job.folder_id or 0)
    if place is None or place.archived_at is not None:
        raise FolderNotFound("The folder of this job is gone.")
    return place


def _target(ctx: Context, tx: Transaction, place: FolderRow, op: SaveDesign) -> ItemRow | None:
    """The design to save into, which may have gone since the request was checked."""
    if op.into_image_id is None:
        return None
    return finding.item(ctx, tx, place, op.into_image_id, error=DesignNotFound)


def _saved_before(
    ctx: Context, tx: Transaction, target: ItemRow | None, row: VariantRow
) -> Sealed[DesignSaved] | None:
    saved = tx.versions.saved_variant(None if target is None else target.id, row.id)
    if saved is None:
        return None
    return ctx.seal(tx, DesignSaved(image_id=saved[0], version=saved[1], already_saved=True))


def _save(
    ctx: Context, op: SaveDesign, job: JobRow, row: VariantRow, mark: JobRow
) -> Sealed[DesignSaved]:
    png = ctx.store.blobs.read(row.sha256 or "")
    variant = stored_variant(row)
    headline = " ".join(variant.spec.recipe.slots.title.split())
    kept = publish(ctx, _as_drawn(ctx, png, variant, headline))
    with ctx.store.write() as tx:
        place = _place_of(tx, job)
        target = _target(ctx, tx, place, op)
        now = ctx.now()
        answer = _saved_before(ctx, tx, target, row)
        if answer is not None:
            # Another save of the same variant was faster.
            tx.jobs.finish(mark.id, mark.fence, "completed", "Saved before", None, None, now)
            return answer
        image_id = ctx.ids("img") if target is None else target.public_id
        order = JobOrder(ctx, tx, place, op.client_reference_id, image_id, job_id=mark.id)
        order.pay("upload", f"Save design: {headline}")
        id = _item(order, place, target, variant, headline)
        number = _version(ctx, tx, id, kept, variant, job.id, headline)
        if not tx.jobs.finish(mark.id, mark.fence, "completed", "Saved", None, None, now):
            # It slept through its lease, and its mark was ended: whoever did that thinks that
            # nothing was saved.
            raise DesignBusy(
                "The save took too long and was given up; nothing was kept or charged. Save again."
            )
        return order.seal(
            DesignSaved(
                image_id=image_id,
                version=None if target is None else number,
                credits=order.credits,
            ).omit_none()
        )


def _item(
    order: JobOrder, place: FolderRow, target: ItemRow | None, variant: Variant, headline: str
) -> int:
    """The row of the design: a new one, or the target with the words of its next version."""
    ctx, tx, said = order.ctx, order.tx, variant.spec.alt_text
    if target is not None:
        tx.items.describe(target, headline, said, tuple(json.loads(target.tags)), ctx.now())
        return target.id
    assert order.item_id is not None
    return tx.items.add(
        order.item_id,
        ctx.workspace_id,
        place,
        "design",
        "completed",
        ctx.now(),
        title=headline,
        description=said,
        filename=f"{place.slug}-{variant.template}-{variant.size}.png",
        client_reference_id=order.client_reference_id,
    )


def _version(
    ctx: Context,
    tx: Transaction,
    item_id: int,
    kept: Kept,
    variant: Variant,
    job_id: str,
    headline: str,
) -> int:
    """The design's next version, finished and shown."""
    recipe = DesignRecipe(
        template=variant.template,
        size=variant.size,
        recipe=variant.spec.recipe,
        job_id=job_id,
        variant_id=variant.variant_id,
    )
    score = round(variant.scores.total * 100, 1)
    number = tx.items.take_number(item_id, ctx.now())
    tx.versions.add(item_id, number, "design", ctx.now(), prompt=headline)
    finish_version(
        ctx,
        tx,
        item_id,
        number,
        kept,
        score=score,
        warnings=variant.warnings,
        recipe=recipe.model_dump_json(),
        body=variant.spec.model_dump_json(by_alias=True),
        variant_id=variant.variant_id,
    )
    hold_assets(tx, variant.spec, f"version:{item_id}:{number}")
    show(ctx, tx, item_id, number, kept, score)
    return number


def stored_variant(row: VariantRow) -> Variant:
    """A finished variant as it was drawn, without a link."""
    return Variant.model_validate({**json.loads(row.body or "{}"), "pngUrl": ""})


def _as_drawn(ctx: Context, png: bytes, variant: Variant, headline: str) -> Intake:
    """What is kept of a variant: its very file, with content credentials where there are any."""
    said = metadata.read(png)
    intake = replace(
        drawn(decode_fully_safely(png).image, "png", said),
        stored=png,
        sha256=hashlib.sha256(png).hexdigest(),
    )
    source = None if said is None else said.source
    return signed(ctx, intake, headline, "c2pa.created", source, _photo_in(ctx, variant.spec))


def _photo_in(ctx: Context, spec: DesignSpec) -> credentials.Ingredient | None:
    """The photo of a design as an ingredient of its credentials."""
    for layer in spec.layers:
        if isinstance(layer, PhotoLayer):
            data = ctx.store.blobs.read(layer.asset.sha256)
            return credentials.Ingredient(data, layer.asset.mime_type, "Photo")
    return None


def broken_save(ctx: JobContext, job: JobRow, asked: SaveJob) -> None:
    """A save whose process died before its one transaction: nothing was kept, nothing was
    charged.
    """
    raise JobError("The save broke off before anything was kept; save again.")


def export_variant(ctx: Context, asked: ExportVariant) -> Sealed[DesignExport]:
    """A variant in another form, behind a link for five minutes."""
    op, row = asked.op, asked.variant
    spec = stored_variant(row).spec
    assets = {sha256: ctx.store.blobs.read(sha256) for sha256 in asset_names(spec)}
    with ctx.store.read() as tx:
        job = tx.jobs.get(row.job_id)
        assert job is not None
        place = _place_of(tx, job)
    fonts = fonts_of(ctx, place, spec.recipe.slots)
    ctx.store.assert_idle()
    said = origin.of_banner(spec, assets)
    made = export.export(
        spec,
        assets,
        fonts,
        op.format,
        quality=op.quality,
        metadata=said,
        before=ctx.store.check_time,
    )
    if made.mime_type in credentials.SIGNED_TYPES and credentials.available():
        headline = " ".join(spec.recipe.slots.title.split())
        data = signer(ctx).sign(
            made.data,
            made.mime_type,
            title=headline,
            action="c2pa.created",
            source=said.source,
            ingredient=_photo_in(ctx, spec),
        )
        made = replace(made, data=data)
    # Outlines and live words are both SVG: a folder that takes every form must not lose one of
    # them.
    form = "-outlines" if op.format == "svg-outlines" else ""
    filename = f"{row.template}-{row.size}{form}.{made.suffix}"
    blob = ctx.store.blobs.publish(made.data, made.mime_type)
    with ctx.store.write() as tx:
        ctx.keep(tx, blob, passing_owner(ctx))
        answer = DesignExport(
            url=ctx.link(blob.sha256, filename=filename, seconds=300),
            filename=filename,
            mime_type=made.mime_type,
            spec=spec if op.format == "spec" else None,
        ).omit_none()
        return ctx.seal(tx, answer)
