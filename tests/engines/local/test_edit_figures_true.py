"""What was said of an edit's figure, colours and blacks is true of the picture that comes out."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.local.came_true import short_of
from brandstudio.language.edit_values import Edit

from .test_edit import revised
from .test_edit_came_true import chroma, painted

GREY = np.array([0.299, 0.587, 0.114])


def greys(*values: int) -> np.ndarray:
    """Equal stripes of grey."""
    row = np.repeat(np.array(values, np.uint8), 240 // len(values))
    return np.repeat(np.broadcast_to(row, (120, row.size))[..., None], 3, axis=2).copy()


@pytest.mark.parametrize(
    ("said", "values", "wanted"),
    [("10 % brighter", (20, 150, 160), 1.1), ("+1.5 EV", (4, 40, 90), 2 ** (1.5 / 2.2))],
    ids=["a share", "stops"],
)
def test_a_stated_brightness_comes_true_and_black_stays(
    said: str, values: tuple[int, ...], wanted: float
) -> None:
    made = revised(said, greys(*values), subject=None)
    after = made.pixels[:, 120].mean()
    assert abs(after / values[1] - wanted) <= 0.2 * (wanted - 1)
    assert made.pixels[:, 10].mean() <= values[0] * wanted + 2
    assert not made.warnings


def test_a_bright_picture_that_is_brightened_has_no_fog_in_its_darks() -> None:
    made = revised("10 % brighter", greys(39, 225, 226, 240), subject=None).pixels
    assert made[:, 20].mean() < 48
    assert 225 < made[:, 100].mean() < made[:, 200].mean() <= 255


def test_a_figure_that_the_picture_has_no_room_for_is_said() -> None:
    assert any(
        "came out as about" in w for w in revised("60 % brighter", greys(30, 220, 230)).warnings
    )
    edit = Edit("brightness", 1.0, exact=0.1)
    assert not short_of(edit, greys(100, 100), greys(110, 110), None)


def test_black_and_white_through_a_red_filter_darkens_the_sky_and_tints_nothing() -> None:
    before = painted((0.6, 0.12, 250), (0.6, 0.12, 30))
    made = revised("b&w, red filter", before, subject=None).pixels
    plain = revised("b&w", before, subject=None).pixels
    assert np.ptp(made.astype(int), axis=2).max() == 0
    assert made[:, 20].mean() < plain[:, 20].mean() - 15
    assert made[:, 140].mean() > plain[:, 140].mean() + 15


def test_a_haze_that_is_taken_away_blows_nothing_out_and_holds_colours_that_were_to_stay() -> None:
    ramp = np.linspace(60, 250, 240)[None, :, None] * np.array([0.85, 0.93, 1.0])
    before = np.broadcast_to(ramp, (160, 240, 3)).astype(np.uint8).copy()
    before[:, 210:] = 250
    before[40:80, 20:60] = (150, 170, 190)
    for said in ("dehaze", "Dunst raus, Farben nicht kräftiger"):
        made = revised(said, before, subject=None).pixels
        assert ((made > 254).any(axis=2) & (before < 255).all(axis=2)).mean() < 0.02
    stronger = revised("dehaze", before, subject=None).pixels
    assert chroma(stronger).mean() > chroma(before).mean() * 1.1
    assert chroma(made).mean() < chroma(before).mean() * 1.03


def test_one_colour_that_is_desaturated_has_clearly_less_and_goes_on_to_where_its_paint_ends() -> (
    None
):
    hues = np.linspace(196, 220, 10)
    before = painted(
        *((0.8, 0.12, float(hue)) for hue in hues), *[(0.7, 0.09, 40.0)] * 2, width=240
    )
    made = revised("Türkis entsättigen", before, subject=None).pixels
    lost = 1 - chroma(made) / chroma(before)
    assert lost[:, 30].mean() > 0.4
    assert lost[:, 180].mean() > 0.4
    assert abs(lost[:, 225].mean()) < 0.05


def test_lifted_blacks_are_one_tone_with_what_lies_beside_them() -> None:
    """A power of lightness parts 0 from 2 by twenty values: pure black would stand out as a patch."""
    before = greys(0, 2, 130, 200)
    made = revised("aspecto mate, negros levantados", before, subject=None).pixels @ GREY
    assert made[:, 20].mean() > 20
    assert abs(made[:, 90].mean() - made[:, 20].mean()) < 6


def test_grain_beside_other_wishes_is_seen() -> None:
    before = np.asarray(Image.new("RGB", (240, 160), (150, 150, 150)))
    made = revised("brown tones, a bit of grain", before, subject=None).pixels
    assert (made @ GREY).std() > 2
