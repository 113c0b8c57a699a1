"""Credits: prices, the ledger, usage. Numbers of credits; inside the ledger they are integers of a
hundredth.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainSerializer, WithJsonSchema

from .base import Listing, Model, Timestamp


def whole(amount: float) -> float:
    """The amount, as a whole number where it is one: ``96``, not ``96.0``."""
    return int(amount) if float(amount).is_integer() else amount


Credits = Annotated[
    float,
    PlainSerializer(whole, return_type=Any, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""A number of credits."""

TransactionType = Literal["charge", "refund", "topup", "grant", "adjustment"]


class Deduction(Model):
    """What a call cost and what is left."""

    shown_whole: ClassVar = True

    deducted: Credits
    balance: Credits
    may_add: Credits | None = None
    """What may be charged besides, where work that is only sometimes needed may follow."""


class Pricing(Model):
    """Credits for each operation; a charge uses the price at acceptance."""

    prices: dict[str, Credits]
    updated_at: Timestamp


class TransactionMetadata(Model):
    operation: str | None = None
    folder: str | None = None
    image_id: str | None = None
    job_id: str | None = None
    variant: str | None = None
    refund_of: str | None = None
    client_reference_id: str | None = None


class Transaction(Model):
    """One entry of the ledger: charges negative, everything else that adds positive."""

    txn_id: str
    type: TransactionType
    credits: Credits
    description: str
    created_at: Timestamp
    metadata: TransactionMetadata


class Totals(Model):
    """Of a folder and all below it within the window: both sums positive, net is charged less
    refunded.
    """

    charged: Credits
    refunded: Credits
    net: Credits


class Transactions(Listing[Transaction]):
    entries: ClassVar[str] = "transactions"
    transactions: list[Transaction]
    next_cursor: str | None
    totals: Totals | None = None

    @property
    def items(self) -> list[Transaction]:
        """The entries, as a list."""
        return self.transactions


class UsageRow(Model):
    """What one operation cost in one folder on one day (UTC)."""

    day: str
    operation: str
    folder: str | None
    calls: int
    credits: Credits


class Usage(Listing[UsageRow]):
    entries: ClassVar[str] = "rows"
    rows: list[UsageRow]
    credits: Credits
    calls: int

    @property
    def items(self) -> list[UsageRow]:
        """The entries, as a list."""
        return self.rows
