"""A batch whose process is killed again and again, and one on a cluster: the same banners, each
charged once.
"""

from __future__ import annotations

import functools
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import brandstudio
from brandstudio.studio.studio import LocalStudio

ROWS = int(os.environ.get("BRANDSTUDIO_ROWS", "200"))
PROGRAM = """
import sys
import brandstudio
from brandstudio.studio.batch import stream

data, rows = sys.argv[1], int(sys.argv[2])
with brandstudio.open(data) as studio:
    table = ({"headline": f"Row {n}"} for n in range(rows))
    for result in stream(studio, table, folder="acme", canvas={"width": 160, "height": 160}):
        print(result.row, result.status, flush=True)
"""
pytestmark = pytest.mark.slow


def opened(folder: Path) -> LocalStudio:
    studio = brandstudio.open(folder)
    studio.folders.ensure("acme")
    return studio


def banners(studio: LocalStudio, rows: int, **options: Any) -> tuple[dict[str, str], Any]:
    """The bytes of each row's banner, by its words."""
    made = studio.designs.batch(
        [{"headline": f"Row {n}"} for n in range(rows)],
        folder="acme",
        canvas={"width": 160, "height": 160},
        progress=False,
        **options,
    )
    assert not made.problems
    found = {
        str(row.headline): hashlib.sha256(picture.read()).hexdigest()
        for row in made
        for picture in row.pictures
    }
    return found, made


def charged(studio: LocalStudio) -> list[str]:
    return [
        str(entry.metadata.variant)
        for entry in studio.credits.pages(limit=200)
        if entry.type == "charge"
    ]


def test_a_run_that_is_killed_five_times_makes_the_same_banners_and_charges_each_once(
    tmp_path: Path,
) -> None:
    opened(tmp_path / "killed").close()
    done = 0
    for _ in range(5):
        run = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "killed"), str(ROWS)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert run.stdout is not None
        # A little further each time, and in the middle of the next row.
        done += ROWS // 6
        for line in run.stdout:
            if int(line.split()[0]) >= done:
                break
        run.send_signal(signal.SIGKILL)
        run.wait()
        run.stdout.close()
    with opened(tmp_path / "killed") as killed, opened(tmp_path / "whole") as whole:
        found, made = banners(killed, ROWS)
        assert found == banners(whole, ROWS)[0]
        assert len(found) == ROWS
        paid = charged(killed)
        assert len(paid) == len(set(paid)) == ROWS
        assert made.credits + made.credits_before == 2 * ROWS
        assert made.credits_before >= 2 * done
        assert killed.admin.doctor().ok


def test_two_dask_workers_draw_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with opened(tmp_path / "cluster") as studio, opened(tmp_path / "whole") as whole:
        opener = functools.partial(brandstudio.open, str(tmp_path / "cluster"))
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            pool = client.get_executor()
            found, made = banners(studio, 24, executor=pool, opener=opener)
            assert found == banners(whole, 24)[0]
            assert made.credits == 48
            again, told = banners(studio, 24, executor=pool, opener=opener)
            assert (again, told.credits) == (found, 0)
        assert len(charged(studio)) == 24
