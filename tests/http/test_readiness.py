"""``GET /readyz`` says what is wrong."""

from __future__ import annotations

import shutil

from fake_service import FakeService
from starlette.testclient import TestClient

from brandstudio.http.app import make_app
from brandstudio.testing import Bench


def test_a_server_that_can_work_is_ready() -> None:
    assert TestClient(make_app(FakeService())).get("/readyz").json() == {"status": "ready"}


def test_a_server_without_its_database_is_not_and_says_so() -> None:
    answer = TestClient(make_app(FakeService(is_ready=False))).get("/readyz")
    assert answer.status_code == 503
    assert "database" in answer.json()["error"]["message"]


def test_a_server_without_its_files_works_on_and_says_so(bench: Bench) -> None:
    shutil.rmtree(bench.data / "blobs", ignore_errors=True)
    answer = TestClient(make_app(bench.service)).get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["problems"] == ["The place that keeps the files does not answer."]
