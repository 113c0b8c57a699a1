"""Banners by the thousand: memory, the share that is not drawing, and 24 languages in 12 sizes."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import brandstudio
from brandstudio.studio.batch import stream

pytestmark = pytest.mark.benchmark
ROWS = int(os.environ.get("BRANDSTUDIO_ROWS", "10000"))
SIZES = [
    "linkedin-cover",
    "linkedin-feed",
    "square",
    "portrait",
    "email-header",
    "story-1080x1920",
    "x-post-1600x900",
    "facebook-post-1200x630",
    "youtube-thumbnail-1280x720",
    "medium-rectangle-300x250",
    "billboard-970x250",
    "half-page-300x600",
]
WORDS = {
    "en": "Fresh from the grove", "de": "Frisch aus dem Hain", "fr": "Tout frais du verger",
    "es": "Recién cosechado", "it": "Fresco dal frutteto", "pt": "Fresco do pomar",
    "nl": "Vers uit de gaard", "sv": "Färskt från lunden", "da": "Frisk fra lunden",
    "nb": "Ferskt fra lunden", "fi": "Tuoretta lehdosta", "pl": "Świeże z sadu",
    "cs": "Čerstvé ze sadu", "hu": "Friss a ligetből", "ro": "Proaspăt din livadă",
    "tr": "Bahçeden taze", "el": "Φρέσκα από τον κήπο", "ru": "Свежее из сада",
    "uk": "Свіже з саду", "bg": "Прясно от градината", "ja": "果樹園から新鮮に",
    "ko": "과수원에서 신선하게", "zh": "果园新鲜直达", "vi": "Tươi từ vườn",
}  # fmt: skip


def cpu() -> float:
    """Seconds of this process and its children."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def memory() -> float:
    """What this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Any]:
    with brandstudio.open(tmp_path / "studio", starting_credits=1e6) as studio:
        studio.folders.create(name="Acme")
        yield studio


def test_memory_is_flat_and_most_of_the_time_is_drawing(
    studio: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ({"headline": f"Row {n}"} for n in range(ROWS))
    tenth = max(1, ROWS // 10)
    held, begun = [], time.process_time()
    for number, row in enumerate(
        stream(studio, rows, folder="acme", canvas={"width": 300, "height": 250}), 1
    ):
        assert row.ok
        if number % tenth == 0:
            held.append(memory())
    used = time.process_time() - begun
    alone = time.process_time()
    for number in range(50):
        studio.designs.create(
            folder="acme",
            canvas={"width": 300, "height": 250},
            template="overlay",
            slots={"headline": f"Alone {number}"},
        ).wait(progress=False)
    alone = (time.process_time() - alone) / 50
    with capsys.disabled():
        print(
            f"\n{ROWS} rows: {used / ROWS * 1000:.1f} ms CPU a row, {used / ROWS / alone:.2f} of one made alone; "
        )
        print("MB after each tenth:", " ".join(f"{one:.0f}" for one in held))


def test_twenty_four_languages_in_twelve_sizes(
    studio: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (resources.files("brandstudio.assets") / "photos" / "bridge.jpg").open("rb") as opened:
        photo = studio.library.add(folder="acme", file=Image.open(opened).convert("RGB"))
    table = [{"image_id": photo.image_id}]
    opener = partial(brandstudio.open, str(tmp_path / "studio"))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(time.sleep, [0.5, 0.5]))
        wall, used = time.perf_counter(), cpu()
        made = studio.designs.batch(
            table,
            languages={tag: {"headline": words} for tag, words in WORDS.items()},
            folder="acme",
            sizes=SIZES,
            executor=pool,
            opener=opener,
            progress=False,
        )
        wall = time.perf_counter() - wall
    used = cpu() - used
    problems = {problem.sentence for row in made.failed for problem in row.problems}
    with capsys.disabled():
        print(
            f"\n{made.banners} banners in {wall:.1f} s, {used:.1f} s CPU; {len(made.failed)} rows with problems: {list(problems)[:3]}"
        )
    assert made.banners == 288 or made.held
