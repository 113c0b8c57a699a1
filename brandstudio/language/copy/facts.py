"""What a brief says: its subject, its named details, its sentences, its points, and what the reader
is to do.

Nothing is interpreted beyond sorting; every stretch of the brief ends up in exactly one place, word
for word. What asks for a text (genre, tone, length, "announce", "tell people that") is a wish and
no part of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..segments import sentences
from ..tables import either, word_set
from .orders import is_genre, part
from .orders_abroad import order_abroad

_PAIR = re.compile(
    r"^\s*(?:[-*+\u2022]\s+)?(?:\*\*)?([^\W\d_][^:\n*]{0,39}?)(?:\*\*)?\s*:(?:\*\*)?\s+(\S.*)$"
)
_ITEM = re.compile(r"^\s*(?:[-*+\u2022]|\d{1,2}[.)])\s+(.*\S)")
_TONES = word_set("copy", "tone_keys")
_SUBJECTS = word_set("copy", "subject_keys")
_CALLS = word_set("copy", "call_keys")
_CALL_VERB = re.compile(rf"^(?:{either('copy', 'call_openings')})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SortedBrief:
    """A brief sorted: ``subject`` (may be empty), ``details`` by their labels, ``points``,
    ``lines`` and ``calls``.

    ``wishes`` are about the text to be written (tone, length) and are no part of it.
    """

    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()
    points: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    hashtags: tuple[str, ...] = ()
    wishes: tuple[tuple[str, str], ...] = field(default=())


#: A greeting alone is a short text; before an order it is none.
_GREETING = re.compile(rf"(?:{either('copy', 'greeting')})[\s.!]*", re.IGNORECASE)
_TAGS = re.compile(r"(?:#[^\W\d_]\w*[\s,]*)+")
_HEADING = re.compile(r"#{1,6}\s+(.*\S)")


def read(brief: str) -> SortedBrief:
    """Sort a brief."""
    sorter = _Sorter()
    for row in brief.replace("\r", "\n").split("\n"):
        sorter.row(row.strip())
    sorter.flush()
    return SortedBrief(
        sorter.subject,
        tuple(sorter.details),
        tuple(sorter.points),
        tuple(sorter.lines),
        tuple(sorter.calls),
        tuple(sorter.tags),
        tuple(sorter.wishes),
    )


@dataclass
class _Sorter:
    """The heaps of a brief, while its rows are read one by one."""

    subject: str = ""
    details: list[tuple[str, str]] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    wishes: list[tuple[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    def row(self, row: str) -> None:
        """One row: of hashtags, a heading, a named detail, a point, or running prose."""
        if not row:
            self.flush()
        elif _TAGS.fullmatch(row):
            self.tags += re.findall(r"#\w+", row)
        elif heading := _HEADING.match(row):
            self.flush()
            self._headed(heading.group(1))
        elif pair := _named(row):
            self.flush()
            self._detail(*pair)
        elif item := _ITEM.match(row):
            self.flush()
            heap = self.calls if _CALL_VERB.match(item.group(1)) else self.points
            heap.append(item.group(1))
        else:
            self.prose.append(row)

    def flush(self) -> None:
        """The prose so far, sentence by sentence."""
        text = " ".join(self.prose)
        self.prose.clear()
        for start, end in sentences(text):
            self._take(text[start:end].strip())

    def _headed(self, heading: str) -> None:
        if self.subject:
            self.lines.append(heading)
        else:
            self.subject = heading

    def _detail(self, label: str, value: str) -> None:
        """A label with its value: an order, a wish, the subject, a call, or a detail."""
        key = label.casefold()
        if key not in _TONES | _SUBJECTS and _orders(label):
            self._ordered(label, value)
        elif key in _TONES:
            self.wishes.append((label, value))
        elif key in _SUBJECTS and not self.subject:
            self.subject = value
        elif key in _CALLS:
            self.calls.append(value)
        else:
            self.details.append((label, value))

    def _ordered(self, label: str, value: str) -> None:
        self.wishes.append(("Asked for", label))
        for start, end in sentences(value):
            said = value[start:end].strip()
            if self.subject:
                self._take(said)
            else:
                self.subject = _headline(part(said).said or said)

    def _take(self, said: str) -> None:
        """One sentence of prose."""
        pair = _PAIR.match(said)
        key = pair.group(1).strip().casefold() if pair else ""
        if pair and key in _TONES:
            self.wishes.append((pair.group(1).strip(), pair.group(2).strip().rstrip(".")))
            return
        if pair and key in _SUBJECTS and not self.subject:
            self.subject = _headline(pair.group(2))
            return
        abroad = order_abroad(said)
        if abroad is not None:
            self.wishes.append(("Asked for", said))
            if abroad and self.subject:
                self.lines.append(abroad)
            self.subject = self.subject or abroad
            return
        if _GREETING.fullmatch(said):
            self.lines.append(said)
            return
        found = part(said)
        self.wishes.extend(("Asked for", wish) for wish in found.wishes)
        if not found.ordered:
            (self.calls if _CALL_VERB.match(said) else self.lines).append(said)
            return
        aside = found.said
        if found.said and not self.subject:
            head, aside = _aside(found.said)
            self.subject = _headline(head)
        self.lines.extend(_sentence(more) for more in (aside, found.audience) if more)


def _named(row: str) -> tuple[str, str] | None:
    """The label and value of a row that names a detail; a link is none, nor is a long sentence."""
    pair = _PAIR.match(row)
    if pair is None or "//" in pair.group(1) or len(pair.group(1).split()) > 5:
        return None
    return pair.group(1).strip(), pair.group(2).strip()


def _orders(label: str) -> bool:
    """Whether a label asks for a text ("LinkedIn post", "Write a short post")."""
    order = part(label)
    return is_genre(label) or (" " in label and order.ordered and not order.said)


def _headline(said: str) -> str:
    return _sentence(said.rstrip(" ."))


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _aside(said: str) -> tuple[str, str]:
    """A subject and what was added behind its last comma ("free entry"); an enumeration is left
    whole.
    """
    head, comma, more = said.rpartition(", ")
    enumerated = re.search(r"\b(?:and|or|und|oder|et|ou|y|o)\b", more) or "," in head
    if (
        not comma
        or enumerated
        or not more[:1].islower()
        or not 2 <= len(more.split()) <= 8
        or len(head.split()) < 2
    ):
        return said, ""
    return head, more


_FACT = re.compile(
    r"https?://[^\s)>\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[£$€¥]?\d+(?:[.,:/-]\d+)*|(?<![.!?:\n] "
    r")(?<!^)(?<![\w])[A-ZÀ-Þ][\w'\u2019&-]*[\w]",
    re.MULTILINE,
)


def facts(text: str) -> list[str]:
    """What can be checked in a text: figures, dates, amounts, addresses, and names (capitalised
    inside a sentence).
    """
    return list(dict.fromkeys(match.group() for match in _FACT.finditer(text)))


def figures(text: str) -> set[str]:
    """Every figure of a text, without the marks that part its thousands."""
    return {
        re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", found)
        for found in re.findall(r"\d+(?:[.,:]\d+)*", text)
    }
