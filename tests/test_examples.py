"""The examples run as they are printed, against the real thing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from running import serving

import brandstudio

ROOT = Path(__file__).parent.parent
PHOTO = files("brandstudio.assets").joinpath("photos", "coffee.jpg")
LOGO = files("brandstudio.assets").joinpath("demo", "logo.svg")


def run(name: str, folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "BRANDSTUDIO_STARTING_CREDITS": "100"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_banner_draws_three_and_saves_one(tmp_path: Path) -> None:
    said = run("first_banner.py", tmp_path, str(PHOTO), str(LOGO))
    assert {file.name for file in tmp_path.glob("*.png")} == {
        "overlay.png",
        "split.png",
        "panel.png",
    }
    told = re.findall(r"contrast ([0-9.]+) : 1 at worst \(\w+, needs ([0-9.]+)\)", said)
    assert len(told) == 3
    assert all(float(ratio) >= float(needed) for ratio, needed in told)
    assert re.search(r"saved img_\w+, [0-9.]+ credits left", said)
    with brandstudio.open(tmp_path / "acme-studio") as studio:
        assert studio.admin.doctor().ok


def test_a_client_works_over_a_socket_as_it_does_in_process(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    with brandstudio.open(data) as studio:
        key = studio.admin.keys.create(level="full").secret
    with serving(data) as url:
        said = run("remote.py", tmp_path, url, key, str(PHOTO))
    assert "again for nothing: True" in said
    assert "refused IMAGE_NOT_FOUND, request req_" in said
    assert (tmp_path / "remote.png").read_bytes().startswith(b"\x89PNG")
    with brandstudio.open(data) as studio:
        spent = sum(
            entry.credits
            for entry in studio.credits.transactions().transactions
            if entry.type == "charge"
        )
    assert f"cost {-spent:g} credits" in said


def test_a_bot_answers_many_at_once_on_its_event_loop(tmp_path: Path) -> None:
    said = run("bot.py", tmp_path, "The harbour opens", "Fish from the grill", "x" * 200)
    assert "1: banner-1.png" in said
    assert "2: banner-2.png" in said
    assert "3: VALIDATION_ERROR" in said
    assert "96 credits left" in said
    assert {file.name for file in tmp_path.glob("*.png")} == {"banner-1.png", "banner-2.png"}
