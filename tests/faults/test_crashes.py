"""A process may die between any two steps: no charge without its result or one refund, nothing half
done, nothing twice.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from disk import quick_disk
from flows import FLOWS

SCRIPT = Path(__file__).with_name("crashing.py")


def crashed(flow: str, first: int, step: int) -> dict[str, list[int]]:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), flow, str(first), str(step)],
        env={**os.environ, **quick_disk()},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    found: dict[str, list[int]] = json.loads(run.stdout.splitlines()[-1])
    assert found["bad"] == [], f"points {found['bad']} of {flow}\n{run.stderr[-4000:]}"
    return found


def test_a_process_may_die_at_some_points_of_making_a_picture() -> None:
    assert len(crashed("create", 2, 7)["points"]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("flow", FLOWS)
def test_a_process_may_die_at_every_commit_rename_and_flush(flow: str) -> None:
    points = crashed(flow, 1, 1)["points"]
    assert points == list(range(1, len(points) + 1))
    assert len(points) >= 3


WORKING = """
import sys, random, time
sys.path.insert(0, {here!r})
import flows
flows.quickly()
from brandstudio.testing import Bench, ScriptedEngines, picture
from brandstudio.context import Clock
from brandstudio import errors
from pathlib import Path
bench = Bench(Path({data!r}), clock=Clock(), engines=ScriptedEngines(), starting_credits=100000)
rng = random.Random({seed})
story = flows.Story(bench)
studio = story.studio
if not studio.folders.list().level1_folders:
    story.prepare()
    studio.admin.credits.add(credits=100000)
def sometimes(request):
    if rng.random() < 0.2:
        raise errors.UpstreamError("now and then")
bench.engines.image.before = sometimes
print("ready", flush=True)
kinds = ["create", "brandify", "revise", "resize", "improve", "banners", "extract", "text", "analyse", "save"]
while True:
    try:
        name = rng.choice(kinds)
        bench.service.send  # the same calls as any caller's
        if name == "create":
            studio.images.create(folder="acme", prompt="A lake", resolution="1K")
        elif name == "brandify":
            studio.images.brandify(folder="acme", file=picture(48, 64, mark=rng.randrange(1, 60000)))
        elif name == "text":
            studio.text.generate(folder="acme", mode="write", brief="We open on 3 May in Bern.")
        elif name == "analyse":
            studio.images.analyse(image_url=flows.LINK)
        elif name == "banners":
            studio.designs.create(folder="acme", size="email-header", slots={{"headline": "Quiet mornings"}})
        elif name == "extract":
            studio.style.extract(folder="acme")
        elif name == "save":
            jobs = studio.jobs.list(kind="design", status="completed").jobs
            job = studio.designs.get(job_id=rng.choice(jobs).job_id)
            studio.designs.save(job_id=job.job_id, variant_id=rng.choice(job.variants).variant_id)
        else:
            items = studio.library.list(folder="acme", kind="image").items
            image_id = rng.choice(items).image_id
            more = {{"revise": {{"instructions": "brighter"}}, "resize": {{"aspect_ratio": "4:5", "resolution": "1K"}}, "improve": {{}}}}
            getattr(studio.images, name)(image_id=image_id, folder="acme", **more[name])
        bench.worker.run_one()
    except errors.StudioError:
        pass
"""


@pytest.mark.slow
def test_kill_9_at_random_moments_under_mixed_work_breaks_nothing(tmp_path: Path) -> None:
    """Forty kills of one process after another on the same folder; then everything settles and all
    invariants hold.
    """
    from brandstudio.context import Clock
    from brandstudio.testing import Bench, ScriptedEngines

    rng = random.Random(20260921)
    data = tmp_path / "data"
    for seed in range(40):
        program = WORKING.format(here=str(SCRIPT.parent), data=str(data), seed=seed)
        worker = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert worker.stdout is not None
        said = worker.stdout.readline()
        if said.strip() != "ready":
            worker.wait(30)
            assert worker.stderr is not None
            raise AssertionError(worker.stderr.read()[-4000:])
        time.sleep(rng.uniform(0.05, 2.5))
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait(30)
        worker.stdout.close()
        assert worker.stderr is not None
        worker.stderr.close()
    with Bench(data, clock=Clock(), engines=ScriptedEngines()) as bench:
        deadline = time.monotonic() + 240
        studio = bench.owner()
        bench.run_until_idle()
        while any(job.status in ("queued", "running") for job in studio.jobs.list(limit=200).jobs):
            assert time.monotonic() < deadline
            time.sleep(0.2)
            bench.run_until_idle()
        assert bench.doctor().problems == []
        kinds = {job.kind for job in studio.jobs.list(limit=200).jobs}
        assert {"image", "design", "extraction", "text"} <= kinds
