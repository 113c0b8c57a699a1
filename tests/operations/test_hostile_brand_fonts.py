"""A font of others that came past the check and takes too much when it is drawn with."""

from __future__ import annotations

import pytest
from running_wild import leave, run_wild, swallow
from test_brand_fonts import SERIF

from brandstudio.errors import ValidationError
from brandstudio.pixels import safely
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench

pytestmark = [
    pytest.mark.usefixtures("small_frames"),
    pytest.mark.skipif(not safely.available(), reason="no child processes with limits here"),
]


def _asked(studio: Studio, folder: str, headline: str) -> str:
    return str(
        studio.designs.create(
            folder=folder, template="overlay", size="email-header", slots={"headline": headline}
        ).job_id
    )


@pytest.fixture
def folders(studio: Studio, shared_bench: Bench) -> tuple[str, str]:
    shared_bench.run_until_idle()
    hostile, other = (studio.folders.create(name=name).path for name in ("Acme", "Other"))
    studio.fonts.add(folder=hostile, file=SERIF, filename="face.ttf", role="any")
    return hostile, other


def test_a_job_fails_with_the_font_s_name_and_is_paid_back_and_others_are_drawn(
    studio: Studio,
    shared_bench: Bench,
    folders: tuple[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, whole = _asked(studio, folders[0], "Quiet"), _asked(studio, folders[1], "Morning")
    run_wild(monkeypatch, swallow)
    shared_bench.run_until_idle()
    failed = studio.jobs.get(job_id=broken)
    assert failed.status == "failed"
    assert failed.error is not None
    assert "Brand Serif can't be drawn with within the limits" in failed.error.message
    assert studio.jobs.get(job_id=whole).status == "completed"
    paid = [
        entry.credits
        for entry in studio.credits.transactions(limit=200).transactions
        if entry.metadata.job_id == broken
    ]
    assert paid
    assert sum(paid) == 0


def test_what_is_answered_at_once_is_refused_and_nothing_is_charged(
    studio: Studio, folders: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_wild(monkeypatch, leave)
    slots = {"headline": "Another morning"}
    for ask in (studio.designs.preview, studio.designs.create):
        with pytest.raises(ValidationError, match="Brand Serif can't be drawn with"):
            ask(folder=folders[0], template="overlay", size="email-header", slots=slots)
    assert not studio.credits.transactions(limit=200).transactions[:-1]  # the grant alone
