"""A process that stands still while it holds the turn to write: reading goes on, and so does life."""

from __future__ import annotations

import pytest

fcntl = pytest.importorskip("fcntl")

from starlette.testclient import TestClient  # noqa: E402

from brandstudio.http.app import make_app  # noqa: E402
from brandstudio.testing import Bench  # noqa: E402


def test_nothing_on_the_event_loop_waits_for_a_writer(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    key = place.key("read")  # never used before, so that its first use has to be noted
    gate = bench.service.store.database.path.with_name("studio.db.gate")
    http = TestClient(make_app(bench.service), headers={"x-api-key": key})
    with gate.open("r+b") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert http.get("/v1/folders").status_code == 200
        assert http.get("/v1/folders").status_code == 200
        assert http.get("/healthz").json() == {"status": "ok"}
        assert http.get("/readyz").status_code == 200
        # Whoever waited for the turn would wait for ever: this very thread holds it.
        fcntl.flock(held, fcntl.LOCK_UN)
    bench.service.callers.settle()
    (noted,) = [
        entry for entry in place.owner.admin.keys.list().keys if entry.last_used_at is not None
    ]
    assert noted.level == "read"
