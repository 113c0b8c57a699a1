"""Waiting in a notebook and in a terminal, and interrupting it."""

from __future__ import annotations

import io
import sys

import pytest

from brandstudio.studio import bars, core, waiting
from brandstudio.studio.bars import Bar
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench


@pytest.fixture
def accepted_by(bench: Bench) -> Studio:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    return studio


def test_nobody_looks_on_and_nothing_is_written(
    accepted_by: Studio, capfd: pytest.CaptureFixture[str]
) -> None:
    accepted_by.images.create(folder="acme", prompt="a sea", resolution="1K").wait()
    assert capfd.readouterr() == ("", "")


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar(True)
    bar.show("drawing", 40)
    bar.close()
    assert "40 %" in screen.getvalue()
    Bar(False).show("silent", 10)
    assert "silent" not in screen.getvalue()


def test_interrupting_says_how_to_find_the_job_which_goes_on(
    accepted_by: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = accepted_by.images.create(folder="acme", prompt="a sea", resolution="1K")

    ended = []

    class Watched(Bar):
        def close(self) -> None:
            ended.append(self)

    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(core, "quickly", pressed)
        patch.setattr(waiting, "Bar", Watched)
        with pytest.raises(KeyboardInterrupt, match=rf"jobs\.get\(job_id='{job.job_id}'\)") as held:
            job.wait()
        assert held.tb is not None  # a notebook keeps it for the debugger
        assert len(ended) == 1
    assert accepted_by.jobs.get(job_id=job.job_id).status != "failed"
    assert job.wait().status == "completed"


def test_a_kernel_is_known_by_its_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not bars.in_a_notebook()
