"""One item: its picture, its versions, two of them before and after, its focal point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

import brandstudio
from brandstudio.models.library import FocalPoint

from ..views import Tile, day
from ..widgets.bars import Below, TopBar
from ..widgets.blocks import decode
from ..widgets.picture import Picture
from ..widgets.rows import Column, Row, Rows
from ..widgets.slider import Slider
from .base import Asking, Guarded
from .batching import Batching


@dataclass(frozen=True)
class VersionView:
    """A finished version."""

    number: int
    url: str
    created: str
    operation: str
    score: float | None
    prompt: str
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class ItemView:
    """An item with its versions."""

    tile: Tile
    versions: tuple[VersionView, ...]
    focal: tuple[float, float] | None
    description: str
    text: str
    error: str


def look(studio: brandstudio.Studio, tile: Tile) -> ItemView:
    """The item as it is now; run in a thread."""
    item = studio.library.get(image_id=tile.image_id, folder=tile.folder)
    versions: tuple[VersionView, ...] = ()
    error = ""
    if item.kind != "text":
        image = studio.images.get(image_id=tile.image_id, folder=tile.folder)
        error = "" if image.error is None else f"{image.error.code}: {image.error.message}"
        versions = tuple(
            VersionView(
                one.version,
                one.url,
                day(one.created_at),
                one.operation or "",
                one.score,
                one.prompt or "",
                tuple(one.warnings or ()),
            )
            for one in reversed(image.versions)
        )
    focal = None if item.focal_point is None else (item.focal_point.x, item.focal_point.y)
    text = "" if item.text is None else item.text.text
    return ItemView(Tile.of(item), versions, focal, item.description, text, error)


class ItemScreen(Guarded, Batching, Asking, Screen[bool]):
    """Everything about one item; escape goes back to the gallery."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Back", id="item.back"),
        Binding("s", "set_current", "Make current", id="item.current"),
        Binding("v", "compare", "Before/after", id="item.compare"),
        Binding("full_stop,p", "focal", "Focal point", id="item.focal"),
        Binding("H", "hero", "Hero", id="item.hero"),
        Binding("d", "download", "Save", id="item.download"),
        Binding("i", "title", "Title", show=False, id="item.title"),
        Binding("t", "tag", "Tag", show=False, id="item.tag"),
        Binding("c", "check", "Check", show=False, id="item.check"),
        Binding("z", "resize", "Resize", show=False, id="item.resize"),
        Binding("e", "make", "Edit", show=False, id="item.make"),
        Binding("b", "banner", "Banner", show=False, id="item.banner"),
        Binding("x", "trash", "Trash", show=False, id="item.trash"),
        Binding("left,h", "aim(-1, 0)", "Left", show=False, id="item.left"),
        Binding("right,l", "aim(1, 0)", "Right", show=False, id="item.right"),
        Binding("up,k", "aim(0, -1)", "Up", show=False, id="item.up"),
        Binding("down,j", "aim(0, 1)", "Down", show=False, id="item.down"),
        Binding("enter", "keep", "Keep", show=False, id="item.keep"),
    ]

    def __init__(self, tile: Tile) -> None:
        super().__init__()
        self._begin_asking()
        self._tile = tile
        self._item: ItemView | None = None
        self._changed = False
        self._focal: tuple[float, float] | None = None
        self._shown: int | None = None

    def compose(self) -> ComposeResult:
        yield TopBar("library")
        with Horizontal(id="item"):
            with Vertical(id="item-view"):
                yield Picture(id="item-picture", waits=True)
                yield Slider(id="item-slider")
            with Vertical(id="item-side"):
                yield Static(id="item-words", markup=False)
                yield Rows(
                    (Column("Version", 9), Column("How", 0), Column("Score", -5)),
                    id="versions",
                    empty="No versions.",
                )
        yield Below()

    def on_mount(self) -> None:
        self.query_one(Slider).display = False
        self.query_one(Rows).focus()
        self._load()

    def _load(self) -> None:
        tile = self._tile
        self.ask(lambda studio: look(studio, tile), self._show, group="item")

    def reload(self) -> None:
        self._load()

    def _show(self, item: ItemView) -> None:
        self._item, self._tile = item, item.tile
        symbols = self.studio_app.symbols
        rows = []
        for version in item.versions:
            current = version.number == item.tile.current
            sign = symbols.done if current else " "
            score = "" if version.score is None else f"{version.score:.0f}"
            rows.append(
                Row(
                    str(version.number),
                    (f"{sign} v{version.number}", version.operation or version.created, score),
                    ("accent" if current else "", "quiet", "second"),
                )
            )
        table = self.query_one(Rows)
        table.show(rows)
        if item.versions:
            self._view(int(table.key or item.versions[0].number))
        else:
            self.query_one(Picture).say(item.text or "no picture")
        self._describe()

    def _describe(self) -> None:
        item = self._item
        if item is None:
            return
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        text = Text()
        text.append(f"{item.tile.title}\n", pens.strong)
        text.append(f"{item.tile.folder}  ", pens.second)
        text.append(f"{item.tile.kind}\n", pens.quiet)
        size = f"{item.tile.width}×{item.tile.height}  " if item.tile.width else ""
        text.append(f"{size}{item.tile.created}\n", pens.quiet)
        if item.tile.is_hero:
            text.append(f"{symbols.hero} hero of its folder\n", pens.accent)
        if item.description:
            text.append(f"{item.description}\n", pens.text)
        if item.tile.tags:
            text.append(" ".join(f"#{tag}" for tag in item.tile.tags) + "\n", pens.second)
        if item.error:
            text.append(f"{symbols.failed} {item.error}\n", pens.bad)
        for version in item.versions:
            if version.number == self._shown:
                if version.prompt:
                    text.append(f"“{version.prompt}”\n", pens.quiet)
                for warning in version.warnings:
                    text.append(f"{symbols.warning} {warning}\n", pens.warn)
        if self._focal is not None:
            text.append(
                f"\nFocal point {self._focal[0]:.0%} from the left, {self._focal[1]:.0%} from the "
                "top. Arrows move it, enter keeps it.\n",
                pens.accent,
            )
        self.query_one("#item-words", Static).update(text)

    @on(Rows.Stood)
    def _stood(self, event: Rows.Stood) -> None:
        event.stop()
        self._view(int(event.key))

    def _view(self, number: int) -> None:
        if self._item is None:
            return
        self._shown = number
        self._describe()
        version = next((one for one in self._item.versions if one.number == number), None)
        if version is None:
            return
        size = self.query_one(Picture).size
        longest = max(256, size.width * 10, size.height * 20)

        def fetch(studio: brandstudio.Studio) -> Any:
            data = studio.read(version.url)
            return decode(data, longest), data

        def show(found: Any) -> None:
            name = (self._tile.image_id, number)
            self.query_one(Picture).show(found[0], name=name, file=found[1])

        self.ask(fetch, show, group="view")

    # -- before and after --------------------------------------------------------------------------

    def action_compare(self) -> None:
        slider, picture = self.query_one(Slider), self.query_one(Picture)
        if slider.display:
            slider.display, picture.display = False, True
            self.query_one(Rows).focus()
            return
        item = self._item
        if item is None or len(item.versions) < 2:
            self.studio_app.say("There is one version only", "quiet")
            return
        after = self._shown or item.versions[0].number
        numbers = [one.number for one in item.versions]
        place = numbers.index(after)
        before = numbers[place + 1] if place + 1 < len(numbers) else numbers[place - 1]
        before, after = sorted((before, after))
        urls = {one.number: one.url for one in item.versions}

        def fetch(studio: brandstudio.Studio) -> Any:
            return (
                decode(studio.read(urls[before]), 1024),
                decode(studio.read(urls[after]), 1024),
            )

        def show(pair: Any) -> None:
            picture.display, slider.display = False, True
            slider.show(pair[0], pair[1], f"v{before}", f"v{after}")
            slider.focus()

        self.ask(fetch, show, group="compare")

    # -- current, focal point ----------------------------------------------------------------------

    def action_set_current(self) -> None:
        item, number = self._item, self._shown
        if item is None or number is None or number == item.tile.current:
            return
        before = item.tile.current
        tile = item.tile

        def set_to(version: int) -> Any:
            return lambda studio: studio.images.set_current_version(
                image_id=tile.image_id, folder=tile.folder, version=version
            )

        def show(_: object) -> None:
            self.studio_app.say(f"v{number} is current  (u undoes)")
            if before is not None:
                self.studio_app.history.add(f"v{number} current", set_to(before))
            self.changed()

        self.ask(set_to(number), show)

    def on_key(self, event: events.Key) -> None:
        # While a focal point is chosen, arrows and enter are its own, whoever has the focus.
        if self._focal is None:
            return
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if event.key in steps:
            event.stop()
            event.prevent_default()
            self.action_aim(*steps[event.key])
        elif event.key == "enter":
            event.stop()
            self.action_keep()
        elif event.key == "escape":
            event.stop()
            event.prevent_default()
            self._aim(None)

    def action_focal(self) -> None:
        if self._item is None or self.query_one(Picture).picture is None:
            return
        if self._focal is not None:
            self._aim(None)
            return
        self.set_focus(None)
        self._aim(self._item.focal or (0.5, 0.5))

    def footer(self) -> Sequence[str]:
        return ("keep", "close") if self._focal is not None else super().footer()

    def _aim(self, point: tuple[float, float] | None) -> None:
        self._focal = point
        self.refresh_bindings()
        self.query_one(Picture).aim(point)
        if point is None:
            self.query_one(Rows).focus()
        self._describe()

    def action_aim(self, x: int, y: int) -> None:
        if self._focal is None:
            return
        place = self.query_one(Picture).place()
        across = min(1.0, max(0.0, self._focal[0] + x / max(1, place.width)))
        down = min(1.0, max(0.0, self._focal[1] + y / max(1, place.height)))
        self._aim((round(across, 4), round(down, 4)))

    def on_click(self, event: events.Click) -> None:
        picture = self.query_one(Picture)
        offset = event.get_content_offset(picture)
        if self._focal is not None and offset is not None and event.widget is picture:
            self._aim(picture.share_at(offset.x, offset.y))

    def action_keep(self) -> None:
        item, point = self._item, self._focal
        if item is None or point is None:
            return
        tile, before = item.tile, item.focal

        def set_to(place: tuple[float, float]) -> Any:
            return lambda studio: studio.library.update(
                image_id=tile.image_id,
                folder=tile.folder,
                focal_point=FocalPoint(x=place[0], y=place[1]),
            )

        def show(_: object) -> None:
            self._aim(None)
            self.studio_app.say("The focal point is kept by every crop  (u undoes)")
            # The service takes no focal point away: where there was none, the middle is the nearest.
            label = "Focal point" if before else "Focal point, which is the middle now"
            self.studio_app.history.add(label, set_to(before or (0.5, 0.5)))
            self.changed()

        self.ask(set_to(point), show)

    # -- what is asked of Batching -----------------------------------------------------------------

    @property
    def chosen(self) -> list[Tile]:
        return [self._tile]

    def changed(self) -> None:
        self._changed = True
        if self.is_mounted:
            self._load()

    def action_banner(self) -> None:
        self.dismiss(self._changed)
        self.studio_app.call_later(self.studio_app.hand_over, "banner", self._tile)

    def action_make(self) -> None:
        self.dismiss(self._changed)
        self.studio_app.call_later(self.studio_app.hand_over, "make", self._tile)

    def action_trash(self) -> None:
        tile = self._tile

        def show(_: object) -> None:
            self.studio_app.say(f"Moved to the trash: {tile.title}  (u undoes)")
            self.studio_app.history.add(
                f"Trash {tile.title}",
                lambda studio: studio.library.restore(image_id=tile.image_id, folder=tile.folder),
            )
            self.dismiss(True)

        self.ask(
            lambda studio: studio.library.delete(image_id=tile.image_id, folder=tile.folder), show
        )

    def action_close(self) -> None:
        if self._focal is not None:
            self._aim(None)
        elif self.query_one(Slider).display:
            self.action_compare()
        else:
            self.dismiss(self._changed)
