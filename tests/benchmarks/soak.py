"""A server under mixed load for a long time, and what it holds on to meanwhile.

    python tests/benchmarks/soak.py MINUTES [--connections 200] [--pause 4] [--rest 0.5]

``serve`` as it comes, on a folder of its own. So many kept connections read one picture, each again
after a pause; one designer asks for banners, one makes, revises and purges pictures, one uploads,
one writes and proofreads, each again after its rest; a receiver takes the webhooks. Every half minute a line of JSON says what
the server and all its processes hold: memory (pages that they share count once), descriptors,
threads, processes, the log of the database, passing files. What was made is purged again, so nothing
should grow. The last line compares the last quarter with the second.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from receiving import RECEIVER
from running import finish, first_line, start

import brandstudio
from brandstudio import errors
from brandstudio.testing import picture

WATCHED = ("memory", "descriptors", "threads", "processes", "log", "passing")


def family(parent: int) -> list[int]:
    """A process and all that came of it."""
    found = [parent]
    for pid in found:
        with contextlib.suppress(FileNotFoundError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def held(parent: int, data: Path) -> dict[str, float]:
    """What the server holds now: memory and the log in MB, the rest counted."""
    memory = descriptors = threads = processes = 0
    for pid in family(parent):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            memory += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            descriptors += len(os.listdir(f"/proc/{pid}/fd"))
            threads += len(os.listdir(f"/proc/{pid}/task"))
            processes += 1
    log = data / "studio.db-wal"
    passing = [
        *(data / "blobs" / "tmp").iterdir(),
        *(data / "uploads").iterdir(),
        *Path(tempfile.gettempdir()).glob("brandstudio-*"),
        *(path for path in data.iterdir() if re.search(r"\.[0-9a-f]{8,12}$", path.name)),
    ]
    return {
        "memory": round(memory / 1024, 1),
        "descriptors": descriptors,
        "threads": threads,
        "processes": processes,
        "log": round(log.stat().st_size / 1e6, 2) if log.exists() else 0.0,
        "passing": len(passing),
    }


class Load:
    """What is asked of the server until the end."""

    def __init__(self, url: str, key: str, image_id: str, end: float, rest: float) -> None:
        self.url, self.key, self.image_id, self.end, self.rest = url, key, image_id, end, rest
        self.done: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    async def reader(self, pause: float, late: float) -> None:
        """One kept connection, as a page that looks again and again."""
        port = int(self.url.rpartition(":")[2])
        ask = (
            f"GET /v1/images/{self.image_id}?level1=acme HTTP/1.1\r\nhost: x\r\nx-api-key: {self.key}\r\n\r\n"
        ).encode()
        await asyncio.sleep(late)
        stream, sink = await asyncio.open_connection("127.0.0.1", port)
        while time.time() < self.end:
            sink.write(ask)
            head = await stream.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
            await stream.readexactly(length)
            self.done["reads"] += 1
            if not head.startswith(b"HTTP/1.1 200"):
                self.failed[head.split(b"\r\n")[0].decode()] += 1
            await asyncio.sleep(pause)
        sink.close()

    def hand(self, name: str, work: Callable[[brandstudio.Studio, int], None]) -> threading.Thread:
        """One caller that does its work again and again."""

        def go() -> None:
            number = 0
            with brandstudio.connect(self.url, api_key=self.key) as studio:
                while time.time() < self.end:
                    number += 1
                    try:
                        work(studio, number)
                        self.done[name] += 1
                    except Exception as error:
                        why = error.code if isinstance(error, errors.StudioError) else repr(error)
                        self.failed[f"{name}: {why}"] += 1
                    time.sleep(self.rest)

        return threading.Thread(target=go, name=name)


def design(studio: brandstudio.Studio, number: int) -> None:
    words = brandstudio.Slots(headline=f"Banner number {number % 50}")
    studio.designs.create(folder="acme", size="linkedin-feed", slots=words).wait(timeout=300)


def make(studio: brandstudio.Studio, number: int) -> None:
    made = studio.images.create(folder="acme", prompt=f"Lake {number % 20}", resolution="1K")
    made.wait(timeout=300)
    image = made.id
    studio.images.revise(folder="acme", image_id=image, instructions="brighter").wait(timeout=300)
    studio.library.delete(folder="acme", image_id=image, purge=True)


def upload(studio: brandstudio.Studio, number: int) -> None:
    added = studio.library.add(
        folder="acme", file=picture(400, 300, mark=1 + number % 60_000), filename=f"{number}.png"
    )
    studio.library.list(folder="acme", limit=20)
    studio.library.delete(folder="acme", image_id=added.image_id, purge=True)


def write(studio: brandstudio.Studio, number: int) -> None:
    studio.text.proofread(folder="acme", text=f"We opens on {1 + number % 28} May in the the town.")
    studio.folders.list()


def verdict(seen: list[dict[str, float]]) -> dict[str, object]:
    """The means of the second and of the last quarter, and the most of all, for what is watched."""
    quarter = max(1, len(seen) // 4)
    said: dict[str, object] = {}
    for name in WATCHED:
        values = [one[name] for one in seen]
        early, late = values[quarter : 2 * quarter] or values, values[-quarter:]
        said[name] = {
            "second quarter": round(statistics.mean(early), 1),
            "last quarter": round(statistics.mean(late), 1),
            "most": max(values),
        }
    return said


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("minutes", type=float)
    asked.add_argument("--connections", type=int, default=200)
    asked.add_argument("--pause", type=float, default=4.0)
    asked.add_argument("--rest", type=float, default=0.5)
    given = asked.parse_args()
    receiver = subprocess.Popen([sys.executable, "-c", RECEIVER], stdout=subprocess.PIPE, text=True)
    assert receiver.stdout is not None
    hook = f"127.0.0.1:{receiver.stdout.readline().strip()}"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "studio"
        with brandstudio.open(data, allow_private_hosts=[hook]) as studio:
            studio.folders.create(name="Acme")
            image_id = studio.library.add(folder="acme", file=picture(1200, 800)).image_id
            key = studio.admin.keys.create(level="full").secret
            studio.admin.webhooks.set(url=f"http://{hook}/hook", job_events=True)
            studio.admin.credits.add(credits=10_000_000)
        process = start(data, "serve", "--port", "0", BRANDSTUDIO_ALLOW_PRIVATE_HOSTS=hook)
        url = first_line(process, 300).split()[-1]
        threading.Thread(target=process.stderr.read, daemon=True).start()  # type: ignore[union-attr]
        load = Load(url, key, image_id, time.time() + given.minutes * 60, given.rest)
        works = {"banners": design, "pictures": make, "uploads": upload, "texts": write}
        hands = [load.hand(name, work) for name, work in works.items()]
        for hand in hands:
            hand.start()
        seen: list[dict[str, float]] = []

        async def go() -> None:
            async def look() -> None:
                while time.time() < load.end:
                    await asyncio.sleep(min(30.0, given.minutes * 2))
                    seen.append(held(process.pid, data))
                    print(json.dumps({**seen[-1], **load.done}), flush=True)

            late = [given.pause * n / given.connections for n in range(given.connections)]
            await asyncio.gather(look(), *(load.reader(given.pause, one) for one in late))

        asyncio.run(go())
        for hand in hands:
            hand.join()
        status, _, _ = finish(process, 120)
        with brandstudio.open(data, allow_private_hosts=[hook]) as studio:
            problems = studio.admin.doctor(scrub=True).problems
            events = studio.admin.webhooks.events(limit=1)
    receiver.terminate()
    said = {"done": load.done, "failed": load.failed, "status": status, "problems": problems}
    print(json.dumps({**said, "events": len(events.events), **verdict(seen)}))
    return 1 if load.failed or problems or status else 0


if __name__ == "__main__":
    sys.exit(main())
