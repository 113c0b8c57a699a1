"""In a notebook: what a value takes to show itself for the first time, and a widget to answer while
ten jobs run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest
from brandstudio_notebooks import BannerComposer, Gallery
from PIL import Image

import brandstudio
from brandstudio.display import pictures
from brandstudio.display.lately import Lately

pytestmark = pytest.mark.benchmark
PHOTO = resources.files("brandstudio.assets") / "photos" / "citrus.jpg"
ROUNDS = 10


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Any]:
    with brandstudio.open(tmp_path / "studio", starting_credits=1e6, worker=True) as studio:
        studio.folders.create(name="Acme")
        yield studio


@pytest.fixture
def photo(studio: Any) -> Any:
    with PHOTO.open("rb") as opened:
        picture = Image.open(opened).convert("RGB")
    for width in range(320, 331):
        studio.library.add(folder="acme", file=picture.resize((width, 240)))
    return studio.library.add(folder="acme", file=picture.resize((2700, 1780)))


def cut_of(shift: int) -> Image.Image:
    """A photo that no other call gives."""
    with PHOTO.open("rb") as opened:
        picture = Image.open(opened).convert("RGB").resize((660, 480))
    return picture.crop((shift, shift, shift + 600, shift + 400))


def _first_show(value: Any) -> str:
    begun, cpu = time.perf_counter(), time.process_time()
    value._repr_mimebundle_()
    wall, used = time.perf_counter() - begun, time.process_time() - cpu
    return f"{value!r:.60}: {wall * 1000:.0f} ms, {used * 1000:.0f} ms CPU"


def test_a_value_shows_itself(
    studio: Any, photo: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    image = studio.images.create(folder="acme", prompt="a calm sea", resolution="4K")
    slots = {"headline": "Fresh citrus", "image_id": photo.image_id}
    banner = studio.designs.create(folder="acme", size="square", template="all", slots=slots)
    banner, image_id = banner.wait(progress=False), image.wait(progress=False).id
    sizes = ["square", "portrait", "story-1080x1920"]
    nine = studio.designs.create(folder="acme", sizes=sizes, template="all", slots=slots).wait(
        progress=False
    )
    rows = [{"headline": f"Row {number}", "photo": photo.image_id} for number in range(49)]
    wide: dict[str, Any] = {
        "folder": "acme",
        "size": "square",
        "image_id": "photo",
        "progress": False,
    }
    table = studio.designs.batch(rows, **wide)
    told = ["just drawn: " + _first_show(value) for value in (nine, table)]
    studio.folders.create(name="Many")
    for width in range(49):
        studio.library.add(folder="many", file=cut_of(width))
    again: dict[str, Any] = {
        "library item": lambda: studio.library.list(folder="acme", limit=1)[0],
        "image of 4K": lambda: studio.images.get(image_id=image_id, folder="acme"),
        "banner version": lambda: studio.designs.get(job_id=banner.job_id).variants[0],
        "banner, three versions": lambda: studio.designs.get(job_id=banner.job_id),
        "banner, nine versions": lambda: studio.designs.get(job_id=nine.job_id),
        "batch of 49 rows, gone on with": lambda: studio.designs.batch(rows, **wide),
        "library of 12": lambda: studio.library.list(folder="acme"),
        "page of 49": lambda: studio.library.list(folder="many", limit=200),
        "folders": lambda: studio.folders.tree(folder="acme"),
        "transactions": lambda: studio.credits.transactions(),
    }
    monkeypatch.setattr(pictures, "_LATELY", Lately())
    monkeypatch.setattr(pictures._LATELY, "wanted", lambda: False)
    for name, fetched in again.items():
        spent = []
        for _ in range(3):
            pictures._made_once.cache_clear()
            value = fetched()
            begun, cpu = time.perf_counter(), time.process_time()
            shown = value._repr_mimebundle_()
            spent.append((time.perf_counter() - begun, time.process_time() - cpu))
            assert "text/html" in shown
        wall, used = (median(one[part] for one in spent) * 1000 for part in (0, 1))
        told.append(f"{name}: {wall:.0f} ms, {used:.0f} ms CPU")
    with capsys.disabled():
        print("\nfirst show of a value:", *told, sep="\n  ")


def test_a_widget_answers_while_ten_jobs_run(
    studio: Any, photo: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    gallery = Gallery(studio, "acme")
    composer = BannerComposer(studio, "acme", image_id=photo.image_id, headline="Fresh citrus")
    gallery.wait()
    composer.wait()
    slots = {"headline": "Made beside", "image_id": photo.image_id}
    read, drawn = [], []
    for turn in range(ROUNDS):
        while len([j for j in studio.jobs.list() if j.status in ("queued", "running")]) < 10:
            studio.designs.create(folder="acme", size="square", template="all", slots=slots)
        begun = time.perf_counter()
        gallery.refresh()
        gallery.wait()
        read.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        composer.headline = f"Fresh citrus {turn}"
        composer.wait()
        drawn.append(time.perf_counter() - begun)
    gallery.close()
    composer.close()
    with capsys.disabled():
        for name, spent in (("gallery read anew", read), ("preview of a key", drawn)):
            ms = [one * 1000 for one in spent]
            print(
                f"\n{name} with ten jobs under way: median {median(ms):.0f} ms, 95th {quantiles(ms, n=20)[-1]:.0f} ms"
            )
