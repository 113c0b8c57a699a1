"""Photo styles: known looks are measured back, one odd reference drags nothing, order tells
nothing.
"""

from __future__ import annotations

import math
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio.domain.extraction import PhotoReference, photo_style
from brandstudio.domain.extraction.robust import (
    circular_median,
    figure,
    figure_or_none,
    majority,
    odd_ones,
)
from brandstudio.models.style import PhotoStyle
from brandstudio.pixels import colour

sys.path.insert(0, str(Path(__file__).parent))
from pictured import Look, reference, references

#: The stated errors: OKLab units.
TONE_ERROR, CAST_ERROR, COLOUR_ERROR = 0.03, 0.01, 0.02

WARM = Look(0.62, 0.12, 0.01, 0.06)
COOL = Look(0.45, 0.12, 0.0, -0.05)
DARK = Look(0.30, 0.08, 0.0, 0.0)
BRIGHT = Look(0.86, 0.05, 0.0, 0.01)


@pytest.mark.parametrize(
    "look", [WARM, COOL, DARK, BRIGHT, Look(0.5, 0.1, 0.05, 0.0), Look(0.5, 0.1, -0.05, 0.03)]
)
def test_tone_and_temperature_are_measured_back_within_the_stated_error(look: Look) -> None:
    style = photo_style(references(look)).value
    assert style.tone.p50.value == pytest.approx(look.lightness, abs=TONE_ERROR)
    assert style.colour.temperature.value == pytest.approx(look.b, abs=CAST_ERROR)
    assert style.colour.tint.value == pytest.approx(look.a, abs=CAST_ERROR)
    assert style.colour.saturation.value == pytest.approx(
        (look.a**2 + look.b**2) ** 0.5, abs=CAST_ERROR
    )
    assert style.grade.midtones.b.value == pytest.approx(look.b, abs=CAST_ERROR) or look in (
        DARK,
        BRIGHT,
    )
    assert style.colour.temperature.spread < CAST_ERROR


@pytest.mark.parametrize(("look", "key"), [(DARK, "low"), (WARM, "mid"), (BRIGHT, "high")])
def test_the_key_is_found(look: Look, key: str) -> None:
    assert photo_style(references(look)).value.tone.key == key


PALETTE = ("#c4302b", "#f4f1ea", "#1d2433", "#2f7d6d")


def test_a_palette_is_measured_back_with_its_weights_and_parts() -> None:
    style = photo_style(references(Look(palette=PALETTE), 4)).value
    found = {colour_.hex: colour_ for colour_ in style.palette}
    for wanted in PALETTE:
        nearest = min(found, key=lambda value: _distance(value, wanted))
        assert _distance(nearest, wanted) < COLOUR_ERROR
        assert found[nearest].weight == pytest.approx(0.25, abs=0.03)
    roles = {
        min(PALETTE, key=lambda wanted: _distance(value, wanted)): entry.role
        for value, entry in found.items()
    }
    assert roles == {
        "#c4302b": "primary",
        "#f4f1ea": "background",
        "#1d2433": "text",
        "#2f7d6d": "secondary",
    }


def _distance(one: str, other: str) -> float:
    return math.dist(colour.hex_to_oklab(one), colour.hex_to_oklab(other))


@pytest.mark.parametrize("look", [WARM, COOL, Look(palette=PALETTE)])
def test_shuffled_references_give_the_same_style(look: Look) -> None:
    given_ = references(look)
    first = photo_style(given_)
    for seed in range(6):
        shuffled = random.Random(seed).sample(given_, len(given_))
        assert photo_style(shuffled) == first


@pytest.mark.parametrize(
    "odd", [COOL, DARK, BRIGHT, Look(palette=PALETTE), Look(0.6, 0.12, 0.1, 0.1)]
)
@pytest.mark.parametrize("count", [3, 4, 5])
def test_one_odd_reference_is_left_out_and_named(odd: Look, count: int) -> None:
    alone = photo_style(references(WARM, count - 1)).value
    learned = photo_style([*references(WARM, count - 1), reference(odd, 90, "odd.jpg")])
    assert learned.value == alone
    assert "ref090" not in learned.kept
    assert len(learned.warnings) == 1
    assert "odd.jpg" in learned.warnings[0]


def test_the_warning_says_how_the_odd_one_differs() -> None:
    warning = photo_style([*references(WARM, 4), reference(COOL, 90, "sea.jpg")]).warnings[0]
    assert (
        warning
        == "The reference sea.jpg looks unlike the other 4 (cooler and darker) and was left out of the style."
    )


@pytest.mark.parametrize("look", [WARM, COOL, DARK, BRIGHT])
def test_references_of_one_look_are_all_kept(look: Look) -> None:
    learned = photo_style(references(look, 5, first=20))
    assert learned.value.references == 5
    assert learned.warnings == ()


def test_of_two_unlike_references_neither_is_the_odd_one() -> None:
    learned = photo_style([reference(BRIGHT, 1), reference(Look(0.3, 0.1, 0.0, -0.1), 2)])
    assert learned.value.references == 2
    assert "unlike each other" in learned.warnings[0]


def test_different_looks_are_told_apart() -> None:
    warm, cool = (photo_style(references(look)).value for look in (WARM, COOL))
    gap = warm.colour.temperature.value - cool.colour.temperature.value
    assert gap > 10 * max(warm.colour.temperature.spread, cool.colour.temperature.spread, 0.001)


def test_colours_can_be_kept_while_the_rest_is_learned_anew() -> None:
    before, new = photo_style(references(WARM)).value, photo_style(references(COOL)).value
    kept = photo_style(references(COOL), keep_colours_of=before).value
    assert (kept.palette, kept.colour, kept.grade) == (before.palette, before.colour, before.grade)
    assert (kept.tone, kept.texture, kept.composition, kept.light) == (
        new.tone,
        new.texture,
        new.composition,
        new.light,
    )


def test_the_medium_is_found_or_forced() -> None:
    drawn = [replace(r, medium="illustration") for r in references(WARM, 3)]
    assert photo_style(drawn).value.medium == "illustration"
    assert (
        photo_style([*drawn[:1], *references(WARM, 2, first=5)], medium="document").value.medium
        == "document"
    )
    assert photo_style(references(WARM, 2)).value.medium == "photo"


def test_a_style_survives_the_border() -> None:
    style = photo_style(references(WARM, 1)).value
    assert PhotoStyle.model_validate_json(style.model_dump_json(by_alias=True)) == style
    assert style.tone.p50.spread == 0


def test_nothing_is_learned_from_nothing() -> None:
    with pytest.raises(ValueError, match="at least one"):
        photo_style([])


values = st.lists(st.floats(-1, 1), min_size=1, max_size=5)


@given(values)
def test_a_figure_lies_within_what_was_measured_and_its_order_does_not_tell(
    measured: list[float],
) -> None:
    found = figure(measured)
    assert min(measured) - 1e-4 <= found.value <= max(measured) + 1e-4
    assert found == figure(sorted(measured))
    assert 0 <= found.spread <= 2


@given(st.lists(st.floats(0, 0.05), min_size=4, max_size=4), st.floats(-1e6, 1e6))
def test_one_of_five_can_not_drag_a_median_out_of_the_other_four(
    four: list[float], odd: float
) -> None:
    assert min(four) - 1e-4 <= figure([*four, odd]).value <= max(four) + 1e-4


@given(st.lists(st.fixed_dictionaries({"x": st.floats(-9, 9), "y": st.floats(-9, 9)}), max_size=5))
def test_never_half_of_the_references_are_odd(features: list[dict[str, float]]) -> None:
    odd = odd_ones(features, {"x": 0.1, "y": 0.1})
    assert 2 * len(odd) < max(1, len(features))
    assert not odd or len(features) >= 3


def test_small_statistics() -> None:
    assert figure_or_none([None, None, 1.0]) is None
    assert figure_or_none([None, 2.0]) is not None
    assert majority(["a", "b", "a"], "x") == "a"
    assert majority(["a", "b"], "x") == "x"
    assert majority([], "x") == "x"
    assert circular_median([350.0, 0.0, 10.0]) == 0.0
    assert circular_median([350.0, 355.0, 10.0]) == 355.0
    with pytest.raises(ValueError, match="at least one"):
        figure([])


def test_photo_references_need_no_more_than_an_id_and_figures() -> None:
    one = reference(WARM, 1)
    assert photo_style([PhotoReference("a", one.measures)]).kept == ("a",)
