"""Requests to an OpenAI-compatible server: the key, retries within a budget, and errors in our own
words.

What is retried: connections that failed or broke off, 408, 429 and 5xx, with exponential backoff
and full jitter (a server's Retry-After comes first), at most ``attempts`` times and never beyond
``budget_seconds``. A time-out while waiting for an answer is not retried: the server may have done
the work, and done it again would cost again.

The key is in one header and nowhere else: not in a repr, a log line or an error, even where a
server echoes it.
"""

from __future__ import annotations

import email.utils
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

import httpx

from brandstudio.engines.openai.events import Heard, events, streamed
from brandstudio.engines.openai.failures import delay_in, error_in
from brandstudio.errors import (
    ContentRefused,
    StudioError,
    UpstreamError,
    UpstreamTimeout,
    ValidationError,
)

_RETRIED = frozenset({408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
_REFUSALS = re.compile(
    r"content_policy|content_filter|moderation|safety[ _](system|filter|check)|responsible_?ai|sensitive_content|"
    r"content policy|usage polic(y|ies)|nsfw",
    re.IGNORECASE,
)
_FINAL = re.compile(
    r"insufficient_quota|billing|not[ _]supported|unsupported|not implemented", re.IGNORECASE
)
_BAD_KEY = re.compile(r"API key (not valid|expired|not found)", re.IGNORECASE)
_KEYS = re.compile(r"\b(sk|pk|key|bearer)[-_ ][\w*.-]{6,}", re.IGNORECASE)

BASE_URL = "https://api.openai.com/v1"
#: The most that is read of an answer: a 4K picture in base64 is below 60 MB.
MAX_ANSWER_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a server is and how patient to be with it."""

    base_url: str = BASE_URL
    api_key: str | None = field(default=None, repr=False)
    timeout_seconds: float = 120.0
    connect_seconds: float = 10.0
    attempts: int = 4
    budget_seconds: float = 240.0
    organization: str | None = None
    key_header: str = "authorization"
    named: str = "OPENAI"
    """How the settings of this provider begin, for errors that name one."""

    def __post_init__(self) -> None:
        """Raises ValidationError, naming the setting, for an address or key that can't be right or
        would leak.
        """
        try:
            url = httpx.URL(self.base_url)
        except httpx.InvalidURL as wrong:
            raise ValidationError.of(
                f"{self.named}_BASE_URL", "set it to an http or https address"
            ) from wrong
        if url.scheme not in {"https", "http"} or not url.host or url.userinfo:
            raise ValidationError.of(
                f"{self.named}_BASE_URL", "set it to an http or https address without a user name"
            )
        if url.scheme == "http" and self.api_key and not _near(url.host):
            raise ValidationError.of(
                f"{self.named}_BASE_URL", "use https: over http the key could be read on its way"
            )
        if self.api_key is not None and not re.fullmatch(r"[\x21-\x7e]+", self.api_key):
            raise ValidationError.of(f"{self.named}_API_KEY", "it holds characters that no key has")


def _near(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return (
            host == "localhost"
            or "." not in host
            or host.endswith((".localhost", ".local", ".internal"))
        )


class Rejected(Exception):
    """The server took the request for wrong. Some of its kind can be asked again in simpler
    terms.
    """

    def __init__(self, status: int, code: str, parameter: str, text: str) -> None:
        super().__init__(text)
        self.status_code = status
        self.error_code = code
        self.parameter = parameter
        self.text = text

    def names(self, parameter: str) -> bool:
        """Whether the rejection is about this parameter."""
        return self.parameter.partition(".")[0] == parameter or (
            not self.parameter and re.search(rf"\b{re.escape(parameter)}\b", self.text) is not None
        )

    def as_error(self) -> UpstreamError:
        """The same for those who can't simplify any further."""
        return UpstreamError(
            f"The provider answered {self.status_code}: {self.text}",
            providerStatus=self.status_code,
        )


class Client:
    """One connection pool to one server. Safe to share between threads."""

    def __init__(
        self,
        provider: Provider,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.provider = provider
        self._sleep, self._clock, self._wall_clock, self._chance = sleep, clock, wall_clock, chance
        headers = {"user-agent": "brandstudio", "accept": "application/json"}
        if provider.api_key:
            bearer = "Bearer " if provider.key_header == "authorization" else ""
            headers[provider.key_header] = f"{bearer}{provider.api_key}"
        if provider.organization:
            headers["openai-organization"] = provider.organization
        self._base = provider.base_url.rstrip("/")
        self._http = httpx.Client(
            headers=headers,
            timeout=httpx.Timeout(provider.timeout_seconds, connect=provider.connect_seconds),
            follow_redirects=False,
            transport=transport,
        )

    def __repr__(self) -> str:
        return f"<Client {self._base}>"

    def close(self) -> None:
        self._http.close()

    def post(
        self,
        path: str,
        *,
        body: Mapping[str, object] | None = None,
        form: Mapping[str, str] | None = None,
        files: Sequence[tuple[str, tuple[str, bytes, str]]] | None = None,
        retry: bool = True,
        heard: Heard | None = None,
    ) -> dict[str, Any]:
        """The JSON object that the server answers.

        ``files`` are named parts, each (file name, content, media type); a name may come twice. A
        server that answers with a stream of events tells each to ``heard``; the value is the last.

        Raises Rejected for 4xx that the request itself caused, and for a 500 when ``retry`` is off
        (some servers answer so to what they don't know); ContentRefused; UpstreamTimeout;
        UpstreamError for all else.
        """
        arguments: dict[str, object] = (
            {"json": body} if body is not None else {"data": form, "files": files}
        )
        return self._repeated(lambda: self._send(path, arguments, heard=heard), retry)

    def get(self, path: str) -> dict[str, Any]:
        """The JSON object at a path, asked for once; raises as ``post`` does."""
        answer = self._send(path, {}, "GET")
        if isinstance(answer, _Again):
            raise answer.error
        return answer

    def tell(self, path: str, body: Mapping[str, object]) -> None:
        """Send, once, what no answer is wanted to; that it does not arrive is no error."""
        with suppress(httpx.HTTPError):
            self._http.post(f"{self._base}/{path}", json=body)

    def get_file(self, path: str, max_bytes: int) -> bytes:
        """The content at a path, asked for with the key. Raises UpstreamTimeout, UpstreamError."""
        return self._file(self._http.build_request("GET", f"{self._base}/{path}"), max_bytes)

    def get_own(self, url: str, max_bytes: int) -> bytes | None:
        """The content of a link on the server itself; None when the link leads elsewhere."""
        try:
            base = httpx.URL(self._base)
            link = base.join(url)  # SGLang's links are paths
        except httpx.InvalidURL:
            return None
        if (link.scheme, link.host, link.port) != (
            base.scheme,
            base.host,
            base.port,
        ) or link.userinfo:
            return None
        request = self._http.build_request("GET", link)
        request.headers.pop(self.provider.key_header, None)  # a link to a file needs no key
        return self._file(request, max_bytes)

    def _file(self, request: httpx.Request, max_bytes: int) -> bytes:
        deadline = self._clock() + self.provider.timeout_seconds
        try:
            response = self._http.send(request, stream=True)
            try:
                if response.status_code != 200:
                    raise UpstreamError(
                        f"The provider's link to its picture answered {response.status_code}."
                    )
                return self._read(response, max_bytes, deadline)
            finally:
                response.close()
        except httpx.TimeoutException as late:
            raise UpstreamTimeout from late
        except httpx.HTTPError as broken:
            raise UpstreamError("The provider's link to its picture can't be read.") from broken

    def _repeated(
        self, send: Callable[[], dict[str, Any] | _Again], retry: bool
    ) -> dict[str, object]:
        end = self._clock() + self.provider.budget_seconds
        attempt = 0
        while True:
            attempt += 1
            answer = send()
            if not isinstance(answer, _Again):
                return answer
            if not retry and answer.rejected is not None:
                raise answer.rejected
            pause = answer.after
            if pause is None:
                pause = min(20.0, 0.5 * 2**attempt) * self._chance()
            if attempt >= self.provider.attempts or self._clock() + pause > end:
                raise answer.error
            self._sleep(pause)

    def _send(
        self,
        path: str,
        arguments: dict[str, Any],
        method: str = "POST",
        heard: Heard | None = None,
    ) -> dict[str, object] | _Again:
        """One attempt: the answer, or why to try again."""
        deadline = self._clock() + self.provider.timeout_seconds
        try:
            with self._http.stream(method, f"{self._base}/{path}", **arguments) as response:
                if heard is not None and response.is_success and streamed(response.headers):
                    return self._told(response, deadline, heard)
                content = self._read(response, MAX_ANSWER_BYTES, deadline)
        except httpx.ConnectTimeout as late:
            return _Again(_caused(UpstreamTimeout("The provider can't be reached in time."), late))
        except httpx.TimeoutException as late:
            raise UpstreamTimeout from late
        except httpx.TransportError as broken:
            return _Again(_caused(UpstreamError("The connection to the provider failed."), broken))
        except httpx.HTTPError as broken:
            raise UpstreamError("The provider's answer can't be read.") from broken
        value = _object(content)
        if response.is_success and value is None:
            return _Again(
                UpstreamError("The provider's answer can't be read: it is no JSON object.")
            )
        if response.is_success and not (value and value.get("error") and len(value) == 1):
            return value or {}
        return self._failed(response.status_code, value or {}, response.headers)

    def _told(
        self, response: httpx.Response, deadline: float, heard: Heard
    ) -> dict[str, object] | _Again:
        """The event that completes a stream; what comes before it is told on the way."""
        for event in events(self._pieces(response, MAX_ANSWER_BYTES, deadline)):
            said = str(event.get("type") or "")
            if event.get("error") or said == "error":
                failed = event if event.get("error") else {"error": event}
                code = error_in(failed)[0]
                return self._failed(500 if "server" in code else 400, failed, None)
            if said.endswith(".completed"):
                return event
            heard(event)
        return _Again(UpstreamError("The provider's answer broke off."))

    def _failed(self, status: int, value: dict[str, Any], headers: httpx.Headers | None) -> _Again:
        """Why the server failed; raises when trying again would not help."""
        code, parameter, text = error_in(value)
        text = self._without_key(text)
        wrong_key = status in {401, 403} or (status == 400 and _BAD_KEY.search(text) is not None)
        if wrong_key and not _REFUSALS.search(code + text):
            why = f" {text.rstrip('.')}." if status == 403 and text else ""  # say, no access yet
            raise UpstreamError(
                f"The provider refuses the key.{why} Check {self.provider.named}_API_KEY.",
                providerStatus=status,
            )
        if 300 <= status < 400:
            raise UpstreamError(
                f"The provider redirects, which is not followed. Check {self.provider.named}_BASE_URL."
            )
        if _REFUSALS.search(code) or (status in {400, 403, 422} and _REFUSALS.search(text)):
            raise ContentRefused(f"The provider refused this content: {text}" if text else None)
        rejected = Rejected(status, code, parameter, text or "no reason given")
        delay = delay_in(value)
        final = delay is None and (_FINAL.search(code) or _FINAL.search(text))
        if not (status in _RETRIED or 200 <= status < 300) or final:
            raise rejected
        error: StudioError = rejected.as_error()
        if status in {408, 504, 524}:
            error = UpstreamTimeout()
        pause = self._retry_after(headers)
        return _Again(
            error,
            delay if pause is None else pause,
            rejected if status == 500 else None,
        )

    def _retry_after(self, headers: httpx.Headers | None) -> float | None:
        """The seconds that the server asks to wait (RFC 9110, 10.2.3), None when it says nothing
        that can be read.
        """
        said = headers.get("retry-after", "").strip() if headers is not None else ""
        if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", said, re.ASCII):
            return float(said)
        date = email.utils.parsedate_tz(said) if said else None
        if date is None:
            return None
        try:
            return max(0.0, email.utils.mktime_tz(date) - self._wall_clock())
        except (OverflowError, ValueError):
            return None

    def _read(self, response: httpx.Response, max_bytes: int, deadline: float) -> bytes:
        return b"".join(self._pieces(response, max_bytes, deadline))

    def _pieces(self, response: httpx.Response, max_bytes: int, deadline: float) -> Iterator[bytes]:
        read = 0
        for piece in response.iter_bytes():
            read += len(piece)
            if read > max_bytes:
                raise UpstreamError("The provider's answer is too large.")
            if self._clock() > deadline:
                raise UpstreamTimeout
            yield piece

    def _without_key(self, text: str) -> str:
        if self.provider.api_key:
            text = text.replace(self.provider.api_key, "[key]")
        return _KEYS.sub("[key]", text)[:300]


@dataclass(frozen=True, slots=True)
class _Again:
    """An attempt that failed in a way that may pass: the error to end with, and how long the server
    says to wait.
    """

    error: StudioError
    after: float | None = None
    rejected: Rejected | None = None


def _caused(error: StudioError, cause: Exception) -> StudioError:
    error.__cause__ = cause
    return error


def _object(content: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
