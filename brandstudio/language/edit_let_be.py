"""Clauses beside a wish that ask for nothing: what may stay as it is ("the hat can stay dark"), what belongs to a
cut-out anyway ("handle included"), a person whom nothing is done to ("he stays the same"), skin that is to look
natural where a cast is taken from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .colour_names import NEUTRAL
from .edit_found import value_of
from .edit_heard import Heard
from .edit_kept import is_part
from .edit_places import EVERYWHERE
from .edit_values import TONES, Edit, apart, is_side
from .senses import Token
from .tables import table

#: Words of a name for a thing.
_MOST = 3
_IDLE = ("filler", "pronoun", "and", "is", "make", "amount", "keep")
_TELLS = ("quality", "fault", "tinged", "in-focus", "colour", "completely")


def let_be(heard: Heard, clause: Sequence[Token]) -> bool:
    """Leave a clause aside that asks for nothing beside the edits of its sentence."""
    mine = heard.edits[heard.begin :]
    if _surroundings_stay(clause, mine or heard.edits):
        heard.likened.append(" ".join(t.text for t in clause))
        return True
    if not mine:
        return False
    if place := _looks_natural(clause):
        if not _takes_casts(mine):
            if any("colour-" in e.target for e in mine):
                return False  # "less orange, natural skin" speaks of one cast
            heard.keeps.append(place)
            heard.taken_for.extend((t.text, f"the {place}") for t in clause if not t.senses)
            return True
    elif not any(told(clause, mine) for told in _ASKS_NOTHING):
        return False
    heard.likened.append(" ".join(t.text for t in clause))
    return True


def _surroundings_stay(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause only says that what lies around what is changed stays as dark or bright as it is ("keep the
    room dark", *der Rest darf so düster bleiben*).
    """
    stays = [t for t in clause if t.has("keep") or t.text in _words("lasts")]
    lights = [t for t in clause if _is_light(t)]
    around = [t for t in clause if t not in (*stays, *lights) and _is_around(t)]
    known = (*_IDLE, "as-it-is")
    rest = [t for t in clause if t not in (*stays, *lights, *around)]
    plain = all(any(map(t.has, known)) or t.text in _words("permits") for t in rest)
    denied = any(t.has("not") for t in clause)
    within = [part for e in mine for part in e.target.split("&")]
    elsewhere = bool(within) and not {"all", "background", "shadows", "highlights"} & set(within)
    one = len(stays) == len(lights) == len(around) == 1
    return one and plain and not denied and elsewhere and not any(map(is_side, within))


def _is_light(token: Token) -> bool:
    return any(
        s.part in ("quality", "fault") and s.get("kind") == "brightness" for s in token.senses
    )


def _is_around(token: Token) -> bool:
    """Whether a word names what lies around a thing, and no thing of its own."""
    places = {s.get("value") for s in token.senses if s.part == "region"}
    return token.text in _words("surroundings") or bool(places & {"rest", "background"})


def _on_another_side(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause says that a thing on one side is well as it is, where only the other side is changed ("top half
    is too dark, the snow at the bottom is fine").
    """
    sides = [s.get("value") for t in clause for s in t.senses if s.part == "region"]
    fine = any(t.has("as-it-is") for t in clause)
    named = [t for t in clause if not t.senses]
    plain = all(
        any(map(t.has, ("filler", "as-it-is", "region", "is"))) or t in named for t in clause
    )
    other = len(sides) == 1 and is_side(str(sides[0]))
    apart_all = other and all(
        any(is_side(part) and apart(part, str(sides[0])) for part in e.target.split("&"))
        for e in mine
    )
    return fine and plain and len(named) == 1 and apart_all


def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["plainer"][key])


def _permits(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause says that a thing which nobody finds may stay what it is: nothing is asked for. Where
    everything gets lighter or darker, "may stay dark" is more than that.
    """
    lights = any(s.get("kind") == "brightness" for t in clause for s in t.senses)
    hued = any(t.has("colour") for t in clause)
    if hued and any(e.kind in ("saturation", "colour", "repaint", "monochrome") for e in mine):
        return False  # "less green, plants may stay green": it is just their colour that goes
    if _stays_elsewhere(clause, mine):
        return True
    return not (lights and any(e.place == EVERYWHERE for e in mine)) and may_stay(clause)


def _stays_elsewhere(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether the background may stay what it is, where only what lies before it is changed."""
    at = next((i for i, t in enumerate(clause) if t.text in _words("permits")), 0)
    named = {str(s.get("value")) for t in clause[:at] for s in t.senses if s.part == "region"}
    known = (*_IDLE, *_TELLS, "region")
    plain = all(any(map(t.has, known)) or t.text in _words("permits") for t in clause)
    stays = any(t.has("keep") or t.text in _words("lasts") for t in clause[at:])
    before = all(e.target in ("subject", "faces", "eyes", "lips", "teeth", "skin") for e in mine)
    return bool(at) and named == {"background"} and plain and stays and before


def may_stay(clause: Sequence[Token]) -> bool:
    """Whether a clause says that a thing which nobody finds may stay what it is."""
    at = next((i for i, t in enumerate(clause) if t.text in _words("permits")), 0)
    named = [t for t in clause[:at] if not t.senses]
    if not 0 < len(named) <= _MOST or not all(t.text.isalpha() for t in named):
        return False
    if value_of(" ".join(t.text for t in named)) or any(t.has("region") for t in clause[:at]):
        return False  # what can be found is kept
    behind = clause[at + 1 :]
    stays = [t for t in behind if t.has("keep") or t.text in _words("lasts")]
    rest = [t for t in behind if t not in stays]
    plain = all(any(map(t.has, (*_IDLE, *_TELLS))) or t.text in _words("told_of") for t in rest)
    before = all(t in named or any(map(t.has, ("filler", "pronoun", "and"))) for t in clause[:at])
    return len(stays) == 1 and bool(rest) and plain and before


def _belongs(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause only names a part of what is cut out, or its outline: it is cut out with it."""
    if not any(e.kind == "cutout" for e in mine):
        return False
    marks = [t for t in clause if t.text in _words("included")]
    leads = bool(clause) and clause[0].text in _words("with")
    named = [t for t in clause if t not in marks and not t.senses]
    rest = [t for t in clause if t not in marks and t.senses]
    plain = all(any(map(t.has, ("filler", "pronoun", "and", "not", "keep", "is"))) for t in rest)
    parts = all(is_part(t.text) or t.text in _words("parts") for t in named)
    return bool(marks or leads) and 0 < len(named) <= _MOST and plain and parts


def _is_another(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause keeps a person who is none of what is changed ("he stays the same")."""
    whom = [t for t in clause if t.text in _words("somebody")]
    stays = [t for t in clause if t.has("as-it-is") or t.has("keep")]
    plain = len(whom) + len(stays) == len([t for t in clause if t in whom or not t.has("filler")])
    behind = all(
        "background" in e.target.split("&")
        or e.kind == "cutout"
        or (e.kind == "repaint" and e.thing)
        for e in mine
    )
    first = len(whom) == 1 and all(t.has("filler") for t in clause[: clause.index(whom[0])])
    return first and bool(stays) and plain and behind


def _is_the_aim(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause tells what a balance is to come to ("the walls should be white", "... and not yellow")."""
    if not all(e.kind == "balance" for e in mine):
        return False
    hues = [t for t in clause if t.has("colour") or t.has("tinged")]
    named = [t for t in clause if not t.senses]
    idle = ("filler", "pronoun", "make", "is", "and", "keep", "not", "amount")
    plain = all(t in hues or t in named or any(map(t.has, idle)) for t in clause)
    denied = any(t.has("not") for t in clause)
    white = all(s.get("value") in NEUTRAL for t in hues for s in t.senses if s.part == "colour")
    told = (denied and not named) or (not denied and bool(named) and white)
    return len(hues) == 1 and len(named) <= _MOST and plain and told


def _is_in_it(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause says that a place is meant too, where an edit leaves nothing out ("ciel compris")."""
    marks = [t for t in clause if t.text in _words("included")]
    places = [t for t in clause if t.has("region")]
    plain = all(t in marks or t in places or t.has("filler") for t in clause)
    whole = all((e.target == "all" or e.target in TONES) and not e.without for e in mine)
    return len(marks) == len(places) == 1 and plain and whole


def _bounds(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause only fears the grey veil of shadows that are lifted too far, or halos."""
    veils = [t for t in clause if t.text in _words("veils")]
    traces = [t for t in clause if t.text in _words("artefacts") and not t.senses]
    plain = all(t in veils or t in traces or t.has("not") or t.has("filler") for t in clause)
    lifted = all(e.kind == "brightness" and e.amount > 0 for e in mine)
    feared = (len(veils) == 1 and lifted) or len(traces) == 1
    return feared and any(t.has("not") for t in clause) and plain


def _is_hers(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause keeps what somebody has on or with them ("not her camera"), where only what lies behind is
    changed.
    """
    owned = [at for at, t in enumerate(clause) if t.text in _words("owners")]
    kept = any(t.has("not") or t.has("keep") or t.has("as-it-is") for t in clause)
    named = [t for at, t in enumerate(clause) if not t.senses and at not in owned]
    idle = (*_IDLE, "not", "as-it-is", "change-to")
    plain = all(not t.senses or any(map(t.has, idle)) for t in clause)
    behind = all(e.target == "background" and e.kind != "cutout" for e in mine)
    hers = len(owned) == 1 and clause[owned[0] + 1 : owned[0] + 2] == tuple(named[:1])
    return hers and len(named) == 1 and kept and plain and behind and not value_of(named[0].text)


def _is_dark_before(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause says that a silhouette stays dark, where only the sky or the ground behind it is changed."""
    dark = [t for t in clause if t.has("as-dark") or t.text == "silueta"]
    stays = [t for t in clause if t.has("keep") or t.has("as-it-is")]
    idle = (*_IDLE, "quality", "as-it-is", "as-dark")
    black = any(s.get("value") == "black" for t in clause for s in t.senses if s.part == "colour")
    plain = all(t in dark or any(map(t.has, idle)) or t.has("colour") for t in clause)
    hued = any(t.has("colour") for t in clause)
    behind = all(e.target in ("sky", "background") for e in mine)
    return len(dark) == 1 and bool(stays) and plain and behind and black == hued


def _another_colour(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause only names a colour that something is not to become ("make the shirt blue, not green")."""
    hued = [t for t in clause if t.has("colour")]
    plain = all(t in hued or t.has("not") or t.has("filler") for t in clause)
    denied = bool(clause) and clause[0].has("not")
    articled = any(t.text in table("edits")["turns"]["the"] for t in clause)
    last = mine[-1]
    painted = last.kind in ("repaint", "background_colour") or (
        last.kind == "colour" and last.amount > 0 and last.place != EVERYWHERE
    )
    return denied and len(hued) == 1 and plain and painted and not articled


def _rest_in_colour(clause: Sequence[Token], mine: Sequence[Edit]) -> bool:
    """Whether a clause only says that the rest is coloured as it is, beside a thing that is not ("boat grey, all else
    coloured").
    """
    rest = any(s.get("value") == "rest" for t in clause for s in t.senses if s.part == "region")
    hued = [t for t in clause if t.text in table("edits")["turns"]["in_colour"]]
    plain = all(t in hued or any(map(t.has, (*_IDLE, "region"))) for t in clause)
    drained = mine[-1].kind in ("repaint", "monochrome", "saturation")
    return rest and len(hued) == 1 and plain and drained and mine[-1].place != EVERYWHERE


_ASKS_NOTHING = (
    _on_another_side,
    _rest_in_colour,
    _another_colour,
    _is_hers,
    _is_dark_before,
    _permits,
    _belongs,
    _is_another,
    _is_the_aim,
    _is_in_it,
    _bounds,
)


def _looks_natural(clause: Sequence[Token]) -> str:
    """The faces or the skin where a clause only wants that to look natural; "" where it says anything else."""
    natural = [t for t in clause if t.text.split()[-1] in _words("natural")]
    rest = [t for t in clause if t not in natural]
    skin = [t for t in rest if _part_of_a_person(t)]
    plain = all(t in skin or any(map(t.has, _IDLE)) for t in rest)
    return _part_of_a_person(skin[0]) if len(natural) == len(skin) == 1 and plain else ""


def _part_of_a_person(token: Token) -> str:
    named = [str(s.get("value")) for s in token.senses if s.part == "region"]
    told = named[0] if named else "" if token.senses else value_of(token.text)
    return told if told in ("faces", "skin") else ""


def _takes_casts(mine: Sequence[Edit]) -> bool:
    """Whether edits only take a cast away: skin looks natural by that, and not without it."""
    taken = any(e.kind == "balance" or (e.kind == "colour" and e.amount < 0) for e in mine)
    return taken and all(e.kind in ("colour", "temperature", "balance") for e in mine)


__all__ = ["let_be", "may_stay"]
