"""The studio in a pseudo-terminal and its process beside: hang-ups, stops, no colours, a crash."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from brandstudio_tui.app import StudioApp
from brandstudio_tui.opening import Beside, Embedded, Given

import brandstudio
from brandstudio import errors
from brandstudio.testing import Place


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    made = Beside(tmp_path / "data", "default")
    yield made
    made.close()


def test_the_process_beside_answers_as_the_studio_itself(beside: Beside) -> None:
    studio = brandstudio.LocalStudio(beside)
    studio.folders.create(name="Acme")
    assert studio.folders.list().level1_folders[0].path == "acme"
    assert studio.admin.credits.balance().balance == 10000
    with pytest.raises(errors.FolderNotFound) as told:
        studio.library.list(folder="nowhere")
    assert told.value.details["level"] == 1


def test_a_process_beside_that_dies_is_started_again(beside: Beside) -> None:
    studio = brandstudio.LocalStudio(beside)
    studio.folders.create(name="Acme")
    os.kill(beside._process.pid, signal.SIGKILL)
    beside._process.wait(10)
    assert studio.folders.list().level1_folders[0].path == "acme"


def test_a_folder_that_can_not_be_opened_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(Exception, match=r"\S"):
        Embedded(file / "data").open()


class Terminal:
    """``brandstudio studio`` as the child of a pseudo-terminal."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"})
            os.environ.update(environment)
            arguments = ["-m", "brandstudio", "--data", str(data), "studio"]
            os.execv(sys.executable, [sys.executable, *arguments])
        self.seen = b""

    def until(self, holds: Callable[[], object], seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.seen[-2000:]
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.fd, 65536)
                except OSError:
                    return

    def ended(self) -> int | None:
        """Its exit status once it has ended."""
        done, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if done else None


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_terminal_that_goes_away_leaves_nothing_behind(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data")
    terminal.until(lambda: b"Welcome" in terminal.seen)
    (process,) = children(terminal.pid)
    os.kill(terminal.pid, signal.SIGHUP)
    status: list[int | None] = []
    terminal.until(lambda: status.append(terminal.ended()) or status[-1] is not None)
    end = time.monotonic() + 30
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < end, "the process beside goes on"
        time.sleep(0.05)
    with brandstudio.open(tmp_path / "data") as studio:
        assert studio.admin.doctor(mend=False).ok


def test_a_terminal_without_colours_gets_none(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data", NO_COLOR="1")
    terminal.until(lambda: b"Welcome" in terminal.seen)
    os.kill(terminal.pid, signal.SIGHUP)
    status: list[int | None] = []
    terminal.until(lambda: status.append(terminal.ended()) or status[-1] is not None)
    colours = {
        tuple(int(part) for part in found)
        for found in re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", terminal.seen)
    }
    assert all(max(colour) - min(colour) <= 2 for colour in colours)


def test_no_worker_holds_the_event_loop(place: Place) -> None:
    """The CPU that the loop's own thread spends at a stretch, so that a busy machine adds nothing."""
    studio = place.owner
    studio.folders.create(name="Acme")

    async def story() -> list[float]:
        app = StudioApp(Given(studio), folder="acme")
        held: list[float] = []

        async def watch() -> None:
            while True:
                await asyncio.sleep(0)
                before = time.thread_time()
                await asyncio.sleep(0.005)
                held.append(time.thread_time() - before)

        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("f3")
            await pilot.pause(0.5)
            watching = asyncio.create_task(watch())
            for letter in "evenings":
                await pilot.press(letter)
                await pilot.pause(0.15)
            watching.cancel()
        app.stop_watching()
        return held

    held = sorted(asyncio.run(story()))
    # Between two looks the loop may have painted; a preview itself takes some ten times that.
    assert held[len(held) * 9 // 10] < 0.016
