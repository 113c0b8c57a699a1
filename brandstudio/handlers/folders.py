"""Folders: answered at once, each write in one transaction."""

from __future__ import annotations

from ..catalogue import finding, showing
from ..catalogue.copying import copy_folder
from ..context import Context, Sealed
from ..domain import slugs
from ..errors import AlreadyProcessing, FolderTooDeep, HasChildren, ValidationError
from ..models.folders import (
    MAX_DEPTH,
    BrandName,
    Campaign,
    DeletedFolder,
    Folder,
    FolderChildren,
    FolderDeleted,
    FolderDuplicated,
    FolderList,
    FolderTree,
    SubBrand,
    SubBrands,
)
from ..operations import (
    CreateFolder,
    DeleteFolder,
    DuplicateFolder,
    GetFolderTree,
    ListFolderChildren,
    ListFolders,
    ListSubBrands,
    LockFolder,
    RenameFolder,
    RestoreFolder,
    UnlockFolder,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import ItemRow


def list_folders(ctx: Context, op: ListFolders) -> FolderList:
    with ctx.store.read() as tx:
        rows = tx.folders.level1(ctx.workspace_id)
        return FolderList(
            level1_folders=[_summary(ctx, tx, row, op.with_hero, op.include_stats) for row in rows]
        )


def get_folder_tree(ctx: Context, op: GetFolderTree) -> FolderTree:
    with ctx.store.read() as tx:
        top = finding.folder(ctx, tx, op, op.folder)
        below = [row for row in tx.folders.below(top) if row.level <= 3]
        extra = {
            row.id: _extra(ctx, tx, row, op.with_hero, op.include_stats) for row in (top, *below)
        }
    level2 = [
        showing.level2_folder(
            row,
            [
                showing.folder(leaf, **extra[leaf.id])
                for leaf in below
                if leaf.parent_id == row.id and leaf.level == 3
            ],
            **extra[row.id],
        )
        for row in below
        if row.level == 2
    ]
    return FolderTree(level1_folder=showing.folder(top, **extra[top.id]), level2_folders=level2)


def create_folder(ctx: Context, op: CreateFolder) -> Sealed[Folder]:
    if not op.name.strip():
        raise ValidationError.of("name", "a folder needs a name that is not blank", value=op.name)
    with ctx.store.write() as tx:
        parent = None if op.parent is None else finding.folder(ctx, tx, op, op.parent)
        if parent is not None and parent.level >= MAX_DEPTH:
            raise FolderTooDeep
        fallback = ctx.ids("folder").replace("_", "-")[:7] + ctx.ids("x")[-6:]
        wanted = slugs.slugify(op.slug or op.name, fallback=fallback)
        slug = slugs.with_suffix(wanted, tx.folders.taken_slugs(ctx.workspace_id, parent, wanted))
        row = tx.folders.add(ctx.workspace_id, parent, slug, op.name.strip(), ctx.now())
        answer = showing.folder(row)
        return ctx.seal(tx, answer)


def rename_folder(ctx: Context, op: RenameFolder) -> Folder:
    if not op.name.strip():
        raise ValidationError.of("name", "a folder needs a name that is not blank", value=op.name)
    with ctx.store.write() as tx:
        row = finding.folder(ctx, tx, op, op.folder)
        tx.folders.rename(row.id, op.name.strip())
        return showing.folder(row._replace(name=op.name.strip()))


def delete_folder(ctx: Context, op: DeleteFolder) -> FolderDeleted:
    with ctx.store.write() as tx:
        row = finding.folder(ctx, tx, op, op.folder)
        if tx.folders.child_count(row.id):
            raise HasChildren
        if tx.jobs.open_in_folder(row.id) is not None:
            raise AlreadyProcessing(
                "Work in this folder is still under way; wait for it, then delete."
            )
        for item in tx.items.of_folder(row.id):
            _leave_levels_above(tx, row, item)
            tx.items.hide(item.id)
            tx.items.count(ctx.workspace_id, row, item.kind, -1)
        tx.folders.archive(row.id, ctx.now())
        return FolderDeleted(
            folder=showing.folder(row), deleted=DeletedFolder(slug=row.slug, name=row.name)
        )


def _leave_levels_above(tx: Transaction, place: FolderRow, item: ItemRow) -> None:
    """An archived picture stands for no live level; for its own folder it does again when that is
    restored.
    """
    if item.is_hero:
        for level in tx.folders.with_hero(item.id):
            if level.id != place.id:
                tx.folders.set_hero(level.id, None)
        tx.items.set_hero(item.id, place.hero_item_id == item.id)


def restore_folder(ctx: Context, op: RestoreFolder) -> Sealed[Folder]:
    with ctx.store.write() as tx:
        above, _, slug = op.folder.rpartition("/")
        parent = finding.folder(ctx, tx, op, above) if above else None
        row = tx.folders.newest_archived(ctx.workspace_id, parent, slug)
        if row is None:
            raise finding.no_archived_folder(op.folder)
        slug = slugs.with_suffix(
            row.slug, tx.folders.taken_slugs(ctx.workspace_id, parent, row.slug)
        )
        path = slug if parent is None else f"{parent.path}/{slug}"
        tx.folders.restore(row.id, slug, path)
        live = row._replace(slug=slug, path=path, archived_at=None)
        for item in tx.items.hidden_of_folder(row.id):
            tx.items.show(item.id)
            tx.items.count(ctx.workspace_id, live, item.kind, 1)
        answer = showing.folder(live)
        return ctx.seal(tx, answer)


def list_folder_children(ctx: Context, op: ListFolderChildren) -> FolderChildren:
    with ctx.store.read() as tx:
        row = finding.folder(ctx, tx, op, op.folder)
        children = [
            showing.folder_child(child, tx.folders.child_count(child.id))
            for child in tx.folders.children(row.id)
        ]
    return FolderChildren(folder=showing.folder(row), children=children, max_depth=MAX_DEPTH)


def duplicate_folder(ctx: Context, op: DuplicateFolder) -> Sealed[FolderDuplicated]:
    with ctx.store.write() as tx:
        row = finding.folder(ctx, tx, op, op.folder)
        parent = None if row.parent_id is None else tx.folders.by_id(row.parent_id)
        name = slugs.copy_name(row.name)
        wanted = slugs.copy_slug(row.slug)
        slug = slugs.with_suffix(wanted, tx.folders.taken_slugs(ctx.workspace_id, parent, wanted))
        copied = copy_folder(ctx, tx, row, ctx.workspace_id, parent, slug, name)
        answer = FolderDuplicated(
            folder=showing.folder(copied.folder),
            images_copied=copied.items,
            items_skipped=len(copied.errors),
            sub_folders_copied=copied.folders,
            errors=copied.errors,
        )
        return ctx.seal(tx, answer)


def list_sub_brands(ctx: Context, op: ListSubBrands) -> SubBrands:
    with ctx.store.read() as tx:
        top = finding.folder(ctx, tx, op, op.folder)
        below = [row for row in tx.folders.below(top) if row.level <= 3]
        # spec: Folders, rule 3: without withHero the look-ups are skipped and hero stays
        # unpopulated
        heroes = {row.id: showing.hero(ctx, tx, row) if op.with_hero else None for row in below}
    subs = [
        SubBrand(
            slug=row.slug,
            name=row.name,
            hero=heroes[row.id],
            campaigns=[
                Campaign(slug=leaf.slug, name=leaf.name, hero=heroes[leaf.id])
                for leaf in below
                if leaf.parent_id == row.id and leaf.level == 3
            ],
        )
        for row in below
        if row.level == 2
    ]
    return SubBrands(brand=BrandName(slug=top.slug, name=top.name), sub_brands=subs)


def lock_folder(ctx: Context, op: LockFolder) -> Folder:
    return _set_lock(ctx, op, True)


def unlock_folder(ctx: Context, op: UnlockFolder) -> Folder:
    return _set_lock(ctx, op, False)


def _set_lock(ctx: Context, op: LockFolder | UnlockFolder, locked: bool) -> Folder:
    with ctx.store.write() as tx:
        row = finding.folder(ctx, tx, op, op.folder)
        tx.folders.lock(row.id, locked)
        return showing.folder(row)


def _summary(
    ctx: Context, tx: Transaction, row: FolderRow, with_hero: bool, include_stats: bool
) -> Folder:
    return showing.folder(row, **_extra(ctx, tx, row, with_hero, include_stats))


def _extra(
    ctx: Context, tx: Transaction, row: FolderRow, with_hero: bool, include_stats: bool
) -> showing.Extras:
    extra: showing.Extras = {}
    if with_hero:
        extra["hero"] = showing.hero(ctx, tx, row)
    if include_stats:
        extra["stats"] = showing.stats(tx, row)
    return extra
