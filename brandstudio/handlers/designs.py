"""Designs: checks of the words, photo and logo; drawing and keeping are pipelines."""

from __future__ import annotations

import json
import unicodedata
from typing import cast

from ..catalogue import finding
from ..context import Context, moment
from ..domain import pricing
from ..errors import (
    AlreadyProcessing,
    DesignNotFound,
    FolderNotFound,
    ImageNotFound,
    LogoNotFound,
    NotFound,
    ValidationError,
)
from ..jobs import kinds
from ..jobs.kinds import DesignJob, EditJob, RenderJob
from ..jobs.now import (
    DrawPreview,
    ExportVariant,
    KeepVariant,
    PriceDesign,
    ProveDesign,
    RunNow,
)
from ..models.designs import (
    TEXT_SLOTS,
    BannerJob,
    DesignAccepted,
    DesignExport,
    DesignPreview,
    DesignQuote,
    DesignSaved,
    Dropped,
    PhotoExtension,
    Slots,
    Variant,
    WordsAdvisory,
)
from ..models.jobs import JobFailure, JobStatus
from ..models.sizes import pixels_of
from ..operations import (
    CreateDesign,
    ExportDesign,
    GetDesign,
    PreviewDesign,
    QuoteDesign,
    SaveDesign,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow, VariantRow
from ..store.library import ItemRow

_BANNER_JOBS = (DesignJob.operation, RenderJob.operation)
_EMPTY_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Hangul fillers and the Braille cell without a dot."""


def create_design(ctx: Context, op: CreateDesign) -> RunNow[DesignAccepted]:
    check_words(op.slots)
    templates = op.all_templates()
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        check_assets(ctx, tx, place, op.slots)
        operations = [
            pricing.banner_operation(template) for template in templates for _ in op.all_sizes()
        ]
        ctx.require_balance(tx, *operations)
    return ProveDesign(op, templates)


def quote_design(ctx: Context, op: QuoteDesign) -> RunNow[DesignQuote]:
    check_words(op.slots)
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        check_assets(ctx, tx, place, op.slots)
    return PriceDesign(op)


def preview_design(ctx: Context, op: PreviewDesign) -> RunNow[DesignPreview]:
    check_words(op.slots)
    template = "overlay" if op.template == "all" else op.template
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        check_assets(ctx, tx, place, op.slots)
    return DrawPreview(op, template)


def check_words(slots: Slots) -> None:
    """A line break is kept, a tab is a space; other control characters have no place in a
    banner.
    """
    fields = []
    for name in (*TEXT_SLOTS, *slots.own):
        words = slots.words(name)
        given = slots.own.get(name) if name in slots.own else getattr(slots, name)
        if not given:
            continue
        wire = slots.wire_name(name)
        if any(unicodedata.category(c) == "Cc" and c not in "\n\r\t" for c in words):
            fields.append(
                {
                    "path": wire,
                    "code": "control_character",
                    "message": "has a control character; remove it",
                }
            )
        if not any(map(_shows, words)):
            message = (
                "a banner needs a headline"
                if name == "headline"
                else "has nothing to be seen; leave it out"
            )
            fields.append({"path": wire, "code": "blank", "message": message})
    if fields:
        raise ValidationError(
            "; ".join(f"{field['path']}: {field['message']}" for field in fields), fields=fields
        )


def _shows(character: str) -> bool:
    """False for what leaves no ink of its own: spaces, format characters, marks, and letters that
    are drawn empty.
    """
    category = unicodedata.category(character)
    return (
        category[0] not in "ZM" and category not in {"Cc", "Cf"} and character not in _EMPTY_LETTERS
    )


def check_assets(ctx: Context, tx: Transaction, place: FolderRow, slots: Slots) -> None:
    """spec: Designs, rule 5: unknown image or logo, before any charge."""
    named = [slots.image_id] if slots.image_id is not None else []
    for image_id in (*named, *slots.own_pictures.values()):
        row = finding.inherited_item(ctx, tx, place, image_id, ImageNotFound)
        if row.sha256 is None or row.kind == "text":
            raise ImageNotFound("That item has no finished picture to put on a banner.")
    if slots.logo is not None and slots.logo != "none":
        levels = tx.folders.by_ids(place.chain)
        if not any(tx.logos.named(level.id, slots.logo) for level in levels):
            raise LogoNotFound(f"No logo {slots.logo!r} in {place.path} or a folder above it.")


def own_job(ctx: Context, tx: Transaction, job_id: str) -> JobRow:
    """A banner job of this workspace; by the id of an edit the one that it adds to."""
    row = tx.jobs.get(job_id)
    if row is not None and row.operation == EditJob.operation:
        asked = kinds.read(row)
        assert isinstance(asked, EditJob)
        row = tx.jobs.get(asked.job_id) if row.workspace_id == ctx.workspace_id else None
    if row is None or row.workspace_id != ctx.workspace_id or row.operation not in _BANNER_JOBS:
        raise NotFound("No such banner job.")
    return row


def get_design(ctx: Context, op: GetDesign) -> BannerJob:
    with ctx.store.read() as tx:
        row = own_job(ctx, tx, op.job_id)
        variants = tx.variants.of_job(row.id)
        saved = {entry.id: tx.versions.saved_variant(None, entry.id) for entry in variants}
        asked = kinds.read(row)
        assert isinstance(asked, DesignJob)
        extensions = _extensions(tx, row, asked, variants)
    done = [variant(ctx, entry, saved[entry.id]) for entry in variants if entry.status == "done"]
    size = asked.sizes[0]
    width, height = pixels_of(size)
    return BannerJob(
        job_id=row.id,
        status=cast(JobStatus, row.status),
        progress=row.message,
        error=None if row.error is None else JobFailure.model_validate_json(row.error).message,
        size=size,
        width=width,
        height=height,
        variants=done,
        dropped=[
            Dropped(template=entry.template, error=entry.error or "", variant_id=entry.id)
            for entry in variants
            if entry.status == "dropped"
        ],
        advisories=_said_of_words(asked, done) or None,
        warnings=[
            f"{entry.template}, {entry.size}: {entry.error}"
            for entry in variants
            if entry.status == "dropped"
        ]
        or None,
        pending=_pending(row, variants),
        sizes=list(asked.sizes),
        templates=list(asked.templates),
        extensions=extensions or None,
        client_reference_id=row.client_reference_id,
    ).omit_none()


def _extensions(
    tx: Transaction, row: JobRow, asked: DesignJob, variants: list[VariantRow]
) -> list[PhotoExtension]:
    """What continuing photos was charged, and what of it may still come."""
    found = [
        PhotoExtension(
            variant_id=charge.variant,
            credits=-charge.amount / 100,
            charged_at=moment(charge.created_at),
        )
        for charge in tx.ledger.charges_of_job(row.id)
        if charge.variant is not None
        and charge.operation == "banner_extend"
        and not tx.ledger.refunded(charge.txn_id)
    ]
    if row.status not in ("queued", "running"):
        return found
    paid = {one.variant_id for one in found}
    price = tx.prices.get("banner_extend") / 100
    return found + [
        PhotoExtension(variant_id=entry.id, credits=price).omit_none()
        for entry in variants
        if entry.status == "queued" and entry.id not in paid and asked.may_extend(entry.position)
    ]


def _said_of_words(asked: DesignJob, done: list[Variant]) -> list[WordsAdvisory]:
    """What the rules say of the words that came in, and of those that edits brought; each once."""
    found = list(asked.advisories)
    for entry in done:
        found += [said for said in entry.advisories or () if said not in found]
    return found


def _pending(row: JobRow, variants: list[VariantRow]) -> list[str] | None:
    """What an edit of a job that is done will add; None where nothing is on its way."""
    if row.status != "completed":
        return None
    return [entry.id for entry in variants if entry.status == "queued"] or None


def variant(ctx: Context, row: VariantRow, saved: tuple[str, int] | None) -> Variant:
    """A finished variant with a fresh link."""
    fields = {"pngUrl": ctx.link(row.sha256 or "")}
    if saved is not None:
        fields["savedImageId"] = saved[0]
    # Read as the text that it is, with the fresh fields at its end: in half the time of a dict.
    body = (row.body or "{}").rstrip().removesuffix("}")
    return Variant.model_validate_json(f"{body},{json.dumps(fields)[1:]}")


def save_design(ctx: Context, op: SaveDesign) -> RunNow[DesignSaved]:
    with ctx.store.read() as tx:
        job = own_job(ctx, tx, op.job_id)
        row = finished_variant(tx, job, op.variant_id)
        place = tx.folders.by_id(job.folder_id or 0)
        if place is None or place.archived_at is not None:
            raise FolderNotFound("The folder of this job is gone.")
        target = None if op.into_image_id is None else design_of(ctx, tx, place, op.into_image_id)
        if tx.versions.saved_variant(None if target is None else target.id, row.id) is None:
            ctx.require_balance(tx, "upload")
    return KeepVariant(op, job.id)


def finished_variant(tx: Transaction, job: JobRow, variant_id: str) -> VariantRow:
    """The variant, which must stand already."""
    row = tx.variants.get(job.id, variant_id)
    if row is None or row.status == "dropped":
        raise NotFound("No such variant of this job.")
    if row.status != "done":
        raise AlreadyProcessing("This variant is not drawn yet; wait for the job.")
    return row


def design_of(ctx: Context, tx: Transaction, place: FolderRow, image_id: str) -> ItemRow:
    """The saved design of that folder (spec: intoImageId)."""
    row = finding.item(ctx, tx, place, image_id, error=DesignNotFound)
    if row.kind != "design":
        raise DesignNotFound
    return row


def export_design(ctx: Context, op: ExportDesign) -> RunNow[DesignExport]:
    with ctx.store.read() as tx:
        job = own_job(ctx, tx, op.job_id)
        return ExportVariant(op, finished_variant(tx, job, op.variant_id))
