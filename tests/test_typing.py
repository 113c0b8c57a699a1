"""What type checkers say of programs that use the package: plugin-less ``mypy --strict`` and
pyright.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((Path(__file__).parent / "typing").glob("*.py"))


GIVEN = """
import time
import brandstudio
studio: brandstudio.Studio = brandstudio.open("before")
secret, body, header, table = "", b"", "", [{"title": ""}]
"""
"""What blocks of the README take from earlier ones."""


def marked(file: Path) -> set[int]:
    """The lines that are meant to be wrong."""
    return {
        number
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if line.endswith("# wrong")
    }


def by_mypy(folder: Path, *files: Path) -> dict[Path, dict[int, str]]:
    """Lines that ``mypy --strict`` refuses, with what it says; no configuration of ours is read."""
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\nwarn_unused_ignores = False\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(folder / "mypy.ini"),
         "--cache-dir", str(folder / "cache"), *map(str, files)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: dict[Path, dict[int, str]] = {file: {} for file in files}
    for line in done.stdout.splitlines():
        match = re.match(r"(.+?):(\d+): error: (.*)", line)
        if match:
            found.setdefault((ROOT / match[1]).resolve(), {})[int(match[2])] = match[3]
    return found


def by_pyright(folder: Path, *files: Path) -> dict[Path, dict[int, str]]:
    """Lines that pyright refuses, with what it says."""
    settings = {
        "include": sorted({str(file.parent) for file in files}),
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "standard",
        "reportUnusedExpression": "none",
        "reportUnusedCoroutine": "error",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable,
         "--project", str(folder / "pyrightconfig.json")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: dict[Path, dict[int, str]] = {file: {} for file in files}
    for problem in json.loads(done.stdout)["generalDiagnostics"]:
        if problem["severity"] == "error":
            line = problem["range"]["start"]["line"] + 1
            found.setdefault(Path(problem["file"]).resolve(), {})[line] = problem["message"]
    return found


@pytest.mark.parametrize("checker", [by_mypy, pytest.param(by_pyright, marks=pytest.mark.slow)])
def test_correct_calls_examples_and_the_readme_pass_and_every_mistake_is_seen(
    checker: Callable[..., dict[Path, dict[int, str]]], tmp_path: Path
) -> None:
    samples = [Path(shutil.copy(file, tmp_path)) for file in SAMPLES]
    programs = copied_programs(tmp_path / "programs")
    # One run for all: reading the package is most of what it takes.
    found = checker(tmp_path, *samples, *programs)
    for file in samples:
        lines = found[file]
        assert marked(file), f"{file.name} has no mistakes to find"
        surprises = {line: said for line, said in lines.items() if line not in marked(file)}
        assert surprises == {}
        assert marked(file) - set(lines) == set()
    assert {file.name: found[file] for file in programs if found[file]} == {}


def copied_programs(programs: Path) -> list[Path]:
    """The README's code and the examples, as files of their own."""
    programs.mkdir()
    readme = (ROOT / "README.md").read_text()
    for number, code in enumerate(
        re.findall(r"^```python[^\n]*\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    ):
        given = "" if number == 0 else GIVEN
        (programs / f"readme_{number}.py").write_text(given + code)
    for example in (ROOT / "examples").glob("*.py"):
        shutil.copy(example, programs)
    files = sorted(programs.glob("*.py"))
    assert len(files) > 5
    return files
