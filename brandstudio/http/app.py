"""The server: every operation at its route, signed links, invitation pages, the contract, and the
probes.

One endpoint answers all of ``/v1``: key, scope, body, permission, schema, in that order (decisions:
order of checks), then the service does the rest. Reads answer inline; whatever the service calls
slow goes to a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from .. import errors
from ..operations import GetPricing, ListFolderChildren, SourceFile
from . import dialect, docs, openapi, pages
from .bodies import (
    ClientGone,
    media_type,
    parse_json,
    read_file,
    read_form,
    read_json,
    read_short_form,
)
from .files import send_file
from .routing import Routes, segments_of
from .serving import Serves
from .wire import Codec, Decoded, MissingFolder, codecs, encode_error, error_headers

T = TypeVar("T")

MAX_UPLOAD_BYTES = 50 * 1024 * 1024
"""What a presigned upload holds at most (spec: Limits, library add file)."""

log = logging.getLogger("brandstudio.http")

_SECRET_PLACES = ("files", "uploads", "invites")
_KEY = re.compile(r"bsk_\w+")
_JSON, _HTML = b"application/json", b"text/html; charset=utf-8"
_NO_STORE = b"no-store"


class Exchange:
    """One request and its answer."""

    __slots__ = (
        "headers",
        "key_id",
        "method",
        "places",
        "receive",
        "request_id",
        "scope",
        "send",
        "status",
    )

    def __init__(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        self.scope, self.receive, self.send, self.request_id = scope, receive, send, request_id
        self.method: str = scope["method"]
        self.headers = Headers(scope=scope)
        self.places: dict[str, str] = {}
        self.key_id: str | None = None
        self.status = 0

    async def answer(
        self,
        status: int,
        body: bytes,
        content_type: bytes = _JSON,
        cache: bytes = _NO_STORE,
        more: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        """Send a whole answer; to a HEAD, its headers alone."""
        self.status = status
        await self.send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [
                    (b"content-type", content_type),
                    (b"content-length", str(len(body)).encode("ascii")),
                    (b"x-request-id", self.request_id.encode("ascii")),
                    (b"cache-control", cache),
                    (b"x-content-type-options", b"nosniff"),
                    *(more or ()),
                ],
            }
        )
        await self.send(
            {"type": "http.response.body", "body": b"" if self.method == "HEAD" else body}
        )

    async def refuse(self, error: errors.StudioError) -> None:
        """Send the error body."""
        await self.answer(
            error.status, encode_error(error, self.request_id), more=error_headers(error)
        )


Endpoint = Callable[[Exchange], Awaitable[None]]


class Threads:
    """A bounded pool: so many at work, so many more waiting, and SERVICE_BUSY for the rest."""

    def __init__(self, working: int, waiting: int, name: str) -> None:
        self._pool: Executor = ThreadPoolExecutor(max_workers=working, thread_name_prefix=name)
        self._room = working + waiting

    async def run(self, work: Callable[[], T]) -> T:
        if self._room <= 0:
            raise errors.ServiceBusy
        self._room -= 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._room += 1

    def close(self) -> None:
        """Wait for what is at work."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Api:
    """The endpoints, over one service."""

    def __init__(self, service: Serves, *, threads: int, waiting: int) -> None:
        self.service = service
        self.work = Threads(threads, waiting, "request")
        # Files have threads of their own: a queue of renders must not hold up a picture.
        self.disk = Threads(8, 1024, "file")
        self.routes: Routes[Endpoint] = Routes()
        for codec in codecs():
            endpoint = self.operation(codec)
            for path in filter(None, (codec.route.path, dialect.mirror(codec.route.path))):
                self.routes.add(codec.route.method, path, endpoint)
        for method, path, endpoint in (
            ("GET", "/v1/openapi.json", self.contract),
            ("GET", "/docs", self.docs_page),
            ("GET", "/healthz", self.healthy),
            ("GET", "/readyz", self.ready),
            ("GET", "/files/{token}", self.file),
            ("PUT", "/uploads/{token}", self.upload),
            ("GET", "/invites/{token}", self.invite),
            ("POST", "/invites/{token}", self.accept),
        ):
            self.routes.add(method, path, endpoint)

    # ---- /v1 ------------------------------------------------------------------------------------------------------

    def operation(self, codec: Codec[Any]) -> Endpoint:
        """The endpoint of one operation."""
        service, kind, route = self.service, codec.operation, codec.route
        cache = (
            b"private, max-age=60" if kind is GetPricing else _NO_STORE
        )  # spec: Limits, pricing cache

        async def endpoint(exchange: Exchange) -> None:
            caller = service.authenticate(exchange.headers.get("x-api-key"))
            exchange.key_id = caller.key_id
            service.require(caller, kind)
            body: Any = None
            source: SourceFile | None = None
            form = False
            if codec.takes_body:
                content_type = exchange.headers.get("content-type")
                form = route.multipart and media_type(content_type)[0] == "multipart/form-data"
                raw = b""
                if form:
                    body, source = await read_form(exchange.receive, exchange.headers)
                else:
                    raw = await read_json(exchange.receive, exchange.headers)
                    if not raw and route.body_required:
                        raise errors.MissingBody
                service.permit(caller, kind)
                if not form:
                    body = parse_json(raw, content_type)
            decoded = codec.decode(
                exchange.places,
                exchange.scope["query_string"],
                body,
                source=source,
                form=form,
                idempotency_key=exchange.headers.get("idempotency-key")
                if codec.is_command
                else None,
            )
            if decoded.missing_folder is not None:
                raise self._missing(caller, codec, decoded.missing_folder, exchange.request_id)
            result = await self._carry_out(caller, decoded, exchange.request_id)
            await exchange.answer(codec.status(result), codec.encode_result(result), cache=cache)

        return endpoint

    async def _carry_out(self, caller: Any, decoded: Decoded, request_id: str) -> Any:
        operation, service = decoded.operation, self.service
        if service.is_slow(operation):
            return await self.work.run(lambda: service.send(caller, operation, request_id))
        return service.send(caller, operation, request_id)

    def _missing(
        self, caller: Any, codec: Codec[Any], missing: MissingFolder, request_id: str
    ) -> errors.StudioError:
        # A name that is no slug is missing at its level, unless a folder above it is missing
        # already.
        level = missing.level
        above = missing.slugs[: level - 1]
        if above:
            try:
                self.service.send(caller, ListFolderChildren(folder="/".join(above)), request_id)
            except errors.FolderNotFound as error:
                level = int(error.details.get("level", level))
        return dialect.missing_folder(codec.route.missing, missing.slugs, level)

    # ---- links ----------------------------------------------------------------------------------------------------

    async def file(self, exchange: Exchange) -> None:
        """GET /files/{token}: the signed link is the right."""
        token = exchange.places["token"]
        opened = await self.disk.run(lambda: self.service.open_link(token))

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
            await exchange.send(message)

        try:
            await send_file(
                opened,
                exchange.headers,
                head=exchange.method == "HEAD",
                send=send,
                in_thread=self.disk.run,
                request_id=exchange.request_id,
            )
        except FileNotFoundError:
            raise errors.NotFound from None

    async def upload(self, exchange: Exchange) -> None:
        """PUT /uploads/{token}: the waiting room of the library."""
        token, content_type = exchange.places["token"], exchange.headers.get("content-type")
        spool = await read_file(exchange.receive, exchange.headers, MAX_UPLOAD_BYTES)
        with spool:
            await self.work.run(lambda: self.service.put_upload(token, content_type, spool.read()))
        await exchange.answer(204, b"")

    # ---- pages ----------------------------------------------------------------------------------------------------

    async def invite(self, exchange: Exchange) -> None:
        """GET /invites/{token}: shows, and changes nothing (mail scanners open links)."""
        view = self.service.invite_view(exchange.places["token"])
        await self._page(exchange, pages.INVITE_STATUS[view.status], pages.invite_page(view))

    async def accept(self, exchange: Exchange) -> None:
        """POST /invites/{token}: the invited address opens the studio."""
        token = exchange.places["token"]
        form = await read_short_form(exchange.receive, exchange.headers)
        email = form.get("email", "").strip()
        client = exchange.scope.get("client")
        try:
            if not email or len(email) > 254 or not email.isprintable():
                raise errors.ValidationError.of(
                    "email", "Enter the address that was invited.", code="missing"
                )
            accepted = await self.work.run(
                lambda: self.service.accept_invite(token, email, client[0] if client else "")
            )
        except (
            errors.ValidationError,
            errors.RateLimited,
            errors.Missing,
            errors.Conflict,
        ) as error:
            view = self.service.invite_view(token)
            status = error.status if view.status == "issued" else pages.INVITE_STATUS[view.status]
            more = error_headers(error) if view.status == "issued" else []
            await self._page(exchange, status, pages.invite_page(view, error, email), more)
            return
        await self._page(exchange, 200, pages.accepted_page(accepted, self.service.base_url))

    async def _page(
        self,
        exchange: Exchange,
        status: int,
        page: bytes,
        more: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        await exchange.answer(status, page, _HTML, more=[*pages.headers(), *(more or [])])

    # ---- the contract and the probes ------------------------------------------------------------------------------

    @cached_property
    def document(self) -> bytes:
        """The OpenAPI document, made when first asked for."""
        return json.dumps(openapi.document(self.service.base_url), ensure_ascii=False).encode(
            "utf-8"
        )

    @cached_property
    def docs(self) -> bytes:
        """The page that shows it."""
        return docs.docs_page(json.loads(self.document))

    async def contract(self, exchange: Exchange) -> None:
        # Made in a thread: the first time it takes longer than any read may wait.
        await exchange.answer(200, await self.disk.run(lambda: self.document), cache=b"no-cache")

    async def docs_page(self, exchange: Exchange) -> None:
        await exchange.answer(
            200, await self.disk.run(lambda: self.docs), _HTML, b"no-cache", list(docs.headers())
        )

    async def healthy(self, exchange: Exchange) -> None:
        await exchange.answer(200, b'{"status":"ok"}')

    async def ready(self, exchange: Exchange) -> None:
        if not await self.disk.run(self.service.ready):
            raise errors.ServiceBusy("Not ready yet.")
        await exchange.answer(200, b'{"status":"ready"}')


class Door(BaseRoute):
    """The one Starlette route: finds the endpoint, turns errors into answers, writes the access
    log.
    """

    def __init__(
        self, api: Api, write: Callable[[str], object] | None, now: Callable[[], float]
    ) -> None:
        self.api, self.write, self.now = api, write, now

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL, {}) if scope["type"] == "http" else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        started = time.perf_counter()
        exchange = Exchange(scope, receive, send, self.api.service.new_request_id())
        try:
            endpoint, exchange.places = self.api.routes.find(exchange.method, segments_of(scope))
            await endpoint(exchange)
        except errors.StudioError as error:
            if exchange.status:
                raise
            if type(error) is errors.StudioError:
                log.error("request %s failed", exchange.request_id, exc_info=error)
            await exchange.refuse(error)
        except ClientGone:
            exchange.status = 499  # nobody reads it; the log shows that the client left
        except Exception as error:
            if exchange.status:
                raise
            log.error("request %s failed", exchange.request_id, exc_info=error)
            await exchange.refuse(errors.StudioError())
        finally:
            if self.write is not None:
                self.write(self._line(exchange, (time.perf_counter() - started) * 1000))

    def _line(self, exchange: Exchange, milliseconds: float) -> str:
        # Written by hand: only the method and the path come from outside and need escaping.
        key = f'"{exchange.key_id}"' if exchange.key_id is not None else "null"
        return (
            f'{{"time":{self.now():.3f},"requestId":"{exchange.request_id}","keyId":{key},'
            f'"method":{json.dumps(exchange.method[:20])},"path":{json.dumps(redacted(exchange.scope["path"]))},'
            f'"status":{exchange.status},"ms":{milliseconds:.2f}}}'
        )


def redacted(path: str) -> str:
    """A path as it may stand in a log: without the tokens of links, and without keys that were put
    there by mistake.
    """
    if path.startswith("/v1/"):
        return (_KEY.sub("***", path) if "bsk_" in path else path)[:200]
    first, _, rest = path.removeprefix("/").partition("/")
    if rest and first in _SECRET_PLACES:
        return f"/{first}/***"
    return _KEY.sub("***", path)[:200]


def make_app(
    service: Serves,
    *,
    threads: int = 4,
    waiting: int = 256,
    access: Callable[[str], object] | None = None,
    now: Callable[[], float] = time.time,
) -> Starlette:
    """The ASGI application over a service.

    ``threads`` carry out what the service calls slow; ``waiting`` more may queue before
    SERVICE_BUSY. ``access`` takes each line of the access log, a JSON object without a line end;
    ``now`` dates it (seconds since 1970).
    """
    api = Api(service, threads=threads, waiting=waiting)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        api.work.close()
        api.disk.close()

    return Starlette(routes=[Door(api, access, now)], lifespan=lifespan)
