"""What every answer says in its head: nothing to guess at, nothing to remember, no cookie anywhere."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from brandstudio.http.app import make_app
from brandstudio.testing import Bench, Place, picture

PATHS = [
    "/healthz",
    "/readyz",
    "/v1/folders",
    "/v1/library",
    "/v1/images/img_none",
    "/v1/nothing/of/the/kind",
    "/files/none",
    "/accept-invite/none",
    "/docs",
    "/openapi.json",
    "/",
]


@pytest.mark.parametrize("key", ["", "bs_wrong", "right"])
@pytest.mark.parametrize("path", PATHS)
def test_no_answer_sets_a_cookie_or_lets_its_type_be_guessed(
    shared_bench: Bench, place: Place, path: str, key: str
) -> None:
    shown = {"x-api-key": place.key() if key == "right" else key} if key else {}
    with TestClient(make_app(shared_bench.service), headers=shown) as http:
        answer = http.get(path, follow_redirects=False)
        assert "set-cookie" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-request-id"]
        assert "server" not in answer.headers or "uvicorn" not in answer.headers["server"]
        assert not http.cookies


def test_a_file_that_was_sent_in_opens_as_a_picture_and_nothing_else(
    shared_bench: Bench, place: Place
) -> None:
    place.owner.folders.create(name="Acme")
    item = place.owner.library.add(folder="acme", file=picture(64, 48), filename="a.png")
    with TestClient(make_app(shared_bench.service)) as http:
        answer = http.get("/files/" + (item.url or "").rpartition("/files/")[2])
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
