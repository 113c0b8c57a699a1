"""What a search looks through is said by what lies elsewhere where that is little: the same items."""

from __future__ import annotations

from pathlib import Path

import pytest

from brandstudio.catalogue import search_scope, searching
from brandstudio.domain import search_facts as facts
from brandstudio.models.searching import SearchQuery
from brandstudio.store.library import workspace_scope
from brandstudio.testing import Bench
from tests.conftest import elsewhere

QUERIES = [
    {"q": "sea"},
    {"q": "sea", "in_folder": "acme"},
    {"q": "sea", "in_folder": "acme/summer"},
    {"q": "sea -lamp"},
    {"q": "post"},
    {"kind": "image"},
    {"has_face": False},
    {"q": "sea", "has_face": False},
    {"in_folder": "acme", "subtree": False},
    {},
]


def found(bench: Bench, workspace_id: str, query: dict[str, object]) -> tuple[list[int], int, str]:
    asked = SearchQuery.model_validate(query)
    with bench.service.store.read() as tx:
        path = asked.in_folder
        place = None if path is None else tx.folders.get(workspace_id, path)
        plan = searching.planned(tx, workspace_id, place, asked)
        own = tx.items.total(workspace_scope(workspace_id), None)
        page = searching.page(tx, plan, own, None, 50)
        return sorted(page.ids), page.total, plan.expression


def filled(bench: Bench, workspace_id: str, path: str, titles: list[str]) -> list[str]:
    with bench.service.store.write() as tx:
        folder = tx.folders.get(workspace_id, path)
        assert folder is not None
        ids = [f"img_{workspace_id}_{folder.id}_{at}" for at in range(len(titles))]
        for id, title in zip(ids, titles, strict=True):
            tx.items.add(id, workspace_id, folder, "image", "completed", 1, title=title)
        return ids


def test_a_scope_said_by_what_lies_elsewhere_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        place, other = bench.workspace(), bench.workspace()
        for where in (place, other):
            where.studio().folders.create(name="Acme")
        studio = place.studio()
        for name in ("Summer", "Old"):
            studio.folders.create(name=name, parent="acme")
        above = filled(bench, place.workspace_id, "acme", ["Sea lamp", *["Sea poster2"] * 10])
        filled(bench, place.workspace_id, "acme/summer", [*["Sea lamp"] * 6, *["Sea post"] * 4])
        filled(bench, place.workspace_id, "acme/old", ["Sea"])
        filled(bench, other.workspace_id, "acme", ["Sea"])
        studio.library.delete(folder="acme", image_id=above[0])
        studio.folders.delete(folder="acme/old")
        monkeypatch.setattr(search_scope, "_FEW", 4)
        kept_out = [found(bench, place.workspace_id, query) for query in QUERIES]
        monkeypatch.setattr(search_scope, "_FEW", 10**9)
        asked_of_each = [found(bench, place.workspace_id, query) for query in QUERIES]
        assert [each[:2] for each in kept_out] == [each[:2] for each in asked_of_each]
        assert [each[1] for each in kept_out] == [20, 20, 10, 14, 14, 20, 20, 20, 10, 20]
        trashed = facts.workspace(place.workspace_id, "trashed")
        assert trashed in kept_out[0][2]
        assert trashed not in asked_of_each[0][2]


@pytest.mark.parametrize(
    ("title", "totals"),
    [
        ("poster2x", [1, 1, 1]),
        ("postér", [1, 1, 0]),
        (" ".join(f"post{n}" for n in range(60)) + " poster2xy", [1, 1, 1]),
        ("compost", [0, 0, 0]),
    ],
)
def test_a_beginning_finds_every_longer_word_whether_they_are_few_or_many(
    tmp_path: Path, title: str, totals: list[int]
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        place = bench.workspace()
        place.studio().folders.create(name="Acme")
        filled(bench, place.workspace_id, "acme", [title])
        asked = ("post", "poster", "poster2x")
        assert [found(bench, place.workspace_id, {"q": q})[1] for q in asked] == totals
