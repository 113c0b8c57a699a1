"""The first time: nothing is there yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Button, Label, Static

import brandstudio

from ..demo import lay_out
from .base import Dialog


@dataclass
class Step(Message):
    """The next step of the demo."""

    words: str


class Welcome(Dialog[None]):
    """Offers the demo, a first folder, or to be left alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "demo", "Lay out the demo", id="welcome.demo"),
        Binding("n", "folder", "New folder", id="welcome.folder"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Welcome to your studio", classes="dialog-title")
            yield Static(
                "It is empty. The demo lays out a brand with photographs, a logo, a learned style "
                "and three banners, so that there is something to look at; it can be archived "
                "afterwards. Or begin with a folder of your own.",
                classes="note",
            )
            yield Static("", id="step", markup=False)
            with Vertical(classes="choices"):
                yield Button("d  Lay out the demo", variant="primary", id="demo")
                yield Button("n  A folder of my own", id="folder")
                yield Button("esc  Just look around", id="leave")

    @on(Button.Pressed, "#demo")
    def action_demo(self) -> None:
        for button in self.query(Button):
            button.disabled = True
        self.query_one("#step", Static).update("Opening")

        def work(studio: brandstudio.Studio) -> str:
            return lay_out(studio, lambda words: self.post_message(Step(words)))

        self.ask(work, self._done, otherwise=self._failed)

    def on_step(self, step: Step) -> None:
        step.stop()
        sign = self.studio_app.symbols.running
        self.query_one("#step", Static).update(f"{sign} {step.words}")

    def _done(self, folder: str) -> None:
        app = self.studio_app
        self.dismiss(None)
        app.set_folder(folder)
        app.call_later(app.action_reload)
        app.say("The demo is laid out")

    def _failed(self, error: Exception) -> None:
        self.fail(error)
        for button in self.query(Button):
            button.disabled = False

    @on(Button.Pressed, "#folder")
    def action_folder(self) -> None:
        app = self.studio_app
        self.dismiss(None)
        app.call_later(app.run_action, "screen.new_folder")

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        self.dismiss(None)
