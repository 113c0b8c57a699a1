"""The newest hits with the number of all, and where words stand in what they hold."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from brandstudio.catalogue.standing import Said, Texts
from brandstudio.store import search_hits
from brandstudio.store.lexemes import words_of
from brandstudio.store.search_hits import TEXT, among
from brandstudio.store.searching import quoted
from brandstudio.testing import Bench, Place
from tests.conftest import elsewhere

SEA = among(TEXT, quoted("sea"))


def filled(bench: Bench, place: Place, titles: Sequence[str]) -> list[int]:
    with bench.service.store.write() as tx:
        folder = tx.folders.get(place.workspace_id, "acme")
        assert folder is not None
        return [
            tx.items.add(
                f"img_{at}", place.workspace_id, folder, "image", "completed", 1, title=title
            )
            for at, title in enumerate(titles)
        ]


def test_the_newest_hits_and_their_number_are_those_of_the_whole_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        place = bench.workspace()
        place.studio().folders.create(name="Acme")
        with bench.service.store.read() as tx:
            assert tx.search.latest(SEA, 9) == ([], 0)
        chance = random.Random(4)
        titles = [chance.choice(("Sea", "Lamp")) for _ in range(60)]
        ids = filled(bench, place, titles)
        hits = [id for id, title in zip(ids, titles, strict=True) if title == "Sea"][::-1]
        with bench.service.store.read() as tx:
            for first, width, most in itertools.product((1, 3, 999), (1, 7, 99), (1, 5, 30, 99)):
                monkeypatch.setattr(search_hits, "_FIRST", first)
                monkeypatch.setattr(search_hits, "_SLICE", width)
                assert tx.search.latest(SEA, most) == (hits[:most], len(hits))
                assert tx.search.latest(among(TEXT, quoted("nowhere")), most) == ([], 0)


def test_what_items_hold_comes_by_item_and_column_whether_or_not_all_are_there(
    tmp_path: Path,
) -> None:
    with Bench(tmp_path / "data", **elsewhere()) as bench:
        place = bench.workspace()
        place.studio().folders.create(name="Acme")
        ids = filled(bench, place, ["Blue Sea", "ÄRGER\x1f, 3 ,", "", "Κύμα"])
        with bench.service.store.read() as tx:
            found, texts = tx.search.said(ids, ["title", "filename"])
            assert dict(zip(found, texts[::2], strict=True)) == {
                ids[0]: "blue sea",
                ids[1]: "arger , 3 ,",
                ids[2]: "",
                ids[3]: "κυμα",
            }
            assert texts[1::2] == [""] * 4
            found, texts = tx.search.said([ids[2], ids[0], 10**6], ["title"])
            assert dict(zip(found, texts, strict=True)) == {ids[0]: "blue sea", ids[2]: ""}
            assert tx.search.said([], ["title"]) == ([], [])
        with bench.service.store.write() as tx:
            if tx.db.engine == "sqlite":
                # As an older version wrote it: never folded.
                tx.db.execute(
                    "update search_items set title = ? where rowid = ?", ("A\x1fB", ids[0])
                )
                found, texts = tx.search.said(ids[:2], ["title"])
                assert dict(zip(found, texts, strict=True))[ids[0]] == "a\x1fb"


def test_words_stand_in_a_text_where_cutting_it_into_words_says_so() -> None:
    chance = random.Random(9)
    signs = "ab ä-_.,\ue000\u0301ж市1 "
    texts = ["".join(chance.choices(signs, k=chance.randrange(12))).lower() for _ in range(3000)]
    held = Texts(texts)
    some = 0
    for asked in ("a", "ab", "a b", "ж", "市", "a-b ä", "1", "b\u0301", "-", ""):
        for goes_on in (False, True):
            words = list(words_of(asked))
            expected = {
                at for at, text in enumerate(texts) if stands(words, list(words_of(text)), goes_on)
            }
            found = held.holding([Said.of(asked, goes_on=goes_on)]).tolist()
            assert {*found} == expected, (asked, goes_on)
            some += bool(expected)
    assert some >= 14
    both = {*held.holding([Said.of("a")]).tolist(), *held.holding([Said.of("ж")]).tolist()}
    assert {*held.holding([Said.of("a"), Said.of("ж")]).tolist()} == both


def stands(wanted: list[str], words: list[str], goes_on: bool) -> bool:
    """The meaning, said slowly."""
    if not wanted:
        return False
    for at in range(len(words) - len(wanted) + 1):
        here = words[at : at + len(wanted)]
        last = here[-1].startswith(wanted[-1]) if goes_on else here[-1] == wanted[-1]
        if here[:-1] == wanted[:-1] and last:
            return True
    return False
