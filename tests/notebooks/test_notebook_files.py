"""The notebooks: run top to bottom without a key or the network, and carry nothing that is stale or
secret.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "notebooks").glob("*.ipynb"))
LEAK = re.compile(
    r"/files/[\w.]{9}|/uploads/|bsk_\w{8}|whsec_|/(?:tmp|root|home)/|" + re.escape(str(ROOT))
)
SHOWN = {
    "first-banner": 3,
    "learn-a-brand": 4,
    "campaign-from-a-table": 2,
    "audit-a-folder": 1,
    "credits-and-usage": 3,
    "your-own-engine": 2,
}
"""Values of ours that each shows at the least."""


def test_there_are_six_and_the_wheel_has_them_all() -> None:
    assert {file.stem for file in FILES} == set(SHOWN)
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = told["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert wheel == {f"notebooks/{f.name}": f"brandstudio_notebooks/{f.name}" for f in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_committed_without_outputs(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    assert notebook.cells[0].source.startswith("# ")


def check_run(file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (ROOT, ROOT / "tui", ROOT / "notebooks")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, parts)))
    monkeypatch.setenv("IPYTHONDIR", str(folder / "ipython"))
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    values = [text for text in map(html, outputs) if 'class="brandstudio"' in text]
    assert len(values) >= SHOWN[file.stem]
    assert not LEAK.search("".join(str(output) for output in outputs))


def html(output: Any) -> str:
    return str(output.get("data", {}).get("text/html", ""))


def test_the_usage_notebook_runs_and_shows_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sys.executable
    check_run(ROOT / "notebooks" / "credits-and-usage.ipynb", tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_notebook_runs_and_shows_itself(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_run(file, tmp_path, monkeypatch)
