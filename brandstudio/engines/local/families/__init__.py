"""The families of scenes that the built-in engine draws, each a function from a scene to its
layers.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from brandstudio.language.scenes import Family

from ..canvas import Layer
from . import (
    arches,
    aurora,
    bokeh,
    botanical,
    city,
    corridor,
    deep,
    field,
    firtwigs,
    flames,
    forest,
    garland,
    graphic,
    lake,
    land,
    mosaic,
    pane,
    paperbits,
    papercut,
    pattern,
    scatter,
    seasons,
    soft,
    stage,
    stone,
    surf,
    tabletop,
    texture,
    theatre,
    village,
    washes,
    ways,
)
from .scene import Scene

#: One line for people about each family stands in its function's docstring.
FAMILIES: MappingProxyType[Family, Callable[[Scene], list[Layer]]] = MappingProxyType(
    {
        "mesh": washes.backdrop,
        "waves": soft.waves_or_shapes,
        "hills": land.hills,
        "dunes": land.dunes,
        "sea": surf.sea,
        "sky": land.clouds,
        "geometric": graphic.geometric,
        "halftone": graphic.halftone,
        "topographic": graphic.topographic,
        "papercut": papercut.papercut,
        "bokeh": bokeh.bokeh,
        "city": city.city,
        "stage": stage.stage,
        "ribbons": soft.ribbons,
        "mosaic": mosaic.mosaic,
        "botanical": botanical.botanical,
        "arches": arches.arches,
        "aurora": aurora.aurora,
        "road": ways.road,
        "harbour": ways.harbour,
        "blossom": seasons.blossom,
        "leaves": seasons.leaves,
        "snow": seasons.snow,
        "fireworks": seasons.fireworks,
        "confetti": paperbits.confetti,
        "texture": texture.texture,
        "field": field.field,
        "forest": forest.forest,
        "lake": lake.lake,
        "village": village.village,
        "pane": pane.pane,
        "room": corridor.indoors,
        "tabletop": tabletop.tabletop,
        "curtain": theatre.curtain,
        "pattern": pattern.pattern,
        "scatter": scatter.scatter,
        "garland": garland.garland,
        "candles": flames.candles,
        "underwater": deep.underwater,
        "galaxy": deep.galaxy,
        "cloudsea": deep.cloudsea,
        "canyon": stone.canyon,
        "cave": stone.cave,
        "firtwigs": firtwigs.firtwigs,
        "synthwave": stone.synthwave,
    }
)
