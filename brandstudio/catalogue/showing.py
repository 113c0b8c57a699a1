"""Rows as the values that cross the border: folders, items, images, references, logos."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

from ..context import Context, moment
from ..language.rule_echo import echo
from ..models.designs import DesignRecipe
from ..models.folders import Folder, FolderChild, FolderStats, Hero, Level2Folder
from ..models.images import Image, ImageError, Version
from ..models.jobs import Job, JobFailure, Progress
from ..models.library import FocalPoint, Font, ItemKind, ItemStatus, LibraryItem, Logo, TextRecord
from ..models.rules import Rule, RuleCheck
from ..models.style import GoldenReference
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from ..store.library import ItemRow
from ..store.style import FontRow, LogoRow, ReferenceRow, RuleRow
from ..store.versions import VersionRow

TRASH_MS = 30 * 24 * 3600 * 1000
"""How long the trash and the archive keep things (spec: Delete; decisions, point 13)."""


def folder(row: FolderRow, **extra: Any) -> Folder:
    """A folder; ``hero`` and ``stats`` only where asked for."""
    return Folder(**_folder(row), **extra)


def folder_child(row: FolderRow, child_folder_count: int) -> FolderChild:
    return FolderChild(**_folder(row), child_folder_count=child_folder_count)


def level2_folder(row: FolderRow, level3: list[Folder], **extra: Any) -> Level2Folder:
    return Level2Folder(**_folder(row), level3_folders=level3, **extra)


def _folder(row: FolderRow) -> dict[str, Any]:
    return {
        "level": row.level,
        "slug": row.slug,
        "name": row.name,
        "path": row.path,
        "created_at": moment(row.created_at),
    }


def hero(ctx: Context, tx: Transaction, row: FolderRow) -> Hero | None:
    """The folder's hero, or the nearest above it that has one."""
    for place in reversed(tx.folders.by_ids(row.chain)):
        if place.hero_item_id is None:
            continue
        item = tx.items.by_id(place.hero_item_id)
        if item is None or item.sha256 is None or not item.live:
            continue
        return Hero(
            url=ctx.link(item.sha256, item.public_id),
            width=item.width or 0,
            height=item.height or 0,
            image_id=item.public_id,
        )
    return None


def stats(tx: Transaction, row: FolderRow) -> FolderStats:
    """Counts of the folder itself."""
    counts = tx.items.counts_of_folder(row.id)
    return FolderStats(
        images=counts.get("image", 0),
        designs=counts.get("design", 0),
        texts=counts.get("text", 0),
        sub_folders=tx.folders.child_count(row.id),
        credits=tx.ledger.spent_in(row.id) / 100,
        last_activity_at=None if row.last_activity_at is None else moment(row.last_activity_at),
    )


def item(ctx: Context, row: ItemRow) -> LibraryItem:
    """A library item with fresh links."""
    fields: dict[str, Any] = {
        "image_id": row.public_id,
        "kind": cast(ItemKind, row.kind),
        "status": cast(ItemStatus, row.status),
        "title": row.title,
        "description": row.description,
        "tags": json.loads(row.tags),
        "system_tags": json.loads(row.system_tags),
        "filename": row.filename,
        "mime_type": row.mime_type,
        "width": row.width,
        "height": row.height,
        "bytes": row.bytes,
        "url": None if row.sha256 is None else ctx.link(row.sha256, row.public_id),
        "thumbnail_url": None
        if row.thumbnail_sha is None
        else ctx.link(row.thumbnail_sha, row.public_id),
        "score": row.score,
        "is_hero": bool(row.is_hero),
        "current_version": row.current_version,
        "total_versions": row.total_versions,
        "folder": row.path,
        "created_at": moment(row.created_at),
        "updated_at": moment(row.updated_at),
    }
    if row.focal_x is not None and row.focal_y is not None:
        fields["focal_point"] = FocalPoint(x=row.focal_x, y=row.focal_y)
    if row.trashed_at is not None:
        fields["trashed_until"] = moment(row.trashed_at + TRASH_MS)
    if row.kind == "design" and row.recipe is not None:
        fields["design"] = DesignRecipe.model_validate_json(row.recipe)
    if row.kind == "text" and row.body is not None:
        fields["text"] = TextRecord.model_validate_json(row.body)
    if row.duplicate_of is not None:
        fields["duplicate_of"] = row.duplicate_of
    if row.client_reference_id is not None:
        fields["client_reference_id"] = row.client_reference_id
    return LibraryItem(**fields)


def image(ctx: Context, row: ItemRow, versions: list[VersionRow]) -> Image:
    """An image with its finished versions and fresh links."""
    finished = [entry for entry in versions if entry.status == "finished"]
    url = None if row.sha256 is None else ctx.link(row.sha256, row.public_id)
    failure = None if row.error is None else ImageError.model_validate_json(row.error)
    fields: dict[str, Any] = {
        "id": row.public_id,
        "status": row.status,
        "image_url": url,
        "url": url,
        "current_version": row.current_version,
        "folder": row.path,
        # The current version's file is the image's: its link need not be signed twice.
        "versions": [
            version(ctx, row, entry, url if entry.sha256 == row.sha256 else None)
            for entry in finished
        ],
        "error": failure if row.status == "failed" else None,
    }
    if row.client_reference_id is not None:
        fields["client_reference_id"] = row.client_reference_id
    return Image(**fields)


def version(ctx: Context, row: ItemRow, entry: VersionRow, url: str | None = None) -> Version:
    """One finished version, with a fresh link or the one at hand."""
    fields: dict[str, Any] = {
        "version": entry.number,
        "url": url or ctx.link(entry.sha256 or "", row.public_id),
        "created_at": moment(entry.finished_at or entry.created_at),
        "prompt": entry.prompt,
        "aspect_ratio": entry.aspect_ratio,
        "resolution": entry.resolution,
        "output_format": entry.output_format,
        "score": entry.score,
        "operation": entry.operation,
        "warnings": json.loads(entry.warnings),
    }
    if entry.based_on is not None:
        fields["based_on"] = entry.based_on
    return Version(**fields)


def job(row: JobRow) -> Job:
    """A job of any kind."""
    failure = None
    if row.error is not None:
        failure = JobFailure.model_validate_json(row.error)
    fields: dict[str, Any] = {
        "job_id": row.id,
        "kind": row.kind,
        "status": row.status,
        "progress": progress(row),
        "attempts": row.attempts,
        "created_at": moment(row.created_at),
        "updated_at": moment(row.updated_at),
        "error": failure,
    }
    if row.client_reference_id is not None:
        fields["client_reference_id"] = row.client_reference_id
    return Job(**fields)


def progress(row: JobRow) -> Progress:
    fields: dict[str, Any] = {"step": row.step, "message": row.message}
    if row.percent is not None:
        fields["percent"] = row.percent
    return Progress(**fields)


def reference(ctx: Context, row: ReferenceRow) -> GoldenReference:
    return GoldenReference(
        ref_id=row.public_id,
        category=cast(Any, row.category),
        filename=row.filename,
        thumbnail_url=ctx.link(row.thumbnail_sha or row.sha256),
        image_id=row.item_public_id,
        width=row.width,
        height=row.height,
        created_at=moment(row.created_at),
    )


def logo(ctx: Context, row: LogoRow, path: str) -> Logo:
    return Logo(
        name=row.name,
        variant=cast(Literal["any", "light", "dark", "mono"], row.variant),
        primary=bool(row.is_primary),
        mime_type=row.mime_type,
        width=row.width,
        height=row.height,
        url=ctx.link(row.sha256),
        folder=path,
    )


def font(row: FontRow, path: str) -> Font:
    return Font(
        font_id=row.public_id,
        family=row.family,
        role=cast(Literal["headline", "body", "any"], row.role),
        style=row.style,
        weight_min=row.weight_min,
        weight_max=row.weight_max,
        scripts=json.loads(row.scripts),
        bytes=row.bytes,
        filename=row.filename,
        folder=path,
    )


def rule(row: RuleRow, place: FolderRow) -> Rule:
    """A rule of a folder, with what of it is checked."""
    check = None if row.check_json is None else RuleCheck.model_validate_json(row.check_json)
    fields: dict[str, Any] = {
        "rule_id": row.public_id,
        "kind": row.kind,
        "text": row.text,
        "check": check,
        "checked_as": echo(check),
        "source": row.source,
        "level": place.level,
        "folder": place.path,
    }
    if row.evidence is not None:
        fields["evidence"] = row.evidence
    if row.last_caught_at is not None:
        fields |= {"last_caught_at": moment(row.last_caught_at), "last_caught": row.last_caught}
    return Rule(**fields)
