"""A mend is taken out of a copy of the code, and the test that holds it must fail: a test that can't
fail holds nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parents[2]


class Mend(NamedTuple):
    """What is taken out where, and the test that notices."""

    file: str
    text: str
    without: str
    test: str


MENDS = {
    "an owed write is repeated": Mend(
        "jobs/owed.py",
        "        if self._done(write):\n            return\n        with",
        "        self._done(write)\n        return\n        with",
        "store/test_faults.py::test_what_is_owed_is_repeated_in_order_until_it_is_done",
    ),
    "a dead holder's key is free": Mend(
        "service/idempotency.py",
        "and not self.process.is_alive(",
        "and False and not self.process.is_alive(",
        "operations/test_idempotency.py",
    ),
    "a rotated key is flushed": Mend(
        "keys/master.py",
        "    flush_folder(file.parent)\n",
        "",
        "store/test_durability.py::test_a_rotated_key_is_flushed_with_its_folder_before_anything_is_sealed_with_it",
    ),
    "no key is made up": Mend(
        "keys/master.py",
        "        if not new:\n            raise MasterKeyMissing from None\n",
        "        pass\n",
        "test_backup.py::test_a_used_studio_makes_up_no_key_and_a_running_one_keeps_the_one_it_knows",
    ),
    "filters are bounded": Mend(
        "pixels/svg.py",
        "> _MAX_FILTERS",
        "> 9000",
        "pixels/test_svg.py::test_more_filters_than_a_drawing_needs_are_refused_at_the_door",
    ),
    "drawings stay in the child": Mend(
        "pipelines/brand_fonts.py",
        '"""',
        '"""svg.rasterise( ',
        "pixels/test_svg.py::test_no_foreign_drawing_is_drawn_outside_the_child",
    ),
    "a key's use is noted beside the request": Mend(
        "service/callers.py",
        "            self._noting.start()",
        "            self._noting.run()",
        "http/test_frozen_writer.py",
    ),
    "the gate has a deadline": Mend(
        "store/gate.py",
        "place.reached.wait(max(0.0, end - time.monotonic()))",
        "place.reached.wait(9000)",
        "store/test_gate.py::test_a_process_that_stands_still_in_a_write_costs_others_their_deadline_and_no_more",
    ),
    "a killed backup is swept": Mend(
        "care/sweeping.py",
        "(?:backup|base_url|",
        "(?:base_url|",
        "test_backup.py::test_a_killed_backup_leaves_nothing_that_the_sweep_does_not_take",
    ),
    "nothing is committed after the deadline": Mend(
        "http/deadline.py",
        "def go_ahead(self) -> None:",
        "def go_ahead(self) -> None:\n        return\n\n    def _was(self) -> None:",
        "http/test_deadline.py::test_the_deadline_and_a_commit_never_both_win",
    ),
    "a workspace has half of the threads": Mend(
        "http/threads.py",
        "max(1, working // 2), max(1, waiting // 2)",
        "working, waiting",
        "http/test_threads.py::test_one_workspace_never_holds_more_than_half_of_the_threads",
    ),
    "a doubted clock destroys nothing": Mend(
        "care/sweeping.py",
        "    if doubted:\n        return\n",
        "",
        "store/test_clock.py::test_a_clock_set_forward_empties_no_trash_and_charges_no_key_twice",
    ),
    "the first look at the clock is at the start": Mend(
        "service/service.py",
        "        look_in(self.store, self.clock)\n",
        "",
        "simulation/test_simulation.py::"
        "test_some_days_lose_nothing_and_repeat_and_so_do_those_that_broke_something_once",
    ),
    "an event does not wait for a clock set back": Mend(
        "store/outbox.py",
        "or next_at > {int(furthest)}",
        "or next_at > {int(furthest) + 10**15}",
        "operations/test_webhooks_outbox.py::test_a_clock_set_back_holds_no_event_and_keeps_their_order",
    ),
    "a subfolder's name is flushed": Mend(
        "store/blobs.py",
        "            flush_folder(self.root)\n            self._durable",
        "            self._durable",
        "store/test_durability.py::test_a_new_subfolder_is_flushed_in_its_parent",
    ),
    "a file that is there is flushed": Mend(
        "store/blobs.py",
        "                flush_file(target)\n",
        "",
        "store/test_durability.py::test_a_file_that_is_there_already_is_flushed_before_a_row_counts_on_it",
    ),
    "an unreadable secret harms its own": Mend(
        "pipelines/delivery.py",
        "        return [Outcome(event, tried=True, error=why) for event in events]",
        "        raise",
        "operations/test_webhooks_outbox.py::test_an_unreadable_secret_counts_as_a_receive_and_harms_nobody_else",
    ),
    "half a head is not waited for": Mend(
        "http/connections.py",
        "self.loop.call_later(self.head_seconds, ",
        "self.loop.call_later(9000, ",
        "http/test_connections.py::test_a_trickled_head_does_not_win_time",
    ),
    "an upload's address is looked at first": Mend(
        "http/endpoints.py",
        "lambda _: self.service.expect_upload(token, content_type, announced)",
        "lambda _: 50_000_000",
        "http/test_connections.py::test_an_upload_to_an_unknown_address_is_refused_before_its_body",
    ),
    "old uploads give way": Mend(
        "handlers/library.py",
        "now - oldest.written_at < UPLOAD_MS",
        "now - oldest.written_at < 96 * UPLOAD_MS",
        "operations/test_library.py::test_uploads_that_crashed_programs_left_behind_lock_nobody_out",
    ),
    "an old SQLite has no memory map": Mend(
        "store/database.py",
        "mmap_size = {0 if wal_reset_bug() else 268435456}",
        "mmap_size = {268435456}",
        "store/test_gate.py::test_a_database_of_an_sqlite_with_the_bug_has_no_memory_map",
    ),
    "bytes are held against their checksums": Mend(
        "pixels/decode.py",
        "and (damage := png_damage(data)) is not None",
        "and (damage := None) is not None",
        "pixels/test_damage.py::test_a_flip_anywhere_under_a_checksum_is_refused",
    ),
    "a disk without descriptors is told as busy": Mend(
        "store/trouble.py",
        "        errno.EMFILE,\n",
        "",
        "faults/test_disk_faults.py::test_descriptors_may_run_out_while_a_picture_is_revised",
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", MENDS)
def test_its_test_fails_without_the_mend(tmp_path: Path, name: str) -> None:
    mend = MENDS[name]
    for part in ("brandstudio", "tests", "pyproject.toml", ".ci"):
        source = REPOSITORY / part
        if source.is_dir():
            shutil.copytree(source, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / part)
    file = tmp_path / "brandstudio" / mend.file
    before = file.read_text()
    assert mend.text in before, f"{mend.file} reads differently now"
    file.write_text(before.replace(mend.text, mend.without, 1))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not nightly",
        "-p",
        "no:cacheprovider",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(REPOSITORY / "tui")]))
        try:
            code = subprocess.run(
                [*command, f"tests/{mend.test}"],
                cwd=tmp_path,
                capture_output=True,
                timeout=120,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return  # it hangs, as the fault did
    assert code == 1, f"{mend.test} does not notice"
