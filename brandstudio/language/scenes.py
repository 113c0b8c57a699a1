"""Prompts: what the words of a prompt ask of the built-in engine, and the prompt that a provider is
really sent.

The words stand in ``assets/words/scenes.toml`` (English, German, French, Spanish, Italian,
Portuguese, Dutch, Japanese and Chinese). A prompt in another language, or one that names nothing
drawable, still gives a plan; every word of a prompt that the plan does not draw is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .accents import accents
from .blurring import Blur, blur_of, sharpness_wanted
from .cast_shadows import leaf_shadows
from .colour_things import freshness, things, unlikened, without_night_blues
from .left_out import boats_of, counted, counted_wrong, spared
from .named_places import places_of
from .negation import parted
from .own_colours import Owned, owned
from .prompt_subject import colours_of
from .rephrased import said_straight
from .scene_choice import (
    BACKDROPS,
    UNDER_THE_SKY,
    chosen,
    of_anything,
    of_the_picture,
    on_a_window,
    without_compounds,
)
from .scene_hours import hour, hour_of_its_things, hueless, is_blue_above, is_golden
from .scene_makings import is_from_to, is_street, meant, of_its_words
from .scene_plain import is_bare, without_brand
from .scene_plan import FAMILIES, Family, ScenePlan, TimeOfDay
from .scene_shade import dark_things
from .scene_sides import (
    Light,
    SpaceSide,
    Tone,
    is_lettered,
    light_of,
    of_the_sky,
    opposite,
    space_of,
    toned_of,
    with_room,
)
from .scene_stands import (
    a_known_thing,
    alone,
    behind_a_ground,
    close_by,
    from_above,
    ground_of,
    is_indoors,
    is_its_place,
    stage_for,
)
from .scene_warnings import unsupported, warnings
from .spelled import spelled_as
from .tables import lists_of, table, word_set
from .typing_slips import without_slips
from .undrawn import (
    PURPOSE,
    Undrawn,
    begun_with,
    uncounted,
    undrawn,
    uses,
)
from .wishes import keeps, manners, unmet
from .words import blanked, contains, find, plain, weigh

__all__ = [
    "FAMILIES",
    "Family",
    "ScenePlan",
    "TimeOfDay",
    "plan",
    "unsupported",
    "warnings",
]

_BY_MOOD: Mapping[str, Sequence[Family]] = table("scenes")["by_mood"]
#: Families that are of the colours that are named, whatever stands beside these.
_PATTERNED = frozenset(table("wishes")["groups"]["patterned"])
#: Families that are seen in the dark.
_IN_THE_DARK = word_set("scenes", "in_the_dark")
#: Families whose colours, however deep, say no hour.
_BY_DAY = UNDER_THE_SKY | {"forest"}
#: Families that are a ground for anything.
_GROUNDS = frozenset({"mesh", "stage", "texture"})
_IN = re.compile(r"(?<![^\W_])(?:in|en)\s*$")


def plan(
    prompt: str, seed: int = 0, *, mood: Iterable[str] = (), space: SpaceSide | None = None
) -> ScenePlan:
    """The scene that a prompt asks for; a folder's ``mood`` and ``space`` count where it has none."""
    read, folders = _read(given := without_slips(prompt[:4000])), plain(" ".join(mood))
    feeling, _ = _mood(rest := read.rest, folders)
    family, (subject, missing, places) = _family(rest, where := places_of(given, rest), feeling)
    time = _hour(rest, family)
    certain = family is not None
    if family is None and not subject and (lone := alone(rest, time, where)) is not None:
        family, certain = lone, True
    if family is None:
        family = stage_for(rest, time, subject) if subject else _by_chance(feeling, read.text, seed)
        subject, missing = _still_missing((subject, missing), rest, family, feeling)
        certain = not subject and family in ("tabletop", "stage")
    left_out = _really(_left_out(blanked(rest, uses(rest)), given), rest, subject, missing)
    time = time or hour_of_its_things(rest, family)
    bare, with_colour = _without_things(rest, subject, missing, family if certain else None)
    motifs, without, kept = _shown(rest, read.refused, family)
    bare, missing = _without_accents(bare, missing, family)
    counts = counted(rest)
    blur = sharpness_wanted(read.blur, family, about_a_thing=bool(subject))
    missing = (*missing, *filter(None, [blur.ground, *_sides_missed(family, read)]))
    begun = begun_with(rest, missing, family) if certain and not subject else ""
    boats = boats_of(rest, counts) if family == "harbour" else None
    bare = bare if boats is None else boats.bare(bare)
    found = owned(bare, family)
    # A golden trumpet that is not drawn gilds nothing, nor is a land of wood for a wooden chapel.
    feeling, mood_named = _mood(blanked(bare, find(bare, (subject, *missing))), folders)
    spelled = spelled_as(given)
    return ScenePlan(
        family=family,
        mood=feeling,
        time=time,
        density=_density(rest),
        dark=_dark(bare, family, time),
        space=read.side or opposite(rest) or space,
        named=_named(hueless(found.shown, family)),
        motifs=motifs | read.whole,
        left_out=left_out,
        certain=certain,
        mood_named=mood_named,
        subject=spelled(with_colour(subject)),
        begun=spelled(with_colour(begun)),
        missing=tuple(spelled(with_colour(word)) for word in missing if word != begun),
        places=tuple(spelled(name) for name in places),
        light=read.light.side,
        without=without | (boats.without if boats else frozenset()),
        kept=tuple(spelled(said) for said in kept),
        several=counted_wrong(counts, family),
        boats=boats.count if boats else None,
        sails=next(iter(_named(boats.hue)), "") if boats else "",
        parts=tuple(found.colours.items()) + _of_its_ground(found, family),
        loose=_named(hueless(found.rest, family)),
        blur=blur.sigma,
        manners=manners(rest, family),
        toned=read.toned,
        colours=tuple((name, spelled(said)) for name, said in _said(hueless(bare, family))),
        no_colours=tuple((name, spelled(said)) for said in read.refused for name in _named(said)),
    )


def _hour(rest: str, family: Family | None) -> TimeOfDay | None:
    """The hour that a text names; of what a mere ground is used for it says none: no ground is dark for
    a night cream.
    """
    own = hour(blanked(rest, uses(rest)))
    return own or (None if family in _GROUNDS else hour(rest))


class _Read(NamedTuple):
    """A prompt taken apart: how far out of focus, what it forbids, its light and its sides with the
    words that say so, the plain text without them (``text``: with the free side), and what it says of
    the ``whole`` picture.
    """

    blur: Blur
    refused: tuple[str, ...]
    light: Light
    toned: tuple[SpaceSide, Tone] | None
    side: SpaceSide | None
    kept_free: str
    text: str
    rest: str
    whole: frozenset[str]


def _read(given: str) -> _Read:
    blur, said = blur_of(uncounted(given))
    whole = {"bare"} if is_bare(given) else set()
    said, branded = without_brand(said_straight(said))
    whole |= {"branded"} if branded else set()
    said, refused = parted(said)
    light, text = light_of(leaf_shadows(unlikened(said)))
    toned, text = toned_of(text)
    side, kept_free, rest = space_of(with_room(text, given))
    whole |= {"free_sky"} if of_the_sky(text, kept_free) else set()
    return _Read(blur, refused, light, toned, side, kept_free, text, rest, frozenset(whole))


def _shown(
    rest: str, refused: tuple[str, ...], family: Family
) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """The things inside the scene, what it leaves out as it is told to, and what it can't leave out.
    A ground without a gradient is of one colour.
    """
    without, kept = spared(refused, family)
    motifs = _motifs(without_compounds(rest), family, blue=is_blue_above(rest)) - without
    motifs |= {"ramped"} if is_from_to(rest, family) else set()
    if family == "mesh" and contains(" , ".join(refused), lists_of("motifs")["graded"]):
        return (motifs - {"graded"}) | {"solid"}, without, ()
    return motifs, without, kept


def _sides_missed(family: Family, read: _Read) -> list[str]:
    """What a prompt says of sides and its scene doesn't keep."""
    lit = keeps("above" if read.light.above else "light", family)
    lit = lit or (family == "stage" and contains(read.light.said, lists_of("motifs")["spotlight"]))
    walled = is_street(read.rest, family) and read.side not in ("top", "bottom")
    free = read.side is None or (keeps(read.side, family) and not walled)
    return ["" if lit else read.light.said, "" if free else " ".join(read.kept_free.split())]


def _mood(text: str, folders: str) -> tuple[str, bool]:
    """The mood of a text, a folder's where it has none, and whether it says it itself."""
    moods = weigh(text, lists_of("moods"))
    return _feeling(moods or weigh(folders, lists_of("moods"))), bool(moods)


def _family(
    rest: str, where: Sequence[tuple[int, int]], feeling: str
) -> tuple[Family | None, Undrawn]:
    """The family that a text names, and what of the text it doesn't show."""
    family = chosen(of_the_picture(without_compounds(rest)), rest)
    found = undrawn(rest, family, feeling, where)
    if family == "tabletop" and from_above(rest, family):
        return "texture", undrawn(rest, "texture", feeling, where)
    if family is not None and found.subject and close_by(rest, family, found.subject):
        return "stage", undrawn(rest, "stage", feeling, where)
    backdrops = (*BACKDROPS, *lists_of("motifs")["watercolour"])
    if found.subject and family in ("mesh", "stage") and is_indoors(found.subject, rest):
        return "room", undrawn(rest, "room", feeling, where)
    if found.subject and family == "mesh" and not contains(rest, backdrops):
        return "stage", undrawn(rest, "stage", feeling, where)  # a thing on a backdrop
    if found.subject and family == "pane" and not on_a_window(rest):
        return "stage", undrawn(rest, "stage", feeling, where)  # drops on a flask are no window's
    if family is None and found.subject and behind_a_ground(rest, found.subject):
        return "texture", undrawn(rest, "texture", feeling, where)
    if found.subject and family == "geometric" and of_anything(rest, family):
        return "mesh", undrawn(rest, "mesh", feeling, where)  # a pattern of what is not drawn
    return family, found


def _still_missing(
    named: tuple[str, tuple[str, ...]], rest: str, family: Family, feeling: str
) -> tuple[str, tuple[str, ...]]:
    """What the place that a thing is given doesn't show either; a place that is drawn is no subject."""
    (subject, missing), still = named, undrawn(rest, family, feeling)
    if is_its_place(subject, family):
        return still.subject, still.missing
    return subject, tuple(word for word in missing if word in still.missing)


def _motifs(rest: str, family: Family, *, blue: bool) -> frozenset[str]:
    """The things inside the scene; hills that only stand in for a park or a farm are green. ``blue``:
    its sky is.
    """
    named = meant(rest, frozenset(weigh(rest, lists_of("motifs"))))
    stand_in = family == "hills" and contains(rest, lists_of("at_home")["hills"])
    named |= {"storm"} if "lightning" in named else set()
    # No snow falls from a blue sky.
    fair = family == "snow" and blue and "flakes" not in named
    named |= {"clear_sky"} if fair else set()
    named |= of_its_words(rest, family)
    # "A soft light from a window" falls on a wall as "window light" does.
    through = "panes" in named and contains(rest, table("scenes")["of_light"])
    named |= {"window_light"} if through and family in ("texture", "mesh", "stage") else set()
    named |= ground_of(rest, family)
    gilded = family in _BY_DAY or family in ("stage", "texture", "mesh")
    named |= {"golden"} if gilded and is_golden(rest) else set()
    return named | {"meadow"} if stand_in else named


def _by_chance(feeling: str, text: str, seed: int) -> Family:
    """A stable choice by the words themselves, so that two prompts without known words differ."""
    choices = _BY_MOOD[feeling]
    return choices[(sum(map(ord, text)) + seed) % len(choices)]


def _colours_of_things(
    rest: str, subject: str, missing: Sequence[str]
) -> dict[str, tuple[int, int]]:
    words = [word for some in lists_of("colours").values() for word in some]
    # A ground has its colour whether or not it counts as a thing.
    parts = [word for some in lists_of("parts_with_colours").values() for word in some]
    parts += lists_of("families")["texture"]
    parts += table("scenes")["of_any_kind"]["geometric"]  # "a leaf pattern in olive"
    parts += lists_of("parts")["gradients"]  # "dégradé bleu"
    # Nor has a wish ("worn") a colour of its own.
    others = [t for t in missing if not contains(t, parts) and (0, len(t)) not in unmet(t, None)]
    a_ground = contains(subject, lists_of("families")["texture"]) and not a_known_thing(subject)
    main = "" if a_ground else subject
    return colours_of(rest, main, others, words) if main or others else {}


def _without_things(
    rest: str, subject: str, missing: Sequence[str], family: Family | None
) -> tuple[str, Callable[[str], str]]:
    """The text without the colours of things that are not drawn, and how to say such a thing. Of a
    noun that nobody knows, in no scene that is named (``family`` None), the colour at least is drawn;
    and of a pattern the colours that it is to be "in".
    """
    unknown = family is None and not a_known_thing(subject)
    ours = rest if unknown or (not subject and family in _PATTERNED) else ""
    theirs = {
        thing: span
        for thing, span in _colours_of_things(rest, subject, missing).items()
        if not _IN.search(ours[: span[0]])
    }
    no_colours = (
        *(() if unknown else theirs.values()),
        *things(rest),
        *freshness(rest, (subject, *missing)),
    )
    return blanked(rest, no_colours), _with_its_colour(rest, theirs)


def _without_accents(
    bare: str, missing: tuple[str, ...], family: Family
) -> tuple[str, tuple[str, ...]]:
    """The text without colours that a scene is to have as an accent only and has not, and what is
    missing with these.
    """
    spans = accents(bare, family)
    return blanked(bare, spans), (*missing, *(bare[a:b] for a, b in spans))


def _with_its_colour(rest: str, colours: Mapping[str, tuple[int, int]]) -> Callable[[str], str]:
    """A thing as the prompt says it with its colour, in the order of the prompt's language."""

    def said(thing: str) -> str:
        if thing not in colours:
            return thing
        start, end = colours[thing]
        leads = rest.find(thing, end) >= 0 and not rest[:start].rstrip().endswith(thing)
        return f"{rest[start:end]} {thing}" if leads else f"{thing} {rest[start:end]}"

    return said


def _of_its_ground(found: Owned, family: Family) -> tuple[tuple[str, str], ...]:
    """The part that a colour belongs to which stands beside none: "dunes in terracotta tones"."""
    parts = table("scenes")["grounds_of"].get(family, ())
    loose = _named(found.rest)
    return tuple((part, loose[0]) for part in parts if loose and part not in found.colours)


def _named(text: str) -> tuple[str, ...]:
    """The colours that are named, the one named first leading."""
    names = lists_of("colours")
    found = weigh(text, names)
    shades: dict[str, list[str]] = {}
    for shade, others in lists_of("shade_of").items():
        for other in others:
            shades.setdefault(other, []).extend(names[shade])
    for other, words in shades.items():
        alone = weigh(blanked(text, find(text, words)), {other: names[other]})
        found = {n: w for n, w in found.items() if n != other} | alone
    return tuple(sorted(found, key=lambda name: -found[name]))


def _said(text: str) -> list[tuple[str, str]]:
    """The colours that are named, each with the words that say so."""
    names = lists_of("colours")
    spots = {name: sorted(find(text, names[name])) for name in _named(text)}
    every = [span for some in spots.values() for span in some]
    out = []
    for name, some in spots.items():
        whole = [
            s for s in some if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in every)
        ]
        start, end = (whole or some)[0]
        out.append((name, text[start:end]))
    return out


def _feeling(moods: Mapping[str, float]) -> str:
    if not moods:
        return "calm"
    best = max(moods, key=lambda m: moods[m])
    if best == "night" and len(moods) > 1:
        best = max((m for m in moods if m != "night"), key=lambda m: moods[m])
    return best


def _left_out(rest: str, prompt: str) -> tuple[str, ...]:
    kinds = [name for name, entries in lists_of("undrawable").items() if contains(rest, entries)]
    if is_lettered(prompt):
        kinds.append("lettering")
    return tuple(dict.fromkeys(kinds))


def _really(
    kinds: tuple[str, ...], rest: str, subject: str, missing: Sequence[str]
) -> tuple[str, ...]:
    """The kinds of things that a word which is not drawn belongs to: boats are drawn in a harbour,
    and a picture for a bank is none of a building.
    """
    asked = PURPOSE.sub(" ", rest)
    undrawn = " , ".join(word for word in (subject, *missing) if contains(asked, (word,)))
    return tuple(
        kind
        for kind in kinds
        if kind in ("lettering", "logos") or contains(undrawn, lists_of("undrawable")[kind])
    )


def _density(rest: str) -> float:
    words = table("scenes")["words"]
    density = 0.5 + 0.3 * contains(rest, words["dense"]) - 0.3 * contains(rest, words["sparse"])
    return min(1.0, max(0.1, density))


def _dark(rest: str, family: Family, time: TimeOfDay | None) -> bool | None:
    """Whether the picture is dark or bright by its words, None where nobody says."""
    words, colours = table("scenes")["words"], lists_of("colours")
    if len(_named(rest)) > 1:  # of "dark green on cream" a colour is dark, and not the picture
        shades = [e for name in lists_of("shade_of") for e in colours[name] if name != "charcoal"]
        rest = blanked(rest, find(rest, shades))
    rest = blanked(rest, dark_things(rest, family))
    if family in _BY_DAY:  # a deep blue sea is of that colour, by day
        spans = [s for name, said in colours.items() if name != "black" for s in find(rest, said)]
        rest = blanked(rest, spans)
    dark = contains(without_night_blues(rest), words["dark"])
    bright = contains(rest, words["bright"])
    if dark or time == "night" or (family in _IN_THE_DARK and not bright):
        return True
    if bright:
        return False
    return True if family in ("bokeh", "garland") and contains(rest, words["lamps"]) else None
