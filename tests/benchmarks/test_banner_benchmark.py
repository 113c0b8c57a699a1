"""A banner beside plain Pillow, in the same run: ``pytest -m benchmark -s
tests/benchmarks/test_banner_benchmark.py``.

One banner: 12 MP camera JPEG, cover crop, scrim, three-line headline, subhead, button, logo, PNG
out. Ours also shapes, fits and balances the words, proves their contrast in four kinds of vision
and runs the design check.
"""

from __future__ import annotations

import hashlib
import io
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import resources
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont, ImageOps

from brandstudio.models.designs import Slots
from brandstudio.models.sizes import CONTRACT_SIZES as SIZES
from brandstudio.pixels import encode, resize
from brandstudio.pixels.decode import decode
from brandstudio.render import contrast, pictures
from brandstudio.render.brief import Brief, LogoFile, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.template import builtin
from brandstudio.render.proof import check, proof
from brandstudio.render.type.bundled import bundled_stack
from brandstudio.render.type.fonts import face_of

pytestmark = pytest.mark.benchmark

STACK = bundled_stack()
WORDS = "Ship campaigns that look like you, every single time"
SUBHEAD = "A studio that keeps to your brand and proves its words."


def camera_jpeg() -> bytes:
    photo = decode(
        resources.files("brandstudio.assets").joinpath("photos", "dandelion.jpg").read_bytes()
    )
    return encode.jpeg(resize.cover(photo, 4000, 3000), 88)


@cache
def logo_png() -> bytes:
    """Made once: what is measured is the banner, not its parts."""
    image = Image.new("RGBA", (800, 200), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, 200, 200), 40, fill="white")
    draw.rectangle((240, 50, 800, 150), fill="white")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture(scope="module")
def photo() -> bytes:
    return camera_jpeg()


def brief(photo: bytes, size: str, template: str = "overlay", headline: str = WORDS) -> Brief:
    width, height = SIZES[cast(Any, size)]
    logo = logo_png()
    return Brief(
        builtin(template), size, width, height, Slots(headline=headline, subhead=SUBHEAD, button_text="Start free"),
        Look((("primary", "#14213d"), ("accent", "#fca311"))), STACK,
        Photo(photo, hashlib.sha256(photo).hexdigest(), "image/jpeg", 4000, 3000),
        logos=(LogoFile("main", "light", logo, "image/png", hashlib.sha256(logo).hexdigest(), 800, 200),),
    )  # fmt: skip


def plain(photo: bytes, width: int, height: int) -> bytes:
    """The banner in Pillow as everyone writes it."""
    inter = STACK.faces[0].read()
    large, small = (
        ImageFont.truetype(io.BytesIO(inter), size) for size in (height // 8, height // 22)
    )
    image = ImageOps.fit(
        Image.open(io.BytesIO(photo)).convert("RGB"), (width, height), Image.Resampling.LANCZOS
    )
    layer = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    ramp = np.broadcast_to((np.linspace(0.78, 0.2, width) * 255).astype(np.uint8), (height, width))
    layer.putalpha(Image.fromarray(np.ascontiguousarray(ramp)))
    image = Image.alpha_composite(image.convert("RGBA"), layer)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(("Ship campaigns", "that look like you,", "every single time")):
        draw.text((50, 120 + number * height // 7), line, font=large, fill="white")
    draw.text((50, height * 0.68), SUBHEAD, font=small, fill="white")
    draw.rounded_rectangle((50, height * 0.8, 250, height * 0.9), 12, fill="#fca311")
    draw.text((150, height * 0.85), "Start free", font=small, fill="#14213d", anchor="mm")
    logo = (
        Image.open(io.BytesIO(logo_png()))
        .convert("RGBA")
        .resize((200, 50), Image.Resampling.LANCZOS)
    )
    image.paste(logo, (50, 50), logo)
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, "PNG")
    return buffer.getvalue()


def tuned(photo: bytes, width: int, height: int) -> bytes:
    """The least that must be done: draft decoding, one resize, our PNG writer; no words, no
    proof.
    """
    with Image.open(io.BytesIO(photo)) as image:
        across, down = image.size
        image.draft("RGB", (width, round(width * 0.75)))
        tall = across * height / width
        scale = image.width / across
        top = (down - tall) / 2 * scale
        box = (0, top, image.width, top + tall * scale)
        return encode.png(
            image.resize((width, height), Image.Resampling.BICUBIC, box=box), photo=True
        )


def forget() -> None:
    for held in (pictures._DECODED, pictures._CROPS):
        held._held.clear()
        held._sum = 0


def median(*works: Callable[[], object], rounds: int = 9) -> list[float]:
    """Median CPU milliseconds of each, taken in turns so that a busy moment hits all alike."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for held, work in zip(times, works, strict=True):
            begun = time.process_time()
            work()
            held.append((time.process_time() - begun) * 1e3)
    return [statistics.median(t) for t in times]


@pytest.mark.parametrize("size", ["linkedin-feed", "linkedin-cover"])
def test_a_banner(photo: bytes, size: str) -> None:
    width, height = SIZES[cast(Any, size)]
    asked = brief(photo, size)
    others = iter(range(10_000))

    def first() -> object:
        forget()
        return compose(asked)

    def again() -> object:
        return compose(
            brief(
                photo,
                size,
                headline=f"Ship campaign {next(others)} that looks like you, every time",
            )
        )

    first()
    ours, repeat, naive, floor = median(
        first, again, lambda: plain(photo, width, height), lambda: tuned(photo, width, height)
    )
    print(
        f"\n{size}: first {ours:.0f} ms, again with other words {repeat:.0f} ms ({repeat / ours:.2f} of the first); "
        f"plain Pillow {naive:.0f} ms ({naive / ours:.1f} times ours); "
        f"photo and PNG alone {floor:.0f} ms (ours is {ours / floor:.2f} of it)"
    )


def test_the_share_of_proof_and_check(photo: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    spent = 0.0

    def timed(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **more: Any) -> Any:
            nonlocal spent
            begun = time.process_time()
            try:
                return work(*args, **more)
            finally:
                spent += time.process_time() - begun

        return run

    asked = brief(photo, "linkedin-feed")
    compose(asked)
    for module, name in ((proof, "prove"), (check, "findings"), (check, "scores")):
        monkeypatch.setattr(module, name, timed(getattr(module, name)))
    begun = time.process_time()
    for _ in range(10):
        forget()
        compose(asked)
    whole = time.process_time() - begun
    print(
        f"\nproof and check: {spent / whole:.1%} of a first render; {contrast.WIDEN} px widened, 4 visions"
    )


def test_two_threads(photo: bytes) -> None:
    asked = [
        brief(photo, "linkedin-feed", headline=f"Banner number {n} of a long campaign")
        for n in range(24)
    ]

    def work(one: Brief) -> None:
        forget()
        assert isinstance(compose(one), Rendering)

    work(asked[0])
    face_of(STACK.faces[0])
    begun = time.perf_counter()
    for one in asked:
        work(one)
    single = time.perf_counter() - begun
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, asked))
    double = time.perf_counter() - begun
    print(f"\ntwo threads: {single / double:.2f} times one")
