"""Connections that nobody pays for: half a head, too many of them, and bodies without a right."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from fake_service import FakeService

from brandstudio.http.app import make_app
from brandstudio.http.connections import connection_limit, impatient


@contextlib.contextmanager
def serving(service: FakeService, most: int = 100, head_seconds: float = 0.3) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            make_app(service), http=impatient(most, head_seconds), log_level="critical", ws="none"
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def service() -> FakeService:
    return FakeService()


def ask(line: socket.socket, path: str = "/healthz") -> bytes:
    line.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    return answer(line)


def answer(line: socket.socket) -> bytes:
    line.settimeout(10)
    received = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n\r\n" not in received:
            piece = line.recv(65536)
            if not piece:
                break
            received += piece
    return received


def whole(line: socket.socket) -> bytes:
    """An answer with its body."""
    received = answer(line)
    head, _, body = received.partition(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert found
    while len(body) < int(found[1]):
        body += line.recv(65536)
    return head + b"\r\n\r\n" + body


def closed(line: socket.socket) -> bool:
    line.settimeout(10)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_half_a_head_is_not_waited_for(service: FakeService) -> None:
    with serving(service) as port:
        silent = socket.create_connection(("127.0.0.1", port))
        half = socket.create_connection(("127.0.0.1", port))
        half.sendall(b"GET /healthz HTTP/1.1\r\nhost:")
        assert closed(silent)
        assert closed(half)


def test_half_a_second_head_is_not_waited_for_either(service: FakeService) -> None:
    with serving(service) as port:
        line = socket.create_connection(("127.0.0.1", port))
        assert ask(line).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        line.settimeout(10)
        while piece := line.recv(65536):
            assert b"200 OK" not in piece


def test_a_trickled_head_does_not_win_time(service: FakeService) -> None:
    with serving(service) as port:
        line = socket.create_connection(("127.0.0.1", port))
        with pytest.raises(OSError, match=r"(?i)pipe|reset|abort"):
            trickle(line, b"GET /healthz HTTP/1.1\r\n" + b"x-a: b\r\n" * 200)


def trickle(line: socket.socket, head: bytes) -> None:
    for letter in head:
        line.sendall(bytes([letter]))
        time.sleep(0.02)


@pytest.mark.parametrize(
    "begins",
    [
        b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ",
        b"GET /",
        b"POST /v1/folders HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-a: ",
        b"POST /v1/folders HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1;a=",
    ],
    ids=["header", "path", "trailer", "chunk extension"],
)
def test_a_part_without_an_end_is_not_kept(service: FakeService, begins: bytes) -> None:
    with serving(service, head_seconds=20) as port:
        line = socket.create_connection(("127.0.0.1", port))
        # What the sockets hold has gone before it is refused, and not what a process might keep.
        assert flood(line, begins) < 32 * 1024 * 1024


def flood(line: socket.socket, begins: bytes) -> int:
    """Bytes that were taken of what has no end, 64 MB at most."""
    line.settimeout(10)
    sent = 0
    with contextlib.suppress(ConnectionError):
        line.sendall(begins)
        while sent < 64 * 1024 * 1024:
            line.sendall(b"x" * 65_536)
            sent += 65_536
    return sent


def test_long_heads_and_bodies_in_small_pieces_are_taken(service: FakeService) -> None:
    with serving(service, head_seconds=20) as port:
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: " + b"x" * 30_000 + b"\r\n\r\n")
        assert answer(line).startswith(b"HTTP/1.1 200")
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"POST /v1/folders HTTP/1.1\r\nhost: x\r\nx-api-key: bsk_full\r\n")
        line.sendall(b"content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in range(3000):
            line.sendall(b"64\r\n" + b" " * 100 + b"\r\n")
        line.sendall(b"0\r\n\r\n")
        assert answer(line).startswith(b"HTTP/1.1 400")


def test_who_is_above_the_limit_is_turned_away_and_the_rest_are_served(
    service: FakeService,
) -> None:
    with serving(service, most=4, head_seconds=5) as port:
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
        assert ask(lines[0]).startswith(b"HTTP/1.1 200")
        late = socket.create_connection(("127.0.0.1", port))
        assert closed(late)
        assert ask(lines[3]).startswith(b"HTTP/1.1 200")
        lines[1].close()
        for _ in range(500):
            again = socket.create_connection(("127.0.0.1", port))
            with contextlib.suppress(ConnectionError):
                if ask(again).startswith(b"HTTP/1.1 200"):
                    return
        raise AssertionError("a place that became free was not given away")


def test_a_request_that_takes_longer_than_a_head_may_is_left_alone(service: FakeService) -> None:
    gate = threading.Event()
    service.is_ready = True
    service.ready = lambda: gate.wait(10)  # type: ignore[method-assign]
    with serving(service, head_seconds=0.1) as port:
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n")
        time.sleep(0.4)
        gate.set()
        assert answer(line).startswith(b"HTTP/1.1 200")


def test_an_upload_to_an_unknown_address_is_refused_before_its_body(service: FakeService) -> None:
    with serving(service) as port:
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(
            b"PUT /uploads/none HTTP/1.1\r\nhost: x\r\ncontent-length: 50000000\r\n\r\nfirst bytes"
        )
        assert answer(line).startswith(b"HTTP/1.1 404")


def test_the_process_has_descriptors_for_its_connections() -> None:
    assert connection_limit() >= 64


@pytest.mark.parametrize("method", ["BREW", "TRACE", "propfind", "M-SEARCH", "X"])
def test_a_method_that_nobody_has_heard_of_is_told_those_that_the_path_takes(
    service: FakeService, method: str
) -> None:
    with serving(service) as port:
        line = socket.create_connection(("127.0.0.1", port))
        for _ in range(2):  # the second on the same connection
            line.sendall(f"{method} /v1/folders HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            told = whole(line)
            assert told.startswith(b"HTTP/1.1 405")
            assert b"METHOD_NOT_ALLOWED" in told
            assert b"SOURCE" not in told
        assert ask(line).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "sent", [b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"G\xc3\xa4T / HTTP/1.1\r\n\r\n", b"GET / HTTX/9\r\n\r\n"]
)  # fmt: skip
def test_what_is_no_request_is_refused_in_the_shape_of_every_error(
    service: FakeService, sent: bytes
) -> None:
    with serving(service) as port:
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(sent)
        head, _, body = whole(line).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400")
        error = json.loads(body)["error"]
        assert error["code"] == "VALIDATION_ERROR"
        assert f"x-request-id: {error['requestId']}".encode() in head
