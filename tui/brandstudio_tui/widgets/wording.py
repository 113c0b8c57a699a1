"""Short words about things, cut to the cells there are."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len, set_cell_size

from ..symbols import Symbols
from ..views import Tile


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells, with an ellipsis where it is cut; control characters of
    titles never reach the terminal.
    """
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    if width <= 0:
        return ""
    if cell_len(clean) <= width:
        return set_cell_size(clean, width)
    if width == 1:
        return "…"
    return set_cell_size(clean, width - 1) + "…"


def hanging(text: str, indent: int, width: int) -> str:
    """The text broken into lines of a column that begins after so many cells."""
    lines = wrap(text, max(12, width - indent)) or [""]
    return f"\n{' ' * indent}".join(lines)


def spoken(tile: Tile, symbols: Symbols, marked: bool) -> str:
    """An item as a screen reader says it."""
    words = (tile.kind, tile.title, tile_words(tile, symbols, spoken=True), marked and "marked")
    return ", ".join(word for word in words if word)


def tile_words(
    tile: Tile, symbols: Symbols, *, room: int | None = None, spoken: bool = False
) -> str:
    """State, score, versions and size of an item; where there is little room, the size goes first."""
    if room is not None:
        for without in ("", "size", "size score"):
            words = _tile_words(tile, symbols, False, without)
            if cell_len(words) <= room:
                break
        return words
    return _tile_words(tile, symbols, spoken, "")


def _tile_words(tile: Tile, symbols: Symbols, spoken: bool, without: str) -> str:
    words: list[str] = []
    if tile.status == "processing":
        words.append("in work" if spoken else f"{symbols.running} in work")
    elif tile.status == "failed":
        words.append("failed" if spoken else f"{symbols.failed} failed")
    if tile.is_hero:
        words.append("hero" if spoken else symbols.hero)
    if tile.score is not None and tile.kind != "text":
        words.append(f"{tile.score:.0f}" if "score" in without else f"score {tile.score:.0f}")
    if tile.versions > 1:
        words.append(f"{tile.versions} versions" if spoken else f"v{tile.versions}")
    if tile.width and tile.height and "size" not in without:
        words.append(
            f"{tile.width}×{tile.height}" if not spoken else f"{tile.width} by {tile.height} pixels"
        )
    if tile.kind != "image" and not spoken:
        words.append(tile.template or tile.kind)
    elif tile.template:
        words.append(tile.template)
    return (", " if spoken else "  ").join(words)
