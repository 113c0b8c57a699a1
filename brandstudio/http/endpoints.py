"""What answers at each route: every operation at its own, signed links, invitations, the contract
and the probes.

One function makes the endpoint of every operation: key, scope, body, permission, schema, in that
order (decisions: order of checks), then the service does the rest. All of it happens in threads, each
step with a deadline: the event loop reads bodies and sends answers, and waits for nothing else. A read
that was answered since the last commit is answered alike at once (``held``).
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .. import errors
from ..models.library import MAX_FILE_BYTES
from ..operations import ListFolderChildren, Operation, SourceFile
from ..operations.missing import missing_folder
from . import dialect, docs, front, openapi, pages
from .access import prefix_of
from .bodies import media_type, parse_json, read_file, read_form, read_json, read_short_form
from .deadline import READ_SECONDS, REQUEST_SECONDS, Deadline
from .files import file_response
from .held import Held, HeldAnswers
from .metrics import CONTENT_TYPE, Requests, may_see, page
from .serving import InviteView, OpenedFile, Serves
from .threads import Threads
from .wire import Codec, MissingFolder, codecs
from .wire_errors import error_headers

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response | Held]]

_JSON, _HTML = "application/json", "text/html; charset=utf-8"
_NO_STORE = {"cache-control": "no-store"}
_NO_CACHE = {"cache-control": "no-cache"}
_MOST_OPENED = 4096
"""Keys whose workspace is remembered."""


@dataclass(frozen=True)
class _Sent:
    """The body of a request as it came: JSON, or the fields and the file of a form."""

    raw: bytes = b""
    fields: dict[str, str] | None = None
    source: SourceFile | None = field(default=None, repr=False)
    form: bool = False


class Api:
    """The endpoints, over one service."""

    def __init__(
        self,
        service: Serves,
        *,
        threads: int,
        waiting: int,
        guide: bool = False,
        seconds: float = REQUEST_SECONDS,
        metrics: bool | None = False,
    ) -> None:
        self.service, self.guide, self.seconds = service, guide, seconds
        self.shows_metrics, self.requests = metrics, Requests()
        self.work = Threads(2 * threads, waiting, "request")
        # Files have threads of their own: a queue of renders must not hold up a picture.
        self.disk = Threads(16, 2048, "file")
        self.reads = Threads(max(8, threads), 2048, "read")
        self.held = HeldAnswers()
        self._opened: dict[int, str] = {}

    def routes(self) -> list[BaseRoute]:
        """All routes: each operation's under the name of its operationId, its mirror beside it."""
        found: list[BaseRoute] = []
        for codec in codecs():
            endpoint, name = self.operation(codec), openapi.operation_id(codec.operation)
            for path in filter(None, (codec.route.path, dialect.mirror(codec.route.path))):
                found.append(Route(path, endpoint, methods=[codec.route.method], name=name))
        for method, path, endpoint in (
            ("GET", "/", self.front),
            ("GET", "/v1/openapi.json", self.contract),
            ("GET", "/v1/template.schema.json", self.template_schema),
            ("GET", "/docs", self.docs_page),
            ("GET", "/healthz", self.healthy),
            ("GET", "/readyz", self.ready),
            *((("GET", "/metrics", self.metrics),) if self.shows_metrics is not False else ()),
            ("GET", "/files/{token}", self.file),
            ("PUT", "/uploads/{token}", self.upload),
            ("GET", "/invites/{token}", self.invite),
            ("POST", "/invites/{token}", self.accept),
        ):
            found.append(Route(path, endpoint, methods=[method]))
        return found

    def close(self) -> None:
        """Wait for what the threads have at work; they begin anew with the next request."""
        self.work.close()
        self.disk.close()
        self.reads.close()

    # ---- /v1 ------------------------------------------------------------------------------------

    def operation(self, codec: Codec[Any]) -> Endpoint:
        """The endpoint of one operation."""
        if codec.route.method == "GET":

            async def read(request: Request) -> Held:
                key = _key(request)
                scope = request.scope
                asked = (
                    sha256(key.encode()).digest(),
                    codec.operation,
                    prefix_of(scope),
                    *scope["path_params"].values(),
                    scope["query_string"],
                )

                async def anew() -> Held:
                    answer = await self._within(
                        self.reads,
                        self._owner(key),
                        READ_SECONDS,
                        lambda deadline: self._read(request, codec, key, deadline),
                    )
                    body, status = bytes(answer.body), answer.status_code
                    return Held(body, status, answer.raw_headers, scope["state"]["key_id"])

                return await self.held.give(asked, self.service.state(), anew)

            return read

        async def change(request: Request) -> Response:
            key = _key(request)
            caller = await self._within(
                self.reads,
                self._owner(key),
                READ_SECONDS,
                lambda _: self._admit(request, codec, key),
            )
            sent = await self._sent(request, codec)
            operation = await self._within(
                self.reads,
                caller.workspace_id,
                READ_SECONDS,
                lambda deadline: self._decode(request, codec, caller, sent, deadline),
            )
            return await self._within(
                self.work,
                caller.workspace_id,
                self.seconds,
                lambda deadline: self._answer(request, codec, caller, operation, deadline),
            )

        return change

    async def _within(
        self, threads: Threads, owner: str, seconds: float, call: Callable[[Deadline], T]
    ) -> T:
        """What a call gives, from a thread: nothing on the event loop reads, writes or waits."""
        deadline = Deadline()
        return await deadline.answer(threads.submit(owner, lambda: call(deadline)), seconds)

    def _read(self, request: Request, codec: Codec[Any], key: str, deadline: Deadline) -> Response:
        """All of a read in one thread."""
        caller = self._admit(request, codec, key)
        operation = self._decode(request, codec, caller, _Sent(), deadline)
        return self._answer(request, codec, caller, operation, deadline)

    def _owner(self, key: str) -> str:
        """Whose share of the threads the check of a key takes: the workspace that it opened last."""
        return self._opened.get(hash(key), "")

    def _admit(self, request: Request, codec: Codec[Any], key: str) -> Any:
        """Who asks, when a key of that level may make the call."""
        caller = self.service.authenticate(key)
        if len(self._opened) >= _MOST_OPENED:
            self._opened.clear()
        self._opened[hash(key)] = caller.workspace_id
        request.scope["state"]["key_id"] = caller.key_id
        self.service.require(caller, codec.operation)
        return caller

    async def _sent(self, request: Request, codec: Codec[Any]) -> _Sent:
        """The body as it came."""
        if not codec.takes_body:
            return _Sent()
        if _is_form(request, codec):
            assert codec.file is not None
            fields, source = await read_form(request, codec.file)
            return _Sent(fields=fields, source=source, form=True)
        raw = await read_json(request, codec.route.max_body)
        if not raw and codec.route.body_required:
            raise errors.MissingBody
        return _Sent(raw=raw)

    def _decode(
        self, request: Request, codec: Codec[Any], caller: Any, sent: _Sent, deadline: Deadline
    ) -> Operation[Any]:
        """The operation that is asked for; the permission comes before its schema."""
        if codec.takes_body:
            self.service.permit(caller, codec.operation)
        body: Any = sent.fields
        if codec.takes_body and not sent.form:
            body = parse_json(sent.raw, request.headers.get("content-type"))
        decoded = codec.decode(
            request.path_params,
            request.scope["query_string"],
            body,
            source=sent.source,
            form=sent.form,
            idempotency_key=request.headers.get("idempotency-key") if codec.is_command else None,
            lacks=self.service.lacks,
        )
        if decoded.missing_folder is not None:
            request_id = request.scope["state"]["request_id"]
            raise self._missing(caller, codec, decoded.missing_folder, request_id, deadline)
        return decoded.operation

    def _answer(
        self,
        request: Request,
        codec: Codec[Any],
        caller: object,
        operation: Operation[Any],
        deadline: Deadline,
    ) -> Response:
        """The answer of the service, as it travels."""
        request_id = request.scope["state"]["request_id"]
        below = prefix_of(request.scope)
        result = self.service.send(caller, operation, request_id, deadline, below)
        return Response(
            codec.encode_result(result), codec.status(result), codec.headers, media_type=_JSON
        )

    def _missing(
        self,
        caller: object,
        codec: Codec[Any],
        missing: MissingFolder,
        request_id: str,
        deadline: Deadline,
    ) -> errors.StudioError:
        # A name that is no slug is missing at its level, unless a folder above it is missing
        # already.
        level = missing.level
        above = missing.slugs[: level - 1]
        if above:
            inside = ListFolderChildren(folder="/".join(above))
            try:
                self.service.send(caller, inside, request_id, deadline)
            except errors.FolderNotFound as error:
                level = int(error.details.get("level", level))
        return missing_folder(codec.route.missing, missing.slugs, level)

    # ---- links ----------------------------------------------------------------------------------

    async def file(self, request: Request) -> Response:
        """GET /files/{token}: the signed link is the right. What is drawn anew may take as long as
        other work.
        """
        token = request.path_params["token"]
        opened, stat = await self._within(
            self.disk, "files", self.seconds, lambda _: self._open(token)
        )
        return file_response(request, opened, stat)

    def _open(self, token: str) -> tuple[OpenedFile, os.stat_result | None]:
        opened = self.service.open_link(token)
        try:
            return opened, None if opened.path is None else opened.path.stat()
        except FileNotFoundError:
            raise errors.NotFound from None

    async def upload(self, request: Request) -> Response:
        """PUT /uploads/{token}: the waiting room of the library."""
        token, content_type = request.path_params["token"], request.headers.get("content-type")
        length = request.headers.get("content-length", "")
        announced = int(length) if length.isascii() and length.isdigit() else None
        # Before a byte of it is read: an address that nobody gave out costs its sender everything
        # and us nothing.
        limit = await self._within(
            self.disk,
            "uploads",
            READ_SECONDS,
            lambda _: self.service.expect_upload(token, content_type, announced),
        )
        spool = await read_file(request, min(limit, MAX_FILE_BYTES))

        def put(deadline: Deadline) -> None:
            with spool:
                self.service.put_upload(token, content_type, spool.read(), deadline)

        await self._within(self.work, "uploads", self.seconds, put)
        return Response(status_code=204, headers=_NO_STORE)

    # ---- pages ----------------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """GET /invites/{token}: shows, and changes nothing (mail scanners open links)."""
        token = request.path_params["token"]
        view = await self._invited(token)
        return self._page(pages.INVITE_STATUS[view.status], pages.invite_page(view))

    async def accept(self, request: Request) -> Response:
        """POST /invites/{token}: the invited address opens the studio."""
        token = request.path_params["token"]
        form = await read_short_form(request)
        email = form.get("email", "").strip()
        client = request.client.host if request.client else ""
        try:
            if not email or len(email) > 254 or not email.isprintable():
                raise errors.ValidationError.of(
                    "email", "Enter the address that was invited.", code="missing"
                )
            accepted = await self._within(
                self.work,
                "invites",
                self.seconds,
                lambda deadline: self.service.accept_invite(token, email, client, deadline),
            )
        except (
            errors.ValidationError,
            errors.RateLimited,
            errors.Missing,
            errors.Conflict,
        ) as error:
            view = await self._invited(token)
            status = error.status if view.status == "issued" else pages.INVITE_STATUS[view.status]
            more = error_headers(error) if view.status == "issued" else {}
            return self._page(status, pages.invite_page(view, error, email), more)
        base_url = self.service.base_url
        below = prefix_of(request.scope)
        return self._page(200, pages.accepted_page(accepted, base_url, below))

    async def _invited(self, token: str) -> InviteView:
        return await self._within(
            self.disk, "invites", READ_SECONDS, lambda _: self.service.invite_view(token)
        )

    @staticmethod
    def _page(status: int, page: bytes, more: dict[str, str] | None = None) -> Response:
        headers = {**_NO_STORE, **pages.headers(), **(more or {})}
        return Response(page, status, headers, _HTML)

    # ---- the contract and the probes ------------------------------------------------------------

    async def front(self, request: Request) -> Response:
        """GET /: what this is, and where everything else is."""
        prefix = request.scope.get("root_path", "").rstrip("/")
        if "text/html" in request.headers.get("accept", ""):
            page = front.front_page(prefix, self.guide)
            return Response(page, headers={**_NO_CACHE, **pages.headers()}, media_type=_HTML)
        return Response(front.front_json(prefix, self.guide), headers=_NO_CACHE, media_type=_JSON)

    async def contract(self, request: Request) -> Response:
        """GET /v1/openapi.json; made in a thread, since it takes longer than a read may wait."""
        document, _ = await self._documents(request)
        return Response(document, headers=_NO_CACHE, media_type=_JSON)

    async def template_schema(self, request: Request) -> Response:
        """GET /v1/template.schema.json: what a template may say, for editors and linters."""
        return Response(pages.asset("template.schema.json"), headers=_NO_CACHE, media_type=_JSON)

    async def docs_page(self, request: Request) -> Response:
        """GET /docs."""
        _, page = await self._documents(request)
        return Response(page, headers={**_NO_CACHE, **docs.headers()}, media_type=_HTML)

    async def _documents(self, request: Request) -> tuple[bytes, bytes]:
        prefix = request.scope.get("root_path", "").rstrip("/")
        return await self._within(
            self.disk, "pages", READ_SECONDS, lambda _: _documents(self.service.base_url, prefix)
        )

    async def healthy(self, request: Request) -> Response:
        """GET /healthz: the process runs; depends on nothing."""
        return Response(b'{"status":"ok"}', headers=_NO_STORE, media_type=_JSON)

    async def ready(self, request: Request) -> Response:
        """GET /readyz: the service can work, and what is wrong all the same."""

        def asked(_: Deadline) -> tuple[bool, list[str]]:
            ready = self.service.ready()
            return ready, self.service.wrong() if ready else []

        try:
            ready, wrong = await self._within(self.disk, "probes", READ_SECONDS, asked)
        except errors.ServiceBusy:  # its time ran out: it stands still rather than being gone
            ready, wrong = False, []
        if not ready:
            raise errors.ServiceBusy("Not ready: the database does not answer.")
        told = {"status": "ready", **({"problems": wrong} if wrong else {})}
        body = json.dumps(told, separators=(",", ":")).encode()
        return Response(body, headers=_NO_STORE, media_type=_JSON)

    async def metrics(self, request: Request) -> Response:
        """GET /metrics, for those who may see it."""
        if not may_see(request, self.shows_metrics):
            raise errors.NotFound("There is nothing at this path. /docs lists what there is.")

        def asked(_: Deadline) -> bytes:
            # Without its database a process still says what it knows by itself.
            figures = self.service.figures() if self.service.ready() else []
            return page(figures, self.requests)

        found = await self._within(self.disk, "probes", READ_SECONDS, asked)
        return Response(found, headers={**_NO_STORE, "content-type": CONTENT_TYPE})


@lru_cache(maxsize=8)
def _documents(base_url: str | None, root_path: str) -> tuple[bytes, bytes]:
    """The OpenAPI document and the page that shows it, made when first asked for."""
    document = openapi.document(base_url, root_path)
    return json.dumps(document, ensure_ascii=False).encode("utf-8"), docs.docs_page(document)


def _key(request: Request) -> str:
    key = request.headers.get("x-api-key")
    if not key:
        raise errors.Unauthenticated
    return key


def _is_form(request: Request, codec: Codec[Any]) -> bool:
    return codec.file is not None and (
        media_type(request.headers.get("content-type"))[0] == "multipart/form-data"
    )
