"""Changing one banner: what it would be made from, checked against the folder."""

from __future__ import annotations

import json

from ..catalogue import finding
from ..context import Context
from ..domain import pricing
from ..errors import AlreadyProcessing, FolderNotFound, ValidationError
from ..jobs.now import Changed, DrawEdit, ProveEdit, ProveSpec, RunNow
from ..models.choices import Choices, SlotsEdit
from ..models.designs import (
    DesignAccepted,
    DesignPreview,
    DesignSpec,
    EditAccepted,
    Slots,
)
from ..operations import EditDesign, PreviewEdit, RenderDesign
from ..store import Transaction
from . import designs


def edit_design(ctx: Context, op: EditDesign) -> RunNow[EditAccepted]:
    with ctx.store.read() as tx:
        changed = _changed(ctx, tx, op)
        if not changed.alike:
            ctx.require_balance(tx, pricing.banner_operation(changed.template))
    return ProveEdit(op, changed)


def preview_edit(ctx: Context, op: PreviewEdit) -> RunNow[DesignPreview]:
    with ctx.store.read() as tx:
        return DrawEdit(op, _changed(ctx, tx, op))


def render_design(ctx: Context, op: RenderDesign) -> RunNow[DesignAccepted]:
    with ctx.store.read() as tx:
        finding.folder(ctx, tx, op, op.folder)
        ctx.require_balance(tx, pricing.banner_operation(op.spec.template))
    return ProveSpec(op)


def _changed(ctx: Context, tx: Transaction, op: EditDesign | PreviewEdit) -> Changed:
    """The banner as the edit would have it."""
    job = designs.own_job(ctx, tx, op.job_id)
    row = designs.finished_variant(tx, job, op.variant_id)
    if job.status != "completed":
        raise AlreadyProcessing("This job is still drawing; wait for it.")
    place = tx.folders.by_id(job.folder_id or 0)
    if place is None or place.archived_at is not None:
        raise FolderNotFound("The folder of this job is gone.")
    recipe = DesignSpec.model_validate(json.loads(row.body or "{}")["spec"]).recipe
    slots = _with(recipe.slots, op.slots)
    designs.check_words(slots)
    designs.check_assets(ctx, tx, place, slots)
    choices = op.choices_edit().applied(recipe.choices or Choices())
    if slots.image_id is None:
        for name, wire in (("crop", "crop"), ("focal_point", "focalPoint")):
            if getattr(op, name) not in (None, "auto"):
                raise ValidationError.of(wire, "this banner has no photo to be cropped")
        choices = choices.model_copy(update={"crop": None, "focal_point": None})
    template, size = op.template or row.template, op.size_or(row.size)
    before = (row.template, row.size, recipe.slots, recipe.choices or Choices())
    alike = (template, size, slots, choices) == before
    sha256 = recipe.template_sha256 if op.template is None else None
    same = template == row.template and slots.image_id == recipe.slots.image_id
    shared = recipe.shared if same else None
    return Changed(row, place.path, template, size, slots, choices, alike, sha256, shared)


def _with(slots: Slots, edit: SlotsEdit | None) -> Slots:
    """The words with others in their place; an empty text takes a slot away."""
    if edit is None:
        return slots
    merged: dict[str, object] = slots.model_dump(exclude_none=True)
    for name, value in edit.model_dump(exclude_none=True).items():
        if value in ("", []) or (name == "image_id" and value == "none"):
            merged.pop(name, None)
        else:
            merged[name] = value
    return Slots.of(merged)
