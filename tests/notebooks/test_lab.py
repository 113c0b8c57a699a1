"""Widgets in a real JupyterLab and in marimo, clicked through in Chromium; and a saved notebook that is
opened without a kernel.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import nbformat
import pytest
from PIL import Image

import brandstudio

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LEAK = re.compile(r"/files/[\w.]{9}|/uploads/|bsk_\w{8}|whsec_|/(?:tmp|root|home)/")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]
OPENED = """\
import brandstudio, traitlets
from brandstudio_notebooks import *
studio = brandstudio.open("data", worker=True)
photo = studio.library.list(folder="acme").items[0].image_id
"""
CELLS = (
    OPENED,
    "picker = FolderPicker(studio); picker",
    "gallery = Gallery(studio); link = traitlets.link((picker, 'value'), (gallery, 'folder')); gallery",
    "card = ImageCard(studio, 'acme'); link = traitlets.link((gallery, 'value'), (card, 'value')); card",
    "composer = BannerComposer(studio, 'acme', image_id=photo, headline='Fresh citrus'); composer",
    "maker = PictureMaker(studio, 'acme', 'a calm sea'); maker",
    "board = StyleBoard(studio, 'acme'); board",
    "reader = Proofreader(studio, 'acme', 'A cheap  fair'); reader",
    "monitor = JobMonitor(studio); monitor",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a studio that holds a few things."""
    with brandstudio.open(tmp_path / "data") as studio:
        studio.folders.ensure("acme/spring")
        for name in ("citrus", "coffee"):
            file = resources.files("brandstudio.assets") / "photos" / f"{name}.jpg"
            with file.open("rb") as opened:
                photo = Image.open(opened).convert("RGB").resize((900, 600))
            studio.library.add(folder="acme", file=photo, filename=f"{name}.jpg")
        studio.rules.add(folder="acme", kind="copy", text='Never say "cheap"')
        first = studio.library.list(folder="acme").items[0].image_id
        studio.references.add(folder="acme", domain="photos", library_image_ids=[first])
        studio.style.extract(folder="acme").wait()
        image = studio.images.create(folder="acme", prompt="a calm sea", resolution="1K").wait()
        studio.images.revise(folder="acme", image_id=image.id, instructions="Make it warmer").wait()
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    nbformat.write(notebook, tmp_path / "widgets.ipynb")
    return tmp_path


@contextmanager
def serving(folder: Path, command: list[str], port: int, ready: str) -> Iterator[str]:
    """A server of notebooks on loopback, ended with its kernels."""
    parts = os.pathsep.join(map(str, (ROOT, ROOT / "tui", ROOT / "notebooks")))
    own = {"PYTHONPATH": parts, "IPYTHONDIR": str(folder / ".ipython"), "HOME": str(folder)}
    own |= {
        name: str(folder / f".{name.lower()}")
        for name in (
            "JUPYTER_DATA_DIR",
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_RUNTIME_DIR",
            "XDG_CONFIG_HOME",
        )
    }
    log = (folder / "server.log").open("wb")
    server = subprocess.Popen(
        command, cwd=folder, env=os.environ | own, stdout=log, stderr=log, start_new_session=True
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(url + ready, timeout=2).close()
                break
            except OSError:
                assert server.poll() is None, (folder / "server.log").read_text()
                time.sleep(0.5)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        log.close()


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@pytest.fixture
def page() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.set_default_timeout(60_000)
        yield page
        browser.close()


Shot = Callable[[str], None]


def shots(page: Any, folder: Path) -> Shot:
    where = Path(os.environ.get("BRANDSTUDIO_SHOTS", folder))
    return lambda name: page.screenshot(path=where / f"{name}.png")


def lab(port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *(f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token=", "--ServerApp.password="),
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def test_widgets_are_clicked_through_in_jupyterlab_and_outlive_their_kernel(
    folder: Path, page: Any
) -> None:
    port = free_port()
    shot = shots(page, folder)
    with serving(folder, lab(port), port, "/api") as url:
        run_all(page, url)
        acme = page.locator(".bs-folders [role=treeitem]").first
        acme.wait_for()
        acme.focus()
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.key") == "acme/spring"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        tiles = page.locator(".bs-gallery [role=option]")
        page.wait_for_function(
            "document.querySelectorAll('.bs-gallery [role=option] img').length == 3"
        )
        page.locator(".bs-gallery").scroll_into_view_if_needed()
        shot("gallery")

        tiles.filter(has_text="sea").first.click()
        page.wait_for_function("document.querySelectorAll('.bs-card [role=option]').length == 2")
        page.locator(".bs-card input[type=checkbox]").check()
        page.locator(".bs-card input[type=range]").fill("35")
        page.locator(".bs-card").scroll_into_view_if_needed()
        shot("card")

        composer = page.locator(".bs-composer")
        composer.scroll_into_view_if_needed()
        preview = composer.locator(".bs-stage img")
        preview.wait_for()
        first = preview.get_attribute("src")
        composer.locator("input").first.fill("Lemons by the crate")
        changed = "first => document.querySelector('.bs-composer .bs-stage img').src != first"
        page.wait_for_function(changed, arg=first)
        composer.locator(".bs-focal").click(position={"x": 30, "y": 30})
        composer.locator(".bs-spot").wait_for()
        page.wait_for_function(
            "!document.querySelector('.bs-composer').classList.contains('bs-busy')"
        )
        composer.scroll_into_view_if_needed()
        shot("composer")
        composer.locator("button").click()
        page.locator(".bs-composer .bs-status", has_text="made: job_").wait_for()

        maker = page.locator(".bs-maker")
        maker.locator("textarea").fill("a red bicycle at the sea")
        page.locator(".bs-maker button", has_text="credits").click()
        maker.locator(".bs-findings li", has_text="bicycle").first.wait_for()
        maker.scroll_into_view_if_needed()
        shot("maker")
        maker.locator("select").last.select_option(index=1)
        maker.locator("button").click()
        maker.locator(".bs-status", has_text="The charge is refunded").wait_for()
        shot("maker-refused")

        board = page.locator(".bs-board").first
        board.scroll_into_view_if_needed()
        shot("board")
        reader = page.locator(".bs-proofreader")
        reader.scroll_into_view_if_needed()
        reader.locator("mark").first.wait_for()
        reader.locator("textarea").fill("A cheap  market")
        page.locator(".bs-proofreader .bs-marked", has_text="market").wait_for()
        shot("proofreader")
        monitor = page.locator(".bs-monitor")
        monitor.scroll_into_view_if_needed()
        page.wait_for_function(
            "[...document.querySelectorAll('.bs-monitor .bs-chip')].filter(e => e.textContent == 'completed').length >= 3"
        )
        shot("monitor")
        page.wait_for_timeout(1500)
        page.locator(
            "jp-button[data-command='docmanager:save'], [data-command='docmanager:save']"
        ).first.click()
        page.wait_for_timeout(2500)

    saved = (folder / "widgets.ipynb").read_text()
    assert "data:image/webp" in saved
    assert "Lemons by the crate" in saved
    assert not LEAK.search(saved)


FOCUSED = "document.activeElement.dataset.key"


def run_all(page: Any, url: str) -> None:
    """Open the notebook and run its cells."""
    page.goto(f"{url}/lab/tree/widgets.ipynb")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.locator(".jp-StatusBar-TextItem", has_text="| Idle").wait_for()
    page.locator(".lm-MenuBar-item", has_text=re.compile("^Run$")).click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()


def test_each_of_the_seven_is_worked_by_keys_alone(folder: Path, page: Any) -> None:
    port = free_port()
    keys = page.keyboard
    with serving(folder, lab(port), port, "/api") as url:
        run_all(page, url)
        folders = page.locator(".bs-folders [role=treeitem]")
        folders.first.wait_for()
        folders.first.focus()
        keys.press("ArrowDown")
        assert page.evaluate(FOCUSED) == "acme/spring"
        keys.press("Home")
        keys.press("Enter")

        tiles = page.locator(".bs-gallery [role=option]")
        tiles.filter(has_text="sea").first.wait_for()
        tiles.first.focus()
        for _ in range(3):
            if "sea" in page.evaluate("document.activeElement.textContent"):
                break
            keys.press("ArrowRight")
        keys.press("Enter")

        versions = page.locator(".bs-card [role=option]")
        versions.nth(1).wait_for()
        versions.first.focus()
        keys.press("End")
        keys.press("ArrowLeft")
        keys.press(" ")
        page.locator(".bs-card [role=option][aria-selected=true]", has_text="1 ·").wait_for()
        keys.press("ArrowRight")
        keys.press("Enter")
        page.locator(".bs-card [role=option][aria-selected=true]", has_text="2 ·").wait_for()
        page.locator(".bs-card input[type=checkbox]").focus()
        keys.press(" ")
        page.locator(".bs-card .bs-compare").wait_for()
        keys.press("Tab")
        keys.press("ArrowRight")
        assert page.locator(".bs-card input[type=range]").input_value() == "55"

        composer = page.locator(".bs-composer")
        preview = composer.locator(".bs-stage img")
        preview.wait_for()
        first = preview.get_attribute("src")
        composer.locator("input").first.focus()
        keys.press("Control+A")
        keys.type("Lemons by the crate")
        changed = "first => document.querySelector('.bs-composer .bs-stage img').src != first"
        page.wait_for_function(changed, arg=first)
        composer.locator("input").last.focus()
        for _ in range(3):
            keys.press("Tab")
        assert "bs-focal" in page.evaluate("document.activeElement.className")
        keys.press("ArrowLeft")
        composer.locator(".bs-spot").wait_for()
        calm = "!document.querySelector('.bs-composer').classList.contains('bs-busy')"
        page.wait_for_function(calm)
        keys.press("Tab")
        keys.press("Enter")
        composer.locator(".bs-status", has_text="made: job_").wait_for()

        maker = page.locator(".bs-maker")
        maker.locator("textarea").focus()
        for _ in range(4):
            keys.press("Tab")
        keys.press("Enter")
        maker.locator(".bs-status", has_text="made: img_").wait_for()

        colours = page.locator(".bs-board [role=option]")
        colours.first.focus()
        keys.press("ArrowRight")
        wanted = page.evaluate(FOCUSED)
        keys.press("Enter")
        page.locator(f".bs-board [aria-selected=true][data-key='{wanted}']").wait_for()

        reader = page.locator(".bs-proofreader")
        reader.locator("mark").first.wait_for()
        reader.locator("textarea").focus()
        keys.press("Control+End")
        keys.type(" today")
        reader.locator(".bs-marked", has_text="today").wait_for()
        reader.locator("button").focus()
        keys.press("Enter")
        page.wait_for_function(
            "!document.querySelector('.bs-proofreader textarea').value.includes('  ')"
        )

        jobs = page.locator(".bs-monitor [role=option]")
        jobs.nth(1).wait_for()
        jobs.first.focus()
        keys.press("ArrowDown")
        wanted = page.evaluate(FOCUSED)
        keys.press("Enter")
        page.locator(f".bs-monitor [aria-selected=true][data-key='{wanted}']").wait_for()


def test_a_saved_notebook_without_a_kernel_shows_its_last_pictures(folder: Path, page: Any) -> None:
    from nbclient import NotebookClient

    notebook = nbformat.read(folder / "widgets.ipynb", as_version=4)
    waits = "\n".join(f"{name}.wait()" for name in ("composer", "board", "reader", "monitor"))
    notebook.cells.append(
        nbformat.v4.new_code_cell(f"picker.value = 'acme'\n{waits}\ngallery.wait()")
    )
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    assert not LEAK.search(nbformat.writes(notebook))
    notebook.metadata["kernelspec"] = {"name": "gone", "display_name": "Gone", "language": "python"}
    nbformat.write(notebook, folder / "widgets.ipynb")
    port = free_port()
    with serving(folder, lab(port), port, "/api") as url:
        page.goto(f"{url}/lab/tree/widgets.ipynb")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        without = page.get_by_role("button", name="No Kernel", exact=True)
        without.click()  # the dialog lies over everything, and may be asked again by the widgets
        page.wait_for_timeout(2000)
        while without.count():
            without.first.click()
            page.wait_for_timeout(1000)
        frozen = page.locator(".jp-OutputArea [class*=bs-frozen] img")
        frozen.first.wait_for(state="attached")
        frozen.first.scroll_into_view_if_needed()
        shots(page, folder)("without-a-kernel")
        assert frozen.count() >= 3
        assert frozen.first.is_visible()


MARIMO = """\
import marimo

app = marimo.App()


@app.cell
def _():
    import brandstudio
    import marimo as mo
    from brandstudio_notebooks import FolderPicker, Gallery

    studio = brandstudio.open("data", worker=True)
    picker = mo.ui.anywidget(FolderPicker(studio))
    picker
    return Gallery, mo, picker, studio


@app.cell
def _(Gallery, mo, picker, studio):
    gallery = mo.ui.anywidget(Gallery(studio, picker.value.get("value") or ""))
    gallery
    return


@app.cell
def _(studio):
    studio.library.list(folder="acme")
    return


@app.cell
def _(studio):
    studio.style.get(folder="acme")
    return


if __name__ == "__main__":
    app.run()
"""


def test_marimo_shows_widgets_and_hears_what_is_picked(folder: Path, page: Any) -> None:
    pytest.importorskip("marimo")
    (folder / "app.py").write_text(MARIMO)
    port = free_port()
    command = [sys.executable, "-m", "marimo", "run", "app.py", "--headless", "--no-token"]
    with serving(folder, [*command, "--host", "127.0.0.1", f"--port={port}"], port, "/") as url:
        page.goto(url)
        acme = page.locator(".bs-folders [role=treeitem]").first
        acme.wait_for()
        acme.click()
        page.locator(".bs-gallery [role=option] img").nth(2).wait_for()
        shots(page, folder)("marimo")
        assert page.locator(".bs-gallery [role=option]").count() == 3
        figures = page.locator("figure img[src^='data:image/jpeg']")
        figures.nth(2).wait_for()
        figures.first.scroll_into_view_if_needed()
        shots(page, folder)("marimo-values")
        assert figures.count() == 3
        assert page.get_by_text("Style", exact=False).count()
