"""A draft by the brand's rules: its words and names, its spelling, its case, its length of
sentence. Nothing else changes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice

from ...models.rules import Rule
from ...models.style import Voice
from ...models.texts import Correction
from ..proofread import lexicon, proofread
from ..proofread.markdown import Document
from ..segments import count_words, sentences
from ..tables import either
from .drafts import Draft, to_plain

# Advice that a rule of the brand backs, so that rewriting by the rules may take it.
_RULED = frozenset(("exclamation", "headlineCase", "contraction", "oxfordComma"))
_JOINT = re.compile(
    rf";\s+|,\s+({either('copy', 'joints')})\s+(?=(?:{either('copy', 'subjects')})\s)|"
    rf"\s[\u2013\u2014]\s(?=(?:{either('copy', 'subjects_after_dash')})\s)"
)


def rebrand(
    draft: str,
    voice: Voice | None,
    rules: Sequence[Rule],
    language: str | None = None,
    keep: Collection[str] = (),
) -> Draft:
    """``draft`` rewritten by the folder's rules, with what was done and what a person should still
    decide.

    Kinds of correction in ``keep`` are not made.
    """
    first = proofread(draft, voice=voice, rules=rules, language=language, keep=keep)
    notes = _done(first.applied)
    text = first.corrected
    known = lexicon(voice, rules)
    again = proofread(text, voice=voice, rules=rules, language=language, keep=keep)
    ruled = [
        c for c in again.advisories if c.kind in _RULED and c.replacement is not None and c.length
    ]
    text = _take(text, ruled)
    notes += _done(ruled)
    if known.max_sentence_words:
        text, parted = _part(text, known.max_sentence_words)
        if parted:
            notes.append(f"Parted {parted} long sentence{'s' * (parted != 1)}.")
    last = proofread(text, voice=voice, rules=rules, language=language, keep=keep)
    text = last.corrected
    advice = proofread(text, voice=voice, rules=rules, language=language, keep=keep).advisories
    banned = sorted({c.original for c in advice if c.kind == "bannedWord"})
    if banned:
        notes.append(f"Still there, for the brand names no other word: {', '.join(banned)}.")
    return Draft(
        to_plain(text).strip(),
        text,
        tuple(notes or ["The draft keeps to the brand's rules already."]),
        tuple(first.applied),
        tuple(advice),
    )


#: Clauses of one sentence that are looked at.
_MAX_JOINTS = 40
_KINDS = {
    "brandTerm": "Names spelled as the brand does",
    "preferredWord": "Words replaced by the brand's own",
    "spelling": "Spellings",
    "quotes": "Quotation marks and apostrophes",
    "dash": "Dashes",
    "ellipsis": "Ellipses",
    "spaces": "Spaces",
    "unit": "Units",
    "number": "Figures",
    "currency": "Amounts of money",
    "headlineCase": "Headings in the brand's case",
    "exclamation": "Exclamation marks",
    "repeatedWord": "Repeated words",
    "contraction": "Contractions written out",
    "oxfordComma": "Commas in lists",
}


def _done(changes: Sequence[Correction]) -> list[str]:
    counts: dict[str, int] = {}
    for change in changes:
        counts[change.kind] = counts.get(change.kind, 0) + 1
    return [f"{_KINDS.get(kind, kind)}: {number}." for kind, number in counts.items()]


def _take(text: str, changes: Sequence[Correction]) -> str:
    pieces, at = [], 0
    for change in sorted(changes, key=lambda c: c.offset):
        if change.offset >= at:
            pieces += [text[at : change.offset], change.replacement or ""]
            at = change.offset + change.length
    return "".join([*pieces, text[at:]])


def _part(text: str, limit: int) -> tuple[str, int]:
    """Sentences over the limit parted where two clauses stand on their own; others are left for a
    person.
    """
    document = Document(text)
    cuts: list[tuple[int, int, str]] = []
    parted = 0
    for block in document.blocks:
        if block.kind not in ("paragraph", "item"):
            continue
        for start, end in sentences(document.masked, block.start, block.end):
            if count_words(document.plain(start, end)) <= limit:
                continue
            own, begin = [], start
            joints = list(islice(_JOINT.finditer(document.masked, start, end), _MAX_JOINTS))
            for place, joint in enumerate(joints):
                following = joints[place + 1].start() if place + 1 < len(joints) else end
                left = count_words(text[begin : joint.start()])
                right = count_words(text[joint.end() : following])
                if left < 4 or right < 4 or text[joint.end() : joint.end() + 1] == "\ufffc":
                    continue
                word = joint.group(1)
                lead = f"{word.capitalize()} " if word in ("but", "so", "yet") else ""
                head = text[joint.end()]
                own.append(
                    (joint.start(), joint.end() + 1, f". {lead}{head if lead else head.upper()}")
                )
                begin = joint.end()
                if count_words(text[begin:end]) <= limit:
                    break
            parted += bool(own)
            cuts += own
    for begin, stop, new in reversed(cuts):
        text = text[:begin] + new + text[stop:]
    return text, parted
