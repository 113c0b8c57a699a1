"""Logos and fonts: listed, chosen and removed here; what comes in runs through a pipeline."""

from __future__ import annotations

from ..catalogue import finding, showing
from ..context import Context
from ..errors import LogoNotFound, NotFound
from ..jobs.now import RunNow, TakeFont, TakeLogo
from ..models.library import Font, FontList, FontRemoved, Logo, LogoList, LogoRemoved
from ..operations import (
    AddFont,
    AddLogo,
    ListFonts,
    ListLogos,
    RemoveFont,
    RemoveLogo,
    UpdateFont,
    UpdateLogo,
)


def list_logos(ctx: Context, op: ListLogos) -> LogoList:
    logos: list[Logo] = []
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        seen: set[str] = set()
        for level in reversed(tx.folders.by_ids(place.chain)):
            own = [row for row in tx.logos.list(level.id) if row.name not in seen]
            logos += [showing.logo(ctx, row, level.path) for row in own]
            seen |= {row.name for row in own}
    # The nearest level's primary logo is the folder's; those of levels above stand behind it.
    primary = next((logo.name for logo in logos if logo.primary), None)
    return LogoList(
        logos=[logo.model_copy(update={"primary": logo.name == primary}) for logo in logos]
    )


def add_logo(ctx: Context, op: AddLogo) -> RunNow[Logo]:
    with ctx.store.read() as tx:
        finding.folder(ctx, tx, op, op.folder)
    return TakeLogo(op)


def update_logo(ctx: Context, op: UpdateLogo) -> Logo:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if not tx.logos.named(place.id, op.name):
            raise LogoNotFound
        tx.logos.make_primary(place.id, op.name)
        return showing.logo(ctx, tx.logos.named(place.id, op.name)[0], place.path)


def remove_logo(ctx: Context, op: RemoveLogo) -> LogoRemoved:
    gone: list[str] = []
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        rows = [
            row for row in tx.logos.named(place.id, op.name) if op.variant in (None, row.variant)
        ]
        if not rows:
            raise LogoNotFound
        for row in rows:
            tx.logos.remove(row.id)
            gone += tx.blobs.release(f"logo:{row.id}")
        left = tx.logos.list(place.id)
        if left and not any(row.is_primary for row in left):
            tx.logos.make_primary(place.id, left[0].name)
    ctx.store.remove_files(gone)
    return LogoRemoved(deleted=op.name)


def list_fonts(ctx: Context, op: ListFonts) -> FontList:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        fonts = [
            showing.font(row, level.path)
            for level in reversed(tx.folders.by_ids(place.chain))
            for row in tx.fonts.list(level.id)
        ]
    return FontList(fonts=fonts)


def add_font(ctx: Context, op: AddFont) -> RunNow[Font]:
    with ctx.store.read() as tx:
        finding.folder(ctx, tx, op, op.folder)
    return TakeFont(op)


def update_font(ctx: Context, op: UpdateFont) -> Font:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = tx.fonts.get(place.id, op.font_id)
        if row is None:
            raise NotFound("No such font of this folder's own.")
        tx.fonts.set_role(row.id, op.role)
        return showing.font(row._replace(role=op.role), place.path)


def remove_font(ctx: Context, op: RemoveFont) -> FontRemoved:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = tx.fonts.get(place.id, op.font_id)
        if row is None:
            raise NotFound("No such font of this folder's own.")
        tx.fonts.remove(row.id)
        gone = tx.blobs.release(f"font:{row.id}")
    ctx.store.remove_files(gone)
    return FontRemoved(deleted=row.public_id)
