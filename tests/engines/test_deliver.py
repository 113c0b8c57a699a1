"""One delivery is one POST and one outcome, whatever the receiver does."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import ssrfguard

from brandstudio.network.deliver import MAX_ANSWER_BYTES, Deliverer
from brandstudio.webhooks import EVENT_HEADER, SIGNATURE_HEADER, sign, verify

BODY = json.dumps({"event": "image.completed", "id": "img_1", "version": 1}).encode()
HEADERS = {"content-type": "application/json", EVENT_HEADER: "image.completed"}


def taken(handler: Any) -> None:
    handler.reply(200, b"ok")


def test_a_signed_event_arrives_as_it_was_sent(plain_server: Any) -> None:
    plain_server.answers["/hook"] = taken
    headers = {**HEADERS, SIGNATURE_HEADER: sign("s", BODY, 1000)}
    with Deliverer([plain_server.host]) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook?x=1", BODY, headers)
    assert delivery.ok
    assert delivery.status == 200
    method, path, received, body = plain_server.seen[0]
    assert (method, path, received["host"]) == ("POST", "/hook?x=1", plain_server.host)
    assert (received["content-type"], received[EVENT_HEADER]) == (
        "application/json",
        "image.completed",
    )
    assert verify("s", body, received[SIGNATURE_HEADER], now=1000).id == "img_1"


def test_tls_receivers_are_verified(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server.answers["/hook"] = taken
    with Deliverer([server.host]) as deliverer:
        assert deliverer.post(f"{server.url}/hook", BODY, HEADERS).ok
    monkeypatch.delenv("SSL_CERT_FILE")
    with Deliverer([server.host]) as deliverer:
        delivery = deliverer.post(f"{server.url}/hook", BODY, HEADERS)
    assert delivery.status is None
    assert "certificate" in str(delivery.error)
    assert len(server.seen) == 1


def test_a_connection_is_kept_for_the_next_delivery(plain_server: Any) -> None:
    plain_server.answers["/hook"] = taken
    with Deliverer([plain_server.host]) as deliverer:
        assert all(deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).ok for _ in range(20))
    assert len(plain_server.seen) == 20
    assert plain_server.connections == 1


def test_plain_http_goes_to_listed_hosts_only(plain_server: Any) -> None:
    plain_server.answers["/hook"] = taken
    with Deliverer() as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS)
    assert delivery.status is None
    assert "https" in str(delivery.error)
    with Deliverer([f"127.0.0.1:{plain_server.port + 1}"]) as deliverer:
        assert deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).status is None
    assert plain_server.connections == 0


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "10.0.0.1", "169.254.169.254", "rebind.example"],
)  # fmt: skip
def test_private_receivers_are_refused_at_each_send(server: Any, host: str) -> None:
    def resolve(name: str, port: int, *rest: Any) -> Any:
        if name == "rebind.example":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        return socket.getaddrinfo(name, port, *rest)

    with Deliverer(resolver=resolve) as deliverer:
        delivery = deliverer.post(f"https://{host}:{server.port}/hook", BODY, HEADERS)
    assert delivery.status is None
    assert "private" in str(delivery.error)
    assert server.connections == 0


def test_link_local_receivers_are_refused_even_when_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssrfguard, "connect", lambda *_, **__: pytest.fail("connected"))
    with Deliverer(["169.254.169.254", "[fe80::1]"]) as deliverer:
        for url in ("http://169.254.169.254/", "https://169.254.169.254/", "http://[fe80::1]/"):
            assert "private" in str(deliverer.post(url, BODY, HEADERS).error)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_not_followed(plain_server: Any, status: int) -> None:
    plain_server.answers["/hook"] = lambda h: h.reply(status, b"", location="/other")
    plain_server.answers["/other"] = taken
    with Deliverer([plain_server.host]) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS)
    assert (delivery.status, delivery.ok) == (status, False)
    assert [path for _, path, _, _ in plain_server.seen] == ["/hook"]


@pytest.mark.parametrize(
    ("status", "ok"),
    [(200, True), (204, True), (299, True), (400, False), (404, False), (500, False)],
)
def test_every_2xx_is_taken_and_nothing_else(plain_server: Any, status: int, ok: bool) -> None:
    plain_server.answers["/hook"] = lambda h: h.reply(status, b"" if status == 204 else b"body")
    with Deliverer([plain_server.host]) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS)
    assert (delivery.status, delivery.ok) == (status, ok)


def test_a_receiver_that_does_not_answer_is_given_up(plain_server: Any) -> None:
    go = threading.Event()
    plain_server.answers["/hook"] = lambda h: go.wait(20)
    with Deliverer([plain_server.host], timeout_seconds=0.3) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS)
    go.set()
    assert delivery.status is None
    assert "0.3 s" in str(delivery.error)


def test_headers_that_drip_do_not_hold_the_worker(plain_server: Any) -> None:
    def drip(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(2000):
            handler.wfile.write(b"x-%d: 1\r\n" % number)
            time.sleep(0.01)

    plain_server.answers["/hook"] = drip
    with Deliverer([plain_server.host], timeout_seconds=0.4) as deliverer:
        assert deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).status is None


def test_of_a_long_answer_only_the_beginning_is_read(plain_server: Any) -> None:
    sent = 0

    def endless(handler: Any) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            handler.wfile.write(bytes(0x8000))
            sent += 0x8000

    plain_server.answers["/hook"] = endless
    with Deliverer([plain_server.host]) as deliverer:
        assert deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).ok
    assert sent < 50_000_000
    assert MAX_ANSWER_BYTES == 65_536


def garbage(handler: Any) -> None:
    handler.wfile.write(b"\x00\xff not http\r\n\r\n")
    handler.close_connection = True


def nothing(handler: Any) -> None:
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("answer", [garbage, nothing])
def test_a_broken_answer_is_an_outcome_and_one_attempt(
    plain_server: Any, answer: Callable[[Any], None]
) -> None:
    plain_server.answers["/hook"] = answer
    with Deliverer([plain_server.host]) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS)
        assert delivery.status is None
        assert delivery.error
        assert len(plain_server.seen) == 1  # a receive that failed is one of six, never two
        plain_server.answers["/hook"] = taken
        assert deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).ok


@pytest.mark.parametrize(
    "url",
    ["", "hook", "http://", "https://", "ftp://127.0.0.1/", "file:///etc/passwd", "https://u:p@127.0.0.1/", "https://[::1", "https://x:99999/",
     "https://a..b/", "https://" + "a" * 9000, "https://\ud800/", "https://nowhere.invalid/"],
)  # fmt: skip
def test_addresses_that_can_not_be_delivered_to_are_outcomes_too(url: str) -> None:
    def resolve(*_: Any) -> Any:
        raise socket.gaierror("no such name")

    with Deliverer(resolver=resolve) as deliverer:
        delivery = deliverer.post(url, BODY, HEADERS)
    assert delivery.status is None
    assert delivery.error
    assert "\n" not in delivery.error


def test_a_header_that_would_break_the_request_is_an_outcome(plain_server: Any) -> None:
    with Deliverer([plain_server.host]) as deliverer:
        delivery = deliverer.post(f"{plain_server.url}/hook", BODY, {"x-a": "b\r\nx-c: d"})
    assert delivery.status is None
    assert plain_server.seen == []


def test_threads_share_one_deliverer(plain_server: Any) -> None:
    plain_server.answers["/hook"] = taken
    results: list[bool] = []
    with Deliverer([plain_server.host]) as deliverer:

        def send() -> None:
            results.extend(
                deliverer.post(f"{plain_server.url}/hook", BODY, HEADERS).ok for _ in range(25)
            )

        threads = [threading.Thread(target=send) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [True] * 100
    assert plain_server.connections <= 8
