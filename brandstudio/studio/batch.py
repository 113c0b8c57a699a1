"""Tables in, banners out: each row is checked or made, and each row gets a result, whatever becomes
of it.

The table is read as a stream and a bounded number of rows is under way at a time, so memory does
not grow with it. Rows are carried out through the studio's own jobs, or over any
``concurrent.futures.Executor``: threads share the studio; processes and other machines open one of
their own with ``opener``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from os import PathLike
from typing import Any
from uuid import uuid4

from .. import errors
from ..models.designs import ALL_TEMPLATES, Slots
from ..models.nearest import meant
from ..models.own_slots import OWN_NAME
from ..models.sizes import CanvasSize
from ..operations import GetPricing, ListFolderChildren, ListJobs, ListTransactions, QuoteDesign
from .checking import check_row, quote_row, try_row
from .core import BlockingCore, build
from .finished import Batch
from .keeping import kept_in, require_apart
from .results import RowResult
from .rows import (
    BatchPlan,
    Begun,
    Cell,
    RowOrder,
    begin,
    cancel,
    finish,
    make_row,
    ordered,
    refused,
    sized,
)
from .tables import SLOTS, Places, Table, mapped, read

OPTIONS = (
    "folder",
    "folder_column",
    "size",
    "sizes",
    "canvas",
    "template",
    "languages",
    "dry_run",
    "fresh",
    "batch_id",
    "save_to",
    "executor",
    "opener",
    "cancel",
    "progress",
)
"""What a batch is told beside the columns of its slots."""

_CONTRACT = (*ALL_TEMPLATES, "article-cover-panel")
_OF_ALL = {"size", "template", "canvas"}
"""What is wrong with these is wrong with every row."""
WINDOW = 16
"""Rows under way at a time; over an executor, times that rows are handed out."""
SHARE = 32
"""Banners of the rows that are handed out together to where a studio has to be opened."""

Carrying = Callable[[BlockingCore, BatchPlan, RowOrder], RowResult]
"""What is done with a row: it is checked, priced or made."""
Rows = tuple[RowOrder, ...]
Canvas = CanvasSize | Mapping[str, int]
Languages = Mapping[str, str | Mapping[str, str]] | Sequence[str]


@dataclass(frozen=True)
class Asked:
    """What a caller wants of a batch, besides its table."""

    folder: str | None = None
    folder_column: str | None = None
    size: str | Sequence[str] | None = None
    sizes: Sequence[str] | None = None
    canvas: Canvas | Sequence[Canvas] | None = None
    template: str | Sequence[str] = "overlay"
    languages: Languages | None = None
    dry_run: bool = False
    fresh: bool = False
    batch_id: str | None = None
    save_to: str | PathLike[str] | None = None
    executor: Executor | None = None
    opener: Callable[[], BlockingCore] | None = None
    cancel: Callable[[], bool] | None = None
    window: int = WINDOW

    def cells(self) -> tuple[Cell, ...]:
        """Every banner of a row: each template in each size, once."""
        sizes = [*_listed(self.size), *(self.sizes or ())]
        for canvas in _listed(self.canvas):
            sizes.append((canvas if isinstance(canvas, CanvasSize) else CanvasSize(**canvas)).name)
        if not sizes:
            raise TypeError(
                "batch needs size=..., sizes=[...] or canvas={'width': ..., 'height': ...}"
            )
        templates: list[str] = []
        for name in _listed(self.template):
            templates += ALL_TEMPLATES if name == "all" else (name,)
        if not templates:
            raise TypeError("batch needs a template")
        return tuple(
            (size, name) for size in dict.fromkeys(sizes) for name in dict.fromkeys(templates)
        )

    def places(self, columns: dict[str, str]) -> Places:
        """Where a row's slots stand."""
        own = any(name not in _CONTRACT for _, name in self.cells())
        unknown = [n for n in columns if n not in SLOTS and not (own and OWN_NAME.fullmatch(n))]
        if unknown:
            hint = meant(unknown[0], (*SLOTS, *OPTIONS)) or f"; slots are {', '.join(SLOTS)}"
            raise TypeError(f"batch got an unexpected keyword argument {unknown[0]!r}{hint}")
        languages = self.languages
        if isinstance(languages, str):
            raise TypeError("languages is a list of languages, or a mapping of them")
        if languages is not None and not isinstance(languages, Mapping):
            languages = {language: f"_{language}" for language in languages}
        more = tuple(name for name in columns if name not in SLOTS)
        return Places(columns, self.folder_column, languages or None, (*SLOTS, *more), own)

    def require_sense(self) -> None:
        """Raise TypeError for what can't be meant together."""
        if self.folder is None and self.folder_column is None:
            raise TypeError("batch needs folder=..., or folder_column=... for the table's own")
        if self.fresh and self.batch_id is not None:
            raise TypeError("batch takes either fresh=True or a batch_id of your own")
        elsewhere = self.executor is not None and not isinstance(self.executor, ThreadPoolExecutor)
        if elsewhere and self.opener is None:
            raise TypeError(
                "this executor may run elsewhere: give opener=functools.partial(brandstudio.open, FOLDER) (or connect), so "
                "that each process opens a studio of its own"
            )


def _listed(value: Any) -> list[Any]:
    """One or several as a list."""
    if value is None:
        return []
    single = isinstance(value, str | Mapping | CanvasSize)
    return [value] if single else list(value)


def _uncharged(result: RowResult) -> RowResult:
    """What a row comes to that was looked at alone: what earlier runs paid for it."""
    return result.model_copy(update={"credits": result.credits_before, "may_add": 0.0})


def batch(
    studio: BlockingCore,
    table: Table | None,
    *,
    progress: Callable[[RowResult], None] | None = None,
    **options: object,
) -> Batch:
    """All of a :class:`Run` at once."""
    run = Run(studio, table, **options)
    found = Batch(studio, dry_run=run.asked.dry_run, batch_id=run.plan.batch_id)
    for result in run:
        found.add(result)
        if progress is not None:
            progress(result)
    found.held, found.stopped = run.held, run.stopped
    return found


def stream(studio: BlockingCore, table: Table | None, **options: object) -> Iterator[RowResult]:
    """The results of the rows, in order, as they come; what is wrong with the call is told now."""
    return iter(Run(studio, table, **options))


class Run:
    """A batch that is ready to go; looping over it carries it out.

    Options are those of :class:`Asked`, all others name the column of a slot. With several
    languages every row is checked first, and where one has a problem nothing is made (``held``;
    a dry run says so of the run that it tries).
    ``stopped`` says that ``cancel`` was heard. Raises ValidationError for a table that can't be
    read or lacks a named column, FolderNotFound for the folder.
    """

    def __init__(self, studio: BlockingCore, table: Table | None, **options: Any) -> None:
        known = {name: value for name, value in options.items() if name in _ASKED}
        columns = {name: value for name, value in options.items() if name not in _ASKED}
        self.asked = asked = Asked(**known)
        self.held = self.stopped = False
        self._studio = studio
        self._places = asked.places(columns)
        asked.require_sense()
        if asked.save_to is not None and not asked.dry_run:
            require_apart(table, asked.save_to)
        self._table = _readable_again(table, self._places)
        self._first: Iterable[RowOrder] | None = None
        rows = mapped(read(self._table), self._places)
        self.plan = _plan(studio, asked)
        self._first = ordered(self.plan, rows)

    def __iter__(self) -> Iterator[RowResult]:
        if self.asked.dry_run:
            return self._tried()
        if self._places.languages is None:
            return self._kept(self._orders())
        return self._checked_first()

    def _orders(self) -> Iterator[RowOrder]:
        """The rows from the first on."""
        orders, self._first = self._first, None
        if orders is None:
            orders = ordered(self.plan, mapped(read(self._table), self._places))
        return iter(orders)

    def _tried(self) -> Iterator[RowResult]:
        """Every row laid out, and whether a run would come to making any."""
        carry_out = check_row if self._places.languages is None else try_row
        for result in self._done(self._orders(), carry_out):
            self.held = self.held or result.holds
            yield result

    def _checked_first(self) -> Iterator[RowResult]:
        """What is wrong with any row, in any language and size, before anything is charged."""
        checked = Batch(self._studio, dry_run=True)
        for result in self._done(self._orders(), quote_row):
            checked.add(result)
        self.held = bool(checked.problems)
        if self.held or self.stopped:
            yield from (_uncharged(result) for result in checked)
        else:
            yield from self._kept(self._orders())

    def _kept(self, orders: Iterator[RowOrder]) -> Iterator[RowResult]:
        """Made, and written where that is wanted."""
        target = self.asked.save_to
        opened = nullcontext(_as_it_is) if target is None else kept_in(target, self._studio)
        with opened as keep:
            for result in self._done(orders, make_row):
                yield keep(result)

    def _done(self, orders: Iterator[RowOrder], carry_out: Carrying) -> Iterator[RowResult]:
        asked = self.asked
        orders = self._until_stopped(orders)
        if asked.executor is not None:
            return self._over(asked.executor, carry_out, orders)
        if carry_out is make_row:
            return self._through_jobs(orders)
        return (carry_out(self._studio, self.plan, order) for order in orders)

    def _until_stopped(self, orders: Iterator[RowOrder]) -> Iterator[RowOrder]:
        for order in orders:
            if self._is_stopped():
                return
            yield order

    def _is_stopped(self) -> bool:
        if not self.stopped and self.asked.cancel is not None:
            self.stopped = bool(self.asked.cancel())
        return self.stopped

    def _through_jobs(self, orders: Iterator[RowOrder]) -> Iterator[RowResult]:
        """Accept some rows ahead of the one that is waited for, so that workers always have
        work; when the run is cancelled, those are refunded.
        """
        waiting: deque[Begun | RowResult] = deque()
        while True:
            for order in islice(orders, self.asked.window - len(waiting)):
                waiting.append(begin(self._studio, self.plan, order))
            if not waiting:
                return
            begun = waiting.popleft()
            if isinstance(begun, RowResult):
                yield begun
                continue
            ending = cancel if self._is_stopped() else finish
            yield ending(self._studio, self.plan, begun)

    def _over(
        self, executor: Executor, carry_out: Carrying, orders: Iterator[RowOrder]
    ) -> Iterator[RowResult]:
        """Results in order, with a bounded number of rows handed out; when the run is cancelled,
        those that nobody has begun stay undone.
        """
        window, opener = self.asked.window, self.asked.opener
        most = 1 if opener is None else max(1, SHARE // len(self.plan.cells))
        work = partial(_carried, opener or partial(_lent, self._studio), self.plan, carry_out)
        waiting: deque[tuple[Rows, Future[list[RowResult]]]] = deque()
        # A short table goes round, a long one opens a studio for few of its rows.
        shares = (min(most, 1 << min(turn // window, SHARE)) for turn in count())
        try:
            while True:
                while len(waiting) < window and (rows := tuple(islice(orders, next(shares)))):
                    waiting.append((rows, executor.submit(work, rows)))
                if not waiting:
                    return
                rows, future = waiting.popleft()
                undone = self._is_stopped() and future.cancel()
                yield from _undone(rows) if undone else _come(rows, future)
        finally:
            for _, future in waiting:
                future.cancel()


_ASKED = frozenset(Asked.__dataclass_fields__)


def _as_it_is(row: RowResult) -> RowResult:
    return row


def _readable_again(table: Table | None, places: Places) -> Table:
    """The table, such that it can be read twice where it has to be; without one, the words of the
    languages are a row by themselves.
    """
    if places.languages is None:
        return table  # type: ignore[return-value]  # reading says what is taken
    if table is None:
        return [{name: "" for said in places.languages.values() for name in said}]
    return list(table) if isinstance(table, Iterator) else table


def _plan(studio: BlockingCore, asked: Asked) -> BatchPlan:
    """What holds for all rows, tried once: a wrong folder, size or template is one error, not one a
    row.
    """
    if asked.folder is not None:
        studio.send(build(ListFolderChildren, {"folder": asked.folder}))
    prices = studio.send(build(GetPricing, {})).prices
    jobs = studio.send(build(ListJobs, {"limit": 1})).jobs
    ledger = studio.send(build(ListTransactions, {"limit": 1})).transactions
    newest = [job.created_at for job in jobs] + [entry.created_at for entry in ledger]
    plan = BatchPlan(
        folder=asked.folder,
        cells=asked.cells(),
        batch_id=uuid4().hex if asked.fresh else asked.batch_id,
        prices=prices,
        fresh=asked.fresh,
        after=max(newest, default=None),
    )
    if plan.folder is not None:
        _try_cells(studio, plan)
    return plan


def _try_cells(studio: BlockingCore, plan: BatchPlan) -> None:
    """Try each size and each template once, on words of our own."""
    sizes = dict.fromkeys(size for size, _ in plan.cells)
    templates = dict.fromkeys(template for _, template in plan.cells)
    first_size, first_template = plan.cells[0]
    tried = [(size, first_template) for size in sizes]
    tried += [(first_size, template) for template in templates if template != first_template]
    slots = Slots(headline="Words of a headline")
    for size, template in tried:
        fields = {"folder": plan.folder, "template": template, "slots": slots, **sized(size)}
        try:
            quoted = studio.send(build(QuoteDesign, fields))
        except errors.ValidationError as error:
            paths = {str(entry["path"]) for entry in error.details.get("fields", ())}
            if paths & _OF_ALL:
                raise
            continue
        except errors.StudioError:
            continue  # what a row's words or pictures run into is the row's to say
        for problem in quoted.problems:
            if problem.path in _OF_ALL:
                raise errors.ValidationError.of(
                    problem.path, problem.message, code=problem.code, value=size
                )


def _lent(studio: BlockingCore) -> AbstractContextManager[BlockingCore]:
    """The studio, which stays open."""
    return nullcontext(studio)


def _carried(
    opened: Callable[[], AbstractContextManager[BlockingCore]],
    plan: BatchPlan,
    carry_out: Carrying,
    rows: Rows,
) -> list[RowResult]:
    """The results of some rows, where they are carried out. A studio is opened for them together,
    since that takes a third of a drawing; what is kept open would outlive the batch.
    """
    with opened() as studio:
        return [_one(studio, plan, carry_out, order) for order in rows]


def _one(studio: BlockingCore, plan: BatchPlan, carry_out: Carrying, order: RowOrder) -> RowResult:
    try:
        return carry_out(studio, plan, order)
    except Exception as error:
        return _broken(order, error)


def _come(rows: Rows, future: Future[list[RowResult]]) -> list[RowResult]:
    """What became of rows that were handed out."""
    try:
        return future.result()
    except BrokenExecutor:
        raise  # nobody is left to carry out the rest
    except Exception as error:
        return [_broken(order, error) for order in rows]


def _broken(order: RowOrder, error: Exception) -> RowResult:
    if not isinstance(error, errors.StudioError):
        error = errors.StudioError(
            f"The executor could not carry out this row ({type(error).__name__})."
        )
    return refused("failed", order, error)


def _undone(rows: Rows) -> list[RowResult]:
    reason = errors.JobCancelled("The batch was stopped before this row was drawn.")
    return [refused("cancelled", order, reason) for order in rows]
