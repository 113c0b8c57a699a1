"""What a banner waits for on the disk, from a recording of its calls: prints the names as JSON.

    python flushes.py      (with the shim loaded: see disk.py)

A second banner is told, so that nothing is counted that a studio does once.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from disk import Disk
from powercut import Recording

import brandstudio


def draw(data: Path, calls: Path) -> None:
    """Two rows of a batch, with a remark before each."""
    disk = Disk(data)
    disk.record(calls)
    with brandstudio.open(data) as studio:
        studio.folders.ensure("acme")
        for number in range(2):
            disk.mark(f"row {number}")
            made = studio.designs.batch(
                [{"headline": f"Row {number}"}], folder="acme", size="square", progress=False
            )
            assert made.banners == 1
        disk.mark("done")
    disk.record(None)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data, before, calls = (Path(folder) / name for name in ("data", "before", "calls"))
        data.mkdir(mode=0o700)
        shutil.copytree(data, before)
        draw(data, calls)
        print(json.dumps(Recording(data, before, calls).flushed("row 1", "done")))


if __name__ == "__main__":
    main()
