"""Patterns that every Python from 3.11 on matches alike."""

import re
from pathlib import Path

import brandstudio

#: Until 3.11.4 a group that is possessive gives a wrong match where something in it may give way
#: (python/cpython, issue 106052): an atomic group round it says the same and matches right.
_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d+,?\d*\})\+(?!,)")


def test_no_pattern_has_a_possessive_group() -> None:
    home = Path(brandstudio.__file__).parent
    files = [*home.rglob("*.py"), *home.rglob("assets/words/*.toml")]
    found = [
        f"{file.relative_to(home)}: {line.strip()}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert found == []
