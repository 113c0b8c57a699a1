"""What a brand looks and sounds like: its board, and the proofreader."""

from __future__ import annotations

import html
from typing import Any

import traitlets

from .base import StudioWidget, module


class StyleBoard(StudioWidget):
    """A folder's colours and measures; ``value`` is the colour that is picked."""

    _esm = module("board")
    folder = traitlets.Unicode("").tag(sync=True)
    colours: Any = traitlets.List().tag(sync=True)
    board = traitlets.Unicode("").tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", **traits: Any) -> None:
        super().__init__(studio, folder=folder, **traits)
        self.observe(lambda _: self.refresh(), "folder")
        self.refresh()

    def refresh(self) -> None:
        """Read the style again."""
        if self.folder:
            self._start("read", self._read)

    def _read(self) -> dict[str, Any]:
        style = self._studio.style.get(folder=self.folder)
        palette: Any = style.palette
        if not palette and style.photos.photo_style is not None:
            palette = style.photos.photo_style.palette
        colours = [{"hex": one.hex, "role": one.role or ""} for one in palette]
        return {"colours": colours, "board": style._repr_mimebundle_()["text/html"]}

    def frozen(self) -> str:
        return self.board or "no folder yet"


class Proofreader(StudioWidget):
    """Copy as it is typed, with marks where a rule of the folder speaks; ``value`` is the
    corrected text.
    """

    _esm = module("proofreader")
    folder = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    language = traitlets.Unicode("").tag(sync=True)
    checked = traitlets.Unicode("").tag(sync=True)
    """The text that the marks are about."""
    marks: Any = traitlets.List().tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", text: str = "", **traits: Any) -> None:
        super().__init__(studio, folder=folder, text=text, **traits)
        self.observe(lambda _: self.refresh(), ["folder", "text", "language"])
        self.refresh()

    def refresh(self) -> None:
        """Read the text again."""
        if self.folder:
            self._start("read", self._read)

    def _read(self) -> dict[str, Any]:
        text = self.text
        if not text.strip():
            return {"marks": [], "checked": text, "value": text}
        language = {"language": self.language} if self.language else {}
        found = self._studio.text.proofread(folder=self.folder, text=text, **language)
        marks = [
            {
                "at": one.offset,
                "length": one.length,
                "kind": one.kind,
                "severity": one.severity,
                "message": one.message,
                "replacement": one.replacement or "",
                "applied": one in found.applied,
            }
            for one in sorted([*found.applied, *found.advisories], key=lambda one: one.offset)
        ]
        return {"marks": marks, "checked": text, "value": found.corrected}

    def frozen(self) -> str:
        parts, at = [], 0
        for mark in self.marks:
            if mark["at"] < at:
                continue
            end = mark["at"] + mark["length"]
            parts.append(html.escape(self.checked[at : mark["at"]]))
            parts.append(
                f'<mark title="{html.escape(mark["message"])}">'
                f"{html.escape(self.checked[mark['at'] : end])}</mark>"
            )
            at = end
        parts.append(html.escape(self.checked[at:] or ("" if self.checked else "no words yet")))
        return f'<div style="white-space:pre-wrap">{"".join(parts)}</div>'
