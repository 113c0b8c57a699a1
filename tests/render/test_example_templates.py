"""The templates in ``examples/templates``: each without a finding of lint, and drawn in three sizes and
four scripts without a fault of contrast or place. ``BRANDSTUDIO_SHEETS=DIR`` keeps sheets to look at.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from brandstudio.models.designs import Slots
from brandstudio.models.sizes import pixels_of
from brandstudio.pipelines.cutting import with_cutouts
from brandstudio.render.brief import Brief, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.draft import direction_of
from brandstudio.render.layout.lint import lint
from brandstudio.render.layout.template import Template, load, named_sizes

from .conftest import LOGOS, assets_of
from .gallery import LOOKS, STACK, known_pictures, photo_of
from .proof import contrast_failures, placement_faults

FILES = sorted((Path(__file__).parents[2] / "examples" / "templates").glob("*.toml"))
SHEETS = os.environ.get("BRANDSTUDIO_SHEETS")
#: By script: a headline, a line below it, a short word, and an entry of a list.
SAID = {
    "latin": ("Coffee from the hills of Huila", "Roasted on Tuesday, at your door on Thursday", "From May", "Free delivery"),
    "arabic": ("قهوة من تلال هويلا", "تُحمَّص يوم الثلاثاء وتصل إليك يوم الخميس", "من مايو", "توصيل مجاني"),
    "japanese": ("ウイラの丘から届くコーヒー", "火曜日に焙煎し、木曜日にお届けします", "五月から", "送料無料"),
    "devanagari": ("हुइला की पहाड़ियों की कॉफ़ी", "मंगलवार को भुनी, गुरुवार को आपके घर", "मई से", "मुफ़्त डिलीवरी"),
}  # fmt: skip
FIGURES = {
    "price": "€ 24.50",
    "before": "€ 32.00",
    "figure": "87%",
    "reduction": "−25%",
    "mark": "“",
}


@cache
def photo(name: str) -> Photo:
    shot = photo_of(known_pictures()[f"{name}, plain"], name)
    return replace(shot, image_id="img_0000")


def words(template: Template, script: str) -> Slots:
    """Usual words in every slot that the template draws, none longer than it allows."""
    title, line, short, entry = SAID[script]
    said: dict[str, object] = {}
    for name in template.drawn - {"photo", "item"}:
        rule = template.slots.get(name)
        if rule is not None and rule.kind == "image":
            said[name] = "img_0000"
            continue
        most = (rule.max_length if rule is not None else None) or 200
        if rule is not None and rule.kind == "list":
            said[name] = [entry] * 3
            continue
        wanted = title if name == "headline" else FIGURES.get(name) or line
        said[name] = wanted if len(wanted) <= most else short
    return Slots.of(said)


def asked(template: Template, size: str, script: str, look: int = 0) -> Brief:
    width, height = pixels_of(size)
    own = [(n, photo("coffee")) for n, r in template.own_slots.items() if r.kind == "image"]
    pictures = with_cutouts(template, own, photo("bee"))
    return Brief(
        template, size, width, height, words(template, script), LOOKS[look], STACK,
        photo=photo("bee"), pictures=pictures, logos=LOGOS,
        language={"arabic": "ar", "japanese": "ja", "devanagari": "hi"}.get(script, "en"),
    )  # fmt: skip


def three_of(template: Template) -> list[str]:
    """A wide, a square and a tall size, as far as the template has them."""
    sizes = sorted(named_sizes(template), key=lambda s: pixels_of(s)[0] / pixels_of(s)[1])
    small = [s for s in sizes if max(pixels_of(s)) <= 2000] or sizes
    return list(dict.fromkeys((small[0], small[len(small) // 2], small[-1])))


def test_there_are_ten() -> None:
    assert len(FILES) == 10


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lint_has_nothing_against_it(file: Path) -> None:
    assert lint(file.read_bytes()) == []
    assert load(file.read_bytes()).name == file.stem


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_drawn_in_three_sizes_and_four_scripts_without_a_fault(file: Path) -> None:
    template, shots, found = load(file.read_bytes()), list[Image.Image](), list[str]()
    for number, (size, script) in enumerate((s, w) for s in three_of(template) for w in SAID):
        brief = asked(template, size, script, number % len(LOOKS))
        made = compose(brief, allow_extension=False)
        assert isinstance(made, Rendering)
        where = f"{file.stem} {size} {script}"
        assert direction_of(brief.slots.title, brief.language) == (
            "rtl" if script == "arabic" else "ltr"
        )
        found += [f"{where}: {f.layer} {f.ratio}" for f in made.contrast_failures]
        found += [
            f"{where}: {f}" for f in contrast_failures(made.png, made.spec, assets_of(brief), STACK)
        ]
        found += [f"{where}: {f}" for f in placement_faults(made.spec)]
        found += [
            f"{where}: {w}" for w in made.warnings if "too long" in w or "touch" in w or "edge" in w
        ]
        shots.append(made.image)
    if SHEETS is not None:
        sheet(shots, 4).save(Path(SHEETS) / f"{file.stem}.jpg", quality=85)
    assert found == []


def sheet(shots: list[Image.Image], across: int) -> Image.Image:
    """Pictures side by side, each no larger than 420 by 420."""
    for shot in shots:
        shot.thumbnail((420, 420))
    whole = Image.new("RGB", (430 * across, 430 * -(-len(shots) // across)), (90, 90, 90))
    for number, shot in enumerate(shots):
        whole.paste(shot, (430 * (number % across) + 5, 430 * (number // across) + 5))
    return whole
