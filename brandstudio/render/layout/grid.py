"""Frames by a grid: columns and rows of an area, never pixels."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from brandstudio.render.geometry import Rect, on_grid
from brandstudio.render.layout.slot_rules import Part

Anchor = Literal["top", "middle", "bottom"]
Line = Annotated[float, Field(ge=1, le=13)]
#: How far the last column or row of a frame lies beyond its first, at least.
_NARROWEST = 0.5


class GridArea(Part):
    """A part of an area, from the first to the last column and row, counted from 1 to 12 (fractions
    allowed).
    """

    columns: tuple[Line, Line] = (1, 12)
    rows: tuple[Line, Line] = (1, 12)
    of: Literal["canvas", "safe", "ground", "photo"] = "safe"

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for name, (first, last) in (("columns", self.columns), ("rows", self.rows)):
            if last - first < _NARROWEST or last > 12:
                raise ValueError(
                    f"{name} must run from a lower to a higher number, at most 12, over nearly two or more"
                )
        return self

    def within(self, area: Rect) -> Rect:
        return on_grid(area, self.columns, self.rows)
