"""Frames by a grid: columns and rows of an area, never pixels; and which family's grid stands in for
which.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from brandstudio.render.geometry import Orientation, Rect, on_grid
from brandstudio.render.layout.slot_rules import Part

Anchor = Literal["top", "middle", "bottom"]
GridLine = Annotated[float, Field(ge=1, allow_inf_nan=False, json_schema_extra={"maximum": 12})]
STANDING_IN: Final[dict[Orientation, tuple[Orientation, ...]]] = {
    "button": ("leaderboard", "strip", "landscape"),
    "leaderboard": ("button", "strip", "landscape"),
    "strip": ("landscape", "leaderboard", "square"),
    "landscape": ("strip", "square", "portrait"),
    "square": ("portrait", "landscape", "strip"),
    "portrait": ("square", "landscape", "skyscraper"),
    "skyscraper": ("portrait", "square", "landscape"),
}
"""The families whose layout a canvas takes where its own has none, the nearest first."""


class GridArea(Part):
    """A part of an area, from the first to the last column and row, both counted in: 1 to 12, with
    fractions.
    """

    columns: tuple[GridLine, GridLine] = (1, 12)
    rows: tuple[GridLine, GridLine] = (1, 12)
    of: Literal["canvas", "safe", "ground", "photo"] = "safe"

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for name, (first, last) in (("columns", self.columns), ("rows", self.rows)):
            if first > last or last > 12:
                raise ValueError(
                    f"{name} are twelve, and run from a first to a last one, both counted in: "
                    f"[12, 12] is the last alone, [11.5, 12] one and a half"
                )
        return self

    def within(self, area: Rect) -> Rect:
        return on_grid(area, self.columns, self.rows)
