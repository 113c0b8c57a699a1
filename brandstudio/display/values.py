"""Which value is shown how: one table from the names of classes to the functions that draw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import designs, images, records, styles
from .markup import Html, box, clean, facts, show, shown_of, table
from .pictures import MOST, Album, small_png

Drawn = Callable[[Any, Album], Html]

BY_NAME: dict[str, Drawn] = {
    "Image": images.image,
    "Version": images.version,
    "Check": images.check,
    "LibraryItem": images.item,
    "LibraryPage": images.items,
    "Logo": images.item,
    "LogoList": images.items,
    "GoldenReference": images.item,
    "ReferenceSet": images.items,
    "Variant": designs.variant,
    "DesignPreview": designs.preview,
    "BannerJob": designs.banner_job,
    "ContrastFailure": designs.failure,
    "PhotoStyle": styles.photo_style,
    "DesignStyle": styles.design_style,
    "Style": styles.style,
    "ExtractionResult": styles.extraction,
    "ExtractionJob": records.job,
    "Rule": styles.rule,
    "RuleList": styles.rules,
    "Folder": records.folder,
    "FolderList": records.folders,
    "FolderTree": records.folder_tree,
    "FolderChildren": records.folder_children,
    "Job": records.job,
    "JobPage": records.jobs,
    "DesignAccepted": records.accepted,
    "ImageAccepted": records.accepted,
    "EditAccepted": records.accepted,
    "ExtractionAccepted": records.accepted,
    "Transactions": records.transactions,
    "Usage": records.usage,
    "Pricing": records.prices,
    "Proofread": records.proofread,
    "StudioError": records.error,
    "Batch": records.batch,
}
"""Every other value is a table of its fields."""

ONE_PICTURE = ("Image", "Variant", "DesignPreview", "LibraryItem")


def render(value: object) -> dict[str, object]:
    """The value as a notebook's bundle of forms."""
    names = [kind.__name__ for kind in type(value).__mro__]
    draw = next((BY_NAME[name] for name in names if name in BY_NAME), None)
    album = Album()
    if draw is None:
        draw = _entries if hasattr(type(value), "entries") else _fields
    found: dict[str, object] = {
        "text/plain": clean(_text(value)),
        "text/html": str(draw(value, album)),
    }
    if album.first is not None and any(name in ONE_PICTURE for name in names):
        found["image/png"] = small_png(album.first)
    return found


def _text(value: object) -> str:
    if isinstance(value, BaseException):
        return f"{type(value).__name__} {getattr(value, 'code', '')}: {value}"
    return repr(value)


HIDDEN = ("secret", "s3_key", "headers", "cursor", "next_cursor", "prefix")


def visible(name: str, value: object) -> bool:
    """Whether a field may stand in an output: links are signed, secrets are secret."""
    return value is not None and name not in HIDDEN and not name.endswith(("url", "_secret"))


def _fields(value: Any, album: Album) -> Html:
    pairs = [
        (name.replace("_", " "), _brief(held))
        for name in type(value).model_fields
        if visible(name, held := getattr(value, name))
    ]
    return box(type(value).__name__, facts(pairs))


def _entries(value: Any, album: Album) -> Html:
    """A list of values that has no picture of its own: a table of their plain fields."""
    entries = list(value)
    if not entries:
        return box(type(value).__name__, "nothing here")
    shown = entries[:MOST]
    names = [
        name
        for name in type(entries[0]).model_fields
        if name not in HIDDEN
        and not name.endswith("url")
        and any(getattr(entry, name) is not None for entry in shown)
    ]
    rows = [[_brief(getattr(entry, name)) for name in names] for entry in shown]
    return box(
        type(value).__name__,
        table([name.replace("_", " ") for name in names], rows),
        shown_of(len(shown), len(entries)),
        note=f"{len(entries):,} in all",
    )


def _brief(value: object) -> object:
    """A field within a table: plain values as they are, values within values by their fields."""
    if hasattr(type(value), "model_fields"):
        return show(clean(repr(value)))
    if isinstance(value, list) and value and hasattr(type(value[0]), "model_fields"):
        return f"{len(value)} × {type(value[0]).__name__}"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {held}" for key, held in list(value.items())[:12])
    return value
