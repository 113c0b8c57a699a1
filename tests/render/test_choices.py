"""What a person chooses for one banner: obeyed where words stay readable, the same in every form."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import CHROMIUM, Browser
from PIL import Image

from brandstudio.models.choices import Choices, LogoChoice, ScrimChoice
from brandstudio.models.designs import DesignSpec, Slots
from brandstudio.models.rules import RuleCheck
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.export.export import export
from brandstudio.render.geometry import Rect

from .conftest import STACK, assets_of, brief, photo
from .gallery import LOOKS, known_pictures, photo_of
from .proof import contrast_failures, placement_faults

CHOSEN: dict[str, tuple[str, Choices]] = {
    "centred, even": ("overlay", Choices(align="center", scrim=ScrimChoice(kind="even"))),
    "end, outline": ("split", Choices(align="end", button="outline")),
    "panel, colours": (
        "overlay",
        Choices(scrim=ScrimChoice(kind="panel"), colours={"text": "#ffffff", "button": "accent"}),
    ),
    "mirrored": ("split", Choices(seed=1, logo=LogoChoice(place="bottom-right", size=1.3))),
    "crop": ("panel", Choices(crop=(0.2, 0.2, 0.5, 0.5), colours={"ground": "#7a1f3d"})),
}


def made(name: str, **more: Any) -> tuple[Rendering, dict[str, bytes]]:
    template, choices = CHOSEN[name]
    asked = brief(photo("wide"), "linkedin-feed", template, choices=choices, **more)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    return rendering, assets_of(asked)


@pytest.mark.parametrize("name", CHOSEN)
def test_a_choice_never_makes_words_unreadable(name: str) -> None:
    rendering, assets = made(name)
    assert rendering.contrast_failures == ()
    assert contrast_failures(rendering.png, rendering.spec, assets, STACK) == []
    assert placement_faults(rendering.spec) == []
    assert rendering.spec.recipe.choices == CHOSEN[name][1]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    opened = Browser(tmp_path_factory.mktemp("profile"), width=1200, height=627)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", CHOSEN)
def test_a_browser_and_poppler_show_it_as_the_banner_is(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    rendering, assets = made(name)
    ours = np.asarray(rendering.image).astype(int)
    for form in ("svg", "svg-outlines"):
        file = tmp_path / f"{form}.svg"
        file.write_bytes(export(rendering.spec, assets, STACK, form).data)  # type: ignore[arg-type]
        browser.open(file.as_uri())
        seen = Image.open(io.BytesIO(browser.picture())).convert("RGB").resize((1200, 627))
        assert np.abs(np.asarray(seen).astype(int) - ours).mean() < 4, form
    if shutil.which("pdftoppm") is None:
        return
    page = tmp_path / "banner.pdf"
    page.write_bytes(export(rendering.spec, assets, STACK, "pdf").data)
    subprocess.run(["pdftoppm", "-png", "-r", "96", page, tmp_path / "page"], check=True)
    shown = Image.open(next(tmp_path.glob("page*.png"))).convert("RGB").resize((1200, 627))
    assert np.abs(np.asarray(shown).astype(int) - ours).mean() < 4


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="there is no Poppler here")
def test_the_pdf_of_a_framed_photo_shows_the_photo_on_its_mat(tmp_path: Path) -> None:
    words = Slots(headline="Hello")  # short: the photo below it is large enough for a frame
    shot = photo_of(known_pictures()["coffee, plain"])
    asked = brief(shot, "portrait", "panel", words)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert getattr(rendering.spec.layers[0], "purpose", "") == "mat"
    page = tmp_path / "banner.pdf"
    page.write_bytes(export(rendering.spec, assets_of(asked), STACK, "pdf").data)
    subprocess.run(["pdftoppm", "-png", "-r", "96", page, tmp_path / "page"], check=True)
    shown = Image.open(next(tmp_path.glob("page*.png"))).convert("RGB").resize(rendering.image.size)
    ours = np.asarray(rendering.image.convert("RGB")).astype(int)
    assert np.abs(np.asarray(shown).astype(int) - ours).mean() < 6


@pytest.mark.parametrize("template", ["overlay", "split", "panel"])
def test_seeds_give_other_ways_and_the_same_one_again(template: str) -> None:
    def drawn(seed: int) -> bytes:
        asked = brief(photo("night"), "linkedin-feed", template, choices=Choices(seed=seed))
        rendering = compose(asked, allow_extension=False)
        assert isinstance(rendering, Rendering)
        return rendering.png

    assert len({drawn(seed) for seed in range(4)}) >= 2
    assert drawn(1) == drawn(1)
    assert drawn(0) != drawn(1)


@pytest.mark.parametrize("place", ["top-left", "top-right", "bottom-left", "bottom-right"])
@pytest.mark.parametrize("template", ["overlay", "split", "panel"])
@pytest.mark.parametrize("size", ["linkedin-feed", "square", "email-header"])
def test_a_rule_on_the_logos_place_is_held_in_every_template(
    size: str, template: str, place: str
) -> None:
    rule = RuleCheck(measure="logo_place", op="is", value=place)
    asked = brief(photo("night"), size, template, rules=(rule,))
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    logo = next((Rect(*la.box) for la in rendering.spec.layers if la.kind == "logo"), None)
    assert logo is not None
    x, y = logo.centre
    row = "top" if y < rendering.spec.height / 2 else "bottom"
    assert f"{row}-{'left' if x < rendering.spec.width / 2 else 'right'}" == place


ARABIC = Slots(
    headline="قهوة من تلال هويلا",
    subhead="تُحمَّص يوم الثلاثاء وتصل إليك يوم الخميس",
    button_text="اطلب",
)
LATIN = Slots(headline="Coffee from the hills of Huila", button_text="Order")

WISHES: tuple[tuple[str, str, Slots, Choices, str], ...] = (
    (
        "bee",
        "email-header",
        Slots(headline="Coffee from the hills of Huila", subhead="Roasted on Tuesday, at your door on Thursday", button_text="Order"),
        Choices(logo=LogoChoice(place="bottom-right"), scrim=ScrimChoice(kind="none")),
        "",
    ),
    (
        "astronaut",
        "skyscraper-160x600",
        ARABIC,
        Choices(logo=LogoChoice(place="top-left")),
        "The logo has no room top left as was chosen; it stands",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("name", "size", "words", "wish", "told"), WISHES)
def test_a_layout_flips_and_then_a_wish_gives_way_before_the_logo_goes(
    name: str, size: str, words: Slots, wish: Choices, told: str
) -> None:
    shot = photo_of(known_pictures()[f"{name}, plain"])
    rendering = compose(brief(shot, size, "overlay", words, choices=wish), allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.spec.recipe.choices == wish
    assert rendering.contrast_failures == ()
    mark = next(Rect(*la.box) for la in rendering.spec.layers if la.kind == "logo")
    if told:
        said = next(x for x in rendering.overruled if x.startswith(told))
        assert said in rendering.warnings
    else:
        x, y = mark.centre
        assert x > 0.7 * rendering.spec.width
        assert y > 0.6 * rendering.spec.height


@pytest.mark.parametrize(
    ("name", "size", "template", "words", "place"),
    [
        (
            "astronaut",
            "mobile-banner-320x50",
            "overlay",
            ARABIC.model_copy(update={"subhead": None}),
            "top-left",
        ),
        ("astronaut", "leaderboard-728x90", "split", ARABIC, "bottom-left"),
        ("astronaut", "billboard-970x250", "panel", ARABIC, "bottom-right"),
        ("citrus", "large-mobile-banner-320x100", "overlay", LATIN, "top-right"),
    ],
)
def test_a_rule_on_the_logos_place_is_held_where_a_face_or_the_words_have_that_corner(
    name: str, size: str, template: str, words: Slots, place: str
) -> None:
    """In a row top and bottom mean nothing; a field beside the photo goes to the other side of it."""
    spec, damage = _ruled(name, size, template, words, place)
    mark = next(Rect(*layer.box) for layer in spec.layers if layer.kind == "logo")
    x, y = mark.centre
    row = "top" if y < spec.height / 2 else "bottom"
    assert f"{row}-{'left' if x < spec.width / 2 else 'right'}" == place
    assert damage == ()
    button = next(Rect(*layer.box) for layer in spec.layers if layer.kind == "button")
    if spec.height < 100:
        assert abs(y - button.centre[1]) <= 2


def test_a_rule_on_the_logos_place_that_nothing_can_hold_is_broken_aloud_and_keeps_the_logo() -> (
    None
):
    spec, damage = _ruled("astronaut", "skyscraper-160x600", "overlay", ARABIC, "top-left")
    assert any(layer.kind == "logo" for layer in spec.layers)
    assert [broken for broken in damage if broken.endswith("should be top-left")] == list(damage)


def _ruled(
    name: str, size: str, template: str, words: Slots, place: str
) -> tuple[DesignSpec, tuple[str, ...]]:
    """What is drawn under a rule on the logo's place, and the damage that is said of it."""
    rule = RuleCheck(measure="logo_place", op="is", value=place)
    shot = photo_of(known_pictures()[f"{name}, plain"])
    made = compose(brief(shot, size, template, words, rules=(rule,)), allow_extension=False)
    assert isinstance(made, Rendering)
    assert made.contrast_failures == ()
    return made.spec, made.damage


def test_rules_on_scrims_alignment_and_buttons_are_obeyed() -> None:
    checks = (
        RuleCheck(measure="scrim", op="is", value=False),
        RuleCheck(measure="alignment", op="is", value="centre"),
        RuleCheck(measure="button_colour", op="is", value="accent"),
    )
    asked = brief(photo("night"), "linkedin-feed", "overlay", rules=checks)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    kinds = [layer.kind for layer in rendering.spec.layers]
    assert "scrim" not in kinds
    aligned = {t.align for t in rendering.spec.layers if t.kind == "text" and t.slot == "headline"}
    assert aligned == {"center"}
    button = next(layer for layer in rendering.spec.layers if layer.kind == "button")
    assert button.colour == asked.look.role("accent")
    assert rendering.contrast_failures == ()


@pytest.mark.parametrize("template", ["overlay", "split", "panel"])
@pytest.mark.parametrize("chosen", [False, True])
def test_a_button_keeps_the_role_that_is_asked_for_with_a_rim_where_it_does_not_stand_out(
    template: str, chosen: bool
) -> None:
    """An accent that is pale on a white panel: another fill would break the rule."""
    rule = RuleCheck(measure="button_colour", op="is", value="accent")
    asked = brief(photo("night"), "linkedin-feed", template, rules=() if chosen else (rule,))
    asked = replace(asked, look=LOOKS[0])
    if chosen:
        asked = replace(asked, choices=Choices(button="accent"))
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    button = next(layer for layer in made.spec.layers if layer.kind == "button")
    assert button.colour == LOOKS[0].role("accent")
    assert made.damage == ()
    assert made.contrast_failures == ()
