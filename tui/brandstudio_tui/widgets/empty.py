"""What stands in the gallery where nothing else does: why, and what to do about it."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip

from ..themes import Pens
from .shelf import Query, Shelf
from .wording import fit

_BEGIN = (
    ("a", "adds files; they can be dropped here, too"),
    ("2", "makes a picture from words"),
    ("3", "composes a banner"),
)


def reasons(query: Query) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Why a listing is empty, and the keys that lead on."""
    if query.saved:
        return f"Nothing fits {query.saved} now.", (("S", "shows everything again"),)
    if query.trashed:
        return "The trash is empty.", (("y", "goes back"),)
    narrowed = [
        (key, words)
        for key, words, asked in (
            ("esc", f"forgets {query.q.strip()!r}", query.q.strip()),
            ("f", f"shows more than {query.kind}s", query.kind),
            ("T", f"forgets #{query.tags.strip()}", query.tags.strip()),
            ("o", f"asks for less than a score of {query.least}", query.least),
        )
        if asked
    ]
    if narrowed:
        return "Nothing fits.", tuple(narrowed)
    if query.folder and not query.subtree:
        return "Nothing in this folder yet.", (*_BEGIN, ("w", "shows the folders below, too"))
    return "Nothing here yet.", _BEGIN


def empty_line(shelf: Shelf, line: int, room: tuple[int, int], pens: Pens) -> Strip:
    """One line of an empty gallery of so many cells."""
    width, height = room
    if not shelf.known:
        return Strip([])
    said, keys = reasons(shelf.query)
    at = line - max(1, height // 3)
    if at == 0:
        return Strip([Segment(fit(f"  {said}", width), pens.text)])
    if 2 <= at < 2 + len(keys):
        key, words = keys[at - 2]
        lead = f"  {key:>3}  "
        return Strip(
            [Segment(lead, pens.accent), Segment(fit(words, width - len(lead)), pens.quiet)]
        )
    return Strip([])
