"""What words of a prompt make together that none of them says alone: a street by night, a sea from
above, wet asphalt, the skin of water, the Milky Way over a land, soft shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .tables import either, lists_of, table
from .words import blanked, contains, find

VIEWS = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'views')})(?![^\W_])")
"""From where a picture is seen: above."""


def is_street(rest: str, family: str | None) -> bool:
    """Whether a village is a street between its houses."""
    return family == "village" and contains(rest, lists_of("motifs")["street"])


def is_lit_street(rest: str, family: str | None) -> bool:
    """Whether a city is to be a street by night, with its lights."""
    words = lists_of("lit_street")
    neon = contains(rest, lists_of("motifs")["neon"])
    town = neon and contains(rest, words["town"]) and not contains(rest, ("*skyline",))
    if family != "city" or not (town or contains(rest, words["streets"])):
        return False
    night = contains(rest, (*lists_of("times")["night"], *table("scenes")["words"]["dark"]))
    return neon or (night and contains(rest, words["lit"]))


def is_ruled(rest: str) -> bool:
    """Whether lines are named that are straight: fine stripes, and no contours of a land."""
    words = lists_of("ruled")
    return all(contains(rest, words[each]) for each in ("lines", "straight")) and not contains(
        rest, words["not_ruled"]
    )


def is_network(rest: str) -> bool:
    """Whether lines that glow, or dots with them, are named as a net."""
    motifs, lines = lists_of("motifs"), lists_of("ruled")["lines"]
    if contains(rest, lists_of("motifs")["circuit"]):
        return False
    lit = contains(rest, motifs["light_lines"])
    drawn = lit or contains(rest, (*lines, *motifs["dots"], *motifs["dust"]))
    return (drawn and contains(rest, motifs["network"])) or (lit and contains(rest, motifs["dots"]))


def seen_from_above(rest: str, family: str | None) -> bool:
    """Whether a sea is to be seen from above and can be: its waves and its beach, by day, with nothing
    in it that stands up or lies far away.
    """
    if family != "sea" or not VIEWS.search(rest):
        return False
    times, words = lists_of("times"), table("scenes")["words"]
    others = (*times["dusk"], *times["dawn"], *times["night"], *lists_of("motifs")["sun"])
    return not contains(rest, (*others, *words["level_sea"]))


def of_its_words(rest: str, family: str | None) -> set[str]:
    """The motifs that words of a prompt make together: a street by night, fine stripes, a view."""
    named = {"stripes", "thin"} if family == "pattern" and is_ruled(rest) else set()
    named |= {"lit_street"} if is_lit_street(rest, family) else set()
    named |= {"network", "light_lines"} if family == "ribbons" and is_network(rest) else set()
    named |= _close_by(rest, family) | _abstract(rest, family)
    if family == "pattern" and contains(rest, lists_of("makings")["large"]):
        named |= {"large_scale"}
    if family == "texture" and contains(rest, lists_of("makings")["light_strip"]):
        named |= {"shadows", "diagonal"}  # a strip of light that falls on a wall
    return named | ({"from_above"} if seen_from_above(rest, family) else set())


def in_its_view(rest: str, family: str | None) -> list[Iterable[str]]:
    """The words of what only one view of a scene shows: foam from above, the lamps of a street."""
    lists: list[Iterable[str]] = []
    if seen_from_above(rest, family):  # its waves run aslant
        lists += [table("scenes")["words"]["foam"], lists_of("parts")["waves"]]
    if is_lit_street(rest, family):
        lists += [lists_of("lit_street")["streets"], lists_of("lit_street")["shown"]]
    if is_street(rest, family):
        lists += [lists_of("motifs")["street_lamps"], lists_of("motifs")["autumn"]]
    if family == "city" and is_wet_ground(rest):
        lists += [
            lists_of("motifs")[m] for m in ("neon", "wet", "rain", "street_lamps", "pavement")
        ]
        lists += [lists_of("lit_street")["shown"]]
        lists += [lists_of("makings")[m] for m in ("asphalt", "on_wet_ground")]
    if family == "sea" and is_rippled(rest):
        lists.append(lists_of("makings")["on_water"])
    if family == "galaxy":  # the band of stars is seen over a land or a lake
        lists += [lists_of("families")[f] for f in ("lake", "dunes", "forest", "hills")]
        lists.append(lists_of("motifs")["trees"])
    if family == "ribbons" and is_network(rest):
        lists += [lists_of("motifs")["dust"], lists_of("motifs")["dots"]]
    if family == "texture":
        lists.append(lists_of("makings")["light_strip"])
    if family == "pattern" and contains(rest, lists_of("motifs")["glazed"]):
        lists.append(lists_of("makings")["of_glazed_tiles"])
    return lists


_HUES = "|".join(
    re.escape(word.rstrip("*")) + (r"[^\W_]*" if word.endswith("*") else "")
    for words in lists_of("colours").values()
    for word in words
    if not word.startswith("*")
)
#: "Doux du bleu nuit vers le turquoise", "peach to lilac": from one colour to another.
_FROM_TO = re.compile(
    rf"(?<![^\W_])(?:{_HUES})\s+(?:[^\W_]+\s+)?(?:to|into|vers|nach|zu|bis|a|hacia|au)\s+(?:(?:le|la|el|l')\s*)?(?:{_HUES})(?![^\W_])"
)


def is_from_to(rest: str, family: str) -> bool:
    """Whether a gradient is to go from one colour that is named to another."""
    gradient = family == "mesh" and contains(rest, lists_of("parts")["gradients"])
    return gradient and _FROM_TO.search(rest) is not None


def is_wet_ground(rest: str) -> bool:
    """Whether asphalt is named that is wet, or has the lights of a street on it."""
    makings, motifs = lists_of("makings"), lists_of("motifs")
    wet = (*motifs["wet"], *motifs["rain"], *makings["puddles"])
    lit = (*motifs["reflections"], *motifs["street_lamps"], *motifs["neon"])
    return contains(rest, makings["asphalt"]) and contains(rest, (*wet, *lit))


def is_rippled(rest: str) -> bool:
    """Whether the skin of water is what a picture is of: no sea up to its horizon, no beach."""
    times, words = lists_of("times"), table("scenes")["words"]
    far = (*times["dusk"], *times["night"], *words["level_sea"], *lists_of("motifs")["beach"])
    lands = (*lists_of("families")["lake"], *lists_of("families")["hills"], *words["the_sky"])
    return contains(rest, lists_of("motifs")["ripples"]) and not contains(rest, (*far, *lands))


def is_band_of_stars(rest: str) -> bool:
    """Whether the Milky Way is named, or a galaxy over a land."""
    lands = (e for f in ("lake", "dunes", "forest") for e in lists_of("families")[f])
    heights = table("scenes")["things"]["mountains"]
    return contains(rest, (*lists_of("motifs")["milky_way"], *lands, *heights))


def _close_by(rest: str, family: str | None) -> set[str]:
    """What is seen close by, or over what: the ground, the skin of water, a land under stars."""
    if family == "city":
        return {"wet_ground"} if is_wet_ground(rest) else set()
    if family == "sea":
        return {"rippled"} if is_rippled(rest) else set()
    if family != "galaxy" or not is_band_of_stars(rest):
        return set()
    return {"milky_way"} | ({"lake"} if contains(rest, lists_of("families")["lake"]) else set())


def _abstract(rest: str, family: str | None) -> set[str]:
    """What abstract shapes are like: round and soft, or slabs that run aslant; light in lines."""
    makings, motifs = lists_of("makings"), lists_of("motifs")
    if family == "ribbons" and is_wave_of_light(rest):
        return {"light_lines"}
    if family != "waves" or contains(rest, makings["layered"]):
        return set()
    if contains(rest, makings["shapes"]) and contains(rest, makings["dynamic"]):
        return {"shards"}
    return {"soft_shapes"} if contains(rest, motifs["flowing_shapes"]) else set()


def is_wave_of_light(rest: str) -> bool:
    """Whether waves are to look technical and not bright: they are lines of light then."""
    lists, words = lists_of("makings"), table("scenes")["words"]
    technical = contains(rest, lists_of("moods")["tech"])
    plain = (*words["bright"], *lists["layered"], *lists["bright_ground"])
    return contains(rest, lists["waves"]) and technical and not contains(rest, plain)


def meant(rest: str, named: frozenset[str]) -> frozenset[str]:
    """The motifs that are named without those that a word only seems to name: "rayos de luz" are no
    lightning.
    """
    makings = lists_of("makings")
    radiant = find(rest, makings["no_rays"])
    if radiant and not contains(blanked(rest, radiant), lists_of("motifs")["rays"]):
        named -= {"rays"}  # "strahlend blau"
    if "rays" in named and contains(rest, makings["rays_of_light"]):
        named -= set() if contains(rest, makings["bolts"]) else {"lightning", "storm"}
    return named


def lead_by_makings(rest: str, found: dict[str, float]) -> None:
    """Let lead the scene that words make together, and take back what each of them alone asks for."""
    _close_scene_first(rest, found)
    _shapes_first(rest, found)
    _lands_first(rest, found)
    _waters_first(rest, found)


def _close_scene_first(rest: str, found: dict[str, float]) -> None:
    """Wet asphalt, the skin of water, a band of stars: what they lie or stand over is theirs."""
    most = max(found.values(), default=1.0)
    strewn = "leaves" in found or contains(rest, lists_of("undrawable")["vehicles"])
    if is_wet_ground(rest) and not strewn:  # leaves and cars lie or stand on it
        found["city"] = 1.3 * most
    elif is_rippled(rest):
        found["sea"] = 1.3 * most
    elif "galaxy" in found and contains(rest, lists_of("motifs")["milky_way"]):
        found["galaxy"] = 1.3 * most
    elif contains(rest, lists_of("makings")["plant_walls"]):
        found["botanical"] = 1.3 * most


def _shapes_first(rest: str, found: dict[str, float]) -> None:
    makings, motifs = lists_of("makings"), lists_of("motifs")
    if found.keys() <= _ABSTRACT and is_wave_of_light(rest):
        found["ribbons"] = 1.3 * max(found.values(), default=1.0)
    flowing = contains(rest, motifs["flowing_shapes"])
    dynamic = contains(rest, makings["shapes"]) and contains(rest, makings["dynamic"])
    if dynamic or (flowing and found.keys() & {"geometric", "stage", "mesh"}):
        found["waves"] = 1.2 * max(found.values(), default=1.0)
    if contains(rest, motifs["triangles"]) and contains(rest, makings["repeating"]):
        found["pattern"] = 1.6 * max(found.values(), default=1.0)
    if found.keys() == {"mesh"} and contains(rest, motifs["circles"]):
        found["geometric"] = 1.2 * found["mesh"]  # circles on a ground are drawn
    if {"garland", "confetti"} <= found.keys() and contains(rest, motifs["streamers"]):
        found["garland"] = 1.2 * max(found.values())  # streamers with confetti among them


def _lands_first(rest: str, found: dict[str, float]) -> None:
    """Grass close by is no hills, mountains in winter are under snow, rays over a land are its sun's."""
    makings = lists_of("makings")
    grass = makings["grassland"]
    lands = (e for e in lists_of("families")["hills"] if e not in grass)
    others = (*lands, *lists_of("at_home")["hills"])
    if "hills" in found and contains(rest, grass) and not contains(rest, others):
        found["field"] = 1.1 * found.pop("hills")
    heights = contains(rest, table("scenes")["things"]["mountains"])
    if "hills" in found and heights and contains(rest, makings["winter"]):
        found["snow"] = max(found.get("snow", 0.0), 1.3 * found["hills"])
    sunburst = contains(rest, makings["sunburst"])
    if "arches" in found and found.keys() & _SUNLIT and not sunburst:
        rays = contains(rest, lists_of("motifs")["rays"])
        found["arches"] *= 0.1 if rays else 1.0


def _waters_first(rest: str, found: dict[str, float]) -> None:
    """Waves on sand, or with a horse in them, are a sea's; sand on a beach is no desert's."""
    makings = lists_of("makings")
    alive = (*lists_of("undrawable")["animals"], *lists_of("undrawable")["people"])
    beside = (*alive, *lists_of("motifs")["beach"])
    if "waves" in found and contains(rest, makings["waves"]) and contains(rest, beside):
        found["sea"] = 1.3 * max(found.values())
    sandy = contains(rest, makings["shore"]) and not contains(rest, makings["dune_words"])
    if "dunes" in found and sandy:
        found["sea"] = max(found.get("sea", 0.0), 1.2 * found["dunes"])
        found["dunes"] *= 0.1


#: Scenes that are of no place.
_ABSTRACT = frozenset({"waves", "mesh", "ribbons", "geometric", "topographic"})
#: Scenes that the sun sends its rays into.
_SUNLIT = frozenset({"sea", "sky", "hills", "field", "lake", "forest", "dunes", "snow", "cloudsea"})
