"""What proofreading finds, what it changes on its own, and what it leaves to a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brandstudio.domain.rules import resolve
from brandstudio.language.proofread import CHECKS, measure, proofread
from brandstudio.language.proofread.spelling import replacements
from brandstudio.models.rules import Rule
from brandstudio.models.style import Voice
from brandstudio.models.texts import Correction

SET = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "proofreading.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
BRAND = Voice(
    spelling="en-GB",
    banned_words=["cheap", "synergy", "low-cost"],
    preferred_words={"user": "customer", "sign up": "join", "app": "platform"},
    product_names=["BrandStudio", "Acme Flow"],
    headline_case="sentence",
    max_sentence_words=30,
)


def rule(text: str, rule_id: str = "r1", **more: object) -> Rule:
    return Rule.model_validate(
        {
            "rule_id": rule_id,
            "kind": "copy",
            "text": text,
            "check": None,
            "source": "person",
            "level": 1,
            "folder": "acme",
            **more,
        }
    )


def kinds(found: list[Correction]) -> list[str]:
    return [c.kind for c in found]


@pytest.mark.parametrize("case", [c for c in SET if not c["expect"]], ids=lambda c: c["text"][:40])
def test_a_right_sentence_is_not_changed(case: dict[str, str]) -> None:
    assert (
        proofread(case["text"], voice=BRAND, language=case.get("language", "en")).corrected
        == case["text"]
    )


@pytest.mark.parametrize(
    "case", [c for c in SET if any(e["applied"] for e in c["expect"])], ids=lambda c: c["text"][:40]
)
def test_what_was_corrected_needs_no_second_correction(case: dict[str, str]) -> None:
    corrected = proofread(case["text"], voice=BRAND, language=case.get("language", "en")).corrected
    assert corrected != case["text"]
    assert proofread(corrected, voice=BRAND, language=case.get("language", "en")).applied == []


def test_what_changes_meaning_is_never_applied() -> None:
    result = proofread("The best, cheap chairman sails 25000 km on 03/04/2026.", voice=BRAND)
    assert {"claim", "bannedWord", "inclusiveLanguage", "number", "date"} <= set(
        kinds(result.advisories)
    )
    assert set(kinds(result.applied)) <= {"spaces"}


def test_a_finding_names_the_rule_that_it_comes_from() -> None:
    result = proofread("A stunning colour.", rules=[rule('Never say "stunning"', "r7")])
    assert [c.rule_id for c in result.advisories] == ["r7"]


def test_an_exception_below_lifts_a_ban_from_above() -> None:
    rules = resolve(
        [
            ("acme", 1, [rule('Never say "stunning"')]),
            ("acme/sale", 2, [rule('It is fine to say "stunning" here', "r2")]),
        ]
    )
    assert proofread("A stunning boat.", rules=rules).advisories == []


def test_a_rule_stands_above_the_voice() -> None:
    assert (
        proofread(
            "A gray boat. Grey too.", voice=BRAND, rules=[rule("Use American English")]
        ).corrected
        == "A gray boat. Gray too."
    )


def test_a_product_that_is_also_a_word_is_only_asked_about() -> None:
    result = proofread("Take notes.", voice=Voice(product_names=["Notes"]))
    assert result.corrected == "Take notes."
    assert kinds(result.advisories) == ["brandTerm"]


def test_exclamation_marks_follow_the_rule() -> None:
    assert kinds(
        proofread("Come! Now!", rules=[rule("At most one exclamation mark")]).advisories
    ) == ["exclamation"]
    assert proofread("Come! Now!").advisories == []


def test_whole_text_rules_speak_of_the_start() -> None:
    (advice,) = proofread("#a #b boats", rules=[rule("Max 1 hashtag")]).advisories
    assert (advice.offset, advice.length) == (0, 0)


def test_the_oxford_comma_and_contractions_are_advised_on() -> None:
    result = proofread(
        "We sell boats, nets and ropes. We don\u2019t sell fish.",
        voice=Voice(oxford_comma=True),
        rules=[rule("No contractions")],
    )
    assert [(c.kind, c.replacement) for c in result.advisories] == [
        ("oxfordComma", "s,"),
        ("contraction", "do not"),
    ]


def test_title_case_is_applied_and_sentence_case_advised() -> None:
    assert (
        proofread("# how to build a boat", voice=Voice(headline_case="title")).corrected
        == "# How to Build a Boat"
    )
    assert (
        proofread("# How To Build A Boat", voice=Voice(headline_case="sentence")).corrected
        == "# How To Build A Boat"
    )


def test_american_voices_get_american_words() -> None:
    text = "We organise colours at the centre, travelled far and cancelled the programme."
    assert (
        proofread(text, voice=Voice(spelling="en-US")).corrected
        == "We organize colors at the center, traveled far and canceled the program."
    )


def test_canada_takes_our_and_ize() -> None:
    assert (
        proofread("We organise color.", voice=Voice(spelling="en-CA")).corrected
        == "We organize colour."
    )


@pytest.mark.parametrize("variant", ["en-GB", "en-US", "en-CA", "en-AU", "en-IN"])
def test_no_spelling_is_both_wrong_and_right(variant: str) -> None:
    table = replacements(variant)
    assert len(table) > 3000
    assert not set(table) & set(table.values())


@pytest.mark.parametrize(
    "word",
    [
        "size",
        "prize",
        "capsize",
        "advertise",
        "exercise",
        "total",
        "practice",
        "check",
        "tire",
        "story",
        "meter",
        "license",
        "program",
        "seize",
        "error",
        "author",
    ],
)
def test_words_that_are_right_in_britain_are_left(word: str) -> None:
    assert word not in replacements("en-GB")


def test_grammar_joins_the_advisories_and_never_the_changes() -> None:
    def grammar(text: str) -> list[Correction]:
        return [
            Correction(
                rule_id="g",
                kind="grammar",
                message="m",
                severity="warning",
                offset=0,
                length=3,
                original="He ",
                replacement="They ",
            ),
            Correction(
                rule_id="g",
                kind="grammar",
                message="m",
                severity="warning",
                offset=900,
                length=3,
                original="",
                replacement="",
            ),
            Correction(
                rule_id="g",
                kind="grammar",
                message="m",
                severity="warning",
                offset=6,
                length=6,
                original="",
                replacement="",
            ),
        ]

    result = proofread("He go `to the` colors.", language="en", grammar=grammar)
    assert [c.offset for c in result.advisories if c.rule_id == "g"] == [0]
    assert result.corrected == "He go `to the` colors."


def test_kinds_that_are_kept_are_advised_on() -> None:
    result = proofread("It costs \u00a310000.", language="en-GB", keep=("number",))
    assert result.applied == []
    assert kinds(result.advisories) == ["number"]


def test_rules_checked_counts_what_was_looked_for() -> None:
    assert proofread("x").rules_checked == len(CHECKS)
    assert proofread("x", rules=[rule('Never say "stunning"')]).rules_checked > len(CHECKS)


def test_markdown_and_corrected_are_the_text_in_its_own_form() -> None:
    result = proofread("**The color**", voice=BRAND)
    assert result.corrected == result.markdown == "**The colour**"


def test_figures_of_a_text() -> None:
    taken = measure("One two three. Four! #tag \U0001f389")
    assert (
        taken["sentence_words"],
        taken["exclamation_marks"],
        taken["hashtags"],
        taken["emoji"],
    ) == (3.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    "piece",
    [
        "a ",
        "`",
        "[",
        "](",
        '<a "',
        "](<",
        '"',
        "'",
        "<!--",
        "<pre>\n",
        "*_",
        "](()",
        "- ",
        "1-",
        "5km ",
        "\\",
        "{{",
        "```\n",
        "a@",
        "http://",
        ", a b",
    ],
)
def test_fifty_thousand_hostile_characters_come_through(piece: str) -> None:
    text = (piece * 50_000)[:50_000]
    result = proofread(text, voice=BRAND)
    assert len(result.advisories) <= 2000


def test_a_grammar_checker_of_english_is_not_heard_on_sentences_of_another_language() -> None:
    text = "We open the doors on Friday. Kommt am Samstag zum Markt und trinkt mit uns. It is hte market of the year."

    def grammar(text: str) -> list[Correction]:
        return [
            Correction(
                rule_id="harper.spelling",
                kind="spelling",
                message="?",
                severity="warning",
                offset=text.index(word),
                length=len(word),
                original=word,
                replacement=other,
            )
            for word, other in (("Samstag", "Samsung"), ("trinkt", "trinket"), ("hte", "the"))
        ]

    heard = [
        c.original
        for c in proofread(text, grammar=grammar).advisories
        if c.rule_id == "harper.spelling"
    ]
    assert heard == ["hte"]
