"""The studio in a pseudo-terminal and its process beside: hang-ups, stops, no colours, a crash."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from brandstudio_tui.app import StudioApp
from brandstudio_tui.opening import Beside, Embedded, Given
from brandstudio_tui.screens.dialogs import Form
from brandstudio_tui.screens.unopened import Unopened
from brandstudio_tui.screens.welcome import Welcome
from textual.widgets import Static

import brandstudio
from brandstudio import errors
from brandstudio.testing import Place
from tests.tui.conftest import waiting

pytestmark = pytest.mark.slow


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


def test_a_folder_that_can_not_be_opened_is_said_until_it_is_left(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    app = StudioApp(Embedded(file / "data"))

    async def story() -> None:
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await waiting(pilot, lambda: isinstance(app.screen, Unopened))
            await pilot.pause()
            assert "Not a directory" in str(app.screen.query_one("#why", Static).content)
            await pilot.press("enter")
            await waiting(pilot, lambda: app.return_code == 1)

    asyncio.run(story())


class Terminal:
    """``brandstudio studio``, or a shell to begin it from, as the child of a pseudo-terminal."""

    def __init__(self, data: Path, shell: bool = False, **environment: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"})
            os.environ.update(environment)
            arguments = ["-m", "brandstudio", "--data", str(data), "studio"]
            if shell:
                os.execv("/bin/bash", ["bash", "--norc", "--noprofile", "-i"])
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


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_window_that_is_closed_ends_the_studio_and_the_process_beside(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data")
    terminal.until(lambda: b"Welcome" in terminal.seen)
    (process,) = children(terminal.pid)
    for _ in range(40):  # screens that nobody reads fill the terminal's buffer
        os.write(terminal.fd, b"?\x1b")
        time.sleep(0.02)
    os.close(terminal.fd)
    end = time.monotonic() + 60
    while os.waitpid(terminal.pid, os.WNOHANG) == (0, 0):
        assert time.monotonic() < end, "the studio goes on without a terminal"
        time.sleep(0.05)
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < end, "the process beside goes on"
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_terminal_that_nobody_reads_does_not_hold_the_end(tmp_path: Path) -> None:
    """The terminal is still there, and what is written to it waits for good."""
    terminal = Terminal(tmp_path / "data")
    terminal.until(lambda: b"Welcome" in terminal.seen)
    (process,) = children(terminal.pid)
    for _ in range(100):
        os.write(terminal.fd, b"?\x1b")
        time.sleep(0.02)
    os.kill(terminal.pid, signal.SIGHUP)
    end = time.monotonic() + 60
    while (status := terminal.ended()) is None:
        assert time.monotonic() < end, "the studio waits for a reader"
        time.sleep(0.05)
    assert status == 128 + signal.SIGHUP  # cut off: what it would have written fitted no more
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < end, "the process beside goes on"
        time.sleep(0.05)
    os.close(terminal.fd)


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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's own")
def test_a_full_disk_is_said_and_work_goes_on_once_there_is_room(tmp_path: Path) -> None:
    """The process beside may write no file for a while, as if its disk were full."""
    import resource

    place = Kept(tmp_path / "data")

    async def story() -> None:
        app = StudioApp(place)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:

            async def until(holds: Callable[[], object]) -> None:
                for _ in range(3000):
                    if holds():
                        return
                    await pilot.pause(0.02)
                raise AssertionError([toast.message for toast in app._notifications])

            await until(lambda: isinstance(app.screen, Welcome))
            await pilot.press("escape")
            process = place.beside._process.pid
            before = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (0, before[1]))
            await folder(pilot, until, "Acme")
            await until(lambda: any("disk" in toast.message for toast in app._notifications))
            assert app._exception is None
            resource.prlimit(process, resource.RLIMIT_FSIZE, before)
            await pilot.press("escape")
            await folder(pilot, until, "Acme")
            await until(lambda: app.folder == "acme")
            assert place.beside._process.pid == process
            studio = app.gate.studio()
            assert isinstance(studio, brandstudio.LocalStudio)
            assert studio.admin.doctor(mend=False).ok
        app.close_studio()

    async def folder(pilot: Any, until: Any, name: str) -> None:
        await pilot.press("n")
        await until(lambda: isinstance(pilot.app.screen, Form))
        await pilot.press(*name, "enter")
        await until(lambda: not isinstance(pilot.app.screen, Form))

    asyncio.run(story())


class Kept(Embedded):
    """A folder whose process beside can be got at."""

    def open(self) -> brandstudio.Studio:
        made = Beside(self.data, self.workspace)
        object.__setattr__(self, "beside", made)
        return brandstudio.LocalStudio(made)

    beside: Beside


@pytest.mark.slow
@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="needs a shell with jobs")
def test_it_is_sent_to_the_shell_and_fetched_back(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m brandstudio --data {tmp_path / 'data'} studio\n"
    terminal = Terminal(tmp_path, shell=True, PS1="ready> ", HISTFILE="")
    terminal.until(lambda: b"ready> " in terminal.seen)
    os.write(terminal.fd, command.encode())
    terminal.until(lambda: b"Welcome" in terminal.seen)
    os.write(terminal.fd, b"\x1b")
    time.sleep(1)
    os.write(terminal.fd, b"\x1a")
    terminal.until(lambda: b"Stopped" in terminal.seen)
    assert b"\x1b[?1049l" in terminal.seen  # the shell has its own screen back
    terminal.seen = b""
    os.write(terminal.fd, b"fg\n")
    terminal.until(lambda: b"Library" in terminal.seen and b"Desk" in terminal.seen)
    terminal.seen = b""
    os.write(terminal.fd, b"\x11")
    terminal.until(lambda: b"ready> " in terminal.seen)
    os.write(terminal.fd, b"exit\n")
    status: list[int | None] = []
    terminal.until(lambda: status.append(terminal.ended()) or status[-1] is not None)


@pytest.mark.slow
def test_a_terminal_without_unicode_gets_ascii_alone(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "data", PYTHONIOENCODING="ascii")
    terminal.until(lambda: b"Welcome" in terminal.seen)
    os.kill(terminal.pid, signal.SIGHUP)
    status: list[int | None] = []
    terminal.until(lambda: status.append(terminal.ended()) or status[-1] is not None)
    assert [byte for byte in terminal.seen if byte > 0x7E] == []
