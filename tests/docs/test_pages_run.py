"""The guide and the README are true: what they say to do works, in their order, page by page."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from pages import PARSERS, ROOT, Reader, agrees, blocks, commands, pages

ASSETS = resources.files("brandstudio.assets")
RUN = {"python", "console", "http", "server"}
SHOWN = {"text", "nginx", "caddy", "dockerfile", "html", "css", "sql", "csv", "markdown", "diff"}
DOING = [
    page for page in pages() if any(block.language in RUN | {*PARSERS} for block in blocks(page))
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the pages take for granted: photographs, a logo, a font."""
    photos = {
        "harbour.jpg": "bridge.jpg",
        "coffee.jpg": "coffee.jpg",
        "citrus.jpg": "citrus.jpg",
        "dandelion.jpg": "dandelion.jpg",
    }
    for name, file in photos.items():
        shutil.copy(str(ASSETS / "photos" / file), tmp_path / name)
    for logo in ("logo.svg", "logo-light.svg"):
        shutil.copy(str(ASSETS / "demo" / logo), tmp_path / logo)
    fonts = resources.files("fontpkg_noto_sans") / "files"
    shutil.copy(str(fonts / "NotoSans[wdth,wght].ttf"), tmp_path / "brand.ttf")
    monkeypatch.chdir(tmp_path)
    return tmp_path


LONG = {
    "README.md",
    "docs/guides/batch.md",
    "docs/guides/behind-a-proxy.md",
    "docs/guides/own-template.md",
    "docs/guides/serve.md",
    "docs/guides/upgrade.md",
    "docs/reference/operations/credits.md",
    "docs/reference/operations/designs.md",
    "docs/reference/operations/folders.md",
    "docs/reference/operations/images.md",
    "docs/guides/back-up-and-move.md",
    "docs/guides/command-line.md",
    "docs/guides/many-processes.md",
    "docs/guides/receive-webhooks.md",
    "docs/reference/operations/admin.md",
    "docs/tutorial/brand-from-photographs.md",
    "docs/tutorial/campaign-from-a-table.md",
    "docs/tutorial/in-the-terminal.md",
    "docs/tutorial/serve-it.md",
}
"""Pages that start many processes or draw many banners: they run with the drills."""


def marked(page: Path) -> Any:
    """The page, with the slow marker where it takes long."""
    name = page.relative_to(ROOT).as_posix()
    return pytest.param(page, marks=[pytest.mark.slow] if name in LONG else [], id=name)


def test_the_long_pages_are_pages() -> None:
    assert {page.relative_to(ROOT).as_posix() for page in DOING} >= LONG


@pytest.mark.parametrize("page", [marked(page) for page in DOING])
def test_what_a_page_says_to_do_works(
    page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader(desk, page)
    for name, value in reader.environment().items():
        if name in ("BRANDSTUDIO_DATA", "HOME", "PATH"):
            monkeypatch.setenv(name, value)
    try:
        for block in blocks(page):
            reader.do(block)
    finally:
        reader.close()


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_is_of_a_kind_that_is_known(page: Path) -> None:
    known = RUN | {*PARSERS} | SHOWN
    odd = [
        f"line {found.line}: {found.language}"
        for found in blocks(page)
        if found.language not in known and found.file is None
    ]
    assert odd == []


def test_a_page_that_is_wrong_is_caught(tmp_path: Path) -> None:
    page = ROOT / "docs" / "index.md"

    def reading(text: str) -> None:
        (folder := tmp_path / str(abs(hash(text)))).mkdir()
        (written := folder / "page.md").write_text(text)
        reader = Reader(folder, page)
        try:
            for block in blocks(written):
                reader.do(block)
        finally:
            reader.close()

    reading("```python\nx = 1\n```\n\n```python\nprint(x)\n```\n\n```text output\n1\n```\n")
    reading("```console\n$ export WORD=two\n$ echo one $WORD\none ...\n```\n")
    for wrong in (
        "```python\nprint(y)\n```\n",
        "```python\nprint(1)\n```\n\n```text output\n2\n```\n",
        "```console\n$ false\n```\n",
        "```console\n$ echo one\ntwo\n```\n",
        "```console fails\n$ true\n```\n",
        "```json\n{\n```\n",
        "<!-- python\nassert False\n-->\n",
    ):
        with pytest.raises(AssertionError):
            reading(wrong)


def test_dots_stand_for_anything_and_nothing_else_does() -> None:
    assert agrees("a 1 b\nc", "a ... b\nc")
    assert not agrees("a 1 b\nd", "a ... b\nc")
    assert commands("$ a \\\n  b\nout\n$ c\n") == [("a \\\n  b", "out\n"), ("c", "")]
