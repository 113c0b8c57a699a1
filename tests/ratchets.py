"""What is larger than the house wants it, why, and may only shrink: ``python tests/ratchets.py``
writes the lists anew after something became smaller, and leaves the reasons to you.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LISTED = Path(__file__).parent / "data" / "ratchets.json"
PLACES = ("brandstudio", "tui/brandstudio_tui", "notebooks/brandstudio_notebooks")

LINES_OF_A_MODULE = 450
LINES_OF_A_FUNCTION = 60
COMPLEXITY = 12
PARAMETERS = 8

Sizes = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Exempt:
    """A named exception: how large it may be, and why it is not split."""

    size: int
    why: str


@cache
def sizes() -> Sizes:
    """Everything over its limit, by kind, with how large it is."""
    found: Sizes = {"modules": {}, "functions": {}, "complexity": {}, "parameters": {}}
    untyped: Counter[str] = Counter()
    for place in PLACES:
        for file in sorted((ROOT / place).rglob("*.py")):
            _measure(file, found)
            room = file.relative_to(ROOT / place).parts[0].removesuffix(".py")
            untyped[f"{place}: {room}"] += _untyped(file)
    found["any"] = {room: count for room, count in sorted(untyped.items()) if count}
    for kind, name, size in _told_by_ruff():
        found[kind][name] = size
    return found


def _measure(file: Path, found: Sizes) -> None:
    text, name = file.read_text(), file.relative_to(ROOT).as_posix()
    if (lines := text.count("\n")) > LINES_OF_A_MODULE:
        found["modules"][name] = lines
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LINES_OF_A_FUNCTION:
                found["functions"][f"{name}: {node.name}"] = lines


def _untyped(file: Path) -> int:
    """How often a module says that a value may be anything, in code or in a quoted annotation."""
    quoted = re.compile(r"[\w\[\], .|]*\bAny\b[\w\[\], .|]*")
    return sum(
        (isinstance(node, ast.Name) and node.id == "Any")
        or (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and quoted.fullmatch(node.value) is not None
        )
        for node in ast.walk(ast.parse(file.read_text()))
    )


def _told_by_ruff() -> list[tuple[str, str, int]]:
    """(kind, name, size): McCabe's complexity and the count of parameters."""
    limits = (
        f"lint.mccabe.max-complexity={COMPLEXITY}",
        f"lint.pylint.max-args={PARAMETERS}",
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "C901,PLR0913"),
            *(part for limit in limits for part in ("--config", limit)),
            *("--output-format", "json", *PLACES),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    rows = []
    for entry in json.loads(done.stdout):
        file = Path(entry["filename"]).relative_to(ROOT).as_posix()
        line = (ROOT / file).read_text().splitlines()[entry["location"]["row"] - 1]
        name = line.strip().removeprefix("async ").removeprefix("def ").partition("(")[0]
        size = int(entry["message"].rpartition("(")[2].partition(" ")[0])
        rows.append(
            ("complexity" if entry["code"] == "C901" else "parameters", f"{file}: {name}", size)
        )
    return rows


def listed() -> dict[str, dict[str, Exempt]]:
    """The named exceptions."""
    return {
        kind: {name: Exempt(**entry) for name, entry in entries.items()}
        for kind, entries in json.loads(LISTED.read_text()).items()
    }


def _why(known: dict[str, Exempt], name: str) -> str:
    return known[name].why if name in known else ""


def _write() -> None:
    known = listed()
    made = {
        kind: {
            name: {"size": size, "why": _why(known.get(kind, {}), name)}
            for name, size in found.items()
        }
        for kind, found in sizes().items()
    }
    LISTED.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    _write()
