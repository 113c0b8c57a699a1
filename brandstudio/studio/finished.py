"""A batch that is over: its results, as a frame, as files and as a contact sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import display, errors
from ..display.pictures import shrink_at_hand
from ..display.records import SHOWN, SHOWN_SIDE
from ..models.frames import Columns, Framed, Rows
from .keeping import kept_in
from .results import FLAT, RowFile, RowPicture, RowResult, flat
from .sheets import contact_sheet

if TYPE_CHECKING:
    from os import PathLike

    from .core import BlockingCore


class Batch(Framed):
    """The results of a batch, one for each row (and language), in the table's order.

    ``batch_id`` names the run where it has a name: the same call with it goes on where this one
    stood. ``credits`` is what this run was charged (after a dry run, what a run would be), whichever
    run had the row accepted; ``credits_before`` what was charged before it began; ``may_add`` what
    continuing photos would add at most. ``stopped`` says that it was cancelled before the table's end; ``held`` that nothing was
    made, since a row has a problem that was found beforehand; after a dry run, that nothing would
    be, whatever the other rows' ``credits`` come to.
    """

    def __init__(
        self, studio: BlockingCore | None = None, *, dry_run: bool, batch_id: str | None = None
    ) -> None:
        self.dry_run = dry_run
        self.batch_id = batch_id
        self.held = self.stopped = False
        self.credits = self.credits_before = self.may_add = 0.0
        self.banners = 0
        self.rows = RowFile(studio)
        self._studio = studio
        self._failed: list[int] = []
        self.shown: list[tuple[int, RowPicture]] = []
        """The banners that stand for all where the batch shows itself, with their rows."""

    def add(self, row: RowResult) -> None:
        """Count a result in."""
        if not row.ok:
            self._failed.append(len(self.rows))
        self.rows.append(row)
        self.credits += row.credits - row.credits_before
        self.credits_before += row.credits_before
        self.may_add += row.may_add
        self.banners += len(row.pictures)
        if row.pictures and len(self.shown) < SHOWN:
            picture = row.pictures[0]
            if self._studio is not None:
                picture.remember(self._studio, None)
            shrink_at_hand(picture, SHOWN_SIDE)
            self.shown.append((row.row, picture))

    @property
    def failed(self) -> list[RowResult]:
        """The rows that somebody has to see to."""
        return [self.rows[at] for at in self._failed]

    @property
    def problems(self) -> int:
        """How many rows that are."""
        return len(self._failed)

    def __repr__(self) -> str:
        nothing = "nothing would be made" if self.dry_run else "nothing made"
        more = (("dry run", self.dry_run), (nothing, self.held), ("stopped", self.stopped))
        told = "".join(f", {words}" for words, so in more if so)
        added = f" and at most {self.may_add:g} more" if self.may_add else ""
        return (
            f"Batch({len(self.rows)} rows, {self.problems} with problems, {self.credits:g} credits"
            f"{added}{told})"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return display.bundle(self)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[RowResult]:
        return iter(self.rows)

    def _table(self) -> tuple[Columns, Rows]:
        return FLAT, [flat(row) for row in self.rows]

    @cached_property
    def _reader(self) -> BlockingCore:
        if self._studio is None:
            raise errors.StudioError("This batch did not come from a studio.")
        return self._studio

    def save(self, target: str | PathLike[str]) -> Path:
        """Write every banner into a folder, or into one file where ``target`` ends in ``.zip``,
        with ``manifest.csv``: a line for each banner with its row, language, size, words, SHA-256
        and ids. Returns the path.
        """
        with kept_in(target, self._reader) as keep:
            for row in self.rows:
                keep(row)
        return Path(target)

    def contact_sheet(
        self, path: str | PathLike[str] | None = None, *, columns: int = 6, most: int = 240
    ) -> Any:
        """The banners side by side, row by row, each with its row's number: a Pillow image, which
        is also written to ``path`` where one is given. ``most`` bounds how many are drawn.
        """
        sheet = contact_sheet(self.rows, self._reader, columns, most)
        if path is not None:
            sheet.save(path)
        return sheet
