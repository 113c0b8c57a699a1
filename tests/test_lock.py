"""What CI and releases install: every package pinned, with hashes, and as pyproject.toml asks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / ".ci" / "requirements.lock").read_text()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
MACHINES = [
    {"python_version": version, "python_full_version": f"{version}.1", "sys_platform": system}
    for version in ("3.11", "3.12", "3.13")
    for system in ("linux", "darwin")
]


def entries() -> list[Requirement]:
    plain = re.sub(r" \\\n\s+--hash=\S+", "", LOCK)
    return [Requirement(line) for line in plain.splitlines() if line]


def asked() -> Iterator[Requirement]:
    """What the project needs, with the extras and groups that the lock is made for."""
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    extras = project["optional-dependencies"]
    waiting = [*project["dependencies"], *PROJECT["build-system"]["requires"], *extras["all"]]
    waiting += [*extras["c2pa"], *groups["dev"], *groups["docs"], *groups["release"]]
    for text in waiting:
        if isinstance(text, dict):
            continue  # a group that includes another, which stands here too
        found = Requirement(text)
        if found.name == PROJECT["project"]["name"]:
            yield from (Requirement(inner) for extra in found.extras for inner in extras[extra])
        else:
            yield found


@pytest.mark.parametrize(
    "machine",
    MACHINES,
    ids=lambda machine: f"{machine['sys_platform']}-{machine['python_version']}",
)
def test_the_lock_has_what_the_project_asks_for(machine: dict[str, str]) -> None:
    pinned: dict[str, str] = {}
    for entry in entries():
        if entry.marker is None or entry.marker.evaluate(machine):
            (one,) = entry.specifier
            assert one.operator == "=="
            assert pinned.setdefault(canonicalize_name(entry.name), one.version) == one.version
    for wanted in asked():
        if wanted.marker is None or wanted.marker.evaluate(machine):
            version = pinned.get(canonicalize_name(wanted.name))
            assert version is not None, f"{wanted} is not in the lock"
            assert wanted.specifier.contains(version, prereleases=True), f"{wanted}, not {version}"


def test_every_package_has_hashes_and_none_names_a_place() -> None:
    blocks = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(blocks) == len(entries()) > 200
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block[:80]
    assert "://" not in LOCK
    assert "@" not in LOCK
