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
from ..tables import word_set
from .orders import is_genre, part
from .orders_abroad import order_abroad
from .vocabulary import BRIEFS

_TONES = word_set("copy", "tone_keys")
_SUBJECTS = word_set("copy", "subject_keys")
_CALLS = word_set("copy", "call_keys")


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
        found = next(BRIEFS.read("row", row), None)
        if found is None and row:
            self.prose.append(row)
            return
        if found is not None and found.makes == "hashtags":
            self.tags += re.findall(r"#\w+", row)
            return
        self.flush()
        if found is None:
            return
        if found.makes == "heading":
            self._headed(found["said"])
        elif found.makes == "detail":
            self._detail(found["label"].strip(), found["value"])
        else:
            (self.calls if found.makes == "call" else self.points).append(found["said"])

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
        if self._wished(said) or self._asked_abroad(said):
            return
        kind = next((one.makes for one in BRIEFS.read("sentence", said)), "")
        if kind == "greeting":
            self.lines.append(said)
            return
        found = part(said)
        self.wishes.extend(("Asked for", wish) for wish in found.wishes)
        if not found.ordered:
            (self.calls if kind == "call" else self.lines).append(said)
            return
        aside = found.said
        if found.said and not self.subject:
            head, aside = _aside(found.said)
            self.subject = _headline(head)
        self.lines.extend(_sentence(more) for more in (aside, found.audience) if more)

    def _wished(self, said: str) -> bool:
        """Whether a sentence is a named wish ("Tone: warm") or names the subject."""
        pair = next(BRIEFS.read("named", said), None)
        if pair is None:
            return False
        label, value = pair["label"].strip(), pair["value"]
        if label.casefold() in _TONES:
            self.wishes.append((label, value.strip().rstrip(".")))
        elif label.casefold() in _SUBJECTS and not self.subject:
            self.subject = _headline(value)
        else:
            return False
        return True

    def _asked_abroad(self, said: str) -> bool:
        """Whether a sentence is an order in another script."""
        about = order_abroad(said)
        if about is None:
            return False
        # Before a colon stands the order alone: what follows is no wish, it is said.
        label, _, after = said.partition(about) if about else (said, "", "")
        alone = label.rstrip().endswith((":", "\uff1a")) and not any(map(str.isalnum, after))
        self.wishes.append(("Asked for", label.rstrip(" :\uff1a") if alone else said))
        if about and self.subject:
            self.lines.append(about)
        self.subject = self.subject or about
        return True


def _orders(label: str) -> bool:
    """Whether a label asks for a text ("LinkedIn post", "Write a short post")."""
    order = part(label)
    at_home = is_genre(label) or (" " in label and order.ordered and not order.said)
    return at_home or order_abroad(label) is not None


def _headline(said: str) -> str:
    return _sentence(said.rstrip(" ."))


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _aside(said: str) -> tuple[str, str]:
    """A subject and what was added behind its last comma ("free entry"); an enumeration is left
    whole.
    """
    added = next(BRIEFS.read("subject", said), None)
    return (added["head"], added["aside"]) if added else (said, "")


# What is searched for in any text and not read from a brief: figures, addresses and names by how
# they are written, in no language's words.
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
