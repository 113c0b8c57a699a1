"""The terminal studio itself: areas, themes, the studio's gate, and what every screen may ask."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen

import brandstudio
from brandstudio.errors import StudioError

from . import keymap, memory
from .calls import Batch, Call, Recorder
from .complaints import of_file, told
from .gate import Gate
from .inturn import InTurn
from .opening import Embedded, Place, Remote, recorded
from .rejected import Rejected, default_file
from .screens.base import Area, Asking
from .screens.library import LibraryArea
from .symbols import ASCII, Symbols, symbols_for
from .themes import CONTRAST, NIGHT, PAPER, Pens, Tones, brand_tones, pens, rewritten, textual_theme
from .undo import History
from .views import JobView, Purse, Tile
from .watching import JobsSeen, PurseSeen, ServerSeen, Watch
from .widgets.bars import AREAS, Ticker, TopBar
from .widgets.picture import Picture


def area(name: str) -> Callable[[], Screen[Any]]:
    """The screen of an area, whose module is loaded when it is first shown."""

    def make() -> Screen[Any]:
        from importlib import import_module

        module = import_module(f".screens.{name}", __package__)
        made: Screen[Any] = getattr(module, f"{name.capitalize()}Area")()
        return made

    return make


class StudioApp(InTurn):
    """The terminal studio."""

    TITLE = "brandstudio"
    CSS_PATH = "studio.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-middle"), (118, "-wide"), (200, "-vast")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (48, "-high")]
    MODES: ClassVar[dict[str, Any]] = {
        "library": LibraryArea,
        **{name: area(name) for name, _ in AREAS if name != "library"},
    }
    DEFAULT_MODE = "library"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{number}", f"area('{name}')", title, show=False, id=f"area.{name}")
            for number, (name, title) in enumerate(AREAS, 1)
        ),
        *(
            Binding(
                f"f{number}",
                f"area('{name}')",
                title,
                show=False,
                priority=True,  # a text field has keys of its own for some of them
                id=f"area.{name}.f",
            )
            for number, (name, title) in enumerate(AREAS, 1)
        ),
        Binding("ctrl+g", "choose_folder", "Folder", show=False, id="app.folder"),
        Binding("ctrl+o", "jump", "Jump", show=False, id="app.jump"),
        Binding("u", "undo", "Undo", show=False, id="app.undo"),
        Binding("ctrl+z", "suspend_process", "To the shell", show=False, id="app.suspend"),
        Binding("ctrl+y", "copy_python", "Copy as Python", show=False, id="app.copy.python"),
        Binding("ctrl+b", "copy_command", "Copy as command", show=False, id="app.copy.command"),
        Binding("ctrl+t", "next_theme", "Theme", show=False, id="app.theme"),
        Binding("ctrl+r", "reload", "Reload", show=False, id="app.reload"),
        Binding("question_mark", "keys", "Keys", show=False, id="app.keys"),
        Binding("ctrl+q", "quit", "Quit", show=False, id="app.quit"),
    ]

    def __init__(
        self,
        place: Place,
        *,
        folder: str = "",
        plain: bool = False,
        ascii_only: bool = False,
        pictures: str = "blocks",
        keys: Path | None = None,
        rejected: Path | None = None,
    ) -> None:
        super().__init__()
        self.place = place
        self.gate = Gate()
        self.rejected = Rejected(rejected, place.label)
        self.folder = folder
        self.plain = plain
        self.picture_kind = "none" if plain else pictures
        self.symbols: Symbols = ASCII if ascii_only else symbols_for(sys.stdout.encoding or "utf-8")
        self.history = History()
        self.purse = Purse({})
        self.jobs: tuple[JobView, ...] = ()
        self.last_call: Call | Batch | None = None
        self.calls: deque[Call] = deque(maxlen=1000)
        self.last_said: tuple[str, str] | None = None
        self.server_there = True
        self.brand: Tones | None = None
        self._tones: dict[str, Tones] = {tones.name: tones for tones in (NIGHT, PAPER, CONTRAST)}
        self._watch: Watch | None = None
        self._keys, self._welcomed = keys, False
        self._painted = threading.Event()
        self.handed: Tile | None = None
        for tones in self._tones.values():
            self.register_theme(textual_theme(tones))
        self.theme, self._worn = "night", pens(NIGHT)

    # -- colours and keys --------------------------------------------------------------------------

    @property
    def tones(self) -> Tones:
        return self._tones.get(self.theme, NIGHT)

    @property
    def pens(self) -> Pens:
        return pens(self.tones)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Where the terminal has no Unicode, nothing but ASCII reaches it. The themes name no colour
        of the terminal's own, so that none has to be looked for in every line.
        """
        filters = [
            one for one in super().get_line_filters() if not isinstance(one, ANSIToTruecolor)
        ]
        if self.symbols is not ASCII:
            return filters
        from .ascii import AsciiOnly

        return (*filters, AsciiOnly())

    def wear_brand(self, palette: tuple[str, ...]) -> None:
        """Put on the brand's own colours."""
        self._tones["brand"] = brand_tones(palette, self.tones.dark)
        self.register_theme(textual_theme(self._tones["brand"]))
        self.theme = "brand"
        self._rewrite()  # also where another brand's was worn before
        self.refresh_css(animate=False)

    def action_next_theme(self) -> None:
        names = list(self._tones)
        self.theme = names[(names.index(self.tones.name) + 1) % len(names)]
        self.say(f"Theme: {self.theme}")

    # -- opening and closing -----------------------------------------------------------------------

    def on_mount(self) -> None:
        if self.plain:
            self.animation_level = "none"
        keys = keymap.read(self._keys, self.say_keymap)
        self.set_keymap(keys)
        if keys:
            from .screens.actions import bound

            for lost in keymap.taken(keys, bound(self)):
                self.say_keymap(lost)
        self.app_resume_signal.subscribe(self, self._back_from_shell)
        self.theme_changed_signal.subscribe(self, self._rewrite)
        threading.Thread(target=self._open, name="studio-open", daemon=True).start()
        self.call_after_refresh(self._painted.set)

    def _rewrite(self, _: object = None) -> None:
        """What stands in the pens of the theme before is set in those of the new one."""
        from rich.text import Text
        from textual.widgets import Static

        old, new = self._worn, self.pens
        self._worn = new
        for screen in {screen for stack in self._screen_stacks.values() for screen in stack}:
            for words in screen.query(Static):
                if old is not new and isinstance(words.content, Text):
                    words.update(rewritten(words.content, old, new), layout=False)

    def _back_from_shell(self, _: object) -> None:
        """Paint everything again: the shell has written over it meanwhile."""
        for widget in (self.screen, *self.screen.walk_children()):
            widget.refresh()
        self.screen.refresh(layout=True)

    def say_keymap(self, problem: str) -> None:
        self.notify(problem, title="Keymap", severity="warning")

    def _open(self) -> None:
        try:
            if isinstance(self.place, Embedded):
                threading.Thread(target=self._load_face, daemon=True).start()
            else:
                self._painted.wait(2)
            studio = recorded(self.place.open(), self._recorded)
        except Exception as error:
            from .screens.unopened import Unopened

            why = error
            self.gate.fail(why)
            self.call_later(lambda: self.push_screen(Unopened(why)))
            return
        self._watch = Watch(studio, self.post_message)
        self.gate.set(studio)
        self._watch.start()
        if not self.is_headless:
            memory.settle()

    def _load_face(self) -> None:
        """The typed face's modules, after the first frame and while the process beside begins."""
        self._painted.wait(2)
        _ = brandstudio.LocalStudio

    def _recorded(self, call: Call) -> None:
        self.last_call = call
        self.calls.append(call)
        if self._watch is not None:
            self._watch.look()

    def exit(self, *arguments: Any, **more: Any) -> None:
        """Leave; threads that wait for jobs let go at once, the jobs themselves go on."""
        self.stop_watching()
        super().exit(*arguments, **more)

    def stop_watching(self) -> None:
        """End the watch and answer no thread any more; whoever gave the studio closes it."""
        if self._watch is not None:
            self._watch.stop()
        if self.gate.opened:
            transport = self.gate.studio().transport
            if isinstance(transport, Recorder):
                transport.end()

    def close_studio(self) -> None:
        """Let go of the studio; called once the screen is given back."""
        self.stop_watching()
        if self.gate.opened:
            self.gate.studio().close()

    # -- what the watch saw ------------------------------------------------------------------------

    @on(JobsSeen)
    def _jobs_seen(self, seen: JobsSeen) -> None:
        self.jobs = seen.jobs
        for screen in self._living(Area):
            screen.jobs_seen(seen.jobs, seen.ended)
        self._refresh_bars()

    @on(PurseSeen)
    def _purse_seen(self, seen: PurseSeen) -> None:
        self.purse = seen.purse
        for screen in self._living(Area):
            screen.purse_seen()
        self._refresh_bars()

    @on(ServerSeen)
    def _server_seen(self, seen: ServerSeen) -> None:
        self.server_there = seen.there
        if seen.there:
            self.say("The studio answers again")
            for screen in self._living(Asking):
                screen.reload()
        else:
            self.say(seen.said or "The studio does not answer", "bad")
        for picture in (one for screen in self._living(Asking) for one in screen.query(Picture)):
            picture.refresh()
        self._refresh_bars()

    def _living(self, kind: type) -> list[Any]:
        screens = (screen for stack in self._screen_stacks.values() for screen in stack)
        return [one for one in screens if isinstance(one, kind) and one.is_mounted]

    def _refresh_bars(self) -> None:
        """Also of the areas that are not seen: they are shown as they were painted last."""
        for screen in (screen for stack in self._screen_stacks.values() for screen in stack):
            for bar in (*screen.query(TopBar), *screen.query(Ticker)):
                bar.refresh()

    # -- what screens say --------------------------------------------------------------------------

    def say(self, text: str, pen: str = "good") -> None:
        """A remark on the ticker's line, which takes nothing from anyone."""
        self.last_said = (text, pen)
        self._refresh_bars()

    def tell_error(self, error: Exception) -> None:
        """An error with its code and what to do about it."""
        if isinstance(error, StudioError):
            self.notify(told(error), title=error.code, severity="error", timeout=8, markup=False)
        elif isinstance(error, OSError):
            self.notify(of_file(error), title="File", severity="error", timeout=8, markup=False)
        else:
            self.log.error(error)
            self.notify(
                str(error) or type(error).__name__, title="Error", severity="error", markup=False
            )

    def set_folder(self, folder: str) -> None:
        """Work in another folder, in every area."""
        if folder == self.folder:
            return
        self.folder = folder
        for screen in self._living(Area):
            if screen.is_current:
                screen.show_folder(folder)
        self._refresh_bars()

    def hand_over(self, area: str, tile: Tile | None) -> None:
        """Go on with an item in another area; its folder is worked in where none was chosen."""
        self.handed = tile
        if tile is not None and not self.folder:
            self.set_folder(tile.folder)
        self.action_area(area)

    def welcome(self) -> None:
        """The first time, with nothing there yet: offer the demo."""
        if not self._welcomed and len(self.screen_stack) == 1:
            self._welcomed = True
            self.action_demo()

    # -- actions -----------------------------------------------------------------------------------

    def action_area(self, name: str) -> None:
        if self.current_mode != name and len(self.screen_stack) == 1:
            self.last_said = None  # it was about what stands here
            self._refresh_bars()
            self.switch_mode(name)

    def action_reload(self) -> None:
        for screen in self._living(Asking):  # what is opened over an area too
            if screen.is_current:
                screen.reload()

    def action_undo(self) -> None:
        step = self.history.pop()
        if step is None:
            self.say("Nothing to undo", "quiet")
            return

        def done(_: object) -> None:
            self.say(f"Undone: {step.label}")
            self.action_reload()

        for screen in self._living(Area):
            if screen.is_current:
                screen.ask(step.back, done)

    def action_copy_python(self) -> None:
        if self.last_call is None:
            self.say("Nothing was done yet that could be copied", "quiet")
            return
        self.copy_to_clipboard(self.last_call.as_python(self.place.python))
        self.say(f"Copied as Python: studio.{self.last_call.name}(...)")

    def action_copy_command(self) -> None:
        last = self.last_call
        command = None if last is None else last.as_command(self.place.command)
        if command is None:
            self.action_copy_python()
            if last is not None:
                self.say(f"No command does {last.name}: copied as Python", "warn")
            return
        self.copy_to_clipboard(command)
        self.say(f"Copied: {' ; '.join(command.splitlines())}")

    def action_choose_folder(self) -> None:
        from .screens.picking import pick_folder

        pick_folder(self, lambda path: self.set_folder(path))

    def action_wear_brand(self) -> None:
        """The folder's palette as the theme."""
        folder = self.folder
        if not folder:
            self.say("Choose a folder first: ^g", "warn")
            return

        def look(studio: brandstudio.Studio) -> tuple[str, ...]:
            style = studio.style.get(folder=folder)
            learned = style.photos.photo_style
            own = tuple(colour.hex for colour in style.palette)
            return own or tuple(colour.hex for colour in (learned.palette if learned else ()))

        for screen in self._living(Area):
            if screen.is_current:
                screen.ask(look, self.wear_brand)

    def action_demo(self) -> None:
        from .screens.welcome import Welcome

        self.push_screen(Welcome())

    def action_jump(self) -> None:
        from .screens.jump import Jump

        if not isinstance(self.screen, Jump):
            self.push_screen(Jump(self.screen))

    def action_keys(self) -> None:
        from .screens.keys import KeysHelp

        if not isinstance(self.screen, KeysHelp):
            self.push_screen(KeysHelp(self.screen))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from .screens.actions import all_actions

        yield from all_actions(self, screen)


def main(
    *,
    data: Path | None = None,
    workspace: str = "default",
    url: str | None = None,
    api_key: str | None = None,
    **options: Any,
) -> None:
    """Run the studio in this terminal until it is left."""
    place: Place
    if data is not None:
        place = Embedded(data.absolute(), workspace)
    else:
        place = Remote(url or "", api_key or "")
    from .ending import heed_hangup
    from .terminal import picture_kind

    options["pictures"] = picture_kind(options.get("pictures", "auto"), os.environ)
    memory.spare()
    app = StudioApp(place, rejected=default_file(), **options)
    with heed_hangup(app):
        app.run()
        app.close_studio()
    if app.return_code:
        sys.exit(app.return_code)
