"""The library, sentence by sentence of the contract and what it leaves open, on both transports."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.models.library import LibraryItem, Purged, Trashed
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport, picture

Add = Callable[..., LibraryItem]


@pytest.fixture(autouse=True)
def acme(studio: Studio) -> None:
    studio.folders.create(name="Acme")


def ids(studio: Studio, **query: Any) -> list[str]:
    return [item.image_id for item in studio.library.list(**query).items]


# -- adding ----------------------------------------------------------------------------------------


def test_an_upload_becomes_an_item_with_one_version_and_costs_one_upload(
    studio: Studio, add: Add, place: Place
) -> None:
    before = place.balance
    item = add(studio, mark=5, client_reference_id="ref 7")
    assert (item.kind, item.status, item.width, item.height, item.mime_type) == (
        "image",
        "completed",
        64,
        48,
        "image/png",
    )
    assert (item.current_version, item.total_versions, item.title, item.filename) == (
        1,
        1,
        "5",
        "5.png",
    )
    assert item.client_reference_id == "ref 7"
    assert before - place.balance == 1
    charge = studio.credits.transactions().transactions[0]
    assert (charge.type, charge.credits, charge.metadata.operation, charge.metadata.image_id) == (
        "charge",
        -1,
        "upload",
        item.image_id,
    )
    assert charge.metadata.client_reference_id == "ref 7"
    assert charge.metadata.folder == "acme"
    shown = Image.open(io.BytesIO(studio.read(item.url or "")))
    assert shown.size == (64, 48)
    image = studio.images.get(folder="acme", image_id=item.image_id)
    assert [version.version for version in image.versions] == [1]


def test_a_link_is_fetched_and_names_the_file(
    studio: Studio, shared_bench: Bench, quick_intake: None
) -> None:
    shared_bench.engines.fetcher.answers["https://example.com/pics/red%20door.png?x=1"] = picture(
        64, 48
    )
    item = studio.library.add(folder="acme", url="https://example.com/pics/red%20door.png?x=1")
    assert (item.filename, item.title) == ("red door.png", "red door")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (None, errors.InvalidImageUrl),
        (b"<html>no picture</html>", errors.UnsupportedMediaType),
        (b"", errors.UnsupportedMediaType),
        (b"x" * (50 * 1024 * 1024 + 1), errors.PayloadTooLarge),
    ],
)
def test_nothing_is_charged_when_a_link_is_refused(
    studio: Studio,
    place: Place,
    shared_bench: Bench,
    answer: bytes | None,
    error: type[errors.StudioError],
) -> None:
    link = "https://example.com/refused"
    shared_bench.engines.fetcher.answers.pop(link, None)
    if answer is not None:
        shared_bench.engines.fetcher.answers[link] = answer
    before = place.balance
    with pytest.raises(error):
        studio.library.add(folder="acme", url=link)
    assert place.balance == before
    assert studio.library.list().total_count == 0


def test_the_balance_is_asked_before_the_link_is_fetched(
    shared_bench: Bench, transport: Transport
) -> None:
    poor = shared_bench.workspace(credits=0.5).studio(transport)
    poor.folders.create(name="Acme")
    asked = len(shared_bench.engines.fetcher.asked)
    with pytest.raises(errors.InsufficientCredits) as caught:
        poor.library.add(folder="acme", url="https://example.com/never")
    assert caught.value.details == {"balance": 0.5, "required": 1}
    assert len(shared_bench.engines.fetcher.asked) == asked


def test_a_repeated_picture_is_told_and_not_refused(studio: Studio, add: Add) -> None:
    first = add(studio, mark=9)
    again = add(studio, mark=9)
    assert (first.duplicate_of, again.duplicate_of) == (None, first.image_id)
    studio.library.delete(folder="acme", image_id=first.image_id, purge=True)
    assert studio.library.get(folder="acme", image_id=again.image_id).duplicate_of is None


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "a\\b.png",
        "x\r\nSet-Cookie: a=b.png",
        "\u202egnp.exe",
        "n" * 250 + "é" * 5,
        "con|?*.png",
    ],
)
def test_file_names_carry_no_path_and_no_control_character(
    studio: Studio, quick_intake: None, name: str
) -> None:
    item = studio.library.add(folder="acme", file=picture(64, 48), filename=name)
    link = studio.library.download(folder="acme", image_id=item.image_id, filename=name)
    for kept in (item.filename, link.filename):
        assert kept
        assert len(kept.encode()) <= 255
        assert not set(kept) & set('/\\\r\n\0"<>|?*:\u202e')


# -- uploads ---------------------------------------------------------------------------------------


def test_an_upload_is_used_once(studio: Studio, quick_intake: None) -> None:
    key = studio.library.upload(picture(64, 48), "door.png")
    assert key.startswith("uploads/")
    assert studio.library.add(folder="acme", url=key).filename == "door.png"
    with pytest.raises(errors.InvalidImageUrl) as used:
        studio.library.add(folder="acme", url=key)
    with pytest.raises(errors.InvalidImageUrl) as unknown:
        studio.library.add(folder="acme", url="uploads/" + "0" * 32)
    assert used.value.message == unknown.value.message


def test_another_workspaces_upload_reads_like_an_unknown_one(
    studio: Studio, shared_bench: Bench, transport: Transport
) -> None:
    other = shared_bench.workspace().studio(transport)
    key = other.library.upload(picture(64, 48), "door.png")
    with pytest.raises(errors.InvalidImageUrl) as theirs:
        studio.library.add(folder="acme", url=key)
    with pytest.raises(errors.InvalidImageUrl) as unknown:
        studio.library.add(folder="acme", url="uploads/" + "0" * 32)
    assert theirs.value.message == unknown.value.message


def test_an_upload_takes_exactly_its_bytes_its_type_and_one_file(studio: Studio) -> None:
    data = picture(64, 48)
    ticket = studio.library.create_upload(filename="a.png", mime_type="image/png", bytes=len(data))
    with pytest.raises(errors.PayloadTooLarge):
        studio.transport.upload(ticket, data + b"x")
    with pytest.raises(errors.ValidationError):
        studio.transport.upload(ticket, data[:-1])
    with pytest.raises(errors.ValidationError):
        studio.transport.upload(
            ticket.model_copy(update={"headers": {"content-type": "image/gif"}}), data
        )
    studio.transport.upload(ticket, data)
    with pytest.raises(errors.NotFound):
        studio.transport.upload(ticket, data)


def test_an_upload_is_50_mb_at_most(studio: Studio) -> None:
    studio.library.create_upload(filename="a.png", mime_type="image/png", bytes=50 * 1024 * 1024)
    with pytest.raises(errors.PayloadTooLarge):
        studio.library.create_upload(
            filename="a.png", mime_type="image/png", bytes=50 * 1024 * 1024 + 1
        )


def test_an_upload_link_ends_after_15_minutes_and_its_file_after_a_day(bench: Bench) -> None:
    studio = bench.workspace().studio()
    data = picture(64, 48)
    late = studio.library.create_upload(filename="a.png", mime_type="image/png", bytes=len(data))
    kept = studio.library.upload(data, "b.png")
    bench.manual_clock.advance(minutes=15, seconds=1)
    with pytest.raises(errors.NotFound):
        studio.transport.upload(late, data)
    assert len(list(bench.service.store.uploads.iterdir())) == 1
    bench.manual_clock.advance(hours=24)
    bench.sweep()
    assert list(bench.service.store.uploads.iterdir()) == []
    studio.folders.create(name="Acme")
    with pytest.raises(errors.InvalidImageUrl):
        studio.library.add(folder="acme", url=kept)


def _asks(studio: Studio, many: int = 1) -> None:
    for _ in range(many):
        studio.library.create_upload(filename="a.png", mime_type="image/png", bytes=1)


def test_a_hundred_uploads_of_a_workspace_may_wait_and_fifty_of_one_key(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    _asks(studio, 50)
    with pytest.raises(errors.RateLimited, match="50 uploads of this key") as caught:
        _asks(studio)
    wait = caught.value.details["retryAfter"]
    assert f"wait {wait} seconds" in caught.value.message
    assert 14 * 60 < wait <= 15 * 60
    _asks(place.owner, 40)
    another = place.studio(level="create")
    _asks(another, 10)
    for asker in (place.owner, another):
        with pytest.raises(errors.RateLimited, match="100 uploads in this workspace"):
            _asks(asker)
    bench.manual_clock.advance(wait)
    _asks(studio)


# -- listing ---------------------------------------------------------------------------------------


@pytest.fixture
def five(studio: Studio, add: Add) -> list[str]:
    """Ids of five pictures, oldest first."""
    return [add(studio, mark=mark).image_id for mark in range(1, 6)]


def test_the_latest_stand_first_unless_asked_otherwise(studio: Studio, five: list[str]) -> None:
    assert ids(studio, folder="acme") == five[::-1]
    assert ids(studio, folder="acme", sort="oldest") == five
    assert ids(studio, folder="acme", sort="latest") == five[::-1]


def test_heroes_stand_first_where_asked_and_pages_go_on_behind_them(
    studio: Studio, five: list[str]
) -> None:
    studio.library.set_hero(folder="acme", image_id=five[1])
    wanted = [five[1], five[4], five[3], five[2], five[0]]
    assert ids(studio, folder="acme", sort="hero") == wanted
    for limit in (1, 2, 3):
        assert [
            item.image_id for item in studio.library.pages(folder="acme", sort="hero", limit=limit)
        ] == wanted


def test_pages_end_without_a_cursor(studio: Studio, five: list[str]) -> None:
    first = studio.library.list(folder="acme", limit=3)
    assert (len(first.items), first.total_count) == (3, 5)
    second = studio.library.list(folder="acme", limit=3, cursor=first.next_cursor)
    assert (len(second.items), second.next_cursor, second.total_count) == (2, None, 5)
    exact = studio.library.list(folder="acme", limit=5)
    assert exact.next_cursor is None


@pytest.mark.parametrize(
    "change",
    [{"sort": "oldest"}, {"kind": "image"}, {"folder": None}, {"subtree": True}, {"q": "x"}],
)
def test_a_cursor_belongs_to_its_listing(
    studio: Studio, five: list[str], change: dict[str, Any]
) -> None:
    query: dict[str, Any] = {"folder": "acme", "limit": 2}
    cursor = studio.library.list(**query).next_cursor
    with pytest.raises(errors.ValidationError):
        studio.library.list(**{**query, **change}, cursor=cursor)


@pytest.mark.parametrize("cursor", ["", "x", "AAAA", "'; drop table", "é", "W10="])
def test_a_made_up_cursor_is_refused(studio: Studio, cursor: str) -> None:
    with pytest.raises(errors.ValidationError):
        studio.library.list(cursor=cursor)


@pytest.mark.parametrize("limit", [0, 501, -1])
def test_limits_are_1_to_500(studio: Studio, limit: int) -> None:
    with pytest.raises(errors.ValidationError):
        studio.library.list(limit=limit)


def test_a_folder_lists_itself_alone_and_everything_below_when_asked(
    studio: Studio, add: Add
) -> None:
    studio.folders.create(name="Summer", parent="acme")
    above, below = add(studio, "acme", 1), add(studio, "acme/summer", 2)
    assert ids(studio, folder="acme") == [above.image_id]
    assert ids(studio, folder="acme", subtree=True) == [below.image_id, above.image_id]
    assert ids(studio, folder="acme/summer", subtree=True) == [below.image_id]
    assert ids(studio) == [below.image_id, above.image_id]
    assert studio.library.list(folder="acme", subtree=True).total_count == 2


def test_kinds_are_counted_apart(studio: Studio, five: list[str]) -> None:
    assert studio.library.list(folder="acme", kind="image").total_count == 5
    assert studio.library.list(folder="acme", kind="design").total_count == 0
    assert ids(studio, folder="acme", kind="text") == []


def test_search_finds_words_of_titles_descriptions_tags_and_file_names(
    studio: Studio, five: list[str]
) -> None:
    studio.library.update(
        folder="acme", image_id=five[0], title="Rotes Haus am See", tags=["Ferien"]
    )
    studio.library.update(folder="acme", image_id=five[1], description="Ein Häuschen, ganz blau")
    studio.library.update(folder="acme", image_id=five[2], title="夏休みの海辺")
    assert ids(studio, q="haus am") == [five[0]]
    assert ids(studio, q="HÄUS") == ids(studio, q="haus") == [five[1], five[0]]
    assert ids(studio, q="see rotes") == [five[0]]
    assert ids(studio, q="ferien") == [five[0]]
    assert ids(studio, q="海辺") == [five[2]]
    assert ids(studio, q="海休") == []
    assert ids(studio, q="4.png") == [five[3]]
    assert studio.library.list(q="see", folder="acme").total_count == 1
    studio.library.update(folder="acme", image_id=five[0], title="Gelb")
    assert ids(studio, q="rotes") == []


@pytest.mark.parametrize(
    "q", ['"', "*", "a OR", "NEAR(", "title:x", "^", "-", "((((", "'", "🚀", "a" * 200]
)
def test_no_word_is_syntax(studio: Studio, five: list[str], q: str) -> None:
    assert ids(studio, q=q) == []


@pytest.mark.parametrize("q", ["\0", "a\0b", "\x1b[31m", "\ud800"])
def test_what_is_no_text_is_refused_on_both_transports(studio: Studio, q: str) -> None:
    for call in (
        lambda: studio.library.list(q=q),
        lambda: studio.folders.create(name=q),
        lambda: studio.library.update(folder="acme", image_id="img", tags=["a", q]),
    ):
        with pytest.raises(errors.ValidationError) as caught:
            call()
        assert caught.value.details["fields"][0]["path"] in ("q", "name", "tags", "tags.1")


def test_tags_filter_together_and_without_case(studio: Studio, five: list[str]) -> None:
    studio.library.update(folder="acme", image_id=five[0], tags=["Sea", "Blue", "sea"])
    studio.library.update(folder="acme", image_id=five[1], tags=["sea"])
    assert ids(studio, tags="SEA") == [five[1], five[0]]
    assert ids(studio, tags="sea, blue") == [five[0]]
    assert ids(studio, tags="red-herring") == []
    assert "landscape" in studio.library.get(folder="acme", image_id=five[0]).system_tags
    assert len(ids(studio, tags="landscape")) == 5


def test_an_update_changes_what_it_names(studio: Studio, five: list[str]) -> None:
    one = {"folder": "acme", "image_id": five[0]}
    studio.library.update(**one, title="T", description="D", tags=["a"])
    changed = studio.library.update(**one, focal_point={"x": 0.25, "y": 1})
    assert (changed.title, changed.description, changed.tags) == ("T", "D", ["a"])
    assert changed.focal_point is not None
    assert (changed.focal_point.x, changed.focal_point.y) == (0.25, 1)
    with pytest.raises(errors.ValidationError):
        studio.library.update(**one, focal_point={"x": 1.01, "y": 0})


def test_pages_never_skip_or_repeat_while_items_come_and_go(
    studio: Studio, five: list[str], add: Add
) -> None:
    first = studio.library.list(folder="acme", limit=2)
    add(studio, mark=60)
    studio.library.delete(folder="acme", image_id=first.items[-1].image_id)
    studio.library.delete(folder="acme", image_id=five[1], purge=True)
    rest = studio.library.list(folder="acme", limit=10, cursor=first.next_cursor)
    assert [item.image_id for item in rest.items] == [five[2], five[0]]


# -- one item --------------------------------------------------------------------------------------


def test_an_item_is_found_only_through_its_own_folder(
    studio: Studio, add: Add, shared_bench: Bench, transport: Transport
) -> None:
    studio.folders.create(name="Other")
    item = add(studio)
    stranger = shared_bench.workspace().studio(transport)
    stranger.folders.create(name="Acme")
    said = set()
    for asking, folder, image_id in (
        (studio, "other", item.image_id),
        (stranger, "acme", item.image_id),
        (studio, "acme", "img_" + "0" * 32),
    ):
        for call in (
            asking.library.get,
            asking.library.download,
            asking.library.delete,
            asking.library.restore,
        ):
            with pytest.raises(errors.NotFound) as caught:
                call(folder=folder, image_id=image_id)
            said.add((caught.value.code, caught.value.message))
    assert len(said) == 1


def test_move_takes_an_item_to_another_folder(
    studio: Studio, add: Add, shared_bench: Bench
) -> None:
    studio.folders.create(name="Summer", parent="acme")
    item = add(studio)
    studio.library.set_hero(folder="acme", image_id=item.image_id)
    moved = studio.library.move(folder="acme", image_id=item.image_id, to="acme/summer")
    assert (moved.folder, moved.is_hero) == ("acme/summer", False)
    assert (ids(studio, folder="acme"), ids(studio, folder="acme/summer")) == ([], [item.image_id])
    assert studio.library.list(folder="acme", subtree=True).total_count == 1
    with pytest.raises(errors.NotFound):
        studio.library.get(folder="acme", image_id=item.image_id)
    with pytest.raises(errors.FolderNotFound):
        studio.library.move(folder="acme/summer", image_id=item.image_id, to="acme/winter")
    assert shared_bench.doctor().problems == []


# -- trash -----------------------------------------------------------------------------------------


def test_a_trashed_item_is_seen_in_the_trash_alone(studio: Studio, add: Add) -> None:
    item = add(studio)
    studio.library.set_hero(folder="acme", image_id=item.image_id)
    trashed = studio.library.delete(folder="acme", image_id=item.image_id)
    assert isinstance(trashed, Trashed)
    assert trashed.image_id == item.image_id
    one = {"folder": "acme", "image_id": item.image_id}
    for call in (
        lambda: studio.library.get(**one),
        lambda: studio.images.get(**one),
        lambda: studio.library.download(**one),
        lambda: studio.library.delete(**one),
        lambda: studio.library.set_hero(**one),
        lambda: studio.library.update(**one, title="x"),
        lambda: studio.library.move(**one, to="acme"),
    ):
        with pytest.raises(errors.NotFound):
            call()
    assert studio.library.list().items == []
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is None
    page = studio.library.list(trashed=True)
    assert [row.image_id for row in page.items] == [item.image_id]
    assert page.items[0].trashed_until == trashed.trashed_until
    assert page.total_count == 1
    assert studio.library.get(**one, trashed=True).image_id == item.image_id


def test_restore_takes_an_item_out_of_the_trash(
    studio: Studio, add: Add, shared_bench: Bench
) -> None:
    item = add(studio)
    studio.library.delete(folder="acme", image_id=item.image_id)
    restored = studio.library.restore(folder="acme", image_id=item.image_id)
    assert restored.trashed_until is None
    assert studio.library.list(folder="acme").total_count == 1
    assert studio.library.list(trashed=True).total_count == 0
    assert shared_bench.doctor().problems == []


def test_the_trash_is_emptied_after_30_days(bench: Bench, add: Add) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    item = add(studio)
    studio.library.delete(folder="acme", image_id=item.image_id)
    bench.manual_clock.advance(days=29, hours=23)
    bench.sweep()
    assert studio.library.list(trashed=True).total_count == 1
    bench.manual_clock.advance(hours=1, seconds=1)
    bench.sweep()
    assert studio.library.list(trashed=True).total_count == 0
    assert list(bench.service.store.blobs.names()) == []
    assert bench.doctor().problems == []


def test_the_trash_of_an_archived_folder_is_not_listed(studio: Studio, add: Add) -> None:
    item = add(studio)
    studio.library.delete(folder="acme", image_id=item.image_id)
    studio.folders.delete(folder="acme")
    assert studio.library.list(trashed=True).total_count == 0
    assert studio.library.list(trashed=True).items == []
    studio.folders.restore(folder="acme")
    assert studio.library.list(folder="acme").total_count == 0
    assert studio.library.list(trashed=True).total_count == 1


@pytest.mark.parametrize("from_trash", [False, True])
def test_purge_removes_files_versions_references_and_links(
    studio: Studio, add: Add, shared_bench: Bench, from_trash: bool
) -> None:
    item = add(studio, mark=1000 + from_trash)
    studio.references.add(folder="acme", domain="photos", library_image_ids=[item.image_id])
    download = studio.library.download(
        folder="acme", image_id=item.image_id, format="jpeg", max_side=256
    )
    studio.read(download.url)
    if from_trash:
        studio.library.delete(folder="acme", image_id=item.image_id)
        assert len(studio.references.list(folder="acme", domain="photos").refs) == 1
    blobs = {file.name for file in shared_bench.service.store.blobs.names()}
    purged = studio.library.delete(folder="acme", image_id=item.image_id, purge=True)
    assert isinstance(purged, Purged)
    assert (purged.versions_removed, purged.refs_dropped) == (1, 1)
    gone = {key.rpartition("/")[2] for key in purged.keys}
    left = {file.name for file in shared_bench.service.store.blobs.names()}
    assert blobs - left == gone & blobs
    assert any(key.startswith("renditions/") for key in purged.keys)
    for key in purged.keys:
        assert not (shared_bench.data / key).exists()
    for url in (item.url, item.thumbnail_url, download.url):
        with pytest.raises(errors.NotFound):
            studio.read(url or "")
    assert studio.references.list(folder="acme", domain="photos").refs == []
    with pytest.raises(errors.NotFound):
        studio.library.restore(folder="acme", image_id=item.image_id)
    assert shared_bench.doctor().problems == []


def test_deleting_while_a_job_runs_is_refused(studio: Studio, add: Add) -> None:
    item = add(studio)
    accepted = studio.images.resize(
        folder="acme", image_id=item.image_id, aspect_ratio="1:1", resolution="1K"
    )
    for purge in (False, True):
        with pytest.raises(errors.AlreadyProcessing):
            studio.library.delete(folder="acme", image_id=item.image_id, purge=purge)
    with pytest.raises(errors.AlreadyProcessing):
        studio.library.move(folder="acme", image_id=item.image_id, to="acme")
    studio.jobs.cancel(job_id=accepted.job_id)
    studio.library.delete(folder="acme", image_id=item.image_id, purge=True)


def test_who_may_delete_and_purge(
    place: Place, transport: Transport, studio: Studio, add: Add
) -> None:
    item = add(studio)
    create = place.studio(transport, "create")
    one = {"folder": "acme", "image_id": item.image_id}
    for call in (
        lambda: create.library.delete(**one),
        lambda: create.library.delete(**one, purge=True),
        lambda: create.library.move(**one, to="acme"),
        lambda: create.library.restore(**one),
        lambda: create.library.clear_hero(**one),
    ):
        with pytest.raises(errors.InsufficientScope):
            call()
    create.library.set_hero(**one)
    create.library.update(**one, title="Mine")
    with pytest.raises(errors.InsufficientScope):
        place.studio(transport, "read").library.update(**one, title="Mine")


# -- heroes ----------------------------------------------------------------------------------------


def test_one_hero_per_level_a_new_one_clears_the_old(studio: Studio, five: list[str]) -> None:
    studio.library.set_hero(folder="acme", image_id=five[0])
    studio.library.set_hero(folder="acme", image_id=five[1])
    assert [item.image_id for item in studio.library.list(folder="acme").items if item.is_hero] == [
        five[1]
    ]
    cleared = studio.library.clear_hero(folder="acme", image_id=five[1])
    assert cleared.model_dump() == {"is_hero": False, "level": "brand"}
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is None


def test_a_hero_is_free_and_lies_in_the_folder(
    studio: Studio, five: list[str], place: Place
) -> None:
    studio.folders.create(name="Summer", parent="acme")
    before = place.balance
    with pytest.raises(errors.NotFound):
        studio.library.set_hero(folder="acme/summer", image_id=five[0])
    with pytest.raises(errors.ValidationError):
        studio.library.set_hero(folder="acme", image_id=five[0], level="campaign")
    assert place.balance == before


# -- download --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large() -> bytes:
    image = Image.new("RGBA", (1800, 900), (250, 10, 10, 255))
    image.paste((0, 0, 0, 0), (0, 0, 900, 900))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def item(studio: Studio, large: bytes, quick_intake: None) -> LibraryItem:
    return studio.library.add(folder="acme", file=large, filename="half.png")


def fetched(studio: Studio, item: LibraryItem, **query: Any) -> tuple[str, Image.Image]:
    link = studio.library.download(folder="acme", image_id=item.image_id, **query)
    return link.filename, Image.open(io.BytesIO(studio.read(link.url)))


def test_left_out_the_format_stays_and_1600_is_the_longest_side(
    studio: Studio, item: LibraryItem
) -> None:
    name, image = fetched(studio, item)
    assert (name, image.format, image.size) == ("half.png", "PNG", (1600, 800))


def test_zero_gives_the_original_bytes(studio: Studio, item: LibraryItem) -> None:
    link = studio.library.download(folder="acme", image_id=item.image_id, max_side=0)
    assert studio.read(link.url) == studio.read(item.url or "")


def test_a_download_never_enlarges(studio: Studio, item: LibraryItem) -> None:
    assert fetched(studio, item, max_side=4096)[1].size == (1800, 900)


def test_jpeg_gets_a_white_ground_and_webp_keeps_transparency(
    studio: Studio, item: LibraryItem
) -> None:
    name, jpeg = fetched(studio, item, format="jpeg", max_side=512)
    assert (name, jpeg.format, jpeg.size) == ("half.jpg", "JPEG", (512, 256))
    assert min(jpeg.convert("RGB").getpixel((20, 20))) > 250  # type: ignore[arg-type]
    name, webp = fetched(studio, item, format="webp", max_side=512)
    assert (name, webp.format) == ("half.webp", "WEBP")
    assert webp.convert("RGBA").getpixel((20, 20))[3] == 0  # type: ignore[index]


def test_quality_matters(studio: Studio, item: LibraryItem) -> None:
    sizes = [
        len(
            studio.read(
                studio.library.download(
                    folder="acme", image_id=item.image_id, format="jpeg", quality=q
                ).url
            )
        )
        for q in (10, 95)
    ]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize(
    "query",
    [
        {"max_side": 1},
        {"max_side": 255},
        {"max_side": 4097},
        {"quality": 0},
        {"quality": 101},
        {"format": "gif"},
    ],
)
def test_other_sizes_and_qualities_are_refused(
    studio: Studio, item: LibraryItem, query: dict[str, Any]
) -> None:
    with pytest.raises(errors.ValidationError):
        studio.library.download(folder="acme", image_id=item.image_id, **query)


def test_links_last_an_hour_and_downloads_five_minutes(bench: Bench, add: Add) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    item = add(studio)
    link = studio.library.download(folder="acme", image_id=item.image_id)
    bench.manual_clock.advance(299)
    studio.read(link.url)
    bench.manual_clock.advance(2)
    with pytest.raises(errors.NotFound):
        studio.read(link.url)
    bench.manual_clock.advance(3599 - 301)
    studio.read(item.url or "")
    bench.manual_clock.advance(2)
    with pytest.raises(errors.NotFound):
        studio.read(item.url or "")
    assert studio.read(studio.library.get(folder="acme", image_id=item.image_id).url or "")


def slips(token: str) -> Iterator[str]:
    for at in range(0, len(token), 3):
        other = "A" if token[at] != "A" else "B"
        yield token[:at] + other + token[at + 1 :]
        yield token[:at] + token[at + 1 :]
        yield token[:at] + token[at] + token[at:]
    yield token + "="
    yield token + "."
    yield "." + token
    yield token.swapcase()


def test_no_changed_link_opens(studio: Studio, add: Add) -> None:
    item = add(studio)
    before, _, token = (item.url or "").rpartition("/files/")
    tried = 0
    for changed in slips(token):
        with pytest.raises(errors.NotFound):
            studio.read(f"/files/{changed}")
        tried += 1
    assert tried > 200
    head, _, _ = token.rpartition(".")
    _, _, other_mac = (item.thumbnail_url or "").rpartition(".")
    with pytest.raises(errors.NotFound):
        studio.read(f"{before}/files/{head}.{other_mac}")


def test_uploads_that_crashed_programs_left_behind_lock_nobody_out(bench: Bench) -> None:
    studio = bench.workspace().studio()
    data = picture(64, 48)
    for _ in range(50):
        studio.library.upload(data, "a.png")
    with pytest.raises(errors.RateLimited):
        studio.library.upload(data, "a.png")
    bench.manual_clock.advance(minutes=15)
    studio.folders.create(name="Acme")
    assert studio.library.add(folder="acme", file=data, filename="b.png").image_id
    assert len(list(bench.service.store.uploads.iterdir())) <= 50


# -- the file behind an item -----------------------------------------------------------------------


def test_an_item_gives_its_file_as_images_do(studio: Studio, tmp_path: Path) -> None:
    data = picture(40, 30)
    added = studio.library.add(folder="acme", file=data)
    (listed,) = studio.library.list(folder="acme").items
    for item in (added, listed):
        assert item.open().size == (40, 30)
        assert item.save(tmp_path / "kept.png").read_bytes() == item.read()


def test_copy_is_read_and_is_no_picture(studio: Studio) -> None:
    studio.text.generate(folder="acme", mode="write", brief="Our harbour opens.")
    (copy,) = studio.library.list(folder="acme", kind="text").items
    assert b"harbour" in copy.read().lower()
    with pytest.raises(ValueError, match="Markdown"):
        copy.open()
