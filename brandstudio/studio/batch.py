"""Tables in, banners out: each row is checked or made, and each row gets a result, whatever becomes
of it.

The table is read as a stream and a bounded number of rows is under way at a time, so memory does
not grow with it. Rows are carried out through the studio's own jobs, or over any
``concurrent.futures.Executor``: threads share the studio; processes and other machines open one of
their own with ``opener``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

from .. import display, errors
from ..models.designs import DesignAccepted, Slots
from ..models.frames import Columns, Framed, Rows
from ..models.nearest import meant
from ..operations import (
    GetPricing,
    ListFolderChildren,
    ListJobs,
    PreviewDesign,
)
from .core import BlockingCore, build
from .rows import FLAT, BatchPlan, RowResult, accept, check_row, finish, flat, make_row, refused
from .tables import SLOTS, Table, mapped, read

OPTIONS = ("folder", "size", "template", "dry_run", "fresh", "batch_id", "save_to", "progress")

WINDOW = 16
"""Rows under way at a time."""


@dataclass(frozen=True)
class Batch(Framed):
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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return display.bundle(self)

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
        """What an earlier run of the same batch charged for rows of this one."""
        return sum(row.credits for row in self.rows if row.charged_before)

    def _table(self) -> tuple[Columns, Rows]:
        return FLAT, [flat(row) for row in self.rows]

    @property
    def may_add(self) -> float:
        """What continuing photos would add at most, after a dry run."""
        return sum(row.may_add for row in self.rows)


def batch(
    studio: BlockingCore,
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
    studio: BlockingCore,
    table: Table,
    *,
    folder: str,
    size: str,
    template: str = "overlay",
    dry_run: bool = False,
    fresh: bool = False,
    batch_id: str | None = None,
    save_to: str | PathLike[str] | None = None,
    executor: Executor | None = None,
    opener: Callable[[], BlockingCore] | None = None,
    window: int = WINDOW,
    **columns: str,
) -> Iterator[RowResult]:
    """The results of the rows, in order, as they come.

    ``columns`` names the column of each slot (``headline="title", image_id="photo"``); a slot that
    is left out takes the column of its own name where the table has one. With ``dry_run`` every row
    is laid out, checked and quoted as it would be drawn, free of charge and with nothing stored.
    ``save_to`` is a folder for the PNG files. Rows that were accepted within 24 hours are not
    charged again when the same batch runs again, so that one that was broken off goes on where it
    stood: a row is known by its place, its words and the folder, size and template, or by
    ``batch_id`` and its place. ``fresh`` makes and charges all anew. Raises ValidationError for a table that can't be read or lacks a named column, FolderNotFound for the
    folder.
    """
    unknown = [name for name in columns if name not in SLOTS]
    if unknown:
        hint = meant(unknown[0], (*SLOTS, *OPTIONS)) or f"; slots are {', '.join(SLOTS)}"
        raise TypeError(f"batch got an unexpected keyword argument {unknown[0]!r}{hint}")
    if fresh and batch_id is not None:
        raise TypeError("batch takes either fresh=True or a batch_id of your own")
    if executor is not None and opener is None and not isinstance(executor, ThreadPoolExecutor):
        raise TypeError(
            "this executor may run elsewhere: give opener=functools.partial(brandstudio.open, FOLDER) (or connect), so "
            "that each process opens a studio of its own"
        )
    rows = mapped(read(table), columns)
    studio.send(
        build(ListFolderChildren, {"folder": folder})
    )  # a wrong folder is one error, not one a row
    prices = studio.send(build(GetPricing, {})).prices
    price = prices["banner_cover" if template == "article-cover-panel" else "banner_create"]
    target = None
    if save_to is not None:
        Path(save_to).mkdir(parents=True, exist_ok=True)
        target = str(Path(save_to).absolute())
    newest = studio.send(build(ListJobs, {"limit": 1})).jobs if not (fresh or dry_run) else []
    plan = BatchPlan(
        folder,
        size,
        template,
        uuid4().hex if fresh and batch_id is None else batch_id,
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


def _check_plan(studio: BlockingCore, plan: BatchPlan) -> None:
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
                    "slots": Slots(headline="Words of a headline"),
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


def _through_jobs(
    studio: BlockingCore, plan: BatchPlan, rows: Iterator[tuple[int, dict[str, Any]]], window: int
) -> Iterator[RowResult]:
    """Accept some rows ahead of the one that is waited for, so that workers always have work."""
    waiting: deque[tuple[int, dict[str, Any], DesignAccepted | RowResult]] = deque()
    while True:
        for number, slots in islice(rows, window - len(waiting)):
            waiting.append((number, slots, accept(studio, plan, number, slots)))
        if not waiting:
            return
        number, slots, accepted = waiting.popleft()
        yield (
            accepted
            if isinstance(accepted, RowResult)
            else finish(studio, plan, number, slots, accepted)
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
                yield refused("failed", number, slots, error)
            except BrokenExecutor:
                raise  # nobody is left to carry out the rest
            except Exception as error:
                reason = errors.StudioError(
                    f"The executor could not carry out this row ({type(error).__name__})."
                )
                yield refused("failed", number, slots, reason)
    finally:
        for _, _, future in waiting:
            future.cancel()


def _here(
    studio: BlockingCore, plan: BatchPlan, dry_run: bool, number: int, slots: dict[str, Any]
) -> RowResult:
    return (check_row if dry_run else make_row)(studio, plan, number, slots)


def _elsewhere(
    opener: Callable[[], BlockingCore],
    plan: BatchPlan,
    dry_run: bool,
    number: int,
    slots: dict[str, Any],
) -> RowResult:
    # Opening takes a few milliseconds beside the drawing; what is kept open would outlive the
    # batch.
    with opener() as studio:
        return _here(studio, plan, dry_run, number, slots)
