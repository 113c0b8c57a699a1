"""What was understood of instructions so far, and how an edit, or a place for the last one, joins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .edit_amounts import SHARED, size_of
from .edit_asides import Aside, settled
from .edit_made import Made
from .edit_nouns import is_likely
from .edit_outcome import OF_FRAME
from .edit_places import EVERYWHERE, WHOLE, Place, fits, narrowed, place_of, placed
from .edit_values import Ban, Edit, is_side
from .forms import Reading
from .senses import Sense, Token


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark as it was said, the place that it names ("" for none), the noun of what it is about where
    that is no place, and whether it tells of light or colour.
    """

    said: str
    place: str
    noun: str
    tells: bool
    #: What it complains of: the kinds and signs of edits that would mend it.
    wants: tuple[tuple[str, float], ...] = ()
    #: What it is mended by where nothing that is asked for answers it, with a noun, what that was taken for and
    #: its place, "" for what stands out.
    mend: Made | None = None
    taken: tuple[str, str, str] = ("", "", "")


@dataclass
class Heard:
    """What was understood so far."""

    edits: list[Edit] = field(default_factory=list)
    bans: list[Ban] = field(default_factory=list)
    keeps: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    #: The parts that the sentence spoke of, the last one last.
    named: list[str] = field(default_factory=list)
    #: Whether something is to be done with "it" where no place was named.
    of_it: bool = False
    #: Where the edits of this sentence begin, and the places that were named before all of them.
    begin: int = 0
    scope: tuple[tuple[Token, ...], ...] = ()
    #: Places that are named before what is to be done there.
    pending: tuple[tuple[Token, ...], ...] = ()
    #: Parts of the frame that alone stay, as they were said, with the crops that they are.
    parts: list[tuple[str, Edit]] = field(default_factory=list)
    #: What said that nothing outside the place before it is to change.
    alone: str = ""
    #: Whether a plain "and" stands before the clause, and the place of the one before where that only
    #: compares ("the sky darker").
    joined: bool = False
    compared: Place | None = None
    #: Clauses that wait for the edits of their sentence, and the nouns that were taken for the
    #: subject in them.
    asides: list[Aside] = field(default_factory=list)
    presumed: list[str] = field(default_factory=list)
    #: Whether what stands out must lie whole within a crop.
    in_view: bool = False
    #: Complaints that an edit is to answer, and what was taken for what.
    complaints: list[tuple[str, Sense]] = field(default_factory=list)
    #: Clauses that only keep what may lie where nothing is changed, and what only likens an edit.
    beyond: list[tuple[Token, ...]] = field(default_factory=list)
    #: Things that were named with their colour, by the places of that.
    things: dict[str, str] = field(default_factory=dict)
    likened: list[str] = field(default_factory=list)
    #: What is to stand in the middle of a crop.
    centred: str = ""
    #: Whether a crop must not cut a head.
    heads: bool = False
    taken_for: list[tuple[str, str]] = field(default_factory=list)
    #: The edit that a complaint about a place came to, for the clause behind it.
    complained: Edit | None = None
    #: What there is too much of, which a crop is to answer.
    crowded: list[str] = field(default_factory=list)
    #: How many clauses were heard, and the last statement, for where nothing else is said.
    clauses: int = 0
    stated: tuple[Token, ...] = ()
    #: What may only tell how the picture is, with the edit that it was read as.
    hinted: tuple[str, Edit] | None = None
    #: What is only told of the picture, and the noun of what the last of it is about.
    remarks: list[Remark] = field(default_factory=list)
    about: str = ""
    remarked: bool = False
    #: The place that the sentence told of: what has no place of its own behind it is done there.
    topic: str = ""
    #: The same of the sentence before, for what speaks of it with a pronoun.
    told_before: str = ""
    #: The place that "it" was in the clause before, for what a plain "and" goes on with.
    went_on: str = ""
    #: The last place that a sentence before named, for "there".
    there: list[str] = field(default_factory=list)
    #: The place of what was named in passing, for a "them" behind it.
    several: str = ""
    #: Nouns that were taken for what stands out, and changed.
    as_subject: list[str] = field(default_factory=list)
    #: Moods that were complained of: what was said, the mood, its word and how much of it.
    moods: list[tuple[str, str, str, float]] = field(default_factory=list)
    #: Whether edges without a picture are to be cut off, as a turn does by itself.
    bare_edges: str = ""

    def leave_open(self, said: str) -> bool:
        """Take a clause for not understood."""
        self.unknown.append(said)
        return True


def take(heard: Heard, made: Made) -> None:
    for edit in made.edits:
        _settle(heard.edits, edit, softens=made.softens)
        if made.named is None and edit.kind not in OF_FRAME:
            _name(heard, edit)
    heard.named.extend(made.named or ())
    heard.bans.extend(made.bans)
    heard.keeps.extend(k for k in made.keeps if k not in heard.keeps)
    heard.named.extend(k for k in made.keeps if k not in WHOLE)


def _name(heard: Heard, edit: Edit) -> None:
    """Remember where an edit is; one of everything takes "it" back to the whole picture."""
    if edit.place == EVERYWHERE:
        heard.named.clear()
    elif not edit.without:
        heard.named.append(edit.target)


def _settle(edits: list[Edit], edit: Edit, *, softens: bool) -> None:
    """ "Warmer, but not too warm" is a smaller step, not two that cancel; the same wish twice is
    one.
    """
    if edit.kind == "monochrome" and edit.without:
        # "All black and white, only red stays in colour" is one wish.
        edits[:] = [e for e in edits if (e.kind, e.place) != ("monochrome", EVERYWHERE)]
    for at, other in enumerate(edits):
        if (edit.kind, edit.value, edit.place) != (other.kind, other.value, other.place):
            continue
        if softens and other.amount * edit.amount < 0:
            edits[at] = replace(other, amount=other.amount * 0.5)
            return
        if other.amount * edit.amount > 0 and None in (other.exact, edit.exact):
            exact = other.exact if edit.exact is None else edit.exact
            larger = max(other.amount, edit.amount, key=abs)
            edits[at] = replace(other, amount=larger, exact=exact)
            return
    if edit not in edits:
        edits.append(edit)


def placed_anew(heard: Heard, found: Reading) -> bool:
    """ "..., but only the sky" limits the edit before; "... and the faces" does it there too."""
    last = heard.edits[-1]
    if last.kind in OF_FRAME:
        if last.kind != "space" or found.regions[0] not in ("left", "right", "top", "bottom"):
            return False
        heard.edits[-1] = replace(last, value="+".join((last.value, *found.regions)))
        return len(found.regions) == 1
    if last.kind in ("cutout", "background_colour") and "except" in found.slots:
        # "A white background, without shadows": another ground has none.
        return found.regions == ("shadows",) and "amount" not in found.slots
    place = None if "amount" in found.slots else place_of(found.placing)
    if place is None or place == EVERYWHERE:
        return False
    if {"only", "except"} & found.slots.keys():
        return limited(heard, place)
    if last.kind in ("cutout", "background_colour"):
        return False
    return _there_too(heard, last, place)


def limited(heard: Heard, place: Place) -> bool:
    """Hold the edits of this sentence to a place; False where they have several places already."""
    mine = [e for e in heard.edits[heard.begin :] if e.kind not in OF_FRAME]
    if not mine or any(e.place != mine[0].place for e in mine):
        return False
    within, before = place, mine[0].place
    if before[0] != "all" and within.target != "all":
        both = narrowed([*before[0].split("&"), *within.target.split("&")])
        if both is None:
            return False
        within = Place(both, within.without)
    elif within.target == "all":
        within = Place(before[0], within.without)
    where = placed(within.target, (*before[1], *within.without))
    if where == before and within.target == before[0]:
        return True  # "sharpen the subject, but not the sky": nothing of it is there
    if where is None or where == before or not all(fits(e.kind, where) for e in mine):
        return False
    heard.edits[heard.begin :] = [
        replace(e, target=where.target, without=where.without) if e in mine else e
        for e in heard.edits[heard.begin :]
    ]
    return True


def _there_too(heard: Heard, last: Edit, place: Place) -> bool:
    """Do the last edit at a further place, or leave that out too. False where it is not clear what
    of the two was narrowed ("the left half of the subject and the sky").
    """
    if place.without or place.target == last.target:
        return False
    if last.without:
        more = placed(last.target, (*last.without, place.target))
        if more is None or more == last.place or not fits(last.kind, more):
            return False
        heard.edits[-1] = replace(last, target=more.target, without=more.without)
        return True
    if last.target == "all" or (last.target.startswith("colour-") and last.kind == "monochrome"):
        return False
    if last.exact is not None and place.target.rpartition("-")[2].isdigit():
        # "20 % darker on top, the bottom 10 %" names two amounts.
        return False
    if _mixed(last.target) and not is_side(place.target):
        return False
    if (
        is_side(last.target)
        and "-" not in last.target
        and is_side(place.target)
        and ("-" in place.target)
    ):
        # "The left and right edges": the first is no half.
        return False
    if not fits(last.kind, place):
        return False
    heard.edits.append(replace(last, target=place.target))
    _name(heard, heard.edits[-1])
    return True


def _mixed(target: str) -> bool:
    """Whether a place is a side of something."""
    sides = [is_side(part) for part in target.split("&")]
    return any(sides) and not all(sides)


def by_a_figure(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in a clause that only says by how much, behind an edit that has no figure yet ("less
    saturation, about 30 %", "too contrasted, take 15 % off", "desature it, by half", "warmer, say +20").
    """
    last = heard.edits[-1]
    figures = [s for t in clause for s in t.senses if s.part in _FIGURES]
    figures = [s for s in figures if s.part != "number" or len(figures) == 1]
    idle = all(any(s.part in _BESIDE_A_FIGURE for s in t.senses) for t in clause)
    if len(figures) != 1 or not idle or last.exact is not None:
        return False
    if not _goes_that_way(last, clause, figures[0]):
        return False
    if figures[0].part == "share" and "shadows" in last.target.split("&") and last.amount > 0:
        return False  # half of a shadow that falls is no share of the dark tones
    sided = last.kind in ("crop", "space") and last.value and ":" not in last.value
    if not sided and last.kind not in (*SHARED, *_BY_SHARES, *_LAID):
        return False
    share = _share_of(last, figures[0])
    if share is None or not 0 < share <= 1:
        return False
    for at in _both_tones(heard.edits):
        edit = heard.edits[at]
        heard.edits[at] = replace(edit, amount=1.0 if edit.amount > 0 else -1.0, exact=share)
    return True


def _both_tones(edits: Sequence[Edit]) -> list[int]:
    """Where the last edit stands; of a split tone, which is one wish, both ("teal and orange, 30 %")."""
    last = len(edits) - 1
    both = [(e.kind, e.target, e.exact) for e in edits[-2:]]
    split = both == [("colour", "shadows", None), ("colour", "highlights", None)]
    return [last - 1, last] if split else [last]


#: What else has a share of what it can be.
_BY_SHARES = ("colour", "border", "rounded", "blur", "soften")
#: What is laid on, by a share of itself.
_LAID = ("grain", "vignette", "sepia", "glow", "fade")
_FIGURES = ("percent", "signed", "points", "share", "number")
_BESIDE_A_FIGURE = frozenset(
    {*_FIGURES, "filler", "pronoun", "less", "downward", "remove", "take-away", "more", "upward"}
)


def _goes_that_way(last: Edit, clause: Sequence[Token], figure: Sense) -> bool:
    """Whether a clause with a figure does not turn the edit before it round."""
    down = any(t.has("less") or t.has("downward") or t.has("remove") for t in clause)
    up = any(t.has("more") or t.has("upward") for t in clause)
    down = down or (figure.part == "signed" and float(figure.get("number")) < 0)
    up = up or (figure.part == "signed" and float(figure.get("number")) > 0)
    return (not down or last.amount < 0) and (not up or last.amount > 0)


def _share_of(last: Edit, figure: Sense) -> float | None:
    """The share that a figure names; None where it names none of this kind."""
    share = float(figure.get("number"))
    if figure.part == "number":
        return share / 100 if 5 <= share <= 100 else None
    if figure.part == "share":
        if last.amount < 0:
            return share if share < 1 else None
        return share - 1 if share > 1 else share
    if figure.get("unit") == "stops":
        if last.kind != "brightness":
            return None
        way = 1 if last.amount > 0 else -1
        return abs(2 ** (way * share) - 1)
    return abs(share) if figure.get("unit") in (None, "points") else None


def sized(heard: Heard, found: Reading) -> bool:
    """Take in how much of the edit before is meant, behind a comma."""
    size = size_of(found)
    if not heard.edits or size is None or "amount" not in found.slots:
        return False
    last = heard.edits[-1]
    if all(s.get("measured") for s in found.slots["amount"]):
        # "Nothing plasticky" is no step less than a little one; of all colour that goes none stays.
        kept = last.kind in ("monochrome", "duotone", "cutout", "background_colour", *OF_FRAME)
        step = last.amount if kept else max(-size, min(size, last.amount))
        heard.edits[-1] = replace(last, amount=step)
    elif last.kind == "monochrome" and any(s.get("soft") for s in found.slots["amount"]):
        # Soft black and white has no colour, and less contrast.
        heard.edits.append(replace(last, kind="contrast", amount=-0.6))
    else:
        # "A little, just a touch" is one small step, and no part of one.
        both_small = size < 1 and 0 < abs(last.amount) < 1
        step = min(size, abs(last.amount)) if both_small else abs(last.amount) * size
        heard.edits[-1] = replace(last, amount=step if last.amount > 0 else -step)
    return True


def settle_asides(heard: Heard) -> None:
    """Take in what waited for the edits of the sentence."""
    for aside in heard.asides:
        made = settled(aside, heard.edits[heard.begin :])
        if made is None and _keeps_what_stands_out(aside, heard.edits[heard.begin :]):
            heard.keeps.append("subject")
            heard.presumed.append(aside.noun)
            continue
        if made is None:
            heard.unknown.append(aside.said)
            continue
        heard.bans.extend(made.bans)
        heard.in_view = heard.in_view or aside.way == "in-view"
        heard.heads = heard.heads or aside.way == "heads"
        if aside.way in ("centred", "placed"):
            heard.centred = f"{aside.place}@{aside.side}" if aside.side else aside.place
        heard.presumed.extend([aside.noun] if aside.noun else ())
    heard.asides = []


def _keeps_what_stands_out(aside: Aside, edits: Sequence[Edit]) -> bool:
    """Whether a thing that is to stay, and no crop is asked for ("Panda bleibt"), is what a picture may be of, and
    is not changed itself.
    """
    if aside.way != "in-view" or not edits or not aside.noun or not is_likely(aside.noun):
        return False
    if aside.said.endswith(aside.noun):
        # "Keep the moose" may speak of what is to be seen, but not where all that changes lies behind it.
        return all("background" in e.target.split("&") or e.kind == "cutout" for e in edits)
    return all(
        e.kind not in OF_FRAME and "subject" not in e.target.split("&") and e.kind != "repaint"
        for e in edits
    )
