"""Tables in, banners out: each row is checked or made, and each row gets a result, whatever becomes
of it.

The table is read as a stream and a bounded number of rows is under way at a time, so memory does
not grow with it. Rows are carried out through the studio's own jobs, or over any
``concurrent.futures.Executor``: threads share the studio; processes and other machines open one of
their own with ``opener``.
"""

from __future__ import annotations

import csv
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uuid import uuid4

from .. import errors
from ..models import Model
from ..models.designs import BannerJob, DesignAccepted, PhotoLayer, Slots, Variant
from ..operations import CreateDesign, PreviewDesign
from .studio import Studio, build

if TYPE_CHECKING:
    import pandas

Row: TypeAlias = Mapping[str, Any]
Table: TypeAlias = "str | PathLike[str] | pandas.DataFrame | Iterable[Row]"
"""A CSV, TSV or Parquet file, a data frame (pandas, polars, pyarrow), or mappings from anywhere."""

SLOTS: tuple[str, ...] = tuple(Slots.model_fields)
"""What a column may fill: headline, subhead, button_text, author_role, author_name, image_id,
logo.
"""

WINDOW = 16
"""Rows under way at a time."""


class RowProblem(Model):
    """What stands in the way of a row: the slot (None for the row as a whole), the error's code,
    and a sentence.
    """

    slot: str | None
    code: str
    message: str


class RowPicture(Model):
    """One banner of a row; ``path`` where it was saved."""

    variant_id: str
    template: str
    png_url: str
    score: float
    contrast_failures: int
    path: str | None = None


class RowResult(Model):
    """What became of a row.

    ``row`` counts from 1 and leaves the head of a file out. ``credits`` is what its standing
    banners cost; after a dry run what they would cost, without a photo that has to be extended.
    ``charged_before`` says that an earlier run with the same ``batch_id`` made and paid for them.
    """

    row: int
    status: Literal["valid", "invalid", "done", "failed"]
    headline: str | None
    job_id: str | None = None
    pictures: list[RowPicture] = []
    problems: list[RowProblem] = []
    warnings: list[str] = []
    credits: float = 0
    charged_before: bool = False

    @property
    def ok(self) -> bool:
        """Whether there is nothing to see to."""
        return self.status in ("valid", "done")


@dataclass(frozen=True)
class Batch:
    """The results of a batch, one for each row, in the table's order."""

    rows: list[RowResult]
    dry_run: bool
    failed: list[RowResult] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "failed", [row for row in self.rows if not row.ok])

    def __repr__(self) -> str:
        return (
            f"Batch({len(self.rows)} rows, {len(self.failed)} with problems, {self.credits:g} credits"
            f"{', dry run' if self.dry_run else ''})"
        )

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[RowResult]:
        return iter(self.rows)

    @property
    def credits(self) -> float:
        """What all rows charge together, without those that an earlier run paid for."""
        return sum(row.credits for row in self.rows if not row.charged_before)

    @property
    def credits_before(self) -> float:
        """What an earlier run with the same ``batch_id`` charged for rows of this one."""
        return sum(row.credits for row in self.rows if row.charged_before)

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with one row a row; needs pandas."""
        import pandas

        return pandas.DataFrame([flat(row) for row in self.rows])


def flat(row: RowResult) -> dict[str, Any]:
    """A result as one line of a table."""
    return {
        "row": row.row,
        "status": row.status,
        "headline": row.headline,
        "job_id": row.job_id,
        "credits": row.credits,
        "charged_before": row.charged_before,
        "templates": " ".join(picture.template for picture in row.pictures),
        "variant_ids": " ".join(picture.variant_id for picture in row.pictures),
        "paths": " ".join(picture.path for picture in row.pictures if picture.path is not None),
        "problems": "; ".join(f"{problem.code}: {problem.message}" for problem in row.problems),
        "warnings": "; ".join(row.warnings),
    }


@dataclass(frozen=True)
class Plan:
    """What holds for all rows; small and picklable, so that it can travel to where a row is made.

    ``price`` is that of one banner, in credits.
    """

    folder: str
    size: str
    template: str
    batch_id: str
    price: float
    extension_price: float = 0
    save_to: str | None = None
    after: datetime | None = None
    """When the newest job was accepted before the batch began, by the service's own clock."""


def batch(
    studio: Studio,
    table: Table,
    *,
    progress: Callable[[RowResult], None] | None = None,
    dry_run: bool = False,
    **options: Any,
) -> Batch:
    """All of :func:`stream` at once."""
    rows = []
    for result in stream(studio, table, dry_run=dry_run, **options):
        rows.append(result)
        if progress is not None:
            progress(result)
    return Batch(rows, dry_run)


def stream(
    studio: Studio,
    table: Table,
    *,
    folder: str,
    size: str,
    template: str = "overlay",
    dry_run: bool = False,
    batch_id: str | None = None,
    save_to: str | PathLike[str] | None = None,
    executor: Executor | None = None,
    opener: Callable[[], Studio] | None = None,
    window: int = WINDOW,
    **columns: str,
) -> Iterator[RowResult]:
    """The results of the rows, in order, as they come.

    ``columns`` names the column of each slot (``headline="title", image_id="photo"``); a slot that
    is left out takes the column of its own name where the table has one. With ``dry_run`` every row
    is laid out and checked as it would be drawn, free of charge and with nothing stored.
    ``save_to`` is a folder for the PNG files. The same ``batch_id`` makes a batch that was broken
    off go on where it stood: rows that were accepted within 24 hours are not charged again. Raises
    ValidationError for a table that can't be read or lacks a named column, FolderNotFound for the
    folder.
    """
    unknown = [name for name in columns if name not in SLOTS]
    if unknown:
        raise TypeError(
            f"batch got an unexpected keyword argument {unknown[0]!r}; slots are {', '.join(SLOTS)}"
        )
    if executor is not None and opener is None and not isinstance(executor, ThreadPoolExecutor):
        raise TypeError(
            "this executor may run elsewhere: give opener=functools.partial(brandstudio.open, FOLDER) (or connect), so "
            "that each process opens a studio of its own"
        )
    rows = _mapped(read(table), columns)
    studio.folders.children(folder=folder)  # a wrong folder is one error, not one a row
    prices = studio.credits.pricing().prices
    price = prices["banner_cover" if template == "article-cover-panel" else "banner_create"]
    target = None
    if save_to is not None:
        Path(save_to).mkdir(parents=True, exist_ok=True)
        target = str(Path(save_to).absolute())
    newest = studio.jobs.list(limit=1).jobs if batch_id is not None and not dry_run else []
    plan = Plan(
        folder,
        size,
        template,
        batch_id or uuid4().hex,
        price,
        prices["banner_extend"],
        target,
        newest[0].created_at if newest else None,
    )
    _check_plan(studio, plan)
    if executor is not None:
        work = (
            partial(_elsewhere, opener, plan, dry_run)
            if opener is not None
            else partial(_here, studio, plan, dry_run)
        )
        return _over(executor, work, rows, window)
    if dry_run:
        return (check_row(studio, plan, number, slots) for number, slots in rows)
    return _through_jobs(studio, plan, rows, window)


def _check_plan(studio: Studio, plan: Plan) -> None:
    """Try what holds for all rows on one of our own, so that a wrong size or template is one error,
    not one a row.
    """
    try:
        studio.send(
            build(
                PreviewDesign,
                {
                    "folder": plan.folder,
                    "size": plan.size,
                    "template": plan.template,
                    "slots": Slots(headline="Aa"),
                    "max_side": 128,
                },
            )
        )
    except errors.ValidationError as error:
        if any(
            str(entry["path"]) in ("size", "template") for entry in error.details.get("fields", ())
        ):
            raise
    except errors.StudioError:
        pass  # what a row's words or pictures run into is the row's to say


# -- rows ------------------------------------------------------------------------------------------


def check_row(studio: Studio, plan: Plan, number: int, slots: dict[str, Any]) -> RowResult:
    """Lay one row out without keeping anything: words, photo, logo, glyphs and the template are all
    tried.
    """
    try:
        found = studio.send(
            build(
                PreviewDesign,
                {
                    "folder": plan.folder,
                    "size": plan.size,
                    "template": plan.template,
                    "slots": _slots(slots),
                    "max_side": 128,
                },
            )
        )
    except errors.StudioError as error:
        return _refused("invalid", number, slots, error)
    return RowResult(
        row=number,
        status="valid",
        headline=_headline(slots),
        warnings=found.warnings,
        credits=plan.price * (3 if plan.template == "all" else 1),
    )


def make_row(studio: Studio, plan: Plan, number: int, slots: dict[str, Any]) -> RowResult:
    """Make the banners of one row and wait for them."""
    accepted = _accept(studio, plan, number, slots)
    return (
        accepted
        if isinstance(accepted, RowResult)
        else _finish(studio, plan, number, slots, accepted)
    )


def _accept(
    studio: Studio, plan: Plan, number: int, slots: dict[str, Any]
) -> DesignAccepted | RowResult:
    try:
        return studio.send(
            build(
                CreateDesign,
                {
                    "folder": plan.folder,
                    "size": plan.size,
                    "template": plan.template,
                    "slots": _slots(slots),
                    "client_reference_id": f"{plan.batch_id[:100]}/{number}",
                    "idempotency_key": f"{plan.batch_id[:200]}/{number}",
                },
            )
        )
    except errors.StudioError as error:
        return _refused("failed", number, slots, error)


def _finish(
    studio: Studio, plan: Plan, number: int, slots: dict[str, Any], accepted: DesignAccepted
) -> RowResult:
    try:
        job: BannerJob = accepted.wait(progress=False)
        before = (
            plan.after is not None
            and studio.jobs.get(job_id=accepted.job_id).created_at <= plan.after
        )
        pictures = []
        for variant in job.variants:
            path = None
            if plan.save_to is not None:
                path = str(
                    variant.save(Path(plan.save_to) / f"{number:05d}-{variant.template}.png")
                )
            pictures.append(
                RowPicture(
                    variant_id=variant.variant_id,
                    template=variant.template,
                    png_url=variant.png_url,
                    score=variant.scores.total,
                    contrast_failures=len(variant.contrast_failures),
                    path=path,
                )
            )
    except errors.StudioError as error:
        return _refused("failed", number, slots, error, accepted)
    except OSError as error:
        reason = errors.StudioError(f"The picture could not be written: {error.strerror or error}")
        return _refused("failed", number, slots, reason, accepted)
    problems = [
        RowProblem(slot=None, code="DROPPED", message=f"{dropped.template}: {dropped.error}")
        for dropped in job.dropped
    ]
    return RowResult(
        row=number,
        status="failed" if problems else "done",
        headline=_headline(slots),
        job_id=job.job_id,
        pictures=pictures,
        problems=problems,
        credits=sum(_cost(plan, variant) for variant in job.variants),
        charged_before=before,
        warnings=[
            f"{variant.template}: {warning}"
            for variant in job.variants
            for warning in variant.warnings
        ],
    )


def _cost(plan: Plan, variant: Variant) -> float:
    extended = any(
        isinstance(layer, PhotoLayer) and layer.extended is not None
        for layer in variant.spec.layers
    )
    return plan.price + (plan.extension_price if extended else 0)


def _slots(slots: dict[str, Any]) -> Slots:
    if "headline" not in slots:
        raise errors.ValidationError.of(
            "slots.headline", "a banner needs a headline; this row has none", code="missing"
        )
    return Slots(**slots)


def _headline(slots: dict[str, Any]) -> str | None:
    headline = slots.get("headline")
    return None if headline is None else str(headline)[:140]


def _refused(
    status: Literal["invalid", "failed"],
    number: int,
    slots: dict[str, Any],
    error: errors.StudioError,
    accepted: DesignAccepted | None = None,
) -> RowResult:
    fields = error.details.get("fields") if isinstance(error, errors.ValidationError) else None
    if fields:
        problems = [
            RowProblem(
                slot=_slot(str(entry["path"])), code=error.code, message=str(entry["message"])
            )
            for entry in fields
        ]
    else:
        problems = [RowProblem(slot=None, code=error.code, message=error.message)]
    return RowResult(
        row=number,
        status=status,
        headline=_headline(slots),
        problems=problems,
        job_id=None if accepted is None else accepted.job_id,
    )


def _slot(path: str) -> str | None:
    """The slot that a failing field's path names, in our spelling."""
    last = path.rpartition(".")[2]
    for name, info in Slots.model_fields.items():
        if last in (name, info.alias):
            return name
    return None


# -- carrying out ----------------------------------------------------------------------------------


def _through_jobs(
    studio: Studio, plan: Plan, rows: Iterator[tuple[int, dict[str, Any]]], window: int
) -> Iterator[RowResult]:
    """Accept some rows ahead of the one that is waited for, so that workers always have work."""
    waiting: deque[tuple[int, dict[str, Any], DesignAccepted | RowResult]] = deque()
    while True:
        for number, slots in islice(rows, window - len(waiting)):
            waiting.append((number, slots, _accept(studio, plan, number, slots)))
        if not waiting:
            return
        number, slots, accepted = waiting.popleft()
        yield (
            accepted
            if isinstance(accepted, RowResult)
            else _finish(studio, plan, number, slots, accepted)
        )


def _over(
    executor: Executor,
    work: Callable[[int, dict[str, Any]], RowResult],
    rows: Iterator[tuple[int, dict[str, Any]]],
    window: int,
) -> Iterator[RowResult]:
    """Results in order, with a bounded number of rows handed out."""
    waiting: deque[tuple[int, dict[str, Any], Future[RowResult]]] = deque()
    try:
        while True:
            for number, slots in islice(rows, window - len(waiting)):
                waiting.append((number, slots, executor.submit(work, number, slots)))
            if not waiting:
                return
            number, slots, future = waiting.popleft()
            try:
                yield future.result()
            except errors.StudioError as error:
                yield _refused("failed", number, slots, error)
            except BrokenExecutor:
                raise  # nobody is left to carry out the rest
            except Exception as error:
                reason = errors.StudioError(
                    f"The executor could not carry out this row ({type(error).__name__})."
                )
                yield _refused("failed", number, slots, reason)
    finally:
        for _, _, future in waiting:
            future.cancel()


def _here(
    studio: Studio, plan: Plan, dry_run: bool, number: int, slots: dict[str, Any]
) -> RowResult:
    return (check_row if dry_run else make_row)(studio, plan, number, slots)


def _elsewhere(
    opener: Callable[[], Studio], plan: Plan, dry_run: bool, number: int, slots: dict[str, Any]
) -> RowResult:
    # Opening takes a few milliseconds beside the drawing; what is kept open would outlive the
    # batch.
    with opener() as studio:
        return _here(studio, plan, dry_run, number, slots)


# -- tables ----------------------------------------------------------------------------------------


def read(table: Table) -> Iterator[Row]:
    """The rows of a table, one at a time."""
    if isinstance(table, str | PathLike):
        path = Path(table)
        kind = path.suffix.lower()
        if kind in (".csv", ".tsv", ".txt"):
            return _read_csv(path, "\t" if kind == ".tsv" else ",")
        if kind in (".parquet", ".pq"):
            return _read_parquet(path)
        raise errors.ValidationError.of(
            "table", "must be a .csv, .tsv or .parquet file", value=path.name
        )
    frame: Any = table  # known by what it can do, so that none of the libraries is needed
    if hasattr(frame, "iter_rows"):  # polars
        return iter(frame.iter_rows(named=True))
    if hasattr(frame, "to_batches"):  # pyarrow
        return (row for part in frame.to_batches(1024) for row in part.to_pylist())
    if hasattr(frame, "itertuples") and hasattr(frame, "columns"):  # pandas
        names = [str(name) for name in frame.columns]
        return (
            dict(zip(names, values, strict=True))
            for values in frame.itertuples(index=False, name=None)
        )
    if isinstance(table, Mapping | bytes | bytearray) or not isinstance(table, Iterable):
        raise TypeError(
            "table takes the path of a .csv, .tsv or .parquet file, a data frame (pandas, polars, pyarrow) or an iterable of "
            f"mappings, one a row; not {type(table).__name__}"
        )
    return iter(frame)


def _read_csv(path: Path, delimiter: str) -> Iterator[Row]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as source:
            # Spreadsheets of countries that write 1,5 part the cells by semicolons and call it CSV
            # all the same.
            head = source.readline()
            source.seek(0)
            if delimiter == "," and "," not in head:
                delimiter = next((mark for mark in (";", "\t") if mark in head), ",")
            rows = csv.DictReader(source, delimiter=delimiter, strict=True, restkey="")
            for row in rows:
                if any(row.get("") or ()):
                    raise errors.ValidationError.of(
                        "table", f"line {rows.line_num} has more cells than the head"
                    )
                yield row
    except UnicodeDecodeError:
        raise errors.ValidationError.of(
            "table", "is not UTF-8; save it as CSV UTF-8", value=path.name
        ) from None
    except csv.Error as error:
        raise errors.ValidationError.of(
            "table", f"can't be read: {error}", value=path.name
        ) from None


def _read_parquet(path: Path) -> Iterator[Row]:
    try:
        import pyarrow.parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ModuleNotFoundError:
        raise errors.ValidationError.of(
            "table", "Parquet needs pyarrow: pip install pyarrow", value=path.name
        ) from None
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            for part in file.iter_batches(1024):
                yield from part.to_pylist()
    except pyarrow.ArrowException as error:
        raise errors.ValidationError.of(
            "table", f"can't be read: {str(error)[:200]}", value=path.name
        ) from None


def _mapped(rows: Iterator[Row], columns: dict[str, str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbered slots of each row. The first row is looked at once, so that a wrong column is told
    at once.
    """
    first = next(rows, None)
    if first is None:
        return iter(())
    if not isinstance(first, Mapping):
        raise errors.ValidationError.of(
            "table", f"rows must be mappings of columns to values, not {type(first).__name__}"
        )
    has = ", ".join(str(name) for name in first)[:300]
    for slot, column in columns.items():
        if column not in first:
            raise errors.ValidationError.of(
                slot, f"the table has no column {column!r}; it has: {has}", value=column
            )
    if "headline" not in columns and "headline" not in first:
        raise errors.ValidationError.of(
            "headline", f"name the column of the headline (headline=...); the table has: {has}"
        )
    places = {slot: columns.get(slot, slot) for slot in SLOTS}

    def numbered() -> Iterator[tuple[int, dict[str, Any]]]:
        yield 1, _filled(first, places)
        for number, row in enumerate(rows, 2):
            yield number, _filled(row, places)

    return numbered()


def _filled(row: Row, places: dict[str, str]) -> dict[str, Any]:
    """What the row says; empty cells are left out, and numbers are taken as they are written."""
    found = {}
    for slot, column in places.items():
        value = row.get(column)
        if (
            value is None
            or (isinstance(value, float) and math.isnan(value))
            or type(value).__name__ in ("NAType", "NaTType")
        ):
            continue
        text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        if text.strip():
            found[slot] = text
    return found
