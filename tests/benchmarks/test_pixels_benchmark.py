"""Pictures beside plain Pillow, in the same run: ``pytest -m benchmark -s
tests/benchmarks/test_pixels_benchmark.py``.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from importlib import resources

import pytest
from PIL import Image

from brandstudio.pixels import encode, intake, measure, resize
from brandstudio.pixels.decode import decode
from brandstudio.pixels.safely import decode_safely

pytestmark = pytest.mark.benchmark


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The least CPU time of a few rounds."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def camera_jpeg(width: int, height: int) -> bytes:
    photo = decode(
        resources.files("brandstudio.assets").joinpath("photos", "dandelion.jpg").read_bytes()
    )
    return encode.jpeg(resize.cover(photo, width, height), 88)


def tell(what: str, ours: float, theirs: float) -> None:
    print(
        f"{what}: {ours * 1e3:.1f} ms, plain {theirs * 1e3:.1f} ms, {theirs / ours:.2f} times as fast"
    )


def test_download_of_1600_pixels_from_20_megapixels() -> None:
    data = camera_jpeg(5472, 3648)

    def plain() -> bytes:
        with Image.open(io.BytesIO(data)) as image:
            image.thumbnail((1600, 1600))
            out = io.BytesIO()
            image.save(out, "JPEG", quality=82)
            return out.getvalue()

    tell("download", seconds(lambda: resize.download(data, max_side=1600)), seconds(plain))


def test_png_beside_pillow_level_6() -> None:
    image = resize.fit(camera_jpeg(1920, 1080), 1920)

    def plain() -> bytes:
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    tell("PNG 1920x1080", seconds(lambda: encode.png(image)), seconds(plain, 2))
    print(f"PNG size: {len(encode.png(image)) / len(plain()):.3f} of Pillow's level 6")


def test_measures_of_a_512_pixel_picture() -> None:
    image = resize.fit(camera_jpeg(512, 341), 512)
    print(f"measure: {seconds(lambda: measure.measure(image)) * 1e3:.1f} ms")


def test_the_child_process_costs_little() -> None:
    data = camera_jpeg(4000, 3000)
    decode_safely(data)
    times = []
    for work in (decode_safely, decode):
        begun = time.perf_counter()
        for _ in range(4):
            work(data)
        times.append((time.perf_counter() - begun) / 4)
    tell("decode of 12 megapixels in the child (wall clock)", *times)


def test_intake_of_12_megapixels() -> None:
    data = camera_jpeg(4000, 3000)
    intake.take_in(data)
    begun = time.perf_counter()
    intake.take_in(data)
    print(f"intake: {(time.perf_counter() - begun) * 1e3:.0f} ms")
