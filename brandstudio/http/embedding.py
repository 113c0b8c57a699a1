"""A studio inside somebody else's server: an ASGI application that opens what it needs in the
process that serves, however often that process starts and stops it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import StudioError
from ..service.session import Session
from ..service.worker import Worker

if TYPE_CHECKING:
    from ..studio.steps import Transport

GRACE_SECONDS = 30.0
"""What work in flight has when the server stops."""


class EmbeddedApp:
    """The application of ``brandstudio.asgi``.

    ``opening`` gives the studio's session; it is called when the server starts (lifespan), or with the first
    request where there is no lifespan, as below a mount; never before a fork. ``own`` says that the
    studio is closed when the server stops. ``worker_threads`` of None leaves jobs to others.
    """

    def __init__(
        self,
        opening: Callable[[], Transport],
        build: Callable[[Session], ASGIApp],
        *,
        own: bool,
        worker_threads: int | None,
    ) -> None:
        self._opening, self._build, self._own = opening, build, own
        self._worker_threads = worker_threads
        self._lock = threading.Lock()
        self._app: ASGIApp | None = None
        self._session: Session | None = None
        self._worker: Worker | None = None
        self._pid = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the server."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        app = self._app
        if app is None or self._pid != os.getpid():
            app = await run_in_threadpool(self._started)
        await app(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            app = await run_in_threadpool(self._started)
        except StudioError as error:
            await receive()
            await send({"type": "lifespan.startup.failed", "message": f"{error.code}: {error}"})
            raise

        async def stop_first(message: Message) -> None:
            if message["type"].startswith("lifespan.shutdown"):
                # A server may end its loop as soon as it hears that all is over.
                await run_in_threadpool(self._stop)
            await send(message)

        await app(scope, receive, stop_first)

    def _started(self) -> ASGIApp:
        with self._lock:
            if self._app is not None and self._pid == os.getpid():
                return self._app
            session = self._opening()
            assert isinstance(session, Session), "an open studio stands on a session"
            busy = session.worker is not None and session.worker.running
            if self._worker_threads is not None and not busy:
                self._worker = Worker(session.service, self._worker_threads)
                self._worker.start()
            self._session, self._pid = session, os.getpid()
            self._app = self._build(session)
            return self._app

    def _stop(self) -> None:
        with self._lock:
            worker, session = self._worker, self._session
            self._app = self._worker = self._session = None
        if worker is not None:
            worker.stop(GRACE_SECONDS)
        if self._own and session is not None:
            session.close()
