"""Images as jobs: what is accepted, charged, kept, refunded and told, over both transports."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image as pillow

from brandstudio import errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.protocols import CreateRequest, EditRequest, Picture
from brandstudio.models.images import Image
from brandstudio.pixels import metadata
from brandstudio.service.worker import Worker
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, picture

pytestmark = pytest.mark.usefixtures("small_frames")

PRICES = {
    "create_1k": 3,
    "create_2k": 4,
    "create_4k": 8,
    "brandify_2k": 5,
    "revise": 4,
    "resize": 2,
    "improve": 5,
}


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()  # what a test before this one left waiting
    return studio.folders.create(name="Acme").path


def upload(studio: Studio, folder: str, **how: Any) -> str:
    return studio.library.add(
        folder=folder, file=picture(**{"width": 96, "height": 64, "mark": 77, **how})
    ).image_id


def created(studio: Studio, bench: Bench, folder: str, **how: Any) -> Image:
    accepted = studio.images.create(
        **{"folder": folder, "prompt": "A lake", "resolution": "1K", **how}
    )
    bench.run_until_idle()
    return studio.images.get(image_id=accepted.id, folder=folder)


def charges(studio: Studio) -> list[tuple[str, str, float]]:
    """Everything but uploads and the grant, oldest first: type, operation, credits."""
    rows = reversed(studio.credits.transactions(limit=200).transactions)
    found = [(row.type, row.metadata.operation or "", row.credits) for row in rows]
    return [row for row in found if row[1] not in ("", "upload")]


def fail_next(bench: Bench, error: errors.StudioError | None = None) -> None:
    bench.engines.image.failures.append(error or errors.UpstreamError("The provider fell over."))  # type: ignore[attr-defined]


# -- create ----------------------------------------------------------------------------------------


def test_a_created_image_is_processing_then_completed_with_all_fields(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    accepted = studio.images.create(
        folder=folder,
        prompt="A lake at dawn",
        aspect_ratio="16:9",
        resolution="4K",
        output_format="jpg",
        client_reference_id="ref 1",
    )
    assert accepted.status == "processing"
    before = studio.images.get(image_id=accepted.id, folder=folder)
    assert (before.status, before.versions, before.image_url, before.current_version) == (
        "processing",
        [],
        None,
        None,
    )
    assert before.client_reference_id == "ref 1"
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=accepted.id, folder=folder)
    assert (image.status, image.current_version, image.error) == ("completed", 1, None)
    assert image.url == image.image_url
    (version,) = image.versions
    assert (version.version, version.prompt, version.operation) == (1, "A lake at dawn", "create")
    assert (version.aspect_ratio, version.resolution, version.output_format) == (
        "16:9",
        "4K",
        "jpg",
    )
    shown = pillow.open(io.BytesIO(studio.read(version.url)))
    assert (shown.size, shown.format) == ((128, 72), "JPEG")


@pytest.mark.parametrize(("resolution", "price"), [("1K", 3), ("2K", 4), ("4K", 8)])
def test_creating_costs_what_its_resolution_costs(
    studio: Studio, folder: str, resolution: str, price: float
) -> None:
    studio.images.create(folder=folder, prompt="A lake", resolution=resolution)
    assert charges(studio) == [("charge", f"create_{resolution.lower()}", -price)]


def test_a_failed_create_refunds_once_and_says_why(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    fail_next(shared_bench)
    image = created(studio, shared_bench, folder)
    assert image.status == "failed"
    assert image.error is not None
    assert (image.error.code, image.error.retryable) == ("UPSTREAM_ERROR", True)
    assert image.versions == []
    assert image.image_url is None
    assert charges(studio) == [("charge", "create_1k", -3), ("refund", "create_1k", 3)]
    refund, charge = studio.credits.transactions(limit=2).transactions
    assert refund.metadata.refund_of == charge.txn_id


def test_a_prompt_of_spaces_is_refused_before_the_folder_is_looked_for(studio: Studio) -> None:
    with pytest.raises(errors.ValidationError):
        studio.images.create(folder="nowhere", prompt="  \n ")
    with pytest.raises(errors.UnsupportedBrand):
        studio.images.create(folder="nowhere", prompt="A lake")


def test_too_low_a_balance_leaves_no_trace(shared_bench: Bench) -> None:
    place = shared_bench.workspace(credits=2)
    studio = place.studio()
    studio.folders.create(name="Acme")
    with pytest.raises(errors.InsufficientCredits) as caught:
        studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    assert caught.value.details == {"balance": 2, "required": 3}
    assert studio.library.list(folder="acme").total_count == 0
    assert studio.jobs.list().jobs == []


def test_the_same_job_taken_up_again_draws_the_same_picture(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    seeds: list[int] = []

    def noted(request: Any) -> None:
        seeds.append(request.seed)

    bench.engines.image.before = noted  # type: ignore[attr-defined]
    bench.engines.image.failures += [errors.ServiceBusy("The disk is full.")]  # type: ignore[attr-defined]
    studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    bench.run_until_idle()
    assert len(seeds) == 2
    assert seeds[0] == seeds[1]


# -- edits -----------------------------------------------------------------------------------------


def test_each_edit_is_the_next_version_based_on_its_source(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    revised = studio.images.revise(
        image_id=image_id, folder=folder, instructions="brighter", client_reference_id="r2"
    )
    assert (revised.version, revised.based_on, revised.status) == (2, 1, "processing")
    shared_bench.run_until_idle()
    resized = studio.images.resize(
        image_id=image_id, folder=folder, aspect_ratio="4:5", resolution="1K", from_version=1
    )
    assert (resized.version, resized.based_on) == (3, 1)
    shared_bench.run_until_idle()
    improved = studio.images.improve(image_id=image_id, folder=folder)
    assert (improved.version, improved.based_on, improved.findings) == (4, 3, [])
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=image_id, folder=folder)
    assert [(v.version, v.operation, v.based_on) for v in image.versions] == [
        (1, "upload", None),
        (2, "revise", 1),
        (3, "resize", 1),
        (4, "improve", 3),
    ]
    assert image.current_version == 4
    assert image.client_reference_id is None, "the newest job sent none"
    assert charges(studio) == [
        ("charge", "revise", -4),
        ("charge", "resize", -2),
        ("charge", "improve", -5),
    ]
    assert (
        image.versions[2].aspect_ratio,
        image.versions[2].resolution,
        image.versions[2].output_format,
    ) == (
        "4:5",
        "1K",
        "png",
    )
    assert pillow.open(io.BytesIO(studio.read(image.versions[2].url))).size == (26, 32)


def test_strict_fails_and_refunds_a_prompt_whose_subject_cannot_be_drawn(
    studio: Studio, shared_bench: Bench, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_bench.engines, "image", LocalImageEngine())
    made = studio.images.create(folder=folder, prompt="a bicycle", resolution="1K")
    shared_bench.run_until_idle()
    drawn = studio.images.get(image_id=made.id, folder=folder)
    assert drawn.versions[-1].warnings[0].startswith('Not drawn: "bicycle".')
    refused = studio.images.create(folder=folder, prompt="a bicycle", resolution="1K", strict=True)
    shared_bench.run_until_idle()
    failed = studio.images.get(image_id=refused.id, folder=folder)
    assert failed.status == "failed"
    assert failed.error is not None
    assert failed.error.code == "UNSUPPORTED_PROMPT"
    assert failed.error.message.endswith("The charge is refunded.")
    assert "BRANDSTUDIO_" not in failed.error.message + drawn.versions[-1].warnings[0]
    assert [(kind, name) for kind, name, _ in charges(studio)] == [
        ("charge", "create_1k"),
        ("charge", "create_1k"),
        ("refund", "create_1k"),
    ]


def test_revise_starts_from_the_newest_and_resize_and_improve_from_the_current_version(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.images.revise(image_id=image_id, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    studio.images.set_current_version(image_id=image_id, folder=folder, version=1)
    assert (
        studio.images.revise(image_id=image_id, folder=folder, instructions="darker").based_on == 2
    )
    shared_bench.run_until_idle()
    studio.images.set_current_version(image_id=image_id, folder=folder, version=1)
    assert (
        studio.images.resize(
            image_id=image_id, folder=folder, aspect_ratio="1:1", resolution="1K"
        ).based_on
        == 1
    )
    shared_bench.run_until_idle()
    studio.images.set_current_version(image_id=image_id, folder=folder, version=2)
    assert studio.images.improve(image_id=image_id, folder=folder).based_on == 2


def test_a_version_that_is_not_finished_is_no_source_and_costs_nothing(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    fail_next(shared_bench)
    studio.images.revise(image_id=image_id, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    before = charges(studio)
    for version in (2, 9):
        with pytest.raises(errors.ValidationError):
            studio.images.revise(
                image_id=image_id, folder=folder, instructions="darker", from_version=version
            )
        with pytest.raises(errors.ValidationError):
            studio.images.resize(
                image_id=image_id,
                folder=folder,
                aspect_ratio="1:1",
                resolution="1K",
                from_version=version,
            )
        with pytest.raises(errors.ValidationError):
            studio.images.improve(image_id=image_id, folder=folder, from_version=version)
        with pytest.raises(errors.ValidationError):
            studio.images.set_current_version(image_id=image_id, folder=folder, version=version)
    assert charges(studio) == before
    accepted = studio.images.revise(image_id=image_id, folder=folder, instructions="darker")
    assert (accepted.version, accepted.based_on) == (3, 1), (
        "a number once taken is never used again"
    )


def test_a_failed_edit_leaves_the_image_as_it_was_but_for_its_error(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    before = studio.images.get(image_id=image_id, folder=folder)
    fail_next(shared_bench, errors.UnsupportedInstruction("Nothing of this was understood."))
    studio.images.revise(
        image_id=image_id, folder=folder, instructions="xyzzy", client_reference_id="r"
    )
    shared_bench.run_until_idle()
    after = studio.images.get(image_id=image_id, folder=folder)
    assert after.status == "failed"
    assert after.error is not None
    assert after.error.code == "UNSUPPORTED_INSTRUCTION"
    assert after.client_reference_id == "r"
    assert [v.version for v in after.versions] == [v.version for v in before.versions]
    assert after.current_version == before.current_version
    assert studio.read(after.image_url or "") == studio.read(before.image_url or "")
    assert sum(credits for _, _, credits in charges(studio)) == 0


def test_while_a_job_is_in_flight_every_other_is_refused_uncharged(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.images.revise(image_id=image_id, folder=folder, instructions="brighter")
    for again in (
        lambda: studio.images.revise(image_id=image_id, folder=folder, instructions="darker"),
        lambda: studio.images.resize(
            image_id=image_id, folder=folder, aspect_ratio="1:1", resolution="1K"
        ),
        lambda: studio.images.improve(image_id=image_id, folder=folder),
        lambda: studio.images.retry(image_id=image_id, folder=folder),
        lambda: studio.images.recreate(image_id=image_id, folder=folder),
    ):
        with pytest.raises(errors.AlreadyProcessing):
            again()
    assert len(charges(studio)) == 1
    shared_bench.run_until_idle()


def test_an_image_is_found_only_in_its_own_folder_and_workspace(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.folders.create(name="Other")
    with pytest.raises(errors.NotFound) as other:
        studio.images.get(image_id=image_id, folder="other")
    stranger = shared_bench.workspace().studio()
    stranger.folders.create(name="Acme")
    with pytest.raises(errors.NotFound) as foreign:
        stranger.images.get(image_id=image_id, folder=folder)
    assert other.value.message == foreign.value.message
    with pytest.raises(errors.UnsupportedHierarchy):
        studio.images.get(image_id=image_id, folder="acme/nowhere")


def test_copy_can_not_be_edited_as_a_picture(studio: Studio, folder: str) -> None:
    text = studio.text.generate(folder=folder, mode="write", brief="We open on 3 May.")
    with pytest.raises(errors.NotFound):
        studio.images.revise(image_id=text.item_id, folder=folder, instructions="brighter")


def test_an_improvement_with_nothing_to_improve_is_the_very_same_file(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder, format="JPEG")
    studio.images.improve(image_id=image_id, folder=folder)
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=image_id, folder=folder)
    first, second = image.versions
    assert studio.read(first.url) == studio.read(second.url)
    assert second.warnings == ["Nothing was measured as off; the picture is unchanged."]
    assert second.score == first.score


def test_the_version_says_the_ratio_and_format_that_the_picture_has(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image = created(studio, shared_bench, folder, aspect_ratio="16:9", output_format="jpg")
    studio.images.revise(image_id=image.id, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    after = studio.images.get(image_id=image.id, folder=folder)
    assert (after.versions[1].aspect_ratio, after.versions[1].output_format) == ("16:9", "jpg")
    uploaded = upload(studio, folder, width=100, height=50)
    studio.images.revise(image_id=uploaded, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    assert studio.images.get(image_id=uploaded, folder=folder).versions[1].aspect_ratio is None


# -- brandify --------------------------------------------------------------------------------------


def test_brandify_keeps_the_original_as_version_1_and_makes_version_2(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    accepted = studio.images.brandify(
        folder=folder,
        file=picture(96, 64, mark=5),
        filename="Team photo.png",
        client_reference_id="b1",
    )
    before = studio.images.get(image_id=accepted.id, folder=folder)
    assert (before.status, before.current_version, len(before.versions)) == ("processing", 1, 1)
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=accepted.id, folder=folder)
    assert [(v.version, v.operation, v.based_on) for v in image.versions] == [
        (1, "upload", None),
        (2, "brandify", 1),
    ]
    assert image.current_version == 2
    assert image.client_reference_id == "b1"
    assert charges(studio) == [("charge", "brandify_2k", -5)]
    assert studio.library.get(image_id=accepted.id, folder=folder).title == "Team photo"


def test_brandify_reads_a_link_before_it_charges(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    answers = shared_bench.engines.fetcher.answers
    answers["https://example.com/a.png"] = picture(64, 64)
    answers["https://example.com/page"] = b"<!doctype html><p>no picture</p>"
    with pytest.raises(errors.InvalidSourceUrl):
        studio.images.brandify(folder=folder, source_url="https://example.com/gone.png")
    with pytest.raises(errors.InvalidSourceUrl):
        studio.images.brandify(folder=folder, source_url="https://example.com/page")
    assert charges(studio) == []
    studio.images.brandify(folder=folder, source_url="https://example.com/a.png")
    assert charges(studio) == [("charge", "brandify_2k", -5)]


def test_brandify_refuses_what_is_no_picture_or_too_large(studio: Studio, folder: str) -> None:
    with pytest.raises(errors.UnsupportedMediaType):
        studio.images.brandify(folder=folder, file=b"no picture at all", filename="a.png")
    with pytest.raises(errors.PayloadTooLarge):
        studio.images.brandify(
            folder=folder, file=b"\x89PNG\r\n\x1a\n" + bytes(20 * 1024 * 1024 + 1), filename="a.png"
        )
    assert charges(studio) == []


def test_a_failed_brandify_keeps_the_original(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    fail_next(shared_bench, errors.ContentRefused("The provider will not draw that."))
    accepted = studio.images.brandify(folder=folder, file=picture(64, 64, mark=9))
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=accepted.id, folder=folder)
    assert (image.status, image.current_version, len(image.versions)) == ("failed", 1, 1)
    assert image.error is not None
    assert image.error.code == "CONTENT_REFUSED"
    retried = studio.images.retry(image_id=accepted.id, folder=folder)
    assert (retried.version, retried.based_on) == (3, 1)
    shared_bench.run_until_idle()
    after = studio.images.get(image_id=accepted.id, folder=folder)
    assert [v.version for v in after.versions] == [1, 3]
    assert [row[2] for row in charges(studio)] == [-5, 5, -5]


# -- retry, recreate, cancel -----------------------------------------------------------------------


def test_a_retry_takes_the_next_number_and_pays_anew(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    fail_next(shared_bench)
    image = created(studio, shared_bench, folder, client_reference_id="one")
    accepted = studio.images.retry(image_id=image.id, folder=folder)
    assert accepted.version == 2
    shared_bench.run_until_idle()
    after = studio.images.get(image_id=image.id, folder=folder)
    assert (after.status, after.current_version, after.client_reference_id) == (
        "completed",
        2,
        "one",
    )
    assert [row[2] for row in charges(studio)] == [-3, 3, -3]
    with pytest.raises(errors.ValidationError):
        studio.images.retry(image_id=image.id, folder=folder)


def test_an_image_is_recreated_from_its_own_prompt(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image = created(studio, shared_bench, folder, prompt="A lake", aspect_ratio="2:3")
    accepted = studio.images.recreate(image_id=image.id, folder=folder)
    assert (accepted.version, accepted.based_on) == (2, 1)
    shared_bench.run_until_idle()
    first, second = studio.images.get(image_id=image.id, folder=folder).versions
    assert (second.operation, second.prompt, second.aspect_ratio) == ("recreate", "A lake", "2:3")
    assert studio.read(first.url) != studio.read(second.url), "another picture of the same prompt"
    with pytest.raises(errors.ValidationError):
        studio.images.recreate(image_id=upload(studio, folder), folder=folder)


def test_a_recreation_of_what_never_came_to_be_is_based_on_nothing(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    fail_next(shared_bench)
    image = created(studio, shared_bench, folder)
    studio.images.recreate(image_id=image.id, folder=folder)
    shared_bench.run_until_idle()
    (version,) = studio.images.get(image_id=image.id, folder=folder).versions
    assert (version.version, version.based_on) == (2, None)


def test_a_cancelled_job_refunds_and_fails(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    accepted = studio.images.create(folder=folder, prompt="A lake", resolution="1K")
    job = studio.jobs.cancel(job_id=accepted.job_id)
    assert job.status == "failed"
    image = studio.images.get(image_id=accepted.id, folder=folder)
    assert image.error is not None
    assert image.error.code == "JOB_CANCELLED"
    assert [row[2] for row in charges(studio)] == [-3, 3]
    with pytest.raises(errors.JobFinished):
        studio.jobs.cancel(job_id=accepted.job_id)


def test_a_running_job_ends_at_its_next_step_when_it_is_cancelled(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    accepted = studio.images.create(folder="acme", prompt="A lake", resolution="1K")

    def cancel(request: Any) -> None:
        studio.jobs.cancel(job_id=accepted.job_id)

    bench.engines.image.before = cancel  # type: ignore[attr-defined]
    bench.run_until_idle()
    image = studio.images.get(image_id=accepted.id, folder="acme")
    assert image.error is not None
    assert image.error.code == "JOB_CANCELLED"
    assert [row[2] for row in charges(studio)] == [-3, 3]
    assert bench.doctor().problems == []


def test_set_current_version_is_free_and_changes_what_is_shown(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.images.revise(image_id=image_id, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    answer = studio.images.set_current_version(image_id=image_id, folder=folder, version=1)
    assert (answer.ok, answer.current_version, answer.total_versions) == (True, 1, 2)
    assert answer.title == "upload"
    image = studio.images.get(image_id=image_id, folder=folder)
    assert image.current_version == 1
    assert studio.read(answer.url) == studio.read(image.versions[0].url)
    assert charges(studio) == [("charge", "revise", -4)]


# -- what engines are asked ------------------------------------------------------------------------


def test_an_edit_is_asked_with_the_pixels_of_its_source_and_what_was_found_in_them(
    bench: Bench,
) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    image_id = upload(studio, "acme")
    studio.images.revise(image_id=image_id, folder="acme", instructions="warmer")
    bench.run_until_idle()
    (request,) = bench.engines.image.requests  # type: ignore[attr-defined]
    assert isinstance(request, EditRequest)
    assert request.source.shape == (64, 96, 3)
    assert request.instructions == "warmer"
    assert request.purpose == "revise"
    assert request.faces == ()


def test_the_folders_palette_reaches_the_engine(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    studio.style.update(folder="acme", palette=[{"hex": "#0a7d5a", "role": "primary"}])
    studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    bench.run_until_idle()
    (request,) = bench.engines.image.requests  # type: ignore[attr-defined]
    assert isinstance(request, CreateRequest)
    assert [swatch.hex for swatch in request.look.palette] == ["#0a7d5a"]
    assert (request.width, request.height) == (32, 32)


# -- events ----------------------------------------------------------------------------------------

KEYS = {"event", "id", "version", "url", "createdAt", "metadata"}


def test_events_hold_exactly_the_contracts_keys(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.admin.webhooks.set(url="https://example.com/hook")
    studio = place.studio()
    studio.folders.create(name="Acme")
    studio.folders.create(name="Summer", parent="acme")
    where = "acme/summer"
    image = studio.images.create(
        folder=where, prompt="A lake", resolution="1K", client_reference_id="c"
    )
    bench.run_until_idle()
    studio.images.revise(image_id=image.id, folder=where, instructions="brighter")
    bench.run_until_idle()
    studio.images.resize(image_id=image.id, folder=where, aspect_ratio="4:5", resolution="1K")
    bench.run_until_idle()
    studio.images.improve(image_id=image.id, folder=where)
    bench.run_until_idle()
    fail_next(bench)
    studio.images.recreate(image_id=image.id, folder=where, client_reference_id="again")
    bench.run_until_idle()
    sent = [json.loads(delivery.body) for delivery in bench.engines.deliverer.sent]
    assert [(event["event"], event["version"]) for event in sent] == [
        ("image.completed", 1),
        ("image.revised", 2),
        ("image.resized", 3),
        ("image.revised", 4),
        ("image.failed", 5),
    ]
    for event in sent:
        assert set(event) == (KEYS | {"error"} if event["event"] == "image.failed" else KEYS)
        assert set(event["metadata"]) == {
            "brand",
            "subBrand",
            "campaign",
            "prompt",
            "clientReferenceId",
        }
        assert (event["metadata"]["brand"], event["metadata"]["subBrand"]) == ("acme", "summer")
        assert event["metadata"]["campaign"] is None
        assert event["id"] == image.id
        assert event["url"]
    assert sent[0]["metadata"]["prompt"] == "A lake"
    assert [event["metadata"]["clientReferenceId"] for event in sent] == [
        "c",
        None,
        None,
        None,
        "again",
    ]
    assert sent[4]["error"]["code"] == "UPSTREAM_ERROR"


# -- idempotency -----------------------------------------------------------------------------------


def test_the_same_key_gives_the_same_image_and_one_charge(
    studio: Studio, place: Place, folder: str
) -> None:
    first = studio.images.create(
        folder=folder, prompt="A lake", resolution="1K", idempotency_key="k"
    )
    again = studio.images.create(
        folder=folder, prompt="A lake", resolution="1K", idempotency_key="k"
    )
    assert first.id == again.id
    assert charges(studio) == [("charge", "create_1k", -3)]
    with pytest.raises(errors.IdempotencyConflict):
        studio.images.create(folder=folder, prompt="A river", resolution="1K", idempotency_key="k")
    data = picture(64, 64, mark=3)
    one = studio.images.brandify(folder=folder, file=data, filename="a.png", idempotency_key="b")
    assert (
        studio.images.brandify(folder=folder, file=data, filename="a.png", idempotency_key="b").id
        == one.id
    )


# -- origin ----------------------------------------------------------------------------------------


def origin(data: bytes) -> str | None:
    found = metadata.read(data)
    return None if found is None else found.source


def test_every_picture_says_where_it_came_from_through_download_and_change_of_format(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image = created(studio, shared_bench, folder)
    made = origin(image.read())
    assert made == "trainedAlgorithmicMedia", (
        "an engine that is not ours is taken for a trained one"
    )
    for format in ("jpeg", "webp"):
        link = studio.library.download(image_id=image.id, folder=folder, format=format)
        assert origin(studio.read(link.url)) == made
    small = studio.library.download(image_id=image.id, folder=folder, max_side=256)
    assert origin(studio.read(small.url)) == made
    item = studio.library.get(image_id=image.id, folder=folder)
    assert origin(studio.read(item.thumbnail_url or "")) == made
    studio.images.resize(image_id=image.id, folder=folder, aspect_ratio="1:1", resolution="2K")
    shared_bench.run_until_idle()
    assert origin(studio.images.get(image_id=image.id, folder=folder).read()) == made


def test_an_edited_photo_says_that_it_was_edited_and_an_untouched_one_nothing(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.images.revise(image_id=image_id, folder=folder, instructions="brighter")
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=image_id, folder=folder)
    assert origin(studio.read(image.versions[0].url)) is None
    assert origin(studio.read(image.versions[1].url)) == "compositeWithTrainedAlgorithmicMedia"


def test_the_prompt_that_was_sent_is_kept_in_the_picture(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    found = metadata.read(created(studio, shared_bench, folder, prompt="A lake & a <boat>").read())
    assert found is not None
    assert found.prompt is not None
    assert found.prompt.startswith("A lake & a <boat>")


# -- improvements ----------------------------------------------------------------------------------


def styled(studio: Studio, bench: Bench) -> str:
    """A folder whose references are all of one warm colour, and an image of theirs that is a little
    off.
    """
    studio.folders.create(name="Acme")
    ids = [upload(studio, "acme", colour=(200 + 3 * n, 60, 40), mark=1 + n) for n in range(3)]
    studio.references.add(folder="acme", domain="photos", library_image_ids=ids)
    studio.style.extract(folder="acme")
    bench.run_until_idle()
    return upload(studio, "acme", colour=(120, 110, 90), mark=12)


def test_an_improvement_never_scores_less_than_what_it_improves(bench: Bench) -> None:
    studio = bench.workspace().studio()
    image_id = styled(studio, bench)
    accepted = studio.images.improve(image_id=image_id, folder="acme")
    assert accepted.findings, "it is measured as off"
    assert all(finding.message for finding in accepted.findings)

    def worse(request: Any) -> Any:
        pixels = request.source.copy()
        pixels[:] = (10, 60, 250)
        return Picture(pixels, "made it blue", "scripted-1")

    bench.engines.image.edit = worse  # type: ignore[method-assign]
    bench.run_until_idle()
    image = studio.images.get(image_id=image_id, folder="acme")
    first, second = image.versions
    assert first.score is not None
    assert second.score == first.score
    assert studio.read(second.url) == studio.read(first.url)
    assert second.warnings == [
        "No change that was tried raised the score, so the picture is unchanged."
    ]


def test_an_improvement_tells_the_scores_that_are_kept(bench: Bench) -> None:
    studio = bench.workspace().studio()
    image_id = styled(studio, bench)
    studio.images.improve(image_id=image_id, folder="acme")

    def better(request: Any) -> Any:
        pixels = request.source.copy()
        pixels[:] = (203, 60, 40)
        return Picture(pixels, "made it warm", "scripted-1")

    bench.engines.image.edit = better  # type: ignore[method-assign]
    bench.run_until_idle()
    first, second = studio.images.get(image_id=image_id, folder="acme").versions
    assert first.score is not None
    assert second.score is not None
    assert second.score > first.score
    assert second.warnings == [f"The score went from {first.score:g} to {second.score:g}."]


# -- several at once -------------------------------------------------------------------------------


def test_of_many_edits_at_once_one_is_accepted_and_charged(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    image_id = upload(studio, "acme")

    def edit(number: int) -> str:
        try:
            studio.images.revise(
                image_id=image_id, folder="acme", instructions=f"brighter {number}"
            )
        except errors.AlreadyProcessing:
            return "refused"
        return "accepted"

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(edit, range(16))) == ["accepted"] + ["refused"] * 15
    bench.run_until_idle()
    assert charges(studio) == [("charge", "revise", -4)]
    assert [
        version.version for version in studio.images.get(image_id=image_id, folder="acme").versions
    ] == [1, 2]


def test_nobody_spends_what_another_spent(bench: Bench) -> None:
    place = bench.workspace(credits=10)
    studio = place.studio()
    studio.folders.create(name="Acme")

    def create(number: int) -> str:
        try:
            studio.images.create(folder="acme", prompt=f"A lake {number}", resolution="1K")
        except errors.InsufficientCredits:
            return "refused"
        return "accepted"

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(create, range(12))) == ["accepted"] * 3 + ["refused"] * 9
    assert place.balance == 1
    bench.run_until_idle()


def test_a_worker_that_slept_through_its_lease_changes_nothing_any_more(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.admin.webhooks.set(url="https://example.com/hook")
    studio = place.studio()
    studio.folders.create(name="Acme")
    accepted = studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    asked: list[Any] = []

    def sleep(request: Any) -> None:
        asked.append(request)
        if len(asked) == 1:
            bench.manual_clock.advance(minutes=5)
            assert Worker(bench.service, threads=0).run_one(), (
                "another worker takes the job over and finishes it"
            )

    bench.engines.image.before = sleep  # type: ignore[attr-defined]
    bench.run_until_idle()
    assert len(asked) == 2
    image = studio.images.get(image_id=accepted.id, folder="acme")
    assert [version.version for version in image.versions] == [1]
    assert charges(studio) == [("charge", "create_1k", -3)]
    assert len(bench.engines.deliverer.sent) == 1
    assert bench.doctor().problems == []


def test_work_that_breaks_off_three_times_is_given_up_and_refunded(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    accepted = studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    asked: list[Any] = []

    def sleep(request: Any) -> None:
        # As a picture that kills every worker: each time the lease runs out and the next one takes
        # it up.
        asked.append(request)
        bench.manual_clock.advance(minutes=5)
        Worker(bench.service, threads=0).run_one()

    bench.engines.image.before = sleep  # type: ignore[attr-defined]
    bench.run_until_idle()
    assert len(asked) == 3
    image = studio.images.get(image_id=accepted.id, folder="acme")
    assert image.status == "failed"
    assert place.balance == 1000
    assert bench.doctor().problems == []


def test_set_current_version_shows_the_tags_of_the_version_it_chose(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image = created(studio, shared_bench, folder)
    studio.images.resize(image_id=image.id, folder=folder, aspect_ratio="9:16", resolution="1K")
    shared_bench.run_until_idle()
    assert "portrait" in studio.library.get(image_id=image.id, folder=folder).system_tags
    chosen = studio.images.set_current_version(image_id=image.id, folder=folder, version=1)
    assert "square" in chosen.system_tags
    assert "portrait" not in studio.library.get(image_id=image.id, folder=folder).system_tags


def test_a_lossless_picture_stays_lossless_in_every_version(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    studio.images.resize(folder=folder, image_id=image_id, aspect_ratio="1:1", resolution="1K")
    shared_bench.run_until_idle()
    studio.images.revise(folder=folder, image_id=image_id, instructions="warmer")
    shared_bench.run_until_idle()
    image = studio.images.get(image_id=image_id, folder=folder)
    assert len(image.versions) == 3
    assert [version.output_format for version in image.versions[1:]] == ["png", "png"]
    for version in image.versions:
        assert pillow.open(io.BytesIO(studio.read(version.url))).format == "PNG"
