"""The same key gives the same answer: what is kept of a command's answer, sealed, for 24 hours."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

import pydantic

from ..care.clockwatch import in_doubt, notice
from ..context import Clock, KeyedRequest
from ..errors import IdempotencyConflict, IdempotencyInProgress
from ..keys.links import Links
from ..keys.master import ANSWERS_PURPOSE, MasterKey
from ..models import Model
from ..operations import Operation
from ..store import Store
from .processes import SignOfLife

R = TypeVar("R")

IDEMPOTENCY_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class KeptAnswers:
    """The answers that one data folder keeps by Idempotency-Key."""

    store: Store
    clock: Clock
    process: SignOfLife
    master_key: Callable[[], MasterKey]

    def keyed(self, key: str, operation: Operation[object], request_id: str) -> KeyedRequest:
        """A request that came with a key."""
        return KeyedRequest(key, request_hash(operation), f"{self.process.id}:{request_id}")

    def first(
        self, workspace_id: str, keyed: KeyedRequest, kind: type[Operation[R]], links: Links
    ) -> tuple[R] | None:
        """The first answer to this key with fresh links, or None when this request is the first.
        Raises the two conflicts.
        """
        sealed = self._begin(workspace_id, keyed)
        if sealed is None:
            return None
        said = json.loads(self.master_key().decrypt(sealed.encode(), ANSWERS_PURPOSE))
        renewed = links.renew(said, workspace_id)
        return (cast(R, _adapter(kind).validate_json(json.dumps(renewed))),)

    def seal(self, kind: type[Operation[object]], value: object) -> str:
        """An answer as it is kept: encrypted, since it may hold links and tokens, which are never
        at rest in the clear.
        """
        return self.master_key().encrypt(_dump(kind, value).encode(), ANSWERS_PURPOSE).decode()

    def free(self, workspace_id: str, keyed: KeyedRequest) -> None:
        """Forget a request that failed before anything was kept of it."""
        with self.store.of(workspace_id).write() as tx:
            tx.idempotency.free(workspace_id, keyed.key, keyed.holder)

    def _begin(self, workspace_id: str, keyed: KeyedRequest) -> str | None:
        """The first answer as it is kept, or None."""
        now = self.clock.now()
        # Whoever accepts the work seals the answer in a commit that lasts; what is lost before was
        # asked of a process that is gone, and is free again.
        with self.store.of(workspace_id).mark() as tx:
            row = tx.idempotency.get(workspace_id, keyed.key)
            old = row is not None and now - row.created_at >= IDEMPOTENCY_MS
            # A clock that was set forward must not make the same request pay twice.
            if old and not in_doubt(tx, self.clock):
                tx.idempotency.remove(workspace_id, keyed.key)
                row = None
            if (
                row is not None
                and row.result is None
                and not self.process.is_alive(row.request_id.split(":")[0], tx)
            ):
                # The process died before it accepted anything: whatever it had accepted would stand
                # here.
                tx.idempotency.remove(workspace_id, keyed.key)
                row = None
            if row is None:
                notice(tx, self.clock)
                tx.idempotency.begin(workspace_id, keyed.key, keyed.hash, keyed.holder, now)
                return None
        if not hmac.compare_digest(row.hash, keyed.hash):
            raise IdempotencyConflict
        if row.result is None:
            raise IdempotencyInProgress
        return row.result


def request_hash(operation: Operation[object]) -> bytes:
    """SHA-256 over what is asked: method, path and the canonical body; files by their own hash."""
    fields = operation.model_dump(mode="python", exclude_defaults=True)
    source = fields.get("source")
    if isinstance(source, dict):
        fields["source"] = {**source, "data": hashlib.sha256(source["data"]).hexdigest()}
    text = json.dumps(
        [type(operation).__name__, fields], sort_keys=True, ensure_ascii=False, default=str
    )
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


_ADAPTERS: dict[type[Operation[object]], pydantic.TypeAdapter[object]] = {}


def _adapter(kind: type[Operation[object]]) -> pydantic.TypeAdapter[object]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = pydantic.TypeAdapter(kind.result)
    return _ADAPTERS[kind]


def _dump(kind: type[Operation[object]], value: object) -> str:
    if isinstance(value, Model):
        return value.model_dump_json(by_alias=True, exclude_unset=True)
    return _adapter(kind).dump_json(value, by_alias=True, exclude_unset=True).decode()
