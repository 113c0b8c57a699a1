"""Random days of two processes on one folder, each from a seed.

    python simulate.py SEEDS [FIRST] [--steps 40] [--processes 2] [--minutes 60] [--log FILE] [--found]

The same seed gives the same day: the hash over what an outsider saw at each step is repeated by
every hundredth seed. A day that breaks an invariant is shrunk to the steps that do, printed as JSON
and kept in ``found/``, which ``--found`` plays again first, as the tests do. Where even a day on
which nothing happens breaks, the machine is at fault (a full disk), and the drill ends there. The
last line says how many seeds were lived, which are fewer where the minutes are over first. With a
log each thousand seeds are a line in it, and the same command goes on where it ended.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import hashlib
import json
import logging
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from kept import renewed
from world import Step, World, prepare

PART = 1000
FOUND = Path(__file__).with_name("found")
WEIGHTS = {
    "create": 8,
    "brandify": 3,
    "revise": 6,
    "resize": 4,
    "add": 7,
    "again": 9,
    "folder": 3,
    "duplicate": 2,
    "archive": 2,
    "trash": 3,
    "restore": 2,
    "cancel": 2,
    "pay": 2,
    "work": 16,
    "sweep": 3,
    "owe": 3,
    "fill": 4,
    "kill": 6,
    "refuse": 4,
    "stumble": 4,
    "wait": 6,
    "jump": 2,
}


def day(seed: int, steps: int) -> list[Step]:
    """What happens on the day of a seed."""
    rng = random.Random(seed)
    whats = rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=steps)
    return [Step(what, rng.randrange(64), rng.randrange(64)) for what in whats]


class Broken(AssertionError):
    """An invariant does not hold."""


def play(steps: Sequence[Step], base: Path, seed: int = 0) -> str:
    """Let the steps happen on a copy of the prepared folder; returns the hash of what was seen.
    Raises Broken where something does not hold.
    """
    seen = hashlib.sha256()
    data = base.parent / "data"
    renewed(base, data)
    world = World(data, seed)
    try:
        for number, step in enumerate(steps):
            seen.update(f"{number} {step} {world.take(step, number)}\n".encode())
            _hold(world.problems(), f"after step {number}, {step}")
        world.settle()
        _hold(world.at_rest(), "at rest")
        seen.update(world.digest().encode())
    except AssertionError as error:
        raise Broken(str(error)) from error
    finally:
        world.close()
    return seen.hexdigest()


def _hold(problems: list[str], when: str) -> None:
    if problems:
        raise Broken(f"{when}: {problems}")


def broken(steps: Sequence[Step], base: Path, seed: int) -> str | None:
    """What does not hold, or None."""
    try:
        play(steps, base, seed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def shrunk(steps: Sequence[Step], base: Path, seed: int) -> list[Step]:
    """As few steps as still break something (delta debugging: ever smaller pieces are left out)."""
    left, size = list(steps), max(1, len(steps) // 2)
    while size:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            if broken(fewer, base, seed) is not None:
                left = fewer
            else:
                at += size
        size //= 2
    return left


def base_folder(place: Path) -> Path:
    """The folder that each day begins with, prepared once."""
    base = place / "base"
    prepare(base)
    return base


def _memory() -> str | None:
    """Where files are memory, so that a flush costs nothing."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


class Part(NamedTuple):
    """Seeds that lie side by side, and where they are lived."""

    first: int
    seeds: int
    steps: int
    until: float
    place: Path


class Lived(NamedTuple):
    """How many of a part's seeds were lived, in how much of the processor's time, and what was
    broken: seed, reason, its steps.
    """

    first: int
    seeds: int
    seconds: float
    found: list[tuple[int, str, str]]


@lru_cache(maxsize=1)
def _begun(place: Path) -> Path:
    """The folder that each day of this process begins with."""
    logging.disable(logging.CRITICAL)
    base = base_folder(Path(tempfile.mkdtemp(dir=place)))
    gc.collect()
    gc.freeze()  # what is loaded stays, and need not be looked through again and again
    return base


def live(part: Part) -> Lived:
    """The days of one part, until the time is over."""
    base = _begun(part.place)
    found: list[tuple[int, str, str]] = []
    count, before = 0, time.process_time()
    for seed in range(part.first, part.first + part.seeds):
        if time.time() > part.until:
            break
        lived = day(seed, part.steps)
        count += 1
        why = broken(lived, base, seed)
        if why is None and seed % 100 == 0 and play(lived, base, seed) != play(lived, base, seed):
            why = "the same seed gave another day"
        if why is not None:
            if (empty := broken([], base, seed)) is not None:
                raise RuntimeError(f"no day can be lived here: {empty}")
            least = [list(step) for step in shrunk(lived, base, seed)]
            found.append((seed, why, json.dumps({"seed": seed, "steps": least})))
    return Lived(part.first, count, round(time.process_time() - before, 1), found)


def parts(first: int, seeds: int, many: int) -> list[tuple[int, int]]:
    """First seed and number of each part: a thousand, or fewer where each process has not one."""
    size = min(PART, -(-seeds // many))
    return [(at, min(size, first + seeds - at)) for at in range(first, first + seeds, size)]


def kept(log: Path | None) -> list[Lived]:
    """What an earlier run has lived, by its log."""
    if log is None or not log.exists():
        return []
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [Lived(one["first"], one["seeds"], one["cpu"], one["found"]) for one in lines]


def told(log: Path | None, lived: Lived, part: Part) -> None:
    """One line of the log for a part that was lived to its end."""
    if log is None or lived.seeds < part.seeds:
        return
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = {"first": lived.first, "seeds": lived.seeds, "cpu": lived.seconds, "at": now}
    with log.open("a") as file:
        file.write(json.dumps({**line, "found": lived.found}) + "\n")


def run(given: argparse.Namespace, place: Path) -> list[Lived]:
    """Every seed that was asked for and is not in the log, part by part."""
    before = kept(given.log)
    done = {(one.first, one.seeds) for one in before}
    until = time.time() + given.minutes * 60
    asked = {
        at: Part(at, seeds, given.steps, until, place)
        for at, seeds in parts(given.first, given.seeds, given.processes)
        if (at, seeds) not in done
    }
    with contextlib.ExitStack() as stack:
        each: Iterator[Lived] = map(live, asked.values())
        if given.processes > 1:
            pool = multiprocessing.get_context("spawn").Pool(given.processes)
            each = stack.enter_context(pool).imap_unordered(live, asked.values())
        for lived in each:
            told(given.log, lived, asked[lived.first])
            before.append(lived)
    return before


def replayed() -> list[tuple[int, str, str]]:
    """The days that broke something once, and do so again."""
    again = []
    with tempfile.TemporaryDirectory(dir=_memory()) as place:
        base = base_folder(Path(place))
        for file in sorted(FOUND.glob("*.json")):
            kept = json.loads(file.read_text())
            why = broken([Step(*step) for step in kept["steps"]], base, kept["seed"])
            if why is not None:
                again.append((kept["seed"], f"{file.name} again: {why}", file.read_text().strip()))
    return again


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("seeds", type=int)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--found", action="store_true")
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(dir=_memory()) as place:
        results = run(given, Path(place))
    lived = sum(one.seeds for one in results)
    found = [one for part in results for one in part.found]
    if given.found:
        found += replayed()
    for seed, why, steps in found:
        FOUND.mkdir(exist_ok=True)
        (FOUND / f"seed-{seed}.json").write_text(steps + "\n")
        print(f"seed {seed}: {why[:600]}\n{steps}")
    seconds = round(time.monotonic() - started)
    print(json.dumps({"seeds": lived, "broken": len(found), "seconds": seconds}))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
