"""The word tables of this room: TOML files under ``assets/words``, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """The table ``name`` as it stands in its file; its schema lies beside it."""
    path = files("brandstudio.assets") / "words" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
