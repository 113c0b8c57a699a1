"""All rows of one database, copied into another that is empty, whichever engines they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from .engine import Connection, PerEngine

MOVED = (
    "workspaces", "permissions", "api_keys", "prices", "folders", "item_counts", "blobs", "items",
    "versions", "blob_refs", "reference_sets", "golden_references", "styles", "identities", "rules",
    "logos", "fonts", "ledger", "jobs", "variants", "webhooks", "outbox", "idempotency", "uploads",
    "invites", "invite_attempts", "saved_searches", "search_active", "search_pending",
    "search_vectors",
)  # fmt: skip
"""Each after those that it refers to."""
MADE_ANEW = ("item_tags", "search_items", "search_words", "search_grams", "search_stems")
"""What indexing the items makes."""
LEFT = (
    "renditions", "clock", "workers", "blob_removals", "hold_ups", "schema_migrations", "data_folder",
)  # fmt: skip
"""What is of a place and its machines: caches, signs of life, files on their way out."""
BATCH = 1000
_COLUMNS = PerEngine(
    "select name from pragma_table_info(?)",
    "select column_name from information_schema.columns "
    "where table_schema = current_schema() and table_name = ? order by ordinal_position",
)
_NUMBERED = ("folders", "items", "golden_references", "rules", "logos", "fonts", "ledger", "outbox")
"""Tables whose ids the database counts on."""


def is_empty(db: Connection) -> bool:
    """Whether no studio has begun in this database."""
    return not db.execute("select 1 from workspaces limit 1").fetchone()


def extent(db: Connection) -> tuple[object, ...]:
    """How much there is, to tell whether two databases hold the same studio."""
    counts = ", ".join(f"(select count(*) from {table})" for table in ("items", "versions", "jobs"))
    ledger = "(select coalesce(max(txn_id), '') from ledger), (select count(*) from ledger)"
    workspaces = "(select min(id) from workspaces), (select sum(balance) from workspaces)"
    found: tuple[object, ...] = db.execute(f"select {counts}, {ledger}, {workspaces}").fetchone()
    return tuple(found)


def copy_rows(source: Connection, target: Connection) -> int:
    """Copy everything, in the transactions that are open on both; returns how many rows there were.
    Work that was under way waits to be taken up.
    """
    copied = 0
    heroes: list[tuple[object, object]] = []
    for table in MOVED:
        columns = [row[0] for row in source.execute(_COLUMNS.on(source.engine), (table,))]
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        for rows in _batches(source, table, names):
            if table == "folders":
                rows = list(_without_heroes(columns, rows, heroes))
            target.executemany(f"insert into {table} ({names}) values ({marks})", rows)
            copied += len(rows)
    target.executemany("update folders set hero_item_id = ? where id = ?", heroes)
    target.execute("update jobs set worker_id = null, lease_until = -1 where status = 'running'")
    target.execute(
        "update outbox set worker_id = null, lease_until = null where status = 'waiting'"
    )
    if target.engine == "postgres":
        _count_on(target)
    return copied


def _batches(db: Connection, table: str, names: str) -> Iterator[list[Sequence[object]]]:
    """The rows in pieces, by number where one refers to an earlier one of the same table."""
    order = " order by id" if table in ("folders", "ledger") else ""
    asked = f"select {names} from {table}{order}"
    if db.engine == "postgres":
        # A cursor of the server: a client would take all rows at once.
        db.execute(f"declare moved no scroll cursor for {asked}")
        for _ in count():
            rows = db.execute(f"fetch {BATCH} from moved").fetchall()
            if not rows:
                break
            yield rows
        db.execute("close moved")
        return
    rows = []
    for row in db.execute(asked):
        rows.append(row)
        if len(rows) == BATCH:
            yield rows
            rows = []
    if rows:
        yield rows


def _without_heroes(
    columns: Sequence[str], rows: Sequence[Sequence[object]], heroes: list[tuple[object, object]]
) -> Iterator[Sequence[object]]:
    """Folders and items refer to each other: a folder's hero is told once the items are there."""
    id, hero = columns.index("id"), columns.index("hero_item_id")
    for row in rows:
        if row[hero] is not None:
            heroes.append((row[hero], row[id]))
        yield [None if number == hero else value for number, value in enumerate(row)]


def _count_on(db: Connection) -> None:
    for table in _NUMBERED:
        db.execute(
            f"select setval(pg_get_serial_sequence('{table}', 'id'), "
            f"(select coalesce(max(id), 0) + 1 from {table}), false)"
        )
    db.execute("select setval('jobs_seq', (select coalesce(max(seq), 0) + 1 from jobs), false)")
