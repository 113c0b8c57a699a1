"""``GET /metrics``: who sees it, that it can be read, and that no caller can fill it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fake_service import FakeService
from starlette.testclient import TestClient

from brandstudio.http.app import make_app
from brandstudio.http.metrics import area_of
from brandstudio.testing import Bench

_LINE = re.compile(r'[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? [0-9.e+-]+')


def client(metrics: bool | None, host: str = "127.0.0.1") -> TestClient:
    return TestClient(make_app(FakeService(), metrics=metrics), client=(host, 50000))


def test_nobody_sees_it_unless_it_is_served() -> None:
    assert client(False).get("/metrics").status_code == 404


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
    ],
)
def test_unasked_it_is_for_this_machine_alone(
    host: str, headers: dict[str, str], status: int
) -> None:
    assert client(None, host).get("/metrics", headers=headers).status_code == status


def test_where_it_is_asked_for_everybody_sees_it() -> None:
    assert client(True, "192.0.2.7").get("/metrics").status_code == 200


def test_requests_are_counted_by_what_no_caller_can_make_up() -> None:
    with client(True) as asking:
        for path in ("/healthz", "/nothing-1", "/nothing-2", "/v1/x", "/files/secret"):
            asking.get(path)
        text = asking.get("/metrics").text
    assert 'brandstudio_request_seconds_count{method="GET",area="other",status="4xx"} 3' in text
    assert 'area="healthz",status="2xx",le="+Inf"} 1' in text
    assert "secret" not in text
    assert "nothing" not in text


def test_areas_are_the_first_words_of_paths() -> None:
    assert [area_of(path) for path in ("/v1/images/img_1", "/files/x.y", "/v1", "/")] == [
        "images",
        "files",
        "other",
        "other",
    ]


def test_every_line_can_be_read_and_what_waits_is_told(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="acme")
    studio.images.create(folder="acme", prompt="calm sea")
    bench.manual_clock.advance(90)
    with TestClient(make_app(bench.service, metrics=True)) as asking:
        answer = asking.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert [line for line in lines if not line.startswith("#") and not _LINE.fullmatch(line)] == []
    told = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert told['brandstudio_jobs{kind="image",status="queued"}'] == "1"
    assert round(float(told['brandstudio_job_oldest_seconds{kind="image"}'])) == 90
    assert float(told["brandstudio_database_writes_total"]) > 0
    bench.run_until_idle()
    with TestClient(make_app(bench.service, metrics=True)) as asking:
        assert "brandstudio_jobs{" not in asking.get("/metrics").text


def test_the_dashboard_asks_only_for_what_there_is(bench: Bench) -> None:
    root = Path(__file__).parents[2] / "examples" / "deploy" / "dashboard.json"
    asked = set(re.findall(r"brandstudio_[a-z_]+", root.read_text()))
    with TestClient(make_app(bench.service, metrics=True)) as asking:
        text = asking.get("/metrics").text
    told = set(re.findall(r"# TYPE (\S+)", text))
    told |= {f"brandstudio_request_seconds_{part}" for part in ("bucket", "sum", "count")}
    assert asked <= told
    assert len(asked) > 6
