"""The word tables hold to their schemas, and to what the code makes of them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

import brandstudio.language as room
from brandstudio.domain.rules import MEASURES
from brandstudio.engines.local.places import stretch
from brandstudio.engines.local.worn import WORN
from brandstudio.language import rule_sentences, words
from brandstudio.language.colour_names import NAMES
from brandstudio.language.copy.adding import ADDED
from brandstudio.language.copy.amend import ACTS
from brandstudio.language.copy.compose import Shape
from brandstudio.language.copy.orders import FOLLOWING
from brandstudio.language.copy.recasing import RECASED
from brandstudio.language.copy.removing import REMOVED
from brandstudio.language.copy.replacing import REPLACED
from brandstudio.language.copy.targets import LENGTHS, MADE
from brandstudio.language.copy.vocabulary import BRIEFS, FIGURES, INSTRUCTIONS, ORDERS
from brandstudio.language.edit_forms import MAKES
from brandstudio.language.edit_values import REGIONS, is_side, sided
from brandstudio.language.forms import FLOATING
from brandstudio.language.patterns import Patterns
from brandstudio.language.scenes import plan
from brandstudio.language.senses import LANGUAGES
from brandstudio.language.tables import table
from brandstudio.pixels.segments import KINDS

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

WORDS = files("brandstudio.assets") / "words"
NAMED = sorted(p.name.removesuffix(".toml") for p in WORDS.iterdir() if p.name.endswith(".toml"))


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    # Loading it takes a second, and every process of a run collects this file.
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("name", NAMED)
def test_a_word_table_holds_to_its_schema(name: str) -> None:
    schema = json.loads((WORDS / f"{name}.schema.json").read_text(encoding="utf-8"))
    checked = validator(schema)
    assert [e.message for e in checked.iter_errors(dict(table(name)))] == []


def test_a_word_table_that_breaks_its_schema_is_noticed() -> None:
    schema = json.loads((WORDS / "orders.schema.json").read_text(encoding="utf-8"))
    checked = validator(schema)
    broken = dict(table("orders")) | {"write": ["write", "compose("], "unheard": ["of"]}
    told = [e.message for e in checked.iter_errors(broken)]
    assert len(told) == 2
    assert "compose(" in str(told)
    assert "unheard" in str(told)


def test_every_word_list_is_read_by_the_code() -> None:
    """A list is named in the code, or in braces by a pattern of its own table."""
    source = "".join(p.read_text(encoding="utf-8") for p in Path(room.__path__[0]).rglob("*.py"))
    unread = [
        f"{name}.{key}"
        for name in NAMED
        for key in table(name)
        if f'"{key}"' not in source
        and f"'{key}'" not in source
        and f"{{{key}}}" not in (WORDS / f"{name}.toml").read_text(encoding="utf-8")
    ]
    assert unread == []


def test_what_the_code_looks_up_by_an_ending_has_that_ending() -> None:
    spelling = table("spelling")
    assert {e for ends in spelling["re"].values() for e in ends} <= set(spelling["re_endings"])
    assert set(spelling["ise_prefixed"]) <= set(spelling["ise"])
    assert set(table("instructions")["places"].values()) == {
        "start",
        "end",
        "before",
        "after",
        "heading",
    }
    assert set(table("instructions")["kind_words"].values()) == set(FIGURES)


def test_what_a_pattern_of_instructions_makes_is_carried_out() -> None:
    made = {
        "order": ACTS,
        "recased": RECASED,
        "replaced": REPLACED,
        "removed": REMOVED,
        "added": ADDED,
        "put instead": ("sign",),
        "added at": ("place",),
        "added beside": ("part",),
    }
    assert INSTRUCTIONS.makes() == {(of, act) for of, acts in made.items() for act in acts}


def test_what_a_pattern_of_briefs_makes_is_carried_out() -> None:
    def made(patterns: Patterns, of: str) -> set[str]:
        return {act for answers, act in patterns.makes() if answers == of}

    assert made(ORDERS, "following") == set(FOLLOWING)
    assert made(LENGTHS, "length") == set(MADE)
    assert made(BRIEFS, "shape") == set(get_args(Shape))


def test_what_is_excepted_from_a_pattern_is_read_by_none_that_makes_the_same() -> None:
    def read(order: str) -> list[tuple[str, str]]:
        return [(r.makes, r["old"] or r["what"]) for r in INSTRUCTIONS.read("order", order)]

    assert read("replace the bar with a pub") == [("replace", "the bar")]
    assert read("cut the bar -> the pub") == [
        ("replace", "cut the bar"),
        ("remove", "the bar -> the pub"),
        ("shorten", ""),
    ]
    assert read("replace it with a -> b") == []
    assert read("cut it by half") == [("shorten", "")]


def test_a_form_of_edits_speaks_only_of_parts_that_words_have() -> None:
    from_figures = {"number", "degrees", "ratio", "colour", "inks"}
    parts = {row["is"] for row in table("edits")["sense"]} | from_figures
    for form in table("edits")["form"]:
        named = {p.rstrip("?") for p in form["parts"].split()}
        assert named <= parts, form["reads"]
        assert not named & FLOATING, form["reads"]
        assert form["makes"] in MAKES
        assert set(form.get("places", ())) <= {*REGIONS, "", "colour"}


def test_a_region_of_edits_can_be_found() -> None:
    named = {r["value"] for r in table("edits")["sense"] if r["is"] == "region"}
    parts = {part for value in named for part in value.split("&")} - {
        "rest",
        "there",
        "colours",
        "light",
    }
    stretches = {part for part in parts if is_side(part) and "-" in part}
    places = {row["value"] for row in table("edits")["stands_for"]["place"]} - {"all"}
    found = {row["value"] for row in table("edits")["found"]}
    things = {value for value in found if value.startswith(("thing-", "things-"))}
    assert {sided(value)[0] for value in things} == set(KINDS) - {"nothing"}
    places |= {value for value in found - things if value not in WORN}
    assert (parts - stretches) | places == set(REGIONS)
    for part in stretches:
        assert 0 < float(stretch(40, 40, part).mean()) < 0.5, part


def test_a_word_stands_once_in_a_list() -> None:
    for row in table("edits")["sense"]:
        for language in LANGUAGES:
            words = row.get(language, [])
            assert len(words) == len(set(words)), (row["is"], row.get("kind"), language)


def test_a_colour_name_is_among_its_own_words() -> None:
    assert all(name in [w.rstrip("*") for w in words] for name, (_, words) in NAMES.items())


def test_a_form_of_rules_speaks_only_of_parts_that_words_have() -> None:
    parts = {row["is"] for row in table("rules")["sense"]} | {"terms", "bare", "number"}
    for form in table("rules")["form"]:
        assert {p.rstrip("?") for p in form["parts"].split()} <= parts, form["reads"]
        assert form["makes"] in rule_sentences.MAKES


def test_a_rule_s_word_names_a_measure_of_its_kind() -> None:
    for row in table("rules")["sense"]:
        if "measure" in row:
            assert MEASURES[row["measure"]].kind == row["kind"]
    assert set(table("rules")["measures"].values()) | set(table("rules")["said"]) <= set(MEASURES)


def test_a_second_reading_of_a_text_prepares_no_entry_of_the_tables_anew() -> None:
    plan("a misty forest")
    prepared = words._first_word.cache_info().misses
    plan("a misty forest")
    assert words._first_word.cache_info().misses == prepared
