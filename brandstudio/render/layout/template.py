"""Templates: small declarative files that say where words, photo and logo go, by grid and rules,
never by pixels.

A frame is given in twelve columns and twelve rows of an area: the ``canvas``, the ``safe`` area
inside the margins, or the ``ground`` (the panel behind the words, inside its padding). Start and
end are left and right for words that run from left to right and change places for those that do
not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, Literal, Self, cast

import pydantic
from pydantic import BaseModel, ConfigDict, Field, model_validator

from brandstudio import errors
from brandstudio.models.sizes import CONTRACT_SIZES, SIZES, BannerSize
from brandstudio.render.geometry import Canvas, Orientation, Rect, on_grid

BUILTIN = ("overlay", "split", "panel", "article-cover-panel")
_MOST_BYTES = 64 * 1024
#: How far the last column or row of a frame lies beyond its first, at least.
_NARROWEST = 0.5

Slot = Literal["headline", "subhead", "button_text", "author_role", "author_name"]
Element = Literal["headline", "subhead", "button", "byline"]
Backing = Literal["colour", "scrim", "panel"]
Anchor = Literal["top", "middle", "bottom"]
Corner = Literal["top-start", "top-end", "bottom-start", "bottom-end", "middle-end", "middle-start"]
ANY = "any"
"""In ``sizes``: every named size, and any canvas."""
Fraction = Annotated[float, Field(ge=0, le=1)]
Line = Annotated[float, Field(ge=1, le=13)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class GridArea(_Part):
    """A part of an area, from the first to the last column and row, counted from 1 to 12 (fractions
    allowed).
    """

    columns: tuple[Line, Line] = (1, 12)
    rows: tuple[Line, Line] = (1, 12)
    of: Literal["canvas", "safe", "ground"] = "safe"

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


class SlotRule(_Part):
    """Whether a slot is needed, and how long its words may be in this template."""

    required: bool = False
    max_length: Annotated[int, Field(ge=1, le=200)] | None = None


class Ground(_Part):
    """The panel that the words stand on by design. With ``hug`` it closes around the words inside
    its frame.
    """

    frame: GridArea
    colour: Annotated[
        str, Field(pattern=r"^(#[0-9a-fA-F]{6}|background|surface|primary|secondary|accent|text)$")
    ] = "surface"
    opacity: Annotated[float, Field(ge=0.5, le=1)] = 1.0
    rounded: bool = False
    hug: bool = False
    anchor: Anchor = "bottom"
    padding: Annotated[float, Field(ge=0.3, le=3)] = 1.0
    """In margins of the canvas."""


class Zone(_Part):
    """A place for the words. Of several the first is preferred; another is taken where the photo
    asks for it.
    """

    frame: GridArea
    anchor: Anchor = "middle"
    align: Literal["start", "center"] = "start"


class HeadlineRule(_Part):
    """Sizes as multiples of the canvas's body size, and the most lines."""

    smallest: Annotated[float, Field(ge=0.8, le=6)] = 1.25
    largest: Annotated[float, Field(ge=1, le=8)] = 2.9
    lines: Annotated[int, Field(ge=1, le=8)] = 4

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError("smallest must not be over largest")
        return self


class LogoRule(_Part):
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


class Layout(_Part):
    """One arrangement, for canvases of one orientation."""

    photo: GridArea = GridArea(of="canvas")
    ground: Ground | None = None
    words: Annotated[tuple[Zone, ...], Field(min_length=1, max_length=6)]
    headline: HeadlineRule = HeadlineRule()
    logo: LogoRule = LogoRule()
    scrim: Literal["none", "linear", "even"] = "linear"
    flow: Literal["stack", "row"] = "stack"
    """Whether the button stands below the words, or beside them with the logo before them."""
    flips: tuple[Literal["across", "down"], ...] = ()
    """In which directions the whole layout may be mirrored where the photo asks for it."""


class Template(_Part):
    """A template as its file gives it."""

    schema_version: Annotated[Literal[1], Field(alias="schema")] = 1
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
    title: Annotated[str, Field(min_length=1, max_length=80)]
    description: Annotated[str, Field(max_length=400)] = ""
    sizes: Annotated[tuple[str, ...], Field(min_length=1, max_length=12)] = tuple(CONTRACT_SIZES)
    """Names of sizes, or ``any``."""
    slots: dict[Slot, SlotRule] = {"headline": SlotRule(required=True)}
    needs_photo: bool = False
    fixed: bool = False
    """Whether words and panel stay where the template has them, though some of a subject lies
    behind; faces never do.
    """
    order: Annotated[tuple[Element, ...], Field(min_length=1, max_length=4)] = (
        "headline",
        "subhead",
        "button",
    )
    backing: tuple[Backing, ...] = ("colour", "scrim", "panel")
    layouts: dict[Orientation, Layout]

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if "headline" not in self.order:
            raise ValueError("order must name the headline")
        if len(set(self.order)) != len(self.order):
            raise ValueError("order names an element twice")
        if not self.layouts:
            raise ValueError("layouts: a template needs at least one")
        for size in self.sizes:
            if size == ANY:
                continue
            if size not in SIZES:
                raise ValueError(f"sizes: {size!r} is no banner size ({ANY}, {', '.join(SIZES)})")
            if Canvas(*SIZES[size]).orientation not in self.layouts:
                raise ValueError(
                    f"layouts: size {size} needs a layout for {Canvas(*SIZES[size]).orientation}"
                )
        for name, layout in self.layouts.items():
            uses_ground = (
                any(zone.frame.of == "ground" for zone in layout.words)
                or layout.logo.of == "ground"
            )
            if uses_ground and layout.ground is None:
                raise ValueError(
                    f"layouts.{name}: something stands on the ground, but there is none"
                )
            if layout.photo.of == "ground" or (
                layout.ground is not None and layout.ground.frame.of == "ground"
            ):
                raise ValueError(
                    f"layouts.{name}: photo and ground are placed on the canvas or the safe area"
                )
        return self

    def layout(self, canvas: Canvas) -> Layout:
        """The layout for a canvas; for an orientation without one of its own, the nearest."""
        nearest: dict[Orientation, tuple[Orientation, ...]] = {
            "button": ("button", "leaderboard", "strip", "landscape"),
            "leaderboard": ("leaderboard", "button", "strip", "landscape"),
            "strip": ("strip", "landscape", "leaderboard", "square"),
            "landscape": ("landscape", "strip", "square", "portrait"),
            "square": ("square", "portrait", "landscape", "strip"),
            "portrait": ("portrait", "square", "landscape", "skyscraper"),
            "skyscraper": ("skyscraper", "portrait", "square", "landscape"),
        }
        wanted = (*nearest[canvas.orientation], *self.layouts)
        return next(self.layouts[o] for o in wanted if o in self.layouts)

    def comes_in(self, size: str) -> bool:
        """True of a size that the template may be asked for."""
        return ANY in self.sizes or size in self.sizes


def load(data: bytes | str) -> Template:
    """The template in a JSON or TOML file. Raises `errors.ValidationError` with every fault that
    was found.
    """
    raw = _parse(data)
    try:
        return Template.model_validate(raw)
    except pydantic.ValidationError as broken:
        fields = [
            {
                "path": ".".join(str(p) for p in e["loc"]) or "template",
                "code": e["type"],
                "message": e["msg"].removeprefix("Value error, ")[:200],
            }
            for e in broken.errors(include_input=False, include_url=False, include_context=False)[
                :50
            ]
        ]
        said = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
        more = f"; and {len(fields) - 3} more" if len(fields) > 3 else ""
        raise errors.ValidationError(
            f"The template is not valid: {said}{more}.", fields=fields
        ) from broken


def _parse(data: bytes | str) -> Any:
    text = data
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as broken:
            raise errors.ValidationError.of("template", "must be UTF-8 text") from broken
    if len(text) > _MOST_BYTES:
        raise errors.ValidationError.of("template", "must be at most 64 KB")
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text)
        import tomllib

        return tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        raise errors.ValidationError.of(
            "template", f"can't be read: {str(broken)[:160]}"
        ) from broken


def lint(data: bytes | str) -> list[str]:
    """What is wrong with a template file or what a designer would question in it, in plain words;
    empty if nothing.
    """
    try:
        template = load(data)
    except errors.ValidationError as broken:
        fields = broken.details.get("fields", [])
        return [f"{f['path']}: {f['message']}" for f in fields] or [str(broken)]
    found = []
    if "headline" in template.slots and not template.slots["headline"].required:
        found.append("slots.headline: every banner has a headline; say required = true")
    if template.backing and template.backing[-1] != "panel":
        found.append(
            "backing: without 'panel' at the end, words on a busy photo fall back to a panel anyway"
        )
    if "byline" in template.order and not {"author_name", "author_role"} & template.slots.keys():
        found.append("order: a byline is drawn, but no author slot is declared")
    for name, layout in template.layouts.items():
        for number, zone in enumerate(layout.words, 1):
            used = (Canvas(*SIZES[cast(BannerSize, size)]) for size in named_sizes(template))
            canvas = next((c for c in used if c.orientation == name), None)
            if canvas is None:
                continue
            area = _area(layout, zone, canvas)
            if area.width < 9 * canvas.body:
                found.append(
                    f"layouts.{name}.words.{number}: only {area.width:.0f} px wide; long headlines get tiny"
                )
            # A leaderboard has one line's height in all; what counts there is its share.
            if area.height < min(5 * canvas.body, 0.6 * canvas.height):
                found.append(
                    f"layouts.{name}.words.{number}: only {area.height:.0f} px high; words get tiny"
                )
    return found


def named_sizes(template: Template) -> list[str]:
    """The sizes with a name that a template comes in, in the order in which they are listed."""
    return [size for size in SIZES if template.comes_in(size)]


def _area(layout: Layout, zone: Zone, canvas: Canvas) -> Rect:
    if zone.frame.of == "ground" and layout.ground is not None:
        ground = layout.ground
        base = ground.frame.within(canvas.whole if ground.frame.of == "canvas" else canvas.safe)
        return zone.frame.within(base.inset(ground.padding * canvas.margin))
    return zone.frame.within(canvas.whole if zone.frame.of == "canvas" else canvas.safe)


@lru_cache(maxsize=len(BUILTIN))
def builtin(name: str) -> Template:
    """A template that comes with the package. Raises `errors.ValidationError` for another name."""
    if name not in BUILTIN:
        raise errors.ValidationError.of(
            "template", f"must be one of {', '.join(BUILTIN)}", value=name
        )
    return load(
        resources.files("brandstudio.assets").joinpath("templates", f"{name}.json").read_bytes()
    )
