"""What is quoted is what is charged: a small photo on a square, which only some layouts continue."""

from __future__ import annotations

import io
from functools import partial
from itertools import count
from typing import Any

import pytest
from calm_edges import bee_in_focus
from PIL import Image

from brandstudio import Slots, errors
from brandstudio import operations as ops
from brandstudio.cli.quotes import balance_after, quote
from brandstudio.engines.local import LocalImageEngine
from brandstudio.models.designs import ALL_TEMPLATES, BannerJob, PhotoLayer
from brandstudio.models.jobs import Job
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Transport

pytestmark = pytest.mark.usefixtures("sighted")

#: So short that its card leaves the subject room on a continued photo.
HEADLINE = "Open again"


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    return studio.folders.create(name="Acme").path


@pytest.fixture
def photo(studio: Studio, folder: str) -> str:
    return studio.library.add(folder=folder, file=bee_in_focus()).image_id


def row(photo: str, extend: bool | None) -> Slots:
    return Slots(headline=HEADLINE, button_text="Plan your visit", image_id=photo, extend=extend)


def extended(job: BannerJob) -> list[str]:
    return [
        variant.template
        for variant in job.variants
        for layer in variant.spec.layers
        if isinstance(layer, PhotoLayer) and layer.extended is not None
    ]


def charged(studio: Studio, job_id: str) -> float:
    entries = studio.credits.transactions(limit=50).transactions
    return -sum(entry.credits for entry in entries if entry.metadata.job_id == job_id)


@pytest.mark.parametrize("extend", [None, False])
def test_preview_dry_runs_and_acceptance_say_what_is_charged(
    studio: Studio, shared_bench: Bench, folder: str, photo: str, extend: bool | None
) -> None:
    slots = row(photo, extend)
    previews = [
        studio.designs.preview(folder=folder, size="square", template=name, slots=slots).credits
        for name in ALL_TEMPLATES
    ]
    by_version = [said.may_add for said in previews if said is not None]
    assert [said.deducted for said in previews if said is not None] == [2.0, 2.0, 2.0]
    assert by_version == ([0, 0, 0] if extend is False else [0, 0, 2])  # overlay's words leave it

    told = {"headline": HEADLINE, "button_text": "Plan your visit", "image_id": photo}
    table = [told | ({} if extend is None else {"extend": extend})]
    dry = studio.designs.batch(table, folder=folder, size="square", template="all", dry_run=True)
    assert (dry.credits, dry.may_add) == (6, sum(by_version))
    asked = ops.CreateDesign(folder=folder, size="square", template="all", slots=slots)
    assert (quote(studio, asked).credits, quote(studio, asked).may_add) == (6, sum(by_version))

    accepted = studio.designs.create(folder=folder, size="square", template="all", slots=slots)
    assert accepted.credits.deducted == 6
    assert (accepted.credits.may_add or 0) == sum(by_version)
    assert balance_after(studio, accepted) == accepted.credits.balance
    shared_bench.run_until_idle()
    added = charged(studio, accepted.job_id) - accepted.credits.deducted
    assert bool(added) == (extend is None)
    assert balance_after(studio, accepted) == accepted.credits.balance - added
    job = studio.designs.get(job_id=accepted.job_id)
    paid = charged(studio, accepted.job_id)
    assert paid <= accepted.credits.deducted + (accepted.credits.may_add or 0)
    assert paid == 6 + 2 * len(extended(job))
    quoted = [name for name, more in zip(ALL_TEMPLATES, by_version, strict=True) if more]
    assert extended(job) == quoted


class BrokenOff(Exception):
    """Instead of the end of a process."""


def test_what_a_broken_off_run_leaves_to_be_continued_is_quoted_and_counted(
    bench: Bench, transport: Transport
) -> None:
    place = bench.workspace()
    with place.studio(transport) as studio:
        folder = studio.folders.create(name="Acme").path
        photo = studio.library.add(folder=folder, file=bee_in_focus()).image_id
        bench.run_until_idle()
        told = [HEADLINE, "Shut again"]
        table = [
            {"headline": words, "button_text": "Plan your visit", "image_id": photo}
            for words in told
        ]
        asked_of = {"folder": folder, "size": "square", "template": "panel", "progress": False}
        batch = partial(studio.designs.batch, table, **asked_of)
        asked = count(1)

        def breaking_off() -> bool:
            if next(asked) > len(table):  # all are accepted, and the first is waited for
                bench.worker.run_one()
                raise BrokenOff
            return False

        with pytest.raises(BrokenOff):
            batch(cancel=breaking_off)
        drawn, left = [studio.designs.get(job_id=job.job_id) for job in jobs_of(studio)]
        assert (len(extended(drawn)), drawn.status, left.status) == (1, "completed", "queued")
        assert [one.charged_at for one in left.extensions or ()] == [None]

        bench.clock.advance(seconds=5)
        tried = batch(dry_run=True)
        assert (tried.credits, tried.credits_before, tried.may_add) == (0, 6, 2)
        assert repr(tried) == (
            "Batch(2 rows, 0 with problems, 0 credits and at most 2 more, dry run)"
        )
        before = place.balance

        def drawing() -> bool:
            bench.run_until_idle()
            return False

        made = batch(cancel=drawing)
        assert (made.credits, made.credits_before) == (before - place.balance, 6) == (2, 6)
        assert [row.charged_before for row in made] == [True, False]
        again = batch(dry_run=True)
        assert (again.credits, again.credits_before, again.may_add) == (0, 8, 0)
        lines = [entry.description for entry in studio.credits.transactions(limit=50)]
        assert sorted(line for line in lines if line.startswith("Photo")) == sorted(
            f"Photo continued for panel, square: {words}" for words in told
        )


def jobs_of(studio: Studio) -> list[Job]:
    """Its banners' jobs, those that are done first."""
    found = studio.jobs.list(kind="design").jobs
    return sorted(found, key=lambda job: job.status)


def test_a_quote_and_what_was_accepted_say_what_they_cost_where_they_are_printed(
    studio: Studio, folder: str
) -> None:
    asked = {"folder": folder, "size": "email-header", "template": "panel"}
    quoted = studio.designs.quote(**asked, slots={"headline": HEADLINE})
    assert "credits=Quote(deducted=2, may_add=0)" in repr(quoted)
    accepted = studio.designs.create(**asked, slots={"headline": HEADLINE})
    assert "credits=Deduction(deducted=2, balance=998)" in repr(accepted)


def test_a_preview_of_all_templates_quotes_all_of_them(
    studio: Studio, folder: str, photo: str
) -> None:
    def quoted(template: str) -> tuple[float, float]:
        made = studio.designs.preview(
            folder=folder, size="square", template=template, slots=row(photo, None)
        )
        assert made.credits is not None
        return made.credits.deducted, made.credits.may_add

    each = [quoted(name) for name in ALL_TEMPLATES]
    assert quoted("all") == (sum(sure for sure, _ in each), sum(added for _, added in each))


def test_a_preview_says_that_it_does_not_show_the_photo_continued_where_a_provider_does_it(
    studio: Studio, shared_bench: Bench, folder: str, photo: str
) -> None:
    asked = len(shared_bench.engines.image.requests)  # type: ignore[attr-defined]
    for extend in (None, False):
        made = studio.designs.preview(
            folder=folder, size="square", template="panel", slots=row(photo, extend)
        )
        assert made.credits is not None
        said = [words for words in made.warnings if "would be continued" in words]
        assert bool(said) == bool(made.credits.may_add) == (extend is None)
    assert len(shared_bench.engines.image.requests) == asked  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_preview_shows_the_photo_as_the_built_in_engine_continues_it(
    bench: Bench, transport: Transport
) -> None:
    bench.engines.image = LocalImageEngine()  # type: ignore[assignment]
    with bench.workspace().studio(transport) as studio:
        folder = studio.folders.create(name="Acme").path
        photo = studio.library.add(folder=folder, file=bee_in_focus()).image_id
        bench.run_until_idle()
        for extend in (None, False):
            asked: dict[str, Any] = {"folder": folder, "size": "square", "template": "panel"}
            asked["slots"] = row(photo, extend)
            seen = studio.designs.preview(**asked, max_side=1080)
            assert seen.credits is not None
            said = [words for words in seen.warnings if "The photo is continued at" in words]
            assert bool(said) == bool(seen.credits.may_add) == (extend is None)
            accepted = studio.designs.create(**asked)
            bench.run_until_idle()
            job = studio.designs.get(job_id=accepted.job_id)
            (made,) = job.variants
            assert bool(extended(job)) == (extend is None)
            assert made.scores == seen.scores
            assert greys(seen.read()) == pytest.approx(greys(made.read()), abs=4)
            changed: dict[str, Any] = {"job_id": job.job_id, "variant_id": made.variant_id}
            if extend is None:
                seen = studio.designs.preview_edit(**changed, align="center", max_side=1080)
                studio.designs.edit(**changed, align="center")
                bench.run_until_idle()
                last = studio.designs.get(job_id=job.job_id).variants[-1]
                assert last.scores == seen.scores
                assert greys(seen.read()) == pytest.approx(greys(last.read()), abs=4)


def greys(data: bytes) -> list[float]:
    """The means of grey of its parts: a preview is a JPEG."""
    small = Image.open(io.BytesIO(data)).convert("L").resize((32, 32), Image.Resampling.BOX)
    return [float(value) for value in small.tobytes()]


def test_a_photo_that_would_look_soft_is_told_by_the_quote_and_by_the_preview(
    studio: Studio, folder: str
) -> None:
    """Before anything is charged, with the banners that it is about."""
    small = Image.linear_gradient("L").resize((300, 240)).convert("RGB")
    photo = studio.library.add(folder=folder, file=small).image_id
    slots = Slots(headline=HEADLINE, image_id=photo, extend=False)
    asked: dict[str, Any] = {"folder": folder, "template": "split", "slots": slots}
    sizes = ["square", "medium-rectangle-300x250"]
    (said,) = studio.designs.quote(**asked, sizes=sizes).warnings or ()
    assert said.startswith("split/square: What is shown of the photo is only ")
    seen = studio.designs.preview(**asked, size="square")
    assert said.removeprefix("split/square: ") in seen.warnings
    assert studio.designs.quote(**asked, size=sizes[1]).warnings is None


def test_a_photo_that_is_large_enough_adds_nothing_to_a_quote(studio: Studio, folder: str) -> None:
    bridge = Image.linear_gradient("L").resize((2400, 2400)).convert("RGB")
    photo = studio.library.add(folder=folder, file=bridge).image_id
    asked = ops.CreateDesign(folder=folder, size="square", template="split", slots=row(photo, None))
    assert quote(studio, asked).as_json()["mayAdd"] == 0
    assert quote(studio, asked).perhaps is None


@pytest.mark.slow
def test_words_of_about_one_length_share_one_continued_photo(
    studio: Studio, shared_bench: Bench, folder: str, photo: str
) -> None:
    said = (HEADLINE, "Shut again", "Open today")
    jobs = [
        studio.designs.create(
            folder=folder,
            size="square",
            template="all",
            slots=Slots(headline=words, button_text="Plan your visit", image_id=photo),
        ).job_id
        for words in said
    ]
    shared_bench.run_until_idle()
    continued = [
        (variant.template, layer.asset.sha256)
        for job_id in jobs
        for variant in studio.designs.get(job_id=job_id).variants
        for layer in variant.spec.layers
        if isinstance(layer, PhotoLayer) and layer.extended is not None
    ]
    assert len(continued) >= len(said)
    assert len(set(continued)) == len({template for template, _ in continued})


def test_the_same_choice_once_more_changes_nothing_of_a_photo_that_was_continued(
    studio: Studio, shared_bench: Bench, folder: str, photo: str
) -> None:
    job_id = studio.designs.create(
        folder=folder, size="square", template="all", slots=row(photo, None)
    ).job_id
    shared_bench.run_until_idle()
    job = studio.designs.get(job_id=job_id)
    assert extended(job)
    assert len(extended(job)) < len(job.variants)
    before = charged(studio, job_id)
    for variant in job.variants:
        with pytest.raises(errors.ValidationError, match="this changes nothing"):
            studio.designs.edit(job_id=job_id, variant_id=variant.variant_id, seed=0)
    assert charged(studio, job_id) == before
