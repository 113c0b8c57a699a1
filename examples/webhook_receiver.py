"""Receives webhooks, with the standard library's server: verifies each one and acts on each event
once.

    export SIGNING_SECRET=...            # what `brandstudio webhooks set URL` printed
    python examples/webhook_receiver.py 9000

While a secret is being rotated, give both, separated by a comma. Deliveries may repeat, so what was
acted on is remembered by id and version, in a file that outlives the process.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from brandstudio.webhooks import SIGNATURE_HEADER, Event, SignatureError, verify

MAX_BODY = 1_000_000


class Seen:
    """Which events were acted on."""

    def __init__(self, path: str) -> None:
        self.path = path
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(
                "CREATE TABLE IF NOT EXISTS seen (id TEXT, version INTEGER, PRIMARY KEY (id, version))"
            )

    def once(self, event: Event, act: Callable[[Event], None]) -> None:
        """Act on an event that was not acted on before. When acting fails, nothing is remembered:
        it comes again.
        """
        version = -1 if event.version is None else event.version  # NULLs would never be equal
        with (
            closing(sqlite3.connect(self.path, timeout=10)) as db,
            db,
        ):  # one transaction, so two can't both be first
            if (
                db.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (event.id, version)).rowcount
                == 1
            ):
                act(event)


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to what it has taken, now or before; 400 to what it does not believe."""

    protocol_version = "HTTP/1.1"
    timeout = 30
    secrets: list[str]
    seen: Seen

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True  # the body stays unread
            return self.answer(413)
        body = self.rfile.read(int(length))  # the raw bytes: they are what was signed
        try:
            event = verify(self.secrets, body, self.headers.get(SIGNATURE_HEADER), now=time.time())
        except SignatureError as wrong:
            print(f"refused: {wrong}", flush=True)
            return self.answer(400)
        try:
            self.seen.once(event, act_on)
        except Exception as failed:
            print(f"failed, to be sent again: {failed}", flush=True)
            return self.answer(500)
        return self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *_: object) -> None:
        """Say nothing of each request; act_on says what matters."""


def act_on(event: Event) -> None:
    """What a real receiver does with an event; keep it short or hand it on, the sender waits ten
    seconds.
    """
    if event.event == "image.failed":
        print(f"{event.event} {event.id} v{event.version}: {event.error}", flush=True)
    else:
        print(f"{event.event} {event.id} v{event.version} {event.url}", flush=True)


def main(port: int, database: str = "webhooks_seen.db") -> None:
    Receiver.secrets = [
        secret for secret in os.environ.get("SIGNING_SECRET", "").split(",") if secret
    ]
    if not Receiver.secrets:
        sys.exit("Set SIGNING_SECRET to the secret that `brandstudio webhooks set URL` printed.")
    Receiver.seen = Seen(database)
    with ThreadingHTTPServer(("127.0.0.1", port), Receiver) as server:
        print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9000, *sys.argv[2:3])
