"""Desk: credits with charts, the ledger, jobs, and what the owner of the data folder sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label, Static

import brandstudio

from ..views import JobView, amount
from ..widgets.bars import KeyBar, Piece, PieceLine
from ..widgets.charts import HIGH, LOW, usage_charts
from ..widgets.column import TextColumn
from ..widgets.rows import Column, Row, Rows
from .base import Area, Dialog
from .dialogs import Field, Form, Sure
from .sections import SECTIONS, Deed, Section

T = TypeVar("T")
CREDITS = "credits"
MOVING = ("jobs", "transactions", "events", "dead")
"""Sections that work elsewhere changes by itself."""
EVENTS_SECONDS = 1.5
DEEDS = ("n", "x", "r", "i", "t", "o", "p", "M")


@dataclass(frozen=True)
class Spent:
    """Credits by day, operation and folder, within the last thirty days."""

    by_day: tuple[tuple[str, float], ...]
    by_operation: tuple[tuple[str, float], ...]
    by_folder: tuple[tuple[str, float], ...]
    credits: float
    calls: int


def spent(studio: brandstudio.Studio) -> Spent:
    """The usage summed up; run in a thread."""
    usage = studio.usage.get()
    sums: tuple[dict[str, float], ...] = ({}, {}, {})
    for row in usage.rows:
        for found, name in zip(sums, (row.day, row.operation, row.folder or "-"), strict=True):
            found[name] = found.get(name, 0.0) + row.credits
    days, operations, folders = sums
    return Spent(
        tuple(sorted(days.items())[-30:]),
        tuple(sorted(operations.items(), key=lambda pair: -pair[1])),
        tuple(sorted(folders.items(), key=lambda pair: -pair[1])[:12]),
        usage.credits,
        usage.calls,
    )


class Deeds(PieceLine):
    """What can be done in the section shown; a click does it."""

    deeds: tuple[Deed, ...] = ()

    def pieces(self) -> Iterable[Piece]:
        for deed in self.deeds:
            action = f"deed('{deed.key}')"
            yield Piece(f" {deed.key} ", self.pens.accent, action, leads=True)
            yield Piece(f"{deed.label} ", self.pens.quiet, action)


class DeskArea(Area):
    """Sections on the left, one of them on the right."""

    AREA = "desk"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"deed('{key}')", "", show=False, id=f"desk.{key}") for key in DEEDS),
        Binding("plus", "top_up", "Add credits", id="desk.credits"),
        Binding("escape", "sections", "Sections", show=False, id="desk.sections"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._section: Section | None = None
        self._spent: Spent | None = None

    def body(self) -> ComposeResult:
        with Horizontal(id="desk"):
            yield Rows((Column("", 0),), id="sections", heads=False)
            with Vertical(id="desk-page"):
                with TextColumn(id="charts"):
                    yield Static("", id="charts-text")
                yield Rows(id="listing")
                yield Static("", id="row-words", markup=False)
                yield Deeds(id="deeds")

    def begin(self) -> None:
        self.query_one("#listing").display = False
        self.query_one("#sections", Rows).focus()
        self.call_later(self._list_sections)
        self.set_interval(EVENTS_SECONDS, self._look_at_events)

    def _list_sections(self) -> None:
        if not self.studio_app.gate.opened:  # only then is it known whose sections there are
            self.ask(lambda studio: None, lambda _: self._list_sections(), group="sections")
            return
        local = self.local
        rows = [Row(CREDITS, ("Credits",))]
        rows += [Row(one.name, (one.title,)) for one in SECTIONS if local or not one.admin]
        self.query_one("#sections", Rows).show(rows)
        self.reload()

    @property
    def local(self) -> bool:
        """Whether the studio is embedded; only then has it the owner's part."""
        gate = self.studio_app.gate
        return gate.opened and isinstance(gate.studio(), brandstudio.LocalStudio)

    @on(Rows.Stood, "#sections")
    def _stood(self, event: Rows.Stood) -> None:
        event.stop()
        self._section = next((one for one in SECTIONS if one.name == event.key), None)
        self.reload()

    @on(Rows.Chosen, "#sections")
    def _entered(self, event: Rows.Chosen) -> None:
        event.stop()
        self.query_one("#listing" if self._section else "#charts").focus()

    @on(Rows.Stood, "#listing")
    def _describe(self, event: Rows.Stood) -> None:
        """Whole what the columns cut."""
        event.stop()
        listing, pens = event.rows, self.studio_app.pens
        text = Text()
        for column, cell in zip(listing.columns, listing.rows[listing.cursor].cells, strict=False):
            if column.width == 0 and cell:
                text.append(f"{column.title or 'What'}  ", pens.quiet)
                text.append(f"{cell}\n", pens.text)
        self.query_one("#row-words", Static).update(text)

    def action_sections(self) -> None:
        self.query_one("#sections", Rows).focus()

    def reload(self) -> None:
        section = self._section
        listing, charts = self.query_one("#listing", Rows), self.query_one("#charts")
        listing.display, charts.display = section is not None, section is None
        self.query_one("#row-words").display = section is not None
        self._say_deeds()
        if section is None:
            self.ask(spent, self._spent_so_far, group="desk")
            return
        listing.columns, listing.empty = section.columns, section.empty
        self.query_one("#row-words", Static).update("")

        def show(rows: list[Row]) -> None:
            listing.show(rows, section.columns)

        listing.show(())
        self.ask(_of_owner(section.load), show, group="desk")

    def _spent_so_far(self, found: Spent) -> None:
        self._spent = found
        self._show_charts()

    @on(TextColumn.Reset)
    def _show_charts(self) -> None:
        app, found = self.studio_app, self._spent
        if found is None:
            return
        balance = app.purse.balance
        text = Text()
        text.append("Balance  ", app.pens.quiet)
        text.append("not known\n" if balance is None else f"{amount(balance)}\n", app.pens.accent)
        text.append(
            f"Spent    {amount(found.credits)} in {found.calls:,} calls\n\n", app.pens.quiet
        )
        width = max(40, self.query_one("#charts").size.width - 4)
        text.append_text(
            usage_charts(
                found.by_day,
                (
                    ("By operation", found.by_operation),
                    ("By folder", found.by_folder),
                ),
                app.pens,
                app.symbols,
                width,
                HIGH if self.has_class("-high") else LOW,
            )
        )
        self.query_one("#charts-text", Static).update(text)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look_again()

    def jobs_seen(self, jobs: tuple[JobView, ...], ended: tuple[JobView, ...]) -> None:
        if ended:
            self._look_again()

    def purse_seen(self) -> None:
        self._look_again()

    def _look_again(self) -> None:
        """Fetch anew what work elsewhere changes by itself; the cursor stays on its row."""
        section = self._section
        if not self.is_current or not self.query_one("#sections", Rows).rows:
            return
        if section is None:
            self.ask(spent, self._spent_so_far, group="desk")
            return

        def show(rows: list[Row]) -> None:
            listing = self.query_one("#listing", Rows)
            if self._section is section and listing.rows != tuple(rows):
                listing.show(rows, section.columns)

        if section.name in MOVING:
            self.ask_latest("moving", _of_owner(section.load), show, lambda error: None)

    def _look_at_events(self) -> None:
        """No job tells of an event that is sent, so that the list itself is looked at."""
        if self._section is not None and self._section.name in ("events", "dead"):
            self._look_again()

    # -- deeds -------------------------------------------------------------------------------------

    def _deeds(self) -> tuple[Deed, ...]:
        if self._section is None:
            return ()
        return tuple(
            deed
            for deed in self._section.deeds
            if self.local or (deed.key == "x" and self._section.name == "jobs")
        )

    def _say_deeds(self) -> None:
        line = self.query_one(Deeds)
        line.deeds = self._deeds()
        line.display = bool(line.deeds)
        line.refresh()
        self.query_one(KeyBar).refresh()

    def action_deed(self, key: str) -> None:
        deed = next((one for one in self._deeds() if one.key == key), None)
        if deed is None:
            return
        row = self.query_one("#listing", Rows).key or ""
        if deed.needs_row and not row:
            self.studio_app.say("Choose a row first", "quiet")
            return
        if deed.final:
            self.app.push_screen(
                Sure(deed.final, deed.label), lambda yes: self._do(deed, row, {}) if yes else None
            )
        elif deed.fields:
            self.app.push_screen(
                Form(deed.label, deed.fields, button=deed.label),
                lambda values: None if values is None else self._do(deed, row, values),
            )
        else:
            self._do(deed, row, {})

    def _do(self, deed: Deed, row: str, values: dict[str, str]) -> None:
        def show(answer: Any) -> None:
            self.studio_app.say(f"Done: {deed.label}")
            told = deed.shows(answer)
            if told:
                self.app.push_screen(Told(deed.label, told))
            self.reload()

        self.ask(_of_owner(lambda studio: deed.do(studio, row, values)), show)

    def action_top_up(self) -> None:
        if not self.local:
            self.studio_app.say("Credits are added where the data folder is", "warn")
            return

        def add(values: dict[str, str] | None) -> None:
            if values is None or not values["credits"].strip():
                return

            def work(studio: Any) -> float:
                balance: float = studio.admin.credits.add(credits=float(values["credits"])).balance
                return balance

            def show(balance: float) -> None:
                self.studio_app.say(f"The balance is {amount(balance)}")
                self.reload()

            self.ask(work, show)

        field = Field("credits", "Credits; a negative number is an adjustment", "100")
        self.app.push_screen(Form("Add credits", [field], button="Add"), add)


def _of_owner(work: Callable[[brandstudio.LocalStudio], T]) -> Callable[[brandstudio.Studio], T]:
    """The same for any studio; the sections that need the owner's part are shown where it is."""
    return cast("Callable[[brandstudio.Studio], T]", work)


class Told(Dialog[None]):
    """Something that is shown once, whole; it is put away by its button alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "reach", "I have it", show=False, id="dialog.reach"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, title: str, secret: str) -> None:
        super().__init__()
        self._title, self._secret = title, secret

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._title, classes="dialog-title", markup=False)
            yield Static(
                "It is shown this once. Copy it now: it is in the clipboard of terminals that "
                "allow it.",
                classes="note",
            )
            yield Static(self._secret, id="secret", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("I have it", variant="primary", id="have")

    def on_mount(self) -> None:
        self.app.copy_to_clipboard(self._secret)

    def action_reach(self) -> None:
        """The enter that made it, pressed once more, does not put it away unseen."""
        self.query_one("#have").focus()

    @on(Button.Pressed, "#have")
    def _had(self) -> None:
        self.dismiss(None)
