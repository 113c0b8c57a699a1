"""The lines above and below: areas and folder, the job ticker, the keys that work here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.strip import Strip
from textual.widget import Widget

from ..themes import Pens
from ..views import amount
from .wording import fit

if TYPE_CHECKING:
    from ..app import StudioApp


@dataclass(frozen=True)
class Piece:
    """Words of a line, and the action that a click on them runs."""

    text: str
    pen: Style
    action: str = ""
    leads: bool = False
    """Whether it stands only together with the piece after it."""
    target: DOMNode | None = None
    """Whose action it is; the screen's where none is named."""


class PieceLine(Widget):
    """One line of pieces; what does not fit is left away from the end, the tail stays."""

    DEFAULT_CSS = "PieceLine { height: 1; width: 1fr; }"

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    @property
    def pens(self) -> Pens:
        return self.studio_app.pens

    def pieces(self) -> Iterable[Piece]:
        """From the left."""
        return ()

    def tail(self) -> Iterable[Piece]:
        """At the right end."""
        return ()

    def laid_out(self) -> tuple[list[tuple[int, int, Piece]], int]:
        """(start, end, piece) of all that fits, and the width."""
        width = self.size.width
        tail = list(self.tail())
        tail_width = sum(cells(piece.text) for piece in tail)
        room = width - tail_width
        placed: list[tuple[int, int, Piece]] = []
        x = 0
        pieces = list(self.pieces())
        for place, piece in enumerate(pieces):
            end = x + cells(piece.text)
            if end + (cells(pieces[place + 1].text) if piece.leads else 0) > room:
                break
            placed.append((x, end, piece))
            x = end
        x = max(x, room)
        for piece in tail:
            placed.append((x, x + cells(piece.text), piece))
            x += cells(piece.text)
        return placed, width

    def render_line(self, y: int) -> Strip:
        placed, width = self.laid_out()
        segments, x = [], 0
        ground = self.rich_style
        for start, end, piece in placed:
            if start > x:
                segments.append(Segment(" " * (start - x), ground))
            segments.append(Segment(piece.text, ground + piece.pen))
            x = end
        return Strip(segments).adjust_cell_length(width, ground)

    async def on_click(self, event: events.Click) -> None:
        for start, end, piece in self.laid_out()[0]:
            if start <= event.x < end and piece.action:
                await self.app.run_action(piece.action, piece.target or self.screen)


def cells(text: str) -> int:
    """How many cells of a terminal the text takes."""
    from rich.cells import cell_len

    return cell_len(text)


AREAS: tuple[tuple[str, str], ...] = (
    ("library", "Library"),
    ("make", "Make"),
    ("banner", "Banner"),
    ("style", "Style"),
    ("words", "Words"),
    ("desk", "Desk"),
)


class TopBar(PieceLine):
    """The areas with their keys, the folder, the credits, and whether the server answers."""

    DEFAULT_CSS = "TopBar { dock: top; background: $panel; }"

    def __init__(self, area: str) -> None:
        super().__init__()
        self._area = area

    def pieces(self) -> Iterable[Piece]:
        app, pens = self.studio_app, self.pens
        narrow = self.size.width < 100
        yield Piece(f" {app.symbols.logo} ", pens.accent)
        if not narrow:
            yield Piece("brandstudio  ", pens.strong)
        for number, (area, name) in enumerate(AREAS, 1):
            here = area == self._area
            # Where not even the names fit, the numbers alone are left.
            label = f" {number} {name} " if here or self.size.width >= 76 else f" {number} "
            yield Piece(label, pens.chip if here else pens.quiet, f"app.area('{area}')")

    def tail(self) -> Iterable[Piece]:
        app, pens = self.studio_app, self.pens
        away: list[Piece] = []
        credit: list[Piece] = []
        if not app.server_there:
            words = "no answer, trying on" if self.size.width >= 100 else "no answer"
            away = [Piece(f" {app.symbols.away} {words} ", pens.bad)]
        if app.purse.balance is not None:
            coin = f" {app.symbols.coin} {amount(app.purse.balance)} "
            credit = [Piece(coin, pens.accent, "app.area('desk')")]
        yield from away
        if app.folder and self.size.width >= 60:
            path = app.folder.replace("/", f" {app.symbols.right} ")
            others = (*self.pieces(), *credit, *away)
            room = max(8, self.size.width - sum(cells(piece.text) for piece in others) - 2)
            shown = path if cells(path) <= room else app.symbols.more + path[-room + 1 :]
            yield Piece(f" {shown} ", pens.second, "app.choose_folder")
        yield from credit


class Footed:
    """A screen whose footer names other keys first while something else is at hand."""

    FOOTERS: ClassVar[Mapping[str, Sequence[str]]] = {}
    """By the widget that has the focus: what is named first there."""

    if TYPE_CHECKING:
        focused: Widget | None

    def footer(self) -> Sequence[str]:
        """Actions that are named first just now, also those that the footer leaves out else."""
        return self.FOOTERS.get(self.focused.id or "", ()) if self.focused is not None else ()


class KeyBar(PieceLine):
    """The keys of what has the focus; a click presses them."""

    DEFAULT_CSS = "KeyBar { background: $panel; }"
    LAST: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("ctrl+p", "Actions", "app.command_palette"),
        ("?", "Keys", "app.keys"),
    )

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.refresh())

    def pieces(self) -> Iterable[Piece]:
        works: dict[str, tuple[DOMNode, Binding]] = {}
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            if enabled:
                works.setdefault(binding.action, (node, binding))
        first = self.screen.footer() if isinstance(self.screen, Footed) else ()
        shown = (action for action, (_, binding) in works.items() if binding.show)
        for action in dict.fromkeys((*first, *shown)):
            if action in works:
                yield from self._key(*works[action])

    def _key(self, node: DOMNode, binding: Binding) -> Iterator[Piece]:
        key = self.app.get_key_display(binding)
        yield Piece(f" {key} ", self.pens.accent, binding.action, leads=True, target=node)
        yield Piece(f"{binding.description} ", self.pens.quiet, binding.action, target=node)

    def tail(self) -> Iterable[Piece]:
        if self.size.width >= 60:
            for key, word, action in self.LAST:
                yield Piece(f" {key.replace('ctrl+', '^')} ", self.pens.accent, action)
                yield Piece(f"{word} ", self.pens.quiet, action)


class Ways(PieceLine):
    """How a dialog without buttons is answered and left: the screen's actions by key and word."""

    DEFAULT_CSS = "Ways { dock: bottom; margin-top: 1; }"

    def __init__(self, *ways: tuple[str, str, str]) -> None:
        super().__init__()
        self._ways = ways

    def pieces(self) -> Iterable[Piece]:
        for key, word, action in self._ways:
            shown = self.studio_app.get_key_display(Binding(key, action))
            yield Piece(f" {shown} ", self.pens.accent, action, leads=True)
            yield Piece(f"{word} ", self.pens.quiet, action)


UNDONE = "(u undoes)"
"""What ends a remark on something that can be taken back, by a click on it too."""


class Ticker(PieceLine):
    """What is under way, in every process; it never takes the focus."""

    DEFAULT_CSS = "Ticker { background: $surface; }"

    def pieces(self) -> Iterable[Piece]:
        app, pens = self.studio_app, self.pens
        live = [job for job in app.jobs if job.live]
        for job in live[:3]:
            sign = app.symbols.running if job.status == "running" else app.symbols.queued
            share = "" if job.percent is None else f" {job.percent:.0f} %"
            yield Piece(f" {sign} {job.kind}", pens.second, "app.area('make')")
            yield Piece(f" {job.message}{share} ", pens.quiet, "app.area('make')")
        if len(live) > 3:
            yield Piece(f" {app.symbols.more} {len(live) - 3} more", pens.quiet)
        if not live and app.last_said:
            said, pen = app.last_said
            # A piece that does not fit is left out whole, and what was done would go unsaid.
            words = fit(said, max(8, self.size.width - 20)).rstrip()
            back = "app.undo" if said.endswith(UNDONE) else ""
            yield Piece(f" {words}", getattr(pens, pen), back)

    def tail(self) -> Iterable[Piece]:
        if not self.studio_app.jobs or not self.studio_app.jobs[0].error:
            return
        yield Piece(
            f" {self.studio_app.symbols.failed} last job failed ", self.pens.bad, "app.area('make')"
        )


class Below(Vertical):
    """The two lines below every screen: the ticker and the keys. (Two widgets docked to one edge
    would lie over each other.)
    """

    DEFAULT_CSS = "Below { dock: bottom; height: 2; }"

    def compose(self) -> ComposeResult:
        yield Ticker()
        yield KeyBar()
