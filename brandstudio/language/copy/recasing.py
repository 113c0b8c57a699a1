"""Orders that set words in another case, bold or italic."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..tables import either, word_set
from .draft_parts import DraftUnderWay, find, part_of, swap, words_only
from .vocabulary import ORDINAL, PART

CASE = re.compile(rf"\b({either('instructions', 'cases')})\b", re.IGNORECASE)


def recase(work: DraftUnderWay, order: str) -> bool:
    match = re.match(
        r"^(?:(upper|lower)case|(capitali[sz]e)|(bold|italici[sz]e))\s+(.+)$", order, re.IGNORECASE
    )
    if match:
        how = (match.group(1) or ("capital" if match.group(2) else match.group(3))).lower()
        what = match.group(4)
    else:
        named = CASE.search(order)
        said = re.match(
            r"^(?:make|put|set|write|turn|convert|change|mettre|mets|setze|pon)\s+(.+?)\s+(?:into "
            r"|to |in |all |en )*(?:" + CASE.pattern + r")\W*$",
            order,
            re.IGNORECASE,
        )
        if not named or not said:
            return False
        how, what = named.group(1).lower(), said.group(1)
    what = re.sub(r"\s+(?:in|into|to|all)$", "", what.strip(), flags=re.IGNORECASE)
    change = _CHANGES[next(key for key in _CHANGES if how.startswith(key))]
    if "\ue000" not in what and re.fullmatch(
        r"(?:it|this|everything|all(?: of it)?|the (?:whole )?(?:text|draft|copy))",
        what,
        re.IGNORECASE,
    ):
        spans = [(0, len(work.text))]
    elif "\ue000" not in what and (
        heads := re.fullmatch(
            r"(?:the |all )*(?:the )?(heading|headline|title)s?", what, re.IGNORECASE
        )
    ):
        spans = [
            (m.start(1), m.end(1))
            for m in re.finditer(r"^#{1,6}[ \t]+([^\n]+)", work.text, re.MULTILINE)
        ]
        if not spans and heads:
            spans = part_of(work.text, "first", "line")
    elif "\ue000" not in what and (
        part := re.fullmatch(rf"(?:the )?{ORDINAL}[ -]{PART}", what, re.IGNORECASE)
    ):
        spans = part_of(work.text, part.group(1), part.group(2))
    else:
        spans = find(work.text, work.words(what))
    if not spans:
        work.notes.append(
            f"\u201c{work.words(what)}\u201d is not in the draft; its case was not changed."
        )
    else:
        work.text = swap(work.text, spans, lambda there: words_only(there, change))
        work.notes.append(f"Set {work.words(what)} in {_SAID.get(how, how)}.")
    return True


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
