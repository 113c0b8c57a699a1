"""Broken and hostile bytes for every parser of ours, with feedback from coverage.

    python fuzz.py FILES [PARSER ...] [--seed 0]

For each parser a child process with bounds on memory takes so many inputs: files of its corpus and
of ``found/``, bent at random. What reaches a new line of ours is bent further. Anything but an answer
or a refusal in the contract's words is a failure, and so is more than ``SECONDS`` for one input, more
memory than the bound, or a child that dies; the input is kept in ``found/`` where the tests take it
up. The last line counts files and failures.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import mmap
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from parsers import PARSERS, Parser

from brandstudio import errors

FOUND = Path(__file__).with_name("found")
SECONDS = 5.0
"""Of processor time, for one input."""
MEMORY = 3 * 1024**3
"""Of address space, which is a multiple of what is used."""
LARGEST = 256 * 1024
TRACED_EVERY = 12
CORPUS = 400


class TooSlow(BaseException):
    """One input takes more time than any may."""


def bent(data: bytes, corpus: Sequence[bytes], words: Sequence[bytes], rng: random.Random) -> bytes:
    """The bytes with some changes."""
    made = bytearray(data)
    for _ in range(1 << rng.randrange(4)):
        at = rng.randrange(len(made) + 1)
        size = min(len(made) - at, 1 << rng.randrange(9))
        what = rng.randrange(10)
        if what == 0 and made:
            made[at - 1] ^= 1 << rng.randrange(8)
        elif what == 1 and made:
            made[at - 1] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        elif what == 2:
            del made[at : at + size]
        elif what == 3:
            made[at:at] = made[at : at + size] * rng.choice((1, 1, 2, 60))
        elif what == 4:
            other = rng.choice(corpus)
            start = rng.randrange(len(other) + 1)
            made[at : at + size] = other[start : start + size]
        elif what == 5:
            made[at : at + rng.choice((0, 0, size))] = rng.choice(words) * rng.choice(
                (1, 1, 2, 200)
            )
        elif what == 6:
            width = rng.choice((1, 2, 4, 8))
            value = rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 31, rng.getrandbits(32)))
            made[at : at + width] = value.to_bytes(9, rng.choice(("big", "little")))[-width:]
        elif what == 7:
            made[at:at] = rng.randbytes(size)
        elif what == 8:
            del made[at:]
        else:
            made[at : at + size] = bytes(reversed(made[at : at + size]))
    return bytes(made[:LARGEST])


class Coverage:
    """The lines of ours that were reached so far."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, int]] = set()
        self.new = False

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            if place not in self._seen:
                self._seen.add(place)
                self.new = True
        return self._line

    def _call(self, frame: FrameType, event: str, _: Any) -> Any:
        return self._line if "/brandstudio/" in frame.f_code.co_filename else None

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Notes whether something new was reached."""
        self.new = False
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise TooSlow when this takes more processor time."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def tried(parser: Parser, data: bytes, times: int = 1) -> str | None:
    """What is wrong with how the parser takes the bytes; None where it answers or refuses."""
    try:
        with bounded(SECONDS * times * parser.times):
            parser.take(data)
    except errors.StudioError as refused:
        return "a fault of ours" if refused.code == "INTERNAL_ERROR" else None
    except parser.refuses:
        return None
    except TooSlow:
        return "too slow"
    except BaseException:
        return traceback.format_exc(limit=-4)
    return None


def inputs(parser: Parser) -> list[bytes]:
    """What the parser is known by: its seeds and what broke it once."""
    return [*parser.seeds(), *(file.read_bytes() for file in found(parser))]


def found(parser: Parser) -> list[Path]:
    """The inputs that broke a parser once."""
    return sorted(FOUND.glob(f"{parser.name}-*"))


def work(parser: Parser, files: int, seed: int, shared: mmap.mmap) -> None:
    """Take the inputs one after another; what is at work stands in shared memory, so that it
    outlives this process.
    """
    rng, coverage = random.Random(f"{parser.name} {seed}"), Coverage()
    corpus = inputs(parser)
    for number in range(files):
        kept = number < len(corpus) and number < files // 2
        data = corpus[number] if kept else bent(rng.choice(corpus), corpus, parser.words, rng)
        shared.seek(0)
        shared.write(number.to_bytes(8, "little") + len(data).to_bytes(8, "little") + data)
        # Tracing is slow by itself: those inputs have more time.
        if number % TRACED_EVERY == 0:
            with coverage.watching():
                wrong = tried(parser, data, 8)
            if coverage.new and wrong is None and len(corpus) < CORPUS:
                corpus.append(data)
        else:
            wrong = tried(parser, data)
        if wrong is not None:
            keep(parser, data, wrong)


def keep(parser: Parser, data: bytes, wrong: str) -> None:
    """Write a failure down."""
    FOUND.mkdir(exist_ok=True)
    name = f"{parser.name}-{hashlib.sha256(data).hexdigest()[:10]}"
    (FOUND / name).write_bytes(data)
    print(f"{name} ({len(data)} bytes): {wrong}", flush=True)


def child(parser: Parser, files: int, seed: int, shared: mmap.mmap) -> int:
    """The exit status of a child that takes the inputs."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            work(parser, files, seed, shared)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def fuzz(parser: Parser, files: int, seed: int) -> tuple[int, int, float]:
    """How many inputs were taken, how many broke something, and the seconds that it took."""
    before, started, done = len(found(parser)), time.monotonic(), 0
    with tempfile.TemporaryFile() as room:
        room.truncate(LARGEST * 2)
        with mmap.mmap(room.fileno(), LARGEST * 2) as shared:
            for attempt in range(20):
                status = child(parser, files - done, seed + 1000 * attempt, shared)
                shared.seek(0)
                at = int.from_bytes(shared.read(8), "little")
                size = int.from_bytes(shared.read(8), "little")
                done += at + 1
                if status == 0 or done >= files:
                    break
                keep(parser, shared.read(size), f"the process died ({status})")
    return done, len(found(parser)) - before, time.monotonic() - started


def main() -> int:
    names = [parser.name for parser in PARSERS]
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("files", type=int)
    asked.add_argument("parser", nargs="*", choices=[*names, []], default=[])
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    said: dict[str, Any] = {}
    for parser in PARSERS:
        if not given.parser or parser.name in given.parser:
            done, broke, seconds = fuzz(parser, given.files, given.seed)
            said[parser.name] = done
            print(f"{parser.name:12} {done:7} files, {broke} failures, {seconds:.1f} s", flush=True)
            said["failures"] = said.get("failures", 0) + broke
    print(json.dumps(said))
    return 1 if said.get("failures") else 0


if __name__ == "__main__":
    sys.exit(main())
