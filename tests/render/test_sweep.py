"""Every named size in every family of templates and four scripts: contrast in four visions, by the
proof of the banner and by an independent one, nothing clipped or overlapping, and legible at the
size's own pixels. ``BRANDSTUDIO_SHEETS=DIR`` keeps sheets to look at, those of a size's shape
together.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from brandstudio.models.choices import Choices
from brandstudio.models.designs import PanelLayer, Slots, TextLayer
from brandstudio.models.sizes import SIZES, BannerSize
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.geometry import Canvas
from brandstudio.render.layout.carrying import LEGIBLE, carries
from brandstudio.render.layout.template import Template, builtin, load
from brandstudio.render.type.bundled import bundled_stack

from .conftest import LOGOS, assets_of
from .gallery import LOOKS
from .proof import contrast_failures, placement_faults
from .test_example_templates import SAID, photo, sheet

SHEETS = os.environ.get("BRANDSTUDIO_SHEETS")
OWN = {name: (Path(__file__).parent / f"{name}.toml").read_bytes() for name in ("sale", "notice")}
FAMILIES = ("overlay", "split", "panel", "article-cover-panel", *OWN)
#: Shortened where a size carries few words, as a person would.
SHORT = {"latin": "Coffee from Huila", "arabic": "قهوة من هويلا", "japanese": "ウイラの珈琲", "devanagari": "हुइला की कॉफ़ी"}  # fmt: skip
LABEL = {"latin": "Order", "arabic": "اطلب", "japanese": "注文", "devanagari": "मंगाएँ"}
NAMES = {"latin": ("Ada Lind", "Roaster"), "arabic": ("ليلى حداد", "محمِّصة"), "japanese": ("田中 葵", "焙煎士"), "devanagari": ("मीरा शर्मा", "रोस्टर")}  # fmt: skip
#: The headline of rich words: one of it bold, one in a colour of the brand.
RICH = {"latin": "Coffee from the **hills** of [primary]Huila[/]", "arabic": "**قهوة** من تلال [primary]هويلا[/]", "japanese": "[primary]ウイラ[/]の丘から届く**コーヒー**", "devanagari": "[primary]हुइला[/] की पहाड़ियों की **कॉफ़ी**"}  # fmt: skip
LANGUAGES = {"latin": "en", "arabic": "ar", "japanese": "ja", "devanagari": "hi"}
SCHEMES = {"latin": "light", "arabic": "dark", "japanese": "accent", "devanagari": None}


def template_of(family: str) -> Template:
    return load(OWN[family]) if family in OWN else builtin(family)


def said(family: str, script: str) -> list[Slots]:
    """What a banner says: all of it first, then less, as a size carries fewer words."""
    title, line, short, entry = SAID[script]
    full = Slots(headline=title, subhead=line, button_text=LABEL[script])
    if family == "article-cover-panel":
        name, role = NAMES[script]
        return [Slots(headline=title, author_name=name, author_role=role)]
    if family == "notice":
        full = full.model_copy(update={"headline": RICH[script], "own": {"label": short}})
        bare = full.model_copy(update={"own": {}, "subhead": None})
        return [full, bare, Slots(headline=f"[primary]{SHORT[script]}[/]")]
    tries = [full, full.model_copy(update={"subhead": None}), Slots(headline=SHORT[script], button_text=LABEL[script]), Slots(headline=SHORT[script])]  # fmt: skip
    if family == "sale":
        more = {"date": short, "price": "24,50 €", "points": [entry] * 2, "badge": "−25%"}
        whole = Slots.of({**full.model_dump(exclude_none=True), **more})
        return [whole, *(t.model_copy(update={"subhead": None}) for t in tries)]
    return tries


def brief_of(family: str, size: BannerSize, script: str) -> Brief | None:
    """The banner with as many words as the size carries; None where it carries none of them."""
    width, height = SIZES[size]
    stack = bundled_stack(LANGUAGES[script])
    choices = Choices(scheme=SCHEMES[script] if family == "notice" else None)
    for slots in said(family, script):
        brief = Brief(
            template_of(family), size, width, height, slots, LOOKS[len(script) % len(LOOKS)], stack,
            photo=photo("astronaut"), logos=LOGOS, language=LANGUAGES[script], choices=choices,
        )  # fmt: skip
        if carries(brief):
            return brief
    return None


def faults(brief: Brief) -> tuple[list[str], Image.Image]:
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    found = [f"{f.layer} {f.vision} {f.ratio}" for f in made.contrast_failures]
    found += contrast_failures(made.image, made.spec, assets_of(brief), brief.fonts)
    found += placement_faults(made.spec)
    texts = [layer for layer in made.spec.layers if isinstance(layer, TextLayer)]
    raised = [t for t in texts if t.slot != "price"]
    found += [f"{t.slot} at {t.size} px" for t in raised if t.size < LEGIBLE]
    return found, made.image


def test_the_independent_proof_sees_the_colour_of_a_run() -> None:
    """What is held below can fail."""
    brief = brief_of("notice", "medium-rectangle-300x250", "latin")
    assert brief is not None
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    assets = assets_of(brief)
    assert contrast_failures(made.image, made.spec, assets, brief.fonts) == []
    layers = [
        layer.model_copy(update={"runs": [r.model_copy(update={"colour": "#fafafa"} if r.colour else {}) for r in layer.runs]})
        if isinstance(layer, TextLayer) else layer
        for layer in made.spec.layers
    ]  # fmt: skip
    faint = made.spec.model_copy(update={"layers": layers})
    found = contrast_failures(draw(faint, assets, brief.fonts), faint, assets, brief.fonts)
    assert {said.partition(" < ")[0].split()[1] for said in found} == {"#fafafa"}


@pytest.mark.parametrize("family", ["overlay", "split", "panel", "notice"])
def test_on_a_low_banner_the_logo_stands_beside_the_button_and_on_nobody(family: str) -> None:
    for script in SAID:
        brief = brief_of(family, "large-mobile-banner-320x100", script)
        assert brief is not None
        made = compose(brief, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        kinds = [layer.kind for layer in made.spec.layers]
        assert kinds.count("logo") == 1, script
        assert not any(isinstance(x, PanelLayer) and x.purpose == "plate" for x in made.spec.layers)


def test_entries_of_a_list_keep_apart_in_a_script_that_fills_its_lines() -> None:
    brief = brief_of("sale", "large-rectangle-336x280", "japanese")
    assert brief is not None
    wrong, _ = faults(brief)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_every_size_is_drawn_in_four_scripts(family: str) -> None:
    found, bare, shots = list[str](), list[str](), dict[str, list[Image.Image]]()
    template = template_of(family)
    for size in SIZES:
        if not template.comes_in(size):
            continue
        shape = Canvas(*SIZES[size]).orientation
        for script in SAID:
            brief = brief_of(family, size, script)
            if brief is None:
                bare.append(f"{size} {script}")
                continue
            wrong, image = faults(brief)
            found += [f"{family} {size} {script}: {fault}" for fault in wrong]
            image.thumbnail((840, 840))
            shots.setdefault(shape, []).append(image)
    if SHEETS is not None:
        for name, pictures in shots.items():
            sheet(pictures, 4).save(Path(SHEETS) / f"sweep-{family}-{name}.png")
    assert found == []
    # One layout for all sizes does not suit the narrow ones; that is said before it is charged.
    narrow = ("skyscraper", "leaderboard", "mobile-banner") if family == "sale" else ()
    assert [b for b in bare if not any(name in b for name in narrow)] == []
