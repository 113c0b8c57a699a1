"""The folder tree with what lies in each folder; branches are fetched when they are opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from ..views import FolderNode

if TYPE_CHECKING:
    from ..app import StudioApp

ALL = ""
"""The key of the whole workspace."""


@dataclass
class Branch(Message):
    """A folder was opened whose branches are not held yet."""

    path: str
    node: TreeNode[FolderNode]
    """Where they go, if it still stands in the tree when they come."""


@dataclass
class FolderChosen(Message):
    path: str
    clicked: bool = False
    """By the mouse: whoever clicks on goes to what comes next by the mouse as well."""


class FolderTree(Tree[FolderNode]):
    """Folders, their counts behind their names."""

    DEFAULT_CSS = "FolderTree { background: $background; padding: 0; scrollbar-size-vertical: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "open_branch", "Open", show=False, id="folders.open"),
        Binding("left,h", "close_branch", "Close", show=False, id="folders.close"),
        Binding("j", "cursor_down", "Down", show=False, id="folders.down"),
        Binding("k", "cursor_up", "Up", show=False, id="folders.up"),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("All folders", FolderNode(ALL, "All folders", None, None, 0), id=id)
        self.guide_depth = 2
        self.auto_expand = False
        self.root.expand()
        self._branches: dict[str, TreeNode[FolderNode]] = {ALL: self.root}
        self._filled: set[str] = set()
        self._reopened: set[str] = set()
        self._sought: str | None = None
        self._clicked = False

    def show_top(self, nodes: Sequence[FolderNode], keep: str) -> None:
        """The brands; what was open stays open."""
        self._reopened |= {path for path, node in self._branches.items() if node.is_expanded}
        self.root.remove_children()
        self._branches = {ALL: self.root}
        self._filled = set()
        for folder in nodes:
            self._add(self.root, folder)
        self.root.expand()
        self.stand_on(keep)

    def show_branch(self, node: TreeNode[FolderNode], nodes: Sequence[FolderNode]) -> None:
        """The folders inside one, and inside those where they came along.

        Answers come in any order: one to a node that a reload took away, or that was filled since
        with what is above it, is older than what stands here.
        """
        path = ALL if node.data is None else node.data.path
        if self._branches.get(path) is not node or path in self._filled:
            return
        self._filled.add(path)
        for folder in nodes:
            above = folder.path.rpartition("/")[0]
            self._filled.add(above)
            self._add(self._branches.get(above, node), folder)
        node.expand()
        if self._sought is not None:
            self.stand_on(self._sought)

    def _add(self, parent: TreeNode[FolderNode], folder: FolderNode) -> None:
        leaf = folder.children == 0
        node = parent.add(folder.name, folder, allow_expand=not leaf)
        self._branches[folder.path] = node
        if not leaf and folder.path in self._reopened:
            self._reopened.discard(folder.path)
            node.expand()

    def stand_on(self, path: str) -> None:
        """Put the cursor on a folder; the branches above it are opened, and fetched where need be."""
        levels = path.split("/")
        for depth in range(1, len(levels)):
            above = self._branches.get("/".join(levels[:depth]))
            if above is not None and not above.is_expanded:
                above.expand()
        self._sought = path
        self.call_after_refresh(self._arrive)

    def _arrive(self) -> None:
        """The node is looked up only now: one that was there before may have been fetched anew."""
        node = None if self._sought is None else self._branches.get(self._sought)
        if node is not None and self.last_line >= node.line >= 0:  # last_line counts them anew
            self._sought = None
            self.move_cursor(node)

    @property
    def path(self) -> str:
        node = self.cursor_node
        return ALL if node is None or node.data is None else node.data.path

    def render_label(self, node: TreeNode[FolderNode], base_style: Style, style: Style) -> Text:
        app = cast("StudioApp", self.app)
        data = node.data
        assert data is not None
        if node.allow_expand and data.path:
            sign = app.symbols.down if node.is_expanded else app.symbols.right
        else:
            sign = app.symbols.logo if not data.path else " "
        chosen = app.folder == data.path
        name = Text(f"{sign} {data.name}", style + app.pens.accent if chosen else style)
        if data.items is not None:
            name.append(f" {data.items:,}", style + app.pens.quiet)
        return name

    def action_open_branch(self) -> None:
        node = self.cursor_node
        if node is not None and node.allow_expand and not node.is_expanded:
            node.expand()
        else:
            self.action_cursor_down()

    def action_close_branch(self) -> None:
        node = self.cursor_node
        if node is None:
            return
        if node.is_expanded and node.data is not None and node.data.path:
            node.collapse()
        elif node.parent is not None:
            self.move_cursor(node.parent)

    def on_tree_node_expanded(self, event: Any) -> None:
        event.stop()
        node: TreeNode[FolderNode] = event.node
        data = node.data
        if (
            data is not None
            and data.path
            and data.path not in self._filled
            and node is self._branches.get(data.path)
        ):
            self.post_message(Branch(data.path, node))

    def on_tree_node_selected(self, event: Any) -> None:
        event.stop()
        clicked, self._clicked = self._clicked, False
        if event.node.data is not None:
            self.post_message(FolderChosen(event.node.data.path, clicked))

    def on_click(self) -> None:
        self._clicked = True

    def on_key(self) -> None:
        self._clicked = False  # a click beside the folders chose none
