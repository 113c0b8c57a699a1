"""Which family of scenes a prompt names: how strongly each is asked for, and which gives way to which."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from .colour_things import names, things
from .scene_makings import VIEWS, is_network, is_ruled, lead_by_makings
from .scene_plan import Family
from .tables import lists_of, table
from .undrawn import PURPOSE, compounds, uses
from .words import blanked, contains, find, weigh

#: Families that show a sky by day: a blue sky is theirs.
UNDER_THE_SKY = frozenset(
    {
        "hills",
        "field",
        "dunes",
        "sea",
        "sky",
        "city",
        "road",
        "harbour",
        "snow",
        "lake",
        "village",
        "canyon",
        "cloudsea",
    }
)
#: Words that say "any backdrop" give way to any other family, those of a season or an event lead.
_WEIGHTS: Mapping[str, float] = table("scenes")["weights"]
BACKDROPS = ("gradient*", "mesh", "abstract*", "abstrakt*")
"""A backdrop that is asked for by name is no stage."""

#: What a flask is of as well as a window.
_GLASS = ("glass", "glas", "vidrio*", "cristal")
_GRADIENTS = tuple(lists_of("parts")["gradients"])
_RAINBOW = ("rainbow*", "regenbogen*", "arc-en-ciel", "arcs-en-ciel", "arcoiris", "arco iris")


def without_compounds(rest: str) -> str:
    """The text without compounds that name another thing than their beginning, things that have a
    colour's name, and colours that have a thing's.
    """
    others = find(rest, table("scenes")["other_things"])
    if contains(rest, lists_of("undrawable")["vehicles"]):
        others += find(rest, lists_of("motifs")["spotlight"])  # a car's lights are no theatre's
    return blanked(rest, (*compounds(rest), *things(rest), *names(rest), *others))


def of_the_picture(rest: str) -> dict[str, float]:
    """How strongly each family is asked for by what the picture is to be, and not by what it is used
    for: no kitchen is drawn for a kitchen shop. An event gives a mere backdrop its scene.
    """
    whole, own = families(rest), families(blanked(rest, uses(rest)))
    if not own:
        return whole
    plain_ground = own.keys() <= {"mesh"} and not contains(rest, BACKDROPS)
    for event in table("scenes")["of_an_event"]:
        if event in whole and (plain_ground or event == "stage"):
            own.setdefault(event, whole[event])
    return own


def families(rest: str) -> dict[str, float]:
    """How strongly each family is asked for."""
    found = weigh(rest, lists_of("families"))
    bare_stage = not contains(rest, ("podium*", "pedestal*", "stage*"))
    if bare_stage and "stage" in found and len(found) > 1:
        found["stage"] *= 0.7
    for name, weight in _WEIGHTS.items():
        if name in found and (weight > 1 or len(found) > 1):
            found[name] *= weight
    for name in table("scenes")["together"]:
        if _together(rest, name):
            found[name] = max(3.0, found.get(name, 0.0))
    lead_by_makings(rest, found)
    _gradient_first(rest, found)
    _under_one_sky(rest, found)
    for other in _yielding(rest, found):
        found[other] *= 0.3
    return found


def _gradient_first(rest: str, found: dict[str, float]) -> None:
    """Let a gradient that a prompt begins with be one, whatever land is named further on."""
    first = re.split(r"[,.;:]", rest, maxsplit=1)[0]
    begins = weigh(first, lists_of("families")).keys()
    if "mesh" in found and contains(first, _GRADIENTS) and not begins & UNDER_THE_SKY:
        lands = [name for name in found if name in UNDER_THE_SKY]
        if lands:
            found["mesh"] = max(found["mesh"], 1.2 * max(found[name] for name in lands))


def _under_one_sky(rest: str, found: dict[str, float]) -> None:
    """Weigh down what another scene that is named shows beside its own."""
    if "botanical" in found and "sea" in found and contains(rest, ("tropical*",)):
        # A tropical sea is a sea.
        found["botanical"] *= 0.3
    if "sky" in found and found.keys() & (UNDER_THE_SKY - {"sky"}):
        # What lies under a sky is the scene, and shows it.
        found["sky"] *= 0.3
    if "arches" in found and found.keys() & UNDER_THE_SKY and contains(rest, _RAINBOW):
        found["arches"] *= 0.2  # a rainbow over hills is none of painted arches
    _of_paper_and_stones(rest, found)
    _led_by_its_words(rest, found)
    _said_of_another(rest, found)
    _has_anyway(rest, found)
    _of_any_kind(rest, found)
    for whole in ("road", "harbour", "field"):
        # A road runs through hills, and shows them.
        for within in table("scenes")["shows"][whole] if whole in found else ():
            if within in found:
                found[within] *= 0.3
    if found.keys() & {"forest", "snow", "lake", "hills"} and not contains(
        rest, lists_of("motifs")["twigs"]
    ):
        # Firs stand in a landscape, their twigs on a card.
        found.pop("firtwigs", None)
    lit = contains(rest, lists_of("motifs")["dust"])
    if (
        "halftone" in found
        and not lit
        and _on_a_backdrop(rest)
        and contains(rest, lists_of("motifs")["dots"])
    ):
        found["pattern"] = 2 * found["halftone"]  # dots of a colour on a ground of another
    if "blossom" in found and contains(rest, lists_of("motifs")["meadow"]):
        found["field"] = 2 * found["blossom"]  # flowers of a meadow grow on no branch


def _of_paper_and_stones(rest: str, found: dict[str, float]) -> None:
    """Take out what paper and cobbles are named for beside a gradient and in a street."""
    if "mesh" in found and contains(rest, _GRADIENTS) and _of_paper_alone(rest):
        # "A gradient, grainy like paper" is a gradient with a grain.
        found.pop("papercut", None)
        found.pop("texture", None)
    elif "mesh" in found and _on_paper(rest):
        # A watercolour on white paper is painted, and nothing is cut.
        found.pop("papercut", None)
        found.pop("texture", None)
    elif "papercut" in found and _of_paper_alone(rest) and contains(rest, (*_grains(), *_worn())):
        found["texture"] = 2 * found.pop("papercut")  # a ground with the grain of paper
    leaves, wood = (find(rest, lists_of("families")[name]) for name in ("leaves", "forest"))
    if leaves and wood and min(wood) < min(leaves):
        found["leaves"] = 0.3 * found.get("leaves", 0.0)  # an autumn wood with its leaves
    clouds = contains(rest, lists_of("motifs")["clouds"])
    if "sky" in found and clouds and VIEWS.search(rest):
        found["cloudsea"] = 2 * found["sky"]  # clouds from above
    if "village" in found and contains(rest, lists_of("motifs")["street"]):
        # The lamps of a street are no lanterns in the sky; its stones alone are no street.
        for other in ("candles", "road", "texture"):
            found.pop(other, None)
        if contains(rest, table("scenes")["words"]["sheet_of_stones"]):
            found["texture"] = 2 * found.pop("village")


def _led_by_its_words(rest: str, found: dict[str, float]) -> None:
    """Let lead what a word of the prompt makes of the others that are named."""
    if "bokeh" in found and "city" in found and contains(rest, ("bokeh", "ボケ", "散景")):
        found["city"] *= 0.3  # the skyline is seen behind the lights
    if "mesh" in found and contains(rest, lists_of("motifs")["splashes"]):
        found["mesh"] = 1.2 * max(found.values())  # paint that is thrown is what the picture is of
    if "scatter" in found and contains(rest, lists_of("motifs")["dust"]):
        found.pop("halftone", None)  # dots that glow are lights, and no pattern
        found.pop("pattern", None)
    if is_network(rest) and not found.keys() & UNDER_THE_SKY:
        found["ribbons"] = 1.4 * max(found.values(), default=1.0)  # nodes, and lines between them
    elif is_ruled(rest) and not found.keys() & UNDER_THE_SKY:
        found["pattern"] = 1.3 * max(found.values(), default=1.0)
    if contains(rest, lists_of("motifs")["neon"]) and contains(
        rest, lists_of("lit_street")["streets"]
    ):
        # Neon over a street is a city's, whatever the street is of.
        found["city"] = 1.3 * max(found.values(), default=1.0)


def _said_of_another(rest: str, found: dict[str, float]) -> None:
    """Weigh down what a word names that here says something of another scene."""
    if "arches" in found and (_storms(rest) or _graded_round(rest)):
        found["arches"] *= 0.1  # "rayos" of a storm are lightning; a radial gradient has no rays
    if "curtain" in found and contains(rest, lists_of("motifs")["panes"]):
        found["room"] = max(found.get("room", 0.0), 1.2 * found["curtain"])  # no stage's curtain
    if "waves" in found and weigh(rest, lists_of("times")) and _in_words(rest, "waves"):
        found["sea"] = max(found.get("sea", 0.0), 1.2 * found["waves"])  # waves that have an hour
    if "waves" in found and "sea" in found:
        found["waves"] *= 0.3  # waves of a sea are no pattern
    if "texture" in found and found.keys() & UNDER_THE_SKY and _of_stone_alone(rest):
        found["texture"] *= 0.3  # a stony beach
    if "canyon" in found and "sea" in found:
        found["canyon"] *= 0.3  # rocks of a coast
    if found.keys() & (UNDER_THE_SKY - {"hills", "sky"}) and _just_a_landscape(rest):
        found.pop("hills", None)  # a landscape of the coast is a coast
    if "field" in found and _on_a_backdrop(rest) and contains(rest, lists_of("motifs")["tulips"]):
        found["field"] *= 0.1  # tulips before a plain ground stand in no field


def _of_any_kind(rest: str, found: dict[str, float]) -> None:
    """Weigh down words for any pattern, sheet or land beside what says of what: a pattern of leaves, a
    texture of watercolour, a land under snow.
    """
    for family in ("geometric", "texture"):
        if family in found and of_anything(rest, family):
            others = {"mesh"} if contains(rest, lists_of("motifs")["watercolour"]) else set()
            others |= found.keys() & _REPEATED if family == "geometric" else set()
            for other in others & found.keys():
                found[other] = max(found[other], 1.2 * found[family])
    round_things = (e for name in ("circles", "dots") for e in lists_of("motifs")[name])
    if "mosaic" in found and "geometric" in found and not contains(rest, round_things):
        found["mosaic"] = max(found["mosaic"], 1.2 * found["geometric"])  # of triangles
    if "snow" in found and "hills" in found:
        found["hills"] = min(found["hills"], 0.9 * found["snow"])


def of_anything(rest: str, family: str) -> bool:
    """Whether nothing but a word for any pattern names a family."""
    kinds, entries = table("scenes")["of_any_kind"].get(family, ()), lists_of("families")[family]
    return bool(kinds) and not contains(rest, (e for e in entries if e not in kinds))


def _on_paper(rest: str) -> bool:
    return contains(rest, lists_of("motifs")["watercolour"]) and _of_paper_alone(rest)


def _grains() -> tuple[str, ...]:
    return tuple(table("scenes")["words"]["grains"])


def _worn() -> tuple[str, ...]:
    return tuple(lists_of("makings")["worn_paper"])


def _of_paper_alone(rest: str) -> bool:
    """Whether paper and its texture are named for their feel: no layers, no cut-outs, no wall."""
    lists = lists_of("families")
    sheets = table("scenes")["sheets"]
    others = (e for name in ("papercut", "texture") for e in lists[name] if e not in sheets)
    return contains(rest, sheets) and not contains(rest, others)


#: What a pattern is of.
_REPEATED = frozenset({"mosaic", "botanical", "leaves", "blossom", "waves", "arches", "scatter"})


def _of_stone_alone(rest: str) -> bool:
    """Whether a surface is named by nothing but stone, and not for its own sake."""
    entries = lists_of("families")["texture"]
    stone = ("stein*", "pierre", "piedra")
    return not contains(rest, (e for e in entries if e not in stone))


def _has_anyway(rest: str, found: dict[str, float]) -> None:
    """Weigh down what is named for what another scene has too: a horizon, a lamp, the wood of boards."""
    if "sea" in found and found.keys() & _WITH_A_HORIZON and _of_the_horizon_alone(rest):
        found["sea"] *= 0.1  # any land has a horizon
    if "curtain" in found and "stage" in found and _in_a_studio(rest):
        found.pop("curtain")  # a studio has its spotlight, and "escenario" is its stage
    if "road" in found and "sea" in found:
        found["sea"] *= 0.3  # a road along a coast shows the sea beside it
    if "geometric" in found and contains(rest, lists_of("motifs")["flowing_shapes"]):
        found["waves"] = 1.2 * max(found.values())  # what is soft or dynamic has no corners
    if "bokeh" in found and _glitters(rest):
        found["scatter"] = 1.3 * max(found.values())  # glitter is fine, and no lamp out of focus
    if found.keys() <= {"mesh", "forest", "texture"} and _of_a_wood(rest, found):
        found["texture"] = 1.3 * max(found.values(), default=1.0)
    if _BLURRED_CIRCLES.search(rest):
        found["bokeh"] = 1.3 * max(found.values(), default=1.0)


#: Scenes that reach to a horizon.
_WITH_A_HORIZON = UNDER_THE_SKY | {"forest", "aurora", "galaxy"}
#: Circles out of focus, in the words that a plain text has for both.
_CIRCLES = "(?:(?:light )?circles|kreise|kreisen|cercles|circulos|spots|flecken|taches|manchas)"
_BLURRED_CIRCLES = re.compile(rf"\bblurred +{_CIRCLES}\b|\b{_CIRCLES} +blurred\b")


def _of_the_horizon_alone(rest: str) -> bool:
    """Whether a sea is named by nothing but a horizon, which a land has too."""
    entries = (e for e in lists_of("families")["sea"] if e != "horizon")
    return contains(rest, ("horizon",)) and not contains(rest, entries)


def _glitters(rest: str) -> bool:
    """Whether what shines is glitter alone: no lamps, no bokeh."""
    fine = ("glitter*", "glitzer*", "paillette*", "purpurina", "sequin*")
    other = (e for e in lists_of("families")["bokeh"] if e not in (*fine, *_EVENTS))
    return contains(rest, fine) and not contains(rest, other)


#: What a glitter may be for.
_EVENTS = (
    *("festive", "christmas", "party", "celebrat*", "weihnacht*", "festlich*", "noel", "fete*"),
    *(
        "navidad",
        "fiesta*",
        "natale",
        "festa*",
        "natal",
        "kerst*",
        "feest*",
        "destellos",
        "brillos",
    ),
)


def _of_a_wood(rest: str, found: Mapping[str, float]) -> bool:
    """Whether boards of a wood are what a text asks for: it begins with them, or asks for a ground."""
    woods = [s for name in _WOODS for s in find(rest, lists_of("motifs")[name])]
    return bool(woods) and (bool(found) or min(woods)[0] <= len("a sheet of "))


#: The motifs that are kinds of wood.
_WOODS = ("dark_wood", "pale_wood", "oak_wood")


def _in_a_studio(rest: str) -> bool:
    """Whether a stage is a photographer's: no theatre, and nothing that hangs there."""
    drapes = table("scenes")["drapes"]
    return contains(rest, lists_of("motifs")["studio"]) and not contains(rest, drapes)


def _in_words(rest: str, motif: str) -> bool:
    """Whether a prompt speaks of a thing itself and of no pattern or abstraction of it."""
    return contains(rest, lists_of("parts")[motif]) and not contains(
        rest, (*BACKDROPS, *table("scenes")["of_any_kind"]["geometric"])
    )


def _just_a_landscape(rest: str) -> bool:
    """Whether hills are named by nothing but the word for any landscape."""
    entries = lists_of("families")["hills"]
    anything = table("scenes")["landscapes"]
    return contains(rest, anything) and not contains(
        rest, (e for e in entries if e not in anything)
    )


def _storms(rest: str) -> bool:
    return all(contains(rest, lists_of("motifs")[motif]) for motif in ("storm", "lightning"))


def _graded_round(rest: str) -> bool:
    return all(contains(rest, lists_of("motifs")[motif]) for motif in ("round", "graded"))


def _on_a_backdrop(rest: str) -> bool:
    """Whether a text asks for a plain ground behind its things."""
    return contains(rest, lists_of("parts_with_colours")["backdrop"])


def _together(rest: str, family: str) -> bool:
    """Whether two words are named that make a family together: rain and a window."""
    lists = table("scenes")["together"][family]
    return all(contains(rest, lists_of("motifs")[each]) for each in lists)


def _yielding(rest: str, found: Mapping[str, float]) -> set[str]:
    """The families that give way to another that is named too."""
    plinth = contains(rest, lists_of("motifs")["plinth"])
    heights = contains(rest, table("scenes")["things"]["mountains"])
    shadows = contains(rest, lists_of("motifs")["shadows"])
    woods = (
        e
        for e in lists_of("families")["forest"]
        if e not in ("trees", "baume", "arbres", "arboles")
    )
    firs = contains(rest, (*lists_of("motifs")["conifers"], *woods))
    rainy_roofs = contains(rest, lists_of("motifs")["rooftops"]) and not contains(
        rest, lists_of("families")["pane"]
    )
    leading = {
        # Among mountains a forest stands on the slopes; a fog lies in the forest.
        "hills": ("forest",) if heights else (),
        "forest": ("road", "botanical")
        if heights
        else (("road", "botanical", "hills", *(("snow",) if firs else ()))),
        "snow": () if firs and not heights else ("forest",),
        "stage": ("curtain", "botanical", "texture", "geometric") if plinth else (),
        # Twigs in frost are no pane with its flowers of ice.
        "firtwigs": () if contains(rest, lists_of("motifs")["panes"]) else ("pane",),
        "pattern": ("geometric", "halftone", "arches"),
        "candles": ("tabletop", "room"),
        "fireworks": ("lake", "sea", "harbour", "city", "hills", "sky", "village", "bokeh"),
        "leaves": ("tabletop", "texture"),
        "sea": ("forest", "botanical"),
        "dunes": ("forest",),
        "city": ("road",),
        "texture": (
            *(("room",) if shadows else ()),
            *(("botanical", "sea") if contains(rest, lists_of("motifs")["leaf_shadows"]) else ()),
        ),
        # A rainy window stands behind the table, and rain falls on roofs.
        "tabletop": ("room", "botanical", "bokeh", "texture", "pane"),
        "village": ("city", "hills", *(("pane",) if rainy_roofs else ())),
        "lake": ("hills", "sea"),
    }
    return {
        other
        for name, others in leading.items()
        for other in others
        if name in found and other in found
    }


def on_a_window(rest: str) -> bool:
    """Whether drops are those of a window or of rain: on a flask of glass they are neither."""
    motifs = lists_of("motifs")
    panes = (e for e in motifs["panes"] if e not in _GLASS)
    return contains(rest, (*motifs["rain"], *panes))


def chosen(families: Mapping[str, float], rest: str) -> Family | None:
    if not families:
        return None
    best = max(families, key=lambda f: families[f])
    # A backdrop for a thing that can't be drawn is a stage, unless the backdrop is named.
    if best == "mesh" and not contains(rest, BACKDROPS):
        named = weigh(rest, lists_of("undrawable"))
        purpose = PURPOSE.sub(" ", blanked(rest, uses(rest)))
        if named and weigh(purpose, lists_of("undrawable")):
            return "stage"
    if best == "texture" and not _together(rest, "texture"):
        # A shoe on concrete is about the shoe.
        motifs = lists_of("motifs")
        thrown = (*motifs["window_light"], *motifs["leaf_shadows"])
        spans = find(rest, (*lists_of("families")["texture"], *thrown))
        bare = "".join(
            " " if any(a <= at < b for a, b in spans) else c for at, c in enumerate(rest)
        )
        if weigh(PURPOSE.sub(" ", blanked(bare, uses(bare))), lists_of("undrawable")):
            return "stage"
    return cast(Family, best)
