"""The experiments behind the numbers that decide quality: what each weight of a crop and of a
shorter text buys, and how the words for what pictures show hold against labels made by hand.

``pytest -m benchmark -s tests/benchmarks/test_weights_benchmark.py`` prints the tables that
docs/explanations/numbers.md quotes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache, lru_cache
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from brandstudio.domain.extraction import PhotoReference, world
from brandstudio.language.copy import shorten
from brandstudio.language.segments import sentences, words
from brandstudio.models.sizes import CONTRACT_SIZES
from brandstudio.pixels.facts import find_facts
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import crop, crop_weights
from brandstudio.render.layout.attention import Attention, attention_of
from tests.render.gallery import known_pictures, photo_of

pytestmark = pytest.mark.benchmark

DOCS = Path(__file__).parents[2] / "docs"


# -- crops ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def scenes() -> list[tuple[Attention, Rect, Rect]]:
    """Every photo of the gallery in every size, with a block of words left, right and below."""
    found = []
    for image in known_pictures().values():
        attention = attention_of(photo_of(image))
        for width, height in CONTRACT_SIZES.values():
            w, h = float(width), float(height)
            frame = Rect(0.0, 0.0, w, h)
            covers = (
                Rect(0.06 * w, 0.2 * h, 0.4 * w, 0.6 * h),
                Rect(0.54 * w, 0.2 * h, 0.4 * w, 0.6 * h),
                Rect(0.06 * w, 0.62 * h, 0.88 * w, 0.32 * h),
            )
            found += [(attention, frame, cover) for cover in covers]
    return found


def crops(weights: crop_weights.Weights, patch: pytest.MonkeyPatch) -> list[crop.Crop]:
    patch.setattr(crop, "WEIGHTS", weights)
    return [crop.best_crop(attention, frame, [cover]) for attention, frame, cover in scenes()]


def common(one: Rect, other: Rect) -> float:
    both = one.common(other).area
    return both / (one.area + other.area - both)


def told_of(found: list[crop.Crop], usual: list[crop.Crop]) -> str:
    widest = {}
    for (attention, frame, _), chosen in zip(scenes(), found, strict=True):
        ratio = frame.width / frame.height
        widest[id(chosen)] = min(attention.width, attention.height * ratio) / chosen.box.width
    subjects = [c for (a, _, _), c in zip(scenes(), found, strict=True) if a.total > 0]
    faces = sum(len(a.faces) > 0 for a, _, _ in scenes())
    moved = mean(common(a.box, b.box) < 0.9 for a, b in zip(found, usual, strict=True))
    return (
        f"{100 * mean(c.visible for c in subjects):.1f} | "
        f"{100 * mean(c.covered for c in subjects):.1f} | "
        f"{100 * sum(c.faces_covered > 0 for c in found) / faces:.1f} | "
        f"{100 * sum(c.faces_lost > 0 for c in found) / faces:.1f} | "
        f"{mean(widest.values()):.3f} | {100 * moved:.0f}"
    )


def test_what_each_weight_of_a_crop_buys(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = crops(crop_weights.Weights(), monkeypatch)
    print(f"\n{len(usual)} crops of {len(known_pictures())} photos")
    print(
        "\n| Weight | Set to | Subject in frame, % | Under words, % | Faces covered, % | Faces cut, % | Zoom | Other crops, % |"
    )
    print("|---|---|---|---|---|---|---|---|")
    print(f"| all | as they are | {told_of(usual, usual)} |")
    tried = "zoom cut_off covered occlusion face_out face_cut face_covered away thirds head middle"
    for name in tried.split():
        value = getattr(crop_weights.Weights(), name)
        for factor in (0.0, 0.5, 2.0):
            weights = replace(crop_weights.Weights(), **{name: value * factor})
            print(
                f"| `{name}` | {value * factor:g} | {told_of(crops(weights, monkeypatch), usual)} |"
            )
    for zooms in ((1.0,), (1.0, 1.1, 1.22, 1.36, 1.6, 2.0)):
        weights = replace(crop_weights.Weights(), zooms=zooms)
        print(f"| `zooms` | up to {zooms[-1]:g} | {told_of(crops(weights, monkeypatch), usual)} |")
    assert crops(crop_weights.Weights(), monkeypatch) == usual


# -- shorter texts -------------------------------------------------------------------------------


def drafts() -> Iterator[str]:
    """The running text of the guide, page by page: what people wrote, without code and tables."""
    for page in sorted([*DOCS.glob("guides/*.md"), *DOCS.glob("explanations/*.md")]):
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        blocks = [b for b in text.split("\n\n") if re.match(r"[A-Z*]", b) and "|" not in b]
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", "\n\n".join(blocks))
        spans = sentences(plain)[:24]
        if len(spans) >= 8:
            yield plain[: spans[-1][1]]


def kept(draft: str, made: str) -> tuple[float, float, float, float]:
    """The shares of the figures, of the names, of the ten words that come most, and of the first
    sentence's words that are still there.
    """

    def share(of: set[str]) -> float:
        return len([part for part in of if part in made]) / len(of) if of else float("nan")

    counted = Counter(
        word
        for a, b in words(draft)
        if (word := draft[a:b].casefold()) not in shorten._STOP and len(word) > 3
    )
    often = {word for word, _ in counted.most_common(10)}
    start, end = sentences(draft)[0]
    first = {draft[start + a : start + b] for a, b in words(draft[start:end])}
    return (
        share(set(re.findall(r"\d[\d.,]*", draft))),
        share({m.group() for m in shorten._NAME.finditer(draft)}),
        len([w for w in often if w in made.casefold()]) / max(1, len(often)),
        share(first),
    )


def test_what_each_weight_of_a_shorter_text_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list(drafts())
    print(f"\n{len(texts)} texts, cut to half and to a quarter of their words")
    print("\n| Weight | Set to | Figures, % | Names, % | Ten words, % | First sentence, % |")
    print("|---|---|---|---|---|---|")

    def row(weights: shorten.Weights) -> str:
        monkeypatch.setattr(shorten, "WEIGHTS", weights)
        found = [kept(t, shorten.resize(t, goal).text) for t in texts for goal in ("50%", "25%")]
        return " | ".join(f"{100 * np.nanmean(column):.0f}" for column in zip(*found, strict=True))

    print(f"| all | as they are | {row(shorten.Weights())} |")
    for known in fields(shorten.Weights):
        value = getattr(shorten.Weights(), known.name)
        for factor in (0.0, 2.0):
            weights = replace(shorten.Weights(), **{known.name: value * factor})
            print(f"| `{known.name}` | {value * factor:g} | {row(weights)} |")
    only = shorten.Weights(*(0.0 for _ in fields(shorten.Weights)))
    print(f"| all but the words that return | 0 | {row(only)} |")


# -- words for what pictures show ----------------------------------------------------------------

SHOWN: dict[str, tuple[str, str]] = {
    # By word: pictures that show it, and pictures that do not. "dusk" is a picture darkened to two
    # fifths with half its colour, "pale" one with half its contrast and more light.
    "one person": ("astronaut,plain astronaut,mirrored astronaut,corner", "bee bridge citrus coffee dandelion"),
    "close portrait": ("astronaut,warm_zoom astronaut,corner", "bee bridge citrus coffee crowd"),
    "plain backdrop": ("product_on_white product_on_black", "astronaut,plain bee bridge citrus crowd leaves"),
    "centred subject": ("coffee,plain product_on_white bee,plain", "dandelion,plain dandelion,mirrored"),
    "subject on the left": ("dandelion,plain", "dandelion,mirrored coffee,plain product_on_white"),
    "subject on the right": ("dandelion,mirrored", "dandelion,plain coffee,plain product_on_white"),
    "light from above": ("dandelion,plain dandelion,mirrored sunset", "coffee,plain citrus,plain product_on_white"),
    "shallow depth of field": ("bee,plain bee,mirrored dandelion,plain dandelion,mirrored", "citrus,plain bridge,plain page_of_text leaves"),
    "symmetry": ("product_on_white product_on_black flat_grey", "astronaut,plain coffee,plain dandelion,plain bridge,plain"),
    "film grain": ("static", "citrus,plain coffee,plain bridge,plain flat_grey sunset"),
    "monochrome": ("flat_grey white page_of_text", "bee,plain citrus,plain coffee,plain bridge,plain astronaut,plain"),
    "warm": ("bridge,plain citrus,plain coffee,plain coffee,warm_zoom sunset", "bee,plain night_with_lamps flat_grey snow_with_firs leaves"),
    "cool": ("night_with_lamps bridge,inverted coffee,inverted", "bridge,plain citrus,plain coffee,plain sunset flat_grey"),
    "vivid": ("citrus,plain bee,plain coffee,plain", "flat_grey snow_with_firs page_of_text citrus,dusk astronaut,dusk night_with_lamps"),
    "muted": ("flat_grey snow_with_firs bee,dusk bridge,dusk dandelion,dusk", "citrus,plain bee,plain coffee,plain sunset"),
    "bright and airy": ("citrus,plain snow_with_firs white product_on_white citrus,pale astronaut,pale", "bridge,plain night_with_lamps coffee,dusk bee,dusk dandelion,plain"),
    "dark and moody": ("bridge,plain night_with_lamps coffee,dusk bee,dusk dandelion,dusk", "citrus,plain snow_with_firs astronaut,pale product_on_white"),
    "dramatic": ("bridge,plain astronaut,plain coffee,plain", "flat_grey snow_with_firs middle_tones sunset citrus,pale"),
    "soft": ("snow_with_firs middle_tones bee,dusk citrus,dusk", "bridge,plain astronaut,plain stripes page_of_text"),
    "calm": ("flat_grey white sunset product_on_white", "citrus,plain crowd static stripes"),
    "lively": ("citrus,plain static stripes leaves", "flat_grey white sunset product_on_white dandelion,plain"),
}  # fmt: skip


@cache
def reference(name: str) -> PhotoReference:
    """The picture of the gallery by its name here."""
    known = known_pictures()
    full = name.replace("_", " ").replace(",", ", ")
    full = full if full in known else f"{full}, plain"
    facts = find_facts(known[full])
    boxes = [(face.x0, face.y0, face.x1, face.y1) for face in facts.faces]
    return PhotoReference(full, facts.measures, full, boxes, facts.medium)


def test_the_words_for_what_pictures_show_hold_against_labels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured = {term: sure for terms in world._MEASURED.values() for term, sure in terms.items()}
    print(
        "\n| Word | Shown: said in | Not shown: said in | Said wrongly or missed | Half a band lower | Half a band higher |"
    )
    print("|---|---|---|---|---|---|")
    ramp = world._ramp

    def said(term: str, name: str) -> bool:
        return measured[term](reference(name)) >= world._LEAST_CONFIDENCE

    for term, (shows, others) in SHOWN.items():
        row, wrong = [], []
        for shift in (0.0, -0.5, 0.5):
            monkeypatch.setattr(
                world,
                "_ramp",
                lambda v, n, s, by=shift: ramp(v, n + by * (s - n), s + by * (s - n)),
            )
            yes = {n: said(term, n) for n in shows.split()}
            no = {n: said(term, n) for n in others.split()}
            row.append(f"{sum(yes.values())} of {len(yes)}, {sum(no.values())} of {len(no)}")
            if shift == 0:
                wrong = [n for n, v in yes.items() if not v] + [n for n, v in no.items() if v]
        first, second = row[0].split(", ")
        print(
            f"| {term} | {first} | {second} | {', '.join(wrong) or 'none'} | {row[1]} | {row[2]} |"
        )
