"""What people write around an order goes; what might be a wish stays."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_small_talk import without_small_talk
from brandstudio.language.edits import parse


@pytest.mark.parametrize(
    "said",
    [
        "Hi Tom, darker. Thanks!",
        "darker, don't ask",
        "Wow, what a picture. Darker please. Would that work?",
        "My boss wants it darker",
        "Hallo Jana, dunkler. Kriegst du das hin?",
        "Für die Hotelseite hätte ich es gern dunkler. Geht das?",
        "Bonjour, plus sombre, c'est faisable ?",
        "Mon client voudrait plus sombre",
        "Hola, más oscuro, porfa. ¿Puedes?",
    ],
)
def test_greetings_thanks_and_who_wants_it_change_nothing_of_an_order(said: str) -> None:
    found = parse(said)
    assert found.not_understood == ()
    assert [edit.told() for edit in found.edits] == ["brightness -1"]


@pytest.mark.parametrize(
    "said", ["-0.5 EV", "warmer? no, cooler", "crop 10 %, top", "hi", "Hey brighten it", "20 %"]
)
def test_what_may_be_a_wish_is_no_small_talk(said: str) -> None:
    assert without_small_talk(said) == said


def test_a_wish_that_is_passed_on_by_nobody_known_stays_as_it_was() -> None:
    assert without_small_talk("the sky needs more blue") == "the sky needs more blue"
