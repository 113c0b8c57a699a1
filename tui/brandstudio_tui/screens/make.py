"""Make: pictures from words and from pictures, with the price before and the jobs live."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Label, Static, TextArea

import brandstudio

from ..views import JobView, Tile
from ..widgets.blocks import decode
from ..widgets.choice import Choice
from ..widgets.picture import Picture
from ..widgets.rows import Column, Row, Rows
from .base import Area
from .making import (
    MISSING,
    RATIOS,
    RESOLUTIONS,
    WAYS,
    Result,
    Underway,
    Wish,
    begin,
    drawn,
    find,
    result,
)

SIGNS = {"queued": "queued", "running": "running", "completed": "done", "failed": "failed"}
HINT = "What a job made stands here, with its score and warnings."
PENS = {"queued": "quiet", "running": "second", "completed": "good", "failed": "bad"}


class MakeArea(Area):
    """A wish on the left, the jobs of every process and what came of them on the right."""

    AREA = "make"
    FOOTERS: ClassVar[Mapping[str, Sequence[str]]] = {"jobs": ("retry", "recreate", "cancel")}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "begin", "Make it", id="make.begin"),
        Binding(
            "f7",
            "picture",
            "Picture",
            priority=True,
            id="make.picture",
            tooltip="Choose the picture",
        ),
        Binding("ctrl+l", "jobs", "Jobs", id="make.jobs", tooltip="To the list of jobs"),
        Binding("r", "retry", "Retry", id="make.retry", tooltip="A failed job again"),
        Binding(
            "R",
            "recreate",
            "Recreate",
            show=False,
            id="make.recreate",
            tooltip="Anew from its prompt",
        ),
        Binding("x", "cancel", "Cancel", id="make.cancel", tooltip="Stop a job, refunded"),
        Binding(
            "enter", "open", "Open", show=False, id="make.open", tooltip="The item that came of it"
        ),
        Binding("escape", "leave_field", "Leave field", show=False, id="make.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._wish = Wish()
        self._ours: dict[str, Underway] = {}
        self._result: Result | None = None

    def body(self) -> ComposeResult:
        with Horizontal(id="make"):
            with VerticalScroll(id="wish", can_focus=False):
                yield Choice("Way", WAYS, id="way", label_width=8)
                yield Label("In words", classes="field-label", id="words-label")
                yield TextArea(
                    id="words",
                    soft_wrap=True,
                    tab_behavior="focus",
                    placeholder="A calm sea at dusk, one boat far out, room above for words",
                )
                yield Label("File or link", classes="field-label", id="source-label")
                yield Input(placeholder="path on this machine, or https://", id="source")
                yield Static("", id="wish-picture", markup=False)
                yield Choice("Format", [(r, r) for r in RATIOS], value="16:9", id="ratio")
                yield Choice("Resolution", [(r, r) for r in RESOLUTIONS], id="resolution")
                yield Choice("File", [("png", "PNG"), ("jpg", "JPEG")], id="form")
                yield Choice("Can't draw", MISSING, id="missing")
                yield Static("", id="wish-cost", markup=False)
            with Vertical(id="work"):
                yield Rows(
                    (
                        Column("State", 11),
                        Column("Kind", 10),
                        Column("What", 0),
                        Column("Begun", 16, least=60),
                    ),
                    id="jobs",
                    empty="No jobs yet. ^s makes what is on the left.",
                )
                with Horizontal(id="came"):
                    yield Picture(id="came-picture", words=HINT)
                    yield Static("", id="came-words", markup=False)

    def begin(self) -> None:
        self.query_one("#words", TextArea).focus()
        self._arrange()
        self.jobs_seen(self.studio_app.jobs, ())

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        tile = self.studio_app.handed
        if isinstance(tile, Tile):
            self.studio_app.handed = None
            self._wish = replace(self._wish, tile=tile)
            self.query_one("#way", Choice).value = "revise"
            self._arrange()

    def show_folder(self, folder: str) -> None:
        self._wish = replace(self._wish, folder=folder)
        self._arrange()

    # -- the wish ----------------------------------------------------------------------------------

    @on(Choice.Changed)
    def _chosen(self, event: Choice.Changed) -> None:
        event.stop()
        turned: dict[str, Any] = {str(event.choice.id): event.value}
        self._wish = replace(self._wish, **turned)
        self._arrange()

    @on(TextArea.Changed, "#words")
    def _worded(self, event: TextArea.Changed) -> None:
        self._wish = replace(self._wish, words=event.text_area.text)
        self._price()

    @on(Input.Changed, "#source")
    def _sourced(self, event: Input.Changed) -> None:
        event.stop()
        self._wish = replace(self._wish, source=event.value)
        self._price()

    def _arrange(self) -> None:
        """Show the fields that this way needs."""
        way = self._wish.way
        for name, ways in (
            ("#source", ("brandify",)),
            ("#source-label", ("brandify",)),
            ("#wish-picture", ("revise", "resize", "improve")),
            ("#ratio", ("generate", "resize")),
            ("#resolution", ("generate", "brandify", "resize")),
            ("#form", ("generate", "resize")),
            ("#missing", ("generate",)),
            ("#words", ("generate", "brandify", "revise", "improve")),
            ("#words-label", ("generate", "brandify", "revise", "improve")),
        ):
            self.query_one(name).display = way in ways
        tile = self._wish.tile
        words = "none  (F7 chooses)" if tile is None else f"{tile.title}  v{tile.current}"
        self.query_one("#wish-picture", Static).update(f"Picture  {words}")
        self._price()

    def _price(self) -> None:
        pens = self.studio_app.pens
        lack = self._wish.lacks()
        cost = self._wish.cost(self.studio_app.purse)
        text = Text(f"{self._wish.way} {cost}\n" if cost else "", pens.second)
        text.append(lack or "^s makes it", pens.quiet)
        self.query_one("#wish-cost", Static).update(text)

    def purse_seen(self) -> None:
        self._price()

    def action_leave_field(self) -> None:
        self.query_one("#jobs", Rows).focus()

    def action_jobs(self) -> None:
        self.query_one("#jobs", Rows).focus()

    def action_picture(self) -> None:
        from .composing import photo_of
        from .picking import pick_image

        folder = self._wish.folder
        if not folder:
            self.studio_app.action_choose_folder()
            return

        def take(image_id: str) -> None:
            self.ask(lambda studio: photo_of(studio, image_id, folder), self._take)

        pick_image(self.studio_app, folder, take)

    def _take(self, tile: Tile) -> None:
        self._wish = replace(self._wish, tile=tile)
        if self._wish.way in ("generate", "brandify"):
            self.query_one("#way", Choice).value = "revise"
        self._arrange()

    def action_begin(self) -> None:
        wish = self._wish
        lack = wish.lacks()
        if lack:
            self.studio_app.say(lack, "warn")
            return

        def show(job: Underway) -> None:
            self._ours[job.job_id] = job
            self.studio_app.say(f"Under way: {wish.way}", "second")

        self.ask(lambda studio: begin(studio, wish), show)

    # -- jobs --------------------------------------------------------------------------------------

    def jobs_seen(self, jobs: tuple[JobView, ...], ended: tuple[JobView, ...]) -> None:
        signs = self.studio_app.symbols
        rows = []
        for job in jobs:
            sign = getattr(signs, SIGNS[job.status])
            share = "" if job.percent is None or not job.live else f"{job.percent:.0f} % "
            words = job.error or f"{share}{job.message}"
            pen = PENS[job.status]
            rows.append(
                Row(
                    job.job_id,
                    (f"{sign} {job.status}", job.kind, words, job.created),
                    (pen, "", "bad" if job.error else "quiet", "quiet"),
                )
            )
        table = self.query_one("#jobs", Rows)
        table.show(rows)
        for job in ended:
            if job.job_id in self._ours:
                self.studio_app.say(job.error or "Made", "bad" if job.error else "good")
                self._look(job)
                break

    @on(Rows.Stood, "#jobs")
    def _stood(self, event: Rows.Stood) -> None:
        event.stop()
        job = next((one for one in self.studio_app.jobs if one.job_id == event.key), None)
        if job is None:
            return
        if job.live:
            self._show_none(job)
        else:
            self._look(job)

    def _known(self, job_id: str) -> Callable[[brandstudio.Studio], Underway]:
        held = self._ours.get(job_id)
        return lambda studio: held or find(studio, job_id)

    def _look(self, job: JobView) -> None:
        known = self._known(job.job_id)

        def work(studio: brandstudio.Studio) -> tuple[Result, Any, bytes]:
            design = job.kind == "design"
            came = drawn(studio, job.job_id) if design else result(studio, known(studio))
            if not came.url:
                return came, None, b""
            data = studio.read(came.url)
            return came, decode(data, 900), data

        self.ask(work, self._show, group="came", otherwise=lambda error: self._show_none(job))

    def _show_none(self, job: JobView | None = None) -> None:
        self._result = None
        self.query_one("#came-picture", Picture).say(HINT)
        text = Text()
        if job is not None:
            pens = self.studio_app.pens
            text.append(f"{job.kind} {job.status}\n", pens.strong)
            text.append(f"begun {job.created}\n{job.message}\n", pens.quiet)
            text.append(job.error, pens.bad)
        self.query_one("#came-words", Static).update(text)

    def _show(self, found: tuple[Result, Any, bytes]) -> None:
        came, picture, file = found
        self._result = came
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        view = self.query_one("#came-picture", Picture)
        if picture is None:
            view.say("no picture")
        else:
            view.show(picture, name=(came.url, came.version), file=file)
        text = Text()
        text.append(f"{came.title}\n", pens.strong)
        text.append(f"v{came.version}  {came.folder}\n", pens.second)
        if came.score is not None:
            text.append(f"score {came.score:.0f}\n", pens.good)
        if came.error:
            text.append(f"{symbols.failed} {came.error}\n", pens.bad)
        for warning in came.warnings:
            text.append(f"{symbols.warning} {warning}\n", pens.warn)
        if came.prompt:
            text.append(f"“{came.prompt}”\n", pens.quiet)
        if came.tile is not None:
            text.append("\nenter opens it, R makes it anew", pens.quiet)
        self.query_one("#came-words", Static).update(text)

    @on(Rows.Chosen, "#jobs")
    def _opened(self, event: Rows.Chosen) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        from .item import ItemScreen

        if self._result is not None and self._result.tile is not None:
            self.app.push_screen(ItemScreen(self._result.tile))

    def _again(self, name: str) -> None:
        job_id = self.query_one("#jobs", Rows).key
        if job_id is None:
            return
        known = self._known(job_id)

        def work(studio: brandstudio.Studio) -> Underway:
            job = known(studio)
            images: Any = studio.images
            made = getattr(images, name)(image_id=job.image_id, folder=job.folder)
            return Underway(made.job_id, job.image_id, job.folder)

        def show(job: Underway) -> None:
            self._ours[job.job_id] = job
            self.studio_app.say(f"Under way: {name}", "second")

        self.ask(work, show)

    def action_retry(self) -> None:
        self._again("retry")

    def action_recreate(self) -> None:
        self._again("recreate")

    def action_cancel(self) -> None:
        job_id = self.query_one("#jobs", Rows).key
        if job_id is not None:
            self.ask(
                lambda studio: studio.jobs.cancel(job_id=job_id),
                lambda job: self.studio_app.say("Cancelled, and refunded"),
            )
