"""Keys of one's own: a TOML file with the id of a binding and the keys it is to have.

    [keys]
    "library.trash" = "d"
    "app.jump" = "ctrl+j,f9"

The ids are in the keys help (``?``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from textual.binding import Binding

_EVERYWHERE = ("app", "area", "rows", "choice", "slider")
_IN_LIBRARY = ("library", "gallery", "folders")


def default_file() -> Path:
    """Where the file lies when none is named."""
    from platformdirs import user_config_path

    return user_config_path("brandstudio") / "studio-keys.toml"


def read(file: Path | None, complain: Callable[[str], None]) -> dict[str, str]:
    """Binding ids and their keys; nothing where there is no file, a remark where it can't be read."""
    chosen = file or default_file()
    try:
        text = chosen.read_text()
    except FileNotFoundError:
        if file is not None:
            complain(f"{file} is not there; the usual keys are used.")
        return {}
    except OSError as error:
        complain(f"{chosen}: {error.strerror}")
        return {}
    try:
        keys = tomllib.loads(text).get("keys", {})
    except tomllib.TOMLDecodeError as error:
        complain(f"{chosen} is no TOML ({error}); the usual keys are used.")
        return {}
    wrong = [name for name, value in keys.items() if not isinstance(value, str)]
    if wrong:
        complain(f'{chosen}: the keys of {", ".join(wrong)} are no text like "ctrl+j,f9".')
    return {name: value for name, value in keys.items() if isinstance(value, str)}


def taken(keys: Mapping[str, str], bindings: Iterable[Binding]) -> list[str]:
    """What to say of keys that the keymap gives away although an action beside it has them."""
    usual: dict[str, Binding] = {}
    had: dict[str, list[str]] = {}
    for binding in bindings:
        if binding.id:
            usual.setdefault(binding.id, binding)
            had.setdefault(binding.id, []).append(binding.key)
    now = {name: _split(keys[name]) if name in keys else held for name, held in had.items()}
    said = []
    for name in keys:
        if name not in now:
            continue
        for other in now:
            # Of two that the file gives one key, the later is told of.
            later = other not in keys or list(keys).index(other) > list(keys).index(name)
            if other == name or not later or not _beside(name, other):
                continue
            for key in sorted({*now[name]} & {*now[other]}):
                first, second = (name, other) if _inner(name, other) else (other, name)
                said.append(
                    f'"{first}" has {key} now; "{second}" ({usual[second].description}) lost it.'
                )
    return said


def _split(keys: str) -> list[str]:
    """The keys of an entry under the names that bindings have."""
    return [binding.key for binding in Binding.make_bindings([(keys, "", "")])]


def _beside(name: str, other: str) -> bool:
    """Whether both are bound at one time somewhere."""
    rooms = {name.partition(".")[0], other.partition(".")[0]}
    return len(rooms) == 1 or bool(rooms & {*_EVERYWHERE}) or rooms <= {*_IN_LIBRARY}


def _inner(name: str, other: str) -> bool:
    """Whether the first is asked before the second: a part of a screen, then the screen, then all."""
    depth = {"app": 0, "area": 0, "rows": 2, "choice": 2, "slider": 2, "gallery": 2, "folders": 2}
    first, second = (depth.get(one.partition(".")[0], 1) for one in (name, other))
    return first >= second
