"""Webhooks beside their raw equivalents: signing beside a bare HMAC, delivering beside a bare
socket.

The receiver is a process of its own that reads requests and answers 200 with as little work as can
be, so that the figures are the sender's. Goals: 1,500 deliveries a second from one worker, sign and
verify 6 microseconds.
"""

from __future__ import annotations

import hmac
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from receiving import RECEIVER

from brandstudio.context import Clock
from brandstudio.network.deliver import Deliverer
from brandstudio.service.worker import Worker
from brandstudio.testing import Bench, ScriptedEngines
from brandstudio.webhooks import sign, verify

pytestmark = pytest.mark.benchmark

BODY = json.dumps(
    {
        "event": "image.completed", "id": "img_0190", "version": 2, "url": "https://studio.example/files/" + "a" * 80,
        "createdAt": "2026-11-20T10:00:00.000Z",
        "metadata": {"brand": "acme", "subBrand": "summer", "campaign": None, "prompt": "a mug" * 20, "clientReferenceId": "r"},
    }
).encode()  # fmt: skip


@pytest.fixture
def port() -> Iterator[int]:
    receiver = subprocess.Popen([sys.executable, "-c", RECEIVER], stdout=subprocess.PIPE, text=True)
    assert receiver.stdout is not None
    yield int(receiver.stdout.readline())
    receiver.terminate()
    receiver.wait()
    receiver.stdout.close()


def per_call(call: Callable[[], object], times: int) -> float:
    """The best of five rounds, in seconds a call."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def test_sign_and_verify(capsys: pytest.CaptureFixture[str]) -> None:
    header = sign("whsec_x", BODY, 1_790_000_000)
    raw = per_call(lambda: hmac.digest(b"whsec_x", BODY, "sha256").hex(), 20_000)
    signing = per_call(lambda: sign("whsec_x", BODY, 1_790_000_000), 20_000)
    verifying = per_call(lambda: verify("whsec_x", BODY, header, now=1_790_000_000), 20_000)
    with capsys.disabled():
        print(
            f"\nHMAC {raw * 1e6:.1f} us | sign {signing * 1e6:.1f} us | verify {verifying * 1e6:.1f} us (goal 6)"
        )


def test_deliveries(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    request = (
        b"POST /hook HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n"
        b"content-type: application/json\r\nx-service-event: image.completed\r\n\r\n" % len(BODY)
    ) + BODY
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def bare() -> None:
            raw.sendall(request)
            assert raw.recv(4096).startswith(b"HTTP/1.1 200")

        floor = per_call(bare, 1000)
    with Deliverer([f"127.0.0.1:{port}"]) as deliverer:
        url = f"http://127.0.0.1:{port}/hook"

        def ours() -> None:
            headers = {
                "content-type": "application/json",
                "x-service-event": "image.completed",
                "x-service-signature": sign("whsec_x", BODY, 1_790_000_000),
            }
            assert deliverer.post(url, BODY, headers).ok

        rate = per_call(ours, 1000)
        cpu = time.process_time()
        for _ in range(1000):
            ours()
        cpu = (time.process_time() - cpu) / 1000
    with capsys.disabled():
        print(
            f"\nbare socket {1 / floor:,.0f}/s | deliverer {1 / rate:,.0f}/s (goal 1,500), {cpu * 1e6:.0f} us CPU each"
        )


def test_queued_events_through_a_worker(
    port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """3,000 events that wait in the store, claimed, signed, sent and noted as delivered, of three
    workspaces.
    """
    count = 3000
    engines = ScriptedEngines()
    with Bench(
        tmp_path / "data",
        clock=Clock(),
        engines=engines,
        allow_private_hosts=frozenset({f"127.0.0.1:{port}"}),
    ) as bench:
        engines.deliverer = Deliverer([f"127.0.0.1:{port}"])  # type: ignore[assignment]
        places = [bench.workspace() for _ in range(3)]
        for place in places:
            place.owner.admin.webhooks.set(url=f"http://127.0.0.1:{port}/hook")
        with bench.service.store.write() as tx:
            for n in range(count):
                event = json.dumps({**json.loads(BODY), "id": f"img_{n}"})
                workspace = places[n % len(places)].workspace_id
                tx.outbox.add(
                    f"evt_{n}",
                    workspace,
                    "image.completed",
                    None,
                    None,
                    None,
                    event,
                    bench.clock.now(),
                )
        worker = Worker(bench.service, threads=1)
        wall, cpu = time.perf_counter(), time.process_time()
        worker.start()
        while True:
            with bench.service.store.read() as tx:
                if not tx.outbox.waiting():
                    break
            time.sleep(0.02)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        worker.stop()
        with capsys.disabled():
            print(
                f"\n{count} queued events through a worker: {count / wall:,.0f}/s (goal 1,500), {cpu / count * 1e6:.0f} us CPU each"
            )
