"""Harper's findings, as far as they help a brand's writer."""

from __future__ import annotations

import pytest

from brandstudio.engines.grammar import available, grammar

pytestmark = pytest.mark.skipif(not available(), reason="needs the extra proof")


def test_a_name_is_no_guess_at_a_word_and_a_borrowed_word_is_left_alone() -> None:
    check = grammar()
    assert check is not None
    found = {
        c.original: c.replacement
        for c in check("We open on Samstag with Glühwein and teh best coffee. Recieve a card.")
    }
    assert found == {"teh": "the", "Recieve": "Receive"}
