"""Design styles over several designs: medians, majorities, and unknown where most do not show a
thing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from brandstudio.domain.extraction import DesignReference, design_style


@dataclass(frozen=True)
class Figures:
    columns: int = 2
    margin: float | None = 0.06
    alignment: str = "left"
    headline: float | None = 0.07
    body: float | None = 0.02
    steps: int = 2
    vivid: float = 0.03
    whitespace: float = 0.7
    logo_place: str = "top-right"
    corner_radius: str = "soft"
    palette: tuple[()] = ()


def given(*figures: Figures) -> list[DesignReference]:
    return [DesignReference(f"r{n}", f, f"{n}.png") for n, f in enumerate(figures)]


def test_designs_of_one_hand_give_its_style() -> None:
    style = design_style(given(*[Figures(margin=0.05 + 0.01 * n) for n in range(3)])).value
    assert (style.columns, style.alignment, style.logo_place, style.corner_radius) == (
        2,
        "left",
        "top-right",
        "soft",
    )
    assert style.margin.value == pytest.approx(0.06)
    assert style.margin.spread == pytest.approx(0.01)
    assert style.type_sizes.headline is not None
    assert style.colour_use == "restrained"
    assert style.references == 3


@pytest.mark.parametrize(
    ("vivid", "use"), [(0.02, "restrained"), (0.2, "balanced"), (0.6, "vivid")]
)
def test_colour_use_goes_by_area(vivid: float, use: str) -> None:
    assert design_style(given(Figures(vivid=vivid))).value.colour_use == use


def test_what_most_designs_do_not_show_is_unknown() -> None:
    unsure = Figures(logo_place="unknown", corner_radius="unknown", headline=None, body=None)
    style = design_style(given(Figures(), unsure, unsure)).value
    assert (style.logo_place, style.corner_radius) == ("unknown", "unknown")
    assert style.type_sizes.headline is None


def test_designs_that_disagree_are_mixed() -> None:
    style = design_style(given(Figures(), Figures(alignment="centre", logo_place="top-left"))).value
    assert (style.alignment, style.logo_place) == ("mixed", "unknown")


def test_one_odd_design_is_left_out_and_named() -> None:
    usual = [Figures(whitespace=0.7 + 0.01 * n) for n in range(4)]
    odd = replace(Figures(), whitespace=0.05, vivid=0.9, headline=0.3, columns=5)
    learned = design_style(given(*usual, odd))
    assert learned.value == design_style(given(*usual)).value
    assert "4.png looks unlike the other 4" in learned.warnings[0]


def test_designs_without_words_say_so() -> None:
    learned = design_style(given(Figures(headline=None, body=None, margin=None)))
    assert learned.value.type_sizes.headline is None
    assert "No lines of text" in learned.warnings[-1]


def test_order_tells_nothing() -> None:
    references = given(*[Figures(margin=0.02 * n, columns=n + 1) for n in range(5)])
    assert design_style(references) == design_style(references[::-1])
