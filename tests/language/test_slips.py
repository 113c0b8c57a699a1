"""Sure slips of the pen are mended; what may be a word, a name or another language is not."""

from __future__ import annotations

import pytest

from brandstudio.language.proofread import proofread
from brandstudio.language.tables import word_list
from brandstudio.models.style import Voice

CLEAN = (
    "The accommodation is available across the calendar year, and we definitely recommend it.",
    "Which address did their friend receive? It occurred on a separate occasion.",
    "Our jewellery and our jewelry, the licence and the license, are independent of each other.",
)


@pytest.mark.parametrize(
    ("said", "mended"),
    [
        ("We recieve your order untill noon.", "We receive your order until noon."),
        ("Thier shop is realy wierd.", "Their shop is really weird."),
        ("It is definately **seperate** from the rest.", "It is definitely **separate** from the rest."),
    ],
)  # fmt: skip
def test_a_sure_slip_is_mended(said: str, mended: str) -> None:
    read = proofread(said, language="en")
    assert read.corrected == mended
    assert {correction.kind for correction in read.applied} == {"misspelling"}
    for correction in read.applied:
        end = correction.offset + correction.length
        assert said[correction.offset : end] == correction.original


@pytest.mark.parametrize(
    "said",
    [
        "We met Mr Recieve at the Wierd Gallery.",
        "Ask for the RECIEVE button.",
        "Run `recieve` and see https://example.org/recieve for more of it.",
    ],
)
def test_names_code_and_links_are_left_alone(said: str) -> None:
    assert proofread(said, language="en").corrected == said


def test_a_product_that_is_spelled_so_stays() -> None:
    voice = Voice(product_names=["Tommorow"])
    read = proofread("We sell tommorow.", voice=voice, language="en")
    assert "tomorrow" not in read.corrected.lower()


def test_another_language_has_its_own_words() -> None:
    said = "Min adress och min libary är inte svenska."
    assert proofread(said, language="sv").corrected == said


def test_what_is_meant_is_never_a_slip_itself() -> None:
    pairs = dict(pair.split() for pair in word_list("misspelt", "pairs"))
    assert not set(pairs) & set(pairs.values())
    for text in CLEAN:
        read = proofread(text, language="en")
        assert not [c for c in read.applied if c.kind == "misspelling"]
