"""Modules, functions, branches and parameters stay within the house's limits, but for named
exceptions that may only shrink.
"""

from __future__ import annotations

import pytest
from ratchets import LISTED, listed, sizes


@pytest.mark.parametrize("kind", ["modules", "functions", "complexity", "parameters", "any"])
def test_nothing_outgrows_its_limit_and_no_exception_grows(kind: str) -> None:
    found, known = sizes()[kind], listed()[kind]
    grown = {
        name: size for name, size in found.items() if name not in known or size > known[name].size
    }
    assert grown == {}, "split it; the limits stand in tests/ratchets.py"
    gone = sorted(set(known) - set(found))
    assert gone == [], f"no longer needed in {LISTED.name}: run python tests/ratchets.py"


def test_every_exception_says_why() -> None:
    unsaid = [name for known in listed().values() for name, one in known.items() if not one.why]
    assert unsaid == [], f"say in {LISTED.name} why it is not split"
