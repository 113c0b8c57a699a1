"""What the terminal can show, told from its environment; a terminal is never probed for long."""

from __future__ import annotations

from collections.abc import Mapping

_KITTY = ("kitty", "ghostty")
_SIXEL = ("wezterm", "iterm.app", "mintty", "mlterm", "foot", "contour")


def picture_kind(wanted: str, environment: Mapping[str, str]) -> str:
    """``kitty``, ``sixel``, ``blocks`` or ``none``."""
    if wanted != "auto":
        return wanted
    if environment.get("TERM") == "dumb":
        return "none"
    if environment.get("TMUX") or environment.get("STY"):
        return "blocks"  # a multiplexer swallows or scrambles pictures
    program = environment.get("TERM_PROGRAM", "").lower()
    term = environment.get("TERM", "").lower()
    if environment.get("KITTY_WINDOW_ID") or any(
        name in program or name in term for name in _KITTY
    ):
        return "kitty"
    if environment.get("TEXTUAL_CELL_WIDTH", "0").isdigit() and int(
        environment.get("TEXTUAL_CELL_WIDTH", "0")
    ):
        return "sixel"  # the browser page tells the size of its cells and draws Sixel
    if any(name in program or name in term for name in _SIXEL):
        return "sixel"
    return "blocks"
