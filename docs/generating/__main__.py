"""Writes the pages that describe the code from the code: ``python docs/generating``.

With ``--check`` nothing is written; what is not current is named, and the status is 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import import_picture
import notebook_pages
import operation_pages
import plain_pages
import value_pages

DOCS = Path(__file__).parent.parent


def main(check: bool) -> int:
    """Write or compare every generated file. Returns how many were not current."""
    made = {
        **operation_pages.pages(),
        **value_pages.pages(),
        **plain_pages.pages(),
        **import_picture.pages(),
        **notebook_pages.pages(),
    }
    folder = DOCS / "reference" / "operations"
    gone = {f"reference/operations/{page.name}" for page in folder.glob("*.md")} - set(made)
    stale = [name for name, text in made.items() if _read(name) != text] + sorted(gone)
    for name in stale:
        if check:
            print(f"{name} is not current: python docs/generating")
        elif name in gone:
            (DOCS / name).unlink()
            print(f"{name} is gone: nothing is described there any more")
        else:
            (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
            (DOCS / name).write_text(made[name])
            print(f"{name} is written anew")
    if not stale and not check:
        print("all pages are current")
    return len(stale)


def _read(name: str) -> str | None:
    file = DOCS / name
    return file.read_text() if file.exists() else None


if __name__ == "__main__":
    checking = "--check" in sys.argv[1:]
    outdated = main(checking)
    sys.exit(1 if checking and outdated else 0)
