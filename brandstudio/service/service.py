"""The service: who may do what, which handler answers, and what is kept of an answer.

One ``Service`` stands for one data folder in this process. Transports (a ``Session`` here, the HTTP
app) send it operations; workers carry out what handlers accepted.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pydantic
import uuid_utils

from ..context import Clock, Context, Engines, KeyedRequest, RunNow
from ..domain.pricing import DEFAULT_PRICES
from ..errors import (
    ClientPaused,
    FolderDepthUnsupported,
    Forbidden,
    IdempotencyConflict,
    IdempotencyInProgress,
    InsufficientScope,
    InvalidApiKey,
    NotFound,
    PayloadTooLarge,
    ServiceBusy,
    StudioError,
    Unauthenticated,
    ValidationError,
)
from ..handlers import HANDLERS
from ..keys import api, master
from ..keys import links as signed
from ..models import Model
from ..models.folders import MAX_DEPTH
from ..operations import AdminOperation, CreateInvite, Operation, RevokeInvites, Scope
from ..pipelines import IMMEDIATE, open_rendition
from ..settings import Settings
from ..store import Store
from ..store.blobs import flush_folder
from ..store.uploads import upload_file

log = logging.getLogger("brandstudio")
R = TypeVar("R")

DEFAULT_WORKSPACE = "default"
_PERMISSIONS: dict[type[Operation[Any]], str] = {
    CreateInvite: "trialInvites",
    RevokeInvites: "trialInvites",
}
IDEMPOTENCY_MS = 24 * 3600 * 1000
ANSWERS_PURPOSE = "kept answers"


@dataclass(frozen=True)
class Caller:
    """Who asks: a key of a workspace, or (``owner``) the process that holds the data folder."""

    workspace_id: str
    key_id: str | None
    scope: Scope
    owner: bool = False


@dataclass(frozen=True)
class OpenedFile:
    """A file behind a link: a path or bytes, its type, and how it is to be sent."""

    mime: str
    size: int
    etag: str
    max_age: int
    filename: str | None = None
    path: Path | None = None
    data: bytes | None = None

    def read(self) -> bytes:
        """All of it."""
        return self.data if self.data is not None else Path(self.path or "").read_bytes()


def new_id(prefix: str) -> str:
    """An id that sorts by time and can't be guessed: prefix and a UUID of version 7 (RFC 9562)."""
    return f"{prefix}_{uuid_utils.uuid7().hex}"


class Service:
    """Everything behind one data folder. Safe to use from several threads; several processes may
    share the folder.
    """

    def __init__(
        self,
        settings: Settings,
        engines: Engines,
        *,
        clock: Clock | None = None,
        fault: Callable[[str], None] | None = None,
    ) -> None:
        self.settings = settings
        self.engines = engines
        self.clock = clock or Clock(settings.clock_offset)
        self.store = Store(settings.data, fault)
        self.store.prepare()
        self._key_file = settings.data / "secret.key"
        self._key_name, self._base_url_name = str(self._key_file), str(settings.data / "base_url")
        self._key_lock = threading.Lock()
        self._key: tuple[float, master.MasterKey] | None = None
        self.master_key()
        self.links = signed.Links(self.master_key, self.clock.now, lambda: self.base_url)
        self._base_url: str | None = None
        self._base_url_seen = -1.0
        self.process = ProcessLock(self.store.locks)
        self._prepare_data()

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
                        new_id("txn"), DEFAULT_WORKSPACE, "grant", amount, "Starting credits", now
                    )

    # -- keys and addresses ------------------------------------------------------------------------

    def master_key(self) -> master.MasterKey:
        """The master key, read again when its file was rotated by another process."""
        with self._key_lock:
            changed = 0.0 if self.settings.secret_key else _modified(self._key_name)
            if self._key is None or self._key[0] != changed:
                key = master.load(self._key_file, self.settings.secret_key)
                self._key = (0.0 if self.settings.secret_key else _modified(self._key_name), key)
            return self._key[1]

    @property
    def base_url(self) -> str | None:
        """What links begin with: the setting, else the address that a server of this folder was
        bound to.
        """
        if self.settings.base_url:
            return self.settings.base_url
        changed = _modified(self._base_url_name)
        if changed != self._base_url_seen:
            self._base_url_seen = changed
            try:
                self._base_url = (self.settings.data / "base_url").read_text().strip() or None
            except OSError:
                self._base_url = None
        return self._base_url

    def keep_base_url(self, url: str) -> None:
        """Remember the address of a server, for the links that workers make."""
        temporary = self.settings.data / f"base_url.{secrets.token_hex(4)}"
        temporary.touch(0o600)
        temporary.write_text(url.rstrip("/"))
        temporary.rename(self.settings.data / "base_url")

    def new_request_id(self) -> str:
        return f"req_{secrets.token_hex(12)}"

    # -- who may -----------------------------------------------------------------------------------

    def authenticate(self, api_key: str | None) -> Caller:
        """Who a key is. Raises Unauthenticated, InvalidApiKey or ClientPaused."""
        if not api_key:
            raise Unauthenticated
        if not api.is_well_formed(api_key):
            raise InvalidApiKey
        row = self.store.glance().keys.opener(api.hash_of(api_key))
        if row is None or row.revoked_at is not None:
            raise InvalidApiKey
        if row.pause_reason is not None:
            raise ClientPaused(f"This workspace is paused: {row.pause_reason}")
        now = self.clock.now()
        if row.last_used_at is None or now - row.last_used_at > 300_000:
            # A full disk or a long queue keeps nobody from reading.
            with contextlib.suppress(ServiceBusy), self.store.write() as tx:
                tx.keys.used(row.id, now)
        return Caller(row.workspace_id, row.id, Scope[row.level.upper()])

    def _still_valid(self, caller: Caller, operation: Operation[Any]) -> None:
        """A call that waited for its turn asks again whether its key and its workspace may still do
        anything.
        """
        if caller.key_id is None or not self.is_slow(operation):
            return
        with self.store.read() as tx:
            revoked, paused = tx.keys.state(caller.key_id)
        if revoked:
            raise InvalidApiKey
        if paused is not None:
            raise ClientPaused(f"This workspace is paused: {paused}")

    def require(self, caller: Caller, operation: type[Operation[Any]] | Operation[Any]) -> None:
        """Raise InsufficientScope when the caller's level is below the operation's."""
        if isinstance(operation, Operation):
            needed = operation.required_scope()
        else:
            needed = Scope.FULL if operation.route is None else operation.route.scope
        if caller.scope < needed:
            raise InsufficientScope(
                f"This call needs a key of level {needed.label}; this key's level is {caller.scope.label}.",
                required=needed.label,
                keyScope=caller.scope.label,
            )

    def permit(self, caller: Caller, operation: type[Operation[Any]]) -> None:
        """Raise Forbidden when the workspace lacks a permission that the operation needs."""
        permission = _PERMISSIONS.get(operation)
        if permission is None:
            return
        with self.store.read() as tx:
            if not tx.workspaces.may(caller.workspace_id, permission):
                raise Forbidden(
                    f"This workspace lacks the permission {permission}. Grant it with: "
                    f"brandstudio permissions grant {permission}"
                )

    def owner(self, workspace: str = DEFAULT_WORKSPACE) -> Caller:
        """The holder of the data folder, in a workspace named by name or id."""
        with self.store.read() as tx:
            row = tx.workspaces.named(workspace)
        if row is None:
            raise NotFound(
                f"No workspace {workspace!r}. brandstudio workspaces list shows those there are."
            )
        return Caller(row.id, None, Scope.FULL, owner=True)

    # -- operations --------------------------------------------------------------------------------

    def context(self, workspace_id: str, request_id: str) -> Context:
        return Context(
            store=self.store,
            settings=self.settings,
            clock=self.clock,
            ids=new_id,
            links=self.links,
            engines=self.engines,
            master_key=self.master_key,
            workspace_id=workspace_id,
            request_id=request_id,
            process_id=self.process.id,
        )

    def send(self, caller: Caller, operation: Operation[R], request_id: str) -> R:
        """Carry out one operation for a caller. Whatever goes wrong leaves as a StudioError with
        the request's id.
        """
        try:
            return self._send(caller, operation, request_id)
        except StudioError as error:
            error.request_id = error.request_id or request_id
            raise
        except Exception:
            log.exception("request %s: %s failed", request_id, type(operation).__name__)
            fault = StudioError()
            fault.request_id = request_id
            raise fault from None

    def _send(self, caller: Caller, operation: Operation[R], request_id: str) -> R:
        kind = type(operation)
        if isinstance(operation, AdminOperation) and not caller.owner:
            raise Forbidden("Only the owner of the data folder may do this.")
        self._still_valid(caller, operation)
        self.require(caller, operation)
        self.permit(caller, kind)
        check_depth(operation)
        ctx = self.context(caller.workspace_id, request_id)
        key = getattr(operation, "idempotency_key", None)
        if key is None:
            return self._run(ctx, operation)
        keyed = KeyedRequest(key, request_hash(operation), f"{self.process.id}:{request_id}")
        first = self._begin_keyed(caller.workspace_id, keyed)
        if first is not None:
            said = json.loads(self.master_key().decrypt(first.encode(), ANSWERS_PURPOSE))
            renewed = self.links.renew(said, caller.workspace_id)
            answer: R = _adapter(kind).validate_json(json.dumps(renewed))
            return answer
        try:
            result = self._run(
                replace(ctx, keyed=keyed, seal_result=lambda value: self._sealed(kind, value)),
                operation,
            )
        except BaseException:
            with self.store.write() as tx:
                tx.idempotency.free(caller.workspace_id, key, keyed.holder)
            raise
        with self.store.write() as tx:
            row = tx.idempotency.get(caller.workspace_id, key)
            if row is not None and row.result is None and row.request_id == keyed.holder:
                tx.idempotency.finish(
                    caller.workspace_id, key, keyed.holder, self._sealed(kind, result)
                )
        return result

    def _sealed(self, kind: type[Operation[Any]], value: Any) -> str:
        """An answer as it is kept: encrypted, since it may hold links and tokens, which are never
        at rest in the clear.
        """
        return self.master_key().encrypt(_dump(kind, value).encode(), ANSWERS_PURPOSE).decode()

    def _begin_keyed(self, workspace_id: str, keyed: KeyedRequest) -> str | None:
        """The first answer to this key, or None when this request is the first. Raises the two
        conflicts.
        """
        now = self.clock.now()
        with self.store.write() as tx:
            row = tx.idempotency.get(workspace_id, keyed.key)
            if row is not None and now - row.created_at >= IDEMPOTENCY_MS:
                tx.idempotency.remove(workspace_id, keyed.key)
                row = None
            if (
                row is not None
                and row.result is None
                and not self.process.is_alive(row.request_id.split(":")[0])
            ):
                # The process died before it accepted anything: whatever it had accepted would stand
                # here.
                tx.idempotency.remove(workspace_id, keyed.key)
                row = None
            if row is None:
                tx.idempotency.begin(workspace_id, keyed.key, keyed.hash, keyed.holder, now)
                return None
        if not hmac.compare_digest(row.hash, keyed.hash):
            raise IdempotencyConflict
        if row.result is None:
            raise IdempotencyInProgress
        return row.result

    def _run(self, ctx: Context, operation: Operation[R]) -> R:
        answer = HANDLERS[type(operation)](ctx, operation)
        if not isinstance(answer, RunNow):
            result: R = answer
            return result
        self.store.assert_idle()
        prompt: R = IMMEDIATE[answer.pipeline](ctx, operation, answer.state)
        return prompt

    def is_slow(self, operation: Operation[Any]) -> bool:
        """Whether an operation may take long: everything but plain reads."""
        return operation.route is None or operation.route.method != "GET"

    # -- files -------------------------------------------------------------------------------------

    def put_upload(self, token: str, content_type: str | None, data: bytes) -> None:
        """Take the bytes of an upload: exactly as many as announced, of that type, once."""
        now = self.clock.now()
        gone = NotFound(
            "This upload link has expired, was used, or never existed; ask for a new one."
        )
        with self.store.read() as tx:
            row = tx.uploads.by_token(hashlib.sha256(token.encode()).digest())
        if row is None or now >= row.expires_at or row.written_at is not None:
            raise gone
        sent = (content_type or "").partition(";")[0].strip().lower()
        if sent != row.mime_type.lower():
            raise ValidationError.of(
                "content-type", f"this link takes {row.mime_type} only", value=sent
            )
        if len(data) > row.bytes:
            raise PayloadTooLarge(f"This link takes exactly {row.bytes} bytes; more were sent.")
        if len(data) != row.bytes:
            raise ValidationError.of(
                "body", f"this link takes exactly {row.bytes} bytes; {len(data)} were sent"
            )
        path = upload_file(self.store, row.s3_key)
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(6)}.tmp")
        try:
            with os.fdopen(
                os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            with self.store.write() as tx:
                if not tx.uploads.written(row.s3_key, now):
                    raise gone
                temporary.rename(path)
                flush_folder(path.parent)
        except OSError as error:
            raise ServiceBusy(
                "The disk that holds the studio is full or can't be written; try again."
            ) from error
        finally:
            temporary.unlink(missing_ok=True)

    def open_link(self, token: str) -> OpenedFile:
        """The file behind a link. NotFound when the link is bad or has expired, or what it opens is
        gone.
        """
        target = self.links.open(token)
        max_age = self.links.expires_in(token)
        gone = NotFound("This link has expired or never existed; ask for a fresh one.")
        with self.store.read() as tx:
            if target.item is not None and tx.items.get(target.workspace_id, target.item) is None:
                raise gone
            blob = tx.blobs.get(target.sha256)
        if blob is None:
            raise gone
        if target.format is not None or target.max_side or target.quality:
            data, mime = open_rendition(self.context(target.workspace_id, "link"), target)
            etag = quoted(hashlib.sha256(data).hexdigest()[:32])
            return OpenedFile(mime, len(data), etag, max_age, target.filename, data=data)
        path = self.store.blobs.path(target.sha256)
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise gone from None
        return OpenedFile(
            blob.mime_type, size, quoted(target.sha256[:32]), max_age, target.filename, path=path
        )

    def ready(self) -> bool:
        """Whether the store answers."""
        try:
            with self.store.read() as tx:
                return tx.workspaces.get(DEFAULT_WORKSPACE) is not None
        except Exception:
            log.exception("the store does not answer")
            return False

    # -- invitations -------------------------------------------------------------------------------

    def invite_view(self, token: str) -> Any:
        """What the page of an invitation shows."""
        from ..handlers.invites import invite_view

        return invite_view(self.context("", "invite"), token)

    def accept_invite(self, token: str, email: str, client: str) -> Any:
        """Accept an invitation; returns what the page shows once, the key among it."""
        from ..handlers.invites import accept_invite

        return accept_invite(self.context("", "invite"), token, email)

    def close(self) -> None:
        self.process.close()
        self.store.close()


class ProcessLock:
    """This process's sign of life: an operating-system lock on a file of its own, free as soon as
    it is gone.
    """

    def __init__(self, folder: Path) -> None:
        self.id = f"prc_{secrets.token_hex(8)}"
        self._folder = folder
        self._file: int | None = None
        self.take()

    def take(self) -> None:
        while self._file is None:
            file = os.open(self._folder / self.id, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
            # Between the two calls another process may have found the file unlocked and removed it.
            if _same_file(file, self._folder / self.id):
                self._file = file
            else:
                os.close(file)

    def is_alive(self, id: str) -> bool:
        """Whether the process of that id still runs."""
        if id == self.id:
            return self._file is not None
        if not re.fullmatch(r"prc_[0-9a-f]{16}", id):
            return False
        try:
            file = os.open(self._folder / id, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            if fcntl is None:
                return True
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(file)
        (self._folder / id).unlink(missing_ok=True)
        return False

    def others(self) -> list[str]:
        return [file.name for file in self._folder.iterdir() if file.name != self.id]

    def close(self) -> None:
        if self._file is not None:
            (self._folder / self.id).unlink(missing_ok=True)
            os.close(self._file)
            self._file = None


try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no flock; leases alone tell there
    fcntl = None  # type: ignore[assignment]


def _same_file(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


# -- small parts -----------------------------------------------------------------------------------


def check_depth(operation: Operation[Any]) -> None:
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


def request_hash(operation: Operation[Any]) -> bytes:
    """SHA-256 over what is asked: method, path and the canonical body; files by their own hash."""
    fields = operation.model_dump(mode="python", exclude_defaults=True)
    source = fields.get("source")
    if isinstance(source, dict):
        fields["source"] = {**source, "data": hashlib.sha256(source["data"]).hexdigest()}
    text = json.dumps(
        [type(operation).__name__, fields], sort_keys=True, ensure_ascii=False, default=str
    )
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


_ADAPTERS: dict[type[Operation[Any]], pydantic.TypeAdapter[Any]] = {}


def _adapter(kind: type[Operation[Any]]) -> pydantic.TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = pydantic.TypeAdapter(kind.result)
    return _ADAPTERS[kind]


def _dump(kind: type[Operation[Any]], value: Any) -> str:
    if isinstance(value, Model):
        return value.model_dump_json(by_alias=True, exclude_unset=True)
    return _adapter(kind).dump_json(value, by_alias=True, exclude_unset=True).decode()


def quoted(validator: str) -> str:
    """A strong validator as RFC 9110, section 8.8.3, spells it."""
    return f'"{validator}"'


def _modified(file: str) -> float:
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return -1.0
