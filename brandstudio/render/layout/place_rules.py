"""Rules of a template on places: the ground, the zones of the words, headline and logo."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from brandstudio.render.layout.grid import Anchor, GridArea
from brandstudio.render.layout.slot_rules import ColourRule, Part

Corner = Literal["top-start", "top-end", "bottom-start", "bottom-end", "middle-end", "middle-start"]


class Ground(Part):
    """The panel that the words stand on by design. With ``hug`` it closes around the words inside
    its frame.
    """

    frame: GridArea
    colour: ColourRule = "surface"
    opacity: Annotated[float, Field(ge=0.5, le=1)] = 1.0
    rounded: bool = False
    hug: bool = False
    """Whether it closes round its words inside its frame; else it fills the frame."""
    anchor: Anchor = "bottom"
    padding: Annotated[float, Field(ge=0.3, le=3)] = 1.0
    """In margins of the canvas."""


class Zone(Part):
    """A place for the words. Of several the first is preferred; another is taken where the photo
    asks for it.
    """

    frame: GridArea = GridArea()
    anchor: Anchor = "middle"
    align: Literal["start", "center", "end"] = "start"


class HeadlineRule(Part):
    """Sizes as multiples of the canvas's body size, and the most lines."""

    smallest: Annotated[float, Field(ge=0.8, le=6)] = 1.25
    largest: Annotated[float, Field(ge=1, le=8)] = 2.9
    lines: Annotated[int, Field(ge=1, le=8)] = 4

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError("smallest must not be over largest")
        return self


class LogoRule(Part):
    """Which corner of which area the logo stands in, and its size: the area of its box as a share
    of the canvas.
    """

    corner: Corner = "top-start"
    of: Literal["safe", "ground", "photo"] = "safe"
    share: Annotated[float, Field(ge=0.002, le=0.05)] = 0.011
    fixed: bool = False
    """True if a brand's rule on the logo's place does not move it: the place is what makes the
    template.
    """
