"""What is held of the index finds what the index finds, whoever changes it meanwhile."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from brandstudio.catalogue import held_hits, searching
from brandstudio.catalogue.held_hits import HeldHits
from brandstudio.catalogue.searching import Page, Plan
from brandstudio.models.searching import SearchQuery
from brandstudio.store import Transaction
from brandstudio.store.library import workspace_scope
from brandstudio.testing import Bench, Place

WORDS = ("sea", "seaside", "lamp", "blue", "house", "pier", "старый", "t-shirt")
QUERIES: list[dict[str, object]] = [
    {"q": "sea"},
    {"q": "se"},
    {"q": "sea blue"},
    {"q": "sea -lamp"},
    {"q": "blue -pier -house"},
    {"q": '"blue sea"'},
    {"q": "t-shirt lamp"},
    {"q": "старый"},
    {"q": "lamq"},
    {"kind": "image"},
    {"q": "sea", "kind": "image", "tags": "summer"},
    {"q": "pier", "kind": "design"},
    {"tags": "summer, old"},
    {"has_face": False, "q": "blue"},
    {"q": "nowhere to be found"},
    {"q": "sea", "in_folder": "acme/summer"},
]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with Bench(tmp_path / "data") as bench:
        yield bench


@pytest.fixture
def place(bench: Bench) -> Place:
    """Two hundred items of some words, a few of them in the trash."""
    place = bench.workspace()
    place.studio().folders.create(name="Acme")
    place.studio().folders.create(name="Summer", parent="acme")
    chance = random.Random(8)
    for number in range(200):
        add(bench, place, chance, number)
    with bench.service.store.write() as tx:
        for id in range(180, 190):
            tx.items.trash(id, 1)
    return place


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was asked for once is held, however few match it."""
    monkeypatch.setattr(held_hits, "_TIMES", 0)
    monkeypatch.setattr(held_hits, "_FEW", 10**9)
    monkeypatch.setattr(held_hits, "_MANY", 0)


def add(bench: Bench, place: Place, chance: random.Random, number: int) -> int:
    with bench.service.store.write() as tx:
        folder = tx.folders.get(place.workspace_id, chance.choice(("acme", "acme/summer")))
        assert folder is not None
        id = tx.items.add(
            f"img_{number}",
            place.workspace_id,
            folder,
            chance.choice(("image", "design")),
            "completed",
            1,
            title=" ".join(chance.choices(WORDS, k=3)),
        )
        change(tx, id, chance)
        return id


def change(tx: Transaction, id: int, chance: random.Random) -> None:
    tags = chance.choice(("[]", '["summer"]', '["summer", "old"]', '["has-face"]'))
    title = " ".join(chance.choices(WORDS, k=3))
    tx.db.execute("update items set title = ?, tags = ? where id = ?", (title, tags, id))
    tx.search.put(id)


def planned(tx: Transaction, place: Place, query: dict[str, object]) -> Plan:
    asked = SearchQuery.model_validate(query)
    path = asked.in_folder
    folder = None if path is None else tx.folders.get(place.workspace_id, path)
    return searching.planned(tx, place.workspace_id, folder, asked)


def pages(
    bench: Bench, place: Place, query: dict[str, object], held: HeldHits | None
) -> list[Page]:
    """All pages, one after the other."""
    found: list[Page] = []
    with bench.service.store.read() as tx:
        plan = planned(tx, place, query)
        own = tx.items.total(workspace_scope(place.workspace_id), None)
        while not found or found[-1].following is not None:
            after = found[-1].following if found else None
            found.append(searching.page(tx, plan, own, after, 30, held))
    return found


def answers(bench: Bench, place: Place, query: dict[str, object], held: HeldHits) -> bool:
    """Whether what is held tells the hits."""
    with bench.service.store.read() as tx:
        plan = planned(tx, place, query)

        def judged(ids: object) -> list[int]:
            return []

        return held.matching(tx, plan.asked, judged) is not None


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("ranked", "few"), [(20, 10**9), (2000, 10**9), (2000, 8)])
def test_what_is_held_finds_what_the_index_finds_while_another_process_writes(
    bench: Bench, place: Place, monkeypatch: pytest.MonkeyPatch, ranked: int, few: int
) -> None:
    monkeypatch.setattr(searching, "RANKED", ranked)
    monkeypatch.setattr(held_hits, "_FEW", few)
    held = HeldHits(least=1)
    chance = random.Random(5)
    with Bench(bench.data) as other:
        told = 0
        for turn in range(40):
            for query in chance.sample(QUERIES, 8):
                expected = pages(bench, place, query, None)
                assert pages(bench, place, query, held) == expected, (turn, query)
                told += answers(bench, place, query, held)
            if turn % 3 == 0:
                add(other, place, chance, 1000 + turn)
            with other.service.store.write() as tx:
                for id in chance.sample(range(1, 200), turn % 4):
                    if tx.db.execute("select 1 from items where id = ?", (id,)).fetchone():
                        done = chance.choice(("changed", "changed", "trashed", "gone"))
                        if done == "changed":
                            change(tx, id, chance)
                        elif done == "trashed":
                            tx.items.trash(id, 5)
                            tx.search.put(id)
                        else:
                            tx.search.remove(place.workspace_id, id)
                            tx.db.execute("delete from items where id = ?", (id,))
        assert told > (200 if few > 8 else 100)


@pytest.mark.usefixtures("at_once")
def test_more_changes_than_are_told_begin_anew(
    bench: Bench, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_hits, "_CHANGED", 10**6)
    held = HeldHits(least=1)
    for query in QUERIES:
        pages(bench, place, query, held)
    with bench.service.store.write() as tx:
        before = tx.search.last_change()
        tx.db.execute("update items set title = 'Sea' where id < 150")
        for _ in range(20):
            for id in range(1, 150):
                tx.search.put(id, anew=True)
        assert tx.search.changes_since(before) is None
        assert tx.db.execute("select count(*) from search_items_changes").fetchone()[0] <= 4097
    for query in QUERIES:
        assert pages(bench, place, query, held) == pages(bench, place, query, None)


@pytest.mark.usefixtures("at_once")
def test_an_index_that_is_made_anew_is_read_anew(bench: Bench, place: Place) -> None:
    held = HeldHits(least=1)
    for query in QUERIES:
        pages(bench, place, query, held)
    with bench.service.store.write() as tx:
        tx.search.clear()
        tx.db.execute("update items set title = 'Blue Sea' where id % 2 = 0")
        for id in range(200, 0, -1):
            tx.search.put(id)
    for query in QUERIES:
        assert pages(bench, place, query, held) == pages(bench, place, query, None)


@pytest.mark.usefixtures("at_once")
def test_a_transaction_that_began_before_what_is_held_asks_the_index(
    bench: Bench, place: Place
) -> None:
    held = HeldHits(least=1)
    with bench.service.store.read() as tx:
        plan = planned(tx, place, {"q": "sea"})
        before = searching.page(tx, plan, 200, None, 300)
        told: list[int] = []

        def elsewhere() -> None:
            with bench.service.store.write() as late:
                late.db.execute("update items set title = 'Lamp' where id <= 150")
                for id in range(1, 151):
                    late.search.put(id)
            for _ in range(3):
                told.append(pages(bench, place, {"q": "sea"}, held)[0].total)

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert 0 < min(told) == max(told) < 50 < before.total
        assert held.count > 0
        assert searching.page(tx, plan, 200, None, 300, held) == before


def test_what_is_asked_for_seldom_and_what_few_hold_is_not_held(bench: Bench, place: Place) -> None:
    held = HeldHits(least=1)
    common: dict[str, object] = {"q": "blue", "kind": "image"}
    assert [answers(bench, place, common, held) for _ in range(4)] == [False, False, True, True]
    for _ in range(4):
        answers(bench, place, common, held)
    before = held.count
    assert not any(answers(bench, place, {"q": "zebra"}, held) for _ in range(6))
    assert held.count == before >= 2
    assert not any(answers(bench, place, common, HeldHits(least=201)) for _ in range(4))


@pytest.mark.usefixtures("at_once")
def test_what_is_held_has_a_bound(
    bench: Bench, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_hits, "MOST_BYTES", 2 * (200 // 8 + 1))
    held = HeldHits(least=1)
    for query in QUERIES * 2:
        assert pages(bench, place, query, held) == pages(bench, place, query, None)
        assert held.count <= 2
    assert held.count == 2
