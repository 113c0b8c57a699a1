"""The library area: folders, the gallery, batch actions, versions; by keys and by the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from brandstudio_tui.screens.dialogs import Pick
from brandstudio_tui.screens.item import ItemScreen
from brandstudio_tui.screens.library import LibraryArea
from brandstudio_tui.widgets.gallery import Gallery
from brandstudio_tui.widgets.picture import Picture
from brandstudio_tui.widgets.rows import Column, Row

from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from brandstudio.testing import picture
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def stocked(studio: Studio, add: Callable[..., LibraryItem]) -> list[LibraryItem]:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    return [add(studio, "acme", mark) for mark in (1, 2, 3)]


def gallery(hand: Hand) -> Gallery:
    return hand.app.screen.query_one(Gallery)


def run(body: Callable[[], object]) -> None:
    asyncio.run(body())  # type: ignore[arg-type]


def test_the_gallery_shows_what_is_in_the_library(
    opened: Opened, stocked: list[LibraryItem]
) -> None:
    async def story() -> None:
        async with opened() as hand:
            assert gallery(hand).shelf.total == 3
            text = hand.text()
            assert "Acme 3" in text
            assert "1 of 3" in text

    run(story)


def test_a_saved_search_shows_what_it_finds_and_the_same_key_shows_everything_again(
    opened: Opened, stocked: list[LibraryItem], studio: Studio
) -> None:
    studio.library.update(folder="acme", image_id=stocked[0].image_id, title="Red kite")
    studio.searches.save(name="Kites", query={"q": "kite"})

    async def story() -> None:
        async with opened() as hand:
            await hand.press("S", "enter")
            assert gallery(hand).shelf.total == 1
            assert "Kites" in hand.text()
            await hand.press("S")
            assert gallery(hand).shelf.total == 3

    run(story)


def test_enter_takes_what_a_list_finds_though_it_came_before_the_list(
    opened: Opened, stocked: list[LibraryItem], studio: Studio
) -> None:
    studio.library.update(folder="acme", image_id=stocked[0].image_id, title="Red kite")
    studio.searches.save(name="Kites", query={"q": "kite"})

    async def story() -> None:
        async with opened() as hand:
            found: list[str] = []
            dialog = Pick("Saved search", (), (Column("Name", 24), Column("Finds", 0)))
            hand.app.push_screen(dialog, lambda name: found.append(str(name)))
            await hand.press("enter")
            assert found == []
            dialog.add_rows([Row("Kites", ("Kites", "kite")), Row("Lakes", ("Lakes", "lake"))])
            await hand.settle()
            assert found == ["Kites"]

            dialog = Pick("Saved search", (), (Column("Name", 24), Column("Finds", 0)))
            hand.app.push_screen(dialog, lambda name: found.append(str(name)))
            await hand.press("enter", "l")
            dialog.add_rows([Row("Kites", ("Kites", "kite")), Row("Lakes", ("Lakes", "lake"))])
            await hand.settle()
            assert found == ["Kites"]
            await hand.press("enter")
            assert found == ["Kites", "Lakes"]

    run(story)


def test_marked_items_go_to_the_trash_and_come_back_with_undo(
    opened: Opened, stocked: list[LibraryItem], studio: Studio
) -> None:
    async def story() -> None:
        async with opened() as hand:
            await hand.press("space", "space", "x")
            assert studio.library.list(folder="acme").total_count == 1
            assert hand.app.last_call is not None
            commands = (hand.app.last_call.as_command() or "").splitlines()
            assert [line.split()[:4] for line in commands] == [
                ["brandstudio", "library", "trash", "acme"]
            ] * 2
            assert hand.app.last_call.as_python("it").count("studio.library.delete(") == 2
            await hand.press("u")
            assert studio.library.list(folder="acme").total_count == 3

    run(story)


def test_a_file_is_added_by_its_path(
    opened: Opened, stocked: list[LibraryItem], studio: Studio, tmp_path: Path
) -> None:
    file = tmp_path / "sea view.png"
    file.write_bytes(picture(64, 48, mark=9))

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("a")
            await hand.type(f"'{file}'")
            await hand.press("enter", "enter")
            await hand.until(lambda: studio.library.list(folder="acme").total_count == 4)

    run(story)


@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize(("turned", "stands"), [(0, 0), (1, 3)])
def test_the_cursor_goes_to_the_first_of_what_was_added(
    opened: Opened, stocked: list[LibraryItem], tmp_path: Path, turned: int, stands: int
) -> None:
    paths = [tmp_path / "one.png", tmp_path / "two.png"]
    for mark, path in enumerate(paths, 9):
        path.write_bytes(picture(64, 48, mark=mark))

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press(*["s"] * turned, "right", "right")
            area = hand.app.screen
            assert isinstance(area, LibraryArea)
            area.add_files("acme", paths)
            await hand.until(lambda: gallery(hand).shelf.total == 5)
            await hand.until(lambda: gallery(hand).cursor == stands)
            tile = gallery(hand).tile
            assert tile is not None
            assert tile.title == ("one" if turned else "two")

    run(story)


def test_a_double_click_opens_an_item_and_escape_goes_back(
    opened: Opened, stocked: list[LibraryItem]
) -> None:
    async def story() -> None:
        async with opened() as hand:
            await hand.click(Gallery, offset=(8, 4), times=2)
            assert isinstance(hand.app.screen, ItemScreen)
            await hand.press("escape")
            assert gallery(hand).has_focus

    run(story)


def test_what_is_undone_is_gone_from_the_open_item_too(
    opened: Opened, studio: Studio, stocked: list[LibraryItem]
) -> None:
    newest = stocked[-1].image_id

    def kept() -> LibraryItem:
        return studio.library.get(image_id=newest, folder="acme")

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("enter")
            await hand.until(lambda: isinstance(hand.app.screen, ItemScreen))
            await hand.until(lambda: hand.app.screen.query_one(Picture).picture is not None)
            await hand.press("H")
            await hand.until(lambda: "hero of its folder" in hand.text())
            assert kept().is_hero
            await hand.press("u")
            await hand.until(lambda: "hero of its folder" not in hand.text())
            assert not kept().is_hero
            await hand.press("full_stop", "right", "enter")
            await hand.until(lambda: kept().focal_point)
            await hand.press("u")
            await hand.until(lambda: "which is the middle now" in hand.text())
            point = kept().focal_point
            assert point is not None
            assert (point.x, point.y) == (0.5, 0.5)

    run(story)


@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize(
    ("key", "words"), [("z", "in Words (5)"), ("c", "in Words: 5"), ("g", "Only")]
)
def test_what_a_text_has_no_use_for_says_what_helps_instead(
    opened: Opened, studio: Studio, key: str, words: str
) -> None:
    studio.folders.create(name="Acme")
    studio.text.generate(folder="acme", mode="write", brief="The harbour opens in May.")

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.until(lambda: "1 of 1" in hand.text())
            await hand.press(key)
            assert words in hand.text()

    run(story)
