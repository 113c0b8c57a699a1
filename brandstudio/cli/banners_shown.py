"""Banners as people read them: their versions as a table, and what is to be known of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..models.designs import BannerJob, DesignPreview, Variant, WordsAdvisory
from .terminal import paint, table
from .variants import names


def notes(value: DesignPreview | Variant) -> list[str]:
    """What the rules say of a banner's words, and what a person should know of it."""
    return [
        *_said_of_words(value.advisories),
        *(paint(f"note: {said}", "warn") for said in value.warnings),
    ]


def _said_of_words(advisories: Sequence[WordsAdvisory] | None) -> list[str]:
    return [paint(f"note: {said.slot}: {said.message}", "warn") for said in advisories or ()]


def banner_rows(value: BannerJob, saved: Collection[str] = ()) -> list[str]:
    """The versions of a banner job as a table, what is to be known of them, and what was dropped.
    Where some are edits, each has its name with a number, and what it was made from.
    """
    named = names(value)
    edited = any(not name.endswith("@1") for name in named.values()) or any(
        entry.based_on for entry in value.variants
    )
    rows = [
        (
            entry.variant_id,
            entry.template,
            entry.size,
            f"{entry.scores.total:.2f}",
            len(entry.contrast_failures),
            "yes" if entry.saved_image_id or entry.variant_id in saved else "-",
            *((named[entry.variant_id], named.get(entry.based_on or "", "-")) if edited else ()),
        )
        for entry in value.variants
    ]
    head = ("id", "template", "size", "score", "unreadable", "saved")
    about = [
        f"{named[entry.variant_id] if edited else entry.template}: {said}"
        for entry in value.variants
        for said in entry.warnings
    ]
    return [
        *(
            table((*head, "name", "made from") if edited else head, rows)
            if rows
            else [value.progress]
        ),
        *_said_of_words(value.advisories),
        *(paint(f"note: {said}", "warn") for said in about),
        *(paint(f"dropped: {entry.template}: {entry.error}", "bad") for entry in value.dropped),
    ]
