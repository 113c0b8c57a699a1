"""Requests to a provider: what is tried again, what is not, and that the key stays where it
belongs.
"""

from __future__ import annotations

import email.utils
import json
import logging
import threading
from typing import Any

import pytest

from brandstudio.engines.openai.client import Client, Provider, Rejected
from brandstudio.errors import ContentRefused, UpstreamError, UpstreamTimeout, ValidationError

KEY = "sk-proj-0123456789abcdefSECRET"
OK = {"choices": []}


class Waits(list[float]):
    """Records the pauses instead of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def client(server: Any, waits: Waits | None = None, **options: Any) -> Client:
    provider = Provider(base_url=f"{server.url}/v1", api_key=KEY, **options)
    return Client(
        provider,
        sleep=waits if waits is not None else Waits(),
        chance=lambda: 1.0,
        wall_clock=lambda: 1e9,
    )


def script(
    server: Any, *answers: tuple[int, Any] | tuple[int, Any, dict[str, str]], path: str = "/v1/x"
) -> None:
    """Give these answers one after the other, then the last one for ever."""
    left = list(answers)

    def answer(handler: Any) -> None:
        status, body, *fields = left.pop(0) if len(left) > 1 else left[0]
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.reply(
            status, content, content_type="application/json", **(fields[0] if fields else {})
        )

    server.answers[path] = answer


def error(message: str = "bad", **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, **fields}}


def test_the_key_goes_in_one_header(plain_server: Any) -> None:
    script(plain_server, (200, OK))
    assert client(plain_server).post("x", body={"a": 1}) == OK
    _, path, headers, body = plain_server.seen[0]
    assert (path, headers["authorization"], json.loads(body)) == (
        "/v1/x",
        f"Bearer {KEY}",
        {"a": 1},
    )


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_again_with_growing_pauses(plain_server: Any, status: int) -> None:
    waits = Waits()
    script(plain_server, (status, error()), (status, error()), (status, b"<html>"), (200, OK))
    assert client(plain_server, waits).post("x", body={}) == OK
    assert waits == [1.0, 2.0, 4.0]


@pytest.mark.parametrize("body", [b"", b'{"choices": [{"mess', b"[1]", b"<html>"])
def test_an_answer_that_is_no_json_is_asked_for_again_and_said_for_what_it_is(
    plain_server: Any, body: bytes
) -> None:
    script(plain_server, (200, body), (200, OK))
    assert client(plain_server).post("x", body={}) == OK
    script(plain_server, (200, body))
    with pytest.raises(UpstreamError, match="no JSON object"):
        client(plain_server).post("x", body={})


def test_an_error_in_an_answer_that_says_well_is_told_with_its_own_status(
    plain_server: Any,
) -> None:
    script(plain_server, (200, {"error": {"message": "all slots are busy"}}))
    with pytest.raises(UpstreamError, match="answered 200: all slots are busy"):
        client(plain_server).post("x", body={})
    assert len(plain_server.seen) == 4


def test_why_a_key_may_not_is_told(plain_server: Any) -> None:
    script(plain_server, (403, error(f"Your organization must be verified; {KEY} is not.")))
    with pytest.raises(UpstreamError, match="must be verified") as told:
        client(plain_server).post("x", body={})
    assert "OPENAI_API_KEY" in told.value.message
    assert KEY not in told.value.message


def test_pauses_have_jitter(plain_server: Any) -> None:
    waits = Waits()
    script(plain_server, (503, error()), (503, error()), (200, OK))
    chances = iter([0.25, 0.5])
    Client(
        Provider(base_url=f"{plain_server.url}/v1"), sleep=waits, chance=lambda: next(chances)
    ).post("x", body={})
    assert waits == [0.25, 1.0]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_attempts_have_an_end(plain_server: Any, status: int) -> None:
    script(plain_server, (status, error("try later")))
    with pytest.raises(UpstreamError, match=str(status)):
        client(plain_server, attempts=3).post("x", body={})
    assert len(plain_server.seen) == 3


@pytest.mark.parametrize(
    ("said", "pause"), [("7", 7.0), ("0", 0.0), ("1.5", 1.5), (email.utils.formatdate(1e9 + 9, usegmt=True), 9.0),
                        (email.utils.formatdate(1e9 - 9, usegmt=True), 0.0), ("soon", 1.0), ("-5", 1.0), ("", 1.0)],
)  # fmt: skip
def test_retry_after_comes_first(plain_server: Any, said: str, pause: float) -> None:
    waits = Waits()
    script(plain_server, (429, error(), {"retry_after": said}), (200, OK))
    client(plain_server, waits).post("x", body={})
    assert waits == [pause]


@pytest.mark.parametrize("said", ["3600", "999999", email.utils.formatdate(1e9 + 1e6)])
def test_a_pause_beyond_the_budget_is_not_waited_for(plain_server: Any, said: str) -> None:
    waits = Waits()
    script(plain_server, (429, error("slow down"), {"retry_after": said}))
    with pytest.raises(UpstreamError, match="slow down"):
        client(plain_server, waits).post("x", body={})
    assert waits == []
    assert len(plain_server.seen) == 1


@pytest.mark.parametrize(
    "answer",
    [(429, error("You exceeded your current quota", code="insufficient_quota")), (500, error("image input is not supported")),
     (400, error()), (404, error()), (422, error()), (501, error())],
)  # fmt: skip
def test_what_will_not_pass_is_not_tried_again(plain_server: Any, answer: tuple[int, Any]) -> None:
    script(plain_server, answer)
    with pytest.raises(Rejected):
        client(plain_server).post("x", body={})
    assert len(plain_server.seen) == 1


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_says_so_and_nothing_of_the_key(plain_server: Any, status: int) -> None:
    script(
        plain_server,
        (
            status,
            error(
                f"Incorrect API key provided: {KEY}. Find yours at https://x",
                code="invalid_api_key",
            ),
        ),
    )
    with pytest.raises(UpstreamError, match="OPENAI_API_KEY") as refused:
        client(plain_server).post("x", body={})
    assert KEY not in str(refused.value)
    assert len(plain_server.seen) == 1


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (
            400,
            error(
                "Your request was rejected by our safety system.", code="content_policy_violation"
            ),
        ),
        (
            400,
            error(
                "Your request was rejected as a result of our safety system.",
                code="moderation_blocked",
            ),
        ),
        (400, error("The response was filtered", code="content_filter", type="x")),
        (403, error("This prompt violates our usage policies", code=None)),
        (422, {"detail": "NSFW content found"}),
    ],
)
def test_a_refusal_of_the_content_is_said_as_such(
    plain_server: Any, status: int, body: Any
) -> None:
    script(plain_server, (status, body))
    with pytest.raises(ContentRefused, match="refused"):
        client(plain_server).post("x", body={})
    assert len(plain_server.seen) == 1


def test_no_answer_in_time_is_a_time_out_and_not_asked_twice(plain_server: Any) -> None:
    go = threading.Event()
    plain_server.answers["/v1/x"] = lambda h: go.wait(20)
    with pytest.raises(UpstreamTimeout):
        client(plain_server, timeout_seconds=0.3).post("x", body={})
    go.set()
    assert len(plain_server.seen) == 1


def test_an_answer_that_drips_is_a_time_out(plain_server: Any) -> None:
    stop = threading.Event()

    def drip(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not stop.wait(0.02):
            handler.wfile.write(b" ")

    plain_server.answers["/v1/x"] = drip
    with pytest.raises(UpstreamTimeout):
        client(plain_server, timeout_seconds=0.4).post("x", body={})
    stop.set()


def test_a_connection_that_breaks_off_is_tried_again(plain_server: Any) -> None:
    def broken(handler: Any) -> None:
        script(plain_server, (200, OK))
        handler.close_connection = True

    plain_server.answers["/v1/x"] = broken
    assert client(plain_server).post("x", body={}) == OK
    assert len(plain_server.seen) == 2


def test_a_server_that_is_not_there_is_an_upstream_error() -> None:
    waits = Waits()
    nobody = Client(
        Provider(base_url="http://127.0.0.1:9/v1", attempts=2), sleep=waits, chance=lambda: 1.0
    )
    with pytest.raises(UpstreamError, match="connection"):
        nobody.post("x", body={})
    assert len(waits) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[1]",
        b"null",
        b'{"a":',
        b"[" * 100_000,
        b"\xff",
        b'{"error": {"message": "x"}}',
    ],
)
def test_an_answer_that_is_no_object_is_an_upstream_error(
    plain_server: Any, content: bytes
) -> None:
    script(plain_server, (200, content))
    with pytest.raises(UpstreamError):
        client(plain_server, attempts=2).post("x", body={})


def test_an_endless_answer_is_cut_off(plain_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brandstudio.engines.openai.client.MAX_ANSWER_BYTES", 1_000_000)

    def endless(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            handler.wfile.write(b" " * 65536)

    plain_server.answers["/v1/x"] = endless
    with pytest.raises(UpstreamError, match="too large"):
        client(plain_server).post("x", body={})


def test_a_redirect_is_not_followed_with_the_key(plain_server: Any) -> None:
    plain_server.answers["/v1/x"] = lambda h: h.reply(307, b"", location="/stolen")
    with pytest.raises(UpstreamError, match="redirects"):
        client(plain_server).post("x", body={})
    assert [path for _, path, _, _ in plain_server.seen] == ["/v1/x"]


def test_the_key_is_in_no_repr_log_or_error(
    plain_server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    talker = client(plain_server, attempts=1)
    texts = [
        repr(talker),
        str(talker),
        repr(talker.provider),
        str(talker.provider),
        repr(vars(talker)),
    ]
    for status in (200, 400, 401, 429, 500):
        script(
            plain_server,
            (status, error(f"the key {KEY} or Bearer {KEY} or sk-other-0123456 is wrong")),
        )
        with pytest.raises((UpstreamError, Rejected)) as failed:
            talker.post("x", body={"prompt": "a"})
        texts += [str(failed.value), repr(failed.value), repr(getattr(failed.value, "details", ""))]
    texts.append(caplog.text)
    assert not [text for text in texts if KEY in text or "sk-other" in text]


@pytest.mark.parametrize(
    ("url", "key"),
    [("http://api.example.com/v1", KEY), ("ftp://localhost/", None), ("https://", None), ("localhost:8000", None),
     ("https://user:pass@api.example.com/v1", None), ("http://93.184.216.34/v1", KEY), ("https://x/v1", "two words"), ("https://x", "é")],
)  # fmt: skip
def test_a_provider_that_would_leak_the_key_or_makes_no_sense_is_refused(
    url: str, key: str | None
) -> None:
    with pytest.raises(ValidationError, match="OPENAI") as refused:
        Provider(base_url=url, api_key=key)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com/v1",
        "http://localhost:8000/v1",
        "http://127.0.0.1:1/v1",
        "http://[::1]:1",
        "http://192.168.1.5:8080/v1",
        "http://llama:8080/v1",
    ],
)
def test_plain_http_is_for_near_servers(url: str) -> None:
    assert Provider(base_url=url, api_key=KEY).base_url == url
