"""What of these tests is of SQLite's or the folder's own nature. All others are carried out twice: over both,
and by ``tests/machines/test_store_elsewhere.py`` over PostgreSQL and a bucket.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

ONE_MACHINES_OWN: Final = {
    "test_gate.py": "the gate is before SQLite's one writer; a server has locks of its own",
    "test_durability.py": "flushes of files and folders; a server and a bucket answer for their own",
    "test_searching.py": "FTS5's language; tests/machines/test_postgres_schema.py compares both engines' answers",
    "test_held_hits.py": "what is held of SQLite's index; a server's index is asked",
    "test_public_views.py": "a connection to the file; with a server database() names the views instead",
    "test_strangers.py": "strangers, links, locks and killed restores in the data folder that holds all",
    "test_claiming.py::test_the_way_to_the_next_job_is_of_looks_into_indexes": "SQLite's plan of a query",
    "test_crash.py::test_no_crash_point_breaks_an_invariant": "forks over a folder that is copied; "
    "tests/machines/test_crash_points.py does it over servers",
    "test_care_apart.py::test_a_process_that_is_stopped_at_a_start_holds_up_no_other_start": "an operating "
    "system's lock in the folder",
    "test_doctor.py::test_the_doctor_finds[a damaged page]": "a page of SQLite's file",
    "test_doctor.py::test_the_doctor_finds[a row that points nowhere]": "the server holds foreign keys itself",
    "test_doctor.py::test_the_doctor_finds[a temporary file left behind]": "a bucket has no files on the way",
    "test_doctor.py::test_what_can_be_mended_is_mended[a temporary file left behind]": "the same",
    "test_doctor.py::test_damaged_and_missing_files_are_put_back_from_a_backup": "a backup is of a folder; "
    "tests/machines/test_copies.py puts back from a bucket's copies",
}
"""By file, or by test, and why."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not os.environ.get("TEST_POSTGRES"):
        return
    for item in items:
        if item.path.parent != Path(__file__).parent:
            continue
        name = f"{item.path.name}::{item.name}"
        for own in (item.path.name, name.partition("[")[0], name):
            if own in ONE_MACHINES_OWN:
                item.add_marker(
                    pytest.mark.skip(reason=f"one machine's own: {ONE_MACHINES_OWN[own]}")
                )
                break
