"""What a prompt may ask of any picture beside its scene, its things and its colours, and whether the
scene that is drawn does it.

``assets/words/wishes.toml`` declares, wish by wish, which families of scenes do it; the families of
things that are drawn stand in ``scenes.toml``. What is asked of a family that doesn't do it is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from .tables import table
from .words import contains, find

Span = tuple[int, int]


@cache
def _families(names: tuple[str, ...]) -> frozenset[str]:
    """The families that groups and single names stand for."""
    groups = table("wishes")["groups"]
    return frozenset(family for name in names for family in groups.get(name, (name,)))


@cache
def _words(at: int) -> tuple[str, ...]:
    """The words of the wish in that row of the table."""
    row = table("wishes")["wish"][at]
    taken = [table("scenes")[s][key] for s, key in (n.split(".") for n in row.get("like", ()))]
    return (*row.get("words", ()), *(word for words in taken for word in words))


def _rows(family: str | None) -> Iterable[tuple[Mapping[str, Any], tuple[str, ...], bool]]:
    """The wishes that a family may be asked for: row, words, and whether it does it."""
    for at, row in enumerate(table("wishes")["wish"]):
        if "asked_of" in row and family not in _families(tuple(row["asked_of"])):
            continue
        yield row, _words(at), family in _families(tuple(row.get("done_by", ())))


def unmet(rest: str, family: str | None) -> list[Span]:
    """Where a plain text asks for what its scene doesn't do."""
    spans = [span for _, words, done in _rows(family) if not done for span in find(rest, words)]
    return [s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)]


def met(rest: str, family: str | None) -> list[Span]:
    """Where a plain text asks for what its scene does, or says what suits it anyway."""
    spans = [span for _, words, done in _rows(family) if done for span in find(rest, words)]
    for row in table("wishes")["fits"]:
        if family in _families(tuple(row["families"])):
            spans += find(rest, row["words"])
    return spans


def manners(rest: str, family: str | None) -> frozenset[str]:
    """What is to be done to the finished picture as a whole: "subtle", "muted"."""
    return frozenset(
        row["manner"]
        for row, words, done in _rows(family)
        if done and "manner" in row and contains(rest, words)
    )


def unseen_motifs(family: str | None, named: Sequence[str]) -> frozenset[str]:
    """The motifs among those that are named which a family leaves out: it draws one of several, or
    hides one behind another.
    """
    wishes = table("wishes")
    order = [motif for motif in wishes["one_of"].get(family or "", ()) if motif in named]
    hidden = set(order[1:])
    for row in wishes["hidden"]:
        if family in row["families"] and set(row["by"]) & set(named):
            hidden |= set(row["what"]) & set(named)
    return frozenset(hidden)


def keeps(side: str, family: str) -> bool:
    """Whether a family keeps that side free, or takes its light from where it is asked ("light",
    "above").
    """
    return family not in _families(tuple(table("wishes")["sides"][side]))
