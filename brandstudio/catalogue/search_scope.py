"""Where a search looks and what the items are, as a match expression of the search index.

Nearly all that an index holds is often one workspace's: of a million items each is then asked
whether it lies there. Where few items lie elsewhere (in the trash, in an archived folder, in other
workspaces), those are kept out instead, which costs what they are and not what all are.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ..domain import search_facts as facts
from ..models.searching import SearchQuery
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.library import subtree_scope, workspace_scope
from ..store.searching import any_fact, either
from ..store.searching import facts as all_facts
from . import search_colours

_FEW = 20
"""One in so many items may lie elsewhere for those to be kept out one by one."""
_MOST_WORKSPACES = 50


class SearchScope(NamedTuple):
    """What every hit is, one fact at least of each set, and what none is."""

    inside: tuple[tuple[str, ...], ...]
    outside: tuple[str, ...] = ()

    def expression(self, wanted: Sequence[str] = (), unwanted: Sequence[str] = ()) -> str:
        """What lies here, matches all that is wanted and nothing unwanted."""
        alone = [tokens[0] for tokens in self.inside if len(tokens) == 1]
        choices = [any_fact(tokens) for tokens in self.inside if len(tokens) != 1]
        held = " AND ".join([*([all_facts(alone)] if alone else []), *choices, *wanted])
        kept_out = [*([any_fact(self.outside)] if self.outside else []), *unwanted]
        return f"(({held}) NOT {either(kept_out)})" if kept_out else held

    def parts(self) -> tuple[list[str], list[str]]:
        """Expressions of what all that lies here is, and of what none is, each alone."""
        return [any_fact(tokens) for tokens in self.inside], (
            [any_fact(self.outside)] if self.outside else []
        )

    def holds(self, facts: AbstractSet[str]) -> bool:
        """Whether something with these facts lies here."""
        for tokens in self.inside:  # a loop: hundreds of hits are asked at each search
            if facts.isdisjoint(tokens):
                return False
        return facts.isdisjoint(self.outside)


def scoped(
    workspace_id: str,
    place: FolderRow | None,
    query: SearchQuery,
    *,
    subtree: bool,
    trashed: bool = False,
) -> SearchScope:
    """What the items are, and that they lie in the workspace."""
    here = facts.workspace(workspace_id, "trashed" if trashed else "live")
    narrowed = _narrowed(place, query, subtree=subtree)
    return narrowed._replace(inside=((here,), *narrowed.inside))


def searched(
    workspace_id: str, place: FolderRow | None, query: SearchQuery, *, subtree: bool
) -> SearchScope:
    """What a search may find: what failed and has no version is in the library's list alone."""
    scope = scoped(workspace_id, place, query, subtree=subtree)
    return scope._replace(outside=(*scope.outside, facts.FAILED))


def cheapest(
    tx: Transaction,
    workspace_id: str,
    place: FolderRow | None,
    query: SearchQuery,
    *,
    words: bool,
) -> SearchScope:
    """The same scope of live items, said by what lies elsewhere where that is little; ``words`` are
    wanted besides.
    """
    subtree = query.subtree is not False
    own = tx.items.total(workspace_scope(workspace_id), None)
    if place is not None and subtree and tx.items.total(subtree_scope(place), None) == own:
        place = None
    narrowed = _narrowed(place, query, subtree=subtree)
    narrowed = narrowed._replace(outside=(*narrowed.outside, facts.FAILED))
    if words or narrowed.inside:
        elsewhere = _elsewhere(tx, workspace_id, own // _FEW + 1)
        if elsewhere is not None:
            return narrowed._replace(outside=(*narrowed.outside, *elsewhere))
    return searched(workspace_id, place, query, subtree=subtree)


def _elsewhere(tx: Transaction, workspace_id: str, too_many: int) -> list[str] | None:
    """What all items are that are not live ones of the workspace, where they are few."""
    others = tx.workspaces.others(workspace_id, _MOST_WORKSPACES + 1)
    if len(others) > _MOST_WORKSPACES:
        return None
    own = [facts.workspace(workspace_id, "trashed"), facts.workspace(workspace_id, "hidden")]
    tokens = [*own, *(token for id in others for token in facts.held(id))]
    return tokens if tx.search.count(any_fact(tokens), too_many) < too_many else None


def _narrowed(place: FolderRow | None, query: SearchQuery, *, subtree: bool) -> SearchScope:
    """What the items are, wherever they lie."""
    tokens: list[str] = []
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
    wanted: list[tuple[str, ...]] = [(token,) for token in tokens]
    faces = tuple(map(facts.tag, facts.FACE_TAGS))
    if query.has_face:
        wanted.append(faces)
    if query.min_score is not None and query.min_score > 0:
        wanted.append(tuple(facts.at_least(query.min_score)))
    if query.colour is not None:
        wanted.append(tuple(search_colours.tokens(query.colour)))
    return SearchScope(tuple(wanted), faces if query.has_face is False else ())
