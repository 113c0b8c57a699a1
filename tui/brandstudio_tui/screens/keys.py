"""All keys of what is on the screen, with the ids that a keymap file names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Label, Static

from .. import keymap
from ..widgets.bars import Ways
from ..widgets.rows import Column, Row, Rows
from .base import Dialog

MOVING = ("gallery", "folders", "rows", "choice")


class KeysHelp(Dialog[None]):
    """A table of keys, actions and ids."""

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._keys = [(key, bound.binding) for key, bound in below.active_bindings.items()]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Label("Keys", classes="dialog-title")
            yield Rows((Column("Key", 16), Column("What it does", 0), Column("Id", 0)))
            yield Static(
                f'Other keys: a [keys] table in {_short(keymap.default_file())}, as "id" = "key,key"',
                classes="note",
                markup=False,
            )
            yield Ways(("escape", "Close", "leave"))

    def on_mount(self) -> None:
        rows: dict[str, tuple[list[str], str, str]] = {}
        shown = set()
        for key, binding in self._keys:
            if not binding.description or binding.system:
                continue
            name = binding.id or binding.action
            entry = rows.setdefault(name, ([], binding.description, binding.id or ""))
            if binding.show:
                shown.add(name)
            entry[0].append(self.app.get_key_display(replace(binding, key=key, key_display=None)))
        table = self.query_one(Rows)
        table.show(
            [
                Row(name, (" ".join(keys[:2]), words, ident), ("accent", "", "quiet"))
                for name, (keys, words, ident) in sorted(
                    rows.items(), key=lambda row: 0 if row[0] in shown else _rank(row[1][2])
                )
            ]
        )
        table.focus()


def _rank(ident: str) -> int:
    """After the footer's keys what is done here, then what is done everywhere, then how one moves."""
    room = ident.partition(".")[0]
    return {"": 4, "app": 2, "area": 2}.get(room, 3 if room in MOVING else 1)


def _short(file: Path) -> str:
    """The file as people write it, from their home on."""
    home = Path.home()
    return f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)
