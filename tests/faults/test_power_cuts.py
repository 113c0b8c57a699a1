"""A power cut leaves what was flushed, and of the rest a part: what was answered is there, and every
invariant holds.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from disk import compiler, drilled
from flows import FLOWS

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs Linux and a C compiler")


def cut(folder: Path, flow: str, states: int, seed: int) -> None:
    found = drilled(folder, "powercut.py", flow, states, seed)
    assert found["bad"] == [], f"{flow}, seed {seed}: states {found['bad']}"
    assert found["states"] == states


def test_the_power_may_fail_while_a_picture_is_added(tmp_path: Path) -> None:
    cut(tmp_path, "add", 5, 1)


@pytest.mark.slow
def test_a_row_waits_for_its_file_and_then_once_for_the_log(tmp_path: Path) -> None:
    waited = drilled(tmp_path, "flushes.py")
    file, folder, *above, done = waited
    assert done == "studio.db-wal"
    assert folder.startswith("blobs/")
    assert file.startswith(f"{folder}/")
    assert above in ([], ["blobs"])  # where no file lay in that folder before


@pytest.mark.slow
@pytest.mark.parametrize("flow", FLOWS)
def test_the_power_may_fail_anywhere_in_every_flow(tmp_path: Path, flow: str) -> None:
    cut(tmp_path, flow, 30, 20261122)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("flow", FLOWS)
def test_the_power_may_fail_in_thousands_of_ways(tmp_path: Path, flow: str, seed: int) -> None:
    cut(tmp_path, flow, 30, seed)
