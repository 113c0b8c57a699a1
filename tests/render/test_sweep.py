"""Every named size in every family of templates and four scripts: contrast in four visions, nothing
clipped or overlapping, and legible at the size's own pixels. ``BRANDSTUDIO_SHEETS=DIR`` keeps sheets.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from brandstudio.models.designs import Slots, TextLayer
from brandstudio.models.sizes import SIZES, BannerSize
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.carrying import LEGIBLE, carries
from brandstudio.render.layout.template import Template, builtin, load
from brandstudio.render.type.bundled import bundled_stack

from .conftest import LOGOS
from .gallery import LOOKS
from .proof import placement_faults
from .test_example_templates import SAID, photo, sheet

SHEETS = os.environ.get("BRANDSTUDIO_SHEETS")
SALE = (Path(__file__).parent / "sale.toml").read_bytes()
FAMILIES = ("overlay", "split", "panel", "sale")
#: Shortened where a size carries few words, as a person would.
SHORT = {"latin": "Coffee from Huila", "arabic": "قهوة من هويلا", "japanese": "ウイラの珈琲", "devanagari": "हुइला की कॉफ़ी"}  # fmt: skip
LABEL = {"latin": "Order", "arabic": "اطلب", "japanese": "注文", "devanagari": "मंगाएँ"}
LANGUAGES = {"latin": "en", "arabic": "ar", "japanese": "ja", "devanagari": "hi"}


def template_of(family: str) -> Template:
    return load(SALE) if family == "sale" else builtin(family)


def brief_of(family: str, size: BannerSize, script: str) -> Brief | None:
    """The banner with as many words as the size carries; None where it carries none of them."""
    width, height = SIZES[size]
    title, line, entry = SAID[script][0], SAID[script][1], SAID[script][3]
    more = {"date": SAID[script][2], "price": "24,50 €", "points": [entry] * 2, "badge": "−25%"}
    stack = bundled_stack(LANGUAGES[script])
    full = Slots(headline=title, subhead=line, button_text=LABEL[script])
    tries = [full, full.model_copy(update={"subhead": None}), Slots(headline=SHORT[script], button_text=LABEL[script]), Slots(headline=SHORT[script])]  # fmt: skip
    if family == "sale":
        tries = [Slots.of({**t.model_dump(exclude_none=True), **more}) for t in tries[:1]] + [
            t.model_copy(update={"subhead": None}) for t in tries
        ]
    for slots in tries:
        brief = Brief(
            template_of(family), size, width, height, slots, LOOKS[len(script) % len(LOOKS)], stack,
            photo=photo("astronaut"), logos=LOGOS, language=LANGUAGES[script],
        )  # fmt: skip
        if carries(brief):
            return brief
    return None


def faults(brief: Brief) -> tuple[list[str], Rendering]:
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    found = [f"{f.layer} {f.vision} {f.ratio}" for f in made.contrast_failures]
    found += placement_faults(made.spec)
    texts = [layer for layer in made.spec.layers if isinstance(layer, TextLayer)]
    raised = [t for t in texts if t.slot != "price"]
    found += [f"{t.slot} at {t.size} px" for t in raised if t.size < LEGIBLE]
    return found, made


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_every_size_is_drawn_in_four_scripts(family: str) -> None:
    found, bare, shots = list[str](), list[str](), list[Image.Image]()
    for size in SIZES:
        named = size
        template = template_of(family)
        if not template.comes_in(size):
            continue
        for script in SAID:
            brief = brief_of(family, named, script)
            if brief is None:
                bare.append(f"{size} {script}")
                continue
            if max(SIZES[named]) > 2000:
                # The same layout as at a third of its pixels, which is drawn in a ninth of the time.
                brief = replace(brief, width=brief.width // 3, height=brief.height // 3)
            wrong, made = faults(brief)
            found += [f"{family} {size} {script}: {fault}" for fault in wrong]
            shots.append(made.image)
    if SHEETS is not None:
        sheet(shots, 12).save(Path(SHEETS) / f"sweep-{family}.jpg", quality=88)
    assert found == []
    # One layout for all sizes does not suit the narrow ones; that is said before it is charged.
    narrow = ("skyscraper", "leaderboard", "mobile-banner") if family == "sale" else ()
    assert [b for b in bare if not any(name in b for name in narrow)] == []
