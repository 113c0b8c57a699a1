"""Picking a folder, a picture or a file for what is being done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import brandstudio

from ..views import FolderNode
from ..widgets.rows import Column, Row
from .dialogs import Pick

if TYPE_CHECKING:
    from ..app import StudioApp


def all_folders(studio: brandstudio.Studio) -> list[FolderNode]:
    """Every folder, each below the one that it lies in."""
    found: list[FolderNode] = []
    for top in studio.folders.list(include_stats=True).level1_folders:
        found.append(FolderNode.of(top))
        if not top.stats or top.stats.sub_folders:
            tree = studio.folders.tree(folder=top.path, include_stats=True)
            for second in tree.level2_folders:
                found.append(FolderNode.of(second))
                for third in second.level3_folders:
                    found.append(FolderNode.of(third))
                    if not third.stats or third.stats.sub_folders:
                        found += _below(studio, third.path)
    return found


def _below(studio: brandstudio.Studio, path: str) -> list[FolderNode]:
    found: list[FolderNode] = []
    for child in studio.folders.children(folder=path).children:
        found.append(FolderNode.of(child, child.child_folder_count))
        if child.child_folder_count:
            found += _below(studio, child.path)
    return found


def folder_rows(nodes: list[FolderNode]) -> list[Row]:
    return [
        Row(
            node.path,
            (
                "  " * (node.level - 1) + node.name,
                "" if node.items is None else f"{node.items:,}",
                node.path,
            ),
            ("", "second", "quiet"),
        )
        for node in nodes
    ]


FOLDER_COLUMNS = (Column("Folder", 0), Column("Items", -8), Column("Path", 0))


def pick_folder(app: StudioApp, then: Callable[[str], None], title: str = "Folder") -> None:
    """Ask for a folder; nothing happens when none is taken."""
    dialog = Pick(title, (), FOLDER_COLUMNS)
    app.push_screen(dialog, lambda path: None if path is None else then(path))
    dialog.call_after_refresh(
        lambda: dialog.ask(all_folders, lambda nodes: dialog.add_rows(folder_rows(nodes)))
    )


def pick_image(
    app: StudioApp, folder: str, then: Callable[[str], None], title: str = "Picture"
) -> None:
    """Ask for a picture of a folder or of those above and below it."""
    from ..views import Tile

    dialog = Pick(title, (), (Column("Title", 0), Column("Folder", 24), Column("Size", 12)))

    def look(studio: brandstudio.Studio) -> list[Tile]:
        top = folder.split("/")[0]
        page = studio.library.list(folder=top, subtree=True, kind="image", limit=200)
        return [Tile.of(item) for item in page.items]

    def show(tiles: list[Tile]) -> None:
        dialog.add_rows(
            [
                Row(
                    tile.image_id,
                    (tile.title, tile.folder, f"{tile.width}×{tile.height}"),
                    ("", "quiet", "quiet"),
                )
                for tile in tiles
            ]
        )

    app.push_screen(dialog, lambda chosen: None if chosen is None else then(chosen))
    dialog.call_after_refresh(lambda: dialog.ask(look, show))


def on_one_line(text: str) -> str:
    """Pasted or dropped paths, one a line, as the words of one line."""
    import shlex

    lines = [line.strip() for line in text.replace("\r", "\n").split("\n") if line.strip()]
    if len(lines) < 2:
        return "".join(lines)
    return " ".join(
        shlex.quote(line) if Path(line).expanduser().exists() else line for line in lines
    )


def paths_in(text: str) -> list[Path]:
    """The files of a pasted or dropped text: one a line, quoted as shells and file managers do."""
    import shlex
    from urllib.parse import unquote, urlsplit

    found: list[Path] = []
    for line in text.replace("\r", "\n").split("\n"):
        line = line.strip()
        if not line:
            continue
        if Path(line).expanduser().exists():
            found.append(Path(line).expanduser())
            continue
        try:
            words = shlex.split(line)
        except ValueError:
            words = [line]
        for word in words:
            if word.startswith("file://"):
                word = unquote(urlsplit(word).path)
            found.append(Path(word).expanduser())
    return found


def free_name(path: Path) -> Path:
    """The path, or the next free one after it; nothing is ever overwritten."""
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return candidate
