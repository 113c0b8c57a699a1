"""What a scene leaves out because its prompt forbids it, and how many of a thing it was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .tables import table
from .words import contains, find

#: The counts that are read, from one on.
NUMBERS = ("one", "two", "three", "four", "five", "six")
_IN_THE_SKY = ("sun", "moon", "stars", "clouds")


def _entries(part: str) -> Sequence[str]:
    scenes = table("scenes")
    found: Sequence[str] = scenes["parts"].get(part) or scenes["motifs"].get(part, ())
    return found


def spared(refused: Sequence[str], family: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The parts that a scene leaves out, and what it shows although it was forbidden, as the prompt
    says it.
    """
    scenes = table("scenes")
    out: set[str] = set()
    kept: list[str] = []
    for said in refused:
        in_the_sky = _IN_THE_SKY if contains(said, scenes["words"]["the_sky"]) else ()
        out |= {p for p in in_the_sky if family in scenes["spares"][p]}
        known = dict.fromkeys((*scenes["spares"], *scenes["parts"]))
        parts = [p for p in known if contains(said, _entries(p))]
        mine = {p for p in parts if family in scenes["spares"].get(p, ())}
        out |= mine
        if _shown(said, family, parts, spares=bool(mine)):
            kept.append(said)
    return frozenset(out), tuple(dict.fromkeys(kept))


def _shown(said: str, family: str, parts: Iterable[str], *, spares: bool) -> bool:
    scenes = table("scenes")
    if (0, len(said)) in find(said, scenes["parts_with_colours"]["backdrop"]):
        return True  # "leaves without a background": nothing here is cut out
    always = scenes["always"]
    if any(
        family in always.get(p, ()) and family not in scenes["spares"].get(p, ()) for p in parts
    ):
        return True
    if spares:
        return False
    if family in always["sky"] and contains(said, scenes["words"]["the_sky"]):
        return True
    shown = (family, *scenes["shows"].get(family, ()))
    parted = [span for p in parts for span in find(said, _entries(p))]
    parted += find(said, scenes["words"]["storm"])  # no calm sky is one
    return any(
        span not in parted for name in shown for span in find(said, scenes["families"][name])
    )


def counted(text: str) -> dict[str, tuple[int, bool]]:
    """How many of each thing a plain text asks for, and whether it insists ("a single")."""
    scenes = table("scenes")
    found: dict[str, tuple[int, bool]] = {}
    for number, name in enumerate(NUMBERS, 1):
        for _, end in find(text, scenes["counts"][name]):
            for thing in scenes["several"]:
                entries = _entries(thing) or scenes["things"].get(thing, ())
                if any(_next_to(text[end:a]) for a, _ in find(text, entries) if a >= end):
                    insists = number > 1 or any(
                        b == end for _, b in find(text, scenes["counts"]["exactly"])
                    )
                    before = found.get(thing, (number, False))
                    found[thing] = (number, insists or before[1])
    return found


def _next_to(between: str) -> bool:
    """Whether nothing but an adjective or two stands between."""
    if "," in between or len(between.split()) > 2:
        return False
    passing = set(re.findall(r"[^\W\d_]+", between))
    return not passing & {*_stops()}


def _stops() -> Sequence[str]:
    stops: Sequence[str] = table("scenes")["negations"]["stops"]
    return stops


def counted_wrong(
    counts: Mapping[str, tuple[int, bool]], family: str
) -> tuple[tuple[str, str], ...]:
    """The things that were asked for in a number that a scene doesn't keep."""
    keeps = "boats" if family == "harbour" else ""
    return tuple(
        (thing, NUMBERS[number - 1])
        for thing, (number, insists) in counts.items()
        if insists and thing != keeps and family in table("scenes")["several"][thing]
    )


@dataclass(frozen=True, slots=True)
class Boats:
    """The boats of a harbour: how many (None: as many as suit it), the words of their colour, and
    what stands there only where a harbour is named.
    """

    count: int | None
    hue: str
    without: frozenset[str]

    def bare(self, text: str) -> str:
        """A text without the colour of the boats, which is none of the picture's."""
        return text.replace(self.hue, " ", 1) if self.hue else text


def boats_of(text: str, counts: Mapping[str, tuple[int, bool]]) -> Boats:
    """The boats that a plain text asks for. A jetty stands where it names more than boats."""
    scenes = table("scenes")
    boats = find(text, scenes["parts"]["boats"])
    places = [
        span
        for span in find(text, (*scenes["families"]["harbour"], *scenes["parts"]["jetty"]))
        if not any(a < span[1] and span[0] < b for a, b in boats)
    ]
    single = bool(boats) and all(
        re.fullmatch(r".*(?:boat|boot|schiff|voilier|bateau|velero|barco|barca|ship)", text[a:b])
        for a, b in boats
    )
    number = counts["boats"][0] if "boats" in counts else 1 if single and not places else None
    return Boats(number, _hue(text, boats), frozenset() if places else frozenset({"jetty"}))


def _hue(text: str, boats: Iterable[tuple[int, int]]) -> str:
    """The words of a colour directly before or behind a boat; empty where there are none."""
    for name, entries in table("scenes")["colours"].items():
        for start, end in find(text, entries) if name else ():
            for a, b in boats:
                if text[end:a].isspace() or text[b:start].isspace():
                    return text[start:end]
    return ""
