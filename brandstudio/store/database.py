"""Connections and transactions over one SQLite file.

Every write begins with BEGIN IMMEDIATE behind a gate (a lock of this process, then an flock of the
machine): SQLite's own busy handler polls and starves writers under load, a queue at the gate does
not. ``synchronous=FULL`` since money is in here; a mark (see ``Store.mark``) goes with the next commit's
flush, since the log keeps their order. SQL is reachable only through the areas of an open
transaction.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from .engine import Engine, StoreError
from .gate import Gate
from .trouble import BUSY_SECONDS, READER_SECONDS, too_late, trouble

STEPS = 10_000
"""After how many steps of SQLite's machine (about a millisecond) a long statement asks for the time."""


STATEMENTS = 512
"""How many prepared statements a connection keeps: a few more than there are, since preparing a
longer one takes as long as carrying it out."""


def wal_reset_bug(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> bool:
    """Whether this SQLite can lose a page when a checkpoint meets a writer that restarts the log
    (sqlite.org, "Write-Ahead Logging", section on the WAL-reset bug; mended in 3.51.3, 3.50.7 and
    3.44.6).

    Here every commit, and with it every checkpoint, stands behind the gate, so that the two never
    meet; a page that came through a memory map could still be an old one, so there is none.
    """
    return not (
        version >= (3, 51, 3)
        or (3, 50, 7) <= version < (3, 51, 0)
        or (3, 44, 6) <= version < (3, 45, 0)
    )


class SqliteConnection(sqlite3.Connection):
    """A connection that says which engine it is of."""

    engine: Engine = "sqlite"
    flushes = True
    """Whether a commit waits for the disk (``synchronous=FULL``)."""

    def announce(self, work: str) -> None:
        """Workers over a file look often, which costs them nothing."""


class _Held:
    """A thread's connection: closed when its thread has ended, since nothing else keeps it."""

    def __init__(self, generation: int, connection: SqliteConnection) -> None:
        self.generation = generation
        self.connection = connection
        self._pid = os.getpid()

    def __del__(self) -> None:
        if os.getpid() == self._pid:
            self.connection.close()


class Database:
    """The file, its connections (one a thread, since SQLite serialises each) and the gate."""

    def __init__(self, path: Path, fault: Callable[[str], None] | None = None) -> None:
        self.path = path
        self._local = threading.local()
        self._open: weakref.WeakSet[_Held] = weakref.WeakSet()
        self._open_lock = threading.Lock()
        self._gate = self._new_gate()
        self._fault = fault or (lambda point: None)
        self._generation = 0
        self.writes, self.waited = 0, 0.0
        """Write transactions of this process, and the seconds that they waited for their turn."""
        self._watching: _Held | None = None
        self._watched = False
        self._pid = os.getpid()

    def _new_gate(self) -> Gate:
        return Gate(self.path.with_name(self.path.name + ".gate"))

    def prepare(self) -> None:
        """Make the file and bring its schema up to date."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        refuse_network_file_system(self.path.parent)
        new = not self.path.exists()
        connection = self.connection()
        if new:
            os.chmod(self.path, 0o600)
        known = schema_files()
        applied = self._applied()
        self._refuse_newer(applied - {name for name, _ in known})
        for name, script in known:
            if name in applied:
                continue  # a folder that is up to date is opened without a turn to write
            with self.write() as db:
                db.execute(
                    "create table if not exists schema_migrations (name text primary key, applied_at integer not null)"
                )
                if db.execute("select 1 from schema_migrations where name = ?", (name,)).fetchone():
                    continue
                for statement in statements(script):
                    db.execute(statement)
                db.execute("insert into schema_migrations values (?, unixepoch() * 1000)", (name,))
        del connection

    def _applied(self) -> set[str]:
        """The schema files that this database has gone through."""
        with self.read() as db:
            if db.execute(
                "select 1 from sqlite_master where name = 'schema_migrations'"
            ).fetchone():
                return {row[0] for row in db.execute("select name from schema_migrations")}
            return set()

    def _refuse_newer(self, later: set[str]) -> None:
        """Raise StoreError for a schema that a later version has changed: what this one does not
        know it would pass over.
        """
        if later:
            raise StoreError(
                f"{self.path.parent} was opened by a later version of brandstudio "
                f"({', '.join(sorted(later))}). Install that version again, or restore the backup "
                "that was made before the upgrade."
            )

    def connection(self) -> SqliteConnection:
        """This thread's connection for writing."""
        self._notice_fork()
        return self._opened("writer")

    def _notice_fork(self) -> None:
        if os.getpid() != self._pid:
            # A forked child must not touch its parent's connections (SQLite: "How to corrupt").
            self._local, self._open = threading.local(), weakref.WeakSet()
            self._watching = None
            self._gate, self._open_lock, self._pid = self._new_gate(), threading.Lock(), os.getpid()

    def _opened(self, role: Literal["reader", "writer"]) -> SqliteConnection:
        """One connection a thread for each role: a reader refuses writes for good, so that reading
        needs no pragma.
        """
        found: _Held | None = getattr(self._local, role, None)
        if found is not None and found.generation == self._generation:
            return found.connection
        connection = sqlite3.connect(
            self.path,
            isolation_level=None,
            timeout=READER_SECONDS if role == "reader" else BUSY_SECONDS,
            check_same_thread=False,
            cached_statements=STATEMENTS,
            factory=SqliteConnection,
        )
        for pragma in (
            "journal_mode = wal",
            "synchronous = full",
            "foreign_keys = on",
            "temp_store = memory",
            # KB. A larger one only grows with every row that is written or found again, for each
            # thread; the system keeps the file's pages anyway, and search is as quick with this one.
            "cache_size = -8000",
            f"mmap_size = {0 if wal_reset_bug() else 268435456}",
            "wal_autocheckpoint = 2000",
            "journal_size_limit = 33554432",
            *(("query_only = on",) if role == "reader" else ()),
        ):
            connection.execute(f"pragma {pragma}")
        held = _Held(self._generation, connection)
        setattr(self._local, role, held)
        with self._open_lock:
            self._open.add(held)
        return connection

    def changes(self) -> tuple[int, int, int] | None:
        """Something that differs from the last after each commit of any process; None where that
        can't be said without waiting.

        It comes from the log's index in shared memory, on a connection that does nothing else and
        waits for no lock; whoever reads next opens it where there is none yet.
        """
        self._watched = True
        held = self._watching
        if held is None or held.generation != self._generation or self._pid != os.getpid():
            return None
        try:
            number: int = held.connection.execute("pragma data_version").fetchone()[0]
        except sqlite3.Error:
            return None
        # The number tells the states of one connection apart, and no more.
        return self._pid, held.generation, number

    def _reader(self) -> SqliteConnection:
        """This thread's connection for reading."""
        self._notice_fork()
        held = self._watching
        if self._watched and (held is None or held.generation != self._generation):
            self._watch()
        return self._opened("reader")

    def _watch(self) -> None:
        with self._open_lock:
            held = self._watching
            if held is not None and held.generation == self._generation:
                return
            connection = sqlite3.connect(
                self.path,
                isolation_level=None,
                timeout=0,
                check_same_thread=False,
                factory=SqliteConnection,
            )
            connection.execute("pragma query_only = on")
            held = _Held(self._generation, connection)
            self._open.add(held)
            self._watching = held

    def listen(self, heard: Callable[[str], None]) -> None:
        """None: a look at a file costs nothing."""

    @property
    def in_transaction(self) -> bool:
        """Whether this thread holds a transaction; slow work asserts that it does not."""
        held: list[_Held | None] = [
            getattr(self._local, role, None) for role in ("reader", "writer")
        ]
        return any(
            one is not None and one.generation == self._generation and one.connection.in_transaction
            for one in held
        )

    @contextmanager
    def read(self, over: Callable[[], bool] | None = None) -> Iterator[SqliteConnection]:
        """One consistent view; writing fails. A statement stops, and ServiceBusy is raised, where
        ``over`` says meanwhile that nobody waits any more.
        """
        try:
            db = self._reader()
            if self.in_transaction:
                raise RuntimeError("a transaction is open on this thread already")
            if over is not None:
                db.set_progress_handler(over, STEPS)
            try:
                db.execute("begin")
                try:
                    yield db
                finally:
                    self._roll_back(db, "reader")
            finally:
                if over is not None:
                    db.set_progress_handler(None, 0)
        except sqlite3.OperationalError as error:
            raise translated(error) from error

    @contextmanager
    def glance(self, seconds: float = READER_SECONDS) -> Iterator[SqliteConnection]:
        """For a single statement that reads: it is a consistent view by itself, without begin and
        rollback. There is no server to wait for.
        """
        try:
            yield self._reader()
        except sqlite3.OperationalError as error:
            raise translated(error) from error

    @contextmanager
    def write(
        self,
        before_commit: Callable[[], None] | None = None,
        beside: str | None = None,
        lasting: bool = True,
    ) -> Iterator[SqliteConnection]:
        """All or nothing, durable when the block ends where it is ``lasting``. Raises ServiceBusy
        when the disk is full or writers queue up. ``before_commit`` may refuse by raising; a file
        has one writer, whatever it is about.
        """
        try:
            db = self.connection()
            if self.in_transaction:
                raise RuntimeError("a transaction is open on this thread already")
            began = time.monotonic()
            with self._gate.passed(BUSY_SECONDS):
                self.writes += 1  # behind the gate: nobody else counts now
                self.waited += time.monotonic() - began
                if db.flushes != lasting:
                    db.execute(f"pragma synchronous = {'full' if lasting else 'normal'}")
                    db.flushes = lasting
                db.execute("begin immediate")
                try:
                    yield db
                    if before_commit is not None:
                        before_commit()
                    self._fault("before commit")
                    db.execute("commit")
                except BaseException:
                    self._roll_back(db, "writer")
                    raise
                self._fault("after commit")
        except sqlite3.OperationalError as error:
            raise translated(error) from error

    def _roll_back(self, db: SqliteConnection, role: Literal["reader", "writer"]) -> None:
        """End a transaction without a trace. Where even that fails the connection is given up: one
        that is still inside a transaction would be of no use to this thread any more.
        """
        try:
            if db.in_transaction:
                db.execute("rollback")
        except sqlite3.Error:
            setattr(self._local, role, None)
            db.close()

    def close(self) -> None:
        """Close every connection of this process."""
        with self._open_lock:
            for held in list(self._open):
                held.connection.close()
            self._open.clear()
            self._generation += 1
        self._gate.close()


def translated(error: sqlite3.OperationalError) -> Exception:
    """A full or unreachable disk and a long queue are the caller's to retry; anything else is a
    fault of ours.
    """
    if str(error).lower() == "interrupted":
        return too_late()
    return trouble(error) or error


@cache
def schema_files() -> tuple[tuple[str, str], ...]:
    """Numbered SQL files in order, as (name, text); read once, since a batch over processes opens a
    studio for every few rows.
    """
    folder = resources.files(__package__) / "schema"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple((name.removesuffix(".sql"), (folder / name).read_text()) for name in names)


def statements(script: str) -> Iterator[str]:
    """Single statements: executescript would commit behind our back."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            if pending.strip():
                yield pending
            pending = ""


_NETWORK_FILE_SYSTEMS = {
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "fuse.sshfs",
    "afs",
    "glusterfs",
    "ceph",
}


def refuse_network_file_system(folder: Path) -> None:
    """WAL needs shared memory that network file systems don't give (SQLite: Write-Ahead Logging,
    section 1).
    """
    try:
        mounts = Path("/proc/mounts").read_text().splitlines()
    except OSError:
        return
    best, kind = "", ""
    here = str(folder.resolve())
    for line in mounts:
        fields = line.split()
        point = fields[1].replace("\\040", " ")
        inside = here == point or here.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    if kind in _NETWORK_FILE_SYSTEMS:
        raise StoreError(
            f"{folder} lies on a network file system ({kind}); use a folder on a local disk."
        )
