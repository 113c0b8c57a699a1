"""Words: write, rebrand, amend, resize, proofread; changes are marked and taken one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Label, Static, TextArea

import brandstudio
from brandstudio.models.texts import Proofread, TextResult

from ..marks import Marked
from ..widgets.choice import Choice
from ..widgets.rows import Column, Row, Rows
from .base import Area

MODES: tuple[tuple[str, str], ...] = (
    ("write", "write from a brief"),
    ("rebrand", "rebrand a draft"),
    ("amend", "amend a draft"),
    ("resize", "resize a draft"),
    ("proofread", "proofread, free"),
)
HINTS = {
    "write": "What it is about, for whom, and what must be in it",
    "proofread": "The text to look through",
}
FORMATS = ("", "LinkedIn post", "Headline", "E-mail", "Press release", "Product text")


@dataclass(frozen=True)
class Asked:
    """What is wanted of the writer."""

    folder: str
    mode: str
    text: str
    more: str
    form: str

    def lacks(self) -> str:
        if not self.folder:
            return "Choose a folder first: ^g"
        if not self.text.strip():
            return "Type or paste the words"
        if self.mode == "amend" and not self.more.strip():
            return "Say what is to change"
        if self.mode == "resize" and not self.more.strip():
            return "Say how long: 40 words, 280 characters, a headline"
        return ""


def generate(studio: brandstudio.Studio, asked: Asked) -> TextResult:
    """Have it written; run in a thread."""
    given: dict[str, Any] = {"folder": asked.folder, "mode": asked.mode}
    given["brief" if asked.mode == "write" else "draft"] = asked.text
    if asked.mode == "amend":
        given["instruction"] = asked.more
    elif asked.mode == "resize":
        given["target"] = asked.more
    if asked.form:
        given["format"] = asked.form
    return studio.text.generate(**given)


class WordsArea(Area):
    """The words on the left, what comes of them on the right, the marks below."""

    AREA = "words"
    FOOTERS: ClassVar[Mapping[str, Sequence[str]]] = {
        "marks": ("take", "leave", "take_all", "back", "copy", "edit")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "send", "Do it", id="words.send"),
        Binding(
            "ctrl+l",
            "proofread",
            "Proofread",
            id="words.proofread",
            tooltip="Proofread what stands on the right",
        ),
        Binding("a", "take", "Accept", id="words.take", tooltip="Take the marked change"),
        Binding("d", "leave", "Leave", id="words.leave", tooltip="Leave it as it is"),
        Binding("A", "take_all", "Accept all", id="words.take.all"),
        Binding("z", "back", "Undo", show=False, id="words.back", tooltip="The last change back"),
        Binding("y", "copy", "Copy", id="words.copy", tooltip="Copy the text"),
        Binding(
            "e", "edit", "Edit", show=False, id="words.edit", tooltip="Put it on the left to go on"
        ),
        Binding("escape", "leave_field", "Leave field", show=False, id="words.field"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._marked = Marked("")
        self._before: list[Marked] = []

    def body(self) -> ComposeResult:
        with Horizontal(id="words"):
            with VerticalScroll(id="asked", can_focus=False):
                yield Choice("Mode", MODES, id="mode", label_width=8)
                yield Label("Brief", classes="field-label", id="text-label")
                yield TextArea(
                    id="text", soft_wrap=True, tab_behavior="focus", placeholder=HINTS["write"]
                )
                yield Label("", classes="field-label", id="more-label")
                yield Input(id="more")
                yield Choice(
                    "Kind", [(name, name or "any") for name in FORMATS], id="form", label_width=8
                )
                yield Static("", id="words-cost", markup=False)
            with Vertical(id="answer"):
                with VerticalScroll(id="answer-scroll", can_focus=False):
                    yield Static("", id="answer-text", markup=False)
                yield Static("", id="answer-notes", markup=False)
                yield Rows(
                    (Column("Now", 16), Column("Then", 16), Column("Why", 0)),
                    id="marks",
                    empty="No marks. What is to change is listed here and taken one by one.",
                )

    def begin(self) -> None:
        self._arrange()
        self._paint()
        self.query_one("#text", TextArea).focus()

    def show_folder(self, folder: str) -> None:
        self._arrange()

    @property
    def asked(self) -> Asked:
        return Asked(
            self.studio_app.folder,
            self.query_one("#mode", Choice).value,
            self.query_one("#text", TextArea).text,
            self.query_one("#more", Input).value,
            self.query_one("#form", Choice).value,
        )

    @on(Choice.Changed)
    @on(TextArea.Changed, "#text")
    @on(Input.Changed, "#more")
    def _changed(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        asked = self.asked
        labels = {"write": "Brief", "proofread": "Text"}
        hint = HINTS.get(asked.mode, "The draft as it is")
        self.query_one("#text", TextArea).placeholder = hint
        self.query_one("#text-label", Label).update(labels.get(asked.mode, "Draft"))
        more = {"amend": "What is to change", "resize": "How long"}.get(asked.mode, "")
        self.query_one("#more-label", Label).update(more)
        self.query_one("#more").display = self.query_one("#more-label").display = bool(more)
        self.query_one("#form").display = asked.mode == "write"
        purse = self.studio_app.purse
        cost = "free" if asked.mode == "proofread" else purse.line("text_create")
        pens = self.studio_app.pens
        text = Text(f"{asked.mode} {cost}\n", pens.second)
        text.append(asked.lacks() or "^s does it", pens.quiet)
        self.query_one("#words-cost", Static).update(text)

    def purse_seen(self) -> None:
        self._arrange()

    def action_leave_field(self) -> None:
        self.query_one("#marks", Rows).focus()

    # -- asking ------------------------------------------------------------------------------------

    def action_send(self) -> None:
        asked = self.asked
        lack = asked.lacks()
        if lack:
            self.studio_app.say(lack, "warn")
            return
        if asked.mode == "proofread":
            self._proofread(asked.folder, asked.text)
            return
        self.studio_app.say("Writing", "second")
        self.ask(lambda studio: generate(studio, asked), self._written, group="words")

    def action_proofread(self) -> None:
        text = self._marked.text or self.asked.text
        if text.strip() and self.studio_app.folder:
            self._proofread(self.studio_app.folder, text)

    def _proofread(self, folder: str, text: str) -> None:
        def show(found: Proofread) -> None:
            self._before = []
            self._show(Marked.of(text, found.applied, found.advisories))
            count = len(self._marked.marks)
            told = [f"{found.rules_checked} rules checked, {count} marks.", *(found.notes or ())]
            self._note(told)
            self.query_one("#marks", Rows).focus()

        self.ask(
            lambda studio: studio.text.proofread(folder=folder, text=text), show, group="words"
        )

    def _written(self, made: TextResult) -> None:
        self._before = []
        self._show(Marked.of(made.text, made.advisories))
        notes = [*(made.notes or ()), *(one.message for one in made.lint_applied)]
        notes.append(f"Saved to the library, v{made.version}.")
        self._note(notes)
        charged = made.credits.deducted
        words = f"Written for {charged:g} credit{'' if charged == 1 else 's'}"
        self.studio_app.say(words if charged else "Nothing was charged; the notes say why")
        self.query_one("#marks", Rows).focus()

    def _note(self, lines: list[str]) -> None:
        text = Text("\n".join(lines), self.studio_app.pens.quiet)
        self.query_one("#answer-notes", Static).update(text)

    # -- marks -------------------------------------------------------------------------------------

    def _show(self, marked: Marked) -> None:
        self._marked = marked
        rows = [
            Row(
                f"{place}-{mark.offset}",
                (
                    ("(space)" if mark.original.isspace() else mark.original)
                    or ("(all)" if mark.replacement is None else "(nothing)"),
                    "(reword it)" if mark.replacement is None else mark.replacement or "(nothing)",
                    mark.message,
                ),
                ("bad", "good", "quiet"),
            )
            for place, mark in enumerate(marked.marks)
        ]
        self.query_one("#marks", Rows).show(rows)
        self._paint()

    @on(Rows.Stood, "#marks")
    def _stood(self, event: Rows.Stood) -> None:
        event.stop()
        self._paint()

    def _paint(self) -> None:
        """The text with its marks: brackets and underlines, the one under the cursor lit."""
        pens, marked = self.studio_app.pens, self._marked
        at = self.query_one("#marks", Rows).cursor
        text, place = Text(), 0
        for number, mark in enumerate(marked.marks):
            if mark.offset < place:
                continue
            text.append(marked.text[place : mark.offset], pens.text)
            here = number == at
            text.append("[", pens.accent if here else pens.quiet)
            struck = pens.bad if mark.replacement is not None else pens.warn
            text.append(marked.text[mark.offset : mark.end], struck)
            if mark.replacement is not None:
                text.append(f" {self.studio_app.symbols.arrow} ", pens.quiet)
                text.append(mark.replacement or "nothing", pens.chip if here else pens.good)
            text.append("]", pens.accent if here else pens.quiet)
            place = mark.end
        text.append(marked.text[place:], pens.text)
        if not marked.text:
            text.append(
                "What is written stands here, with every change marked in it:\n", pens.quiet
            )
            text.append(f"[so {self.studio_app.symbols.arrow} thus]", pens.quiet)
        self.query_one("#answer-text", Static).update(text)

    def _step(self, marked: Marked) -> None:
        if marked != self._marked:
            self._before.append(self._marked)
            self._show(marked)

    def _index(self) -> int | None:
        table = self.query_one("#marks", Rows)
        return table.cursor if self._marked.marks else None

    def action_take(self) -> None:
        index = self._index()
        if index is not None:
            self._step(self._marked.take(index))

    def action_leave(self) -> None:
        index = self._index()
        if index is not None:
            self._step(self._marked.leave(index))

    def action_take_all(self) -> None:
        self._step(self._marked.take_all())

    def action_back(self) -> None:
        if self._before:
            self._show(self._before.pop())

    def action_copy(self) -> None:
        if self._marked.text:
            self.app.copy_to_clipboard(self._marked.text)
            self.studio_app.say("The text is copied")

    def action_edit(self) -> None:
        if self._marked.text:
            self.query_one("#text", TextArea).text = self._marked.text
            self.query_one("#text", TextArea).focus()
