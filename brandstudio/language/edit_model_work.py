"""What a wish asks for that no change of light, colour or crop can do, as the sentence that a refusal says: things that
are added or taken away, one more of them, what somebody does or wears, the weather, the hour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .edit_found import value_of
from .edit_nouns import is_likely, is_person
from .edit_undoable import asks_for_a_thing
from .edit_words import vocabulary
from .senses import LANGUAGES, Token
from .tables import table

_THINGS = "Adding, removing or replacing things needs a model."
_POSE = "What somebody does, and how a face looks, is drawn anew only by a model."
_WEATHER = "Snow, rain and wind are drawn only by a model."
_HOUR = 'Another hour or season needs a model; its light alone is told as "warmer and darker".'
_WORN = "To show a thing elsewhere, worn or in use needs a model."
_MOVED = (
    "To move a thing within a picture needs a model; a crop can set what stands out: "
    '"crop to 4:5 with the subject in the middle".'
)
_WRITES = "Words are not written on a picture by an edit: a card or banner carries them."

#: What is done to the light, the colour or the detail of what is named: no thing comes or goes then.
_DONE_TO_IT = ("quality", "change", "dimension", "effect", "look", "blur", "signed", "percent")
#: Kinds of places that are things as well: "more trees", "more people".
_AS_THINGS = frozenset(("plants", "subject", "clothes", "faces"))
#: More words than this between two parts of a verb belong to another.
_APART = 8


def model_work(wish: str) -> str:
    """Why a wish that was not understood needs a model; "" where it does not, or nobody knows."""
    tokens = vocabulary().tokens(wish[:120])
    words = [word for t in tokens for word in t.text.replace(" ... ", " ").split()]
    if not words:
        return ""
    if _starts(words, "writes") and len(words) > 1:
        return _WRITES
    if _holds(words, "weather"):
        return _WEATHER
    if not any(t.has(part) for t in tokens for part in _DONE_TO_IT):
        if count := _starts(words, "moves"):
            return _MOVED if _is_next(tokens, count, named=False) else ""
        if _holds(words, "crowds") or _swapped(tokens, words):
            return _THINGS
        said = (("pose", _POSE), ("worn", _WORN), ("hour", _HOUR))
        told = next((why for key, why in said if _holds(words, key)), "")
        if told and not (told == _WORN and any(t.has("more") for t in tokens)):
            return told
        if _less_of_a_hue(tokens):
            return ""
        if any(test(tokens, words) for test in (_one_more, _wished, _gone, _in_two_parts, _given)):
            return _THINGS
    return _THINGS if asks_for_a_thing(wish) and not _less_of_a_hue(tokens) else ""


def _less_of_a_hue(tokens: Sequence[Token]) -> bool:
    """Whether there is to be more or less of a colour, and of no thing ("less red in the tree trunks")."""
    at = next((i for i, t in enumerate(tokens) if t.has("less") or t.has("more")), None)
    behind = [] if at is None else [t for t in tokens[at + 1 : at + 3] if not t.has("filler")]
    return bool(behind) and behind[0].has("colour")


@cache
def _phrases(key: str) -> tuple[tuple[str, ...], ...]:
    rows = table("edits")["undoable"][key]
    said = {tuple(phrase.split()) for of in LANGUAGES for phrase in rows.get(of, ())}
    return tuple(sorted(said, key=lambda words: (-len(words), words)))


def _holds(words: Sequence[str], key: str) -> bool:
    return any(
        tuple(words[at : at + len(phrase)]) == phrase
        for phrase in _phrases(key)
        for at in range(len(words) - len(phrase) + 1)
    )


def _starts(words: Sequence[str], key: str) -> int:
    """With how many words of a list a wish begins; 0 for none."""
    begun = (len(p) for p in _phrases(key) if tuple(words[: len(p)]) == p)
    return next(begun, 0)


def _one_more(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether one more of a thing is wished for, or fewer of it ("zweiter Sessel rechts daneben")."""
    count = _starts(words, "further")
    return bool(count) and _is_next(tokens, count, named=True)


def _wished(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether somebody wants a thing to be there ("quiero un gato en la ventana")."""
    count = _starts(words, "wished")
    further = {phrase[0] for phrase in _phrases("further") if len(phrase) == 1}
    rest = [t for t in tokens if t.text not in further]
    return bool(count) and _is_next(rest, count, named=True)


def _swapped(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether another sky or ground is to come in the place of one."""
    swaps = {phrase[0] for phrase in _phrases("swaps")}
    places = {str(s.get("value")) for t in tokens for s in t.senses if s.part == "region"}
    return bool(swaps & {*words[:1], *words[-1:]}) and "sky" in places


def _gone(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a wish is only that a thing is not there ("no people please")."""
    without = bool(tokens) and tokens[0].has("without")
    return without and _is_next(tokens, len(tokens[0].text.split()), named=True)


def _in_two_parts(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a thing stands between the two parts of a verb ("take the sign away")."""
    for first, second in (phrase for phrase in _phrases("apart") if len(phrase) == 2):
        at = words.index(first) if first in words else -1
        if at < 0 or second not in words[at + 1 : at + _APART]:
            continue
        return _is_next(tokens, at + 1 + (words[at + 1] == second), named=False)
    return False


def _given(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether somebody is given a thing ("give the dog a hat")."""
    count = _starts(words, "gives")
    if not count or any(t.has("more") for t in tokens) or not _is_next(tokens, count, named=True):
        return False
    unknown = [t.text for t in tokens if not t.senses and t.text.isalpha()]
    return len(unknown) > 1


def _is_next(tokens: Sequence[Token], words: int, *, named: bool) -> bool:
    """Whether a thing stands behind so many words: one that is ``named`` somewhere, or any word that nobody knows."""
    count = 0
    for token in tokens:
        count += len(token.text.replace(" ... ", " ").split())
        if count <= words or token.has("filler") or token.has("amount") or token.has("pronoun"):
            continue
        if any(s.part == "region" and s.get("value") in _AS_THINGS for s in token.senses):
            return True
        if token.senses and not token.has("colour"):
            return False
        if not token.senses:
            return is_known_thing(token.text) or (not named and token.text.isalpha())
    return False


def is_known_thing(word: str) -> bool:
    """Whether a word names a thing, scenery, or what a picture is of, in some sentence."""
    if is_likely(word) or is_person(word) or value_of(word):
        return True
    rows = (*table("edits")["thing"], *table("edits")["stands_for"]["place"])
    return any(word in row[of] for row in rows for of in LANGUAGES)


__all__ = ["is_known_thing", "model_work"]
