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
from .claiming import Claims
from .clock import Readings
from .database import Database, refuse_network_file_system
from .engine import Connection, DatabaseEngine, StoreError
from .file_place import FilePlace
from .folders import Folders
from .gate import Gate
from .hold_ups import HoldUps
from .idempotency import Idempotency
from .invites import Invites
from .jobs import Jobs, Variants
from .ledger import Ledger, Prices
from .library import Items
from .outbox import Outbox, Webhooks
from .own_templates import (
    FolderTemplates,
    OwnTemplates,
    SharedTemplates,
    require_shared,
    template_files,
)
from .possession import Possession, require_no_server
from .references import Blobs, Renditions, Uploads
from .removals import FORGET_MS, LEFT_MS, Removals
from .saved_searches import SavedSearches
from .search_index import SearchIndex
from .signs import Signs
from .style import Fonts, Identities, Logos, References, Rules, Styles
from .trouble import READER_SECONDS, too_late
from .uploads import BucketRoom, FolderRoom, UploadRoom
from .vectors import Vectors
from .versions import Versions
from .watching import Watching
from .workspaces import Keys, Workspaces

if TYPE_CHECKING:
    from .object_notes import ObjectNotes
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
    def hold_ups(self) -> HoldUps:
        return HoldUps(self.db)

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
    def claims(self) -> Claims:
        return Claims(self.db)

    @cached_property
    def variants(self) -> Variants:
        return Variants(self.db)

    @cached_property
    def signs(self) -> Signs:
        return Signs(self.db)

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
    they are kept elsewhere), ``uploads/``, ``renditions/``. Where nothing is ``lacking`` for it
    (names of settings), many folders share a server's database and a bucket, and each keeps copies
    alone.
    """

    _deadline: Deadline | None = None
    _beside: str | None = None
    _lasting = True

    def __init__(
        self,
        data: Path,
        fault: Callable[[str], None] | None = None,
        blobs: BlobStore | None = None,
        server: DatabaseEngine | None = None,
        lacking: tuple[str, ...] = (),
    ) -> None:
        self.data = data
        self.shared = server is not None and not lacking
        self.blobs: BlobStore = blobs or FolderBlobs(data / "blobs", fault)
        self.database: DatabaseEngine = server or Database(data / "studio.db", fault)
        self.file_place = FilePlace(self.blobs.place, self.database)
        self.possession = (
            None if server is None else Possession(data, server, lacking, self.file_place)
        )
        self._removing = Gate(data / "removals.gate")
        self.uploads = data / "uploads"
        self.room: UploadRoom = FolderRoom(self.uploads)
        self.templates: OwnTemplates = FolderTemplates(data / "templates")
        if self.shared:
            notes = _notes_of(self.blobs)
            self.room = BucketRoom(notes)
            self.templates = SharedTemplates(notes, data / "shared-templates")
        self.renditions = data / "renditions"
        self.locks = data / "locks"

    def prepare(self) -> None:
        """Make the folder and bring the schema up to date."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        for folder in (self.data / "blobs", self.uploads, self.renditions, self.locks):
            folder.mkdir(exist_ok=True, mode=0o700)
        if self.possession is None:
            require_no_server(self.data)
            self.database.prepare()
            self.file_place.prepare(self.blobs)
            return
        refuse_network_file_system(self.data)
        self.database.prepare()
        self.possession.claim()
        self.file_place.prepare(self.blobs)
        if self.shared:
            require_shared(self.data / "templates", self.templates)

    def share(self) -> None:
        """Make the database and the bucket everybody's who has the settings, and bring what lies in
        this folder alone along. Nobody else may work in it meanwhile.
        """
        if self.possession is None or not self.shared:
            raise StoreError("Only a studio in a database server and a bucket can be shared.")
        for file in template_files(self.data / "templates"):
            self.templates.keep(file.name, file.read_bytes())
        here = FolderRoom(self.uploads)
        with self.read() as tx:
            waiting = tx.uploads.waiting_files()
        for s3_key in waiting:
            with suppress(FileNotFoundError), self.room.arriving(s3_key, here.read(s3_key)) as land:
                land()
        self.possession.take_over()

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A consistent view that can't write."""
        over = None if self._deadline is None else self._deadline.over
        with self.database.read(over) as db:
            yield Transaction(db)

    @contextmanager
    def glance(self, seconds: float = READER_SECONDS) -> Iterator[Transaction]:
        """For one statement that reads, and no more; a server is waited for as long."""
        with self.database.glance(seconds) as db:
            yield Transaction(db)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """All or nothing; durable when the block has ended, unless the store is `passing`."""
        go_ahead = None if self._deadline is None else self._deadline.go_ahead
        with self.database.write(go_ahead, self._beside, self._lasting) as db:
            yield Transaction(db)

    @contextmanager
    def mark(self) -> Iterator[Transaction]:
        """All or nothing, seen by all when the block has ended, and durable with the next `write`:
        for what says who is at work and how far, which is worth nothing when the machine is off.
        """
        go_ahead = None if self._deadline is None else self._deadline.go_ahead
        with self.database.write(go_ahead, self._beside, lasting=False) as db:
            yield Transaction(db)

    def passing(self) -> Store:
        """The same store for what nobody is told before a later commit: its writes last with that."""
        bound = self._copy()
        bound._lasting = False
        return bound

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
        timed = self._copy()
        timed._deadline = deadline
        return timed

    def of(self, workspace_id: str) -> Store:
        """The same store for what is about one workspace: a server lets the others' writes go on
        beside it. What is about none, or several, is written alone.
        """
        return self.beside(f"workspace:{workspace_id}" if workspace_id else None)

    def beside(self, what: str | None) -> Store:
        """The same store for writes that are about that alone (see ``DatabaseEngine.write``)."""
        if self.possession is None:
            return self
        bound = self._copy()
        bound._beside = what
        return bound

    def _copy(self) -> Store:
        made = object.__new__(type(self))  # copy.copy takes three times as long
        made.__dict__.update(self.__dict__)
        return made

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
        with suppress(ServiceBusy, OSError), self.beside(None).write() as tx:
            # Nobody else writes now, and can add a row; whoever published the same bytes sees the
            # file gone in `keep`.
            for sha256 in shas:
                if tx.blobs.exists(sha256):
                    continue
                if self.blobs.near:
                    self.blobs.unlink(sha256)
                else:
                    tx.removals.mark(sha256, self._now(tx))
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
                return self.beside(None)._remove(most)
        except ServiceBusy:
            log.warning("files in object storage could not be removed; the next sweep does it")
            return 0

    def _remove(self, most: int) -> int:
        if not self.blobs.may_remove():
            log.warning("files stay in object storage: this folder does not own its prefix now")
            return 0
        began = time.monotonic()
        with self.write() as tx:
            now = self._now(tx)
            tx.removals.sweep(now - FORGET_MS)
            kept_ms = int(self.blobs.keep_seconds * 1000)
            # Here nobody else removes; of other machines one may, for as long as a removal can take.
            left_before = now - LEFT_MS if self.shared else _EVER
            names = tx.removals.begin(now, now - kept_ms, left_before, most)
        if self.shared and time.monotonic() - began > LEFT_MS / 4000:
            return 0  # this process was held up: by now it may be another's turn
        self.blobs.unlink_all(names)
        with self.write() as tx:
            for sha256 in names:
                tx.removals.gone(sha256, self._now(tx))
        return len(names)

    def _now(self, tx: Transaction) -> int:
        """Milliseconds since 1970, by the one clock of all who remove files here."""
        return tx.signs.time() if self.shared else time.time_ns() // 1_000_000

    def close(self) -> None:
        self.database.close()
        self._removing.close()


_EVER = 2**62


def _notes_of(blobs: BlobStore) -> ObjectNotes:
    from .object_notes import ObjectNotes  # needs obstore
    from .objects import ObjectBlobs

    assert isinstance(blobs, ObjectBlobs), "who shares a database shares a bucket"
    return ObjectNotes(blobs)
