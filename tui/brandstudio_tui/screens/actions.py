"""Every action of every area for the command palette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from ..widgets.bars import AREAS

if TYPE_CHECKING:
    from ..app import StudioApp

_APP = (
    ("Undo", "Take back the last thing done", "undo"),
    ("Choose folder", "Work in another folder", "choose_folder"),
    ("Jump", "A letter on everything that can take the focus", "jump"),
    ("Copy as Python", "The last thing done, as a program", "copy_python"),
    ("Copy as command", "The last thing done, as a command", "copy_command"),
    ("Next theme", "Night, paper, high contrast, the brand's own", "next_theme"),
    ("Wear the brand's colours", "The folder's palette as the theme", "wear_brand"),
    ("Reload", "Fetch again what is shown", "reload"),
    ("Keys", "All keys of this screen", "keys"),
    ("Lay out the demo", "Folders, photographs, a logo, a style and banners", "demo"),
    ("Quit", "Leave the studio", "quit"),
)


def area_bindings(name: str) -> Iterator[Binding]:
    """What an area's own keys do."""
    module = import_module(f".{name}", __package__)
    kind = getattr(module, f"{name.capitalize()}Area")
    for binding in Binding.make_bindings(kind.BINDINGS):
        if binding.description:
            yield binding


def bound(app: StudioApp) -> Iterator[Binding]:
    """Every binding of the app, its areas and the parts of the library that may be given other keys."""
    from ..widgets.folders import FolderTree
    from ..widgets.gallery import Gallery

    yield from Binding.make_bindings(type(app).BINDINGS)
    for name, _ in AREAS:
        yield from area_bindings(name)
    for part in (Gallery, FolderTree):
        yield from Binding.make_bindings(part.BINDINGS)


def all_actions(app: StudioApp, screen: Screen[Any]) -> Iterable[SystemCommand]:
    """The app's actions, then those of the area that is shown, then those of the others."""
    here = app.current_mode
    for title, words, action in _APP:
        yield SystemCommand(title, words, _app_action(app, action))
    for name, title in AREAS:
        yield SystemCommand(
            f"Go to {title}", f"The area {title}", _app_action(app, f"area('{name}')")
        )
    for name, title in sorted(AREAS, key=lambda pair: pair[0] != here):
        seen: set[str] = set()
        for binding in area_bindings(name):
            if binding.action in seen:
                continue
            seen.add(binding.action)
            label = f"{title}: {_told(binding)}"
            key = app.get_key_display(binding)
            yield SystemCommand(label, f"key {key}", _area_action(app, name, binding.action))


def _told(binding: Binding) -> str:
    """What a binding does, by the word in the footer too: people look for that."""
    word, words = binding.description, binding.tooltip
    if not words or word.lower() in words.lower():
        return words or word
    return f"{word} ({words})"


def _app_action(app: StudioApp, action: str) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        await app.run_action(action)

    return run


def _area_action(app: StudioApp, name: str, action: str) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        if app.current_mode != name:
            await app.switch_mode(name)
        await app.run_action(action, app.screen)

    return run
