"""Words for what references show, and the rules that follow: honest, with evidence, each check one
that can be run.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from brandstudio.domain.extraction import (
    adopt,
    as_rule,
    photo_style,
    suggested_rules,
    visual_world,
)
from brandstudio.domain.extraction.world import clean_terms
from brandstudio.domain.rule_checks import validate
from brandstudio.models.rules import Rule, RuleCheck, SuggestedRule
from brandstudio.models.style import DesignStyle, Figure, PhotoStyle, TypeSizes, VisualWorld

sys.path.insert(0, str(Path(__file__).parent))
from pictured import Look, references

WARM, COOL = Look(0.62, 0.12, 0.01, 0.06), Look(0.5, 0.12, 0.0, -0.05)
DARK, BRIGHT, GREY = Look(0.28, 0.08), Look(0.88, 0.04, 0.0, 0.004), Look(0.6, 0.2)
VIVID = Look(0.62, 0.05, 0.12, 0.12)
LOOKS = [
    WARM,
    COOL,
    DARK,
    BRIGHT,
    GREY,
    VIVID,
    Look(palette=("#c4302b", "#f4f1ea", "#1d2433", "#2f7d6d")),
]


def terms(world: VisualWorld, kind: str) -> dict[str, float]:
    return {term.term: term.confidence for term in getattr(world, kind)}


@pytest.mark.parametrize(
    ("look", "shown", "missing"),
    [
        (WARM, "warm", "cool"),
        (COOL, "cool", "warm"),
        (DARK, "dark and moody", "bright and airy"),
        (BRIGHT, "bright and airy", "dark and moody"),
        (VIVID, "vivid", "muted"),
        (GREY, "muted", "vivid"),
    ],
)
def test_mood_follows_from_what_was_measured(look: Look, shown: str, missing: str) -> None:
    mood = terms(visual_world(references(look)).value, "mood")
    assert mood[shown] > 0.5
    assert missing not in mood


def test_what_nobody_saw_is_left_out_and_said() -> None:
    learned = visual_world(references(WARM))
    assert learned.value.materials == []
    assert learned.value.subjects == []
    assert "No vision engine" in learned.warnings[0]


def test_faces_are_subjects_with_their_references() -> None:
    first, second, *rest = references(WARM, 4)
    world = visual_world(
        [
            replace(first, faces=[(0.4, 0.3, 0.6, 0.7)]),
            replace(second, faces=[(0.1, 0.1, 0.2, 0.2)]),
            *rest,
        ]
    )
    person = next(term for term in world.value.subjects if term.term == "one person")
    assert person.references == [first.ref_id, second.ref_id]
    assert person.confidence == pytest.approx(0.95 / 2, abs=0.01)
    assert "close portrait" in terms(world.value, "subjects")


def test_an_engines_words_are_counted_over_the_references() -> None:
    seen = [
        replace(r, seen={"materials": ["Linen", " linen.", "oak"] if n else ["Linen"]})
        for n, r in enumerate(references(WARM, 3))
    ]
    learned = visual_world(seen)
    materials = terms(learned.value, "materials")
    assert materials == {"linen": 0.8, "oak": pytest.approx(0.53)}
    assert learned.warnings == ()


def test_words_are_the_same_in_any_order() -> None:
    given = references(WARM)
    assert visual_world(given) == visual_world(given[::-1])


def test_an_engines_words_are_bounded_and_clean() -> None:
    assert clean_terms(["A\x00B\n C ", "", "...", "x" * 61, "Oak!", "oak"]) == ["a b c", "oak"]
    assert len(clean_terms(str(n) for n in range(1000))) == 20


# ------------------------------------------------------------------------------------------------------------- rules


def rules_of(look: Look, count: int = 5) -> dict[str, SuggestedRule]:
    given = references(look, count)
    found = suggested_rules(photo_style(given).value, visual_world(given).value)
    return {rule.check.measure if rule.check else rule.text: rule for rule in found}


DESIGN = DesignStyle.model_validate(
    {
        "columns": 2,
        "margin": Figure(value=0.06, spread=0.004),
        "alignment": "left",
        "type_sizes": TypeSizes(headline=Figure(value=0.07, spread=0.002), body=None, steps=2),
        "palette": [],
        "colour_use": "restrained",
        "whitespace": Figure(value=0.7, spread=0.03),
        "logo_place": "top-right",
        "corner_radius": "soft",
        "references": 3,
    }
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("count", [1, 3, 5])
def test_every_check_is_one_that_a_machine_can_run(look: Look, count: int) -> None:
    given = references(look, count)
    found = suggested_rules(photo_style(given).value, visual_world(given).value, DESIGN)
    assert len(found) <= 12
    for rule in found:
        assert rule.text.endswith(".")
        assert rule.evidence
        if rule.check is not None:
            validate(rule.check, rule.kind)


def test_a_warm_look_gives_a_rule_for_warmth_that_the_references_keep_and_a_cool_picture_misses() -> (
    None
):
    rule = rules_of(WARM)["temperature"]
    assert rule.text == "Keep pictures warm, leaning to amber; never let them turn cool or bluish."
    assert rule.check is not None
    assert rule.check.op == ">="
    assert isinstance(rule.check.value, float)
    assert "over 5 references" in rule.evidence
    assert all(r.measures.colour.temperature >= rule.check.value for r in references(WARM))
    assert all(r.measures.colour.temperature < rule.check.value for r in references(COOL))


@pytest.mark.parametrize(
    ("look", "measure", "op"),
    [
        (COOL, "temperature", "<="),
        (DARK, "lightness", "<="),
        (BRIGHT, "lightness", ">="),
        (VIVID, "saturation", ">="),
        (GREY, "saturation", "<="),
    ],
)
def test_other_looks_give_their_rules(look: Look, measure: str, op: str) -> None:
    check = rules_of(look)[measure].check
    assert check is not None
    assert check.op == op


def test_a_rule_is_not_suggested_where_the_references_stray_too_far() -> None:
    style = photo_style(references(VIVID)).value
    stray = style.model_copy(
        update={
            "colour": style.colour.model_copy(
                update={"saturation": Figure(value=0.13, spread=0.05)}
            )
        }
    )
    assert "saturation" not in {rule.check.measure for rule in suggested_rules(stray) if rule.check}


def test_an_illustrated_brand_is_told_from_a_photographed_one() -> None:
    drawn = photo_style(references(WARM), medium="illustration").value
    assert "medium" in {rule.check.measure for rule in suggested_rules(drawn) if rule.check}
    assert "medium" not in rules_of(WARM)


def test_what_most_references_show_becomes_a_rule_in_their_words() -> None:
    given = [
        replace(r, seen={"subjects": ["bread"], "materials": ["linen", "oak"]})
        for r in references(WARM, 3)
    ]
    texts = [
        rule.text for rule in suggested_rules(photo_style(given).value, visual_world(given).value)
    ]
    assert "Show bread." in texts
    assert "Show materials such as linen and oak." in texts


def test_designs_give_rules_for_layout_and_logo() -> None:
    rules = {rule.check.measure: rule for rule in suggested_rules(None, None, DESIGN) if rule.check}
    assert rules["logo_place"].kind == "logo"
    assert rules["logo_place"].text == "Place the logo in the top right corner."
    assert rules["margin"].check == RuleCheck(measure="margin", op=">=", value=0.048)
    assert rules["alignment"].text == "Align words to the left."
    band = rules["headline_share"].check
    assert band is not None
    assert isinstance(band.value, list)
    low, high = band.value
    assert float(low) < 0.07 / 0.72 < float(high)


def test_adopting_skips_what_is_ruled_already() -> None:
    found = list(rules_of(WARM).values())
    mine = Rule(
        rule_id="r",
        kind="image",
        text="Cosy light",
        check=RuleCheck(measure="temperature", op=">=", value=0.0),
        source="person",
        level=1,
        folder="acme",
    )
    added = adopt(found, [mine])
    assert "temperature" in {rule.check.measure for rule in found if rule.check}
    assert "temperature" not in {rule.check.measure for rule in added if rule.check}
    assert len(added) == len(found) - 1


def test_adopting_twice_adds_nothing() -> None:
    found = list(rules_of(WARM).values())
    adopted = [
        as_rule(rule, rule_id=str(n), folder="acme", level=1)
        for n, rule in enumerate(adopt(found, []))
    ]
    assert adopt(found, adopted) == []
    assert adopt([*found, *found], []) == adopt(found, [])
    assert all(rule.source == "extraction" and rule.evidence for rule in adopted)


def test_nothing_learned_gives_no_rules() -> None:
    assert suggested_rules(None) == []
    assert isinstance(photo_style(references(WARM)).value, PhotoStyle)
