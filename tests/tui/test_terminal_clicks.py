"""Whole workflows by the mouse alone (words are typed all the same): the library and its batch actions,
versions, the brand's logos and fonts, changes of a text, exporting, jobs and webhooks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from brandstudio_tui.screens.checking import CheckResult
from brandstudio_tui.screens.desk import Told
from brandstudio_tui.screens.dialogs import Form, Pick, Sure
from brandstudio_tui.screens.item import ItemScreen
from brandstudio_tui.screens.keys import KeysHelp
from brandstudio_tui.screens.sheet import Sheet
from brandstudio_tui.widgets.gallery import Gallery
from brandstudio_tui.widgets.picture import Picture
from brandstudio_tui.widgets.rows import Rows
from brandstudio_tui.widgets.slider import Slider
from textual.command import CommandPalette
from textual.widgets import Static

from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio import LocalStudio, Studio
from brandstudio.testing import Bench
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


@pytest.fixture
def stocked(acme: Studio, add: Callable[..., LibraryItem]) -> list[LibraryItem]:
    acme.folders.create(name="Spring", parent="acme")
    return [add(acme, "acme", mark) for mark in (1, 2, 3)]


def tell(story: Any) -> None:
    asyncio.run(story())


def words(hand: Hand, selector: str) -> str:
    return str(hand.app.screen.query_one(selector, Static).content)


def marks(hand: Hand) -> int:
    return len(hand.app.screen.query_one(Gallery).marks)


async def shown(hand: Hand, kind: type) -> None:
    await hand.until(lambda: isinstance(hand.app.screen, kind))


async def mark(hand: Hand, *places: int) -> None:
    """Click the pictures of the first row with the control key held."""
    gallery = hand.app.screen.query_one(Gallery)
    for place in places:
        across = 4 + place % gallery._columns * (gallery._cell + 1)
        down = 4 + place // gallery._columns * gallery.pitch
        await hand.click(gallery, offset=(across, down), control=True)


def test_marked_items_are_tagged_moved_and_trashed(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    def folders() -> list[str]:
        return [item.folder for item in acme.library.list(folder="acme", subtree=True).items]

    def tags() -> list[list[str]]:
        return [item.tags for item in acme.library.list(folder="acme", subtree=True).items]

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await mark(hand, 0, 1)
            assert marks(hand) == 2
            await hand.click_word("KeyBar", "Tag")
            await shown(hand, Form)
            await hand.fill("tags", "harbour")
            await hand.click("#send")
            await hand.until(lambda: tags().count(["harbour"]) == 2)
            await hand.click_word("Ticker", "Tagged: 2 items  (u undoes)")
            await hand.until(lambda: not any(tags()))
            await mark(hand, 0, 1)
            await hand.click_word("KeyBar", "Move")
            await shown(hand, Pick)
            picking = hand.app.screen.query_one(Rows)
            await hand.until(lambda: [row.key for row in picking.rows] == ["acme", "acme/spring"])
            await hand.click(picking, offset=(4, 1))
            await hand.click_word("Ways", "Take")
            await hand.until(lambda: sorted(folders()) == ["acme", "acme/spring", "acme/spring"])
            await mark(hand, 0)
            await hand.click_word("KeyBar", "Trash")
            await hand.until(lambda: folders() == ["acme/spring"] * 2)

    tell(story)


def test_marked_items_are_resized_and_checked_and_the_marks_taken_off(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    async def story() -> None:
        async with opened(folder="acme", size=(140, 40)) as hand:
            await mark(hand, 0, 2)
            await hand.click_word("KeyBar", "Check")
            await shown(hand, CheckResult)
            assert hand.text().count(" of 100") == 2
            await hand.click_word("Ways", "Close")
            await hand.click_word("KeyBar", "Resize")
            await shown(hand, Form)
            await hand.turn("#field-ratio", "1:1")
            await hand.click("#send")
            await hand.until(
                lambda: [job.kind for job in acme.jobs.list().jobs].count("image") == 2
            )
            await mark(hand, 0, 1, 2)
            assert marks(hand) == 3
            await hand.click_word("KeyBar", "Unmark all")
            assert marks(hand) == 0

    tell(story)


def test_marked_items_are_saved_as_files(
    opened: Opened, acme: Studio, stocked: list[LibraryItem], tmp_path: Path
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await mark(hand, 0, 1)
            await hand.click_word("KeyBar", "Save")
            await shown(hand, Form)
            await hand.fill("to", str(tmp_path / "out"))
            await hand.turn("#field-format", "webp")
            await hand.click("#send")
            await hand.until(lambda: len(list((tmp_path / "out").glob("*.webp"))) == 2)

    tell(story)


def test_what_is_in_the_trash_is_brought_back_or_removed_for_good(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    for item in stocked[:2]:
        acme.library.delete(folder="acme", image_id=item.image_id)

    def left(trashed: bool) -> int:
        return acme.library.list(folder="acme", trashed=trashed).total_count

    async def story() -> None:
        async with opened(folder="acme", size=(160, 40)) as hand:
            gallery = hand.app.screen.query_one(Gallery)
            await hand.click_word("KeyBar", "Actions")
            await shown(hand, CommandPalette)
            await hand.type("trash can")
            await hand.until(lambda: "What is in the trash" in hand.text())
            await hand.click("CommandList", offset=(6, 1))
            await hand.until(lambda: gallery.shelf.total == 2)
            await hand.click_word("KeyBar", "Restore")
            await hand.until(lambda: (left(True), left(False)) == (1, 2))
            await hand.until(lambda: gallery.shelf.total == 1)
            await hand.click_word("KeyBar", "Purge")
            await shown(hand, Sure)
            await hand.click("#yes")
            await hand.until(lambda: (left(True), left(False)) == (0, 2))
            await hand.click_word("FilterLine", "in the trash")
            await hand.until(lambda: gallery.shelf.total == 2)
            await hand.click_word("FilterLine", "trash")
            await hand.until(lambda: gallery.shelf.total == 0)

    tell(story)


def test_folders_are_chosen_made_and_archived(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    def paths() -> list[str]:
        return [folder.path for folder in acme.folders.list().level1_folders]

    async def story() -> None:
        async with opened() as hand:
            await hand.click("#folders", offset=(6, 1))
            await hand.until(lambda: hand.app.folder == "acme")
            await hand.click_word("KeyBar", "New folder")
            await shown(hand, Form)
            await hand.fill("name", "Nunu")
            await hand.turn("#field-where", "top")
            await hand.click("#send")
            await hand.until(lambda: paths() == ["acme", "nunu"] and hand.app.folder == "nunu")
            await hand.click("#folders", offset=(6, 2))
            await hand.click_word("KeyBar", "Archive folder")
            await hand.until(lambda: paths() == ["acme"])

    tell(story)


def test_versions_are_compared_and_an_older_one_made_current_and_back(
    opened: Opened, acme: Studio, stocked: list[LibraryItem], shared_bench: Bench
) -> None:
    item = stocked[-1]
    acme.images.revise(folder="acme", image_id=item.image_id, instructions="warmer")
    shared_bench.run_until_idle()

    def current() -> int | None:
        return acme.images.get(image_id=item.image_id, folder="acme").current_version

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.click(Gallery, offset=(8, 4), times=2)
            await shown(hand, ItemScreen)
            await hand.until(lambda: len(hand.app.screen.query_one(Rows).rows) == 2)
            await hand.click_word("KeyBar", "Before/after")
            slider = hand.app.screen.query_one(Slider)
            await hand.until(lambda: slider.display)
            await hand.click(slider, offset=(3, 5))
            assert slider.share < 0.1
            await hand.pilot.mouse_down(slider, offset=(3, 5))
            await hand.pilot.hover(slider, offset=(slider.size.width - 3, 5))
            await hand.pilot.mouse_up(slider, offset=(slider.size.width - 3, 5))
            assert slider.share > 0.9
            await hand.click_word("KeyBar", "Before/after")
            assert not slider.display
            await hand.click("#versions", offset=(4, 2))
            await hand.click_word("KeyBar", "Make current")
            await hand.until(lambda: current() == 1)
            await hand.click_word("Ticker", "v1 is current  (u undoes)")
            await hand.until(lambda: current() == 2)
            await hand.click_word("KeyBar", "Back")
            await hand.until(lambda: hand.app.screen.query(Gallery))

    tell(story)


def test_a_focal_point_is_clicked_and_kept(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    def point() -> Any:
        item = acme.library.get(image_id=stocked[-1].image_id, folder="acme")
        return item.focal_point

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.click(Gallery, offset=(8, 4), times=2)
            await shown(hand, ItemScreen)
            picture = hand.app.screen.query_one(Picture)
            await hand.until(lambda: picture.picture is not None)
            await hand.click_word("KeyBar", "Focal point")
            place = picture.place()
            await hand.click(picture, offset=(place.x + place.width // 4, place.y + 2))
            await hand.click_word("KeyBar", "Keep")
            await hand.until(point)
            assert point().x == pytest.approx(0.25, abs=0.03)
            assert point().y < 0.2

    tell(story)


def test_logos_and_fonts_are_added_and_removed(opened: Opened, acme: Studio) -> None:
    def logos() -> list[str]:
        return [logo.name for logo in acme.logos.list(folder="acme").logos]

    def fonts() -> list[str]:
        return [font.role for font in acme.fonts.list(folder="acme").fonts]

    async def story() -> None:
        assets = files("brandstudio") / "assets"
        with (
            as_file(assets / "demo" / "logo-light.svg") as logo,
            as_file(assets / "fonts" / "NotoColorEmoji.ttf") as font,
        ):
            async with opened(folder="acme") as hand:
                await hand.go("4 Style")
                await hand.click("#learned", offset=(5, 3))
                await hand.click_word("KeyBar", "Logo")
                await shown(hand, Form)
                await hand.fill("path", str(logo))
                await hand.turn("#field-ground", "dark")
                await hand.click("#send")
                await hand.until(lambda: logos() == ["Acme"])
                await hand.click_word("KeyBar", "Font")
                await shown(hand, Form)
                await hand.fill("path", str(font))
                await hand.turn("#field-role", "body")
                await hand.click("#send")
                await hand.until(lambda: fonts() == ["body"])
                await hand.click_word("KeyBar", "Remove logo")
                await shown(hand, Pick)
                await hand.click(Rows, offset=(4, 0), times=2)
                await hand.until(lambda: logos() == [])
                await hand.click_word("Ticker", "Removed: Acme  (u undoes)")
                await hand.until(lambda: logos() == ["Acme"])
                await hand.click_word("KeyBar", "Remove font")
                await shown(hand, Pick)
                await hand.click(Rows, offset=(4, 0), times=2)
                await shown(hand, Sure)
                await hand.click("#yes")
                await hand.until(lambda: fonts() == [])

    tell(story)


def test_a_reference_is_added_and_removed(
    opened: Opened, acme: Studio, stocked: list[LibraryItem]
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("4 Style")
            references = hand.app.screen.query_one("#references", Rows)
            await hand.click(references, offset=(4, 1))
            await hand.click_word("KeyBar", "Reference")
            await shown(hand, Pick)
            await hand.until(lambda: hand.app.screen.query_one(Rows).rows)
            await hand.click("Pick Rows", offset=(4, 1), times=2)
            await hand.until(lambda: len(references.rows) == 1)
            await hand.click(references, offset=(4, 2))
            await hand.click_word("KeyBar", "Remove reference")
            await hand.until(lambda: not references.rows)

    tell(story)


def test_changes_of_a_text_are_accepted_left_and_taken_back_one_by_one(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("5 Words")
            await hand.click("#mode", offset=(2, 0))
            await hand.click("TextArea#text")
            await hand.type("We recieve  the the letters .")
            await hand.click_word("KeyBar", "Do it")
            table = hand.app.screen.query_one("#marks", Rows)
            await hand.until(lambda: len(table.rows) > 2)
            first, second, *rest = table.rows
            await hand.click(table, offset=(4, 3))
            assert table.key == second.key
            await hand.click_word("KeyBar", "Accept")
            assert [row.cells for row in table.rows] == [
                first.cells,
                *(row.cells for row in rest),
            ]
            await hand.click_word("KeyBar", "Undo")
            assert table.rows == (first, second, *rest)
            await hand.click(table, offset=(4, 2))
            await hand.click_word("KeyBar", "Leave")
            assert len(table.rows) == len(rest) + 1
            await hand.click_word("KeyBar", "Accept all")
            assert not table.rows
            assert first.cells[0] in words(hand, "#answer-text")
            assert second.cells[0] not in words(hand, "#answer-text")

    tell(story)


@pytest.mark.slow  # by its keys it is exported in the quick suite
def test_a_banner_is_exported_seen_in_every_size_and_saved(
    opened: Opened, acme: Studio, tmp_path: Path
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("3 Banner")
            await hand.click("#slot-headline")
            await hand.type("Hello")
            await hand.click_word("KeyBar", "Export")
            await shown(hand, Form)
            await hand.turn("#field-format", "pdf")
            await hand.fill("to", str(tmp_path / "out"))
            await hand.click("#send")
            await hand.until(lambda: list((tmp_path / "out").glob("*.pdf")))
            await hand.click_word("KeyBar", "All sizes")
            await shown(hand, Sheet)
            await hand.click_word("KeyBar", "Back")
            await hand.until(lambda: not isinstance(hand.app.screen, Sheet))
            await hand.click_word("KeyBar", "Save")
            await hand.until(
                lambda: acme.library.list(folder="acme", kind="design").total_count == 1
            )

    tell(story)


@pytest.fixture(params=["keys", "mouse"])
def by(request: pytest.FixtureRequest) -> str:
    """What the designer's hand is on."""
    chosen: str = request.param
    return chosen


def test_a_failed_picture_is_retried_and_a_made_one_made_anew(
    by: str, opened: Opened, acme: Studio, shared_bench: Bench
) -> None:
    gone = errors.UpstreamError("The provider fell over.")
    shared_bench.engines.image.failures.append(gone)  # type: ignore[attr-defined]
    acme.images.create(folder="acme", prompt="a calm sea")
    shared_bench.run_until_idle()
    (image,) = acme.library.list(folder="acme").items

    def versions() -> list[int]:
        found = acme.images.get(image_id=image.image_id, folder="acme")
        return [] if found.status != "completed" else [one.version for one in found.versions]

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f2", "ctrl+l")
            jobs = hand.app.screen.query_one("#jobs", Rows)
            await hand.until(lambda: jobs.rows)
            assert "UPSTREAM" in hand.text()

            async def do(key: str, word: str) -> None:
                if by == "keys":
                    await hand.press("home", key)
                else:
                    await hand.click(jobs, offset=(4, 1))
                    await hand.click_word("KeyBar", word)

            await do("r", "Retry")
            await hand.until(lambda: versions() == [2])
            await hand.until(lambda: jobs.rows[0].cells[0].endswith("completed"))
            await do("R", "Recreate")
            await hand.until(lambda: versions() == [2, 3])

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_webhook_is_set_tested_and_redelivered(opened: Opened, acme: Studio) -> None:
    assert isinstance(acme, LocalStudio)
    hooks = acme.admin.webhooks

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.go("6 Desk")
            sections = hand.app.screen.query_one("#sections", Rows)
            place = [row.key for row in sections.rows].index("events")
            await hand.click(sections, offset=(4, place))
            await hand.click_word("#deeds", "Address")
            await shown(hand, Form)
            await hand.fill("url", "https://203.0.113.9/hook")
            await hand.turn("#field-jobs", "yes")
            await hand.click("#send")
            await shown(hand, Told)
            assert words(hand, "#secret").startswith("whsec_")
            await hand.click("#have")
            await hand.click_word("#deeds", "Test event")
            listing = hand.app.screen.query_one("#listing", Rows)
            await hand.until(lambda: len(listing.rows) == 1)
            await hand.until(lambda: hooks.events(limit=10).events[0].status != "pending", 60)
            await hand.click(listing, offset=(4, 1))
            await hand.click_word("#deeds", "Redeliver")
            await hand.until(lambda: "Done: Redeliver" in (hand.app.last_said or ("",))[0])
            await hand.click_word("#deeds", "Remove address")
            await shown(hand, Sure)
            await hand.click("#no")
            await hand.click_word("#deeds", "Remove address")
            await hand.click("#yes")
            await hand.until(lambda: "Done: Remove address" in (hand.app.last_said or ("",))[0])

    tell(story)


def test_lists_that_are_picked_from_and_the_keys_are_left_by_a_click(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.click_word("TopBar", "acme")
            await shown(hand, Pick)
            await hand.click_word("Ways", "Close")
            assert not isinstance(hand.app.screen, Pick)
            await hand.click_word("KeyBar", "Keys")
            await shown(hand, KeysHelp)
            await hand.click_word("Ways", "Close")
            assert not isinstance(hand.app.screen, KeysHelp)

    tell(story)
