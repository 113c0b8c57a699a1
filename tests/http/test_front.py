"""``GET /`` says what this is; /docs, its document and the guide are right under any prefix."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fake_service import FakeService
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from brandstudio import errors
from brandstudio.http.app import make_app

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def links_of(page: str) -> list[str]:
    parser = Links()
    parser.feed(page)
    return [link for link in parser.found if not link.startswith(("#", "data:"))]


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<h1>The guide</h1>")
    (tmp_path / "guides").mkdir()
    (tmp_path / "guides" / "serve.html").write_text("<h1>Serve</h1>")
    return tmp_path


@pytest.fixture(params=["", "/studio", "mounted"])
def site(request: pytest.FixtureRequest, guide: Path) -> tuple[TestClient, str]:
    """The application at the root, behind a proxy's prefix, and mounted; and its prefix."""
    service = FakeService(base_url=None)
    if request.param == "mounted":
        app = Starlette(routes=[Mount("/a/b", make_app(service, guide=guide))])
        return TestClient(app), "/a/b"
    return TestClient(make_app(service, guide=guide, root_path=request.param)), request.param


def test_every_link_of_the_front_page_leads_somewhere(site: tuple[TestClient, str]) -> None:
    http, prefix = site
    page = http.get(f"{prefix}/", headers=BROWSER)
    assert page.headers["content-type"].startswith("text/html")
    links = links_of(page.text)
    assert len(links) == 5
    for link in links:
        assert link.startswith(f"{prefix}/")
        assert http.get(link).status_code == 200, link


def test_programs_are_told_the_same_in_json(site: tuple[TestClient, str]) -> None:
    http, prefix = site
    told = http.get(f"{prefix}/").json()
    assert told["service"] == "brandstudio"
    for name in ("docs", "openapi", "health", "ready", "guide"):
        assert http.get(told[name]).status_code == 200, name


def test_the_document_says_where_its_calls_are(site: tuple[TestClient, str]) -> None:
    http, prefix = site
    document = http.get(f"{prefix}/v1/openapi.json").json()
    server = document["servers"][0]["url"].rstrip("/")
    assert http.get(f"{server}/v1/folders").json()["error"]["code"] == "UNAUTHENTICATED"


def test_every_link_of_the_docs_leads_somewhere(site: tuple[TestClient, str]) -> None:
    http, prefix = site
    page = http.get(f"{prefix}/docs")
    links = links_of(page.text)
    assert links
    for link in links:
        assert http.get(urljoin(f"{prefix}/docs", link)).status_code == 200, link


def test_a_base_url_that_leads_elsewhere_is_not_the_documents(guide: Path) -> None:
    def server(base_url: str | None, root_path: str) -> str:
        http = TestClient(make_app(FakeService(base_url=base_url), root_path=root_path))
        url: str = http.get("/v1/openapi.json").json()["servers"][0]["url"]
        return url

    assert server("https://brand.example/studio", "/studio") == "https://brand.example/studio"
    assert server("https://brand.example", "") == "https://brand.example"
    assert server("http://127.0.0.1:8000", "/studio") == "/studio"
    assert server(None, "") == "/"


def test_the_guide_is_served_where_it_is_and_nowhere_else(guide: Path) -> None:
    with_guide = TestClient(make_app(FakeService(), guide=guide))
    page = with_guide.get("/guide/guides/serve.html")
    assert page.text == "<h1>Serve</h1>"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-request-id"]
    bare = with_guide.get("/guide", follow_redirects=False)
    assert urljoin("http://host/studio/guide", bare.headers["location"]).endswith("/studio/guide/")
    for lost in ("/guide/none.html", "/guide/..%2f..%2fetc%2fpasswd", "/guide/%2e%2e/secret"):
        answer = with_guide.get(lost)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")
    without = TestClient(make_app(FakeService()))
    assert "installed" not in without.get("/guide/").text
    assert without.get("/guide/").status_code == 404
    assert "guide" not in without.get("/").json()


@pytest.mark.parametrize("path", ["/guide", "/guide/"])
def test_a_guide_that_was_not_built_is_told_with_how_it_comes(tmp_path: Path, path: str) -> None:
    http = TestClient(make_app(FakeService(), guide=tmp_path))
    answer = http.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")
    told = answer.json()["error"]["message"]
    assert "not installed here" in told
    assert "python -m sphinx docs brandstudio/assets/guide" in told
    assert "guide" not in http.get("/").json()


# ---- proxies --------------------------------------------------------------------------------------


def seen_by(trusted: tuple[str, ...], client: str) -> tuple[str, str]:
    """Whom an application behind the proxy sees, and by which scheme."""
    app = make_app(FakeService(), trusted_proxies=trusted)
    app.router.routes.append(Mount("/who", routes=[Route("/", who)]))
    http = TestClient(app, client=(client, 5000))
    headers = {"x-forwarded-for": "6.6.6.6, 203.0.113.7", "x-forwarded-proto": "https"}
    answer = http.get("/who/", headers=headers).json()
    return answer["client"], answer["scheme"]


async def who(request: Request) -> JSONResponse:
    assert request.client is not None
    return JSONResponse({"client": request.client.host, "scheme": request.url.scheme})


def test_forwarded_headers_are_believed_of_trusted_proxies_only() -> None:
    assert seen_by((), "10.0.0.1") == ("10.0.0.1", "http")
    assert seen_by(("10.0.0.0/8",), "10.0.0.1") == ("203.0.113.7", "https")
    assert seen_by(("10.0.0.0/8",), "192.0.2.1") == ("192.0.2.1", "http")
    assert seen_by(("127.0.0.1",), "127.0.0.1") == ("203.0.113.7", "https")


def test_a_proxy_is_named_by_an_address() -> None:
    with pytest.raises(errors.ValidationError, match="addresses or networks"):
        make_app(FakeService(), trusted_proxies=("proxy.example",))


def test_links_never_follow_the_host_that_was_asked_for(service: FakeService) -> None:
    http = TestClient(make_app(service, trusted_proxies=("127.0.0.1",)), client=("127.0.0.1", 1))
    headers = {
        "host": "evil.example",
        "x-forwarded-host": "evil.example",
        "x-api-key": "bsk_full",
        **BROWSER,
    }
    for path in ("/", "/docs", "/v1/openapi.json", "/v1/images/i?level1=acme"):
        answer = http.get(path, headers=headers)
        assert "evil.example" not in answer.text + json.dumps(dict(answer.headers)), path


def test_the_schema_of_templates_is_served_to_editors_without_a_key(
    site: tuple[TestClient, str],
) -> None:
    http, prefix = site
    answer = http.get(f"{prefix}/v1/template.schema.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    schema = answer.json()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {"slots", "layouts", "schemes", "order"} <= schema["properties"].keys()
