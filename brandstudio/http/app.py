"""The server's application: Starlette's routes, exception handlers and middleware over a service.

Each module beside it is one thing: ``endpoints`` answers, ``routing`` finds, ``bodies`` reads,
``files`` sends, ``wire`` and ``dialect`` translate, ``access`` numbers and logs, ``threads`` work.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, ExceptionHandler

from .. import errors
from ..service.service import unforeseen
from .access import Access, always
from .deadline import REQUEST_SECONDS
from .endpoints import Api
from .guide import GuideFiles, is_built, not_built, to_guide
from .routing import TableRouter
from .serving import Serves
from .wire_errors import encode_error, error_headers

log = logging.getLogger("brandstudio.http")


def make_app(
    service: Serves,
    *,
    threads: int = 4,
    waiting: int = 256,
    access: Callable[[str], object] | None = None,
    now: Callable[[], float] = time.time,
    root_path: str = "",
    trusted_proxies: Sequence[str] = (),
    guide: Path | None = None,
    seconds: float = REQUEST_SECONDS,
    metrics: bool | None = False,
) -> Starlette:
    """The ASGI application over a service. It mounts under a prefix inside another application.

    ``threads`` carry out what one workspace asks for and the service calls slow (there are twice
    as many, so that another finds one free); ``waiting`` more may queue before SERVICE_BUSY.
    ``access`` takes each line of the access log, a JSON object without a line end; ``now`` dates it
    (seconds since 1970). ``root_path`` is the prefix under which a proxy shows it; of proxies at
    the addresses and networks in ``trusted_proxies``, and of no others, X-Forwarded-For and
    X-Forwarded-Proto are believed. ``guide`` is the folder of the built guide, served at
    /guide. Work that has not charged after ``seconds`` is given up as SERVICE_BUSY. ``metrics``
    serves /metrics; None to this machine alone.
    """
    prefix = "/" + root_path.strip("/") if root_path.strip("/") else ""
    api = Api(
        service,
        threads=threads,
        waiting=waiting,
        guide=guide is not None and is_built(guide),
        seconds=seconds,
        metrics=metrics,
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        api.close()

    told = (access, now, prefix, api.requests.seen, service.traces)
    middleware = [Middleware(Access, service.new_request_id, *told)]
    if trusted_proxies:
        middleware.insert(0, Middleware(behind(trusted_proxies)))
    routes = api.routes()
    if guide is not None and not is_built(guide):
        routes += [Route(path, not_built, methods=["GET"]) for path in ("/guide", "/guide/")]
    elif guide is not None:
        routes.append(Mount("/guide", GuideFiles(directory=guide, html=True), name="guide"))
        routes.append(Route("/guide", to_guide, methods=["GET"]))
    app = Starlette(
        middleware=middleware,
        exception_handlers={
            errors.StudioError: refuse,
            ClientDisconnect: cast("ExceptionHandler", forget),
            Exception: fail,
        },
    )
    app.router = TableRouter(routes, lifespan)
    return app


def behind(trusted: Sequence[str]) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware that believes these proxies: uvicorn's, which serves under any server."""
    for entry in trusted:
        try:
            ip_network(entry, strict=False)
        except ValueError:
            raise errors.ValidationError.of(
                "trusted_proxies", "addresses or networks, as 10.0.0.7 or 10.0.0.0/8", value=entry
            ) from None
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    return lambda app: cast("ASGIApp", ProxyHeadersMiddleware(cast(Any, app), [*trusted]))


async def refuse(request: Request, error: Exception) -> Response:
    """The error body (spec: Errors)."""
    assert isinstance(error, errors.StudioError)
    request_id: str = request.state.request_id
    if type(error) is errors.StudioError:
        log.error("request %s failed", request_id, exc_info=error)
    return Response(
        encode_error(error, request_id),
        error.status,
        {"cache-control": "no-store", **error_headers(error)},
        "application/json",
    )


async def forget(request: Request, error: Exception) -> Response | None:
    """Nothing: nobody is left to answer."""
    return None


async def fail(request: Request, error: Exception) -> Response:
    """What nobody expected: fixed words for the caller, the reason for the log."""
    request_id: str = request.state.request_id
    fault = unforeseen(error, f"request {request_id}")
    answer = Response(
        encode_error(fault, request_id),
        fault.status,
        {"cache-control": "no-store", **error_headers(fault)},
        "application/json",
    )
    # Starlette answers this one outside of our middleware.
    answer.raw_headers += always(request_id)
    return answer
