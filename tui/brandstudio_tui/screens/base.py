"""What all screens share: asking the studio in a thread, hearing the answer, saying what failed.

A screen says ``self.ask(work, then)``: ``work`` runs in a thread with the studio, its value comes
back as a message, and ``then`` changes the widgets on the event loop. Nothing else crosses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import events
from textual._compositor import Compositor
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.errors import NoWidget
from textual.message import Message
from textual.screen import UPDATE_PERIOD, ModalScreen, Screen
from textual.timer import Timer

import brandstudio

from ..compositing import Frugal
from ..views import JobView
from ..widgets.bars import Below, Footed, TopBar

if TYPE_CHECKING:
    from ..app import StudioApp

T = TypeVar("T")
TURNS = 12
"""Turns of the event loop that a message takes through the widgets above one, and its effect back."""


@dataclass
class Answer(Message):
    """What a thread brought back; ``turn`` is the place of its question within its group."""

    then: Callable[[Any], None] | None
    value: Any
    group: str
    turn: int
    error: Exception | None = None
    otherwise: Callable[[Exception], None] | None = None


class Asking:
    """Puts questions to the studio from a screen; the newest of a group is the one that counts."""

    if TYPE_CHECKING:
        run_worker: Any
        post_message: Callable[[Message], bool]
        app: Any

    _turns: dict[str, int]
    _flying: dict[str, bool]
    _next: dict[str, Callable[[], None]]

    def _begin_asking(self) -> None:
        self._turns, self._flying, self._next = {}, {}, {}

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    def ask(
        self,
        work: Callable[[brandstudio.Studio], T],
        then: Callable[[T], None] | None = None,
        *,
        group: str = "",
        otherwise: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run ``work`` in a thread and ``then`` with what it gives; a later question of the same
        group makes this one's answer void. ``otherwise`` hears an error in place of a toast.
        """
        turn = self._turns.get(group, 0) + 1 if group else 0
        if group:
            self._turns[group] = turn
        gate = self.studio_app.gate

        def carry_out() -> None:
            try:
                value = work(gate.studio())
            except Exception as error:
                self.post_message(Answer(then, None, group, turn, error, otherwise))
            else:
                self.post_message(Answer(then, value, group, turn))

        self.run_worker(carry_out, thread=True, exit_on_error=False, group=group or "asks")

    def ask_latest(
        self,
        group: str,
        work: Callable[[brandstudio.Studio], T],
        then: Callable[[T], None],
        otherwise: Callable[[Exception], None] | None = None,
    ) -> None:
        """As ``ask``, with at most one question under way: while it is, only the newest waits."""
        if self._flying.get(group):
            self._next[group] = lambda: self.ask_latest(group, work, then, otherwise)
            return
        self._flying[group] = True

        def after(act: Callable[[Any], None] | None, value: Any) -> None:
            self._flying[group] = False
            waiting = self._next.pop(group, None)
            if act is not None:
                act(value)
            if waiting is not None:
                waiting()

        self.ask(
            work,
            lambda value: after(then, value),
            group=group,
            otherwise=lambda error: after(otherwise or self.fail, error),
        )

    def on_answer(self, answer: Answer) -> None:
        answer.stop()
        if answer.group and answer.turn != self._turns.get(answer.group):
            return
        if answer.error is not None:
            (answer.otherwise or self.fail)(answer.error)
        elif answer.then is not None:
            with suppress(NoMatches):  # the widgets it was for have gone
                answer.then(answer.value)

    def reload(self) -> None:
        """Fetch again what is shown."""

    def fail(self, error: Exception) -> None:
        """Say what went wrong and what to do."""
        self.studio_app.tell_error(error)


class Guarded(Footed):
    """A click that lands on a widget removed meanwhile is no click (Textual 8.2.8 would end), and
    the terminal is sent what changed alone.
    """

    _compositor: Compositor
    _gathering: Timer | None = None

    if TYPE_CHECKING:
        set_interval: Callable[..., Timer]
        _on_timer_update: Callable[[], None]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._compositor = Frugal()

    @property
    def _update_timer(self) -> Timer:
        """The timer of the frames. Textual's own paints as soon as one widget has changed, and what
        that one tells the others a frame later: here both are in one.
        """
        if self._gathering is None:
            self._gathering = self.set_interval(
                UPDATE_PERIOD, self._gather, name="screen_update", pause=True
            )
        return self._gathering

    async def _gather(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._on_timer_update()

    def _forward_event(self, event: events.Event) -> None:
        with suppress(NoScreen, NoWidget, NoMatches):
            super()._forward_event(event)  # type: ignore[misc]


class Area(Guarded, Asking, Screen[None]):
    """One of the six areas: the bar above, its own body, the ticker and the keys below."""

    AREA: ClassVar[str] = ""
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__()
        self._begin_asking()

    def compose(self) -> ComposeResult:
        yield TopBar(self.AREA)
        yield from self.body()
        yield Below()

    def body(self) -> ComposeResult:
        """The area's own widgets."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Once, after the widgets are there."""

    def on_screen_resume(self) -> None:
        if self.AREA != "library" and not self.studio_app.folder:
            self.ask(_first_folder, self._begin_with, group="first", otherwise=lambda error: None)
        self.show_folder(self.studio_app.folder)

    def _begin_with(self, folder: str) -> None:
        """Where nobody chose a folder, work begins in the first brand."""
        if folder and not self.studio_app.folder:
            self.studio_app.set_folder(folder)

    def show_folder(self, folder: str) -> None:
        """Another folder was chosen, here or in another area."""

    def jobs_seen(self, jobs: tuple[JobView, ...], ended: tuple[JobView, ...]) -> None:
        """The newest jobs; ``ended`` finished since the last look."""

    def purse_seen(self) -> None:
        """Prices or the balance changed."""


def _first_folder(studio: brandstudio.Studio) -> str:
    found = studio.folders.list().level1_folders
    return found[0].path if found else ""


class Dialog(Guarded, Asking, ModalScreen[T]):
    """A screen above the others that gives an answer; escape gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", id="dialog.close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._begin_asking()

    def action_leave(self) -> None:
        self.dismiss(None)
