"""A crop's border runs where the photo is calm, and a field gives the photo what it can spare."""

from __future__ import annotations

import hashlib
import io

import numpy as np
import pytest
from PIL import Image, ImageDraw
from sampling import one_of

from brandstudio.models.choices import Choices, LogoChoice, LogoPlace
from brandstudio.models.designs import PanelLayer, PhotoLayer, Slots, TextLayer
from brandstudio.pixels.facts import find_facts
from brandstudio.pixels.outlines import Outlines, outlines
from brandstudio.render.brief import Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.borders import Borders
from brandstudio.render.layout.crop import Crop, best_crop, judged

from .conftest import brief, facts, photo
from .gallery import known_pictures, photo_of

WALL = (206, 204, 198)


def shelf(size: tuple[int, int], things: list[tuple[int, int, int, int]]) -> Image.Image:
    """Dark things on a calm wall."""
    image = Image.new("RGB", size, WALL)
    pen = ImageDraw.Draw(image)
    for box in things:
        pen.rectangle(box, fill=(60, 40, 30))
    return image


def known(image: Image.Image) -> Attention:
    """What is known of a photo of which nothing but its outlines is."""
    whole = Rect(0, 0, *image.size)
    borders = Borders.of(outlines(image), whole)
    return Attention(*image.size, None, None, (), None, False, (), borders=borders)


def cuts(box: Rect, things: list[tuple[int, int, int, int]]) -> bool:
    return any(
        Rect(x0, y0, x1 - x0, y1 - y0).common(box).area not in (0.0, (x1 - x0) * (y1 - y0))
        for x0, y0, x1, y1 in things
    )


def test_a_crop_leaves_a_thing_whole_or_out_where_it_can() -> None:
    things = [(120, 300, 330, 760), (560, 380, 700, 760), (940, 200, 1130, 760)]
    image = shelf((1500, 800), things)
    crop = best_crop(known(image), Rect(0, 0, 640, 640), ())
    assert not cuts(crop.box, things)


def test_a_portraits_face_off_the_middle_costs_more_than_a_small_one_there() -> None:
    def costs(face: tuple[float, float, float, float]) -> float:
        attention = attention_of(photo("middle", facts=facts(None, (face,))))
        wide, middle = 0.31 * attention.width, (face[0] + face[2]) / 2 * attention.width
        frame = Rect(0, 0, wide, attention.height)
        at, aside = (
            judged(attention, frame, (), Rect(middle - part * wide, 0, wide, attention.height))
            for part in (0.5, 0.68)
        )
        return aside.cost - at.cost

    assert costs((0.45, 0.3, 0.55, 0.5)) > costs((0.48, 0.3, 0.52, 0.4)) + 0.2


def test_of_an_audience_some_may_stay_outside_and_of_five_friends_none() -> None:
    def seen(count: int, high: float) -> Crop:
        lefts = [0.02 + 0.96 / count * at for at in range(count)]
        faces = tuple((x, 0.5, x + 0.06, 0.5 + high) for x in lefts)
        attention = attention_of(photo("middle", facts=facts(None, faces)))
        return best_crop(attention, Rect(0, 0, 900, 900), ())

    audience, friends = seen(12, 0.06), seen(5, 0.12)
    assert (audience.faces_lost, audience.face_seen) == (0, 1.0)
    assert friends.faces_lost > 0
    assert friends.face_seen < 1.0


def test_a_border_through_things_costs_more_than_one_beside_them() -> None:
    borders = Borders.of(
        outlines(shelf((1000, 800), [(300, 200, 500, 700)])), Rect(0, 0, 1000, 800)
    )
    through, beside, whole = borders.cut(
        np.array([[400.0, 0, 600, 800], [560, 0, 440, 800], [200, 0, 800, 800]])
    )
    assert through > beside + 0.02
    assert through > whole + 0.02


def test_where_everything_is_lively_a_cut_counts_little() -> None:
    noise = np.random.default_rng(4).integers(0, 255, (80, 120, 3), dtype=np.uint8)
    lively = Image.fromarray(noise).resize((960, 640), Image.Resampling.NEAREST)
    still = shelf((960, 640), [(300, 200, 420, 560)])
    assert known(lively).borders.calm < 0.2 * known(still).borders.calm  # type: ignore[union-attr]


def test_outlines_come_back_from_json_as_they_were() -> None:
    found = outlines(shelf((640, 400), [(100, 100, 200, 300)]))
    back = Outlines.from_json(found.to_json())
    assert np.array_equal(found.upright, back.upright)
    assert np.array_equal(found.level, back.level)
    assert len(str(found.to_json())) < 2000


def taken(image: Image.Image) -> Photo:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    data = buffer.getvalue()
    facts = find_facts(image)
    return Photo(data, hashlib.sha256(data).hexdigest(), "image/png", *image.size, facts=facts)


def test_a_field_gives_a_tall_thing_the_height_that_its_words_do_not_need() -> None:
    image = shelf((900, 1350), [(330, 260, 570, 1010)])
    made = compose(
        brief(taken(image), template="split", size="square", slots=Slots(headline="Tall")),
        allow_extension=False,
    )
    assert isinstance(made, Rendering)
    layer = next(x for x in made.spec.layers if isinstance(x, PhotoLayer))
    _, y, _, height = layer.crop
    assert y <= 260
    assert y + height >= 1010
    assert not made.contrast_failures


@pytest.mark.parametrize("words", one_of(2, ["Open late", "The quay", "صيف جديد"]))
@pytest.mark.parametrize("place", ["bottom-left", "bottom-right"])
def test_words_at_the_margin_stay_there_when_their_field_closes_round_them(
    words: str, place: LogoPlace
) -> None:
    """The layout stands in a mirror for the logo, and its words reach out to the edge."""
    cup = photo_of(known_pictures()["coffee, plain"])
    slots = Slots(headline=words, button_text="Visit us")
    chosen = Choices(align="start", logo=LogoChoice(place=place))
    asked = brief(cup, "medium-rectangle-300x250", "split", slots, choices=chosen)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    field = next(x for x in made.spec.layers if isinstance(x, PanelLayer))
    room = Canvas(300, 250).safe.common(Rect(*field.box))
    texts = [layer for layer in made.spec.layers if isinstance(layer, TextLayer)]
    assert all(room.holds(Rect(*line.box), 3.0) for text in texts for line in text.lines)
