"""Folders and items against a simple model: any order of making, moving, archiving, copying,
trashing and purging.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brandstudio import errors
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, picture

BENCH: list[Bench] = []


@pytest.fixture(scope="module", autouse=True)
def _bench(shared_bench: Bench, quick_intake: None) -> Any:
    BENCH.append(shared_bench)
    yield
    BENCH.clear()


@dataclass(eq=False)  # two pictures that look alike are two pictures
class Item:
    """An item of the model: its mark tells which picture it is."""

    mark: int
    born: int
    id: str | None = None
    trashed: bool = False


@dataclass(eq=False)
class Node:
    """A folder of the model."""

    name: str
    slug: str
    parent: Node | None
    children: dict[str, Node] = field(default_factory=dict)
    archived: list[Node] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    hero: Item | None = None

    @property
    def path(self) -> str:
        return (
            self.slug
            if self.parent is None or self.parent.parent is None
            else f"{self.parent.path}/{self.slug}"
        )

    @property
    def level(self) -> int:
        return 0 if self.parent is None else self.parent.level + 1

    def walk(self) -> list[Node]:
        return [node for child in self.children.values() for node in (child, *child.walk())]

    def free(self, slug: str) -> str:
        if slug not in self.children:
            return slug
        return next(f"{slug}-{n}" for n in itertools.count(2) if f"{slug}-{n}" not in self.children)

    def live(self) -> list[Item]:
        return [item for item in self.items if not item.trashed]


class Library(RuleBasedStateMachine):
    """What the studio says must be what the model says, after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.place = BENCH[0].workspace(credits=10_000)
        self.studio: Studio = self.place.studio()
        self.root = Node("", "", None)
        self.steps = 0
        self.charged = 0

    @initialize()
    def first(self) -> None:
        self.create(0, "a")

    # -- choosing ----------------------------------------------------------------------------------

    def folder(self, pick: int) -> Node | None:
        nodes = self.root.walk()
        return nodes[pick % len(nodes)] if nodes else None

    def item(self, pick: int, *, trashed: bool) -> tuple[Node, Item] | None:
        pairs = [
            (node, item)
            for node in self.root.walk()
            for item in node.items
            if item.trashed is trashed
        ]
        return pairs[pick % len(pairs)] if pairs else None

    # -- steps -------------------------------------------------------------------------------------

    @rule(pick=st.integers(0, 50), name=st.sampled_from(["a", "b", "a copy"]))
    def create(self, pick: int, name: str) -> None:
        places = [self.root, *self.root.walk()]
        parent = places[pick % len(places)]
        if parent.level == 6:
            with pytest.raises(errors.FolderTooDeep):
                self.studio.folders.create(name=name, parent=parent.path)
            return
        made = self.studio.folders.create(name=name, parent=parent.path or None)
        node = Node(name, parent.free(name.replace(" ", "-")), parent)
        parent.children[node.slug] = node
        assert made.path == node.path

    @precondition(lambda self: self.root.children)
    @rule(pick=st.integers(0, 50), mark=st.integers(0, 15))
    def add(self, pick: int, mark: int) -> None:
        node = self.folder(pick)
        assert node is not None
        made = self.studio.library.add(
            folder=node.path, file=picture(64, 48, mark=mark), filename=f"{mark}.png"
        )
        self.steps += 1
        self.charged += 1
        node.items.append(Item(mark, self.steps, made.image_id))

    @precondition(lambda self: self.root.children)
    @rule(pick=st.integers(0, 50))
    def archive(self, pick: int) -> None:
        node = self.folder(pick)
        assert node is not None
        assert node.parent is not None
        if node.children:
            with pytest.raises(errors.HasChildren):
                self.studio.folders.delete(folder=node.path)
            return
        self.studio.folders.delete(folder=node.path)
        for other in self.root.walk():
            if other is not node and other.hero in node.items:
                other.hero = None
        del node.parent.children[node.slug]
        node.parent.archived.append(node)

    @rule(pick=st.integers(0, 50), slug=st.sampled_from(["a", "b", "a-2"]))
    def unarchive(self, pick: int, slug: str) -> None:
        places = [self.root, *self.root.walk()]
        parent = places[pick % len(places)]
        path = f"{parent.path}/{slug}".strip("/")
        waiting = [node for node in parent.archived if node.slug == slug]
        if path.count("/") == 6:
            return
        if not waiting:
            with pytest.raises(errors.FolderNotFound):
                self.studio.folders.restore(folder=path)
            return
        node = waiting[-1]
        parent.archived.remove(node)
        node.slug = parent.free(node.slug)
        parent.children[node.slug] = node
        assert self.studio.folders.restore(folder=path).path == node.path

    @precondition(lambda self: self.root.children)
    @rule(pick=st.integers(0, 50))
    def duplicate(self, pick: int) -> None:
        node = self.folder(pick)
        assert node is not None
        assert node.parent is not None
        if len(self.root.walk()) + len(node.walk()) > 25:
            return
        answer = self.studio.folders.duplicate(folder=node.path)
        copies: dict[int, Item] = {}
        copy = self.copied(
            node, node.parent, f"{node.name} copy", node.parent.free(f"{node.slug}-copy"), copies
        )
        self.heroes(node, copy, copies)
        node.parent.children[copy.slug] = copy
        assert answer.folder.path == copy.path
        assert answer.images_copied == sum(len(one.items) for one in (copy, *copy.walk()))
        assert answer.sub_folders_copied == len(copy.walk())

    def copied(
        self, node: Node, parent: Node, name: str, slug: str, copies: dict[int, Item]
    ) -> Node:
        copy = Node(name, slug, parent)
        for item in node.live():
            copies[id(item)] = Item(item.mark, item.born)
            copy.items.append(copies[id(item)])
        for child in node.children.values():
            copy.children[child.slug] = self.copied(child, copy, child.name, child.slug, copies)
        return copy

    def heroes(self, node: Node, copy: Node, copies: dict[int, Item]) -> None:
        copy.hero = copies.get(id(node.hero))
        for slug, child in node.children.items():
            self.heroes(child, copy.children[slug], copies)

    @rule(pick=st.integers(0, 50))
    def trash(self, pick: int) -> None:
        found = self.item(pick, trashed=False)
        if found is None:
            return
        node, item = found
        self.studio.library.delete(folder=node.path, image_id=self.id_of(node, item))
        item.trashed = True
        self.leave(item)

    @rule(pick=st.integers(0, 50))
    def restore(self, pick: int) -> None:
        found = self.item(pick, trashed=True)
        if found is not None:
            node, item = found
            self.studio.library.restore(folder=node.path, image_id=item.id or "")
            item.trashed = False

    @rule(pick=st.integers(0, 50), trashed=st.booleans())
    def purge(self, pick: int, trashed: bool) -> None:
        found = self.item(pick, trashed=trashed)
        if found is not None:
            node, item = found
            self.studio.library.delete(
                folder=node.path, image_id=self.id_of(node, item), purge=True
            )
            node.items.remove(item)
            self.leave(item)

    @rule(pick=st.integers(0, 50), to=st.integers(0, 50))
    def move(self, pick: int, to: int) -> None:
        found = self.item(pick, trashed=False)
        target = self.folder(to)
        if found is None or target is None:
            return
        node, item = found
        self.studio.library.move(folder=node.path, image_id=self.id_of(node, item), to=target.path)
        if target is not node:
            node.items.remove(item)
            target.items.append(item)
            self.leave(item)

    @rule(pick=st.integers(0, 50), above=st.booleans())
    def hero(self, pick: int, above: bool) -> None:
        found = self.item(pick, trashed=False)
        if found is None or found[0].level > 3:
            return
        node, item = found
        target = node
        if above and node.parent is not None and node.parent.parent is not None:
            target = node.parent
        level = ("brand", "sub-brand", "campaign")[target.level - 1]
        self.studio.library.set_hero(folder=node.path, image_id=self.id_of(node, item), level=level)
        target.hero = item

    def leave(self, item: Item) -> None:
        for node in self.root.walk():
            if node.hero is item:
                node.hero = None

    def id_of(self, node: Node, item: Item) -> str:
        """A copy's id is learned when it is first needed: by its place in the folder."""
        if item.id is None:
            known = {other.id for other in node.items if other.id}
            rows = self.studio.library.list(folder=node.path, sort="oldest", limit=500).items
            unknown = [row for row in rows if row.image_id not in known]
            wanted = sorted(
                (other for other in node.live() if other.id is None), key=lambda other: other.born
            )
            for row, other in zip(unknown, wanted, strict=True):
                other.id = row.image_id
        assert item.id is not None
        return item.id

    # -- what must hold ----------------------------------------------------------------------------

    @invariant()
    def the_trees_are_alike(self) -> None:
        for node in (self.root, *self.root.walk()):
            if node.parent is None:
                shown = [folder.slug for folder in self.studio.folders.list().level1_folders]
            else:
                answer = self.studio.folders.children(folder=node.path)
                assert answer.folder.name == node.name
                shown = [child.slug for child in answer.children]
            assert sorted(shown) == sorted(node.children)

    @invariant()
    def the_libraries_are_alike(self) -> None:
        everything = 0
        for node in self.root.walk():
            page = self.studio.library.list(folder=node.path, sort="oldest", limit=500)
            live = sorted(node.live(), key=lambda item: item.born)
            assert [row.filename for row in page.items] == [f"{item.mark}.png" for item in live]
            assert page.total_count == len(live)
            trash = self.studio.library.list(folder=node.path, trashed=True, limit=500)
            assert trash.total_count == len(node.items) - len(live)
            heroes = {id(other.hero) for other in self.root.walk()}
            assert sum(row.is_hero for row in page.items) == sum(
                id(item) in heroes for item in live
            )
            everything += len(live)
        for top in self.root.children.values():
            below = sum(len(node.live()) for node in (top, *top.walk()))
            assert (
                self.studio.library.list(folder=top.path, subtree=True, limit=1).total_count
                == below
            )
        assert self.studio.library.list(limit=1).total_count == everything

    @invariant()
    def the_balance_is_what_was_spent(self) -> None:
        assert self.place.balance == 10_000 - self.charged

    def teardown(self) -> None:
        assert BENCH[0].doctor().problems == []


TestLibrary = Library.TestCase
TestLibrary.settings = settings(
    max_examples=12, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
class TestLibraryLong(Library.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(
        max_examples=200,
        stateful_step_count=50,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
