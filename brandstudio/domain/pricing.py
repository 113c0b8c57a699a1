"""Prices: what each operation costs, in hundredths of a credit.

Credits are integers of a hundredth everywhere inside (decisions, point 17); only the border speaks
of credits as numbers. ``0.1 + 0.2`` is exact here.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Literal, get_args

from ..errors import ValidationError
from ..models.images import Resolution

PricedOperation = Literal[
    "create_1k", "create_2k", "create_4k", "brandify_1k", "brandify_2k", "brandify_4k", "revise", "resize", "improve",
    "upload", "image_analyse", "extract", "brand_intake", "text_create", "banner_create", "banner_cover",
    "banner_extend",
]  # fmt: skip
OPERATIONS: tuple[PricedOperation, ...] = get_args(PricedOperation)

HUNDREDTHS = 100
MAX_HUNDREDTHS = 10**15  # ten million million credits: sums stay well inside 64 bits

DEFAULT_PRICES: Mapping[PricedOperation, int] = MappingProxyType({
    "create_1k": 300, "create_2k": 400, "create_4k": 800,
    "brandify_1k": 400, "brandify_2k": 500, "brandify_4k": 900,
    "revise": 400, "resize": 200, "improve": 500,
    "upload": 100, "image_analyse": 100,
    "extract": 1000, "brand_intake": 500,
    "text_create": 100,
    "banner_create": 200, "banner_cover": 300, "banner_extend": 200,
})  # fmt: skip
"""Hundredths of a credit for each operation (decisions: Figures)."""

_CREATE: Mapping[Resolution, PricedOperation] = MappingProxyType(
    {"1K": "create_1k", "2K": "create_2k", "4K": "create_4k"}
)
_BRANDIFY: Mapping[Resolution, PricedOperation] = MappingProxyType(
    {"1K": "brandify_1k", "2K": "brandify_2k", "4K": "brandify_4k"}
)


def create_operation(resolution: Resolution) -> PricedOperation:
    """What a create of that resolution is charged as."""
    return _CREATE[resolution]


def brandify_operation(resolution: Resolution) -> PricedOperation:
    """What a brandify of that resolution is charged as."""
    return _BRANDIFY[resolution]


def banner_operation(template: str) -> PricedOperation:
    """What one version of a banner is charged as: the master template ``article-cover-panel`` has
    its own price.
    """
    # decisions, point 10: a team's own template costs banner_create.
    return "banner_cover" if template == "article-cover-panel" else "banner_create"


def price(operation: str, prices: Mapping[str, int]) -> int:
    """Hundredths for one call: the workspace's own price where it has one, else the default.
    KeyError if unknown.
    """
    return prices[operation] if operation in prices else DEFAULT_PRICES[_known(operation)]


def from_credits(credits: float | int | str | Decimal, *, path: str = "credits") -> int:
    """Hundredths, exactly. ValidationError for what is no number, finer than a hundredth or
    absurdly large.
    """
    try:
        hundredths = Decimal(str(credits)) * HUNDREDTHS
        whole = (
            int(hundredths)
            if hundredths.is_finite() and abs(hundredths) <= MAX_HUNDREDTHS
            else None
        )
    except (InvalidOperation, ValueError) as wrong:
        raise ValidationError.of(path, "must be a number of credits", value=credits) from wrong
    if whole is None:
        raise ValidationError.of(path, "is too large a number of credits", value=credits)
    if whole != hundredths:
        raise ValidationError.of(path, "credits have at most two decimals", value=credits)
    return whole


def checked_price(
    operation: str, credits: float | int | str | Decimal
) -> tuple[PricedOperation, int]:
    """An operation and its new price in hundredths; ValidationError when unknown or below zero."""
    if operation not in OPERATIONS:
        raise ValidationError.of(
            "operation", f"must be one of {', '.join(OPERATIONS)}", value=operation
        )
    hundredths = from_credits(credits, path="price")
    if hundredths < 0:
        raise ValidationError.of("price", "must be zero or more", value=credits)
    return _known(operation), hundredths


def _known(operation: str) -> PricedOperation:
    for known in OPERATIONS:
        if known == operation:
            return known
    raise KeyError(operation)
