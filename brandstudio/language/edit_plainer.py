"""Clauses put plainer before any form reads them: what people leave out or put otherwise in a short order.

"Background removal" orders what "remove the background" does, "vignette -15" has the figure of a slider, "HDR-ish"
is a little of it, "twice as blurred" is much more blurred, and "the torch must not be cut off" keeps it whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .edit_beside import with_faults, with_splashes
from .edit_clauses import clauses
from .edit_comments import of_one_cast
from .edit_found import value_of
from .edit_kept import only_stays, only_unspoilt, without_its_colour
from .edit_listed import lists_parted
from .edit_loud import all_around, loud_hue, rather_cold
from .edit_places import OF_ONE_HUE
from .edit_prepared import kept_together
from .edit_shall import made_so
from .edit_sliders import FIGURES, figures_carried, slid
from .senses import Sense, Token
from .tables import table

Clause = tuple[Token, ...]


def told(tokens: Sequence[Token]) -> list[tuple[Clause, bool, bool]]:
    """The clauses of instructions as forms read them, with whether a sentence ends behind each and whether an
    "and" stands before it.
    """
    plain = [(plainer(clause), hard, joined) for clause, hard, joined in clauses(tokens)]
    return kept_together(
        with_splashes(with_faults(_excepted(figures_carried(_headed(lists_parted(plain))))))
    )


def plainer(clause: Clause) -> Clause:
    """A clause in the words that forms are made of."""
    for rule in _RULES:
        clause = rule(clause)
    return clause


def _as(token: Token, senses: tuple[Sense, ...]) -> Token:
    """A word with other senses, in whatever language it stands."""
    return Token(token.text, senses)


def as_kept(clause: Clause) -> Clause:
    """A clause that says what something stays as, as one that keeps it."""
    return of_one_cast(without_its_colour(only_unspoilt(only_stays(clause))))


def _meant_so(clause: Clause) -> Clause:
    """Words that mean another thing in another language: "the sea" is no Spanish "be", and "fade +10" no French "dull"."""
    figured = any(any(map(t.has, FIGURES)) for t in clause)
    out: list[Token] = []
    for token in clause:
        changes = tuple(s for s in token.senses if s.part == "change")
        if token.text == "sea" and out and out[-1].text == "the":
            token = _as(token, ())
        elif figured and changes and token.has("fault"):
            token = _as(token, changes)
        out.append(token)
    return tuple(out)


def _removed(clause: Clause) -> Clause:
    """ "Background removal", "haze removal": the noun of a verb behind what it is done to."""
    if len(clause) < 2 or clause[-1].senses or clause[-1].text not in _words("removal"):
        return clause
    return (Token(clause[-1].text, (Sense("remove"), Sense("take-away"))), *clause[:-1])


def _of_a_cast(clause: Clause) -> Clause:
    """A cast that is taken away without its colour ("get rid of the colour cast", "Farbstich raus") is balanced; one
    whose word is part of the verb's ("enlève la dominante verte") has it back.
    """
    takes = [t for t in clause if t.has("remove") or t.has("take-away") or t.has("less")]
    casts = [t for t in clause if t.text in _words("casts")]
    hued = [t for t in clause if t.has("colour") or t.has("tinged") or t.has("cast")]
    verb = next((t for t in takes if t.text.split()[-1] in _words("casts")), None)
    if verb is not None and len(hued) == 1:
        at = clause.index(verb)
        return (
            *clause[: at + 1],
            Token(verb.text.split()[-1], (Sense("tint"),)),
            *clause[at + 1 :],
        )
    idle = ("filler", "pronoun", "off", "out")
    plain = all(t in takes or t in casts or any(map(t.has, idle)) for t in clause)
    if len(casts) != 1 or not takes or not plain or hued:
        return clause
    return (Token(" ".join(t.text for t in clause), (Sense("effect", {"kind": "balance"}),)),)


def _out_of_hair(clause: Clause) -> Clause:
    """ "Take the yellow out of her hair": of what is of one hue a colour that goes is less of it."""
    parts = {str(s.get("value")) for t in clause for s in t.senses if s.part == "region"}
    parts |= {value_of(t.text) for t in clause if not t.senses}
    hues = [t for t in clause if t.has("colour")]
    takes = [t for t in clause if t.has("remove") or t.has("out") or t.text in _words("takes")]
    spoken = (*takes, *hues)
    plain = all(
        t in spoken or not t.senses or any(map(t.has, ("filler", "region", "make", "pronoun")))
        for t in clause
    )
    if not (takes and plain and len(hues) == 1 and parts & (OF_ONE_HUE - {"teeth"})):
        return clause
    behind = clause[clause.index(hues[0]) + 1 :]
    if not behind or (behind[0].text not in _words("from") and not behind[0].has("out")):
        return clause  # "the brown hair" is all of it
    less = Token(" ".join(t.text for t in takes), (Sense("less"),))
    rest = [t for t in clause if t not in spoken and not (t.has("make") and not t.has("filler"))]
    return (less, *hues, *rest)


def _slightly(clause: Clause) -> Clause:
    """ "HDR-ish": a little of a look."""
    return tuple(
        _as(t, (Sense("amount", {"number": 0.45}),))
        if at and t.text in _words("ish") and not t.senses and _is_finish(clause[at - 1])
        else t
        for at, t in enumerate(clause)
    )


def _is_finish(token: Token) -> bool:
    return token.has("look") or token.has("effect")


def _doubly_blurred(clause: Clause) -> Clause:
    """ "Twice as blurred": how blurred it is now nobody measures, so it is much more."""
    blurs = any(t.has("blur") or _is_unsharp(t) for t in clause)
    if not blurs or any(t.has("not") for t in clause):
        return clause
    if any(s.part == "share" and s.get("number") < 1 for t in clause for s in t.senses):
        # Half as blurred is sharper by nobody knows how much.
        return tuple(_as(t, ()) if _is_unsharp(t) else t for t in clause)
    out: list[Token] = []
    for token in clause:
        twice = any(s.part == "share" and s.get("number") == 2 for s in token.senses)
        if out and out[-1].has("amount") and token.text in _words("as_much"):
            continue
        if token.text in _words("than_now"):
            continue
        if twice:
            token = _as(token, (Sense("amount", {"number": 1.7}),))
        elif any(t.has("amount") for t in out) and _is_unsharp(token):
            token = _as(token, (Sense("blur"),))
        out.append(token)
    return tuple(out) if any(_was_twice(t) for t in clause) else clause


def _was_twice(token: Token) -> bool:
    return any(s.part == "share" and s.get("number") == 2 for s in token.senses)


def _is_unsharp(token: Token) -> bool:
    return any(s.part == "fault" and s.get("kind") == "sharpen" for s in token.senses)


def _whole(clause: Clause) -> Clause:
    """ "The torch must not be cut off", "don't crop the mast": kept in view. What is said of a head is known."""
    denied = [t for t in clause if t.has("not")]
    cuts = [t for t in clause if t.has("sever") or t.text in _words("severs")]
    named = [t for t in clause if not t.senses or t.has("veil")]  # a French sail is a veil too
    beside = ("filler", "pronoun", "make", "is", "not")
    plain = all(t in cuts or t in named or any(map(t.has, beside)) for t in clause)
    if len(denied) != 1 or len(cuts) != 1 or len(named) != 1 or not plain:
        return clause
    new = ((denied[0], (Sense("keep"),)), (cuts[0], (Sense("in-view"),)), (named[0], ()))
    return tuple(next((_as(t, senses) for old, senses in new if t is old), t) for t in clause)


def _denied(clause: Clause) -> Clause:
    """ "The church must not get darker" without the verb that says no more than "not"."""
    if not any(t.has("not") for t in clause):
        return clause
    plain = [t for t in clause if t.senses or t.text not in _words("modals")]
    modal = any(t.text in _words("modals") for t in clause)
    if modal and sum(t.has("not") for t in plain) == 2 and any(t.text == "pas" for t in plain):
        plain = [t for t in plain if t.text != "ne"]
    return _unspoilt(tuple(plain))


def _unspoilt(clause: Clause) -> Clause:
    """ "The skin must not go blue": it stays as it is."""
    at = next((i for i, t in enumerate(clause) if t.has("not")), 0)
    named, turned = clause[:at], clause[at + 1 :]
    hues = [t for t in turned if t.has("colour") or t.has("tinged")]
    beside = ("filler", "make", "is", "becoming", "amount")
    plain = all(t in hues or any(map(t.has, beside)) or t.text in _words("turns") for t in turned)
    turns = any(t.has("becoming") or t.has("make") or t.text in _words("turns") for t in turned)
    things = all(not t.senses or t.has("region") or t.has("filler") for t in named)
    if not (at and plain and turns and things) or len(hues) != 1 or not any(map(_is_named, named)):
        return clause
    kept = Token(" ".join(t.text for t in clause[at:]), (Sense("keep"), Sense("as-it-is")))
    return (*named, kept)


def _is_named(token: Token) -> bool:
    return not token.senses or token.has("region")


def _alone_coloured(clause: Clause) -> Clause:
    """ "Only the skirt keeps its yellow": it stays yellow."""
    at = next((i for i, t in enumerate(clause) if t.text in _words("keeps_its")), 0)
    if not at:
        return clause
    if any(t.has("only") for t in clause):
        stays = replace(clause[at], text="stays")
        return (*clause[:at], stays, *clause[at + 1 :])
    named, told = clause[:at], clause[at + 1 :]
    bare = all(t.has("colour") or t.has("filler") for t in named)
    if bare and any(t.has("colour") for t in told):
        named = ()  # "the lemon keeps its yellow": of two colours the first is the thing
    return (*named, *clause[at:])


def _complained(clause: Clause) -> Clause:
    """ "Looks grainy", "zu körnig" complain of noise, and "a bit blurry" of what "it's blurry" does."""
    stated = any(t.has("too") or t.has("is") for t in clause)
    clause = rather_cold(clause) if stated else clause
    if stated and not any(t.has("amount") for t in clause):
        noise = (Sense("fault", {"kind": "denoise", "sign": 1}),)
        return tuple(_as(t, noise) if t.text in _words("grainy") else t for t in clause)
    little = [
        t for t in clause if any(s.part == "amount" and s.get("number") < 1 for s in t.senses)
    ]
    faults = [t for t in clause if t not in little and _is_unsharp(t)]
    if len(little) == len(faults) == 1 and len(clause) == 2:
        return (Token("is", (Sense("is"),)), *clause)
    return clause


def _to_a_share(clause: Clause) -> Clause:
    """ "Pull the saturation down to half": half of it goes."""
    out: list[Token] = []
    for at, token in enumerate(clause):
        behind = clause[at + 1] if at + 1 < len(clause) else None
        if behind is not None and behind.has("share") and token.text in _words("down_to"):
            if out and token.text == "down to" and out[0].text in _words("pulls"):
                out[0] = _as(out[0], (Sense("downward"), Sense("less")))
            continue
        out.append(token)
    return tuple(out)


def _of_a_flat_colour(clause: Clause) -> Clause:
    """ "Flat light grey": a colour that is flat has no fault."""
    flat = table("edits")["turns"]["plain_ground"]
    return tuple(
        t
        for at, t in enumerate(clause)
        if not (
            t.text in flat
            and t.has("fault")
            and clause[at + 1 : at + 2]
            and clause[at + 1].has("colour")
        )
    )


def _wished_fault(clause: Clause) -> Clause:
    """ "A slightly overexposed look" wishes for what is a fault elsewhere: nobody mends it then."""
    looks = table("edits")["turns"]["finishes"]
    out = list(clause)
    for at, token in enumerate(clause[:-1]):
        bare = all(s.part == "fault" for s in token.senses) and bool(token.senses)
        if bare and clause[at + 1].text in looks:
            out[at] = _as(token, ())
    return tuple(out)


def _naturally(clause: Clause) -> Clause:
    """ "Gebäude natürlich", "bâtiments naturels" beside a wish: they stay as they are."""
    natural = len(clause) > 1 and clause[-1].text in _words("natural")
    if not natural or not all(not t.senses or t.has("filler") for t in clause[:-1]):
        return clause
    return (*clause[:-1], _as(clause[-1], (Sense("as-it-is"),)))


def _well_as_it_is(clause: Clause) -> Clause:
    """ "Himmel passt": it stays as it is, and is no place for what follows."""
    fine = len(clause) > 1 and clause[-1].text in _words("fine") and clause[-1].has("as-it-is")
    named = all(not t.senses or t.has("filler") or t.has("region") for t in clause[:-1])
    if not fine or not named or not any(map(_is_named, clause[:-1])):
        return clause
    return (*clause[:-1], _as(clause[-1], (Sense("as-it-is"),)))


def _still_so(clause: Clause) -> Clause:
    """ "Nuages encore blancs" beside a darker sky is no place: what is to stay so is not understood."""
    still = [at for at, t in enumerate(clause) if t.text in _words("still")]
    told = any(any(map(t.has, ("colour", "quality", "tinged"))) for t in clause)
    asks = ("change", "more", "less", "make", "is", "too", "keep")
    if len(still) != 1 or still[0] == 0 or not told or any(any(map(t.has, asks)) for t in clause):
        return clause
    at = still[0]
    return (*clause[:at], _as(clause[at], ()), *clause[at + 1 :])


def _white_stays_white(clause: Clause) -> Clause:
    """ "Weiß soll weiß bleiben", "keep the whites white": the highlights stay."""
    white = [
        t
        for t in clause
        if any(s.get("value") == "white" for s in t.senses) or t.text in _words("whites")
    ]
    stays = [t for t in clause if t.has("keep") or t.text in _words("stay")]
    rest = [t for t in clause if t not in white and t not in stays]
    if len(white) != 2 or len(stays) != 1 or not all(t.has("filler") for t in rest):
        return clause
    lights = Token(white[0].text, (Sense("region", {"value": "highlights"}),))
    return lights, Token(" ".join(t.text for t in stays), (Sense("keep"), Sense("as-it-is")))


def _cropped_around(clause: Clause) -> Clause:
    """ "Crop around the face": to it."""
    if not any(t.has("crop") for t in clause):
        return clause
    faces = any(s.get("value") in ("faces", "subject") for t in clause for s in t.senses)
    to = (Sense("onto"), Sense("filler"))
    return tuple(_as(t, to) if faces and t.text in _words("around") else t for t in clause)


def _stays_open(clause: Clause) -> Clause:
    """ "Shadows stay open": they are not made darker."""
    shadows = [t for t in clause if any(s.get("value") == "shadows" for s in t.senses)]
    stays = [t for t in clause if t.has("keep")]
    told = [t for t in clause if t.text in _words("open")]
    rest = [t for t in clause if not any(t in some for some in (shadows, stays, told))]
    if not len(shadows) == len(stays) == len(told) == 1 or not all(t.has("filler") for t in rest):
        return clause
    return (*shadows, Token(stays[0].text, (Sense("keep"), Sense("as-it-is"))))


def _reached(clause: Clause) -> Clause:
    """ "It must not reach the face" leaves the face as it is; "deja la cámara sola" keeps it."""
    if any(t.has("not") for t in clause):
        touch = (Sense("change-to"),)
        return tuple(
            _as(t, touch) if not t.senses and t.text in _words("reaches") else t for t in clause
        )
    if any(t.has("keep") for t in clause) and sum(not t.senses for t in clause) > 1:
        return tuple(t for t in clause if t.senses or t.text not in _words("isolated"))
    return clause


def _in_measure(clause: Clause) -> Clause:
    """ "Subtle enough that nobody asks": what nobody does is no wish, and how much is said."""
    at = next((i for i, t in enumerate(clause) if t.has("enough")), 0)
    first, behind = clause[:at], clause[at + 1 :]
    much = [t for t in first if t.has("amount")]
    idle = all(t.has("amount") or t.has("filler") or t.has("and") for t in first)
    opens = behind[:1] and behind[0].text in _words("that")
    nobody = any(t.text in _words("nobody") for t in behind)
    return first if len(much) == 1 and idle and opens and nobody else clause


def _headed(clauses: list[tuple[Clause, bool, bool]]) -> list[tuple[Clause, bool, bool]]:
    """Clauses with a measure that heads one ("white balance: a bit cooler", "contrast: more") in it."""
    out = list[tuple[Clause, bool, bool]]()
    for clause, hard, joined in clauses:
        before = out[-1] if out else None
        if before is not None and not before[1] and not joined and _heads(before[0], clause):
            out[-1] = (*before[0], *clause), hard, before[2]
        else:
            out.append((clause, hard, joined))
    return out


def _heads(head: Clause, clause: Clause) -> bool:
    bare = bool(head) and all(t.has("dimension") or t.has("filler") for t in head)
    kinds = {s.get("kind") for t in head for s in t.senses if s.part == "dimension"}
    named = any(
        t.has("dimension") or t.has("region") or t.has("effect") or not t.senses for t in clause
    )
    how = [s.get("kind") for t in clause for s in t.senses if s.part in ("change", "quality")]
    goes = any(
        t.has("more") or t.has("less") or t.has("upward") or t.has("downward") for t in clause
    )
    agrees = bool(how) and set(how) <= kinds
    return bare and len(kinds) == 1 and not named and (agrees or (goes and not how))


def _excepted(clauses: list[tuple[Clause, bool, bool]]) -> list[tuple[Clause, bool, bool]]:
    """Clauses in which a noun behind "and" is left out as the one before it is ("sauf le mannequin et sa robe", "all
    but the sky and the faces 10 % darker").
    """
    out = list[tuple[Clause, bool, bool]]()
    for clause, hard, joined in clauses:
        before = out[-1][0] if out and joined and not out[-1][1] else ()
        lead = next((t for t in before[:1] if t.has("except")), None)
        bare = lead is not None and bool(clause) and all(map(_only_names, before[1:]))
        first = len(out) == 1 or (len(out) > 1 and out[-2][1])
        if lead is not None and bare and all(map(_only_names, clause)):
            clause = (lead, *clause)
        elif lead is not None and bare and first and _only_names(clause[0]):
            out[-1] = (*before, lead, *clause), hard, out[-1][2]
            continue
        out.append((clause, hard, joined))
    return out


def _only_names(token: Token) -> bool:
    return not token.senses or token.has("filler") or token.has("region")


def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["plainer"][key])


_RULES: tuple[Callable[[Clause], Clause], ...] = (
    _meant_so,
    made_so,
    _complained,
    _denied,
    _removed,
    _of_a_cast,
    _out_of_hair,
    slid,
    all_around,
    loud_hue,
    _to_a_share,
    _of_a_flat_colour,
    _wished_fault,
    _naturally,
    _well_as_it_is,
    _still_so,
    _white_stays_white,
    _stays_open,
    _cropped_around,
    _reached,
    _in_measure,
    _slightly,
    _doubly_blurred,
    _whole,
    _alone_coloured,
)

__all__ = ["as_kept", "plainer", "told"]
