"""Edits in plain words: what a person's instructions ask of a picture, as frozen values.

The vocabulary and the forms stand in ``assets/words/edits.toml`` (English, German, French and
Spanish). Instructions are cut into clauses; a clause is read when every one of its words is known
and one form fits the whole of it. What is not read is handed back word for word, and nothing is
guessed from the rest of its clause.
"""

from __future__ import annotations

from dataclasses import replace

from .edit_asides import aside_of, confirms
from .edit_clauses import (
    carried_on,
    clauses,
    left_colourless,
    meant,
    parted,
    said,
    softly_grey,
    spoken_size,
    values,
)
from .edit_comments import (
    answered,
    complaint_of,
    in_shadow,
    is_complaint,
    is_kept,
    is_reason,
    lies_beyond,
    of_complaint,
    only_describes,
    says_too_much,
    settle_beyond,
    tempered,
)
from .edit_compared import only_compares, only_paler
from .edit_floating import (
    bare_effect,
    either_way,
    floating,
    floats,
    inside,
    only_a_colour,
    set_apart,
    takes_away,
)
from .edit_found import found_in
from .edit_heard import Heard, by_a_figure, limited, placed_anew, settle_asides, sized, take
from .edit_hues import painted_thing, repainted
from .edit_looks import LOOKS, steps_of
from .edit_made import Made
from .edit_nouns import with_subject
from .edit_outcome import OF_FRAME, outcome
from .edit_places import EVERYWHERE, WHOLE, Place, disjoint, fits, place_of
from .edit_prepared import as_typed, kept_together, prepared_tokens
from .edit_purpose import without_purpose
from .edit_reading import read, read_at, read_of
from .edit_remarks import OBSERVED, goes_on, note, only_observes, remark_of, settled
from .edit_taken import in_scenery, note_taken, taken, with_things
from .edit_values import Ban, Edit, Kind, Parsed, is_side
from .edit_words import VOCABULARY, vocabulary
from .senses import Token, as_written
from .tables import table

_LONGEST, _MOST_WORDS = 4000, 60
"""Letters of instructions; words of a clause: a longer one says nothing that a form takes."""


def parse(instructions: str) -> Parsed:
    """The edits that instructions ask for, in their order."""
    told, aims = without_purpose(vocabulary().tokens(as_typed(instructions[:_LONGEST])))
    tokens = prepared_tokens(told)
    heard = Heard()
    before: tuple[Token, ...] = ()
    for clause, hard, joined in kept_together(list(clauses(tokens))):
        heard.joined = joined
        if not joined:
            heard.compared = None
        if takes_away(before) and bare_effect(clause):
            heard.unknown.append(said(clause))
        else:
            _hear(heard, carried_on(before, clause) if joined else clause)
        before = clause
        if hard:
            _leftover(heard)
            heard.named, heard.begin, before = [], len(heard.edits), ()
            heard.scope, heard.alone = (), ""
            heard.told_before, heard.topic = heard.topic, ""
    _leftover(heard)
    loosely = table("edits")["loosely"]
    misread = ((t.text, t.read_as or loosely.get(t.text, "")) for t in tokens)
    read_as = tuple((word, known) for word, known in misread if known)
    aside = [*aims, *settled(heard), *answered(heard), *settle_beyond(heard), *heard.likened]
    unknown = as_written(dict.fromkeys(heard.unknown), instructions[:_LONGEST])
    presumed = as_written(dict.fromkeys(heard.presumed), instructions[:_LONGEST])
    edits = softly_grey(left_colourless(heard.edits, tokens), tokens)
    edits = with_things(edits, heard.things)
    parsed = outcome(edits, heard.bans, heard.keeps, unknown, read_as)
    return replace(
        parsed,
        presumed=tuple(presumed),
        in_view=heard.in_view,
        centred=heard.centred,
        heads=heard.heads,
        left_aside=tuple(as_written(dict.fromkeys(aside), instructions[:_LONGEST])),
        taken_for=tuple(
            f'Took "{as_written((noun,), instructions[:_LONGEST])[0]}" for {place}.'
            for noun, place in dict.fromkeys(heard.taken_for)
        ),
    )


def _leftover(heard: Heard) -> None:
    settle_asides(heard)
    if heard.alone and not heard.edits[heard.begin :]:
        heard.unknown.append(heard.alone)
    if not heard.edits[heard.begin :] and all(map(only_a_colour, heard.pending)):
        for made in filter(None, [read(colour, heard) for colour in heard.pending]):
            take(heard, made)
        heard.pending = ()
    heard.unknown.extend(said(place) for place in heard.pending)
    heard.pending = ()


def _hear(heard: Heard, clause: tuple[Token, ...]) -> None:
    """Take one clause in."""
    if not meant(clause):
        return
    if len(clause) > _MOST_WORDS:
        heard.unknown.append(said(clause))
        return
    if not heard.alone and _less_there(heard, clause):
        return
    if heard.edits[heard.begin :] and (apart := set_apart(clause)) is not None:
        take(heard, apart)
        return
    if confirms(clause, heard.edits[heard.begin :]):
        return
    mine = heard.edits[heard.begin :]
    if any(told(clause, mine) for told in (only_describes, says_too_much, in_shadow)):
        heard.likened.append(said(clause))
        return
    if _only_told(heard, clause):
        return
    if any(t.has("bare-edges") for t in clause):
        heard.bare_edges = said(clause)
    if not heard.edits[heard.begin :] and only_a_colour(clause):
        # "The red and the blue parts darker": it waits for what is to be done there.
        heard.pending = (*heard.pending, clause)
        return
    if _heard_at(heard, clause):
        return
    if not tempered(heard, clause, spoken_size(clause)):
        _hear_anew(heard, clause)


def _only_told(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Leave a remark aside, unless it is a complaint that can be carried out."""
    goes = heard.joined and heard.remarked and goes_on(clause)
    placed = in_scenery(clause)
    told = clause if placed is None else placed[0]
    remark = remark_of(told)
    heard.remarked = False
    if goes:
        heard.remarks[-1] = replace(
            heard.remarks[-1], said=f"{heard.remarks[-1].said} ... {said(clause)}"
        )
        heard.remarked = True
        return True
    made = None if remark is None else read(clause, heard)
    of_skin = placed is not None and placed[1][1] in ("the faces", "the skin")
    if remark and made is None and of_skin and is_complaint(told) and read(told, heard):
        return False  # "her skin is too red" complains as "her face is too red" does
    asked = made is not None and any(e.kind not in OBSERVED for e in made.edits)
    asked = asked and not only_observes(clause)
    if remark is None or asked or (made is not None and is_complaint(clause)):
        return False
    heard.remarked = True
    note(heard, replace(remark, said=said(clause)))
    return True


def _hear_anew(heard: Heard, clause: tuple[Token, ...]) -> None:
    """Take in a clause that does not only go on with what was said before it."""
    if any(t.has("centred") or t.has("head") for t in clause) and _set_aside(heard, clause):
        return
    made = read_of(heard, clause)
    if made is not None and is_reason(heard, made, clause):
        heard.likened.append(said(clause))
    elif made is not None:
        _join(heard, of_complaint(heard, made), clause)
        one = made.edits[0] if len(made.edits) == 1 and is_complaint(clause) else None
        heard.complained = one
        if one is not None and one.place != EVERYWHERE and not one.without:
            heard.topic = one.target
    elif _heard_of_a_thing(heard, clause) or _heard_by_colour(heard, clause):
        return
    elif complaint := complaint_of(clause):
        heard.complaints.append((said(clause), complaint))
    elif lies_beyond(clause, heard.edits):
        heard.beyond.append(clause)
    elif not _set_aside(heard, clause) and not _heard_beside(heard, clause):
        if is_kept(clause):
            heard.beyond.append(clause)
        else:
            heard.unknown.extend(_stuck(heard, clause))


def _heard_of_a_thing(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause with a thing that is found by what it is, or that is understood where its one
    unknown noun is the subject.
    """
    found = None if lies_beyond(clause, heard.edits) else found_in(clause)
    if found is not None and _heard_whole(heard, found.clause):
        note_taken(heard, found.noun, found.told, found.value)
        return True
    untouched = any(token.has("as-it-is") for token in clause)
    named = with_subject(clause) if untouched or aside_of(clause) is None else None
    if named is None or not _heard_whole(heard, named[0]):
        return False
    heard.presumed.append(named[1])
    return True


def _heard_by_colour(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause with a thing that is told by its colour."""
    painted = repainted(clause)
    if painted is not None:
        take(heard, painted[0])
        heard.taken_for.extend([painted[1]] if painted[1][0] else [])
        return True
    if (thing := painted_thing(clause)) is not None:
        take(heard, thing[0])
        heard.presumed.append(thing[1])
        return True
    for plainer, (noun, place) in taken(clause):
        if _heard_whole(heard, plainer):
            note_taken(heard, noun, place)
            return True
    return False


def _heard_whole(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take a clause in, or nothing of it."""
    before = len(heard.unknown)
    _hear(heard, clause)
    understood = len(heard.unknown) == before
    del heard.unknown[before:]
    return understood


def _set_aside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Let a clause wait that means nothing without the edits of its sentence."""
    aside = aside_of(clause)
    if aside is not None:
        heard.asides.append(aside)
    return aside is not None


def _stuck(heard: Heard, clause: tuple[Token, ...]) -> list[str]:
    """What of a clause is not understood: one of its parts where the other is."""
    for parts in parted(clause):
        rest = [p for p in parts if read(p, heard) is None and aside_of(p) is None]
        if len(rest) == 1 and len(rest[0]) > 1:
            return [said(rest[0])]
    return [said(clause)]


def _join(heard: Heard, made: Made, clause: tuple[Token, ...]) -> None:
    """Take in what a clause asks for, unless that lies beyond the places that the sentence is held
    to.
    """
    elsewhere = heard.alone or (made.edits and made.edits[0].place == EVERYWHERE)
    if heard.scope and made.edits and elsewhere:
        heard.unknown.append(said(clause))
    elif made.scope is not None:
        _hold_to(heard, made.scope, clause)
    else:
        take(heard, _goes_on(heard, made, clause))


def _goes_on(heard: Heard, made: Made, clause: tuple[Token, ...]) -> Made:
    """ "The sky darker and bluer" is of the sky twice; what has an object or a verb of its own ("...
    and lower the temperature") is of the whole picture.
    """
    before = heard.compared
    if heard.joined and before is not None and only_compares(clause):
        edits = tuple(replace(e, target=before.target, without=before.without) for e in made.edits)
        if all(e.place == EVERYWHERE and fits(e.kind, before) for e in made.edits):
            return replace(made, edits=edits)
    own = made.edits[-1].place if made.edits and not only_paler(clause) else EVERYWHERE
    heard.compared = None if own == EVERYWHERE else Place(*own)
    return made


def _heard_beside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that no form takes: what belongs to the edit before it, or two wishes."""
    if heard.alone and values(clause):
        return False
    return _beside(heard, clause) or _heard_in_parts(heard, clause)


def _heard_in_parts(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that is two wishes."""
    for parts in parted(clause):
        if (ordered := _rest_last(heard, parts)) is not None:
            parts = ordered
        elif not all(_is_understood(heard, p) for p in parts):
            continue
        for part in parts:
            _hear(heard, part)
        return True
    return False


def _is_understood(heard: Heard, part: tuple[Token, ...]) -> bool:
    """Whether a part of a clause is a wish, or is made of two."""
    if read(part, heard) or floats(part) or aside_of(part) or is_kept(part):
        return True
    return any(all(read(p, heard) for p in parts) for parts in parted(part))


def _rest_last(
    heard: Heard, parts: tuple[tuple[Token, ...], tuple[Token, ...]]
) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    """Two wishes, the one of the rest behind the one that tells what is left out of it ("the rest
    warmer without touching the sky"); None where they are no such two.
    """
    rest = [part for part in parts if "rest" in values(part)]
    other = next((part for part in parts if part not in rest), None)
    if len(rest) != 1 or other is None:
        return None
    made = read(other, heard)
    named = [] if made is None else [k for k in made.keeps if k not in WHOLE]
    if not named or read(rest[0], replace(heard, named=named)) is None:
        return None
    return other, rest[0]


def _hold_to(heard: Heard, place: Place, clause: tuple[Token, ...]) -> None:
    """Hold what the sentence asks for, before and after, to the one place that may change."""
    if heard.alone or (heard.edits[heard.begin :] and not limited(heard, place)):
        heard.unknown.append(said(clause))
        return
    where = tuple(t for t in clause if t.has("region") or t.has("spot") or t.has("corner"))
    heard.scope, heard.alone = (where,), said(clause)


def _less_there(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a word that leaves a place out or does less there ("menos en los amarillos"), behind
    an edit of another place: less there where the two places have nothing in common, else it is
    not understood.
    """
    at = next((i for i, t in enumerate(clause) if either_way(t)), None)
    if at is None:
        return False
    first, tail = clause[:at], clause[at:]
    found = floating(tail) if all(t.senses for t in tail) else None
    if found is None or len(found.regions) != 1 or "amount" in found.slots:
        return False
    made = read(first, heard) if first else Made(tuple(heard.edits[heard.begin :]))
    if made is None or not made.edits:
        return False
    last, place = made.edits[-1], found.regions[0]
    if last.place == EVERYWHERE:
        if not first and last.kind == "monochrome" and place.startswith("colour-"):
            heard.edits[-1] = replace(last, without=(place,))
            return True
        return heard.leave_open(said(tail)) if not first and inside(tail[0]) else False
    if last.without or last.kind in OF_FRAME:
        return False
    if not inside(tail[0]) or not disjoint(last.target, place) or last.exact is not None:
        return heard.leave_open(said(clause))
    if first:
        take(heard, made)
    take(heard, Made((replace(last, target=place, amount=-last.amount),)))
    return True


def _heard_at(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in what is to be done at the places that were named before: "in the sky only: darker and
    less saturated" holds for all that follows in the sentence, "the sky and the left edge darker"
    names the last of the places itself.
    """
    places = heard.pending or heard.scope
    if not places:
        return False
    made = [m for p in places if (m := read_at(p, clause, heard)) is not None]
    if len(made) == len(places):
        heard.scope = places
    elif heard.pending:
        made = _with_its_own(heard, clause)
    else:
        made = []
    if made:
        heard.pending = ()
    for some in made:
        take(heard, some)
    return bool(made)


def _with_its_own(heard: Heard, clause: tuple[Token, ...]) -> list[Made]:
    """What a clause with a place of its own asks for, there and at the places before it."""
    own = read(clause, heard)
    if own is None or not own.edits or any(e.place == EVERYWHERE for e in own.edits):
        return []
    made: list[Made] = []
    for before in heard.pending:
        found = floating(before)
        place = None if found is None else place_of(found.placing)
        if place is None or place == EVERYWHERE or place.without:
            return []
        if any(is_side(place.target) and "-" in e.target for e in own.edits):
            # "The left and right edges": the first is no half.
            return []
        edits = tuple(replace(e, target=place.target, without=()) for e in own.edits)
        made.append(Made(edits, softens=own.softens))
    return [*made, own]


def _beside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that only says how much, or where, of the edit before it; a place without an
    edit before it waits for the next.
    """
    if heard.edits[heard.begin :] and by_a_figure(heard, clause):
        return True
    found = floating(clause) if all(t.senses for t in clause) else None
    if found is None:
        return False
    if not found.regions:
        return sized(heard, found)
    if not heard.edits:
        heard.pending = (*heard.pending, clause)
        return True
    return placed_anew(heard, found)


__all__ = [
    "LOOKS",
    "VOCABULARY",
    "Ban",
    "Edit",
    "Kind",
    "Parsed",
    "parse",
    "steps_of",
]
