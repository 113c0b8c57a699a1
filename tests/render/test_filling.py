"""Nothing stands empty and nothing stands small without need: fields open for words that they set small and
close round those that leave them bare, and words keep off what no mask has.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from brandstudio.models.designs import (
    DesignSpec,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    ShapeLayer,
    Slots,
    TextLayer,
)
from brandstudio.pixels.outlines import outlines
from brandstudio.render.brief import Brief, LogoFile, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arranging import fitted
from brandstudio.render.layout.closing import opened
from brandstudio.render.layout.place import headline_size

from .conftest import brief, facts, logo, photo

PLUM = Look(
    palette=(
        ("primary", "#c9b8f0"),
        ("accent", "#ffb59e"),
        ("background", "#fff7f0"),
        ("text", "#3b2f57"),
    )
)


def made(asked: Brief) -> DesignSpec:
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering.spec


def words_of(spec: DesignSpec, slot: str) -> TextLayer:
    return next(x for x in spec.layers if isinstance(x, TextLayer) and x.slot == slot)


def box_of(spec: DesignSpec, kind: type) -> Rect:
    return next(Rect(*x.box) for x in spec.layers if isinstance(x, kind))


def field_of(spec: DesignSpec) -> Rect:
    found = (x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "ground")
    return Rect(*next(found).box)


def taken(image: Image.Image) -> Photo:
    """A photo as an intake knows it."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    known = replace(facts(), outlines=outlines(image))
    sha = hashlib.sha256(data).hexdigest()
    return Photo(data, sha, "image/png", *image.size, facts=known)


def lamps() -> Photo:
    """Some lamps on a wall."""
    image = Image.new("RGB", (1600, 1400), (70, 86, 104))
    pen = ImageDraw.Draw(image)
    for x in (500, 800, 1100):
        pen.ellipse((x - 60, 640, x + 60, 760), fill=(244, 214, 160))
    return taken(image)


def test_a_field_opens_for_a_headline_that_would_stand_small_on_it() -> None:
    words = Slots(
        headline="हर सुबह एक नई शुरुआत",
        subhead="पाँच मिनट की आदतें जो पूरा दिन बदल दें।",
        button_text="अभी शुरू करें",
    )
    spec = made(brief(lamps(), "story-1080x1920", "split", words, language="hi"))
    headline = words_of(spec, "headline")
    assert len(headline.lines) == 2
    assert headline.size > 2.2 * words_of(spec, "subhead").size
    assert box_of(spec, PhotoLayer).height >= 0.38 * spec.height


@pytest.mark.parametrize("size", ["portrait", "linkedin-feed", "story-1080x1920", "email-header"])
@pytest.mark.parametrize("template", ["split", "look-statement", "look-hiring"])
def test_a_field_that_opens_has_larger_words_and_fills_the_banner_with_its_photo(
    size: str, template: str
) -> None:
    words = Slots(headline="हर सुबह एक नई शुरुआत और एक नया रास्ता", subhead="हर दिन पाँच मिनट।")
    asked = brief(lamps(), size, template, words, language="hi")
    canvas = Canvas(asked.width, asked.height)
    found = [(option, made) for option in fitted(asked) for made in opened(option, canvas)]
    for option, larger in found:
        assert larger.ground is not None
        assert option.ground is not None
        assert larger.ground.area > option.ground.area
        whole = larger.ground.area + larger.photo.area
        assert whole == pytest.approx(option.ground.area + option.photo.area)
        assert larger.ground.holds(larger.words.visible, 1.0)
        assert headline_size(larger) >= 1.12 * headline_size(option)


def test_a_field_gives_the_photo_what_its_few_words_leave_bare() -> None:
    words = Slots(
        headline="Живите в своём ритме", subhead="Простые привычки.", button_text="Дальше"
    )
    spec = made(brief(lamps(), "portrait", "look-big-type", words, language="ru"))
    field, top = field_of(spec), min(line.box[1] for line in words_of(spec, "headline").lines)
    assert top - field.y < 0.14 * spec.height


def test_an_article_covers_panel_leaves_its_field_no_more_than_the_logos_part() -> None:
    words = Slots(headline="Slow down", author_name="Ada Lind", author_role="Editor")
    whole = Image.new("RGB", (1600, 900), (150, 150, 150))
    pen = ImageDraw.Draw(whole)
    for x in range(0, 1600, 90):
        pen.polygon([(x, 900), (x + 70, 900), (x + 35, 80)], fill=(30, 52, 44))
    asked = brief(taken(whole), "linkedin-feed", "article-cover-panel", words)
    spec = made(asked)
    panel, shown = field_of(spec), box_of(spec, PhotoLayer)
    assert shown.x == panel.right
    assert panel.y == round(0.31 * spec.height)
    assert panel.bottom == spec.height
    mark = box_of(spec, LogoLayer)
    assert mark.right <= panel.right
    assert abs(mark.centre[1] - panel.y / 2) <= 1


def test_lines_of_bare_words_keep_off_a_lone_thing_that_no_mask_has() -> None:
    places = []
    for right in (False, True):
        image = Image.new("RGB", (2400, 1200), (214, 220, 224))
        pen = ImageDraw.Draw(image)
        for x in range(1500, 2300, 24) if right else range(100, 900, 24):
            pen.line((x, 500, x + 10, 1080), fill=(120, 120, 120), width=6)
        spec = made(brief(taken(image), "linkedin-cover", "overlay", Slots(headline="Slow down")))
        shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
        scale = shown.box[2] / shown.crop[2]
        thing = Rect(1500 if right else 100, 500, 800, 580)
        left = shown.box[0] + (thing.x - shown.crop[0]) * scale
        y = shown.box[1] + (thing.y - shown.crop[1]) * scale
        there = Rect(left, y, thing.width * scale, thing.height * scale)
        lines = [Rect(*line.box) for line in words_of(spec, "headline").lines]
        assert not any(there.meets(line) for line in lines)
        places.append(lines[0].x)
    assert places[0] != places[1]


def test_a_hand_does_not_fade_away_under_the_ends_of_lines() -> None:
    image = Image.new("RGB", (1600, 900), (20, 20, 24))
    pen = ImageDraw.Draw(image)
    pen.rectangle((100, 150, 520, 900), fill=(96, 90, 84))
    pen.rectangle((520, 420, 1000, 500), fill=(96, 90, 84))
    shot = taken(image)
    mask = facts((0.06, 0.17, 0.63, 1.0))
    assert mask.mask is not None
    grown = mask.mask.copy()
    grown[:, 52:] = 0
    grown[50:60, 52:100] = 255
    spec = made(
        brief(
            replace(shot, facts=replace(mask, mask=grown, outlines=outlines(image))),
            "linkedin-feed",
        )
    )
    joints = [x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint"]
    shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
    scale = shown.box[2] / shown.crop[2]
    arm = Rect(
        shown.box[0] + (520 - shown.crop[0]) * scale, shown.box[1] + (420 - shown.crop[1]) * scale,
        480 * scale, 80 * scale,
    )  # fmt: skip
    seen = arm.common(Rect(*shown.box))
    lines = [Rect(*ln.box) for x in spec.layers if isinstance(x, TextLayer) for ln in x.lines]
    assert not joints or not any(seen.meets(line) for line in lines)


def test_a_badge_on_the_photo_keeps_its_accent_whatever_the_field_beside_it_is() -> None:
    words = Slots(headline="Book early", button_text="Book", own={"worth": "−25%"})
    asked = brief(
        photo("middle", facts=facts((0.5, 0.1, 0.95, 0.95))), "square", "look-offer", words, PLUM,
        logos=(logo("dark", "#3b2f57"),),
    )  # fmt: skip
    spec = made(asked)
    badge = next(x for x in spec.layers if isinstance(x, ShapeLayer))
    if not Rect(*badge.box).meets(field_of(spec)):
        assert badge.colour == "#ffb59e"
    assert words_of(spec, "worth").size > 0.22 * badge.box[2]


def test_a_brands_own_dark_is_its_text_where_it_can_be_read() -> None:
    asked = brief(photo("snow"), "square", "split", Slots(headline="Slow down"), PLUM)
    assert words_of(made(asked), "headline").colour == "#3b2f57"


def test_a_logo_above_arabic_words_at_the_left_ends_with_them() -> None:
    image = Image.new("RGB", (2400, 1200), (40, 44, 52))
    pen = ImageDraw.Draw(image)
    pen.rectangle((1500, 0, 2400, 1200), fill=(230, 120, 60))
    shot = taken(image)
    known = replace(facts((0.63, 0.0, 1.0, 1.0)), outlines=outlines(image))
    words = Slots(headline="من المزرعة إلى مائدتك", subhead="منتجات طازجة.")
    asked = brief(
        replace(shot, facts=known), "linkedin-feed", "overlay", words, language="ar",
        logos=(logo("light", "#ffffff"),),
    )  # fmt: skip
    spec = made(asked)
    mark = box_of(spec, LogoLayer)
    lines = [Rect(*line.box) for line in words_of(spec, "headline").lines]
    right = max(line.right for line in lines)
    across = mark.x < right and min(line.x for line in lines) < mark.right
    assert box_of(spec, PhotoLayer) == Rect(0, 0, spec.width, spec.height)
    assert across
    assert abs(mark.right - right) <= 0.3 * mark.height


def test_a_percent_sign_stays_with_its_number_on_a_badge() -> None:
    words = Slots(headline="Book early", button_text="Book", own={"worth": "−20 %"})
    spec = made(brief(photo("middle", facts=facts()), "square", "look-offer", words))
    assert len(words_of(spec, "worth").lines) == 1


def test_a_card_that_leaves_its_photo_takes_no_more_of_the_banner_than_a_field_does() -> None:
    words = Slots(
        headline="जो बना है, वह सुधर सकता है", subhead="हमारी हर चीज़।", button_text="पुर्ज़ा खोजें"
    )
    face = photo("middle", facts=facts(faces=((0.3, 0.1, 0.7, 0.9),)))
    spec = made(brief(face, "square", "panel", words, language="hi"))
    assert box_of(spec, PhotoLayer).height > 0.36 * spec.height


def cover(marks: tuple[LogoFile, ...], look: Look = PLUM) -> DesignSpec:
    """An article cover of a photo on which words have no place of their own."""
    words = Slots(headline="Slow down", author_name="Ada Lind", author_role="Editor")
    image = Image.new("RGB", (1600, 900), (30, 60, 120))
    pen = ImageDraw.Draw(image)
    for x in range(0, 1600, 90):
        pen.polygon([(x, 900), (x + 70, 900), (x + 35, 420)], fill=(230, 220, 200))
    asked = brief(taken(image), "linkedin-feed", "article-cover-panel", words, look, logos=marks)
    return made(asked)


def test_a_cover_without_a_logo_above_its_words_has_them_in_the_middle_of_a_white_field() -> None:
    spec = cover(())
    panels = [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose != "mat"]
    above = [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "mat"]
    assert box_of(spec, PhotoLayer).x == panels[0].box[2]
    assert Rect(*above[-1].box).bottom == panels[0].box[1]
    assert above[-1].colour == panels[0].colour == "#ffffff"
    lines = [line.box for x in spec.layers if isinstance(x, TextLayer) for line in x.lines]
    top, bottom = min(y for _, y, _, _ in lines), max(y + h for _, y, _, h in lines)
    assert (top + bottom) / 2 == pytest.approx(spec.height / 2, abs=0.03 * spec.height)


@pytest.mark.parametrize("primary", ["#0a0a0a", "#173b2b"])
def test_a_covers_logo_stands_above_its_words_on_the_brands_first_colour(primary: str) -> None:
    look = Look(
        palette=(
            ("primary", primary), ("accent", "#39ff14"), ("background", "#ffffff"), ("text", "#0a0a0a"),
        )
    )  # fmt: skip
    spec = cover((logo("light", "#b4b9c1"),), look)
    mark, panel = box_of(spec, LogoLayer), field_of(spec)
    under = [
        x.colour for x in spec.layers if isinstance(x, PanelLayer) and Rect(*x.box).holds(mark)
    ]
    assert mark.bottom <= panel.y
    assert under[-1] == primary


def test_a_price_hangs_from_the_edge_of_a_field_that_closes_round_few_words() -> None:
    own = {"price": "£ 38", "before": "£ 46"}
    words = Slots(headline="Teapot", button_text="Buy", own=own)
    spec = made(brief(lamps(), "portrait", "look-product", words))
    plain = made(brief(photo("middle", facts=facts()), "portrait", "look-product", words))
    field, usual = field_of(spec), field_of(plain)
    assert field.height < usual.height
    for slot in ("headline", "before"):
        one, other = (Rect(*words_of(x, slot).box).y for x in (spec, plain))
        assert one - field.y == pytest.approx(other - usual.y, abs=2)


def test_a_neon_brand_has_its_black_or_its_white_beside_a_photo_and_no_pastel() -> None:
    neon = Look(
        palette=(
            ("primary", "#0a0a0a"), ("accent", "#39ff14"), ("background", "#ffffff"), ("text", "#0a0a0a"),
        )
    )  # fmt: skip
    face = photo("middle", facts=facts(faces=((0.3, 0.1, 0.7, 0.9),)))
    for template in ("overlay", "panel"):
        for size in ("square", "linkedin-feed"):
            spec = made(brief(face, size, template, Slots(headline="Slow down"), neon, logos=()))
            fields = (x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "ground")
            assert next(fields).colour in ("#0a0a0a", "#ffffff")


def test_a_logo_stands_on_the_lines_edge_and_not_on_that_of_a_quote_hung_outside() -> None:
    words = Slots(headline="“We stopped counting hours”", subhead="How a team of nine learned.")
    face = photo("middle", facts=facts(faces=((0.3, 0.1, 0.7, 0.9),)))
    spec = made(brief(face, "linkedin-feed", "split", words, logos=(logo("any", "#0b2545"),)))
    mark, below = box_of(spec, LogoLayer), words_of(spec, "subhead")
    edge = min(line.box[0] for line in below.lines)
    hung = min(line.box[0] for line in words_of(spec, "headline").lines)
    assert hung < edge - 2
    assert abs(mark.x - edge) <= 3
