"""The main screens as they were looked at last: their words and the meaning of each colour.

Few and of our own making: a snapshot is a text file of the lines of a screen, and beside each line
which pen its cells have (a letter for each of the theme's names), so that neither another release of
Textual nor another theme changes it. ``BRANDSTUDIO_SNAPSHOTS=write`` writes them anew; look at them
before they are committed.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.style import Style
from textual.strip import Strip
from textual.widgets import Input

from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")

FOLDER = Path(__file__).parent / "snapshots"
LETTERS = {
    "text": "t",
    "quiet": "q",
    "line": "l",
    "accent": "a",
    "second": "s",
    "good": "g",
    "warn": "w",
    "bad": "b",
    "on_accent": "A",
}
DATES = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"), "2026-01-01 12:00"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "2026-01-01"),
    (re.compile(r"\d{1,2} [A-Z][a-z]{2} \d{4}"), "1 Jan 2026"),
)


def letters_of(hand: Hand) -> dict[tuple[int, int, int], str]:
    """Which pen a colour of the theme is; the first of two that share it counts."""
    found: dict[tuple[int, int, int], str] = {}
    for name, letter in LETTERS.items():
        code = getattr(hand.app.tones, name).lstrip("#")
        found.setdefault((int(code[:2], 16), int(code[2:4], 16), int(code[4:6], 16)), letter)
    return found


def pen(style: Style | None, letters: dict[tuple[int, int, int], str]) -> str:
    colour = style.color if style is not None else None
    if colour is None or colour.triplet is None:
        return "."
    return letters.get(tuple(colour.triplet), ".")  # type: ignore[arg-type]


def drawn(line: list[Strip], letters: dict[tuple[int, int, int], str]) -> tuple[str, str]:
    """The text of a line, pictures as shades, and the pens of what stands on it."""
    text, pens = "", ""
    for strip in line:
        for segment in strip:
            for cell in segment.text:
                text += "▒" if cell == "▀" else cell
                pens += " " if cell in " ▀" else pen(segment.style, letters)
    for pattern, same in DATES:
        for found in pattern.finditer(text):
            pens = pens[: found.start()] + " " * len(found[0]) + pens[found.end() :]
        text = pattern.sub(same, text)
    return text.rstrip(), re.sub(r"(.)\1+", r"\1", " ".join(pens.split()))


def screen(hand: Hand) -> str:
    letters = letters_of(hand)
    lines = hand.app.screen._compositor.render_strips()[: hand.app.size.height]
    found = [drawn([line] if isinstance(line, Strip) else list(line), letters) for line in lines]
    texts = "\n".join(f"{number:2} {text}".rstrip() for number, (text, _) in enumerate(found, 1))
    pens = "\n".join(f"{number:2} {pens}".rstrip() for number, (_, pens) in enumerate(found, 1))
    return f"{texts}\n\npens\n\n{pens}\n"


SCREENS: tuple[tuple[str, tuple[int, int], tuple[str, ...]], ...] = (
    ("library", (120, 40), ("f1",)),
    ("library-small", (80, 24), ("f1",)),
    ("make", (120, 40), ("f2",)),
    ("banner", (120, 40), ("f3",)),
    ("style", (120, 40), ("f4",)),
    ("words", (120, 40), ("f5",)),
    ("desk", (120, 40), ("f6", "down", "down", "down", "down")),
    ("make-small", (80, 24), ("f2",)),
)


@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize(("name", "size", "keys"), SCREENS, ids=[one[0] for one in SCREENS])
def test_a_main_screen_looks_as_it_was_looked_at_last(
    opened: Opened,
    studio: Studio,
    add: Callable[..., LibraryItem],
    name: str,
    size: tuple[int, int],
    keys: tuple[str, ...],
) -> None:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    for number in range(2):
        add(studio, "acme", number)

    async def story() -> str:
        async with opened(size=size, folder="acme") as hand:
            await hand.until(lambda: hand.app.purse.balance is not None)
            for key in keys:
                await hand.press(key)
            await hand.until(lambda: "…" not in hand.text().splitlines()[1])
            for field in hand.app.screen.query(Input):
                field.cursor_blink = False  # the cursor stands, however slow the machine
            return screen(hand)

    found = asyncio.run(story())
    file = FOLDER / f"{name}.txt"
    if os.environ.get("BRANDSTUDIO_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8"), f"{name} looks otherwise now"
