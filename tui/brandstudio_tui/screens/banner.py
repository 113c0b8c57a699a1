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

from ..complaints import told
from ..sizes import SIZES
from ..views import Tile, amount
from ..widgets.choice import Choice
from ..widgets.figures import Figures
from ..widgets.picture import Picture
from .base import Area
from .composing import (
    TEMPLATES,
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
    save,
)
from .exporting import Exporting

FIELDS: tuple[tuple[str, str, str, int], ...] = (
    ("headline", "Headline", "What the banner says", 140),
    ("subhead", "Subhead", "A sentence more, or nothing", 200),
    ("button_text", "Button", "Two or three words, or nothing", 40),
    ("author_name", "Author", "", 60),
    ("author_role", "Their role", "", 60),
)


class BannerArea(Exporting, Area):
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
        self._draft = Draft()
        self._photo: Tile | None = None
        self._drawn: list[Drawn] = []
        self._at = -1
        self._trail: list[Drawn] = []
        self._came_from = ""

    def body(self) -> ComposeResult:
        with Horizontal(id="banner"):
            with VerticalScroll(id="slots", can_focus=False):
                for name, label, hint, longest in FIELDS:
                    yield Label(label, classes="field-label")
                    yield Input(placeholder=hint, max_length=longest, id=f"slot-{name}")
                yield Label("Photo", classes="field-label")
                yield Static("none  (F7 chooses)", id="photo", markup=False)
                yield Choice("Template", [(name, name) for name in TEMPLATES], id="template")
                yield Choice(
                    "Size",
                    [(name, f"{name}  {w}×{h}") for name, (w, h) in SIZES.items()],
                    value="linkedin-feed",
                    id="size",
                )
                yield Choice("Logo", [("", "the folder's own")], id="logo")
                yield Choice("Eyes", VISIONS, id="eyes")
                yield Static("", id="cost", markup=False)
            with Vertical(id="stage"):
                yield Picture(id="preview", words="Type a headline, and the banner stands here.")
                yield Figures(id="figures")

    def begin(self) -> None:
        self.query_one("#slot-headline", Input).focus()
        self.purse_seen()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        tile = self.studio_app.handed
        if isinstance(tile, Tile):
            self.studio_app.handed = None
            if tile.kind == "design":
                self._came_from = tile.image_id
                self.ask(lambda studio: reopen(studio, tile), self._take_up, group="draw")
                return
            self.take_photo(tile)
            if not self._draft.headline:
                self.query_one("#slot-headline", Input).focus()

    # -- the draft ---------------------------------------------------------------------------------

    def show_folder(self, folder: str) -> None:
        if folder == self._draft.folder:
            return
        self._draft = replace(self._draft, folder=folder)
        if folder:
            self.ask(
                logos_of(folder), self._show_logos, group="logos", otherwise=lambda error: None
            )
            if not self._draft.ready:
                self._warm_up()
        self.redraw()

    def _warm_up(self) -> None:
        """Try a banner that nobody sees: what draws it is loaded when the first letter is typed."""
        draft, size = replace(self._draft, headline="Aa"), self.query_one("#preview", Picture).size

        def work(studio: brandstudio.Studio) -> Preview:
            return preview(studio, draft, "normal", (size.width, size.height), "▀")

        self.ask_latest("preview", work, lambda made: None, lambda error: None)

    def _show_logos(self, names: list[str]) -> None:
        options = [("", "the folder's own"), *((name, name) for name in names)]
        self.query_one("#logo", Choice).set_options(options)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        name = (event.input.id or "").removeprefix("slot-")
        self._change(**{name: event.value})

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
            self._change(**{event.choice.id: event.value})

    def _change(self, **changes: str) -> None:
        draft = replace(self._draft, **changes)
        if draft != self._draft:
            self._draft = draft
            self._at = -1
            self.redraw()

    def take_photo(self, tile: Tile) -> None:
        """Use a picture; its folder becomes the banner's where none is chosen."""
        self._photo = tile
        self.query_one("#photo", Static).update(f"{tile.title}  ({tile.width}×{tile.height})")
        if not self._draft.folder:
            self.studio_app.set_folder(tile.folder)
            self._draft = replace(self._draft, folder=tile.folder)
        self._change(image_id=tile.image_id)

    def _take_up(self, found: Reopened) -> None:
        """Go on with a saved banner: its words on the left, its variant on the right."""
        self._draft = draft = found.draft
        self.studio_app.set_folder(draft.folder)
        for name, *_ in FIELDS:
            self.query_one(f"#slot-{name}", Input).value = getattr(draft, name)
        for name in ("template", "size", "logo"):
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
        draft = self._draft
        if not draft.ready:
            words = "Type a headline, and the banner stands here."
            picture.say(words if draft.folder else "Choose a folder first: ^g")
            return
        vision = self.query_one("#eyes", Choice).value
        cells = (picture.size.width, picture.size.height)
        half = self.studio_app.symbols.half

        def work(studio: brandstudio.Studio) -> Preview:
            return preview(studio, draft, vision, cells, half)

        self.ask_latest("preview", work, self._show, self._not_drawn)

    def _show(self, made: Preview) -> None:
        if self._at >= 0 or not self._draft.ready:
            return
        name = (f"preview-{id(made.picture)}", 0)
        self.query_one("#preview", Picture).show(
            made.picture, name=name, file=made.file, painted=made.painted
        )
        self.query_one(Figures).show(made.total, made.figures, made.warnings, "preview, free")
        self._say_cost(self.studio_app.purse.quoted(made.quote))

    def _not_drawn(self, error: Exception) -> None:
        self.query_one(Figures).complain(told(error))

    def purse_seen(self) -> None:
        self._say_cost(self.studio_app.purse.line("banner_create"))

    def _say_cost(self, words: str) -> None:
        self.query_one("#cost", Static).update(f"Drawing {words}" if words else "")

    def on_resize(self) -> None:
        self.redraw()

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def current(self) -> Drawn | None:
        """The variant that is shown, where one is."""
        return self._drawn[self._at] if 0 <= self._at < len(self._drawn) else None

    def with_drawn(self, then: Callable[[Drawn], object]) -> None:
        """Go on with the variant shown; where there is none, the draft is drawn first."""
        shown, draft = self.current, self._draft
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
        ready = self.current is not None or self._draft.ready
        if not ready:
            self.studio_app.say("Type a headline first", "quiet")
        return ready

    def _draw_failed(self, error: Exception) -> None:
        self.query_one(Figures).complain(told(error))
        self.fail(error)

    def _take(self, made: list[Drawn]) -> None:
        self._drawn += made
        self._trail = []
        self._view(len(self._drawn) - len(made))

    def _view(self, at: int) -> None:
        self._at = at
        one = self._drawn[at]

        def fetch(studio: brandstudio.Studio) -> tuple[Any, bytes]:
            from ..widgets.blocks import decode

            data = studio.read(one.url)
            return decode(data, 1200), data

        def show(found: tuple[Any, bytes]) -> None:
            if self.current is one:
                name = (one.variant_id, 0)
                self.query_one("#preview", Picture).show(found[0], name=name, file=found[1])

        where = f"{one.template}, {at + 1} of {len(self._drawn)} drawn"
        self.query_one(Figures).show(one.total, one.figures, one.warnings, where)
        self.ask(fetch, show, group="view")

    def action_draw(self) -> None:
        draft = self._draft
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
        if self._drawn:
            self._view((self._at + by) % len(self._drawn))

    # -- keeping -----------------------------------------------------------------------------------

    def action_save(self) -> None:
        self.with_drawn(lambda one: self._keep(one, ""))

    def action_save_into(self) -> None:
        from .exporting import pick_design

        def keep(into: str) -> None:
            self.with_drawn(lambda one: self._keep(one, into))

        # The question comes before anything is drawn: whoever leaves it pays nothing.
        if self.may_draw():
            draft = self._draft if self.current is None else self.current.draft
            pick_design(self.studio_app, draft.folder, keep, first=self._came_from)

    def _keep(self, one: Drawn, into: str) -> None:
        def show(saved: Drawn) -> None:
            self._drawn = [saved if kept == one else kept for kept in self._drawn]
            self.studio_app.say(f"Saved to {one.draft.folder}: {one.draft.headline}  (u undoes)")
            if not into:
                self.studio_app.history.add(
                    "Save banner",
                    lambda studio: studio.library.delete(
                        image_id=saved.saved, folder=one.draft.folder
                    ),
                )

        self.ask(lambda studio: save(studio, one, into), show)

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
        self._view(self._drawn.index(one) if one in self._drawn else 0)

    # -- looking -----------------------------------------------------------------------------------

    def action_photo(self) -> None:
        from .picking import pick_image

        folder = self._draft.folder or self.studio_app.folder

        def take(image_id: str) -> None:
            self.ask(lambda studio: photo_of(studio, image_id, folder), self.take_photo)

        if folder:
            pick_image(self.studio_app, folder, take, "Photo")
        else:
            self.studio_app.action_choose_folder()

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

        if self._draft.ready:
            self.app.push_screen(Sheet(self._draft))

    def action_leave_field(self) -> None:
        self.query_one("#template", Choice).focus()

    def reload(self) -> None:
        self.redraw()
