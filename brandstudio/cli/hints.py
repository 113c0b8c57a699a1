"""What was probably meant, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from ..models.owners import for_owner

if TYPE_CHECKING:
    from ..studio import Studio


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that is nearest, if one is near."""
    by_folded = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def told(said: str) -> str:
    """What a command says, to the owner of the data folder with the settings that it is about."""
    context = click.get_current_context(silent=True)
    own = context is not None and getattr(context.obj, "url", None) is None
    return for_owner(said) if own else said


def children(studio: Studio, path: str) -> Iterator[str]:
    """Slugs of the folders directly inside one; of the Level 1 folders for an empty path."""
    if not path:
        return (folder.slug for folder in studio.folders.list().level1_folders)
    return (folder.slug for folder in studio.folders.children(folder=path).children)
