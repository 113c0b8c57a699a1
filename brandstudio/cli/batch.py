"""``brandstudio batch``: rows of a table to banners."""

from __future__ import annotations

import csv
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import StudioError
from ..models.sizes import BannerSize
from .app import App, Failure, as_plain, credits, example, pass_app
from .params import FILE, FOLDER, STDIN, TEMPLATE, OneOf, choices, from_stdin
from .terminal import paint, priced

if TYPE_CHECKING:
    from ..studio import Studio
    from ..studio.rows import RowResult

SIZES = choices(BannerSize)
_SLOTS = (
    "headline",
    "subhead",
    "button_text",
    "author_role",
    "author_name",
    "image_id",
    "logo",
    "language",
)


@click.command(
    epilog=example(
        "brandstudio batch posts.csv --folder acme/spring --size square --headline title --dry-run"
    )
)
@click.argument("table", type=FILE)
@click.option(
    "--folder", required=True, metavar="PATH", type=FOLDER, help="Whose look the banners have."
)
@click.option("--size", required=True, type=OneOf(SIZES))
@click.option(
    "--template",
    type=TEMPLATE,
    default="overlay",
    show_default=True,
    metavar="NAME",
    help="One of them, one of your own, or all.",
)
@click.option(
    "--dry-run", is_flag=True, help="Lay every row out and say what is wrong with it; free."
)
@click.option(
    "--save",
    is_flag=True,
    help="Save the banners to the library of the folder too (upload, each); they are found there "
    "under their headlines.",
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
@click.option("--fresh", is_flag=True, help="Make and charge all rows anew.")
@click.option(
    "--batch-id",
    metavar="TEXT",
    help="By default each row's place and words with these options: the same command goes on where "
    "it broke off, and pays only for rows that are new or changed (within 24 hours).",
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
def batch(app: App, /, table: Path, save: bool, out: Path | None, **given: Any) -> None:
    """Rows of a CSV or Parquet file to banners; a row that fails keeps its error and stops no
    other. TABLE may be - for CSV from standard input.

    Ends with status 1 when any row has a problem.
    """
    dry_run = given["dry_run"]
    run = _Run(app, dry_run=dry_run, save=save)
    with ExitStack() as opened:
        file = opened.enter_context(_table(table))
        studio = opened.enter_context(app.studio())
        pool = opened.enter_context(ThreadPoolExecutor(given["threads"]))
        run.banners = 3 if given["template"] == "all" else 1
        run.price = studio.credits.pricing().prices["upload"] if save else 0
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            run.write_to(
                opened.enter_context((out / "results.csv").open("w", encoding="utf-8", newline=""))
            )
        for result in _rows(studio, pool, file, None if dry_run else out, given):
            run.take(studio, result)
    run.sum_up(None if out is None else out / "results.csv")


@contextmanager
def _table(table: Path) -> Iterator[Path]:
    """The table's file; what comes from standard input is kept in one for the length of the run."""
    if str(table) != STDIN:
        yield table
        return
    with tempfile.TemporaryDirectory(prefix="brandstudio-") as folder:
        file = Path(folder) / "stdin.csv"
        file.write_bytes(from_stdin())
        yield file


def _rows(
    studio: Studio, pool: ThreadPoolExecutor, table: Path, out: Path | None, given: dict[str, Any]
) -> Iterator[RowResult]:
    from tqdm.auto import tqdm

    from ..studio.batch import stream

    columns = {slot: given[slot] for slot in _SLOTS if given[slot] is not None}
    folder, size, template = given["folder"], given["size"], given["template"]
    found = stream(
        studio,
        table,
        folder=folder,
        size=size,
        template=template,
        dry_run=given["dry_run"],
        fresh=given["fresh"],
        batch_id=given["batch_id"],
        save_to=out,
        executor=pool,
        window=4 * given["threads"],
        **columns,
    )
    yield from tqdm(found, unit=" rows", disable=None, leave=False)


@dataclass
class _Run:
    """What became of the rows so far, as it is told and written down."""

    app: App
    dry_run: bool
    save: bool
    price: float = 0
    banners: int = 1
    rows: int = 0
    wrong: int = 0
    total: float = 0
    before: float = 0
    may_add: float = 0
    results: list[Any] = field(default_factory=list)
    warnings: Counter[str] = field(default_factory=Counter)
    writer: csv.DictWriter[str] | None = None

    def write_to(self, file: Any) -> None:
        """Write a line for each row into that file as well."""
        from ..studio.rows import RowResult, flat

        names = list(flat(RowResult(row=0, status="done", headline=None)))
        self.writer = csv.DictWriter(file, [*names, "image_ids"])
        self.writer.writeheader()

    def take(self, studio: Studio, result: RowResult) -> None:
        """Count a row, save its banners, tell it."""
        from ..studio.rows import flat

        saved, problem = self._saved(studio, result) if self.save else ([], None)
        self.rows += 1
        if result.charged_before:
            self.before += result.credits
        else:
            self.total += result.credits
        self.may_add += result.may_add
        self.wrong += not result.ok or problem is not None
        self.warnings.update(result.warnings)
        if self.writer is not None:
            line = flat(result) | {"image_ids": " ".join(saved)}
            if problem is not None:
                line["problems"] = "; ".join(filter(None, [str(line["problems"]), problem]))
            self.writer.writerow({name: _safe(value) for name, value in line.items()})
        if self.app.as_json:
            told = {**as_plain(result), **({"imageIds": saved} if self.save else {})}
            self.results.append(told | ({"saveError": problem} if problem else {}))
            return
        self._tell(result, saved, problem)

    def _saved(self, studio: Studio, result: RowResult) -> tuple[list[str], str | None]:
        if self.dry_run:
            self.total += self.price * self.banners * result.ok
            return [], None
        ids: list[str] = []
        for picture in result.pictures:
            try:
                done = studio.designs.save(
                    job_id=result.job_id or "", variant_id=picture.variant_id
                )
            except StudioError as error:
                return ids, f"{error.code}: {error.message}"
            ids.append(done.image_id)
            self.total += 0 if done.credits is None else done.credits.deducted
        return ids, None

    def _tell(self, result: RowResult, saved: list[str], problem: str | None) -> None:
        for entry in result.problems:
            slot = f" {entry.slot}" if entry.slot else ""
            click.echo(f"row {result.row}{slot}: {paint(entry.code, 'bad')}: {entry.message}")
        if problem is not None:
            click.echo(f"row {result.row}: not saved: {problem}")
        if result.job_id is not None and result.ok:
            click.echo(f"row {result.row}: {' '.join([result.job_id, *saved])}")

    def sum_up(self, report: Path | None) -> None:
        """The last line; raises where a row has a problem."""
        if not self.app.as_json:
            for warning, count in self.warnings.most_common():
                click.echo(f"{count} {'row' if count == 1 else 'rows'}: {warning}")
        verb = "would charge" if self.dry_run else "charged"
        more = (
            f", and at most {priced(self.may_add)} more where photos have to be continued beyond "
            "their edge (banner_extend)"
            if self.may_add
            else ""
        )
        earlier = f", charged before {credits(self.before)}" if self.before else ""
        where = "" if report is None else f": {report}"
        self.app.show(
            {
                "rows": self.results,
                "count": self.rows,
                "withProblems": self.wrong,
                "credits": self.total,
                "creditsBefore": self.before,
                "mayAdd": self.may_add,
                "dryRun": self.dry_run,
            },
            f"{self.rows} rows, {self.wrong} with problems, {verb} {priced(self.total)}"
            f"{more}{earlier}{where}",
        )
        if self.wrong:
            raise Failure("ROWS_FAILED", f"{self.wrong} of {self.rows} rows have problems")


def _safe(value: object) -> object:
    """A cell that no spreadsheet takes for a formula (OWASP: CSV injection)."""
    return (
        f"'{value}"
        if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
        else value
    )
