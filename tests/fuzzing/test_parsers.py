"""Every parser of ours answers or refuses whatever bytes come, within bounds of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fuzz.py")
sys.path.insert(0, str(SCRIPT.parent))

from fuzz import found, tried  # noqa: E402
from parsers import PARSERS, Parser  # noqa: E402
from shapes import shapes  # noqa: E402


def fuzzed(*arguments: object) -> None:
    """In a process of its own, since memory is bounded in its children."""
    run = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=3000,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert json.loads(run.stdout.splitlines()[-1]).get("failures") == 0


KNOWN = [
    # A font is cut and packed for it first; templates are linted a dozen times: that takes seconds.
    pytest.param(
        parser, marks=pytest.mark.slow if parser.name in ("fonts", "webfonts", "templates") else ()
    )
    for parser in PARSERS
]


@pytest.mark.parametrize("parser", KNOWN, ids=lambda parser: parser.name)
def test_what_a_parser_is_known_by_is_read_and_what_broke_it_once_is_refused(
    parser: Parser,
) -> None:
    known = parser.seeds()
    assert known
    for data in (*known, *(file.read_bytes() for file in found(parser))):
        assert tried(parser, data) is None


#: How much of a text the readers of words are given, which is as much as they may be sent.
LONGEST = {
    "edits": 4000,
    "rules": 1000,
    "scenes": 4000,
    "queries": 400,
    "amendments": 4000,
    "drafts": 20_000,
    "targets": 200,
    "briefs": 4000,
    "markdown": 50_000,
    "pages": 50_000,
    "sheets": 50_000,
}


@pytest.mark.parametrize("length", [60, pytest.param(0, marks=pytest.mark.slow, id="longest")])
@pytest.mark.parametrize("parser", [p for p in PARSERS if p.name in LONGEST], ids=lambda p: p.name)
def test_words_that_are_made_to_be_expensive_are_read_or_refused_in_time(
    parser: Parser, length: int
) -> None:
    texts = shapes(length or LONGEST[parser.name])
    failing = {name: tried(parser, said.encode("utf-8", "replace")) for name, said in texts}
    assert {name: wrong for name, wrong in failing.items() if wrong is not None} == {}


@pytest.mark.slow
@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_bent_bytes_are_answered_or_refused(parser: Parser) -> None:
    fuzzed(500, parser.name)


@pytest.mark.nightly
@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_ten_thousand_files_are_answered_or_refused(parser: Parser) -> None:
    fuzzed(10_000, parser.name, "--seed", 7)
