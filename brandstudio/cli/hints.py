"""What was probably meant: the nearest word, the nearest folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from ..errors import StudioError

if TYPE_CHECKING:
    from ..studio import Studio


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that is nearest, if one is near."""
    by_folded = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def folders_named() -> list[str]:
    """The folders that the running command was given."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return []
    return [
        str(ctx.params[param.name])
        for param in ctx.command.params
        if getattr(param.type, "names_a_folder", False)
        and param.name is not None
        and ctx.params.get(param.name)
    ]


def meant_folder(studio: Studio, paths: Iterable[str]) -> str | None:
    """The folder that is nearest to the first of the paths that is none; at most one question a
    level.
    """
    for path in paths:
        try:
            found = _nearest(studio, path.split("/"))
        except StudioError:
            return None  # the first error is the one to tell
        if found is not None:
            return found
    return None


def _nearest(studio: Studio, slugs: list[str]) -> str | None:
    place: list[str] = []
    mended = False
    for slug in slugs:
        known = list(children(studio, "/".join(place)))
        if slug not in known:
            near = meant(slug, known)
            if near is None:
                # A folder of that name may stand elsewhere: people leave out its beginning.
                return None if place or mended else _elsewhere(studio, known, slugs)
            slug, mended = near, True
        place.append(slug)
    return "/".join(place) if mended else None


def _elsewhere(studio: Studio, tops: list[str], slugs: list[str]) -> str | None:
    for top in tops[:20]:
        if slugs[0] in children(studio, top):
            return "/".join([top, *slugs])
    return None


def children(studio: Studio, path: str) -> Iterator[str]:
    """Slugs of the folders directly inside one; of the Level 1 folders for an empty path."""
    if not path:
        return (folder.slug for folder in studio.folders.list().level1_folders)
    return (folder.slug for folder in studio.folders.children(folder=path).children)
