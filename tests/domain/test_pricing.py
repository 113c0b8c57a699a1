"""Prices in hundredths of a credit."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio.domain.pricing import (
    DEFAULT_PRICES,
    MAX_HUNDREDTHS,
    OPERATIONS,
    banner_operation,
    brandify_operation,
    checked_price,
    create_operation,
    from_credits,
    price,
)
from brandstudio.errors import ValidationError


def test_every_operation_has_a_default_price() -> None:
    assert set(DEFAULT_PRICES) == set(OPERATIONS)
    assert {name: hundredths / 100 for name, hundredths in DEFAULT_PRICES.items()} == {
        "create_1k": 3,
        "create_2k": 4,
        "create_4k": 8,
        "brandify_1k": 4,
        "brandify_2k": 5,
        "brandify_4k": 9,
        "revise": 4,
        "resize": 2,
        "improve": 5,
        "upload": 1,
        "image_analyse": 1,
        "extract": 10,
        "brand_intake": 5,
        "text_create": 1,
        "banner_create": 2,
        "banner_cover": 3,
        "banner_extend": 2,
    }


def test_a_workspaces_own_price_wins() -> None:
    assert price("revise", {"revise": 0}) == 0
    assert price("resize", {"revise": 0}) == 200


def test_resolution_and_template_name_the_operation() -> None:
    assert [create_operation(r) for r in ("1K", "2K", "4K")] == [
        "create_1k",
        "create_2k",
        "create_4k",
    ]
    assert [brandify_operation(r) for r in ("1K", "2K", "4K")] == [
        "brandify_1k",
        "brandify_2k",
        "brandify_4k",
    ]
    assert banner_operation("article-cover-panel") == "banner_cover"
    assert banner_operation("overlay") == banner_operation("our-own") == "banner_create"


@given(st.integers(-MAX_HUNDREDTHS, MAX_HUNDREDTHS))
def test_credits_go_out_and_in_without_loss(hundredths: int) -> None:
    assert from_credits(hundredths / 100) == hundredths


@pytest.mark.parametrize(
    ("credits", "hundredths"),
    [(0.1, 10), (0.29, 29), ("1.50", 150), (Decimal("3"), 300), (-2, -200)],
)
def test_credits_become_hundredths_exactly(credits: float, hundredths: int) -> None:
    assert from_credits(credits) == hundredths


@pytest.mark.parametrize(
    "wrong", [0.125, "x", "", float("nan"), float("inf"), "1e400", 10**30, True, "0.001", "sNaN"]
)
def test_what_is_no_amount_is_refused(wrong: object) -> None:
    with pytest.raises(ValidationError):
        from_credits(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("operation", "credits"), [("nothing", 1), ("revise", -1), ("revise", 0.001)]
)
def test_a_wrong_price_is_refused(operation: str, credits: float) -> None:
    with pytest.raises(ValidationError):
        checked_price(operation, credits)


def test_a_price_may_be_zero() -> None:
    assert checked_price("revise", 0) == ("revise", 0)
