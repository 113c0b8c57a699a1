"""How well pictures keep to the brand: score, parts and findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Label, Static

import brandstudio

from ..views import Tile
from ..widgets.bars import Ways
from .base import Dialog


@dataclass(frozen=True)
class Checked:
    """One picture's check."""

    title: str
    score: float
    parts: tuple[tuple[str, float, str], ...]
    findings: tuple[str, ...]


def check_all(studio: brandstudio.Studio, tiles: Sequence[Tile]) -> list[Checked]:
    """The checks of the pictures; run in a thread."""
    found = []
    for tile in tiles:
        check = studio.images.check(folder=tile.folder, image_id=tile.image_id)
        found.append(
            Checked(
                tile.title,
                check.score,
                tuple((part.part, part.score, part.reason) for part in check.parts),
                tuple(finding.message for finding in check.findings),
            )
        )
    return found


class CheckResult(Dialog[None]):
    """The scores, with the reasons."""

    def __init__(self, checks: Sequence[Checked]) -> None:
        super().__init__()
        self._checks = checks

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog tall"):
            yield Label("Against the brand", classes="dialog-title")
            yield Static(self._words())
            yield Ways(("escape", "Close", "leave"))

    def _words(self) -> Text:
        from ..app import StudioApp

        app = cast(StudioApp, self.app)
        pens, symbols = app.pens, app.symbols
        text = Text()
        for check in self._checks:
            text.append(f"{check.title}  ", pens.strong)
            text.append(f"{check.score:.0f} of 100\n", pens.accent)
            for part, score, reason in check.parts:
                filled = round(score / 10)
                text.append(f"  {part:<14}", pens.quiet)
                text.append(symbols.bar * filled, pens.second)
                text.append(symbols.shade * (10 - filled), pens.line)
                text.append(f" {score:3.0f}  ", pens.text)
                text.append(f"{reason}\n", pens.quiet)
            for finding in check.findings:
                text.append(f"  {symbols.warning} {finding}\n", pens.warn)
            text.append("\n")
        return text
