"""Precision and recall of proofreading over a set of sentences, right and wrong, and its speed over
50,000 characters.

``tests/data/proofreading.jsonl`` was written for this test: a line is a text, its language where it
is not English, and what a careful proofreader finds in it for the brand below. A finding counts
when its kind, its words and its side (applied or for a person) are right, and its replacement where
one is expected.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from brandstudio.engines.grammar import grammar
from brandstudio.language.proofread import proofread
from brandstudio.models.style import Voice

SET = Path(__file__).parent.parent / "data" / "proofreading.jsonl"
BRAND = Voice(
    spelling="en-GB",
    banned_words=["cheap", "synergy", "low-cost"],
    preferred_words={"user": "customer", "sign up": "join", "app": "platform"},
    product_names=["BrandStudio", "Acme Flow"],
    headline_case="sentence",
    max_sentence_words=30,
)


def score() -> tuple[Counter[str], Counter[str], Counter[str], list[str]]:
    """Right, wrong and missed findings by kind, and the lines that have any of the latter two."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    misses: list[str] = []
    for line in SET.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        result = proofread(case["text"], voice=BRAND, language=case.get("language", "en"))
        found = [(c, True) for c in result.applied] + [(c, False) for c in result.advisories]
        for wanted in case["expect"]:
            hit = next(
                (
                    (c, side)
                    for c, side in found
                    if c.kind == wanted["kind"]
                    and side == wanted["applied"]
                    and wanted["original"] in (c.original, "*")
                    and wanted.get("replacement", c.replacement) == c.replacement
                ),
                None,
            )
            if hit is None:
                missed[wanted["kind"]] += 1
                misses.append(f"missed {wanted} in {case['text']!r}")
            else:
                right[wanted["kind"]] += 1
                found.remove(hit)
        for extra, side in found:
            wrong[extra.kind] += 1
            misses.append(
                f"{'changed' if side else 'advised'} {extra.kind} {extra.original!r} -> {extra.replacement!r} in {case['text']!r}"
            )
    return right, wrong, missed, misses


@pytest.mark.benchmark
def test_precision_and_recall(capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong, missed, misses = score()
    with capsys.disabled():
        print()
        for kind in sorted(right | wrong | missed):
            print(
                f"{kind:20} right {right[kind]:3}  wrong {wrong[kind]:3}  missed {missed[kind]:3}"
            )
        total = right.total()
        print(
            f"precision {total / (total + wrong.total()):.3f}  recall {total / (total + missed.total()):.3f}  over {len(SET.read_text().splitlines())} texts"
        )
        print("\n".join(misses))
    assert right.total() / (right.total() + wrong.total()) >= 0.95
    assert right.total() / (right.total() + missed.total()) >= 0.95


@pytest.mark.benchmark
def test_speed_over_fifty_thousand_characters(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [json.loads(line)["text"] for line in SET.read_text(encoding="utf-8").splitlines()]
    text = ("\n\n".join(texts) * 10)[:50_000]
    checks = {"our checks": None, "with harper": grammar(BRAND.product_names, BRAND.spelling)}
    if checks["with harper"]:
        checks["with harper"]("Warm up.")
    for name, check in checks.items():
        began = time.process_time()
        result = proofread(text, voice=BRAND, grammar=check)
        took = time.process_time() - began
        assert result.applied
        with capsys.disabled():
            print(
                f"{name}: {took:.2f} s CPU for {len(text)} characters, {len(result.applied)} applied, {len(result.advisories)} advised"
            )
