"""The layers of a template beside photo, ground and words: each kind a frozen value.

A layer stands in a ``frame`` of the grid, or one below or beside the other in a group. Lengths that
are not frames are counted in sizes of running text, so that they grow with the canvas.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from brandstudio.render import svg_path
from brandstudio.render.layout.condition import Condition
from brandstudio.render.layout.grid import Anchor, GridArea
from brandstudio.render.layout.slot_rules import ColourRule, Part, TypeRule

Length = Annotated[float, Field(gt=0, le=60, json_schema_extra={"x-unit": "sizes of running text"})]
Opacity = Annotated[float, Field(ge=0.02, le=1)]
Align = Literal["start", "center", "end"]
SlotRef = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
MOST_LAYERS = 40
"""In one layout, those in groups counted too."""
_DEEPEST = 4
_MOST_REPEATED = 96


class _Layer(Part):
    """What every layer has."""

    frame: GridArea = GridArea()
    """Where it stands; not asked of a layer in a group."""
    when: Condition | None = None
    """It is drawn only where this holds; a layer without its words or picture never is."""
    width: Length | None = None
    height: Length | None = None
    """Its size in a group; a shape and a picture need a height there."""
    align: Align = "start"
    anchor: Anchor = "top"
    """Where it stands in a frame that is larger than it."""


class ShapeRule(_Layer):
    """A flat shape that fills its frame."""

    kind: Literal["shape"]
    shape: Literal["rect", "pill", "circle", "line", "blob", "path"] = "rect"
    colour: ColourRule = "primary"
    opacity: Opacity = 1.0
    radius: Annotated[float, Field(ge=0, le=10)] | None = None
    """Of a rect's corners. Without it they are the brand's own (square, soft or round), and square
    where the layer touches an edge of the canvas; 0 is square anywhere.
    """
    path: Annotated[str, Field(max_length=4000)] | None = None
    """Of a path: SVG path data, filled by the even-odd rule."""
    view: tuple[float, float, float, float] = (0, 0, 100, 100)
    """The part of the path's plane that is stretched over the frame: x, y, width, height."""
    mirrored: bool = False
    """Whether a path is seen in a mirror where words run from right to left, as its frame is."""
    seed: Annotated[int, Field(ge=0, le=9999)] = 0
    """Which blob."""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        if (self.shape == "path") != (self.path is not None):
            raise ValueError("path: a shape of 'path' has one, and no other has")
        if self.path is not None:
            svg_path.parse(self.path)
        if not (0.001 <= self.view[2] <= 1e5 and 0.001 <= self.view[3] <= 1e5):
            raise ValueError("view: width and height lie between 0.001 and 100000")
        if not (abs(self.view[0]) <= 1e5 and abs(self.view[1]) <= 1e5):
            raise ValueError("view: x and y lie between -100000 and 100000")
        return self


class ImageRule(_Layer):
    """A picture of a slot of the template's own."""

    kind: Literal["image"]
    slot: SlotRef
    fit: Literal["cover", "contain"] = "cover"
    cutout: bool = False
    """The subject alone, without what is behind it; it always stands whole."""
    shape: Literal["rect", "pill", "circle"] = "rect"
    radius: Annotated[float, Field(ge=0, le=10)] | None = None
    """Of a rect's corners, as a shape's."""
    opacity: Opacity = 1.0


class TextRule(_Layer):
    """The words of a slot, as large as its rule says and no larger than fit."""

    kind: Literal["text"]
    slot: SlotRef
    type: TypeRule | None = None
    """Laid over the slot's own, key by key: what it does not say stays as the slot has it."""
    lines: Annotated[int, Field(ge=1, le=12)] = 6
    """At most."""


class BadgeRule(_Layer):
    """A shape with the words of a slot inside."""

    kind: Literal["badge"]
    slot: SlotRef
    shape: Literal["circle", "pill", "rect", "burst"] = "circle"
    colour: ColourRule = "accent"
    type: TypeRule | None = None
    lines: Annotated[int, Field(ge=1, le=5)] = 3
    """At most."""


class PriceRule(_Layer):
    """A price: its whole number large, currency and cents small and raised. Words that are no price
    are set as they are.
    """

    kind: Literal["price"]
    slot: SlotRef
    type: TypeRule | None = None
    small: Annotated[float, Field(ge=0.3, le=1)] = 0.5
    """Of currency and cents, in parts of the number's size."""
    raised: bool = True


class GroupRule(_Layer):
    """Layers one below or beside the other with gaps; with ``each`` one for every entry of a list,
    where ``slot = "item"`` is the entry.
    """

    kind: Literal["group"]
    direction: Literal["column", "row"] = "column"
    gap: Annotated[float, Field(ge=0, le=20)] = 0.8
    """In sizes of running text."""
    spread: bool = False
    """Whether the layers of a row share its width evenly; else each takes what it needs."""
    across: Anchor = "middle"
    """How the layers of a row stand in its height."""
    each: SlotRef | None = None
    """A list; the group's one layer is repeated for every entry. Several go into a group within it."""
    layers: Annotated[tuple[LayerRule, ...], Field(min_length=1, max_length=12)]

    @model_validator(mode="after")
    def _repeatable(self) -> Self:
        if self.each is not None and len(self.layers) != 1:
            raise ValueError("each: repeats one layer; put several into a group")
        return self


LayerRule = Annotated[
    ShapeRule | ImageRule | TextRule | BadgeRule | PriceRule | GroupRule,
    Field(discriminator="kind"),
]
GroupRule.model_rebuild()


def every(layers: tuple[LayerRule, ...]) -> Iterator[LayerRule]:
    """All layers, those in groups too."""
    for layer in layers:
        yield layer
        if isinstance(layer, GroupRule):
            yield from every(layer.layers)


def require_bounded(layers: tuple[LayerRule, ...]) -> None:
    """Raise ValueError for more layers, or deeper groups, than may be drawn."""
    if sum(1 for _ in every(layers)) > MOST_LAYERS:
        raise ValueError(f"layers: at most {MOST_LAYERS}, those in groups counted too")
    if _depth(layers) > _DEEPEST:
        raise ValueError(f"layers: groups lie at most {_DEEPEST} deep in each other")
    if _repeated(layers) > _MOST_REPEATED:
        raise ValueError(f"layers: lists repeat them to more than {_MOST_REPEATED}")


def _depth(layers: tuple[LayerRule, ...]) -> int:
    deeper = [_depth(layer.layers) for layer in layers if isinstance(layer, GroupRule)]
    return 1 + max(deeper, default=0) if deeper else 0


def _repeated(layers: tuple[LayerRule, ...]) -> int:
    """The most layers that are drawn, each list with twelve entries."""
    total = 0
    for layer in layers:
        inner = _repeated(layer.layers) if isinstance(layer, GroupRule) else 1
        total += inner * (12 if isinstance(layer, GroupRule) and layer.each else 1)
    return total
