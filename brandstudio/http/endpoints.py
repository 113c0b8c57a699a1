"""What answers at each route: every operation at its own, signed links, invitations, the contract
and the probes.

One function makes the endpoint of every operation: key, scope, body, permission, schema, in that
order (decisions: order of checks), then the service does the rest. Reads answer inline; whatever
the service calls slow goes to a thread.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .. import errors
from ..models.library import MAX_FILE_BYTES
from ..operations import ListFolderChildren, SourceFile
from ..operations.missing import missing_folder
from . import dialect, docs, front, openapi, pages
from .bodies import media_type, parse_json, read_file, read_form, read_json, read_short_form
from .deadline import REQUEST_SECONDS, Deadline
from .files import file_response
from .serving import OpenedFile, Serves
from .threads import Threads
from .wire import Codec, Decoded, MissingFolder, codecs, error_headers

Endpoint = Callable[[Request], Awaitable[Response]]

_JSON, _HTML = "application/json", "text/html; charset=utf-8"
_NO_STORE = {"cache-control": "no-store"}
_NO_CACHE = {"cache-control": "no-cache"}


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
    ) -> None:
        self.service, self.guide, self.seconds = service, guide, seconds
        self.work = Threads(2 * threads, waiting, "request")
        # Files have threads of their own: a queue of renders must not hold up a picture.
        self.disk = Threads(16, 2048, "file")

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
            ("GET", "/docs", self.docs_page),
            ("GET", "/healthz", self.healthy),
            ("GET", "/readyz", self.ready),
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

    # ---- /v1 ------------------------------------------------------------------------------------

    def operation(self, codec: Codec[Any]) -> Endpoint:
        """The endpoint of one operation."""
        service, kind, route = self.service, codec.operation, codec.route
        headers = {"cache-control": route.cache}

        async def endpoint(request: Request) -> Response:
            caller = service.authenticate(request.headers.get("x-api-key"))
            request.scope["state"]["key_id"] = caller.key_id
            service.require(caller, kind)
            body: Any = None
            source: SourceFile | None = None
            form = _is_form(request, codec)
            if codec.takes_body:
                body, source = await self._body(request, codec, caller, form)
            decoded = codec.decode(
                request.path_params,
                request.scope["query_string"],
                body,
                source=source,
                form=form,
                idempotency_key=request.headers.get("idempotency-key")
                if codec.is_command
                else None,
                lacks=service.lacks,
            )
            request_id: str = request.scope["state"]["request_id"]
            if decoded.missing_folder is not None:
                raise self._missing(caller, codec, decoded.missing_folder, request_id)
            result = await self._carry_out(caller, decoded, request_id)
            return Response(codec.encode_result(result), codec.status(result), headers, _JSON)

        return endpoint

    async def _body(
        self, request: Request, codec: Codec[Any], caller: Any, form: bool
    ) -> tuple[Any, SourceFile | None]:
        """What was sent, when the caller has the permission that comes before its schema."""
        if form and codec.file is not None:
            sent = await read_form(request, codec.file)
            self.service.permit(caller, codec.operation)
            return sent
        raw = await read_json(request, codec.route.max_body)
        if not raw and codec.route.body_required:
            raise errors.MissingBody
        self.service.permit(caller, codec.operation)
        return parse_json(raw, request.headers.get("content-type")), None

    async def _carry_out(self, caller: Any, decoded: Decoded, request_id: str) -> Any:
        operation, service = decoded.operation, self.service
        if service.is_slow(operation):
            deadline = Deadline()
            work = self.work.run(
                caller.workspace_id,
                lambda: service.send(caller, operation, request_id, deadline.charge),
            )
            return await deadline.answer(work, self.seconds)
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
        return missing_folder(codec.route.missing, missing.slugs, level)

    # ---- links ----------------------------------------------------------------------------------

    async def file(self, request: Request) -> Response:
        """GET /files/{token}: the signed link is the right."""
        token = request.path_params["token"]
        opened, stat = await self.disk.run("files", lambda: self._open(token))
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
        limit = await self.disk.run(
            "uploads", lambda: self.service.expect_upload(token, content_type, announced)
        )
        spool = await read_file(request, min(limit, MAX_FILE_BYTES))
        with spool:
            await self.work.run(
                "uploads", lambda: self.service.put_upload(token, content_type, spool.read())
            )
        return Response(status_code=204, headers=_NO_STORE)

    # ---- pages ----------------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """GET /invites/{token}: shows, and changes nothing (mail scanners open links)."""
        token = request.path_params["token"]
        view = await self.disk.run("invites", lambda: self.service.invite_view(token))
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
            accepted = await self.work.run(
                "invites", lambda: self.service.accept_invite(token, email, client)
            )
        except (
            errors.ValidationError,
            errors.RateLimited,
            errors.Missing,
            errors.Conflict,
        ) as error:
            view = await self.disk.run("invites", lambda: self.service.invite_view(token))
            status = error.status if view.status == "issued" else pages.INVITE_STATUS[view.status]
            more = error_headers(error) if view.status == "issued" else {}
            return self._page(status, pages.invite_page(view, error, email), more)
        return self._page(200, pages.accepted_page(accepted, self.service.base_url))

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

    async def docs_page(self, request: Request) -> Response:
        """GET /docs."""
        _, page = await self._documents(request)
        return Response(page, headers={**_NO_CACHE, **docs.headers()}, media_type=_HTML)

    async def _documents(self, request: Request) -> tuple[bytes, bytes]:
        prefix = request.scope.get("root_path", "").rstrip("/")
        return await run_in_threadpool(_documents, self.service.base_url, prefix)

    async def healthy(self, request: Request) -> Response:
        """GET /healthz: the process runs; depends on nothing."""
        return Response(b'{"status":"ok"}', headers=_NO_STORE, media_type=_JSON)

    async def ready(self, request: Request) -> Response:
        """GET /readyz: the service can work."""
        if not await self.disk.run("probes", self.service.ready):
            raise errors.ServiceBusy("Not ready yet.")
        return Response(b'{"status":"ready"}', headers=_NO_STORE, media_type=_JSON)


@lru_cache(maxsize=8)
def _documents(base_url: str | None, root_path: str) -> tuple[bytes, bytes]:
    """The OpenAPI document and the page that shows it, made when first asked for."""
    document = openapi.document(base_url, root_path)
    return json.dumps(document, ensure_ascii=False).encode("utf-8"), docs.docs_page(document)


def _is_form(request: Request, codec: Codec[Any]) -> bool:
    return codec.file is not None and (
        media_type(request.headers.get("content-type"))[0] == "multipart/form-data"
    )
