"""The service: who may do what, which handler answers, and what is kept of an answer.

One ``Service`` stands for one data folder in this process. Transports (a ``Session`` here, the HTTP
app) send it operations; workers carry out what handlers accepted.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable, Hashable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

import uuid_utils

from ..care.clockwatch import look_in
from ..catalogue.held_hits import HeldHits
from ..catalogue.nearest import Neighbours
from ..context import Clock, Context, Outside, Sealed
from ..domain.pricing import DEFAULT_PRICES
from ..errors import FolderDepthUnsupported, ServiceBusy, StudioError
from ..handlers import HANDLERS, invites
from ..handlers.invites import InviteAccepted, InviteView
from ..jobs.now import RunNow
from ..jobs.owed import Owed
from ..keys import links as signed
from ..keys import master as master_keys
from ..models.folders import MAX_DEPTH
from ..operations import Command, Operation
from ..settings import Settings
from ..store import Deadline, Store
from ..store.backlog import Backlog
from ..store.blobs import flush_file
from ..store.trouble import trouble
from .callers import DEFAULT_WORKSPACE, Caller, Callers
from .files import Files, OpenedFile
from .heartbeat import Heartbeat, SharedClock
from .idempotency import KeptAnswers
from .places import open_store, traces_of
from .processes import ProcessLock, SignOfLife
from .watch import Figure, figures

log = logging.getLogger("brandstudio")
R = TypeVar("R")
_PROBE_SECONDS = 1.5
"""How long a database server is waited for by who asks whether it is there."""
#: Modification time in nanoseconds, inode and size in bytes of a file (see `_stamp`).
Stamp = tuple[int, int, int]
ABSENT: Stamp = (-1, -1, -1)


def time_ordered_id(prefix: str) -> str:
    """An id that sorts by time and can't be guessed: prefix and a UUID of version 7 (RFC 9562)."""
    return f"{prefix}_{uuid_utils.uuid7().hex}"


class Service:
    """Everything behind one data folder. Safe to use from several threads; several processes may
    share the folder.
    """

    def __init__(
        self,
        settings: Settings,
        engines: Outside,
        *,
        clock: Clock | None = None,
        new_id: Callable[[str], str] | None = None,
        fault: Callable[[str], None] | None = None,
    ) -> None:
        self.settings = settings
        self.engines = engines
        self.traces = traces_of(settings)
        self.neighbours = Neighbours()
        self.held_hits = HeldHits()
        self.backlog = Backlog(settings.queue_per_workspace, settings.queue_total)
        self.new_id = new_id or time_ordered_id
        self.store = open_store(settings, fault)
        with (
            ExitStack() as refused
        ):  # what was opened is closed where the place is not for this studio
            refused.callback(self.store.close)
            self.store.prepare()
            self._key_file = settings.data / "secret.key"
            self._key_name, self._base_url_name = (
                str(self._key_file),
                str(settings.data / "base_url"),
            )
            self._key_lock = threading.Lock()
            self._key: tuple[Stamp | None, master_keys.MasterKey] | None = None
            self._new = self._is_new()
            key = self.master_key()
            if self.store.possession is not None and self.store.shared:
                self.store.possession.require_key(key.ids)
            self.process, ours = _among_others(self.store, settings)
            refused.callback(self.process.close)
            self.clock = clock or ours
            self.links = signed.Links(self.master_key, self.clock.now, lambda: self.base_url)
            self._base_url: str | None = None
            self._base_url_seen = ABSENT
            self.owed = Owed()
            self._ends: list[Callable[[], None]] = []
            self.callers = Callers(self.store, self.clock)
            self.answers = KeptAnswers(self.store, self.clock, self.process, self.master_key)
            self.files = Files(
                self.store,
                self.clock,
                self.links,
                lambda workspace: self.context(workspace, "link"),
            )
            self._prepare_data()
            look_in(self.store, self.clock)
            refused.pop_all()

    def _is_new(self) -> bool:
        """Whether nothing has been kept in this folder so far."""
        with self.store.read() as tx:
            return tx.workspaces.get(DEFAULT_WORKSPACE) is None

    def _prepare_data(self) -> None:
        now = self.clock.now()
        with self.store.read() as tx:
            ready = tx.workspaces.get(DEFAULT_WORKSPACE) is not None and len(
                tx.prices.list()
            ) >= len(DEFAULT_PRICES)
        if ready:
            return
        with self.store.write() as tx:
            for operation, amount in DEFAULT_PRICES.items():
                tx.prices.add_missing(operation, amount, now)
            if tx.workspaces.get(DEFAULT_WORKSPACE) is None:
                tx.workspaces.add(DEFAULT_WORKSPACE, DEFAULT_WORKSPACE, now)
                amount = round(self.settings.starting_credits * 100)
                if amount:
                    tx.ledger.add(
                        self.new_id("txn"),
                        DEFAULT_WORKSPACE,
                        "grant",
                        amount,
                        "Starting credits",
                        now,
                    )

    # -- keys and addresses ------------------------------------------------------------------------

    def master_key(self) -> master_keys.MasterKey:
        """The master key, read again when its file was rotated by another process."""
        with self._key_lock:
            stamp = None if self.settings.secret_key else _stamp(self._key_name)
            if self._key is not None and stamp == ABSENT:
                return self._key[1]  # the file is gone; this process still knows the key
            if self._key is None or self._key[0] != stamp:
                # The stamp is of before the reading: a key that is rotated meanwhile is read again.
                key = master_keys.load(self._key_file, self.settings.secret_key, new=self._new)
                self._key = (stamp, key)
            return self._key[1]

    @property
    def base_url(self) -> str | None:
        """What links begin with: the setting, else the address that a server of this folder was
        bound to.
        """
        if self.settings.base_url:
            return self.settings.base_url
        stamp = _stamp(self._base_url_name)
        if stamp != self._base_url_seen:
            try:
                self._base_url = (self.settings.data / "base_url").read_text().strip() or None
            except FileNotFoundError:
                self._base_url = None
            except OSError:  # no descriptor, say: what was known holds until it can be read
                return self._base_url
            self._base_url_seen = stamp
        return self._base_url

    def keep_base_url(self, url: str) -> None:
        """Remember the address of a server, for the links that workers make."""
        temporary = self.settings.data / f"base_url.{secrets.token_hex(4)}"
        temporary.touch(0o600)
        temporary.write_text(url.rstrip("/"))
        flush_file(temporary)  # a name without its content would be an address of no letters
        temporary.rename(self.settings.data / "base_url")

    def new_request_id(self) -> str:
        return f"req_{secrets.token_hex(12)}"

    def state(self) -> Hashable:
        """Something that differs from the last whenever a read could answer otherwise: the database,
        or what a second brings (links, expiry, files beside it). None where it can't be said at once.
        """
        changes = self.store.changes()
        return None if changes is None else (changes, self.clock.now() // 1000)

    # -- callers -----------------------------------------------------------------------------------

    def authenticate(self, api_key: str | None) -> Caller:
        """Who a key is. Raises Unauthenticated, InvalidApiKey or ClientPaused."""
        return self.callers.authenticate(api_key)

    def owner(self, workspace: str = DEFAULT_WORKSPACE) -> Caller:
        """The holder of the data folder, in a workspace named by name or id."""
        return self.callers.owner(workspace)

    def require(
        self, caller: Caller, operation: type[Operation[object]] | Operation[object]
    ) -> None:
        """Raise InsufficientScope when the caller's level is below the operation's."""
        self.callers.require(caller, operation)

    def permit(self, caller: Caller, operation: type[Operation[object]]) -> None:
        """Raise Forbidden when the workspace lacks a permission that the operation needs."""
        self.callers.permit(caller, operation)

    # -- operations --------------------------------------------------------------------------------

    def context(
        self,
        workspace_id: str,
        request_id: str,
        deadline: Deadline | None = None,
        below: str = "",
        key_id: str | None = None,
    ) -> Context:
        return Context(
            store=self.store.of(workspace_id).until(deadline),
            settings=self.settings,
            clock=self.clock,
            ids=self.new_id,
            links=self.links.below(below),
            engines=self.engines,
            neighbours=self.neighbours,
            held_hits=self.held_hits,
            master_key=self.master_key,
            backlog=self.backlog,
            workspace_id=workspace_id,
            request_id=request_id,
            process_id=self.process.id,
            key_id=key_id,
            traces=self.traces,
            owe=self.owed.write,
        )

    def send(
        self,
        caller: Caller,
        operation: Operation[R],
        request_id: str,
        deadline: Deadline | None = None,
        below: str = "",
        *,
        lasting: bool = True,
    ) -> R:
        """Carry out one operation for a caller. Whatever goes wrong leaves as a StudioError with
        the request's id. After the deadline nothing is committed. Links are paths ``below`` that
        prefix where no base URL is known. What need not be ``lasting`` goes to disk with the next
        commit that is.
        """
        try:
            with self.traces.span(type(operation).__name__, request_id=request_id):
                ctx = self.context(caller.workspace_id, request_id, deadline, below, caller.key_id)
                if not lasting:
                    ctx = replace(ctx, store=ctx.store.passing())
                elif operation.route is None:  # an owner's may be about any workspace
                    ctx = replace(ctx, store=self.store.until(deadline))
                return self._send(caller, operation, ctx)
        except StudioError as error:
            error.request_id = error.request_id or request_id
            raise
        except Exception as error:
            fault = unforeseen(error, f"request {request_id}: {type(operation).__name__}")
            fault.request_id = request_id
            raise fault from None

    def _send(self, caller: Caller, operation: Operation[R], ctx: Context) -> R:
        kind = type(operation)
        self.callers.check(caller, operation)
        check_depth(operation)
        # By its class: a model names the nearest field for one that it lacks, which takes time.
        key = operation.idempotency_key if isinstance(operation, Command) else None
        if key is None:
            return self._run(ctx, operation)
        keyed = self.answers.keyed(key, operation, ctx.request_id)
        first = self.answers.first(caller.workspace_id, keyed, kind, ctx.links)
        if first is not None:
            return first[0]
        try:
            sealing = replace(ctx, keyed=keyed, seal_result=partial(self.answers.seal, kind))
            return self._run(sealing, operation)
        except BaseException:
            self.owed.write(partial(self.answers.free, caller.workspace_id, keyed))
            raise

    def _run(self, ctx: Context, operation: Operation[R]) -> R:
        answer: R | Sealed[R] | RunNow[R] = HANDLERS[type(operation)](ctx, operation)
        if isinstance(answer, RunNow):
            from ..pipelines import IMMEDIATE  # heavy; most operations ask and answer without

            self.store.assert_idle()
            answer = cast("Sealed[R]", IMMEDIATE[type(answer)](ctx, answer))
        if isinstance(answer, Sealed):
            return answer.answer
        if isinstance(operation, Command):
            raise TypeError(f"the answer to {type(operation).__name__} was not sealed")
        return answer

    def lacks(self, kind: str, name: str) -> str | None:
        """Why this studio has nothing of that kind and name; None where it has."""
        from ..pipelines import LACKS

        lacks = LACKS[kind]
        own = self.store.templates
        return lacks(own.folder(), name) and lacks(own.folder(at_once=True), name)

    # -- files -------------------------------------------------------------------------------------

    def expect_upload(self, token: str, content_type: str | None, length: int | None) -> int:
        """How many bytes an upload link waits for; raises what ``put_upload`` would."""
        return self.files.expect(token, content_type, length)

    def put_upload(
        self, token: str, content_type: str | None, data: bytes, deadline: Deadline | None = None
    ) -> None:
        """Take the bytes of an upload: exactly as many as announced, of that type, once."""
        self.files.put(token, content_type, data, deadline)

    def open_link(self, token: str) -> OpenedFile:
        """The file behind a link. NotFound when the link is bad or has expired, or what it opens is
        gone.
        """
        return self.files.open(token)

    def ready(self) -> bool:
        """Whether the store answers."""
        try:
            with self.store.glance(_PROBE_SECONDS) as tx:
                return tx.workspaces.get(DEFAULT_WORKSPACE) is not None
        except ServiceBusy as error:
            log.warning("not ready: %s", error)
        except Exception:
            log.exception("the store does not answer")
        return False

    def wrong(self) -> list[str]:
        """What does not answer beside the store, in sentences; work goes on without files for as
        long as it can.
        """
        found = []
        now = self.clock.now()
        with self.store.glance(_PROBE_SECONDS) as tx:
            held = tx.hold_ups.standing(now)
        if held is not None:
            found.append(
                f"No files are taken, refused {held.times} times in a row: work waits, and none is "
                f"accepted that needs them; the next try is in {max(0, held.until - now) // 1000} s."
            )
        if not self.store.blobs.answers():
            found.append("The place that keeps the files does not answer.")
        return found

    def figures(self) -> list[Figure]:
        """What those who watch over the studio see."""
        return figures(self.store, self.clock)

    # -- invitations -------------------------------------------------------------------------------

    def invite_view(self, token: str) -> InviteView:
        """What the page of an invitation shows."""
        return invites.invite_view(self.context("", "invite"), token)

    def accept_invite(
        self, token: str, email: str, client: str, deadline: Deadline | None = None
    ) -> InviteAccepted:
        """Accept an invitation; returns what the page shows once, the key among it."""
        return invites.accept_invite(self.context("", "invite", deadline), token, email)

    def before_closing(self, end: Callable[[], None]) -> None:
        """What must have ended before the connections are closed: threads of a worker that still
        read would do so on a closed one, which SQLite does not survive.
        """
        if end not in self._ends:
            self._ends.append(end)

    def close(self) -> None:
        while self._ends:
            self._ends.pop()()
        self.callers.settle()
        self.owed.close()
        self.process.close()
        self.store.close()
        self.traces.close()


def _among_others(store: Store, settings: Settings) -> tuple[SignOfLife, Clock]:
    """This process's sign of life and its clock: of this machine, or of the database that several
    share.
    """
    if not store.shared:
        return ProcessLock(store.locks), Clock(settings.clock_offset)
    beats = Heartbeat(store)
    return beats, SharedClock(beats, settings.clock_offset)


def unforeseen(error: Exception, what: str) -> StudioError:
    """What is told of an error that no one raised for the caller: a disk or a machine in trouble is
    worth another try; the rest is a fault of ours, whose reason goes to the log alone.
    """
    told = trouble(error)
    if told is not None:
        log.warning("%s: %s", what, error)
        return told
    log.error("%s failed", what, exc_info=error)
    return StudioError()


def check_depth(operation: Operation[object]) -> None:
    """Raise FolderDepthUnsupported where a folder lies deeper than the call's shape can carry
    (decisions, point 2).
    """
    route = operation.route
    if route is None or route.depth >= MAX_DEPTH:
        return
    for name in ("folder", "brand"):
        path = getattr(operation, name, None)
        if isinstance(path, str) and path.count("/") >= route.depth:
            raise FolderDepthUnsupported(level=path.count("/") + 1, deepest=route.depth)


def _stamp(file: str) -> Stamp:
    """What tells one writing of a file from the next. Two within one tick of the clock have the same
    time, but never the same inode: each writing renames a new file into place.
    """
    try:
        found = os.stat(file)
    except OSError:
        return ABSENT
    return (found.st_mtime_ns, found.st_ino, found.st_size)
