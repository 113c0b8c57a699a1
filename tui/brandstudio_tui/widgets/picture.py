"""One picture, as large as its place, with an optional cross, divider or notes over it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from brandstudio.errors import ServiceBusy

from .blocks import fitted, grounded, paint
from .graphics import Graphics, graphics_for

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..app import StudioApp


AWAY = "The studio does not answer. The picture stands here as soon as it does."


class Picture(Widget):
    """Shows a decoded picture; ``point`` draws a cross at shares of its width and height."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None, words: str = "", waits: bool = False) -> None:
        super().__init__(id=id)
        self._picture: Image | None = None
        self._known: tuple[str, int | None] = ("", 0)
        self._file: bytes | None = None
        self._strips: list[Strip] = []
        self._painted: tuple[int, int, int] = (0, 0, 0)
        self._words, self._waits = words, waits
        self._point: tuple[float, float] | None = None
        self._graphics: Graphics | None = None
        self._ground = Style()

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    def on_mount(self) -> None:
        self._graphics = graphics_for(self.studio_app)

    @property
    def picture(self) -> Image | None:
        return self._picture

    def show(
        self,
        picture: Image | None,
        *,
        words: str = "",
        name: tuple[str, int | None] = ("", 0),
        file: bytes | None = None,
        painted: list[Strip] | None = None,
    ) -> None:
        """Another picture; ``painted`` are its strips at this very size, made in a thread."""
        self._picture, self._words, self._known, self._file = picture, words, name, file
        self._waits = False
        size = self.size
        if painted and (painted[0].cell_length, len(painted)) == tuple(size):
            self._strips = painted
            self._painted = (id(picture), size.width, size.height)
        self.refresh()
        self._prepare()

    def _prepare(self) -> None:
        """Have the picture's own pixels encoded in a thread, where the terminal shows them."""
        graphics, file, name = self._graphics, self._file, self._known
        columns, rows = self.size
        if graphics is None or file is None or not columns or not rows:
            return
        if not graphics.ready(name, columns, rows):

            def encode() -> None:
                graphics.prepare(name, file, columns, rows)
                self.app.call_from_thread(self.refresh)

            self.run_worker(encode, thread=True, exit_on_error=False, group="graphics")

    def on_resize(self) -> None:
        self._prepare()

    def say(self, words: str) -> None:
        """Words in place of a picture."""
        self._picture, self._words, self._waits = None, words, False
        self.refresh()

    def wait(self) -> None:
        """Say that a picture is on its way, or that nobody answers who would send it."""
        self.say("")
        self._waits = True

    def fail(self, error: Exception, words: str) -> None:
        """Say why nothing came, where nothing stands; who does not answer now is waited for."""
        if self._picture is not None:
            return
        if isinstance(error, ServiceBusy):
            self.wait()
        else:
            self.say(words)

    def aim(self, point: tuple[float, float] | None) -> None:
        """Draw a cross there, or none."""
        self._point = point
        self.refresh()

    def place(self) -> Region:
        """The cells that the picture fills."""
        if self._picture is None:
            return Region(0, 0, 0, 0)
        width, height = fitted(
            self._picture.width, self._picture.height, self.size.width, self.size.height
        )
        top = (self.size.height * 2 - height) // 2
        return Region((self.size.width - width) // 2, top // 2, width, max(1, -(-height // 2)))

    def share_at(self, x: int, y: int) -> tuple[float, float]:
        """The shares of the picture's width and height at a cell."""
        place = self.place()
        across = (x - place.x + 0.5) / max(1, place.width)
        down = (y - place.y + 0.5) / max(1, place.height)
        return min(1.0, max(0.0, across)), min(1.0, max(0.0, down))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        app = self.studio_app
        if self._picture is None or app.picture_kind == "none":
            coming = app.symbols.more if app.server_there else AWAY
            lines = wrap(coming if self._waits else self._words, max(8, width - 4))
            at = y - (self.size.height - len(lines)) // 2
            text = lines[at] if 0 <= at < len(lines) else ""
            segments = [Segment(text.center(width)[:width], app.pens.quiet)]
            strip = Strip(grounded(segments, self._ground))
            return strip.adjust_cell_length(width, self._ground)
        wanted = (id(self._picture), width, self.size.height)
        if self._painted != wanted:
            self._strips = paint(self._picture, width, self.size.height, app.symbols.half)
            self._painted = wanted
        strips = self._strips
        if self._graphics is not None and self._point is None:
            strips = self._graphics.cells(self._known, width, self.size.height) or strips
        strip = strips[y] if y < len(strips) else Strip.blank(width)
        if self._point is not None:
            strip = self._crossed(strip, y)
        strip = strip.adjust_cell_length(width)
        return Strip(grounded(strip, self._ground), width)

    def _crossed(self, strip: Strip, y: int) -> Strip:
        assert self._point is not None
        place, symbols, pen = self.place(), self.studio_app.symbols, self.studio_app.pens.chip
        column = place.x + min(place.width - 1, int(self._point[0] * place.width))
        row = place.y + min(place.height - 1, int(self._point[1] * place.height))
        if y == row:
            first, last = max(place.x, column - 3), min(place.right, column + 4)
            bar = symbols.frame[0]
            text = "".join(symbols.cross if x == column else bar for x in range(first, last))
            parts = [strip.crop(0, first), Strip([Segment(text, pen)]), strip.crop(last)]
            return Strip.join(parts)
        if abs(y - row) == 1 and place.y <= y < place.bottom:
            parts = [
                strip.crop(0, column),
                Strip([Segment(symbols.frame[1], pen)]),
                strip.crop(column + 1),
            ]
            return Strip.join(parts)
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        self._ground = self.rich_style  # worked out anew whenever it is asked for
        strips = super().render_lines(crop)
        graphics = self._graphics
        if graphics is None or self._file is None or self._point is not None:
            return strips
        if not self.screen.is_active or self.size.height < 2:
            return strips
        region = Region(0, 0, self.size.width, self.size.height)
        stand_in: Any = _Named(self._known)
        return graphics.over(self, crop, strips, [(stand_in, region)])


class _Named:
    """What a picture is known by, in the shape that the graphics ask for."""

    def __init__(self, picture: tuple[str, int | None]) -> None:
        self.picture = picture
