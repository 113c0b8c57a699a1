"""Search by words: forms, compounds, typing errors, ranking, filters, saved searches; on every
transport.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageDraw

from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.models.searching import SearchQuery
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport

Add = Callable[..., LibraryItem]


@pytest.fixture(autouse=True)
def acme(studio: Studio) -> None:
    studio.folders.create(name="Acme")


@pytest.fixture
def titled(studio: Studio, add: Add) -> Callable[..., str]:
    """An item of that title; its id."""
    marks = iter(range(1, 50))

    def make(title: str, folder: str = "acme", **more: Any) -> str:
        item = add(studio, folder, mark=next(marks))
        studio.library.update(folder=folder, image_id=item.image_id, title=title, **more)
        return item.image_id

    return make


def found(studio: Studio, q: str | None = None, **query: Any) -> list[str]:
    page = studio.library.search(q, **query)
    assert page.total_count >= len(page.items)
    return [item.image_id for item in page.items]


# -- words -----------------------------------------------------------------------------------------


def test_words_are_found_in_their_other_forms_where_their_language_is_sure(
    studio: Studio, titled: Callable[..., str]
) -> None:
    english = titled("The houses of the old town stand in the morning light")
    german = titled("Die alten Häuser stehen im Licht des frühen Morgens am Fluss")
    russian = titled("Старые дома стоят на берегу большой реки, и вода блестит")
    assert found(studio, "house") == [english]
    assert found(studio, "Haus") == [german]
    assert found(studio, "Flusses") == [german]
    assert found(studio, "домами") == [russian]
    assert found(studio, "mornings lights") == [english]


def test_a_compound_is_found_by_its_parts_in_languages_that_write_it_as_one(
    studio: Studio, titled: Callable[..., str]
) -> None:
    feast = titled("Plakat für das Sommerfest der Gemeinde am Ufer des Sees")
    titled("The manifest of our brand in plain words, for everybody to read")
    assert found(studio, "fest") == [feast]
    assert found(studio, "sommer fest gemeinde") == [feast]


def test_a_compound_is_found_by_what_it_ends_with_in_whatever_form_that_stands(
    studio: Studio, titled: Callable[..., str]
) -> None:
    bottles = titled("Zwei Weinflaschen stehen auf dem gedeckten Tisch am Fenster")
    shelves = titled("Alte Kellerregale aus Holz, die noch in der Scheune stehen")
    books = titled("Alle unsere Kochbücher, die auf dem Boden der Küche liegen")
    trees = titled("De kerstbomen staan nog in het bos en wachten op de winter")
    titled("Der Flaschner hat das Dach des alten Hauses neu gedeckt")
    titled("Das Buchungsamt ist bekannt und verwandt mit dem Amt in der Stadt")
    assert found(studio, "flasche") == found(studio, "Flaschen") == [bottles]
    assert found(studio, "Regal") == found(studio, "regale") == [shelves]
    assert found(studio, "Bücher") == [books]
    assert found(studio, "boom") == [trees]
    feasts = titled("Plakate für die Sommerfeste der Gemeinden am Ufer des Sees")
    assert found(studio, "Fest") == [feasts]


def test_a_phrase_stands_in_one_tag_and_in_one_text(
    studio: Studio, titled: Callable[..., str]
) -> None:
    apart = titled("First", tags=["red", "bottle"])
    together = titled("Second", tags=["red bottle", "glass"])
    assert found(studio, '"red bottle"') == [together]
    assert found(studio, '"bottle glass"') == []
    assert found(studio, "red bottle") == [together, apart]
    assert found(studio, 'red -"red bottle"') == [apart]


def test_a_typing_error_is_read_as_the_nearest_word_and_said(
    studio: Studio, titled: Callable[..., str]
) -> None:
    bridge = titled("Lighthouse at the harbour")
    page = studio.library.search("lighthuose")
    assert [item.image_id for item in page.items] == [bridge]
    assert [(each.typed, each.read_as) for each in page.corrected] == [
        ("lighthuose", ["lighthouse"])
    ]
    assert studio.library.search("lighthouse").corrected == []
    assert found(studio, '"lighthuose"') == []  # a phrase is meant as it stands
    assert studio.library.search("zzzzzz").corrected == []


def test_sharp_s_accents_phrases_and_a_minus(studio: Studio, titled: Callable[..., str]) -> None:
    street = titled("Hauptstraße im Regen")
    cafe = titled("Café am See, blau")
    lake = titled("See am Café, grün")
    assert found(studio, "hauptstrasse") == found(studio, "HAUPTSTRASSE") == [street]
    assert found(studio, "cafe") == [lake, cafe]
    assert found(studio, '"am see"') == [cafe]
    assert found(studio, "cafe -blau") == [lake]
    assert found(studio, "-cafe") == [street]
    hindi = titled("हिन्दी में लिखा हुआ शीर्षक")
    assert found(studio, "हिन्दी") == [hindi]
    assert found(studio, "हिन्द में") in ([hindi], [])


def test_what_is_rare_and_what_stands_in_the_title_comes_first_then_the_newest(
    studio: Studio, titled: Callable[..., str]
) -> None:
    mentioned = titled("Picture", description="a lamp beside the door")
    tagged = titled("Picture two", tags=["lamp"])
    named = titled("Lamp")
    older, newer = titled("Door one"), titled("Door two")
    assert found(studio, "lamp") == [named, tagged, mentioned]
    assert found(studio, "door") == [newer, older, mentioned]
    assert found(studio, "lamp door") == [mentioned]


def test_a_filter_takes_hits_away_and_changes_no_order(
    studio: Studio, titled: Callable[..., str]
) -> None:
    """Among the tagged, "door" is the rare word; in the workspace "lamp" is."""
    for number in range(7):
        titled(f"Door {number}")
    for number in range(3):
        titled(f"Lamp {number}", tags=["kept"])
    lamp_named = titled("Lamp", description="beside the door", tags=["kept"])
    door_named = titled("Door", description="below the lamp", tags=["kept"])
    whole = found(studio, "lamp door")
    assert whole == [lamp_named, door_named]
    assert found(studio, "lamp door", tags="kept") == whole


def test_pages_follow_each_other_without_a_gap_or_a_repetition(
    studio: Studio, titled: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from brandstudio.catalogue import searching

    monkeypatch.setattr(searching, "RANKED", 3)
    old = titled("Sea, and nothing else")  # beyond what is ranked: by age
    made = [titled(f"View {n}", description="the sea") for n in range(3)]
    best = titled("Sea")
    seen: list[str] = []
    cursor = None
    while True:
        page = studio.library.search("sea", limit=1, cursor=cursor)
        seen += [item.image_id for item in page.items]
        assert page.total_count == 5
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == [best, made[2], made[1], made[0], old]
    assert [item.image_id for item in studio.library.search_pages(q="sea", limit=2)] == seen
    with pytest.raises(errors.ValidationError):
        studio.library.search("lake", cursor=studio.library.search("sea", limit=1).next_cursor)


# -- what items are --------------------------------------------------------------------------------


def photo(colour: str, size: tuple[int, int] = (90, 60)) -> bytes:
    """A plain ground with a spot at the right."""
    image = Image.new("RGB", size, colour)
    ImageDraw.Draw(image).ellipse(
        (size[0] * 0.7, size[1] * 0.3, size[0] * 0.95, size[1] * 0.7), fill="#222222"
    )
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_items_are_narrowed_by_what_they_are(studio: Studio) -> None:
    teal = studio.library.add(folder="acme", file=photo("#12a5a5"), filename="a.png")
    red = studio.library.add(folder="acme", file=photo("#d02020", (60, 90)), filename="b.png")
    studio.library.update(folder="acme", image_id=red.image_id, tags=["Autumn"])
    assert found(studio, colour="teal") == found(studio, colour="#0aa") == [teal.image_id]
    assert found(studio, colour="rot") == [red.image_id]
    assert found(studio, colour="dark red") == found(studio, colour="light red") == []
    assert found(studio, colour="dark teal") == []
    assert found(studio, colour="türkis") == found(studio, colour="tuerkis") == [teal.image_id]
    assert found(studio, colour="#fff") == []
    assert found(studio, orientation="portrait") == [red.image_id]
    assert found(studio, space="left", colour="teal") == [teal.image_id]
    assert found(studio, tags="autumn") == [red.image_id]
    assert found(studio, has_face=True) == []
    assert found(studio, has_face=False) == [red.image_id, teal.image_id]
    assert found(studio, min_score=100) == [
        item.image_id for item in (red, teal) if item.score == 100
    ]
    assert found(studio, kind="design") == []
    with pytest.raises(errors.ValidationError, match="colour"):
        studio.library.search(colour="blurple")


@pytest.mark.parametrize("blank", ["", "  "])
def test_no_words_beside_a_filter_ask_for_none(
    studio: Studio, titled: Callable[..., str], blank: str
) -> None:
    sea, harbour = titled("Sea", tags=["calm"]), titled("Harbour")
    assert found(studio, blank, tags="calm") == [sea]
    assert found(studio, blank) == [harbour, sea]
    studio.searches.save(name="Calm", query=SearchQuery(q="harbour"))
    assert found(studio, blank, saved="Calm") == [harbour]


def test_a_folder_is_searched_with_those_below_and_an_item_leaves_with_its_move_and_the_trash(
    studio: Studio, titled: Callable[..., str]
) -> None:
    studio.folders.create(name="Summer", parent="acme")
    above, below = titled("Kite"), titled("Kite", "acme/summer")
    assert found(studio, "kite", folder="acme") == [below, above]
    assert found(studio, "kite", folder="acme", subtree=False) == [above]
    studio.library.move(image_id=below, folder="acme/summer", to="acme")
    assert found(studio, "kite", folder="acme/summer") == []
    studio.library.delete(image_id=below, folder="acme")
    assert found(studio, "kite") == [above]
    studio.library.restore(image_id=below, folder="acme")
    assert found(studio, "kite") == [below, above]
    studio.folders.delete(folder="acme/summer")
    with pytest.raises(errors.FolderNotFound):
        studio.library.search("kite", folder="acme/summer")


def test_an_archived_folder_is_not_found_and_is_again_when_it_is_restored(
    studio: Studio, titled: Callable[..., str]
) -> None:
    studio.folders.create(name="Old", parent="acme")
    kept = titled("Dragon", "acme/old")
    studio.folders.delete(folder="acme/old")
    assert found(studio, "dragon") == []
    studio.folders.restore(folder="acme/old")
    assert found(studio, "dragon") == [kept]


def test_a_purged_item_leaves_no_word_behind(
    studio: Studio, titled: Callable[..., str], shared_bench: Bench, place: Place
) -> None:
    secret = titled("Xylophonist Moonbeamer")
    kept = titled("Moonbeamer")
    studio.library.delete(image_id=secret, folder="acme", purge=True)
    with shared_bench.service.store.read() as tx:
        known = {
            word
            for (word,) in tx.db.execute(
                "select word from search_words where workspace_id = ?", (place.workspace_id,)
            )
        }
    assert "xylophonist" not in known
    assert "moonbeamer" in known
    assert found(studio, "moonbeamer") == [kept]


# -- isolation and hostile input -------------------------------------------------------------------


def test_another_workspace_lends_neither_items_nor_words(
    studio: Studio, titled: Callable[..., str], shared_bench: Bench, transport: Transport
) -> None:
    titled("Lighthouse at the quay in the evening sun, painted by hand")
    with shared_bench.workspace().studio(transport) as other:
        other.folders.create(name="Acme")
        page = other.library.search("lighthuose")
        assert (page.items, page.total_count, page.corrected) == ([], 0, [])
        assert other.library.search(folder="acme").total_count == 0
        other.searches.save(name="Mine", query={"q": "quay"})
        assert other.library.search(saved="Mine").total_count == 0
    assert studio.searches.list().searches == []


@pytest.mark.parametrize(
    "q",
    [
        *('"', "*", "a OR b", "NEAR(a b)", "title:kite", "facts:kimage", "{title}:kite", "^kite"),
        *("kimage", "(((((", "' or 1=1 --", "-" * 500, '" ' * 250, "a " * 250, "🚀", ".*(a+)+$"),
        *("ß" * 500, "-a " * 160, "%s%n", "wsdeadbeef", "\u202e\u200b", "a\u0301" * 200),
    ],
)
def test_no_query_is_syntax_or_an_error(studio: Studio, titled: Callable[..., str], q: str) -> None:
    titled("Kite")
    for page in (
        studio.library.search(q),
        studio.library.search((q + ' "')[:500]),
        studio.library.list(q=q[:200]),
    ):
        assert page.total_count in (0, 1)


@pytest.mark.parametrize("q", ["\0", "a\0b", "\x1b[31m", "\ud800", "a" * 501])
def test_what_is_no_text_or_too_long_is_refused(studio: Studio, q: str) -> None:
    with pytest.raises(errors.ValidationError) as caught:
        studio.library.search(q)
    assert caught.value.details["fields"][0]["path"] == "q"


# -- saved searches --------------------------------------------------------------------------------


def test_a_search_is_saved_replaced_listed_used_and_removed(
    studio: Studio, titled: Callable[..., str]
) -> None:
    kite, lamp = titled("Red kite"), titled("Red lamp")
    saved = studio.searches.save(name=" Kites ", query={"q": "kite", "in_folder": "acme"})
    assert (saved.name, saved.query.q, saved.query.in_folder) == ("Kites", "kite", "acme")
    assert found(studio, saved="Kites") == [kite]
    assert found(studio, "lamp", saved="Kites") == [lamp]  # what is given goes before
    again = studio.searches.save(name="Kites", query={"q": "red"})
    assert again.created_at == saved.created_at
    assert [search.query.q for search in studio.searches.list()] == ["red"]
    assert len(found(studio, saved="Kites")) == 2
    assert studio.searches.remove(name="Kites").deleted == "Kites"
    for call in (
        lambda: studio.searches.remove(name="Kites"),
        lambda: studio.library.search(saved="Kites"),
    ):
        with pytest.raises(errors.NotFound):
            call()
    with pytest.raises(errors.FolderNotFound):
        studio.searches.save(name="No", query={"in_folder": "acme/nowhere"})
    with pytest.raises(errors.ValidationError):
        studio.searches.save(name="No", query={"colour": "blurple"})


def test_what_failed_without_a_version_is_not_found_and_one_that_stands_is(
    studio: Studio, shared_bench: Bench
) -> None:
    failures = shared_bench.engines.image.failures  # type: ignore[attr-defined]
    failures.append(errors.UpstreamError("The provider fell over."))
    nothing = studio.images.create(folder="acme", prompt="a unicorn at night")
    shared_bench.run_until_idle()
    hills = studio.images.create(folder="acme", prompt="green hills for a unicorn")
    shared_bench.run_until_idle()
    failures.append(errors.UpstreamError("The provider fell over."))
    studio.images.revise(image_id=hills.id, folder="acme", instructions="brighter")
    shared_bench.run_until_idle()
    held = {item.image_id: item.status for item in studio.library.list(folder="acme")}
    assert held == {nothing.id: "failed", hills.id: "failed"}
    assert found(studio, "unicorn") == [hills.id]
    assert found(studio, kind="image") == [hills.id]
    studio.images.retry(image_id=nothing.id, folder="acme")
    shared_bench.run_until_idle()
    assert sorted(found(studio, "unicorn")) == sorted([nothing.id, hills.id])
