"""Banners: accepted with their words proven drawable, composed, extended where a crop can't help,
saved, exported.
"""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import replace
from typing import Any, cast

import numpy as np
from PIL import Image

from ..catalogue import finding
from ..context import Context, JobContext, LeaseLost
from ..domain import pricing
from ..engines import credentials
from ..engines.looks import look_of
from ..engines.protocols import ExtendRequest
from ..errors import (
    DesignBusy,
    DesignNotFound,
    FolderNotFound,
    InsufficientCredits,
    JobCancelled,
    JobError,
    ServiceBusy,
    StudioError,
)
from ..jobs.failing import drop_variant
from ..jobs.lease import LEASE_MS
from ..models.credits import Deduction
from ..models.designs import (
    BannerSize,
    DesignAccepted,
    DesignExport,
    DesignPreview,
    DesignRecipe,
    DesignSaved,
    DesignSpec,
    PhotoLayer,
    Slots,
    Variant,
)
from ..operations import CreateDesign, ExportDesign, PreviewDesign, SaveDesign
from ..pixels import encode, metadata
from ..pixels.intake import Intake, drawn
from ..pixels.metadata import Metadata
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely
from ..render.brief import Brief, Extension, Photo
from ..render.compose import Rendering, compose
from ..render.export import export
from ..render.layout.placing import NeedsExtension
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow, VariantRow
from ..store.library import ItemRow
from . import origin
from .briefs import Materials, find_template, fonts_of, gather, require_fit, require_glyphs
from .keeping import finish_version, publish, show, signed, signer

log = logging.getLogger("brandstudio.designs")


def accept(ctx: Context, op: CreateDesign, state: list[str]) -> DesignAccepted:
    """Prepare: templates and glyphs; then one transaction of charges, job and variants."""
    sizes = op.all_sizes()
    for name in state:
        require_fit(find_template(ctx, name), sizes, op.slots)
    require_glyphs(gather(ctx, op.folder, op.slots), op.slots)
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder)
        job_id = ctx.ids("job")
        payload = {
            "folder": place.path,
            "sizes": sizes,
            "templates": state,
            "slots": op.slots.model_dump(exclude_none=True),
        }
        tx.jobs.add(
            job_id,
            ctx.workspace_id,
            "design",
            "design",
            json.dumps(payload),
            ctx.now(),
            folder_id=place.id,
            client_reference_id=op.client_reference_id,
        )
        deducted, balance = 0, tx.ledger.balance(ctx.workspace_id)
        for position, (size, name) in enumerate((size, name) for size in sizes for name in state):
            variant_id = ctx.ids("var")
            charge_id, amount, balance = ctx.charge(
                tx,
                pricing.banner_operation(name),
                f"Banner {name}, {size}: {op.slots.headline}"[:200],
                place,
                job_id=job_id,
                variant=variant_id,
                client_reference_id=op.client_reference_id,
            )
            deducted += amount
            tx.variants.add(variant_id, job_id, position, name, size, charge_id, ctx.now())
        fields: dict[str, Any] = {
            "job_id": job_id,
            "status": "queued",
            "templates": state,
            "credits": Deduction(deducted=deducted / 100, balance=balance / 100),
        }
        if op.client_reference_id is not None:
            fields["client_reference_id"] = op.client_reference_id
        answer = DesignAccepted(**fields)
        ctx.seal(tx, answer)
        return answer


def carry_out(ctx: JobContext, job: JobRow) -> None:
    """Draw every variant that is still to be drawn; each one stands or falls, and is refunded, on
    its own.
    """
    payload = json.loads(job.payload)
    slots = Slots.model_validate(payload["slots"])
    materials = gather(ctx, payload["folder"], slots)
    with ctx.store.read() as tx:
        rows = tx.variants.of_job(job.id)
    for row in rows:
        if row.status != "queued":
            continue
        done = row.position / len(rows) * 100
        ctx.progress("drawing", f"Drawing {row.template} in {row.size}", done)
        try:
            _draw_variant(ctx, job, row, materials, slots)
        except (ServiceBusy, JobCancelled, LeaseLost):
            raise
        except StudioError as error:
            _drop(ctx, row, error)
        except Exception:
            log.exception("variant %s of job %s could not be drawn", row.id, job.id)
            _drop(ctx, row, StudioError("This version could not be drawn; it is refunded."))
    with ctx.store.read() as tx:
        standing = [row for row in tx.variants.of_job(job.id) if row.status == "done"]
    if not standing:
        with ctx.store.read() as tx:
            reasons = "; ".join(
                dict.fromkeys(row.error or "" for row in tx.variants.of_job(job.id))
            )
        raise JobError(f"No version could be drawn: {reasons}"[:500])
    with ctx.store.write() as tx:
        ctx.finish(tx, message=f"{len(standing)} of {len(rows)} versions are ready")
        ctx.emit_job(tx, job, None)


def _drop(ctx: JobContext, row: VariantRow, error: StudioError) -> None:
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        drop_variant(ctx, tx, row, error.message)


def _draw_variant(
    ctx: JobContext, job: JobRow, row: VariantRow, materials: Materials, slots: Slots
) -> None:
    brief = materials.brief(find_template(ctx, row.template), cast(BannerSize, row.size), slots)
    rendering, extended = _composed(ctx, job, row, materials, brief)
    if (slots.author_name or slots.author_role) and "byline" not in brief.template.order:
        rendering = _with_warning(
            rendering, f"The template {row.template} has no byline: the author is not named on it."
        )
    for warning in materials.borrowed(slots):
        rendering = _with_warning(rendering, warning)
    assets = {file.sha256: file.data for file in (materials.photo, extended) if file is not None}
    photographic = True if any(layer.kind == "photo" for layer in rendering.spec.layers) else None
    png = encode.png(
        rendering.image, photo=photographic, metadata=origin.of_banner(rendering.spec, assets)
    )
    blob = ctx.store.blobs.publish(png, "image/png")
    photo = None if extended is None else ctx.store.blobs.publish(extended.data, extended.mime_type)
    body = variant_body(row.id, row.template, row.size, rendering)
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        owner = f"variant:{row.id}"
        ctx.keep(tx, blob, owner)
        if photo is not None:
            ctx.keep(tx, photo, owner)
        _hold_assets(tx, rendering.spec, owner)
        tx.variants.finish(row.id, body, blob.sha256)


def variant_body(id: str, template: str, size: str, rendering: Rendering) -> str:
    """The variant as JSON, all but the link to its picture."""
    value = Variant(
        variant_id=id,
        template=template,
        size=size,
        png_url="",
        spec=rendering.spec,
        scores=rendering.scores,
        assessment=rendering.assessment,
        fix_passes=rendering.fix_passes,
        contrast_failures=list(rendering.contrast_failures),
        contrast=list(rendering.contrast),
        warnings=list(rendering.warnings),
    )
    return value.model_dump_json(by_alias=True, exclude={"png_url", "saved_image_id"})


def _hold_assets(tx: Transaction, spec: DesignSpec, owner: str) -> None:
    """What the spec draws stays for as long as the spec does."""
    for sha256 in asset_names(spec):
        if tx.blobs.exists(sha256):
            tx.blobs.hold(sha256, owner)


def asset_names(spec: DesignSpec) -> list[str]:
    """The hashes of every photo and logo that the layers draw."""
    found = [getattr(layer, "asset", None) for layer in spec.layers]
    return list(dict.fromkeys(asset.sha256 for asset in found if asset is not None))


def _composed(
    ctx: JobContext, job: JobRow, row: VariantRow, materials: Materials, brief: Brief
) -> tuple[Rendering, Photo | None]:
    """The rendering, with the photo extended and ``banner_extend`` charged only when that runs
    (spec: Designs, rule 4).
    """
    ctx.store.assert_idle()
    made = compose(brief, encode_png=False)
    if isinstance(made, Rendering):
        return made, None
    photo = brief.photo
    assert photo is not None
    if not _charge_extension(ctx, job, row, materials):
        made = compose(brief, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        warning = "The balance does not cover continuing the photo, so a panel stands behind the words instead."
        return _with_warning(made, warning), None
    ctx.progress("extending", f"Continuing the photo for {row.template}")
    extended, notes = _extended(ctx, materials, photo, made)
    again = compose(
        brief, extension=Extension(extended, made.side, made.x, made.y), encode_png=False
    )
    assert isinstance(again, Rendering)
    for note in notes:
        again = _with_warning(again, note)
    return again, extended


def _with_warning(made: Rendering, warning: str) -> Rendering:
    return replace(made, warnings=(*made.warnings, warning))


def _charge_extension(ctx: JobContext, job: JobRow, row: VariantRow, materials: Materials) -> bool:
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        charged = [
            charge
            for charge in tx.ledger.charges_of_job(job.id)
            if charge.variant == row.id and charge.operation == "banner_extend"
        ]
        if charged:
            # A worker before this one paid for it and then broke off.
            return True
        try:
            ctx.charge(
                tx,
                "banner_extend",
                f"Photo continued for {row.template}, {row.size}",
                materials.place,
                job_id=job.id,
                variant=row.id,
                client_reference_id=job.client_reference_id,
            )
        except InsufficientCredits:
            return False
    return True


def _extended(
    ctx: Context, materials: Materials, photo: Photo, needs: NeedsExtension
) -> tuple[Photo, tuple[str, ...]]:
    source = np.asarray(decode_fully_safely(photo.data).image.convert("RGB"))
    picture = ctx.engines.image.extend(
        ExtendRequest(
            source=source,
            width=needs.width,
            height=needs.height,
            x=needs.x,
            y=needs.y,
            prompt=photo.title or "",
            look=look_of(materials.found.photo_style, rules=materials.found.rules),
            subject=None if photo.facts is None else photo.facts.mask,
        )
    )
    said = Metadata(source=origin.extended_by(ctx.engines.image))
    data = encode.jpeg(Image.fromarray(picture.pixels[:, :, :3]), 95, metadata=said)
    return (
        Photo(
            data=data,
            sha256=hashlib.sha256(data).hexdigest(),
            mime_type="image/jpeg",
            width=picture.width,
            height=picture.height,
            facts=None,
            focal_point=None,
            image_id=photo.image_id,
            title=photo.title,
        ),
        picture.warnings,
    )


def preview(ctx: Context, op: PreviewDesign, state: str) -> DesignPreview:
    """A small rendering at once; only its picture is kept, for an hour."""
    template = find_template(ctx, state)
    require_fit(template, [op.size], op.slots)
    materials = gather(ctx, op.folder, op.slots)
    require_glyphs(materials, op.slots)
    made = compose(
        materials.brief(template, op.size, op.slots), allow_extension=False, encode_png=False
    )
    assert isinstance(made, Rendering)
    small = fit(made.image, op.max_side)
    blob = ctx.store.blobs.publish(encode.jpeg(small.convert("RGB"), 85), "image/jpeg")
    with ctx.store.write() as tx:
        ctx.keep(tx, blob, passing_owner(ctx))
    return DesignPreview(
        template=state,
        size=op.size,
        url=ctx.link(blob.sha256),
        width=small.width,
        height=small.height,
        scores=made.scores,
        warnings=[*made.warnings, *materials.borrowed(op.slots)],
    )


def passing_owner(ctx: Context) -> str:
    """An owner that the sweep forgets after an hour."""
    return f"passing:{ctx.now():015d}:{ctx.ids('p')}"


def save(ctx: Context, op: SaveDesign, state: Any) -> DesignSaved:
    """Keep a variant in the library: a new design, or the next version of one; charged once as
    ``upload``.
    """
    with ctx.store.write() as tx:
        job = tx.jobs.get(op.job_id)
        row = tx.variants.get(op.job_id, op.variant_id)
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
        save_id = ctx.ids("job")
        tx.jobs.add(
            save_id,
            ctx.workspace_id,
            "save",
            "save",
            "{}",
            ctx.now(),
            folder_id=place.id,
            item_id=None if target is None else target.id,
            client_reference_id=op.client_reference_id,
        )
        tick = ctx.clock.tick()
        mark = tx.jobs.claim_one(save_id, ctx.process_id, ctx.now(), tick + LEASE_MS)
        assert mark is not None
    try:
        return _save(ctx, op, job, row, mark)
    except BaseException:
        with ctx.store.write() as tx:
            tx.jobs.finish(
                mark.id, mark.fence, "failed", "The save broke off", None, None, ctx.now()
            )
        raise


def _place_of(tx: Transaction, job: JobRow) -> FolderRow:
    place = tx.folders.by_id(job.folder_id or 0)
    if place is None or place.archived_at is not None:
        raise FolderNotFound("The folder of this job is gone.")
    return place


def _target(ctx: Context, tx: Transaction, place: FolderRow, op: SaveDesign) -> ItemRow | None:
    """The design to save into, which may have gone since the request was checked."""
    if op.into_image_id is None:
        return None
    return finding.item(tx, ctx.workspace_id, place, op.into_image_id, error=DesignNotFound)


def _saved_before(
    ctx: Context, tx: Transaction, target: ItemRow | None, row: VariantRow
) -> DesignSaved | None:
    saved = tx.versions.saved_variant(None if target is None else target.id, row.id)
    if saved is None:
        return None
    answer = DesignSaved(image_id=saved[0], version=saved[1], already_saved=True)
    ctx.seal(tx, answer)
    return answer


def _save(ctx: Context, op: SaveDesign, job: JobRow, row: VariantRow, mark: JobRow) -> DesignSaved:
    png = ctx.store.blobs.read(row.sha256 or "")
    variant = Variant.model_validate({**json.loads(row.body or "{}"), "pngUrl": ""})
    recipe = DesignRecipe(template=row.template, size=row.size, recipe=variant.spec.recipe)
    headline = " ".join(variant.spec.recipe.slots.headline.split())
    kept = publish(ctx, _as_drawn(ctx, png, variant, headline))
    score = round(variant.scores.total * 100, 1)
    with ctx.store.write() as tx:
        place = _place_of(tx, job)
        target = _target(ctx, tx, place, op)
        now = ctx.now()
        answer = _saved_before(ctx, tx, target, row)
        if answer is not None:
            # Another save of the same variant was faster.
            tx.jobs.finish(mark.id, mark.fence, "completed", "Saved before", None, None, now)
            return answer
        if target is None:
            image_id = ctx.ids("img")
            id = tx.items.add(
                image_id,
                ctx.workspace_id,
                place,
                "design",
                "completed",
                now,
                title=headline,
                description=variant.spec.alt_text,
                filename=f"{place.slug}-{row.template}-{row.size}.png",
                client_reference_id=op.client_reference_id,
            )
        else:
            image_id, id = target.public_id, target.id
            tx.items.describe(
                target, headline, variant.spec.alt_text, tuple(json.loads(target.tags)), now
            )
        _, amount, balance = ctx.charge(
            tx,
            "upload",
            f"Save design: {headline}"[:200],
            place,
            item_id=image_id,
            job_id=mark.id,
            client_reference_id=op.client_reference_id,
        )
        number = tx.items.take_number(id, now)
        tx.versions.add(id, number, "design", now, prompt=headline)
        finish_version(
            ctx,
            tx,
            id,
            number,
            kept,
            score=score,
            warnings=variant.warnings,
            recipe=recipe.model_dump_json(),
            body=variant.spec.model_dump_json(by_alias=True),
            variant_id=row.id,
        )
        _hold_assets(tx, variant.spec, f"version:{id}:{number}")
        show(ctx, tx, id, number, kept, score)
        if not tx.jobs.finish(mark.id, mark.fence, "completed", "Saved", None, None, now):
            # It slept through its lease, and its mark was ended: whoever did that thinks that
            # nothing was saved.
            raise DesignBusy(
                "The save took too long and was given up; nothing was kept or charged. Save again."
            )
        fields: dict[str, Any] = {
            "image_id": image_id,
            "credits": Deduction(deducted=amount / 100, balance=balance / 100),
        }
        if target is not None:
            fields["version"] = number
        done = DesignSaved(**fields)
        ctx.seal(tx, done)
        return done


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


def broken_save(ctx: JobContext, job: JobRow) -> None:
    """A save whose process died before its one transaction: nothing was kept, nothing was
    charged.
    """
    raise JobError("The save broke off before anything was kept; save again.")


def export_variant(ctx: Context, op: ExportDesign, row: VariantRow) -> DesignExport:
    """A variant in another form, behind a link for five minutes."""
    variant = Variant.model_validate({**json.loads(row.body or "{}"), "pngUrl": ""})
    spec = variant.spec
    assets = {sha256: ctx.store.blobs.read(sha256) for sha256 in asset_names(spec)}
    with ctx.store.read() as tx:
        job = tx.jobs.get(row.job_id)
        assert job is not None
        place = _place_of(tx, job)
    fonts = fonts_of(ctx, place, spec.recipe.slots)
    ctx.store.assert_idle()
    said = origin.of_banner(spec, assets)
    made = export.export(spec, assets, fonts, op.format, quality=op.quality, metadata=said)
    if made.mime_type in credentials.SIGNED_TYPES and credentials.available():
        headline = " ".join(spec.recipe.slots.headline.split())
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
    fields: dict[str, Any] = {
        "url": ctx.link(blob.sha256, filename=filename, seconds=300),
        "filename": filename,
        "mime_type": made.mime_type,
    }
    if op.format == "spec":
        fields["spec"] = spec
    return DesignExport(**fields)
