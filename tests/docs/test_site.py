"""The guide builds with strict links, whole and offline."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS

# Building the whole site takes a quarter of a minute: it runs with the drills.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guide")
    options = ["-q", "-n", "-W", "--keep-going", "-d", str(folder / "trees")]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(DOCS), str(folder / "site")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder / "site"


def test_every_page_is_built_and_every_link_has_its_end(site: Path) -> None:
    pages = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")}
    assert {page for page in pages if not (site / page).exists()} == set()
    assert {"index.html", "decisions/contract.html"} <= {page.as_posix() for page in pages}


def test_the_site_needs_no_other_host(site: Path) -> None:
    loaded = re.compile(
        r"""<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=["'](?:https?:)?//[^"']+""", re.I
    )
    wrong = [
        f"{file.relative_to(site)}: {found}"
        for file in site.rglob("*.html")
        for found in loaded.findall(file.read_text())
    ]
    styles = [
        f"{file.relative_to(site)}: {found}"
        for file in site.rglob("*.css")
        for found in re.findall(r"(?:@import|url\()\s*[\"']?https?://[^\"')]+", file.read_text())
    ]
    assert wrong + styles == []


def test_what_only_tests_need_is_hidden_from_readers(site: Path) -> None:
    assert [file for file in site.rglob("*.html") if "&lt;!--" in file.read_text()] == []
