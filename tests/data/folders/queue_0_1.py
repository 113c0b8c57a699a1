"""Makes ``queued-0.1.zip``: a data folder of version 0.1 with work of every kind still to be done.

    PYTHONPATH=<a checkout of version 0.1> python queue_0_1.py queued-0.1.zip

It runs with the code of version 0.1 alone and is kept to show where the folder comes from. Queued
are all six kinds of image job, a banner job and an extraction; one banner job, an analysis, a text
and a save were broken off half-way by processes that died (``os._exit``, as after kill -9); one
image failed and can be retried.
"""

# mypy: ignore-errors
# It speaks to version 0.1, which had other rooms.
from __future__ import annotations

import os
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from brandstudio import errors
from brandstudio.domain import frames
from brandstudio.pipelines import analysis, designs, texts
from brandstudio.pixels import subject
from brandstudio.testing import Bench, ManualClock, ScriptedEngines, picture

SITE = "https://acme.example/"
LINK = "https://example.com/photo.png"


def opened(data: Path, hours: int) -> Bench:
    clock = ManualClock()
    clock.advance(hours=hours)
    bench = Bench(data, clock=clock, engines=ScriptedEngines())
    bench.engines.fetcher.answers |= {LINK: picture(64, 48, mark=3)}
    return bench


def queue(data: Path) -> None:
    with opened(data, 0) as bench:
        studio = bench.owner()
        studio.admin.webhooks.set(url="https://example.com/hook")
        studio.folders.create(name="Acme")

        def add(mark: int) -> str:
            file = picture(64, 48, mark=mark)
            return studio.library.add(folder="acme", file=file, filename=f"{mark}.png").image_id

        photos = [add(mark) for mark in (7, 8, 9)]
        studio.references.add(folder="acme", domain="photos", library_image_ids=photos[:1])
        drawn = studio.images.create(folder="acme", prompt="A barn in snow", resolution="1K")
        banner: Any = {"headline": "Hello"}
        studio.designs.create(folder="acme", size="email-header", template="overlay", slots=banner)
        bench.run_until_idle()
        bench.engines.image.failures.append(errors.UpstreamError("The provider fell over."))
        studio.images.create(
            folder="acme", prompt="A failed lake", aspect_ratio="4:5", resolution="2K"
        )
        bench.run_until_idle()
        studio.images.create(
            folder="acme", prompt="A lake", resolution="1K", client_reference_id="r-create"
        )
        studio.images.recreate(image_id=drawn.id, folder="acme")
        studio.images.brandify(
            folder="acme", file=picture(48, 64, mark=11), instructions="warmer", resolution="1K"
        )
        studio.images.revise(image_id=photos[0], folder="acme", instructions="darker")
        studio.images.resize(
            image_id=photos[1],
            folder="acme",
            aspect_ratio="4:5",
            resolution="1K",
            output_format="jpg",
        )
        studio.images.improve(image_id=photos[2], folder="acme", instructions="brighter")
        slots: Any = {"headline": "Quiet mornings", "button_text": "Shop", "image_id": photos[0]}
        studio.designs.create(
            folder="acme", size="email-header", template="all", slots=slots,
            client_reference_id="r-half",
        )  # fmt: skip
        studio.designs.create(
            folder="acme",
            sizes=["email-header", "square"],
            template="split",
            slots=slots,
            client_reference_id="r-banners",
        )
        studio.style.extract(folder="acme", website_url=SITE, auto_approve_rules=True)


def die(*_: Any, **__: Any) -> None:
    os._exit(9)


def half_a_banner_job(data: Path) -> None:
    draw, drawn = designs._draw_variant, []

    def once(*args: Any) -> None:
        if drawn:
            die()
        drawn.append(draw(*args))

    designs._draw_variant = once
    with opened(data, 1) as bench:
        waiting = bench.owner().jobs.list(kind="design", status="queued").jobs
        (id,) = (job.job_id for job in waiting if job.client_reference_id == "r-half")
        lease = bench.clock.tick() + 60_000
        with bench.service.store.write() as tx:
            job = tx.jobs.claim_one(id, bench.service.process.id, bench.clock.now(), lease)
        assert job is not None
        bench.worker._carry_out(job)


def half_an_analysis(data: Path) -> None:
    analysis.find_facts = die
    with opened(data, 2) as bench:
        bench.owner().images.analyse(image_url=LINK)


def half_a_text(data: Path) -> None:
    texts.draw_card = die
    with opened(data, 3) as bench:
        bench.owner().text.generate(folder="acme", mode="write", brief="We open on 3 May in Bern.")


def half_a_save(data: Path) -> None:
    designs.publish = die
    with opened(data, 4) as bench:
        studio = bench.owner()
        (job,) = studio.jobs.list(kind="design", status="completed").jobs
        (variant,) = studio.designs.get(job_id=job.job_id).variants
        studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)


def in_child(work: Callable[[Path], None], data: Path, status: int) -> None:
    child = os.fork()
    if child == 0:
        try:
            work(data)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended == status, (work.__name__, ended)


def main(target: str) -> None:
    frames.LONG_SIDES = MappingProxyType({"1K": 32, "2K": 64, "4K": 128})
    subject._network = lambda name: None
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        in_child(queue, data, 0)
        for work in (half_a_banner_job, half_an_analysis, half_a_text, half_a_save):
            in_child(work, data, 9)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
            for file in sorted(data.rglob("*")):
                made.write(file, file.relative_to(data))


if __name__ == "__main__":
    main(sys.argv[1])
