"""Banned words are found in every form, and whatever letters they are spelled with."""

from __future__ import annotations

import pytest

from brandstudio.language.proofread import proofread
from brandstudio.models.style import Voice

VOICE = Voice(banned_words=["cheap", "leverage", "synergy", "game changer", "even", "corn", "off"])


def banned_in(text: str) -> list[str]:
    found = [c for c in proofread(text, voice=VOICE).advisories if c.kind == "bannedWord"]
    assert all(text[c.offset : c.offset + c.length] == c.original for c in found)
    return [c.original for c in found]


@pytest.mark.parametrize(
    "word",
    [
        *[
            "cheaper",
            "Cheapest",
            "cheaply",
            "cheapness",
            "leveraging",
            "LEVERAGED",
            "leverages",
            "synergies",
        ],
        *["che\u00adap", "che\u200bap", "ch\u0435\u0430p", "\uff43\uff48\uff45\uff41\uff50"],
        *["\U0001d41c\U0001d421\U0001d41e\U0001d41a\U0001d429", "l\u0435veraging"],
        "game ch\u0430nger",
    ],
)
def test_a_banned_word_is_found_in_every_form(word: str) -> None:
    assert banned_in(f"It is {word}, they say.") == [word]


def test_other_words_are_not_taken_for_a_banned_one() -> None:
    assert banned_in("This evening we offer a corner, cheapskate or not.") == []
    assert banned_in("Дешёвый товар, сорт, τιμή и ещё кое-что.") == []


def test_a_banned_word_is_said_once() -> None:
    assert banned_in("cheap and che\u00adap, cheap") == ["cheap", "che\u00adap", "cheap"]


@pytest.mark.parametrize(
    "said",
    ["c h e a p", "C.H.E.A.P", "c-h-e-a-p", "c_h_e_a_p", "c  h  e  a  p", "c h 3 @ p", "\u0441 h \u0435 a p", "ch3ap",
     "che@p", "CH\u20acAP", "ch34per", "l e v e r a g i n g", "l3v3rage", "l€verag!ng", "syn3rg!es", "g4me changer",
     "g a m e  c h a n g e r", "ch\u04354p"],
)  # fmt: skip
def test_a_banned_word_is_found_respelled(said: str) -> None:
    for text in (
        f"It is {said}, they say.",
        f"{said}!",
        f"Deal: {said}",
        f"\U0001f600 {said} \u00fcber",
    ):
        assert banned_in(text) == [said]


def test_a_word_of_one_letter_may_stand_beside_letters_that_are_set_apart() -> None:
    assert banned_in("What a c h e a p deal") == ["c h e a p"]
    assert banned_in("c h e a p a d") == []  # and nobody knows where words end here


@pytest.mark.parametrize(
    "text",
    ["Mp3, B2B, 4s, A4 and the ENABLE_CH3AP flag", "i n c h e a p", "A, B, C, D, E and F", "0ff, even5 and c0r7 5 7 3 1",
     "corn7, 3ven7", "mail ch3ap@example.com or see https://example.com/ch3ap", "`ch3ap` in code", "0f 0FF5 c04n"],
)  # fmt: skip
def test_what_only_looks_respelled_is_left_alone(text: str) -> None:
    assert banned_in(text) == []


def test_a_product_that_is_spelled_with_figures_is_no_banned_word() -> None:
    voice = VOICE.model_copy(update={"product_names": ["Ch3ap"]})
    assert proofread("Meet Ch3ap.", voice=voice).advisories == []
