"""Make, banner, style, words and desk, on both transports: whole workflows from the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from brandstudio_tui.screens.changing import ChangeScreen
from brandstudio_tui.screens.dialogs import Form, Sure
from brandstudio_tui.screens.item import ItemScreen
from brandstudio_tui.screens.sheet import Sheet
from brandstudio_tui.widgets.choice import Choice
from brandstudio_tui.widgets.picture import Picture
from brandstudio_tui.widgets.rows import Rows
from rich.text import Text
from textual.widgets import Input, Static

from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from brandstudio.testing import Bench, Transport, picture
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


def tell(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def words(hand: Hand, selector: str) -> str:
    return str(hand.app.screen.query_one(selector, Static).content)


# -- make --------------------------------------------------------------------------------------------


def test_a_picture_is_made_from_words_with_the_price_before_and_the_balance_after(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f2")
            await hand.until(lambda: "costs 3, leaves 997" in words(hand, "#wish-cost"))
            await hand.type("calm sea at dusk")
            await hand.press("ctrl+s")
            await hand.until(lambda: any(job.status == "completed" for job in hand.app.jobs))
            await hand.until(lambda: hand.app.purse.balance == 997)
            await hand.until(lambda: "calm sea" in words(hand, "#came-words"))
            assert acme.library.list(folder="acme").total_count == 1

    tell(story)


def test_a_picture_is_revised_from_the_gallery_and_its_versions_compared(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
) -> None:
    item = add(acme, "acme", 3)

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("e")
            await hand.until(lambda: hand.app.current_mode == "make")
            assert hand.app.screen.query_one("#way", Choice).value == "revise"
            await hand.press("escape")
            hand.app.screen.query_one("#words").focus()
            await hand.type("warmer")
            await hand.press("ctrl+s")
            await hand.until(
                lambda: len(acme.images.get(image_id=item.image_id, folder="acme").versions) == 2
            )
            await hand.press("f1", "enter")
            await hand.until(lambda: isinstance(hand.app.screen, ItemScreen))
            await hand.until(lambda: len(hand.app.screen.query_one(Rows).rows) == 2)
            await hand.press("v")
            await hand.until(lambda: hand.app.screen.query_one("#item-slider").display)
            await hand.press("left", "left", "escape")
            await hand.press("down", "s")
            await hand.until(
                lambda: acme.images.get(image_id=item.image_id, folder="acme").current_version == 1
            )
            await hand.press("u")
            await hand.until(
                lambda: acme.images.get(image_id=item.image_id, folder="acme").current_version == 2
            )

    tell(story)


def test_a_focal_point_is_set_with_the_arrows(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
) -> None:
    item = add(acme, "acme", 5)

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("enter")
            await hand.until(lambda: isinstance(hand.app.screen, ItemScreen))
            await hand.until(lambda: hand.app.screen.query_one(Picture).picture is not None)
            await hand.press("full_stop", "right", "right", "up", "enter")
            await hand.until(
                lambda: acme.library.get(image_id=item.image_id, folder="acme").focal_point
            )
            point = acme.library.get(image_id=item.image_id, folder="acme").focal_point
            assert point is not None
            assert point.x > 0.5 > point.y

    tell(story)


# -- banner ------------------------------------------------------------------------------------------


def test_a_banner_is_previewed_while_typing_and_saved(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.until(
                lambda: hand.app.screen.query_one("#preview", Picture).picture is not None
            )
            assert "preview, free" in words(hand, "Figures")
            assert acme.library.list(folder="acme").total_count == 0
            await hand.press("ctrl+s")
            await hand.until(lambda: acme.library.list(folder="acme").total_count == 1)
            assert ": 1" in words(hand, "Figures")
            await hand.press("escape", "u")
            await hand.until(lambda: acme.library.list(folder="acme").total_count == 0)

    tell(story)


def test_a_banner_is_exported_and_every_size_seen(
    opened: Opened, acme: Studio, tmp_path: Path
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("Hello")
            await hand.press("f10")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            hand.app.screen.query_one("#field-format", Choice).value = "pdf"
            hand.app.screen.query_one("#field-to", Input).value = str(tmp_path / "out")
            await hand.press("ctrl+s")
            await hand.until(lambda: list((tmp_path / "out").glob("*.pdf")))
            await hand.press("f9")
            await hand.until(lambda: isinstance(hand.app.screen, Sheet))
            await hand.until(
                lambda: all(view.picture is not None for view in hand.app.screen.query(Picture))
            )
            await hand.press("escape")
            assert hand.app.current_mode == "banner"

    tell(story)


# -- words -------------------------------------------------------------------------------------------


def test_marks_are_accepted_one_by_one(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f5")
            hand.app.screen.query_one("#mode", Choice).value = "proofread"
            await hand.type("We recieve  the the letters .")
            await hand.press("ctrl+s")
            await hand.until(lambda: hand.app.screen.query_one("#marks", Rows).rows)
            before = len(hand.app.screen.query_one("#marks", Rows).rows)
            await hand.press("a")
            assert len(hand.app.screen.query_one("#marks", Rows).rows) < before
            await hand.press("z")
            assert len(hand.app.screen.query_one("#marks", Rows).rows) == before
            await hand.press("A")
            assert "receive the letters." in words(hand, "#answer-text")

    tell(story)


def test_copy_is_written_and_kept(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f5")
            await hand.type("Guided harbour walks every Saturday in May for families")
            await hand.press("ctrl+s")
            await hand.until(lambda: acme.library.list(folder="acme", kind="text").total_count == 1)

    tell(story)


def test_another_theme_sets_words_that_stand_already_in_its_own_colours(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f5")
            await hand.type("Guided harbour walks every Saturday in May for families")
            await hand.press("ctrl+s")
            await hand.until(lambda: hand.app.screen.query_one("#answer-notes", Static).content)
            notes = hand.app.screen.query_one("#answer-notes", Static)
            assert isinstance(notes.content, Text)
            assert notes.content.style == hand.app.pens.quiet
            before = hand.app.pens
            await hand.press("ctrl+t")
            await hand.until(lambda: hand.app.pens is not before)
            await hand.until(lambda: notes.content.style == hand.app.pens.quiet)

    tell(story)


# -- style -------------------------------------------------------------------------------------------


def test_a_rule_is_added_edited_and_removed_and_comes_back(opened: Opened, acme: Studio) -> None:
    def texts() -> list[str]:
        return [rule.text for rule in acme.rules.list(folder="acme").rules]

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f4")
            await hand.press("n")
            await hand.type("Never say cheap")
            await hand.press("enter")
            await hand.until(lambda: texts() == ["Never say cheap"])
            await hand.press("x")
            await hand.until(lambda: texts() == [])
            await hand.press("u")
            await hand.until(lambda: texts() == ["Never say cheap"])
            await hand.press("i")
            await hand.press("end")
            await hand.type(", ever")
            await hand.press("enter")
            await hand.until(lambda: texts() == ["Never say cheap, ever"])
            await hand.until(lambda: "Rule changed" in (hand.app.last_said or ("", ""))[0])
            await hand.press("u")
            await hand.until(lambda: texts() == ["Never say cheap"])

    tell(story)


def test_a_style_is_learned_from_references_and_its_rules_adopted(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
) -> None:
    items = [add(acme, "acme", mark) for mark in (1, 2, 3)]
    acme.references.add(
        folder="acme", domain="photos", library_image_ids=[item.image_id for item in items]
    )

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f4", "e")
            await hand.press("enter")
            await hand.until(lambda: "Photographs" in words(hand, "#learned-words"))
            rules = hand.app.screen.query_one("#rules", Rows)
            if any(row.cells[3] == "proposed" for row in rules.rows):
                await hand.press("a")
                await hand.until(lambda: acme.rules.list(folder="acme").rules)

    tell(story)


# -- desk --------------------------------------------------------------------------------------------


def test_the_desk_shows_what_was_spent(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
) -> None:
    add(acme, "acme", 1)

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f6")
            await hand.until(lambda: "upload" in words(hand, "#charts-text"))
            await hand.press("down")
            await hand.until(lambda: len(hand.app.screen.query_one("#listing", Rows).rows) == 2)

    tell(story)


def test_only_an_embedded_studio_shows_the_owners_part(
    opened: Opened, acme: Studio, transport: Transport
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f6")
            titles = [row.cells[0] for row in hand.app.screen.query_one("#sections", Rows).rows]
            assert ("Keys" in titles) == (transport == "process")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_key_is_made_shown_once_and_revoked_after_a_question(
    opened: Opened, acme: Studio, place: object
) -> None:
    from brandstudio import LocalStudio

    assert isinstance(acme, LocalStudio)
    owner = acme

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f6", "down", "down", "down", "down", "enter")
            await hand.press("n")
            await hand.type("newsletter")
            await hand.press("enter")
            await hand.until(lambda: owner.admin.keys.list().keys)
            shown = str(hand.app.screen.query_one("#secret", Static).content)
            assert shown.startswith("bsk_")
            await hand.press("enter")  # once more by mistake: the secret still stands there
            assert hand.app.screen.query("#secret")
            await hand.press("escape", "x")
            assert isinstance(hand.app.screen, Sure)
            await hand.press("n")
            assert owner.admin.keys.list().keys[0].revoked_at is None
            await hand.press("x", "y")
            await hand.until(lambda: owner.admin.keys.list().keys[0].revoked_at)

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize("section", range(12))
def test_every_section_of_the_desk_opens(opened: Opened, acme: Studio, section: int) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f6", *["down"] * section)
            assert not hand.app._notifications

    tell(story)


# -- by the mouse ------------------------------------------------------------------------------------


def test_areas_filters_and_forms_answer_the_mouse(
    opened: Opened, acme: Studio, tmp_path: Path
) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(picture(64, 48, mark=77))

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.click("KeyBar", offset=(34, 0))
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            hand.app.screen.query_one("#field-paths", Input).value = str(file)
            await hand.click("#send")
            await hand.until(lambda: acme.library.list(folder="acme").total_count == 1)
            await hand.click("TopBar", offset=(40, 0))
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.click("#slot-headline")
            await hand.type("Hi")
            await hand.click("#template", offset=(20, 0))
            assert hand.app.screen.query_one("#template", Choice).value == "split"

    tell(story)


def test_a_drawn_banner_is_changed_and_the_change_taken_back(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.press("f11")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            await hand.until(lambda: "as it was drawn" in words(hand, "Figures"))
            spent = acme.usage.get().credits
            turn(hand, "align", "center")
            turn(hand, "button", "outline")
            turn(hand, "crop", "0.75")
            await hand.until(lambda: "no photo" in words(hand, "Figures"))
            turn(hand, "crop", "")
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            await hand.until(lambda: "costs" in words(hand, "#change-cost"))
            assert acme.usage.get().credits == spent
            await hand.press("ctrl+s")
            await hand.until(lambda: "2 of 2 drawn" in words(hand, "Figures"))
            await hand.press("ctrl+underscore")
            await hand.until(lambda: "1 of 2 drawn" in words(hand, "Figures"))

    tell(story)


def turn(hand: Hand, name: str, value: str) -> None:
    widget = hand.app.screen.query_one(f"#turn-{name}")
    assert isinstance(widget, Choice | Input)
    widget.value = value


@pytest.mark.parametrize("transport", ["process"])
def test_colours_by_role_are_free_and_a_half_typed_one_is_said(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.press("f11")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            screen = hand.app.screen
            assert isinstance(screen, ChangeScreen)
            turn(hand, "colour_ground", "#0b3")
            turn(hand, "colour_text", "#ffffff")
            await hand.until(lambda: "#0b3: a colour is" in words(hand, "#change-cost"))
            assert screen.changes == {"colours": {"text": "#ffffff"}}
            turn(hand, "colour_ground", "#0b3d5c")
            await hand.until(lambda: "a colour is" not in words(hand, "#change-cost"))
            await hand.press("ctrl+underscore")
            await hand.until(lambda: "as it was drawn" in words(hand, "Figures"))
            assert screen.changes == {}
            await hand.press("escape")
            await hand.until(lambda: "1 of 1 drawn" in words(hand, "Figures"))

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_words_and_template_of_a_drawn_banner_are_changed_from_keys_alone(
    opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.press("f11")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            await hand.press("right")
            await hand.press(
                "up", "up", "up", "end"
            )  # above stand the three slots of both templates
            await hand.type(" today")
            await hand.press("ctrl+s")
            await hand.until(lambda: "2 of 2 drawn" in words(hand, "Figures"))
            assert "split" in words(hand, "Figures")
            await hand.press("ctrl+s")
            await hand.until(lambda: acme.library.list(folder="acme", kind="design").total_count)
            (saved,) = acme.library.list(folder="acme", kind="design").items
            assert saved.title == "The harbour opens today"

    tell(story)


def test_a_saved_banner_is_opened_from_the_gallery_for_changing(
    opened: Opened, acme: Studio, shared_bench: Bench
) -> None:
    accepted = acme.designs.create(
        folder="acme",
        size="square",
        template="panel",
        slots={"headline": "The harbour opens", "subhead": "On Saturday"},
    )
    shared_bench.run_until_idle()
    job = acme.designs.get(job_id=accepted.job_id)
    acme.designs.save(job_id=job.job_id, variant_id=job.variants[0].variant_id)

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("b")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.until(lambda: "panel, 1 of 1 drawn" in words(hand, "Figures"))
            screen = hand.app.screen
            assert screen.query_one("#slot-subhead", Input).value == "On Saturday"
            assert screen.query_one("#size", Choice).value == "square"
            await hand.press("f11")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            await hand.until(lambda: "as it was drawn" in words(hand, "Figures"))
            turn(hand, "align", "center")
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            await hand.press("f8")
            await hand.until(
                lambda: hand.app.screen.query_one("#change-eyes", Choice).value == "protan"
            )
            await hand.press("ctrl+s")
            await hand.until(lambda: "2 of 2 drawn" in words(hand, "Figures"))
            assert len(acme.designs.get(job_id=job.job_id).variants) == 2

    tell(story)
