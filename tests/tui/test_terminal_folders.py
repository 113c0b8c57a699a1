"""The folder tree whose branches are fetched in threads: whatever answer comes first, it ends the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from brandstudio_tui.screens.library import LibraryArea
from brandstudio_tui.widgets.folders import FolderTree

from brandstudio.studio import Studio
from tests.tui.conftest import Hand, Opened


@pytest.fixture
def transport() -> str:
    return "process"


@pytest.fixture
def acme(studio: Studio) -> Studio:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    return studio


class Questions:
    """What a screen asks is kept: the test says when it is looked up, and when the answer comes."""

    def __init__(self, hand: Hand, studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
        self._hand, self._studio = hand, studio
        self._kept: list[Callable[[], Callable[[], None]]] = []
        monkeypatch.setattr(hand.app.screen, "ask", self._keep)

    def _keep(self, work: Any, then: Any = None, group: str = "", **more: Any) -> None:
        def look_up() -> Callable[[], None]:
            return partial(then, work(self._studio))

        if not group or group == "folders":
            self._kept.append(look_up)

    async def asked(self) -> list[Callable[[], Callable[[], None]]]:
        """What was asked since: called once it is looked up, called twice it is answered."""
        await self._hand.pilot.pause()
        kept, self._kept = self._kept, []
        return kept


def test_the_cursor_goes_to_a_new_folder_although_an_older_answer_comes_after_the_newer(
    opened: Opened, acme: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(folder="acme/spring") as hand:
            tree = hand.app.screen.query_one(FolderTree)
            assert isinstance(hand.app.screen, LibraryArea)
            await hand.until(lambda: tree.path == "acme/spring")
            acme.folders.create(name="May", parent="acme/spring")
            questions = Questions(hand, acme, monkeypatch)
            hand.app.set_folder("acme/spring/may")
            hand.app.screen.load_folders()
            whole, spring = await questions.asked()
            whole()()
            (brand,) = await questions.asked()
            brand()()
            spring()()  # asked of a branch that is no longer there
            await hand.until(lambda: tree.path == "acme/spring/may", 5)
            assert tree.cursor_node is not None
            assert tree.cursor_node.tree.get_node_by_id(tree.cursor_node.id) is tree.cursor_node

    asyncio.run(story())


def test_a_branch_from_before_a_reload_hides_no_folder_that_came_with_it(
    opened: Opened, acme: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened() as hand:
            tree = hand.app.screen.query_one(FolderTree)
            assert isinstance(hand.app.screen, LibraryArea)
            questions = Questions(hand, acme, monkeypatch)
            tree.root.children[0].expand()
            (before,) = await questions.asked()
            show = before()
            acme.folders.create(name="Autumn", parent="acme")
            hand.app.screen.load_folders()
            (whole,) = await questions.asked()
            whole()()
            show()
            for question in await questions.asked():
                question()()
            await hand.settle()
            names = [str(node.label) for node in tree.root.children[0].children]
            assert names == ["Spring", "Autumn"]

    asyncio.run(story())


def test_branches_within_branches_stay_open_over_a_reload(opened: Opened, acme: Studio) -> None:
    acme.folders.create(name="May", parent="acme/spring")

    async def story() -> None:
        async with opened(folder="acme/spring/may") as hand:
            tree = hand.app.screen.query_one(FolderTree)
            await hand.until(lambda: tree.path == "acme/spring/may")
            hand.app.set_folder("acme")
            await hand.until(lambda: tree.path == "acme")
            await hand.press("ctrl+r")
            await hand.until(lambda: tree.root.children[0].children)
            await hand.settle()
            (spring,) = tree.root.children[0].children
            assert spring.is_expanded
            assert [str(node.label) for node in spring.children] == ["May"]

    asyncio.run(story())
