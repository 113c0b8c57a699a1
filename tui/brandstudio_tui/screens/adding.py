"""Adding files, folders of files and links to the library, and what of it a search or filter hides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import brandstudio
from brandstudio.errors import StudioError

from ..calls import Call
from ..views import Tile
from ..widgets.shelf import PAGE, Query, fetch
from .batching import Batching
from .dialogs import Field, Form
from .picking import paths_in, pick_folder


@dataclass(frozen=True)
class Added:
    """What came into the library, how much of it is not shown, and the first thing that failed."""

    tiles: tuple[Tile, ...]
    hidden: int
    error: Exception | None


def narrowing(query: Query) -> str:
    """What of a query keeps things from being shown, in words; nothing where it keeps none."""
    parts = (
        (query.trashed, "the trash can"),
        (query.saved, "the saved search"),
        (query.q.strip(), "the search"),
        (query.tags.strip() or query.least or query.kind, "the filter"),
    )
    return " and ".join(words for given, words in parts if given)


def unseen(studio: brandstudio.Studio, query: Query, added: Sequence[Tile]) -> int:
    """How many of what was just added the query does not show."""
    if not added or not narrowing(query):
        return 0
    # The newest come first: one request tells of the last page of them.
    found = fetch(studio, replace(query, sort="latest"), 0, None, PAGE).tiles
    shown = {tile.image_id for tile in found if (tile.score or 0) >= query.least}
    return sum(tile.image_id not in shown for tile in added[-PAGE:])


class Adding(Batching):
    """The actions that add, for a screen that shows a query of the library."""

    _query: Query
    _fresh: frozenset[str] = frozenset()
    """What was just added, until it is shown."""

    def action_add(self, paths: str = "") -> None:
        folder = self.studio_app.folder
        if not folder:
            pick_folder(self.studio_app, lambda path: self._add_into(path, paths), "Add to")
        else:
            self._add_into(folder, paths)

    def _add_into(self, folder: str, paths: str = "") -> None:
        self.studio_app.set_folder(folder)
        fields = [
            Field("paths", "Files or folders", paths, "type, paste or drop paths here"),
            Field("url", "or a link", "", "https://..."),
        ]

        def add(values: dict[str, str] | None) -> None:
            if values is not None:
                self.add_files(folder, paths_in(values["paths"]), values["url"].strip())

        note = self.studio_app.purse.line("upload")
        note = f"Into {folder}. Each file {note}." if note else f"Into {folder}."
        # What was dropped stands there already: one enter adds it.
        form = Form("Add to the library", fields, button="Add", note=note, filled=bool(paths))
        self.app.push_screen(form, add)

    def add_files(self, folder: str, paths: Sequence[Path], url: str = "") -> None:
        """Add every picture of the paths, folders included, and the link."""

        query = self._query

        def work(studio: brandstudio.Studio) -> Added:
            added: list[Tile] = []
            problem: Exception | None = None
            sources: list[dict[str, Any]] = [{"file": file} for file in _files(paths)]
            if url:
                sources.append({"url": url})
            for source in sources:
                try:
                    added.append(Tile.of(studio.library.add(folder=folder, **source)))
                except (StudioError, OSError) as error:
                    problem = problem or error
            try:
                hidden = unseen(studio, query, added)
            except (StudioError, OSError) as error:
                hidden, problem = 0, problem or error
            return Added(tuple(added), hidden, problem)

        def show(result: Added) -> None:
            added, problem = result.tiles, result.error
            files = _files(paths)
            if added and files:
                # The transport saw an upload's key; what can be done again names the file.
                given = (("folder", folder), ("file", [str(file) for file in files]))
                self.studio_app.last_call = Call("library.add", given)
            if problem is not None:
                self.fail(problem)
            if added:
                what = added[0].title if len(added) == 1 else f"{len(added)} pictures"
                if result.hidden:
                    count = "" if result.hidden == len(added) else f"{result.hidden} "
                    what = f"{what} ({count}hidden by {narrowing(query)})"
                self.studio_app.say(f"Added to {folder}: {what}")
                self._fresh = frozenset(tile.image_id for tile in added)
            elif problem is None:
                self.studio_app.say("No file was named", "quiet")
            self.changed()

        self.ask(work, show)


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files themselves, and the pictures of folders among them."""
    kinds = {".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".tif", ".tiff", ".bmp", ".heic"}
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(file for file in path.iterdir() if file.suffix.lower() in kinds)
        else:
            found.append(path)
    return found
