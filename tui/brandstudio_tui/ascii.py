"""What an ASCII terminal gets in place of signs, frames and letters that it can't show."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS = str.maketrans(
    {
        **dict.fromkeys("─━═▔▁╌┄", "-"),
        **dict.fromkeys("│┃║▏▕▎▍▌▋▊▉▐╎┆", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛╋╔╗╚╝", "+"),
        **dict.fromkeys("▀▄▂▃▅▆▇█■", " "),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("–—−", "-"),
        **dict.fromkeys("▶▸›", ">"),
        **dict.fromkeys("◀◂‹", "<"),
        **dict.fromkeys("▼▾", "v"),
        "…": "~",
        "×": "x",
        "±": "~",
        "·": ".",
        "•": "*",
        "⏎": "^",
    }
)


@lru_cache(4096)
def ascii_of(text: str) -> str:
    """The text in as many cells, in ASCII: signs by likeness, letters without their accents."""
    text = text.translate(SIGNS)
    if text.isascii():
        return text
    made = ""
    for letter in text:
        if letter.isascii():
            made += letter
            continue
        plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii())
        width = cell_len(letter)
        made += plain[:width].ljust(width) if plain else "?" * width
    return made


class AsciiOnly(LineFilter):
    """Passes every line that is painted through ``ascii_of``."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(ascii_of(segment.text), segment.style)
            for segment in segments
        ]
