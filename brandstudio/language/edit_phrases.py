"""Turns of phrase put as the plain wish that they are: "warmer? no, cooler", "que no quede tan oscuro",
"deja la foto más clara", "the blown highlights", "sky: bluer", "a navy monochrome".

Each is settled by the words beside it and by nothing else; what stands otherwise stays as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from .edit_figures_said import figures_plainly
from .edit_found import value_of
from .edit_jargon import JARGON
from .edit_nouns import is_person
from .edit_relations import all_that, anybody, over_it, round_it, than_another, those
from .edit_stay_turns import STAYS
from .senses import LANGUAGES, Sense, Token
from .tables import table

#: A wish that is taken back for the other one: "warmer? no, cooler".
_TAKEN_BACK = re.compile(
    r"(?P<was>(?<![^,.;:!?\n])[^,.;:!?\n]{3,40})\?\s*"
    r"(?:(?P<en>nope|nah)|(?P<de>nein|nee|nö)|(?P<fr>non)|(?P<es>no))\s*[,.!:;\u2013\u2014-]+\s*"
    r"(?=\S)",
    re.IGNORECASE,
)
_NOT = {"en": "not", "de": "nicht", "fr": "pas", "es": "no"}
#: "Que no quede tan oscuro", "no le pongas tanto contraste": the verb says nothing.
_NOT_SO_ES = re.compile(
    r"\bno\s+(?:(?:l[aeo]s?|se|me|te|nos|os|que|quiero)\s+)*"
    r"(?:quiero|quede|sea|est[eé]|vea|salga|parezca|resulte|haga|ponga|deje|vuelva|tenga|d[eé]|meta|lleve)"
    r"(?:s|n|mos)?\s+(?:l[ao]s?\s+)?(?=t(?:an|ant[ao]s?)\b)",
    re.IGNORECASE,
)
#: "Que ce ne soit pas si sombre", "ne la rends pas aussi claire".
_NOT_SO_FR = re.compile(
    r"\b(?:(?:que?\s+)?(?:ce|cela|ça|[cç]a|elle|il|l['\u2019]image|la\s+photo)\s+|qu['\u2019](?:elle|il|on)\s+)?"
    r"n(?:e\s+|['\u2019])(?:l[ae]s?\s+)?(?:soit|soient|fasse|rends?|rendez|mets|mettez|fais|laisse|laissez)\s+"
    r"(?=pas\s+(?:si|aussi|trop|autant|tant)\b)",
    re.IGNORECASE,
)


#: What makes a figure before it a rough one.
_ROUGH = re.compile(
    r"(?<=%)\s*(?:m[aá]s\s+o\s+menos|or\s+so|o\s+as[ií]|ungef[aä]hr|environ|[aà]\s+peu\s+pr[eè]s|aproximadamente)\b",
    re.IGNORECASE,
)
#: A comma that German sets before "wie es ist".
_AS_IT_IS = re.compile(
    r"\s*,\s*(?=wie\s+(?:es|er|sie|das|die)\s+(?:jetzt\s+)?(?:ist|sind|war)\b)", re.IGNORECASE
)
#: "As dark as it is", "so hell wie es ist", "tan oscuro como está": it stays so.
_AS_SO = re.compile(
    r"\bas\s+[^\W\d_]+\s+as\s+(?:it|they|he|she)\s+(?:is|are)(?:\s+now)?\b"
    r"|\b(?:so|genauso|genau\s+so)\s+[^\W\d_]+\s*,?\s+wie\s+(?:es|er|sie|das|die)\s+(?:jetzt\s+)?(?:ist|sind|war)\b"
    r"|\baussi\s+[^\W\d_]+\s+qu(?:e\s+maintenant|['\u2019](?:il|elle|avant)s?(?:\s+(?:l['\u2019]est|le\s+sont|est|sont))?)\b"
    r"|\btan\s+[^\W\d_]+\s+como\s+(?:est[aá]n?|ahora|antes)\b",
    re.IGNORECASE,
)
_AS_SO_IN = (
    ("as", "as it is"),
    ("so", "so wie es ist"),
    ("genau", "so wie es ist"),
    ("aussi", "tel quel"),
    ("tan", "tal cual"),
)
_EXPOSURE = r"(?:exposure|exposition|exposici[oó]n|belichtung|expo)"
_NO_UNIT = r"(?![\d%.,]*\d|\s*(?:%|°|ev\b|il\b|f?-?stops?\b|blenden?|per\b|pro|por\b|pour\b|pasos?\b|diaph))"
#: Exposure with a small figure and no unit is told in stops, as every raw converter does.
_STOPS = re.compile(
    rf"(?P<before>\b{_EXPOSURE}\s*[:=]?\s*(?:(?:up|down|by|rauf|runter|hoch|um|de|en)\s+){{0,2}})"
    rf"(?P<figure>[-+\u2212\u2013]\s?[12](?:/[23])?\b{_NO_UNIT}(?![.,/]\d)|[-+\u2212\u2013]?\s?[0-4][.,]\d{{1,2}}\b{_NO_UNIT})"
    rf"|(?P<first>(?<![\d\w])[-+\u2212\u2013]\s?[0-4][.,]\d{{1,2}})(?=\s+{_EXPOSURE}\b)",
    re.IGNORECASE,
)


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["turns"][key])


def is_statement(word: str) -> bool:
    """Whether a word says what somebody thinks of a thing, and is no noun ("love the purple")."""
    return any(word in table("edits")["remark"]["bare"][of] for of in LANGUAGES)


def put_plainly(text: str) -> str:
    """A text with the turns that are plain by its words alone."""
    text = _AS_SO.sub(_as_it_is, _ROUGH.sub("", text))
    text = figures_plainly(_AS_IT_IS.sub(" ", text))
    text = _NOT_SO_FR.sub("", _NOT_SO_ES.sub("no ", text))
    text = _STOPS.sub(lambda m: f"{m[0]} EV", text)
    return _TAKEN_BACK.sub(_taken_back, text)


def _as_it_is(found: re.Match[str]) -> str:
    return next(plainly for begin, plainly in _AS_SO_IN if found[0].casefold().startswith(begin))


def _taken_back(found: re.Match[str]) -> str:
    if len(found["was"].split()) > _SHORT:
        return found[0]
    return f"{_NOT[str(found.lastgroup)]} {found['was']}, "


#: A wish that is taken back is a few words.
_SHORT = 5


def plain_turns(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with each turn as the plain wish that it is."""
    out = _topics(list(tokens))
    for at, token in enumerate(out):
        if token.mark:
            continue
        begin, end = _clause(out, at)
        turned = next((t for turn in _TURNS if (t := turn(out, at, begin, end)) is not None), None)
        if turned is not None:
            out[at] = turned
    return out


def _clause(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Where the clause of a token begins and ends."""
    begin = next((i + 1 for i in range(at - 1, max(-1, at - _FAR), -1) if tokens[i].mark), 0)
    last = min(len(tokens), at + _FAR)
    return max(begin, at - _FAR, 0), next((i for i in range(at, last) if tokens[i].mark), last)


#: So many words around one may settle what it is; a longer clause is read by no form.
_FAR = 40


def _made_so(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Deja la foto más clara": what is to stay is never more of something, so that it is made so."""
    token = tokens[at]
    if token.text.split()[-1] not in _words("left_as") or not token.has("keep"):
        return None
    rest = tokens[at + 1 : end]
    if at and tokens[at - 1].has("not"):
        return None
    compares = any(t.has("transparent") for t in rest) or any(
        (t.has("change") and t.text.split()[0] in _words("compares"))
        or t.has("not-so")
        or ((t.has("more") or t.has("less")) and i + 1 < len(rest) and rest[i + 1].has("quality"))
        for i, t in enumerate(rest)
    )
    stays = any(t.has("as-it-is") or t.has("keep") for t in rest)
    return Token(token.text, (Sense("make"),)) if compares and not stays else None


def _cut_out(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """Spanish *recortar* is to crop and to cut out: what is to stand on another ground, or on none, is cut out."""
    token = tokens[at]
    if not token.text.startswith("recort") or not token.has("crop"):
        return None
    clause = tokens[begin:end]
    if _is_personal(tokens[at + 1 : end]):
        return Token(token.text, (Sense("cutout"),))
    # "La parte de arriba", "el cielo": no thing that could be cut out.
    places = {str(s.get("value")) for t in clause for s in t.senses if s.part == "region"}
    sided = any(place.split("-")[0] in _NO_FIGURE for place in places)
    if sided or any(t.has("ratio") or t.has("percent") for t in clause):
        return None
    said = tokens[max(0, at - _FAR) : at + _FAR]
    clear = any(t.has("transparent") or t.has("transparent-file") for t in said)
    return Token(token.text, (Sense("cutout"),)) if clear or _other_ground(said) else None


def _is_personal(behind: Sequence[Token]) -> bool:
    """Whether somebody stands behind a Spanish verb, with its personal *a* and nothing else ("a la mujer")."""
    if not behind or behind[0].text.split()[0] not in ("a", "al"):
        return False
    last = next((at for at, t in enumerate(behind) if t.has("and")), len(behind))
    named = [t for t in behind[:last] if not t.has("filler")]
    return len(named) == 1 and is_person(named[0].text)


_NO_FIGURE = ("left", "right", "top", "bottom", "sky", "corners")


def _other_ground(tokens: Sequence[Token]) -> bool:
    """Whether a background of some colour, or none, is spoken of."""
    return any(
        any(n.has("colour") or n.has("not") for n in tokens[max(0, i - 1) : i + 3])
        for i, t in enumerate(tokens)
        if any(s.get("value") == "background" for s in t.senses)
    ) or any(t.has("upon") and n.has("colour") for t, n in pairwise(tokens))


def _tone(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "A cool blue tone" is a blue one: beside a word for a tone a colour is no place, and what is cool of it
    by itself needs no word.
    """
    token, clause = tokens[at], tokens[begin:end]
    tints = [t for t in clause if t.text in _words("one_tone")]
    colours = [t for t in clause if t.has("colour")]
    if len(tints) != 1 or len(colours) != 1 or any(t.has("keep") for t in clause):
        return None
    if token is tints[0] and token.has("amount"):
        return Token(token.text, (Sense("filler"),))  # "un tono azul" is no little of it
    shade = str(next(s.get("value") for s in colours[0].senses if s.part == "colour"))
    if token is colours[0] and token.has("region"):
        return Token(token.text, tuple(s for s in token.senses if s.part != "region"))
    warmth = next((s for s in token.senses if s.part == "quality"), None)
    if warmth is None or warmth.get("kind") != "temperature" or token is colours[0]:
        return None
    agrees = warmth.get("sign") == (-1 if shade in _COLD else 1 if shade in _WARM else 0)
    return Token(token.text, (Sense("filler"),)) if agrees else None


_COLD = frozenset(("blue", "teal", "cyan", "turquoise", "navy", "sky blue"))
_WARM = frozenset(("orange", "gold", "yellow", "brown", "red", "amber", "peach", "copper"))


def _some_of_it(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Quita saturación", "enlève du contraste", "Kontrast rausnehmen": without an article it is some of it
    that is taken away.
    """
    token = tokens[at]
    if not token.has("take-away") and token.text not in _words("takes_behind"):
        return None
    if token.text in _words("takes_behind"):
        before = [t for t in tokens[begin:at] if not t.has("amount")]
        bare = bool(before) and all(t.has("dimension") for t in before[-1:])
        lone = bare and (len(before) == 1 or not before[-2].has("filler"))
        return Token(token.text, (Sense("less"),)) if lone else None
    after = list(tokens[at + 1 : at + 4])
    partitive = token.text in _words("takes_bare")
    while after and after[0].text in _words("partitive"):
        after.pop(0)
        partitive = True
    measured = bool(after) and after[0].has("dimension")
    return Token(token.text, (Sense("less"),)) if measured and partitive else None


_ANSWERS = (
    "recover",
    "lift",
    "upward",
    "downward",
    "less",
    "more",
    "pull-up",
    "pull-down",
    "change",
)


def _mended(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Recover the blown highlights": what is wrong with them only says which."""
    fault = next(
        (s for s in tokens[at].senses if s.part == "fault" and s.get("kind") == "brightness"), None
    )
    tone = {1: "shadows", -1: "highlights"}.get(0 if fault is None else fault.get("sign"), "")
    near = [tokens[i] for i in (at - 1, at + 1) if begin <= i < end]
    if not tone or not any(s.get("value") == tone for t in near for s in t.senses):
        return None
    told = any(t.has("is") and not t.has("filler") for t in tokens[begin:end])
    asked = any(any(map(t.has, _ANSWERS)) for t in tokens[begin:end] if t is not tokens[at])
    return Token(tokens[at].text, (Sense("filler"),)) if asked and not told else None


def _describing(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "The empty left half", "la mitad izquierda vacía": beside a place it only describes it."""
    if tokens[at].text not in _words("describing") or tokens[at].senses:
        return None
    near = [tokens[i] for i in (at - 1, at + 1) if 0 <= i < len(tokens)]
    return (
        Token(tokens[at].text, (Sense("filler"),)) if any(t.has("region") for t in near) else None
    )


def _as_ink(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Moody teal", "a navy monochrome": a colour beside a finish is its tone, and no part of the picture.
    In one ink is a duotone in that.
    """
    token = tokens[at]
    if token.text in _words("one_ink"):
        beside = (*_beyond_fillers(tokens, at, -1), *_beyond_fillers(tokens, at, 1))
        inked = any(t.has("colour") for t in beside)
        return Token(token.text, (Sense("effect", {"kind": "duotone"}),)) if inked else None
    if not (token.has("colour") and token.has("region")):
        return None
    near = [tokens[i] for i in (at - 1, at + 1) if 0 <= i < len(tokens)]
    if not any(t.has("look") for t in near):
        return None
    article = at > 0 and tokens[at - 1].text in _words("the")
    kept = tuple(s for s in token.senses if s.part != "region")
    return None if article else Token(token.text, kept)


def _foreign(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """German *Haut* is no French *haut*: a thing that is found, beside a word that is of its own language alone."""
    token = tokens[at]
    if not token.senses or not value_of(token.text):
        return None
    known = frozenset().union(*(tongues for _, tongues in token.spoken))
    others = [
        frozenset().union(*(tongues for _, tongues in t.spoken))
        for i, t in enumerate(tokens[begin:end], begin)
        if i != at and t.senses and t.tongues
    ]
    return Token(token.text, ()) if any(known.isdisjoint(some) for some in others) else None


def _remains(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """French *reste* is "stays" where no article stands before it, and the rest behind one."""
    token = tokens[at]
    if not (token.has("keep") and token.has("region")):
        return None
    noun = at > 0 and tokens[at - 1].text in _words("the")
    kept = tuple(s for s in token.senses if s.part != ("keep" if noun else "region"))
    return Token(token.text, kept)


def _natural(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Keep the skin tones natural" keeps them as they are."""
    clause = tokens[begin:end]
    if tokens[at].text not in _words("natural") or not any(t.has("keep") for t in clause):
        return None
    skin = any(value_of(t.text) == "skin" for t in clause)
    return Token(tokens[at].text, (Sense("as-it-is"),)) if skin else None


def _its_colour(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "Baja las altas luces del fondo amarillo": beside the ground whose lights are changed a colour only describes
    it. In French and Spanish it stands behind.
    """
    clause = tokens[begin:end]
    if not tokens[at].has("colour") or any(t.has("change-to") or t.has("make") for t in clause):
        return None
    places = {str(s.get("value")) for t in clause for s in t.senses if s.part == "region"}
    near = [tokens[i] for i in (at - 1, at + 1) if begin <= i < end]
    ground = any(s.get("value") == "background" for t in near for s in t.senses)
    told = bool(places & {"highlights", "shadows", "midtones"})
    ways = any(
        t.has(p) for t in clause for p in ("downward", "upward", "lift", "recover", "change")
    )
    return Token(tokens[at].text, (Sense("filler"),)) if ground and told and ways else None


def _as_light(tokens: Sequence[Token], at: int, begin: int, end: int) -> Token | None:
    """ "No tan negro", "too white": of a picture that is its light."""
    value = next((s.get("value") for s in tokens[at].senses if s.part == "colour"), "")
    told = at > 0 and (tokens[at - 1].has("not-so") or tokens[at - 1].has("too"))
    if value not in _LIGHT or not told:
        return None
    quality = Sense("quality", {"kind": "brightness", "sign": _LIGHT[str(value)]})
    return Token(tokens[at].text, (quality,))


_LIGHT = {"black": -1, "white": 1}


def _beyond_fillers(tokens: Sequence[Token], at: int, step: int) -> Sequence[Token]:
    """The first word beside one that says anything."""
    for i in range(at + step, at + 4 * step, step):
        if not 0 <= i < len(tokens) or tokens[i].mark:
            return ()
        if not tokens[i].has("filler"):
            return (tokens[i],)
    return ()


def _topics(tokens: list[Token]) -> list[Token]:
    """ "Sky: bluer. House: no change" without the colon: what stands before it is what is spoken of."""
    out: list[Token] = []
    begin = 0
    for at, token in enumerate(tokens):
        topic = out[begin:]
        follows = at + 1 < len(tokens) and not tokens[at + 1].mark
        if token.mark and token.text == ":" and follows and _is_topic(topic):
            continue
        out.append(token)
        if token.mark:
            begin = len(out)
    return out


def _is_topic(clause: Sequence[Token]) -> bool:
    """Whether a clause only names a place or a thing."""
    if not 0 < len(clause) <= _MOST:
        return False
    unknown = [t for t in clause if not t.senses]
    places = [t for t in clause if t.has("region")]
    plain = all(not t.senses or t.has("region") or t.has("filler") for t in clause)
    return plain and len(unknown) + bool(places) == 1 and all(t.text.isalpha() for t in unknown)


#: Words of what is spoken of before a colon.
_MOST = 4


#: Every turn, the surest first.
_TURNS: tuple[Callable[[Sequence[Token], int, int, int], Token | None], ...] = (
    *JARGON,
    *STAYS,
    round_it,
    than_another,
    those,
    all_that,
    anybody,
    over_it,
    _made_so,
    _some_of_it,
    _mended,
    _cut_out,
    _tone,
    _natural,
    _foreign,
    _remains,
    _describing,
    _as_ink,
    _its_colour,
    _as_light,
)


__all__ = ["is_statement", "plain_turns", "put_plainly"]
