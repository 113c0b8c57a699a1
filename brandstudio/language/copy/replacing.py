"""Orders that put words in the place of others."""

from __future__ import annotations

import re

from ..proofread.spelling import like
from .draft_parts import DraftUnderWay, find, part_of, swap
from .recasing import CASE
from .vocabulary import ALL_OF, KIND_WORDS, KINDS, ORDINAL, PART, REPLACE


def replace(work: DraftUnderWay, order: str) -> bool:
    for pattern, flipped in (
        (
            rf"^{REPLACE}\s+(?:all |every |each )?(.+?)\s+(?:with|by|to|for|into|durch|mit|zu|auf"
            rf"|par|en|por|con|a)\s+(.+)$",
            False,
        ),
        (r"^(?:say|use|write)\s+(.+?)\s+(?:instead of|rather than|in place of|not)\s+(.+)$", True),
        (r"^instead of\s+(.+?),?\s+(?:say|use|write)\s+(.+)$", False),
        (r"^(.+?)\s*(?:->|\u2192|=>)\s*(.+)$", False),
    ):
        match = re.match(pattern, order, re.IGNORECASE)
        if not match:
            continue
        old, new = (match.group(2), match.group(1)) if flipped else (match.group(1), match.group(2))
        if re.fullmatch(
            r"(?:it|this|that|the text|the draft|the (?:paragraph|list|bullets)s?)",
            old.strip(),
            re.IGNORECASE,
        ) or CASE.search(new):
            return False
        new = re.sub(
            r",?\s+(?:everywhere|throughout|in the (?:whole )?(?:text|draft|copy))$",
            "",
            new,
            flags=re.IGNORECASE,
        )
        return _put_instead(work, old, new)
    return False


def _put_instead(work: DraftUnderWay, old: str, new: str) -> bool:
    wanted = work.words(new)
    kind = KIND_WORDS.get(re.sub(r"^(?:the|der|die|das|den|le|la|el)\s+", "", old.strip().lower()))
    if "full stop" in new.lower() or new.strip().lower() in ("period", "periods"):
        wanted = "."
    whole = re.fullmatch(
        rf"(?:the )?{ORDINAL} {PART}|(?:the )?(heading|headline|title)", old.strip(), re.IGNORECASE
    )
    if "\ue000" not in old and whole:
        spans = part_of(work.text, whole.group(1) or "first", whole.group(2) or "heading")
        if spans:
            work.text = swap(work.text, spans, lambda _: wanted)
            work.notes.append(f"Replaced {old.strip()}.")
        else:
            work.notes.append(f"There is no {old.strip()}.")
        return True
    if "\ue000" not in old and kind and not find(work.text, work.words(old)):
        spans = [m.span() for m in KINDS[kind].finditer(work.text)]
        if len({work.text[a:b] for a, b in spans}) == 1:
            work.notes.append(f"The {kind} {work.text[spans[0][0] : spans[0][1]]} is now {wanted}.")
            work.text = swap(work.text, spans, lambda _: wanted)
        elif spans:
            work.notes.append(f"The draft has several of that kind ({kind}); say which one.")
        else:
            work.notes.append(f"The draft has no {kind}.")
        return True
    marks = next(
        (
            p
            for name, p in ALL_OF.items()
            if old.strip().lower().rstrip("s").removeprefix("all ") == name
        ),
        None,
    )
    if marks is not None and "\ue000" not in old:
        spans = [m.span() for m in marks.finditer(work.text)]
        work.text = swap(work.text, spans, lambda _: wanted)
        work.notes.append(f"Replaced {len(spans)} of {old.strip()}.")
        return True
    said = work.words(old)
    spans = find(work.text, said)
    if not spans:
        work.notes.append(f"\u201c{said}\u201d is not in the draft; nothing was replaced.")
        return True
    work.text = swap(
        work.text,
        spans,
        lambda there: like(there, wanted) if there != said and wanted.islower() else wanted,
    )
    work.notes.append(
        f"Replaced \u201c{said}\u201d with \u201c{wanted}\u201d ({len(spans)} times)."
        if len(spans) > 1
        else f"Replaced \u201c{said}\u201d with \u201c{wanted}\u201d."
    )
    return True
