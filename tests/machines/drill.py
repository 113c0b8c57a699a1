"""Kills, one after the other, of servers, workers, the database and the object store under mixed load:
``python tests/machines/drill.py 200`` (``--minutes 12`` ends it earlier).

Two servers and a worker share a PostgreSQL and a bucket. Clients ask through both servers; what is not
acknowledged is asked again with the same Idempotency-Key, as a client does. After each kill the round
lasts until work is acknowledged again. At the end everything acknowledged is there, each request was
charged once, and the doctor finds nothing. The processes are forked from one that has everything
imported, so that a round takes the time of the kill and not that of Python's start.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from bucket import Bucket, running, settings
from server import PostgresServer, serving

import brandstudio
from brandstudio import Slots, Studio, errors
from brandstudio.context import Clock
from brandstudio.testing import Bench, Place, picture

KEY = "the-key-that-all-machines-of-the-drill-share"
KINDS = ("server", "worker", "database", "bucket")
CLIENTS = 3
ACKNOWLEDGED = 3
"""What has to be acknowledged after a kill until the next."""
PATIENCE = 240.0


class Zygote:
    """A process that has imported everything and forks the command line's processes."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def start(self, words: list[str], environment: dict[str, str], log: Path) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"words": words, "environment": environment, "log": str(log)}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def zygote() -> None:
    """Forks at each line; its children are not waited for, they end by being killed."""
    import brandstudio.http.app
    import brandstudio.pipelines
    import brandstudio.service.worker
    import brandstudio.store.listening
    import brandstudio.store.object_notes  # noqa: F401
    from brandstudio.cli import main

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for number in (1, 2):
            os.dup2(log, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.update(asked["environment"])
        sys.argv = ["brandstudio", *asked["words"]]
        main()
        os._exit(0)


@dataclass
class Acknowledged:
    """What clients were told, and what they were not told at once."""

    images: dict[str, str] = field(default_factory=dict)
    banners: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def many(self) -> int:
        return len(self.images) + len(self.banners) + len(self.pictures)


class Drill:
    """The machines, the load and the kills."""

    def __init__(
        self, folder: Path, postgres: PostgresServer, bucket: Bucket, ports: list[int]
    ) -> None:
        self.folder, self.postgres, self.bucket, self.ports = folder, postgres, bucket, ports
        self.url, self.base = postgres.new_database(), f"http://127.0.0.1:{ports[0]}"
        self.told = Acknowledged()
        self.ending = threading.Event()
        self.zygote = Zygote()
        self.pids: dict[str, int] = {}
        self.clients = [
            threading.Thread(target=self.client, args=(number,)) for number in range(CLIENTS)
        ]
        with self.bench("owner") as owner:
            place = owner.workspace("drill", credits=1_000_000)
            self.workspace_id, self.key = place.workspace_id, place.key("full")
            place.studio().folders.create(name="Acme")
        for name in ("server0", "server1", "worker0"):
            self.start(name)
        for port in ports:
            self._await(port)

    def bench(self, name: str) -> Bench:
        """A machine more, on which the drill itself looks."""
        told = settings(self.bucket.endpoint, "drill") | {
            "database_url": self.url,
            "secret_key": KEY,
            "base_url": self.base,
        }
        return Bench(self.folder / name, clock=Clock(), **told)

    def start(self, name: str) -> None:
        words = ["worker", "--threads", "1"]
        if name.startswith("server"):
            port = str(self.ports[int(name[-1])])
            words = ["serve", "--port", port, "--threads", "1", "--workers-in-process"]
        environment = {
            **self.bucket.environment("drill"),
            "BRANDSTUDIO_DATA": str(self.folder / name),
            "BRANDSTUDIO_DATABASE_URL": self.url,
            "BRANDSTUDIO_SECRET_KEY": KEY,
            "BRANDSTUDIO_BASE_URL": self.base,
        }
        self.pids[name] = self.zygote.start(words, environment, self.folder / f"{name}.log")

    def kill(self, kind: str, number: int) -> None:
        """SIGKILL, and start again at once."""
        if kind == "database":
            self.postgres.kill()
            self.postgres.start()
        elif kind == "bucket":
            self.bucket.kill()
            self.bucket.start()
        else:
            name = f"server{number % 2}" if kind == "server" else "worker0"
            self._end_process(name)
            self.start(name)

    def _end_process(self, name: str) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pids[name], signal.SIGKILL)
            while True:  # until the kernel has let go of its port
                os.kill(self.pids[name], 0)
                time.sleep(0.01)

    def round(self, number: int) -> str:
        """One kill, and work acknowledged after it."""
        kind = KINDS[number % len(KINDS)]
        time.sleep(random.random() * 0.3)  # somewhere in the middle of something
        self.kill(kind, number // len(KINDS))
        before, end = self.told.many, time.monotonic() + PATIENCE
        while self.told.many < before + ACKNOWLEDGED:
            if time.monotonic() > end:
                raise AssertionError(f"nothing was acknowledged after the {kind} was killed")
            time.sleep(0.05)
        return kind

    def _await(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                    return
            time.sleep(0.2)
        raise AssertionError((self.folder / "server0.log").read_text()[-3000:])

    # -- the load ----------------------------------------------------------------------------------

    def client(self, number: int) -> None:
        """Asks for one thing after the other until the drill ends, each until it is acknowledged."""
        studios = [
            brandstudio.connect(f"http://127.0.0.1:{port}", api_key=self.key, timeout=30)
            for port in self.ports
        ]
        for turn in range(1_000_000):
            if self.ending.is_set():
                break
            name = f"c{number}-{turn}"
            kind = ("picture", "picture", "picture", "image", "picture", "banner")[turn % 6]
            self._until_acknowledged(studios, kind, name, turn)
        for studio in studios:
            studio.close()

    def _until_acknowledged(self, studios: list[Studio], kind: str, name: str, turn: int) -> None:
        for attempt in range(10_000):
            try:
                self._ask(studios[(turn + attempt) % 2], kind, name)
                return
            except errors.StudioError as error:
                with self.told.lock:
                    self.told.refused[error.code] += 1
                if not error.retryable and not isinstance(error, errors.IdempotencyInProgress):
                    raise
            except httpx.HTTPError as error:
                with self.told.lock:
                    self.told.refused[type(error).__name__] += 1
            time.sleep(0.1)

    def _ask(self, studio: Studio, kind: str, name: str) -> None:
        again: dict[str, Any] = {"idempotency_key": name, "client_reference_id": name}
        if kind == "picture":
            added = studio.library.add(
                folder="acme", file=picture(32, 24, mark=hash(name) % 10_000_000),
                filename=f"{name}.png", idempotency_key=name,
            )  # fmt: skip
            self.told.pictures[name] = added.image_id
        elif kind == "image":
            made = studio.images.create(prompt=f"the sea, {name}", folder="acme", **again)
            self.told.images[name] = made.job_id
        else:
            job = studio.designs.create(
                folder="acme", sizes=["square"], slots=Slots(headline="Walk by the sea"), **again
            )
            self.told.banners[name] = job.job_id

    # -- what holds --------------------------------------------------------------------------------

    def examine(self) -> dict[str, int]:
        """Raises AssertionError where something acknowledged is lost, or charged twice."""
        with self.bench("owner") as bench:
            studio = Place(bench, self.workspace_id).studio()
            self._settled(studio)
            for name, image_id in self.told.pictures.items():
                item = studio.library.get(image_id=image_id, folder="acme")
                assert studio.read(item.url or ""), f"the file of {name} is gone"
            with bench.service.store.read() as tx:
                rows = tx.db.execute(
                    "select client_reference_id, count(*), count(distinct job_id), "
                    "count(distinct coalesce(variant, '')) from ledger "
                    "where type = 'charge' and client_reference_id is not null group by 1"
                ).fetchall()
                (sum_of_all, balance) = tx.db.execute(
                    "select (select sum(amount) from ledger where workspace_id = ?1), "
                    "(select balance from workspaces where id = ?1)",
                    {"1": self.workspace_id},
                ).fetchone()
                (pictures,) = tx.db.execute(
                    "select count(*) from items where workspace_id = ?1 and public_id in "
                    "(select item_id from ledger where type = 'charge')",
                    {"1": self.workspace_id},
                ).fetchone()
            asked = {**self.told.images, **self.told.banners}
            assert {name for name, *_ in rows} == asked.keys(), "what is acknowledged is charged"
            twice = [row for row in rows if row[2] != 1 or row[1] != row[3]]
            assert twice == [], "each version of each request is charged once"
            assert sum_of_all == balance
            given_up = 0
            for job_id in asked.values():
                job = studio.jobs.get(job_id=job_id)
                if job.status == "failed":
                    # What was killed three times is given up, and has to be refunded whole.
                    assert "broke off three times" in str(job.error), job.error
                    with bench.service.store.read() as tx:
                        charges = tx.ledger.charges_of_job(job_id)
                        assert charges, "it was charged"
                        assert all(tx.ledger.refunded(charge.txn_id) for charge in charges)
                    given_up += 1
                else:
                    assert job.status == "completed", (job.status, job.error)
            found = bench.doctor(mend=False)
            assert found.ok, found.problems
        return {
            "jobs": len(asked),
            "pictures": len(self.told.pictures),
            "charged pictures": pictures,
            "given up": given_up,
        }

    def _settled(self, studio: Studio) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not any(studio.jobs.list(status=at).jobs for at in ("queued", "running")):
                return
            time.sleep(0.5)
        raise AssertionError("the work is not done")

    def end(self) -> None:
        """Until each client is told of what it asked for last."""
        self.ending.set()
        for client in self.clients:
            client.join(PATIENCE)
            assert not client.is_alive(), "a request was never answered"

    def close(self) -> None:
        for name in self.pids:
            self._end_process(name)
        self.zygote.close()


@contextlib.contextmanager
def machines(folder: Path) -> Iterator[Drill]:
    """A database, a bucket, two servers and a worker, under load until the block ends."""
    import socket

    with contextlib.ExitStack() as probes:
        ports = []
        for _ in range(2):
            probe = probes.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(int(probe.getsockname()[1]))
    with serving(durable=True) as postgres, running(folder / "s3") as bucket:
        drill = Drill(folder, postgres, bucket, ports)
        for client in drill.clients:
            client.start()
        try:
            yield drill
        finally:
            drill.end()
            drill.close()


def drilled(folder: Path, rounds: int, minutes: float = 1e9) -> dict[str, object]:
    """What was killed how often, and what was acknowledged, lost by nobody and charged once."""
    killed: Counter[str] = Counter()
    began = time.monotonic()
    with machines(folder) as drill:
        for number in range(rounds):
            if time.monotonic() - began > minutes * 60:
                break
            killed[drill.round(number)] += 1
            if sys.stdout.isatty() or number % 10 == 9:
                print(
                    f"{number + 1} rounds in {time.monotonic() - began:.0f} s, "
                    f"{drill.told.many} acknowledged",
                    flush=True,
                )
        took = time.monotonic() - began
        drill.end()
        held = drill.examine()
        refused = dict(drill.told.refused)
    return {"killed": dict(killed), "seconds": round(took), **held, "refused": refused}


if __name__ == "__main__":
    if sys.argv[1:] == ["--zygote"]:
        zygote()
    else:
        asked = argparse.ArgumentParser(description=__doc__)
        asked.add_argument("rounds", type=int)
        asked.add_argument("--minutes", type=float, default=1e9)
        given = asked.parse_args()
        with tempfile.TemporaryDirectory(prefix="drill.") as place:
            print(json.dumps(drilled(Path(place), given.rounds, given.minutes)))
