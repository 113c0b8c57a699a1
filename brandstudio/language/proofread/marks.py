"""Where checks write down what they found: changes that are made, and advice that a person decides
on.

The first change at a place wins; a later one that touches it is left out, so that what is applied
never overlaps. Nothing protected is ever named.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Literal

from ...models.texts import Correction
from ..segments import WORD, Span
from .markdown import Document

Severity = Literal["error", "warning", "hint"]
_MAX_ADVISORIES = 2000  # beyond that nobody reads on, and memory has an end


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the text: where it stands, as written, and folded for look-ups."""

    start: int
    end: int
    text: str
    key: str


def fold(word: str) -> str:
    """A word for comparing: case folded, composed, with a straight apostrophe."""
    folded = word.casefold().replace("\u2019", "'")
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def tokens(document: Document) -> list[Token]:
    """The words of a document that are no machinery."""
    return tokens_of(document.masked)


def tokens_of(text: str) -> list[Token]:
    """The words of a plain text."""
    found = []
    for match in WORD.finditer(text):
        said = match.group()
        found.append(Token(match.start(), match.end(), said, fold(said)))
    return found


@dataclass(slots=True)
class Marks:
    """What was found in one document. Kinds in ``keep`` are only ever advised on."""

    document: Document
    keep: frozenset[str] = frozenset()
    applied: list[Correction] = field(default_factory=list)
    advisories: list[Correction] = field(default_factory=list)
    _taken: bytearray = field(init=False)
    _advised: set[tuple[int, int, str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._taken = bytearray(len(self.document.text))

    def apply(
        self,
        rule_id: str,
        kind: str,
        message: str,
        start: int,
        end: int,
        replacement: str,
        severity: Severity = "warning",
    ) -> bool:
        """Put ``replacement`` in place of ``start:end``. False when protected, changed already, or
        the same.
        """
        original = self.document.text[start:end]
        if start >= end or replacement == original or self.document.protected(start, end):
            return False
        if self._taken.find(1, start, end) >= 0:
            return False
        if kind in self.keep:
            return self.advise(rule_id, kind, message, start, end, replacement, severity)
        self._taken[start:end] = b"\x01" * (end - start)
        self.applied.append(
            Correction(
                rule_id=rule_id,
                kind=kind,
                message=message,
                severity=severity,
                offset=start,
                length=end - start,
                original=original,
                replacement=replacement,
            )
        )
        return True

    def advise(
        self,
        rule_id: str,
        kind: str,
        message: str,
        start: int,
        end: int,
        replacement: str | None = None,
        severity: Severity = "warning",
    ) -> bool:
        """Tell a person about ``start:end``; an empty stretch speaks of the whole text, of which each
        rule says its own.
        """
        key = (start, end, kind, rule_id if start == end else "")
        if key in self._advised or len(self.advisories) >= _MAX_ADVISORIES:
            return False
        if end > start and self.document.protected(start, end):
            return False
        self._advised.add(key)
        self.advisories.append(
            Correction(
                rule_id=rule_id,
                kind=kind,
                message=message,
                severity=severity,
                offset=start,
                length=end - start,
                original=self.document.text[start:end],
                replacement=replacement,
            )
        )
        return True

    def changed(self, start: int, end: int) -> bool:
        """Whether something in ``start:end`` is being changed."""
        return self._taken.find(1, start, max(end, start + 1)) >= 0

    def corrected(self) -> str:
        """The text with every applied change in it."""
        text, pieces, at = self.document.text, [], 0
        for change in sorted(self.applied, key=lambda c: c.offset):
            pieces += [text[at : change.offset], change.replacement or ""]
            at = change.offset + change.length
        return "".join([*pieces, text[at:]])


__all__ = ["Marks", "Severity", "Span", "Token", "fold", "tokens"]
