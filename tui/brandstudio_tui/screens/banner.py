"""Banner: words on the left, the banner on the right, redrawn while one types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Label, Static

import brandstudio
from brandstudio.errors import ServiceBusy

from ..complaints import told
from ..sizes import SIZES
from ..slots import SCHEMELESS, SCHEMES, TEMPLATES
from ..views import Tile, amount
from ..watching import AWAY
from ..widgets.blanks import Blanks
from ..widgets.choice import Choice
from ..widgets.figures import Figures
from ..widgets.picture import Picture
from .base import Area
from .composing import (
    VISIONS,
    Draft,
    Drawn,
    Preview,
    Reopened,
    draw,
    edit,
    logos_of,
    photo_of,
    preview,
    reopen,
)
from .keeping import Keeping


class BannerArea(Keeping, Area):
    """Composes a banner, draws it, changes what was drawn, saves and exports it."""

    AREA = "banner"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+s", "save", "Save", id="banner.save", tooltip="Draw it and save it to the library"
        ),
        Binding(
            "ctrl+n", "draw", "Draw all", id="banner.draw", tooltip="Draw it in every template"
        ),
        Binding(
            "f7", "photo", "Photo", priority=True, id="banner.photo", tooltip="Choose the photo"
        ),
        Binding("f8", "eyes", "Eyes", id="banner.eyes", tooltip="As colour-blind eyes see it"),
        Binding("f9", "sheet", "All sizes", id="banner.sheet", tooltip="Every size on one sheet"),
        Binding("f10", "export", "Export", id="banner.export", tooltip="PNG, JPEG, WebP, PDF, SVG"),
        Binding(
            "f11", "change", "Change", id="banner.change", tooltip="Crop, logo, scrim, colours"
        ),
        Binding(
            "f12",
            "view",
            "Open",
            show=False,
            id="banner.view",
            tooltip="Open in the desktop's viewer",
        ),
        Binding(
            "alt+s",
            "save_into",
            "Save into",
            show=False,
            priority=True,  # a text field would take its letter
            id="banner.save.into",
            tooltip="As the next version of a design",
        ),
        Binding(
            "alt+t",
            "own_template",
            "Own template",
            show=False,
            priority=True,
            id="banner.template",
            tooltip="A template of your own, by its name",
        ),
        Binding("alt+f", "focal", "Focal point", show=False, priority=True, id="banner.focal"),
        Binding(
            "alt+left", "variant(-1)", "Variant before", show=False, id="banner.variant.before"
        ),
        Binding("alt+right", "variant(1)", "Next variant", show=False, id="banner.variant.next"),
        Binding("ctrl+underscore,ctrl+slash", "back", "Undo change", show=False, id="banner.undo"),
        Binding("escape", "leave_field", "Leave field", show=False, id="banner.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.draft = Draft()
        self._photo: Tile | None = None
        self.drawn: list[Drawn] = []
        self._at = -1
        self._trail: list[Drawn] = []
        self.came_from = ""

    def body(self) -> ComposeResult:
        with Horizontal(id="banner"):
            with VerticalScroll(id="slots", can_focus=False):
                yield Blanks("overlay", id="blanks")
                yield Label("Photo", classes="field-label")
                yield Static("none  (F7 chooses)", id="photo", markup=False)
                yield Choice("Template", [(name, name) for name in TEMPLATES], id="template")
                yield Choice(
                    "Size",
                    [(name, f"{name}  {w}×{h}") for name, (w, h) in SIZES.items()],
                    value="linkedin-feed",
                    id="size",
                )
                yield Choice("Scheme", SCHEMES, id="scheme")
                yield Choice("Logo", [("", "the folder's own")], id="logo")
                yield Choice("Eyes", VISIONS, id="eyes")
                yield Static("", id="cost", markup=False)
            with Vertical(id="stage"):
                yield Picture(id="preview", words="Type a headline, and the banner stands here.")
                yield Figures(id="figures")

    def begin(self) -> None:
        self._suit(self.draft.template)
        self.query_one(Blanks).begin()
        self.purse_seen()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        tile = self.studio_app.handed
        if isinstance(tile, Tile):
            self.studio_app.handed = None
            if tile.kind == "design":
                self.came_from = tile.image_id
                self.ask(lambda studio: reopen(studio, tile), self._take_up, group="draw")
                return
            self.take_photo(tile)
            if not self.draft.headline:
                self.query_one(Blanks).begin()

    # -- the draft ---------------------------------------------------------------------------------

    def show_folder(self, folder: str) -> None:
        if folder == self.draft.folder:
            return
        self.draft = replace(self.draft, folder=folder)
        if folder:
            self.ask(
                logos_of(folder), self._show_logos, group="logos", otherwise=lambda error: None
            )
            if not self.draft.ready:
                self._warm_up()
        self.redraw()

    def _warm_up(self) -> None:
        """Try a banner that nobody sees: what draws it is loaded when the first letter is typed."""
        draft = replace(self.draft, template="overlay", words={"headline": "Aa"})
        size = self.query_one("#preview", Picture).size

        def work(studio: brandstudio.Studio) -> Preview:
            return preview(studio, draft, "normal", (size.width, size.height), "▀")

        self.ask_latest("preview", work, lambda made: None, lambda error: None)

    def _show_logos(self, names: list[str]) -> None:
        options = [("", "the folder's own"), *((name, name) for name in names)]
        self.query_one("#logo", Choice).set_options(options)

    @on(Blanks.Typed)
    def _typed(self, event: Blanks.Typed) -> None:
        event.stop()
        if event.words != self.draft.words.get(event.slot, ""):
            words = {**self.draft.words, event.slot: event.words}
            self._become(replace(self.draft, words=words))

    @on(Input.Submitted)
    def _next_field(self, event: Input.Submitted) -> None:
        event.stop()
        self.focus_next()

    @on(Choice.Changed)
    def _chosen(self, event: Choice.Changed) -> None:
        event.stop()
        if event.choice.id == "eyes":
            self.redraw()
        elif event.choice.id:
            self._become(self.draft.choosing(event.choice.id, event.value))
            if event.choice.id == "template":
                self._suit(event.value)

    def _suit(self, template: str) -> None:
        self.query_one(Blanks).suit(template)
        self.query_one("#scheme").display = template not in SCHEMELESS

    def _become(self, draft: Draft) -> None:
        if draft != self.draft:
            self.draft = draft
            self._at = -1
            self.redraw()

    def take_photo(self, tile: Tile) -> None:
        """Use a picture; its folder becomes the banner's where none is chosen."""
        self._photo = tile
        self.query_one("#photo", Static).update(f"{tile.title}  ({tile.width}×{tile.height})")
        if not self.draft.folder:
            self.studio_app.set_folder(tile.folder)
            self.draft = replace(self.draft, folder=tile.folder)
        self._become(replace(self.draft, image_id=tile.image_id))

    def _take_up(self, found: Reopened) -> None:
        """Go on with a saved banner: its words on the left, its variant on the right."""
        self.draft = draft = found.draft
        self.studio_app.set_folder(draft.folder)
        self._suit(draft.template)
        self.query_one(Blanks).fill(draft.words)
        for name in ("template", "size", "scheme", "logo"):
            self.query_one(f"#{name}", Choice).offer(getattr(draft, name))
        self._photo = photo = found.photo
        said = (
            "none  (F7 chooses)"
            if photo is None
            else f"{photo.title}  ({photo.width}×{photo.height})"
        )
        self.query_one("#photo", Static).update(said)
        if found.drawn is None:
            self.studio_app.say(
                "Saved without its variant: it is drawn anew from its words", "warn"
            )
            self.redraw()
            return
        self._take([found.drawn])
        self.studio_app.say("F11 changes it, alt+s saves the change as its next version")

    def redraw(self) -> None:
        """Preview the draft; while one preview is made only the newest draft waits."""
        picture = self.query_one("#preview", Picture)
        draft = self.draft
        if not draft.ready:
            words = f"Type {draft.wanting}, and the banner stands here."
            picture.say(words if draft.folder else "Choose a folder first: ^g")
            self.query_one(Figures).clear()
            return
        if picture.picture is None:
            picture.wait()
        vision = self.query_one("#eyes", Choice).value
        cells = (picture.size.width, picture.size.height)
        half = self.studio_app.symbols.half

        def work(studio: brandstudio.Studio) -> Preview:
            return preview(studio, draft, vision, cells, half)

        self.ask_latest("preview", work, self._show, self._not_drawn)

    def _show(self, made: Preview) -> None:
        if self._at >= 0 or not self.draft.ready:
            return
        picture = self.query_one("#preview", Picture)
        name = (f"preview-{id(made.picture)}", 0)
        picture.show(made.picture, name=name, file=made.file, painted=made.painted)
        self.query_one(Figures).show(made.total, made.figures, made.warnings, "preview, free")
        self.say_cost(made.quote)

    def _not_drawn(self, error: Exception) -> None:
        self.query_one("#preview", Picture).fail(error, "No preview: the reason stands below.")
        self.query_one(Figures).complain(told(error))
        if isinstance(error, ServiceBusy):
            draft = self.draft
            self.set_timer(AWAY, lambda: self.redraw() if self.draft == draft else None)

    def show_cost(self, words: str) -> None:
        self.query_one("#cost", Static).update(words)

    def on_resize(self) -> None:
        self.redraw()

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def current(self) -> Drawn | None:
        """The variant that is shown, where one is."""
        return self.drawn[self._at] if 0 <= self._at < len(self.drawn) else None

    def with_drawn(self, then: Callable[[Drawn], object]) -> None:
        """Go on with the variant shown; where there is none, the draft is drawn first."""
        shown, draft = self.current, self.draft
        if shown is not None:
            then(shown)
        if shown is not None or not self.may_draw():
            return
        self.query_one(Figures).busy("drawing")

        def work(studio: brandstudio.Studio) -> list[Drawn]:
            return draw(studio, draft, draft.template)

        def show(made: list[Drawn]) -> None:
            self._take(made)
            price = self.studio_app.purse.price("banner_create")
            if price:
                self.studio_app.say(f"Drawn for {amount(price * len(made))}", "second")
            then(made[0])

        self.ask(work, show, group="draw", otherwise=self._draw_failed)

    def may_draw(self) -> bool:
        """Whether there is anything to go on with; else it is said what to do."""
        ready = self.current is not None or self.draft.ready
        if not ready:
            self._say_missing()
        return ready

    def _say_missing(self) -> None:
        first = f"Type {self.draft.wanting} first"
        self.studio_app.say(first if self.draft.folder else "Choose a folder first: ^g", "quiet")

    def _draw_failed(self, error: Exception) -> None:
        self.query_one(Figures).complain(told(error))
        self.fail(error)

    def _take(self, made: list[Drawn]) -> None:
        ids = {one.variant_id for one in made}  # one that is opened again stands once
        self.drawn = [*(one for one in self.drawn if one.variant_id not in ids), *made]
        self._trail = []
        self._view(len(self.drawn) - len(made))

    def _view(self, at: int) -> None:
        self._at, one = at, self.drawn[at]

        def fetch(studio: brandstudio.Studio) -> tuple[Any, bytes]:
            from ..widgets.blocks import decode

            data = studio.read(one.url)
            return decode(data, 1200), data

        def show(found: tuple[Any, bytes]) -> None:
            if self.current is one:
                name = (one.variant_id, 0)
                self.query_one("#preview", Picture).show(found[0], name=name, file=found[1])

        where = f"{one.template}, {at + 1} of {len(self.drawn)} drawn"
        self.query_one(Figures).show(one.total, one.figures, one.warnings, where)
        self.say_cost()
        self.ask(fetch, show, group="view")

    def action_draw(self) -> None:
        draft = self.draft
        if not self.may_draw():
            return
        self.query_one(Figures).busy("drawing every template")
        self.ask(
            lambda studio: draw(studio, draft, "all"),
            self._take,
            group="draw",
            otherwise=self._draw_failed,
        )

    def action_variant(self, by: int) -> None:
        if self.drawn:
            self._view((self._at + by) % len(self.drawn))

    # -- changing what was drawn -------------------------------------------------------------------

    def action_change(self) -> None:
        from .changing import Changes, ChangeScreen

        def begin(one: Drawn) -> None:
            def change(changes: Changes | None) -> None:
                if changes:
                    self._edit(one, changes)

            self.app.push_screen(ChangeScreen(one), change)

        self.with_drawn(begin)

    def _edit(self, one: Drawn, changes: dict[str, Any]) -> None:
        self.query_one(Figures).busy("changing")

        def work(studio: brandstudio.Studio) -> Drawn:
            return edit(studio, one, changes)

        def show(made: Drawn) -> None:
            trail = [*self._trail, one]
            self._take([made])
            self._trail = trail

        self.ask(work, show, group="draw", otherwise=self._draw_failed)

    def action_back(self) -> None:
        """The variant before the last change."""
        if not self._trail:
            self.studio_app.say("No change to take back", "quiet")
            return
        one = self._trail.pop()
        self._view(self.drawn.index(one) if one in self.drawn else 0)

    # -- looking -----------------------------------------------------------------------------------

    def action_photo(self) -> None:
        from .picking import pick_image

        folder = self.draft.folder or self.studio_app.folder

        def take(image_id: str) -> None:
            self.ask(lambda studio: photo_of(studio, image_id, folder), self.take_photo)

        if folder:
            pick_image(self.studio_app, folder, take, "Photo")
        else:
            self.studio_app.action_choose_folder()

    def action_own_template(self) -> None:
        from .dialogs import Field, Form

        def take(values: dict[str, str] | None) -> None:
            if values is not None and (name := values["name"].strip()):
                self.query_one("#template", Choice).offer(name)

        field = Field("name", "Its name", hint="launch")
        self.app.push_screen(Form("A template of your own", [field], button="Use it"), take)

    def action_focal(self) -> None:
        from .item import ItemScreen

        if self._photo is None:
            self.studio_app.say("Choose a photo first: F7", "quiet")
            return
        screen = ItemScreen(self._photo)
        self.app.push_screen(screen, lambda changed: self.redraw())

    def action_eyes(self) -> None:
        self.query_one("#eyes", Choice).action_turn(1)

    def action_sheet(self) -> None:
        from .sheet import Sheet

        if self.draft.ready:
            self.app.push_screen(Sheet(self.draft))
        else:
            self._say_missing()

    def action_leave_field(self) -> None:
        self.query_one("#template", Choice).focus()

    def reload(self) -> None:
        self.redraw()
