"""What the README says beside its snippets: its two commands, and every setting. Its snippets run in
``tests/docs``.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def commands() -> list[str]:
    found = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text.strip() for text in found]


def test_ci_calls_the_second_command() -> None:
    said = (ROOT / ".ci" / "run").read_text().splitlines()
    # What failed is tried once more by itself, and fails the run when it fails again.
    assert f"{commands()[1]} || again" in said


@pytest.mark.slow
def test_the_first_command_works_in_a_new_environment(tmp_path: Path) -> None:
    subprocess.run(
        ["git", "clone", "-q", str(ROOT), str(tmp_path / "clone")], check=True, timeout=120
    )
    ran = subprocess.run(
        ["bash", "-c", commands()[0]],
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
