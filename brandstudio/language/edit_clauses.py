"""Instructions cut into clauses, and what a clause holds whatever it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from .edit_comments import is_colourless
from .edit_values import Edit
from .senses import Sense, Token

_HARD = re.compile(r"[.;!?\n]")
_PLAIN_AND = frozenset(
    ("and", "und", "et", "y", "e", "samt", "mitsamt", "nebst", "along with", "together with")
)


def clauses(tokens: Iterable[Token]) -> Iterable[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses with whether a sentence ends behind each, and whether a plain "and" stands before it.
    Joining words that may also mean something else stay inside.
    """
    clause: list[Token] = []
    joined = False
    for token in tokens:
        if token.has("because") and clause:
            # "Crop the top because the roofs distract": what is told behind it is a clause of its own.
            yield tuple(clause), False, joined
            clause, joined = [], False
        if token.has("nothing-else") and clause and token.text.split()[0] in _PLAIN_AND:
            # "Cielo más saturado y nada más": it bounds what stands before it.
            yield tuple(clause), False, joined
            clause, joined = [], False
        joins = token.has("and") and all(s.part in ("and", "filler") for s in token.senses)
        # "Dreh es dann um 2 Grad": behind a verb it only tells when.
        joins = joins and not (clause and token.text == "dann")
        if token.mark or joins:
            if clause or token.mark:
                yield tuple(clause), token.mark and bool(_HARD.search(token.text)), joined
            clause = []
            joined = token.text in _PLAIN_AND
        else:
            clause.append(token)
    yield tuple(clause), True, joined


def parted(clause: tuple[Token, ...]) -> Iterable[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """A clause parted at words that may join two wishes ("with", "without"), or behind a German verb
    that ends the first of them ("ohne die Farben zu ändern heller").
    """
    for at, token in enumerate(clause):
        if 0 < at < len(clause) - 1 and (token.has("and") or token.has("not")):
            yield clause[:at], clause[at + (not token.has("not")) :]
        if 0 < at < len(clause) - 1 and (token.has("more") or token.has("less")):
            before = {p for t in clause[:at] for p in ("more", "less") if t.has(p)}
            if before and not before & {p for p in ("more", "less") if token.has(p)}:
                yield clause[:at], clause[at:]  # "grass less yellow more green"
        if 0 < at < len(clause) - 1 and token.has("keep"):
            yield clause[:at], clause[at:]  # "en gardant le haut"
        if 0 < at < len(clause) - 1 and token.has("as-it-is") and token.text.startswith("sin "):
            yield clause[:at], clause[at:]  # "más frío sin tocar el cielo"
        if is_colourless(token) and at < len(clause) - 1:
            yield clause[: at + 1], clause[at + 1 :]  # "noir et blanc bien contrasté"
        if is_colourless(token) and at > 0:
            yield clause[:at], clause[at:]
        if at < len(clause) - 1 and token.text.startswith("zu "):
            yield clause[: at + 1], clause[at + 1 :]


def meant(clause: Sequence[Token]) -> bool:
    """Whether a clause says anything beyond politeness."""
    idle = {"filler", "is", "make", "pronoun", "purpose", "and"}
    return any(not t.senses or any(s.part not in idle for s in t.senses) for t in clause)


def said(clause: Sequence[Token]) -> str:
    return " ".join(t.text for t in clause)


def values(clause: Sequence[Token]) -> list[str]:
    return [s.get("value") for t in clause for s in t.senses if s.part == "region"]


def spoken_size(clause: Sequence[Token]) -> float | None:
    """The amount that a clause names."""
    named = (s for t in clause for s in t.senses if s.part == "amount")
    return next((float(s.get("number")) for s in named), None)


def left_colourless(edits: Sequence[Edit], tokens: Sequence[Token]) -> list[Edit]:
    """A place that is desaturated while another is left in colour, or all but a place, has no colour at
    all.
    """
    stays = any(t.has("keep") for t in tokens) and any(t.has("in-colour") for t in tokens)
    spared = any(t.has("except") for t in tokens) and any(map(_desaturates, tokens))
    return [
        replace(e, exact=1.0)
        if (stays or (spared and e.place != ("all", ())))
        and (e.kind, e.amount, e.exact) == ("saturation", -1.0, None)
        else e
        for e in edits
    ]


def softly_grey(edits: Sequence[Edit], tokens: Sequence[Token]) -> list[Edit]:
    """A softer black and white has less contrast; blurred is what is softened with a verb."""
    out = list(edits)
    softer = any(t.text in _SOFTER for t in tokens)
    for at, edit in enumerate(out[1:], 1):
        if softer and edit.kind == "soften" and out[at - 1].kind in ("monochrome", "sepia"):
            out[at] = replace(edit, kind="contrast", amount=-edit.amount)
    return out


def starkly_grey(edits: Sequence[Edit], tokens: Sequence[Token]) -> list[Edit]:
    """A hard black and white has more contrast: only of what is there is "hard" a fault."""
    hard = [t for t in tokens if any(s.get("kind") == "contrast" for s in t.senses) and _is_hard(t)]
    grey = any(e.kind in ("monochrome", "sepia") for e in edits)
    if len(hard) != 1 or not grey:
        return list(edits)
    before = [t for t in tokens[: tokens.index(hard[0])] if not t.has("amount")][-1:]
    if any(t.has(p) for t in before for p in ("is", "too", "too-much", "not-so", "less", "not")):
        return list(edits)
    return [
        replace(e, amount=-e.amount)
        if e.kind == "contrast" and e.amount < 0 and e.exact is None
        else e
        for e in edits
    ]


def _is_hard(token: Token) -> bool:
    return any(s.part == "fault" and s.get("sign") == -1 for s in token.senses)


def through_a_filter(edits: Sequence[Edit], tokens: Sequence[Token]) -> list[Edit]:
    """Black and white through a filter of a colour: what has that colour gets light, and nothing is tinted."""
    glass = {
        s.get("value")
        for one, two in pairwise(tokens)
        for named, word in ((one, two), (two, one))
        if word.text in _FILTER
        for s in named.senses
        if s.part == "colour"
    }
    out: list[Edit] = []
    grey = any(e.kind == "monochrome" for e in edits)
    laid = [e.value for e in edits if grey and e.kind == "colour" and e.value in glass]
    for edit in edits:
        part = edit.target.removeprefix("colour-")
        if edit.kind == "monochrome" and part in glass:
            out.append(replace(edit, value=part, target="all"))
        elif edit.kind == "monochrome" and len(laid) == 1:
            out.append(replace(edit, value=laid[0]))
        elif not (len(laid) == 1 and edit.kind == "colour" and edit.value in laid):
            out.append(edit)
    return out


_FILTER = frozenset(("filter", "filtre", "filtro"))
_SOFTER = frozenset(("softer", "weicher", "sanfter", "plus doux", "plus douce", "mas suave"))


def _desaturates(token: Token) -> bool:
    """Whether a word takes the colour, and not some of it."""
    return token.text.startswith(("desat", "entsatt"))


def carried_on(before: Sequence[Token], clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A clause behind "and" with the "too" of the complaint before it ("too dark and greenish"), or with
    its verb ("reduce the saturation and the contrast").
    """
    measured = {"dimension", "filler", "amount", "percent", "pronoun"}
    if any(any(map(t.has, ("percent", "points", "signed"))) for t in clause):
        measured.add("region")  # "reduce clarity and the saturation of the sky by 25 %"
    bare = clause and all(any(s.part in measured for s in t.senses) for t in clause)
    ways = [t for t in before if any(t.has(part) for part in _WAYS) and not t.has("dimension")]
    if bare and any(t.has("dimension") for t in clause) and len(ways) == 1:
        way = Token(
            ways[0].text,
            tuple(Sense(_WAYS[s.part], s.facts) for s in ways[0].senses if s.part in _WAYS),
        )
        return (way, *clause)
    if _more_of(before) and _bare_colour(clause):
        return (Token("more", (Sense("more"),)), *clause)
    if _taken_from(before) and _put_there(clause):
        return (*clause, Token("background", (Sense("region", {"value": "background"}),)))
    said = {"quality", "tinged", "colour", "filler", "amount", "fault"}
    bare = clause and all(any(s.part in said for s in t.senses) for t in clause)
    too = next((t for t in before if t.has("too")), None)
    exclaims = bool(before) and before[0] is too
    if too is None or not bare or not (exclaims or any(t.has("is") for t in before)):
        return clause
    if not any(t.has("quality") or t.has("tinged") or t.has("fault") for t in clause):
        return clause
    return (too, *clause)


def _more_of(before: Sequence[Token]) -> bool:
    """Whether a clause only asks for more of something ("más luz")."""
    said = [t for t in before if not t.has("filler") and not t.has("amount")]
    more = len(said) == 1 and said[0].has("change") and not _MORE.isdisjoint(said[0].text.split())
    return more and len(said[0].text.split()) > 1


def _bare_colour(clause: Sequence[Token]) -> bool:
    """Whether a clause only names the colours of a picture."""
    said = [t for t in clause if not t.has("filler")]
    return len(said) == 1 and any(
        s.part == "region" and s.get("value") == "colours" for s in said[0].senses
    )


_MORE = frozenset(("more", "mehr", "plus", "mas"))


def _taken_from(before: Sequence[Token]) -> bool:
    """Whether a clause takes the background away."""
    ground = [s.get("value") for t in before for s in t.senses if s.part == "region"]
    return ground == ["background"] and any(t.has("remove") for t in before)


def _put_there(clause: Sequence[Token]) -> bool:
    """Whether a clause only says which colour is to be in the place of what was taken away ("... and replace
    it with white").
    """
    idle = {"filler", "pronoun", "change-to", "make", "add", "colour", "completely"}
    plain = bool(clause) and all(any(s.part in idle for s in t.senses) for t in clause)
    put = any(t.has("change-to") or t.has("add") or t.has("make") for t in clause)
    return plain and put and sum(t.has("colour") for t in clause) == 1


#: What says whether there is to be more or less of something, and what it is before a measure.
_WAYS = {"more": "more", "less": "less", "calm": "less", "downward": "less", "upward": "more"}


__all__ = [
    "carried_on",
    "clauses",
    "left_colourless",
    "meant",
    "parted",
    "said",
    "softly_grey",
    "spoken_size",
    "starkly_grey",
    "values",
]
