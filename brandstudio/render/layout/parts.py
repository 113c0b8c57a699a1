"""The ways to divide a canvas that a layout has beside its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from brandstudio.render.geometry import Orientation
from brandstudio.render.layout.grid import GridArea
from brandstudio.render.layout.place_rules import Ground
from brandstudio.render.layout.template import Layout

#: Where photo and words are parted on canvases of which words take most: frames of the photo and of
#: the field.
PARTED: Final[Mapping[str, tuple[GridArea, GridArea]]] = MappingProxyType(
    {
        "button": (
            GridArea(columns=(11.2, 12), of="canvas"),
            GridArea(columns=(1, 10.2), of="canvas"),
        ),
        "leaderboard": (
            GridArea(columns=(10.4, 12), of="canvas"),
            GridArea(columns=(1, 9.4), of="canvas"),
        ),
        "skyscraper": (GridArea(rows=(1, 5), of="canvas"), GridArea(rows=(6, 12), of="canvas")),
    }
)
#: How much less a row of words beside the photo is liked than one on it.
_BESIDE = 0.55
#: How many rows of twelve a photo above its words may grow, and how much less that is liked: words that
#: are many get small by more.
_ROWS, _TALLER = 1.4, 0.45
#: How many columns of twelve a field beside its photo may grow, and how much less that is liked.
_COLUMNS, _WIDER = 1.2, 0.2
#: How much less a photo beside its words is liked on a square, where the template has it above them.
_UPRIGHT: Final = 0.4
#: And words in half of a square's width, which may stand beside such a photo where they leave it.
_HALF = 0.5
#: How much narrower a fixed layout's panel may be, and what each is liked less for a whole width.
_NARROWER: Final = (0.84, 0.7, 0.58)
_LESS_WIDE: Final = 0.55


def parts(
    layout: Layout, orientation: Orientation, *, fixed: bool, tall: bool = False
) -> Iterator[tuple[Layout, float]]:
    """The layout; where words would hide most of the photo also one with the two side by side, and
    what that costs. A panel that a ``fixed`` layout keeps to its corner may be narrower. A ``tall``
    photo may stand beside the words of a square.
    """
    yield layout, 0.0
    if fixed:
        yield from _narrower(layout, orientation)
    if (taller := _taller(layout, orientation)) is not None:
        yield taller, _TALLER
        if tall and orientation == "square":
            yield _upright(layout), _UPRIGHT
    elif tall and not fixed and _may_be_half(layout, orientation):
        yield _half(layout), _HALF
    if (wider := _wider(layout, orientation)) is not None:
        yield wider, _WIDER
    parted = PARTED.get(orientation)
    if parted is not None and layout.ground is None:
        photo, field = parted
        zones = tuple(
            zone.model_copy(update={"frame": GridArea(of="ground"), "anchor": "middle"})
            for zone in layout.words[:1]
        )
        of = "ground" if layout.flow == "row" else "photo"
        yield (
            layout.model_copy(
                update={
                    "photo": photo,
                    "ground": Ground(frame=field, colour="primary"),
                    "words": zones,
                    "logo": layout.logo.model_copy(update={"of": of}),
                    "scrim": "none",
                }
            ),
            _BESIDE,
        )


def flips(layout: Layout, more: bool, *, down: bool) -> Iterator[tuple[bool, bool]]:
    """Across and down: the mirrors of a layout that its template allows, or that ``more`` do."""
    yield False, False
    if "across" in layout.flips or more:
        yield True, False
    # A figure and what it counts are read from above: upside down they would be no sentence.
    reads_down = any(layer.kind == "text" for layer in layout.layers)
    if down and ("down" in layout.flips or (more and layout.flow == "stack" and not reads_down)):
        yield False, True


def narrowed(layout: Layout, orientation: Orientation, part: float) -> Layout:
    """The layout with a ``part`` of the width that its words' column has, and the photo beside it as
    much wider; as it is where words run over the whole width, or layers of its own stand on it.
    """
    if part >= 1 or orientation not in ("landscape", "strip") or layout.flow == "row":
        return layout
    if layout.layers:
        return layout
    ground, photo = layout.ground, layout.photo
    zones = tuple(
        zone.model_copy(update={"frame": _less_wide(zone.frame, part)})
        if zone.frame.of != "ground"
        else zone
        for zone in layout.words
    )
    if ground is None:
        return layout.model_copy(update={"words": zones})
    frame = _less_wide(ground.frame, part)
    beside = photo.of == ground.frame.of == "canvas" and not ground.hug
    if beside and photo.columns[1] == 12 and photo.columns[0] > ground.frame.columns[1]:
        first = photo.columns[0] - (ground.frame.columns[1] - frame.columns[1])
        photo = photo.model_copy(update={"columns": (first, 12)})
    elif beside and photo.columns[0] == 1 and photo.columns[1] < ground.frame.columns[0]:
        last = photo.columns[1] + (frame.columns[0] - ground.frame.columns[0])
        photo = photo.model_copy(update={"columns": (1, last)})
    ground = ground.model_copy(update={"frame": frame})
    return layout.model_copy(update={"words": zones, "ground": ground, "photo": photo})


def _less_wide(frame: GridArea, part: float) -> GridArea:
    """A frame at the start or the end of the width, with a part of its own."""
    first, last = frame.columns
    wide = (last - first + 1) * part
    if first == 1 and last < 12:
        return frame.model_copy(update={"columns": (1, wide)})
    if last == 12 and first > 1:
        return frame.model_copy(update={"columns": (13 - wide, 12)})
    return frame


def _taller(layout: Layout, orientation: Orientation) -> Layout | None:
    """The layout with more height for a photo that stands above the words' field, for faces and
    heads that it would else cut; None where the template has no such field.
    """
    ground, photo = layout.ground, layout.photo
    if orientation not in ("square", "portrait") or ground is None or ground.hug:
        return None
    if ground.frame.of != "canvas" or photo.of != "canvas" or photo.rows[0] != 1:
        return None
    if ground.frame.rows[1] != 12 or ground.frame.rows[0] <= photo.rows[1]:
        return None
    lower = photo.model_copy(update={"rows": (1, photo.rows[1] + _ROWS)})
    field = ground.frame.model_copy(update={"rows": (ground.frame.rows[0] + _ROWS, 12)})
    return layout.model_copy(
        update={"photo": lower, "ground": ground.model_copy(update={"frame": field})}
    )


def _wider(layout: Layout, orientation: Orientation) -> Layout | None:
    """The layout with more width for the words beside a photo, for those that would else be set small;
    None where the template has no such field.
    """
    ground, photo = layout.ground, layout.photo
    if orientation not in ("landscape", "strip") or ground is None or ground.hug:
        return None
    if layout.layers or layout.flow == "row" or (ground.frame.of, photo.of) != ("canvas", "canvas"):
        return None
    first, last = photo.columns[0], ground.frame.columns[1]
    if ground.frame.columns[0] != 1 or photo.columns[1] != 12 or first <= last:
        return None
    if first + _COLUMNS > 9:
        return None
    beside = photo.model_copy(update={"columns": (first + _COLUMNS, 12)})
    field = ground.frame.model_copy(update={"columns": (1, last + _COLUMNS)})
    return layout.model_copy(
        update={"photo": beside, "ground": ground.model_copy(update={"frame": field})}
    )


def _upright(layout: Layout) -> Layout:
    """The layout with the field in the left half and the photo, as high as the banner, beside it."""
    ground = layout.ground
    assert ground is not None
    beside = layout.photo.model_copy(update={"columns": (6.8, 12), "rows": (1, 12)})
    field = ground.frame.model_copy(update={"columns": (1, 5.8), "rows": (1, 12)})
    zones = layout.words[:1]
    if not any(layer.kind == "text" for layer in layout.layers):  # words below a figure stay there
        area = GridArea(rows=(2.2, 11), of="ground")
        zones = tuple(z.model_copy(update={"frame": area, "anchor": "middle"}) for z in zones)
    headline = layout.headline.model_copy(update={"lines": layout.headline.lines + 1})
    return layout.model_copy(
        update={
            "photo": beside,
            "ground": ground.model_copy(update={"frame": field}),
            "words": zones,
            "headline": headline,
            "logo": layout.logo.model_copy(update={"corner": "top-start"}),
        }
    )


def _may_be_half(layout: Layout, orientation: Orientation) -> bool:
    """True of words on the photo of a square or on a card there: half of a field that fills the banner would
    lay the other half bare. On a portrait of cards alone, which may leave their photo for half of it.
    """
    ground = layout.ground
    bare = ground is None and orientation == "square"
    card = ground is not None and ground.hug and orientation in ("square", "portrait")
    return not layout.layers and (bare or card)


def _half(layout: Layout) -> Layout:
    """The layout with its words in half the width of a square."""
    ground = layout.ground
    if ground is not None:
        frame = ground.frame.model_copy(update={"columns": (1, 7)})
        return layout.model_copy(update={"ground": ground.model_copy(update={"frame": frame})})
    area = GridArea(columns=(1, 6.4), rows=(2.6, 12))
    zones = tuple(
        zone.model_copy(update={"frame": area, "anchor": "bottom"}) for zone in layout.words[:1]
    )
    return layout.model_copy(update={"words": zones})


def _narrower(layout: Layout, orientation: Orientation) -> Iterator[tuple[Layout, float]]:
    """The layout with a panel that leaves more of the photo's width to people beside it."""
    ground = layout.ground
    if ground is None or not ground.hug or orientation != "landscape":
        return
    first, last = ground.frame.columns
    for part in _NARROWER:
        columns = (first, first + (last - first + 1) * part - 1)
        frame = ground.frame.model_copy(update={"columns": columns})
        narrower = ground.model_copy(update={"frame": frame})
        yield layout.model_copy(update={"ground": narrower}), _LESS_WIDE * (1 - part)
