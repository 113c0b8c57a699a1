"""Work that version 0.1 left behind is finished, or refunded, by the code of today."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from brandstudio.models.jobs import Job
from brandstudio.testing import Bench, ManualClock, ScriptedEngines, picture

FOLDERS = Path(__file__).parents[1] / "data" / "folders"
SITE = "https://acme.example/"
PAGE = (
    b"<!doctype html><html lang=en><head><title>Acme</title>"
    b"<meta name=description content='Acme makes quiet chairs.'></head>"
    b"<body><h1>Chairs for life</h1><p>We make quiet chairs from Swiss beech.</p></body></html>"
)


@pytest.fixture
def upgraded(tmp_path: Path, small_frames: None) -> Iterator[Bench]:
    """The folder of version 0.1, a day after its processes ended, opened by this version."""
    with zipfile.ZipFile(FOLDERS / "queued-0.1.zip") as file:
        file.extractall(tmp_path / "data")
    for path in (tmp_path / "data", *(tmp_path / "data").rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    clock = ManualClock()
    clock.advance(days=1)
    engines = ScriptedEngines()
    engines.fetcher.answers[SITE] = PAGE
    with Bench(tmp_path / "data", clock=clock, engines=engines) as bench:
        yield bench


def jobs_of(bench: Bench) -> list[Job]:
    """All jobs, the oldest first."""
    return bench.owner().jobs.list(limit=200).jobs[::-1]


def test_the_folder_holds_open_work_of_every_kind(upgraded: Bench) -> None:
    workspace = upgraded.service.owner().workspace_id
    with upgraded.service.store.read() as tx:
        rows = tx.jobs.page(workspace, None, None, None, 200)
    assert {(row.kind, row.operation) for row in rows if row.status in ("queued", "running")} == {
        *(("image", name) for name in ("create", "recreate", "brandify", "revise")),
        *(("image", name) for name in ("resize", "improve")),
        ("design", "design"),
        ("extraction", "extract"),
        ("analysis", "image_analyse"),
        ("text", "text_create"),
        ("save", "save"),
    }
    assert all('"version"' not in row.payload for row in rows)


def test_queued_jobs_finish_and_what_broke_off_is_refunded(upgraded: Bench) -> None:
    studio = upgraded.owner()
    before = studio.admin.credits.balance().balance
    upgraded.run_until_idle()
    jobs = jobs_of(upgraded)
    assert {job.kind for job in jobs if job.status == "completed"} == {
        "image",
        "design",
        "extraction",
    }
    failed = [job for job in jobs if job.status == "failed"]
    assert sorted(job.kind for job in failed) == ["analysis", "image", "save", "text"]
    # The analysis and the text give one credit back each; a save is paid when it is kept.
    assert studio.admin.credits.balance().balance == before + 2
    assert upgraded.doctor().problems == []


def test_the_images_are_what_they_were_asked_to_be(upgraded: Bench) -> None:
    upgraded.run_until_idle()
    studio = upgraded.owner()
    made = {}
    for item in studio.library.list(folder="acme", kind="image").items:
        for version in studio.images.get(image_id=item.image_id, folder="acme").versions:
            if version.operation != "upload":
                made.setdefault(version.operation, []).append(version)
    assert {name: len(versions) for name, versions in made.items()} == {
        "create": 2,
        "recreate": 1,
        "brandify": 1,
        "revise": 1,
        "resize": 1,
        "improve": 1,
    }
    asked = {
        (request.prompt if hasattr(request, "prompt") else request.instructions)
        for request in upgraded.engines.image.requests  # type: ignore[attr-defined]
    }
    assert {"A lake", "A barn in snow", "warmer", "darker", "brighter"} <= asked
    (resized,) = made["resize"]
    assert (resized.aspect_ratio, resized.output_format, resized.based_on) == ("4:5", "jpg", 1)
    (anew,) = made["recreate"]
    assert anew.based_on == 1


def test_banners_that_stood_stay_and_the_others_are_drawn(upgraded: Bench) -> None:
    studio = upgraded.owner()
    ids = {
        job.client_reference_id: job.job_id
        for job in studio.jobs.list(kind="design", limit=50).jobs
    }
    before = studio.designs.get(job_id=ids["r-half"])
    assert (before.status, before.size) == ("running", "email-header")
    (standing,) = before.variants
    upgraded.run_until_idle()
    half, whole = (studio.designs.get(job_id=ids[name]) for name in ("r-half", "r-banners"))
    assert [variant.template for variant in half.variants] == ["overlay", "split", "panel"]
    assert half.variants[0].variant_id == standing.variant_id
    assert [variant.size for variant in whole.variants] == ["email-header", "square"]
    assert all("Quiet mornings" in str(v.spec.recipe.slots.headline) for v in whole.variants)


def test_an_image_that_failed_before_can_be_retried_after(upgraded: Bench) -> None:
    upgraded.run_until_idle()
    studio = upgraded.owner()
    (failed,) = [
        item
        for item in studio.library.list(folder="acme", kind="image").items
        if item.status == "failed"
    ]
    before = studio.admin.credits.balance().balance
    again = studio.images.retry(image_id=failed.image_id, folder="acme")
    upgraded.run_until_idle()
    image = studio.images.get(image_id=failed.image_id, folder="acme")
    (version,) = image.versions
    assert (version.version, version.aspect_ratio) == (again.version, "4:5")
    assert (version.resolution, version.prompt) == ("2K", "A failed lake")
    assert studio.admin.credits.balance().balance == before - 4


def test_new_work_goes_beside_the_old(upgraded: Bench) -> None:
    studio = upgraded.owner()
    added = studio.library.add(folder="acme", file=picture(40, 40, mark=41))
    studio.images.revise(image_id=added.image_id, folder="acme", instructions="new words")
    upgraded.run_until_idle()
    assert {job.status for job in jobs_of(upgraded) if job.kind in ("design", "extraction")} == {
        "completed"
    }
    assert studio.library.get(image_id=added.image_id, folder="acme").total_versions == 2
