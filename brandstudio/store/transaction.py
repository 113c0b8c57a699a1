"""The store: transactions whose areas are the only way to SQL, and the blobs beside them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..errors import ServiceBusy
from .blobs import BlobStore, FolderBlobs
from .checks import Checks
from .clock import Readings
from .database import Database, refuse_network_file_system
from .engine import Connection, DatabaseEngine, StoreError
from .folders import Folders
from .gate import Gate
from .idempotency import Idempotency
from .invites import Invites
from .jobs import Jobs, Variants, Workers
from .ledger import Ledger, Prices
from .library import Items
from .outbox import Outbox, Webhooks
from .possession import Possession, require_no_server
from .references import Blobs, Renditions, Uploads
from .removals import FORGET_MS, Removals
from .saved_searches import SavedSearches
from .search_index import SearchIndex
from .style import Fonts, Identities, Logos, References, Rules, Styles
from .trouble import too_late
from .vectors import Vectors
from .versions import Versions
from .watching import Watching
from .workspaces import Keys, Workspaces

if TYPE_CHECKING:
    from .views import Views


log = logging.getLogger("brandstudio")


class Transaction:
    """An open transaction; each area is made when it is first used."""

    def __init__(self, db: Connection) -> None:
        self.db = db

    @cached_property
    def workspaces(self) -> Workspaces:
        return Workspaces(self.db)

    @cached_property
    def keys(self) -> Keys:
        return Keys(self.db)

    @cached_property
    def folders(self) -> Folders:
        return Folders(self.db)

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.db)

    @cached_property
    def prices(self) -> Prices:
        return Prices(self.db)

    @cached_property
    def items(self) -> Items:
        return Items(self.db)

    @cached_property
    def search(self) -> SearchIndex:
        return SearchIndex(self.db)

    @cached_property
    def vectors(self) -> Vectors:
        return Vectors(self.db)

    @cached_property
    def saved_searches(self) -> SavedSearches:
        return SavedSearches(self.db)

    @cached_property
    def versions(self) -> Versions:
        return Versions(self.db)

    @cached_property
    def blobs(self) -> Blobs:
        return Blobs(self.db)

    @cached_property
    def watching(self) -> Watching:
        return Watching(self.db)

    @cached_property
    def removals(self) -> Removals:
        return Removals(self.db)

    @cached_property
    def uploads(self) -> Uploads:
        return Uploads(self.db)

    @cached_property
    def renditions(self) -> Renditions:
        return Renditions(self.db)

    @cached_property
    def jobs(self) -> Jobs:
        return Jobs(self.db)

    @cached_property
    def variants(self) -> Variants:
        return Variants(self.db)

    @cached_property
    def workers(self) -> Workers:
        return Workers(self.db)

    @cached_property
    def references(self) -> References:
        return References(self.db)

    @cached_property
    def styles(self) -> Styles:
        return Styles(self.db)

    @cached_property
    def identities(self) -> Identities:
        return Identities(self.db)

    @cached_property
    def rules(self) -> Rules:
        return Rules(self.db)

    @cached_property
    def logos(self) -> Logos:
        return Logos(self.db)

    @cached_property
    def fonts(self) -> Fonts:
        return Fonts(self.db)

    @cached_property
    def webhooks(self) -> Webhooks:
        return Webhooks(self.db)

    @cached_property
    def outbox(self) -> Outbox:
        return Outbox(self.db)

    @cached_property
    def idempotency(self) -> Idempotency:
        return Idempotency(self.db)

    @cached_property
    def checks(self) -> Checks:
        return Checks(self.db)

    @cached_property
    def clock(self) -> Readings:
        return Readings(self.db)

    @cached_property
    def invites(self) -> Invites:
        return Invites(self.db)


class Deadline(Protocol):
    """How long an answer is waited for."""

    def over(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def go_ahead(self) -> None:
        """Asked before each commit: from now on the answer is waited for. Raises ServiceBusy when
        the time was over before.
        """
        ...


class Store:
    """One data folder: ``studio.db`` (unless a ``server`` keeps the database), ``blobs/`` (unless
    they are kept elsewhere), ``uploads/``, ``renditions/``.
    """

    _deadline: Deadline | None = None

    def __init__(
        self,
        data: Path,
        fault: Callable[[str], None] | None = None,
        blobs: BlobStore | None = None,
        server: DatabaseEngine | None = None,
    ) -> None:
        self.data = data
        self.possession = None if server is None else Possession(data, server)
        self.database: DatabaseEngine = server or Database(data / "studio.db", fault)
        self.blobs: BlobStore = blobs or FolderBlobs(data / "blobs", fault)
        self._removing = Gate(data / "removals.gate")
        self.uploads = data / "uploads"
        self.renditions = data / "renditions"
        self.locks = data / "locks"

    def prepare(self) -> None:
        """Make the folder and bring the schema up to date."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        for folder in (self.data / "blobs", self.uploads, self.renditions, self.locks):
            folder.mkdir(exist_ok=True, mode=0o700)
        self.blobs.prepare()
        if self.possession is None:
            require_no_server(self.data)
            self.database.prepare()
        else:
            refuse_network_file_system(self.data)
            self.database.prepare()
            self.possession.claim()

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A consistent view that can't write."""
        over = None if self._deadline is None else self._deadline.over
        with self.database.read(over) as db:
            yield Transaction(db)

    @contextmanager
    def glance(self) -> Iterator[Transaction]:
        """For one statement that reads, and no more."""
        with self.database.glance() as db:
            yield Transaction(db)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """All or nothing; durable when the block has ended."""
        go_ahead = None if self._deadline is None else self._deadline.go_ahead
        with self.database.write(go_ahead) as db:
            yield Transaction(db)

    def changes(self) -> tuple[int, int, int] | None:
        """Something that differs from the last after each commit of any process; None where that
        can't be said without waiting.
        """
        return self.database.changes()

    def until(self, deadline: Deadline | None) -> Store:
        """The same store for one request: its long statements stop at the deadline, and nothing is
        committed after it.
        """
        if deadline is None:
            return self
        timed = object.__new__(type(self))  # copy.copy takes three times as long
        timed.__dict__.update(self.__dict__)
        timed._deadline = deadline
        return timed

    def check_time(self) -> None:
        """Raise ServiceBusy where nobody waits for the answer any more; long work asks between its
        steps.
        """
        if self._deadline is not None and self._deadline.over():
            raise too_late()

    def views(self, workspace_id: str) -> Views:
        """What people may ask in SQL: the rows of one workspace, read-only, on a connection of its
        own.
        """
        from .views import VIEWS, views  # sqlite-utils; only who asks in SQL needs it

        if not isinstance(self.database, Database):
            raise StoreError(
                "The studio is in a database server; ask it there, with a role that may read these "
                f"views alone: {', '.join(f'public_{name}' for name in VIEWS)}, each "
                f"where workspace_id = '{workspace_id}'"
            )
        return views(self.database.path, workspace_id)

    def assert_idle(self) -> None:
        """Asked before slow work: rendering, fetching and engines stand outside transactions, and
        are not begun where nobody waits for them any more.
        """
        if self.database.in_transaction:
            raise RuntimeError("slow work inside a transaction")
        self.check_time()

    def remove_files(self, shas: list[str]) -> None:
        """Remove files that lost their last owner, unless a new row has come to name them
        meanwhile. What can't be removed now is left to the sweep: the commit that freed the files
        stands, and is told as done.
        """
        if not shas:
            return
        with suppress(ServiceBusy, OSError), self.write() as tx:
            # Under the write lock nobody can add a row; whoever published the same bytes sees the
            # file gone in `keep`.
            for sha256 in shas:
                if tx.blobs.exists(sha256):
                    continue
                if self.blobs.near:
                    self.blobs.unlink(sha256)
                else:
                    tx.removals.mark(sha256, _now())
        if not self.blobs.near:
            self.carry_out_removals()

    def carry_out_removals(self, most: int = 1000) -> int:
        """Remove from object storage what is on its way out; returns how many files went. What
        can't be removed now is left to the next sweep.
        """
        if self.blobs.near:
            return 0
        try:
            # One at a time on this machine, and a process that died lets go: so a removal that is
            # under way is never of a file that somebody names meanwhile.
            with self._removing.passed(10.0):
                return self._remove(most)
        except ServiceBusy:
            log.warning("files in object storage could not be removed; the next sweep does it")
            return 0

    def _remove(self, most: int) -> int:
        if not self.blobs.may_remove():
            log.warning("files stay in object storage: this folder does not own its prefix now")
            return 0
        with self.write() as tx:
            tx.removals.sweep(_now() - FORGET_MS)
            kept_ms = int(self.blobs.keep_seconds * 1000)
            names = tx.removals.begin(_now() - kept_ms, most)
        self.blobs.unlink_all(names)
        with self.write() as tx:
            for sha256 in names:
                tx.removals.gone(sha256, _now())
        return len(names)

    def close(self) -> None:
        self.database.close()
        self._removing.close()


def _now() -> int:
    return time.time_ns() // 1_000_000
