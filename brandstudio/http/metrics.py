"""``GET /metrics`` in Prometheus' text format (version 0.0.4): the studio's figures, and the requests
of the process that answers.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import NamedTuple

from starlette.requests import Request

from .serving import Figure

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
"""Upper ends of the durations that are told apart, in seconds."""
_AREAS = frozenset(
    {"folders", "images", "library", "designs", "text", "brands", "jobs", "credits", "usage"}
    | {"files", "uploads", "invites", "healthz", "readyz", "docs", "guide"}
)
_FORWARDED = ("x-forwarded-for", "forwarded", "via")


class Asked(NamedTuple):
    """What requests are told apart by: nothing that a caller can make up."""

    method: str
    area: str
    status: str


class Requests:
    """How many requests this process answered, and how long they took."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: defaultdict[Asked, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self._seconds: defaultdict[Asked, float] = defaultdict(float)

    def seen(self, method: str, path: str, status: int, seconds: float) -> None:
        """One more."""
        asked = Asked(
            method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other",
            area_of(path),
            f"{status // 100}xx",
        )
        place = next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        with self._lock:
            self._counts[asked][place] += 1
            self._seconds[asked] += seconds

    def lines(self) -> Iterable[str]:
        """A histogram, from which rates and quantiles are computed."""
        name = "brandstudio_request_seconds"
        yield f"# HELP {name} Seconds until a request was answered, of the process that answers."
        yield f"# TYPE {name} histogram"
        with self._lock:
            counts = {asked: list(found) for asked, found in self._counts.items()}
            seconds = dict(self._seconds)
        for asked, found in sorted(counts.items()):
            labels = asked._asdict()
            below = 0
            for bound, count in zip((*BOUNDS, "+Inf"), found, strict=True):
                below += count
                yield f"{name}_bucket{_labels(labels | {'le': str(bound)})} {below}"
            yield f"{name}_sum{_labels(labels)} {seconds[asked]:.6f}"
            yield f"{name}_count{_labels(labels)} {below}"


def area_of(path: str) -> str:
    """The part of the API that a path belongs to; ``other`` for what is none."""
    parts = path.strip("/").split("/")
    first = parts[1] if parts[0] == "v1" and len(parts) > 1 else parts[0]
    return first if first in _AREAS else "other"


def page(figures: Iterable[Figure], requests: Requests) -> bytes:
    """All of it."""
    lines = []
    for figure in figures:
        lines += [f"# HELP {figure.name} {figure.text}", f"# TYPE {figure.name} {figure.kind}"]
        lines += [
            f"{figure.name}{_labels(dict(sample.labels))} {sample.value:g}"
            if abs(sample.value) < 1e6
            else f"{figure.name}{_labels(dict(sample.labels))} {sample.value:.0f}"
            for sample in figure.samples
        ]
    return "\n".join([*lines, *requests.lines(), ""]).encode()


def may_see(request: Request, served: bool | None) -> bool:
    """Whether it is shown: to everybody where it is asked for; unasked to this machine alone, and
    not through a proxy.
    """
    if served is not None:
        return served
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _labels(labels: Mapping[str, str]) -> str:
    said = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{said}}}" if said else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
