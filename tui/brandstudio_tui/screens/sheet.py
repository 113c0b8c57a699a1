"""Every size of a banner on one sheet, free."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Label, Static

import brandstudio

from ..complaints import told
from ..sizes import SIZES, job_of, jobs_of
from ..widgets.bars import Below, TopBar
from ..widgets.picture import Picture
from .base import Asking, Guarded
from .composing import Draft, Preview, draw, preview


class Sheet(Guarded, Asking, Screen[None]):
    """A frame for each size, filled one by one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Back", id="sheet.back"),
        Binding("ctrl+s", "draw", "Draw all", id="sheet.draw", tooltip="Draw and save every size"),
    ]

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._begin_asking()
        self._draft = draft
        self._unfilled: list[str] = []
        self._drawable = set(SIZES)
        """The sizes that have not refused the words."""

    def compose(self) -> ComposeResult:
        yield TopBar("banner")
        yield Static(self._cost(), id="sheet-cost", markup=False)
        with VerticalScroll(id="sheet"), ItemGrid(min_column_width=40, id="sheet-grid"):
            for name, (width, height) in SIZES.items():
                with Vertical(classes="sheet-cell"):
                    yield Picture(id=f"sheet-{name}", waits=True)
                    yield Label(f"{name}  {width}×{height}", id=f"sheet-words-{name}", markup=False)
        yield Below()

    def _cost(self) -> str:
        purse = self.studio_app.purse
        each = sum(purse.price(name) or 0.0 for name in ("banner_create", "upload"))
        count = len(self._drawable)
        cost = purse.quoted((each * count, 0.0))
        said = f"all {count}" if count == len(SIZES) else f"the {count} that carry the words"
        return f"Seen free. ^s draws and saves {said}: {cost}"

    def on_mount(self) -> None:
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        """The sizes not seen yet, two at a time, in their order: all at once would keep every other
        question waiting.
        """
        self._unfilled = [
            name for name in SIZES if self.query_one(f"#sheet-{name}", Picture).picture is None
        ]
        self._drawable.update(self._unfilled)
        self._fill_next()
        self._fill_next()

    def reload(self) -> None:
        if not self._unfilled:
            self._fill()

    def _fill_next(self) -> None:
        if not self._unfilled:
            return
        picture = self.query_one(f"#sheet-{self._unfilled[0]}", Picture)
        draft = replace(self._draft, size=self._unfilled.pop(0))
        cells = (picture.size.width, picture.size.height)
        half = self.studio_app.symbols.half

        def work(studio: brandstudio.Studio) -> Preview:
            return preview(studio, draft, "normal", cells, half, job_of(draft.size))

        def fail(error: Exception) -> None:
            picture.say(told(error))
            self._drawable.discard(draft.size)
            self.query_one("#sheet-cost", Static).update(self._cost())
            self._fill_next()

        def show(made: Preview) -> None:
            self._show(made)
            self._fill_next()

        self.ask(work, show, otherwise=fail)

    def _show(self, made: Preview) -> None:
        name = made.draft.size
        picture = self.query_one(f"#sheet-{name}", Picture)
        picture.show(
            made.picture,
            name=(f"sheet-{name}", id(made) % 10**6),
            file=made.file,
            painted=made.painted,
        )
        label = self.query_one(f"#sheet-words-{name}", Label)
        width, height = SIZES[name]
        faint = [figure.layer for figure in made.figures if not figure.holds]
        sign = self.studio_app.symbols.failed if faint else self.studio_app.symbols.done
        verdict = f"{', '.join(faint)} too faint" if faint else f"score {made.total * 100:.0f}"
        label.update(f"{sign} {name}  {width}×{height}  {verdict}")

    def action_draw(self) -> None:
        draft, jobs = self._draft, jobs_of(self._drawable)

        def work(studio: brandstudio.Studio) -> int:
            from .composing import save

            saved = 0
            for sizes in jobs:
                for one in draw(studio, draft, draft.template, sizes):
                    save(studio, one)
                    saved += 1
            return saved

        self.studio_app.say("Drawing every size that carries the words", "second")
        self.ask(work, lambda count: self.studio_app.say(f"Saved {count} sizes to {draft.folder}"))

    def action_close(self) -> None:
        self.dismiss(None)
