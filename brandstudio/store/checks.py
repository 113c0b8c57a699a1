"""Statements that test the store's invariants; each returns sentences about what is broken."""

from __future__ import annotations

import sqlite3

from .area import Area
from .engine import IS_NOT


class Checks(Area):
    def integrity(self) -> list[str]:
        """I7: the file itself and its foreign keys; of a server, whose foreign keys hold by
        themselves, indexes that are not whole.
        """
        if self._db.engine == "postgres":
            return [
                f"integrity: the index {name} is not valid; run: reindex index {name}"
                for name in self._column(
                    "select indexrelid::regclass::text from pg_index where not indisvalid"
                )
            ]
        try:
            found = [
                f"integrity: {row[0]}"
                for row in self._db.execute("pragma integrity_check")
                if row[0] != "ok"
            ]
        except sqlite3.DatabaseError as error:
            return [f"integrity: {error}"]
        return found + [
            f"foreign key: a row of {row[0]} names a missing {row[2]}"
            for row in self._db.execute("pragma foreign_key_check")
        ]

    def money(self) -> list[str]:
        """I1 and I2: balances are sums; every charge has a result or exactly one refund."""
        problems = [
            f"workspace {id}: the balance is {balance / 100:g}, the ledger says {total / 100:g}"
            for id, balance, total in self._db.execute(
                "select w.id, w.balance, coalesce(sum(l.amount), 0) from workspaces w "
                "left join ledger l on l.workspace_id = w.id group by w.id having w.balance <> coalesce(sum(l.amount), 0)"
            )
        ]
        problems += [
            f"transaction {txn}: the balance after it is {said / 100:g}, its entries say {real / 100:g}"
            for txn, said, real in self._db.execute(
                "select txn_id, balance_after, real from (select txn_id, balance_after, "
                "sum(amount) over (partition by workspace_id order by id) as real from ledger) summed where balance_after <> real"
            )
        ]
        problems += [
            f"charge {txn} was refunded {times} times"
            for txn, times in self._db.execute(
                "select refund_of, count(*) from ledger where refund_of is not null group by 1 having count(*) > 1"
            )
        ]
        problems += [
            f"transaction {txn} is a {type} of {amount / 100:g} credits"
            for txn, type, amount in self._db.execute(
                "select txn_id, type, amount from ledger where (type = 'charge' and amount > 0) "
                "or (type in ('refund', 'topup', 'grant') and amount < 0) or (type = 'refund') <> (refund_of is not null)"
            )
        ]
        problems += [
            f"refund {txn} of {of} does not match its charge"
            for txn, of in self._db.execute(
                "select r.txn_id, r.refund_of from ledger r left join ledger c on c.txn_id = r.refund_of "
                "where r.type = 'refund' and (c.txn_id is null or c.type <> 'charge' or c.amount + r.amount <> 0 "
                "or c.workspace_id <> r.workspace_id)"
            )
        ]
        problems += [
            f"charge {txn} of the failed job {job} was not refunded"
            for txn, job in self._db.execute(
                "select c.txn_id, j.id from ledger c join jobs j on j.id = c.job_id where c.type = 'charge' "
                "and j.status = 'failed' and j.kind <> 'design' "
                "and not exists (select 1 from ledger r where r.refund_of = c.txn_id)"
            )
        ]
        problems += [
            f"charge {txn} of the finished job {job} was refunded as well"
            for txn, job in self._db.execute(
                "select c.txn_id, j.id from ledger c join jobs j on j.id = c.job_id join ledger r on r.refund_of = c.txn_id "
                "where j.status = 'completed' and j.kind in ('image', 'analysis', 'text')"
            )
        ]
        problems += [
            f"variant {id} is {status}, but its charge is {'' if refunded else 'not '}refunded"
            for id, status, refunded in self._db.execute(
                "select v.id, v.status, r.txn_id is not null from variants v join ledger c on c.txn_id = v.charge_id "
                "left join ledger r on r.refund_of = c.txn_id "
                "where (v.status = 'done') = (r.txn_id is not null) and v.status <> 'queued'"
            )
        ]
        return problems

    def jobs(self) -> list[str]:
        """I3: no lease without an owner, no item that waits for nothing."""
        problems = [
            f"job {id} runs without a worker"
            for (id,) in self._db.execute(
                "select id from jobs where status = 'running' and (worker_id is null or lease_until is null)"
            )
        ]
        problems += [
            f"item {id} is processing, but no job works on it"
            for (id,) in self._db.execute(
                "select public_id from items where status = 'processing' and not exists (select 1 from jobs "
                "where jobs.item_id = items.id and jobs.status in ('queued', 'running'))"
            )
        ]
        problems += [
            f"job {id} has ended, but a version of its item still waits for it"
            for (id,) in self._db.execute(
                "select jobs.id from jobs join versions v on v.job_id = jobs.id and v.status = 'processing' "
                "where jobs.status in ('completed', 'failed')"
            )
        ]
        return problems

    def versions(self) -> list[str]:
        """I5: accepted numbers are 1 to N without a gap; the current one is finished."""
        problems = [
            f"item {id}: version numbers have a gap"
            for (id,) in self._db.execute(
                "select i.public_id from items i left join versions v on v.item_id = i.id group by i.id "
                "having count(v.number) <> i.next_version - 1 "
                "or coalesce(max(v.number), 0) <> i.next_version - 1 or coalesce(min(v.number), 1) <> 1"
            )
        ]
        problems += [
            f"item {id} counts {said} finished versions, there are {real}"
            for id, said, real in self._db.execute(
                "select public_id, total_versions, real from (select i.public_id, i.total_versions, "
                "sum(case when v.status = 'finished' then 1 else 0 end) as real from items i "
                "join versions v on v.item_id = i.id where i.current_version is not null "
                "group by i.id) counted where total_versions <> real"
            )
        ]
        problems += [
            f"item {id} is completed, but shows no version"
            for (id,) in self._db.execute(
                "select public_id from items where status = 'completed' and current_version is null"
            )
        ]
        problems += [
            f"item {id}: its current version is missing or unfinished"
            for (id,) in self._db.execute(
                "select i.public_id from items i left join versions v on v.item_id = i.id and v.number = i.current_version "
                "where i.current_version is not null and coalesce(v.status, '') <> 'finished'"
            )
        ]
        problems += [
            f"item {id}: version {number} is finished without a file"
            for id, number in self._db.execute(
                "select i.public_id, v.number from versions v join items i on i.id = v.item_id "
                "left join blobs b on b.sha256 = v.sha256 where v.status = 'finished' and b.sha256 is null"
            )
        ]
        return problems

    def holds(self) -> list[str]:
        """I4: whoever names a file is counted on it, so that no purge of another takes it away."""
        return [
            f"{what} names the file {sha256[:12]} without being counted on it"
            for what, sha256 in self._db.execute(
                f"select replace(owner, ':', ' '), sha256 from ({_HOLDERS}) h where sha256 is not null and not exists "
                "(select 1 from blob_refs r where r.owner = h.owner and r.sha256 = h.sha256)"
            )
        ]

    def events(self) -> list[str]:
        """I6: delivered, waiting, or dead after exactly six receives."""
        return [
            f"event {id} is {status} after {receives} receives"
            for id, status, receives in self._db.execute(
                "select event_id, status, receives from outbox where (status = 'dead' and receives <> 6) "
                "or (status = 'waiting' and (next_at is null or receives > 5)) "
                "or (status = 'delivered' and (receives < 1 or delivered_at is null))"
            )
        ]

    def pointers(self) -> list[str]:
        """I9: heroes, references and saved designs point at rows that are there."""
        problems = [
            f"folder {path}: its hero is not a live item"
            for (path,) in self._db.execute(
                "select f.path from folders f left join items i on i.id = f.hero_item_id "
                "where f.hero_item_id is not null and f.archived_at is null and (i.id is null or i.live = 0 "
                "or i.workspace_id <> f.workspace_id)"
            )
        ]
        problems += [
            f"item {id} is marked as a hero, but no folder has it"
            for (id,) in self._db.execute(
                "select public_id from items where is_hero = 1 "
                "and not exists (select 1 from folders where hero_item_id = items.id)"
            )
        ]
        problems += [
            f"item {id} does not lie where its folder lies"
            for (id,) in self._db.execute(
                "select i.public_id from items i join folders f on f.id = i.folder_id where i.workspace_id <> f.workspace_id "
                "or "
                + " or ".join(
                    f"i.l{level}_id {self._said(IS_NOT)} f.l{level}_id" for level in range(1, 7)
                )
            )
        ]
        problems += [
            f"item {id} is in the trash and live at once, or live in an archived folder"
            for (id,) in self._db.execute(
                "select i.public_id from items i join folders f on f.id = i.folder_id where i.live = 1 "
                "and (i.trashed_at is not null or f.archived_at is not null)"
            )
        ]
        problems += [
            f"folder {path} has {count} references for {domain}"
            for path, domain, count in self._db.execute(
                "select f.path, r.domain, count(*) from golden_references r join folders f on f.id = r.folder_id "
                "group by f.id, r.domain having count(*) > 5"
            )
        ]
        problems += [
            f"two logos of folder {folder} are primary"
            for (folder,) in self._db.execute(
                "select folder_id from (select distinct folder_id, name from logos where is_primary = 1) named "
                "group by folder_id having count(*) > 1"
            )
        ]
        return problems

    def folders(self) -> list[str]:
        """I10: slugs unique among live siblings, no live folder below an archived one, paths as
        their chains say.
        """
        problems = [
            f"folder {path} is live below an archived one"
            for (path,) in self._db.execute(
                "select f.path from folders f join folders p on p.id = f.parent_id "
                "where f.archived_at is null and p.archived_at is not null"
            )
        ]
        problems += [
            f"folder {path} does not lie where its parent says"
            for (path,) in self._db.execute(
                "select f.path from folders f left join folders p on p.id = f.parent_id where f.archived_at is null "
                "and (f.path <> coalesce(p.path || '/', '') || f.slug or f.level <> coalesce(p.level, 0) + 1)"
            )
        ]
        problems += [
            f"folder {path}: its levels do not say where it lies"
            for (path,) in self._db.execute(
                "select f.path from folders f left join folders p on p.id = f.parent_id where f.level not between 1 and 6 or "
                + " or ".join(
                    f"f.l{level}_id {self._said(IS_NOT)} case when f.level = {level} then f.id else p.l{level}_id end"
                    for level in range(1, 7)
                )
            )
        ]
        problems += [
            f"two live folders are called {path}"
            for (path,) in self._db.execute(
                "select path from folders where archived_at is null group by workspace_id, path having count(*) > 1"
            )
        ]
        return problems

    def counters(self) -> list[str]:
        """Counters of the library that don't match what they count."""
        return [
            f"the counter {scope} of {kind} says {said}, there are {real}"
            for scope, kind, said, real in self._db.execute(
                f"with real as ({_REAL}) select scope, kind, sum(said), sum(n) from ("
                "select scope, kind, n as said, 0 as n from item_counts union all "
                "select scope, kind, 0, n from real) counted group by 1, 2 having sum(said) <> sum(n)"
            )
        ]

    def search(self) -> list[str]:
        """Items that search does not find, or finds though they are gone."""
        return [
            f"item {id} {'is missing from' if missing else 'is gone, but stands in'} the search index"
            for id, missing in self._db.execute(
                "select public_id, 1 from items where id not in (select rowid from search_items) union all "
                "select cast(rowid as text), 0 from search_items where rowid not in (select id from items)"
            )
        ]

    def tags(self) -> list[str]:
        """Tags that filters would miss. (Tags are few on an item, so their number tells.)"""
        return [
            f"item {id}: its tags are not indexed"
            for (id,) in self._db.execute(
                "select i.public_id from items i where (select count(*) from item_tags t where t.item_id = i.id) = 0 "
                "and (i.tags <> '[]' or i.system_tags <> '[]')"
            )
        ]

    def rebuild_counters(self) -> None:
        self._run("delete from item_counts")
        self._run(f"insert into item_counts (scope, kind, n) {_REAL}")

    def unheld_blobs(self) -> list[str]:
        return self._column(
            "select sha256 from blobs where not exists (select 1 from blob_refs r where r.sha256 = blobs.sha256)"
        )

    def figures(self) -> dict[str, int]:
        names = ("workspaces", "folders", "items", "versions", "blobs", "ledger", "jobs", "outbox")
        return {name: int(self._value(f"select count(*) from {name}")) for name in names}


_HOLDERS = " union all ".join(
    f"select {owner} as owner, {column} as sha256 from {table}"
    for table, owner, columns in (
        (
            "versions",
            "'version:' || item_id || ':' || number",
            ("sha256", "thumbnail_sha", "working_sha"),
        ),
        ("golden_references", "'ref:' || id", ("sha256", "thumbnail_sha")),
        ("logos", "'logo:' || id", ("sha256",)),
        ("fonts", "'font:' || id", ("sha256",)),
    )
    for column in columns
)
_REAL = " union all ".join(
    f"select {scope} as scope, kind, count(*) as n from items where live = 1 and {column} is not null group by 1, 2"
    for column, scope in (
        ("workspace_id", "'w:' || workspace_id"),
        ("folder_id", "'f:' || folder_id"),
        *((f"l{level}_id", f"'s:' || l{level}_id") for level in range(1, 7)),
    )
)
