"""A draft as words and as Markdown, and the way from one to the other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...models.texts import Correction

_FENCE_LINE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^\n]*\n?", re.MULTILINE)
_IMAGE = re.compile(r"!\[([^\[\]\n]*)\]\([^()\s]*(?:[ \t]+\"[^\"\n]*\")?\)")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(<?([^()<>\s]*)>?(?:[ \t]+\"[^\"\n]*\")?\)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,2000}?[^\s*]|[^\s*])\1(?![\w*])")
_UNDER = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_\n]{1,2000}?[^\s_]|[^\s_])\1(?![\w_])")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE = re.compile(
    r"^[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$\n?", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Copy that was made: ``text`` as a reader sees it, ``markdown``, and what was done or left
    undone, in plain words.

    ``applied`` are the corrections that the last proofreading made (offsets in the Markdown before
    it), ``advisories`` what is left for a person (offsets in ``markdown``).
    """

    text: str
    markdown: str
    notes: tuple[str, ...] = ()
    applied: tuple[Correction, ...] = ()
    advisories: tuple[Correction, ...] = ()


def to_plain(markdown: str) -> str:
    """The words of a Markdown text. A link keeps its address in brackets, unless the address is
    what it says.
    """
    text = _FENCE_LINE.sub("", markdown)
    text = _RULE.sub("", text)
    text = _IMAGE.sub(lambda m: m.group(1), text)
    text = _LINK.sub(_spell_link, text)
    text = _HEADING.sub(lambda m: m.group(1), text)
    text = _QUOTE.sub("", text)
    text = _STRONG.sub(lambda m: m.group(2), text)
    text = _UNDER.sub(lambda m: m.group(2), text)
    text = _CODE.sub(lambda m: m.group(1), text)
    return _ESCAPE.sub(lambda m: m.group(1), text)


def _spell_link(match: re.Match[str]) -> str:
    words, address = match.group(1), match.group(2)
    if not address or address.startswith("#") or words == address or f"//{words}" in address:
        return words
    return (
        f"{words} ({address.removeprefix('mailto:')})"
        if words != address.removeprefix("mailto:")
        else words
    )


def draft_of(markdown: str, *notes: str) -> Draft:
    """A draft from its Markdown."""
    tidy = re.sub(r"\n{3,}", "\n\n", markdown.replace("\r\n", "\n")).strip()
    return Draft(to_plain(tidy).strip(), tidy, tuple(notes))
