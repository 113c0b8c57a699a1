"""The ledger: append-only, integers of a hundredth of a credit; the balance moves in the same
statement run.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import InsufficientCredits
from .area import Area, numbered
from .engine import PerEngine


class EntryRow(NamedTuple):
    id: int
    txn_id: str
    workspace_id: str
    folder_id: int | None
    type: str
    amount: int
    description: str
    operation: str | None
    item_id: str | None
    job_id: str | None
    variant: str | None
    refund_of: str | None
    client_reference_id: str | None
    created_at: int
    folder: str | None


class TotalsRow(NamedTuple):
    charged: int
    refunded: int


class UsageRow(NamedTuple):
    day: str
    operation: str
    folder: str | None
    calls: int
    amount: int


_COLUMNS = (
    "ledger.id, txn_id, ledger.workspace_id, folder_id, type, amount, description, operation, item_id, job_id, variant, "
    "refund_of, client_reference_id, ledger.created_at, folders.path"
)
_DAY = PerEngine(
    "date(ledger.created_at / 1000, 'unixepoch')",
    "to_char(to_timestamp(ledger.created_at / 1000) at time zone 'UTC', 'YYYY-MM-DD')",
)
_FROM = "from ledger left join folders on folders.id = ledger.folder_id"


class Ledger(Area):
    def balance(self, workspace_id: str) -> int:
        return int(self._value("select balance from workspaces where id = ?", workspace_id) or 0)

    def add(
        self,
        txn_id: str,
        workspace_id: str,
        type: str,
        amount: int,
        description: str,
        now: int,
        *,
        folder_id: int | None = None,
        operation: str | None = None,
        item_id: str | None = None,
        job_id: str | None = None,
        variant: str | None = None,
        refund_of: str | None = None,
        client_reference_id: str | None = None,
    ) -> int:
        """One entry, and the balance after it. Raises InsufficientCredits when it would fall below
        zero.
        """
        found = self._db.execute(
            "update workspaces set balance = balance + ?1 where id = ?2 and balance + ?1 >= 0 returning balance",
            numbered(amount, workspace_id),
        ).fetchone()
        if found is None:
            have, need = self.balance(workspace_id) / 100, -amount / 100
            raise InsufficientCredits(
                f"{need:g} {'credit' if need == 1 else 'credits'} needed, {have:g} left. brandstudio credits add 100.",
                balance=have,
                required=need,
            )
        self._run(
            "insert into ledger (txn_id, workspace_id, folder_id, type, amount, balance_after, description, operation, "
            "item_id, job_id, variant, refund_of, client_reference_id, created_at) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            txn_id,
            workspace_id,
            folder_id,
            type,
            amount,
            found[0],
            description,
            operation,
            item_id,
            job_id,
            variant,
            refund_of,
            client_reference_id,
            now,
        )
        return int(found[0])

    def get(self, txn_id: str) -> EntryRow | None:
        return self._one(EntryRow, f"select {_COLUMNS} {_FROM} where txn_id = ?", txn_id)

    def refunded(self, txn_id: str) -> bool:
        return self._value("select 1 from ledger where refund_of = ?", txn_id) is not None

    def charges_of_job(self, job_id: str) -> list[EntryRow]:
        return self._all(
            EntryRow,
            f"select {_COLUMNS} {_FROM} where job_id = ? and type = 'charge' order by ledger.id",
            job_id,
        )

    def page(
        self, workspace_id: str, since: int, before: tuple[int, int] | None, limit: int
    ) -> list[EntryRow]:
        """Newest first; ``before`` is (created_at, id) of the last entry of the page before."""
        at, id = before or (1 << 62, 1 << 62)
        return self._all(
            EntryRow,
            f"select {_COLUMNS} {_FROM} where ledger.workspace_id = ? and ledger.created_at >= ? "
            "and (ledger.created_at, ledger.id) < (?, ?) order by ledger.created_at desc, ledger.id desc limit ?",
            workspace_id,
            since,
            at,
            id,
            limit,
        )

    def totals(self, folder_id: int, level: int, since: int) -> TotalsRow:
        """Of a folder and all below it."""
        found = self._one(
            TotalsRow,
            "select coalesce(sum(case when type = 'charge' then -amount end), 0), "
            "coalesce(sum(case when type = 'refund' then amount end), 0) "
            f"from ledger join folders on folders.id = ledger.folder_id where folders.l{level}_id = ? "
            "and ledger.created_at >= ?",
            folder_id,
            since,
        )
        assert found is not None
        return found

    def spent_in(self, folder_id: int) -> int:
        """Charged less refunded, of the folder itself."""
        return -int(
            self._value(
                "select coalesce(sum(amount), 0) from ledger where folder_id = ? and type in ('charge', 'refund')",
                folder_id,
            )
        )

    def usage(
        self, workspace_id: str, since: int, until: int | None, folder: tuple[int, int] | None
    ) -> list[UsageRow]:
        """By day, operation and folder, before ``until``; ``folder`` is (id, level) and takes in all
        below it.
        """
        clause, parameters = (
            ("", ()) if folder is None else (f"and folders.l{folder[1]}_id = ?", (folder[0],))
        )
        return self._all(
            UsageRow,
            f"select {self._said(_DAY)} as day, coalesce(operation, ''), folders.path, "
            "sum(case when type = 'charge' then 1 else 0 end), -sum(amount) "
            f"{_FROM} where ledger.workspace_id = ? and ledger.created_at >= ? and ledger.created_at < ? "
            f"and type in ('charge', 'refund') {clause} "
            "group by 1, 2, 3 order by 1 desc, 2, 3",
            workspace_id,
            since,
            1 << 62 if until is None else until,
            *parameters,
        )


class PriceRow(NamedTuple):
    operation: str
    amount: int
    updated_at: int


class Prices(Area):
    def list(self) -> list[PriceRow]:
        return self._all(
            PriceRow, "select operation, amount, updated_at from prices order by operation"
        )

    def get(self, operation: str) -> int:
        found = self._value("select amount from prices where operation = ?", operation)
        if found is None:
            raise KeyError(operation)
        return int(found)

    def set(self, operation: str, amount: int, now: int) -> None:
        self._run(
            "insert into prices values (?, ?, ?) on conflict (operation) "
            "do update set amount = excluded.amount, updated_at = excluded.updated_at",
            operation,
            amount,
            now,
        )

    def add_missing(self, operation: str, amount: int, now: int) -> None:
        self._run(
            "insert into prices values (?, ?, ?) on conflict do nothing", operation, amount, now
        )
