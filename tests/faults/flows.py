"""The pieces of work that drills interrupt: each asks with an Idempotency-Key, so that asking twice is
asking once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
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
        studio.library.add(folder="acme", file=picture(64, 48, mark=11), filename="spare.png")
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
        self.bench.engines.image.before = fail  # type: ignore[attr-defined]
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

    def edit(self) -> None:
        """The finished banner with other words, as one more variant of its job."""
        job = self.studio.designs.get(job_id=self.studio.jobs.list(kind="design").jobs[-1].job_id)
        self.studio.designs.edit(
            job_id=job.job_id,
            variant_id=job.variants[0].variant_id,
            slots={"headline": "Loud evenings"},  # type: ignore[arg-type]
            idempotency_key="k",
        )

    def batch(self) -> None:
        """A table of two rows; the same call again pays for neither."""
        rows = [{"headline": "One"}, {"headline": "Two"}]
        self.studio.designs.batch(rows, folder="acme", size="email-header", progress=False)

    def search(self) -> None:
        self.studio.searches.save(name="Lakes", query={"q": "lake"}, idempotency_key="k")  # type: ignore[arg-type]

    def rule(self) -> None:
        self.studio.rules.add(
            folder="acme", kind="copy", text='Never say "cheap"', idempotency_key="k"
        )

    def style(self) -> None:
        """Setting a voice has no key: the same twice is once."""
        self.studio.style.update(folder="acme", feel="Quiet and bright", essence="Chairs for life")

    def restore(self) -> None:
        """A picture goes to the trash and comes back, and so does its folder."""
        with suppress(errors.FolderNotFound):  # it is archived where an earlier try broke off
            self.studio.folders.children(folder="acme")
            self._trash_and_archive()
        self.studio.folders.restore(folder="acme")

    def _trash_and_archive(self) -> None:
        for image_id in self.spare:
            self.studio.library.delete(folder="acme", image_id=image_id)
        for item in self.studio.library.list(folder="acme", trashed=True).items:
            self.studio.library.restore(folder="acme", image_id=item.image_id)
        self.studio.folders.delete(folder="acme")

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

    def add(self) -> None:
        self.studio.library.add(
            folder="acme", file=picture(64, 48, mark=500), filename="new.png", idempotency_key="k"
        )

    @property
    def spare(self) -> list[str]:
        """The picture that nothing else counts on, while it is there."""
        items = self.studio.library.list(folder="acme").items
        return [item.image_id for item in items if item.filename == "spare.png"]

    def purge(self) -> None:
        for image_id in self.spare:
            self.studio.library.delete(folder="acme", image_id=image_id, purge=True)

    def duplicate(self) -> None:
        self.studio.folders.duplicate(folder="acme", idempotency_key="k")

    def webhook(self) -> None:
        """An event whose receiver is away at first."""
        self.bench.engines.deliverer.outcomes[:] = [503, "connection refused"]
        self.create()
        for _ in range(3):
            self.bench.run_until_idle()
            self.bench.clock.advance(hours=3)  # type: ignore[attr-defined]

    def rotate(self) -> None:
        """Behind a commit of another kind: the first one of a process flushes the folder by itself."""
        self.set_current()
        self.studio.admin.rotate_secrets()

    def sweep(self) -> None:
        """A picture goes to the trash, and a month later for good."""
        for image_id in self.spare:
            self.studio.library.delete(folder="acme", image_id=image_id)
        for _ in range(6):
            self.bench.clock.advance(days=6)  # type: ignore[attr-defined]
            self.bench.sweep()


def fail(request: Any) -> None:
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
    "edit": 2,
    "batch": 4,
    "search": 0,
    "rule": 0,
    "style": 0,
    "restore": 0,
    "extract": 15,
    "text": 1,
    "analyse": 1,
    "add": 1,
    "purge": 0,
    "duplicate": 0,
    "webhook": 3,
    "rotate": 0,
    "sweep": 0,
}


ROW = 2
"""The price of one row of the batch."""


def payments(flow: str) -> Collection[float]:
    """What may have been paid when a flow breaks off and its work is finished: nothing or all of it; of
    a batch each row by itself.
    """
    return range(0, PRICES[flow] + 1, ROW) if flow == "batch" else (0, PRICES[flow])


def opened(data: Path, fault: Callable[[str], None] | None = None) -> Bench:
    clock = ManualClock()
    clock.advance(hours=1)
    return Bench(data, clock=clock, engines=ScriptedEngines(), fault=fault)


def quickly() -> None:
    frames.LONG_SIDES = MappingProxyType({"1K": 32, "2K": 64, "4K": 128})
    subject._network = lambda name: None  # type: ignore[assignment]


FLOWS = tuple(PRICES)
