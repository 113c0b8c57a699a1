"""The notebooks as pages, each cell as it stands; the tests run them as notebooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wording import GENERATED

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
ORDER = (
    "first-banner",
    "learn-a-brand",
    "campaign-from-a-table",
    "audit-a-folder",
    "credits-and-usage",
    "your-own-engine",
)
"""From the first lesson on."""


def pages() -> dict[str, str]:
    """Path below ``docs`` to text."""
    names = "\n".join(ORDER)
    index = f"""{GENERATED}
# Notebooks

Six notebooks that teach by doing, on real photographs, without a key or the network. `brandstudio notebook` puts a copy of
them into your folder and opens JupyterLab; what values look like there is told in [its guide](../guides/notebooks.md).

```{{toctree}}
:maxdepth: 1

{names}
```
"""
    return {
        "notebooks/index.md": index,
        **{f"notebooks/{name}.md": _page(NOTEBOOKS / f"{name}.ipynb") for name in ORDER},
    }


def _page(file: Path) -> str:
    cells: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join((GENERATED, *map(_cell, cells))) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"]).strip()
    return text if cell["cell_type"] == "markdown" else f"```{{code-block}} python\n{text}\n```"
