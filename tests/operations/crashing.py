"""A process that dies at the n-th commit, rename, flush or unlink of a piece of work, and what is
there afterwards.

    python crashing.py FLOW FIRST STEP   every STEP-th point from FIRST on; prints one line of JSON

For each point the prepared folder is copied, a forked child carries the flow out until it dies
there (``os._exit``, as after kill -9), and a second child starts the service again, lets the worker
finish, asks once more with the same Idempotency-Key, and tests every invariant.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from brandstudio import errors
from brandstudio.domain import frames
from brandstudio.pixels import subject
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import Bench, ManualClock, ScriptedEngines, picture

SITE = "https://acme.example/"
LINK = "https://example.com/photo.png"
START = 1_000.0
PAGE = (
    b"<!doctype html><html lang=en><head><title>Acme</title><meta name=description content='Acme makes quiet chairs.'>"
    b"</head><body><h1>Chairs for life</h1><p>We make quiet chairs from Swiss beech.</p></body></html>"
)


class Story:
    """A folder with an image of two versions, a reference, and a finished banner."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.studio = bench, bench.owner()
        bench.engines.fetcher.answers |= {SITE: PAGE, LINK: picture(64, 48, mark=3)}

    def prepare(self) -> None:
        studio: LocalStudio = self.studio
        studio.admin.webhooks.set(url="https://example.com/hook")
        studio.folders.create(name="Acme")
        image_id = studio.library.add(folder="acme", file=picture(64, 48, mark=7)).image_id
        studio.images.revise(image_id=image_id, folder="acme", instructions="brighter")
        studio.references.add(folder="acme", domain="photos", library_image_ids=[image_id])
        studio.designs.create(
            folder="acme", size="email-header", template="overlay", slots={"headline": "Hello"}
        )  # type: ignore[arg-type]
        self.bench.run_until_idle()
        studio.admin.credits.add(credits=START - studio.admin.credits.balance().balance)

    @property
    def image_id(self) -> str:
        return next(
            item.image_id for item in self.studio.library.list(folder="acme", sort="oldest").items
        )

    # -- the flows: each asks with a key, so that asking twice is asking once ----------------------

    def create(self) -> None:
        self.studio.images.create(
            folder="acme", prompt="A lake", resolution="1K", idempotency_key="k"
        )

    def failing_create(self) -> None:
        self.bench.engines.image.before = _fail  # type: ignore[attr-defined]
        self.create()

    def brandify(self) -> None:
        self.studio.images.brandify(
            folder="acme", file=picture(48, 64, mark=9), idempotency_key="k"
        )

    def revise(self) -> None:
        self.studio.images.revise(
            image_id=self.image_id, folder="acme", instructions="darker", idempotency_key="k"
        )

    def resize(self) -> None:
        self.studio.images.resize(
            image_id=self.image_id,
            folder="acme",
            aspect_ratio="4:5",
            resolution="1K",
            idempotency_key="k",
        )

    def improve(self) -> None:
        self.studio.images.improve(image_id=self.image_id, folder="acme", idempotency_key="k")

    def set_current(self) -> None:
        self.studio.images.set_current_version(
            image_id=self.image_id, folder="acme", version=1, idempotency_key="k"
        )

    def banners(self) -> None:
        slots: Any = {"headline": "Quiet mornings", "image_id": self.image_id}
        self.studio.designs.create(
            folder="acme", sizes=["email-header"], slots=slots, idempotency_key="k"
        )

    def save(self) -> None:
        job = self.studio.designs.get(job_id=self.studio.jobs.list(kind="design").jobs[-1].job_id)
        self.studio.designs.save(
            job_id=job.job_id, variant_id=job.variants[0].variant_id, idempotency_key="k"
        )

    def extract(self) -> None:
        self.studio.style.extract(
            folder="acme", website_url=SITE, auto_approve_rules=True, idempotency_key="k"
        )

    def text(self) -> None:
        self.studio.text.generate(
            folder="acme", mode="write", brief="We open on 3 May in Bern.", idempotency_key="k"
        )

    def analyse(self) -> None:
        self.studio.images.analyse(image_url=LINK, idempotency_key="k")


def _fail(request: Any) -> None:
    raise errors.UpstreamError("The provider fell over.")


PRICES = {
    "create": 3,
    "failing_create": 0,
    "brandify": 5,
    "revise": 4,
    "resize": 2,
    "improve": 5,
    "set_current": 0,
    "banners": 6,
    "save": 1,
    "extract": 15,
    "text": 1,
    "analyse": 1,
}


def opened(data: Path, fault: Callable[[str], None] | None = None) -> Bench:
    clock = ManualClock()
    clock.advance(hours=1)
    return Bench(data, clock=clock, engines=ScriptedEngines(), fault=fault)


def in_child(work: Callable[[], None]) -> int:
    """The exit status of a forked child that does the work: 0 well, 1 with a traceback, else as it
    died.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def carry_out(data: Path, flow: str, dies_at: int) -> None:
    """The flow up to its n-th point; dies there with status 9."""
    seen = 0

    def fault(point: str) -> None:
        nonlocal seen
        if begun:
            seen += 1
            if seen == dies_at:
                os._exit(9)

    begun = False
    with opened(data, fault) as bench:
        story = Story(bench)
        begun = True
        getattr(story, flow)()
        bench.run_until_idle()
        begun = False


def recover(data: Path, flow: str) -> None:
    """Start again, finish what waits, ask once more, and hold everything to the invariants."""
    with opened(data) as bench:
        story = Story(bench)
        if flow == "failing_create":
            bench.engines.image.before = _fail  # type: ignore[attr-defined]
        bench.run_until_idle()
        after_crash = bench.doctor().problems
        assert after_crash == [], after_crash
        spent = START - story.studio.admin.credits.balance().balance
        assert spent in (0, PRICES[flow]), f"{spent} credits were spent after the crash"
        getattr(story, flow)()
        bench.run_until_idle()
        spent = START - story.studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"{spent} credits were spent in the end"
        assert all(
            job.status in ("completed", "failed") for job in story.studio.jobs.list(limit=200).jobs
        )
        problems = bench.doctor().problems
        assert problems == [], problems


def quickly() -> None:
    frames.LONG_SIDES = MappingProxyType({"1K": 32, "2K": 64, "4K": 128})
    subject._network = lambda name: None  # type: ignore[assignment]


def main(flow: str, first: int, step: int) -> None:
    quickly()
    points, bad = [], []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"

        def prepare() -> None:
            with opened(base) as bench:
                Story(bench).prepare()

        assert in_child(prepare) == 0
        point = first
        while True:
            data = Path(folder) / "data"
            shutil.copytree(base, data)
            status = in_child(lambda data=data, point=point: carry_out(data, flow, point))  # type: ignore[misc]
            if status == 9:
                points.append(point)
            recovered = in_child(lambda data=data: recover(data, flow))  # type: ignore[misc]
            if status not in (0, 9) or recovered != 0:
                bad.append(point)
            shutil.rmtree(data)
            if status != 9:
                break
            point += step
    print(json.dumps({"points": points, "bad": bad}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
