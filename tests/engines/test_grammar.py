"""Harper's findings, as far as they help a brand's writer."""

from __future__ import annotations

import pytest

from brandstudio.engines.grammar import available, checked, grammar, pieces
from brandstudio.language.proofread import proofread
from brandstudio.models.texts import Correction

installed = pytest.mark.skipif(not available(), reason="needs the extra proof")


@installed
def test_a_name_is_no_guess_at_a_word_and_a_borrowed_word_is_left_alone() -> None:
    check = grammar()
    assert check is not None
    found = {
        c.original: c.replacement
        for c in check("We open on Samstag with Glühwein and teh best coffee. Recieve a card.")
    }
    assert found == {"teh": "the", "Recieve": "Receive"}


@installed
def test_names_and_short_forms_get_no_other_spelling() -> None:
    check = grammar()
    assert check is not None
    said = (
        "The EU and our KPIs are known to Ihrer and to Migros. Ihrer is open. Lidl opens, and we visit "
        "Zermatt with KPMG. Recieve a card. Recomend us. We beleive it."
    )
    assert {c.original for c in check(said)} == {"Recieve", "Recomend", "beleive"}


@installed
def test_british_spelling_is_right_where_no_variant_is_chosen() -> None:
    said = "The colour of the year is grey, our catalogue says."
    free, american = grammar(), grammar((), "en-US")
    assert free is not None
    assert american is not None
    assert free(said) == []
    assert "colour" in {c.original for c in american(said)}


class Slow:
    """A grammar whose time grows with the square of what it is handed, on a clock of its own."""

    def __init__(self) -> None:
        self.now, self.handed = 0.0, [0]

    def clock(self) -> float:
        return self.now

    def __call__(self, text: str) -> list[Correction]:
        self.handed.append(len(text))
        self.now += len(text) ** 2 / 10_000_000
        at = text.find("teh")
        return [] if at < 0 else [found_at(at)]


def found_at(at: int) -> Correction:
    return Correction(
        rule_id="g",
        kind="spelling",
        message="m",
        severity="hint",
        offset=at,
        length=3,
        original="teh",
    )


@pytest.mark.parametrize("unit", ["[", "[a ", "a", "a ", "We go on. ", "日本", "a]\n\n"])
def test_a_slow_grammar_is_never_handed_more_than_its_budget(unit: str) -> None:
    slow, text = Slow(), (unit * 50_000)[:50_000]
    found = checked(text, slow, slow.clock)
    assert max(slow.handed) <= 1500
    assert slow.now <= 1.2 + 2 * 1500**2 / 10_000_000
    assert sum(slow.handed) < len(text)
    assert [c.kind for c in found] == ["leftOut"]


@pytest.mark.parametrize("unit", ["\n", "(1, ", "... "])
def test_what_holds_no_word_is_handed_to_no_grammar(unit: str) -> None:
    slow = Slow()
    assert checked((unit * 50_000)[:50_000], slow, slow.clock) == []
    assert sum(slow.handed) == 0


def test_places_are_those_of_the_whole_text_and_pieces_end_with_sentences() -> None:
    slow, text = Slow(), "We go to the fair. " * 300 + "It is teh best."
    assert "".join(text[start:end] for start, end in pieces(text)) == text
    assert all(text[start:end].rstrip().endswith(".") for start, end in pieces(text))
    assert [c.offset for c in checked(text, slow, slow.clock)] == [text.index("teh")]


def test_what_was_left_out_is_said_in_the_advisories() -> None:
    slow = Slow()

    def grammar_of(text: str) -> list[Correction]:
        return checked(text, slow, slow.clock)

    text = "We go to the fair and stay there for a while. " * 1000
    told = [c for c in proofread(text, grammar=grammar_of).advisories if c.kind == "leftOut"]
    assert [(c.length, c.severity) for c in told] == [(0, "hint")]
    assert 0 < told[0].offset < len(text)
    assert "not checked" in told[0].message
    assert not proofread(text[:4000], grammar=grammar_of).advisories
