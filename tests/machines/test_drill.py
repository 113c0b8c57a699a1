"""Two of each: servers, workers, the database and the object store killed under mixed load; 200 rounds by
hand (``python tests/machines/drill.py 200``).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from drill import drilled

pytestmark = pytest.mark.machines


def test_what_was_acknowledged_is_there_and_charged_once_whoever_was_killed(
    tmp_path: Path,
) -> None:
    told = drilled(tmp_path, 8)
    assert told["killed"] == {"server": 2, "worker": 2, "database": 2, "bucket": 2}
