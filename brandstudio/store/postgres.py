"""Transactions over a PostgreSQL database: a bounded pool of connections, and one writer at a time
in each workspace.

Every write begins with ``pg_advisory_xact_lock`` and runs at READ COMMITTED: behind that lock each
statement sees all that was committed before, so that writes of a workspace follow one another as
they do in SQLite, whichever process of whichever machine does them, and numbers that are taken
behind the lock become visible in their order. Writes of different workspaces go on beside each
other; those that concern several (``beside`` is None) shut all of them out. The locks end with
their transaction. Reads wait for nobody: each has one snapshot.

A transaction that the server broke off has left nothing. Where the connection breaks while a commit
is under way the server is asked what became of it, so that nothing is told as lost that stands.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from importlib import resources
from typing import Any

import psycopg
import psycopg.adapt
import psycopg.conninfo
import psycopg.pq
from psycopg_pool import ConnectionPool, PoolTimeout

from ..errors import ServiceBusy
from .engine import Engine, StoreError, Values
from .listening import CHANNEL, Listener
from .trouble import BUSY_SECONDS, READER_SECONDS, too_late
from .turns import Turns

OLDEST = 140000
"""The oldest version of the server that is taken (14)."""
_LOCK = 0x6272_616E_64
_STATEMENT_MS = 60_000
"""No single statement takes so long; a client that is gone holds nothing longer than this."""
_ASKING_SECONDS = 10.0
"""How long a server that broke off a commit is asked what became of it."""

_READ = (
    "begin isolation level repeatable read read only; "
    f"set local statement_timeout = {_STATEMENT_MS}; "
    f"set local idle_in_transaction_session_timeout = {_STATEMENT_MS}"
)
_WRITE = (
    "begin isolation level read committed read write; "
    f"set local lock_timeout = {int(BUSY_SECONDS * 1000)}; "
    f"set local statement_timeout = {_STATEMENT_MS}; "
    f"set local idle_in_transaction_session_timeout = {_STATEMENT_MS}; "
    "{locks}select pg_current_xact_id()::text"
)
_WORK = re.compile("[a-z0-9_]{1,40}")
Raw = psycopg.Connection[tuple[Any, ...]]


class PostgresConnection:
    """A connection inside a transaction, for statements in the store's own spelling."""

    engine: Engine = "postgres"

    def __init__(self, raw: Raw, over: Callable[[], bool] | None = None) -> None:
        self._raw, self._over = raw, over
        self.announced: set[str] = set()

    def execute(self, sql: str, parameters: Values = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        if self._over is not None and self._over():
            raise too_late()
        return self._raw.execute(placed(sql), _listed(parameters) or None)

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> None:
        self._raw.cursor().executemany(placed(sql), [_listed(each) for each in parameters])

    def announce(self, work: str) -> None:
        if not _WORK.fullmatch(work):
            raise ValueError(f"{work!r} can't be announced")
        self.announced.add(work)


@lru_cache(4096)
def how_to_begin(beside: str | None) -> str:
    """How a write begins that is about that."""
    if beside is None:
        locks = f"select pg_advisory_xact_lock({_LOCK}); "
    elif not beside:
        locks = ""
    else:
        digest = hashlib.sha256(beside.encode()).digest()
        number = int.from_bytes(digest[:8], "big", signed=True)
        locks = f"select pg_advisory_xact_lock_shared({_LOCK}); select pg_advisory_xact_lock({number}); "
    return _WRITE.format(locks=locks)


@lru_cache(2048)
def placed(sql: str) -> bytes:
    """The statement with PostgreSQL's placeholders.

    >>> placed("select ? where a = ?"), placed("select ?2, ?1")
    (b'select $1 where a = $2', b'select $2, $1')
    """
    numbers = iter(range(1, sql.count("?") + 1))
    return re.sub(r"\?(\d*)", lambda match: f"${match[1] or next(numbers)}", sql).encode()


def _listed(values: Values) -> list[object]:
    if isinstance(values, dict):
        return [values[str(number)] for number in range(1, len(values) + 1)]
    return list(values)


class PostgresDatabase:
    """One database behind an address, reached by at most ``most`` connections of this process."""

    def __init__(
        self, url: str, most: int = 10, fault: Callable[[str], None] | None = None
    ) -> None:
        self._url, self._most = url, max(2, most)
        self._fault = fault or (lambda point: None)
        self.writes, self.waited = 0, 0.0
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._local, self._turns = threading.local(), Turns(max(1, self._most // 2))
        self._opening = threading.Lock()
        self._pool: ConnectionPool[Raw] | None = None
        self._pid = os.getpid()

    # -- the schema --------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Bring the schema up to date. Raises StoreError where the database can't be used."""
        with self._reached() as raw:
            if raw.info.server_version < OLDEST:
                raise StoreError(
                    f"PostgreSQL {OLDEST // 10000} or newer is needed; this server is "
                    f"{raw.info.server_version // 10000}."
                )
            (encoding,) = raw.execute("show server_encoding").fetchone() or ("",)
            if encoding != "UTF8":
                raise StoreError(
                    f"The database is encoded in {encoding}; make one in UTF8 (createdb -E UTF8)."
                )
        known = schema_files()
        for name, script in known:
            with self.write() as db:
                db.execute(
                    'create table if not exists schema_migrations (name text collate "C" primary key, '
                    "applied_at bigint not null)"
                )
                applied = {row[0] for row in db.execute("select name from schema_migrations")}
                if later := sorted(applied - {known_name for known_name, _ in known}):
                    raise StoreError(
                        f"The database was opened by a later version of brandstudio ({', '.join(later)}). "
                        "Install that version again, or restore the copy that was made before the upgrade."
                    )
                if name in applied:
                    continue
                db.execute(script)
                db.execute(
                    "insert into schema_migrations values (?, extract(epoch from now())::bigint * 1000)",
                    (name,),
                )

    @contextmanager
    def _reached(self) -> Iterator[Raw]:
        """A connection of its own; what is said where there is none names the server, not the
        password.
        """
        try:
            with psycopg.connect(self._url, autocommit=True, connect_timeout=10) as raw:
                yield raw
        except psycopg.OperationalError as error:
            raise StoreError(f"The database does not answer: {_without_secret(error)}") from None

    def identity(self) -> str:
        """A name that no other database has, nor a copy that was restored elsewhere."""
        with self.glance() as db:
            row = db.execute(
                "select system_identifier, oid from pg_control_system(), pg_database "
                "where datname = current_database()"
            ).fetchone()
        return hashlib.sha256(repr(row).encode()).hexdigest()[:32]

    # -- transactions ------------------------------------------------------------------------------

    @contextmanager
    def read(self, over: Callable[[], bool] | None = None) -> Iterator[PostgresConnection]:
        """One consistent view; writing fails. ServiceBusy where the server does not answer, or
        ``over`` says between two statements that nobody waits any more.
        """
        with self._translated(), self._begun(_READ, READER_SECONDS) as raw:
            yield PostgresConnection(raw, over)

    @contextmanager
    def glance(self, seconds: float = READER_SECONDS) -> Iterator[PostgresConnection]:
        """For a single statement that reads."""
        with self._translated(), self._begun(_READ, seconds) as raw:
            yield PostgresConnection(raw)

    @contextmanager
    def write(
        self,
        before_commit: Callable[[], None] | None = None,
        beside: str | None = None,
        lasting: bool = True,
    ) -> Iterator[PostgresConnection]:
        """All or nothing, durable when the block ends, even where it need not be ``lasting``: workers
        on other machines outlive the server, and a claim that it forgot would be given twice. Raises
        ServiceBusy where the server does not answer or writers queue up. ``before_commit`` may refuse
        by raising.
        """
        self._notice_fork()
        self._refuse_second()
        began = time.monotonic()
        waiting = nullcontext() if beside == "" else self._turns.taken(beside or "", BUSY_SECONDS)
        with waiting:
            with self._translated(), self._begun(how_to_begin(beside), BUSY_SECONDS) as raw:
                self.writes += 1
                self.waited += time.monotonic() - began
                connection = PostgresConnection(raw)
                yield connection
                if before_commit is not None:
                    before_commit()
                self._fault("before commit")
                self._commit(raw, connection.announced)
            self._fault("after commit")

    def _commit(self, raw: Raw, announced: set[str]) -> None:
        """Raises psycopg's error where it did not come about, as a whole. What is announced goes
        along in one trip, and is told by the server to nobody where it did not.
        """
        if raw.info.transaction_status is not psycopg.pq.TransactionStatus.INTRANS:
            # The server would take the commit and roll back.
            raise RuntimeError("a statement failed inside the transaction, and was passed over")
        try:
            told = "".join(f"notify {CHANNEL}, '{work}'; " for work in sorted(announced))
            raw.execute(f"{told}commit".encode())
        except psycopg.OperationalError:
            if not self._stands(self._local.number):
                raise

    def _stands(self, number: str) -> bool:
        """Whether the server has committed a transaction whose answer was lost."""
        end = time.monotonic() + _ASKING_SECONDS
        while time.monotonic() < end:
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=3) as raw:
                    row = raw.execute("select pg_xact_status(%s::xid8)", (number,)).fetchone()
                if row is not None and row[0] != "in progress":
                    return bool(row[0] == "committed")
            except psycopg.errors.InvalidParameterValue:
                return False  # a number that the server, back from a crash, has not given yet
            except psycopg.Error:
                pass  # it is not back yet
            time.sleep(0.1)
        return False

    @contextmanager
    def _begun(self, opening: str, seconds: float) -> Iterator[Raw]:
        """A connection of the pool inside a transaction, which is gone afterwards unless it was
        committed.
        """
        self._refuse_second()
        pool = self._connections()
        raw = self._first_that_begins(pool, opening, time.monotonic() + seconds)
        self._local.inside = True
        try:
            yield raw
        finally:
            self._local.inside = False
            try:
                with suppress(psycopg.Error):
                    if raw.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE:
                        raw.execute("rollback")
            finally:
                pool.putconn(raw)

    def _first_that_begins(self, pool: ConnectionPool[Raw], opening: str, end: float) -> Raw:
        """Connections that were lost while they lay in the pool are passed over: nothing has been
        done on them yet.
        """
        while True:
            try:
                raw = pool.getconn(max(0.1, end - time.monotonic()))
            except PoolTimeout:
                raise _away() from None
            try:
                opened = raw.execute(opening)
                opened.set_result(-1)
                # A write's number, to ask for what became of it.
                self._local.number = opened.fetchone()[0] if opened.description else ""  # type: ignore[index]
                return raw
            except psycopg.errors.ReadOnlySqlTransaction:
                # A server that follows another one, and has not taken its place yet.
                pool.putconn(raw)
                raise _away() from None
            except BaseException as error:
                lost = isinstance(error, psycopg.OperationalError) and raw.broken
                with suppress(psycopg.Error):
                    if not raw.closed:
                        raw.execute("rollback")
                pool.putconn(raw)
                if not lost or time.monotonic() > end:
                    raise

    @property
    def in_transaction(self) -> bool:
        """Whether this thread holds a transaction."""
        return bool(getattr(self._local, "inside", False))

    def _refuse_second(self) -> None:
        if self.in_transaction:
            raise RuntimeError("a transaction is open on this thread already")

    def listen(self, heard: Callable[[str], None]) -> Listener:
        """One connection more, which hears what is announced."""

        def say(work: str) -> None:
            with self.write(beside="") as db:
                db.announce(work)

        return Listener(self._url, heard, say)

    def changes(self) -> None:
        """None: nothing says without asking the server whether anybody has committed."""

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise translated(error) from error

    # -- connections -------------------------------------------------------------------------------

    def _notice_fork(self) -> None:
        if os.getpid() != self._pid:
            # A forked child must not touch its parent's connections; it leaves them open.
            _OF_PARENTS.append(self._pool)
            self._begin_anew()

    def _connections(self) -> ConnectionPool[Raw]:
        self._notice_fork()
        with self._opening:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._url,
                    min_size=1,
                    max_size=self._most,
                    kwargs={
                        "autocommit": True,
                        # Poolers give each transaction another connection: none knows our statements.
                        "prepare_threshold": None,
                        "cursor_factory": psycopg.RawCursor,
                        "connect_timeout": 10,
                    },
                    configure=_configured,
                    open=True,
                    name="brandstudio",
                    max_idle=300,
                    reconnect_timeout=5,
                )
            return self._pool

    def close(self) -> None:
        """Close every connection of this process."""
        with self._opening:
            pool, self._pool = self._pool, None
        if pool is not None and self._pid == os.getpid():
            pool.close()


_OF_PARENTS: list[object] = []
"""Pools of the process that this one was forked from: they are neither used nor closed."""


class _Number(psycopg.adapt.Loader):
    """Sums of whole numbers are whole numbers."""

    def load(self, data: bytes | bytearray | memoryview) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text or b"e" in text or b"N" in text else int(text)


def _configured(raw: Raw) -> None:
    raw.adapters.register_loader("numeric", _Number)


def _away() -> ServiceBusy:
    return ServiceBusy("The database does not answer; try again in a moment.")


def translated(error: psycopg.Error) -> Exception:
    """What passes is the caller's to try again; anything else is a fault of ours."""
    if isinstance(error, psycopg.errors.QueryCanceled):
        return too_late()
    full = isinstance(
        error, psycopg.errors.DiskFull | psycopg.errors.OutOfMemory | psycopg.errors.IoError
    )
    if full:
        return ServiceBusy("The database's disk or memory is full; try again when there is room.")
    if isinstance(error, psycopg.OperationalError):
        return ServiceBusy("The studio's database is busy or away; try again in a moment.")
    return error


def _without_secret(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


def schema_files() -> list[tuple[str, str]]:
    """Numbered SQL files in order, as (name, text). The first holds all that SQLite's files up to
    its number make.
    """
    folder = resources.files(__package__) / "schema" / "postgres"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [(name.removesuffix(".sql"), (folder / name).read_text("utf-8")) for name in names]
