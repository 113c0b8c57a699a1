"""Copying a folder with all that is in it: rows over shared blobs, so that it is quick and one
transaction.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from ..context import Context
from ..models.folders import CopyError
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow


@dataclass
class Copied:
    """What a copy made. ``items`` counts library items of every kind."""

    folder: FolderRow
    items: int = 0
    folders: int = 0
    errors: list[CopyError] = field(default_factory=list)
    heroes: list[tuple[int, int]] = field(default_factory=list)
    item_ids: dict[int, int] = field(default_factory=dict)


def copy_folder(
    ctx: Context,
    tx: Transaction,
    source: FolderRow,
    workspace_id: str,
    parent: FolderRow | None,
    slug: str,
    name: str,
    *,
    only_children: set[str] | None = None,
) -> Copied:
    """Copy items with all versions, references, rules, style, logos, fonts and heroes (decisions,
    point 12).

    ``only_children`` names the Level 2 sub-folders to take along; None takes all, an empty set
    none.
    """
    now = ctx.now()
    top = tx.folders.add(workspace_id, parent, slug, name, now)
    copied = Copied(top)
    places = {source.id: top}
    pairs = [(source, top)]
    for row in tx.folders.below(source):
        above = places.get(row.parent_id or 0)
        if above is None:
            continue
        if (
            only_children is not None
            and row.level == source.level + 1
            and row.slug not in only_children
        ):
            continue
        place = tx.folders.add(workspace_id, above, row.slug, row.name, now)
        places[row.id] = place
        pairs.append((row, place))
        copied.folders += 1
    for row, place in pairs:
        _copy_items(ctx, tx, row, place, workspace_id, copied)
    for row, place in pairs:
        _copy_brand(ctx, tx, row, place, copied)
    return copied


def _copy_items(
    ctx: Context,
    tx: Transaction,
    source: FolderRow,
    place: FolderRow,
    workspace_id: str,
    copied: Copied,
) -> None:
    now = ctx.now()
    for item in tx.items.of_folder(source.id):
        if item.current_version is None:
            copied.errors.append(
                _skipped(item, "ALREADY_PROCESSING" if item.status == "processing" else "NOT_FOUND")
            )
            continue
        id = tx.items.add(
            ctx.ids("img"),
            workspace_id,
            place,
            item.kind,
            "completed",
            now,
            title=item.title,
            description=item.description,
            filename=item.filename,
            prompt=item.prompt,
            tags=tuple(json.loads(item.tags)),
            system_tags=tuple(json.loads(item.system_tags)),
            phash=item.phash,
            content_sha=item.content_sha,
            created_at=item.created_at,
        )
        tx.versions.copy(item.id, id)
        for version in tx.versions.list(id):
            for sha256 in (version.sha256, version.thumbnail_sha, version.working_sha):
                if sha256 is not None:
                    tx.blobs.hold(sha256, f"version:{id}:{version.number}")
        # What is still under way is not copied; the copy goes on counting after what is.
        tx.items.copy_numbers(id, max(version.number for version in tx.versions.list(id)) + 1)
        tx.items.show_version(id, item.current_version, item.score, now)
        tx.items.set_focal_point(id, item.focal_x, item.focal_y, now)
        copied.item_ids[item.id] = id
        copied.items += 1
        if source.hero_item_id == item.id:
            tx.folders.set_hero(place.id, id)
            tx.items.set_hero(id, True)


def _skipped(item: ItemRow, code: str) -> CopyError:
    message = (
        "Its first version is not finished yet."
        if code == "ALREADY_PROCESSING"
        else "It has no finished version."
    )
    return CopyError(item_id=item.public_id, code=code, message=message)


def _copy_brand(
    ctx: Context, tx: Transaction, source: FolderRow, place: FolderRow, copied: Copied
) -> None:
    now = ctx.now()
    if place.hero_item_id is None and source.hero_item_id in copied.item_ids:
        # A hero may lie in a folder further down than the level that it stands for.
        hero = copied.item_ids[source.hero_item_id]
        tx.folders.set_hero(place.id, hero)
        tx.items.set_hero(hero, True)
    _copy_references(ctx, tx, source, place, copied)
    tx.styles.copy(source.id, place.id)
    identity = tx.identities.get(source.id)
    if identity is not None:
        tx.identities.set(place.id, identity.palette, identity.voice, identity.purpose, now)
    for rule in tx.rules.list(source.id):
        public_id = ctx.ids("rule")
        tx.rules.add(
            public_id,
            place.id,
            rule.kind,
            rule.text,
            rule.check_json,
            rule.source,
            rule.evidence,
            now,
        )
        tx.rules.enforce(public_id, bool(rule.enforce))
    _copy_files(ctx, tx, source, place)


def _copy_references(
    ctx: Context, tx: Transaction, source: FolderRow, place: FolderRow, copied: Copied
) -> None:
    now = ctx.now()
    for domain in ("photos", "designs"):
        for entry in tx.references.list(source.id, domain):
            item_id = copied.item_ids.get(entry.item_id)
            if item_id is None and source.workspace_id == place.workspace_id:
                item_id = (
                    entry.item_id
                )  # its picture was moved to another folder or lies in the trash
            if item_id is None:
                continue
            id = tx.references.add(
                ctx.ids("ref"),
                place.id,
                domain,
                entry.category,
                item_id,
                entry.version,
                entry.filename,
                entry.sha256,
                entry.thumbnail_sha,
                entry.mime_type,
                entry.width,
                entry.height,
                entry.facts,
                now,
            )
            for sha256 in (entry.sha256, entry.thumbnail_sha):
                if sha256 is not None:
                    tx.blobs.hold(sha256, f"ref:{id}")


def _copy_files(ctx: Context, tx: Transaction, source: FolderRow, place: FolderRow) -> None:
    """Logos and fonts, over the same blobs."""
    now = ctx.now()
    for logo in tx.logos.list(source.id):
        id = tx.logos.put(
            place.id,
            logo.name,
            logo.variant,
            bool(logo.is_primary),
            logo.sha256,
            logo.mime_type,
            logo.width,
            logo.height,
            now,
        )
        tx.blobs.hold(logo.sha256, f"logo:{id}")
    for font in tx.fonts.list(source.id):
        id = tx.fonts.add(
            ctx.ids("font"),
            place.id,
            font.family,
            font.role,
            font.style,
            font.weight_min,
            font.weight_max,
            font.face_index,
            font.scripts,
            font.sha256,
            font.filename,
            font.bytes,
            now,
        )
        tx.blobs.hold(font.sha256, f"font:{id}")
