"""What a batch stands on, on every transport: jobs are found by their reference, and a banner job says
what was asked of it.
"""

from __future__ import annotations

import uuid

import pytest

from brandstudio.studio.studio import Studio


@pytest.fixture
def folder(studio: Studio) -> str:
    return studio.folders.create(name=f"Rows {uuid.uuid4().hex[:8]}").path


def test_jobs_are_found_by_their_reference(studio: Studio, folder: str) -> None:
    words = {"headline": "The harbour opens"}
    asked = [
        studio.designs.create(
            folder=folder, size="email-header", slots=words, client_reference_id=reference
        ).job_id
        for reference in ("paid/one", "paid/two", "paid/one")
    ]
    found = studio.jobs.list(client_reference_id="paid/one", limit=1)
    rest = studio.jobs.list(client_reference_id="paid/one", limit=1, cursor=found.next_cursor)
    assert [job.job_id for job in [*found, *rest]] == [asked[2], asked[0]]
    assert rest.next_cursor is None
    assert not studio.jobs.list(client_reference_id="paid").jobs


def test_a_banner_job_says_what_was_asked_of_it(studio: Studio, folder: str) -> None:
    asked = studio.designs.create(
        folder=folder, sizes=["email-header", "square"], slots={"headline": "The harbour opens"}
    )
    job = studio.designs.get(job_id=asked.job_id)
    assert (job.sizes, job.templates) == (["email-header", "square"], ["overlay", "split", "panel"])
