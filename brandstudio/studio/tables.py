"""Tables of people: files, data frames and mappings as a stream of rows, and a row as slots."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from numbers import Real
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

SLOTS: tuple[str, ...] = tuple(name for name in Slots.model_fields if name != "own")
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


@dataclass(frozen=True)
class Places:
    """Where a row's slots stand: the column of each slot that is named, that of the folder, and the
    words or the columns of each language.

    A language's value is the words themselves (``{"headline": "Neu"}``), which go before the row's
    own, or what its columns end in (``"_de"``: ``headline_de``).
    """

    columns: Mapping[str, str]
    folder: str | None = None
    languages: Mapping[str, str | Mapping[str, str]] | None = None
    slots: tuple[str, ...] = SLOTS
    own: bool = False
    """Whether a template is one's own, which may do without a headline."""


@dataclass(frozen=True)
class Filled:
    """One row with its slots filled, in one language where there are several; ``number`` counts
    from 1.
    """

    number: int
    slots: dict[str, Any]
    folder: str | None = None
    language: str | None = None


def mapped(rows: Iterator[Row], places: Places) -> Iterator[Filled]:
    """Numbered slots of each row, for each language. The first row is looked at once, so that a
    wrong column is told at once.
    """
    first = next(rows, None)
    if first is None:
        return iter(())
    if not isinstance(first, Mapping):
        raise errors.ValidationError.of(
            "table", f"rows must be mappings of columns to values, not {type(first).__name__}"
        )
    named = {**places.columns, **({"folder_column": places.folder} if places.folder else {})}
    for slot, column in named.items():
        if not any(column + ending in first for ending in _endings(places)):
            raise errors.ValidationError.of(
                slot, f"the table has no column {column!r}; it has: {_names(first)}", value=column
            )
    if not places.own:
        _require_headline(first, places)

    def numbered() -> Iterator[Filled]:
        for number, row in enumerate(chain((first,), rows), 1):
            yield from _in_languages(number, row, places)

    return numbered()


def _names(row: Row) -> str:
    return ", ".join(str(name) for name in row)[:300]


def _endings(places: Places) -> list[str]:
    """What the columns of the languages may end in; a column without an ending is for all."""
    return ["", *(said for said in (places.languages or {}).values() if isinstance(said, str))]


def _require_headline(first: Row, places: Places) -> None:
    column = places.columns.get("headline", "headline")
    for language, said in (places.languages or {"": ""}).items():
        ending = said if isinstance(said, str) else ""
        worded = not isinstance(said, str) and "headline" in said
        if worded or column in first or column + ending in first:
            continue
        of = f" in {language}" if language else ""
        raise errors.ValidationError.of(
            "headline",
            f"name the column of the headline{of} (headline=...); the table has: {_names(first)}",
        )


def _in_languages(number: int, row: Row, places: Places) -> Iterator[Filled]:
    """The row once, or once for each language."""
    folder = None if places.folder is None else _text(row.get(places.folder))
    for language, said in (places.languages or {"": ""}).items():
        ending = said if isinstance(said, str) else ""
        found = {slot: places.columns.get(slot, slot) for slot in places.slots}
        own = {slot: column + ending for slot, column in found.items() if column + ending in row}
        slots = _filled(row, {**found, **own})
        if not isinstance(said, str):
            slots |= said
        if language:
            slots.setdefault("language", language)
        yield Filled(number, slots, folder, language or None)


def _filled(row: Row, places: Mapping[str, str]) -> dict[str, Any]:
    """What the row says; empty cells are left out, and numbers are taken as they are written. A
    photo that is not a value is kept for what it is: its row says so instead of going without.
    """
    found: dict[str, object] = {}
    for slot, column in places.items():
        value = row.get(column)
        if value is None:
            continue
        entries = _entries(value)
        if entries is not None:
            if entries:  # a slot that takes one text says so
                found[slot] = entries
            continue
        if not_a_value(value):
            if slot == "image_id":
                found[slot] = value
            continue
        if slot in _TRUTH and isinstance(value, bool):
            found[slot] = value
            continue
        text = _text(value)
        if text is not None:
            found[slot] = text
    return found


def _entries(value: Any) -> list[str] | None:
    """The entries of a cell that holds a list (or the array that a data frame makes of one)."""
    if type(value).__name__ == "ndarray":
        value = value.tolist()
    if not isinstance(value, list | tuple):
        return None
    return [words for words in map(_text, value) if words is not None]


_TRUTH = ("extend",)


def _text(value: object) -> str | None:
    """A cell's words; None where it is empty."""
    if value is None or not_a_value(value):
        return None
    if isinstance(value, Real) and hasattr(value, "item"):
        value = value.item()  # numpy's numbers
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    return text if text.strip() else None


def not_a_value(value: object) -> bool:
    """Whether a cell holds what data frames write where there is nothing: NaN, NA or NaT."""
    if isinstance(value, Real | Decimal):
        return math.isnan(value)
    return type(value).__name__ in ("NAType", "NaTType")
