"""Links are fetched only from the public internet, within bounds, and refusals tell nothing about
private networks.
"""

from __future__ import annotations

import gzip
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable
from typing import Any

import pytest
import ssrfguard
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.errors import PayloadTooLarge, ServiceBusy, UnsupportedMediaType, ValidationError
from brandstudio.network.fetch import UNREADABLE, Fetched, Fetcher, FetchRefused
from brandstudio.network.guard import AllowedHosts

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
LIMIT = 10_000


def answering(*addresses: str) -> Callable[..., list[tuple[int, int, int, str, tuple[Any, ...]]]]:
    """A resolver that gives ``addresses`` for any name and reads numbers as the system does."""

    def resolve(host: str, port: int, *_: Any) -> Any:
        try:
            socket.inet_aton(host)
        except OSError:
            if ":" not in host:
                return [
                    (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
                    if ":" in address
                    else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
                    for address in addresses
                ]
        return socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM, 0, socket.AI_NUMERICHOST)

    return resolve


def picture(handler: Any) -> None:
    handler.reply(200, PNG, content_type="image/png")


def listed(server: Any, **options: Any) -> Fetcher:
    return Fetcher([server.host], **options)


def test_a_link_to_a_listed_host_gives_its_bytes_and_type(server: Any) -> None:
    server.answers["/a.png"] = lambda h: h.reply(200, PNG, content_type="Image/PNG; charset=Binary")
    got = listed(server).fetch(f"{server.url}/a.png?x=1#part", max_bytes=LIMIT)
    assert got == Fetched(
        f"{server.url}/a.png?x=1#part", "image/png", PNG, f"{server.url}/a.png?x=1", "binary"
    )
    assert server.seen[0][1] == "/a.png?x=1"


def test_trust_follows_ssl_cert_file(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server.answers["/a.png"] = picture
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(FetchRefused, match="can't be read") as refused:
        listed(server).fetch(f"{server.url}/a.png", max_bytes=LIMIT)
    assert refused.value.reason == "unreachable"
    assert server.seen == []


def test_a_certificate_of_another_name_is_refused(server: Any) -> None:
    fetcher = Fetcher([f"other.example:{server.port}"], resolver=answering("127.0.0.1"))
    with pytest.raises(FetchRefused, match="can't be read"):
        fetcher.fetch(f"https://other.example:{server.port}/a.png", max_bytes=LIMIT)
    assert server.seen == []


def test_nothing_of_ours_is_sent_along(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.answers["/a"] = lambda h: h.reply(302, b"", location="/b.png", set_cookie="id=1; Path=/")
    server.answers["/b.png"] = picture
    fetcher = listed(server)
    fetcher.fetch(f"{server.url}/a", max_bytes=LIMIT)
    fetcher.fetch(f"{server.url}/b.png", max_bytes=LIMIT)
    for _, _, headers, _ in server.seen:
        assert set(headers) == {"host", "user-agent", "accept", "accept-encoding", "connection"}


# ---------------------------------------------------------------------------------------- where a link may not lead

INSIDE = [
    "127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "0.0.0.0", "0", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1",
    "017700000001", "00000177.0.0.1", "0x7F.0x0.0x0.0x1", "127.0.0.1.", "127。0。0。1", "１２７.０.０.１", "①②⑦.⓪.⓪.①",
    "localhost", "LOCALHOST", "localhost.", "ｌｏｃａｌｈｏｓｔ", "10.0.0.1", "10.1", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "192.168.257", "100.64.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.254.170.2",
    "100.100.100.200", "168.63.129.16", "[::ffff:168.63.129.16]", "192.0.0.192", "192.0.0.8", "192.88.99.1", "198.18.0.1", "203.0.113.9", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:0:127.0.0.1]",
    "[::ffff:100.64.0.1]", "[::ffff:169.254.169.254]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:7f00:1::]", "[2001:0:808:808::80ff:fffe]", "[fe80::1]",
    "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[5f00::1]", "[100::1]", "[2001:db8::1]", "[3fff::1]",
    "[2a00:1450::5efe:7f00:1]", "[fe80::1%25lo]", "[fe80::1%lo]", "internal.example", "метаданные.рф",
]  # fmt: skip
FORMS = [
    "https://{host}:{port}/a.png",
    "HTTPS://{host}:{port}/a.png",
    "https://{host}:{port}",
    "https://{host}:{port}/a.png?u=https://pictures.example/#@pictures.example",
    "https://{host}/a.png",
]


@pytest.mark.parametrize("form", FORMS)
def test_no_spelling_of_an_inside_address_is_connected_to(server: Any, form: str) -> None:
    fetcher = Fetcher(resolver=answering("127.0.0.1"))
    for host in INSIDE:
        with pytest.raises(FetchRefused):
            fetcher.fetch(form.format(host=host, port=server.port), max_bytes=LIMIT)
    assert server.connections == 0


@pytest.mark.parametrize(
    "url",
    [
        "", " ", "a.png", "/a.png", "//127.0.0.1/a.png", "https://", "https:///a.png", "https:/a.png", "https:a.png",
        "http://127.0.0.1/a.png", "http://pictures.example/a.png", "ftp://pictures.example/a", "file:///etc/passwd",
        "data:image/png;base64,iVBORw0KGgo=", "gopher://pictures.example/", "dict://pictures.example", "ws://pictures.example/",
        "javascript:alert(1)", "jar:https://pictures.example!/", "unix:///run/x.sock", "blob:https://pictures.example/1",
        "https://user@pictures.example/a.png", "https://user:pass@pictures.example/", "https://@pictures.example/a.png",
        "https://pictures.example@127.0.0.1/", "https://pictures.example\\@127.0.0.1/", "https://127.0.0.1\\@pictures.example/",
        "https://pictures.example:0/", "https://pictures.example:65536/", "https://pictures.example:-1/", "https://pictures.example:x/",
        "https://pictures.example/a b.png", " https://pictures.example/", "https://pictures.example/\r\nX: y", "https://pic\ttures.example/",
        "https://pictures.example/\x00", "https://pictures.example/\u2028", "https://[::1", "https://[zz]/", "https://[1.2.3.4]/",
        "https://a..b/", "https://.pictures.example/", "https://-/", "https://" + "a" * 64 + ".example/", "https://" + "a." * 200 + "b/",
        "https://pictures.example/" + "a" * 9000, "https://%31%32%37.0.0.1/", "https://pictures.example%00.evil.example/",
        "https://xn--/", "https://\ud800/", "https://*/", "https://pictures.example:443:443/", "https://1.2.3.4.5.6/",
        "https://256.256.256.256/", "https://0x100000000/",
    ],
)  # fmt: skip
def test_links_of_another_form_are_refused(url: str) -> None:
    def resolve(*_: Any) -> Any:
        raise socket.gaierror("no such name")

    with pytest.raises(FetchRefused):
        Fetcher(resolver=resolve).fetch(url, max_bytes=LIMIT)


def test_an_open_and_a_closed_private_port_read_the_same(server: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = free.getsockname()[1]
    texts = set()
    for host in ("127.0.0.1", "localhost", "internal.example", "169.254.169.254", "[::1]"):
        for port in (server.port, closed):
            with pytest.raises(FetchRefused) as refused:
                Fetcher(resolver=answering("127.0.0.1")).fetch(
                    f"https://{host}:{port}/a", max_bytes=LIMIT
                )
            texts.add(str(refused.value))
    with pytest.raises(FetchRefused) as refused:  # listed and closed: no other words for it either
        Fetcher([f"127.0.0.1:{closed}"]).fetch(f"https://127.0.0.1:{closed}/", max_bytes=LIMIT)
    texts.add(str(refused.value))
    assert texts == {UNREADABLE}
    assert server.connections == 0


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "169.254.1.1", "[fe80::1]", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "meta.example"]
)  # fmt: skip
def test_link_local_stays_closed_even_when_listed(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssrfguard, "connect", lambda *_, **__: pytest.fail("connected"))
    fetcher = Fetcher([host, f"{host}:443"], resolver=answering("169.254.169.254"))
    with pytest.raises(FetchRefused) as refused:
        fetcher.fetch(f"https://{host}/latest/meta-data/", max_bytes=LIMIT)
    assert refused.value.reason == "address"


def test_a_listed_port_opens_no_other_port_and_a_listed_name_no_other_spelling(server: Any) -> None:
    server.answers["/a.png"] = picture
    for entry, url in [
        (f"127.0.0.1:{server.port + 1}", f"{server.url}/a.png"),
        ("localhost", f"{server.url}/a.png"),
        ("127.0.0.1", f"https://127.1:{server.port}/a.png"),
        ("127.0.0.1:443", f"{server.url}/a.png"),
    ]:
        with pytest.raises(FetchRefused):
            Fetcher([entry]).fetch(url, max_bytes=LIMIT)
    assert server.connections == 0
    assert Fetcher(["127.0.0.1"]).fetch(f"{server.url}/a.png", max_bytes=LIMIT).body == PNG


@pytest.mark.parametrize(
    "entry", ["https://x", "a b", "x/y", "u@x", "x:y", "x:70000", "[::1", "*.x", "x?y"]
)
def test_a_listing_that_is_no_host_is_an_error_at_once(entry: str) -> None:
    with pytest.raises(ValidationError, match="BRANDSTUDIO_ALLOW_PRIVATE_HOSTS"):
        Fetcher([entry])


def test_listings_are_read_in_every_usual_spelling() -> None:
    allowed = AllowedHosts.of([" LocalHost:8443 ", "::1", "[::2]:443", "10.0.0.1", ""])
    for inside in [
        ("localhost", 8443),
        ("::1", 5),
        ("0:0:0:0:0:0:0:1", 5),
        ("::2", 443),
        ("10.0.0.1", 1),
    ]:
        assert inside in allowed
    for outside in [("localhost", 443), ("::2", 444), ("10.0.0.2", 1)]:
        assert outside not in allowed


# --------------------------------------------------------------------------------------------------------- redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_leads_inside(server: Any, status: int) -> None:
    server.answers["/secret"] = picture
    targets = [
        f"https://{host}:{server.port}/secret"
        for host in INSIDE
        if host not in {"127.0.0.1", "127.0.0.1."}
    ]
    targets += [
        f"http://{server.host}/secret",
        f"ftp://{server.host}/secret",
        "file:///etc/passwd",
        "data:,x",
    ]
    targets += [
        f"//localhost:{server.port}/secret",
        f"https://u:p@{server.host}/secret",
        "https://[",
        "//",
        "https://",
    ]
    fetcher = listed(server, resolver=answering("127.0.0.1"))
    for target in targets:
        location = target.encode("utf-8").decode("latin-1")
        server.answers["/start"] = lambda h, to=location: h.reply(status, b"", location=to)
        with pytest.raises(FetchRefused):
            fetcher.fetch(f"{server.url}/start", max_bytes=LIMIT)
    assert {path for _, path, _, _ in server.seen} <= {"/start", "/"}


def test_five_redirects_are_followed_and_a_sixth_is_not(server: Any) -> None:
    for step in range(7):
        server.answers[f"/{step}"] = lambda h, to=step + 1: h.reply(302, b"moved", location=f"{to}")
    server.answers["/6"] = picture
    assert listed(server).fetch(f"{server.url}/1", max_bytes=LIMIT).final_url == f"{server.url}/6"
    with pytest.raises(FetchRefused, match="more than 5"):
        listed(server).fetch(f"{server.url}/0", max_bytes=LIMIT)
    server.answers["/loop"] = lambda h: h.reply(308, b"", location="/loop")
    with pytest.raises(FetchRefused, match="more than 5"):
        listed(server).fetch(f"{server.url}/loop", max_bytes=LIMIT)


def test_a_redirect_without_an_address_is_refused(server: Any) -> None:
    server.answers["/a"] = lambda h: h.reply(302, b"")
    with pytest.raises(FetchRefused, match="nowhere"):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)


# --------------------------------------------------------------------------------------------------------- rebinding


def test_a_name_is_resolved_once_and_the_checked_address_is_the_one_connected_to(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = iter(["1.1.1.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"])
    tried: list[str] = []

    def connect(addresses: Any, **_: Any) -> Any:
        tried.extend(str(address.ip) for address in addresses)
        raise ConnectionRefusedError

    def resolve(host: str, port: int, *_: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(turn), port))]

    monkeypatch.setattr(ssrfguard, "connect", connect)
    fetcher = Fetcher(resolver=resolve)
    with pytest.raises(FetchRefused):
        fetcher.fetch(f"https://rebind.example:{server.port}/", max_bytes=LIMIT)
    assert tried == ["1.1.1.1"]
    for _ in range(3):  # the next times the name answers from inside, and nothing is connected to
        with pytest.raises(FetchRefused) as refused:
            fetcher.fetch(f"https://rebind.example:{server.port}/", max_bytes=LIMIT)
        assert refused.value.reason == "address"
    assert tried == ["1.1.1.1"]


@pytest.mark.parametrize(
    "inside", ["127.0.0.1", "::1", "10.0.0.1", "64:ff9b::a00:1", "169.254.169.254"]
)
def test_a_name_with_one_address_inside_is_refused_whole(
    inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssrfguard, "connect", lambda *_, **__: pytest.fail("connected"))
    for order in ((inside, "1.1.1.1"), ("1.1.1.1", "2606:4700::1111", inside)):
        with pytest.raises(FetchRefused) as refused:
            Fetcher(resolver=answering(*order)).fetch("https://mixed.example/", max_bytes=LIMIT)
        assert refused.value.reason == "address"


def test_host_and_server_name_stay_those_of_the_link(server: Any) -> None:
    server.answers["/a.png"] = picture
    origin = f"pictures.example:{server.port}"
    got = Fetcher([origin], resolver=answering("127.0.0.1")).fetch(
        f"https://{origin}/a.png", max_bytes=LIMIT
    )
    assert got.body == PNG  # the certificate was checked against pictures.example
    assert server.seen[0][2]["host"] == origin


def test_a_second_address_is_tried_when_the_first_is_closed(server: Any) -> None:
    server.answers["/a.png"] = picture
    origin = f"pictures.example:{server.port}"
    fetcher = Fetcher([origin], resolver=answering("127.9.9.9", "127.0.0.1"))
    assert fetcher.fetch(f"https://{origin}/a.png", max_bytes=LIMIT).body == PNG


def test_a_name_that_does_not_resolve_is_unreadable() -> None:
    def resolve(*_: Any) -> Any:
        raise socket.gaierror("no such name")

    with pytest.raises(FetchRefused, match="can't be read"):
        Fetcher(resolver=resolve).fetch("https://nowhere.example/", max_bytes=LIMIT)


# ------------------------------------------------------------------------------------------------------ time and size


def test_a_look_up_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    hang = threading.Event()

    def resolve(*_: Any) -> Any:
        hang.wait(30)
        raise socket.gaierror

    with pytest.raises(FetchRefused) as refused:
        Fetcher(resolver=resolve, connect_seconds=0.2).fetch(
            "https://slow.example/", max_bytes=LIMIT
        )
    hang.set()
    assert refused.value.reason == "timeout"


def test_a_server_that_never_answers_is_given_up(server: Any) -> None:
    gone = threading.Event()
    server.answers["/a"] = lambda h: gone.wait(30)  # type: ignore[assignment,return-value]
    with pytest.raises(FetchRefused) as refused:
        listed(server, connect_seconds=0.3).fetch(f"{server.url}/a", max_bytes=LIMIT)
    gone.set()
    assert refused.value.reason == "timeout"


def test_headers_that_drip_are_given_up(server: Any) -> None:
    def drip(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(3000):
            handler.wfile.write(b"x-%d: 1\r\n" % number)
            time.sleep(0.01)

    server.answers["/a"] = drip
    with pytest.raises(FetchRefused) as refused:
        listed(server, connect_seconds=0.4).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert refused.value.reason == "timeout"


def test_a_body_that_drips_is_given_up(server: Any) -> None:
    def drip(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
        for _ in range(3000):
            handler.wfile.write(b"x")
            time.sleep(0.01)

    server.answers["/a"] = drip
    with pytest.raises(FetchRefused) as refused:
        listed(server, total_seconds=0.5).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert refused.value.reason == "timeout"


def test_time_in_all_counts_over_redirects(server: Any) -> None:
    def slow(handler: Any) -> None:
        time.sleep(0.25)
        handler.reply(302, b"", location="/a")

    server.answers["/a"] = slow
    with pytest.raises(FetchRefused) as refused:
        listed(server, total_seconds=0.6).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert refused.value.reason == "timeout"


def test_a_file_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(server: Any) -> None:
    server.answers["/fits"] = lambda h: h.reply(200, b"x" * LIMIT, content_type="image/png")
    server.answers["/over"] = lambda h: h.reply(200, b"x" * (LIMIT + 1), content_type="image/png")
    assert len(listed(server).fetch(f"{server.url}/fits", max_bytes=LIMIT).body) == LIMIT
    with pytest.raises(PayloadTooLarge):
        listed(server).fetch(f"{server.url}/over", max_bytes=LIMIT)


def test_a_body_without_an_end_is_cut_off_at_the_limit(server: Any) -> None:
    sent = 0

    def endless(handler: Any) -> None:
        nonlocal sent
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        while True:
            handler.wfile.write(b"8000\r\n" + bytes(0x8000) + b"\r\n")
            sent += 0x8000

    server.answers["/a"] = endless
    with pytest.raises(PayloadTooLarge):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert sent < 50_000_000


def test_a_lying_length_is_not_believed(server: Any) -> None:
    def short(handler: Any) -> None:
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 500\r\n\r\nabc"
        )
        handler.close_connection = True

    server.answers["/short"] = short
    with pytest.raises(FetchRefused) as refused:
        listed(server).fetch(f"{server.url}/short", max_bytes=LIMIT)
    assert refused.value.reason == "unreachable"
    server.answers["/declared"] = lambda h: h.reply(
        200, b"", content_type="image/png", content_length="9" * 12
    )
    with pytest.raises(PayloadTooLarge):
        listed(server).fetch(f"{server.url}/declared", max_bytes=LIMIT)


@pytest.mark.parametrize(
    ("coding", "pack"), [("gzip", gzip.compress), ("x-gzip", gzip.compress), ("deflate", zlib.compress), ("GZIP", gzip.compress)]
)  # fmt: skip
def test_a_packed_answer_is_unpacked_within_the_limit(
    server: Any, coding: str, pack: Callable[[bytes], bytes]
) -> None:
    server.answers["/fits"] = lambda h: h.reply(
        200, pack(PNG), content_type="image/png", content_encoding=coding
    )
    server.answers["/bomb"] = lambda h: h.reply(
        200, pack(bytes(8_000_000)), content_encoding=coding
    )
    assert listed(server).fetch(f"{server.url}/fits", max_bytes=LIMIT).body == PNG
    with pytest.raises(PayloadTooLarge):
        listed(server).fetch(f"{server.url}/bomb", max_bytes=LIMIT)


def test_what_follows_packed_data_is_counted_too(server: Any) -> None:
    def endless(handler: Any) -> None:
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Encoding: gzip\r\n\r\n"
            + gzip.compress(PNG)
        )
        for _ in range(200):
            handler.wfile.write(bytes(0x8000))
        handler.close_connection = True

    server.answers["/a"] = endless
    with pytest.raises(PayloadTooLarge):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, gzip", "compress", "gzip"])
def test_other_or_broken_packing_is_refused(server: Any, coding: str) -> None:
    server.answers["/a"] = lambda h: h.reply(
        200, b"not packed", content_type="image/png", content_encoding=coding
    )
    with pytest.raises(FetchRefused) as refused:
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert refused.value.reason == "encoding"


def test_a_flood_of_headers_is_refused(server: Any) -> None:
    def flood(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            handler.wfile.write(b"x-a: " + b"b" * 1000 + b"\r\n")

    server.answers["/a"] = flood
    with pytest.raises(FetchRefused) as refused:
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)
    assert refused.value.reason == "unreachable"


# --------------------------------------------------------------------------------------------------- what is answered


@pytest.mark.parametrize("status", [201, 204, 206, 304, 400, 401, 404, 410, 429, 500, 503])
def test_only_a_full_answer_counts(server: Any, status: int) -> None:
    body = b"" if status in {204, 304} else PNG
    server.answers["/a"] = lambda h: h.reply(status, body, content_type="image/png")
    with pytest.raises(FetchRefused, match=str(status)):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)


def test_an_empty_file_is_refused(server: Any) -> None:
    server.answers["/a"] = lambda h: h.reply(200, b"", content_type="image/png")
    with pytest.raises(FetchRefused, match="empty"):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)


@pytest.mark.parametrize(
    ("kind", "content_type", "taken"),
    [
        ("image", "image/png", True), ("image", "image/svg+xml; charset=utf-8", True), ("image", "application/octet-stream", True),
        ("image", "", True), ("image", "text/html", False), ("image", "application/pdf", False), ("image", "video/mp4", False),
        ("image", "image", False), ("page", "text/html; charset=utf-8", True), ("page", "text/css", True),
        ("page", "application/xhtml+xml", True), ("page", "image/png", False), ("page", "application/zip", False),
        ("any", "application/zip", True),
    ],
)  # fmt: skip
def test_a_type_that_can_not_be_right_is_refused_unread(
    server: Any, kind: Any, content_type: str, taken: bool
) -> None:
    server.answers["/a"] = lambda h: h.reply(200, PNG, content_type=content_type)
    if taken:
        assert listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT, kind=kind).body == PNG
    else:
        with pytest.raises(UnsupportedMediaType):
            listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT, kind=kind)


GARBAGE = [
    b"", b"\r\n\r\n", b"\x00" * 500, b"<html>no head</html>", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"HTTP/1.1\r\n\r\n",
    b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 99999 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", b"HTTP/1.1 200 OK\r\nContent-Length: \xb2\r\n\r\nx",
    b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\nx", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n", b"HTTP/1.1 200 OK\r\nno colon\r\n\r\nx",
    b"HTTP/1.1 200 OK\r\n: empty\r\n\r\nx", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n" * 50, b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: https://[\r\n\r\n", b"HTTP/1.1 302 Found\r\nLocation: https://h:99999999/\r\n\r\n",
]  # fmt: skip


@pytest.mark.parametrize("answer", GARBAGE, ids=range(len(GARBAGE)))
def test_an_answer_that_is_not_http_is_refused_and_nothing_worse(
    server: Any, answer: bytes
) -> None:
    def send(handler: Any) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    server.answers["/a"] = send
    with pytest.raises((FetchRefused, PayloadTooLarge)):
        listed(server).fetch(f"{server.url}/a", max_bytes=LIMIT)


def nobody(*_: Any) -> Any:
    raise socket.gaierror("no such name")


OFFLINE = Fetcher(resolver=nobody)


@given(
    st.one_of(
        st.text(),
        st.text().map("https://{}".format),
        st.tuples(st.text(), st.text()).map(lambda parts: "https://{}:443/{}".format(*parts)),
        st.text(alphabet="htps:/@[]%.\\#?0123456789abcdefx-", max_size=40).map("https://{}".format),
        st.ip_addresses().map(
            lambda address: (
                f"https://[{address}]/" if address.version == 6 else f"https://{address}/"
            )
        ),
    )
)
@settings(max_examples=500, deadline=None)
def test_no_text_makes_anything_else_than_a_refusal(url: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssrfguard, "connect", refuse_to_connect)
        with pytest.raises(FetchRefused):
            OFFLINE.fetch(url, max_bytes=LIMIT)


def refuse_to_connect(addresses: Any, **_: Any) -> Any:
    """Stands in for the network: public addresses are closed, and no other may get here."""
    assert all(address.ip.is_global for address in addresses)
    raise ConnectionRefusedError


# --------------------------------------------------------------------------------------------------------- how many


def test_a_workspace_fetches_so_many_at_a_time_and_another_is_not_held_up(server: Any) -> None:
    go = threading.Event()
    lock = threading.Lock()
    inside = most = 0
    full = threading.Semaphore(0)

    def held(handler: Any) -> None:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        full.release()
        go.wait(20)
        with lock:
            inside -= 1
        picture(handler)

    server.answers["/held"] = held
    server.answers["/free"] = picture
    fetcher = listed(server, per_workspace=3)
    threads = [
        threading.Thread(target=fetcher.fetch, args=(f"{server.url}/held",), kwargs={"max_bytes": LIMIT, "workspace": "a"})
        for _ in range(8)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for _ in range(3):
        assert full.acquire(timeout=20)
    assert fetcher.fetch(f"{server.url}/free", max_bytes=LIMIT, workspace="b").body == PNG
    go.set()
    for thread in threads:
        thread.join(20)
    assert most == 3
    assert fetcher._slots._taken == {}


def test_waiting_for_a_turn_has_an_end(server: Any) -> None:
    go = threading.Event()
    arrived = threading.Event()

    def held(handler: Any) -> None:
        arrived.set()
        go.wait(20)
        picture(handler)

    server.answers["/held"] = held
    fetcher = listed(server, per_workspace=1, total_seconds=0.5)

    def first() -> None:
        with pytest.raises(FetchRefused):
            fetcher.fetch(f"{server.url}/held", max_bytes=LIMIT)

    thread = threading.Thread(target=first)
    with fetcher._slots.taken("", 1), pytest.raises(ServiceBusy):
        fetcher.fetch(f"{server.url}/held", max_bytes=LIMIT)
    thread.start()
    thread.join(20)
    go.set()
    assert arrived.is_set()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_tls_is_refused(
    start_server: Callable[..., Any], authority: Any, trusted: None
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    old = start_server(context)
    with pytest.raises(FetchRefused):
        listed(old).fetch(f"{old.url}/a", max_bytes=LIMIT)
    assert old.seen == []
