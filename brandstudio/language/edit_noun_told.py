"""Nouns that only tell which light, colour or ground is meant: "the highlights on the snow", "recover blown windows",
"the orange tint from the wood floor", "quítale el tono azul a la pared".

The light of what is bright by itself is the highlights, wherever they are, and of what is dark by itself the
shadows; a hue that is to be taken from a thing is all that has it. What was taken so is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .edit_hues import Taken, hue
from .senses import LANGUAGES, Sense, Token
from .tables import table

Reading = tuple[tuple[Token, ...], Taken]
_IDLE = ("filler", "pronoun")


@cache
def _by_itself() -> dict[str, str]:
    """Nouns with the tones that they have by themselves."""
    rows = table("edits")["tone_of"]
    return {word: tone for tone in rows for of in LANGUAGES for word in rows[tone][of]}


def _tones(clause: Sequence[Token]) -> set[str]:
    tones = ("shadows", "highlights")
    return {
        str(s.get("value"))
        for t in clause
        for s in t.senses
        if s.part == "region" and s.get("value") in tones
    }


def tone_of(clause: Sequence[Token]) -> Reading | None:
    """A level of light with what it is on, without that; blown windows as the highlights."""
    named = [at for at, t in enumerate(clause) if t.text in _by_itself()]
    others = [t for at, t in enumerate(clause) if not t.senses and at not in named]
    if len(named) != 1 or others or any(t.has("around") for t in clause):
        return None  # around the sun there is no place that can be found
    at = named[0]
    tone, noun = _by_itself()[clause[at].text], clause[at].text
    tones = _tones(clause)
    rest = (*_without_of(clause[:at]), *clause[at + 1 :])
    if tones:
        return (rest, (noun, f"the {tone}")) if tones == {tone} else None
    asked = any(t.has(part) for t in clause for part in ("recover", "less", "downward", "mend"))
    # "Tone down the bright windows" tells them by their light, as "the blown windows" does.
    parts = ("fault", "quality") if asked else ("fault",)
    fault = [
        i
        for i, t in enumerate(clause)
        if any(s.part in parts and s.get("kind") == "brightness" for s in t.senses)
    ]
    revealed = any(t.has("reveal") for t in clause) and not fault
    if tone != "highlights" or not (revealed or (len(fault) == 1 and asked)):
        return None
    place = Token(noun, (Sense("region", {"value": "highlights"}),))
    kept = [place if i == at else t for i, t in enumerate(clause) if i not in fault[:1]]
    return tuple(kept), (noun, "the highlights")


def _without_of(before: Sequence[Token]) -> tuple[Token, ...]:
    """What stands before a noun, less the words that only join it."""
    out = list(before)
    while out and all(s.part in _IDLE for s in out[-1].senses) and out[-1].senses:
        out.pop()
    return tuple(out)


_TAKES = ("remove", "take-away", "less", "take", "downward", "mend")


def tint_of(clause: Sequence[Token]) -> Reading | None:
    """A hue that is to be taken from a thing, as less of all that has it."""
    hued = [at for at, t in enumerate(clause) if hue(t)]
    verbs = [t for t in clause if any(map(t.has, _TAKES))]
    unknown = [at for at, t in enumerate(clause) if not t.senses]
    tints = [t for t in clause if t.has("tint")]
    if len(hued) != 1 or not verbs or not tints or not 0 < len(unknown) <= _MOST:
        return None
    if unknown != list(range(unknown[0], unknown[-1] + 1)) or unknown[0] < hued[0]:
        return None
    if not all(clause[at].text.isalpha() for at in unknown):
        return None
    if clause[unknown[-1]].text in table("edits")["on_a_face"]["words"]:
        return None  # the red of cheeks is no red of a coat
    idle = ("filler", "pronoun", "amount", "out", *_TAKES, "tint")
    rest = [t for at, t in enumerate(clause) if at not in (*hued, *unknown)]
    if not all(any(s.part in idle for s in t.senses) for t in rest):
        return None
    name = hue(clause[hued[0]])
    place = Token(clause[hued[0]].text, (Sense("region", {"value": f"colour-{name}"}),))
    sizes = [t for t in rest if t.has("amount") and not t.has("tint")]
    if not sizes and not any(t.has("less") for t in verbs if not t.has("remove")):
        sizes = [Token("all", (Sense("amount", {"number": _AWAY}),))]
    noun = clause[unknown[-1]].text
    return (Token("less", (Sense("less"),)), *sizes, place), (noun, f"all {name} parts")


#: What is taken away is hardly there any more.
_AWAY = 2.4
#: Words of the name of a thing ("wood floor").
_MOST = 2
_BEHIND = ("behind", "hinter", "derriere", "detras")


def behind_it(clause: Sequence[Token]) -> tuple[tuple[Token, ...], str] | None:
    """A clause with the ground that lies behind a noun as the background, and that noun; None where it names
    none.
    """
    at = next((i for i, t in enumerate(clause) if t.text.split()[0] in _BEHIND), None)
    if at is None or not any(s.get("value") == "background" for s in clause[at].senses):
        return None
    end = at + 1
    while end < len(clause) and any(s.part in _IDLE for s in clause[end].senses):
        end += 1
    if end >= len(clause) or clause[end].senses or not clause[end].text.isalpha():
        return None
    before = list(clause[:at])
    while before and (_is_ground(before[-1]) or any(s.part in _IDLE for s in before[-1].senses)):
        before.pop()  # "the background behind the tiger"
    if before and not before[-1].senses and before[-1].text.isalpha():
        return None  # "the flag behind the cyclist" is one thing there, and not all that is there
    ground = Token(clause[at].text, (Sense("region", {"value": "background"}),))
    return (*before, ground, *clause[end + 1 :]), clause[end].text


def _is_ground(token: Token) -> bool:
    return any(s.get("value") == "background" for s in token.senses)


__all__ = ["behind_it", "tint_of", "tone_of"]
