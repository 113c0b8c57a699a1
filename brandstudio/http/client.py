"""The client's transport: operations over HTTP, with httpx alone.

A lost connection, 429 and 503 are tried again. What makes or changes something by POST carries an
idempotency key of its own, so that trying again never does it twice. The key of the studio goes to
``/v1`` of its own address only: links to files, wherever they lead, are read without it.
"""

from __future__ import annotations

import contextlib
import json
import random
import ssl
import time
import uuid
from collections.abc import Callable
from functools import cache
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import httpx

from .. import errors
from ..models.library import UploadTicket
from ..operations import Command, Operation
from .wire import Codec, Request, codec
from .wire_errors import decode_error

R = TypeVar("R")

MAX_READ_BYTES = 256 * 1024 * 1024
"""The largest file that ``read`` takes into memory; the server makes none of a quarter of it."""

_AGAIN = (429, 503)
_LONGEST_WAIT = 30.0


@cache
def _trusted() -> ssl.SSLContext:
    """The authorities that httpx trusts by default, read once for all clients of a process: reading
    the list takes some forty milliseconds.
    """
    return httpx.create_ssl_context()


class HttpTransport:
    """Sends operations to a brandstudio server. Safe to use from several threads.

    ``timeout`` (seconds) is for each wait on the network; ``attempts`` counts the first one.
    ``client`` takes the place of the default ``httpx.Client`` (proxies, certificates) and is then
    the caller's to close.
    """

    remote = True
    """Asking it takes the network."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = 120.0,
        attempts: int = 4,
        client: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
        new_key: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        parts = urlsplit(url if isinstance(url, str) else "")
        if (
            parts.scheme not in ("http", "https")
            or not parts.netloc
            or parts.query
            or parts.fragment
        ):
            raise ValueError(
                f"the address of a server looks like https://studio.example.com, not {url!r}"
            )
        if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout > 0:
            raise ValueError(f"timeout is a number of seconds, not {timeout!r}")
        if (
            not isinstance(api_key, str)
            or not api_key
            or not api_key.isascii()
            or not api_key.isprintable()
        ):
            raise ValueError("api_key is the text that 'brandstudio keys create' printed")
        self.url = url.rstrip("/").removesuffix("/v1")  # people paste what curl showed them
        self._headers = {"x-api-key": api_key}
        self._own = client is None
        self._client = client or httpx.Client(
            timeout=httpx.Timeout(timeout, connect=min(timeout, 10.0)),
            headers={"user-agent": "brandstudio"},
            verify=_trusted(),
        )
        self._attempts, self._sleep, self._chance, self._new_key = (
            max(1, attempts),
            sleep,
            chance,
            new_key,
        )

    def __repr__(self) -> str:
        return f"HttpTransport({self.url!r})"

    def send(self, operation: Operation[R], /) -> R:
        """Carry out one operation. Raises a class of brandstudio.errors, the same as in process."""
        if operation.route is None:
            raise TypeError(
                f"{type(operation).__name__} is the owner's and does not travel; use brandstudio.open()"
            )
        kind: Codec[R] = codec(type(operation))
        request = kind.encode(operation)
        headers = dict(self._headers)
        if isinstance(operation, Command):
            headers["idempotency-key"] = request.idempotency_key or self._new_key()
        response = self._try(request, headers)
        if response.is_success:
            return kind.decode_result(response.content)
        raise decode_error(
            response.status_code, response.content, response.headers.get("x-request-id")
        )

    def lacks(self, kind: str, name: str) -> str | None:
        """Why the studio behind the server has nothing of that kind and name; None where it has, or
        does not say. Asked only where a call fails already, so that all is told at once.
        """
        body = json.dumps({kind: name}).encode()
        with contextlib.suppress(errors.StudioError):
            request = Request("POST", "/v1/designs", json=body)
            answer = self._try(request, {**self._headers, "idempotency-key": self._new_key()})
            told = decode_error(answer.status_code, answer.content)
            for field in told.details.get("fields", ()):
                # What the schema alone says is known here already.
                if field.get("path") == kind and field.get("code") == "value_error":
                    return str(field["message"])
        return None

    def _try(self, request: Request, headers: dict[str, str]) -> httpx.Response:
        files = data = None
        if request.file is not None:
            file = request.file
            files, data = {"source": (file.filename, file.data, file.content_type)}, request.form
        elif request.json is not None:
            headers["content-type"] = "application/json"
        repeatable = request.method == "GET" or "idempotency-key" in headers
        for attempt in range(1, self._attempts + 1):
            last = attempt == self._attempts
            try:
                response = self._client.request(
                    request.method,
                    self.url + request.path,
                    params=list(request.query),
                    headers=headers,
                    content=request.json,
                    data=data,
                    files=files,
                    follow_redirects=False,
                )
            except httpx.TransportError as error:
                unsent = isinstance(
                    error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout
                )
                if last or not (repeatable or unsent):
                    raise self._unreachable(error) from error
                self._wait(attempt, None)
                continue
            if last or not self._worth_another(response, attempt):
                return response
            self._wait(attempt, response.headers.get("retry-after"))
        raise AssertionError("the last attempt returns or raises")

    @staticmethod
    def _worth_another(response: httpx.Response, attempt: int) -> bool:
        if response.status_code in _AGAIN:
            # A wait longer than ours (a day's invitations used up) is the caller's to know of at
            # once.
            wait = response.headers.get("retry-after", "")
            return not wait.isdecimal() or float(wait) <= _LONGEST_WAIT
        # Our first try reached the server, its answer did not reach us, and its work still goes on.
        return (
            attempt > 1
            and response.status_code == 409
            and b'"IDEMPOTENCY_IN_PROGRESS"' in response.content
        )

    def _wait(self, attempt: int, retry_after: str | None) -> None:
        wait = (
            float(retry_after)
            if retry_after is not None and retry_after.isdecimal()
            else 0.25 * 2**attempt
        )
        self._sleep(min(_LONGEST_WAIT, wait) * (1 + 0.25 * self._chance()))

    def _unreachable(self, error: httpx.TransportError) -> errors.ServiceBusy:
        kind = (
            "did not answer in time"
            if isinstance(error, httpx.TimeoutException)
            else "can't be reached"
        )
        return errors.ServiceBusy(
            f"{self.url} {kind} ({type(error).__name__}). Does 'brandstudio serve' run there?"
        )

    def upload(self, ticket: UploadTicket, data: bytes, /) -> None:
        """Put the bytes where the ticket says."""
        self._plain(ticket.method, ticket.upload_url, data, ticket.headers)

    def read(self, url: str, /) -> bytes:
        """The file behind one of the service's links, relative or absolute; the API key stays at
        home.
        """
        return self._plain("GET", url)

    def _plain(
        self,
        method: str,
        url: str,
        data: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        target = self._whole(url) if url.startswith("/") and not url.startswith("//") else url
        if urlsplit(target).scheme not in ("http", "https"):
            raise errors.ValidationError.of("url", "is no link of the service", code="url")
        for attempt in range(1, self._attempts + 1):
            try:
                with self._client.stream(
                    method, target, content=data, headers=headers, follow_redirects=False
                ) as response:
                    if response.status_code in _AGAIN and attempt < self._attempts:
                        wait = response.headers.get("retry-after")
                    else:
                        return self._body(response)
            except httpx.TransportError as error:
                if attempt == self._attempts or method != "GET":
                    raise self._unreachable(error) from error
                wait = None
            self._wait(attempt, wait)
        raise AssertionError("the last attempt returns or raises")

    def _whole(self, path: str) -> str:
        """The address of a link that is a path: a server that is mounted says its prefix itself."""
        prefix = urlsplit(self.url).path
        if prefix and unquote(path).startswith(f"{unquote(prefix)}/"):
            return self.url.removesuffix(prefix) + path
        return self.url + path

    @staticmethod
    def _body(response: httpx.Response) -> bytes:
        pieces, size = [], 0
        for piece in response.iter_bytes():
            size += len(piece)
            if size > MAX_READ_BYTES:
                raise errors.PayloadTooLarge(
                    f"The file is over {MAX_READ_BYTES} bytes.", limit=MAX_READ_BYTES
                )
            pieces.append(piece)
        body = b"".join(pieces)
        if not response.is_success:
            raise decode_error(response.status_code, body, response.headers.get("x-request-id"))
        return body

    def assist(self) -> bool:
        """The server's workers do the work; there is none to do here."""
        return False

    def close(self) -> None:
        """Close the sockets."""
        if self._own:
            self._client.close()
