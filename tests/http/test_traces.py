"""Traces: one from the request to its job, to drawing, to the delivery of the event, as a collector of
our own takes them in OTLP over HTTP.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from brandstudio import Slots
from brandstudio.testing import Bench
from brandstudio.traces import NO_TRACES

TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
HEADER = {"traceparent": f"00-{TRACE}-{CALLER}-01"}


class Collector:
    """What was sent to /v1/traces, by the name of each span."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.service: dict[str, str] = {}
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    import gzip

                    body = gzip.decompress(body)
                assert self.path == "/v1/traces"
                collector.take(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None: ...

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def take(self, sent: ExportTraceServiceRequest) -> None:
        for resource in sent.resource_spans:
            self.service = {a.key: a.value.string_value for a in resource.resource.attributes}
            for scope in resource.scope_spans:
                self.spans += scope.spans

    def named(self, name: str) -> Span:
        (found,) = [span for span in self.spans if span.name == name]
        return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def facts(span: Span) -> dict[str, Any]:
    return {
        each.key: getattr(each.value, each.value.WhichOneof("value") or "string_value")
        for each in span.attributes
    }


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.close()


def traced(tmp_path: Path, collector: Collector, **more: Any) -> Bench:
    return Bench(tmp_path / "data", otlp_endpoint=collector.url, **more)


def test_one_trace_goes_from_the_request_to_the_delivery(
    tmp_path: Path, collector: Collector
) -> None:
    with traced(tmp_path, collector, otel_service_name="studio of the tests") as bench:
        place = bench.workspace()
        place.owner.admin.webhooks.set(url="https://receiver.example/hook", job_events=True)
        place.studio().folders.create(name="Acme")
        asked = {
            "level1": "acme",
            "sizes": ["square"],
            "template": "overlay",
            "slots": Slots(headline="Walk by the sea").model_dump(by_alias=True, exclude_none=True),
        }
        answer = httpx.post(
            f"{bench.url}/v1/designs",
            json=asked,
            headers={"x-api-key": place.key(), **HEADER},
        )
        assert answer.status_code == 202, answer.text
        httpx.get(f"{bench.url}/healthz")
        bench.run_until_idle()
        (sent,) = bench.engines.deliverer.sent
        assert sent.headers["traceparent"].split("-")[1] == TRACE
    request, accepted = collector.named("POST designs"), collector.named("CreateDesign")
    job, drawn = collector.named("job design"), collector.named("draw banner")
    delivered = collector.named("deliver job.completed")
    chain = (request, accepted, job, drawn)
    assert [span.parent_span_id.hex() for span in chain] == [
        CALLER,
        *(span.span_id.hex() for span in chain[:-1]),
    ]
    assert delivered.parent_span_id == job.span_id
    assert sent.headers["traceparent"].split("-")[2] == delivered.span_id.hex()
    assert {span.trace_id.hex() for span in (*chain, delivered)} == {TRACE}
    request_id = answer.headers["x-request-id"]
    for span in (*chain[:3], delivered):
        assert facts(span)["brandstudio.request_id"] == request_id
    assert facts(request)["http.response.status_code"] == 202
    assert facts(job)["brandstudio.job_id"] == answer.json()["jobId"]
    assert facts(drawn)["brandstudio.size"] == "square"
    assert collector.service["service.name"] == "studio of the tests"
    assert not [span for span in collector.spans if "health" in span.name]
    said = str(collector.spans)
    assert "Walk by the sea" not in said, "what people write is in no trace"
    assert place.key() not in said


def test_what_goes_wrong_is_told_by_its_code_alone(tmp_path: Path, collector: Collector) -> None:
    with traced(tmp_path, collector) as bench:
        place = bench.workspace()
        answer = httpx.post(
            f"{bench.url}/v1/designs",
            json={"level1": "nowhere", "sizes": ["square"], "slots": {"headline": "Walk"}},
            headers={"x-api-key": place.key(), "traceparent": "00-nonsense"},
        )
        assert answer.status_code == 404
    refused = collector.named("CreateDesign")
    assert refused.status.code == Status.STATUS_CODE_ERROR
    assert facts(refused)["error.type"] == answer.json()["error"]["code"]
    assert "nowhere" not in str(refused)
    assert collector.named("POST designs").trace_id.hex() != TRACE, "a header that says nothing"


def test_a_job_that_was_accepted_untraced_is_carried_out_traced_and_the_other_way_round(
    tmp_path: Path, collector: Collector
) -> None:
    """As an earlier version wrote it: without a trace; and one that reads no trace takes it as it is."""
    with Bench(tmp_path / "data") as before:
        place = before.workspace()
        place.studio().folders.create(name="Acme")
        first = place.studio().images.create(prompt="the sea at dusk", folder="acme")
    with traced(tmp_path, collector) as bench:
        bench.run_until_idle()
        studio = type(place)(bench, place.workspace_id).studio()
        assert studio.jobs.get(job_id=first.job_id).status == "completed"
        second = studio.images.create(prompt="a hill in snow", folder="acme")
        with bench.service.store.read() as tx:
            job = tx.jobs.get(second.job_id)
        assert job is not None
        assert (job.trace or "").startswith("00-")
        assert "trace" not in job.payload
    assert collector.named("job create").parent_span_id == b""
    with Bench(tmp_path / "data") as after:
        after.run_until_idle()
        studio = type(place)(after, place.workspace_id).studio()
        assert studio.jobs.get(job_id=second.job_id).status == "completed"


def test_a_collector_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    with Bench(tmp_path / "data", otlp_endpoint="http://127.0.0.1:9") as bench:
        studio = bench.workspace().studio()
        studio.folders.create(name="Acme")
        made = studio.images.create(prompt="the sea at dusk", folder="acme")
        bench.run_until_idle()
        assert studio.jobs.get(job_id=made.job_id).status == "completed"


def test_without_the_extra_it_is_said_and_nothing_is_traced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delitem(sys.modules, "brandstudio.service.telemetry", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with Bench(tmp_path / "data", otlp_endpoint="http://127.0.0.1:9") as bench:
        assert bench.service.traces is NO_TRACES
    assert "brandstudio[otel]" in caplog.text


def test_nothing_of_it_is_imported_unless_a_collector_is_named(tmp_path: Path) -> None:
    program = (
        "import sys, brandstudio; brandstudio.open(sys.argv[1]).close(); import brandstudio.http.app; "
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "data")], capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]", done.stderr
