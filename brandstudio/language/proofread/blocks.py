"""The blocks of a Markdown text: headings, items, paragraphs and rows of tables, line by line.

What is machinery (fences, code, rules, marks of lists) is marked as protected on the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: A line: where it starts, where its words end, where the next one starts.
Row = tuple[int, int, int]

_FENCE = re.compile(r"[ \t>]*+(?:[-*+][ \t]++|\d{1,9}[.)][ \t]++)?(`{3,}+|~{3,}+)")
_HEADING = re.compile(r"[ \t>]{0,20}(#{1,6})(?:[ \t]++|$)")
_LIST = re.compile(r"[ \t>]*+(?:[-*+\u2022]|\d{1,9}[.)])(?:[ \t]++(?:\[[ xX]\][ \t]++)?|$)")
_QUOTE = re.compile(r"[ \t]*+(?:>[ \t]?)+")
_RULE = re.compile(
    r"[ \t]{0,3}(?:(?>(?:-[ \t]*+){3,})|(?>(?:\*[ \t]*+){3,})|(?>(?:_[ \t]*+){3,})|=++[ \t]*+|-++[ \t]*+)$"
)
_TABLE_RULE = re.compile(r"[ \t]*+\|?(?>(?:[ \t]*+:?-++:?[ \t]*+\|?)+)[ \t]*+$")
_DEFINITION = re.compile(r"[ \t]{0,3}\[[^\[\]\r\n]{1,200}\]:[ \t]")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of running text: its kind (``heading``, ``item``, ``paragraph``, ``row``) and where
    its words lie.
    """

    kind: str
    start: int
    end: int


def protect(map: bytearray, start: int, end: int) -> None:
    """Mark ``start:end`` as a stretch that may not be touched."""
    if end > start:
        map[start:end] = b"\x01" * (end - start)


def read_blocks(text: str, rows: list[Row], map: bytearray) -> list[Block]:
    """The blocks of ``rows``; what of them is machinery is protected in ``map``."""
    reading = _Reading(text, map)
    for row in rows:
        reading.take(row)
    reading.close()
    return reading.blocks


class _Reading:
    """What was read so far: the open fence, the paragraph under way, whether a list is open."""

    def __init__(self, text: str, map: bytearray) -> None:
        self.blocks: list[Block] = []
        self._text, self._map = text, map
        self._fence = ""
        self._kind = "paragraph"
        self._paragraph: tuple[int, int] | None = None
        self._blank, self._in_list = True, False

    def close(self) -> None:
        """The end of the paragraph under way."""
        if self._paragraph:
            self.blocks.append(Block(self._kind, *self._paragraph))
        self._paragraph = None

    def take(self, row: Row) -> None:
        """One line; the first kind that it is of reads it."""
        start, end, after = row
        line = self._text[start:end]
        for reads in (
            self._in_fence,
            self._in_raw,
            self._opens_fence,
            self._is_blank,
            self._indented,
            self._rule,
            self._between_cells,
            self._heading,
            self._item,
            self._cells,
        ):
            if reads(line, start, end, after):
                return
        self._words(line, start, end)

    def _in_fence(self, line: str, start: int, end: int, after: int) -> bool:
        if not self._fence:
            return False
        protect(self._map, start, after)
        stripped = line.lstrip(" \t>")
        if stripped.startswith(self._fence) and not stripped.strip(self._fence[0] + " \t"):
            self._fence = ""
        self._blank = True
        return True

    def _in_raw(self, line: str, start: int, end: int, after: int) -> bool:
        """Whether the line stands inside a comment or a raw element."""
        return start < end and self._map.find(0, start, end) < 0

    def _opens_fence(self, line: str, start: int, end: int, after: int) -> bool:
        opened = _FENCE.match(line)
        if (
            not opened
            or self._map[start]
            or (opened.group(1)[0] == "`" and "`" in line[opened.end() :])
        ):
            return False
        self.close()
        self._fence = opened.group(1)
        protect(self._map, start, after)
        return True

    def _is_blank(self, line: str, start: int, end: int, after: int) -> bool:
        if line.strip(" \t>"):
            return False
        self.close()
        protect(self._map, start, end)
        self._blank = True
        return True

    def _indented(self, line: str, start: int, end: int, after: int) -> bool:
        """Code by its indent, which only a line after a blank one has."""
        if not self._blank or self._in_list or not line.startswith(("    ", "\t")):
            return False
        self.close()
        protect(self._map, start, after)
        return True

    def _rule(self, line: str, start: int, end: int, after: int) -> bool:
        """A rule, or the line under a heading."""
        if not _RULE.match(line):
            return False
        if self._paragraph and line.strip()[0] in "=-" and self._kind == "paragraph":
            self._kind = "heading"
        self.close()
        protect(self._map, start, end)
        self._blank, self._kind = False, "paragraph"
        return True

    def _between_cells(self, line: str, start: int, end: int, after: int) -> bool:
        """The rule of a table, or where a link of references leads."""
        table = "|" in line and "-" in line and _TABLE_RULE.match(line)
        if not table and not _DEFINITION.match(line):
            return False
        self.close()
        protect(self._map, start, end)
        return True

    def _heading(self, line: str, start: int, end: int, after: int) -> bool:
        heading = _HEADING.match(line)
        if not heading:
            return False
        self.close()
        protect(self._map, start, start + heading.end())
        closing_marks = re.search(r"[ \t]#++[ \t]*+$", line)
        stop = start + closing_marks.start() if closing_marks else end
        protect(self._map, stop, end)
        self.blocks.append(Block("heading", start + heading.end(), stop))
        self._blank = self._in_list = False
        return True

    def _item(self, line: str, start: int, end: int, after: int) -> bool:
        item = _LIST.match(line)
        if not item:
            return False
        self.close()
        begin = start + item.end()
        protect(self._map, start, begin)
        self._kind, self._paragraph, self._in_list = "item", (begin, end), True
        self._blank = False
        return True

    def _cells(self, line: str, start: int, end: int, after: int) -> bool:
        if line.count("|") < 2:
            return False
        self.close()
        self.blocks.append(Block("row", start, end))
        self._blank = False
        return True

    def _words(self, line: str, start: int, end: int) -> None:
        quote = _QUOTE.match(line)
        begin = start + quote.end() if quote else start
        protect(self._map, start, begin)
        if self._paragraph is None:
            self._kind, self._paragraph = "paragraph", (begin, end)
            self._in_list = self._in_list and line.startswith((" ", "\t"))
        else:
            self._paragraph = (self._paragraph[0], end)
        self._blank = False
