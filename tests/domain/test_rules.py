"""Brand rules: what a check may say, what misses it, which of a chain's rules hold, and sentences
read as checks.
"""

from __future__ import annotations

import math

import pytest

from brandstudio.domain import rule_checks, rules
from brandstudio.errors import ValidationError
from brandstudio.language.proofread import proofread
from brandstudio.language.rule_sentences import check_from
from brandstudio.models.rules import Rule, RuleCheck


def check(measure: str, op: str, value: object) -> RuleCheck:
    return RuleCheck.model_validate({"measure": measure, "op": op, "value": value})


def rule(
    text: str,
    made: RuleCheck | None = None,
    *,
    rule_id: str = "r",
    kind: str = "copy",
    level: int = 1,
) -> Rule:
    return Rule.model_validate(
        {
            "rule_id": rule_id,
            "kind": kind,
            "text": text,
            "check": made,
            "source": "person",
            "level": level,
            "folder": "acme",
        }
    )


@pytest.mark.parametrize(
    ("measure", "op", "value"),
    [
        ("saturation", "<=", 0.2),
        ("saturation", "between", [0.05, 0.2]),
        ("logo_place", "in", ["top-left", "top-right"]),
        ("text_contrast", ">=", 4.5),
        ("banned_words", "not_in", ["cheap"]),
        ("preferred_words", "is", ["users -> customers"]),
        ("oxford_comma", "is", True),
        ("spelling", "is", "en-GB"),
        ("alignment", "matches", "*left*"),
    ],
)
def test_a_check_that_makes_sense_passes(measure: str, op: str, value: object) -> None:
    rule_checks.validate(check(measure, op, value))


@pytest.mark.parametrize(
    ("measure", "op", "value", "field"),
    [
        ("sturation", "<=", 0.2, "check.measure"),
        ("saturation", "matches", 0.2, "check.op"),
        ("saturation", "<=", 7.0, "check.value"),
        ("saturation", "<=", "low", "check.value"),
        ("saturation", "<=", True, "check.value"),
        ("saturation", "between", [0.3, 0.1], "check.value"),
        ("saturation", "between", [0.1], "check.value"),
        ("saturation", "<=", math.nan, "check.value"),
        ("logo_place", "is", "upstairs", "check.value"),
        ("oxford_comma", "is", "yes", "check.value"),
        ("banned_words", "<=", ["x"], "check.op"),
        ("banned_words", "not_in", [], "check.value"),
        ("preferred_words", "is", ["users"], "check.value"),
        ("banned_words", "not_in", ["x" * 200], "check.value"),
    ],
)
def test_a_check_that_makes_no_sense_names_its_field(
    measure: str, op: str, value: object, field: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        rule_checks.validate(check(measure, op, value))
    assert caught.value.details["fields"][0]["path"] == field


def test_a_measure_of_another_kind_is_refused() -> None:
    with pytest.raises(ValidationError, match="image"):
        rule_checks.validate(check("saturation", "<=", 0.2), "copy")


@pytest.mark.parametrize(
    ("op", "wanted", "value", "kept"),
    [
        ("<=", 0.2, 0.2, True),
        ("<=", 0.2, 0.21, False),
        (">=", 0.2, 0.1, False),
        ("between", [0.1, 0.2], 0.15, True),
        ("between", [0.1, 0.2], 0.25, False),
        ("is", 0.3, 0.3, True),
        ("<=", 0.2, math.nan, False),
        ("<=", 0.2, "low", False),
    ],
)
def test_a_figure_keeps_to_its_check_or_is_found(
    op: str, wanted: object, value: float | str, kept: bool
) -> None:
    assert (rules.test(check("saturation", op, wanted), {"saturation": value}) is None) == kept


def test_words_are_compared_without_case_and_patterns_with_stars() -> None:
    assert rules.test(check("logo_place", "is", "top-left"), {"logo_place": "Top-Left"}) is None
    assert (
        rules.test(check("logo_place", "not_in", ["top-left"]), {"logo_place": "top-left"})
        is not None
    )
    assert rules.test(check("alignment", "matches", "*ef?"), {"alignment": "left"}) is None
    assert (
        rules.test(check("alignment", "matches", "*" * 40 + "x"), {"alignment": "l" * 5000})
        is not None
    )


def test_what_was_not_measured_is_not_found() -> None:
    assert rules.test(check("saturation", "<=", 0.2), {"contrast": 0.9}) is None


def test_a_finding_says_what_is_and_what_should_be() -> None:
    finding = rules.test(
        check("text_contrast", ">=", 4.5),
        {"text_contrast": 3.1},
        rule=rule("Readable", kind="layout"),
    )
    assert finding is not None
    assert finding.target == "at least 4.5"
    assert "3.1" in finding.message
    assert "Readable" in finding.message


def test_the_deeper_rule_of_the_same_subject_wins_and_the_other_stays_visible() -> None:
    above = rule("At most 25 words", check("sentence_words", "<=", 25.0), rule_id="above")
    below = rule("At most 15 words", check("sentence_words", "<=", 15.0), rule_id="below")
    resolved = rules.resolve([("acme", 1, [above]), ("acme/summer", 2, [below])])
    assert [(r.rule_id, r.overridden, r.folder, r.level) for r in resolved] == [
        ("above", True, "acme", 1),
        ("below", False, "acme/summer", 2),
    ]
    assert [r.rule_id for r in rules.in_force(resolved)] == ["below"]


def test_levels_may_come_in_any_order() -> None:
    above, below = rule("Be kind", rule_id="above"), rule("be  kind.", rule_id="below")
    resolved = rules.resolve([("acme/summer", 2, [below]), ("acme", 1, [above])])
    assert [r.rule_id for r in resolved if r.overridden] == ["above"]


def test_rules_of_one_level_never_override_each_other() -> None:
    both = [
        rule("a", check("saturation", ">=", 0.05), rule_id="a", kind="image"),
        rule("b", check("saturation", "<=", 0.2), rule_id="b", kind="image"),
    ]
    assert not any(r.overridden for r in rules.resolve([("acme", 1, both)]))


def test_lists_of_words_add_up_and_an_exception_below_lifts_a_ban() -> None:
    above = [
        rule("x", check("banned_words", "not_in", ["cheap"]), rule_id="cheap"),
        rule("y", check("banned_words", "not_in", ["stunning"]), rule_id="stunning"),
    ]
    below = [
        rule("z", check("banned_words", "not_in", ["luxury"]), rule_id="luxury"),
        rule("w", check("banned_words", "in", ["Cheap"]), rule_id="allowed"),
    ]
    overridden = {
        r.rule_id
        for r in rules.resolve([("acme", 1, above), ("acme/sale", 2, below)])
        if r.overridden
    }
    assert overridden == {"cheap"}


def test_a_rule_that_is_taken_up_in_part_keeps_holding_for_the_rest() -> None:
    above = rule("x", check("banned_words", "not_in", ["cheap", "budget"]), rule_id="above")
    below = rule("y", check("banned_words", "in", ["cheap"]), rule_id="below")
    resolved = rules.resolve([("acme", 1, [above]), ("acme/sale", 2, [below])])
    assert not any(r.overridden for r in resolved)
    found = proofread("A cheap budget boat.", rules=resolved).advisories
    assert [c.original for c in found] == ["budget"]


SENTENCES = [
    ('Never say "cheap"', ("banned_words", "not_in", ["cheap"])),
    (
        "Never say \u201ccheap\u201d, \u201cbudget\u201d or \u201clow-cost\u201d.",
        ("banned_words", "not_in", ["cheap", "budget", "low-cost"]),
    ),
    (
        "Avoid the words synergy, leverage and solution",
        ("banned_words", "not_in", ["synergy", "leverage", "solution"]),
    ),
    ('Say "customers" instead of "users"', ("preferred_words", "is", ["users -> customers"])),
    (
        "Write BrandStudio, not Brandstudio",
        ("preferred_words", "is", ["Brandstudio -> BrandStudio"]),
    ),
    ('Replace "sign up" with "join"', ("preferred_words", "is", ["sign up -> join"])),
    ("Headlines in sentence case", ("headline_case", "is", "sentence")),
    ("Use title case for headings", ("headline_case", "is", "title")),
    ("British spelling", ("spelling", "is", "en-GB")),
    ("Use American English", ("spelling", "is", "en-US")),
    ("Sentences of at most 20 words", ("sentence_words", "<=", 20.0)),
    ("Sentences under 15 words", ("sentence_words", "<=", 14.0)),
    ("No exclamation marks", ("exclamation_marks", "<=", 0.0)),
    ("At most one exclamation mark", ("exclamation_marks", "<=", 1.0)),
    ("Use the Oxford comma", ("oxford_comma", "is", True)),
    ("No contractions", ("contractions", "is", False)),
    ("Max 3 hashtags", ("hashtags", "<=", 3.0)),
    ("Always write iPhone", ("product_names", "in", ["iPhone"])),
    ("Product names: Acme Flow, AcmePay", ("product_names", "in", ["Acme Flow", "AcmePay"])),
]


@pytest.mark.parametrize(("sentence", "wanted"), SENTENCES)
def test_a_rule_written_as_a_sentence_becomes_a_check(
    sentence: str, wanted: tuple[str, str, object]
) -> None:
    made = check_from("copy", sentence)
    assert made is not None
    assert (made.measure, made.op, made.value) == wanted
    rule_checks.validate(made, "copy")


@pytest.mark.parametrize(
    "sentence",
    [
        "Be warm and clear",
        "Never use jargon",
        "Our customers are at the heart, not the edge",
        "Use emoji sparingly",
        "",
        "Speak like a friend",
        "Avoid long sentences",
    ],
)
def test_a_sentence_for_people_is_no_check(sentence: str) -> None:
    assert check_from("copy", sentence) is None


@pytest.mark.parametrize(
    ("kind", "sentence", "wanted"),
    [
        ("logo", "Logo at least 40 px high", ("logo_height", ">=", 40.0)),
        ("logo", "Keep the logo top left", ("logo_place", "is", "top-left")),
        ("layout", "No more than two fonts", ("font_families", "<=", 2.0)),
        ("layout", "Contrast at least 4.5:1", ("text_contrast", ">=", 4.5)),
        ("layout", "Keep at least 30 % white space", ("whitespace", ">=", 0.3)),
        ("image", "Saturation at most 0.2", ("saturation", "<=", 0.2)),
    ],
)
def test_sentences_of_other_kinds_are_read_too(
    kind: str, sentence: str, wanted: tuple[str, str, object]
) -> None:
    made = check_from(kind, sentence)  # type: ignore[arg-type]
    assert made is not None
    assert (made.measure, made.op, made.value) == wanted
    rule_checks.validate(made, kind)  # type: ignore[arg-type]
