"""What a prompt asks of the built-in engine, as a plan: the family of scenes, its parts and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from .scene_sides import LightSide, SpaceSide, Tone

Family = Literal[
    "mesh",
    "waves",
    "hills",
    "dunes",
    "sea",
    "sky",
    "geometric",
    "halftone",
    "topographic",
    "papercut",
    "bokeh",
    "city",
    "stage",
    "ribbons",
    "mosaic",
    "botanical",
    "arches",
    "aurora",
    "road",
    "harbour",
    "blossom",
    "leaves",
    "snow",
    "fireworks",
    "confetti",
    "texture",
    "field",
    "forest",
    "lake",
    "village",
    "pane",
    "room",
    "tabletop",
    "curtain",
    "pattern",
    "scatter",
    "garland",
    "candles",
    "underwater",
    "galaxy",
    "cloudsea",
    "canyon",
    "cave",
    "firtwigs",
    "synthwave",
]
FAMILIES: tuple[Family, ...] = get_args(Family)
TimeOfDay = Literal["dawn", "day", "dusk", "night"]


@dataclass(frozen=True, slots=True)
class ScenePlan:
    """What to draw. ``density`` is 0 (empty) to 1 (full); ``dark`` is None where the brand may
    decide.

    ``named`` are colour words, ``motifs`` things inside the scene. ``left_out`` are kinds of things
    that were asked for and that can't be drawn, ``subject`` the main one as the prompt says it,
    ``missing`` every other word that is not drawn. ``light`` is the side that
    the light comes from. ``certain`` says whether the words named the
    family (else it was chosen by mood and seed). ``without`` are the parts that are left out,
    ``kept`` what was forbidden and shows all the same, ``several`` the things that were asked for
    in a number that the family doesn't keep; ``boats`` and ``sails`` are how many boats a harbour
    has (None: as many as suit it) and the colour of their sails.
    """

    family: Family
    mood: str
    time: TimeOfDay | None
    density: float
    dark: bool | None
    space: SpaceSide | None
    named: tuple[str, ...]
    motifs: frozenset[str]
    left_out: tuple[str, ...]
    certain: bool
    mood_named: bool
    subject: str = ""
    #: What a prompt without such a subject begins with and that is not drawn.
    begun: str = ""
    missing: tuple[str, ...] = ()
    #: Places by name: the scene stands for any such place.
    places: tuple[str, ...] = ()
    light: LightSide | None = None
    without: frozenset[str] = frozenset()
    kept: tuple[str, ...] = ()
    several: tuple[tuple[str, str], ...] = ()
    boats: int | None = None
    sails: str = ""
    #: Colours that are forbidden, each with the words that say so.
    no_colours: tuple[tuple[str, str], ...] = ()
    #: Parts that have a colour of their own, each with it; ``loose`` are the other named colours.
    parts: tuple[tuple[str, str], ...] = ()
    loose: tuple[str, ...] = ()

    #: How far the whole scene is out of focus: a deviation, as a share of the short side.
    blur: float = 0.0
    #: How the whole picture is said to be: "subtle", "muted".
    manners: frozenset[str] = frozenset()
    #: The colours that the picture is to show, each with the words that say so.
    colours: tuple[tuple[str, str], ...] = ()
    #: The side that grows darker or lighter, and which of these.
    toned: tuple[SpaceSide, Tone] | None = None

    def own(self, part: str) -> str:
        """The colour of a part; empty where it has none of its own."""
        return dict(self.parts).get(part, "")
