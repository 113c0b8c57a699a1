"""Every template in the banner area: the words it has, and going on with what was saved from it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from brandstudio_tui.screens.changing import ChangeScreen
from brandstudio_tui.screens.composing import Draft
from brandstudio_tui.screens.dialogs import Form
from brandstudio_tui.screens.sheet import Sheet
from brandstudio_tui.slots import TEMPLATES, blanks, own_slots, own_text
from brandstudio_tui.widgets.choice import Choice
from textual.widgets import Input, Label, Static

import brandstudio
from brandstudio.models.designs import DesignRecipe
from brandstudio.render.layout.template import SHIPPED, builtin
from brandstudio.studio import Studio
from brandstudio.testing import Bench
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")

LABEL_CELLS = 11
"""What the change screen has room for before a field."""


def tell(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def words(hand: Hand, selector: str) -> str:
    return str(hand.app.screen.query_one(selector, Static).content)


def field(hand: Hand, name: str) -> Input:
    return hand.app.screen.query_one(name, Input)


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


def saved(studio: Studio) -> list[DesignRecipe]:
    items = studio.library.list(folder="acme", kind="design").items
    return [item.design for item in items if item.design is not None]


# -- what is asked for -------------------------------------------------------------------------------


def test_every_template_that_comes_along_is_offered_with_the_slots_it_has() -> None:
    assert list(TEMPLATES) == list(SHIPPED)
    for name in SHIPPED:
        rules = {slot: rule for slot, rule in builtin(name).slots.items() if rule.max_length}
        assert {slot: (rule.required, rule.max_length) for slot, rule in rules.items()} == {
            slot: (blank.needed, blank.longest) for slot, blank in blanks(name).items()
        }
        assert all(len(blank.label) <= LABEL_CELLS for blank in blanks(name).values())


def test_a_template_is_told_only_what_it_asks_for() -> None:
    draft = Draft(
        folder="acme",
        words={"headline": "Less", "worth": "-20%", "author_name": "Ada", "own": "date=12 May"},
    )
    assert draft.slots() == brandstudio.Slots(headline="Less")
    offer = draft.choosing("template", "look-offer")
    assert offer.slots() == brandstudio.Slots(headline="Less", own={"worth": "-20%"})
    assert offer.slots("article-cover-panel").author_name == "Ada"
    mine = draft.choosing("template", "launch")
    assert mine.slots().own == {"date": "12 May"}


def test_a_draft_names_the_words_that_it_still_needs() -> None:
    assert Draft(folder="acme").missing == "Headline"
    statistic = Draft(folder="acme", template="look-statistic", words={"figure": "83%"})
    assert statistic.missing == "Of what"
    assert Draft(folder="acme", template="launch", words={"own": "date=12 May"}).ready


def test_slots_of_ones_own_are_said_in_one_line() -> None:
    slots: dict[str, str | list[str]] = {"date": "12 May", "item": ["one", "two"]}
    assert own_slots(own_text(slots)) == slots
    assert own_slots("nothing; =x; a = b ") == {"a": "b"}


@pytest.fixture
def own_template(shared_bench: Bench) -> Iterator[str]:
    """The template that ``brandstudio templates init`` writes, kept with the studio's own."""
    starter = resources.files("brandstudio.assets").joinpath("templates", "starter.toml")
    file = Path(shared_bench.data) / "templates" / "launch.toml"
    file.parent.mkdir(mode=0o700, exist_ok=True)
    file.write_text(starter.read_text(encoding="utf-8").replace("NAME", "launch"), encoding="utf-8")
    yield "launch"
    file.unlink()


# -- in the banner area ------------------------------------------------------------------------------


def test_a_look_is_composed_saved_and_gone_on_with(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            hand.app.screen.query_one("#template", Choice).value = "look-statistic"
            await hand.settle()
            assert not field(hand, "#slot-headline").display
            assert field(hand, "#slot-figure").display
            await hand.press("ctrl+s")
            assert "The figure" in (hand.app.last_said or ("",))[0]
            field(hand, "#slot-figure").value = "83%"
            field(hand, "#slot-subhead").value = "of guests come back"
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            await hand.press("ctrl+s")
            await hand.until(lambda: saved(acme))
            assert saved(acme)[0].recipe.slots.own == {"figure": "83%"}

            await hand.press("f1")
            await hand.until(lambda: "look-statistic" in hand.text())
            await hand.press("b")
            await hand.until(lambda: hand.app.current_mode == "banner")
            await hand.press("f11")
            await hand.until(lambda: isinstance(hand.app.screen, ChangeScreen))
            assert field(hand, "#turn-figure").value == "83%"
            assert not hand.app.screen.query_one("#line-headline").display
            field(hand, "#turn-figure").value = "91%"
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            await hand.press("ctrl+s")
            await hand.until(lambda: "2 of 2 drawn" in words(hand, "Figures"))
            await hand.press("ctrl+s")
            await hand.until(lambda: len(saved(acme)) == 2)
            assert {one.recipe.slots.own["figure"] for one in saved(acme)} == {"83%", "91%"}

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_words_stand_while_templates_are_turned(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            turn = hand.app.screen.query_one("#template", Choice)
            turn.value = "look-portrait"
            await hand.settle()
            assert str(hand.app.screen.query_one("#label-headline", Label).content) == "The name"
            turn.value = "look-statistic"
            await hand.settle()
            assert '"The figure"' in hand.text()
            turn.value = "overlay"
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            assert field(hand, "#slot-headline").value == "The harbour opens"

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_template_of_ones_own_is_named_and_its_slots_said(
    opened: Opened, acme: Studio, own_template: str
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3", "alt+t")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.type("nosuch")
            await hand.press("enter")
            await hand.type("Open day")
            await hand.until(lambda: own_template in words(hand, "Figures"))
            hand.app.screen.query_one("#size", Choice).value = "square"
            hand.app.screen.query_one("#template", Choice).offer(own_template)
            field(hand, "#slot-own").value = "date=12 May"
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            await hand.press("ctrl+s")
            await hand.until(lambda: saved(acme))
            assert saved(acme)[0].template == own_template
            assert saved(acme)[0].recipe.slots.own == {"date": "12 May"}

    tell(story)


# -- prices and what is missing ----------------------------------------------------------------------


@pytest.mark.parametrize("transport", ["process"])
def test_the_price_before_is_what_saving_takes_in_all(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))
            before = hand.app.purse.balance
            said = words(hand, "#cost")
            assert said == "Drawing costs 2, saving 1, leaves 997"
            await hand.press("ctrl+s")
            await hand.until(lambda: hand.app.purse.balance == 997)
            assert before == 1000
            await hand.until(lambda: words(hand, "#cost") == "Saved.")

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_every_size_without_words_says_what_is_missing(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3", "f9")
            assert not isinstance(hand.app.screen, Sheet)
            assert "Type a headline first" in hand.text()

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_an_empty_gallery_says_why_and_what_to_do(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.until(lambda: "Nothing in this folder yet." in hand.text())
            assert "composes a banner" in hand.text()
            await hand.press("y")
            await hand.until(lambda: "The trash is empty." in hand.text())
            await hand.press("y", "slash")
            await hand.type("boat")
            await hand.until(lambda: "forgets 'boat'" in hand.text())

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_a_look_in_another_scheme_is_kept_and_changed(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            scheme = hand.app.screen.query_one("#scheme", Choice)
            assert not scheme.display
            hand.app.screen.query_one("#template", Choice).value = "look-statement"
            await hand.settle()
            assert scheme.display
            scheme.value = "dark"
            field(hand, "#slot-headline").value = "Less is more"
            await hand.press("ctrl+s")
            await hand.until(lambda: saved(acme))
            choices = saved(acme)[0].recipe.choices
            assert choices is not None
            assert choices.scheme == "dark"
            hand.app.screen.query_one("#template", Choice).value = "overlay"
            await hand.until(lambda: "preview, free" in words(hand, "Figures"))

    tell(story)
