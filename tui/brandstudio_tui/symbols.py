"""Signs for states and marks, in Unicode and in ASCII; no meaning is carried by colour alone."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Symbols:
    """One sign for each meaning; every one is a single cell wide (of some there are several)."""

    logo: str = "▚"
    marked: str = "✓"
    hero: str = "★"
    image: str = "▣"
    design: str = "▤"
    text: str = "¶"
    queued: str = "○"
    running: str = "◐"
    done: str = "●"
    failed: str = "✗"
    warning: str = "▲"
    coin: str = "◆"
    away: str = "◌"
    more: str = "…"
    left: str = "◂"
    right: str = "▸"
    up: str = "▴"
    down: str = "▾"
    bar: str = "█"
    shade: str = "░"
    levels: str = "▁▂▃▄▅▆▇█"
    dot: str = "·"
    arrow: str = "→"
    grid: str = "─│┌┐└┘├┤┬┴┼"
    frame: str = "━┃┏┓┗┛"
    half: str = "▀"
    cross: str = "╋"


ASCII = Symbols(
    logo="#",
    marked="x",
    hero="*",
    image="i",
    design="d",
    text="t",
    queued="o",
    running="~",
    done="+",
    failed="!",
    warning="!",
    coin="$",
    away="?",
    more="~",
    left="<",
    right=">",
    up="^",
    down="v",
    bar="#",
    shade=".",
    levels="#",
    dot=".",
    arrow=">",
    grid="-|+++++++++",
    frame="=#####",
    half=" ",
    cross="+",
)
UNICODE = Symbols()


def symbols_for(encoding: str | None) -> Symbols:
    """Unicode where the terminal's encoding can carry all of it, else ASCII."""
    signs = "".join(getattr(UNICODE, field.name) for field in fields(Symbols))
    try:
        signs.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
