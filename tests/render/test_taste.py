"""What a designer looks at first: what a scrim takes from the photo, the button's colour, and what
the logo stands on.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from brandstudio.models.choices import Choices, ScrimChoice
from brandstudio.models.designs import (
    ButtonLayer,
    DesignSpec,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    Slots,
)
from brandstudio.models.rules import RuleCheck
from brandstudio.pixels import colour
from brandstudio.pixels.outlines import outlines
from brandstudio.pixels.svg import rasterise
from brandstudio.render import veils
from brandstudio.render.brief import Brief, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.export.export import export
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours
from brandstudio.render.layout.attention import attention_of
from brandstudio.render.layout.backing import texture
from brandstudio.render.layout.crop import best_crop
from brandstudio.render.layout.draft import Draft, Nudges, Setting
from brandstudio.render.layout.place import headline_size
from brandstudio.render.layout.steps import fit_text
from brandstudio.render.proof.respec import redraw

from .conftest import STACK, assets_of, brief, facts, logo, photo
from .gallery import known_pictures, photo_of

ORANGE = Look(
    palette=(("primary", "#0b2545"), ("accent", "#e4572e"), ("surface", "#f4efe6"), ("background", "#f4efe6"), ("text", "#0b2545")),
)  # fmt: skip
DARK_LOGO = (logo("any", "#0b2545"),)
ON_PHOTO = Choices(scrim=ScrimChoice(kind="linear"))
"""What keeps words on the photo whatever they take from it."""
WHOLE = Choices(crop=(0.0, 0.0, 1.0, 1.0))
"""What keeps them there, too, and leaves the scrim to what the photo needs."""


def taken(image: Image.Image) -> Photo:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", *image.size)


def made(asked: Brief) -> Rendering:
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering


def hillside(sky: int = 60) -> Photo:
    """A dark hill with bright specks below a pale sky."""
    image = Image.new("RGB", (1600, 900), (196, 214, 232))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, sky, 1600, 900), fill=(44, 58, 40))
    for x in range(20, 1600, 80):
        pen.rectangle((x, 320 + x % 500, x + 24, 344 + x % 500), fill=(236, 238, 220))
    return taken(image)


def veil(spec: object) -> ScrimLayer:
    layers = getattr(spec, "layers")  # noqa: B009
    return next(x for x in layers if isinstance(x, ScrimLayer) and x.purpose == "words")


def test_a_scrim_lies_round_the_words_and_leaves_the_rest_of_the_photo_as_it_is() -> None:
    asked = brief(hillside(), look=ORANGE, choices=WHOLE)
    spec = made(asked).spec
    bare = spec.model_copy(update={"layers": spec.layers[:1]})
    before = np.asarray(draw(bare, assets_of(asked), STACK)).astype(int)
    laid = spec.model_copy(update={"layers": [spec.layers[0], veil(spec)]})
    changed = np.abs(np.asarray(draw(laid, assets_of(asked), STACK)) - before).max(axis=2) > 4
    assert changed.mean() < 0.85
    assert not changed[:, -60:].any()


def test_bright_specks_are_brought_down_before_the_whole_photo_is_veiled() -> None:
    layer = veil(made(brief(hillside(300), look=ORANGE, choices=WHOLE)).spec)
    assert layer.lights is not None
    assert not layer.blur
    assert layer.opacity_start < 0.45


def test_lights_are_compressed_with_their_hue_kept_and_shadows_left_alone() -> None:
    ramp = Image.fromarray(
        np.stack([np.full((40, 256), 250), np.full((40, 256), 180), np.tile(np.arange(256), (40, 1))], axis=-1).astype(np.uint8)
    )  # fmt: skip
    grey = Image.new("RGB", (64, 64), (40, 44, 48))
    for picture in (ramp, grey):
        layer = ScrimLayer(
            shape="soft", box=(-80, -80, 500, 300), colour="#000000", angle=0, opacity_start=0.0,
            opacity_end=0.0, feather=20, lights=150,
        )  # fmt: skip
        dimmed = picture.copy()
        veils.paint(dimmed, layer)
        before, after = np.asarray(picture), np.asarray(dimmed)
        if picture is grey:
            assert np.array_equal(before, after)
            continue
        assert np.asarray(dimmed.convert("L")).max() <= 150
        hue = [
            np.arctan2(*np.moveaxis(colour.u8_to_oklab(x)[..., 1:], -1, 0)[::-1])
            for x in (before, after)
        ]
        vivid = np.hypot(*np.moveaxis(colour.u8_to_oklab(before)[..., 1:], -1, 0)) > 0.1
        assert np.abs(hue[0] - hue[1])[vivid].max() < 0.12


@pytest.mark.parametrize("format", ["svg", "pdf"])
def test_a_soft_scrim_is_exported_as_it_is_painted(format: str) -> None:
    asked = brief(hillside(), look=ORANGE, choices=WHOLE)
    rendering = made(asked)
    assert veil(rendering.spec).shape == "soft"
    data = export(rendering.spec, assets_of(asked), STACK, format).data  # type: ignore[arg-type]
    if format == "pdf":
        assert data.startswith(b"%PDF")
        return
    drawn = rasterise(data, 600, 314).convert("RGB")
    own = rendering.image.resize(drawn.size, Image.Resampling.BOX)
    assert np.abs(np.asarray(drawn).astype(int) - np.asarray(own)).mean() < 6


def test_the_accent_reaches_the_button_or_the_field_in_its_own_hue() -> None:
    wanted = colour.hex_to_oklch("#e4572e")
    for template in ("overlay", "split", "panel"):
        spec = made(brief(hillside(), template=template, look=ORANGE, logos=DARK_LOGO)).spec
        panels = [x for x in spec.layers if isinstance(x, PanelLayer)]
        field = next((x.colour for x in panels if x.purpose == "ground"), None)
        button = next(x.colour for x in spec.layers if isinstance(x, ButtonLayer))
        lightness, _, hue = colour.hex_to_oklch(
            field if template == "overlay" and field else button
        )
        assert abs(hue - wanted[2]) < 12, template
        assert abs(lightness - wanted[0]) < 0.06, template


def test_a_rule_that_asks_more_contrast_of_all_words_asks_it_of_the_button_too() -> None:
    rule = RuleCheck.model_validate({"measure": "text_contrast", "op": ">=", "value": 4.5})
    rendering = made(brief(hillside(), template="split", look=ORANGE, rules=(rule,)))
    ratios = [f.worst for f in rendering.contrast if f.layer == "button_text"]
    assert min(ratios) >= 4.5
    free = made(brief(hillside(), template="split", look=ORANGE))
    assert min(f.worst for f in free.contrast if f.layer == "button_text") < 4.5


def test_a_field_of_words_takes_a_ground_of_the_brand_on_which_its_only_logo_reads() -> None:
    spec = made(brief(photo("middle"), template="split", look=ORANGE, logos=DARK_LOGO)).spec
    panels = [x for x in spec.layers if isinstance(x, PanelLayer)]
    assert [x.purpose for x in panels] == ["ground"]
    assert panels[0].colour == "#f4efe6"
    white, bare = (logo("any", "#ffffff"),), Choices(scrim=ScrimChoice(kind="none"))
    light = made(brief(hillside(), template="split", look=ORANGE, logos=white, choices=bare))
    ground = next(x for x in light.spec.layers if isinstance(x, PanelLayer))
    assert ground.colour == "#0b2545"


def test_a_plate_hangs_from_the_edge_of_the_banner() -> None:
    night = taken(Image.new("RGB", (1600, 900), (16, 18, 24)))
    spec = made(brief(night, look=ORANGE, logos=DARK_LOGO, choices=ON_PHOTO)).spec
    plate = next(x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "plate")
    assert plate.box[1] < 0 or plate.box[1] + plate.box[3] > spec.height


def test_no_logo_is_set_straight_on_stripes() -> None:
    stripes = Image.new("RGB", (1500, 900), "white")
    pen = ImageDraw.Draw(stripes)
    for y in range(0, 900, 14):
        pen.rectangle((0, y, 1500, y + 5), fill=(120, 120, 126))
    short = Slots(headline="Built to last")
    asked = brief(taken(stripes), look=ORANGE, logos=DARK_LOGO, slots=short, choices=ON_PHOTO)
    spec = made(asked).spec
    behind = [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "plate"]
    fields = [x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "logo"]
    assert any(isinstance(x, LogoLayer) for x in spec.layers)
    assert behind or fields


def test_words_alone_stay_on_the_photo_without_a_button() -> None:
    spec = made(brief(hillside(), look=ORANGE, slots=Slots(headline="Built to last"))).spec
    assert not any(isinstance(x, ButtonLayer) for x in spec.layers)


def test_a_face_at_the_edge_of_its_photo_is_not_cut_by_a_crop_that_reaches_that_edge() -> None:
    attention = attention_of(photo("poster", facts=facts(faces=((0.3, 0.02, 0.7, 0.3),))))
    face = attention.faces[0]
    assert face.y >= 0
    shown = best_crop(attention, Rect(0, 0, 1080, 1080), ())
    assert shown.faces_lost == 0


def test_words_that_leave_the_photo_take_the_other_side_than_a_split_has_them() -> None:
    portrait = photo("busy", facts=facts(faces=((0.05, 0.02, 0.95, 0.98),)))
    sides = {}
    for template in ("overlay", "split"):
        rendering = compose(brief(portrait, template=template, look=ORANGE), allow_extension=False)
        assert isinstance(rendering, Rendering)
        shown = next(x for x in rendering.spec.layers if x.kind == "photo")
        sides[template] = shown.box[0] > 0
    assert sides == {"overlay": False, "split": True}


def test_a_cut_face_and_a_heavy_scrim_cost_of_the_score() -> None:
    kept = photo("middle", facts=facts(faces=((0.7, 0.3, 0.8, 0.5),)))
    cut = photo("middle", facts=facts(faces=((0.0, 0.0, 1.0, 1.0),)))
    scored = {}
    for name, shot in (("kept", kept), ("cut", cut)):
        rendering = compose(brief(shot, template="split", look=ORANGE), allow_extension=False)
        assert isinstance(rendering, Rendering)
        scored[name] = rendering.scores.total
    assert scored["cut"] < scored["kept"] - 0.2
    plain = brief(hillside(), look=ORANGE)
    veiled = brief(
        hillside(), look=ORANGE, choices=Choices(scrim=ScrimChoice(kind="even", strength=0.9))
    )
    assert made(veiled).scores.total < made(plain).scores.total - 0.08


def wall(height: int) -> Photo:
    """A pale wall above shelves with things on them, the subject."""
    image = Image.new("RGB", (1400, 1400), (222, 208, 184))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, height, 1400, 1400), fill=(74, 42, 24))
    for x in range(0, 1400, 70):
        pen.rectangle((x, height - x % 90, x + 40, height + 500), fill=(200 - x % 150, 90, 60))
    known = facts(subject=(0.02, height / 1400, 0.98, 1.0), sides=("top",))
    return replace(taken(image), facts=known)


def test_smaller_words_keep_to_a_calm_part_of_a_photo_before_they_leave_it() -> None:
    words = Slots(headline="Everything you need for a calm and careful launch", subhead="Today.")
    asked = brief(wall(620), size="square", slots=words, look=ORANGE, logos=())
    spec = made(asked).spec
    kinds = {layer.kind for layer in spec.layers}
    assert not kinds & {"scrim", "panel"}
    assert spec.layers[0].box == (0, 0, 1080, 1080)


def test_a_crop_without_its_subject_costs_of_the_score() -> None:
    shot = photo("middle", facts=facts(subject=(0.6, 0.2, 0.95, 0.8)))
    asked = {"own": Choices(), "subject lost": Choices(crop=(0.0, 0.0, 0.5, 1.0))}
    total = {}
    for name, choices in asked.items():
        one = brief(shot, template="split", look=ORANGE, logos=DARK_LOGO, choices=choices)
        total[name] = made(one).scores.total
    assert total["subject lost"] < total["own"]


def test_a_card_that_leaves_a_photo_lets_it_run_to_the_edges_rather_than_frame_it_small() -> None:
    portrait = photo("busy", facts=facts(faces=((0.3, 0.1, 0.7, 0.9),)))
    one = compose(
        brief(portrait, template="panel", look=ORANGE, logos=DARK_LOGO), allow_extension=False
    )
    assert isinstance(one, Rendering)
    spec = one.spec
    shown = Rect(*next(x for x in spec.layers if isinstance(x, PhotoLayer)).box)
    mats = [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "mat"]
    assert not any(Rect(*x.box).meets(shown) for x in mats)
    assert (shown.y, shown.height, shown.width < spec.width) == (0, spec.height, True)
    assert shown.x == 0 or shown.right == spec.width


def seen_of(spec: DesignSpec) -> Rect:
    """The part of a photo that is more than a trace of itself under the field that it melts into."""
    shown = Rect(*next(x for x in spec.layers if isinstance(x, PhotoLayer)).box)
    joints = [x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint"]
    for joint in joints:
        box, part = Rect(*joint.box), 0.32
        if joint.angle == 0:
            shown = Rect(box.x + part * box.width, *shown[1:])
        elif joint.angle == 180:
            shown = Rect(shown.x, shown.y, box.right - part * box.width - shown.x, shown.height)
        elif joint.angle == 90:
            shown = Rect(shown.x, box.y + part * box.height, *shown[2:])
        else:
            shown = Rect(*shown[:3], box.bottom - part * box.height - shown.y)
    return shown


#: A brand whose dark has the hue of `bridge_at_dusk`, one whose dark has another, and one that has none as dark.
DUSK, RUST, OLIVE = (
    Look(palette=(("primary", dark), ("background", "#ffffff"), ("text", dark)))
    for dark in ("#1c1c2b", "#4a1206", "#4c4a12")
)


def in_the_way() -> Photo:
    """A dark photo with a subject in its middle, beside which words have no room on it."""
    return replace(bridge_at_dusk(24), facts=facts(subject=(0.3, 0.1, 0.7, 0.9)))


def test_a_dark_photo_melts_into_the_brands_dark_that_is_as_dark_and_else_into_its_own() -> None:
    fills = {}
    for look in (DUSK, RUST, OLIVE):
        spec = made(brief(in_the_way(), "linkedin-feed", look=look, logos=())).spec
        ground = next(x for x in spec.layers if isinstance(x, PanelLayer))
        joint = next(x for x in spec.layers if isinstance(x, ScrimLayer))
        assert joint.purpose == "joint"
        assert (joint.colour, joint.opacity_start, joint.opacity_end) == (ground.colour, 1.0, 0.0)
        fills[look] = ground.colour
    assert fills[DUSK] == "#1c1c2b"
    assert fills[RUST] == "#4a1206"
    red, _, blue = colour.parse_hex(fills[OLIVE])
    assert red < blue < 80


def test_a_photo_that_melts_beside_an_overlays_words_ends_at_an_edge_beside_a_panels() -> None:
    shot = replace(bridge_at_dusk(24), facts=facts(subject=(0.3, 0.1, 0.7, 0.9)))
    melts = {}
    for template in ("overlay", "panel"):
        spec = made(brief(shot, "linkedin-feed", template, look=LIME)).spec
        joints = [x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint"]
        melts[template] = bool(joints)
    assert melts == {"overlay": True, "panel": False}


def test_a_splits_dark_photo_goes_on_below_its_words_but_beside_a_vivid_field_of_the_brands() -> (
    None
):
    shot = replace(bridge_at_dusk(24), facts=facts(subject=(0.6, 0.2, 0.95, 0.8)))
    for look, melts in ((DUSK, True), (LIME, False)):
        asked = brief(shot, "linkedin-feed", "split", look=look, logos=())
        done = made(asked)
        joints = [x for x in done.spec.layers if isinstance(x, ScrimLayer)]
        assert bool(joints) is melts
        assert not done.contrast_failures
        again = redraw(done.spec, asked, assets_of(asked), STACK)
        assert again.scores.total == pytest.approx(done.scores.total, abs=0.002)


def test_a_splits_field_that_a_person_chose_stays_beside_a_dark_photo() -> None:
    shot = replace(bridge_at_dusk(24), facts=facts(subject=(0.6, 0.2, 0.95, 0.8)))
    chosen = Choices(colours={"ground": "#1c1c2b"})
    bare = Choices(scrim=ScrimChoice(kind="none"))
    for choices in (chosen, bare):
        asked = brief(shot, "linkedin-feed", "split", look=DUSK, logos=(), choices=choices)
        assert not any(isinstance(x, ScrimLayer) for x in made(asked).spec.layers)


def test_a_photo_beside_its_words_takes_more_than_half_of_the_banner_until_they_need_it() -> None:
    shares = []
    more = "and everything that keeps an old house warm, dry and beautiful through a winter of snow and storms"
    for headline in ("Made to last", f"Maintenance, restoration {more}"):
        slots = Slots(headline=headline, subhead="Every Thursday until ten.")
        one = brief(photo("snow"), "linkedin-feed", "split", slots, look=ORANGE)
        shown = next(x for x in made(one).spec.layers if isinstance(x, PhotoLayer))
        shares.append(shown.box[2] / one.width)
    assert shares[0] > 0.54
    assert shares[1] < shares[0]


#: A brand whose own colour is vivid and light.
LIME = Look(
    palette=(
        ("primary", "#c6f135"),
        ("accent", "#ff4fa3"),
        ("background", "#ffffff"),
        ("text", "#1f1f1f"),
    )
)


def bridge_at_dusk(deep: int) -> Photo:
    """A photo as grey as ``deep`` with a light thing at its left and things all over the rest."""
    sky = Image.new("RGB", (1600, 900), (deep, deep, deep + 12))
    pen = ImageDraw.Draw(sky)
    for x in range(620, 1600, 60):
        pen.line((x, 0, x + 30, 900), fill=(deep + 44,) * 3, width=9)
    pen.ellipse((90, 240, 470, 700), fill=(deep + 60, deep + 40, deep))
    taken_ = taken(sky)
    return replace(taken_, facts=facts(subject=(0.05, 0.25, 0.3, 0.8)))


def test_the_headline_on_a_dark_melt_is_in_the_brands_vivid_light_colour_and_every_word_reads() -> (
    None
):
    done = made(brief(in_the_way(), "linkedin-feed", look=LIME))
    joint = next(x for x in done.spec.layers if isinstance(x, ScrimLayer))
    headline = next(x for x in done.spec.layers if x.kind == "text" and x.slot == "headline")
    subhead = next(x for x in done.spec.layers if x.kind == "text" and x.slot == "subhead")
    assert joint.purpose == "joint"
    assert colour.luminance_of(colour.parse_hex(joint.colour)) < 0.05
    assert (headline.colour, subhead.colour) == ("#c6f135", "#ffffff")
    assert not done.contrast_failures


def test_a_photo_of_any_light_goes_over_into_a_dark_of_the_brands_its_lights_brought_down() -> None:
    for name in ("poster", "busy"):
        shot = photo(name, facts=facts(subject=(0.22, 0.05, 0.78, 0.98)))
        spec = made(brief(shot, "email-header", look=DUSK, logos=())).spec
        joint = next(x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint")
        assert joint.colour == "#1c1c2b"
        assert joint.lights is not None


def test_a_photo_goes_over_into_the_ground_that_a_person_chose_or_into_none() -> None:
    shot = photo("busy", facts=facts(subject=(0.22, 0.05, 0.78, 0.98)))
    vivid = Look(palette=(("primary", "#d0142c"), ("background", "#f4efe6"), ("text", "#2a1215")))
    for chosen in ("#f4efe6", "#2a1215"):
        choices = Choices(colours={"ground": chosen})
        spec = made(brief(shot, "email-header", look=vivid, logos=(), choices=choices)).spec
        grounds = {x.colour for x in spec.layers if isinstance(x, PanelLayer)}
        grounds |= {
            x.colour for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint"
        }
        assert grounds == {chosen}


def wood_above_a_meadow() -> Photo:
    """A dark wood, and below it something on a light meadow at the photo's foot."""
    wood = Image.new("RGB", (1200, 1700), (20, 34, 26))
    pen = ImageDraw.Draw(wood)
    for x in range(0, 1200, 40):
        pen.line((x, 0, x + 18, 1150), fill=(38, 58, 44), width=11)
    pen.rectangle((0, 1150, 1200, 1700), fill=(150, 140, 60))
    pen.ellipse((420, 1200, 860, 1560), fill=(84, 50, 30))
    return replace(taken(wood), facts=facts(subject=(0.35, 0.7, 0.72, 0.92)))


def test_on_a_portrait_words_stand_above_a_subject_that_is_at_the_foot() -> None:
    spec = made(brief(wood_above_a_meadow(), "portrait", template="overlay")).spec
    headline = next(x for x in spec.layers if x.kind == "text" and x.slot == "headline")
    assert headline.box[1] < spec.height / 2


def test_a_muted_accent_is_deep_enough_for_its_white_label_and_a_vivid_one_stays() -> None:
    for accent, deeper in (("#9a8c5f", True), ("#f38630", False)):
        look = Look(
            (
                ("primary", "#7b8260"),
                ("accent", accent),
                ("background", "#efece0"),
                ("text", "#353b2a"),
            )
        )
        first = colours.accents(look, 3.0)[0]
        assert (first != accent) is deeper
        assert not deeper or colours.bears(first, "#ffffff", 4.5)


def test_a_photo_goes_over_into_its_field_without_a_seam() -> None:
    done = made(brief(in_the_way(), "linkedin-feed", look=LIME))
    joint = next(x for x in done.spec.layers if isinstance(x, ScrimLayer))
    ground = next(x for x in done.spec.layers if isinstance(x, PanelLayer))
    panel, box = Rect(*ground.box), Rect(*joint.box)
    edge = round(panel.right if panel.x < box.x else panel.x)
    rows = np.asarray(done.image.convert("RGB"), np.int16)[:8]
    step = np.abs(rows[:, edge] - rows[:, edge - 1]).max()
    assert step <= 1
    assert box.width > 0.3 * done.spec.width


def test_words_whose_photo_ends_at_an_edge_after_all_are_proven_where_they_stand() -> None:
    grey = bridge_at_dusk(140)
    mirrored = taken(ImageOps.mirror(Image.open(io.BytesIO(grey.data))))
    shot = replace(mirrored, facts=facts(subject=(0.7, 0.25, 0.95, 0.8)))
    done = made(brief(shot, "linkedin-feed", look=LIME, logos=(logo("any", "#1f1f1f"),)))
    ground = next(x for x in done.spec.layers if isinstance(x, PanelLayer))
    lines = [Rect(*ln.box) for x in done.spec.layers if x.kind == "text" for ln in x.lines]
    assert not any(isinstance(x, ScrimLayer) for x in done.spec.layers)
    assert all(Rect(*ground.box).holds(line, 2.0) for line in lines)


def test_a_subject_keeps_out_of_what_melts() -> None:
    spec = made(brief(bridge_at_dusk(24), "linkedin-feed", look=LIME)).spec
    shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
    scale = shown.box[2] / shown.crop[2]
    left = shown.box[0] + (0.05 * 1600 - shown.crop[0]) * scale
    right = shown.box[0] + (0.3 * 1600 - shown.crop[0]) * scale
    seen = seen_of(spec)
    assert seen.x <= left
    assert right <= seen.right


def test_a_photo_ends_at_an_edge_where_a_head_would_dissolve() -> None:
    full = photo(
        "night", facts=facts(subject=(0.02, 0.02, 0.98, 0.98), faces=((0.1, 0.1, 0.9, 0.95),))
    )
    spec = made(brief(full, "email-header", look=ORANGE)).spec
    assert any(isinstance(x, PanelLayer) for x in spec.layers)
    assert not any(isinstance(x, ScrimLayer) for x in spec.layers)


def test_a_bright_photo_ends_at_an_edge_where_the_logo_reads_on_no_dark_of_the_brands() -> None:
    snow = photo("busy", facts=facts(subject=(0.22, 0.05, 0.78, 0.98)))
    for ink, melts in (("#ffffff", True), ("#0b2545", False)):
        spec = made(brief(snow, "email-header", look=ORANGE, logos=(logo("any", ink),))).spec
        joints = [x for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "joint"]
        assert bool(joints) is melts
        if not melts:
            shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
            words = [line.box for x in spec.layers if x.kind == "text" for line in x.lines]
            edge = shown.box[0] + shown.box[2]
            assert all(b[0] - edge > 20 or shown.box[0] - b[0] - b[2] > 20 for b in words)


def test_words_stay_on_a_shaded_photo_whose_dark_logo_has_a_plate_at_the_banners_edge() -> None:
    """A field as pale as the logo needs would take more of a dark photo; a light logo needs none."""
    dark = made(brief(photo("busy"), "square", look=ORANGE, logos=DARK_LOGO)).spec
    panels = {x.purpose: Rect(*x.box) for x in dark.layers if isinstance(x, PanelLayer)}
    assert set(panels) == {"plate"}
    assert panels["plate"].y < 0
    light = made(brief(photo("busy"), "square", look=ORANGE, logos=(logo("any", "#ffffff"),))).spec
    assert not any(x.purpose == "plate" for x in light.layers if isinstance(x, PanelLayer))


def test_a_photo_is_not_continued_where_its_subject_reaches_the_edge() -> None:
    reaching = photo("middle", facts=facts(subject=(0.3, 0.2, 0.7, 1.0)))
    whole = photo("middle", facts=facts(subject=(0.3, 0.2, 0.7, 0.8)))
    assert attention_of(reaching).edges == ("left", "right", "top")
    assert attention_of(whole).edges == ("left", "right", "top", "bottom")


def test_a_photo_is_not_continued_at_an_edge_that_is_full_of_its_subject_or_of_things() -> None:
    """A dark ground or one of the things' own lightness is no calm one."""
    lying = photo("middle", facts=facts(subject=(0.05, 0.2, 0.7, 0.8)))
    assert attention_of(lying).edges == ("right", "top", "bottom")
    chequered = Image.new("RGB", (960, 640), (70, 96, 70))
    pen = ImageDraw.Draw(chequered)
    for x in range(0, 240, 40):  # reds and greens of one lightness
        for y in range(20 * (x % 80 == 0), 640, 40):
            pen.rectangle((x, y, x + 19, y + 19), fill=(124, 72, 96))
    known = replace(facts(subject=(0.5, 0.3, 0.7, 0.7)), outlines=outlines(chequered))
    assert attention_of(photo("middle", facts=known)).edges == ("right", "top", "bottom")


def test_a_card_does_not_hide_the_head_of_a_subject() -> None:
    tall = photo("middle", facts=facts(subject=(0.42, 0.3, 0.86, 0.95)))
    for size in ("square", "portrait"):
        rendering = made(brief(tall, size, "panel", look=ORANGE))
        spec = rendering.spec
        card = next(x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "ground")
        shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
        (top,) = attention_of(tall).tops
        scale = shown.box[2] / shown.crop[2]
        x = shown.box[0] + (top.x - shown.crop[0]) * scale
        y = shown.box[1] + (top.y - shown.crop[1]) * scale
        head = Rect(x, y, top.width * scale, top.height * scale)
        assert head.common(Rect(*card.box)).area < 0.35 * head.area, size


def test_a_button_in_another_tone_than_the_accent_is_said() -> None:
    said = made(brief(hillside(), template="split", look=ORANGE, logos=DARK_LOGO)).assessment
    spec = made(brief(hillside(), template="split", look=ORANGE, logos=DARK_LOGO)).spec
    button = next(x for x in spec.layers if isinstance(x, ButtonLayer))
    told = f"The button is in {button.colour}, the tone of the accent #e4572e that reads there."
    assert (told in said) is (button.colour != "#e4572e")
    asked = brief(
        hillside(),
        template="split",
        look=ORANGE,
        logos=DARK_LOGO,
        choices=Choices(button="primary"),
    )
    assert "The button is in" not in made(asked).assessment


def test_a_few_words_that_stand_alone_are_set_larger() -> None:
    sizes = {}
    for name, slots in (("alone", Slots(headline="Built to last")), ("more", Slots(headline="Built to last", subhead="Since 1921"))):  # fmt: skip
        spec = made(brief(hillside(), "square", "split", slots, look=ORANGE)).spec
        sizes[name] = next(x.size for x in spec.layers if x.kind == "text")
    assert sizes["alone"] > 1.15 * sizes["more"]


def test_a_logo_that_needs_a_plate_on_the_photo_moves_onto_the_words_card() -> None:
    few = Slots(headline="Walks by night", button_text="Join in")
    asked = brief(photo("night"), "square", "panel", few, look=ORANGE, logos=DARK_LOGO)
    spec = made(asked).spec
    panels = {x.purpose: x for x in spec.layers if isinstance(x, PanelLayer)}
    mark = next(x for x in spec.layers if isinstance(x, LogoLayer))
    assert "plate" not in panels
    assert Rect(*panels["ground"].box).holds(Rect(*mark.box))


def test_a_crop_keeps_the_head_of_what_it_cannot_show_whole() -> None:
    tall = attention_of(photo("middle", facts=facts(subject=(0.4, 0.05, 0.6, 0.98))))
    low = best_crop(tall, Rect(0, 0, 1200, 400), ())
    assert low.box.y <= tall.tops[0].y
    assert low.box.bottom < tall.height * 0.8


def test_a_sun_is_kept_and_nothing_is_laid_over_it() -> None:
    lit = photo("middle", facts=replace(facts(), light=(0.5, 0.15)))
    spec = made(brief(lit, "square", "panel", look=ORANGE)).spec
    card = next(x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose == "ground")
    shown = next(x for x in spec.layers if isinstance(x, PhotoLayer))
    scale = shown.box[2] / shown.crop[2]
    x = shown.box[0] + (0.5 * lit.width - shown.crop[0]) * scale
    y = shown.box[1] + (0.15 * lit.height - shown.crop[1]) * scale
    assert 0 < x < spec.width and 0 < y < spec.height  # noqa: PT018
    assert not Rect(*card.box).holds(Rect(x, y, 1, 1))


def test_a_photo_above_its_words_grows_before_a_face_is_cut() -> None:
    heights = {}
    for name, faces in (("none", ()), ("head", ((0.25, 0.05, 0.75, 0.65),))):
        shot = photo("stripes", facts=facts(faces=faces))
        rendering = compose(brief(shot, "square", "split", look=ORANGE), allow_extension=False)
        assert isinstance(rendering, Rendering)
        shown = next(x for x in rendering.spec.layers if x.kind == "photo")
        heights[name] = shown.box[3]
    assert heights["head"] > heights["none"] + 100


@pytest.mark.parametrize("size", ["linkedin-feed", "linkedin-cover"])
def test_a_white_light_away_from_the_words_stays_white_under_a_scrim(size: str) -> None:
    image = Image.new("RGB", (1600, 900), (74, 84, 58))
    pen = ImageDraw.Draw(image)
    for x in range(20, 1600, 40):
        pen.rectangle((x, 250 + x * 7 % 600, x + 20, 262 + x * 7 % 600), fill=(128, 134, 104))
    pen.rectangle((560, 0, 1180, 90), fill=(255, 255, 255))
    whole = Choices(crop=(0.0, 0.0, 1.0, 1.0))
    asked = brief(taken(image), size, look=ORANGE, choices=whole)
    spec = made(asked).spec
    laid = spec.model_copy(update={"layers": [spec.layers[0], veil(spec)]})
    before = draw(spec.model_copy(update={"layers": spec.layers[:1]}), assets_of(asked), STACK)
    after = np.asarray(draw(laid, assets_of(asked), STACK).convert("L")).astype(int)
    white = np.asarray(before.convert("L")) > 250
    assert white.mean() > 0.02
    assert after[white].mean() > 240


def test_words_on_a_dark_photo_full_of_lively_things_stand_in_a_shade_that_leaves_its_other_side() -> (
    None
):
    leaves = photo_of(known_pictures()["leaves"])
    made = compose(brief(leaves, "linkedin-feed"), allow_extension=False)
    assert isinstance(made, Rendering)
    shown = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    shade = next(x for x in made.spec.layers if isinstance(x, ScrimLayer))
    assert shown.box == (0, 0, 1200, 627)
    bare = compose(
        brief(leaves, "linkedin-feed", choices=Choices(scrim=ScrimChoice(kind="none"))),
        allow_extension=False,
    )
    assert isinstance(bare, Rendering)
    near = Rect(10, 560, 300, 60)
    assert texture(made.image, near) < 0.3 * texture(bare.image, near)
    far = (1150, 100, 1200, 500)
    assert made.image.crop(far).tobytes() == bare.image.crop(far).tobytes()
    assert shade.opacity_end == 0


def firs(*places: float) -> Photo:
    """Dark firs on snow, each from a place on (of the width)."""
    image = Image.new("RGB", (1600, 900), (236, 238, 242))
    pen = ImageDraw.Draw(image)
    for at in places:
        x = at * 1600
        pen.polygon([(x, 640), (x + 120, 640), (x + 60, 160)], fill=(30, 52, 44))
    return replace(taken(image), facts=replace(facts(), outlines=outlines(image)))


def test_words_that_would_stand_among_things_stand_beside_the_photo() -> None:
    wood = firs(*(x / 12 for x in range(12)))
    made = compose(brief(wood, "linkedin-feed"), allow_extension=False)
    assert isinstance(made, Rendering)
    headline = next(x for x in made.spec.layers if x.kind == "text" and x.slot == "headline")
    seen = seen_of(made.spec)
    assert all(not seen.meets(Rect(*line.box)) for line in headline.lines)


def test_words_stay_on_a_photo_whose_sky_is_calm() -> None:
    sky = firs(0.62)
    made = compose(brief(sky, "linkedin-feed"), allow_extension=False)
    assert isinstance(made, Rendering)
    shown = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    assert shown.box == (0, 0, 1200, 627)


@pytest.mark.parametrize("template", ["split", "look-event"])
@pytest.mark.parametrize("headline", ["Open again", "الميناء يفتح أبوابه من جديد"])
def test_a_logo_at_the_foot_of_the_words_field_stands_on_the_buttons_line(
    template: str, headline: str
) -> None:
    own = {"date": "Wed 21 Oct"} if template == "look-event" else {}
    words = Slots(headline=headline, button_text="See the dates", own=own)
    asked = brief(photo("busy"), "square", template, words, logos=(logo("light", "#ffffff"),))
    rendering = made(asked)
    button = next(Rect(*x.box) for x in rendering.spec.layers if x.kind == "button")
    mark = next(Rect(*x.box) for x in rendering.spec.layers if x.kind == "logo")
    assert abs(button.centre[1] - mark.centre[1]) <= 1
    assert not button.inset(-mark.height).meets(mark)


def _shown(rendering: Rendering) -> Rect:
    return next(Rect(*x.box) for x in rendering.spec.layers if isinstance(x, PhotoLayer))


def test_a_very_wide_photo_is_cropped_to_its_subject_and_no_bar_on_a_field() -> None:
    slots = Slots.of({"headline": "Pineapple press", "price": "€21", "button_text": "Order"})
    picture = Image.new("RGB", (2000, 940), (226, 230, 228))
    ImageDraw.Draw(picture).rectangle((540, 120, 1800, 900), fill=(190, 140, 20))
    known = replace(facts((0.27, 0.13, 0.9, 0.96)), outlines=outlines(picture))
    taken_so = replace(taken(picture), facts=known)
    done = made(brief(taken_so, "linkedin-feed", "look-product", slots))
    assert _shown(done).height == done.spec.height


def test_a_broad_line_goes_into_two_on_a_field_beside_its_photo() -> None:
    slots = Slots(headline="Stay in. It is an event.", button_text="Shop the loft")
    lying = photo("busy", facts=facts(subject=(0.05, 0.5, 0.95, 0.95)))
    done = made(brief(lying, "linkedin-feed", "overlay", slots))
    headline = next(x for x in done.spec.layers if x.kind == "text" and x.slot == "headline")
    assert len(headline.lines) == 2
    assert _shown(done).width > 0.5 * done.spec.width


def test_a_full_card_sets_its_words_smaller_before_it_loses_the_logo() -> None:
    slots = Slots(
        headline="Naked, but make it fashion for all the cats", subhead="Jumpers, knitted in Leeds.", button_text="Shop"
    )  # fmt: skip
    asked = brief(photo("poster"), "story-1080x1920", "panel", slots)
    bare = Draft(Setting.of(asked, None), Nudges())
    held = Draft(Setting.of(asked, None), Nudges(inside=True, crammed=True))
    full, with_logo = (fit_text(draft).options[0] for draft in (bare, held))
    assert full.logo_box is None
    assert with_logo.logo_box is not None
    assert with_logo.ground is not None
    assert with_logo.ground.holds(with_logo.logo_box)
    assert headline_size(with_logo) < headline_size(full)
