"""How long a wrong key, link or signature is looked at, by how much of it is right: Welch's t between
none and all but the last character, which must not tell them apart (goal: under 4.5 in size).

Samples are taken in turns at random, and the slowest tenth, which is the machine's, is left out.
``BRANDSTUDIO_TIMING_SAMPLES`` says how many (20,000; 100,000 by hand).
"""

from __future__ import annotations

import gc
import itertools
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from brandstudio import errors
from brandstudio.keys import api
from brandstudio.keys.links import Links, Target
from brandstudio.keys.master import MasterKey
from brandstudio.testing import START_MS, Bench
from brandstudio.webhooks import SignatureError, sign, verify

pytestmark = pytest.mark.benchmark
SAMPLES = int(os.environ.get("BRANDSTUDIO_TIMING_SAMPLES", "20000"))


def welch(one: Callable[[], object], other: Callable[[], object]) -> float:
    """Welch's t between the times of two calls."""
    took: tuple[list[int], list[int]] = ([], [])
    calls, clock = (one, other), time.perf_counter_ns
    order = [n % 2 for n in range(SAMPLES * 2)]
    random.Random(7).shuffle(order)
    for call in calls * 500:
        call()
    gc.disable()
    try:
        for which in order:
            call = calls[which]
            began = clock()
            call()
            took[which].append(clock() - began)
    finally:
        gc.enable()
    most = sorted((*took[0], *took[1]))[int(SAMPLES * 2 * 0.9)]
    a, b = ([value for value in values if value < most] for values in took)
    spread = statistics.variance(a) / len(a) + statistics.variance(b) / len(b)
    return float((statistics.mean(a) - statistics.mean(b)) / spread**0.5)


def test_links_signatures_and_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {"links": of_links(), "signatures": of_signatures(), "keys": of_keys(tmp_path)}
    # The drill itself must see a comparison that stops at the first difference.
    right, early, late = "a" * 4000, "b" + "a" * 3999, "a" * 3999 + "b"
    found["a plain comparison"] = welch(lambda: _same(early, right), lambda: _same(late, right))
    with capsys.disabled():
        said = ", ".join(f"{name} t = {t:.1f}" for name, t in found.items())
        print(f"\n{SAMPLES} samples each: {said} (goal: under 4.5, but for the plain comparison)")


def _other(character: str) -> str:
    return "A" if character != "A" else "B"


def _same(one: str, two: str) -> bool:
    return all(a == b for a, b in zip(one, two, strict=True))


def of_links() -> float:
    key = MasterKey((b"k" * 32,))
    links = Links(lambda: key, lambda: START_MS, lambda: None)
    token = links.to(Target("wsp_1", "ab" * 32), 60).rpartition("/")[2]
    head, dot, mac = token.rpartition(".")
    none = head + dot + "".join(map(_other, mac))
    most = head + dot + mac[:-2] + "".join(map(_other, mac[-2:]))
    assert links.open(token).workspace_id == "wsp_1"

    def refused(wrong: str) -> None:
        try:
            links.open(wrong)
        except errors.NotFound:
            return
        raise AssertionError("a wrong link opens")

    return welch(lambda: refused(none), lambda: refused(most))


def of_signatures() -> float:
    body, now = b"x" * 600, 1_790_000_000
    good = sign("whsec_x", body, now)
    head, at, digest = good.rpartition("v1=")
    flip = str.maketrans("0123456789abcdef", "123456789abcdef0")
    none = head + at + digest.translate(flip)
    most = head + at + digest[:-1] + digest[-1].translate(flip)

    def refused(header: str) -> None:
        try:
            verify("whsec_x", body, header, now=now)
        except SignatureError:
            return
        raise AssertionError("a wrong signature passes")

    return welch(lambda: refused(none), lambda: refused(most))


def of_keys(folder: Path) -> float:
    """Many of each kind: one key's hash falls where it falls in the index, by no merit of the key."""
    with Bench(folder / "data") as bench:
        made = bench.workspace().owner.admin.keys.create(level="full").secret
        rng = random.Random(5)
        far, near = (
            itertools.cycle([_wrong(made[4:47], right, rng) for _ in range(500)])
            for right in (0, 40)
        )

        def refused(keys: Iterator[str]) -> None:
            try:
                bench.service.callers.authenticate(next(keys))
            except errors.InvalidApiKey:
                return
            raise AssertionError("a wrong key passes")

        return welch(lambda: refused(far), lambda: refused(near))


def _wrong(body: str, right: int, rng: random.Random) -> str:
    """A well-formed key whose first characters are those of another."""
    while True:
        made = body[:right] + "".join(rng.choices(api._BASE62, k=len(body) - right))
        if made != body:
            return f"bsk_{made}{api._checksum(made)}"
