"""The lines above and below: areas and folder, the job ticker, the keys that work here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
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
                await self.app.run_action(piece.action, self.screen)


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
        seen = set()
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if not binding.show or not enabled or binding.action in seen:
                continue
            seen.add(binding.action)
            yield from self._key(binding)

    def _key(self, binding: Binding) -> Iterable[Piece]:
        key = self.app.get_key_display(binding)
        yield Piece(f" {key} ", self.pens.accent, binding.action, leads=True)
        yield Piece(f"{binding.description} ", self.pens.quiet, binding.action)

    def tail(self) -> Iterable[Piece]:
        if self.size.width >= 60:
            for key, word, action in self.LAST:
                yield Piece(f" {key.replace('ctrl+', '^')} ", self.pens.accent, action)
                yield Piece(f"{word} ", self.pens.quiet, action)

    async def on_click(self, event: events.Click) -> None:
        for start, end, piece in self.laid_out()[0]:
            if start <= event.x < end and piece.action:
                focused = self.screen.focused
                await self.app.run_action(piece.action, focused or self.screen)


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
            yield Piece(f" {fit(said, max(8, self.size.width - 20)).rstrip()}", getattr(pens, pen))

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
