"""Copy from a brief, by a writer that makes nothing up.

The words are the brief's; the shape is the format's, the order and the length of paragraphs the
voice's. Every figure, name and date of the brief is in the text, and none that is not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal, cast

from ...errors import ValidationError
from ...models.rules import Rule
from ...models.style import Voice
from ..proofread import proofread
from ..tables import word_set
from .drafts import Draft, draft_of, to_plain
from .facts import SortedBrief, read
from .one_line import LONGEST, one_line
from .rebrand import rebrand
from .shorten import fit
from .targets import MEASURE, Target, channel, counted, length, parse
from .vocabulary import BRIEFS

Shape = Literal["line", "social", "email", "product", "press", "article"]
# A brief's figures stay as they were written.
_TO_THE_LETTER = frozenset(("number", "currency", "dash", "repeatedWord"))
_PLACE_KEYS = word_set("copy", "place_keys")
_DATE_KEYS = word_set("copy", "date_keys")
_SHORT_TONES = word_set("copy", "short_tones")
_SHORT = 100
"""Channels of at most so many characters get what fits; longer ones all facts."""


def shape_of(format: str | None) -> tuple[Shape, str | None]:
    """The shape for a kind of copy, and a hint when its name is not known."""
    if not format:
        return "article", None
    known = next(BRIEFS.read("shape", format), None)
    if known is not None:
        return cast(Shape, known.makes), None
    return (
        "article",
        f"\u201c{format[:60]}\u201d is no kind of copy with a shape of its own; headed paragraphs were made.",
    )


def read_facts(brief: str) -> SortedBrief:
    """The brief sorted. Raises ``errors.ValidationError`` where nothing but an instruction is in
    it, or nothing at all.
    """
    said = read(brief)
    if not any((said.subject, said.details, said.points, said.lines, said.calls, said.hashtags)):
        raise ValidationError.of(
            "brief",
            "says how to write but not what about; the local writer makes nothing up: send facts (what, when, where, "
            "price, for whom)",
            value=brief[:200],
        )
    return said


def write(
    brief: str, voice: Voice | None = None, format: str | None = None, rules: Sequence[Rule] = ()
) -> Draft:
    """Copy from the brief's own facts in the shape of ``format``, in the voice's words.

    Raises ``errors.ValidationError`` for a brief that holds no fact.
    """
    said = read_facts(brief)
    asked = format or _channel_asked(said)
    shape, hint = shape_of(asked)
    brisk = bool(voice and {tone.casefold() for tone in voice.tone} & _SHORT_TONES)
    markdown = _BUILD[shape](said, brisk)
    made = rebrand(markdown, voice, rules, keep=_TO_THE_LETTER)
    notes = [
        "Written by the local writer from the brief's own words; nothing was added.",
        *made.notes,
    ]
    if hint:
        notes.append(hint)
    for label, value in said.wishes:
        notes.append(
            f"{label}: {value} \u2013 taken as a wish about the text, not as a part of it."
        )
    final = draft_of(made.markdown)
    limit = channel(asked) if asked else None
    if limit and limit.most is not None and length(final.text, limit.unit) > limit.most:
        final, note = _within(final, limit)
        notes.append(note)
    notes += _length_missed(said, final.text)
    advice = proofread(final.markdown, voice=voice, rules=rules).advisories
    return Draft(final.text, final.markdown, tuple(notes), made.applied, tuple(advice))


def _length_missed(said: SortedBrief, text: str) -> list[str]:
    """What is said where a brief asks for a length that its facts don't come to."""
    named = (MEASURE.search(f" {value[:200]}") for _, value in said.wishes)
    missed = []
    for found in filter(None, named):
        try:
            wish = parse(found.group(), text)
        except ValidationError:  # none at all
            continue
        size = length(text, wish.unit)
        if (wish.most is not None and size > wish.most) or size < (wish.least or 0):
            missed.append(
                f"The brief's facts come to {counted(size, wish.unit)}; {wish.said()} were asked for. All were "
                "kept and nothing was made up; mode resize chooses among them."
            )
    return missed


def _channel_asked(said: SortedBrief) -> str | None:
    """The short channel that the brief itself asks for ("Google Ads headline: ...")."""
    asked = (value for label, value in said.wishes if label == "Asked for")
    return next((wish for wish in asked if _most(channel(wish)) <= _SHORT), None)


def _most(limit: Target | None) -> float:
    """Characters that a channel takes; endless where it counts in other units."""
    counts = limit is not None and limit.unit in ("characters", "ads")
    return limit.most or math.inf if limit is not None and counts else math.inf


def _within(final: Draft, limit: Target) -> tuple[Draft, str]:
    """A draft that is longer than its channel takes: what says most of it where that is short, else
    as it is; and what is said of it.
    """
    size = counted(length(final.text, limit.unit), limit.unit)
    if _most(limit) <= LONGEST:
        line = one_line(final.text, limit)
    else:
        whole = " ".join(map(_stop, filter(None, re.split(r"\n+| \u2013 ", final.text))))
        line = fit(whole, limit).text if _most(limit) <= _SHORT else None
    if line and not line.endswith("\u2026"):
        note = (
            f"All facts of the brief came to {size}, more than the {limit.most} that \u201c{limit.channel}\u201d "
            "takes; those that say most in it were kept."
        )
        return draft_of(line), note
    note = (
        f"{size}, more than the {limit.most} that this channel takes; all facts of the brief were kept. "
        f"Mode resize with the target \u201c{limit.channel}\u201d chooses among them."
    )
    return final, note


_IDEOGRAPHIC = re.compile("[\u3040-\u30ff\u3400-\u9fff][\"'\u201d\u2019\u300d\uff09)*]*$")


def _stop(said: str) -> str:
    """A closing mark where a sentence has none."""
    return (
        said
        if re.search(
            r"[.!?\u2026:;\u3002\uff01\uff1f][\"'\u201d\u2019)*]*$|#\w+$|(?:https?://|www\.)\S+$",
            said,
        )
        else said + ("\u3002" if _IDEOGRAPHIC.search(said) else ".")
    )


def _head(said: SortedBrief) -> tuple[str, list[str]]:
    """The headline and what is left of the lines: the subject, else the first short line, else
    none.
    """
    if said.subject:
        return said.subject.rstrip("."), list(said.lines)
    if (
        said.lines
        and len(said.lines[0].split()) <= 12
        and len(said.lines) + len(said.points) + len(said.details) > 1
    ):
        return said.lines[0].rstrip("."), list(said.lines[1:])
    return "", list(said.lines)


def _paragraphs(lines: list[str], each: int) -> list[str]:
    return [
        " ".join(_stop(line) for line in lines[i : i + each]) for i in range(0, len(lines), each)
    ]


def _list(said: SortedBrief) -> list[str]:
    rows = [f"- {point}" for point in said.points] + [
        f"- {label}: {value}" for label, value in said.details
    ]
    if len(rows) == 1:  # one is no list
        return [_stop(rows[0].removeprefix("- "))]
    return ["\n".join(rows)] if rows else []


def _join(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _article(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    return _join(
        [
            f"# {head}" if head else "",
            *_paragraphs(lines, 1 if brisk else 3),
            *_list(said),
            *map(_stop, said.calls),
            " ".join(said.hashtags),
        ]
    )


def _social(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    return _join(
        [
            _stop(head) if head else "",
            *_paragraphs(lines, 1 if brisk else 2),
            *_list(said),
            *map(_stop, said.calls),
            " ".join(said.hashtags),
        ]
    )


def _email(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    return _join(
        [
            f"# {head}" if head else "",
            *_paragraphs(lines, 1 if brisk else 2),
            *_list(said),
            *(f"**{_stop(call)}**" for call in said.calls),
            " ".join(said.hashtags),
        ]
    )


def _product(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    return _join(
        [
            f"# {head}" if head else "",
            " ".join(map(_stop, lines[:2])),
            *_list(said),
            *_paragraphs(lines[2:], 2),
            *map(_stop, said.calls),
            " ".join(said.hashtags),
        ]
    )


def _press(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    details = list(said.details)
    dateline = [
        value
        for keys in (_PLACE_KEYS, _DATE_KEYS)
        for label, value in details
        if label.casefold() in keys
    ]
    rest = SortedBrief(
        details=tuple((k, v) for k, v in details if k.casefold() not in _PLACE_KEYS | _DATE_KEYS),
        points=said.points,
    )
    opening = ", ".join(dateline)
    body = _paragraphs(lines, 2)
    if opening and body:
        body[0] = f"{opening} \u2013 {body[0]}"
    elif opening:
        body = [_stop(opening)]
    return _join(
        [
            f"# {head}" if head else "",
            *body,
            *_list(rest),
            *map(_stop, said.calls),
            " ".join(said.hashtags),
        ]
    )


def _line(said: SortedBrief, brisk: bool) -> str:
    head, lines = _head(said)
    parts = [
        head,
        *lines,
        *said.points,
        *(f"{label}: {value}" for label, value in said.details),
        *said.calls,
        *said.hashtags,
    ]
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return to_plain(parts[0])
    return " \u2013 ".join(to_plain(part).rstrip(".") for part in parts)


_BUILD = {
    "article": _article,
    "social": _social,
    "email": _email,
    "product": _product,
    "press": _press,
    "line": _line,
}
