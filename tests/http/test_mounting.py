"""The application is an ordinary Starlette one: middleware sees routes, it mounts under a prefix,
and it may be started and stopped as often as one likes.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import Any

import pytest
from fake_service import FakeService
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from brandstudio.http.app import make_app
from brandstudio.operations import OPERATIONS

KEY = {"x-api-key": "bsk_full"}
GENERATE = {"level1": "acme", "prompt": "calm sea at dusk"}


class Tracer:
    """A middleware as tracing libraries write them: it names a span by the route's path."""

    def __init__(self, app: Any, spans: list[tuple[Any, ...]]) -> None:
        self.app, self.spans = app, spans

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "http" and "route" in scope:
                route = scope["route"]
                self.spans.append((route.path, route.name, scope["path_params"]))
                assert scope["endpoint"] is route.endpoint


def test_middleware_sees_the_route_its_endpoint_and_its_places(service):
    spans: list[tuple[Any, ...]] = []
    app = make_app(service)
    app.add_middleware(Tracer, spans=spans)
    http = TestClient(app, headers=KEY)
    http.get("/v1/images/img%2F1?level1=acme")
    http.get("/v1/brands/acme/sub-brands")
    http.get("/healthz")
    assert spans == [
        ("/v1/images/{image_id}", "getImage", {"image_id": "img/1"}),
        ("/v1/brands/{level1}/sub-brands", "listSubBrands", {"level1": "acme"}),
        ("/healthz", "healthy", {}),
    ]


def test_every_operation_is_a_starlette_route_with_its_name(service):
    routes = {
        (route.path, method): route.name
        for route in make_app(service).routes
        if isinstance(route, Route)
        for method in route.methods
    }
    for operation in OPERATIONS:
        name = routes[operation.route.path, operation.route.method]
        assert name.lower() == operation.__name__.lower()
    assert make_app(service).url_path_for("getImage", image_id="img_1") == "/v1/images/img_1"


@pytest.mark.parametrize("prefix", ["/studio", "/a/b", "/caf\xe9"])
def test_it_answers_under_a_prefix_inside_another_app(service, prefix):
    outer = Starlette(routes=[Mount(prefix, make_app(service))])
    http = TestClient(outer, headers=KEY)
    assert http.get(f"{prefix}/healthz").status_code == 200
    assert http.get(f"{prefix}/v1/images/a%2Fb?level1=acme").json()["id"] == "a/b"
    assert http.post(f"{prefix}/v1/images", json=GENERATE).status_code == 202
    assert http.get(f"{prefix}/v1/nowhere").json()["error"]["code"] == "NOT_FOUND"
    wrong = http.put(f"{prefix}/v1/images/i")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, HEAD")


def test_it_mounts_in_fastapi_beside_its_own_routes(service):
    outer = FastAPI()

    @outer.get("/hello")
    def hello() -> str:
        return "world"

    outer.mount("/studio", make_app(service))
    http = TestClient(outer, headers=KEY)
    assert http.get("/hello").json() == "world"
    assert http.get("/studio/v1/images/i?level1=acme").status_code == 200


@pytest.mark.parametrize("path", ["/studio/v1/images/i", "/v1/images/i"])
def test_a_prefix_of_a_proxy_is_known_whether_the_proxy_takes_it_off_or_not(service, path):
    http = TestClient(make_app(service, root_path="/studio"), headers=KEY)
    assert http.get(path, params={"level1": "acme"}).status_code == 200


def test_a_path_that_only_begins_like_the_prefix_is_another_path(service):
    http = TestClient(make_app(service, root_path="/studio"), headers=KEY)
    assert http.get("/studiov1/images/i").status_code == 404


def test_the_log_shows_no_token_under_a_prefix_either(service):
    lines: list[str] = []
    inner = make_app(service, access=lines.append)
    http = TestClient(Starlette(routes=[Mount("/studio", inner)]))
    http.get("/studio/files/secret-token")
    http = TestClient(make_app(service, access=lines.append, root_path="/studio"))
    http.get("/studio/files/secret-token")
    http.get("/files/secret-token")
    assert len(lines) == 3
    assert "secret" not in "".join(lines)


def test_it_works_through_many_lifespans_and_without_one(service):
    app = make_app(service)
    for _ in range(3):
        with TestClient(app, headers=KEY) as http:
            assert http.post("/v1/images", json=GENERATE).status_code == 202
    assert TestClient(app, headers=KEY).post("/v1/images", json=GENERATE).status_code == 202


def test_a_mount_of_the_outer_app_and_its_own_lifespan_go_on(service):
    told: list[str] = []

    @asynccontextmanager
    async def lifespan(app: Starlette):
        told.append("up")
        yield
        told.append("down")

    outer = Starlette(routes=[Mount("/studio", make_app(service))], lifespan=lifespan)
    for _ in range(2):
        with TestClient(outer, headers=KEY) as http:
            assert http.post("/studio/v1/images", json=GENERATE).status_code == 202
    assert told == ["up", "down"] * 2


def test_what_nobody_expected_reaches_the_tools_that_watch_for_it(service, monkeypatch):
    def fail(*arguments: Any) -> None:
        raise RuntimeError("unexpected")

    monkeypatch.setattr(service, "authenticate", fail)
    http = TestClient(make_app(service), headers=KEY)
    with pytest.raises(RuntimeError, match="unexpected"):
        http.get("/v1/folders")
    quiet = TestClient(make_app(service), headers=KEY, raise_server_exceptions=False)
    answer = quiet.get("/v1/folders")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "INTERNAL_ERROR")
    assert answer.headers["x-request-id"] == answer.json()["error"]["requestId"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.fixture
def service() -> FakeService:
    return FakeService()
