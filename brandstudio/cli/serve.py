"""``brandstudio serve`` and ``brandstudio worker``: run until SIGTERM, then finish what is in
flight.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import TYPE_CHECKING

import click

from .app import App, Failure, example, pass_app
from .stderr_lines import LinesHandler, StderrLines

if TYPE_CHECKING:
    import uvicorn

    from ..service.service import Service
    from ..service.worker import Worker
    from ..settings import Serving

GRACE_SECONDS = 30.0
"""What work in flight has after SIGTERM (decisions: serve)."""
_LAST_SECONDS = 5.0

THREADS = click.option(
    "--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="Jobs at a time."
)
log = logging.getLogger("brandstudio")
_LOGGERS = (log, logging.getLogger("uvicorn.error"))


@click.command(epilog=example("brandstudio serve --port 8000"))
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 for all.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 takes a free one.",
)
@THREADS
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve, each with its own threads.",
)
@click.option("--root-path", help="The prefix under which a proxy shows it, as /studio.")
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="An address or network whose X-Forwarded headers are believed; may be repeated.",
)
@pass_app
def serve(
    app: App,
    host: str,
    port: int,
    threads: int,
    workers: int,
    root_path: str | None,
    trusted_proxies: tuple[str, ...],
) -> None:
    """Serve /v1 with its worker. Prints the address when it is ready; /docs describes every
    call.
    """
    asked = _heed_signals()
    _require_server()
    from ..settings import serving_from_environment, trusted

    told = serving_from_environment(app.data_folder, app.environment)
    if root_path is not None:
        told = replace(told, root_path="/" + root_path.strip("/") if root_path.strip("/") else "")
    if trusted_proxies:
        told = replace(told, trusted_proxies=trusted(trusted_proxies, "--trusted-proxy"))
    _log_to_stderr()
    listener = _listen(host, port)
    with listener:
        address = _address(host, listener.getsockname()[1]) + told.root_path
        if told.guide is None:
            told = replace(told, guide=host in ("127.0.0.1", "::1", "localhost"))
        one = OneServer(app, listener, address, threads, told)

        def ready() -> None:
            app.show({"url": address}, f"Serving {address}")
            sys.stdout.flush()

        if workers == 1:
            one.run(asked, ready)
        else:
            from .supervisor import Supervisor

            Supervisor(workers, lambda told_ready: one.run(_heed_signals(), told_ready)).run(
                asked, ready
            )


def _require_server() -> None:
    try:
        import uvicorn  # noqa: F401

        from ..http import app as _  # noqa: F401
    except ModuleNotFoundError as error:
        raise Failure(
            "NOT_INSTALLED", f"{error.name} is missing: pip install 'brandstudio[server]'"
        ) from None


@dataclass(frozen=True)
class OneServer:
    """What one process serves: a socket that listens, and the studio behind it."""

    app: App
    listener: socket.socket
    address: str
    threads: int
    told: Serving

    def run(self, asked: threading.Event, ready: Callable[[], None]) -> None:
        """Serve until asked to stop, then finish what is in flight."""
        from ..service.worker import Worker

        with _logging_lines() as lines, self.app.service(threads=self.threads) as service:
            service.owner(self.app.workspace)  # a wrong --workspace is told now, not by every call
            if service.settings.base_url is None:
                service.keep_base_url(self.address)
            worker = Worker(service, self.threads)
            ending = Ending(worker, asked)
            server = _server(self._config(service, lines.write), ending, ready)
            worker.start()
            try:
                server.run(sockets=[self.listener])
            finally:
                ending.begin()
                ending.wait()
        if not server.started:
            raise Failure("NOT_STARTED", "the server could not start; the log above says why")

    def _config(self, service: Service, access: Callable[[str], object]) -> uvicorn.Config:
        import uvicorn

        from ..http.app import make_app
        from ..http.connections import connection_limit, impatient
        from ..http.guide import built_guide

        return uvicorn.Config(
            make_app(
                service,
                threads=max(4, self.threads),
                access=access,
                root_path=self.told.root_path,
                trusted_proxies=self.told.trusted_proxies,
                guide=built_guide() if self.told.guide else None,
            ),
            http=impatient(connection_limit()),
            log_config=None,
            access_log=False,
            ws="none",
            lifespan="on",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=int(GRACE_SECONDS),
            timeout_keep_alive=30,
        )


def _server(config: uvicorn.Config, ending: Ending, ready: Callable[[], None]) -> uvicorn.Server:
    import uvicorn

    class Server(uvicorn.Server):
        """Says when it is ready, and lets the worker stop at the same moment as itself."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()
            # A signal that came before this server listened for any.
            if ending.asked.is_set():
                self.should_exit = True

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            ending.begin()
            super().handle_exit(sig, frame)

    return Server(config)


@click.command(epilog=example("brandstudio worker --threads 4"))
@THREADS
@pass_app
def worker(app: App, threads: int) -> None:
    """Carry out jobs and deliveries only, beside one or more servers on this machine."""
    asked = _heed_signals()
    from ..service.worker import Worker

    _log_to_stderr()
    with app.service(threads=threads) as service:
        ending = Ending(Worker(service, threads), asked)
        ending.worker.start()
        app.show({"data": service.settings.data}, f"Working for {service.settings.data}")
        sys.stdout.flush()
        ending.asked.wait()
        ending.begin()
        ending.wait()


def _heed_signals() -> threading.Event:
    """Set by SIGTERM and SIGINT from now on; they end nothing by themselves, however early they
    come.

    uvicorn takes them over while it serves, and when it has stopped gives them back to these
    handlers.
    """
    asked = threading.Event()

    def notice(number: int, frame: FrameType | None) -> None:
        asked.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, notice)
    return asked


class Ending:
    """The end of a process that works: 30 s for what is in flight, then its leases go back."""

    def __init__(self, worker: Worker, asked: threading.Event) -> None:
        self.worker = worker
        self.asked = asked
        self._stopping: threading.Thread | None = None

    def begin(self) -> None:
        """Take up no more work; called again it does nothing."""
        self.asked.set()
        if self._stopping is None:
            self._stopping = threading.Thread(
                target=self.worker.stop, args=(GRACE_SECONDS,), name="ending", daemon=True
            )
            self._stopping.start()
            threading.Thread(target=self._give_up, name="last-resort", daemon=True).start()

    def wait(self) -> None:
        """Until the worker has stopped."""
        assert self._stopping is not None
        self._stopping.join()

    def _give_up(self) -> None:
        # A request that hangs in a thread would hold the process for ever; leases went back after
        # the grace.
        threading.Event().wait(GRACE_SECONDS + _LAST_SECONDS)
        log.warning("stopped while a request was still under way")
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket, so that a port in use is told before anything is opened."""
    try:
        family, _, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server((str(place[0]), int(place[1])), family=family, backlog=2048)
    except socket.gaierror:
        raise Failure(
            "ADDRESS_UNUSABLE", f"{host!r} is no address of this machine; try --host 127.0.0.1"
        ) from None
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise Failure(
            "ADDRESS_IN_USE" if "in use" in reason.lower() else "ADDRESS_UNUSABLE",
            f"{host}:{port} can't be served ({reason}). Try another --port; --port 0 takes a free one.",
        ) from None
    # Connections inherit it. asyncio sets it only on sockets that were made with an explicit
    # protocol, and without it an answer in two writes waits 40 ms for the client's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _address(host: str, port: int) -> str:
    """What links begin with: the bound address, and this machine's own where it is bound to all of
    them.
    """
    own = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host)  # noqa: S104
    return f"http://{own or (f'[{host}]' if ':' in host else host)}:{port}"


def _log_to_stderr() -> None:
    """What happens, as text on standard error, where the access log goes as JSON lines."""
    for logger in _LOGGERS:
        logger.handlers = [_formatted(logging.StreamHandler())]
    log.setLevel(logging.INFO)


@contextmanager
def _logging_lines() -> Iterator[StderrLines]:
    """The same while a server runs, by lines that its event loop never waits for."""
    lines = StderrLines(sys.stderr)
    before = [logger.handlers for logger in _LOGGERS]
    for logger in _LOGGERS:
        logger.handlers = [_formatted(LinesHandler(lines))]
    try:
        yield lines
    finally:
        for logger, handlers in zip(_LOGGERS, before, strict=True):
            logger.handlers = handlers
        lines.close()


def _formatted(handler: logging.Handler) -> logging.Handler:
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
