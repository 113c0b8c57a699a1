"""Words that are settled before instructions are cut into clauses: shades of a colour ("a deep green",
"a richer blue"), rough figures in words ("rund ein Drittel"), what the rest is of, and a bare place
that stays as the one behind it does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from .colour_names import NAMES, NEUTRAL
from .edit_found import with_persons
from .edit_inks import two_inks
from .edit_jargon import written_out
from .edit_kept_together import kept_lists, softly_ended
from .edit_lights import with_neighbours
from .edit_nouns import is_person
from .edit_phrases import is_statement, plain_turns, put_plainly
from .senses import Sense, Token
from .tables import table

#: A clause that says that something must go: as a wish for it, it would be the opposite.
_MUST_GO = re.compile(
    r"(?P<what>(?<![^,.;:!?\n])[^,.;:!?\n]{3,60}?)\s+(?:"
    r"(?P<en>(?:has|have|needs?|must|should|ought)\s+(?:to\s+)?(?:go|disappear|vanish|be\s+gone))"
    r"|(?P<de>(?:muss|müssen|soll|sollen|sollte|sollten)\s+(?:bitte\s+)?(?:weg|raus|verschwinden))"
    r"|(?P<fr>(?:doit|doivent|devrait|devraient)\s+(?:partir|dispara[iî]tre))"
    r"|(?P<es>(?:debe|deben|tiene\s+que|tienen\s+que)\s+(?:irse|desaparecer)))"
    r"(?=\s*(?:[,.;:!?\n]|$))",
    re.IGNORECASE,
)
_TAKE_AWAY = {"en": "remove", "de": "entferne", "fr": "enlève", "es": "quita"}
_DASH = re.compile(r"(?<=\S)\s-{1,2}\s(?=[^\d\s])")
_ARROW = re.compile(r"\s*(?:-+>|=>|\u2192)\s*")
#: Marks that open a Spanish question, and a colon before a figure ("contrast: +15"): they part nothing.
_OPENED = re.compile(r"[\u00bf\u00a1]")
_COLON = re.compile(r"(?<=[^\W\d_])\s*:\s*(?=[-+\u2212\u2013]?\s?\d)")
_BY_TWO = re.compile(
    r"\b(?:divise[rz]?|coupe[rz]?)\s+((?:l[ae]s?\s+|l['\u2019])?[^\W\d_]+)\s+(?:par|en)\s+deux\b",
    re.IGNORECASE,
)
#: What thumbs type.
_SHORT = {
    "dwn": "down",
    "bckgrnd": "background",
    "bkgd": "background",
    "w/o": "without",
    "b4": "before",
    "brite": "bright",
    "abit": "a bit",
    "alot": "a lot",
    "kontr": "kontrast",
    "hg": "hintergrund",
}
_TYPED = re.compile(
    r"(?<![^\W_])(?:" + "|".join(map(re.escape, _SHORT)) + r")(?![^\W_])", re.IGNORECASE
)
#: To dye, in German: without its mark it would be the colours. And letters that are held down ("waaay"), not those of "#ffffff".
_DYED = re.compile(r"\b()(?:ein)?färb(en|e|t|)\b", re.IGNORECASE)
_STRETCHED = re.compile(r"(#[^\W_]+)|([^\W\d_])\2{2,}")
_FILLER = (Sense("filler"),)
_FIGURES = ("share", "percent", "signed", "degrees", "number", "points")
#: "A", before a colour that is to be richer.
_ONE = frozenset(("a", "an", "ein", "eine", "einen", "einem", "un", "une"))
_VERY = frozenset(("tres", "bien", "muy"))
_GREYS = {"deep": "charcoal", "light": "silver"}
_OF = frozenset(("of", "from", "in", "de", "du", "des", "del", "von", "vom", "der", "am", "im"))


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("edits")["shaded"][key])


def as_typed(text: str) -> str:
    """A text with the signs that people type for words, a dash between two wishes, an arrow for "to"; and
    "the haze has to go" as the order that it is.
    """
    text = put_plainly(written_out(_COLON.sub(" ", _OPENED.sub(" ", text))))
    text = _BY_TWO.sub(r"réduis \1 de moitié", text)
    text = _TYPED.sub(lambda m: _SHORT[m[0].casefold()], text)
    text = _DYED.sub(r"\1umfärb\2", _STRETCHED.sub(lambda m: m[1] or m[2], text))
    return _DASH.sub(" \u2013 ", _ARROW.sub(" to ", _MUST_GO.sub(_taken_away, text)))


def _taken_away(found: re.Match[str]) -> str:
    """The order to take away what a clause says must go, in the language that it says it in."""
    return f"{_TAKE_AWAY[str(found.lastgroup)]} {found['what']}"


def prepared_tokens(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with what is plain before any form is tried."""
    tokens = plain_turns(_one_word(_also(tokens)))
    told = _only_a_little(_as_nouns(_somebody(tokens)))
    shaded = with_persons(with_neighbours(_shaded(_rough(_not_much(told)))))
    return two_inks(_without_owner(shaded))


def _also(tokens: Sequence[Token]) -> list[Token]:
    """ "Too" at the end of a clause is "also"."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        ends = at + 1 == len(tokens) or tokens[at + 1].mark
        if token.text == "too" and at > 0 and ends:
            out[at] = Token(token.text, _FILLER)
    return out


def _one_word(tokens: Sequence[Token]) -> list[Token]:
    """ "T-shirt" is one noun, "yellow-ish" yellowish."""
    out: list[Token] = []
    for token in tokens:
        before = out[-1] if out else None
        if before is not None and before.text == "t" and token.text.startswith("shirt"):
            out[-1] = Token(f"t{token.text}", ())
        elif before is not None and token.text == "ish" and before.has("colour"):
            value = next(s.get("value") for s in before.senses if s.part == "colour")
            out[-1] = Token(f"{before.text}ish", (Sense("tinged", {"value": value}),))
        else:
            out.append(token)
    return out


def _as_nouns(tokens: Sequence[Token]) -> list[Token]:
    """French *contraste* behind an article is the noun, and no *contrasté*; sand there is what lies on a
    beach, which its colour alone doesn't tell from a headland. "Schärfe" beside a share is the noun too.
    """
    out = list(tokens)
    for at, token in enumerate(tokens):
        near = (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])
        if token.text in _SLIDERS and any(
            s.get("unit") == "points" for t in near for s in t.senses
        ):
            out[at] = Token(token.text, (Sense("dimension", {"kind": "clarity"}),))
        if token.has("dimension") and token.has("change") and any(t.has("share") for t in near):
            out[at] = Token(token.text, tuple(s for s in token.senses if s.part == "dimension"))
    for at, token in enumerate(tokens[1:], 1):
        article = tokens[at - 1].text.rpartition(" ")[2] in _NOUN_ARTICLES
        both = token.has("dimension") and token.has("quality")
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.text == "top" and tokens[at - 1].has("colour") and after not in _STRETCHES:
            end = next((i for i in range(at, len(tokens)) if tokens[i].mark), len(tokens))
            painted = any(t.has("colour") for t in tokens[at + 1 : end])
            worn = Sense("region", {"value": "worn-upper"})
            # "Her red top"; where that is to have another colour it is told by the one it has.
            out[at] = Token("top", () if painted else (worn,))
        if article and token.text in _SAND:
            out[at] = Token(token.text, ())
        elif article and both:
            out[at] = Token(token.text, tuple(s for s in token.senses if s.part != "quality"))
    return out


#: Light in a sentence, and beside a slider's figure ("claridad +20") what editors call clarity.
_SLIDERS = frozenset(("claridad", "clarte"))
_STRETCHES = ("half", "third", "quarter", "edge", "part", "left", "right", "corner", "of")
_SAND = ("sand", "sable", "arena")
#: What stands before a noun and no adjective.
_NOUN_ARTICLES = frozenset(
    ("le", "les", "du", "de", "en", "el", "la", "los", "del", "the", "das", "den")
)


def _not_much(tokens: Sequence[Token]) -> list[Token]:
    """ "Sepia, but not very strong" is a little of it, where nothing stands behind that could be
    denied.
    """
    out = list(tokens)
    for at, token in enumerate(tokens[:-1]):
        strong = next((s for s in tokens[at + 1].senses if s.part == "amount"), None)
        last = at + 2
        while last < len(tokens) and tokens[last].has("amount") and not tokens[last].has("quality"):
            last += 1  # "not very strong"
        ends = last >= len(tokens) or tokens[last].mark or tokens[last].has("and")
        if token.has("not") and strong is not None and strong.get("number") > 1 and ends:
            out[at] = Token(token.text, _FILLER)
            out[at + 1] = Token(tokens[at + 1].text, (Sense("amount", {"number": 0.45}),))
            out[at + 2 : last] = [Token(t.text, _FILLER) for t in tokens[at + 2 : last]]
    return out


def _only_a_little(tokens: Sequence[Token]) -> list[Token]:
    """ "Only slightly" is slightly: it sets no place apart."""
    out = list(tokens)
    for at, token in enumerate(tokens[:-1]):
        if token.has("only") and tokens[at + 1].has("amount") and not tokens[at + 1].has("region"):
            out[at] = Token(token.text, _FILLER)
    return out


def _somebody(tokens: Sequence[Token]) -> list[Token]:
    """ "Brighten her a little" is of the person; "her face" is of the face."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        kept = at > 0 and tokens[at - 1].has("keep") and not (after and after.has("as-it-is"))
        alone = after is None or after.mark or any(map(after.has, _BEHIND_HER))
        alone = alone or token.text == "him" or (after is not None and after.text in _AFTER_HER)
        apart = next((t for t in reversed(tokens[:at]) if t.text != "a"), None)
        ends = after is None or after.mark or after.has("and")
        if token.text in _KEPT_ALONE and kept and ends:
            who = Sense("region", {"value": _KEPT_ALONE[token.text]})
            out[at] = Token(token.text, (who,))  # "keep him", and "keep her" alone
        elif token.text in _PERSON and apart is not None and apart.has("only"):
            out[at] = Token(token.text, (Sense("region", {"value": "subject"}),))
        elif (
            token.text in ("her", "him")
            and alone
            and not kept
            and not (after and after.has("region"))
        ):
            subject = Sense("region", {"value": "subject"})
            out[at] = Token(token.text, (*token.senses, subject) if at == 0 else (subject,))
    return out


_KEPT_ALONE = {"him": "thing-person", "her": "thing-person", "them": "things-person"}
#: Who is meant where one alone is to be changed ("only her", *nur ihn*, *seulement elle*, *solo a ella*).
_PERSON = frozenset(("her", "him", "ihn", "sie", "lui", "elle", "ella"))
#: Words that never stand between "her" and what is hers.
_AFTER_HER = frozenset(
    ("by", "to", "from", "about", "a", "please", "so", "while", "without", "just")
)
#: What may stand behind "her" where that is no possessive.
_BEHIND_HER = (
    "amount",
    "and",
    "in-focus",
    "stand-out",
    "change",
    "percent",
    "share",
    "only",
    "as-it-is",
    "out",
)


def _rough(tokens: Sequence[Token]) -> list[Token]:
    """A word like "roughly" before a figure says nothing that could be done."""
    out = list(tokens)
    for at, token in enumerate(tokens[:-1]):
        after = tokens[at + 1 : at + 3]
        near = next((t for t in after if not t.has("filler") or t.has("share")), None)
        if token.text in _words("rough") and near is not None and any(map(near.has, _FIGURES)):
            out[at] = Token(token.text, _FILLER)
    return out


def _shaded(tokens: Sequence[Token]) -> list[Token]:
    """Colours with the word for their shade beside them as one colour, and "a richer blue" as more
    blue.
    """
    out = list(tokens)
    for at in range(len(tokens)):
        if at >= len(out):
            break
        if not out[at].has("colour") or out[at].has("effect"):
            continue
        for beside in (at - 1, at + 1):
            if beside > at and beside + 1 < len(out) and out[beside].text in _VERY:
                del out[beside]  # "un gris muy claro"
            if 0 <= beside < len(out) and (made := _shade(out, at, beside)) is not None:
                # A word behind its colour stands before it from now on, as in every language.
                out[min(at, beside)], out[max(at, beside)] = made
                break
    return out


def _shade(tokens: Sequence[Token], at: int, beside: int) -> tuple[Token, Token] | None:
    """The word beside a colour, and the colour, as they are together; None where that is no shade."""
    word, colour = tokens[beside], tokens[at]
    first = min(at, beside)
    behind = "behind" if beside > at else "before"
    one = first > 0 and tokens[first - 1].text in _ONE
    opens = first == 0 or tokens[first - 1].mark or tokens[first - 1].has("region")
    if (one or opens) and word.text in _words(f"richer_{behind}"):
        return Token(word.text, (Sense("more"),)), colour
    for shade in ("deep", "light"):
        grey = any(s.part == "colour" and s.get("value") == "grey" for s in colour.senses)
        if grey and word.text in _words(f"{shade}_{behind}"):
            named = Sense("colour", {"value": _GREYS[shade]})
            return Token(word.text, _FILLER), Token(colour.text, (named,))
        if word.text in _words(f"{shade}_{behind}"):
            senses = tuple(
                Sense(s.part, {**s.facts, "value": f"{shade} {s.get('value')}"})
                if s.part == "colour" and _is_plain(str(s.get("value")))
                else s
                for s in colour.senses
                if s.part != "change"
            )
            return Token(word.text, _FILLER), Token(colour.text, senses)
    told = first > 0 and any(map(tokens[first - 1].has, ("more", "less", "too", "not-so")))
    if word.text in _words(f"strong_{behind}") and (one or not told):
        return Token(word.text, _FILLER), colour
    return None


def _is_plain(value: str) -> bool:
    return value in NAMES and value not in NEUTRAL


def _without_owner(tokens: Sequence[Token]) -> list[Token]:
    """ "The rest of the room" is the rest: what it is of is all the picture."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        out.append(tokens[at])
        rest = any(s.part == "region" and s.get("value") == "rest" for s in tokens[at].senses)
        at += 1
        end = at
        while end < len(tokens) and tokens[end].has("filler") and not tokens[end].mark:
            end += 1
        named = at < end < len(tokens) and not tokens[end].senses and tokens[end].text.isalpha()
        face = any(s.part == "region" and s.get("value") == "faces" for s in tokens[at - 1].senses)
        if (
            face
            and named
            and any(t.text in _OF for t in tokens[at:end])
            and is_person(tokens[end].text)
        ):
            at = end + 1  # "le visage de la femme"
        elif rest and named and any(t.text in _OF for t in tokens[at:end]):
            at = end + 1
    return out


def kept_together(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses in which a bare place before "and" is kept as what stands behind it is: "the background
    and the jumper stay as they are", "Baum und Wiese bleiben", "house and garden not to be touched".
    """
    return kept_lists(_with_topics(softly_ended(clauses)))


def _with_topics(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses with a thing that is named before a comma put into the one that speaks of it: "the green
    jumper, I'd like it darker", "la playa, igual".
    """
    out: list[tuple[tuple[Token, ...], bool, bool]] = []
    for clause, hard, joined in clauses:
        before = out[-1] if out else None
        if before is not None and not before[1] and not joined and _is_topic(before[0]):
            it = [at for at, t in enumerate(clause) if _is_it(t)]
            stays = clause and all(
                t.has("as-it-is") or t.has("keep") or t.has("filler") for t in clause
            )
            if it and not any((_names(t) and not t.has("colour")) or not t.senses for t in clause):
                rest = (*clause[: it[0]], *clause[it[0] + 1 :])
                # "Only the turquoise roofs: paint them" paints nothing else anyway.
                topic = tuple(t for t in before[0] if not t.has("only") or t.has("filler"))
                out[-1] = (*topic, *rest), hard, before[2]
                continue
            named = names_coloured(before[0]) and _only_more(clause)
            if named or (stays and any(t.has("as-it-is") for t in clause)):
                out[-1] = (*before[0], *clause), hard, before[2]
                continue
        out.append((clause, hard, joined))
    return out


#: What speaks of a thing that was named before.
_IT = frozenset(
    (
        "it",
        "them",
        "that",
        "es",
        "ihn",
        "sie",
        "den",
        "die",
        "das",
        "le",
        "la",
        "les",
        "lo",
        "los",
        "las",
    )
)


#: A Spanish verb that says nothing, with what it speaks of on it ("hazlo", "déjala"), and a wish for what was
#: named ("que quede ...").
_MADE_SO = re.compile(r"(?:hace?|haga|haz|hacer|pone?|ponga|poner|deje?|deja|vuelve)(?:me)?l[ao]s?")
_THAT_IT = re.compile(r"que (?:se )?(?:quede|vea|vean|sea|este|salga|tenga)n?")


def _is_it(token: Token) -> bool:
    """Whether a word speaks of the thing that was named before it, and says no more."""
    said = token.text
    it = said.rpartition(" ")[2] in _IT and not (token.has("change") or token.has("as-it-is"))
    return it or is_made_so(token) or bool(_THAT_IT.fullmatch(said))


def is_made_so(token: Token) -> bool:
    """Whether a word is a Spanish verb that says nothing, with what it speaks of on it ("hazlo")."""
    return bool(_MADE_SO.fullmatch(token.text))


_NAMED = frozenset(("el", "la", "los", "las", "le", "les"))


def _is_topic(clause: Sequence[Token]) -> bool:
    """Whether a clause is only an article and a noun that nobody knows, with its colour or without; or a thing
    with the colour that it has, told behind it.
    """
    if names_coloured(clause[1:] if clause and clause[0].has("only") else clause):
        return True
    unknown = [t for t in clause if not t.senses]
    if any(is_statement(t.text) for t in unknown):
        return False  # "love the purple, push it"
    if len(unknown) != 1 or len(clause) < 2 or not unknown[0].text.isalpha():
        return False
    known = [t for t in clause if t.senses]
    return all(t.has("filler") or t.has("colour") for t in known) and any(
        t.has("filler") for t in known
    )


def names_coloured(clause: Sequence[Token]) -> bool:
    """Whether a clause only names a thing with the colour that it has ("la chaqueta roja")."""
    told = len(clause) == 3 and clause[0].text in _NAMED and clause[2].has("colour")
    noun = clause[1] if told else None
    return noun is not None and not noun.has("colour") and (noun.has("region") or not noun.senses)


def _only_more(clause: Sequence[Token]) -> bool:
    """Whether a clause only compares, and names nothing itself."""
    idle = ("change", "amount", "filler", "make", "more", "less", "quality", "percent")
    plain = all(any(map(t.has, idle)) and not _names(t) for t in clause)
    return plain and any(t.has("change") for t in clause)


def _names(token: Token) -> bool:
    return token.has("region") and not token.has("change")


__all__ = ["as_typed", "is_made_so", "kept_together", "names_coloured", "prepared_tokens"]
