"""The transport in this process: operations go straight to the service."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from ..models.library import UploadTicket
from ..operations import Operation
from .callers import Caller
from .service import Service

if TYPE_CHECKING:
    import sqlite_utils

    from .worker import Worker

R = TypeVar("R")


class Session:
    """One caller's way to a service of this process. ``worker`` threads are stopped with it."""

    def __init__(
        self, service: Service, caller: Caller, *, worker: Worker | None = None, owns: bool = False
    ) -> None:
        self.service = service
        self.caller = caller
        self.worker = worker
        self._helper: Worker | None = None
        self._making = threading.Lock()
        self._owns = owns
        self._closed = False

    def __repr__(self) -> str:
        return f"Session({str(self.service.settings.data)!r})"

    def send(self, operation: Operation[R], /) -> R:
        if self._closed:
            raise RuntimeError("this studio is closed; open it again with brandstudio.open()")
        return self.service.send(self.caller, operation, self.service.new_request_id())

    def hand_in(self, operation: Operation[R], /) -> R:
        """Like ``send``, for work whose end is waited for: that it was accepted goes to disk with the
        next commit that lasts. What the power takes before that was charged to nobody.
        """
        if self._closed:
            raise RuntimeError("this studio is closed; open it again with brandstudio.open()")
        return self.service.send(
            self.caller, operation, self.service.new_request_id(), lasting=False
        )

    def lacks(self, kind: str, name: str) -> str | None:
        """Why this studio has nothing of that kind and name; None where it has."""
        return self.service.lacks(kind, name)

    def upload(self, ticket: UploadTicket, data: bytes, /) -> None:
        token = ticket.upload_url.rpartition("/uploads/")[2]
        self.service.put_upload(token, ticket.headers.get("content-type"), data)

    def read(self, url: str, /) -> bytes:
        return self.service.open_link(url.rpartition("/files/")[2]).read()

    def database(self) -> sqlite_utils.Database:
        """The caller's workspace in SQL, read-only."""
        if self._closed:
            raise RuntimeError("this studio is closed; open it again with brandstudio.open()")
        return self.service.store.views(self.caller.workspace_id)

    def assist(self) -> bool:
        """Carry out one waiting job or delivery on this thread; leaves it to the worker's threads
        where there are any.
        """
        if self.worker is not None and self.worker.running:
            return False
        return self._help().run_one()

    def _help(self) -> Worker:
        # Whoever only asks needs none of the drawing and imagining that a worker brings along.
        from .worker import Worker

        with self._making:
            if self._helper is None:
                self._helper = Worker(self.service, threads=0)
            return self._helper

    def close(self) -> None:
        self._closed = True
        if self.worker is not None:
            self.worker.stop()
        if self._owns:
            self.service.close()
