"""``brandstudio batch``: rows of a table to banners."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import StudioError
from ..models.sizes import BannerSize
from .app import App, Failure, as_plain, credits, example, pass_app
from .batch_files import harmless_line, outputs, results_in
from .notes import Notes
from .overwriting import STDIN, OutFile
from .params import FILE, FOLDER, TEMPLATE, OneOf, choices, from_stdin
from .slots import slot_columns
from .terminal import paint, priced
from .values import CANVAS

if TYPE_CHECKING:
    import csv

    from ..studio import Studio
    from ..studio.batch import Run as BatchRun
    from ..studio.finished import Batch
    from ..studio.results import RowResult

SIZES = choices(BannerSize)
_SLOTS = (
    "headline",
    "subhead",
    "button_text",
    "author_role",
    "author_name",
    "image_id",
    "logo",
)
"""Those whose column has an option of its own; ``--language`` names languages, not a column."""


OUT_FILE = OutFile(dir_okay=False, path_type=Path)
_MOST_NAMED = 10
_EXAMPLE = "batch posts.csv --folder acme/spring --size square --headline title --dry-run"


@click.command(epilog=example(f"brandstudio {_EXAMPLE}"))
@click.argument("table", type=FILE)
@click.option(
    "--folder",
    metavar="PATH",
    type=FOLDER,
    help="Whose look the banners have; with --folder-column, of rows that name none.",
)
@click.option("--folder-column", metavar="COLUMN", help="The column that names each row's folder.")
@click.option("--size", multiple=True, type=OneOf(SIZES), help="May be given several times.")
@click.option(
    "--canvas",
    multiple=True,
    type=CANVAS,
    metavar="WIDTHxHEIGHT",
    help="A size of your own in pixels; may be given several times.",
)
@click.option(
    "--template",
    type=TEMPLATE,
    multiple=True,
    default=("overlay",),
    show_default=True,
    metavar="NAME",
    help="One of them, one of your own, or all; may be given several times.",
)
@click.option(
    "--language",
    multiple=True,
    metavar="TAG",
    help="A language whose columns end in _TAG (headline_de); may be given several times. All are "
    "checked first: where words do not fit, nothing is made or charged.",
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
    type=OutFile(path_type=Path),
    help="A folder for the PNGs, manifest.csv and results.csv; or a .zip file, with its results "
    "beside it as .csv. A dry run writes none of them.",
)
@click.option(
    "--results",
    type=OUT_FILE,
    metavar="FILE",
    help="Where each row's result goes (CSV), of a dry run too.",
)
@click.option(
    "--contact-sheet",
    "sheet",
    type=OUT_FILE,
    metavar="FILE",
    help="A picture (.png) of the banners side by side, at most 240.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Rows drawn at a time.",
)
@click.option(
    "--processes",
    type=click.IntRange(0, 64),
    default=0,
    metavar="N",
    help="Draw in so many processes instead of threads (on a data folder).",
)
@click.option("--fresh", is_flag=True, help="Make and charge all rows anew.")
@click.option(
    "--batch-id",
    metavar="TEXT",
    help="Names a run of its own. Without one a row is known by its folder and words: the same "
    "command goes on where it broke off, however long ago, and pays only for what is new.",
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
@slot_columns
@pass_app
def batch(app: App, /, table: Path, save: bool, out: Path | None, **given: Any) -> None:
    """Rows of a CSV or Parquet file to banners; a row that fails keeps its error and stops no
    other, except that with --language all are checked first and one whose words do not fit keeps
    all from being made. TABLE may be - for CSV from standard input.

    Ends with status 1 when any row has a problem.
    """
    if not (given["folder"] or given["folder_column"]):
        raise click.UsageError("Missing option '--folder' (or '--folder-column').")
    if not (given["size"] or given["canvas"]):
        raise click.UsageError("Missing option '--size' (or '--canvas').")
    from ..studio.finished import Batch

    dry_run = given["dry_run"]
    files = outputs(table, out, given["results"], given["sheet"], dry_run=dry_run)
    run = _Run(app, dry_run=dry_run, save=save)
    with ExitStack() as opened:
        file = opened.enter_context(_table(table))
        studio = opened.enter_context(app.studio())
        elsewhere = _elsewhere(app, opened, given["processes"])
        pool = elsewhere.get("executor") or opened.enter_context(
            ThreadPoolExecutor(given["threads"])
        )
        run.price = studio.credits.pricing().prices["upload"] if save else 0
        batch = _begun(studio, file, files.banners, given, {**elsewhere, "executor": pool})
        run.banners = len(batch.plan.cells)
        if files.sheet is not None:
            run.kept = Batch(studio, dry_run=False)
        if files.results is not None:  # the table is read by now, as far as it can't be refused
            run.writer = opened.enter_context(results_in(files.results))
        run.follow(studio, batch)
        if run.kept is not None and files.sheet is not None and run.kept.banners:
            files.sheet.parent.mkdir(parents=True, exist_ok=True)
            run.kept.contact_sheet(files.sheet)
    run.sum_up(files.results)


def _elsewhere(app: App, opened: ExitStack, processes: int) -> dict[str, Any]:
    """Processes that open the data folder each for themselves."""
    if not processes:
        return {}
    if app.url is not None:
        raise click.UsageError("--processes works on a data folder; a server draws by itself.")
    context = get_context("spawn")
    pool = opened.enter_context(ProcessPoolExecutor(processes, mp_context=context))
    return {"executor": pool, "opener": app.opener()}


in_designs = copy(batch)
"""The same command, as ``brandstudio designs batch``."""
in_designs.epilog = example(f"brandstudio designs {_EXAMPLE}")


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


def _begun(
    studio: Studio, table: Path, out: Path | None, given: dict[str, Any], how: dict[str, Any]
) -> BatchRun:
    from ..studio.batch import Run

    columns = {slot: given[slot] for slot in _SLOTS if given[slot] is not None}
    columns |= given["own"] or {}
    return Run(
        studio,
        table,
        folder=given["folder"],
        folder_column=given["folder_column"],
        size=given["size"],
        canvas=given["canvas"],
        template=given["template"],
        languages=given["language"] or None,
        dry_run=given["dry_run"],
        fresh=given["fresh"],
        batch_id=given["batch_id"],
        save_to=out,
        window=4 * max(given["threads"], given["processes"]),
        **how,
        **columns,
    )


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
    held: bool = False
    results: list[Any] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)
    holding: list[str] = field(default_factory=list)
    writer: csv.DictWriter[str] | None = None
    kept: Batch | None = None

    def follow(self, studio: Studio, batch: BatchRun) -> None:
        """Take every row as it comes; whoever stops the command is told how it goes on."""
        from tqdm.auto import tqdm

        try:
            for result in tqdm(iter(batch), unit=" rows", disable=None, leave=False):
                self.take(studio, result)
        except KeyboardInterrupt:
            click.echo(
                f"stopped after {self.rows} rows; the same command goes on where it stood, and "
                "pays nothing twice",
                err=True,
            )
            raise
        self.held = batch.held

    def take(self, studio: Studio, result: RowResult) -> None:
        """Count a row, save its banners, tell it."""
        from ..studio.results import flat

        saved, problem = self._saved(studio, result) if self.save else ([], None)
        self.rows += 1
        self.before += result.credits_before
        self.total += result.credits - result.credits_before
        self.may_add += result.may_add
        self.wrong += not result.ok or problem is not None
        if result.holds:
            self.holding.append(_named(result))
        if self.kept is not None:
            self.kept.add(result)
        for said in result.warnings:
            self.notes.add(result.row, said)
        if self.writer is not None:
            line = flat(result) | {"image_ids": " ".join(saved)}
            if problem is not None:
                line["problems"] = "; ".join(filter(None, [str(line["problems"]), problem]))
            self.writer.writerow(harmless_line(line))
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
                done = studio.designs.save(job_id=picture.job_id, variant_id=picture.variant_id)
            except StudioError as error:
                return ids, f"{error.code}: {error.message}"
            ids.append(done.image_id)
            self.total += 0 if done.credits is None else done.credits.deducted
        return ids, None

    def _tell(self, result: RowResult, saved: list[str], problem: str | None) -> None:
        row = f"row {_named(result)}"
        for entry in result.problems:
            slot = f" {entry.slot}" if entry.slot else ""
            click.echo(f"{row}{slot}: {paint(entry.code, 'bad')}: {entry.sentence}")
        if problem is not None:
            click.echo(f"{row}: not saved: {problem}")
        if result.pictures and result.ok:
            click.echo(f"{row}: {' '.join([*result.job_ids, *saved])}")

    def sum_up(self, report: Path | None) -> None:
        """The last line; raises where a row has a problem."""
        if not self.app.as_json:
            for line in self.notes.lines():
                click.echo(line)
        more = _perhaps(self.may_add)
        earlier = f", charged before {credits(self.before)}" if self.before else ""
        if self.held:
            held = _nothing(self.holding, f"{priced(self.total)}{more}") if self.dry_run else ""
            more, earlier = "", held or ", nothing made"
            self.before = self.total = self.may_add = 0
        verb = "would charge" if self.dry_run else "charged"
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
                "held": self.held,
            },
            f"{self.rows} rows, {self.wrong} with problems, {verb} {priced(self.total)}"
            f"{more}{earlier}{where}",
        )
        if self.wrong:
            raise Failure("ROWS_FAILED", f"{self.wrong} of {self.rows} rows have problems")


def _named(result: RowResult) -> str:
    """The row's number, and its language where there are several."""
    return " ".join(filter(None, (str(result.row), result.language)))


def _perhaps(may_add: float) -> str:
    if not may_add:
        return ""
    return (
        f", and at most {priced(may_add)} more where photos have to be continued beyond "
        "their edge (banner_extend)"
    )


def _nothing(holding: list[str], others: str) -> str:
    """Why a run would come to nothing, and what the rows without problems would cost."""
    rows = ", ".join(holding[:_MOST_NAMED])
    if len(holding) > _MOST_NAMED:
        rows += f" and {len(holding) - _MOST_NAMED} more"
    they, have = ("rows", "have no problem") if len(holding) > 1 else ("row", "has no problem")
    return (
        f": nothing would be made until {they} {rows} {have}, since with --language all are "
        f"checked first; the rows without problems come to {others}"
    )
