"""Progress where a person looks on: an HTML bar in a notebook, tqdm in a terminal, nothing else."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Protocol

from ..display.charts import progress as drawn


class Shown(Protocol):
    """A bar that is there."""

    def show(self, message: str, percent: float | None) -> None: ...

    def close(self) -> None: ...


class Bar:
    """The bar that fits where this runs; none where it is not wanted or nobody looks on."""

    def __init__(self, wanted: bool) -> None:
        self._bar: Shown | None = None
        if wanted and in_a_notebook():
            self._bar = NotebookBar()
        elif wanted and sys.stderr.isatty():
            self._bar = TerminalBar()

    def show(self, message: str, percent: float | None) -> None:
        """Say how far the work is; without a figure, in words alone."""
        if self._bar is not None:
            self._bar.show(message, percent)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


def in_a_notebook() -> bool:
    """Whether a kernel shows what this thread displays."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class NotebookBar:
    """Plain HTML in the cell's own output, brought up to date in place: no state of a widget that a
    reload could lose.
    """

    def __init__(self) -> None:
        self._handle: Any = None
        self._last = ""

    def show(self, message: str, percent: float | None) -> None:
        """Draw the bar, or draw it again where something changed."""
        shown: Any = import_module("IPython.display")
        markup = str(drawn(percent, message))
        if markup == self._last:
            return
        self._last = markup
        if self._handle is None:
            self._handle = shown.display(shown.HTML(markup), display_id=True)
        else:
            self._handle.update(shown.HTML(markup))

    def close(self) -> None:
        """Leave nothing in the saved notebook."""
        if self._handle is not None:
            shown: Any = import_module("IPython.display")
            self._handle.update(shown.HTML(""))


class TerminalBar:
    """tqdm's bar on the terminal."""

    def __init__(self) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=100, bar_format="{desc} {bar} {percentage:3.0f} % {elapsed}", leave=False
        )

    def show(self, message: str, percent: float | None) -> None:
        """Draw the bar again."""
        self._bar.set_description_str(message)
        if percent is not None:
            self._bar.n = int(min(100.0, percent))
        self._bar.refresh()

    def close(self) -> None:
        """Take it from the terminal."""
        self._bar.close()
