"""Tables out: values written to a file as they come, which appears when it is whole."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from .. import errors
from ..models import Model
from ..models.base import iso
from ..models.frames import Columns, Rows, arrow_schema, arrow_table, needed, rows_of

Write = Callable[[Sequence[Model]], None]


@contextmanager
def exporting(path: str | PathLike[str], columns: Columns) -> Iterator[Write]:
    """What writes values as rows of the file; a run that breaks off leaves no file and the old one
    as it was.
    """
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in WRITERS:
        raise errors.ValidationError.of(
            "path", f"ends in one of {', '.join(WRITERS)}", value=target.name
        )
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with ExitStack() as stack:
            write = WRITERS[kind](stack, beside, columns)
            yield lambda values: write(rows_of(values, columns))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _parquet(stack: ExitStack, path: Path, columns: Columns) -> Callable[[Rows], None]:
    parquet = needed("pyarrow.parquet", "a .parquet file")
    writer = stack.enter_context(parquet.ParquetWriter(path, arrow_schema(columns)))
    return lambda rows: writer.write_table(arrow_table(columns, rows))


def _csv(stack: ExitStack, path: Path, columns: Columns) -> Callable[[Rows], None]:
    file = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
    writer = csv.DictWriter(file, list(columns))
    writer.writeheader()

    def write(rows: Rows) -> None:
        for row in rows:
            writer.writerow({name: _cell(value) for name, value in row.items()})

    return write


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, str) and value[:1] in "=+-@\t\r" and value:
        return "'" + value  # a spreadsheet would run it as a formula
    return iso(value) if hasattr(value, "tzinfo") else value


def _lines(stack: ExitStack, path: Path, columns: Columns) -> Callable[[Rows], None]:
    file = stack.enter_context(path.open("w", encoding="utf-8"))

    def write(rows: Rows) -> None:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, default=iso) + "\n")

    return write


WRITERS: dict[str, Callable[[ExitStack, Path, Columns], Callable[[Rows], None]]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".jsonl": _lines,
}
