"""A banner with layers, slots of its own and rich words is the same picture in every form: what
Chromium shows of its SVG and Poppler of its PDF lies on the PNG.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from browser import CHROMIUM, Browser
from PIL import Image

from brandstudio.models.choices import Choices, LogoChoice, ScrimChoice
from brandstudio.models.designs import DesignSpec, ScrimLayer, Slots
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.export.export import export
from brandstudio.render.layout.template import builtin, load

from .conftest import LOGOS, STACK, assets_of
from .gallery import LOOKS, known_pictures, photo_of, slots_of
from .test_example_templates import FILES, SAID, asked, photo, three_of
from .test_rich_words import RICH

pytestmark = pytest.mark.slow
SCRIPTS = tuple(SAID)
PATCH = 24
#: Of 255. Each renderer smooths the edges of letters in its own way, and Poppler scales photos
#: without smoothing: over these banners the mean was at most 2.0 in Chromium and 4.9 in Poppler, the
#: worst patch at most 37. Words that are missing make a patch differ by more than 60 (the last test).
MEAN, WORST = 6, 60
EDITS = (
    Choices(),
    Choices(align="center"),
    Choices(logo=LogoChoice(place="bottom-right", size=1.3)),
    Choices(seed=1),
)


def rich() -> Brief:
    """Bold, italic and coloured words in three scripts."""
    said = {
        "headline": "**Quiet** [accent]mornings[/] *by the sea*",
        "note": "قهوة **الصباح** — 静かな**朝**のコーヒー",
        "points": ["**Free** delivery", "[accent]From May[/]", "*Roasted* on Tuesday"],
    }
    template = load(RICH)
    shot = photo("dandelion")
    return Brief(
        template, "square", 1080, 1080, Slots.of(said), LOOKS[0], STACK, photo=shot, language="en"
    )


def edited(file: Path, number: int) -> Brief:
    """A template of the examples in one of its sizes, a script and an edit."""
    template = load(file.read_bytes())
    sizes = three_of(template)
    made = asked(
        template, sizes[number % len(sizes)], SCRIPTS[number % len(SCRIPTS)], number % len(LOOKS)
    )
    return replace(made, choices=EDITS[number % len(EDITS)])


#: Edits of banners whose words stand on the photo, and what must lie behind them.
FIELDS: dict[str, tuple[str, Choices, str]] = {
    "soft field": ("bridge", Choices(seed=3), "soft"),
    "blurred field": ("bridge", Choices(align="center"), "blur"),
    "even veil": (
        "bridge",
        Choices(scrim=ScrimChoice(kind="even", strength=0.5), crop=(0.1, 0.1, 0.7, 0.8)),
        "even",
    ),
    "melting edge": ("coffee", Choices(button="outline"), "joint"),
    "panel": ("bee", Choices(scrim=ScrimChoice(kind="panel"), colours={"ground": "#0b3d2e"}), "panel"),
}  # fmt: skip


def on_photo(name: str) -> Brief:
    """An edited banner of the overlay, as large as a square post."""
    shot, choices, _ = FIELDS[name]
    pictures = known_pictures()
    known = photo_of(pictures.get(shot) or pictures[f"{shot}, plain"], shot)
    return Brief(
        builtin("overlay"), "square", 1080, 1080, slots_of("english", 1, 3), LOOKS[0], STACK,
        known, logos=LOGOS, choices=choices,
    )  # fmt: skip


def behind(spec: DesignSpec) -> set[str]:
    """What lies behind the words of a banner."""
    scrims = [layer for layer in spec.layers if isinstance(layer, ScrimLayer)]
    found = {layer.kind for layer in spec.layers} | {s.shape for s in scrims}
    return (
        found | {s.purpose for s in scrims} | ({"blur"} if any(s.blur for s in scrims) else set())
    )


def blurred(spec: DesignSpec) -> DesignSpec:
    """The photo below the field behind the words blurred, as it is where it is restless."""
    layers = [
        layer.model_copy(update={"blur": 11.0}) if isinstance(layer, ScrimLayer) else layer
        for layer in spec.layers
    ]
    return spec.model_copy(update={"layers": layers})


BRIEFS = {file.stem: number for number, file in enumerate(FILES)}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    opened = Browser(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


def difference(shown: bytes, ours: np.ndarray) -> tuple[float, float]:
    """The mean and the worst patch's mean of the difference, of 255."""
    height, width = ours.shape[:2]
    seen = Image.open(io.BytesIO(shown)).convert("RGB")
    assert abs(seen.width - width) <= 2, "the page is as large as the banner"
    assert abs(seen.height - height) <= 2
    apart = np.abs(np.asarray(seen.resize((width, height))).astype(int) - ours.astype(int)).mean(
        axis=2
    )
    rows, columns = height // PATCH, width // PATCH
    patches = apart[: rows * PATCH, : columns * PATCH].reshape(rows, PATCH, columns, PATCH)
    return float(apart.mean()), float(patches.mean(axis=(1, 3)).max())


@pytest.mark.parametrize("name", [*BRIEFS, *FIELDS, "rich"])
def test_a_browser_and_poppler_show_what_the_png_shows(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    brief = on_photo(name) if name in FIELDS else rich() if name == "rich" else None
    brief = brief or edited(FILES[BRIEFS[name]], BRIEFS[name])
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    spec, assets = made.spec, assets_of(brief)
    if name == "blurred field":
        spec = blurred(spec)
    assert name not in FIELDS or FIELDS[name][2] in behind(spec)
    ours = np.asarray(draw(spec, assets, STACK).convert("RGB"))
    size = {"width": brief.width, "height": brief.height, "deviceScaleFactor": 1, "mobile": False}
    browser.call("Emulation.setDeviceMetricsOverride", **size)
    found = {}
    for form in ("svg", "svg-outlines"):
        file = tmp_path / f"{form}.svg"
        file.write_bytes(export(spec, assets, STACK, form).data)  # type: ignore[arg-type]
        browser.open(file.as_uri())
        found[form] = difference(browser.picture(), ours)
    if shutil.which("pdftoppm") is not None:
        page = tmp_path / "banner.pdf"
        page.write_bytes(export(spec, assets, STACK, "pdf").data)
        subprocess.run(["pdftoppm", "-png", "-r", "96", page, tmp_path / "page"], check=True)
        found["pdf"] = difference(next(tmp_path.glob("page*.png")).read_bytes(), ours)
    assert {form: one for form, one in found.items() if one[0] > MEAN or one[1] > WORST} == {}


def test_a_missing_word_is_seen() -> None:
    """What is held above can fail."""
    brief = edited(FILES[0], 0)
    made = compose(brief, allow_extension=False)
    assert isinstance(made, Rendering)
    layers = [layer for layer in made.spec.layers if layer.kind != "text"]
    bare = draw(made.spec.model_copy(update={"layers": layers}), assets_of(brief), STACK)
    out = io.BytesIO()
    bare.save(out, "PNG")
    assert difference(out.getvalue(), np.asarray(made.image.convert("RGB")))[1] > WORST
