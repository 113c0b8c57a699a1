"""A search by words: read, widened by what the workspace's own words say, matched and ranked.

Items match where every term does. They are ranked by the weights of BM25F with each word counted
once a field: how rare a word is among the workspace's items, times what the field is worth where it
stands (Robertson and others 2004); of equals the newest comes first. Only the newest ``RANKED`` hits
are ranked, whatever is older follows by age: a word that more items hold tells little of any of
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..domain import paging
from ..domain.search_query import Term, parse
from ..models.searching import Correction, SearchQuery
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import Match
from ..store.search_hits import TEXT, IndexHits, Latest, among
from ..store.searching import either, expression, quoted
from . import search_scope
from .held_hits import Asked, HeldHits, KnownHits
from .search_scope import SearchScope
from .standing import Said, Texts

RANKED = 2000
_FIELDS = (("title", 3.0), ("tags", 2.5), ("description", 1.5))
"""What a field is worth more than a mention anywhere, which is 1."""
_AS_TYPED = 1.25
"""What the very word is worth more than another form of it."""
_WEIGHED = 4
"""Terms that ranking looks at, the rarest; all of them must match."""
_MOST_EXPANDED = 12
"""Words of a query whose other forms are looked for."""
_NOTHING = 'facts:"none"'


class Looked(NamedTuple):
    """A wanted term, the words that may stand in its place, and both as a match expression."""

    term: Term
    wanted: str
    also: tuple[str, ...] = ()

    @property
    def said(self) -> list[Said]:
        """What stands for it in a text."""
        return [Said.of(self.term.words, goes_on=self.term.beginning), *map(Said.of, self.also)]


@dataclass(frozen=True)
class Plan:
    """What a query asks of the index. ``everywhere`` is where a word's rarity is counted: whatever a
    query is narrowed to, a word is as rare as it is, and counting it alone costs a fraction.
    """

    scope: SearchScope
    terms: tuple[Looked, ...] = ()
    unwanted: str | None = None
    kept_out: tuple[Term, ...] = ()
    corrected: tuple[Correction, ...] = ()
    nothing: bool = False
    everywhere: SearchScope | None = None

    @property
    def expression(self) -> str:
        """All that must match."""
        if self.nothing:
            return _NOTHING
        return self.scope.expression(
            [among(TEXT, each.wanted) for each in self.terms],
            [] if self.unwanted is None else [among(TEXT, self.unwanted)],
        )

    @property
    def asked(self) -> Asked:
        """The same in parts."""
        inside, outside = self.scope.parts()
        unwanted = [] if self.unwanted is None else [among(TEXT, self.unwanted)]
        words = tuple(among(TEXT, each.wanted) for each in self.terms)
        return Asked(tuple(inside), words, (*outside, *unwanted), self.expression)


def listing(
    workspace_id: str,
    place: FolderRow | None,
    query: SearchQuery,
    *,
    subtree: bool,
    trashed: bool = False,
) -> Match:
    """The words as they are typed, and nothing read into them: a listing is narrowed by them."""
    scope = search_scope.scoped(workspace_id, place, query, subtree=subtree, trashed=trashed)
    terms = parse(query.q) if query.q is not None else ()
    wanted = tuple(Looked(term, expression(term)) for term in terms if not term.unwanted)
    nothing = query.q is not None and not terms
    return Match(Plan(scope, wanted, _unwanted(terms), nothing=nothing).expression, trashed)


def planned(
    tx: Transaction, workspace_id: str, place: FolderRow | None, query: SearchQuery
) -> Plan:
    """The words with their other forms, compounds and nearest words."""
    terms = parse(query.q) if query.q is not None else ()
    looked, corrected = [], []
    for at, term in enumerate(terms):
        if term.unwanted:
            continue
        forms = tx.search.forms(workspace_id, term) if at < _MOST_EXPANDED else None
        also = forms.also if forms is not None else ()
        if forms is not None and forms.corrected:
            corrected.append(Correction(typed=term.said, read_as=list(forms.corrected)))
            also = forms.corrected
        goes_on = tx.search.going_on(term.words) if term.beginning else None
        looked.append(Looked(term, expression(term, also, goes_on), also))
    scope = search_scope.cheapest(tx, workspace_id, place, query, words=bool(looked))
    nothing = query.q is not None and not terms
    everywhere = None
    if len(looked) > 1:  # the rarity of one word weighs nothing
        everywhere = search_scope.cheapest(tx, workspace_id, None, SearchQuery(), words=True)
    kept_out = tuple(term for term in terms if term.unwanted)
    unwanted = _unwanted(terms)
    return Plan(scope, tuple(looked), unwanted, kept_out, tuple(corrected), nothing, everywhere)


def _unwanted(terms: Sequence[Term]) -> str | None:
    kept_out = [quoted(term.words) for term in terms if term.unwanted]
    return either(kept_out) if kept_out else None


class Place(NamedTuple):
    """Where a page of ranked hits ended: ``floor`` is the oldest hit that was ranked."""

    floor: int
    score: float
    id: int


PLACE_KINDS: list[type] = [int, float, int]
_OLDER = -1.0
"""The score of what is not ranked any more."""


class Page(NamedTuple):
    """Ids of a page of hits, the best first, where the next page begins, and how many hits there
    are.
    """

    ids: list[int]
    following: Place | None
    total: int


def page(
    tx: Transaction,
    plan: Plan,
    total_items: int,
    after: Place | None,
    limit: int,
    held: HeldHits | None = None,
) -> Page:
    """A page of hits; ``held`` is what this process holds of the index."""
    hits = _hits(tx, plan, held)
    if after is None:
        window, total = hits.latest(RANKED)
        floor = window[-1] if window else 0
    elif after.score == _OLDER:
        return _older(hits, hits.total(), after.floor, after.id, limit)
    else:
        floor = after.floor
        window, total = hits.since(floor)
    ranked = _ranked(tx, plan, window, total_items)
    if after is not None:
        ranked = [each for each in ranked if each < (after.score, after.id)]
    ids = [id for _, id in ranked[:limit]]
    if len(ranked) > limit:
        return Page(ids, Place(floor, *ranked[limit - 1]), total)
    if total == len(window):
        return Page(ids, None, total)
    older = _older(hits, total, floor, floor, limit - len(ids))
    return older._replace(ids=[*ids, *older.ids])


def _older(hits: Hits, total: int, floor: int, below: int, limit: int) -> Page:
    found = hits.newest(limit + 1, below)
    more = len(found) > limit
    ids = found[:limit]
    return Page(ids, Place(floor, _OLDER, ids[-1] if ids else below) if more else None, total)


class Hits(Protocol):
    """All that matches a plan."""

    def latest(self, most: int) -> Latest: ...

    def newest(self, most: int, below: int) -> list[int]: ...

    def since(self, floor: int) -> Latest: ...

    def total(self) -> int: ...


def _hits(tx: Transaction, plan: Plan, held: HeldHits | None) -> Hits:
    if held is not None and not plan.nothing:
        ids = held.matching(tx, plan.asked, lambda changed: _judged(tx, plan, changed))
        if ids is not None:
            return KnownHits(ids)
    return IndexHits(tx.search, plan.expression)


def _judged(tx: Transaction, plan: Plan, ids: Sequence[int]) -> list[int]:
    """Those of the items that match, by their texts."""
    here = [id for id, held in tx.search.facts(ids) if plan.scope.holds(held)]
    found, said = tx.search.said(here, TEXT)
    texts = Texts(said)
    matching = set(range(len(found)))
    for each in plan.terms:
        matching &= {*(texts.holding(each.said) // len(TEXT)).tolist()}
    if plan.kept_out:
        out = [Said.of(term.words) for term in plan.kept_out]
        matching -= {*(texts.holding(out) // len(TEXT)).tolist()}
    return [found[at] for at in sorted(matching)]


def _ranked(
    tx: Transaction, plan: Plan, window: Sequence[int], total_items: int
) -> list[tuple[float, int]]:
    """The hits with their scores, the best first."""
    ids, scores = _scored(tx, plan, window, total_items)
    order = np.lexsort((ids, scores))[::-1]
    return list(zip(scores[order].tolist(), ids[order].tolist(), strict=True))


def _scored(
    tx: Transaction, plan: Plan, window: Sequence[int], total_items: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    if not window or not plan.terms:
        return np.array(window, dtype=np.int64), np.zeros(len(window))
    weighed = _weighed(tx, plan, total_items)
    widened = any(exact is not None for _, _, exact in weighed)
    fields = TEXT if widened else [field for field, _ in _FIELDS]
    # Read, and not asked of the index, which would match the whole query again for every field.
    ids, said = tx.search.said(window, fields)
    texts = Texts(said)
    scores = np.zeros(len(ids))
    for rarity, wanted, exact in weighed:
        held = np.ones(len(ids))
        rows, columns = np.divmod(texts.holding(wanted), len(fields))
        for column, (_, weight) in reversed([*enumerate(_FIELDS)]):  # what is worth most comes last
            held[rows[columns == column]] = weight
        typed = np.ones(len(ids))
        if exact is not None:
            typed[texts.holding([exact]) // len(fields)] = _AS_TYPED
        scores += rarity * held * typed
    return np.array(ids, dtype=np.int64), scores


def _weighed(
    tx: Transaction, plan: Plan, total_items: int
) -> list[tuple[float, list[Said], Said | None]]:
    """The rarest terms: how rare each is, what stands for it in a text, and where it was widened the
    very word.
    """
    rarities = [(1.0, 0)]
    if len(plan.terms) > 1:
        found = [(_rarity(tx, plan, each, total_items), at) for at, each in enumerate(plan.terms)]
        rarities = sorted(found, reverse=True)[:_WEIGHED]
    weighed = []
    for rarity, at in rarities:
        term, also = plan.terms[at].term, plan.terms[at].also
        weighed.append((rarity, plan.terms[at].said, Said.of(term.words) if also else None))
    return weighed


def _rarity(tx: Transaction, plan: Plan, looked: Looked, total_items: int) -> float:
    """How rare a term is; a word that may go on is as rare as itself where it stands as a word."""

    def rarity(wanted: str) -> float | None:
        scope = plan.everywhere or plan.scope
        return tx.search.rarity(scope.expression([among(TEXT, wanted)]), total_items)

    whole = expression(looked.term._replace(beginning=False), looked.also)
    known = rarity(whole)
    if known is None and looked.term.beginning:
        known = rarity(looked.wanted)
    return known or 0.0


def encoded(place: Place | None, filters: Mapping[str, object]) -> str | None:
    """The cursor of the next page."""
    return None if place is None else paging.encode("best", place, filters)


def decoded(cursor: str | None, filters: Mapping[str, object]) -> Place | None:
    if cursor is None:
        return None
    return Place._make(paging.decode(cursor, "best", PLACE_KINDS, filters))
