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
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from .app import App, Failure, example, pass_app

if TYPE_CHECKING:
    from ..service.worker import Worker

GRACE_SECONDS = 30.0
"""What work in flight has after SIGTERM (decisions: serve)."""
_LAST_SECONDS = 5.0

THREADS = click.option(
    "--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="Jobs at a time."
)
log = logging.getLogger("brandstudio")


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
@pass_app
def serve(app: App, host: str, port: int, threads: int) -> None:
    """Serve /v1 with its worker. Prints the address when it is ready; /docs describes every
    call.
    """
    asked = _heed_signals()
    try:
        import uvicorn

        from ..http.app import make_app
    except ModuleNotFoundError as error:
        raise Failure(
            "NOT_INSTALLED", f"{error.name} is missing: pip install 'brandstudio[server]'"
        ) from None
    from ..service.worker import Worker

    _log_to_stderr()
    listener = _listen(host, port)
    with listener, app.service(threads=threads) as service:
        service.owner(app.workspace)  # a wrong --workspace is told now, not by every call
        address = _address(host, listener.getsockname()[1])
        if service.settings.base_url is None:
            service.keep_base_url(address)
        worker = Worker(service, threads)
        ending = Ending(worker, asked)
        config = uvicorn.Config(
            make_app(service, threads=max(4, threads), access=_access_line),
            log_config=None,
            access_log=False,
            ws="none",
            lifespan="on",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=int(GRACE_SECONDS),
            timeout_keep_alive=30,
        )
        server = _server(
            uvicorn, config, ending, lambda: app.show({"url": address}, f"Serving {address}")
        )
        worker.start()
        try:
            server.run(sockets=[listener])
        finally:
            ending.begin()
            ending.wait()
    if not server.started:
        raise Failure("NOT_STARTED", "the server could not start; the log above says why")


def _server(uvicorn: Any, config: Any, ending: Ending, ready: Any) -> Any:
    class Server(uvicorn.Server):  # type: ignore[misc]
        """Says when it is ready, and lets the worker stop at the same moment as itself."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()
                sys.stdout.flush()
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


def _access_line(line: str) -> None:
    sys.stderr.write(line + "\n")


def _log_to_stderr() -> None:
    """What happens, as text on standard error, where the access log goes as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addHandler(handler)
