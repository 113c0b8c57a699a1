"""Which not-found a missing folder is told by: each family of calls has its own, decided here for
the store's look-ups and for names that can be no folder's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..errors import (
    BrandNotFound,
    FolderNotFound,
    NotFound,
    StudioError,
    SubBrandNotFound,
    UnsupportedBrand,
    UnsupportedHierarchy,
)

Family = Literal["images", "folders", "invites", "legacy"]

_LEGACY_CODES = ("BRAND_NOT_FOUND", "SUB_BRAND_NOT_FOUND", "CAMPAIGN_NOT_FOUND")
_SHOWN = 100
"""Characters of each name that an answer repeats."""


def missing_folder(
    family: Family, slugs: Sequence[str], level: int, near: str | None = None
) -> StudioError:
    """The error for a path that breaks off at ``level``, counted from 1; ``near`` is the folder
    that was probably meant.
    """
    named = {f"level{number}": slug[:_SHOWN] for number, slug in enumerate(slugs, 1)}
    names = [slug[:_SHOWN] for slug in slugs[:level]]
    path = "/".join(names)
    hint = "" if near is None else f" Did you mean {near}?"
    if family == "images":
        if level == 1:
            return UnsupportedBrand(f"There is no Level 1 folder {path!r}.{hint}", **named)
        above = "/".join(names[:-1])
        return UnsupportedHierarchy(f"{names[-1]!r} does not lie in {above!r}.{hint}", **named)
    if family == "invites":
        kind = BrandNotFound if level == 1 else SubBrandNotFound
        return kind(f"There is no folder {path!r}.")
    if family == "legacy":
        return NotFound(f"There is no brand {path!r}.")
    return folder_not_found(slugs, level, f"There is no folder {path!r}.{hint}")


def folder_not_found(slugs: Sequence[str], level: int, message: str) -> FolderNotFound:
    """FOLDER_NOT_FOUND with the level, every name, and the older code of Levels 1 to 3."""
    details: dict[str, object] = {"level": level}
    details |= {f"level{number}": slug[:_SHOWN] for number, slug in enumerate(slugs, 1)}
    if level <= len(_LEGACY_CODES):
        details["legacyCode"] = _LEGACY_CODES[level - 1]
    return FolderNotFound(message, **details)
