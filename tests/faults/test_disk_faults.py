"""Every call to the disk may fail: what is refused is refused in the contract's words, and the same
process goes on with the same key once the disk works again.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from disk import FAULTS, compiler, drilled
from flows import FLOWS

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs Linux and a C compiler")


def failed(folder: Path, flow: str, fault: str, first: int, step: int, many: int) -> int:
    found = drilled(folder, "failing.py", flow, fault, first, step, many)
    assert found["bad"] == [], f"{flow}, {fault}: calls {found['bad']}, {many} failing"
    tried: int = found["tried"]
    return tried


def test_some_calls_of_making_a_picture_may_fail(tmp_path: Path) -> None:
    assert failed(tmp_path, "create", "full", 3, 80, 3) >= 2


@pytest.mark.slow
def test_descriptors_may_run_out_while_a_picture_is_revised(tmp_path: Path) -> None:
    assert failed(tmp_path, "revise", "files", 1, 1, 1) >= 6  # fewer: the drill misses the picture


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("flow", FLOWS)
def test_calls_all_over_every_flow_may_fail(tmp_path: Path, flow: str, fault: str) -> None:
    tried = failed(tmp_path, flow, fault, 1, 9, 2)
    assert tried >= 1 or fault == "files"  # a flow may open nothing


@pytest.mark.nightly
@pytest.mark.parametrize("many", [1, 2, 1000])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("flow", FLOWS)
def test_every_call_of_every_flow_may_fail(
    tmp_path: Path, flow: str, fault: str, many: int
) -> None:
    tried = failed(tmp_path, flow, fault, 1, 1, many)
    assert tried >= 1 or fault == "files"
