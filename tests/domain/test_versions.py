"""Versions: what an edit starts from, and its number."""

from __future__ import annotations

import pytest

from brandstudio.domain.versions import finished_version, next_version, source_version
from brandstudio.errors import ValidationError


def test_an_edit_starts_from_what_was_asked_for() -> None:
    assert source_version({1, 2, 4}, 4, 2) == 2


def test_revise_starts_from_the_newest_and_resize_from_the_current_version() -> None:
    assert source_version({1, 2, 4}, 2) == 4
    assert source_version({1, 2, 4}, 2, default="current") == 2


@pytest.mark.parametrize("asked", [3, 0, -1, 99])
def test_an_unfinished_version_is_refused(asked: int) -> None:
    with pytest.raises(ValidationError, match="1, 2, 4"):
        source_version({1, 2, 4}, 4, asked)
    with pytest.raises(ValidationError):
        finished_version({1, 2, 4}, asked)


def test_nothing_starts_from_nothing() -> None:
    with pytest.raises(ValidationError):
        source_version((), None)


def test_an_accepted_number_is_never_used_again() -> None:
    assert next_version({1, 2, 5}) == 6  # 3 to 5 failed or wait
    assert next_version(()) == 1
