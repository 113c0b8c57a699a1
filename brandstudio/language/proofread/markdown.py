"""Which parts of a Markdown text are words, and which are machinery that nobody may touch.

Machinery is: code (spans, fences, indented blocks), link targets and titles, reference definitions,
autolinks and bare addresses, e-mail addresses, HTML tags and comments, front matter, placeholders
(``{{name}}``), hashtags and handles, escapes, list and heading marks, rules. Link texts, image
descriptions and table cells are words. Follows CommonMark 0.31 where it matters for what is text;
every pattern is possessive or bounded, so that hostile input stays linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from ..segments import Span, lines
from ..tables import either
from .blocks import Row, protect, read_blocks

# : Stands for machinery in ``Document.masked``: no letter, no space, no punctuation that any check
# looks for.
MASK = "\ufffc"

_FRONT = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*+(?=[\r\n])")
_RAW = re.compile(
    r"<(script|style|pre|textarea|svg|math|code|kbd|samp)(?=[\s>/])|<!--|<\?|<!\[CDATA\[|<![A-Za-z]",
    re.IGNORECASE,
)
_COMMENT_CLOSE = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>"}
_TICKS = re.compile(r"`++")

_TAG_NAME = r"</?[A-Za-z][A-Za-z0-9-]*+"
_INLINE = [
    re.compile(
        rf"{_TAG_NAME}(?>(?:[^<>\"'\r\n]++|\r?\n(?![ \t\r]*\n)|\"[^\"]*+\"|'[^']*+'){{0,60}})>"
    ),
    re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*+|[^\s<>@]{1,64}@[^\s<>@]{1,255})>"),
    re.compile(
        r"\](?:\([ \t]*+(?:<[^<>\r\n]*+>|[^\s()<>]*+(?>(?:\([^\s()]*+\)[^\s()<>]*+)*))"
        r"(?:\s{1,3}(?:\"[^\"\r\n]*+\"|'[^'\r\n]*+'|\([^()\r\n]*+\)))?[ \t]*+\)|\[[^\[\]\r\n]{0,200}\])"
    ),
    re.compile(r"\[\^[^\[\]\s]{1,60}\]"),
    re.compile(
        r"(?<![\w@])(?:https?|ftp|mailto|tel)://?[^\s<>\"\u201c\u201d]++|(?<![\w@])(?:mailto|tel):[^\s<>\"]++",
        re.IGNORECASE,
    ),
    re.compile(r"(?<![\w.@-])www\.[^\s<>\"]++", re.IGNORECASE),
    # An address has a dot behind its sign: "che@p" is a word that hides.
    re.compile(r"(?<![\w.+%-])[\w.+%-]++@(?:localhost\b|[\w-]++(?>(?:\.[\w-]++)+))"),
    re.compile(
        r"(?<![\w.@/-])(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,4}"
        rf"(?:{either('proofread', 'top_level_domains')})"
        r"(?![\w-])(?:/[^\s<>\"]*+)?"
    ),
    re.compile(r"(?<![\w&/])[#@][^\W\d][\w-]*+"),
    re.compile(
        r"\{\{[^{}\r\n]{0,200}\}\}|\{%[^{}\r\n]{0,200}%\}|\$?\{[A-Za-z_][\w.]{0,60}\}"
        r"|(?<![\w%])%[sd](?!\w)|\[\[[A-Za-z_][\w ]{0,60}\]\]"
    ),
    re.compile(r"\\[!-/:-@\[-`{-~]"),
    re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});"),
    re.compile(r"(?<![\w/.])(?:~|\.{1,2})?/[\w.-]++(?>(?:/[\w.-]*+)+)"),
    re.compile(rf"(?<!\w)[\w-]{{1,80}}\.(?:{either('proofread', 'file_endings')})(?!\w)"),
]
_TRAILING = re.compile(r"[.,;:!?'\")\]*_\u2019\u201d\u00bb]++$")
_BARE = frozenset((4, 5, 7))  # of _INLINE: addresses that a sentence's closing marks may follow


class Document:
    """A text, its blocks, and the map of what may be touched.

    ``masked`` has the length of ``text`` with every protected character replaced by ``MASK``.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._map = bytearray(len(text))
        rows = list(lines(text))
        first = self._front_matter(rows)
        self._raw()
        self.blocks = read_blocks(text, rows[first:], self._map)
        self._code_spans()
        self._inline()
        marks = self._map
        self.masked = (
            "".join(MASK if marks[i] else c for i, c in enumerate(text)) if any(marks) else text
        )

    def protected(self, start: int, end: int) -> bool:
        """Whether any character of ``start:end`` may not be touched."""
        return self._map.find(1, start, max(end, start + 1)) >= 0

    def plain(self, start: int, end: int) -> str:
        """What a reader sees of a stretch: its words without machinery and emphasis marks."""
        return re.sub(
            r"[\ufffc*]|(?<!\w)_+|_+(?!\w)",
            "",
            self.masked[start:end].replace("[", "").replace("]", ""),
        ).strip()

    def spans(self) -> list[Span]:
        """The protected stretches, in order."""
        return [match.span() for match in re.finditer(rb"\x01+", bytes(self._map))]

    def _protect(self, start: int, end: int) -> None:
        protect(self._map, start, end)

    def _raw(self) -> None:
        """Comments and elements whose content is no prose (``<script>``, ``<pre>``), to their end.

        Without an end a comment at the start of a line runs to the end of the text; anything else
        is left as words.
        """
        text, at = self.text, 0
        absent: set[str] = set()  # ends that don't come any more, so that they are looked for once
        while opened := _RAW.search(text, at):
            start, at = opened.start(), opened.end()
            if self._map[start] or text[start - 1 : start] == "`":
                continue
            name = (opened.group(1) or "").lower()
            closing = name or _COMMENT_CLOSE.get(opened.group(), ">")
            if closing in absent:
                continue
            if name:
                found = re.compile(rf"</{name}[ \t\r\n]*+>", re.IGNORECASE).search(text, at)
                end = found.end() if found else -1
            else:
                place = text.find(closing, at)
                end = place + len(closing) if place >= 0 else -1
            if end < 0:
                absent.add(closing)
                if opened.group() == "<!--" and text[start - 1 : start] in ("", "\n"):
                    end = len(text)
                else:
                    continue
            self._protect(start, end)
            at = end

    def _front_matter(self, rows: list[Row]) -> int:
        opened = _FRONT.match(self.text)
        if not opened:
            return 0
        closers = (opened.group(1), "...") if opened.group(1) == "---" else ("+++",)
        for at, (start, end, after) in enumerate(rows[1:200], 1):
            if self.text[start:end].rstrip() in closers:
                # A rule above a paragraph and another below is no front matter: that has keys.
                if at > 1 and not any(c in self.text[rows[1][0] : start] for c in ":="):
                    return 0
                self._protect(0, after)
                return at + 1
        return 0

    def _code_spans(self) -> None:
        """Backtick runs pair with the next run of the same length in the same paragraph (CommonMark
        6.1).
        """
        text, marks = self.text, self._map
        runs = [m.span() for m in _TICKS.finditer(text) if not marks[m.start()]]
        ends = [m.start() for m in re.finditer(r"\n[ \t\r]*+\n", text)]
        by_length: dict[int, list[int]] = {}
        for index, (start, end) in enumerate(runs):
            by_length.setdefault(end - start, []).append(index)
        index = 0
        while index < len(runs):
            start, end = runs[index]
            same = by_length[end - start]
            following = bisect_right(same, index)
            gap = bisect_left(ends, start)
            limit = ends[gap] if gap < len(ends) else len(text)
            escaped = start > 0 and text[start - 1] == "\\"
            if not escaped and following < len(same) and runs[same[following]][0] < limit:
                index = same[following]
                self._protect(start, runs[index][1])
            index += 1

    def _inline(self) -> None:
        text, marks = self.text, self._map
        for number, pattern in enumerate(_INLINE):
            for match in pattern.finditer(text):
                start, end = match.span()
                if marks[start] and number != 2:
                    continue
                if number in _BARE:
                    found = match.group()
                    tail = _TRAILING.search(found)
                    if tail and not (tail.group().startswith(")") and "(" in found):
                        end = start + tail.start()
                if number == 2:
                    if marks[start] or (start > 0 and text[start - 1] == "\\"):
                        continue
                    start += 1  # the bracket that closes the link's words
                self._protect(start, end)
