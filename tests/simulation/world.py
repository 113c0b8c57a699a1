"""A service with everything around it in one hand: two processes on one folder, their worker, clock,
disk, network, receivers and engine, all driven by the steps of one list on one thread.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

from kept import KeptDatabase, forget

from brandstudio import errors
from brandstudio.domain import frames
from brandstudio.engines import credentials
from brandstudio.engines.protocols import Picture
from brandstudio.jobs.owed import Owed
from brandstudio.pipelines import brandifying, library
from brandstudio.pixels import facts, intake, similarity, subject
from brandstudio.pixels.facts import PictureFacts
from brandstudio.pixels.intake import take_in
from brandstudio.service.service import Service
from brandstudio.service.session import Session
from brandstudio.service.worker import Worker
from brandstudio.settings import Settings
from brandstudio.store import database, transaction
from brandstudio.studio import core
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import ManualClock, ScriptedEngines, ScriptedImageEngine, ScriptedWorld
from brandstudio.testing import picture as painted

picture = lru_cache(maxsize=64)(painted)

LINK = "https://example.com/photo.png"
START = 100.0
LETTERS = "abcdef"
DAY = 86_400.0


class Step(NamedTuple):
    """One thing that happens: what, and two numbers that choose among what there is then. Any list
    of steps can happen.
    """

    what: str
    a: int = 0
    b: int = 0


class Asked(NamedTuple):
    """A request: how to send it again, when it was sent first, and its answer if one came."""

    send: Callable[[LocalStudio, str], Any]
    when: float
    answer: str | None = None


class Killed(BaseException):
    """The process is gone, as after kill -9: nothing of it writes any more."""


class Disk:
    """What the store's fault points lead to in one process: room or none, and its death."""

    def __init__(self) -> None:
        self.full_for, self.dies_in, self.dead = 0, 0, False

    def __call__(self, point: str) -> None:
        if self.dead:
            raise Killed
        if self.dies_in:
            self.dies_in -= 1
            if not self.dies_in:
                self.dead = True
                raise Killed
        if self.full_for and not point.startswith("after"):
            self.full_for -= 1
            if point == "before commit":
                raise sqlite3.OperationalError("database or disk is full")
            raise OSError(errno.ENOSPC, "No space left on device")


class Inline(Executor):
    """Carries out at once what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class OneThread(Worker):
    """A worker without threads: leases are renewed by nobody, and time is the simulation's."""

    def _keep_leases(self) -> None:
        """By nobody."""

    def _sweep(self, ctx: Any) -> None:
        """A step of its own."""

    def take_back(self) -> None:
        self._looked = float("-inf")
        super().take_back()


class Debts(Owed):
    """What is owed is written when a step says so."""

    def __init__(self) -> None:
        super().__init__()
        self._closing.set()


class Process:
    """One of the processes that share the folder."""

    def __init__(self, data: Path, clock: ManualClock, engines: ScriptedEngines, ids: Any) -> None:
        self.disk = Disk()
        settings = Settings(data=data, starting_credits=START)
        world = ScriptedWorld(engines)
        self.service = Service(settings, world, clock=clock, new_id=ids, fault=self.disk)
        self.service.owed = Debts()
        self.worker = OneThread(self.service, threads=0)
        self.worker._stopping.set()  # no pause between two tries
        self.worker._deliveries._pool = Inline()  # type: ignore[assignment]
        self.studio = LocalStudio(Session(self.service, self.service.owner()))

    def abandon(self) -> None:
        """Let go of what the operating system would take back from a dead process."""
        self.disk.dead = True
        file = self.service.process._file
        if file is not None:
            os.close(file)
            self.service.process._file = None
        self.service.store.close()


def once(measured: Callable[..., Any]) -> Callable[..., Any]:
    """A picture of the same pixels is written and measured once for all days: what comes of it does
    not depend on the day.
    """
    known: dict[object, Any] = {}

    def measure(image: Any, *rest: Any) -> Any:
        key = (image.mode, image.size, image.tobytes(), *map(repr, rest))
        if key not in known:
            if len(known) > 4000:
                known.clear()
            known[key] = measured(image, *rest)
        return known[key]

    return measure


def of_each(told: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What a frozen value says of itself is said once for as long as it is known."""
    known: dict[int, tuple[Any, Any]] = {}

    def tell(value: Any) -> Any:
        if id(value) not in known:
            if len(known) > 4000:
                known.clear()
            known[id(value)] = value, told(value)  # held, so that no other takes its id
        return known[id(value)][1]

    return tell


class FewPictures(ScriptedImageEngine):
    """An engine that paints one of 32 pictures, so that measuring them is done once for all days."""

    @staticmethod
    def _painted(words: str, width: int, height: int) -> Picture:
        return replace(one_of_few(crc32(words.encode()) % 32, width, height), prompt_sent=words)


@lru_cache(maxsize=2048)
def one_of_few(number: int, width: int, height: int) -> Picture:
    return ScriptedImageEngine._painted(str(number), width, height)


def lightly() -> None:
    """Leave out what a day says nothing about: large canvases, networks, signatures in pictures."""
    frames.LONG_SIDES = MappingProxyType({"1K": 32, "2K": 64, "4K": 128})
    subject._network = lambda name: None  # type: ignore[assignment]
    credentials.available = lambda: False
    intake.find_facts = once(intake.find_facts)
    intake.fit = once(intake.fit)
    similarity.phash = once(similarity.phash)
    facts._unpacked = lru_cache(maxsize=512)(facts._unpacked)  # type: ignore[assignment]
    PictureFacts.to_json = of_each(PictureFacts.to_json)  # type: ignore[assignment, method-assign]
    database.refuse_network_file_system = lambda folder: None
    library.take_in = brandifying.take_in = lru_cache(maxsize=512)(take_in)  # type: ignore[assignment]
    core.remember = lambda value, home, origin: None  # type: ignore[assignment]
    transaction.Database = KeptDatabase  # type: ignore[misc]
    database.schema_files = lru_cache(maxsize=1)(database.schema_files)  # type: ignore[assignment]


def prepare(base: Path) -> None:
    """The folder in which every simulation begins."""
    lightly()
    world = World(base, ids_from=0)
    studio = world.processes[0].studio
    studio.admin.webhooks.set(url="https://example.com/hook", job_events=True)
    studio.folders.create(name="a")
    studio.library.add(folder="a", file=picture(64, 48, mark=1), filename="1.png")
    world.settle()
    world.close()
    forget(base)


class World:
    """A folder, the time, and all who work on it. ``take`` lets one step happen and returns what an
    outsider sees of it.
    """

    def __init__(self, data: Path, seed: int = 0, ids_from: int = 1_000_000) -> None:
        random.seed(seed)  # webhooks are spread by chance
        self.data = data
        self.clock, self.engines = ManualClock(), ScriptedEngines(image=FewPictures())
        self.engines.fetcher.answers[LINK] = picture(64, 48, mark=3)
        self._count = ids_from
        self.processes = [self._start(), self._start()]
        self.asked: dict[str, Asked] = {}
        """Each request that was sent with a key."""
        self.promised: dict[str, str] = {}
        """The pictures that an answer named, by their id, with the folder that they lie in."""
        self.gone: set[str] = set()
        self.slept = 0.0
        """How many seconds passed, whatever the wall clock says."""
        self.acting = self.processes[0]
        self.trouble: list[str] = []
        self._held_at: object = None
        self.engines.image.before = self._trouble  # type: ignore[attr-defined]

    def _start(self) -> Process:
        return Process(self.data, self.clock, self.engines, self._id)

    def _id(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}_{self.clock._now:016x}{self._count:016x}"

    # -- what happens ------------------------------------------------------------------------------

    def take(self, step: Step, number: int) -> str:
        """One step of the process that it names (by b's parity)."""
        process = self.acting = self.processes[step.b % 2]
        try:
            return str(getattr(self, step.what)(process, step.a, step.b // 2, number))
        except errors.StudioError as error:
            if error.code == "INTERNAL_ERROR" and "broke off" not in error.message:
                raise AssertionError(f"a fault of ours: {error}") from error
            return error.code
        except Killed:
            process.abandon()
            self.processes[step.b % 2] = self._start()
            return "killed"

    def _trouble(self, request: object) -> None:
        """What the engine does before it works."""
        what = self.trouble.pop(0) if self.trouble else ""
        if what == "dies":
            self.acting.disk.dead = True
            raise Killed
        if what:
            raise errors.UpstreamError("It fell over.")

    def _ask(
        self, key: str, process: Process, send: Callable[[LocalStudio, str], Any], folder: str
    ) -> str:
        asked = self.asked.setdefault(key, Asked(send, self.slept))
        seen, id = said(send(process.studio, key))
        if self.slept - asked.when < DAY:  # longer than that no answer is kept
            assert asked.answer in (None, seen), f"{key}: {asked.answer}, then {seen}"
        if asked.answer is None and id and id not in self.gone:
            self.promised[id] = folder
        self.asked[key] = asked._replace(answer=seen)
        return seen

    def _items(self, process: Process) -> list[Any]:
        return process.studio.library.list(limit=200, sort="oldest").items

    def _image(self, process: Process, pick: int) -> Any:
        items = self._items(process)
        if not items:
            raise errors.NotFound
        return items[pick % len(items)]

    def _folder(self, process: Process, pick: int) -> str:
        folders = [folder.path for folder in process.studio.folders.list().level1_folders]
        if not folders:
            raise errors.NotFound
        return folders[pick % len(folders)]

    def create(self, process: Process, a: int, b: int, number: int) -> str:
        folder = self._folder(process, a)
        return self._ask(
            f"create {number}",
            process,
            lambda studio, key: studio.images.create(
                folder=folder, prompt=f"A lake {a}", resolution="1K", idempotency_key=key
            ),
            folder,
        )

    def brandify(self, process: Process, a: int, b: int, number: int) -> str:
        folder = self._folder(process, b)
        return self._ask(
            f"brandify {number}",
            process,
            lambda studio, key: studio.images.brandify(
                folder=folder, file=picture(48, 64, mark=1 + a % 8), idempotency_key=key
            ),
            folder,
        )

    def revise(self, process: Process, a: int, b: int, number: int) -> str:
        item = self._image(process, a)
        return self._ask(
            f"revise {number}",
            process,
            lambda studio, key: studio.images.revise(
                folder=item.folder,
                image_id=item.image_id,
                instructions="brighter",
                idempotency_key=key,
            ),
            item.folder,
        )

    def resize(self, process: Process, a: int, b: int, number: int) -> str:
        item = self._image(process, a)
        return self._ask(
            f"resize {number}",
            process,
            lambda studio, key: studio.images.resize(
                folder=item.folder,
                image_id=item.image_id,
                aspect_ratio="4:5",
                resolution="1K",
                idempotency_key=key,
            ),
            item.folder,
        )

    def add(self, process: Process, a: int, b: int, number: int) -> str:
        folder = self._folder(process, b)
        return self._ask(
            f"add {number}",
            process,
            lambda studio, key: studio.library.add(
                folder=folder,
                file=picture(64, 48, mark=1 + a % 8),
                filename="a.png",
                idempotency_key=key,
            ),
            folder,
        )

    def again(self, process: Process, a: int, b: int, number: int) -> str:
        """Somebody sends an earlier request again, as after a lost answer."""
        young = [key for key, asked in self.asked.items() if self.slept - asked.when < DAY]
        if not young:
            return ""
        key = young[a % len(young)]
        return self._ask(key, process, self.asked[key].send, "")

    def folder(self, process: Process, a: int, b: int, number: int) -> str:
        name = LETTERS[a % len(LETTERS)]
        return str(process.studio.folders.create(name=name).path)

    def duplicate(self, process: Process, a: int, b: int, number: int) -> str:
        folder = self._folder(process, a)
        return str(process.studio.folders.duplicate(folder=folder).folder.path)

    def archive(self, process: Process, a: int, b: int, number: int) -> str:
        folder = self._folder(process, a)
        inside = {item.image_id for item in self._items(process) if item.folder == folder}
        self._forget({*inside, *(id for id, at in self.promised.items() if at == folder)})
        process.studio.folders.delete(folder=folder)
        if b % 2:
            process.studio.folders.restore(folder=folder)
        return folder

    def trash(self, process: Process, a: int, b: int, number: int) -> str:
        item = self._image(process, a)
        self._forget({item.image_id})
        process.studio.library.delete(folder=item.folder, image_id=item.image_id, purge=b % 3 == 0)
        return str(item.image_id)

    def _forget(self, gone: set[str]) -> None:
        """What somebody asked to be removed is promised no more."""
        self.gone |= gone
        self.promised = {id: at for id, at in self.promised.items() if id not in gone}

    def restore(self, process: Process, a: int, b: int, number: int) -> str:
        trashed = process.studio.library.list(limit=200, trashed=True).items
        if trashed:
            item = trashed[a % len(trashed)]
            process.studio.library.restore(folder=item.folder, image_id=item.image_id)
        return str(len(trashed))

    def cancel(self, process: Process, a: int, b: int, number: int) -> str:
        jobs = process.studio.jobs.list(limit=50).jobs
        if not jobs:
            return ""
        return str(process.studio.jobs.cancel(job_id=jobs[a % len(jobs)].job_id).status)

    def pay(self, process: Process, a: int, b: int, number: int) -> str:
        process.studio.admin.credits.add(credits=a % 40)
        return ""

    # -- who works ---------------------------------------------------------------------------------

    def work(self, process: Process, a: int, b: int, number: int) -> str:
        return str(process.worker.run_one())

    def sweep(self, process: Process, a: int, b: int, number: int) -> str:
        from brandstudio.care.sweeping import sweep

        sweep(process.service.context("", "sweep"))
        return ""

    def owe(self, process: Process, a: int, b: int, number: int) -> str:
        return str(process.service.owed.settle())

    # -- what goes wrong ---------------------------------------------------------------------------

    def fill(self, process: Process, a: int, b: int, number: int) -> str:
        """The disk is full for some writes."""
        process.disk.full_for = 1 + a % 6
        return ""

    def kill(self, process: Process, a: int, b: int, number: int) -> str:
        """The process dies at one of its next writes."""
        process.disk.dies_in = 1 + a % 12
        return ""

    def refuse(self, process: Process, a: int, b: int, number: int) -> str:
        """The receiver of webhooks fails for some attempts."""
        self.engines.deliverer.outcomes += [503, "timed out", 410][: 1 + a % 3]
        return ""

    def stumble(self, process: Process, a: int, b: int, number: int) -> str:
        """The engine fails once, or the process dies within it."""
        self.trouble.append("fails" if a % 3 else "dies")
        return ""

    def wait(self, process: Process, a: int, b: int, number: int) -> str:
        seconds = (1, 20, 90, 3600, 86_400, 7 * 86_400)[a % 6]
        self.slept += seconds
        self.clock.advance(seconds)
        return ""

    def jump(self, process: Process, a: int, b: int, number: int) -> str:
        """The wall clock is set."""
        self.clock.jump((-86_400, -3600, -1, 1, 3600, 86_400)[a % 6])
        return ""

    # -- what holds --------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What of the invariants does not hold at this moment, whatever is under way. Where nothing
        was committed since they were asked for, nothing else can be found.
        """
        store = self.processes[0].service.store
        state = store.changes()
        if state is not None and (store, state) == self._held_at:
            return []
        with store.read() as tx:
            checks = tx.checks
            found = [
                *checks.money(),
                *checks.versions(),
                *checks.events(),
                *checks.pointers(),
                *checks.folders(),
                *checks.counters(),
                *checks.search(),
                *checks.tags(),
                *(f"no row counts on {name}" for name in checks.unheld_blobs()),
            ]
        self._held_at = None if found or state is None else (store, state)
        return found

    def settle(self) -> None:
        """Let everything end well: the disk has room, receivers answer, work is done."""
        self.trouble.clear()
        self.engines.deliverer.outcomes.clear()
        for process in self.processes:
            process.disk.full_for = process.disk.dies_in = 0
            assert process.service.owed.settle() == 0
        for _ in range(8):
            while self.processes[0].worker.run_one():
                pass
            self.clock.advance(hours=7)

    def at_rest(self) -> list[str]:
        """What does not hold when everything is done (trust goals, I1 to I10)."""
        process = self.processes[0]
        report = process.studio.admin.doctor(mend=True, scrub=True)
        found = [*report.problems]
        found += [
            f"job {job.job_id} is {job.status} for ever"
            for job in process.studio.jobs.list(limit=200).jobs
            if job.status not in ("completed", "failed")
        ]
        there = {item.image_id for item in self._items(process)}
        found += [f"{id} was promised and is gone" for id in self.promised if id not in there]
        return found

    def digest(self) -> str:
        """A hash of what the folder says in the end."""
        process = self.processes[0]
        seen = [
            [item.image_id, item.status, item.current_version, item.folder]
            for item in self._items(process)
        ]
        entries = process.studio.credits.transactions(limit=200).transactions
        seen += [[entry.type, entry.credits] for entry in entries]
        return hashlib.sha256(json.dumps(seen, default=str).encode()).hexdigest()

    def close(self) -> None:
        for process in self.processes:
            process.service.close()


def said(answer: Any) -> tuple[str, str | None]:
    """What of an answer is the same whenever it is given, and the picture that it promises."""
    body = json.loads(answer.model_dump_json())
    names = ("id", "image_id", "job_id", "version")
    return json.dumps([body.get(name) for name in names]), body.get("image_id") or body.get("id")
