"""``brandstudio serve`` and ``brandstudio worker``: run until SIGTERM, then finish what is in
flight.
"""

from __future__ import annotations

import gc
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

from ..models.jobs import JOB_KINDS, JobKind
from .app import App, Failure, example, pass_app
from .log_lines import LogFormat, formatter
from .stderr_lines import LinesHandler, StderrLines
from .supervisor import Role, Supervisor, can_fork

if TYPE_CHECKING:
    import uvicorn

    from ..service.service import Service
    from ..service.worker import Worker
    from ..settings import Serving

GRACE_SECONDS = 30.0
"""What work in flight has after SIGTERM (decisions: serve)."""
_LAST_SECONDS = 5.0
_SWITCH_SECONDS = 0.0002
"""How long a thread may keep the interpreter while the event loop waits for it, which it does once for
each connection that it reads; Python's own 5 ms are felt by every answer while a preview is drawn.
"""
JOB_NICE = 10
"""How far processes that draw stand back behind those that answer: about a tenth of a core that
both want, all of one that nobody else wants.
"""

THREADS = click.option(
    "--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="Jobs at a time."
)
log = logging.getLogger("brandstudio")
_ROOT = logging.getLogger()
"""All that is logged comes by here, that of libraries too."""


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
@click.option(
    "--job-processes",
    type=click.IntRange(1, 64),
    help="Processes that carry out jobs, each with --threads, at a lower priority.  [default: 1]",
)
@click.option(
    "--workers-in-process",
    is_flag=True,
    help="Carry out jobs in the processes that serve: for tests and small machines.",
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
    job_processes: int | None,
    workers_in_process: bool,
    root_path: str | None,
    trusted_proxies: tuple[str, ...],
) -> None:
    """Serve /v1, and carry out its jobs in processes of their own. Prints the address when it is
    ready; /docs describes every call.
    """
    if workers_in_process and job_processes is not None:
        raise click.UsageError("--job-processes and --workers-in-process exclude each other")
    asked = _heed_signals()
    _require_server()
    from ..settings import serving_from_environment, trusted

    told = serving_from_environment(app.data_folder, app.environment)
    if workers_in_process or job_processes is not None:
        told = replace(told, job_processes=job_processes or 0)
    if root_path is not None:
        told = replace(told, root_path="/" + root_path.strip("/") if root_path.strip("/") else "")
    if trusted_proxies:
        told = replace(told, trusted_proxies=trusted(trusted_proxies, "--trusted-proxy"))
    _log_to_stderr(told.log)
    listener = _listen(host, port)
    with listener:
        address = _address(host, listener.getsockname()[1]) + told.root_path
        if told.guide is None:
            told = replace(told, guide=host in ("127.0.0.1", "::1", "localhost"))
        one = OneServer(app, listener, address, threads, told)

        def ready() -> None:
            app.show({"url": address}, f"Serving {address}")
            sys.stdout.flush()

        jobs = told.job_processes if can_fork() else 0
        if workers == 1 and jobs == 0:
            one.run(asked, ready)
            return
        serving = Role("serving", lambda ready: one.run(_heed_signals(), ready))
        working = Role("job", lambda ready: work(app, threads, _heed_signals(), ready, JOB_NICE))
        Supervisor([serving] * workers + [working] * jobs).run(asked, ready)


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
        sys.setswitchinterval(_SWITCH_SECONDS)
        with (
            _logging_lines(self.told.log) as lines,
            self.app.service(threads=self.threads) as service,
        ):
            service.owner(self.app.workspace)  # a wrong --workspace is told now, not by every call
            if service.settings.base_url is None:
                service.keep_base_url(self.address)
            ending = Ending(self._worker(service), asked)
            settling = threading.Thread(target=_settle, name="settling", daemon=True)

            def settled_soon() -> None:
                settling.start()
                ready()

            server = _server(self._config(service, lines.write), ending, settled_soon)
            try:
                server.run(sockets=[self.listener])
            finally:
                ending.begin()
                ending.wait()
                if settling.ident is not None:
                    settling.join()  # an interpreter does not end well in the middle of an import
        if not server.started:
            raise Failure("NOT_STARTED", "the server could not start; the log above says why")

    def _worker(self, service: Service) -> Worker | None:
        """The worker of this process; None where jobs have processes of their own."""
        if self.told.job_processes and can_fork():
            return None
        from ..service.worker import Worker

        worker = Worker(service, self.threads)
        worker.start()
        return worker

    def _shows_metrics(self, service: Service) -> bool | None:
        """What is said; else nothing where a proxy may stand before it, whose callers all seem to
        be of this machine.
        """
        told = self.told
        behind = told.root_path or told.trusted_proxies or service.settings.base_url
        return False if told.metrics is None and behind else told.metrics

    def _config(self, service: Service, access: Callable[[str], object]) -> uvicorn.Config:
        import uvicorn

        from ..http.app import make_app
        from ..http.connections import connection_limit, impatient
        from ..http.guide import BUILT

        return uvicorn.Config(
            make_app(
                service,
                threads=max(4, self.threads),
                access=access,
                root_path=self.told.root_path,
                trusted_proxies=self.told.trusted_proxies,
                guide=BUILT if self.told.guide else None,
                metrics=self._shows_metrics(service),
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


def _settle() -> None:
    """Load what requests need, and leave it out of collections: whoever asks while the first banner is
    accepted would wait for both.
    """
    from .. import pipelines  # noqa: F401

    gc.collect()
    gc.freeze()


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
@click.option(
    "--kinds",
    callback=lambda context, option, text: _kinds(text),
    metavar="KIND,...",
    help="Jobs of these kinds alone: image, design, extraction.  [default: all]",
)
@pass_app
def worker(app: App, threads: int, kinds: tuple[JobKind, ...]) -> None:
    """Carry out jobs and deliveries only, beside one or more servers."""
    asked = _heed_signals()
    from ..settings import serving_from_environment

    _log_to_stderr(serving_from_environment(app.data_folder, app.environment).log)

    def ready() -> None:
        folder = app.settings().data
        app.show({"data": folder}, f"Working for {folder}")
        sys.stdout.flush()

    work(app, threads, asked, ready, kinds=kinds)


def work(
    app: App,
    threads: int,
    asked: threading.Event,
    ready: Callable[[], None],
    nice: int = 0,
    kinds: tuple[JobKind, ...] = JOB_KINDS,
) -> None:
    """Carry out jobs and deliveries until asked to stop, then finish what is in flight. ``nice``
    is how far this process stands back behind others (os.nice).
    """
    from ..service.worker import Worker

    if nice:
        os.nice(nice)
    with app.service(threads=threads) as service:
        worker = Worker(service, threads, kinds)
        ending = Ending(worker, asked)
        worker.start()
        ready()
        asked.wait()
        ending.begin()
        ending.wait()


def _kinds(text: str | None) -> tuple[JobKind, ...]:
    if text is None:
        return JOB_KINDS
    asked = {word.strip() for word in text.split(",")}
    if not asked <= set(JOB_KINDS):
        unknown = ", ".join(sorted(asked - set(JOB_KINDS)))
        raise click.BadParameter(f"no kind of job: {unknown}; there are {', '.join(JOB_KINDS)}")
    return tuple(kind for kind in JOB_KINDS if kind in asked)


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

    def __init__(self, worker: Worker | None, asked: threading.Event) -> None:
        self._worker = worker
        self.asked = asked
        self._stopping: threading.Thread | None = None

    def begin(self) -> None:
        """Take up no more work; called again it does nothing."""
        self.asked.set()
        if self._stopping is None:
            self._stopping = threading.Thread(target=self._stop, name="ending", daemon=True)
            self._stopping.start()
            threading.Thread(target=self._give_up, name="last-resort", daemon=True).start()

    def wait(self) -> None:
        """Until the worker has stopped."""
        assert self._stopping is not None
        self._stopping.join()

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.stop(GRACE_SECONDS)

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


def _log_to_stderr(form: LogFormat) -> None:
    """What happens, on standard error, where the access log goes as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(form))
    _ROOT.handlers = [handler]
    log.setLevel(logging.INFO)
    logging.captureWarnings(True)


@contextmanager
def _logging_lines(form: LogFormat) -> Iterator[StderrLines]:
    """The same while a server runs, by lines that its event loop never waits for."""
    lines = StderrLines(sys.stderr)
    before = _ROOT.handlers
    handler = LinesHandler(lines)
    handler.setFormatter(formatter(form))
    _ROOT.handlers = [handler]
    try:
        yield lines
    finally:
        _ROOT.handlers = before
        lines.close()
