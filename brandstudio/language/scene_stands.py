"""Where a thing would stand that no picture shows: food on a table, animals on a lawn, people on a
terrace, else in a studio. And what a prompt asks for that names no scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from .named_places import known_for
from .scene_makings import VIEWS
from .scene_plan import Family, TimeOfDay
from .tables import lists_of, table
from .undrawn import uses
from .words import blanked, contains, find, weigh

#: Grounds that are drawn where nothing else is named.
_MATERIALS = tuple(
    entry for name in ("marble", "planks", "bricks") for entry in lists_of("motifs")[name]
)
#: The motifs that are a place outdoors of a stage, the first that is named leading.
OUTSIDE = ("terrace", "lawn", "pavement")
#: The families that such a place is also a word of, and gives way to where a land or a town is meant.
_AS_A_PLACE = {"hills": "meadow", "field": "meadow", "city": "street"}
#: Things that are at home under the sky.
_OUTDOORS = ("people", "animals", "vehicles", "objects")


def outside(rest: str) -> bool:
    """Whether a thing is to stand outdoors close by: on a lawn, a terrace, a pavement."""
    bare = blanked(rest, find(rest, table("scenes")["other_things"]))
    bare = blanked(bare, uses(bare))
    return contains(bare, lists_of("at_home")["stage"]) or any(
        contains(bare, lists_of("motifs")[place]) for place in OUTSIDE
    )


def close_by(rest: str, family: Family, subject: str) -> bool:
    """Whether a land or a town is named by nothing but what a thing stands on: "a dog on a meadow" is
    about the dog, and no hills lie far away.
    """
    motif = _AS_A_PLACE.get(family)
    at_home = contains(subject, lists_of("at_home").get(family, ()))  # a tree is at home on hills
    if motif is None or at_home or not contains(subject, _kinds(_OUTDOORS)):
        return False
    lists = lists_of("motifs")
    ground = find(rest, (*lists["lawn"], *lists["pavement"], *lists[motif]))
    land = find(rest, lists_of("families")[family])
    beyond = contains(rest, lists_of("parts_with_colours")["sky"]) or VIEWS.search(rest)
    if beyond or any(not any(a <= s[0] < b for a, b in ground) for s in land):
        return False
    return outside(rest) and not contains(rest, lists_of("times")["night"])


@cache
def _kinds(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for name in names for word in lists_of("undrawable")[name])


def is_food(subject: str) -> bool:
    return contains(subject, _kinds(("food",)))


def from_above(rest: str, family: Family | None) -> bool:
    """Whether a table is to be seen from above."""
    return family in ("tabletop", "texture") and bool(VIEWS.search(rest))


def stage_for(rest: str, time: TimeOfDay | None, subject: str) -> Family:
    """Where a thing that is not drawn would stand: where it is at home, food on a table, by an hour
    outdoors, else in a studio.
    """
    bare = blanked(rest, find(rest, table("scenes")["other_things"]))
    if is_food(subject):
        return "texture" if VIEWS.search(rest) else "tabletop"
    homes = weigh(bare, lists_of("at_home"))
    own = weigh(subject, lists_of("at_home"))  # a tree in a park is at home on hills
    if outside(rest) and not own.keys() - {"stage"}:
        return "stage"
    if homes:
        return cast(Family, max(homes, key=lambda name: homes[name]))
    a_building = contains(rest, lists_of("undrawable")["buildings"]) and time is not None
    return "sky" if a_building else "stage"


def ground_of(rest: str, family: Family) -> frozenset[str]:
    """The place outdoors that a stage shows, and the boards of a table from above."""
    lists = lists_of("motifs")
    if family == "stage":
        found = next((place for place in OUTSIDE if contains(rest, lists[place])), None)
        found = found or ("lawn" if contains(rest, lists_of("at_home")["stage"]) else None)
        studio = contains(rest, (*lists["plinth"], *lists["studio"]))
        return frozenset({found} if found and not studio else ())
    surfaces = ("marble", "bricks", "planks", "concrete", "metal", "chalk", "leather")
    if family == "texture" and VIEWS.search(rest):
        named = any(contains(rest, lists[each]) for each in surfaces)
        weave = contains(rest, lists["weave"])
        return frozenset(() if named or weave else {"planks"})
    return frozenset()


def is_indoors(subject: str, rest: str) -> bool:
    """Whether a thing is at home in a living room, and no podium is named for it."""
    stages = lists_of("makings")["stages"]
    return contains(subject, lists_of("at_home")["room"]) and not contains(rest, stages)


def is_its_place(subject: str, family: Family) -> bool:
    """Whether what seems to be the subject is the place that is drawn: a table, a park."""
    if family == "tabletop":
        return contains(subject, lists_of("at_home")["tabletop"])
    words = [e for place in OUTSIDE for e in lists_of("motifs")[place]]
    return family == "stage" and (0, len(subject)) in find(subject, words)


def alone(rest: str, time: TimeOfDay | None, places: Sequence[tuple[int, int]]) -> Family | None:
    """What a prompt asks for that names no scene: a place what it is known for, a material its
    surface, an hour its sky.
    """
    if places and (scene := known_for(rest)) is not None:
        return cast(Family, scene)
    if contains(rest, _MATERIALS):
        return "texture"
    return "sky" if time is not None else None


def behind_a_ground(rest: str, subject: str) -> bool:
    """Whether a word that nobody knows follows a ground that is named before it: "alte Holzbretter,
    verstaubt" asks for the boards.
    """
    grounds = find(rest, _MATERIALS)
    at = rest.find(subject)
    return bool(grounds) and min(grounds)[1] <= at and not a_known_thing(subject)


def a_known_thing(said: str) -> bool:
    return contains(said, [word for some in lists_of("undrawable").values() for word in some])
