"""Refusals that say what to do instead, where a thing is to stay that nobody finds."""

from __future__ import annotations

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def test_a_thing_that_is_to_stay_and_is_not_found_is_named_with_a_way_out() -> None:
    told = unsupported(parse("pink to teal, wool as it is").not_understood)
    assert 'can\'t tell where "wool" is' in told
    assert 'Leave "wool as it is" out' in told


def test_a_compliment_beside_a_wish_is_no_amount() -> None:
    told = unsupported(parse("très joli, mais j'aimerais plus de douceur").not_understood)
    assert "says how much" not in told
    assert "plus de douceur" in told
