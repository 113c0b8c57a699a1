"""A folder's resolved style: its chain read from the store, and inheritance applied to it."""

from __future__ import annotations

from typing import Any, Literal, cast

import pydantic

from ..domain import inheritance
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
from ..store.style import LogoRow, StyleRow
from . import showing

_PALETTE = pydantic.TypeAdapter(list[PaletteColour])
DOMAINS: tuple[Domain, ...] = ("photos", "designs")


def resolve(
    tx: Transaction, place: FolderRow, style_version: int | None = None
) -> inheritance.Resolved:
    """What the folder has, over all its levels. ``style_version`` reads an older learned style of
    the folder itself.
    """
    chain = tx.folders.by_ids(place.chain)
    return inheritance.resolve(
        [layer(tx, row, style_version if row.id == place.id else None) for row in chain]
    )


def layer(
    tx: Transaction, row: FolderRow, style_version: int | None = None
) -> inheritance.FolderLayer:
    """What one folder says itself."""
    fields: dict[str, Any] = {"folder": row.path, "level": row.level}
    references: dict[Domain, list[str]] = {}
    for domain in DOMAINS:
        version = style_version or tx.references.style_version(row.id, domain)
        style = tx.styles.get(row.id, domain, version)
        fields[f"{domain}_version"] = version if style is not None or style_version is None else 0
        fields |= _learned(domain, style)
        references[domain] = [entry.public_id for entry in tx.references.list(row.id, domain)]
    identity = tx.identities.get(row.id)
    if identity is not None:
        if identity.palette is not None:
            fields["palette"] = _PALETTE.validate_json(identity.palette)
        if identity.voice is not None:
            fields["voice"] = Voice.model_validate_json(identity.voice)
        if identity.purpose is not None:
            fields["purpose"] = Purpose.model_validate_json(identity.purpose)
    hero = None if row.hero_item_id is None else tx.items.by_id(row.hero_item_id)
    return inheritance.FolderLayer(
        **fields,
        fonts=[
            FontSummary(
                font_id=font.public_id,
                family=font.family,
                role=cast(Literal["headline", "body", "any"], font.role),
                folder=row.path,
            )
            for font in tx.fonts.list(row.id)
        ],
        logos=_logos(tx.logos.list(row.id), row.path),
        references=references,
        hero=None if hero is None else hero.public_id,
        rules=[showing.rule(rule, row) for rule in tx.rules.list(row.id)],
    )


def _learned(domain: Domain, style: StyleRow | None) -> dict[str, Any]:
    if style is None:
        return {}
    fields: dict[str, Any] = {}
    if domain == "photos":
        if style.photo_style is not None:
            fields["photo_style"] = PhotoStyle.model_validate_json(style.photo_style)
        if style.visual_world is not None:
            fields["visual_world"] = VisualWorld.model_validate_json(style.visual_world)
    elif style.design_style is not None:
        fields["design_style"] = DesignStyle.model_validate_json(style.design_style)
    return fields


def _logos(rows: list[LogoRow], path: str) -> list[LogoSummary]:
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
