"""Search by meaning, what looks alike, and duplicates; on every transport."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import resources
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from brandstudio import errors
from brandstudio.engines import meaning
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Transport

Add = Callable[..., LibraryItem]


@pytest.fixture(autouse=True)
def acme(studio: Studio) -> None:
    studio.folders.create(name="Acme")


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture(scope="module")
def bridge() -> Image.Image:
    file = resources.files("brandstudio.assets") / "photos" / "bridge.jpg"
    with Image.open(io.BytesIO(file.read_bytes())) as image:
        return image.convert("RGB").resize((300, 220))


@pytest.mark.slow
@pytest.mark.skipif(not meaning.installed(), reason="needs the extra search")
def test_what_words_mean_is_found_in_another_language(
    studio: Studio, add: Add, shared_bench: Bench, transport: Transport
) -> None:
    titles = (
        "A golden retriever runs through the snow",
        "A plate of pasta on a restaurant table",
        "Office desk with a laptop and a lamp",
    )
    made = {}
    for mark, title in enumerate(titles, 1):
        item = add(studio, mark=mark)
        studio.library.update(folder="acme", image_id=item.image_id, title=title)
        made[title] = item.image_id
    page = studio.library.search("Hund im Winter", by="meaning", limit=2)
    assert (page[0].title, page.total_count, page.unread) == (titles[0], 3, 0)
    rest = studio.library.search("Hund im Winter", by="meaning", limit=2, cursor=page.next_cursor)
    assert {item.image_id for item in (*page, *rest)} == set(made.values())
    assert len(rest) == 1
    studio.library.delete(folder="acme", image_id=made[titles[0]])
    studio.library.update(
        folder="acme", image_id=made[titles[2]], title="Ein Hund spielt im Schnee"
    )
    again = studio.library.search("dog in winter", by="meaning")
    assert [again.total_count, again[0].title] == [2, "Ein Hund spielt im Schnee"]
    with shared_bench.workspace().studio(transport) as other:
        assert other.library.search("dog in winter", by="meaning").total_count == 0
    for query in ({"q": " "}, {}):
        with pytest.raises(errors.ValidationError, match="needs words"):
            studio.library.search(by="meaning", **query)


@pytest.mark.slow
@pytest.mark.skipif(not meaning.installed(), reason="needs the extra search")
def test_a_search_by_meaning_finds_what_lies_in_the_scope_and_follows_what_changes(
    studio: Studio, add: Add
) -> None:
    wide = add(studio, mark=1)
    tall = studio.library.add(folder="acme", file=png(Image.new("RGB", (60, 90), "teal")))
    gone = add(studio, mark=3)
    studio.library.update(folder="acme", image_id=wide.image_id, tags=["summer", "Été"])
    studio.library.delete(folder="acme", image_id=gone.image_id)
    filters = [
        ({}, {wide.image_id, tall.image_id}),
        ({"orientation": "portrait"}, {tall.image_id}),
        ({"tags": "summer,été"}, {wide.image_id}),
        ({"colour": "teal"}, {tall.image_id}),
        ({"has_face": False}, {wide.image_id, tall.image_id}),
        ({"has_face": True}, set()),
        ({"folder": "acme", "kind": "text"}, set()),
    ]
    for query, wanted in filters:
        page = studio.library.search("something", by="meaning", **query)
        assert {item.image_id for item in page} == wanted, query
    studio.library.update(folder="acme", image_id=tall.image_id, tags=["été", "summer"])
    page = studio.library.search("something", by="meaning", tags="summer")
    assert {item.image_id for item in page} == {wide.image_id, tall.image_id}


@pytest.mark.slow
@pytest.mark.skipif(not meaning.installed(), reason="needs the extra search")
def test_the_vector_of_a_query_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "_REMEMBERED", 2)
    engine = meaning.Meaning()
    first = engine.query("a dog")
    assert engine.query("a dog") is first
    engine.query("a cat")
    engine.query("a dog")
    engine.query("a boat")
    assert engine.query("a dog") is first, "what was asked lately stays"
    assert not first.flags.writeable


def test_as_much_is_read_of_a_text_in_every_script() -> None:
    read: list[str] = []

    def passage(texts: list[str]) -> np.ndarray:
        read.extend(texts)
        return np.zeros((len(texts), meaning.DIMENSIONS))

    engine = meaning.Meaning()
    library = SimpleNamespace(omp_set_num_threads=lambda count: None)
    engine.__dict__["_model"] = SimpleNamespace(passage=passage, _lib=library)
    engine.texts(["a word " * 200, "(" * 5000, "春のセール" * 300, "short"])
    assert [len(text) for text in read] == [1000, 333, 333, 5]


def test_without_the_extra_a_search_by_meaning_names_it(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, shared_bench: Bench
) -> None:
    monkeypatch.setattr(meaning, "installed", lambda: False)
    monkeypatch.setattr(shared_bench.engines, "meaning", meaning.Meaning())
    with pytest.raises(errors.ValidationError, match=r"brandstudio\[search\]"):
        studio.library.search("dog", by="meaning")


def test_what_was_searched_for_before_the_extra_was_there_is_found_once_it_is(
    studio: Studio, add: Add, monkeypatch: pytest.MonkeyPatch, shared_bench: Bench
) -> None:
    item = add(studio, mark=1)
    studio.library.update(folder="acme", image_id=item.image_id, title="A dog in the snow")
    with monkeypatch.context() as without:
        without.setattr(meaning, "installed", lambda: False)
        without.setattr(shared_bench.engines, "meaning", meaning.Meaning())
        with pytest.raises(errors.ValidationError, match=r"brandstudio\[search\]"):
            studio.library.search("dog", by="meaning")

    def vectors(texts: list[str]) -> np.ndarray:
        return np.full((len(texts), meaning.DIMENSIONS), meaning.DIMENSIONS**-0.5, np.float32)

    engine = meaning.Meaning()
    library = SimpleNamespace(omp_set_num_threads=lambda count: None)
    engine.__dict__["_model"] = SimpleNamespace(passage=vectors, query=vectors, _lib=library)
    monkeypatch.setattr(shared_bench.engines, "meaning", engine)
    page = studio.library.search("dog", by="meaning")
    assert [found.image_id for found in page] == [item.image_id]


def test_pictures_that_look_alike_come_before_others(
    studio: Studio, bridge: Image.Image, add: Add
) -> None:
    whole = studio.library.add(folder="acme", file=png(bridge), filename="whole.png")
    warm = Image.merge(
        "RGB",
        [
            bridge.getchannel("R"),
            bridge.getchannel("G"),
            bridge.getchannel("B").point(lambda v: v * 0.8),
        ],
    )
    part = studio.library.add(
        folder="acme", file=png(warm.crop((15, 10, 290, 215))), filename="part.png"
    )
    other = add(studio, mark=7)
    found = studio.library.similar(whole.image_id)
    assert [each.item.image_id for each in found] == [part.image_id, other.image_id]
    assert 1 >= found[0].likeness > found[1].likeness >= 0
    assert len(studio.library.similar(whole.image_id, folder="acme", limit=1)) == 1
    frame = found.to_pandas()
    assert list(frame["image_id"]) == [part.image_id, other.image_id]
    assert list(frame["likeness"]) == [each.likeness for each in found]
    assert frame["title"][0] == "part"
    studio.folders.create(name="Other")
    for wrong in ({"image_id": "img_nothing"}, {"image_id": whole.image_id, "folder": "other"}):
        with pytest.raises(errors.NotFound):
            studio.library.similar(**wrong)
    studio.library.delete(folder="acme", image_id=part.image_id)
    assert [each.item.image_id for each in studio.library.similar(whole.image_id)] == [
        other.image_id
    ]


def test_duplicates_are_grouped_and_told_apart_from_what_is_only_alike(
    studio: Studio, bridge: Image.Image, add: Add
) -> None:
    studio.folders.create(name="Below", parent="acme")
    first = studio.library.add(folder="acme", file=png(bridge), filename="a.png")
    same = studio.library.add(folder="acme/below", file=png(bridge), filename="b.png")
    add(studio, mark=3)
    (group,) = studio.library.duplicates("acme")
    assert (group.exact, [item.image_id for item in group.items]) == (
        True,
        [first.image_id, same.image_id],
    )
    frame = studio.library.duplicates("acme").to_pandas()
    told = zip(frame["group"], frame["exact"], frame["image_id"], frame["title"], strict=True)
    assert [*told] == [(1, True, first.image_id, "a"), (1, True, same.image_id, "b")]
    brighter = ImageEnhance.Brightness(bridge.resize((200, 147))).enhance(1.1)
    third = studio.library.add(folder="acme", file=png(brighter), filename="c.png")
    page = studio.library.duplicates()
    assert [item.image_id for item in page[0].items][-1] == third.image_id
    assert (page[0].exact, page.compared, page.all) == (False, 4, True)
    assert [len(group.items) for group in studio.library.duplicates("acme", subtree=False)] == [2]
    assert len(studio.library.duplicates("acme/below")) == 0
