"""The banner beside its rivals, in turns, one core each, CPU medians.

    bash tests/benchmarks/rivals/prepare.sh FOLDER
    BRANDSTUDIO_RIVALS=FOLDER pytest -m benchmark -s tests/benchmarks/test_rivals_benchmark.py

BRANDSTUDIO_BENCH_PHOTO names a photo to use (it becomes a 4032 x 3024 JPEG, quality 88, 4:2:0);
without one, a bundled photo is enlarged and given a sensor's grain. BRANDSTUDIO_ROUNDS is how often
each one renders (25). Rivals that are not set up are left out by name. What a figure is worth shows
in the ratios: they come from the same rounds.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from PIL import Image, ImageDraw, ImageFont, ImageOps

from brandstudio.render.type.bundled import bundled_stack

pytestmark = pytest.mark.benchmark

HERE = Path(__file__).parent / "rivals"
SIZES = {"1200x627": (1200, 627), "1920x1080": (1920, 1080)}
ROUNDS = int(os.environ.get("BRANDSTUDIO_ROUNDS", "25"))


def camera_photo() -> Image.Image:
    """12 megapixels, 4:3."""
    named = os.environ.get("BRANDSTUDIO_BENCH_PHOTO")
    if named:
        Image.MAX_IMAGE_PIXELS = None
        return ImageOps.fit(
            Image.open(named).convert("RGB"), (4032, 3024), Image.Resampling.LANCZOS
        )
    bundled = resources.files("brandstudio.assets").joinpath("photos", "dandelion.jpg").read_bytes()
    large = ImageOps.fit(
        Image.open(io.BytesIO(bundled)).convert("RGB"), (4032, 3024), Image.Resampling.LANCZOS
    )
    grain = np.random.default_rng(1).normal(0, 3.0, (3024, 4032, 1)).astype(np.float32)
    return Image.fromarray(np.clip(np.asarray(large) + grain, 0, 255).astype(np.uint8))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The photo, the logo and two static fonts that all rivals share."""
    made = tmp_path_factory.mktemp("rivals")
    camera_photo().save(made / "photo.jpg", quality=88, subsampling=2)
    for file, weight in (("regular.ttf", 400), ("bold.ttf", 700)):
        variable = TTFont(io.BytesIO(bundled_stack().faces[0].read()))
        font = instantiateVariableFont(variable, {"wght": weight, "opsz": 14})
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = "Rival"
            elif record.nameID in (2, 17):
                record.string = "Bold" if weight == 700 else "Regular"
        font["OS/2"].usWeightClass = weight
        font.save(made / file)
    logo = Image.new("RGBA", (800, 240), (0, 0, 0, 0))
    draw = ImageDraw.Draw(logo)
    draw.ellipse((20, 20, 220, 220), fill="#ffc400")
    draw.rectangle((80, 80, 160, 160), fill="#141e3c")
    draw.text(
        (250, 120),
        "Northwind",
        font=ImageFont.truetype(str(made / "bold.ttf"), 92),
        fill="white",
        anchor="lm",
    )
    logo.save(made / "logo.png")
    (made / "fonts.conf").write_text(
        f'<?xml version="1.0"?><fontconfig><dir>{made}</dir><cachedir>{made}/fc</cachedir></fontconfig>'
    )
    return made


@dataclass
class Rival:
    """A renderer in a process of its own that renders when it is told to."""

    name: str
    command: list[str]
    core: int | None
    cpu: dict[str, list[float]] = field(default_factory=dict)
    bytes: dict[str, int] = field(default_factory=dict)

    def __enter__(self) -> Rival:
        pinned = (
            ["taskset", "-c", str(self.core)]
            if self.core is not None and shutil.which("taskset")
            else []
        )
        self.process = subprocess.Popen(
            [*pinned, *self.command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if self._line() != "ready":
            raise RuntimeError(f"{self.name} did not start: {self._said()}")
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def render(self, size: str, keep: Path | None = None) -> None:
        width, height = SIZES[size]
        assert self.process.stdin is not None
        self.process.stdin.write(f"{width} {height}{f' {keep}' if keep else ''}\n")
        self.process.stdin.flush()
        line = self._line()
        if not line.startswith("{"):
            raise RuntimeError(f"{self.name} did not render: {self._said()}")
        if keep is None:
            self.cpu.setdefault(size, []).append(json.loads(line)["cpu"])
        self.bytes[size] = json.loads(line)["bytes"]

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def _said(self) -> str:
        assert self.process.stderr is not None
        self.process.kill()
        return self.process.stderr.read()[-1500:]


def entrants(folder: Path) -> tuple[list[Rival], list[str]]:
    """All that can run here, and the names of those that can't."""
    core = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    python, shared = sys.executable, str(folder)
    made = [
        Rival("ours, first", [python, str(HERE / "ours.py"), shared, "first"], core),
        Rival("ours, same photo again", [python, str(HERE / "ours.py"), shared, "again"], core),
        Rival(
            "floor: Pillow draft, BICUBIC, ISA-L", [python, str(HERE / "floor.py"), shared], core
        ),
        Rival("plain Pillow", [python, str(HERE / "plain_pillow.py"), shared], core),
    ]
    prepared = os.environ.get("BRANDSTUDIO_RIVALS")
    home = Path(prepared).resolve() if prepared else None
    other = str(home / "python" / "bin" / "python") if home else ""
    node = str(home / "node") if home else ""
    modules = home / "node" / "node_modules" if home else Path("/nonexistent")
    wanted = [
        (Path(other).exists(), Rival("OpenCV and fpng, no words fitted, no proof", [other, str(HERE / "opencv.py"), shared], core)),
        ((modules / "satori").exists(), Rival("satori + resvg", ["node", str(HERE / "satori.mjs"), shared, node, "whole"], core)),
        ((modules / "satori").exists(), Rival("satori + resvg, photo resized first", ["node", str(HERE / "satori.mjs"), shared, node, "small"], core)),
        *(((modules / "sharp").exists(), Rival(f"sharp + SVG, level {n}", ["node", str(HERE / "sharp.mjs"), shared, node, n], core)) for n in "61"),
        *((Path(other).exists(), Rival(f"pyvips, level {n}", [other, str(HERE / "vips.py"), shared, n], core)) for n in "61"),
        ((modules / "playwright-core").exists() and shutil.which("chromium") is not None,
         Rival("Chromium, reused page", ["node", str(HERE / "chromium.mjs"), shared, node], None)),
    ]  # fmt: skip
    return made + [rival for there, rival in wanted if there], [
        rival.name for there, rival in wanted if not there
    ]


@pytest.fixture
def field_of_rivals(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[list[Rival], list[str]]]:
    monkeypatch.setenv("FONTCONFIG_FILE", str(folder / "fonts.conf"))
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VIPS_CONCURRENCY"):
        monkeypatch.setenv(variable, "1")
    able, unable = entrants(folder)
    running: list[Rival] = []
    try:
        for rival in able:
            running.append(rival.__enter__())
        yield running, unable
    finally:
        for rival in running:
            rival.__exit__()


def level_six(png: bytes) -> int:
    """What Pillow at level 6 makes of the same pixels, in bytes."""
    buffer = io.BytesIO()
    Image.open(io.BytesIO(png)).save(buffer, "PNG", compress_level=6)
    return buffer.tell()


def test_the_banner_beside_its_rivals(
    folder: Path, field_of_rivals: tuple[list[Rival], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    rivals, absent = field_of_rivals
    kept = Path(os.environ.get("BRANDSTUDIO_BENCH_KEEP", str(folder)))
    for rival in rivals:
        for size in SIZES:
            rival.render(size, kept / f"{rivals.index(rival):02}-{size}.png")
    for _ in range(ROUNDS):
        for size in SIZES:
            for rival in rivals:
                rival.render(size)
    ours = rivals[0]
    with capsys.disabled():
        print(
            f"\n{'CPU ms, median of ' + str(ROUNDS) + ' rounds':46}"
            + "".join(f"{size:>12} {'/ ours':>7} {'kB':>6}" for size in SIZES)
        )
        for rival in rivals:
            cells = ""
            for size in SIZES:
                pairs = zip(rival.cpu[size], ours.cpu[size], strict=True)
                ratio = statistics.median(theirs / mine for theirs, mine in pairs)
                cells += f"{statistics.median(rival.cpu[size]):12.1f} {ratio:7.2f} {rival.bytes[size] // 1000:6}"
            print(f"{rival.name:46}{cells}")
        for size in SIZES:
            png = (kept / f"00-{size}.png").read_bytes()
            print(f"{size}: our PNG is {len(png) / level_six(png):.2f} of Pillow's at level 6")
        if absent:
            print("not set up: " + ", ".join(absent))
    for size, (width, height) in SIZES.items():
        # All drew the same kind of banner: a picture of the size, dark at the left where the words'
        # scrim lies.
        for number, rival in enumerate(rivals):
            image = Image.open(kept / f"{number:02}-{size}.png").convert("RGB")
            assert image.size == (width, height), rival.name
            assert len(zlib.compress(image.tobytes(), 1)) > 50_000, rival.name
