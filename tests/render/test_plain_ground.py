"""A thing on a plain ground stays whole: where its photo ends, that ground goes on."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw
from sampling import one_of

from brandstudio.errors import ValidationError
from brandstudio.models.designs import DesignSpec, PhotoLayer, Slots, TextLayer
from brandstudio.pipelines.specs import require_sound
from brandstudio.pixels.facts import PictureFacts, find_facts
from brandstudio.pixels.plain import plain_edges
from brandstudio.render.brief import Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.geometry import Rect
from brandstudio.render.grounds import going_on
from brandstudio.render.layout.attention import attention_of
from brandstudio.render.layout.crop import best_crop
from brandstudio.render.layout.going_on import lopsided
from brandstudio.render.layout.layers import mapped

from .conftest import STACK, brief, facts

ALL = ("left", "right", "top", "bottom")
WORDS = Slots(headline="The harbour opens again", button_text="See more")


def thing(ground: tuple[int, int, int] = (255, 255, 255)) -> Image.Image:
    """A dark boot of sorts, its photo trimmed to its box."""
    image = Image.new("RGB", (600, 520), ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((260, 3, 596, 420), fill=(50, 46, 44))
    pen.rectangle((3, 360, 596, 516), fill=(50, 46, 44))
    return image


def known(image: Image.Image) -> Photo:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    size = (160, round(160 * image.height / image.width))
    seen = replace(
        facts((0.02, 0.02, 0.98, 0.98), size=size),
        outlines=find_facts(image).outlines,
        plain=tuple(plain_edges(image)),
    )
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", *image.size, facts=seen)


def lights(ground: tuple[int, int, int] = (30, 40, 80)) -> Image.Image:
    """Lights at the foot of a plain night sky."""
    image = Image.new("RGB", (900, 600), ground)
    pen = ImageDraw.Draw(image)
    for x in range(20, 900, 60):
        pen.rectangle((x, 400 + x % 90, x + 30, 440 + x % 90), fill=(240, 200, 120))
    return image


@pytest.mark.parametrize(
    ("target", "cost"), [((0.5, 0.5), 0.2), ((0.7, 0.5), 0.0), ((0.3, 0.5), 0.2)]
)
def test_ground_at_one_side_alone_counts_unless_words_stand_there(
    target: tuple[float, float], cost: float
) -> None:
    attention = attention_of(known(thing()))
    crop = np.array([[-150.0, 0.0, 750.0, 500.0]])  # a fifth of it goes on at the left
    assert lopsided(attention, crop, target)[0] == pytest.approx(cost)


def test_no_crop_goes_on_over_an_edge_to_leave_out_what_the_photo_shows() -> None:
    image = lights()
    seen = known(image)
    assert seen.facts is not None
    bare = replace(facts(size=(160, 107)), outlines=seen.facts.outlines, plain=("top",))
    attention = attention_of(replace(seen, facts=bare))
    crop = best_crop(attention, Rect(0, 0, 1200, 627), (Rect(0, 340, 800, 287),))
    assert crop.box.bottom > 0.75 * image.height


def made(photo: Photo, size: str, template: str, slots: Slots = WORDS) -> Rendering:
    rendering = compose(brief(photo, size, template, slots), allow_extension=False)
    assert isinstance(rendering, Rendering)
    assert rendering.contrast_failures == ()
    return rendering


def shown(rendering: Rendering) -> PhotoLayer:
    return next(x for x in rendering.spec.layers if isinstance(x, PhotoLayer))


@pytest.mark.parametrize("template", ["split", "overlay", "panel"])
@pytest.mark.parametrize("size", one_of(3, ["linkedin-feed", "square", "story-1080x1920"]))
def test_a_thing_on_white_is_whole_and_clear_of_the_words(size: str, template: str) -> None:
    rendering = made(known(thing()), size, template)
    layer = shown(rendering)
    frame = Rect(*layer.box)
    whole = mapped(Rect(3, 3, 594, 514), Rect(*layer.crop), frame)
    assert frame.holds(whole, 1.0)
    assert layer.beyond == "plain"
    inked = [Rect(*line.box) for x in rendering.spec.layers if isinstance(x, TextLayer) for line in x.lines]  # fmt: skip
    assert not any(
        line.meets(mapped(Rect(260, 3, 337, 514), Rect(*layer.crop), frame)) for line in inked
    )
    assert any("plain ground goes on beyond" in said for said in rendering.warnings)


def test_no_edge_shows_where_a_photo_ends() -> None:
    rendering = made(known(thing((243, 240, 236))), "linkedin-feed", "split")
    layer = shown(rendering)
    x, y, width, height = (round(v) for v in layer.box)
    pixels = np.asarray(rendering.image.convert("RGB"))[y : y + height, x : x + width].astype(int)
    ground = np.abs(pixels - np.array((243, 240, 236))).max(axis=2)
    dark = pixels.max(axis=2) < 150
    near = np.pad(dark, 4)
    for dy in range(9):
        for dx in range(9):
            dark |= near[dy : dy + height, dx : dx + width]
    assert ground[~dark].max() <= 2


def test_a_banner_of_a_photo_that_goes_on_is_drawn_again_to_the_same_pixels() -> None:
    photo = known(thing())
    rendering = made(photo, "square", "split")
    again = draw(rendering.spec, {photo.sha256: photo.data}, STACK)
    assert again.convert("RGB").tobytes() == rendering.image.convert("RGB").tobytes()


def test_a_spec_may_leave_its_photo_only_where_the_ground_goes_on_and_some_of_it_is_seen() -> None:
    spec = made(known(thing()), "square", "split").spec
    at = next(i for i, x in enumerate(spec.layers) if isinstance(x, PhotoLayer))
    layer = spec.layers[at]

    def altered(**more: object) -> DesignSpec:
        layers = [*spec.layers[:at], layer.model_copy(update=more), *spec.layers[at + 1 :]]
        return spec.model_copy(update={"layers": layers})

    require_sound(spec)
    for crop in (
        (580.0, 0.0, 900.0, 900.0),
        (-9e6, 0.0, 9e6, 500.0),
        (float("nan"), 0.0, 9.0, 9.0),
    ):
        with pytest.raises(ValidationError):
            require_sound(altered(crop=crop))
    with pytest.raises(ValidationError):
        require_sound(altered(beyond=None))


def test_a_photo_that_may_not_be_continued_is_shown_within_its_edges() -> None:
    kept = made(
        known(thing()), "linkedin-feed", "split", WORDS.model_copy(update={"extend": False})
    )
    layer = shown(kept)
    x, y, width, height = layer.crop
    assert layer.beyond is None
    assert min(x, y) >= -1
    assert x + width <= 601
    assert y + height <= 521


def test_grain_is_not_drawn_out_to_streaks() -> None:
    grain = np.random.default_rng(5).integers(-9, 10, (400, 300, 1))
    light = np.linspace(90, 200, 400)[:, None, None]
    pixels = np.broadcast_to(light + grain, (400, 300, 3)).clip(0, 255).astype(np.uint8)
    made = np.asarray(going_on(Image.fromarray(pixels), (-150, 0, 450, 400), (450, 400)))
    beyond = made[:, :140, 0].astype(float)
    assert np.abs(np.diff(beyond, axis=0)).max() <= 2
    assert np.abs(beyond.mean(axis=1) - light[:, 0, 0]).max() <= 6
    assert np.array_equal(made[:, 150:], pixels)


def test_a_tone_that_hardly_changes_goes_on_without_bars() -> None:
    tone = np.linspace(240, 243, 600)
    pixels = np.broadcast_to(np.rint(tone)[None, :, None], (200, 600, 3)).astype(np.uint8)
    made = np.asarray(going_on(Image.fromarray(pixels), (0, 0, 600, 500), (600, 500)))
    below = made[360:, :, 0].astype(float)
    blocks = below[:128, :592].reshape(8, 16, 37, 16).mean(axis=(0, 1, 3))
    assert np.abs(blocks - tone[:592].reshape(37, 16).mean(axis=1)).max() <= 0.3


def test_grounds_of_two_tones_meet_without_a_step() -> None:
    pixels = np.full((300, 300, 3), 253, np.uint8)
    pixels[6:, :40] = 249
    made = np.asarray(going_on(Image.fromarray(pixels), (-200, -200, 500, 500), (500, 500)))
    around = np.concatenate((made[:190, :].reshape(190, -1), made[:190, ::-1].reshape(190, -1)))
    assert np.abs(np.diff(around.astype(int), axis=0))[:188].max() <= 2
    beside = made[:, :200].astype(int)
    assert np.abs(np.diff(beside, axis=1)).max() <= 2


def test_a_ground_with_a_texture_is_not_plain() -> None:
    assert set(plain_edges(textured(0))) == set(ALL)
    assert plain_edges(textured(8)) == []


def textured(grain: int) -> Image.Image:
    """A bowl on a table whose grain is too fine to be seen in a thumbnail."""
    noise = np.random.default_rng(11).integers(-grain, grain + 1, (512, 768, 1))
    pixels = (190 + noise).clip(0, 255).astype(np.uint8).repeat(2, axis=0).repeat(2, axis=1)
    pixels = np.broadcast_to(pixels, (1024, 1536, 3)).copy()
    pixels[400:640, 600:940] = 60
    return Image.fromarray(pixels)


def test_only_edges_of_ground_alone_are_plain() -> None:
    assert tuple(plain_edges(thing())) == ALL
    cut = thing().crop((0, 0, 600, 480))
    assert "bottom" not in plain_edges(cut)
    noise = np.random.default_rng(3).integers(0, 255, (60, 90, 3), np.uint8)
    lively = Image.fromarray(noise).resize((900, 600), Image.Resampling.NEAREST)
    assert plain_edges(lively) == []
    dusk = np.linspace(40, 160, 600)[:, None, None] + np.zeros((600, 900, 3))
    shaded = Image.fromarray(dusk.astype(np.uint8))
    assert {"left", "right"} <= set(plain_edges(shaded))
    somebody = np.zeros((60, 90), np.float32)
    somebody[20:60, 60:] = 1.0
    assert "right" not in plain_edges(shaded, somebody)


def test_pictures_that_were_looked_at_earlier_have_no_plain_edges() -> None:
    found = find_facts(thing())
    assert found.plain == ALL
    kept = {name: value for name, value in found.to_json().items() if name != "plain"}
    assert PictureFacts.from_json(kept).plain == ()
    assert PictureFacts.from_json(found.to_json()).plain == ALL


def test_a_ground_with_clouds_along_its_edge_is_not_drawn_out_to_bands() -> None:
    def sky(clouds: float) -> Image.Image:
        tone = 215 + clouds * np.sin(np.linspace(0, 6 * np.pi, 900))
        pixels = np.broadcast_to(tone[None, :, None], (600, 900, 3)).copy()
        pixels[380:] = 60
        return Image.fromarray(pixels.round().astype(np.uint8))

    assert "top" in plain_edges(sky(1))
    assert "top" not in plain_edges(sky(5))


def test_a_row_of_another_tone_at_the_end_of_a_photo_is_not_drawn_out() -> None:
    pixels = np.full((600, 900, 3), 240, np.uint8)
    pixels[200:400, 300:600] = 60
    assert "top" in plain_edges(Image.fromarray(pixels))
    pixels[:2] = 232
    assert "top" not in plain_edges(Image.fromarray(pixels))
