"""What became of the rows of a batch: a value for each, and a file that they lie in, so that ten
thousand take no more memory than ten.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Literal, overload
from weakref import finalize

from ..models import Model
from ..models.base import Readable
from ..models.frames import Columns

if TYPE_CHECKING:
    from .core import BlockingCore

RowStatus = Literal["valid", "invalid", "done", "failed", "cancelled"]


class RowProblem(Model):
    """What stands in the way of a row: the slot (None for the row as a whole), the error's code,
    and a sentence; ``size`` and ``template`` where it is about one banner of several.
    """

    slot: str | None
    code: str
    message: str
    size: str | None = None
    template: str | None = None

    @property
    def sentence(self) -> str:
        """The message with the banner that it is about."""
        about = ", ".join(name for name in (self.size, self.template) if name)
        return f"{about}: {self.message}" if about else self.message


class RowPicture(Readable):
    """One banner of a row; ``path`` where it was saved (within the ZIP file, its name there).
    ``read()`` and ``save(path)`` take an hour; the batch's own ``save`` always works.
    """

    job_id: str
    variant_id: str
    template: str
    size: str
    png_url: str
    score: float
    contrast_failures: int
    path: str | None = None

    def _link(self) -> str:
        return self.png_url


class RowResult(Model):
    """What became of a row.

    ``row`` counts from 1 and leaves the head of a file out; ``language`` tells the results of one
    row apart. ``credits`` is what its standing banners cost; after a dry run what they would cost,
    and ``may_add`` what continuing their photos would add at most, those of banners too that an
    earlier run had accepted and that are not drawn yet. ``credits_before`` is the part of it that
    was charged before this run began. ``holds`` is for dry runs of several languages: whether nothing
    at all would be made before this row is mended.
    """

    row: int
    status: RowStatus
    headline: str | None
    language: str | None = None
    folder: str | None = None
    job_ids: list[str] = []
    pictures: list[RowPicture] = []
    problems: list[RowProblem] = []
    warnings: list[str] = []
    credits: float = 0
    credits_before: float = 0
    may_add: float = 0
    holds: bool = False

    @property
    def ok(self) -> bool:
        """Whether there is nothing to see to."""
        return self.status in ("valid", "done")

    @property
    def job_id(self) -> str | None:
        """The job of its banners; the first where there are several."""
        return self.job_ids[0] if self.job_ids else None

    @property
    def charged_before(self) -> bool:
        """Whether an earlier run of the same batch made and paid for all of it."""
        return self.credits > 0 and self.credits_before == self.credits


FLAT: Columns = {
    "row": "whole",
    "language": "text",
    "folder": "text",
    "status": "text",
    "headline": "text",
    "job_ids": "text",
    "credits": "number",
    "credits_before": "number",
    "may_add": "number",
    "sizes": "text",
    "templates": "text",
    "variant_ids": "text",
    "paths": "text",
    "problems": "text",
    "warnings": "text",
}
"""The columns of results."""


def flat(row: RowResult) -> dict[str, Any]:
    """A result as one line of a table."""
    found = {name: getattr(row, name, None) for name in FLAT}
    return found | {
        "job_ids": " ".join(row.job_ids),
        "sizes": " ".join(dict.fromkeys(picture.size for picture in row.pictures)),
        "templates": " ".join(dict.fromkeys(picture.template for picture in row.pictures)),
        "variant_ids": " ".join(picture.variant_id for picture in row.pictures),
        "paths": " ".join(picture.path for picture in row.pictures if picture.path is not None),
        "problems": "; ".join(f"{problem.code}: {problem.sentence}" for problem in row.problems),
        "warnings": "; ".join(row.warnings),
    }


class RowFile(Sequence[RowResult]):
    """Results in order, kept as lines of a file that nobody else sees; small ones stay in memory."""

    def __init__(self, home: BlockingCore | None = None) -> None:
        self._home = home
        self._file = SpooledTemporaryFile(1 << 20)  # noqa: SIM115  # lives as long as this value
        finalize(self, self._file.close)
        self._ends = array("q", [0])

    def append(self, row: RowResult) -> None:
        """Add a result at the end."""
        line = row.model_dump_json().encode()
        self._file.seek(self._ends[-1])
        self._file.write(line)
        self._ends.append(self._ends[-1] + len(line))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> RowResult: ...

    @overload
    def __getitem__(self, index: slice) -> list[RowResult]: ...

    def __getitem__(self, index: int | slice) -> RowResult | list[RowResult]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        begin, end = self._ends[at], self._ends[at + 1]
        self._file.seek(begin)
        row = RowResult.model_validate_json(self._file.read(end - begin))
        for picture in row.pictures:
            picture.remember(self._home, None)  # type: ignore[arg-type]
        return row
