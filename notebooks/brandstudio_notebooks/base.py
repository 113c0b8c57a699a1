"""What all widgets share: a flat model of plain traits, work in threads, and a last picture that
outlives the kernel.

Nothing of a widget is a link, a key or a folder of the machine: pictures travel as small files
within its traits.
"""

from __future__ import annotations

import html
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4
from weakref import finalize

import anywidget
import traitlets

from brandstudio.errors import StudioError
from brandstudio.models.shown import CELL, clean, data_link, thumbnail

_STATIC = Path(__file__).parent / "static"


def module(name: str) -> str:
    """The ES module of a widget: what all share, then its own."""
    parts = (_STATIC / f"{part}.js" for part in ("shared", name))
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def style() -> str:
    """The style sheet of all widgets."""
    return (_STATIC / "widgets.css").read_text(encoding="utf-8")


def picture(value: Any, side: int = 320) -> str:
    """A value's picture as a data link; empty where there is none to read."""
    small = thumbnail(value, side)
    return "" if small is None else data_link(small)


class StudioWidget(anywidget.AnyWidget):
    """A widget over a studio. ``busy`` says that something is under way, ``message`` what there is
    to say; ``value`` is what a person chose or made, and links to other widgets' traits.
    """

    _css = style()
    frozen_key = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)
    value = traitlets.Unicode("").tag(sync=True)

    def __init__(self, studio: Any, **traits: Any) -> None:
        self._studio = studio
        self._turns: dict[str, int] = {}
        self._under_way = 0
        self._lock = threading.Lock()
        self._shown: Any = None
        self._threads = ThreadPoolExecutor(2, thread_name_prefix=type(self).__name__)
        finalize(self, self._threads.shutdown, wait=False, cancel_futures=True)
        super().__init__(frozen_key=uuid4().hex[:12], **traits)

    # -- work --------------------------------------------------------------------------------------

    def _start(self, what: str, work: Callable[[], dict[str, Any]]) -> None:
        """Carry work out in a thread; what it gives are new values of traits. Of the same kind of
        work only the newest counts.
        """
        with self._lock:
            self._under_way += 1
            turn = self._turns[what] = self._turns.get(what, 0) + 1
        self.busy = True
        self._threads.submit(self._carry_out, what, turn, work)

    def _when(self, trait: str, what: str, work: Callable[[], dict[str, Any]]) -> None:
        """Carry work out whenever the front end has put something into a trait."""

        def asked(change: Any) -> None:
            if change["new"]:
                self._start(what, work)

        self.observe(asked, trait)

    def _carry_out(self, what: str, turn: int, work: Callable[[], dict[str, Any]]) -> None:
        found = self._tried(work) if self._turns[what] == turn else {}
        if self._turns[what] != turn:
            found = {}
        with self._lock:
            self._under_way -= 1
            idle = not self._under_way
        with self.hold_sync():
            for name, value in found.items():
                setattr(self, name, value)
            if idle:
                self.busy = False
        if found:
            self._freeze()

    @staticmethod
    def _tried(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What the work gives, or what is to be said of it."""
        try:
            return {"message": "", **work()}
        except StudioError as error:
            return {"message": clean(f"{error.code}: {error.message}")}
        except Exception as error:
            return {"message": f"This did not work ({type(error).__name__})."}

    def wait(self, timeout: float = 60) -> None:
        """Wait until nothing is under way; for programs and tests."""
        settled = threading.Event()

        def look(_: Any = None) -> None:
            if not self.busy:
                settled.set()

        self.observe(look, "busy")
        look()
        settled.wait(timeout)
        self.unobserve(look, "busy")

    # -- the last picture --------------------------------------------------------------------------

    def frozen(self) -> str:
        """The widget's last picture as HTML that needs no kernel and no script."""
        return html.escape(repr(self))

    def _frozen_html(self) -> str:
        return (
            f'<div class="brandstudio bs-frozen-{self.frozen_key}" style="border:1px solid '
            'rgba(128,128,128,.35);border-radius:8px;padding:.8em 1em;max-width:62em">'
            f"{self.frozen()}</div>"
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        found = super()._repr_mimebundle_(**options)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        if data is None:
            data = {}
        return {**data, "text/plain": repr(self), "text/html": self._frozen_html()}, metadata

    def _ipython_display_(self) -> None:
        """The living widget, and under it its last picture, which the living one hides: a notebook
        that is opened without a kernel shows the picture.
        """
        from IPython.display import HTML, display

        data, metadata = self._repr_mimebundle_()
        data.pop("text/html")
        display(data, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]
        picture = self._frozen_html()
        self._shown = display(HTML(picture), display_id=True)  # type: ignore[no-untyped-call]
        if self._frozen_html() != picture:  # work that ended meanwhile had nothing to redraw
            self._freeze()

    def _freeze(self) -> None:
        if self._shown is not None:
            from IPython.display import HTML

            self._shown.update(HTML(self._frozen_html()))  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(value={self.value!r})"


def image_tag(source: str, words: str, width: int) -> str:
    """A picture of the frozen form."""
    said = html.escape(words)
    if not source:
        return f"<span>{said}</span>"
    return (
        f'<img src="{source}" alt="{said}" style="max-width:{width}px;border-radius:6px;'
        'margin:2px;vertical-align:top">'
    )


def image_tags(pictures: Iterable[tuple[str, str]], width: int) -> str:
    """Pictures with their words, as many as one cell may hold; of the others their words."""
    left, parts = CELL, []
    for source, words in pictures:
        if len(source) > left:
            source = ""
        left -= len(source)
        parts.append(image_tag(source, words, width))
    return " ".join(parts)
