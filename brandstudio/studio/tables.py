"""Tables of people: files, data frames and mappings as a stream of rows, and a row as slots."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import errors
from ..models.designs import Slots

if TYPE_CHECKING:
    import pandas

Row: TypeAlias = Mapping[str, Any]
Table: TypeAlias = "str | PathLike[str] | pandas.DataFrame | Iterable[Row]"
"""A CSV, TSV or Parquet file, a data frame (pandas, polars, pyarrow), or mappings from anywhere."""

SLOTS: tuple[str, ...] = tuple(Slots.model_fields)
"""What a column may fill: headline, subhead, button_text, author_role, author_name, image_id,
logo.
"""


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


def mapped(rows: Iterator[Row], columns: dict[str, str]) -> Iterator[tuple[int, dict[str, Any]]]:
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
    """What the row says; empty cells are left out, and numbers are taken as they are written. A
    photo that is not a value is kept for what it is: its row says so instead of going without.
    """
    found: dict[str, Any] = {}
    for slot, column in places.items():
        value = row.get(column)
        if value is None:
            continue
        if not_a_value(value):
            if slot == "image_id":
                found[slot] = value
            continue
        text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        if text.strip():
            found[slot] = text
    return found


def not_a_value(value: Any) -> bool:
    """Whether a cell holds what data frames write where there is nothing: NaN, NA or NaT."""
    return (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in (
        "NAType",
        "NaTType",
    )
