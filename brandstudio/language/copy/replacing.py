"""Orders that put words in the place of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..patterns import Reading
from ..proofread.spelling import like
from .draft_parts import DraftUnderWay, find, part_of, swap
from .vocabulary import FIGURE_WORDS, FIGURES, INSTRUCTIONS, MARKS


def replace(work: DraftUnderWay, order: Reading) -> bool:
    sign = next(INSTRUCTIONS.read("put instead", order["new"].strip()), None)
    wanted = sign["sign"] if sign else work.words(order["new"])
    old = order["old"].strip()
    return any(
        REPLACED[named.makes](work, named, wanted) for named in INSTRUCTIONS.read("replaced", old)
    )


def _part(work: DraftUnderWay, named: Reading, wanted: str) -> bool:
    spans = part_of(work.text, named["ordinal"], named["part"])
    if spans:
        work.text = swap(work.text, spans, lambda _: wanted)
        work.notes.append(f"Replaced {named.said}.")
    else:
        work.notes.append(f"There is no {named.said}.")
    return True


def _figure(work: DraftUnderWay, named: Reading, wanted: str) -> bool:
    """The only figure of its kind, like "the date"; words of the draft come before it."""
    if find(work.text, work.words(named.said)):
        return False
    kind = FIGURE_WORDS[named["figure"].lower()]
    spans = [m.span() for m in FIGURES[kind].finditer(work.text)]
    if len({work.text[a:b] for a, b in spans}) == 1:
        work.notes.append(f"The {kind} {work.text[spans[0][0] : spans[0][1]]} is now {wanted}.")
        work.text = swap(work.text, spans, lambda _: wanted)
    elif spans:
        work.notes.append(f"The draft has several of that kind ({kind}); say which one.")
    else:
        work.notes.append(f"The draft has no {kind}.")
    return True


def _marks(work: DraftUnderWay, named: Reading, wanted: str) -> bool:
    spans = [m.span() for m in MARKS[named["mark"].lower()].finditer(work.text)]
    work.text = swap(work.text, spans, lambda _: wanted)
    work.notes.append(f"Replaced {len(spans)} of {named.said}.")
    return True


def _words(work: DraftUnderWay, named: Reading, wanted: str) -> bool:
    """Words, wherever they stand; what is wanted in small letters takes the case of each place."""
    said = work.words(named["words"])
    spans = find(work.text, said)
    if not spans:
        work.notes.append(f"\u201c{said}\u201d is not in the draft; nothing was replaced.")
        return True
    work.text = swap(
        work.text,
        spans,
        lambda there: like(there, wanted) if there != said and wanted.islower() else wanted,
    )
    times = f" ({len(spans)} times)" if len(spans) > 1 else ""
    work.notes.append(f"Replaced \u201c{said}\u201d with \u201c{wanted}\u201d{times}.")
    return True


#: What is replaced, by the form that names it; the words of the draft are the last resort.
REPLACED: Mapping[str, Callable[[DraftUnderWay, Reading, str], bool]] = {
    "part": _part,
    "figure": _figure,
    "marks": _marks,
    "words": _words,
}
