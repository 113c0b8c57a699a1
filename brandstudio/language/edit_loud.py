"""Clauses that tell how much there is of something: a colour that is too loud, what is rather cold, a vignette all around."""

from __future__ import annotations

from .senses import Sense, Token
from .tables import table

Clause = tuple[Token, ...]


def all_around(clause: Clause) -> Clause:
    """ "A soft vignette all around": where else it lies nobody could say."""
    laid = [
        t for t in clause if any(s.get("kind") in _ROUND for s in t.senses if s.part == "effect")
    ]
    last = clause[-1] if clause else None
    if len(laid) != 1 or last is None or not last.has("around"):
        return clause
    named = any(not t.senses or (t.has("region") and not t.has("amount")) for t in clause[:-1])
    return clause if named else clause[:-1]


_ROUND = ("vignette", "border")


def rather_cold(clause: Clause) -> Clause:
    """ "Looks rather cold" says that it is too cold by a little; of what is rather dark nobody knows that."""
    out = list(clause)
    for at, token in enumerate(clause[:-1]):
        told = [s for s in clause[at + 1].senses if s.part == "quality"]
        cold = any((s.get("kind"), s.get("sign")) == ("temperature", -1) for s in told)
        if cold and token.text in table("edits")["plainer"]["rather"]:
            # "Rather" alone may be a wish ("I'd rather").
            said = {"rather": "quite", "plutot": "assez"}.get(token.text, token.text)
            out[at] = Token(said, (Sense("amount", {"number": 0.7}),))
    return tuple(out)


def loud_hue(clause: Clause) -> Clause:
    """ "The orange is over the top" is said of the orange parts; of a picture that is too orange its cast is."""
    hues = [at for at, t in enumerate(clause) if t.has("colour") and t.has("region")]
    much = [at for at, t in enumerate(clause) if t.has("too-much")]
    if len(hues) != 1 or len(much) != 1 or not hues[0] < much[0] or hues[0] > 1:
        return clause
    stated = any(t.has("is") for t in clause[hues[0] + 1 :]) or "is" in clause[much[0]].text.split()
    bare = hues[0] == 0 or clause[0].text in table("edits")["turns"]["the"]
    rest = [t for at, t in enumerate(clause) if at not in (*hues, *much)]
    plain = all(any(map(t.has, ("filler", "is", "amount"))) for t in rest)
    neutral = any(s.get("value") in _NEUTRAL for s in clause[hues[0]].senses)
    if not (stated and bare and plain) or neutral:
        return clause
    loud = Token(clause[much[0]].text, (Sense("fault", {"kind": "saturation", "sign": -1}),))
    is_so = Token("is", (Sense("is"),))
    return (*clause[: much[0]], is_so, loud, *clause[much[0] + 1 :])


_NEUTRAL = ("white", "black", "grey", "silver", "charcoal")


__all__ = ["all_around", "loud_hue", "rather_cold"]
