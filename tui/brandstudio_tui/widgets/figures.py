"""The proof beside a banner: its score, and the contrast of each block of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from rich.text import Text
from textual.widgets import Static

if TYPE_CHECKING:
    from ..app import StudioApp


class FigureLike(Protocol):
    @property
    def layer(self) -> str: ...
    @property
    def worst(self) -> float: ...
    @property
    def required(self) -> float: ...
    @property
    def vision(self) -> str: ...
    @property
    def holds(self) -> bool: ...


_BAR = 16
_WORDS = 46  # sign, block, ratio, what is needed and whose eyes, with the padding
_VERDICT = 7  # ", holds", which the sign says too
_CONTRAST = 21  # black on white


class Figures(Static):
    """Words and bars; in a narrow terminal the bars give way first."""

    DEFAULT_CSS = "Figures { height: auto; max-height: 12; padding: 0 1; }"

    @property
    def studio_app(self) -> StudioApp:
        return cast("StudioApp", self.app)

    _shown: tuple[float, Sequence[FigureLike], Sequence[str], str] | None = None

    def show(
        self, total: float, figures: Sequence[FigureLike], warnings: Sequence[str], where: str
    ) -> None:
        self._shown = (total, figures, warnings, where)
        pens, symbols = self.studio_app.pens, self.studio_app.symbols
        text = Text()
        text.append(f"score {total * 100:.0f}", pens.strong)
        text.append(f"   {where}\n", pens.quiet)
        spare = self.size.width - _WORDS if self.size.width else _BAR + _VERDICT
        roomy = spare >= _BAR + _VERDICT
        bar = min(_BAR, max(2, spare - _VERDICT if roomy else spare))
        for figure in figures:
            sign = symbols.done if figure.holds else symbols.failed
            pen = pens.good if figure.holds else pens.bad
            filled = max(1, min(bar, round(figure.worst / _CONTRAST * bar)))
            text.append(f"{sign} ", pen)
            text.append(f"{figure.layer:<9}", pens.text)
            text.append(symbols.bar * filled, pen)
            text.append(symbols.shade * (bar - filled), pens.line)
            text.append(f" {figure.worst:4.1f} : 1", pen)
            verdict = "holds" if figure.holds else "too faint"
            text.append(f"  needs {figure.required:g}", pens.quiet)
            if roomy or not figure.holds:
                text.append(f", {verdict}", pens.quiet)
            if figure.vision != "normal":
                text.append(f" ({figure.vision})", pens.quiet)
            text.append("\n")
        for warning in warnings:
            text.append(f"{symbols.warning} {warning}\n", pens.warn)
        self.update(text)

    def on_resize(self) -> None:
        if self._shown is not None:
            self.show(*self._shown)

    def clear(self) -> None:
        """Nothing to prove."""
        self._shown = None
        self.update("")

    def complain(self, words: str) -> None:
        self._shown = None
        symbols, pens = self.studio_app.symbols, self.studio_app.pens
        self.update(Text(f"{symbols.failed} {words}", pens.bad))

    def busy(self, words: str) -> None:
        self._shown = None
        symbols, pens = self.studio_app.symbols, self.studio_app.pens
        self.update(Text(f"{symbols.running} {words}", pens.second))
