"""Values as the tables of pandas, polars and Arrow: one typed column for each plain field, times in
UTC. Links are left out, since they are over within the hour; secrets are left out, since they are.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

Kind = Literal["text", "whole", "number", "yes or no", "time", "texts"]
Columns = dict[str, Kind]
Rows = Sequence[dict[str, Any]]

_PLAIN: dict[Any, Kind] = {
    str: "text",
    int: "whole",
    float: "number",
    bool: "yes or no",
    datetime: "time",
}
_HIDDEN = ("secret", "prefix", "s3_key", "headers")


class Framed:
    """A value that is a table of rows: ``to_pandas()``, ``to_polars()``, ``to_arrow()``."""

    def _table(self) -> tuple[Columns, Rows]:
        """The columns with their kinds, and the rows."""
        raise TypeError(f"a {type(self).__name__} is no table")

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with typed columns and times in UTC; needs pandas."""
        return pandas_frame(*self._table())

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame with typed columns and times in UTC; needs polars."""
        return polars_frame(*self._table())

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table with typed columns and times in UTC; needs pyarrow."""
        return arrow_table(*self._table())


def columns_of(kind: type[BaseModel]) -> Columns:
    """The columns that a value's plain fields make; the fields of its metadata are its own, those of
    other values within it are left out.
    """
    found: Columns = {}
    for name, info in kind.model_fields.items():
        if name in _HIDDEN or name.endswith("url"):
            continue
        told = _kind(info.annotation)
        if isinstance(told, type):
            if name == "metadata":
                found.update(columns_of(told))
        elif told is not None:
            found[name] = told
    return found


def rows_of(values: Iterable[BaseModel], columns: Columns) -> list[dict[str, Any]]:
    """One row a value."""
    return [_row(value, columns) for value in values]


def _row(value: BaseModel, columns: Columns) -> dict[str, Any]:
    own = type(value).model_fields
    inner = getattr(value, "metadata", None)
    return {name: getattr(value if name in own else inner, name, None) for name in columns}


def _kind(annotation: object) -> Kind | type[BaseModel] | None:
    """What a field's type is as a column; a model for a value within the value, None for what a
    column can't hold.
    """
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kind(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        kinds = [_kind(part) for part in get_args(annotation) if part is not type(None)]
        return kinds[0] if len(kinds) == 1 else None
    if origin is Literal:
        return _PLAIN.get(type(get_args(annotation)[0]))
    if origin is list:
        return "texts" if _kind(get_args(annotation)[0]) == "text" else None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return _PLAIN.get(annotation)


def pandas_frame(columns: Columns, rows: Rows) -> pandas.DataFrame:
    """A DataFrame; what is missing is NA, in whole numbers and truth too."""
    pandas = needed("pandas", "to_pandas()")
    kinds = {
        "text": "str",
        "whole": "Int64",
        "number": "float64",
        "yes or no": "boolean",
        "time": "datetime64[us, UTC]",
        "texts": "object",
    }
    return pandas.DataFrame(  # type: ignore[no-any-return]
        {
            name: pandas.Series([row[name] for row in rows], dtype=kinds[kind])
            for name, kind in columns.items()
        }
    )


def polars_frame(columns: Columns, rows: Rows) -> polars.DataFrame:
    """A polars DataFrame."""
    polars = needed("polars", "to_polars()")
    kinds = {
        "text": polars.String,
        "whole": polars.Int64,
        "number": polars.Float64,
        "yes or no": polars.Boolean,
        "time": polars.Datetime("us", "UTC"),
        "texts": polars.List(polars.String),
    }
    return polars.DataFrame(  # type: ignore[no-any-return]
        {name: [row[name] for row in rows] for name in columns},
        schema={name: kinds[kind] for name, kind in columns.items()},
        strict=False,
    )


def arrow_schema(columns: Columns) -> pyarrow.Schema:
    """The columns as Arrow has them."""
    pyarrow = needed("pyarrow", "to_arrow()")
    kinds = {
        "text": pyarrow.string(),
        "whole": pyarrow.int64(),
        "number": pyarrow.float64(),
        "yes or no": pyarrow.bool_(),
        "time": pyarrow.timestamp("us", tz="UTC"),
        "texts": pyarrow.list_(pyarrow.string()),
    }
    return pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])


def arrow_table(columns: Columns, rows: Rows) -> pyarrow.Table:
    """An Arrow table."""
    pyarrow = needed("pyarrow", "to_arrow()")
    return pyarrow.Table.from_pylist(list(rows), schema=arrow_schema(columns))


def needed(module: str, call: str) -> Any:
    """The library, or an ImportError that says how to get it."""
    from importlib import import_module

    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = module.split(".")[0]
        if error.name != library:
            raise
        raise ImportError(f"{call} needs {library}: pip install 'brandstudio[table]'") from None
