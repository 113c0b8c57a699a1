"""Banner jobs: what is refused before any charge, what each version costs and gives back, saving
and exporting.
"""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, get_args

import pytest
from PIL import Image as pillow

from brandstudio import errors
from brandstudio.models.designs import BannerJob, ExportFormat, Slots
from brandstudio.models.style import Voice
from brandstudio.pipelines import designs as pipeline
from brandstudio.pipelines import planning, variants
from brandstudio.pipelines.words_language import language_of
from brandstudio.pixels import metadata
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Ahead
from brandstudio.render.layout.placing import NeedsExtension
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, picture

pytestmark = pytest.mark.usefixtures("small_frames")
WORDS = {"headline": "Quiet mornings", "subhead": "Slow coffee", "button_text": "Visit us"}


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()  # what a test before this one left waiting
    return studio.folders.create(name="Acme").path


@pytest.fixture
def local(bench: Bench) -> Studio:
    """A studio on a bench of the test's own, with one folder."""
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    return studio


def upload(studio: Studio, folder: str = "acme", mark: int = 4711) -> str:
    return studio.library.add(
        folder=folder, file=picture(400, 240, (90, 120, 140), mark=mark)
    ).image_id


def ask(studio: Studio, folder: str = "acme", **how: Any) -> str:
    slots = how.pop("slots", WORDS)
    size = {} if "sizes" in how else {"size": "email-header"}
    return studio.designs.create(
        **{"folder": folder, "template": "overlay", "slots": slots, **size, **how}
    ).job_id


def made(studio: Studio, bench: Bench, folder: str = "acme", **how: Any) -> BannerJob:
    job_id = ask(studio, folder, **how)
    bench.run_until_idle()
    return studio.designs.get(job_id=job_id)


def charges(studio: Studio) -> list[tuple[str, str, float]]:
    rows = reversed(studio.credits.transactions(limit=200).transactions)
    return [
        (row.type, row.metadata.operation or "", row.credits)
        for row in rows
        if row.metadata.operation
    ]


def banners(studio: Studio) -> list[tuple[str, str, float]]:
    return [row for row in charges(studio) if row[1].startswith("banner")]


def draw_with(monkeypatch: pytest.MonkeyPatch, change: Callable[[Brief, Any], Any]) -> None:
    """Call something before every composition; what it raises, the composition raises."""
    compose, before = vars(pipeline)["compose"], vars(planning)["look_ahead"]

    def composed(brief: Brief, **how: Any) -> Any:
        found = change(brief, how)
        return compose(brief, **how) if found is None else found

    def ahead(brief: Brief) -> Ahead:
        if change is not wants_extension:
            found_before: Ahead = before(brief)
            return found_before
        found = change(brief, {}) if brief.slots.extend is not False else None
        return Ahead(found)

    monkeypatch.setattr(pipeline, "compose", composed)
    monkeypatch.setattr(planning, "look_ahead", ahead)


# -- what is refused before any charge -------------------------------------------------------------


def test_what_is_missing_is_refused_before_any_charge(studio: Studio, folder: str) -> None:
    for error, slots in (
        (errors.ImageNotFound, {**WORDS, "image_id": "img_none"}),
        (errors.LogoNotFound, {**WORDS, "logo": "no such logo"}),
        (errors.GlyphMissing, {"headline": "Egyptian 𓀀"}),
        (errors.ValidationError, {"headline": "a bell \a rings"}),
        (errors.ValidationError, {"headline": "   "}),
        (errors.ValidationError, {"headline": "\u200b\u00ad\ufe0f"}),
        (errors.ValidationError, {"headline": "\u3164"}),
        (errors.ValidationError, {"headline": "Harbour", "button_text": "\u200b"}),
        (errors.ValidationError, {"headline": "x" * 141}),
    ):
        with pytest.raises(error):
            ask(studio, folder, slots=slots)
    with pytest.raises(errors.FolderNotFound):
        ask(studio, "nowhere")
    with pytest.raises(errors.ValidationError):
        ask(studio, folder, template="no-such-template")
    assert charges(studio) == []
    assert studio.jobs.list().jobs == []


def test_a_blank_slot_is_left_out(studio: Studio, shared_bench: Bench, folder: str) -> None:
    job = made(
        studio, shared_bench, slots={"headline": "Harbour", "subhead": " ", "button_text": "\n"}
    )
    kinds = [layer.kind for layer in job.variants[0].spec.layers]
    assert kinds.count("text") == 1
    assert "button" not in kinds
    assert "Button" not in job.variants[0].spec.alt_text


@pytest.mark.parametrize(
    ("headline", "language"),
    [
        ("港口將於週六開放，歡迎光臨", "zh-Hant"), ("港口将于周六开放，欢迎光临", "zh-Hans"), ("你好 Berlin", "zh-Hans"),
        ("港は開きます", "ja"), ("항구 開場", "ko"), ("Harbour", None),
    ],
)  # fmt: skip
def test_han_characters_are_drawn_in_the_shapes_of_their_language(
    headline: str, language: str | None
) -> None:
    assert language_of(Slots(headline=headline)) == language


@pytest.mark.parametrize(
    ("headline", "said", "voice", "language"),
    [
        ("Упакуем и отправим", "ru", "en", "ru"), ("Упакуем и отправим", None, "uk", "uk"), ("Упакуем и отправим", None, "en", None),
        ("Harbour", None, "de-AT", "de-AT"), ("Harbour", None, "ja", None), ("東京", "ja", None, "ja"), ("北京", "zh", None, "zh-Hans"),
        ("港は開きます", "en", "en", "ja"), ("Добро и зло", "sr", None, "sr"),
    ],
)  # fmt: skip
def test_words_are_set_in_the_language_that_is_said_as_far_as_they_are_written_in_it(
    headline: str, said: str | None, voice: str | None, language: str | None
) -> None:
    assert language_of(Slots(headline=headline, language=said), Voice(language=voice)) == language


def test_the_slots_language_reaches_the_lines_of_the_banner(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    headline = "Упакуем и отправим за вас"
    slots = {"headline": headline, "language": "ru", "image_id": upload(studio, folder)}
    job = made(studio, shared_bench, slots=slots, template="split")
    words = next(layer for layer in job.variants[0].spec.layers if layer.kind == "text")
    assert words.language == "ru"
    assert not any(line.text.endswith(" и") for line in words.lines)


def test_the_cover_needs_a_photo_and_one_of_its_two_sizes(studio: Studio, folder: str) -> None:
    image_id = upload(studio, folder)
    with pytest.raises(errors.ValidationError):
        ask(studio, folder, template="article-cover-panel", size="linkedin-feed")
    for size in ("square", "portrait", "email-header"):
        with pytest.raises(errors.ValidationError):
            ask(
                studio,
                folder,
                template="article-cover-panel",
                size=size,
                slots={**WORDS, "image_id": image_id},
            )
    assert banners(studio) == []


def test_a_photo_is_found_in_the_folder_or_above_and_nowhere_else(
    studio: Studio, folder: str
) -> None:
    below = studio.folders.create(name="Summer", parent=folder).path
    beside = studio.folders.create(name="Other").path
    above = upload(studio, folder)
    ask(studio, below, slots={**WORDS, "image_id": above})
    for slots in (
        {**WORDS, "image_id": upload(studio, beside, mark=12)},
        {**WORDS, "image_id": upload(studio, below, mark=9)},
    ):
        with pytest.raises(errors.ImageNotFound):
            ask(studio, folder, slots=slots)


def test_copy_is_no_photo(studio: Studio, folder: str) -> None:
    text = studio.text.generate(folder=folder, mode="write", brief="We open on 3 May.")
    with pytest.raises(errors.ImageNotFound):
        ask(studio, folder, slots={**WORDS, "image_id": text.item_id})


def test_the_balance_must_cover_every_version(bench: Bench) -> None:
    studio = bench.workspace(credits=5).studio()
    studio.folders.create(name="Acme")
    with pytest.raises(errors.InsufficientCredits) as caught:
        ask(studio, template="all")
    assert caught.value.details == {"balance": 5, "required": 6}
    assert charges(studio) == []


# -- jobs ------------------------------------------------------------------------------------------


def test_all_makes_one_version_each_of_three_templates(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    accepted = studio.designs.create(
        folder=folder, size="email-header", slots=WORDS, client_reference_id="d1"
    )
    assert (accepted.status, accepted.templates) == ("queued", ["overlay", "split", "panel"])
    assert (accepted.credits.deducted, accepted.credits.balance) == (6, 994)
    waiting = studio.designs.get(job_id=accepted.job_id)
    assert (waiting.status, waiting.variants, waiting.dropped, waiting.error) == (
        "queued",
        [],
        [],
        None,
    )
    shared_bench.run_until_idle()
    job = studio.designs.get(job_id=accepted.job_id)
    assert (job.status, job.size, job.width, job.height) == ("completed", "email-header", 1200, 400)
    assert job.client_reference_id == "d1"
    assert [variant.template for variant in job.variants] == ["overlay", "split", "panel"]
    assert banners(studio) == [("charge", "banner_create", -2)] * 3
    for variant in job.variants:
        shown = pillow.open(io.BytesIO(variant.read()))
        assert (shown.size, shown.format) == ((1200, 400), "PNG")
        assert variant.contrast_failures == []
        words = " ".join(
            line.text
            for layer in variant.spec.layers
            if layer.kind == "text"
            for line in layer.lines
        )
        assert "Quiet mornings" in words


def test_a_cover_costs_what_a_cover_costs(studio: Studio, shared_bench: Bench, folder: str) -> None:
    slots = {
        "headline": "What we learned",
        "author_role": "Head of Research",
        "author_name": "Ada Byron",
    }
    job = made(
        studio,
        shared_bench,
        folder,
        template="article-cover-panel",
        size="linkedin-feed",
        slots={**slots, "image_id": upload(studio, folder)},
    )
    assert [variant.template for variant in job.variants] == ["article-cover-panel"]
    assert banners(studio) == [("charge", "banner_cover", -3)]


def test_several_sizes_are_one_job_with_a_version_each(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = made(studio, shared_bench, folder, sizes=["email-header", "linkedin-feed"])
    assert [(v.template, v.size, v.spec.width) for v in job.variants] == [
        ("overlay", "email-header", 1200),
        ("overlay", "linkedin-feed", 1200),
    ]
    assert banners(studio) == [("charge", "banner_create", -2)] * 2


def test_a_version_that_fails_is_dropped_and_refunded_alone(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(brief: Brief, how: Any) -> None:
        if brief.template.name == "split":
            raise ZeroDivisionError

    draw_with(monkeypatch, fail)
    job = made(local, bench, template="all")
    assert job.status == "completed"
    assert [variant.template for variant in job.variants] == ["overlay", "panel"]
    assert [dropped.template for dropped in job.dropped] == ["split"]
    assert "ZeroDivision" not in job.dropped[0].error
    assert banners(local) == [("charge", "banner_create", -2)] * 3 + [
        ("refund", "banner_create", 2)
    ]
    assert bench.doctor().problems == []


def test_a_job_fails_when_every_version_was_dropped(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(brief: Brief, how: Any) -> None:
        raise errors.UpstreamError(f"no {brief.template.name}")

    draw_with(monkeypatch, fail)
    job = made(local, bench, template="all")
    assert (job.status, job.variants, len(job.dropped)) == ("failed", [], 3)
    assert job.error
    assert sum(credits for _, _, credits in banners(local)) == 0
    assert len(banners(local)) == 6
    assert bench.doctor().problems == []


def test_a_cancelled_job_keeps_what_stands_and_refunds_the_rest(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def cancel(brief: Brief, how: Any) -> None:
        asked.append(brief.template.name)
        if len(asked) == 2:
            local.jobs.cancel(job_id=local.jobs.list().jobs[0].job_id)

    draw_with(monkeypatch, cancel)
    job = made(local, bench, template="all")
    assert asked == ["split", "overlay"]
    assert "panel" in {dropped.template for dropped in job.dropped}
    assert sum(credits for _, _, credits in banners(local)) == -2 * len(job.variants)
    assert bench.doctor().problems == []


def test_a_jobs_progress_never_goes_back(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float] = []

    def look(brief: Brief, how: Any) -> None:
        seen.append(local.jobs.list().jobs[0].progress.percent or 0.0)

    draw_with(monkeypatch, look)
    made(local, bench, template="all")
    assert len(seen) == 3
    assert seen == sorted(seen)
    assert seen[0] < seen[-1]


def test_a_worker_that_takes_over_draws_only_what_is_missing(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    class Killed(BaseException):
        pass

    def die_once(brief: Brief, how: Any) -> None:
        drawn.append(brief.template.name)
        if drawn == ["split", "overlay"]:
            raise Killed

    draw_with(monkeypatch, die_once)
    job_id = ask(local, template="all")
    with pytest.raises(Killed):
        bench.worker.run_one()
    bench.run_until_idle()
    assert drawn == ["split", "overlay", "overlay", "panel"]
    assert local.designs.get(job_id=job_id).status == "completed"
    assert banners(local) == [("charge", "banner_create", -2)] * 3


def test_the_same_brief_gives_the_same_bytes(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    first, second = (
        made(studio, shared_bench, folder, slots={**WORDS, "image_id": image_id}).variants[0].read()
        for _ in range(2)
    )
    assert first == second


# -- extension -------------------------------------------------------------------------------------


def wants_extension(brief: Brief, how: Any) -> Any:
    """As a composition that finds no crop, until it may not ask or has been given more."""
    if (
        how.get("allow_extension", True)
        and how.get("extension") is None
        and brief.photo is not None
    ):
        width, height = brief.photo.width, brief.photo.height
        return NeedsExtension(
            "left", 240, width + 240, height, 240, 0, "the subject fills the picture"
        )
    return None


def test_an_extension_is_charged_only_when_it_runs(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(local, bench, slots={**WORDS, "image_id": upload(local)})
    assert banners(local) == [("charge", "banner_create", -2)]
    draw_with(monkeypatch, wants_extension)
    job = made(local, bench, slots={**WORDS, "image_id": upload(local, mark=0x8888)})
    assert job.status == "completed"
    assert banners(local)[1:] == [("charge", "banner_create", -2), ("charge", "banner_extend", -2)]
    told = "The photo was continued beyond its edge for 2 credits more (banner_extend)."
    assert told in job.variants[0].warnings
    transaction = local.credits.transactions(limit=1).transactions[0]
    assert transaction.metadata.variant == job.variants[0].variant_id
    assert metadata_of(job.variants[0].read()) == "compositeSynthetic"


def test_a_photograph_without_loss_is_continued_without_loss(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    continued: list[bytes] = []

    def noted(brief: Brief, how: Any) -> None:
        if how.get("extension") is not None:
            continued.append(how["extension"].photo.data)

    draw_with(monkeypatch, wants_extension)
    draw_with(monkeypatch, noted)
    job = made(local, bench, slots={**WORDS, "image_id": upload(local)})
    assert job.status == "completed"
    assert [data[:4] for data in continued] == [b"\x89PNG"]


def test_a_continuation_that_nobody_would_see_is_given_back(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = vars(pipeline)["compose"]

    def leaving_it(brief: Brief, how: Any) -> Any:
        """As words that leave the photo only when they see what an engine made of it."""
        if how.get("extension") is not None:
            return replace(compose(brief, **how), shows_continued=False)
        return wants_extension(brief, how)

    draw_with(monkeypatch, wants_extension)
    draw_with(monkeypatch, leaving_it)
    job = made(local, bench, slots={**WORDS, "image_id": upload(local)})
    (photo,) = [layer for layer in job.variants[0].spec.layers if layer.kind == "photo"]
    assert photo.extended is None
    assert job.extensions is None
    assert banners(local) == [
        ("charge", "banner_create", -2),
        ("charge", "banner_extend", -2),
        ("refund", "banner_extend", 2),
    ]
    assert bench.doctor().problems == []


def test_where_the_balance_does_not_cover_an_extension_a_panel_and_a_warning_stand_in(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = bench.workspace(credits=4)  # an upload, one version, and one credit too little
    studio = place.studio()
    studio.folders.create(name="Acme")
    draw_with(monkeypatch, wants_extension)
    job = made(studio, bench, slots={**WORDS, "image_id": upload(studio)})
    assert any("balance" in warning for warning in job.variants[0].warnings)
    assert place.balance == 1
    assert banners(studio) == [("charge", "banner_create", -2)]


def test_a_failed_extension_gives_both_charges_back(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_with(monkeypatch, wants_extension)
    bench.engines.image.failures.append(errors.UpstreamTimeout("No answer in time."))  # type: ignore[attr-defined]
    job = made(local, bench, slots={**WORDS, "image_id": upload(local)})
    assert job.status == "failed"
    assert sorted(banners(local)) == sorted(
        [
            ("charge", "banner_create", -2),
            ("charge", "banner_extend", -2),
            ("refund", "banner_create", 2),
            ("refund", "banner_extend", 2),
        ]
    )
    assert bench.doctor().problems == []


def test_an_extension_that_a_dead_worker_paid_for_is_not_paid_twice(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_with(monkeypatch, wants_extension)

    class Killed(BaseException):
        pass

    def kill(request: Any) -> None:
        bench.engines.image.before = None  # type: ignore[attr-defined]
        raise Killed

    bench.engines.image.before = kill  # type: ignore[attr-defined]
    ask(local, slots={**WORDS, "image_id": upload(local, mark=0x8888)})
    with pytest.raises(Killed):
        bench.worker.run_one()
    bench.run_until_idle()
    assert banners(local) == [("charge", "banner_create", -2), ("charge", "banner_extend", -2)]


# -- saving ----------------------------------------------------------------------------------------


def saves(studio: Studio) -> list[tuple[str, str, float]]:
    return [row for row in charges(studio) if row[1] == "upload"]


def test_a_saved_variant_is_a_library_item_with_its_recipe(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = made(studio, shared_bench, folder)
    (variant,) = job.variants
    saved = studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
    assert (saved.version, saved.already_saved) == (None, None)
    assert saved.credits is not None
    assert saved.credits.deducted == 1
    item = studio.library.get(image_id=saved.image_id, folder=folder)
    assert (item.kind, item.title, item.mime_type, item.width) == (
        "design",
        "Quiet mornings",
        "image/png",
        1200,
    )
    assert item.description == variant.spec.alt_text
    assert item.design is not None
    assert (item.design.template, item.design.size) == ("overlay", "email-header")
    assert item.design.recipe.slots.headline == "Quiet mornings"
    assert (item.design.job_id, item.design.variant_id) == (job.job_id, variant.variant_id), (
        "so that a saved banner can be edited"
    )
    assert studio.designs.get(job_id=job.job_id).variants[0].saved_image_id == saved.image_id
    shown = pillow.open(io.BytesIO(studio.read(item.url or "")))
    assert shown.tobytes() == pillow.open(io.BytesIO(variant.read())).tobytes()


def test_saving_again_costs_nothing_and_says_so(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = made(studio, shared_bench, folder)
    variant_id = job.variants[0].variant_id
    first = studio.designs.save(job_id=job.job_id, variant_id=variant_id)
    again = studio.designs.save(job_id=job.job_id, variant_id=variant_id)
    assert (again.image_id, again.version, again.already_saved, again.credits) == (
        first.image_id,
        1,
        True,
        None,
    )
    assert saves(studio) == [("charge", "upload", -1)]


def test_saving_into_a_design_makes_its_next_version_with_the_new_headline(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    first = made(studio, shared_bench, folder)
    design = studio.designs.save(job_id=first.job_id, variant_id=first.variants[0].variant_id)
    second = made(studio, shared_bench, folder, slots={"headline": "Loud evenings"})
    variant_id = second.variants[0].variant_id
    saved = studio.designs.save(
        job_id=second.job_id, variant_id=variant_id, into_image_id=design.image_id
    )
    assert (saved.image_id, saved.version, saved.already_saved) == (design.image_id, 2, None)
    item = studio.library.get(image_id=design.image_id, folder=folder)
    assert (item.title, item.current_version, item.total_versions) == ("Loud evenings", 2, 2)
    assert item.design is not None
    assert item.design.recipe.slots.headline == "Loud evenings"
    assert item.design.variant_id == variant_id
    studio.images.set_current_version(image_id=design.image_id, folder=folder, version=1)
    before = studio.library.get(image_id=design.image_id, folder=folder)
    assert before.design is not None
    assert before.design.recipe.slots.headline == "Quiet mornings", (
        "each version keeps its own recipe"
    )
    again = studio.designs.save(
        job_id=second.job_id, variant_id=variant_id, into_image_id=design.image_id
    )
    assert (again.version, again.already_saved) == (2, True)


def test_only_a_saved_design_of_that_folder_can_be_saved_into(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = made(studio, shared_bench, folder)
    variant_id = job.variants[0].variant_id
    other = studio.folders.create(name="Other").path
    elsewhere = made(studio, shared_bench, other)
    foreign = studio.designs.save(
        job_id=elsewhere.job_id, variant_id=elsewhere.variants[0].variant_id
    ).image_id
    before = saves(studio)
    for target in ("img_none", upload(studio, folder), foreign):
        with pytest.raises(errors.DesignNotFound):
            studio.designs.save(job_id=job.job_id, variant_id=variant_id, into_image_id=target)
    assert len(saves(studio)) == len(before) + 1, "but for the photo that was added here"


def test_an_unfinished_or_unknown_variant_can_not_be_saved(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def look(brief: Brief, how: Any) -> None:
        if not seen:
            job = local.jobs.list().jobs[0]
            with bench.service.store.read() as tx:
                queued = tx.variants.of_job(job.job_id)[1].id
            seen.append(queued)
            with pytest.raises(errors.AlreadyProcessing):
                local.designs.save(job_id=job.job_id, variant_id=queued)

    draw_with(monkeypatch, look)
    job = made(local, bench, template="all")
    assert seen
    with pytest.raises(errors.NotFound):
        local.designs.save(job_id=job.job_id, variant_id="var_none")
    with pytest.raises(errors.NotFound):
        local.designs.save(job_id="job_none", variant_id=seen[0])
    assert saves(local) == []


def test_while_one_save_into_a_design_runs_another_is_told_that_it_is_busy(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(local, bench)
    design = local.designs.save(
        job_id=first.job_id, variant_id=first.variants[0].variant_id
    ).image_id
    job = made(local, bench, template="all")
    inside, leave = threading.Event(), threading.Event()
    drawn = vars(variants)["drawn"]

    def slowly(*how: Any) -> Any:
        inside.set()
        assert leave.wait(20)
        return drawn(*how)

    monkeypatch.setattr(variants, "drawn", slowly)
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(
            local.designs.save,
            job_id=job.job_id,
            variant_id=job.variants[0].variant_id,
            into_image_id=design,
        )
        assert inside.wait(20)
        try:
            with pytest.raises(errors.DesignBusy):
                local.designs.save(
                    job_id=job.job_id, variant_id=job.variants[1].variant_id, into_image_id=design
                )
        finally:
            leave.set()
        assert one.result(20).version == 2
    assert len(saves(local)) == 2


def test_two_saves_of_one_variant_at_once_make_one_design(local: Studio, bench: Bench) -> None:
    job = made(local, bench)
    variant_id = job.variants[0].variant_id
    with ThreadPoolExecutor(4) as pool:
        answers = list(
            pool.map(
                lambda _: local.designs.save(job_id=job.job_id, variant_id=variant_id), range(4)
            )
        )
    assert len({answer.image_id for answer in answers}) == 1
    assert saves(local) == [("charge", "upload", -1)]
    assert bench.doctor().problems == []


def test_a_save_that_slept_through_its_lease_keeps_and_charges_nothing(
    local: Studio, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = made(local, bench)
    drawn = vars(variants)["drawn"]

    def sleep(*how: Any) -> Any:
        bench.manual_clock.advance(minutes=5)
        bench.run_until_idle()
        return drawn(*how)

    monkeypatch.setattr(variants, "drawn", sleep)
    with pytest.raises(errors.DesignBusy):
        local.designs.save(job_id=job.job_id, variant_id=job.variants[0].variant_id)
    assert saves(local) == []
    assert bench.doctor().problems == []


def test_a_save_needs_credits_and_leaves_nothing_without(bench: Bench) -> None:
    studio = bench.workspace(credits=2).studio()
    studio.folders.create(name="Acme")
    job = made(studio, bench)
    with pytest.raises(errors.InsufficientCredits):
        studio.designs.save(job_id=job.job_id, variant_id=job.variants[0].variant_id)
    assert studio.library.list(folder="acme").items == []


# -- exports, previews, origin ---------------------------------------------------------------------


def metadata_of(data: bytes) -> str | None:
    found = metadata.read(data)
    return None if found is None else found.source


@pytest.mark.parametrize(
    ("format", "head", "mime"),
    [
        ("png", b"\x89PNG", "image/png"),
        ("jpg", b"\xff\xd8", "image/jpeg"),
        ("webp", b"RIFF", "image/webp"),
        ("pdf", b"%PDF", "application/pdf"),
        ("svg", b"<", "image/svg+xml"),
    ],
)
def test_a_variant_is_exported_in_every_form(
    shared_bench: Bench, place: Place, format: str, head: bytes, mime: str
) -> None:
    studio = place.studio()
    shared_bench.run_until_idle()
    studio.folders.create(name="Acme")
    job = made(studio, shared_bench)
    answer = studio.designs.export(
        job_id=job.job_id, variant_id=job.variants[0].variant_id, format=format
    )
    assert answer.read().startswith(head)
    assert answer.mime_type == mime
    assert answer.filename.startswith("overlay-email-header.")


def test_every_form_of_a_variant_has_a_file_name_of_its_own(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = made(studio, shared_bench, folder)
    forms: tuple[ExportFormat, ...] = get_args(ExportFormat)
    named = [
        studio.designs.export(
            job_id=job.job_id, variant_id=job.variants[0].variant_id, format=form
        ).filename
        for form in forms
    ]
    assert len(set(named)) == len(forms)
    assert named[forms.index("svg-outlines")] == "overlay-email-header-outlines.svg"


def test_a_spec_is_exported_as_itself(studio: Studio, shared_bench: Bench, folder: str) -> None:
    job = made(studio, shared_bench, folder)
    answer = studio.designs.export(
        job_id=job.job_id, variant_id=job.variants[0].variant_id, format="spec"
    )
    assert answer.spec == job.variants[0].spec
    assert json.loads(studio.read(answer.url))["template"] == "overlay"


def test_an_export_outlives_the_photo_in_the_library(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image_id = upload(studio, folder)
    job = made(studio, shared_bench, folder, slots={**WORDS, "image_id": image_id})
    studio.library.delete(image_id=image_id, folder=folder, purge=True)
    answer = studio.designs.export(
        job_id=job.job_id, variant_id=job.variants[0].variant_id, format="jpg"
    )
    assert studio.read(answer.url).startswith(b"\xff\xd8")


def test_a_banner_says_whether_a_machine_made_a_part_of_it(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    generated = studio.images.create(
        folder=folder, prompt="A lake", resolution="4K", aspect_ratio="16:9"
    ).id
    shared_bench.run_until_idle()
    for slots, wanted in (
        (WORDS, "algorithmicMedia"),
        ({**WORDS, "image_id": upload(studio, folder)}, "composite"),
        ({**WORDS, "image_id": generated}, "compositeSynthetic"),
    ):
        job = made(studio, shared_bench, folder, slots=slots)
        (variant,) = job.variants
        assert metadata_of(variant.read()) == wanted
        for format in ("png", "jpg", "webp"):
            answer = studio.designs.export(
                job_id=job.job_id, variant_id=variant.variant_id, format=format
            )
            assert metadata_of(studio.read(answer.url)) == wanted
        saved = studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
        item = studio.library.get(image_id=saved.image_id, folder=folder)
        assert metadata_of(studio.read(item.url or "")) == wanted


def test_a_preview_is_free_and_keeps_nothing(studio: Studio, folder: str) -> None:
    shown = studio.designs.preview(folder=folder, size="square", slots=WORDS, max_side=256)
    assert (shown.width, shown.height) == (256, 256)
    assert pillow.open(io.BytesIO(studio.read(shown.url))).size == (256, 256)
    assert charges(studio) == []
    assert studio.library.list(folder=folder).items == []
    with pytest.raises(errors.GlyphMissing):
        studio.designs.preview(folder=folder, size="square", slots={"headline": "𓀀"})


def test_a_quote_prices_every_banner_and_names_each_size_that_words_do_not_fit(
    studio: Studio, folder: str
) -> None:
    found = studio.designs.quote(
        folder=folder,
        sizes=["square", "mobile-banner-320x50", "email-header"],
        template="all",
        slots={
            "headline": "A headline that goes on and on about all that the harbour has to show",
            "button_text": "Reserve a place while some are left",
        },
    )
    small = {(problem.size, problem.path) for problem in found.problems}
    assert ("mobile-banner-320x50", "size") in small
    assert ("square", "size") not in small
    assert found.banners == 9 - len(found.problems)
    assert (found.credits.deducted, found.credits.may_add) == (2 * found.banners, 0)
    assert charges(studio) == []
    assert studio.jobs.list().jobs == []
    with pytest.raises(errors.GlyphMissing):
        studio.designs.quote(folder=folder, size="square", slots={"headline": "𓀀"})
    with pytest.raises(errors.FolderNotFound):
        studio.designs.quote(folder="nobody", size="square", slots=WORDS)


def test_a_template_of_ones_own_is_tried_without_being_kept(studio: Studio, folder: str) -> None:
    from importlib.resources import files

    source = files("brandstudio.assets").joinpath("templates", "split.json").read_text()
    text = json.dumps({**json.loads(source), "name": "launch"})
    shown = studio.designs.preview(
        folder=folder, size="email-header", slots=WORDS, template_text=text, max_side=256
    )
    assert (shown.template, shown.width, shown.contrast_failures) == ("launch", 256, [])
    assert shown.assessment
    with pytest.raises(errors.ValidationError):  # it was tried, not taken in
        studio.designs.preview(folder=folder, size="square", slots=WORDS, template="launch")
    with pytest.raises(errors.ValidationError):
        studio.designs.preview(
            folder=folder, size="square", slots=WORDS, template_text='{"name": "broken"}'
        )
