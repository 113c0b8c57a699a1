"""A scrim is painted half by a table and half by a mask; nobody sees where one ends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from brandstudio.models.designs import ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import shapes, veils
from brandstudio.render.brief import Look
from brandstudio.render.draw import paint_layers
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import shading
from brandstudio.render.layout.behind import Behind
from brandstudio.render.type.bounded import Bounded
from brandstudio.render.type.bundled import bundled_stack

_NOISE = Image.fromarray(np.random.default_rng(0).integers(0, 256, (90, 120, 3), dtype=np.uint8))


@given(
    angle=st.sampled_from([0, 90, 180, 270]),
    shape=st.sampled_from(["linear", "even"]),
    box=st.tuples(
        st.integers(-30, 60), st.integers(-30, 60), st.integers(1, 150), st.integers(1, 120)
    ),
    start=st.floats(0, 1),
    end=st.floats(0, 1),
    hold=st.floats(0, 1),
    fill=st.sampled_from(["#14203c", "#ffffff", "#000000", "#ffc400"]),
)
@settings(max_examples=150, deadline=None)
def test_a_scrim_is_painted_as_if_by_one_mask(
    angle: int,
    shape: str,
    box: tuple[int, int, int, int],
    start: float,
    end: float,
    hold: float,
    fill: str,
) -> None:
    layer = ScrimLayer.model_validate(
        {
            "shape": shape,
            "box": box,
            "colour": fill,
            "angle": angle,
            "opacityStart": start,
            "opacityEnd": end,
            "hold": hold,
        }
    )
    wanted, painted = _NOISE.copy(), _NOISE.copy()
    wanted.paste(colour.parse_hex(fill), box[:2], shapes.scrim(layer))
    paint_layers(painted, [layer], {}, bundled_stack())
    assert np.array_equal(np.asarray(wanted), np.asarray(painted))


@pytest.mark.parametrize("level", [0, 1, 127, 200, 255])
def test_the_table_of_an_even_scrim_rounds_as_pillow_does(level: int) -> None:
    ramp = Image.fromarray(np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2))
    wanted = ramp.copy()
    wanted.paste((20, 32, 60), (0, 0), Image.new("L", ramp.size, level))
    assert np.array_equal(
        np.asarray(ramp.point(shapes.over(level, (20, 32, 60)))), np.asarray(wanted)
    )


def test_what_nearly_the_same_was_drawn_before_changes_no_pixel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def scrim(hold: float) -> bytes:
        layer = ScrimLayer(
            box=(0, 0, 868, 400),
            colour="#101010",
            angle=180,
            opacity_start=0.61,
            opacity_end=0.0,
            hold=hold,
        )
        return shapes.scrim(layer).tobytes()

    def forget() -> None:
        monkeypatch.setattr(shapes, "_MASKS", Bounded(1 << 30))

    holds = [0.5, 0.50002, 0.50004]
    forget()
    after_others = [scrim(hold) for hold in holds]
    alone = []
    for hold in holds:
        forget()
        alone.append(scrim(hold))
    assert after_others == alone
    assert len(set(alone)) > 1


def test_a_shade_keeps_out_of_a_bright_sky_above_its_words_where_the_rest_is_dark() -> None:
    shown, dark = Image.new("RGB", (1600, 836), (250, 250, 244)), (38, 46, 30)
    ImageDraw.Draw(shown).rectangle((0, 130, 1600, 836), fill=dark)
    words, space = Rect(900, 320, 560, 300), Canvas.of("custom", 1600, 836)

    def measured(canvas: Image.Image) -> np.ndarray:
        return np.asarray(canvas.crop(words.pixels(*canvas.size))).reshape(-1, 3)

    behind = Behind(
        words=words, space=space, frame=space.whole, look=Look(), canvas=shown, measured=measured,
        panel_radius=0.0, column=words, allowed=("scrim",), scrim_shape="auto",
    )  # fmt: skip
    shade = shading.shaded(behind)
    assert shade is not None
    assert shade.scrim is not None
    veils.paint(shown, shade.scrim)
    assert np.asarray(shown)[:90, 1000:1500].mean() > 240
    assert np.asarray(shown)[320:620, 1000:1400].mean() < np.mean(dark)
