"""The command line in this process, over a folder of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from brandstudio.cli.root import cli

Run = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "studio"


@pytest.fixture
def run(data: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; ``status`` is the exit status that it must have."""
    monkeypatch.delenv("BRANDSTUDIO_DATA", raising=False)

    def invoke(*arguments: object, status: int = 0) -> Result:
        result = CliRunner().invoke(cli, ["--data", str(data), *map(str, arguments)])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, result.output
        return result

    return invoke


@pytest.fixture
def said(run: Run) -> Callable[..., Any]:
    """What a command prints with --json."""

    def parse(*arguments: object) -> Any:
        return json.loads(run("--json", *arguments).stdout)

    return parse


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "sea.png"
    Image.linear_gradient("L").resize((320, 240)).convert("RGB").save(path)
    return path
