"""What instructions come to: the edits that were heard, less what is forbidden or is to stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .edit_places import WHOLE, fits, placed
from .edit_values import TONES, Ban, Edit, Kind, Parsed

_OF_COLOUR: frozenset[Kind] = frozenset(
    {
        *("saturation", "temperature", "colour", "monochrome", "sepia", "duotone", "brand", "look"),
        *("balance", "repaint", "invert", "posterize", "night", "whiten"),
    }
)
_OF_LIGHT: frozenset[Kind] = frozenset(
    {
        *("brightness", "contrast", "fade", "vignette", "dehaze", "clarity", "look"),
        *("invert", "posterize", "night", "light", "glow", "whiten"),
    }
)
#: What is laid on the whole picture and can be left out of a place that is kept.
_LAID: frozenset[Kind] = frozenset({"vignette", "grain"})
#: What is not understood where wishes exclude each other.
CONTRADICTORY = "two wishes that contradict each other"
#: The sides of a picture.
_SIDES = ("left", "right", "top", "bottom")
#: A turn of at most so many degrees is what makes a picture level.
_LEVELS = 15.0
#: Edits of the whole frame: nothing of it can be kept out of them.
OF_FRAME: frozenset[Kind] = frozenset(
    {"crop", "straighten", "rotate", "flip", "space", "border", "rounded"}
)


def outcome(
    heard: Sequence[Edit],
    forbidden: Sequence[Ban],
    keeps: Sequence[str],
    unknown: Sequence[str],
    read_as: tuple[tuple[str, str], ...],
) -> Parsed:
    """All that was heard, with what is to stay taken out of what is to change."""
    places = [k for k in keeps if k not in WHOLE]
    bans = list(forbidden)
    if "colours" in keeps:
        bans += [Ban(kind) for kind in sorted(_OF_COLOUR)]
    if "light" in keeps:
        bans += [Ban(kind) for kind in sorted(_OF_LIGHT)]
    turns = [e for e in heard if e.kind == "rotate" and abs(e.exact or 90.0) <= _LEVELS]
    if turns:
        # "It leans, straighten it by 3 degrees": those degrees, and nothing that is measured.
        heard = [e for e in heard if e.kind != "straighten"]
    edits: list[Edit] = []
    withheld: list[Edit] = []
    for edit in heard:
        against = [ban.target for ban in bans if ban.forbids(edit)]
        against += [ban.target for ban in bans if _darkens(edit, ban)]
        kept = None if "all" in against else _without(edit, [*places, *against])
        if kept is not None and kept.kind == "crop":
            kept = _anchored(kept, places)
        if kept is None:
            withheld.append(edit)
        else:
            edits.append(kept)
    edits = _cleaned_once(_toned_down_once(_balanced_once(edits)))
    kinds = [e.kind for e in edits]
    if "cutout" in kinds and "background_colour" in kinds[kinds.index("cutout") :]:
        # "Cut it out and put it on grey": it stands on that, and not on nothing.
        edits = [e for e in edits if e.kind != "cutout"]
    edits = _with_room(edits)
    contradictory = (CONTRADICTORY,) if _contradict(edits) else ()
    return Parsed(
        tuple(edits),
        (*unknown, *contradictory),
        tuple(dict.fromkeys(bans)),
        tuple(keeps),
        tuple(withheld),
        read_as,
    )


def _darkens(edit: Edit, ban: Ban) -> bool:
    """Whether an edit of light can't be made at a place that must not get darker, or lighter: "a vignette, the face no
    darker".
    """
    places = ban.kind == "brightness" and ban.sign != 0 and ban.target not in ("all", *TONES)
    if edit.kind == "vignette":
        return places and ban.sign < 0 and ban.target not in ("corners", "centre")
    return places and edit.kind == "contrast" and edit.amount > 0


def _balanced_once(edits: Sequence[Edit]) -> list[Edit]:
    """ "White balance neutral, not so bluish": a balance leaves no cast that could be taken out after it."""
    whole = ("all", ())
    if not any(e.kind == "balance" and e.place == whole for e in edits):
        return list(edits)
    casts = [e for e in edits if (e.kind, e.place) == ("colour", whole) and e.amount < 0]
    return [e for e in edits if e not in casts or e.exact is not None]


def _cleaned_once(edits: Sequence[Edit]) -> list[Edit]:
    """ "Very grainy, please denoise": grain that is told of before it is taken away is no wish for more."""
    cleaned = [at for at, e in enumerate(edits) if e.kind == "denoise"]
    last = max(cleaned, default=-1)
    return [
        e for at, e in enumerate(edits) if not (e.kind == "grain" and at < last and e.exact is None)
    ]


def _toned_down_once(edits: Sequence[Edit]) -> list[Edit]:
    """ "It's too orange, tone the orange down by half": what is said behind the complaint answers it."""
    less = {e.target for e in edits if e.kind == "saturation" and e.amount < 0 and e.exact}
    answered = (
        e
        for e in edits
        if (e.kind, e.place) == ("colour", ("all", ()))
        and e.amount < 0
        and e.exact is None
        and f"colour-{e.value}" in less
    )
    dropped = list(answered)
    return [e for e in edits if e not in dropped]


def _without(edit: Edit, places: Sequence[str]) -> Edit | None:
    """The edit with the parts left out that are to stay; None where it is about such a part."""
    if "all" in places:
        return None
    if edit.kind not in _OF_COLOUR | _OF_LIGHT or edit.kind == "vignette":
        places = [p for p in places if p != "skin"]  # sharper skin has the same tones
    if not places or edit.kind in OF_FRAME:
        return edit
    if edit.kind in _LAID and edit.place == ("all", ()):
        return replace(edit, without=tuple(dict.fromkeys(places)))
    if edit.kind in ("cutout", "background_colour"):
        return None if "background" in places else edit
    place = placed(edit.target, (*edit.without, *places))
    if place is None or not fits(edit.kind, place):
        return None
    return replace(edit, target=place.target, without=place.without)


def _anchored(edit: Edit, places: Sequence[str]) -> Edit | None:
    """A crop to a ratio that cuts nothing off the sides that are to stay; None where it would."""
    named = [part.partition("-")[0] for place in places for part in place.split("&")]
    sides = tuple(dict.fromkeys(s for s in named if s in _SIDES))
    if not sides:
        return edit
    if ":" not in edit.value:
        return edit if set(sides).isdisjoint(edit.value.split("+")) else None
    if {"left", "right"} <= set(sides) or {"top", "bottom"} <= set(sides):
        return None
    return replace(edit, value="+".join((edit.value, *sides)))


def _with_room(edits: Sequence[Edit]) -> list[Edit]:
    """A crop to a ratio behind the room that it is to leave at a side, and keeping that: the other way
    round the picture would have no longer the ratio that was asked for.
    """
    sides = [e.value for e in edits if e.kind == "space" and e.value in _SIDES]
    ratio = next((e for e in edits if e.kind == "crop" and ":" in e.value), None)
    if len(sides) != 1 or ratio is None:
        return list(edits)
    kept = _anchored(ratio, sides)
    rest = [e for e in edits if e is not ratio]
    return [*rest, kept if kept is not None else ratio]


def _contradict(edits: Sequence[Edit]) -> bool:
    """Whether one wish undoes another: the same thing both ways, or a background that is cut away."""
    kinds = {edit.kind for edit in edits}
    if "cutout" in kinds and any(
        edit.target == "background" and edit.kind not in ("cutout", "background_colour")
        for edit in edits
    ):
        return True
    signs: dict[tuple[str, str, str, tuple[str, ...]], float] = {}
    for edit in edits:
        subject = (edit.kind, edit.value, *edit.place)
        if signs.setdefault(subject, edit.amount) * edit.amount < 0:
            return True
    return False
