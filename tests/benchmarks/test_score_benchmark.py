"""How well the score tells a folder's own look from another: the area under the curve over groups
of like photos.

Run with a folder of folders of photos: ``BRANDSTUDIO_LOOKS=FOLDER pytest -m benchmark
tests/benchmarks/test_score_benchmark.py -s``. Without one, looks are made: scenes drawn for six
brands, each brand's own against all the others'.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio.domain.extraction import PhotoReference, photo_style
from brandstudio.domain.scores import score
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.looks import colours_of, figures_of
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.pixels.measure import measure

pytestmark = pytest.mark.benchmark

BRANDS = {
    "coast": ("#0b3c5d", "#328cc1", "#d9e8f0", "#f4efe6", "#ff7f50"),
    "bold": ("#111111", "#e4002b", "#ffd100", "#f7f5f0"),
    "forest": ("#1b2a22", "#3e5c47", "#b9c3a5", "#c98f4e", "#efe7d8"),
    "rose": ("#3b1c32", "#8a3a5e", "#f1b9bd", "#fbe6df"),
    "violet": ("#080c1f", "#304289", "#6e72cb", "#c8b9ee"),
    "sand": ("#2c241d", "#6a4e37", "#a9805a", "#d4b996", "#f1e7d8"),
}
PROMPTS = (
    "calm sea",
    "hills in the morning",
    "silk ribbons",
    "soft gradient",
    "leaves",
    "dunes",
    "waves",
    "bokeh lights",
)


def looks() -> dict[str, list[np.ndarray]]:
    """Groups of pictures of one look each."""
    folder = os.environ.get("BRANDSTUDIO_LOOKS")
    if folder:
        groups = {}
        for each in sorted(p for p in Path(folder).iterdir() if p.is_dir()):
            files = sorted(
                p for p in each.iterdir() if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp")
            )
            pixels = []
            for file in files:
                image = Image.open(file).convert("RGB")
                image.thumbnail((800, 800))
                pixels.append(np.asarray(image))
            if len(pixels) >= 4:
                groups[each.name] = pixels
        return groups
    engine = LocalImageEngine()
    return {
        name: [
            engine.create(
                CreateRequest(
                    prompt,
                    480,
                    320,
                    i,
                    BrandLook(palette=tuple(BrandSwatch(h, 1 / len(p)) for h in p)),
                )
            ).pixels
            for i, prompt in enumerate(PROMPTS)
        ]
        for name, p in BRANDS.items()
    }


def area_under_curve(own: list[float], strange: list[float]) -> float:
    """The chance that a picture of the look scores above a stranger."""
    return float(np.mean([(a > b) + 0.5 * (a == b) for a in own for b in strange]))


def test_a_look_scores_above_strangers() -> None:
    measured = {
        name: [measure(Image.fromarray(p)) for p in pictures] for name, pictures in looks().items()
    }
    areas, reference_scores = [], []
    for name, pictures in measured.items():
        # Five at most are references; the others of the group were never seen.
        count = min(5, max(3, len(pictures) // 2))
        style = photo_style(
            [PhotoReference(str(i), m) for i, m in enumerate(pictures[:count])]
        ).value

        def points(m, style=style):  # type: ignore[no-untyped-def]
            return score(figures_of(m, width=480, height=320), colours_of(m), style).score

        references = [points(m) for m in pictures[:count]]
        own = [points(m) for m in pictures[count:]]
        strange = [points(m) for other, group in measured.items() if other != name for m in group]
        areas.append(area_under_curve(own, strange))
        reference_scores += references
        print(
            f"{name}: references {np.mean(references):.0f}, unseen {np.mean(own):.0f}, strangers {np.mean(strange):.0f}, "
            f"area {areas[-1]:.3f}"
        )
    print(
        f"mean area {np.mean(areas):.3f}; references: median {np.median(reference_scores):.0f}, lowest {min(reference_scores):.0f}"
    )
    assert np.mean(areas) > 0.85
    assert np.median(reference_scores) >= 75
