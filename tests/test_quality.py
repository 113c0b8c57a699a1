"""Types, style, and rules of our own that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import brandstudio

ROOT = Path(brandstudio.__file__).parent
REPOSITORY = ROOT.parent
_SECRET = re.compile(
    r"(^|_)(sig|signature|mac|secret|digest|hmac|api_key|token_hash|password)(s?)($|_)"
)


def tool(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_ruff_finds_nothing() -> None:
    tool("ruff", "check", ".")
    tool("ruff", "format", "--check", ".")


@pytest.mark.parametrize(
    "checked", [["brandstudio"], pytest.param(["brandstudio", "tests"], marks=pytest.mark.slow)]
)
def test_mypy_strict_finds_nothing(checked: list[str]) -> None:
    """In one run with the tests, which are checked less strictly (see pyproject.toml): a third more
    to read, and a drill.
    """
    tool("mypy", *checked)


def test_every_file_that_leaves_cases_to_the_drills_is_named_where_they_run() -> None:
    named = set((REPOSITORY / ".ci" / "run").read_text().split())
    sampled = [
        file.relative_to(REPOSITORY)
        for file in (REPOSITORY / "tests").rglob("test_*.py")
        if "\nfrom sampling import" in file.read_text()
    ]
    assert len(sampled) > 10
    assert [str(f) for f in sampled if not {str(f), *map(str, f.parents)} & named] == []


def test_secrets_are_compared_in_constant_time() -> None:
    """``==``, ``!=`` and ``in`` stop at the first difference; hmac.compare_digest does not (trust:
    constant time).
    """
    wrong = []
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Compare):
                continue
            if not any(isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for op in node.ops):
                continue
            sides = [node.left, *node.comparators]
            # A comparison with a fixed value (None, "", a length) tells nothing of a secret.
            if any(isinstance(side, ast.Constant) for side in sides):
                continue
            for side in sides:
                name = (
                    side.attr
                    if isinstance(side, ast.Attribute)
                    else side.id
                    if isinstance(side, ast.Name)
                    else ""
                )
                if _SECRET.search(name):
                    wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}")
    assert wrong == []


def test_the_rule_on_secrets_can_fail() -> None:
    assert _SECRET.search("api_key")
    assert _SECRET.search("sent_mac")
    assert _SECRET.search("client_secret")
    assert not _SECRET.search("machine")
    assert not _SECRET.search("design")


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX", "NotImplementedError"])
def test_nothing_is_left_for_later(word: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in ROOT.rglob("*.py")
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if re.search(rf"\b{word}\b", line)
    ]
    assert found == []


def test_every_public_class_and_function_says_what_it_is() -> None:
    """Methods of the store's areas and rows are named by their verb and may go without."""
    missing = []
    for file in ROOT.rglob("*.py"):
        part = file.relative_to(ROOT).parts[0]
        tree = ast.parse(file.read_text())
        if ast.get_docstring(tree) is None and file.read_text().strip():
            missing.append(f"{file.relative_to(ROOT)}: module")
        if part in ("store", "studio.py", "handlers", "cli"):
            continue
        for node in tree.body:
            if (
                isinstance(node, ast.ClassDef)
                and not node.name.startswith("_")
                and ast.get_docstring(node) is None
            ):
                bases = {ast.unparse(base) for base in node.bases}
                if not bases & {"Model", "Input", "Protocol", "NamedTuple"} and part != "models":
                    missing.append(f"{file.relative_to(ROOT)}: {node.name}")
    assert missing == []


@pytest.mark.parametrize(
    "word", ["Brief", "Frame", "Line", "Plan", "Scope", "Swatch", "Voice", "Work"]
)
def test_a_word_names_one_thing(word: str) -> None:
    """The words that named two or three things once; a type of others is none of ours."""
    named = [
        str(path.relative_to(REPOSITORY))
        for place in ("brandstudio", "tui/brandstudio_tui", "notebooks/brandstudio_notebooks")
        for path in sorted((REPOSITORY / place).rglob("*.py"))
        if word in _named(path)
    ]
    assert len(named) <= 1, named


@cache
def _named(path: Path) -> frozenset[str]:
    return frozenset(name for node in ast.parse(path.read_text()).body for name in _defined(node))


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]
