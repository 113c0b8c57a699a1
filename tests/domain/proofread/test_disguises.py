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
