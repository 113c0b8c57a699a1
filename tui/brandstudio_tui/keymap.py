"""Keys of one's own: a TOML file with the id of a binding and the keys it is to have.

    [keys]
    "library.trash" = "d"
    "app.jump" = "ctrl+j,f9"

The ids are in the keys help (``?``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path


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
