"""``brandstudio batch``: rows of a table to banners."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from .app import FOLDER, App, Failure, as_plain, credits, example, pass_app

SIZES = ("linkedin-cover", "linkedin-feed", "square", "portrait", "email-header")


@click.command(
    epilog=example(
        "brandstudio batch posts.csv --folder acme/spring --size square --headline title --dry-run"
    )
)
@click.argument(
    "table", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
)
@click.option("--folder", required=True, metavar="PATH", type=FOLDER)
@click.option("--size", required=True, type=click.Choice(SIZES))
@click.option(
    "--template", default="overlay", show_default=True, help="One of them, one of your own, or all."
)
@click.option(
    "--dry-run", is_flag=True, help="Lay every row out and say what is wrong with it; free."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the PNGs and results.csv.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Rows drawn at a time.",
)
@click.option(
    "--batch-id",
    help="By default the table and these options: the same command goes on where it broke off.",
)
@click.option(
    "--headline",
    metavar="COLUMN",
    help="Slots take the column of their own name unless told otherwise.",
)
@click.option("--subhead", metavar="COLUMN")
@click.option("--button-text", metavar="COLUMN")
@click.option("--author-role", metavar="COLUMN")
@click.option("--author-name", metavar="COLUMN")
@click.option("--image-id", metavar="COLUMN")
@click.option("--logo", metavar="COLUMN")
@pass_app
def batch(
    app: App,
    /,
    table: Path,
    folder: str,
    size: str,
    template: str,
    dry_run: bool,
    out: Path | None,
    threads: int,
    batch_id: str | None,
    **columns: str | None,
) -> None:
    """Rows of a CSV or Parquet file to banners; a row that fails keeps its error and stops no
    other.

    Ends with status 1 when any row has a problem.
    """
    from tqdm.auto import tqdm

    from ..studio.batch import stream
    from ..studio.rows import RowResult, flat

    named: dict[str, Any] = {slot: column for slot, column in columns.items() if column is not None}
    if batch_id is None:
        with table.open("rb") as source:
            digest = hashlib.file_digest(source, "sha256")
        digest.update(
            "\n".join(
                [folder, size, template, *sorted(f"{a}={b}" for a, b in named.items())]
            ).encode()
        )
        batch_id = digest.hexdigest()[:24]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    rows = wrong = 0
    total = before = 0.0
    warnings: Counter[str] = Counter()
    results: list[Any] = []
    report = (
        nullcontext()
        if out is None
        else (out / "results.csv").open("w", encoding="utf-8", newline="")
    )
    with app.studio() as studio, ThreadPoolExecutor(threads) as pool, report as file:
        fields = list(flat(RowResult(row=0, status="done", headline=None)))
        writer = None if file is None else csv.DictWriter(file, fields)
        if writer is not None:
            writer.writeheader()
        found = stream(
            studio,
            table,
            folder=folder,
            size=size,
            template=template,
            dry_run=dry_run,
            batch_id=batch_id,
            save_to=None if dry_run else out,
            executor=pool,
            window=4 * threads,
            **named,
        )
        for result in tqdm(found, unit=" rows", disable=None, leave=False):
            rows += 1
            if result.charged_before:
                before += result.credits
            else:
                total += result.credits
            wrong += not result.ok
            if writer is not None:
                writer.writerow({name: _safe(value) for name, value in flat(result).items()})
            if app.as_json:
                results.append(as_plain(result))
                continue
            for problem in result.problems:
                slot = f" {problem.slot}" if problem.slot else ""
                click.echo(f"row {result.row}{slot}: {problem.code}: {problem.message}")
            warnings.update(result.warnings)
            if result.job_id is not None and result.ok:
                click.echo(f"row {result.row}: {result.job_id}")
    if not app.as_json:
        for warning, count in warnings.most_common():
            click.echo(f"{count} {'row' if count == 1 else 'rows'}: {warning}")
    verb = "would charge" if dry_run else "charged"
    earlier = f", charged before {credits(before)}" if before else ""
    where = "" if out is None else f": {out / 'results.csv'}"
    app.show(
        {
            "rows": results,
            "count": rows,
            "withProblems": wrong,
            "credits": total,
            "creditsBefore": before,
            "dryRun": dry_run,
        },
        f"{rows} rows, {wrong} with problems, {verb} {credits(total)} credits{earlier}{where}",
    )
    if wrong:
        raise Failure("ROWS_FAILED", f"{wrong} of {rows} rows have problems")


def _safe(value: object) -> object:
    """A cell that no spreadsheet takes for a formula (OWASP: CSV injection)."""
    return (
        f"'{value}"
        if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
        else value
    )
