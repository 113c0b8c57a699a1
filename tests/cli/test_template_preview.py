"""A template is drawn while it is written: with words of ours, with one's own, and anew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image

Run = Callable[..., Result]

EVENT = """
name = "event"
title = "Event"
sizes = ["email-header"]
order = ["date", "headline", "place"]
[slots]
headline = {required = true, max_length = 40}
date = {required = true, max_length = 6}
place = {required = true, max_length = 12}
points = {kind = "list", required = true, max_entries = 2, max_length = 8}
product = {kind = "image", required = true}
[layouts.strip]
words = [{frame = {columns = [1, 8]}}]
ground = {frame = {columns = [1, 12], of = "canvas"}, colour = "#112233"}
"""


def test_a_template_with_required_slots_of_its_own_is_drawn_with_words_that_fit_them(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "event.toml"
    file.write_text(EVENT)
    ours, mine = tmp_path / "ours.png", tmp_path / "mine.png"
    run("templates", "preview", file, "--out", ours)
    run("templates", "preview", file, "--out", mine, "--slot", "date=4 May")
    assert Image.open(ours).tobytes() != Image.open(mine).tobytes()
    refused = run("templates", "preview", file, "--slot", "date=4 November", status=1)
    assert "slots.date" in refused.stderr
    assert "slots.dat" in run("templates", "preview", file, "--slot", "dat=4", status=1).stderr


def test_slots_of_the_contract_are_filled_by_slot_too_and_a_slot_of_ones_own_is_left_empty(
    run: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "quote.toml", tmp_path / "quote.png"
    file.write_text(
        EVENT.replace('"place"]', '"place", "byline"]').replace(
            "[slots]\n", "[slots]\nauthor_name = {max_length = 20}\nnote = {max_length = 20}\n"
        )
    )
    run("templates", "preview", file, "--out", out)
    usual = Image.open(out).tobytes()
    run("templates", "preview", file, "--out", out, "--slot", "author_name=Grace Hopper")
    assert Image.open(out).tobytes() != usual
    refused = run("templates", "preview", file, "--slot", "author_name=" + 21 * "a", status=1)
    assert "slots.authorName: takes at most 20" in refused.stderr
    refused = run("templates", "preview", file, "--slot", "date=", status=1)
    assert "slots.date: is needed" in refused.stderr
    run("templates", "preview", file, "--out", out, "--slot", "note=")


@pytest.mark.slow
def test_a_watched_template_is_drawn_again_when_it_changes_and_until_it_is_interrupted(
    tmp_path: Path,
) -> None:
    file, out = tmp_path / "event.toml", tmp_path / "out.png"
    file.write_text(EVENT)
    command = [sys.executable, "-m", "brandstudio", "--data", tmp_path / "studio", "templates"]
    watching = subprocess.Popen(
        [*command, "preview", file, "--watch", "--out", out],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"},
    )  # fmt: skip
    assert watching.stdout is not None
    try:
        seen = []
        for colour in ("#112233", "#ddeeff"):
            file.write_text(EVENT.replace("#112233", colour))
            next(line for line in watching.stdout if line.startswith("Preview: "))
            seen.append(Image.open(out).convert("L").getpixel((2, 2)) > 128)
        assert seen == [False, True]
        file.write_text("name = ")
        assert any("can't be read" in line for line in iter(watching.stdout.readline, ""))
        file.unlink()
        assert any("is gone" in line for line in iter(watching.stdout.readline, ""))
        file.write_text(EVENT)
        assert any(line.startswith("Preview: ") for line in iter(watching.stdout.readline, ""))
        watching.send_signal(signal.SIGINT)
        rest, _ = watching.communicate(timeout=60)
        assert watching.returncode == 130
        assert "Traceback" not in rest
    finally:
        if watching.poll() is None:
            watching.kill()
            watching.wait()
