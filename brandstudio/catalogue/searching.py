"""A search by words: read, widened by what the workspace's own words say, matched and ranked.

Items match where every term does. They are ranked by the weights of BM25F with each word counted
once a field: how rare a word is among the workspace's items, times what the field is worth where it
stands (Robertson and others 2004); of equals the newest comes first. Only the newest ``RANKED`` hits
are ranked, whatever is older follows by age: a word that more items hold tells little of any of
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..domain import paging
from ..domain import search_facts as facts
from ..domain.search_query import Term, parse
from ..models.searching import Correction, SearchQuery
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.lexemes import words_of
from ..store.library import Match
from ..store.search_index import TEXT, among
from ..store.searching import any_fact, either, expression, quoted
from ..store.searching import facts as all_facts
from . import search_colours

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


@dataclass(frozen=True)
class Plan:
    """What a query asks of the index."""

    scope: str
    terms: tuple[Looked, ...] = ()
    unwanted: str | None = None
    corrected: tuple[Correction, ...] = ()
    nothing: bool = False

    @property
    def expression(self) -> str:
        """All that must match."""
        if self.nothing:
            return _NOTHING
        wanted = " AND ".join([self.scope, *(among(TEXT, each.wanted) for each in self.terms)])
        return wanted if self.unwanted is None else f"({wanted}) NOT {among(TEXT, self.unwanted)}"


def listing(
    workspace_id: str,
    place: FolderRow | None,
    query: SearchQuery,
    *,
    subtree: bool,
    trashed: bool = False,
) -> Match:
    """The words as they are typed, and nothing read into them: a listing is narrowed by them."""
    scope = scoped(workspace_id, place, query, subtree=subtree, trashed=trashed)
    terms = parse(query.q) if query.q is not None else ()
    wanted = tuple(Looked(term, expression(term)) for term in terms if not term.unwanted)
    nothing = query.q is not None and not terms
    return Match(Plan(scope, wanted, _unwanted(terms), (), nothing).expression, trashed)


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
        looked.append(Looked(term, expression(term, also), also))
    scope = scoped(workspace_id, place, query, subtree=query.subtree is not False)
    nothing = query.q is not None and not terms
    return Plan(scope, tuple(looked), _unwanted(terms), tuple(corrected), nothing)


def _unwanted(terms: Sequence[Term]) -> str | None:
    kept_out = [quoted(term.words) for term in terms if term.unwanted]
    return either(kept_out) if kept_out else None


def scoped(
    workspace_id: str,
    place: FolderRow | None,
    query: SearchQuery,
    *,
    subtree: bool,
    trashed: bool = False,
) -> str:
    """Where is looked, and what the items are, as a match expression."""
    tokens = [facts.workspace(workspace_id, "trashed" if trashed else "live")]
    if place is not None:
        tokens.append(facts.below(place.id) if subtree else facts.folder(place.id))
    if query.kind is not None:
        tokens.append(facts.kind(query.kind))
    tags = [tag.strip() for tag in (query.tags or "").split(",")]
    tokens += [facts.tag(tag) for tag in tags if tag]
    if query.orientation is not None:
        tokens.append(facts.tag(query.orientation))
    if query.space is not None:
        tokens.append(facts.tag(facts.SPACE_TAG + query.space))
    wanted = [all_facts(tokens)]
    faces = any_fact(map(facts.tag, facts.FACE_TAGS))
    if query.has_face:
        wanted.append(faces)
    if query.min_score is not None and query.min_score > 0:
        wanted.append(any_fact(facts.at_least(query.min_score)))
    if query.colour is not None:
        wanted.append(any_fact(search_colours.tokens(query.colour)))
    expression = " AND ".join(wanted)
    return f"({expression} NOT {faces})" if query.has_face is False else expression


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


def page(tx: Transaction, plan: Plan, total_items: int, after: Place | None, limit: int) -> Page:
    """A page of hits."""
    if after is None:
        window = tx.search.newest(plan.expression, RANKED)
        floor = window[-1] if window else 0
    elif after.score == _OLDER:
        found = _older(tx, plan, after.floor, after.id, limit)
        return Page(*found, tx.search.count(plan.expression))
    else:
        floor = after.floor
        window = tx.search.within(plan.expression, floor, 2**62)
    few = after is None and len(window) < RANKED
    total = len(window) if few else tx.search.count(plan.expression)
    scores = _scores(tx, plan, window, total_items)
    ranked = sorted(((scores[id], id) for id in window), reverse=True)
    if after is not None:
        ranked = [each for each in ranked if each < (after.score, after.id)]
    ids = [id for _, id in ranked[:limit]]
    if len(ranked) > limit:
        return Page(ids, Place(floor, *ranked[limit - 1]), total)
    if total == len(window):
        return Page(ids, None, total)
    older, following = _older(tx, plan, floor, floor, limit - len(ids))
    return Page([*ids, *older], following, total)


def _older(
    tx: Transaction, plan: Plan, floor: int, below: int, limit: int
) -> tuple[list[int], Place | None]:
    found = tx.search.newest(plan.expression, limit + 1, below)
    more = len(found) > limit
    ids = found[:limit]
    return ids, Place(floor, _OLDER, ids[-1] if ids else below) if more else None


def _scores(
    tx: Transaction, plan: Plan, window: Sequence[int], total_items: int
) -> dict[int, float]:
    if not window or not plan.terms:
        return dict.fromkeys(window, 0.0)
    weighed = _weighed(tx, plan, total_items)
    scores = {}
    widened = any(exact is not None for _, _, exact in weighed)
    fields = TEXT if widened else [field for field, _ in _FIELDS]
    # Read, and not asked of the index, which would match the whole query again for every field.
    for id, said in tx.search.said(window, fields):
        score = 0.0
        for rarity, pattern, exact in weighed:
            held = max(
                (
                    weight
                    for (_, weight), words in zip(_FIELDS, said, strict=False)
                    if pattern.search(words)
                ),
                default=1.0,
            )
            typed = exact is not None and any(map(exact.search, said))
            score += rarity * held * (_AS_TYPED if typed else 1.0)
        scores[id] = score
    return scores


def _weighed(
    tx: Transaction, plan: Plan, total_items: int
) -> list[tuple[float, re.Pattern[str], re.Pattern[str] | None]]:
    """The rarest terms: how rare each is, how it is told among the words of a field, and where it
    was widened how the very word is.
    """
    if len(plan.terms) == 1:
        rarities = [(1.0, 0)]
    else:
        rarities = sorted(
            (
                (
                    tx.search.rarity(f"{plan.scope} AND {among(TEXT, each.wanted)}", total_items),
                    at,
                )
                for at, each in enumerate(plan.terms)
            ),
            reverse=True,
        )[:_WEIGHED]
    found = []
    for rarity, at in rarities:
        term, also = plan.terms[at].term, plan.terms[at].also
        exact = _told([term.words]) if also else None
        found.append((rarity, _told([term.words, *also], beginning=term.beginning), exact))
    return found


def _told(said: Sequence[str], *, beginning: bool = False) -> re.Pattern[str]:
    """Any of these among words between spaces; the first may be a beginning."""
    first, *others = (re.escape(" ".join(words_of(one))) for one in said)
    return re.compile(f" (?:{'|'.join([first + (r'[^ ]*' if beginning else ''), *others])})(?= )")


def encoded(place: Place | None, filters: Mapping[str, object]) -> str | None:
    """The cursor of the next page."""
    return None if place is None else paging.encode("best", place, filters)


def decoded(cursor: str | None, filters: Mapping[str, object]) -> Place | None:
    if cursor is None:
        return None
    return Place._make(paging.decode(cursor, "best", PLACE_KINDS, filters))
