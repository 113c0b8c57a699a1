"""Orders that set words in another case, bold or italic."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..patterns import Reading
from ..segments import Span
from ..tables import word_set
from .draft_parts import DraftUnderWay, find, part_of, swap, words_only
from .vocabulary import INSTRUCTIONS


def recase(work: DraftUnderWay, order: Reading) -> bool:
    how = order["case"].lower()
    what = re.sub(r"\s+(?:in|into|to|all)$", "", order["what"].strip(), flags=re.IGNORECASE)
    change = _CHANGES[next(key for key in _CHANGES if how.startswith(key))]
    named = next(INSTRUCTIONS.read("recased", what))
    spans = RECASED[named.makes](work, named)
    if spans:
        work.text = swap(work.text, spans, lambda there: words_only(there, change))
        work.notes.append(f"Set {work.words(what)} in {_SAID.get(how, how)}.")
    else:
        work.notes.append(
            f"\u201c{work.words(what)}\u201d is not in the draft; its case was not changed."
        )
    return True


def _headings(work: DraftUnderWay, named: Reading) -> list[Span]:
    """The headings; the first row where a draft has none."""
    marked = re.finditer(r"^#{1,6}[ \t]+([^\n]+)", work.text, re.MULTILINE)
    return [(m.start(1), m.end(1)) for m in marked] or part_of(work.text, "first", "line")


#: Where what is named stands, by the form that names it.
RECASED: Mapping[str, Callable[[DraftUnderWay, Reading], list[Span]]] = {
    "everything": lambda work, _: [(0, len(work.text))],
    "headings": _headings,
    "part": lambda work, named: part_of(work.text, named["ordinal"], named["part"]),
    "words": lambda work, named: find(work.text, work.words(named["words"])),
}
_SAID = {"upper": "upper case", "lower": "lower case", "capital": "capitalised form"}
_LITTLE = word_set("instructions", "small_words")


def _title(text: str) -> str:
    parts = re.split(r"(\s+)", text)
    last = max((i for i, p in enumerate(parts) if p.strip()), default=0)
    return "".join(
        p[:1].upper() + p[1:] if p and (i in (0, last) or p.lower() not in _LITTLE) else p
        for i, p in enumerate(parts)
    )


def _sentence_case(text: str) -> str:
    lowered = " ".join(
        w if sum(c.isupper() for c in w) > 1 and not text.isupper() else w.lower()
        for w in text.split(" ")
    )
    return re.sub(r"(^|[.!?]\s+)(\w)", lambda m: m.group(1) + m.group(2).upper(), lowered)


_CHANGES: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "all caps": str.upper,
    "capitals": str.upper,
    "capital letters": str.upper,
    "gro": str.upper,
    "majus": str.upper,
    "mayús": str.upper,
    "lower": str.lower,
    "small": str.lower,
    "klein": str.lower,
    "minus": str.lower,
    "minús": str.lower,
    "title": _title,
    "sentence": _sentence_case,
    "capital": lambda t: t[:1].upper() + t[1:],
    "bold": lambda t: f"**{t}**",
    "itali": lambda t: f"*{t}*",
}
