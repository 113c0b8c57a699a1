"""A draft while orders change it: where words and parts stand in it, and what remains without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ..proofread.markdown import Document
from ..segments import Span, paragraphs, sentences
from .vocabulary import MARKED, ORDINALS, PARTS


@dataclass(slots=True)
class DraftUnderWay:
    """The draft under way, the quoted stretches of the instruction, and what is to be said about
    it.
    """

    text: str
    quoted: list[str]
    notes: list[str] = field(default_factory=list)

    def words(self, part: str) -> str:
        """A part of an order with its quoted stretches put back, without the words that only lead
        to it.
        """
        part = part.strip(" .,:")
        marks = MARKED.findall(part)
        if len(marks) == 1:
            return self.quoted[int(marks[0])]
        return MARKED.sub(
            lambda m: self.quoted[int(m.group(1))],
            re.sub(r"^(?:the )?(?:words?|phrases?|text|name|term)\s+", "", part),
        ).strip()


def find(text: str, words: str) -> list[Span]:
    """Where ``words`` stand, whole: words with capitals to the letter first, otherwise whatever
    case, spaces and quotes.
    """
    if not words.strip():
        return []
    left = r"(?<!\w)" if words[0].isalnum() else ""
    right = r"(?!\w)" if words[-1].isalnum() else ""
    found = [m.span() for m in re.finditer(left + re.escape(words) + right, text)]
    if found and not words.islower():
        return _in_words(text, found)
    loose = r"\s+".join(
        re.escape(w).replace("'", "['\u2019]").replace("\u2019", "['\u2019]") for w in words.split()
    )
    return _in_words(
        text, [m.span() for m in re.finditer(left + loose + right, text, re.IGNORECASE)]
    )


def _in_words(text: str, spans: list[Span]) -> list[Span]:
    """The spans that are words; those in addresses and code only when there are no others."""
    document = Document(text)
    return [span for span in spans if not document.protected(*span)] or spans


def words_only(text: str, change: Callable[[str], str]) -> str:
    """``change`` on words, not on addresses, code or tags."""
    pieces, at = [], 0
    for start, end in Document(text).spans():
        pieces += [change(text[at:start]) if text[at:start] else "", text[start:end]]
        at = end
    return "".join([*pieces, change(text[at:]) if text[at:] else ""])


def swap(text: str, spans: list[Span], new: Callable[[str], str]) -> str:
    pieces, at = [], 0
    for start, end in spans:
        pieces += [text[at:start], new(text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


def part_of(text: str, ordinal: str, part: str) -> list[Span]:
    """The span of "the last sentence" and its like; empty when there is none."""
    part = part.lower().rstrip("s") if part.lower() not in PARTS else part.lower()
    part = PARTS.get(part, part)
    if part == "sentence":
        spans = sentences(text)
    elif part == "paragraph":
        spans = paragraphs(text)
    elif part == "word":
        spans = [m.span() for m in re.finditer(r"[^\W_]+(?:['\u2019-][^\W_]+)*", text)]
    elif part == "heading":
        spans = [
            (m.start(1), m.end(1))
            for m in re.finditer(r"^#{1,6}[ \t]+([^\n]+)", text, re.MULTILINE)
        ]
    elif part.startswith("bullet"):
        spans = [
            m.span()
            for m in re.finditer(
                r"^[ \t]*(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+[^\n]*", text, re.MULTILINE
            )
        ]
    else:
        spans = [m.span() for m in re.finditer(r"^[^\n]*\S[^\n]*$", text, re.MULTILINE)]
    place = ORDINALS[ordinal.lower()]
    return [spans[place]] if -len(spans) <= place < len(spans) else []


def without(text: str, spans: list[Span]) -> str:
    """``text`` without the spans, and without the spaces and empty brackets that they leave
    behind.
    """
    pieces, at = [], 0
    for start, end in spans:
        if text[start - 1 : start] in (" ", "") and text[end : end + 1] == " ":
            end += 1
        elif text[start - 1 : start] == " " and text[end : end + 1] in (
            "",
            "\n",
            ".",
            ",",
            ";",
            ":",
            "!",
            "?",
            ")",
        ):
            start -= 1
        pieces.append(text[at : max(at, start)])
        at = max(at, end)
    text = "".join([*pieces, text[at:]])
    text = re.sub(r"\(\s*\)|\[\s*\]", "", text)
    text = re.sub(r"(?<=[^\s\n])[ \t]{2,}(?=\S)", " ", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip()
