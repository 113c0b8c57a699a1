"""What the search index holds of an item: its words by column, and its facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..domain import search_facts as facts
from ..domain.search_words import expandable, spaced, words

MOST_READ = 4000
"""Characters of a column that are searched."""
APART = "\ue000"
"""Stands as a word between two tags, and between other texts that share a column, so that no phrase
goes from one into the next. It is a character that nobody writes (private use), so no word is like it.
"""


class Item(NamedTuple):
    """An item with what is indexed of it."""

    id: int
    workspace_id: str
    folder_id: int
    kind: str
    live: int
    failed: int
    trashed_at: int | None
    score: float | None
    title: str
    tags: str
    system_tags: str
    description: str
    prompt: str
    filename: str
    body: str | None
    palette: str | None
    seen: str | None
    l1: int
    l2: int | None
    l3: int | None
    l4: int | None
    l5: int | None
    l6: int | None


def columns(item: Item) -> tuple[str, ...]:
    tags = (*json.loads(item.tags), *json.loads(item.system_tags))
    seen = json.loads(item.seen) if item.seen else ()
    return (
        _folded(item.title),
        _folded(_apart(tags)),
        _folded(_apart((item.description, item.body or ""))),
        # Words in the picture count as a mention; more columns would need another index.
        _apart((_folded(item.prompt), _folded(_apart(seen)))),
        _folded(item.filename),
    )


def _folded(text: str) -> str:
    return " ".join(spaced(text[:MOST_READ]).split())


def _apart(texts: Iterable[str]) -> str:
    return f" {APART} ".join(filter(None, texts))


def vocabulary(said: Sequence[str]) -> set[str]:
    return {word for text in said for word in words(text) if expandable(word)}


def facts_of(item: Item) -> list[str]:
    state: facts.State = (
        "live" if item.live else "trashed" if item.trashed_at is not None else "hidden"
    )
    levels = (item.l1, item.l2, item.l3, item.l4, item.l5, item.l6)
    tags = {tag.casefold() for tag in (*json.loads(item.tags), *json.loads(item.system_tags))}
    found = [
        facts.workspace(item.workspace_id, state),
        facts.folder(item.folder_id),
        *(facts.below(level) for level in levels if level is not None),
        facts.kind(item.kind),
        *sorted(map(facts.tag, tags)),
    ]
    if item.failed:
        found.append(facts.FAILED)
    if item.score is not None:
        found.append(facts.points(item.score))
    swatches = json.loads(item.palette) if item.palette else ()
    seen = [each["oklch"] for each in swatches if each["weight"] >= facts.VISIBLE]
    return [*found, *sorted({facts.colour(facts.lab(place)) for place in seen})]
