"""A studio that can't be opened: why, for as long as it takes to read."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label, Static

from ..complaints import of_file, told
from .base import Dialog


class Unopened(Dialog[None]):
    """Says why; there is nothing to be done here but to leave, which says it in the shell too."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._why = of_file(error) if isinstance(error, OSError) else told(error)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("The studio can't be opened", classes="dialog-title")
            yield Static(self.studio_app.place.label, classes="quiet", markup=False)
            yield Static(self._why, classes="note", id="why", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Quit", variant="primary", id="quit")

    @on(Button.Pressed, "#quit")
    def action_leave(self) -> None:
        self.app.exit(return_code=1, message=self._why)
