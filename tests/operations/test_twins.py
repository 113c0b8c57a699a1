"""Versions of one job differ: one that would look like another is arranged otherwise, or left out and refunded."""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from brandstudio.models.designs import BannerJob
from brandstudio.pipelines import designs as pipeline
from brandstudio.pipelines import twins
from brandstudio.render.brief import Brief
from brandstudio.render.proof.alike import alike
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench

WORDS = {"headline": "The harbour opens on Saturday", "button_text": "Plan your visit"}


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    return studio.folders.create(name="Acme").path


def photo(studio: Studio, folder: str, name: str) -> str:
    data = files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes()
    return studio.library.add(folder=folder, file=data).image_id


def made(studio: Studio, bench: Bench, folder: str, **how: Any) -> BannerJob:
    asked = {"folder": folder, "size": "square", "template": "all", "slots": WORDS}
    accepted = studio.designs.create(**(asked | how))
    bench.run_until_idle()
    return studio.designs.get(job_id=accepted.job_id)


def spent(studio: Studio) -> float:
    rows = studio.credits.transactions(limit=200).transactions
    return -sum(row.credits for row in rows)


#: The split that was drawn last.
SPLITS: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    SPLITS.clear()


def as_the_split(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An overlay that always comes out as the split of its job."""
    compose = vars(module)["compose"]

    def composed(brief: Brief, **how: Any) -> Any:
        if brief.template.name == "overlay" and "split" in SPLITS:
            return SPLITS["split"]
        made = compose(brief, **how)
        if brief.template.name == "split":
            SPLITS["split"] = made
        return made

    monkeypatch.setattr(module, "compose", composed)


def test_a_version_that_looks_like_another_is_arranged_otherwise_and_says_so(
    studio: Studio, shared_bench: Bench, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_the_split(pipeline, monkeypatch)
    slots = WORDS | {"image_id": photo(studio, folder, "bridge"), "extend": False}
    job = made(studio, shared_bench, folder, slots=slots)
    overlay = next(v for v in job.variants if v.template == "overlay")
    split = next(v for v in job.variants if v.template == "split")
    assert not alike(overlay.spec, split.spec)
    said = [w for w in overlay.warnings if "looked like the split version" in w]
    assert len(said) == 1
    choices = overlay.spec.recipe.choices
    assert choices is not None
    assert f"(seed {choices.seed})" in said[0]  # an edit of it keeps to that arrangement


def test_a_version_that_looks_like_another_whichever_way_is_left_out_and_refunded(
    studio: Studio, shared_bench: Bench, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_the_split(pipeline, monkeypatch)
    as_the_split(twins, monkeypatch)
    slots = WORDS | {"image_id": photo(studio, folder, "bridge"), "extend": False}
    before = spent(studio)
    job = made(studio, shared_bench, folder, slots=slots)
    assert [dropped.template for dropped in job.dropped] == ["overlay"]
    assert "would look like the split version" in job.dropped[0].error
    assert "refunded" in job.dropped[0].error
    assert spent(studio) == before + 2 * len(job.variants)


@pytest.mark.parametrize("size", ["story-1080x1920", "email-header", "square", "linkedin-feed"])
@pytest.mark.parametrize("name", ["bridge", "coffee"])
def test_the_versions_of_a_job_differ(
    studio: Studio, shared_bench: Bench, folder: str, name: str, size: str
) -> None:
    slots = WORDS | {"image_id": photo(studio, folder, name), "extend": False}
    job = made(studio, shared_bench, folder, slots=slots, size=size)
    assert len(job.variants) + len(job.dropped) == 3
    assert len(job.variants) >= 2
    for one, other in combinations(job.variants, 2):
        assert not alike(one.spec, other.spec), (one.template, other.template)
