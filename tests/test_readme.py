"""The README is true: every snippet and command in it runs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import brandstudio
from brandstudio import webhooks
from brandstudio.testing import Bench

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
ASSETS = resources.files("brandstudio.assets")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the first snippet names."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copy(str(ASSETS / "photos" / "bridge.jpg"), folder / "harbour.jpg")
    shutil.copy(str(ASSETS / "demo" / "logo.svg"), folder / "logo.svg")
    return folder


def test_every_block_is_of_a_kind_that_is_run() -> None:
    kinds = set(re.findall(r"^```(\S.*)$", README, re.MULTILINE))
    assert kinds == {
        "sh",
        "python first",
        "python remote",
        "python receiver",
        "python table",
        "console",
    }


def test_the_first_snippet_and_the_table_run_as_they_stand(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    names: dict[str, Any] = {}
    exec(blocks("python first")[0], names)
    assert {file.stem for file in place.glob("*.png")} == {"overlay", "split", "panel", "sea"}
    assert names["key"].secret.startswith("bsk_")
    with brandstudio.open("acme-studio") as studio:
        assert len(studio.library.list(kind="design").items) == 1
        table = [{"title": "One row, one banner", "photo": names["photo"].image_id}]
        names = {"studio": studio, "table": table}
        exec(blocks("python table")[0], names)
        assert names["result"].rows[0].ok


def test_the_remote_snippet_runs_against_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Bench(tmp_path / "data") as bench:
        customer = bench.workspace(credits=1)
        customer.studio().folders.create(name="Acme")
        snippet = blocks("python remote")[0].replace("https://studio.example.com", bench.url)
        exec(snippet.replace("bsk_...", customer.key("create")), {"brandstudio": brandstudio})
    assert re.match(r"1\.0 req_\w+", capsys.readouterr().out)


def test_the_receiver_snippet_verifies_a_delivery() -> None:
    body = b'{"event":"image.completed","id":"img_1","version":1,"url":"","createdAt":"2026-11-21T00:00:00.000Z","metadata":{}}'
    names: dict[str, Any] = {
        "brandstudio": brandstudio,
        "time": time,
        "secret": "whsec_x",
        "body": body,
        "header": webhooks.sign("whsec_x", body, int(time.time())),
    }
    exec(blocks("python receiver")[0], names)
    assert names["event"].id == "img_1"


def test_every_command_of_the_terminal_part_runs(tmp_path: Path) -> None:
    commands = [line.removeprefix("$ ") for line in blocks("console")[0].splitlines()]
    assert commands
    for command in commands:
        words = command.split()
        assert words[0] == "brandstudio"
        ran = subprocess.run(
            [sys.executable, "-m", "brandstudio", "--data", str(tmp_path / "data"), *words[1:]],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == 0, f"{command}: {ran.stderr}"


def test_ci_calls_the_second_command() -> None:
    second = blocks("sh")[1].strip()
    assert second in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.mark.slow
def test_the_first_command_works_in_a_new_environment(tmp_path: Path) -> None:
    subprocess.run(
        ["git", "clone", "-q", str(ROOT), str(tmp_path / "clone")], check=True, timeout=120
    )
    command = blocks("sh")[0].strip()
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path / "clone",
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert len(list((tmp_path / "clone" / "brandstudio-demo").glob("*.png"))) == 3


def test_every_setting_is_in_the_readme() -> None:
    named = set(
        re.findall(
            r'"((?:BRANDSTUDIO|OPENAI)_[A-Z_]+)"',
            (ROOT / "brandstudio" / "settings.py").read_text(),
        )
    )
    assert {name for name in named if name not in README} <= {"OPENAI_TEXT_MODEL"}
