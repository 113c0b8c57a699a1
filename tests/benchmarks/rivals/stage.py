"""The line protocol of a rival in Python, and the banner's layout, which every rival shares.

A rival is a process that stays: it reads lines ``WIDTH HEIGHT [FILE]``, renders one banner for each
(into FILE when that is named), and answers with a line of JSON: CPU and wall milliseconds and the
PNG's bytes. The first line says "ready". Its one argument is a folder with ``photo.jpg``,
``logo.png``, ``regular.ttf`` and ``bold.ttf``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(sys.argv[1])
WORDS = json.loads(Path(__file__).with_name("banner.json").read_text())


class Layout:
    """Sizes and places in pixels, as shares of the banner's width; the same for every rival but
    Chromium's own CSS.
    """

    def __init__(self, width: int, height: int) -> None:
        self.pad = round(0.05 * width)
        self.headline, self.leading = round(0.042 * width), round(0.0483 * width)
        self.subhead, self.label = round(0.019 * width), round(0.02 * width)
        self.measure, self.top = round(0.8 * width), round(0.36 * height)
        self.logo = (round(0.17 * width), round(0.051 * width))
        self.button = (round(0.18 * width), round(0.042 * width))
        self.logo_at = (width - self.pad - self.logo[0], self.pad)


def cover(width: int, height: int, across: int, down: int) -> tuple[float, float, float, float]:
    """The centred box of a picture of width x height that fills across x down."""
    scale = max(across / width, down / height)
    wide, tall = across / scale, down / scale
    return (width - wide) / 2, (height - tall) / 2, (width + wide) / 2, (height + tall) / 2


def stand(
    render: Callable[[int, int], bytes],
    before: Callable[[int, int], object] = lambda width, height: None,
) -> None:
    """Answer lines until there are no more; ``before`` runs ahead of each render and is not
    timed.
    """
    answers = sys.stdout
    sys.stdout = sys.stderr
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        width, height, *file = line.split()
        size = int(width), int(height)
        before(*size)
        wall, cpu = time.perf_counter(), time.process_time()
        png = render(*size)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        if file:
            Path(file[0]).write_bytes(png)
        print(
            json.dumps({"cpu": cpu * 1e3, "wall": wall * 1e3, "bytes": len(png)}),
            file=answers,
            flush=True,
        )
