"""A text with proposed changes, each of which is taken or left; every step gives a new value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from brandstudio.models.texts import Correction


@dataclass(frozen=True)
class Mark:
    """A place in the text and what is proposed for it; None is a remark without a proposal."""

    offset: int
    length: int
    original: str
    replacement: str | None
    message: str
    severity: str
    rule: str

    @property
    def end(self) -> int:
        return self.offset + self.length


@dataclass(frozen=True)
class Marked:
    """The text as it stands, and the marks that are still open, in its order."""

    text: str
    marks: tuple[Mark, ...] = ()

    @classmethod
    def of(cls, text: str, *found: list[Correction]) -> Marked:
        """The text that was sent, with all that was found in it."""
        marks: list[Mark] = []
        for one in (one for each in found for one in each):
            if text[one.offset : one.offset + one.length] != one.original:
                continue  # offsets of another text: never mark a wrong place
            marks.append(
                Mark(
                    one.offset,
                    one.length,
                    one.original,
                    one.replacement,
                    one.message,
                    one.severity,
                    one.rule_id,
                )
            )
        marks.sort(key=lambda mark: (mark.offset, -mark.length))
        return cls(text, tuple(marks))

    def take(self, index: int) -> Marked:
        """Put the proposal in place; marks that overlapped it are closed, later ones move."""
        mark = self.marks[index]
        if mark.replacement is None:
            return self.leave(index)
        text = self.text[: mark.offset] + mark.replacement + self.text[mark.end :]
        shift = len(mark.replacement) - mark.length
        kept: list[Mark] = []
        for place, other in enumerate(self.marks):
            if place == index:
                continue
            if other.end <= mark.offset:
                kept.append(other)
            elif other.offset >= mark.end:
                kept.append(replace(other, offset=other.offset + shift))
        return Marked(text, tuple(kept))

    def leave(self, index: int) -> Marked:
        """Close a mark and leave the text as it is."""
        return Marked(self.text, self.marks[:index] + self.marks[index + 1 :])

    def take_all(self) -> Marked:
        """Every proposal, from the start on."""
        marked: Marked = self
        while True:
            index = next(
                (place for place, mark in enumerate(marked.marks) if mark.replacement is not None),
                None,
            )
            if index is None:
                return marked
            marked = marked.take(index)
