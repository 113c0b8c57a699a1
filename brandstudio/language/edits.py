"""Edits in plain words: what a person's instructions ask of a picture, as frozen values.

The vocabulary and the forms stand in ``assets/words/edits.toml`` (English, German, French and
Spanish). Instructions are cut into clauses; a clause is read when every one of its words is known
and one form fits the whole of it. What is not read is handed back word for word, and nothing is
guessed from the rest of its clause.
"""

from __future__ import annotations

from dataclasses import replace

from .edit_announced import without_announcement
from .edit_as_said import as_said
from .edit_asides import aside_of, confirms, placed_in_crop
from .edit_beside import goes_on_with
from .edit_clauses import (
    carried_on,
    left_colourless,
    meant,
    parted,
    said,
    softly_grey,
    spoken_size,
    starkly_grey,
    through_a_filter,
    values,
)
from .edit_comments import (
    answered,
    complaint_of,
    in_shadow,
    is_complaint,
    is_kept,
    is_reason,
    of_complaint,
    only_describes,
    says_too_much,
    settle_beyond,
    tempered,
)
from .edit_doubts import (
    as_what_stands_out,
    cuts_it_away,
    liked,
    of_two_things,
    only_there,
    spares_the_ground,
)
from .edit_floating import (
    bare_effect,
    floats,
    only_a_colour,
    set_apart,
    takes_away,
)
from .edit_found import found_in, told_of
from .edit_further import goes_further
from .edit_heard import Heard, settle_asides, take
from .edit_hues import painted_thing, repainted
from .edit_joined import join
from .edit_kept import (
    is_part,
    keeps_somebody,
    keeps_the_rest,
    kept_quality,
    lies_beyond,
    stays_by_itself,
)
from .edit_let_be import let_be
from .edit_limits import (
    answer_hint,
    bounded,
    crowds,
    ends_softly,
    hint_of,
    no_darker,
)
from .edit_looks import LOOKS, steps_of
from .edit_made import Made
from .edit_noun_told import behind_it
from .edit_nouns import with_subject
from .edit_outcome import outcome
from .edit_pairs import of_two
from .edit_places import EVERYWHERE, WHOLE
from .edit_plainer import as_kept
from .edit_plainer import told as told_clauses
from .edit_portions import only_part
from .edit_prepared import as_typed, names_coloured, prepared_tokens
from .edit_purpose import without_purpose
from .edit_reading import read, read_of
from .edit_remarks import NOWHERE, settled
from .edit_respelled import respelled
from .edit_settled import kept_in_view, only_a_part, only_complains
from .edit_sharp import softened_though_sharp
from .edit_slips import beside_a_figure, within_its_language
from .edit_small_talk import without_small_talk
from .edit_style_said import style_said
from .edit_taken import left_in_colour, note_taken, taken, with_things
from .edit_there import beside, heard_at, less_there
from .edit_told_beside import only_told
from .edit_values import Ban, Edit, Kind, Parsed
from .edit_words import VOCABULARY, vocabulary
from .senses import Token, as_written
from .tables import table

_LONGEST, _MOST_WORDS = 4000, 60
"""Letters of instructions; words of a clause: a longer one says nothing that a form takes."""


def parse(instructions: str) -> Parsed:
    """The edits that instructions ask for, in their order."""
    told, announced = without_announcement(instructions[:_LONGEST], _parsed)
    parsed = of_two(told, respelled(told, _parsed), _parsed)
    return replace(parsed, left_aside=(announced, *parsed.left_aside)) if announced else parsed


def _parsed(instructions: str) -> Parsed:
    typed = as_typed(without_small_talk(as_said(instructions[:_LONGEST])))
    spelled = within_its_language(vocabulary().tokens(typed), typed)
    wished, aims = without_purpose(beside_a_figure(spelled))
    tokens = prepared_tokens(wished)
    heard = Heard()
    before: tuple[Token, ...] = ()
    cut = told_clauses(tokens)
    for told, hard, joined in cut:
        if let_be(heard, told):
            told = ()
        elif (kept := kept_quality(told)) is not None:
            heard.bans.append(kept)
            heard.likened.append(said(told))
            told = ()
        clause = as_kept(told)
        heard.joined = joined
        heard.clauses += bool(clause)
        if not joined:
            heard.compared = None
        if takes_away(before) and bare_effect(clause):
            heard.unknown.append(said(clause))
        else:
            _hear(heard, carried_on(before, clause) if joined else clause)
        before = clause
        if hard:
            _leftover(heard)
            heard.there = heard.named[-1:] or heard.there
            heard.named, heard.begin, before = [], len(heard.edits), ()
            heard.scope, heard.alone = (), ""
            heard.told_before, heard.topic, heard.went_on = heard.topic, "", ""
    _leftover(heard)
    only_a_part(heard)
    only_complains(heard)
    loosely = table("edits")["loosely"]
    misread = ((t.text, t.read_as or loosely.get(t.text, "")) for t in tokens)
    read_as = tuple((word, known) for word, known in misread if known)
    kept_in_view(heard)
    heard.unknown.extend((*of_two_things(heard), *softened_though_sharp(cut, heard.edits)))
    aside = [*aims, *settled(heard), *answered(heard), *settle_beyond(heard), *heard.likened]
    unknown = as_written(dict.fromkeys(heard.unknown), instructions[:_LONGEST])
    presumed = as_written(dict.fromkeys(heard.presumed), instructions[:_LONGEST])
    edits = softly_grey(left_colourless(heard.edits, tokens), tokens)
    edits = through_a_filter(starkly_grey(edits, tokens), tokens)
    edits = with_things(edits, heard.things)
    parsed = outcome(edits, heard.bans, heard.keeps, unknown, read_as)
    parsed = replace(parsed, edits=left_in_colour(parsed.edits, heard.things))
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
    if _asks_nothing(heard, clause):
        return
    if len(clause) > _MOST_WORDS or (names_coloured(clause) and painted_thing(clause)):
        # "La chaqueta roja" is the one that is red, and none that is to be.
        heard.unknown.append(said(clause))
        return
    if crowds(clause):
        heard.crowded.append(said(clause))
        return
    if (part := only_part(clause)) is not None:
        heard.parts.append((said(clause), part))
    if not heard.alone and less_there(heard, clause):
        return
    if style_said(heard, clause):
        return
    if _goes_on_with_mine(heard, clause) or only_told(heard, clause):
        return
    if any(t.has("bare-edges") for t in clause):
        heard.bare_edges = said(clause)
    if not heard.edits[heard.begin :] and only_a_colour(clause) and repainted(clause) is None:
        # "The red and the blue parts darker": it waits for what is to be done there.
        heard.pending = (*heard.pending, clause)
        return
    if heard_at(heard, clause):
        return
    if not tempered(heard, clause, spoken_size(clause)):
        _hear_anew(heard, clause)


def _asks_nothing(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Whether a clause is politeness, keeps all else, or names what the edits leave alone by themselves."""
    if not meant(clause) or keeps_the_rest(clause):
        return True
    if (praised := liked(clause)) is not None:
        heard.bans.append(praised)
        heard.likened.append(said(clause))
        return True
    mine = heard.edits[heard.begin :]
    return stays_by_itself(clause, mine) or keeps_somebody(clause, mine)


def _goes_on_with_mine(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in what belongs to the edits of the sentence, or only describes them."""
    mine = heard.edits[heard.begin :]
    if mine and (apart := set_apart(clause)) is not None:
        take(heard, apart)
        return True
    if (
        confirms(clause, mine)
        or goes_on_with(heard, clause)
        or goes_further(heard, clause)
        or no_darker(heard, clause)
        or ends_softly(heard, clause)
    ):
        return True
    if any(told(clause, mine) for told in (only_describes, says_too_much, in_shadow)):
        heard.likened.append(said(clause))
        return True
    return False


def _hear_anew(heard: Heard, clause: tuple[Token, ...]) -> None:
    """Take in a clause that does not only go on with what was said before it."""
    if _waits(heard, clause):
        return
    made = _wish_in(heard, clause)
    if made is not None and is_reason(heard, made, clause):
        heard.likened.append(said(clause))
    elif made is not None:
        answer_hint(heard, made)
        within = bounded(heard, of_complaint(heard, made), clause)
        if within is None:
            heard.unknown.append(said(clause))
            return
        join(heard, within, clause)
        if (hint := hint_of(made, clause)) is not None:
            heard.hinted = said(clause), hint
        wrong = is_complaint(clause) or any(t.has("fault") or t.has("crooked") for t in clause)
        one = made.edits[0] if len(made.edits) == 1 and wrong else None
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


def _wish_in(heard: Heard, clause: tuple[Token, ...]) -> Made | None:
    """What a clause asks for, where that is what it means."""
    made = None if only_there(clause) or spares_the_ground(clause) else read_of(heard, clause)
    return None if made is not None and cuts_it_away(heard, made, clause) else made


def _heard_of_a_thing(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause with a thing that is found by what it is, or that is understood where its one
    unknown noun is the subject.
    """
    if repainted(clause) is not None:
        return False  # "voiture rouge en bleu nuit": one colour for another
    thing = painted_thing(clause)
    if thing is not None:
        take(heard, thing[0])
        if thing[2] == "subject":
            heard.presumed.append(thing[1])
            heard.as_subject.extend(as_what_stands_out(thing[1], heard.edits[-1:]))
        else:
            note_taken(heard, thing[1], told_of(thing[2]), thing[2])
        return True
    ground = behind_it(clause)
    if ground is not None and _heard_whole(heard, ground[0]):
        heard.presumed.append(ground[1])
        return True
    found = None if lies_beyond(clause, heard.edits) else found_in(clause)
    if found is not None and _heard_whole(heard, found.clause):
        note_taken(heard, found.noun, found.told, found.value)
        return True
    if lies_beyond(clause, heard.edits):
        return False
    untouched = any(token.has("as-it-is") for token in clause)
    named = with_subject(clause) if untouched or aside_of(clause) is None else None
    count = len(heard.edits)
    if named is None or (untouched and is_part(named[1])) or not _heard_whole(heard, named[0]):
        return False
    heard.as_subject.extend(as_what_stands_out(named[1], heard.edits[count:]))
    heard.presumed.append(named[1])
    return True


def _heard_by_colour(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause with a thing that is told by its colour."""
    painted = repainted(clause)
    if painted is not None:
        take(heard, painted[0])
        heard.taken_for.extend([painted[1]] if painted[1][0] else [])
        return True
    for plainer, (noun, place) in taken(clause):
        if not noun and NOWHERE in (heard.topic, heard.several):
            continue  # "the mountains look dull, make them stand out" is of no subject
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


def _waits(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Let wait what is to stand in the middle of a crop, or on a side of it."""
    if any(t.has("centred") or t.has("head") for t in clause) and _set_aside(heard, clause):
        return True
    crops = any(e.kind == "crop" and ":" in e.value for e in heard.edits[heard.begin :])
    aside = placed_in_crop(clause) if crops else None
    if aside is not None:
        heard.asides.append(aside)
    return aside is not None


def _set_aside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Let a clause wait that means nothing without the edits of its sentence."""
    aside = aside_of(clause)
    if aside is not None:
        heard.asides.append(aside)
        if aside.way == "sharp" and not aside.noun:
            heard.named.append(aside.place)  # "the dog stays sharp, soften the rest"
    return aside is not None


def _stuck(heard: Heard, clause: tuple[Token, ...]) -> list[str]:
    """What of a clause is not understood: one of its parts where the other is."""
    for parts in parted(clause):
        rest = [p for p in parts if read(p, heard) is None and aside_of(p) is None]
        if len(rest) == 1 and len(rest[0]) > 1:
            return [said(rest[0])]
    return [said(clause)]


def _heard_beside(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that no form takes: what belongs to the edit before it, or two wishes."""
    if heard.alone and values(clause):
        return False
    return beside(heard, clause) or _heard_in_parts(heard, clause)


def _heard_in_parts(heard: Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that is two wishes."""
    for parts in parted(clause):
        if (ordered := _rest_last(heard, parts)) is not None:
            parts = ordered
        elif not all(_is_understood(heard, p) for p in parts):
            continue
        for at, part in enumerate(parts):
            heard.joined = heard.joined or (at > 0 and (part[0].has("more") or part[0].has("less")))
            _hear(heard, part)
        return True
    return False


def _is_understood(heard: Heard, part: tuple[Token, ...]) -> bool:
    """Whether a part of a clause is a wish, or is made of two."""
    if read(part, heard) or floats(part) or aside_of(part) or is_kept(part):
        return True
    if placed_in_crop(part) is not None:
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
