"""A receiver of webhooks for the length of the demo: takes what comes to it on loopback and
verifies each signature.
"""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from types import TracebackType

from ..webhooks import SIGNATURE_HEADER, Event, SignatureError, verify

PATH = "/brandstudio-demo"
_MOST_BYTES = 1 << 20


class Receiver:
    """Listens on a free port of 127.0.0.1 while it is open; ``secret`` is what the events must be
    signed with.
    """

    def __init__(self) -> None:
        self.secret = ""
        self._events: Queue[Event] = Queue()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.host}{PATH}"

    def __enter__(self) -> Receiver:
        threading.Thread(
            target=self._server.serve_forever, name="demo-receiver", daemon=True
        ).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def take(self, body: bytes, signature: str | None) -> bool:
        """Whether a delivery is believed; then it can be waited for."""
        try:
            event = verify(self.secret or "none yet", body, signature, now=time.time())
        except SignatureError:
            return False
        self._events.put(event)
        return True

    def wait_for(self, id: str, seconds: float) -> Event | None:
        """The event of that id, or None when it has not come by then."""
        end = time.monotonic() + seconds
        while True:
            try:
                event = self._events.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                return None
            if event.id == id:
                return event


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not length.isdecimal() or int(length) > _MOST_BYTES or self.path != PATH:
                self.close_connection = True
                self._answer(400)
                return
            taken = receiver.take(self.rfile.read(int(length)), self.headers.get(SIGNATURE_HEADER))
            self._answer(204 if taken else 400)

        def _answer(self, status: int) -> None:
            self.send_response(status)
            if status != 204:
                self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """The demo says what matters."""

    return Handler
