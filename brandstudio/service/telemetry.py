"""OpenTelemetry: the parts of the work as spans, sent to a collector in OTLP over HTTP.

A provider of our own: a program that embeds the studio keeps its own, and its span that is under way
becomes the parent of ours. What the studio's words are (prompts, names, files) is in no span.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ..errors import StudioError
from ..traces import Fact, Kind, Traces, traceparent

log = logging.getLogger("brandstudio")

_KINDS: dict[Kind, SpanKind] = {
    "internal": SpanKind.INTERNAL,
    "server": SpanKind.SERVER,
    "consumer": SpanKind.CONSUMER,
    "client": SpanKind.CLIENT,
}
_EXPORT_SECONDS = 5.0
_REQUEST: ContextVar[str] = ContextVar("brandstudio_request", default="")
_REQUEST_ID = "brandstudio.request_id"


class OpenTelemetry(Traces):
    """Spans of this process; safe to use from several threads."""

    active = True

    def __init__(self, endpoint: str, service_name: str) -> None:
        exporter = OTLPSpanExporter(
            endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=_EXPORT_SECONDS
        )
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": service_name}),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("brandstudio")
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def span(
        self,
        name: str,
        kind: Kind = "internal",
        under: str | None = None,
        request_id: str = "",
        **facts: Fact,
    ) -> Iterator[None]:
        parent, request_id = self._parent(under), request_id or _request_of(under)
        attributes = {_named(fact): value for fact, value in facts.items()}
        if request_id:
            attributes[_REQUEST_ID] = request_id
        known = _REQUEST.set(request_id or _REQUEST.get())
        try:
            with self._tracer.start_as_current_span(
                name,
                context=parent,
                kind=_KINDS[kind],
                attributes=attributes,
                record_exception=False,
                set_status_on_exception=False,
            ) as span:
                try:
                    yield
                except Exception as error:
                    # Its sentence may quote what somebody wrote.
                    said = error.code if isinstance(error, StudioError) else type(error).__name__
                    span.set_attribute("error.type", said)
                    span.set_status(StatusCode.ERROR)
                    raise
        finally:
            _REQUEST.reset(known)

    def note(self, **facts: Fact) -> None:
        span = trace.get_current_span()
        for fact, value in facts.items():
            if fact == "error":
                span.set_attribute("error.type", value)
                span.set_status(StatusCode.ERROR)
            else:
                span.set_attribute(_named(fact), value)

    def here(self) -> str | None:
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        found = carrier.get("traceparent")
        if found is None:
            return None
        request_id = _REQUEST.get()
        return f"{found} {request_id}" if request_id else found

    def close(self) -> None:
        self._provider.shutdown()

    def _parent(self, under: str | None) -> Context | None:
        named = traceparent(under)
        if not named:
            return None
        return self._propagator.extract({"traceparent": named}, Context())


_STANDARD = {
    "method": "http.request.method",
    "path": "url.path",
    "status": "http.response.status_code",
}
"""What OpenTelemetry has a name for."""


def _named(fact: str) -> str:
    return _STANDARD.get(fact, f"brandstudio.{fact}")


def _request_of(under: str | None) -> str:
    return "" if under is None else under.partition(" ")[2]
