"""The files that ``brandstudio batch`` writes: where they go, that none is the table, and the
results of the rows.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import click

from .overwriting import require_apart

_SHEETS = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True)
class Outputs:
    """Where a run's files go: the banners with their manifest, the results, the contact sheet."""

    banners: Path | None
    results: Path | None
    sheet: Path | None


def outputs(
    table: Path, out: Path | None, results: Path | None, sheet: Path | None, *, dry_run: bool
) -> Outputs:
    """What is written by this call. A dry run writes none but the results, where they have a name.
    Raises UsageError for what would be written over the table, or over each other.
    """
    from ..studio.keeping import files_of
    from ..studio.whole_files import same_file

    if sheet is not None and sheet.suffix.lower() not in _SHEETS:
        raise click.UsageError(f"--contact-sheet ends in one of {', '.join(_SHEETS)}.")
    beside = results or (None if out is None else _beside(out))
    named = [*(() if out is None else files_of(out)), beside, sheet]
    written = [path for path in named if path is not None]
    for target in written:
        require_apart(target, [table], "name another --out" + _or_results(target, beside))
    for one, other in combinations(written, 2):
        if same_file(one, other):
            raise click.UsageError(f"{one} would be written twice; name another file.")
    if dry_run:
        return Outputs(None, results, None)
    return Outputs(out, beside, sheet)


def _beside(out: Path) -> Path:
    """Where results go that have no name of their own."""
    return out.with_suffix(".csv") if out.suffix.lower() == ".zip" else out / "results.csv"


def _or_results(target: Path, results: Path | None) -> str:
    return ", or say with --results where the results go" if target == results else ""


@contextmanager
def results_in(path: Path) -> Iterator[csv.DictWriter[str]]:
    """What writes the results; the file appears when it is whole."""
    from ..studio.results import FLAT
    from ..studio.whole_files import whole_file

    with whole_file(path) as half:
        # With a mark of its encoding, as the manifest: spreadsheets would take it for another.
        file = io.TextIOWrapper(half, encoding="utf-8-sig", newline="")
        writer = csv.DictWriter(file, [*FLAT, "image_ids"])
        writer.writeheader()
        yield writer
        file.flush()
        file.detach()


def harmless_line(line: Mapping[str, object]) -> dict[str, object]:
    """A line whose cells no spreadsheet runs."""
    from ..studio.keeping import harmless

    return {name: harmless(value) for name, value in line.items()}
