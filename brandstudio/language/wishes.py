"""What a prompt may ask of any picture beside its scene, its things and its colours, and whether the
scene that is drawn does it.

``assets/words/wishes.toml`` declares, wish by wish, which families of scenes do it; the families of
things that are drawn stand in ``scenes.toml``. What is asked of a family that doesn't do it is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from .colour_things import names, things
from .tables import table
from .words import contains, find

Span = tuple[int, int]


@cache
def _families(names: tuple[str, ...]) -> frozenset[str]:
    """The families that groups and single names stand for."""
    groups = table("wishes")["groups"]
    return frozenset(family for name in names for family in groups.get(name, (name,)))


@dataclass(frozen=True, slots=True)
class _Wish:
    """A row of the table: its words, the families that it may be asked of (None: all), those that do
    it, and what is done to the finished picture for it (empty: nothing).
    """

    words: tuple[str, ...]
    asked_of: frozenset[str] | None
    done_by: frozenset[str]
    manner: str


@cache
def _wishes() -> tuple[_Wish, ...]:
    scenes, out = table("scenes"), []
    for row in table("wishes")["wish"]:
        like = [scenes[s][key] for s, key in (n.split(".") for n in row.get("like", ()))]
        words = (*row.get("words", ()), *(word for words in like for word in words))
        asked_of = _families(tuple(row["asked_of"])) if "asked_of" in row else None
        done_by = _families(tuple(row.get("done_by", ())))
        out.append(_Wish(words, asked_of, done_by, row.get("manner", "")))
    return tuple(out)


def _asked(family: str | None) -> Iterable[tuple[_Wish, bool]]:
    """The wishes that a family may be asked for, and whether it does each."""
    for wish in _wishes():
        if wish.asked_of is None or family in wish.asked_of:
            yield wish, family in wish.done_by


def unmet(rest: str, family: str | None) -> list[Span]:
    """Where a plain text asks for what its scene doesn't do."""
    spans = [span for wish, done in _asked(family) if not done for span in find(rest, wish.words)]
    # "Little contrast" asks for nothing little, "vieux rose" for nothing old, "petit matin" for nothing small.
    longer = [*spans, *met(rest, family), *names(rest), *find(rest, _hours())]
    return [s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in longer)]


@cache
def _hours() -> tuple[str, ...]:
    """The hours whose names are several words."""
    return tuple(e for some in table("scenes")["times"].values() for e in some if " " in e)


def met(rest: str, family: str | None) -> list[Span]:
    """Where a plain text asks for what its scene does, or says what suits it anyway."""
    spans = [span for wish, done in _asked(family) if done for span in find(rest, wish.words)]
    for row in table("wishes")["fits"]:
        if family in _families(tuple(row["families"])):
            spans += find(rest, row["words"])
    return spans


def manners(rest: str, family: str | None) -> frozenset[str]:
    """What is to be done to the finished picture as a whole: "subtle", "muted", "pale" where its one
    colour is to be.
    """
    pale = family in _families(("flat", "still")) and _all_pale(rest)
    return frozenset(("pale",) if pale else ()) | frozenset(
        wish.manner
        for wish, done in _asked(family)
        if done and wish.manner and contains(rest, wish.words)
    )


@cache
def _pale() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = table("wishes")["pale_colour"]
    before, behind = ("|".join(words[key]) for key in ("before", "behind"))
    return (
        re.compile(rf"(?<![^\W_])(?:{before})\s+$|(?<![^\W_])(?:hell|blass|zart)$"),
        re.compile(rf"\s+(?:{behind})(?![^\W_])"),
    )


def _all_pale(rest: str) -> bool:
    """Whether every colour that is named is to be pale ("pale yellow"), none of them by its own name
    as "sky blue" is.
    """
    scenes, (before, behind) = table("scenes"), _pale()
    shades = {word for name in scenes["shade_of"] for word in scenes["colours"][name]}
    every = {s for words in scenes["colours"].values() for s in find(rest, words)}
    every -= {*things(rest)}  # lemons
    if not every or find(rest, shades):
        return False
    whole = [s for s in every if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in every)]
    return all(
        before.search(rest[:a]) or behind.match(rest, b) or rest[a:b].startswith(("hell", "blass"))
        for a, b in whole
    )


def unseen_motifs(family: str | None, named: Sequence[str]) -> frozenset[str]:
    """The motifs among those that are named which a family leaves out: it draws one of several, or
    hides one behind another.
    """
    wishes = table("wishes")
    order = [motif for motif in wishes["one_of"].get(family or "", ()) if motif in named]
    hidden = set(order[1:]) - {*wishes["among"].get(order[0] if order else "", ())}
    for row in wishes["hidden"]:
        shown = {*named} - hidden
        if family in row["families"] and shown & {*row["by"]}:
            hidden |= shown & {*row["what"]}
    return frozenset(hidden)


def keeps(side: str, family: str) -> bool:
    """Whether a family keeps that side free, or takes its light from where it is asked ("light",
    "above").
    """
    return family not in _families(tuple(table("wishes")["sides"][side]))
