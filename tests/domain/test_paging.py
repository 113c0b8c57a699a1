"""Cursors: what went in comes out, for the same list only."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio.domain.paging import MAX_CURSOR, decode, encode
from brandstudio.errors import ValidationError

FILTERS = {"kind": "image", "q": "beach"}
KINDS = (float | None, int, str)
values = st.tuples(
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
)


@given(values)
def test_a_cursor_gives_back_its_values(wanted: tuple[Any, ...]) -> None:
    assert decode(encode("score", wanted, FILTERS), "score", KINDS, FILTERS) == wanted


def test_the_order_in_which_filters_are_named_does_not_matter() -> None:
    cursor = encode("latest", (3, "a"), {"kind": "image", "tags": ["x"]})
    assert decode(cursor, "latest", (int, str), {"tags": ["x"], "kind": "image"}) == (3, "a")


@pytest.mark.parametrize(
    ("sort", "kinds", "filters"),
    [
        ("oldest", (int, str), FILTERS),
        ("latest", (int, str), {**FILTERS, "q": "sea"}),
        ("latest", (int, str), None),
        ("latest", (int,), FILTERS),
        ("latest", (str, int), FILTERS),
    ],
)
def test_a_cursor_of_another_list_is_refused(
    sort: str, kinds: tuple[type, ...], filters: dict[str, Any] | None
) -> None:
    cursor = encode("latest", (3, "a"), FILTERS)
    with pytest.raises(ValidationError) as refused:
        decode(cursor, sort, kinds, filters)
    assert refused.value.details["fields"][0]["path"] == "cursor"


def _with_values(*values: Any) -> str:
    """A cursor edited by hand: our own prefix, somebody else's values."""
    cursor = encode("latest", (3, "a"), FILTERS)
    prefix = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))[:2]
    return base64.urlsafe_b64encode(json.dumps([*prefix, *values]).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "forged",
    [
        _with_values(True, "a"),
        _with_values(2**70, "a"),
        _with_values(3, "\ud800"),
        _with_values(3, None),
        _with_values(float("nan"), "a"),
        _with_values(float("inf"), "a"),
        _with_values([3], "a"),
        _with_values(1.5, "a"),
    ],
)
def test_an_edited_cursor_of_the_wrong_kind_is_refused(forged: str) -> None:
    with pytest.raises(ValidationError):
        decode(forged, "latest", (int, str), FILTERS)


@given(
    st.text(max_size=80)
    | st.binary(max_size=60).map(lambda b: base64.urlsafe_b64encode(b).decode())
)
def test_garbage_is_refused(garbage: str) -> None:
    with pytest.raises(ValidationError):
        decode(garbage, "latest", (int, str))


@pytest.mark.parametrize("payload", ["[" * 200, "1e999", "{}", "[]", "[1]", "null", "9" * 300])
def test_hostile_json_is_refused(payload: str) -> None:
    with pytest.raises(ValidationError):
        decode(base64.urlsafe_b64encode(payload.encode()).decode(), "latest", (int, str))


def test_a_cursor_longer_than_any_of_ours_is_refused() -> None:
    with pytest.raises(ValidationError):
        decode(encode("latest", (1, "a" * MAX_CURSOR)), "latest", (int, str))
