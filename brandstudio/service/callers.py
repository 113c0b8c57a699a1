"""Who asks and what they may: keys, their levels, permissions, and the owner of the data
folder.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

from ..context import Clock
from ..errors import (
    ClientPaused,
    Forbidden,
    InsufficientScope,
    InvalidApiKey,
    NotFound,
    ServiceBusy,
    Unauthenticated,
)
from ..keys import api as api_keys
from ..operations import AdminOperation, Operation, Scope
from ..store import Store

log = logging.getLogger("brandstudio")

DEFAULT_WORKSPACE = "default"
LAST_USED_MS = 300_000
"""How old the note of a key's last use may get before it is written anew."""


@dataclass(frozen=True)
class Caller:
    """Who asks: a key of a workspace, or (``owner``) the process that holds the data folder."""

    workspace_id: str
    key_id: str | None
    scope: Scope
    owner: bool = False


class Callers:
    """The callers of one data folder."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._lock = threading.Lock()
        self._noting: threading.Thread | None = None

    def authenticate(self, api_key: str | None) -> Caller:
        """Who a key is. Raises Unauthenticated, InvalidApiKey or ClientPaused."""
        if not api_key:
            raise Unauthenticated
        if not api_keys.is_well_formed(api_key):
            raise InvalidApiKey
        with self._store.glance() as tx:
            row = tx.keys.opener(api_keys.hash_of(api_key))
        if row is None or row.revoked_at is not None:
            raise InvalidApiKey
        if row.pause_reason is not None:
            raise ClientPaused(f"This workspace is paused: {row.pause_reason}")
        now = self._clock.now()
        if row.last_used_at is None or now - row.last_used_at > LAST_USED_MS:
            self._note(row.id, now)
        return Caller(row.workspace_id, row.id, Scope[row.level.upper()])

    def _note(self, key_id: str, now: int) -> None:
        """Write down that a key was used, beside the request: whoever asks may stand on an event
        loop, and a full disk or a writer that stands still keeps nobody from reading.
        """
        with self._lock:
            if self._noting is not None and self._noting.is_alive():
                return  # the next request notes it
            self._noting = threading.Thread(
                target=self._write_down, args=(key_id, now), name="last-used", daemon=True
            )
            self._noting.start()

    def _write_down(self, key_id: str, now: int) -> None:
        try:
            with self._store.write() as tx:
                tx.keys.used(key_id, now)
        except ServiceBusy:
            log.info("the use of a key could not be noted: the store is busy")
        except Exception:
            log.exception("the use of a key could not be noted")

    def settle(self) -> None:
        """Wait a moment for a note that is being written."""
        noting = self._noting
        if noting is not None:
            noting.join(2.0)

    def still_valid(self, caller: Caller, operation: Operation[object]) -> None:
        """A call that waited for its turn asks again whether its key and its workspace may still do
        anything.
        """
        if caller.key_id is None or (operation.route and operation.route.method == "GET"):
            return
        with self._store.read() as tx:
            revoked, paused = tx.keys.state(caller.key_id)
        if revoked:
            raise InvalidApiKey
        if paused is not None:
            raise ClientPaused(f"This workspace is paused: {paused}")

    def require(
        self, caller: Caller, operation: type[Operation[object]] | Operation[object]
    ) -> None:
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

    def permit(self, caller: Caller, operation: type[Operation[object]]) -> None:
        """Raise Forbidden when the workspace lacks a permission that the operation needs."""
        permission = None if operation.route is None else operation.route.permission
        if permission is None:
            return
        with self._store.read() as tx:
            if not tx.workspaces.may(caller.workspace_id, permission):
                raise Forbidden(
                    f"This workspace lacks the permission {permission}. Grant it with: "
                    f"brandstudio permissions grant {permission}"
                )

    def owner(self, workspace: str = DEFAULT_WORKSPACE) -> Caller:
        """The holder of the data folder, in a workspace named by name or id."""
        with self._store.read() as tx:
            row = tx.workspaces.named(workspace)
        if row is None:
            raise NotFound(
                f"No workspace {workspace!r}. brandstudio workspaces list shows those there are."
            )
        return Caller(row.id, None, Scope.FULL, owner=True)

    def check(self, caller: Caller, operation: Operation[object]) -> None:
        """All that is asked before a handler may answer."""
        if isinstance(operation, AdminOperation) and not caller.owner:
            raise Forbidden("Only the owner of the data folder may do this.")
        self.still_valid(caller, operation)
        self.require(caller, operation)
        self.permit(caller, type(operation))
