"""Amending: what the instruction says is done, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.errors import UnsupportedInstruction
from brandstudio.language.copy import amend

DRAFT = "# The harbour opens\n\nThe new harbour opens on Saturday 5 June. Entry is \u00a312. The mayor cuts the ribbon! Bring a cushion.\n\nBook today."


@pytest.mark.parametrize(
    ("instruction", "old", "new"),
    [
        ('replace "mayor" with "king"', "mayor", "king"),
        ("replace mayor with king", "mayor", "king"),
        ("change \u00a312 to \u00a315", "\u00a312", "\u00a315"),
        ("change the price to \u00a320", "\u00a312", "\u00a320"),
        ("change the date to Sunday 6 June", "Saturday 5 June", "Sunday 6 June"),
        ('say "lord" instead of "mayor"', "mayor", "lord"),
        ("Please swap cushion for pillow.", "cushion", "pillow"),
        ("mayor -> king", "mayor", "king"),
        ('Ersetze "mayor" durch "king"', "mayor", "king"),
        ('Remplacez "mayor" par "king"', "mayor", "king"),
        ('Reemplaza "mayor" por "king"', "mayor", "king"),
        ("remove the last sentence", "\n\nBook today.", ""),
        ("delete the sentence about the cushion", " Bring a cushion.", ""),
        ('remove "new"', " new", ""),
        ("remove exclamation marks", "ribbon!", "ribbon."),
        ('add "See you there." at the end', "Book today.", "Book today.\n\nSee you there."),
        ('insert "very" before "new"', "new", "very new"),
        ('insert ", sharp" after "June"', "June", "June, sharp"),
        ("make the heading title case", "The harbour opens\n", "The Harbour Opens\n"),
        ('uppercase "entry"', "Entry", "ENTRY"),
        ("make mayor bold", "mayor", "**mayor**"),
        ("remove the first paragraph", "# The harbour opens\n\n", ""),
        ('replace the heading with "Ahoy"', "The harbour opens\n", "Ahoy\n"),
        ('add a heading "Ahoy"', "# The harbour opens", "# Ahoy\n\n# The harbour opens"),
        ("move the last sentence to the start", None, None),
    ],
)
def test_one_order_changes_one_thing(instruction: str, old: str | None, new: str | None) -> None:
    made = amend(DRAFT, instruction)
    if old is None:
        assert made.markdown.startswith("# The harbour opens\n\nBook today.")
    else:
        assert old in DRAFT
        assert made.markdown == DRAFT.replace(old, new or "", 1)
    assert made.notes


def test_several_orders_are_done_in_turn() -> None:
    made = amend(
        DRAFT, 'replace "harbour" with "port", remove the last sentence and add "Ahoy." at the end'
    )
    assert made.markdown == DRAFT.replace("harbour", "port").replace("Book today.", "Ahoy.")


def test_what_is_not_understood_is_listed_and_the_rest_is_done() -> None:
    made = amend(DRAFT, "replace mayor with king; sprinkle some magic")
    assert "king" in made.text
    assert any("sprinkle some magic" in note for note in made.notes)


@pytest.mark.parametrize(
    "instruction", ["make it funnier", "sprinkle some magic", "add a dog", "!!!", "\u0000"]
)
def test_nothing_understood_is_an_error_that_says_what_would_be(instruction: str) -> None:
    with pytest.raises(UnsupportedInstruction, match="replace"):
        amend(DRAFT, instruction)


def test_words_that_are_not_there_are_named() -> None:
    made = amend(DRAFT, 'replace "dragon" with "king"')
    assert made.markdown == DRAFT
    assert "dragon" in made.notes[0]


def test_several_prices_are_not_guessed_between() -> None:
    draft = "Tea is \u00a32. Cake is \u00a33."
    made = amend(draft, "change the price to \u00a35")
    assert made.markdown == draft
    assert "several" in made.notes[0]


def test_a_word_is_not_replaced_inside_another() -> None:
    assert amend("A cat concatenates.", "replace cat with dog").text == "A dog concatenates."


def test_case_follows_the_place() -> None:
    assert (
        amend("Harbour news: the harbour opens.", "replace harbour with port").text
        == "Port news: the port opens."
    )


def test_a_list_is_made_of_sentences() -> None:
    assert (
        amend("One is here. Two is there.", "make it a list").markdown
        == "- One is here.\n- Two is there."
    )


def test_shortening_keeps_to_the_length() -> None:
    assert len(amend(DRAFT, "shorten it to 10 words").text.split()) <= 10


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200),
    st.text("replace\"remove'add with to the last sentence and;.\n*#", max_size=120),
)
def test_hostile_instructions_end_in_a_draft_or_a_clear_error(draft: str, instruction: str) -> None:
    try:
        made = amend(draft, instruction)
    except UnsupportedInstruction:
        return
    assert isinstance(made.text, str)


LISTED = "Meet **Acme**. It has 14 days! \U0001f389\n\n- Plan\n- Share\n\nGo to https://acme.example/Plan by 30 June. #plan #teams"


@pytest.mark.parametrize(
    ("instruction", "old", "new"),
    [
        ("remove the emoji and the hashtags", " \U0001f389", ""),
        ("remove the second bullet", "- Share\n", ""),
        ("add a bullet 'Export'", "- Share", "- Share\n- Export"),
        ("change the deadline to 15 July", "30 June", "15 July"),
        ("change Acme to 'Acme's Flow'", "Acme", "Acme's Flow"),
        ('replace "Plan" with "Draw" everywhere', "- Plan", "- Draw"),
        ("uppercase everything", None, None),
    ],
)
def test_lists_links_and_marks_are_kept_apart(
    instruction: str, old: str | None, new: str | None
) -> None:
    made = amend(LISTED, instruction).markdown
    assert "https://acme.example/Plan" in made
    if old is None:
        assert "GO TO" in made
    elif "hashtags" in instruction:
        assert made == LISTED.replace(old, "").replace(" #plan #teams", "")
    else:
        assert made.replace("\n\n\n", "\n\n") == LISTED.replace(old, new or "", 1)
