"""Small dialogs: a few fields, a list to pick from, a question before what can't be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Label, Static

from ..widgets.bars import Ways
from ..widgets.choice import Choice
from ..widgets.rows import Column, Row, Rows
from .base import Dialog


@dataclass(frozen=True)
class Field:
    """A field of a form: free text, or a choice where there are options."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    options: tuple[tuple[str, str], ...] = ()


class OneLine(Input):
    """A text field that takes every line of what is pasted, not the first alone."""

    def on_paste(self, event: events.Paste) -> None:
        from .picking import on_one_line

        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(on_one_line(event.text))


class Form(Dialog[dict[str, str] | None]):
    """A few fields; enter goes on and, in the last text and in a choice, sends. One that is
    ``filled`` already is sent by the first enter.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "send", "Do it", id="dialog.send"),
        Binding("enter", "send", "Do it", show=False, id="dialog.enter"),
    ]

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        *,
        button: str = "Do it",
        note: str = "",
        filled: bool = False,
    ) -> None:
        super().__init__()
        self._title, self._fields, self._button, self._note = title, fields, button, note
        self._filled = filled

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Label(self._title, classes="dialog-title", markup=False)
            if self._note:
                yield Static(self._note, classes="note", markup=False)
            for field in self._fields:
                if field.options:
                    yield Choice(
                        field.label,
                        field.options,
                        value=field.value or None,
                        id=f"field-{field.name}",
                        label_width=14,
                    )
                else:
                    yield Label(field.label, classes="field-label", markup=False)
                    yield OneLine(field.value, placeholder=field.hint, id=f"field-{field.name}")
            with Horizontal(classes="buttons"):
                yield Button(self._button, variant="primary", id="send")
                yield Button("Close", id="close")

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        texts = [field.name for field in self._fields if not field.options]
        if self._filled or event.input.id == f"field-{texts[-1]}":
            self.action_send()
        else:
            self.focus_next()

    @on(Button.Pressed, "#send")
    def action_send(self) -> None:
        values = {}
        for field in self._fields:
            widget = self.query_one(f"#field-{field.name}")
            assert isinstance(widget, Input | Choice)
            values[field.name] = widget.value
        self.dismiss(values)

    @on(Button.Pressed, "#close")
    def _close(self) -> None:
        self.dismiss(None)


class Sure(Dialog[bool]):
    """Asks before what can't be undone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "Yes", id="dialog.yes"),
        Binding("n", "leave", "No", id="dialog.no"),
    ]

    def __init__(self, question: str, button: str) -> None:
        super().__init__()
        self._question, self._button = question, button

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._question, classes="dialog-title", markup=False)
            yield Static("This can't be undone.", classes="note")
            with Horizontal(classes="buttons"):
                yield Button("No (n)", id="no")
                yield Button(f"{self._button} (y)", variant="error", id="yes")

    @on(Button.Pressed, "#yes")
    def action_yes(self) -> None:
        self.dismiss(True)

    @on(Button.Pressed, "#no")
    def action_leave(self) -> None:
        self.dismiss(False)


class Pick(Dialog[str | None]):
    """A list that narrows while one types; enter takes the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Down", show=False, priority=True),
        Binding("up", "step(-1)", "Up", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        columns: Sequence[Column] = (Column("", 0), Column("", 24)),
        *,
        free: bool = False,
    ) -> None:
        super().__init__()
        self._title, self._all, self._columns, self._free = title, tuple(rows), columns, free
        self._taken_ahead = False
        """Enter came before there was anything to take: what comes first is taken."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Label(self._title, classes="dialog-title", markup=False)
            yield Input(placeholder="type to narrow", id="narrow")
            yield Rows(self._columns, heads=False, empty=self.studio_app.symbols.more)
            yield Ways(("enter", "Take", "take"), ("escape", "Close", "leave"))

    def on_mount(self) -> None:
        self.query_one(Rows).show(self._all)

    def add_rows(self, rows: Sequence[Row]) -> None:
        """More to pick from, found meanwhile."""
        self._all = (*self._all, *rows)
        self.query_one(Rows).empty = "Nothing is here yet."
        self._narrow()
        if self._taken_ahead:
            self.action_take()

    @on(Input.Changed, "#narrow")
    def _typed_on(self) -> None:
        self._taken_ahead = False
        self._narrow()

    def _narrow(self) -> None:
        words = self.query_one("#narrow", Input).value.lower().split()
        fitting = [
            row
            for row in self._all
            if all(word in " ".join((row.key, *row.cells)).lower() for word in words)
        ]
        if self._all:
            self.query_one(Rows).empty = "Nothing fits."
        self.query_one(Rows).show(fitting)

    def action_step(self, by: int) -> None:
        self.query_one(Rows).action_step(by)

    @on(Input.Submitted, "#narrow")
    def action_take(self) -> None:
        rows = self.query_one(Rows)
        typed = self.query_one("#narrow", Input).value.strip()
        if rows.key is not None:
            self.dismiss(rows.key)
        elif self._free and typed:
            self.dismiss(typed)
        else:
            self._taken_ahead = not self._all

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        event.stop()
        self.dismiss(event.key)
