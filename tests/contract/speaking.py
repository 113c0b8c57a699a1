"""A client that knows only the contract: plain HTTP, the documented headers, and the error body."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import httpx

from brandstudio.testing import Bench, Place, picture

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
PICTURES = "https://pictures.example.com/"


class Client:
    """One API key against one server, or several in turn."""

    def __init__(self, urls: str | Sequence[str], key: str | None) -> None:
        headers = {} if key is None else {"x-api-key": key}
        self._servers = cycle(
            [
                httpx.Client(base_url=url, headers=headers, timeout=60, verify=False)
                for url in ([urls] if isinstance(urls, str) else urls)
            ]
        )

    @property
    def http(self) -> httpx.Client:
        """The next server."""
        return next(self._servers)

    def ask(self, method: str, path: str, json: Any = None, /, **query: Any) -> httpx.Response:
        more: dict[str, Any] = {} if json is None else {"json": json}
        return self.http.request(
            method, path, params={k: v for k, v in query.items() if v is not None}, **more
        )

    def get(self, path: str, /, **query: Any) -> httpx.Response:
        return self.ask("GET", path, **query)

    def post(self, path: str, json: Any = None, /, **query: Any) -> httpx.Response:
        return self.ask("POST", path, json, **query)

    def patch(self, path: str, json: Any = None, /, **query: Any) -> httpx.Response:
        return self.ask("PATCH", path, json, **query)

    def delete(self, path: str, /, **query: Any) -> httpx.Response:
        return self.ask("DELETE", path, **query)


def good(response: httpx.Response, status: int = 200) -> Any:
    """The body of an answer that must have this status."""
    assert response.status_code == status, f"{response.status_code} {response.text[:600]}"
    assert response.headers["content-type"] == "application/json"
    return response.json()


def refused(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The ``error`` of an answer that must be this refusal, in the one shape that errors have."""
    assert response.status_code == status, f"{response.status_code} {response.text[:600]}"
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert body.keys() == {"error"}
    error: dict[str, Any] = body["error"]
    assert (
        {"code", "message", "requestId"}
        <= error.keys()
        <= {"code", "message", "details", "requestId"}
    )
    assert error["code"] == code, error
    assert isinstance(error["message"], str)
    assert error["message"]
    assert isinstance(error["requestId"], str)
    assert error["requestId"] == response.headers["x-request-id"]
    assert isinstance(error.get("details", {}), dict)
    return error


def invalid(response: httpx.Response, *paths: str) -> dict[str, Any]:
    """A VALIDATION_ERROR that names (at least) these fields."""
    error = refused(response, 400, "VALIDATION_ERROR")
    named = {field["path"] for field in error["details"]["fields"]}
    assert set(paths) <= named, (paths, named)
    for told in error["details"]["fields"]:
        assert {"path", "code", "message"} <= told.keys() <= {"path", "code", "message", "input"}
        assert len(str(told.get("input", ""))) <= 100
    return error


def shaped(value: Any, **kinds: type | tuple[type, ...]) -> None:
    """The object has each of these keys with a value of that kind; others may stand beside them."""
    for name, kind in kinds.items():
        assert name in value, f"{name} is missing from {sorted(value)}"
        found = value[name]
        fits = isinstance(found, kind) and not (
            isinstance(found, bool) and kind in (int, (int, float))
        )
        assert fits, f"{name} is {found!r}, not {kind}"


def moment(value: str) -> None:
    """An ISO 8601 timestamp in UTC with milliseconds."""
    assert TIMESTAMP.fullmatch(value), value


_anyone = httpx.Client(verify=False, timeout=60)


def open_link(url: str, method: str = "GET", **more: Any) -> httpx.Response:
    """What anyone who holds a link gets, without a key."""
    return _anyone.request(method, url, **more)


@dataclass
class Room:
    """A workspace, with a client of level full and what a test does by hand in the dashboard."""

    bench: Bench
    place: Place
    client: Client
    clients: dict[str, Client] = field(default_factory=dict)

    def at(self, level: Any) -> Client:
        """A client with a key of that level."""
        if level not in self.clients:
            self.clients[level] = Client(self.bench.url, self.place.key(level))
        return self.clients[level]

    @property
    def balance(self) -> float:
        return self.place.balance

    def work(self) -> None:
        self.bench.run_until_idle()

    def link(self, name: str = "photo.png", data: bytes | None = None) -> str:
        """A public link that leads to a picture."""
        url = PICTURES + name
        answers: dict[str, bytes | Exception | Callable[[str], bytes]] = (
            self.bench.engines.fetcher.answers
        )
        answers[url] = picture(96, 72, mark=1) if data is None else data
        return url

    # ---- what most tests begin with -------------------------------------------------------------------------------

    def folders(self, *names: str) -> None:
        """Folders inside one another: ``folders("Acme", "Summer")`` makes acme and acme/summer."""
        path: list[str] = []
        for name in names:
            body: dict[str, Any] = {"name": name}
            if path:
                body["folderPath"] = path
            path = [*path, good(self.client.post("/v1/folders", body), 201)["folder"]["slug"]]

    def photo(self, folder: str = "acme", mark: int = 1, data: bytes | None = None) -> str:
        """The id of a picture newly in the library of a folder."""
        link = self.link(f"{mark}.png", picture(96, 72, mark=mark) if data is None else data)
        body = {"folderPath": folder, "imageUrl": link}
        return str(good(self.client.post("/v1/library", body), 201)["image"]["imageId"])

    def image(self, folder: str = "acme", **more: Any) -> str:
        """The id of a generated image that is completed."""
        body = {"folderPath": folder, "prompt": "A calm sea", "resolution": "1K", **more}
        made = good(self.client.post("/v1/images", body), 202)
        self.work()
        return str(made["id"])
