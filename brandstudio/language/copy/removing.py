"""Orders that take something away."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..patterns import Reading
from ..segments import paragraphs, sentences
from .draft_parts import DraftUnderWay, find, part_of, swap, without
from .vocabulary import FIGURE_WORDS, FIGURES, INSTRUCTIONS, MARKS, PARTS


def remove(work: DraftUnderWay, order: Reading) -> bool:
    return _remove(work, order["what"].strip(" ."))


def _remove(work: DraftUnderWay, what: str) -> bool:
    return any(REMOVED[named.makes](work, named) for named in INSTRUCTIONS.read("removed", what))


def _part(work: DraftUnderWay, named: Reading) -> bool:
    """One part, like "the last sentence"; a heading goes with its mark, a row with its end."""
    what, part = named.said, named["part"].lower()
    spans = part_of(work.text, named["ordinal"], part)
    if spans and part.startswith("head"):
        spans = [(work.text.rfind("\n", 0, spans[0][0]) + 1, spans[0][1])]
    if spans and part.startswith(("bullet", "item", "line")):
        after = spans[0][1]
        spans = [(spans[0][0], after + (work.text[after : after + 1] == "\n"))]
    work.text = without(work.text, spans)
    work.notes.append(f"Removed {what}." if spans else f"There is no {what.removeprefix('the ')}.")
    return True


def _marks(work: DraftUnderWay, named: Reading) -> bool:
    """Everything of a kind, like "all emoji"; what shouted ends in a full stop."""
    mark = named["mark"].lower()
    spans = [m.span() for m in MARKS[mark].finditer(work.text)]
    if mark.startswith("exclamation"):
        work.text = re.sub(r"\?\.", "?", swap(work.text, spans, lambda _: "."))
    else:
        rest = swap(work.text, spans, lambda _: "")
        work.text = re.sub(r"\n{3,}", "\n\n", rest).strip(" ")
    work.notes.append(f"Removed {named.said} ({len(spans)}).")
    return True


def _figure(work: DraftUnderWay, named: Reading) -> bool:
    """The only figure of its kind, like "the date"; words of the draft come before it."""
    if find(work.text, named.said):
        return False
    kind = FIGURE_WORDS[named["figure"].lower()]
    spans = [m.span() for m in FIGURES[kind].finditer(work.text)]
    if len(spans) == 1:
        work.text = without(work.text, spans)
        work.notes.append(f"Removed the {kind}.")
    else:
        work.notes.append(
            f"The draft has {'several' if spans else 'none'} of that kind ({kind}); say which one."
        )
    return True


def _holding(work: DraftUnderWay, named: Reading) -> bool:
    """The parts that hold words, like "the sentence about the bar"."""
    said, part = work.words(named["words"]), named["part"].lower()
    name = part.rstrip("s")
    name = PARTS.get(part, PARTS.get(name, name))
    if name == "paragraph":
        spans = paragraphs(work.text)
    elif name in ("bullet", "line", "heading"):
        spans = [m.span() for m in re.finditer(r"^[^\n]*\S[^\n]*(?:\n|$)", work.text, re.MULTILINE)]
    else:
        spans = sentences(work.text)
    if not find(work.text, said):
        said = re.sub(r"^(?:the|a|an|our)\s+", "", said, flags=re.IGNORECASE)
    spans = [(a, b) for a, b in spans if find(work.text[a:b], said)]
    work.text = without(work.text, spans)
    work.notes.append(
        f"Removed {len(spans)} {name}{'s' * (len(spans) != 1)} with \u201c{said}\u201d."
        if spans
        else f"No {name} has \u201c{said}\u201d; nothing was removed."
    )
    return True


def _words(work: DraftUnderWay, named: Reading) -> bool:
    """Words of the draft, or several of them in a row."""
    said = work.words(named["words"])
    spans = find(work.text, said)
    if not spans and said.lower().startswith("the "):
        spans = find(work.text, said[4:])
    several = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+und\s+|\s+et\s+", named.said)
    if not spans and len(several) > 1:
        return all(_remove(work, one.strip(" .")) for one in several if one)
    work.text = without(work.text, spans)
    work.notes.append(
        f"Removed \u201c{said}\u201d."
        if spans
        else f"\u201c{said}\u201d is not in the draft; nothing was removed."
    )
    return True


#: What is removed, by the form that names it; the words of the draft are the last resort.
REMOVED: Mapping[str, Callable[[DraftUnderWay, Reading], bool]] = {
    "part": _part,
    "marks": _marks,
    "figure": _figure,
    "holding": _holding,
    "words": _words,
}
