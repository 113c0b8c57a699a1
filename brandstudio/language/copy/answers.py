"""What may not be kept of a text provider's answer: refusals, thinking aloud, echoes, markup,
over-length, banned words, what somebody is to fill in. Each is told in a sentence that can be sent back with the request to mend
it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...models.rules import Rule
from ...models.style import Voice
from ..proofread import proofread
from ..tables import either
from .drafts import to_plain
from .placeholders import placeholders
from .targets import Target, channel, counted, length

Wrong = Literal[
    "empty",
    "refusal",
    "thinking",
    "echo",
    "markup",
    "cut off",
    "length",
    "banned",
    "chat",
    "placeholder",
]

_TAGS = "think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis"
_THOUGHT = re.compile(
    rf"\A\s*(?:<({_TAGS})>.*?</\1>|◁think▷.*?◁/think▷|\[THINK\].*?\[/THINK\])\s*",
    re.IGNORECASE | re.DOTALL,
)
#: The same where the mark that opens it was part of the request, as with many chat templates.
_THOUGHT_ON = re.compile(rf"\A(?:(?!<(?:{_TAGS})>).)*</(?:{_TAGS})>\s*", re.IGNORECASE | re.DOTALL)
#: Thoughts, and the marks that chat models set between turns.
_THINKING = re.compile(
    rf"</?(?:{_TAGS})>|◁/?think▷|\[/?(?:THINK|INST|SYS)\]|<</?SYS>>|<\|[\w-]{{1,40}}\|>"
    rf"|</?(?:start|end)_of_turn>|\A\W*(?:{either('copy', 'deliberations')})",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    rf"\A[^.!?。！？؟।\n]{{0,80}}?(?:{either('copy', 'refusals')})", re.IGNORECASE
)
#: A tag of whatever name: ``<3``, ``a < b``, an address and a link in angle brackets are none.
_MARKUP = re.compile(r"</?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,300})?/?>", re.IGNORECASE)
#: What forums write in place of tags; a link of Markdown is none.
_BRACKETED = re.compile(
    r"\[/(?:b|i|u|s|url|img|size|colou?r|center|quote|list|h[1-6])\]", re.IGNORECASE
)
_FENCED = re.compile(r"\A\s*```\w*\s*(.*?)\s*```\s*\Z", re.DOTALL)
_OF_THE_REQUEST = re.compile(r"\"(?:task|brief|draft|brand|instruction)\"\s*:")
#: What it was given, under a name: ``Brief: ...``.
_LABELLED = re.compile(
    r"^\W{0,4}(?:brief|briefing|draft|prompt|request|instructions?|task|input)\W{0,3}:", re.I | re.M
)
#: Whose turn it is, as chats are written down for models to go on with.
_TURN = re.compile(
    r"^(?:### ?(?:instruction|response|input|assistant|user|system)|assistant):",
    re.I | re.M,
)
#: What is said to whoever asked, below the copy.
_OFFER = re.compile(rf"(?:{either('copy', 'offers')})[^\n]*\Z", re.IGNORECASE)
#: So many characters in a row of the request's own orders are no coincidence.
_ECHO = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an answer can't be kept, as a sentence to its writer."""

    kind: Wrong
    said: str


def without_thoughts(text: str) -> str:
    """The answer without the block of thoughts that reasoning models write before it."""
    return _THOUGHT_ON.sub("", _THOUGHT.sub("", text)).strip()


def faults(
    text: str,
    *,
    system: str,
    source: str = "",
    order: str = "",
    limit: Target | None = None,
    voice: Voice | None = None,
    rules: Sequence[Rule] = (),
    cut_off: bool = False,
) -> list[Fault]:
    """What is wrong with ``text``, an answer to ``system`` about ``source``; ``order`` is what was
    asked for in words (a brief, an instruction), ``limit`` what its channel takes. ``cut_off``: the
    model's own limit ended it.
    """
    if not text.strip():
        return [Fault("empty", "The answer was empty. Answer with the finished copy.")]
    if _REFUSAL.search(text[:400]) and not _REFUSAL.search(source[:400]):
        return [Fault("refusal", "The answer was a refusal, not copy.")]
    found = [*_of_the_model(text, system, source, order), *_form(text, source)]
    if cut_off:
        found.append(Fault("cut off", "The answer broke off at your limit. Answer shorter."))
    if blanks := placeholders(text, f"{source}\n{order}"):
        left = ", ".join(blanks[:5])
        found.append(
            Fault(
                "placeholder",
                f"The answer left something to fill in: {left}. Leave out what you were not told.",
            )
        )
    found += _too_long(text, limit)
    banned = _banned(text, voice, rules)
    if banned:
        found.append(Fault("banned", f"The answer used banned words: {', '.join(banned)}."))
    return found


def _of_the_model(text: str, system: str, source: str, order: str) -> list[Fault]:
    """What is about the request and no copy: thoughts, the request itself, talk with whoever asked."""
    found: list[Fault] = []
    if _THINKING.search(text) and not _THINKING.search(source):
        found.append(Fault("thinking", "The answer held thoughts about the task. Leave them out."))
    repeats = _OF_THE_REQUEST.search(text) or _shares(text, system) or _labelled(text, order)
    turns = _TURN.search(text) and not _TURN.search(source)
    if repeats or turns or _bare(text) == _bare(order):
        found.append(Fault("echo", "The answer repeated the request. Answer with the copy alone."))
    if _OFFER.search(text) and not _OFFER.search(source):
        found.append(
            Fault("chat", "The answer ended with words to me. Answer with the copy alone.")
        )
    return found


def _form(text: str, source: str) -> list[Fault]:
    """Markup and JSON that nobody sent."""
    found: list[Fault] = []
    if _MARKUP.search(text) and not _MARKUP.search(source):
        found.append(Fault("markup", "The answer held HTML. Use Markdown only."))
    if _BRACKETED.search(text) and not _BRACKETED.search(source):
        found.append(Fault("markup", "The answer held tags in brackets. Use Markdown only."))
    if _is_json(text) and not _is_json(source):
        found.append(Fault("markup", "The answer was JSON. Answer with the copy alone."))
    return found


def _too_long(text: str, limit: Target | None) -> list[Fault]:
    if limit is None or limit.most is None:
        return []
    size = length(to_plain(text).strip(), limit.unit)
    if size <= limit.most:
        return []
    most = counted(limit.most, limit.unit)
    said = f"The answer came to {counted(size, limit.unit)}; at most {most} fit."
    return [Fault("length", said)]


def limit_of(format: str | None) -> Target | None:
    """What the channel that ``format`` names takes."""
    return channel(format) if format else None


def _bare(text: str) -> str:
    """Its words alone: quotation marks, case and spaces make no other text of it."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _labelled(text: str, order: str) -> bool:
    """Whether the order stands in the answer whole, under a name that says what it is."""
    return bool(order and _LABELLED.search(text)) and _bare(order) in _bare(text)


def _is_json(text: str) -> bool:
    fenced = _FENCED.match(text)
    try:
        value = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict | list)


def _shares(text: str, system: str) -> bool:
    """Whether a stretch of the request's own orders stands in the answer."""
    said = " ".join(text.split())
    orders = " ".join(system.split())
    return any(
        orders[at : at + _ECHO] in said for at in range(0, max(0, len(orders) - _ECHO), _ECHO // 2)
    )


def _banned(text: str, voice: Voice | None, rules: Sequence[Rule]) -> list[str]:
    """Banned words that stay after what can be replaced was replaced."""
    read = proofread(text, voice=voice, rules=rules)
    again = proofread(read.corrected, voice=voice, rules=rules)
    return list(dict.fromkeys(c.original for c in again.advisories if c.kind == "bannedWord"))[:10]
