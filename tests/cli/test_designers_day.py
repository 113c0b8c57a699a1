"""The eight steps of a designer's job by commands alone, as real processes: over a data folder, and
against a server with ``--url``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from running import COMMAND, serving

import brandstudio
from brandstudio.assets.fonts import find_installed

ASSETS = resources.files("brandstudio.assets")


class Desk:
    """A designer's folder, with the command line in it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        clean = {name: text for name, text in os.environ.items() if "BRANDSTUDIO" not in name}
        self.environment = {**clean, **environment}

    def run(self, *words: object, typed: str = "") -> str:
        """What the command prints; it has to end well."""
        done = subprocess.run(
            [*COMMAND, *map(str, words)],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == 0, f"{words}: {done.stderr}"
        assert "\x1b[" not in done.stdout  # nobody looks on: no colours, no pictures
        return done.stdout

    def last(self, *words: object) -> str:
        return self.run(*words).split()[-1]

    def said(self, *words: object) -> Any:
        return json.loads(self.run("--json", *words))


@pytest.fixture(params=["data folder", "server"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    for name in ("bridge.jpg", "coffee.jpg"):
        shutil.copy(str(ASSETS / "photos" / name), tmp_path / name)
    shutil.copy(str(ASSETS / "demo" / "logo.svg"), tmp_path / "logo.svg")
    (tmp_path / "brand.ttf").write_bytes(find_installed()[0][1].read())
    data = tmp_path / "studio"
    if request.param == "data folder":
        yield Desk(tmp_path, {"BRANDSTUDIO_DATA": str(data)})
        return
    with brandstudio.open(data) as studio:
        key = studio.admin.keys.create(level="full")
    with serving(data) as url:
        yield Desk(tmp_path, {"BRANDSTUDIO_URL": url, "BRANDSTUDIO_API_KEY": key.secret})


@pytest.mark.slow
def test_the_eight_steps_of_a_designers_job(desk: Desk) -> None:
    # 1. a folder
    assert desk.last("folders", "create", "Acme") == "acme"
    assert desk.last("folders", "create", "Spring", "--parent", "acme") == "acme/spring"

    # 2. photos in
    lines = desk.run("library", "add", "acme", "bridge.jpg", "coffee.jpg").splitlines()
    bridge, coffee = (line.split()[-1] for line in lines)

    # 3. logo and font
    assert desk.last("logos", "add", "acme", "logo.svg", "--name", "wordmark") == "wordmark"
    assert desk.last("fonts", "add", "acme", "brand.ttf", "--role", "headline").startswith("font_")

    # 4. references, and learning the style
    desk.run("references", "add", "acme", bridge, coffee)
    assert "Would charge 10 credits" in desk.run("style", "extract", "acme", "--dry-run")
    learned = desk.run("style", "extract", "acme")
    assert "measured on  2 references" in learned
    assert "from acme" in desk.run("style", "show", "acme/spring")

    # 5. rules
    desk.run("rules", "add", "acme", "Never say cheap.", "--kind", "copy")
    assert "Never say cheap." in desk.run("rules", "list", "acme/spring", "--kind", "copy")

    # 6. banners, with preview and price
    words = ("--headline", "The harbour opens on Saturday", "--button-text", "Plan your visit")
    asked = ("acme/spring", "--size", "square", "--template", "overlay", *words, "--image-id")
    desk.run("designs", "preview", *asked, bridge, "--out", "try.jpg")
    assert Image.open(desk.folder / "try.jpg").width == 960
    quote = desk.said("designs", "create", *asked, bridge, "--dry-run")
    made = desk.said("designs", "create", *asked, bridge, "--out", "banners")
    [variant] = made["variants"]
    assert variant["contrastFailures"] == []
    assert Image.open(desk.folder / "banners" / "overlay-square.png").size == (1080, 1080)
    charged = [
        -entry["credits"]
        for entry in desk.said("credits", "transactions", "--folder", "acme/spring")["transactions"]
        if entry["metadata"].get("jobId") == made["jobId"]
    ]
    assert quote["credits"] <= sum(charged) <= quote["credits"] + quote["mayAdd"]

    # 7. an image revised and resized
    desk.run("images", "revise", "acme", coffee, "a little warmer", "--out", "warm.png")
    assert Image.open(desk.folder / "warm.png").size == Image.open(desk.folder / "coffee.jpg").size
    resized = ("--aspect-ratio", "1:1", "--resolution", "1K")
    assert desk.last("images", "resize", "acme", coffee, *resized) == coffee
    versions = desk.said("images", "show", "acme", coffee)["versions"]
    assert [version["operation"] for version in versions] == ["upload", "revise", "resize"]

    # 8. saved, exported, proofread
    design = desk.last("designs", "save", made["jobId"], "overlay")
    found = desk.said("library", "search", "harbour", "--folder", "acme", "--kind", "design")
    assert [item["imageId"] for item in found["items"]] == [design]
    desk.run("designs", "export", made["jobId"], "overlay", "--format", "pdf", "--out", "b.pdf")
    assert (desk.folder / "b.pdf").read_bytes().startswith(b"%PDF")
    proof = desk.run("text", "proofread", "--folder", "acme/spring", "-", typed="A cheap day out.")
    assert "stdin:1:3: error: “cheap”" in proof


def test_a_server_without_a_key_and_the_owners_commands_say_what_to_do(tmp_path: Path) -> None:
    clean = {name: text for name, text in os.environ.items() if "BRANDSTUDIO" not in name}
    for words, code in (
        (["folders", "list"], "NO_API_KEY"),
        (["keys", "list"], "LOCAL_ONLY"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "brandstudio", "--url", "http://127.0.0.1:9", *words],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"{code}: ")
    assert list(tmp_path.iterdir()) == []
