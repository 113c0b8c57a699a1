"""Parts from outside: an engine that was installed, a fetcher that was given, and a server that is
awaited.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import brandstudio
from brandstudio import errors
from brandstudio.network.fetch import Fetched, FetchRefused, Kind
from brandstudio.testing import Bench, picture

ENGINE = '''
import numpy
from brandstudio.engines.protocols import Capabilities, Picture


class Flat:
    """Pictures of one colour."""

    capabilities = Capabilities("flat", "flat-1", create=True, deterministic=True, offline=True)

    def create(self, request):
        pixels = numpy.full((request.height, request.width, 3), 90, numpy.uint8)
        return Picture(pixels, request.prompt, "flat-1")

    def edit(self, request):
        raise AssertionError("never asked")

    extend = edit
'''
USING = """
import sys
import brandstudio

with brandstudio.open(sys.argv[1], image_engine="flat") as studio:
    studio.folders.create(name="Acme")
    made = studio.images.create(folder="acme", prompt="a sea", resolution="1K").wait()
    with studio.database() as db:
        print([row["engine"] for row in db["versions"].rows])
"""


def wheel(folder: Path) -> Path:
    """A package with one module and one entry point."""
    file = folder / "flat_engine-1-py3-none-any.whl"
    info = "flat_engine-1.dist-info"
    parts = {
        "flat_engine.py": ENGINE,
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: flat-engine\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[brandstudio.image_engines]\nflat = flat_engine:Flat\n",
    }
    listed = "".join(f"{name},,\n" for name in [*parts, f"{info}/RECORD"])
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in {**parts, f"{info}/RECORD": listed}.items():
            packed.writestr(name, text)
    return file


def test_an_engine_that_was_installed_is_a_setting(tmp_path: Path) -> None:
    site = tmp_path / "site"
    install = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(site))
    subprocess.run([sys.executable, *install, str(wheel(tmp_path))], check=True)
    here = str(Path(brandstudio.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", USING, str(tmp_path / "data")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), here])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "['flat-1']"


class Shelf:
    """A fetcher that reads links from a shelf instead of a network."""

    def __init__(self, **shelf: bytes) -> None:
        self.shelf = shelf
        self.asked: list[str] = []

    def fetch(
        self, url: str, *, max_bytes: int, kind: Kind = "image", workspace: str = ""
    ) -> Fetched:
        self.asked.append(url)
        name = url.rpartition("/")[2].partition(".")[0]
        if name not in self.shelf:
            raise FetchRefused("status", "there is no such thing on the shelf")
        return Fetched(url, "image/png", self.shelf[name], url)


def test_links_are_read_by_the_fetcher_that_was_given(tmp_path: Path) -> None:
    shelf = Shelf(sea=picture(300, 200))
    with brandstudio.open(tmp_path / "data", fetcher=shelf) as studio:
        studio.folders.create(name="Acme")
        added = studio.library.add(folder="acme", url="https://shelf.example/sea.png")
        item = studio.library.get(folder="acme", image_id=added.image_id)
        assert (item.width, item.height) == (300, 200)
    assert shelf.asked == ["https://shelf.example/sea.png"]


def test_a_server_is_awaited_over_http(bench: Bench) -> None:
    place = bench.workspace()
    key = place.key("full")

    async def asking() -> list[str]:
        async with brandstudio.aconnect(bench.url, api_key=key) as studio:
            await studio.folders.create(name="Acme")
            for mark in (1, 2, 3):
                await studio.library.add(folder="acme", file=picture(30, 20, mark=mark))
            job = await studio.images.create(folder="acme", prompt="sea", resolution="1K")
            await asyncio.to_thread(bench.run_until_idle)
            await studio.wait(job, timeout=60)
            found: list[str] = [
                item.kind async for item in studio.library.pages(folder="acme", limit=2)
            ]
            try:
                await studio.folders.children(folder="nowhere")
            except errors.FolderNotFound as error:
                found.append(error.code)
            return found

    assert asyncio.run(asking()) == ["image"] * 4 + ["FOLDER_NOT_FOUND"]


def test_what_the_studio_lacks_is_told_with_all_other_failing_fields(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path / "data") as studio:
        studio.folders.create(name="Acme")
        with pytest.raises(errors.ValidationError) as caught:
            studio.designs.create(
                folder="acme",
                size="square",
                template="nope",
                slots={"headline": "x" * 141},  # type: ignore[arg-type]
            )
    failing = [field["path"] for field in caught.value.details["fields"]]
    assert failing == ["slots.headline", "template"]


@pytest.mark.parametrize(
    ("given", "kind", "why"),
    [
        ({"engines": "dalle"}, TypeError, "Engines(image=..., text=..., vision=...)"),
        ({"engines": brandstudio.Engines}, TypeError, "write Engines()"),
        ({"clock": 3}, TypeError, "clock takes a clock"),
        ({"fetcher": object()}, TypeError, "it lacks fetch"),
        ({"new_id": "img"}, TypeError, "a function"),
        ({"worker": "yes"}, TypeError, "True or False"),
        ({"workspace": 3}, TypeError, "a name or an id"),
        ({"base_url": "http://"}, errors.ValidationError, "an address like"),
        ({"base_url": "studio.example.com"}, errors.ValidationError, "an address like"),
        ({"data": "  "}, ValueError, "this one is empty"),
        ({"data": None}, TypeError, "the path of a folder"),
    ],
)
def test_a_part_of_a_wrong_kind_is_told_before_anything_is_opened(
    tmp_path: Path, given: dict[str, object], kind: type[Exception], why: str
) -> None:
    with pytest.raises(kind) as told:
        brandstudio.open(**{"data": tmp_path / "new", **given})  # type: ignore[arg-type]
    assert why in str(told.value)
    assert not (tmp_path / "new").exists()


def test_an_address_in_the_environment_is_held_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BRANDSTUDIO_BASE_URL", "OPENAI_BASE_URL", "AWS_ENDPOINT_URL"):
        with monkeypatch.context() as told:
            told.setenv(name, "studio.example.com")
            with pytest.raises(errors.ValidationError, match=f"{name}: set it to an address"):
                brandstudio.open(tmp_path / "new")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (
            lambda: brandstudio.asgi(None),
            "takes an open LocalStudio or AsyncLocalStudio, or the path",
        ),  # type: ignore[arg-type]
        (lambda: brandstudio.asgi("x", trusted_proxies=["proxy"]), "addresses or networks"),
        (lambda: brandstudio.asgi("x", threads=0), "threads: takes a whole number"),
        (lambda: brandstudio.asgi("x", thread=2), "did you mean 'threads'"),  # type: ignore[call-arg]
        (lambda: brandstudio.connect("http://x", api_ky="k"), "did you mean 'api_key'"),  # type: ignore[call-arg]
        (lambda: brandstudio.connect("http://x", api_key="k", timeout=0), "a number of seconds"),
        (lambda: brandstudio.connect(None, api_key="k"), "the address of a server"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_of_the_other_doors_is_told_at_once(
    call: Callable[[], object], why: str
) -> None:
    with pytest.raises((TypeError, ValueError, errors.ValidationError)) as told:
        call()
    assert why in str(told.value)
