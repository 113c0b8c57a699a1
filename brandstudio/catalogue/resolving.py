"""A folder's resolved style: its chain read from the store, and inheritance applied to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar, cast

import pydantic

from ..domain import inheritance
from ..models import Model
from ..models.style import (
    DesignStyle,
    Domain,
    FontSummary,
    LogoSummary,
    PaletteColour,
    PhotoStyle,
    Purpose,
    VisualWorld,
    Voice,
)
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.style import FontRow, IdentityRow, LogoRow, ReferenceRow, RuleRow, StyleRow
from . import showing

M = TypeVar("M", bound=Model)
_PALETTE = pydantic.TypeAdapter(list[PaletteColour])
DOMAINS: tuple[Domain, ...] = ("photos", "designs")


class Said(NamedTuple):
    """What one folder says itself, as the store has it: two that are equal mean the same style."""

    folder: FolderRow
    photos: StyleRow | None
    photos_version: int
    designs: StyleRow | None
    designs_version: int
    identity: IdentityRow | None
    hero: str | None
    fonts: tuple[FontRow, ...]
    logos: tuple[LogoRow, ...]
    references: tuple[tuple[str, str], ...]
    """The domain and the public id of each, in their order."""
    rules: tuple[RuleRow, ...]


def said_by(
    tx: Transaction, place: FolderRow, style_version: int | None = None
) -> tuple[Said, ...]:
    """What each level of the folder says, Level 1 first; ``style_version`` reads an older learned
    style of the folder itself.
    """
    return tuple(
        _said(tx, row, style_version if row.id == place.id else None)
        for row in tx.folders.by_ids(place.chain)
    )


def _said(tx: Transaction, row: FolderRow, style_version: int | None) -> Said:
    learned = tx.styles.learned(row.id)
    photos, photos_version = _style(tx, row, "photos", style_version, learned)
    designs, designs_version = _style(tx, row, "designs", style_version, learned)
    hero = None if row.hero_item_id is None else tx.items.by_id(row.hero_item_id)
    return Said(
        row,
        photos,
        photos_version,
        designs,
        designs_version,
        tx.identities.get(row.id),
        None if hero is None else hero.public_id,
        tuple(tx.fonts.list(row.id)),
        tuple(tx.logos.list(row.id)),
        tuple(tx.references.names(row.id)),
        tuple(tx.rules.list(row.id)),
    )


def resolve(
    tx: Transaction, place: FolderRow, style_version: int | None = None
) -> inheritance.Resolved:
    """What the folder has, over all its levels. ``style_version`` reads an older learned style of
    the folder itself.
    """
    return resolved(said_by(tx, place, style_version))


def resolved(chain: Sequence[Said]) -> inheritance.Resolved:
    """Inheritance applied to what the levels say."""
    return inheritance.resolve([_layer(said) for said in chain])


def _layer(said: Said) -> inheritance.FolderLayer:
    row, photos, designs, identity = said.folder, said.photos, said.designs, said.identity
    palette, voice, purpose = (
        (None, None, None)
        if identity is None
        else (identity.palette, identity.voice, identity.purpose)
    )
    return inheritance.FolderLayer(
        folder=row.path,
        level=row.level,
        photo_style=photos and _read(PhotoStyle, photos.photo_style),
        visual_world=photos and _read(VisualWorld, photos.visual_world),
        design_style=designs and _read(DesignStyle, designs.design_style),
        photos_version=said.photos_version,
        designs_version=said.designs_version,
        purpose=_read(Purpose, purpose),
        voice=_read(Voice, voice),
        palette=() if palette is None else _PALETTE.validate_json(palette),
        fonts=[
            FontSummary(
                font_id=font.public_id,
                family=font.family,
                role=cast(Literal["headline", "body", "any"], font.role),
                folder=row.path,
            )
            for font in said.fonts
        ],
        logos=_logos(said.logos, row.path),
        references={
            domain: [name for of, name in said.references if of == domain] for domain in DOMAINS
        },
        hero=said.hero,
        rules=[showing.rule(rule, row) for rule in said.rules],
    )


def nearest_references(tx: Transaction, place: FolderRow, domain: Domain) -> list[ReferenceRow]:
    """The references of the nearest level that has any (spec: the most specific level wins)."""
    for level in reversed(tx.folders.by_ids(place.chain)):
        rows = tx.references.list(level.id, domain)
        if rows:
            return rows
    return []


def _style(
    tx: Transaction,
    row: FolderRow,
    domain: Domain,
    asked: int | None,
    learned: dict[str, tuple[int, StyleRow | None]],
) -> tuple[StyleRow | None, int]:
    """What was learned for a domain, and the number that it stands under."""
    version, style = learned.get(domain, (0, None))
    if asked and asked != version:
        version, style = asked, tx.styles.get(row.id, domain, asked)
    return style, version if style is not None or asked is None else 0


def _read(kind: type[M], text: str | None) -> M | None:
    return None if text is None else kind.model_validate_json(text)


def _logos(rows: Sequence[LogoRow], path: str) -> list[LogoSummary]:
    names = dict.fromkeys(row.name for row in rows)
    return [
        LogoSummary(
            name=name,
            primary=any(row.is_primary for row in rows if row.name == name),
            variants=[row.variant for row in rows if row.name == name],
            folder=path,
        )
        for name in names
    ]
