"""Orders that add words, and where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..patterns import Reading
from .draft_parts import DraftUnderWay, find, part_of
from .vocabulary import INSTRUCTIONS, PLACES

_ITEM_AT_THE_END = re.compile(r"(?:^|\n)[ \t]*[-*+\u2022][ \t][^\n]*$")
_ITEM = re.compile(r"^[ \t]*[-*+\u2022][ \t][^\n]*$", re.MULTILINE)
_TAG_AT_THE_END = re.compile(r"#\w+$")

#: What is added, and the mark of Markdown that it gets.
ADDED: Mapping[str, str] = {"heading": "# ", "bullet": "- ", "paragraph": "", "words": ""}


@dataclass(frozen=True, slots=True)
class _Addition:
    """Words, where they go (``anchor`` is what they go before or after), and whether they stand on
    their own.
    """

    words: str
    where: str
    anchor: str | None
    own: bool


def open_or_close(work: DraftUnderWay, order: Reading) -> bool:
    """ "Start with …", "end with …"."""
    return _add(work, order["words"], order["where"], None)


def add(work: DraftUnderWay, order: Reading) -> bool:
    what, where, anchor = order["what"], order["where"], ""
    while place := next(INSTRUCTIONS.read("added at", what), None):
        what = place["what"]
        word = place["place"] or place["beside"] or place["phrase"]
        where = PLACES.get(word.lower(), where)
        anchor = place["anchor"] or anchor
    return _add(work, what, where, anchor or None)


def _add(work: DraftUnderWay, what: str, where: str, anchor: str | None) -> bool:
    added = next(INSTRUCTIONS.read("added", what), None)
    if added is None:
        return False
    inner = work.words(added["words"])
    if added.makes == "heading" and not anchor:
        where = "start"
    if anchor is not None:
        anchor = work.words(anchor)
    words = ADDED[added.makes] + inner
    if where == "heading":
        words, where, own = "# " + words, "start", True
    else:
        own = added.makes != "words"
    _place(work, _Addition(words, where, anchor, own))
    return True


def _place(work: DraftUnderWay, added: _Addition) -> None:
    text = work.text.strip()
    if added.anchor is not None and added.where in ("before", "after"):
        made = _beside(text, added, added.anchor)
        if made is None:
            work.notes.append(f"\u201c{added.anchor}\u201d is not in the draft; nothing was added.")
            return
        work.text = made
        work.notes.append(f"Added \u201c{added.words.strip()}\u201d.")
        return
    work.text = _first(text, added) if added.where == "start" else _last(text, added)
    work.notes.append(f"Added \u201c{added.words}\u201d.")


def _beside(text: str, added: _Addition, anchor: str) -> str | None:
    """The words before or after a part or other words; None where those are not there."""
    part = next(INSTRUCTIONS.read("added beside", anchor), None)
    spans = part_of(text, part["ordinal"], part["part"]) if part else find(text, anchor)
    if not spans:
        return None
    paragraph = part is not None and part["part"].lower().startswith(("para", "absatz"))
    joint = "\n\n" if added.own or paragraph else " "
    words = added.words.strip()
    if added.where == "before":
        start = spans[0][0]
        return text[:start] + words + joint + text[start:]
    end = spans[-1][1]
    tight = words[:1] in ",.;:!?)"
    return text[:end] + ("" if tight else joint) + words + text[end:]


def _first(text: str, added: _Addition) -> str:
    if not text:
        return added.words
    apart = added.own or "\n\n" in text or text.startswith("#")
    return added.words + ("\n\n" if apart else " ") + text


def _last(text: str, added: _Addition) -> str:
    """The words at the end; an item follows the last item, a tag the tags."""
    words, item = added.words, added.words.startswith("- ")
    items = list(_ITEM.finditer(text))
    if item and items:
        end = items[-1].end()
        return text[:end] + "\n" + words + text[end:]
    if not text:
        return words
    if words.startswith("#") and not words.startswith("# ") and _TAG_AT_THE_END.search(text):
        return f"{text} {words}"
    apart = added.own or "\n\n" in text or _ITEM_AT_THE_END.search(text)
    return text + ("\n\n" if apart else " ") + words
