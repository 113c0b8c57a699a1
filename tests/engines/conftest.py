"""A small TLS server on loopback whose answers each test scripts, and a trust store that knows
it.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import trustme

Answer = Callable[[Any], None]


class ScriptedServer:
    """``answers[path]`` is called with the request's handler; ``seen`` holds (method, path,
    headers, body).
    """

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.answers: dict[str, Answer] = {}
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []
        self.connections = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                outer.seen.append(
                    (self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                )
                found = outer.answers.get(self.path.partition("?")[0])
                if found is None:
                    self.reply(404, b"nothing here")
                else:
                    found(self)

            do_GET = do_POST = answer

            def reply(self, status: int, body: bytes, **fields: str) -> None:
                """Answer with ``body``; ``content_type='image/png'`` becomes the header
                Content-Type.
                """
                self.send_response(status)
                for name, value in {"content_length": str(len(body)), **fields}.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def get_request(self) -> tuple[socket.socket, Any]:
                connection, address = super().get_request()
                outer.connections += 1
                return connection, address

            def finish_request(self, request: Any, client_address: Any) -> None:
                if tls is not None:
                    request.settimeout(10)
                    try:
                        request = tls.wrap_socket(request, server_side=True)
                    except OSError:
                        return
                super().finish_request(request, client_address)

            def handle_error(
                self, *_: Any
            ) -> None:  # a client that hangs up is what some tests are about
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"{'https' if tls else 'http'}://{self.host}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="session")
def server_tls(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "localhost", "pictures.example").configure_cert(context)
    return context


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's authority is trusted through SSL_CERT_FILE, as a user would do it."""
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))


@pytest.fixture
def start_server() -> Iterator[Callable[..., ScriptedServer]]:
    """Starts servers, with TLS when given a context, and closes them after the test."""
    started: list[ScriptedServer] = []

    def start(tls: ssl.SSLContext | None = None) -> ScriptedServer:
        started.append(ScriptedServer(tls))
        return started[-1]

    yield start
    for scripted in started:
        scripted.close()


@pytest.fixture
def server(
    start_server: Callable[..., ScriptedServer], server_tls: ssl.SSLContext, trusted: None
) -> ScriptedServer:
    return start_server(server_tls)


@pytest.fixture
def plain_server(start_server: Callable[..., ScriptedServer]) -> ScriptedServer:
    return start_server()
