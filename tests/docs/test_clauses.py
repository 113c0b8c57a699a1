"""Every clause that a comment cites is in the guide, under the name that the comment gives it.

``spec: Designs, rule 4`` is the anchor ``spec-designs-rule-4`` of ``docs/decisions/contract.md``;
``decisions, point 10`` is ``decisions-point-10`` and ``decisions: Figures`` is ``decisions-figures``
of ``left-open.md``; ``trust goals, I3`` is ``trust-i3`` of the guarantees.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import DOCS, ROOT

SOURCES = ("brandstudio", "tests", "tui", "notebooks", "examples")
CITED = re.compile(
    r"\b(?P<paper>spec|decisions|trust goals)"
    r"(?:, point (?P<point>\d+)|[,:] (?P<goals>I\d+(?: to I\d+)?)|: (?!spec )(?P<name>[^;:()\"]+?))"
    r"(?=[;:()\"]|\.(?:\s|$)|,\s+\"|$)"
)


def anchors() -> set[str]:
    return {
        found
        for page in DOCS.rglob("*.md")
        for found in re.findall(r"^\(([\w-]+)\)=$", page.read_text(), re.MULTILINE)
    }


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def prose(file: Path) -> Iterator[str]:
    """The comments and docstrings of a file, each in one line."""
    if file.suffix == ".sql":
        yield from re.findall(r"--(.*)", file.read_text())
        return
    comment: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(file.read_text()).readline):
        if token.type == tokenize.COMMENT:
            comment.append(token.string.lstrip("#: "))
        elif token.type == tokenize.STRING and token.string.startswith(('"""', 'r"""')):
            yield " ".join(token.string.strip('r"').split())
        elif token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            yield " ".join(comment)
            comment = []
    yield " ".join(comment)


def cited(text: str) -> Iterator[str]:
    """The anchors that a comment asks for."""
    for found in CITED.finditer(text.replace("`", "")):
        if found["point"]:
            yield f"decisions-point-{found['point']}"
        elif found["goals"]:
            yield from (f"trust-{goal.lower()}" for goal in re.findall(r"I\d+", found["goals"]))
        else:
            yield slug(f"{found['paper']} {found['name']}")


def files() -> list[Path]:
    found = [file for name in SOURCES for file in (ROOT / name).rglob("*.py")]
    found += (ROOT / "brandstudio").rglob("*.sql")
    return [file for file in found if file != Path(__file__)]


def test_every_cited_clause_is_in_the_guide() -> None:
    there = anchors()
    missing = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files()
        for text in prose(file)
        for name in cited(text)
        if name not in there
    ]
    assert missing == []


def test_papers_that_are_not_here_are_not_cited() -> None:
    named = re.compile(r"\b(?:spec|decisions|trust|architecture|tour|goals|libraries)\.md\b")
    wrong = [str(file.relative_to(ROOT)) for file in files() if named.search(file.read_text())]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("spec: Designs, rule 4", "spec-designs-rule-4"),
        ("spec: Limits, trial invitations; a rolling day", "spec-limits-trial-invitations"),
        ("A live item (spec: slots.imageId).", "spec-slots-imageid"),
        ("(decisions, point 10)", "decisions-point-10"),
        ("costs as much (decisions: Figures).", "decisions-figures"),
        ("every invariant (trust goals, I1 to I10)", "trust-i10"),
        ('spec: Events, "After six"', "spec-events"),
    ],
)
def test_a_citation_is_found(text: str, anchor: str) -> None:
    assert anchor in list(cited(text))
