"""The fields for the words of a banner: those that its template has, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Label

from ..slots import ORDER, Blank, blanks


class Blanks(Vertical):
    """A label and a field for each slot; those of other templates keep their words out of sight."""

    DEFAULT_CSS = "Blanks { height: auto; }"

    @dataclass
    class Typed(Message):
        slot: str
        words: str

    def __init__(self, template: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._template = template

    def compose(self) -> ComposeResult:
        asked = blanks(self._template)
        for name in ORDER:
            blank = asked.get(name) or Blank(name, name, 0)
            label = Label(blank.label, classes="field-label", id=f"label-{name}", markup=False)
            field = Input(placeholder=blank.hint, max_length=blank.longest, id=f"slot-{name}")
            label.display = field.display = name in asked
            yield label
            yield field

    def suit(self, template: str) -> None:
        """Show the fields of another template; what was typed stands in those that both have."""
        if template == self._template:
            return
        self._template = template
        asked = blanks(template)
        for name in ORDER:
            label, field = self.query_one(f"#label-{name}", Label), self._field(name)
            label.display = field.display = name in asked
            if blank := asked.get(name):
                label.update(blank.label)
                field.placeholder, field.max_length = blank.hint, blank.longest

    def fill(self, words: Mapping[str, str]) -> None:
        """Put words into every field."""
        for name in ORDER:
            self._field(name).value = words.get(name, "")

    def begin(self) -> None:
        """Put the cursor into the headline, or into what stands in its place."""
        asked = blanks(self._template)
        first = "headline" if "headline" in asked else next(name for name in ORDER if name in asked)
        self._field(first).focus()

    def _field(self, name: str) -> Input:
        return self.query_one(f"#slot-{name}", Input)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        name = (event.input.id or "").removeprefix("slot-")
        self.post_message(self.Typed(name, event.value))
