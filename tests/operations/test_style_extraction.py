"""Learning a style as a job: what it needs, what it costs, what it keeps, and when it is refused or
refunded.
"""

from __future__ import annotations

from typing import Any

import pytest

from brandstudio import errors
from brandstudio.models.style import ExtractionJob
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, picture

pytestmark = pytest.mark.usefixtures("small_frames")
SITE = (
    b"<!doctype html><html lang=en><head><title>Acme - chairs for life</title>"
    b'<meta name=description content="Acme makes quiet chairs from Swiss beech, built to be mended.">'
    b"<style>body{background:#ffffff;color:#222222}a,button{background:#0a7d5a;color:#fff}</style></head>"
    b"<body><h1>Chairs for life</h1><p>We make quiet chairs from Swiss beech. We believe that things should be mended. "
    b"Every chair is built by hand in Bern.</p><a href='/about'>About us</a></body></html>"
)


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    return studio.folders.create(name="Acme").path


def refer(
    studio: Studio, folder: str, colours: list[tuple[int, int, int]], domain: Any = "photos"
) -> list[str]:
    ids = [
        studio.library.add(
            folder=folder, file=picture(120, 90, colour, mark=1 + 3 * index)
        ).image_id
        for index, colour in enumerate(colours)
    ]
    studio.references.add(folder=folder, domain=domain, library_image_ids=ids)
    return ids


def charges(studio: Studio) -> list[tuple[str, str, float]]:
    rows = reversed(studio.credits.transactions(limit=200).transactions)
    found = [(row.type, row.metadata.operation or "", row.credits) for row in rows]
    return [row for row in found if row[1] in ("extract", "brand_intake")]


def learned(studio: Studio, bench: Bench, folder: str, **how: Any) -> ExtractionJob:
    job_id = studio.style.extract(folder=folder, **how).job_id
    bench.run_until_idle()
    return studio.style.extraction(folder=folder, job_id=job_id)


def test_an_extraction_is_queued_then_completed_with_a_style(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    refer(studio, folder, [(200, 60, 40), (190, 70, 50)])
    job_id = studio.style.extract(folder=folder, client_reference_id="x1").job_id
    waiting = studio.style.extraction(folder=folder, job_id=job_id)
    assert (waiting.status, waiting.result, waiting.error, waiting.client_reference_id) == (
        "queued",
        None,
        None,
        "x1",
    )
    shared_bench.run_until_idle()
    job = studio.style.extraction(folder=folder, job_id=job_id)
    assert (job.status, job.progress.percent) == ("completed", 100)
    assert job.result is not None
    assert job.result.photo_style is not None
    assert job.result.visual_world is not None
    assert job.result.adopted_rules is None
    assert job.result.style_version == 1
    assert charges(studio) == [("charge", "extract", -10)]
    style = studio.style.get(folder=folder)
    assert style.photos.photo_style == job.result.photo_style
    assert style.photos.style_version == 1
    assert studio.references.list(folder=folder, domain="photos").current_version == 1


def test_style_versions_count_up_and_old_ones_can_be_read(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    refer(studio, folder, [(200, 60, 40)])
    first = learned(studio, shared_bench, folder).result
    other = studio.library.add(folder=folder, file=picture(120, 90, (30, 60, 200), mark=9)).image_id
    studio.references.add(folder=folder, domain="photos", library_image_ids=[other], replace=True)
    second = learned(studio, shared_bench, folder).result
    assert first is not None
    assert second is not None
    assert (first.style_version, second.style_version) == (1, 2)
    assert first.photo_style != second.photo_style
    assert studio.style.get(folder=folder, style_version=1).photos.photo_style == first.photo_style
    assert studio.style.get(folder=folder).photos.photo_style == second.photo_style
    with pytest.raises(errors.NotFound):
        studio.style.get(folder=folder, style_version=3)


def test_nothing_to_learn_from_is_refused_uncharged(studio: Studio, folder: str) -> None:
    with pytest.raises(errors.ValidationError):
        studio.style.extract(folder=folder)
    assert charges(studio) == []


def test_the_balance_is_looked_at_before_the_references(bench: Bench) -> None:
    studio = bench.workspace(credits=9).studio()
    studio.folders.create(name="Acme")
    with pytest.raises(errors.InsufficientCredits):
        studio.style.extract(folder="acme")


def test_references_of_a_folder_above_serve_a_folder_without(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    refer(studio, folder, [(200, 60, 40)])
    below = studio.folders.create(name="Summer", parent=folder).path
    job = learned(studio, shared_bench, below)
    assert job.status == "completed"
    assert studio.style.get(folder=below).photos.style_version == 1
    with pytest.raises(errors.NotFound):
        studio.style.extraction(folder=folder, job_id=job.job_id)


def test_one_extraction_at_a_time_and_none_on_a_locked_level(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    refer(studio, "acme", [(200, 60, 40)])
    studio.style.extract(folder="acme")
    with pytest.raises(errors.ExtractionInProgress):
        studio.style.extract(folder="acme")
    bench.run_until_idle()
    place.owner.admin.locks.lock(folder="acme")
    with pytest.raises(errors.LevelLocked):
        studio.style.extract(folder="acme")
    place.owner.admin.locks.unlock(folder="acme")
    studio.style.extract(folder="acme")
    assert charges(studio) == [("charge", "extract", -10)] * 2


def test_adopting_rules_needs_a_full_key_and_skips_what_is_there(shared_bench: Bench) -> None:
    shared_bench.run_until_idle()
    place = shared_bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    refer(studio, "acme", [(200, 60, 40), (196, 66, 44), (204, 58, 42)])
    with pytest.raises(errors.InsufficientScope):
        place.studio(level="create").style.extract(folder="acme", auto_approve_rules=True)
    first = learned(studio, shared_bench, "acme", auto_approve_rules=True).result
    assert first is not None
    assert first.adopted_rules
    assert {rule.kind for rule in first.adopted_rules} == {"image"}
    assert {rule.source for rule in first.adopted_rules} == {"extraction"}
    kept = studio.rules.list(folder="acme").rules
    assert {rule.rule_id for rule in first.adopted_rules} <= {rule.rule_id for rule in kept}
    second = learned(studio, shared_bench, "acme", auto_approve_rules=True).result
    assert second is not None
    assert second.adopted_rules == []
    assert studio.rules.list(folder="acme").rules == kept


def test_keeping_colours_keeps_palette_tone_and_grade(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    refer(studio, folder, [(200, 60, 40)])
    first = learned(studio, shared_bench, folder).result
    other = studio.library.add(folder=folder, file=picture(120, 90, (30, 60, 200), mark=9)).image_id
    studio.references.add(folder=folder, domain="photos", library_image_ids=[other], replace=True)
    second = learned(studio, shared_bench, folder, keep_colours=True).result
    assert first is not None
    assert second is not None
    assert first.photo_style is not None
    assert second.photo_style is not None
    assert second.photo_style.palette == first.photo_style.palette
    assert second.photo_style.colour.saturation == first.photo_style.colour.saturation
    assert second.photo_style.grade == first.photo_style.grade


def test_a_forced_medium_is_taken(studio: Studio, shared_bench: Bench, folder: str) -> None:
    refer(studio, folder, [(200, 60, 40)])
    result = learned(studio, shared_bench, folder, content_type="illustration").result
    assert result is not None
    assert result.photo_style is not None
    assert result.photo_style.medium == "illustration"


def test_designs_give_a_design_style(studio: Studio, shared_bench: Bench, folder: str) -> None:
    refer(studio, folder, [(240, 240, 240)], domain="designs")
    result = learned(studio, shared_bench, folder).result
    assert result is not None
    assert result.design_style is not None
    assert result.photo_style is None
    assert studio.style.get(folder=folder).designs.style_version == 1


def test_a_website_fills_the_purpose_for_one_more_charge(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    shared_bench.engines.fetcher.answers["https://acme.example/"] = SITE
    refer(studio, folder, [(200, 60, 40)])
    result = learned(studio, shared_bench, folder, website_url="https://acme.example/").result
    assert result is not None
    assert result.purpose is not None
    assert result.purpose.essence
    assert charges(studio) == [("charge", "extract", -10), ("charge", "brand_intake", -5)]
    assert studio.style.brand(folder=folder).purpose == result.purpose


def test_an_unreadable_website_is_refunded_and_the_extraction_goes_on(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    refer(studio, folder, [(200, 60, 40)])
    job = learned(studio, shared_bench, folder, website_url="https://gone.example/")
    assert job.status == "completed"
    assert job.result is not None
    assert job.result.photo_style is not None
    assert any("website" in warning for warning in job.result.warnings)
    assert charges(studio) == [
        ("charge", "extract", -10),
        ("charge", "brand_intake", -5),
        ("refund", "brand_intake", 5),
    ]


def test_a_busy_store_or_fetcher_says_nothing_about_the_website_and_the_job_waits(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    refer(studio, "acme", [(200, 60, 40)])
    url = "https://busy.example/"
    bench.engines.fetcher.answers[url] = errors.ServiceBusy("Too many downloads at once.")
    monkeypatch.setattr(bench.worker._stopping, "wait", lambda seconds=0: False)
    job_id = studio.style.extract(folder="acme", website_url=url).job_id
    assert bench.worker.run_one()
    assert studio.style.extraction(folder="acme", job_id=job_id).status == "queued"
    bench.engines.fetcher.answers[url] = SITE
    bench.run_until_idle()
    job = studio.style.extraction(folder="acme", job_id=job_id)
    assert job.status == "completed"
    assert charges(studio) == [("charge", "extract", -10), ("charge", "brand_intake", -5)]


def test_a_failed_extraction_gives_everything_back_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("a fault of ours")

    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    refer(studio, "acme", [(200, 60, 40)])
    monkeypatch.setattr("brandstudio.domain.extraction.photo_style", fail)
    job = learned(studio, bench, "acme", website_url="https://gone.example/")
    assert (job.status, job.result) == ("failed", None)
    assert job.error
    assert "a fault of ours" not in job.error
    assert sum(credits for _, _, credits in charges(studio)) == 0
    assert len(charges(studio)) == 4
    assert bench.doctor().problems == []
    assert studio.style.get(folder="acme").photos.photo_style is None


def test_an_extraction_is_not_told_as_an_image_event(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.admin.webhooks.set(url="https://example.com/hook")
    studio = place.studio()
    studio.folders.create(name="Acme")
    refer(studio, "acme", [(200, 60, 40)])
    learned(studio, bench, "acme")
    assert bench.engines.deliverer.sent == []
