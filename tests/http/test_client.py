"""The client over a real socket: the same values and errors as in process, one key for one host, no
work done twice.
"""

from __future__ import annotations

import contextlib
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from fake_service import MOMENT, Opened, image

from brandstudio import errors
from brandstudio.http.client import HttpTransport
from brandstudio.http.wire_errors import decode_error, encode_error
from brandstudio.models.library import UploadTicket
from brandstudio.operations import (
    BrandifyImage,
    CreateImage,
    CreateUpload,
    DeleteFolder,
    GetImage,
    ListFolders,
    ListKeys,
    SourceFile,
)
from brandstudio.studio.studio import Studio


@pytest.fixture
def transport(running):
    transport = HttpTransport(running.url, "bsk_full", sleep=lambda seconds: None)
    yield transport
    transport.close()


class Scripted:
    """A server that answers from a list, and keeps what it was sent."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str], bytes] | None] = []
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                outer.seen.append(
                    (self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                )
                answer = outer.answers.pop(0)
                if answer is None:
                    self.connection.close()
                    return
                self.send_response(answer[0])
                for name, value in {"content-length": str(len(answer[2])), **answer[1]}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer[2])

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()


@pytest.fixture
def scripted():
    server = Scripted()
    yield server
    server.server.shutdown()
    server.server.server_close()


ACCEPTED = (202, {}, b'{"id":"i","jobId":"j","status":"processing"}')
BUSY = (503, {"retry-after": "3"}, encode_error(errors.ServiceBusy(), "r1"))


def test_values_arrive_as_they_left(transport, running):
    assert transport.send(GetImage(image_id="a/b c", folder="acme/summer")) == image(
        "a/b c", "acme/summer"
    )
    studio = Studio(transport)
    accepted = studio.images.create(folder="acme", prompt="日の出", aspect_ratio="16:9")
    assert (accepted.id, accepted.job_id) == ("img_1", "job_1")
    sent = running.service.sent[-1]
    assert sent == CreateImage(
        folder="acme", prompt="日の出", aspect_ratio="16:9", idempotency_key=sent.idempotency_key
    )
    assert len(sent.idempotency_key) >= 32


def test_every_error_is_the_same_class_with_its_details_and_request_id(transport, running):
    for kind in errors.BY_CODE.values():

        def fail(ask, kind=kind):
            raise kind("In our words", balance=3, required=4)

        running.service.answers[DeleteFolder] = fail
        with pytest.raises(errors.StudioError) as caught:
            transport.send(DeleteFolder(folder="acme"))
        assert type(caught.value) is kind
        assert caught.value.message == "In our words"
        assert caught.value.details == {"balance": 3, "required": 4}
        assert caught.value.request_id.startswith("req_")


def test_a_file_travels_with_its_name_and_type(transport, running):
    running.service.answers[BrandifyImage] = lambda ask: errors_free(ask)

    def errors_free(ask):
        from brandstudio.models.images import ImageAccepted

        return ImageAccepted(id="i", job_id="j", status="processing")

    source = SourceFile(
        filename="日の出.png", content_type="image/png", data=b"\x89PNG" + bytes(300_000)
    )
    transport.send(BrandifyImage(folder="acme/summer", source=source, resolution="1K"))
    sent = running.service.sent[-1]
    assert (sent.folder, sent.source, sent.resolution) == ("acme/summer", source, "1K")


def test_a_file_over_the_limit_is_refused_in_plain_words(transport):
    source = SourceFile(filename="a.png", content_type="image/png", data=bytes(21 * 1024 * 1024))
    with pytest.raises(errors.PayloadTooLarge):
        transport.send(BrandifyImage(folder="acme", source=source))


def test_links_are_read_relative_and_absolute_and_never_with_the_key(transport, running, scripted):
    running.service.links["tok"] = Opened("image/png", data=b"picture", size=7)
    assert transport.read("/files/tok") == b"picture"
    assert transport.read(f"{running.url}/files/tok") == b"picture"
    with pytest.raises(errors.NotFound):
        transport.read("/files/none")
    for address in (f"{scripted.url}/a b", f"{scripted.url}/a%20b"):
        below = HttpTransport(address, "bsk_full")
        scripted.answers = [(200, {}, b"below")] * 2
        # A mounted server says its prefix; one behind a proxy that takes it off does not know it.
        assert below.read("/a%20b/files/x") == below.read("/files/x") == b"below"
        assert [path for _, path, _, _ in scripted.seen[-2:]] == ["/a%20b/files/x"] * 2
    scripted.answers = [(200, {}, b"other"), (302, {"location": running.url}, b""), (204, {}, b"")]
    assert transport.read(f"{scripted.url}/files/x") == b"other"
    with pytest.raises(errors.StudioError):
        transport.read(f"{scripted.url}/files/x")
    transport.upload(ticket(f"{scripted.url}/uploads/t"), b"bytes")
    for _, _, headers, _ in scripted.seen:
        assert "x-api-key" not in headers
        assert "bsk_" not in str(headers)
    for bad in ("file:///etc/passwd", "ftp://a/b", "files/x"):
        with pytest.raises(errors.ValidationError):
            transport.read(bad)


def ticket(url: str) -> UploadTicket:
    return UploadTicket(
        s3_key="uploads/a",
        upload_url=url,
        method="PUT",
        headers={"content-type": "image/png"},
        expires_at=MOMENT,
    )


def test_an_upload_goes_where_its_ticket_says(transport, running):
    running.service.answers[CreateUpload] = lambda ask: ticket("/uploads/waiting")
    key = Studio(transport).library.upload(b"\x89PNG\r\n\x1a\nxyz", "a.png")
    assert key == "uploads/a"
    assert running.service.uploads == [("waiting", "image/png", b"\x89PNG\r\n\x1a\nxyz")]


def test_what_is_busy_is_tried_again_under_the_same_key_after_the_wait_it_asks_for(scripted):
    waits: list[float] = []
    transport = HttpTransport(scripted.url, "k", sleep=waits.append, chance=lambda: 0.0)
    scripted.answers = [BUSY, (429, {}, encode_error(errors.RateLimited(), "r")), ACCEPTED]
    transport.send(CreateImage(folder="acme", prompt="x"))
    keys = {headers["idempotency-key"] for _, _, headers, _ in scripted.seen}
    assert len(keys) == 1
    assert waits == [3.0, 1.0]


def test_a_lost_connection_is_tried_again_where_that_does_nothing_twice(scripted):
    transport = HttpTransport(scripted.url, "k", sleep=lambda seconds: None)
    scripted.answers = [
        None,
        (409, {}, encode_error(errors.IdempotencyInProgress(), "r")),
        ACCEPTED,
    ]
    assert transport.send(CreateImage(folder="acme", prompt="x")).id == "i"
    scripted.answers = [None, (200, {}, b'{"level1Folders":[]}')]
    assert transport.send(ListFolders()).level1_folders == []
    scripted.answers = [None]
    with pytest.raises(errors.ServiceBusy):
        transport.send(DeleteFolder(folder="acme"))


def test_an_own_idempotency_key_is_sent_as_it_is_and_its_conflicts_are_told(scripted):
    transport = HttpTransport(scripted.url, "k", sleep=lambda seconds: None)
    scripted.answers = [(409, {}, encode_error(errors.IdempotencyInProgress(), "r"))]
    with pytest.raises(errors.IdempotencyInProgress):
        transport.send(CreateImage(folder="acme", prompt="x", idempotency_key="mine"))
    assert scripted.seen[0][2]["idempotency-key"] == "mine"


def test_a_long_wait_is_the_callers_to_know_of_at_once(scripted):
    transport = HttpTransport(scripted.url, "k", sleep=lambda seconds: None)
    scripted.answers = [
        (429, {"retry-after": "86400"}, encode_error(errors.RateLimited(retryAfter=86400), "r"))
    ]
    with pytest.raises(errors.RateLimited):
        transport.send(CreateImage(folder="acme", prompt="x"))


def test_trying_again_has_an_end(scripted):
    transport = HttpTransport(scripted.url, "k", sleep=lambda seconds: None, attempts=3)
    scripted.answers = [BUSY] * 3
    with pytest.raises(errors.ServiceBusy) as caught:
        transport.send(ListFolders())
    assert caught.value.request_id == "r1"


def test_no_server_is_told_in_words_that_help():
    transport = HttpTransport("http://127.0.0.1:1", "k", sleep=lambda seconds: None)
    with pytest.raises(errors.ServiceBusy, match="brandstudio serve"):
        transport.send(ListFolders())
    with pytest.raises(errors.ServiceBusy):
        transport.read("/files/x")


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (502, b"<html>Bad Gateway", errors.UpstreamError),
        (504, b"", errors.UpstreamTimeout),
        (413, b"too large", errors.PayloadTooLarge),
        (404, b"[]", errors.Missing),
        (418, b"{}", errors.StudioError),
        (500, b'{"error":5}', errors.StudioError),
        (409, b'{"error":{"code":"NEW_ONE","message":"m","requestId":"r"}}', errors.Conflict),
        (400, b'{"error":{"code":"NEW_ONE","message":"m","details":[1]}}', errors.BadRequest),
        (403, b"\xff\xfe", errors.Refused),
    ],
)
def test_answers_of_proxies_and_later_servers_are_still_errors(status, body, kind):
    error = decode_error(status, body, "r9")
    assert type(error) is kind
    assert error.request_id in ("r", "r9")
    if b"NEW_ONE" in body and b"[1]" not in body:
        assert error.code == "NEW_ONE"


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"null", b'{"id":5}', b"{" * 100_000])
def test_a_success_that_is_not_the_contracts_is_an_upstream_error(scripted, body):
    scripted.answers = [(200, {}, body)]
    with pytest.raises(errors.UpstreamError, match="brandstudio server"):
        HttpTransport(scripted.url, "k").send(GetImage(image_id="i", folder="acme"))


def test_the_key_shows_nowhere(scripted):
    transport = HttpTransport(scripted.url, "bsk_secret")
    assert "bsk_secret" not in repr(transport) + repr(transport._client) + repr(Studio(transport))
    scripted.answers = [(500, {}, b"")]
    with pytest.raises(errors.StudioError) as caught:
        transport.send(ListFolders())
    assert "bsk_secret" not in repr(caught.value) + str(caught.value)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("studio.example.com", "k"),
        ("ftp://a", "k"),
        ("http://a?b", "k"),
        ("http://a", ""),
        ("http://a", "ключ"),
        ("http://a", "a\nb"),
    ],
)
def test_a_wrong_address_or_key_is_told_before_anything_is_sent(url, key):
    with pytest.raises(ValueError, match=r"address|api_key"):
        HttpTransport(url, key)


def test_owners_operations_do_not_travel(transport):
    with pytest.raises(TypeError, match=r"brandstudio\.open"):
        transport.send(ListKeys())
    assert transport.assist() is False


def test_the_client_needs_no_server_packages():
    import subprocess
    import sys

    code = "import sys, brandstudio.http.client; print([m for m in sys.modules if m.split('.')[0] in ('starlette', 'uvicorn', 'python_multipart')])"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert shown.strip() == "[]"
    assert re.match(r"\d", httpx.__version__)


def test_an_address_may_end_in_the_prefix_of_its_routes() -> None:
    for url in (
        "https://studio.example.com",
        "https://studio.example.com/",
        "https://studio.example.com/v1/",
    ):
        with contextlib.closing(HttpTransport(url, api_key="bsk_x")) as transport:
            assert transport.url == "https://studio.example.com"
