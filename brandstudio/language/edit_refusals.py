"""What is told of instructions that are not carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..models.owners import image_provider
from .edit_doubts import is_carried
from .edit_found import value_of
from .edit_instead import instead_of, mood_of, only_how_much
from .edit_kept import kept_names
from .edit_model_work import is_known_thing, model_work
from .edit_outcome import CONTRADICTORY
from .edit_places import EVERYWHERE
from .edit_prepared import prepared_tokens
from .edit_respelled import right_words
from .edit_words import vocabulary
from .edits import parse
from .senses import LANGUAGES, Token, as_written
from .tables import table
from .words import plain

_A_FIGURE = re.compile(
    r"[-+]? ?\d+(?:[.,]\d+)?\s*(?:%|percent|per cent|prozent|pour cent|por ciento|degrees?|grad|degrés|grados|°)?",
    re.IGNORECASE,
)


def unsupported(not_understood: Iterable[str]) -> str:
    """The sentence for instructions that were not understood, or only in part: what was not, why, and what can be
    said instead.
    """
    wishes = tuple(not_understood)
    said = wishes[0] if wishes else ""
    if said == CONTRADICTORY:
        return (
            "The instruction holds two wishes that contradict each other (warmer and cooler, highlights up and whites "
            "down, which are one here as blacks and shadows are, or a background that is changed and cut away), so "
            "nothing was changed. Say which one counts."
        )
    others = [wish for wish in wishes[:3] if not instead_of(wish)]
    told = next(filter(None, map(instead_of, wishes[:3])), "")
    if told and not (others and only_how_much(told)):
        held = next(wish for wish in wishes[:3] if instead_of(wish))
        return (
            f'The built-in engine can\'t carry out "{_short(held)}", so it changed nothing. {told}'
        )
    if _would_do_without_figure(said):
        return (
            f'The figure in "{said[:120]}" can\'t be carried out, so nothing was changed. A figure needs a '
            "direction and a unit (contrast +20 %, contrast to 120 %, +1 stop), and ends where the picture does: "
            "200 % for contrast and saturation, 100 % for all else, a whole turn."
        )
    if told := _for_a_model(wishes[:3]):
        return told
    if kept := _to_stay(wishes[:3]):
        return kept
    if is_carried(said):
        return (
            f'What stands out may be "{said}", what it sits on, or what lies on it, so nothing was changed. If it is '
            f'what stands out, say "subject". {_PLACES} {image_provider()}'
        )
    lacking = _not_read(wishes[:3])
    if (mood := next(filter(None, map(mood_of, wishes[:3])), "")) and not _not_found(wishes[:3]):
        return f"The built-in engine {lacking}, so it changed nothing. {mood} {image_provider()}"
    thing = _unknown_thing(said)
    hint = f' It knows no "{thing[0]}" on a picture: say {thing[1]}, or a side.' if thing else ""
    if "not know" not in lacking:
        hint = hint or _unknown_words(wishes[:3])
    elif thing is not None and f'"{thing[0]}"' in lacking:
        hint = f" For a thing on the picture say {thing[1]}, or a side."
    hint += _not_found(wishes[:3]) if thing is None else ""
    hint += _shorter(said)
    can = _PLACES if hint or any(map(_holds_a_place, wishes[:3])) else _STEPS
    return f"The built-in engine {lacking}, so it changed nothing.{hint} {can} {image_provider()}"


def _to_stay(wishes: Sequence[str]) -> str:
    """The sentence for clauses that only say what is to stay, of things that are not found; "" where a wish is among
    them.
    """
    named: list[str] = []
    for wish in wishes:
        names = kept_names(prepared_tokens(vocabulary().tokens(wish[:120])))
        if not names:
            return ""
        things = [names[0], *(w for one, w in pairwise(names) if not _is_its_colour(one, w))]
        named += as_written(things, wish[:120])
    told = " and ".join(f'"{name}"' for name in dict.fromkeys(named))
    verb = "is" if len(set(named)) == 1 else "are"
    quoted = " and ".join(f'"{_short(wish)}"' for wish in wishes)
    return (
        f"The built-in engine can't tell where {told} {verb} on the picture, and so can't be sure to leave it as it is: "
        f'nothing was changed. Leave {quoted} out, or say what alone is to change ("only the subject", "only the sky") '
        f'or which side stays ("the right half stays"). {image_provider()}'
    )


def _holds_a_place(wish: str) -> bool:
    tokens = vocabulary().tokens(wish[:120])
    return any(t.has("region") or (not t.senses and is_known_thing(t.text)) for t in tokens)


def _for_a_model(wishes: Sequence[str]) -> str:
    """The sentence for wishes of which one needs a model; "" where none does."""
    whys = {wish: model_work(wish) for wish in wishes}
    why = next(filter(None, whys.values()), "")
    if not why:
        return ""
    drawn = " and ".join(f'"{_short(w)}"' for w in wishes if whys[w] or _only_names(w))
    rest = [wish for wish in wishes if not whys[wish] and not _only_names(wish)]
    other = f", and {_not_read(rest)}" if rest else ""
    return f"The built-in engine can't do {drawn}{other}, so it changed nothing. {why} {image_provider()}"


def _only_names(wish: str) -> bool:
    """Whether a wish is only another thing for the verb before it ("add a dog, and a cat")."""
    tokens = vocabulary().tokens(wish[:120])
    return all(not t.senses or t.has("filler") for t in tokens) and any(
        not t.senses and is_known_thing(t.text) for t in tokens
    )


def _shorter(said: str) -> str:
    """What would be understood of a wish when an end of it, or a noun with its article, were left out; "" for
    nothing.
    """
    words = said.split()
    if not 1 < len(words) <= _MOST_TRIED or _OF_SEVERAL.search(said):
        return ""
    count = len(words)
    least = min(2, count - 1)
    ends = [(at, count) for at in range(count - 1, least - 1, -1)]
    ends += [(0, at) for at in range(1, count - least + 1)]
    within = [(at, at + n) for n in (2, 3) for at in range(count - 1 - n, 0, -1)]
    for begin, end in (*ends, *within):
        part = " ".join(words[begin:end]).strip(" ,.;:!?")
        rest = " ".join((*words[:begin], *words[end:])).strip(" ,.;:!?")
        if not any(c.isalnum() for c in part) or _turns_round(part) or _hangs(words, begin, end):
            continue
        found = parse(rest)
        if not found.edits or found.not_understood or found.withheld or found.presumed:
            continue
        if not _names(part):
            return f' It would understand "{rest}".'
        if all(e.place == EVERYWHERE and e.kind not in _OF_ONE for e in found.edits):
            return f' It would understand "{rest}" for the whole picture.'
        if all(e.place != EVERYWHERE for e in found.edits):
            return f' It would understand "{rest}".'
    return ""


#: What is done to one thing, and means another thing without its name.
_OF_ONE = ("cutout", "crop", "background_colour", "whiten", "repaint")


def _hangs(words: Sequence[str], begin: int, end: int) -> bool:
    """Whether what is left is no sentence: it ends in an article, "in" or a bare colour, begins with "to", or lacks
    more than a noun.
    """
    articles = table("edits")["stands_for"]["articles"]
    if not begin:
        first = vocabulary().tokens(" ".join(words[end:]))[:1]
        return not any(t.has(part) for t in first for part in _BEGINS)
    if plain(words[begin - 1]) in (*articles, *table("edits")["plainer"]["hanging"]):
        return True  # "brighten the two", "die Lichter um"
    if end < len(words):
        behind = vocabulary().tokens(words[end])
        loose = any(t.has("filler") for t in behind) or plain(words[begin]) not in articles
        return loose or any(t.has("only") for t in vocabulary().tokens(words[begin - 1]))
    last = vocabulary().tokens(words[begin - 1])[-1:]
    hued = any(t.has("colour") for t in last)
    return hued or all(t.has("filler") or t.has("and") for t in last)


#: What a wish may begin with.
_BEGINS = (
    "quality",
    "change",
    "dimension",
    "more",
    "less",
    "amount",
    "effect",
    "region",
    "blur",
    "lift",
)


def _names(part: str) -> bool:
    """Whether words that are left out may name a place."""
    articles = table("edits")["stands_for"]["articles"]
    words = plain(part).split()
    return bool(set(words) & set(articles)) or any(map(is_known_thing, words))


def _turns_round(part: str) -> bool:
    """Whether words turn a wish round, say what is to change, or where: without them it would be another."""
    tokens = vocabulary().tokens(part)
    if all(token.senses for token in tokens) and all(len(token.text) < _SAYS for token in tokens):
        return True  # without "a", "out" or "onto" nobody knows what to write instead
    held = (
        *("out", "upon", "onto", "change-to", "transparent", "ratio", "percent", "share", "signed"),
        *("add", "take", "take-away", "cutout", "around", "repaint", "lift", "upward", "downward"),
        *("not", "without", "except", "only", "keep", "as-it-is", "nothing", "less", "region"),
        *("change", "quality", "dimension", "colour", "effect", "look", "crop", "remove", "blur"),
    )
    return any(token.has(of) for token in tokens for of in held)


#: A word of fewer letters that is known says nothing by itself.
_SAYS = 4


#: What speaks of several things that were named elsewhere: without them nobody knows which.
_OF_SEVERAL = re.compile(
    r"\b(?:them|em|ihnen)\b|-les\b|\b(?:haz|pon|dej)[ae]?l[ao]s\b", re.IGNORECASE
)
#: Of more words than this no culprit is looked for.
_MOST_TRIED = 12
#: What can be said instead: the places that are found, and how a wish is told.
_PLACES = (
    "It changes light, colour, detail and the crop of the whole, or of: the subject, background, sky, water, "
    'plants, faces, hair, skin, clothes, shadows, highlights, a side or half, a colour ("the reds"), a car, dog, '
    "chair and the like."
)
_STEPS = (
    'It understands light, colour, crop, blur, cut-out and space, told in short steps ("sky darker", "background to '
    'white", "crop to 4:5").'
)


def _not_found(wishes: Iterable[str]) -> str:
    """The things that are named and have no place here: another sentence may take them for the subject."""
    found: list[str] = []
    for wish in wishes:
        tokens = prepared_tokens(vocabulary().tokens(wish[:120]))
        unknown = [
            t.text
            for before, t in zip((None, *tokens), tokens, strict=False)
            if not t.senses and t.text.isalpha() and not _only_its_colour(before, t)
        ]
        # Water, plants and what a network finds have a place; their clause is refused for another word.
        elsewhere = [w for w in unknown if _is_nowhere(w)]
        found += as_written(elsewhere, wish[:120])
    some = list(dict.fromkeys(found))[:_FEW]
    told = " and ".join(f'"{word}"' for word in some)
    verb = "is" if len(some) == 1 else "are"
    return f" It can't tell where {told} {verb} on the picture." if told else ""


def _only_its_colour(before: Token | None, token: Token) -> bool:
    """Whether a word behind a noun is the colour of that ("les enseignes roses"), though it names a flower too."""
    named = before is not None and not before.senses
    return named and before is not None and _is_its_colour(before.text, token.text)


def _is_its_colour(noun: str, word: str) -> bool:
    hued = any(t.has("colour") for t in vocabulary().tokens(word.removesuffix("s")))
    return hued and noun.isalpha()


def _not_read(wishes: Sequence[str]) -> str:
    """What was not read: of a long clause the words that nobody knows, where they are few; else the
    clause.
    """
    whole: list[str] = []
    words: list[str] = []
    for wish in wishes:
        # "Geht" and "unter" are known to everybody, and tell nothing of what is missing.
        unknown = [word for word in _unknown_in(wish) if plain(word) not in right_words()]
        if len(wish.split()) > _LONG and 0 < len(unknown) <= _FEW:
            words += unknown
        else:
            whole.append(wish)
    parts = []
    if whole or not words:
        quoted = " and ".join(f'"{_short(wish)}"' for wish in whole) or "the instruction"
        parts.append(f"does not understand {quoted}")
    if words:
        parts.append("does not know " + " and ".join(f'"{word}"' for word in dict.fromkeys(words)))
    return " and ".join(parts)


def _short(wish: str) -> str:
    """A clause as it is quoted: its beginning where it is long."""
    wish = _LEANS_TWICE.sub(r"\1", wish)
    if len(wish) <= _QUOTED:
        return wish
    return f"{wish[:_QUOTED].rpartition(' ')[0] or wish[:_QUOTED]} ..."


_QUOTED = 70
#: A Spanish pronoun that was told apart from its verb, which still has it ("mejóralo lo").
_LEANS_TWICE = re.compile(r"\b(\w+(lo|la|los|las|le|les)) \2\b")


def _unknown_in(wish: str) -> list[str]:
    """The words of a wish that nobody knows, as they are written."""
    tokens = prepared_tokens(vocabulary().tokens(wish[:120]))
    unknown = (t.text for t in tokens if not t.senses and t.text.isalpha())
    return as_written([word for word in unknown if not is_known_thing(word)], wish[:120])


def _is_nowhere(word: str) -> bool:
    """Whether another sentence would know a word for what a picture is of, and it has no place of its own."""
    places = table("edits")["stands_for"]["place"]
    placed = any(word in row[of] for row in places for of in LANGUAGES)
    return is_known_thing(word) and not placed and not value_of(word)


def _unknown_words(wishes: Iterable[str]) -> str:
    """The words that nobody knows, as they are written, where they are few."""
    found: list[str] = []
    for wish in wishes:
        found += _unknown_in(wish)
    told = " and ".join(f'"{word}"' for word in dict.fromkeys(found))
    return f" It does not know {told}." if 0 < len(found) <= _FEW else ""


#: More unknown words than this tell nothing.
_FEW = 3
#: Of more words than this a clause is quoted by those that are not known.
_LONG = 5


def _unknown_thing(said: str) -> tuple[str, str] | None:
    """The one unknown word as it is written, with what would be understood in its place: the hue that
    such a thing has, or the subject.
    """
    tokens = vocabulary().tokens(said[:120])
    things = {word for row in table("edits")["thing"] for of in LANGUAGES for word in row[of]}
    # "Sea" is a Spanish word for "be" as well.
    unknown = [t.text for t in tokens if not t.senses] or [
        t.text for t in tokens if t.text in things
    ]
    if len(unknown) != 1 or not unknown[0].isalpha() or not _is_named(tokens, unknown[0]):
        return None
    written = as_written(unknown, said[:120])[0]
    rows = [
        row for row in table("edits")["thing"] if any(unknown[0] in row[of] for of in LANGUAGES)
    ]
    if rows:
        # Grass and clouds are seldom what stands out.
        of = next(language for language in LANGUAGES if unknown[0] in rows[0][language])
        told = _placed_as(said, unknown[0], rows[0]["says"][of])
        return (written, told) if told else None
    for subject in ("subject", "Motiv", "sujet", "sujeto"):
        if _reads_with(said, unknown[0], subject):
            return written, f'"{subject}"'
    return None


#: What stands directly before no noun.
_NO_ARTICLE = ("region", "percent", "signed", "share", "number", "degrees", "points")


def _is_named(tokens: Sequence[Token], noun: str) -> bool:
    """Whether a word stands where a noun does: behind its article, a colour or "only", or first or
    alone; "un paso entero" names no "entero".
    """
    at = next(i for i, token in enumerate(tokens) if token.text == noun)
    before = at - 1
    while before >= 0 and tokens[before].has("colour"):
        before -= 1
    if before < 0:
        return True
    articles = {
        *table("edits")["stands_for"]["articles"],
        "a",
        "an",
        "ein",
        "eine",
        "einen",
        "einem",
        "un",
        "une",
        "una",
    }
    word = tokens[before].text
    return (
        word in articles
        or word.split()[-1] in articles
        or not any(map(tokens[before].has, _NO_ARTICLE))
    )


def _placed_as(said: str, word: str, says: str) -> str:
    """The place that a thing stands for (lemons: "the yellows"); empty where that would not be
    understood either.
    """
    if not _reads_with(said, word, plain(says)):
        return ""
    hued = any(
        str(sense.get("value")).startswith("colour-")
        for token in vocabulary().tokens(says)
        for sense in token.senses
    )
    return f'"{says}", which is all of that colour' if hued else f'"{says}"'


def _reads_with(said: str, word: str, other: str) -> bool:
    """Whether a stretch is understood with another word in the place of one."""
    instead, found = re.subn(rf"\b{re.escape(word)}\b", other, plain(said[:120]))
    return found == 1 and not parse(f"4:5, {instead}").not_understood


def _would_do_without_figure(said: str) -> bool:
    """Whether the figure alone is what a stretch can't be carried out for."""
    bare, figures = _A_FIGURE.subn(" ", said[:120])
    if figures != 1:
        return False
    found = (parse(asked) for asked in (bare, f"more {bare}"))
    return any(parsed.edits and not parsed.not_understood for parsed in found)
