"""A score says how well a picture keeps to a brand, part by part and with reasons."""

from __future__ import annotations

import pytest

from brandstudio.domain.improve import findings, targets
from brandstudio.domain.scores import WEIGHTS, Colour, score, transport
from brandstudio.models.rules import Rule, RuleCheck
from brandstudio.models.style import (
    ColourCast,
    Composition,
    Figure,
    Grade,
    GradePoint,
    Light,
    Oklch,
    PhotoStyle,
    StyleColour,
    Texture,
    Tone,
)


def figure(value: float, spread: float = 0.0) -> Figure:
    return Figure(value=value, spread=spread)


def style(spread: float = 0.0) -> PhotoStyle:
    point = GradePoint(a=figure(0.0), b=figure(0.02))
    return PhotoStyle(
        medium="photo",
        palette=[
            StyleColour(
                hex="#3a6ea5",
                oklch=Oklch(l=0.53, c=0.10, h=252),
                weight=0.6,
                role="primary",
                spread=0,
            ),
            StyleColour(
                hex="#f0e8dc",
                oklch=Oklch(l=0.93, c=0.02, h=80),
                weight=0.4,
                role="background",
                spread=0,
            ),
        ],
        tone=Tone(
            key="mid",
            p5=figure(0.2),
            p25=figure(0.4),
            p50=figure(0.6, spread),
            p75=figure(0.7),
            p95=figure(0.9),
            contrast=figure(0.7),
        ),
        colour=ColourCast(
            saturation=figure(0.07, spread / 4), temperature=figure(-0.02), tint=figure(0)
        ),
        grade=Grade(shadows=point, midtones=point, highlights=point),
        light=Light(direction=None, hardness=figure(0.4)),
        texture=Texture(grain=figure(0.01), sharpness=figure(0.1), depth_of_field=figure(0.3)),
        composition=Composition(
            subject_x=figure(0.5),
            subject_y=figure(0.5),
            subject_size=figure(0.2),
            negative_space=figure(0.8),
            negative_side="left",
            horizon=None,
            symmetry=figure(0.4),
        ),
        references=3,
    )


OWN = {
    "lightness": 0.6,
    "shadows": 0.2,
    "highlights": 0.9,
    "contrast": 0.7,
    "saturation": 0.07,
    "temperature": -0.02,
    "tint": 0.0,
    "midtone_tint_b": 0.02,
    "highlight_tint_b": 0.02,
    "grain": 0.01,
    "sharpness": 0.1,
    "light_hardness": 0.4,
    "negative_space": 0.8,
    "subject_size": 0.2,
    "symmetry": 0.4,
}
OWN_COLOURS = [Colour((0.53, -0.031, -0.095), 0.6), Colour((0.93, 0.003, 0.02), 0.4)]
STRANGE_COLOURS = [Colour((0.6, 0.18, 0.1), 0.7), Colour((0.2, 0.02, 0.01), 0.3)]


def rule(measure: str, op: str, value: float) -> Rule:
    return Rule(
        rule_id="r1",
        kind="image",
        text=f"{measure} {op} {value}",
        check=RuleCheck(measure=measure, op=op, value=value),  # type: ignore[arg-type]
        source="person",
        level=1,
        folder="acme",
    )


def test_the_references_own_figures_score_full_marks() -> None:
    check = score(OWN, OWN_COLOURS, style())
    assert check.score >= 97
    assert check.findings == []


def test_another_look_scores_low_and_says_why() -> None:
    strange = {**OWN, "lightness": 0.2, "highlights": 0.5, "saturation": 0.2, "temperature": 0.08}
    check = score(strange, STRANGE_COLOURS, style())
    assert check.score < 35
    reasons = {p.part: p.reason for p in check.parts}
    assert "darker" in reasons["tone"]
    assert "more colourful" in reasons["saturation"]
    assert "warmer" in reasons["temperature"]
    assert {"lightness", "saturation", "temperature", "palette_share"} <= {
        f.measure for f in check.findings
    }


@pytest.mark.parametrize("measure", ["lightness", "saturation", "temperature", "grain"])
def test_each_step_away_costs_points(measure: str) -> None:
    points = [
        score({**OWN, measure: OWN[measure] + step}, OWN_COLOURS, style()).score
        for step in (0, 0.03, 0.08, 0.2)
    ]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1]


def test_references_that_stray_forgive_more() -> None:
    off = {**OWN, "lightness": 0.75}
    assert (
        score(off, OWN_COLOURS, style(spread=0.08)).score > score(off, OWN_COLOURS, style()).score
    )


def test_weights_sum_to_one_over_the_parts_that_can_be_told() -> None:
    for figures in (OWN, {"lightness": 0.5}):
        assert sum(p.weight for p in score(figures, OWN_COLOURS, style()).parts) == pytest.approx(
            1, abs=0.001
        )
    assert sum(WEIGHTS.values()) == pytest.approx(1)


def test_a_missed_rule_is_a_finding_and_costs_points() -> None:
    kept, missed = (
        score(OWN, OWN_COLOURS, style(), [rule("saturation", "<=", v)]) for v in (0.1, 0.05)
    )
    assert kept.score > missed.score
    assert [f.rule_id for f in missed.findings] == ["r1"]


def test_a_folder_without_style_and_rules_has_nothing_to_miss() -> None:
    check = score(OWN, OWN_COLOURS, None)
    assert check.score == 100
    assert "no photo style" in check.parts[0].reason


def test_unmeasured_and_broken_figures_do_no_harm() -> None:
    check = score(
        {"lightness": float("nan"), "saturation": 0.07}, [], style(), [rule("grain", "<=", 0.1)]
    )
    assert 0 <= check.score <= 100
    assert "rules" not in {p.part for p in check.parts}


def test_palettes_move_by_the_least_distance() -> None:
    a, b = (0.5, 0.0, 0.0), (0.5, 0.1, 0.0)
    assert transport([(a, 1.0)], [(a, 1.0)]) == pytest.approx(0, abs=1e-6)
    assert transport([(a, 1.0)], [(b, 1.0)]) == pytest.approx(0.16, rel=0.01)
    assert transport([(a, 0.5), (b, 0.5)], [(b, 1.0)]) == pytest.approx(0.08, rel=0.05)


def test_targets_move_only_what_is_off_and_stay_inside_rules() -> None:
    fine = score(OWN, OWN_COLOURS, style())
    assert targets(fine, style()).nothing
    off = {**OWN, "saturation": 0.2}
    rules = [rule("saturation", "<=", 0.05)]
    found = targets(score(off, OWN_COLOURS, style(), rules), style(), rules)
    assert found.saturation is not None
    assert found.saturation < 0.05
    assert found.lightness is None
    assert findings(off, OWN_COLOURS, style(), rules)[0].rule_id == "r1"
