"""What is kept: searches under a name, rejections over a restart, money until a question is answered."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from brandstudio_tui.compositing import Frugal
from brandstudio_tui.rejected import Rejected
from brandstudio_tui.screens.dialogs import Form, Pick
from brandstudio_tui.widgets.gallery import Gallery
from brandstudio_tui.widgets.picture import Picture
from brandstudio_tui.widgets.rows import Rows
from textual.geometry import Region
from textual.widgets import Input

from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from brandstudio.testing import Bench
from tests.tui.conftest import Hand, Opened

pytestmark = pytest.mark.usefixtures("small_frames")


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    return studio


def tell(story: Any) -> None:
    asyncio.run(story())


def kept(studio: Studio) -> dict[str, dict[str, Any]]:
    found = studio.searches.list()
    return {one.name: one.query.model_dump(exclude_none=True) for one in found}


def said(hand: Hand) -> str:
    return (hand.app.last_said or ("", ""))[0]


def test_a_search_is_kept_renamed_and_forgotten_and_each_is_taken_back(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
) -> None:
    items = [add(acme, "acme", mark) for mark in range(2)]
    acme.library.update(folder="acme", image_id=items[0].image_id, title="Red kite")
    kites = {"q": "kite", "kind": "image", "in_folder": "acme", "subtree": False}

    async def story() -> None:
        async with opened(folder="acme") as hand:
            shelf = hand.app.screen.query_one(Gallery)
            await hand.press("slash")
            await hand.type("kite")
            await hand.press("enter", "f", "K")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            assert hand.app.screen.query_one("#field-name", Input).value == "Kite"
            await hand.press("enter")
            await hand.until(lambda: kept(acme) == {"Kite": kites})
            command = hand.app.last_call.as_command()
            assert command == (
                "brandstudio searches save Kite kite --kind image --no-subtree --in acme"
            )
            await hand.press("S", "enter")
            await hand.until(lambda: "Kite " in hand.text() and shelf.shelf.total == 1)
            assert hand.app.screen.query_one("#search", Input).value == ""
            await hand.press("R")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            await hand.press("end", "s", "enter")
            await hand.until(lambda: kept(acme) == {"Kites": kites})
            await hand.until(lambda: "Kites is" in said(hand) or "is Kites" in said(hand))
            assert shelf.shelf.query.saved == "Kites"
            await hand.press("F")
            await hand.until(lambda: kept(acme) == {} and shelf.shelf.query.saved == "")
            for after in ({"Kites": kites}, {"Kite": kites}, {}):
                await hand.press("u")
                await hand.until(lambda after=after: kept(acme) == after)

    tell(story)


def test_a_search_is_never_renamed_over_another(opened: Opened, acme: Studio) -> None:
    for name, word in (("Bees", "bee"), ("Kites", "kite")):
        acme.searches.save(name=name, query={"q": word})

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("R", "enter")
            await hand.until(lambda: isinstance(hand.app.screen, Form))
            hand.app.screen.query_one("#field-name", Input).value = "Kites"
            await hand.press("enter")
            await hand.until(lambda: hand.app._notifications)
            assert kept(acme) == {"Bees": {"q": "bee"}, "Kites": {"q": "kite"}}

    tell(story)


def test_a_rejected_proposal_stays_rejected_after_a_restart_until_it_is_wanted_again(
    opened: Opened, acme: Studio, add: Callable[..., LibraryItem], tmp_path: Path
) -> None:
    items = [add(acme, "acme", mark) for mark in (1, 2, 3)]
    ids = [item.image_id for item in items]
    acme.references.add(folder="acme", domain="photos", library_image_ids=ids)
    file = tmp_path / "state" / "rejected.json"
    first: list[str] = []

    def proposed(hand: Hand) -> list[str]:
        rows = hand.app.screen.query_one("#rules", Rows).rows
        return [row.cells[2] for row in rows if row.cells[3] == "proposed"]

    async def learn_and_reject() -> None:
        async with opened(folder="acme", rejected=file) as hand:
            await hand.press("f4", "e", "enter")
            await hand.until(lambda: proposed(hand))
            first[:] = proposed(hand)
            await hand.press("x")
            await hand.until(lambda: proposed(hand) == first[1:])

    async def look_again() -> None:
        async with opened(folder="acme", rejected=file) as hand:
            await hand.press("f4")
            await hand.until(lambda: hand.app.screen.query_one("#references", Rows).rows)
            assert proposed(hand) == first[1:]
            await hand.press("e", "enter")
            await hand.until(lambda: "The style is learned" in said(hand))
            assert first[0] not in proposed(hand)
            await hand.press("P")
            await hand.until(lambda: proposed(hand) == first)

    tell(learn_and_reject)
    tell(look_again)


def test_rejections_are_kept_by_studio_and_folder(tmp_path: Path) -> None:
    file = tmp_path / "rejected.json"
    here, there = Rejected(file, "/data/one"), Rejected(file, "https://studio.example")
    here.add("acme", "Warm light")
    there.add("acme", "Cold light")
    here.add("acme", "No text")
    assert Rejected(file, "/data/one").of("acme") == {"Warm light", "No text"}
    assert (here.of("other"), there.of("acme")) == (frozenset(), {"Cold light"})
    here.remove("acme", "Warm light")
    assert json.loads(file.read_text())["/data/one"] == {"acme": ["No text"]}
    file.write_text('{"cut o')
    assert here.of("acme") == frozenset()
    assert [one.name for one in tmp_path.iterdir()] == ["rejected.json"]


@pytest.mark.parametrize("key", ["alt+s", "f10"])
def test_a_question_that_is_left_costs_nothing(opened: Opened, acme: Studio, key: str) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.type("The harbour opens")
            await hand.press(key)
            await hand.until(lambda: isinstance(hand.app.screen, Pick | Form))
            await hand.press("escape")
            await hand.settle()
            assert not acme.jobs.list().jobs

    tell(story)


def test_a_banner_that_was_reopened_is_the_first_to_save_into(
    opened: Opened, acme: Studio, shared_bench: Bench
) -> None:
    for words in ("The harbour opens", "The market opens"):
        job = acme.designs.create(
            folder="acme", size="square", template="panel", slots={"headline": words}
        )
        shared_bench.run_until_idle()
        (variant,) = acme.designs.get(job_id=job.job_id).variants
        acme.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
    older = acme.library.list(folder="acme", sort="oldest").items[0]

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("right", "b")
            await hand.until(lambda: hand.app.screen.query_one("#preview", Picture).picture)
            hand.app.screen.query_one("#slot-headline", Input).value = "The harbour closes"
            await hand.press("alt+s")
            await hand.until(lambda: isinstance(hand.app.screen, Pick))
            await hand.until(lambda: hand.app.screen.query_one(Rows).rows)
            assert hand.app.screen.query_one(Rows).key == older.image_id
            await hand.press("enter")
            await hand.until(
                lambda: acme.library.get(folder="acme", image_id=older.image_id).total_versions == 2
            )

    tell(story)


@pytest.mark.parametrize("transport", ["process"])
def test_an_event_that_is_sent_meanwhile_appears_by_itself(opened: Opened, acme: Studio) -> None:
    acme.admin.webhooks.set(url="https://203.0.113.9/hook")
    acme.admin.webhooks.test()

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f6")
            sections = hand.app.screen.query_one("#sections", Rows)
            sections.stand([row.key for row in sections.rows].index("events"))
            listing = hand.app.screen.query_one("#listing", Rows)
            await hand.until(lambda: len(listing.rows) == 1)
            stood = listing.key
            acme.admin.webhooks.test()
            await hand.until(lambda: len(listing.rows) == 2)
            assert listing.key == stood

    tell(story)


def test_the_banner_area_tries_what_draws_before_the_first_letter_and_shows_nothing_of_it(
    opened: Opened, acme: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    send = acme.transport.send
    monkeypatch.setattr(
        acme.transport, "send", lambda one: sent.append(type(one).__name__) or send(one)
    )

    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            await hand.until(lambda: "PreviewDesign" in sent)
            assert hand.app.screen.query_one("#preview", Picture).picture is None
            await hand.press("f1", "f3")
            assert sent.count("PreviewDesign") == 1

    tell(story)


def test_a_change_draws_the_widgets_and_the_lines_that_it_touches_alone(
    opened: Opened,
    acme: Studio,
    add: Callable[..., LibraryItem],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for mark in range(6):
        add(acme, "acme", mark)

    async def story() -> None:
        async with opened(folder="acme") as hand:
            drawn: list[tuple[str, int]] = []
            compositor = hand.app.screen._compositor
            assert isinstance(compositor, Frugal)
            for widget in compositor.visible_widgets:
                draw = widget.render_lines

                def noted(crop: Region, name: str = widget.id or "", draw: Any = draw) -> Any:
                    drawn.append((name, crop.height))
                    return draw(crop)

                monkeypatch.setattr(widget, "render_lines", noted)
            compositor._dirty_regions = {Region(40, 6, 4, 2)}
            assert compositor.render_partial_update() is not None
            assert {name for name, _ in drawn} >= {"gallery"}
            assert not {name for name, _ in drawn} & {"folders", "detail-words", "search"}
            assert {height for _, height in drawn} == {2}

    tell(story)


def test_the_first_screen_is_loaded_without_the_models() -> None:
    """They take longer to load than all of it, and are loaded while it is seen already."""
    code = "import sys, brandstudio_tui.app; sys.exit('brandstudio.models' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
