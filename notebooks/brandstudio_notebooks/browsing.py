"""Finding one's way: the picker of folders, and the gallery of one."""

from __future__ import annotations

import html
from typing import Any

import traitlets

from brandstudio.models.shown import thumbnails

from .base import StudioWidget, image_tags, module, picture

MOST_FOLDERS, PAGE = 400, 24


class FolderPicker(StudioWidget):
    """The folders as a tree; ``value`` is the path that is picked. Arrow keys move, Enter picks."""

    _esm = module("folders")
    folders: Any = traitlets.List().tag(sync=True)

    def __init__(self, studio: Any, **traits: Any) -> None:
        super().__init__(studio, **traits)
        self.refresh()

    def refresh(self) -> None:
        """Read the folders again."""
        self._start("read", self._read)

    def _read(self) -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        def below(folder: Any, depth: int) -> None:
            if len(found) >= MOST_FOLDERS:
                return
            found.append({"path": folder.path, "name": folder.name, "depth": depth})
            for child in self._studio.folders.children(folder=folder.path).children:
                below(child, depth + 1)

        for folder in self._studio.folders.list():
            below(folder, 0)
        over = f"the first {MOST_FOLDERS} folders" if len(found) >= MOST_FOLDERS else ""
        return {"folders": found, "message": over}

    def frozen(self) -> str:
        return (
            "".join(
                f'<div style="padding-left:{1.2 * one["depth"]}em;'
                f'font-weight:{600 if one["path"] == self.value else 400}">'
                f"{html.escape(one['name'])}</div>"
                for one in self.folders
            )
            or "no folders yet"
        )


class Gallery(StudioWidget):
    """The pictures of a folder; ``value`` is the id that is picked. ``folder`` links to a picker."""

    _esm = module("gallery")
    folder = traitlets.Unicode("").tag(sync=True)
    items: Any = traitlets.List().tag(sync=True)
    total = traitlets.Int(0).tag(sync=True)
    more = traitlets.Int(0).tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", **traits: Any) -> None:
        self._cursor: str | None = None
        super().__init__(studio, folder=folder, **traits)
        self.observe(lambda _: self.refresh(), "folder")
        self._when("more", "read", self._next)
        self.refresh()

    def refresh(self) -> None:
        """Read the folder again."""
        self._cursor = None
        if self.folder:
            self._start("read", self._first)

    def _first(self) -> dict[str, Any]:
        page = self._studio.library.list(folder=self.folder, limit=PAGE)
        self._cursor = page.next_cursor
        return {"items": _shown(page), "total": page.total_count}

    def _next(self) -> dict[str, Any]:
        if self._cursor is None:
            return {}
        page = self._studio.library.list(folder=self.folder, limit=PAGE, cursor=self._cursor)
        self._cursor = page.next_cursor
        return {"items": [*self.items, *_shown(page)]}

    def frozen(self) -> str:
        if not self.folder:
            return "no folder yet"
        first = self.items[:PAGE]
        shown = image_tags(((one["src"], one["title"]) for one in first), 160)
        return f"{shown}<div>{len(first):,} of {self.total:,} shown</div>"


def _shown(page: Any) -> list[dict[str, Any]]:
    thumbnails(list(page), 200)
    return [
        {
            "id": item.image_id,
            "title": item.title or item.filename or item.kind,
            "kind": item.kind,
            "src": picture(item, 200),
        }
        for item in page
    ]
