"""Banners as people read them: their versions as a table, and what is to be known of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..models.designs import BannerJob, DesignPreview, Variant, WordsAdvisory
from .terminal import noted, paint, priced, table
from .variants import names


def notes(value: DesignPreview | Variant) -> list[str]:
    """What the rules say of a banner's words, and what a person should know of it."""
    return [
        *_said_of_words(value.advisories),
        *map(noted, value.warnings),
    ]


def cost(value: DesignPreview) -> list[str]:
    """What the banner would cost, were it made."""
    quoted = value.credits
    if quoted is None or value.unchanged is not None:
        return []  # a note says that it would be refused
    more = (
        f", and at most {priced(quoted.may_add)} more where its photo is continued"
        if quoted.may_add
        else ""
    )
    return [paint(f"Free to look at; made, it costs {priced(quoted.deducted)}{more}.", "faint")]


def _said_of_words(advisories: Sequence[WordsAdvisory] | None) -> list[str]:
    return [noted(f"{said.slot}: {said.message}") for said in advisories or ()]


def banner_rows(value: BannerJob, saved: Collection[str] = ()) -> list[str]:
    """The versions of a banner job as a table, each with the name that other commands take; what is
    to be known of them, and what was dropped. Where some are edits, names have numbers, and it is
    told what each was made from.
    """
    named = names(value)
    edited = any(not name.endswith("@1") for name in named.values()) or any(
        entry.based_on for entry in value.variants
    )
    several = len({entry.size for entry in value.variants}) > 1

    def name(entry: Variant) -> str:
        if edited:
            return named[entry.variant_id]
        return f"{entry.template}/{entry.size}" if several else entry.template

    rows = [
        (
            entry.variant_id,
            name(entry),
            entry.size,
            f"{entry.scores.total:.2f}",
            len(entry.contrast_failures),
            "yes" if entry.saved_image_id or entry.variant_id in saved else "-",
            *((named.get(entry.based_on or "", "-"),) if edited else ()),
        )
        for entry in value.variants
    ]
    head = ("id", "name", "size", "score", "unreadable", "saved")
    about = [f"{name(entry)}: {said}" for entry in value.variants for said in entry.warnings]
    return [
        *(table((*head, "made from") if edited else head, rows) if rows else [value.progress]),
        *_said_of_words(value.advisories),
        *map(noted, about),
        *(paint(f"dropped: {entry.template}: {entry.error}", "bad") for entry in value.dropped),
    ]
