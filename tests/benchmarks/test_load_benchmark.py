"""100 readers of one image while two designers ask for banners all the time, on the cores that the
client shares with the server (goals: p99 100 ms, memory flat).

``BRANDSTUDIO_LOAD_SECONDS`` says how long each round takes (60), ``BRANDSTUDIO_LOAD_SERVE`` which
options ``serve`` gets beside its own defaults (``--workers-in-process`` compares).
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shlex
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from running import finish, first_line, start

import brandstudio
from brandstudio.testing import picture

READERS = 100
SECONDS = float(os.environ.get("BRANDSTUDIO_LOAD_SECONDS", "60"))
SERVE = shlex.split(os.environ.get("BRANDSTUDIO_LOAD_SERVE", ""))


async def reader(port: int, ask: bytes, end: float, took: list[float], bad: list[bytes]) -> None:
    """One client with one connection: the next request follows the last answer."""
    stream, sink = await asyncio.open_connection("127.0.0.1", port)
    while time.monotonic() < end:
        began = time.perf_counter()
        sink.write(ask)
        head = await stream.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        await stream.readexactly(length)
        took.append(time.perf_counter() - began)
        if not head.startswith(b"HTTP/1.1 200"):
            bad.append(head)
    sink.close()


def designer(url: str, key: str, number: int, end: float, told: Connection) -> None:
    """Asks for one banner after the other, in a process of its own: in the readers' it would be their
    interpreter that is waited for. Tells how many there were.
    """
    drawn = 0
    with brandstudio.connect(url, api_key=key) as studio:
        made = 0
        while time.monotonic() < end:
            made += 1
            words = brandstudio.Slots(headline=f"Banner {made} of designer {number}")
            job = studio.designs.create(folder="acme", size="linkedin-feed", slots=words)
            drawn += len(job.wait(timeout=120, progress=False).variants)
    told.send(drawn)


def megabytes(parent: int) -> float:
    """Resident memory of a server and all its processes; pages that they share count once."""
    found = [parent]
    for pid in found:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    total = 0
    for pid in found:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


@pytest.mark.benchmark
def test_readers_beside_designers(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    with brandstudio.open(data) as studio:
        studio.folders.create(name="Acme")
        made = studio.library.add(folder="acme", file=picture(1200, 800))
        key = studio.admin.keys.create(level="full").secret
        studio.admin.credits.add(credits=1_000_000)
    process = start(data, "serve", "--port", "0", *SERVE)
    try:
        url = first_line(process).split()[-1]
        drain = threading.Thread(target=process.stderr.read, daemon=True)  # type: ignore[union-attr]
        drain.start()
        ask = (
            f"GET /v1/images/{made.image_id}?level1=acme HTTP/1.1\r\nhost: x\r\nx-api-key: {key}\r\n\r\n"
        ).encode()
        end = time.monotonic() + SECONDS
        took: list[float] = []
        bad: list[bytes] = []
        memory: list[float] = []
        fork = multiprocessing.get_context("fork")
        ears, mouth = fork.Pipe(duplex=False)
        hands = [
            fork.Process(target=designer, args=(url, key, number, end, mouth)) for number in (1, 2)
        ]
        for hand in hands:
            hand.start()

        async def load() -> None:
            async def look() -> None:
                while time.monotonic() < end:
                    await asyncio.sleep(min(10.0, SECONDS / 6))
                    memory.append(megabytes(process.pid))

            port = int(url.rpartition(":")[2])
            await asyncio.gather(
                look(), *(reader(port, ask, end, took, bad) for _ in range(READERS))
            )

        asyncio.run(load())
        for hand in hands:
            hand.join()
        drawn = [ears.recv() for _ in hands]
    finally:
        status, _, _ = finish(process)
    took.sort()
    p50, p99 = (took[int(len(took) * share)] * 1000 for share in (0.5, 0.99))
    print(
        f"\n{' '.join(SERVE) or 'as it comes'}: {len(took)} reads in {SECONDS:.0f} s, p50 {p50:.0f} ms, "
        f"p99 {p99:.0f} ms, worst {took[-1] * 1000:.0f} ms; {sum(drawn)} banners; memory MB "
        f"{', '.join(f'{one:.0f}' for one in memory)}"
    )
    assert not bad, bad[:1]
    assert status == 0
