"""Orders that take something away."""

from __future__ import annotations

import re

from ..segments import paragraphs, sentences
from .draft_parts import DraftUnderWay, find, part_of, swap, without
from .vocabulary import ALL_OF, KIND_WORDS, KINDS, ORDINAL, PART, PARTS, REMOVE

_PART = re.compile(
    rf"(?:the |den |die |das |la |le |el )?{ORDINAL}[ -]{PART}",
    re.IGNORECASE,
)
_HOLDING = re.compile(
    rf"(?:the |every |all |any )?{PART}\s+(?:about|containing|contain|with|that (?:mentions?"
    rf"|says?|contains?)|which (?:mentions?|says?)|on|mentioning|saying|starting with|über|mit"
    rf"|sur|avec|sobre|con)\s+(.+)$",
    re.IGNORECASE,
)


def remove(work: DraftUnderWay, order: str) -> bool:
    match = re.match(rf"^{REMOVE}\s+(.+)$", order, re.IGNORECASE)
    if not match or re.match(r"(?:it|this)?\s*(?:down|by|to)\b", match.group(1), re.IGNORECASE):
        return False
    what = match.group(1).strip(" .")
    readings = (_part, _all_of, _kind) if "\ue000" not in what else ()
    return any(read(work, what) for read in (*readings, _holding, _words))


def _part(work: DraftUnderWay, what: str) -> bool:
    """One part, like "the last sentence"; a heading goes with its mark, a row with its end."""
    part = _PART.fullmatch(what)
    if not part:
        return False
    spans = part_of(work.text, part.group(1), part.group(2))
    if spans and part.group(2).lower().startswith("head"):
        spans = [(work.text.rfind("\n", 0, spans[0][0]) + 1, spans[0][1])]
    if spans and part.group(2).lower().startswith(("bullet", "item", "line")):
        after = spans[0][1]
        spans = [(spans[0][0], after + (work.text[after : after + 1] == "\n"))]
    work.text = without(work.text, spans)
    work.notes.append(f"Removed {what}." if spans else f"There is no {what.removeprefix('the ')}.")
    return True


def _all_of(work: DraftUnderWay, what: str) -> bool:
    """Everything of a kind, like "all emoji"; what shouted ends in a full stop."""
    for name, pattern in ALL_OF.items():
        if not re.fullmatch(
            rf"(?:all |any |every |the )*(?:the )?{name}(?:s|es|is)?", what, re.IGNORECASE
        ):
            continue
        spans = [m.span() for m in pattern.finditer(work.text)]
        if name.startswith("exclamation"):
            work.text = re.sub(r"\?\.", "?", swap(work.text, spans, lambda _: "."))
        else:
            rest = swap(work.text, spans, lambda _: "")
            work.text = re.sub(r"\n{3,}", "\n\n", rest).strip(" ")
        work.notes.append(f"Removed {what} ({len(spans)}).")
        return True
    return False


def _kind(work: DraftUnderWay, what: str) -> bool:
    """The only figure of its kind, like "the date"."""
    kind = KIND_WORDS.get(re.sub(r"^the\s+", "", what.lower()))
    if not kind or find(work.text, what):
        return False
    spans = [m.span() for m in KINDS[kind].finditer(work.text)]
    if len(spans) == 1:
        work.text = without(work.text, spans)
        work.notes.append(f"Removed the {kind}.")
    else:
        work.notes.append(
            f"The draft has {'several' if spans else 'none'} of that kind ({kind}); say which one."
        )
    return True


def _holding(work: DraftUnderWay, what: str) -> bool:
    """The parts that hold words, like "the sentence about the bar"."""
    holding = _HOLDING.match(what)
    if not holding:
        return False
    _remove_holding(work, holding.group(1), work.words(holding.group(2)))
    return True


def _words(work: DraftUnderWay, what: str) -> bool:
    """Words of the draft, or several of them in a row."""
    said = work.words(
        re.sub(r"^(?:all )?(?:mentions|instances|occurrences) of\s+", "", what, flags=re.IGNORECASE)
    )
    spans = find(work.text, said)
    if not spans and said.lower().startswith("the "):
        spans = find(work.text, said[4:])
    several = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+und\s+|\s+et\s+", what)
    if not spans and len(several) > 1:
        return all(remove(work, f"remove {one}") for one in several if one)
    work.text = without(work.text, spans)
    work.notes.append(
        f"Removed \u201c{said}\u201d."
        if spans
        else f"\u201c{said}\u201d is not in the draft; nothing was removed."
    )
    return True


def _remove_holding(work: DraftUnderWay, part: str, said: str) -> None:
    name = part.lower().rstrip("s")
    name = PARTS.get(part.lower(), PARTS.get(name, name))
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
